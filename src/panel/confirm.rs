//! "Are you sure?" as a page: what will happen, in sentences, and for what cannot be undone the name typed.

use super::{
    frame::{Frame, Here},
    page::{page, refused},
    visit::Visit,
};
use askama::Template;
use http::Answer;
use model::Failure;

#[derive(Template)]
#[template(path = "confirm.html")]
pub struct ConfirmPage {
    frame: Frame,
    /// What will happen, each a sentence.
    follows: Vec<String>,
    /// The name that has to be typed.
    pub typed: Option<String>,
    error: Option<String>,
    action: String,
    button: &'static str,
    back: String,
}

impl ConfirmPage {
    pub fn new(
        visit: &Visit,
        here: Here,
        title: &'static str,
        follows: Vec<String>,
        button: &'static str,
        back: String,
    ) -> ConfirmPage {
        let (frame, action) = (Frame::of(visit, here, title), visit.call.path().to_owned());
        ConfirmPage { frame, follows, typed: None, error: None, action, button, back }
    }

    pub fn ask(self) -> Answer {
        page(&self)
    }

    /// The name was not typed as it is written.
    pub fn ask_again(mut self) -> Answer {
        self.error = Some(self.frame.t.confirm.not_the_name.to_owned());
        refused(&self)
    }
}

/// The name was typed. Blanks are compared as a page shows them: several are one.
pub fn is_typed(visit: &Visit, name: &str) -> Result<bool, Failure> {
    let form = visit.form();
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    Ok(words(form.one("typed")?.unwrap_or_default()) == words(name))
}
