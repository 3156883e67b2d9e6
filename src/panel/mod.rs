//! The browser's door: server-rendered pages for the owner and the kitchen, in Turkish and English.
//!
//! Every page works without script; live updates and sound are added on top. A page is a struct, a template and the
//! texts under `i18n/pages`. `visit` says who is there and guards forms, `frame` is what all pages share. Never: redb,
//! ureq, the other doors.

mod board;
mod confirm;
mod csv;
mod deliveries;
mod field;
mod figures;
mod frame;
mod integrations;
mod keys;
mod listing;
mod live;
mod order;
mod orders;
mod reference;
mod reports;
mod restaurants;
mod settings;
mod show;
mod sign;
mod status;
mod users;
mod visit;
mod webhooks;

use crate::{
    http::{RequestSummary, Response, Route, assets, reply},
    i18n,
    model::{Code, Failure},
    ops::AppState,
};
use frame::{Frame, page};
use std::sync::Arc;
use tokio::sync::watch;
pub use visit::{Guest, Visit, speak};

/// `stopped` ends the streams of live screens.
pub fn routes(app: &Arc<AppState>, stopped: watch::Receiver<bool>) -> Vec<Route> {
    let mut routes = vec![assets::route()];
    routes.extend(board::routes(app, stopped));
    routes.extend(order::routes(app));
    routes.extend(integrations::routes(app));
    routes.extend(orders::routes(app));
    routes.extend(reports::routes(app));
    routes.extend(restaurants::routes(app));
    routes.extend(settings::routes(app));
    routes.extend(sign::routes(app));
    routes.extend(webhooks::routes(app));
    routes.extend(reference::routes(app));
    routes.extend(keys::routes(app));
    routes.extend(deliveries::routes(app));
    routes.extend(status::routes(app));
    routes.extend(users::routes(app));
    routes
}

#[derive(askama::Template)]
#[template(path = "failure.html")]
struct FailurePage {
    frame: Frame,
    heading: &'static str,
    sentence: String,
    request_id: String,
}

/// A refusal as a page; what programs ask for under this door stays JSON.
pub fn render(failure: &Failure, request: &RequestSummary) -> Response {
    let is_for_programs = ["/health", "/metrics", "/openapi.json"].contains(&request.path());
    let as_json = || reply::failure(failure, request.lang, request.request_id);
    if is_for_programs {
        return as_json();
    }
    let t = &request.lang.texts().common;
    let heading = match failure.code {
        Code::NotFound
        | Code::OrderNotFound
        | Code::RestaurantNotFound
        | Code::BusinessNotFound
        | Code::WebhookNotFound
        | Code::DeliveryNotFound
        | Code::ProviderNotFound
        | Code::IntegrationNotFound => t.not_found,
        Code::Internal => t.our_fault,
        _ => t.refused,
    };
    let failure_page = FailurePage {
        frame: Frame { path: path_of(request), ..Frame::bare(request.lang, heading) },
        heading,
        sentence: i18n::failure(request.lang, failure),
        request_id: request.request_id.to_string(),
    };
    match page(&failure_page) {
        Ok(mut response) => {
            *response.status_mut() = crate::http::status(failure.code);
            response
        }
        Err(_) => as_json(),
    }
}

/// Where the refused page would be; a refused form has none.
fn path_of(request: &RequestSummary) -> String {
    let is_page = request.method == hyper::Method::GET;
    visit::own_path(is_page.then(|| request.path_and_query()))
}
