//! What platforms push: the routes, the check of who pushed and the reading are the platform's own declaration.

use super::request::IntakeRequest;
use crate::http::{Answer, reply};
use crate::ops::orders::{self, PushRequest};
use hyper::header::HeaderName;

/// `route` as the platform declared it: `getir/{token}/orders`.
pub async fn hear(route: &'static str, request: IntakeRequest) -> Answer {
    let IntakeRequest { app, integration, mut call } = request;
    // The first place is the token, which the gate has looked at.
    let params = (1..route.matches('{').count()).map(|place| call.param(place).to_owned()).collect();
    let body = std::mem::take(&mut call.body).into();
    let header = move |name: &str| {
        let name = HeaderName::try_from(name).ok()?;
        call.header_one(&name).ok().flatten().map(str::to_owned)
    };
    let pushed = PushRequest { route, params, header: Box::new(header), body };
    reply::bare(&orders::push(&app, integration, pushed).await?)
}
