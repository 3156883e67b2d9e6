//! "Confirm it is you": a form that matters, or a file with everything in it, asks for the password again, where it was
//! given some time ago.
//!
//! What was typed is not lost: it goes with the page, sealed, so that no password stands in it, and on to the form's own
//! handler once the password is right.

use super::{
    frame::{Frame, Here},
    page::{page, page_with},
    show,
    visit::{PageHandler, Visit, boxed, browser_of},
};
use askama::Template;
use futures_util::future::BoxFuture;
use http::Answer;
use hyper::{
    StatusCode,
    header::{HeaderName, HeaderValue},
};
use i18n::Spoken;
use model::{Code, Failure, Why};
use ops::people::{guesses::Tried, sign_in, tickets};
use std::future::Future;

/// As much of a form as goes with the page, in bytes: the largest here, a list of addresses, has 8,000 characters.
const LONGEST_FORM: usize = 64 << 10;
const CARRIED: &str = "confirm.form";
const PASSWORD: &str = "confirm.password";
const CODE: &str = "confirm.code";

#[derive(Template)]
#[template(path = "identity.html")]
struct IdentityPage {
    frame: Frame,
    action: String,
    /// What was typed into the form that matters.
    carried: String,
    asks_code: bool,
    error: Option<String>,
    back: String,
}

/// A form that cannot be sent without the password, even from a session that was left open.
pub fn with_password<F>(
    handler: impl Fn(Visit) -> F + Send + Sync + 'static,
) -> impl Fn(Visit) -> BoxFuture<'static, Answer> + Send + Sync + 'static
where
    F: Future<Output = Answer> + Send + 'static,
{
    let handler = boxed(handler);
    move |visit| Box::pin(after_recognition(handler.clone(), visit))
}

/// A form or a file that needs it only where what was asked for matters, as `matters` says.
pub fn with_password_where<F>(
    matters: fn(&Visit) -> Result<bool, Failure>,
    handler: impl Fn(Visit) -> F + Send + Sync + 'static,
) -> impl Fn(Visit) -> BoxFuture<'static, Answer> + Send + Sync + 'static
where
    F: Future<Output = Answer> + Send + 'static,
{
    let handler = boxed(handler);
    move |visit| {
        let handler = handler.clone();
        Box::pin(async move {
            // What was typed is sealed in a form that comes from here.
            let is_carried = visit.form().one(CARRIED)?.is_some();
            let is_needed = is_carried || matters(&visit)?;
            if is_needed { after_recognition(handler, visit).await } else { handler(visit).await }
        })
    }
}

async fn after_recognition(handler: PageHandler, visit: Visit) -> Answer {
    match recognise(visit).await? {
        Recognised::Yes(visit) => handler(*visit).await,
        Recognised::NotYet(asked) => asked,
    }
}

enum Recognised {
    /// With the form as it was first sent.
    Yes(Box<Visit>),
    NotYet(Answer),
}

async fn recognise(mut visit: Visit) -> Result<Recognised, Failure> {
    let form = visit.form();
    let field = |name| Ok::<_, Failure>(form.one(name)?.map(str::to_owned));
    let (carried, password, code) = (field(CARRIED)?, field(PASSWORD)?, field(CODE)?);
    let Some(carried) = carried else {
        if sign_in::is_fresh(visit.session()) {
            return Ok(Recognised::Yes(Box::new(visit)));
        }
        if visit.call.body.len() > LONGEST_FORM {
            return Err(Failure::new(Code::PayloadTooLarge).why(Why::TooLarge(LONGEST_FORM)));
        }
        let carried = tickets::issue(&visit.app, &purpose(&visit), &visit.call.body)?;
        return Ok(Recognised::NotYet(ask(&visit, carried, StatusCode::FORBIDDEN, None)));
    };
    let (password, code) = (password.unwrap_or_default(), code.unwrap_or_default());
    let browser = browser_of(&visit.call);
    let t = visit.lang.texts().confirm;
    let (status, error) = match sign_in::confirm(&visit.ctx(), visit.person()?, &password, &code, &browser).await? {
        Tried::Right(()) => {
            let wanted = tickets::redeem(&visit.app, &purpose(&visit), &carried);
            visit.post(wanted.ok_or_else(|| Failure::new(Code::StaleForm))?)?;
            return Ok(Recognised::Yes(Box::new(visit)));
        }
        Tried::Wrong if visit.user()?.second_factor.is_some() => (StatusCode::UNPROCESSABLE_ENTITY, t.wrong.to_owned()),
        Tried::Wrong => (StatusCode::UNPROCESSABLE_ENTITY, t.wrong_password.to_owned()),
        Tried::TooSoon(wait) => (StatusCode::TOO_MANY_REQUESTS, show::wait(visit.lang, wait)),
    };
    Ok(Recognised::NotYet(ask(&visit, carried, status, Some(error))))
}

/// What one session typed into one form goes to that form alone.
fn purpose(visit: &Visit) -> String {
    format!("form {} of {}", visit.call.path(), visit.session().hash)
}

fn ask(visit: &Visit, carried: String, status: StatusCode, error: Option<String>) -> Answer {
    let asked = IdentityPage {
        frame: Frame::of(visit, Here::Elsewhere, visit.lang.texts().confirm.who),
        action: visit.call.path_and_query().to_owned(),
        carried,
        asks_code: visit.user()?.second_factor.is_some(),
        error,
        back: visit.page_before(),
    };
    if !visit.is_htmx() {
        return page_with(status, &asked);
    }
    // htmx shows only what went well, and would put the page where a piece of one belongs.
    let mut response = page(&asked)?;
    response.headers_mut().insert(HeaderName::from_static("hx-retarget"), HeaderValue::from_static("body"));
    response.headers_mut().insert(HeaderName::from_static("hx-reswap"), HeaderValue::from_static("innerHTML"));
    Ok(response)
}
