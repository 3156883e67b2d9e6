//! What platforms push: the routes, the check of who pushed and the reading are the platform's own declaration.

use super::{Push, with};
use crate::{
    clock,
    http::{Answer, Route, get, post, put, reply},
    model::{Failure, Integration},
    ops::{
        House, integrations,
        orders::{self, Way},
    },
    platforms::{self, Heard, Platform, PushMethod, Report},
};
use hyper::header::HeaderName;
use std::sync::Arc;

pub fn routes(house: &Arc<House>) -> Vec<Route> {
    let route = |platform: &'static dyn Platform, method: PushMethod, path: &'static str| {
        let handler = with(house, move |push| hear(platform, path, push));
        match method {
            PushMethod::Get => get(path, handler),
            PushMethod::Post => post(path, handler),
            PushMethod::Put => put(path, handler),
        }
    };
    platforms::all()
        .flat_map(|(_, platform)| platform.pushes().iter().map(move |push| (platform, push)))
        .map(|(platform, push)| route(platform, push.method, push.path))
        .collect()
}

async fn hear(platform: &'static dyn Platform, route: &'static str, push: Push) -> Answer {
    let Push { house, integration, call } = push;
    let heard = {
        let (_, link) = integrations::reach(&house, &integration)?;
        let places = route.matches('{').count();
        let params: Vec<String> = (1..places).map(|place| call.param(place).to_owned()).collect();
        let header = |name: &str| {
            let name = HeaderName::try_from(name).ok()?;
            call.header_one(&name).ok().flatten().map(str::to_owned)
        };
        let now = clock::now();
        platform.hear(&link, &platforms::Push { route, params: &params, header: &header, body: &call.body, now })?
    };
    let mut received = Vec::new();
    for one in heard {
        let report = match one {
            Heard::Report(report) => report,
            Heard::ReadBack(id) => Box::new(orders::look_up(&house, &integration, id).await?),
        };
        let (integration, report) = at_its_shop(&house, integration.clone(), report)?;
        received.extend(orders::report(&house, &integration, report, Way::Push).await?);
    }
    let ids: Vec<_> = received.iter().map(|received| (received.id, received.status)).collect();
    reply::bare(&platform.answer(route, &ids)?)
}

/// An order of a shop that nobody knows stays where it came in, and says so.
fn at_its_shop(
    house: &House,
    integration: Integration,
    mut report: Box<Report>,
) -> Result<(Integration, Box<Report>), Failure> {
    let (integration, is_known) = integrations::for_shop(house, integration, report.shop.as_deref())?;
    if let Some(arrival) = report.arrival.as_mut().filter(|_| !is_known) {
        arrival.content.problems.push("restaurant".to_owned());
    }
    Ok((integration, report))
}
