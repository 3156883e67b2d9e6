//! The API reference: the OpenAPI document in Swagger UI, which is embedded and asks nobody else for anything.
//!
//! The viewer runs under the policy of all pages: it needs neither inline styles nor evaluation.

use super::{
    frame::{Frame, Here},
    page::page,
    visit::Visit,
};
use crate::{http::Answer, i18n::pages::reference, model::Failure};
use askama::Template;

#[derive(Template)]
#[template(path = "reference.html")]
struct ReferencePage {
    frame: Frame,
    /// What the viewer says in English, and what it is to say instead.
    words: String,
}

pub async fn show(visit: Visit) -> Answer {
    let words = serde_json::to_string(reference::viewer_words(visit.lang)).map_err(Failure::fault)?;
    let frame = Frame::of(&visit, Here::Reference, visit.lang.texts().reference_page.title);
    page(&ReferencePage { frame, words })
}
