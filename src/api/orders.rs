//! `/orders`: list, show, reasons, verify, change-status, cancel.

use super::{
    changes::{ChangeView, changes},
    lists,
    request::ApiRequest,
};
use crate::http::{Answer, reply};
use crate::i18n::{self, Spoken};
use crate::model::{Failure, Id, Lang, List, PlatformStep, Provider, Reason, Status, StepState, Time, Why};
use crate::model::{fields::TEXT, integration::MOST_MINUTES_OF_ORDER};
use crate::ops::orders::{self, Action, Done, OrderDetails, Wish};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

pub async fn list(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let mut filter = lists::filter(&query)?;
    filter.updated_since = lists::time(&query, "updatedSince")?;
    let list = if filter.updated_since.is_some() { List::OrdersByChange } else { List::Orders };
    let (walk, included) = (lists::walk(&query, list)?, lists::included(&query)?);
    let page = async {
        let is_long = orders::is_long(&request.app, &filter, included, &walk)?;
        let (access, asked) = (request.access(), walk.clone());
        let page = request.read(is_long, move |app| orders::list(app, access, filter, included, &walk)).await?;
        reply::page(&page.items, &list.paging(&page, &asked))
    };
    lists::tagged(&request, page).await
}

pub async fn show(request: ApiRequest) -> Answer {
    let id = request.call.param(0);
    let shown = orders::show(&request.app, request.access(), id)?;
    detail(&shown, id, request.call.lang)
}

pub async fn reasons(request: ApiRequest) -> Answer {
    let reasons = orders::reasons(&request.app, request.access(), request.call.param(0)).await?;
    reply::ok(&ReasonsView::of(&reasons, request.call.lang))
}

pub async fn verify(request: ApiRequest) -> Answer {
    let minutes = request.fields()?.whole("preparationMinutes", 1, MOST_MINUTES_OF_ORDER)?;
    let minutes = minutes.and_then(|minutes| u32::try_from(minutes).ok());
    let id = request.param(0);
    let done: Done = request.once(|ctx| orders::act(ctx, id, Wish::Verify { minutes })).await?;
    let message = match done.old_status == done.new_status {
        false => request.call.lang.texts().api.order_accepted,
        true => request.call.lang.texts().api.order_already_accepted,
    };
    reply::ok(&VerifiedView { message, provider: done.provider, provider_order: &done.provider_order_id })
}

pub async fn advance(request: ApiRequest) -> Answer {
    let fields = request.fields()?;
    let codes = || Status::ALL.map(|status| status.code().to_string()).join(", ");
    // What no status has is told which there are, however large it is. A number in quotes only lacks being one.
    let is_quoted = || fields.text("from", TEXT).is_ok_and(|text| text.is_some_and(|text| text.parse::<i64>().is_ok()));
    let unknown = |failure: Failure| if is_quoted() { failure } else { failure.why(Why::NotOneOf(codes())) };
    let from = match fields.whole("from", 0, i64::MAX).map_err(unknown)? {
        None => None,
        Some(code) => {
            let status = u64::try_from(code).ok().and_then(Status::from_code);
            Some(status.ok_or_else(|| fields.invalid("from", Why::NotOneOf(codes())))?)
        }
    };
    let id = request.param(0);
    let done: Done = request.once(|ctx| orders::act(ctx, id, Wish::Advance { from })).await?;
    reply::ok(&MovedView { order_id: request.call.param(0), old_status: done.old_status, new_status: done.new_status })
}

pub async fn cancel(request: ApiRequest) -> Answer {
    let fields = request.fields()?;
    let (reason, note) = (fields.text("reason", TEXT)?, fields.text("note", TEXT)?);
    let id = request.param(0);
    let wish = Wish::Cancel { reason, reason_name: None, note };
    let done: Done = request.once(|ctx| orders::act(ctx, id, wish)).await?;
    let ours_alone = done.is_ours_alone.then_some(true);
    reply::ok(&CancelledView { order_id: request.call.param(0), status: done.new_status, ours_alone })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct VerifiedView<'a> {
    message: &'static str,
    provider: Provider,
    provider_order: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct MovedView<'a> {
    order_id: &'a str,
    old_status: Status,
    new_status: Status,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CancelledView<'a> {
    order_id: &'a str,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    ours_alone: Option<bool>,
}

#[derive(Serialize)]
struct ReasonsView<'a> {
    reasons: Vec<ReasonView<'a>>,
}

#[derive(Serialize)]
struct ReasonView<'a> {
    id: &'a str,
    name: &'a str,
}

impl<'a> ReasonsView<'a> {
    fn of(reasons: &'a [Reason], lang: Lang) -> ReasonsView<'a> {
        let view = |reason: &'a Reason| ReasonView { id: &reason.id, name: reason.name(lang) };
        ReasonsView { reasons: reasons.iter().map(view).collect() }
    }
}

/// One step that the platform was or will be told.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StepView<'a> {
    step: &'a str,
    state: StepState,
    due_at: Option<Time>,
    error: Option<String>,
}

impl StepView<'_> {
    fn of(step: &PlatformStep, lang: Lang) -> StepView<'_> {
        let error = step.error.as_ref().map(|refusal| i18n::failure(lang, &refusal.clone().into()));
        StepView { step: &step.step, state: step.state, due_at: step.due_at, error }
    }
}

/// What an answer takes of the rest of an order's record. What it passes on is as it is stored.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct DetailRest<'a> {
    reported_at: Option<Time>,
    ready_at: Option<Time>,
    #[serde(borrow)]
    cancellation: Option<&'a RawValue>,
    #[serde(borrow)]
    history: &'a RawValue,
    #[serde(default)]
    platform_sync: Vec<PlatformStep>,
    possible_duplicate_of: Option<Id>,
    preparation_minutes: Option<u32>,
    erased_at: Option<Time>,
    #[serde(borrow)]
    courier: Option<&'a RawValue>,
}

/// The end of the detail answer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct DetailEnd<'a> {
    reported_at: Option<Time>,
    ready_at: Option<Time>,
    cancellation: Option<&'a RawValue>,
    history: &'a RawValue,
    allowed_actions: &'a [Action],
    platform_sync: Vec<StepView<'a>>,
    possible_duplicate_of: Option<Id>,
    preparation_minutes: Option<u32>,
    erased_at: Option<Time>,
    courier: Option<&'a RawValue>,
    changes: Vec<ChangeView<'a>>,
}

/// The whole order, put together from texts that are stored: the list item, with the id as the path carried it; the
/// content, which has the end of the list item as well; and what is left, with the platform's own JSON last, the newest and the
/// first. Every field is always there; what is not known is null.
fn detail(shown: &OrderDetails, pid: &str, lang: Lang) -> Answer {
    let OrderDetails { texts, allowed } = shown;
    let rest: DetailRest = serde_json::from_slice(texts.rest()).map_err(Failure::fault)?;
    let view = DetailEnd {
        reported_at: rest.reported_at,
        ready_at: rest.ready_at,
        cancellation: rest.cancellation,
        history: rest.history,
        allowed_actions: allowed,
        platform_sync: rest.platform_sync.iter().map(|step| StepView::of(step, lang)).collect(),
        possible_duplicate_of: rest.possible_duplicate_of,
        preparation_minutes: rest.preparation_minutes,
        erased_at: rest.erased_at,
        courier: rest.courier,
        changes: changes(shown)?,
    };
    let mut end = Vec::with_capacity(1_024);
    serde_json::to_writer(&mut end, &view).map_err(Failure::fault)?;
    let pid = serde_json::to_vec(pid).map_err(Failure::fault)?;
    // What the content says is not said twice.
    let line = texts.own_line().strip_prefix(b"{").unwrap_or_default();
    let (id, line) = line.split_at(line.iter().position(|byte| *byte == b',').unwrap_or_default());
    let (content, end, raw) = (inner(texts.content()), inner(&end), texts.raw());
    let first = texts.first_raw().unwrap_or(b"null");
    let start: [&[u8]; 9] = [b"{", id, b",\"pid\":", &pid, line, b",", content, b",", end];
    let raws: [&[u8]; 5] = [b",\"raw\":", raw, b",\"firstRaw\":", first, b"}"];
    Ok(reply::ok_texts(&[start.as_slice(), &raws].concat()))
}

/// What stands between the braces of an object.
fn inner(object: &[u8]) -> &[u8] {
    object.strip_prefix(b"{").and_then(|rest| rest.strip_suffix(b"}")).unwrap_or_default()
}
