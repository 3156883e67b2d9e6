//! The platforms' door: `/intake/v1/{provider}/{token}`. The token in the path says whose orders these are.
//!
//! No API key here. Never: redb, ureq, the other doors.

mod open;
mod platform;

use crate::{
    http::{Answer, Call, Door, RequestSummary, Response, reply},
    i18n,
    model::{Code, Failure, Integration, Provider, Refusal},
    ops::{AppState, integrations},
    platforms,
};
use percent_encoding::percent_decode_str;
use std::{future::Future, pin::Pin, sync::Arc};

/// Orders with long option trees, and whole menus, come in here.
const BODY_LIMIT: usize = 1024 * 1024;

pub fn door(app: &Arc<AppState>) -> Door {
    let gate = app.clone();
    let mut routes = open::routes(app);
    routes.extend(platform::routes(app));
    let door = Door::new("intake/v1", routes).body_limit(BODY_LIMIT).hides_paths();
    door.gate(move |call| let_in(&gate, call)).render(refuse)
}

/// As everywhere, unless the platform whose address this is has its own list of answers: also for what never comes to its
/// handler, such as a body that is too large.
fn refuse(failure: &Failure, request: &RequestSummary) -> Response {
    let provider = request.path().split('/').nth(3).and_then(Provider::parse);
    let words = i18n::failure(request.lang, failure);
    let own = provider.and_then(|provider| platforms::of(provider).refuse(request.route, failure, &words));
    let Some(own) = own else { return reply::failure(failure, request.lang, request.request_id) };
    let failure = Failure::from(Refusal { code: own.code, ..failure.refusal().clone() });
    match own.body {
        Some(body) => reply::refused(&failure, &body),
        None => reply::failure(&failure, request.lang, request.request_id),
    }
}

/// Whose orders these are, by the token in the path, before a byte of the body is kept. Unknown is an unknown path.
fn let_in(app: &AppState, call: &mut Call) -> Result<(), Failure> {
    let mut words = call.path().split('/').skip(3);
    let provider = words.next().and_then(Provider::parse);
    let (Some(provider), Some(token)) = (provider, words.next()) else {
        return Err(Failure::new(Code::NotFound));
    };
    let token = percent_decode_str(token).decode_utf8_lossy();
    let integration = integrations::by_token(app, provider, &token)?;
    call.extensions.insert(integration);
    Ok(())
}

/// A push with the state and whose it is.
struct Push {
    app: Arc<AppState>,
    integration: Integration,
    call: Call,
}

type BoxedAnswer = Pin<Box<dyn Future<Output = Answer> + Send>>;

fn with<H, F>(app: &Arc<AppState>, handler: H) -> impl Fn(Call) -> BoxedAnswer + Send + Sync + 'static + use<H, F>
where
    H: Fn(Push) -> F + Clone + Send + Sync + 'static,
    F: Future<Output = Answer> + Send + 'static,
{
    let app = app.clone();
    move |mut call| {
        let (app, handler) = (app.clone(), handler.clone());
        Box::pin(async move {
            // The gate has found it.
            let integration = call.extensions.remove::<Integration>().ok_or_else(|| Failure::new(Code::NotFound))?;
            handler(Push { app, integration, call }).await
        })
    }
}
