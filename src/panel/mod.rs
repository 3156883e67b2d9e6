//! The browser's door. For now it holds the start page, which says that the program runs and what to do next.
//!
//! Server-rendered, no script, no outside request. Never: redb, ureq, the other doors.

use crate::{
    http::{Answer, Call, Route, assets, get, reply},
    i18n,
    model::{Failure, Role},
    ops::{House, users},
};
use askama::Template;
use hyper::{
    StatusCode,
    header::{CONTENT_SECURITY_POLICY, HeaderValue, REFERRER_POLICY},
};
use std::sync::Arc;

const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

pub fn routes(house: &Arc<House>) -> Vec<Route> {
    let house = house.clone();
    vec![get("", move |call| start(house.clone(), call)), assets::route()]
}

#[derive(Template)]
#[template(path = "start.html")]
struct StartPage {
    lang: &'static str,
    t: &'static i18n::Start,
    icon: String,
    style: String,
    version: &'static str,
    has_owner: bool,
}

async fn start(house: Arc<House>, call: Call) -> Answer {
    let page = StartPage {
        lang: call.lang.tag(),
        t: &call.lang.texts().start,
        icon: assets::address("icon.svg"),
        style: assets::address("start.css"),
        version: env!("CARGO_PKG_VERSION"),
        has_owner: users::list(&house.store)?.iter().any(|user| user.role == Role::Owner),
    };
    let html = page.render().map_err(Failure::fault)?;
    let mut response = reply::text(StatusCode::OK, "text/html; charset=utf-8", html)?;
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(response)
}
