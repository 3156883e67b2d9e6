//! The panel as an app: what a browser needs to put the kitchen's screen among the apps of a device. Public; browsers ask for
//! it without saying who they are, so the page that links it says which language.

use super::{
    assets,
    visit::{Guest, KITCHEN},
};
use http::{Answer, reply};
use hyper::{
    StatusCode,
    header::{CACHE_CONTROL, HeaderValue},
};
use i18n::Spoken;
use model::{Failure, Lang};
use serde_json::json;

pub async fn show(guest: Guest) -> Answer {
    let lang = guest.call.query()?.one("lang")?.and_then(Lang::parse).unwrap_or(guest.lang);
    let t = lang.texts().kitchen_page;
    let icon = |name: &str, side: u32, purpose: &str| json!({ "src": assets::address(name), "sizes": format!("{side}x{side}"), "type": "image/png", "purpose": purpose });
    let manifest = json!({
        "id": KITCHEN,
        "name": t.app_name,
        "short_name": "garson",
        "description": t.app_about,
        "lang": lang.tag(),
        "start_url": KITCHEN,
        "scope": "/",
        "display": "fullscreen",
        "display_override": ["fullscreen", "standalone"],
        "orientation": "any",
        "background_color": "#faf7f2",
        "theme_color": "#1e6b4f",
        "icons": [
            icon("icon-192.png", 192, "any"),
            icon("icon-512.png", 512, "any"),
            icon("icon-maskable.png", 512, "maskable"),
        ],
    });
    let text = serde_json::to_vec(&manifest).map_err(Failure::fault)?;
    let mut response = reply::text(StatusCode::OK, "application/manifest+json; charset=utf-8", text)?;
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    Ok(response)
}
