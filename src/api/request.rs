//! A request as a handler is given it: with the state and whose key let it in; and the gate that looks at the key.

use crate::http::{Answer, Call};
use crate::model::{
    Access, Actor, Code, Deed, Failure, Fields, Id, Power, ReceiptSlot, Result, Scope, Sha, Why, bilingual,
};
use crate::ops::{self, AppState, Asker, Ctx, LongReader};
use crate::ops::{care::audit, keys::keyring};
use futures_util::future::{Either, Ready, ready};
use hyper::header::{AUTHORIZATION, HeaderName};
use serde::{Serialize, de::DeserializeOwned};
use std::sync::Arc;

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const LONGEST_IDEMPOTENCY_KEY: usize = 128;
/// Of a call that no key let in.
const NOTHING: Access = Access { scope: Scope::Webhooks, ..Access::FULL };

bilingual! {
    ONE_RESTAURANT: "Tek bir restoranla sınırlı; bunun için bütün restoranlara açık bir anahtar gerekir."
        / "It is limited to one restaurant; this needs a key for all of them.",
    fn other_scope(scope: &str, needed: &str): "Yetkisi (scope): {scope}; bunun için {needed} gerekir."
        / "Its scope is {scope}; this needs {needed}.",
}

/// What a handler is given: the state, and the call with the key that let it in.
pub struct ApiRequest {
    pub app: Arc<AppState>,
    pub call: Call,
}

impl ApiRequest {
    /// Who asks, by the name of the key, and what it may see.
    pub fn ctx(&self) -> Ctx {
        let name = self.key().map(|key| key.name.clone()).unwrap_or_default();
        let ctx = Ctx::new(self.app.clone(), Actor::Key(name), self.call.lang);
        ctx.limited_to(self.access()).from(self.call.visitor())
    }

    pub fn access(&self) -> Access {
        self.key().map_or(NOTHING, |key| key.access)
    }

    fn key(&self) -> Option<&Arc<keyring::KnownKey>> {
        self.call.extensions.get()
    }

    /// Reads here and now, or in its turn where that may take long.
    pub async fn read<T: Send + 'static>(
        &self,
        is_long: bool,
        work: impl FnOnce(&AppState) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        if !is_long {
            return work(&self.app);
        }
        let app = self.app.clone();
        self.reader()?.read(move || work(&app)).await
    }

    /// A place among those whose reads may take long.
    pub fn reader(&self) -> Result<LongReader> {
        let key = self.key().map_or(Id::NIL, |key| key.id);
        self.app.engine.long_reads.join(Asker::Key(key))
    }

    pub fn param(&self, at: usize) -> String {
        self.call.param(at).to_owned()
    }

    /// The body as an object; none at all counts as an empty one.
    pub fn fields(&self) -> Result<Fields<'_>> {
        Fields::parse(self.call.json_body()?)
    }

    /// Runs an operation, once for all repetitions of a request that carries an Idempotency-Key.
    pub async fn once<T, F>(&self, work: impl FnOnce(Ctx) -> F) -> Result<T>
    where
        T: Serialize + DeserializeOwned + Send + 'static,
        F: Future<Output = Result<T>> + Send + 'static,
    {
        let slot = self.receipt_slot()?.map(|slot| (slot, self.call.marks.is_replayed.clone().unwrap_or_default()));
        ops::once(self.ctx(), slot, work).await
    }

    fn receipt_slot(&self) -> Result<Option<ReceiptSlot>> {
        let Some(value) = self.call.header_one(&IDEMPOTENCY_KEY)? else { return Ok(None) };
        if value.is_empty() || value.len() > LONGEST_IDEMPOTENCY_KEY {
            let length = Why::NotSoLong(1, LONGEST_IDEMPOTENCY_KEY);
            return Err(Failure::unreadable_header("Idempotency-Key", length));
        }
        let Some(key) = self.key() else { return Ok(None) };
        let request = [self.call.path().as_bytes(), b"\n", &self.call.body].concat();
        // What a key was answered before it was limited to a restaurant is not for it any more.
        let name = match key.access.restaurant {
            None => Sha::of(value.as_bytes()),
            Some(own) => Sha::of(format!("{value}\n{own}").as_bytes()),
        };
        Ok(Some(ReceiptSlot { key_id: key.id, name, request: Sha::of(&request) }))
    }
}

/// Binds a handler to the state, for keys that have this power; others are told that theirs do not.
pub fn only<H, F>(
    app: &Arc<AppState>,
    power: Power,
    handler: H,
) -> impl Fn(Call) -> Either<Ready<Answer>, F> + Send + Sync + 'static + use<H, F>
where
    H: Fn(ApiRequest) -> F + Send + Sync + 'static,
    F: Future<Output = Answer> + Send + 'static,
{
    let app = app.clone();
    move |call| {
        let request = ApiRequest { app: app.clone(), call };
        match request.access().may(power) {
            true => Either::Right(handler(request)),
            false => Either::Left(ready(Err(too_little(request.access(), power)))),
        }
    }
}

/// What the key lacks for it.
pub fn too_little(access: Access, power: Power) -> Failure {
    let (scope, needed) = (access.scope.word(), if power == Power::MoveOrders { "orders" } else { "all" });
    let is_in_scope = Access { restaurant: None, ..access }.may(power);
    let words = if is_in_scope { ONE_RESTAURANT } else { other_scope(scope, needed) };
    Failure::new(Code::Forbidden).why(Why::Plain(words))
}

/// A handler for requests that need no key.
pub fn anybody<H, F>(app: &Arc<AppState>, handler: H) -> impl Fn(Call) -> F + Send + Sync + 'static + use<H, F>
where
    H: Fn(ApiRequest) -> F + Send + Sync + 'static,
    F: Future<Output = Answer> + Send + 'static,
{
    let app = app.clone();
    move |call| handler(ApiRequest { app: app.clone(), call })
}

/// One good key, given once, as `Bearer`; anything else is the same 401. Then the key's allowance.
pub fn let_in(app: &AppState, call: &mut Call) -> Result<()> {
    let entry = key_of(app, call).ok_or_else(|| {
        if call.headers.contains_key(AUTHORIZATION) {
            audit::refused(app, Deed::KeyRefused, None, &call.visitor().to_string());
        }
        Failure::new(Code::Unauthorized)
    })?;
    let taken = app.keyring.take(&entry);
    call.marks.requests = app.keyring.requests_left(&entry);
    taken.map_err(|wait| Failure::new(Code::RateLimited).retry_after(wait))?;
    if call.headers.contains_key(&IDEMPOTENCY_KEY) {
        call.marks.is_replayed = Some(Arc::default());
    }
    call.extensions.insert(entry);
    Ok(())
}

pub fn key_of(app: &AppState, call: &Call) -> Option<Arc<keyring::KnownKey>> {
    let value = call.header_one(&AUTHORIZATION).ok()??;
    let (scheme, key) = value.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return None;
    }
    app.keyring.find(key.trim_matches(' '), call.visitor())
}
