//! What platforms push: the routes, the check of who pushed and the reading are the platform's own declaration.

use super::{Push, with};
use crate::{
    clock,
    http::{Answer, Route, get, post, put, reply},
    model::{Bilingual, Code, Failure, Integration, Why},
    ops::{
        AppState,
        integrations::{self, Shop},
        orders::{self, Taken, Way},
    },
    platforms::{self, Heard, MOST_PUSHED, Platform, PushMethod, too_many_pushed},
};
use hyper::header::HeaderName;
use std::{collections::HashSet, sync::Arc};

pub fn routes(app: &Arc<AppState>) -> Vec<Route> {
    let route = |platform: &'static dyn Platform, method: PushMethod, path: &'static str| {
        let handler = with(app, move |push| hear(platform, path, push));
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

const NOT_THE_PLATFORM: Bilingual = Bilingual::fixed(
    "Bu istek platformdan gelmiş görünmüyor: anahtarı veya imzası doğru değil.",
    "This request does not seem to come from the platform: its key or signature is not right.",
);

/// Whoever hangs up, what was pushed is taken in.
async fn hear(platform: &'static dyn Platform, route: &'static str, push: Push) -> Answer {
    let app = push.app.clone();
    app.run(async move { take_in(platform, route, push).await }).await
}

async fn take_in(platform: &'static dyn Platform, route: &'static str, push: Push) -> Answer {
    let Push { app, integration, call } = push;
    let heard_by = |integration: &Integration| {
        let (_, link) = integrations::reach(&app, integration)?;
        let places = route.matches('{').count();
        let params: Vec<String> = (1..places).map(|place| call.param(place).to_owned()).collect();
        let header = |name: &str| {
            let name = HeaderName::try_from(name).ok()?;
            call.header_one(&name).ok().flatten().map(str::to_owned)
        };
        let now = clock::now();
        platform.hear(&link, &platforms::Push { route, params: &params, header: &header, body: &call.body, now })
    };
    let heard = heard_by(&integration).map_err(|failure| match failure.code {
        Code::Unauthorized => failure.why(Why::Plain(NOT_THE_PLATFORM)),
        _ => failure,
    })?;
    if heard.len() > MOST_PUSHED {
        return Err(too_many_pushed());
    }
    // Whose check this push has passed.
    let mut passed = HashSet::new();
    let (mut ids, mut trouble) = (Vec::new(), None);
    for one in heard {
        let shop = match &one {
            Heard::Report(report) => report.shop.clone(),
            Heard::ReadBack { shop, .. } => shop.clone(),
        };
        let at = integrations::for_shop(&app, &integration, shop.as_deref())?;
        let target = match &at {
            // What came in here must also pass the check of whom it is for.
            Shop::Other(other) => {
                if passed.insert(other.restaurant_id) {
                    heard_by(other)?;
                }
                other.as_ref()
            }
            Shop::Its | Shop::Unknown => &integration,
        };
        // One that cannot be taken in does not keep the others out.
        match keep(&app, target, one, matches!(at, Shop::Unknown)).await {
            Ok(Taken::Kept(received)) => ids.push((received.id, received.status)),
            Ok(Taken::Nothing | Taken::Busy) => {}
            Err(failure) => trouble = trouble.or(Some(failure)),
        }
    }
    trouble.map_or_else(|| reply::bare(&platform.answer(route, &ids)?), Err)
}

/// An order of a shop that nobody knows stays where it came in, and says so.
async fn keep(app: &Arc<AppState>, target: &Integration, one: Heard, is_stray: bool) -> Result<Taken, Failure> {
    let mut report = match one {
        Heard::Report(report) => report,
        Heard::ReadBack { shop, .. } if is_stray => {
            tracing::info!(?shop, "a push for a shop that nobody here has is passed over");
            return Ok(Taken::Nothing);
        }
        Heard::ReadBack { id, .. } => Box::new(orders::look_up(app, target, id).await?),
    };
    if let Some(arrival) = report.arrival.as_mut().filter(|_| is_stray) {
        arrival.content.problems.push("restaurant".to_owned());
    }
    orders::report(app, target, report, Way::Push).await
}
