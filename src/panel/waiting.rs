//! What a browser is shown while there is nothing to show: at a start, while a backup is restored or a new version is tried out. The
//! page comes with 503 and reloads by itself.

use super::{assets, cookies, figures, frame::Frame, page::page_with, refusal};
use askama::Template;
use http::{Answer, Call, Door, NotYet, RequestSummary, Response, reply};
use hyper::{
    Method, StatusCode,
    header::{HeaderName, HeaderValue},
};
use i18n::{self, Spoken};
use model::{Code, Failure, Lang, RestoreStep, Why};

/// A header and no tag in the page: it works without script as well.
const REFRESH: HeaderName = HeaderName::from_static("refresh");
const ASSETS: &str = "/assets/";

#[derive(Template)]
#[template(path = "waiting.html")]
struct WaitingPage {
    frame: Frame,
    sentence: Option<String>,
    /// Of a restore.
    steps: Vec<StepLine>,
}

struct StepLine {
    text: &'static str,
    is_done: bool,
    is_now: bool,
    percent: Option<(u8, String)>,
}

/// The door for browsers while the others are shut.
pub fn waiting_door(not_yet: NotYet) -> Door {
    let gate = move |call: &mut Call| {
        call.lang = cookies::chosen_lang(call).unwrap_or(call.lang);
        if call.path().starts_with(ASSETS) { Ok(()) } else { Err(not_yet()) }
    };
    Door::new("", vec![assets::route()]).gate(gate).render(render)
}

fn render(failure: &Failure, request: &RequestSummary) -> Response {
    if failure.code != Code::Unavailable {
        return refusal::render(failure, request);
    }
    // A form is not sent again by itself.
    let refresh = if request.method == Method::GET { "2" } else { "2; url=/" };
    let step = match failure.why {
        Some(Why::Restoring(step)) => Some(step),
        _ => None,
    };
    let shown = show(request.lang, StatusCode::SERVICE_UNAVAILABLE, step, Some(failure), refresh);
    shown.unwrap_or_else(|_| reply::failure(failure, request.lang, request.request_id))
}

/// How far a restore is, as long as the program is still there to say so.
pub fn show_step(lang: Lang, step: RestoreStep) -> Answer {
    show(lang, StatusCode::OK, Some(step), None, "2")
}

fn show(
    lang: Lang,
    status: StatusCode,
    step: Option<RestoreStep>,
    failure: Option<&Failure>,
    refresh: &'static str,
) -> Answer {
    let t = lang.texts().restore_page;
    let title = if step.is_some() { t.restoring } else { t.one_moment };
    let sentence = failure.filter(|_| step.is_none()).map(|failure| i18n::failure(lang, failure));
    let steps = step.map_or_else(Vec::new, |step| steps(lang, step));
    let mut response = page_with(status, &WaitingPage { frame: Frame::bare(lang, title), sentence, steps })?;
    response.headers_mut().insert(REFRESH, HeaderValue::from_static(refresh));
    Ok(response)
}

fn steps(lang: Lang, now: RestoreStep) -> Vec<StepLine> {
    let t = lang.texts().restore_page;
    let (place, percent) = match now {
        RestoreStep::Closing => (0, None),
        RestoreStep::Checking(percent) => (1, Some((percent, figures::percent(lang, percent.into())))),
        RestoreStep::Placing => (2, None),
        RestoreStep::Opening => (3, None),
    };
    let line = |(at, text)| {
        let is_now = at == place;
        StepLine { text, is_done: at < place, is_now, percent: percent.clone().filter(|_| is_now) }
    };
    [t.step_closing, t.step_checking, t.step_placing, t.step_opening].into_iter().enumerate().map(line).collect()
}
