//! A refusal as a page.

use super::{frame::Frame, page::page, visit::own_path};
use http::{RequestSummary, Response, reply};
use i18n::{self, Spoken};
use model::{Code, Failure};

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
        | Code::KeyNotFound
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
            *response.status_mut() = http::status(failure.code);
            response
        }
        Err(_) => as_json(),
    }
}

/// Where the refused page would be; a refused form has none.
fn path_of(request: &RequestSummary) -> String {
    let is_page = request.method == hyper::Method::GET;
    own_path(is_page.then(|| request.path_and_query()))
}
