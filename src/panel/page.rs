//! A page as an answer, with the headers of every page, and the way from a form to the next page.

use askama::Template;
use http::{Answer, Response, reply};
use hyper::{
    StatusCode,
    header::{self, HeaderName, HeaderValue},
};
use model::Failure;

/// Nothing from anywhere else, nothing inline, in no frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                      manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What a page may ask a browser for: the board's bell is heard, a kitchen's screen is filled and kept awake, a key is copied.
const PERMISSIONS: &str = "accelerometer=(), autoplay=(self), camera=(), clipboard-read=(), clipboard-write=(self), \
                           display-capture=(), encrypted-media=(), fullscreen=(self), geolocation=(), gyroscope=(), \
                           hid=(), magnetometer=(), microphone=(), midi=(), payment=(), picture-in-picture=(), \
                           publickey-credentials-get=(), screen-wake-lock=(self), serial=(), usb=(), \
                           xr-spatial-tracking=()";
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// A whole page.
pub fn page(template: &impl Template) -> Answer {
    page_with(StatusCode::OK, template)
}

/// A whole page once more, where the form on it was not accepted.
pub fn refused(template: &impl Template) -> Answer {
    page_with(StatusCode::UNPROCESSABLE_ENTITY, template)
}

/// A whole page with a status of its own.
pub fn page_with(status: StatusCode, template: &impl Template) -> Answer {
    answer(status, template.render().map_err(Failure::fault)?)
}

/// Apart, so that it is compiled once and not for each page.
fn answer(status: StatusCode, html: String) -> Answer {
    let mut response = guarded(reply::text(status, "text/html; charset=utf-8", html)?);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// An answer that a browser shows, under what holds for all of them.
pub fn guarded(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert(PERMISSIONS_POLICY, HeaderValue::from_static(PERMISSIONS));
    headers.insert(OPENER_POLICY, HeaderValue::from_static("same-origin"));
    response
}

/// An answer that a browser keeps as a file. The name is ours and plain ASCII.
pub fn as_file(name: &str, mut response: Response) -> Answer {
    let named = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")).map_err(Failure::fault)?;
    response.headers_mut().insert(header::CONTENT_DISPOSITION, named);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}

/// A path with one more word in its query.
pub fn with_word(path: &str, word: &str) -> String {
    let joint = if path.contains('?') { '&' } else { '?' };
    format!("{path}{joint}{word}")
}

/// POST → redirect → GET.
pub fn go_to(path: &str) -> Answer {
    let mut response = reply::text(StatusCode::SEE_OTHER, "text/plain; charset=utf-8", "")?;
    let location = HeaderValue::from_str(path).map_err(Failure::fault)?;
    response.headers_mut().insert(header::LOCATION, location);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
