//! What can be sent here: the web shop's own requests, and what each platform declares that it pushes.

use super::request::{let_in, on};
use super::{open, platform};
use crate::http::{Call, Door, RequestSummary, Response, Route, get, post, put, reply};
use crate::model::{Failure, Provider, Refusal, bilingual};
use crate::platforms::{self, PushMethod, PushRoute};
use crate::{
    i18n,
    ops::{AppState, care::public_address},
};
use std::sync::Arc;

/// Orders with long option trees, and whole menus, come in here.
const BODY_LIMIT: usize = 1024 * 1024;

bilingual! {
    /// Does not depend on what was wrong: guessing tokens teaches nothing.
    COPY_AGAIN: "Alım adresini (intakeUrl) panelden ya da API’den yeniden kopyalayın; yenilendiğinde eskisi geçersiz olur."
        / "Copy the intake address (intakeUrl) again from the panel or the API; when it is renewed, the old one ends.",
}

pub fn door(app: &Arc<AppState>) -> Door {
    let gate = app.clone();
    let door = Door::new("intake/v1", routes(app)).body_limit(BODY_LIMIT).unknown(COPY_AGAIN);
    door.gate(move |call| let_in(&gate, call)).render(refuse)
}

/// Everything else under `/intake`, where programs and no people come.
pub fn wrong_base() -> Door {
    Door::new("intake", Vec::new()).unknown(COPY_AGAIN)
}

/// Where the program asks itself whether its public address leads here. Other callers find nothing there.
pub fn reach(app: &Arc<AppState>) -> Door {
    let app = app.clone();
    let answer = move |call: Call| {
        let answer = public_address::answer(&app, call.param(0)).and_then(|answer| reply::ok(&answer));
        async move { answer }
    };
    Door::new("intake/v1/reach", vec![get("{question}", answer)])
}

fn routes(app: &Arc<AppState>) -> Vec<Route> {
    let mut routes = vec![
        post("open/{token}/orders", on(app, open::receive)),
        post("open/{token}/orders/{providerOrderId}/cancel", on(app, open::cancel)),
        put("open/{token}/menu", on(app, open::set_menu)),
    ];
    routes.extend(platforms::all().flat_map(|(_, platform)| platform.facts().pushes).map(|push| pushed(app, push)));
    routes
}

fn pushed(app: &Arc<AppState>, push: &'static PushRoute) -> Route {
    let handler = on(app, move |request| platform::hear(push.path, request));
    match push.method {
        PushMethod::Post => post(push.path, handler),
        PushMethod::Put => put(push.path, handler),
    }
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
