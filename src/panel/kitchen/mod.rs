//! How a device comes into the kitchen: it opens the link that the owner shows, or types the code, and presses one button.
//! Opening the link uses nothing up: programs that look at links ahead of people press no buttons.
//!
//! `screens` is the owner's page of such devices, `dishes` what they show of one order; the board that they show is `board`.

pub mod dishes;
pub mod screens;

use super::{
    cookies::{SCREEN, cookie, keep_screen},
    frame::Frame,
    https,
    page::{go_to, page, page_with},
    show,
    visit::{Guest, KITCHEN, browser_of, visitors},
};
use askama::Template;
use http::Answer;
use hyper::StatusCode;
use i18n::{self, Spoken, pages::kitchen as texts};
use model::{Code, Failure, KitchenScreen, url};
use ops::people::{guesses::Tried, kitchen, users};

#[derive(Template)]
#[template(path = "kitchen_join.html")]
struct JoinPage {
    frame: Frame,
    /// Who is invited, and with which code; else a code is typed.
    invited: Option<(KitchenScreen, String)>,
    /// Who is signed in here, and will not be any more.
    leaves: Option<String>,
    /// It was a screen in the kitchen, and is none any more.
    is_ended: bool,
    error: Option<String>,
}

pub async fn show_join(guest: Guest) -> Answer {
    if !users::has_owner(&guest.app)? {
        return go_to("/setup");
    }
    let query = guest.call.query()?;
    let code = query.one("code")?.unwrap_or_default();
    let here = visitors(&guest.app, &guest.call)?;
    if code.is_empty() && here.iter().any(|(_, visitor)| visitor.session().screen().is_some()) {
        return go_to(KITCHEN);
    }
    let error = (!code.is_empty() && kitchen::invited(&guest.app, code).is_none())
        .then(|| guest.lang.texts().kitchen_page.link_is_over.to_owned());
    page(&join_page(&guest, code, error)?)
}

fn join_page(guest: &Guest, code: &str, error: Option<String>) -> Result<JoinPage, Failure> {
    let invited = kitchen::invited(&guest.app, code).map(|screen| (screen, code.to_owned()));
    let path = match &invited {
        Some((_, code)) => format!("/kitchen/join?code={}", url::value(code)),
        None => "/kitchen/join".to_owned(),
    };
    let here = visitors(&guest.app, &guest.call)?;
    let is_screen = here.iter().any(|(_, visitor)| visitor.session().screen().is_some());
    let https = https::offer(&guest.app, &guest.call, &path);
    Ok(JoinPage {
        frame: Frame { https, path, ..Frame::bare(guest.lang, guest.lang.texts().kitchen_page.connect) },
        leaves: here.into_iter().next().map(|(_, visitor)| texts::leaves(guest.lang, visitor.name())),
        is_ended: invited.is_none() && error.is_none() && !is_screen && cookie(&guest.call, SCREEN).is_some(),
        invited,
        error,
    })
}

pub async fn join(guest: Guest) -> Answer {
    let form = guest.call.form()?;
    let code = form.one("code")?.unwrap_or_default().trim();
    let before = visitors(&guest.app, &guest.call)?;
    let before = before.into_iter().map(|(_, visitor)| visitor.session().hash).collect();
    let t = guest.lang.texts().kitchen_page;
    let (status, error) = match kitchen::join(&guest.app, code, &browser_of(&guest.call), before).await {
        Ok(Tried::Right(token)) => {
            let mut response = go_to(KITCHEN)?;
            keep_screen(&mut response, &guest.call, &token);
            return Ok(response);
        }
        Ok(Tried::Wrong) => (StatusCode::UNPROCESSABLE_ENTITY, t.wrong_code.to_owned()),
        Ok(Tried::TooSoon(wait)) => (StatusCode::TOO_MANY_REQUESTS, show::wait(guest.lang, wait)),
        Err(failure) if failure.code == Code::ValidationFailed => {
            (StatusCode::UNPROCESSABLE_ENTITY, i18n::failure(guest.lang, &failure))
        }
        Err(failure) => return Err(failure),
    };
    page_with(status, &join_page(&guest, code, Some(error))?)
}
