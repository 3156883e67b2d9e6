//! The API reference: the OpenAPI document in Swagger UI, which is embedded and asks nobody else for anything.
//!
//! The viewer runs under the policy of all pages: it needs neither inline styles nor evaluation.

use super::{
    Visit,
    frame::{Frame, Here, page},
    visit::only,
};
use crate::{
    http::{Answer, Route, get},
    i18n::pages::reference,
    model::{Failure, Role},
    ops::AppState,
};
use askama::Template;
use std::sync::Arc;

pub fn routes(app: &Arc<AppState>) -> Vec<Route> {
    vec![get("reference", only(app, Role::Owner, show))]
}

#[derive(Template)]
#[template(path = "reference.html")]
struct ReferencePage {
    frame: Frame,
    /// What the viewer says in English, and what it is to say instead.
    words: String,
}

async fn show(visit: Visit) -> Answer {
    let words = serde_json::to_string(reference::viewer_words(visit.lang)).map_err(Failure::fault)?;
    let frame = Frame::of(&visit, Here::Reference, visit.lang.texts().reference_page.title);
    page(&ReferencePage { frame, words })
}
