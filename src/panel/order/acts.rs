//! What is done to an order from the panel: accept it, move it on, cancel it, strike its dishes off, see what changed in it. The board and the order's page send the same
//! forms; a script that sends one gets a sentence instead of a page.

use super::view::OrderView;
use crate::{
    board::card::{advancing, holding},
    frame::{Frame, Here},
    page::{go_to, page, page_with, with_word},
    select::SelectOption,
    visit::{Visit, own_path},
};
use askama::Template;
use http::{Answer, reply, status};
use hyper::StatusCode;
use i18n::{
    self, Lang, Spoken,
    pages::{board, order as texts, words},
};
use model::{
    Code, DishPlace, Failure, Fields, Order, ScreenAct, Status, Time, Why,
    fields::{Given, TEXT},
    order::{PlatformStep, StepState},
};
use ops::orders::{self, BoardOrder, Mark, Pressed, Wish};
use platforms::{self, facts};

pub async fn verify(visit: Visit) -> Answer {
    visit.only_if_may(ScreenAct::Accept)?;
    act(visit, Wish::Verify { minutes: None }).await
}

pub async fn advance(visit: Visit) -> Answer {
    let from = from(&visit)?;
    visit.only_if_may(advancing(from))?;
    act(visit, Wish::Advance { from: Some(from) }).await
}

/// That its platform changed what is in it has been seen, up to the change that the form names.
pub async fn see(visit: Visit) -> Answer {
    visit.only_if_may(ScreenAct::See)?;
    let change = visit.form().one("change")?.and_then(|text| text.parse().ok()).and_then(Time::from_millis);
    let change = change.ok_or_else(|| Failure::invalid("change", Why::Missing))?;
    let seen = orders::see_changes(visit.ctx(), visit.param(0), change).await;
    answer(&visit, seen)
}

/// That it was cancelled elsewhere has been seen.
pub async fn see_cancellation(visit: Visit) -> Answer {
    visit.only_if_may(ScreenAct::See)?;
    let seen = orders::see_cancellation(visit.ctx(), visit.param(0)).await;
    answer(&visit, seen)
}

/// A dish is struck off, or back on; or all dishes of a station, one after another in the field.
pub async fn strike(visit: Visit) -> Answer {
    visit.only_if_may(ScreenAct::Strike)?;
    let form = visit.form();
    let is_done = form.one("done")?.is_some();
    let field = if is_done { "done" } else { "undone" };
    let places: Option<Vec<DishPlace>> =
        form.one(field)?.unwrap_or_default().split(' ').map(DishPlace::parse).collect();
    let places = places.ok_or_else(|| Failure::invalid(field, Why::Missing))?;
    let marked = orders::mark(visit.ctx(), visit.param(0), Mark::Dishes { places, is_done }).await;
    answer(&visit, marked)
}

/// All of it is ready, or not.
pub async fn ready(visit: Visit) -> Answer {
    visit.only_if_may(ScreenAct::Ready)?;
    let is_ready = match visit.form().one("ready")? {
        Some("yes") => true,
        Some("no") => false,
        _ => return Err(Failure::invalid("ready", Why::Missing)),
    };
    let marked = orders::mark(visit.ctx(), visit.param(0), Mark::Ready(is_ready)).await;
    answer(&visit, marked)
}

/// What was pressed is taken back, while it can be.
pub async fn undo(visit: Visit) -> Answer {
    let from = from(&visit)?;
    // What was pressed is taken back by those who may press it.
    let held = orders::board_order(&visit.app, visit.access(), visit.call.param(0))?.held;
    visit.only_if_may(held.as_ref().map_or(ScreenAct::See, holding))?;
    let taken = orders::take_back(visit.ctx(), visit.param(0), from).await;
    answer(&visit, taken)
}

/// Where the order stood as the form was made. Without it two people who press together would move the order twice.
fn from(visit: &Visit) -> Result<Status, Failure> {
    let from = visit.form().one("from")?.and_then(|text| text.parse().ok()).and_then(Status::from_code);
    from.ok_or_else(|| Failure::invalid("from", Why::Missing))
}

/// Back to the cooks after it had left them, or off the board again.
pub async fn bring_back(visit: Visit) -> Answer {
    visit.only_if_may(ScreenAct::BringBack)?;
    let mark = match visit.form().one("back_to_cooks")? {
        Some("yes") => Mark::BringBack,
        Some("no") => Mark::PutAway,
        _ => return Err(Failure::invalid("back_to_cooks", Why::Missing)),
    };
    let marked = orders::mark(visit.ctx(), visit.param(0), mark).await;
    answer(&visit, marked)
}

async fn act(visit: Visit, wish: Wish) -> Answer {
    let done = orders::press(visit.ctx(), visit.param(0), wish).await;
    answer(&visit, done)
}

fn answer<T>(visit: &Visit, done: Result<T, Failure>) -> Answer {
    // Where the page is that the form was on.
    let back = own_path(visit.form().one("back")?);
    match done {
        Ok(_) if visit.is_htmx() => reply::text(StatusCode::NO_CONTENT, "text/plain; charset=utf-8", ""),
        Ok(_) => go_to(&back),
        Err(failure) if visit.is_htmx() => {
            reply::text(status(failure.code), "text/plain; charset=utf-8", sentence(visit, &failure))
        }
        Err(failure) if failure.code == Code::StatusChanged => go_to(&with_word(&back, "notice=changed")),
        Err(failure) => Err(failure),
    }
}

/// What happened, after a button was pressed.
fn sentence(visit: &Visit, failure: &Failure) -> String {
    let now = failure.details.as_ref().and_then(|details| details["status"].as_u64()).and_then(Status::from_code);
    match (failure.code, now) {
        (Code::StatusChanged, Some(now)) => board::moved(visit.lang, words::status(visit.lang, now)),
        _ => i18n::failure(visit.lang, failure),
    }
}

#[derive(Template)]
#[template(path = "cancel.html")]
struct CancelPage {
    frame: Frame,
    order: OrderView,
    reasons: Vec<SelectOption>,
    /// What becomes of it.
    next: String,
    /// Why there are no reasons to choose from.
    unasked: Option<String>,
    note: String,
    back: String,
    error: Option<String>,
}

pub async fn ask_cancel(visit: Visit) -> Answer {
    visit.only_if_may(ScreenAct::Cancel)?;
    // The card is the same on every screen and knows of none; the page that it was on is told by the browser.
    let back = match visit.call.query()?.one("back")? {
        Some(back) => own_path(Some(back)),
        None => visit.board_before(),
    };
    let on_board = orders::board_order(&visit.app, visit.access(), visit.call.param(0))?;
    if on_board.order.status.is_closed() {
        return Err(Failure::new(Code::OrderClosed));
    }
    let form = cancel_page(&visit, &on_board, back, "", String::new(), None).await?;
    page(&form)
}

async fn cancel_page(
    visit: &Visit,
    on_board: &BoardOrder,
    back: String,
    chosen: &str,
    note: String,
    error: Option<String>,
) -> Result<CancelPage, Failure> {
    let order = OrderView::of(on_board, visit.lang);
    let (reasons, unasked) = match orders::reasons(&visit.app, visit.access(), &on_board.order.id.to_string()).await {
        Ok(reasons) => (reasons, None),
        Err(failure) if failure.code == Code::Internal => return Err(failure),
        // A person must be able to cancel all the same; the platform has the last word.
        Err(failure) => (Vec::new(), Some(i18n::failure(visit.lang, &failure))),
    };
    let reasons = reasons.iter().map(|reason| SelectOption::of(reason.id.to_string(), reason.name(visit.lang), chosen));
    let title = order.title(&format!("{}:", visit.lang.texts().order_page.cancel_title));
    let frame = Frame::of(visit, Here::Orders, title);
    let is_called = platforms::called().any(|(provider, _)| provider == on_board.order.provider);
    let next = if is_called { texts::next_when_called } else { texts::next_when_uncalled }(visit.lang, order.platform);
    Ok(CancelPage { frame, order, reasons: reasons.collect(), next, unasked, note, back, error })
}

pub async fn cancel(visit: Visit) -> Answer {
    visit.only_if_may(ScreenAct::Cancel)?;
    let (back, reason, note) = (own_path(visit.form().one("back")?), visit.typed("reason")?, visit.typed("note")?);
    match async { orders::press(visit.ctx(), visit.param(0), cancellation(&reason, &note)?).await }.await {
        Ok(Pressed::Held(held)) if visit.is_htmx() => {
            let on_board = orders::board_order(&visit.app, visit.access(), visit.call.param(0))?;
            let order = &on_board.order;
            let code = order.code.as_deref().unwrap_or(&order.provider_order_id);
            let seconds = held.due_at.since(clock::now()).as_secs() + 1;
            reply::text(StatusCode::OK, "text/plain; charset=utf-8", texts::cancelled_in(visit.lang, code, seconds))
        }
        Ok(Pressed::Done(_)) if visit.is_htmx() => {
            let on_board = orders::board_order(&visit.app, visit.access(), visit.call.param(0))?;
            reply::text(StatusCode::OK, "text/plain; charset=utf-8", told(visit.lang, &on_board.order))
        }
        Ok(_) => go_to(&back),
        Err(failure) if matches!(failure.code, Code::Internal | Code::OrderNotFound) => Err(failure),
        // Whatever keeps it from being cancelled: what was typed stays, and it can be tried again.
        Err(failure) => {
            let error = match (failure.code, reason.as_str()) {
                (Code::ReasonNotAccepted, "") => visit.lang.texts().order_page.reason_needed.to_owned(),
                _ => i18n::failure(visit.lang, &failure),
            };
            let on_board = orders::board_order(&visit.app, visit.access(), visit.call.param(0))?;
            let form = cancel_page(&visit, &on_board, back, &reason, note, Some(error)).await?;
            page_with(status(failure.code), &form)
        }
    }
}

/// What a cancellation came to: who heard of it, and who still has to.
fn told(lang: Lang, order: &Order) -> String {
    let platform = facts(order.provider).short_name_in(lang);
    let code = order.code.as_deref().unwrap_or(&order.provider_order_id);
    let is_told = |step: &PlatformStep| step.to.is_cancelled() && step.state == StepState::Done;
    match order.platform_sync.iter().any(is_told) {
        true => texts::cancelled_and_told(lang, code, platform),
        false => texts::cancelled_untold(lang, code, platform),
    }
}

/// Checked as the API checks it.
fn cancellation(reason: &str, note: &str) -> Result<Wish, Failure> {
    let fields = Fields::typed([("reason", Given::text(reason)), ("note", Given::text(note))]);
    Ok(Wish::Cancel { reason: fields.text("reason", TEXT)?, reason_name: None, note: fields.text("note", TEXT)? })
}
