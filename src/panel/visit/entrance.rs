//! The way in to a page: for anybody, for those who are signed in, for users with a role, and in their turn where it takes long.
//!
//! Every POST must come from a page of ours (`Origin`), and carry the guard value that only a page of this session shows.

use super::{Guest, KITCHEN, Visit, visitors::visitor};
use crate::{
    forgery::{guard_of, has_guard, is_change, refuse_forgery},
    https,
    page::go_to,
};
use futures_util::future::BoxFuture;
use http::{Answer, Call, Query};
use model::{Code, Failure, Role, url};
use ops::{
    AppState,
    people::{second_factor, users},
};
use std::{future::Future, sync::Arc};
use tokio::runtime::Handle;

/// A page or form without a sign-in. A form must come from a page of ours.
pub fn anybody<F>(
    app: &Arc<AppState>,
    handler: fn(Guest) -> F,
) -> impl Fn(Call) -> BoxFuture<'static, Answer> + Send + Sync + 'static + use<F>
where
    F: Future<Output = Answer> + Send + 'static,
{
    let app = app.clone();
    move |call| {
        let app = app.clone();
        Box::pin(async move {
            if let Some(elsewhere) = https::lead(&app, &call) {
                return elsewhere;
            }
            refuse_forgery(&app, &call)?;
            let lang = call.lang;
            handler(Guest { app, call, lang }).await
        })
    }
}

/// Makes a page of a visit. It is boxed before anything is put around it: that is compiled once, not for each of a hundred
/// pages.
pub type PageHandler = Arc<dyn Fn(Visit) -> BoxFuture<'static, Answer> + Send + Sync>;

/// Answers a call with a page.
pub type CallHandler = Box<dyn Fn(Call) -> BoxFuture<'static, Answer> + Send + Sync>;

pub fn boxed<F>(handler: impl Fn(Visit) -> F + Send + Sync + 'static) -> PageHandler
where
    F: Future<Output = Answer> + Send + 'static,
{
    Arc::new(move |visit| Box::pin(handler(visit)))
}

/// A page or form for users with this role or a higher one. Strangers are asked to sign in, and users who owe a second factor
/// to make one.
pub fn only<F>(app: &Arc<AppState>, role: Role, handler: impl Fn(Visit) -> F + Send + Sync + 'static) -> CallHandler
where
    F: Future<Output = Answer> + Send + 'static,
{
    received(app, Some(role), boxed(handler))
}

/// A page or form for all signed-in users, also for those who have yet to make the second factor that they owe.
pub fn signed_in<F>(app: &Arc<AppState>, handler: impl Fn(Visit) -> F + Send + Sync + 'static) -> CallHandler
where
    F: Future<Output = Answer> + Send + 'static,
{
    received(app, None, boxed(handler))
}

/// A page for users with this role or a higher one that may take long to make: in its turn, on a thread that may wait.
pub fn in_turn<F>(app: &Arc<AppState>, role: Role, handler: impl Fn(Visit) -> F + Send + Sync + 'static) -> CallHandler
where
    F: Future<Output = Answer> + Send + 'static,
{
    let handler = boxed(handler);
    received(app, Some(role), Arc::new(move |visit| Box::pin(take_turn(handler.clone(), visit))))
}

async fn take_turn(handler: PageHandler, visit: Visit) -> Answer {
    let (reader, runtime) = (visit.reader()?, Handle::current());
    reader.read(move || runtime.block_on(handler(visit))).await
}

fn received(app: &Arc<AppState>, role: Option<Role>, handler: PageHandler) -> CallHandler {
    let app = app.clone();
    Box::new(move |call| Box::pin(receive(app.clone(), role, handler.clone(), call)))
}

async fn receive(app: Arc<AppState>, role: Option<Role>, handler: PageHandler, call: Call) -> Answer {
    if let Some(elsewhere) = https::lead(&app, &call) {
        return elsewhere;
    }
    refuse_forgery(&app, &call)?;
    let Some((token, who)) = visitor(&app, &call)? else {
        return to_the_door(&app, &call);
    };
    let guard = guard_of(&token);
    let form = if is_change(&call) { call.form()?.into_owned() } else { Query::default() };
    if is_change(&call) && !has_guard(&form, &guard)? {
        return Err(Failure::new(Code::StaleForm));
    }
    // What is for all signed-in users is about their account, and a kitchen has none.
    if !who.role().covers(role.unwrap_or(Role::Staff)) {
        return match who.role() {
            Role::Kitchen if call.path() == "/" => go_to(KITCHEN),
            // The cards are the same on every screen, and lead to a page with more on it than a kitchen needs.
            Role::Kitchen if is_order_page(&call) => go_to(&format!("{KITCHEN}{}", call.path())),
            Role::Kitchen => Err(Failure::new(Code::KitchenOnly)),
            Role::Owner | Role::Staff => Err(Failure::new(Code::NotFound)),
        };
    }
    let user = who.person().map(|person| &person.user);
    if let Some(user) = user.filter(|_| role.is_some())
        && second_factor::is_owed(&app, user)?
    {
        return go_to("/me/second-factor");
    }
    let lang = user.and_then(|user| user.lang).unwrap_or(call.lang);
    handler(Visit { app, call, lang, who, form, guard, token }).await
}

fn is_order_page(call: &Call) -> bool {
    let order = call.path().strip_prefix("/orders/");
    call.method == hyper::Method::GET && order.is_some_and(|id| !id.is_empty() && !id.contains('/'))
}

fn to_the_door(app: &AppState, call: &Call) -> Answer {
    if !users::has_owner(app)? {
        return go_to("/setup");
    }
    if call.method != hyper::Method::GET {
        return go_to("/login");
    }
    let wanted = call.path_and_query();
    if call.path() == KITCHEN {
        return go_to("/kitchen/join");
    }
    if wanted == "/" { go_to("/login") } else { go_to(&format!("/login?next={}", url::value(wanted))) }
}
