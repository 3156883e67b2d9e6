//! `/orders`: list, show, reasons, verify, change-status, cancel.

use super::{lists, request::ApiRequest};
use crate::{
    http::{Answer, reply},
    i18n,
    model::{
        Currency, Failure, Id, Lang, List, Money, Order, Provider, Reason, Status, Time, Why,
        fields::TEXT,
        order::{
            Amount, Cancellation, Customer, DeliveryType, Flag, HistoryEntry, Item, Payment, PaymentType, PlatformStep,
            StepState,
        },
    },
    ops::orders::{self, Action, Done, OrderDetails, Wish},
};
use serde::Serialize;
use serde_json::value::RawValue;

pub async fn list(request: ApiRequest) -> Answer {
    let query = request.call.query()?;
    let mut filter = lists::filter(&query)?;
    filter.updated_since = lists::time(&query, "updatedSince")?;
    let list = if filter.updated_since.is_some() { List::OrdersByChange } else { List::Orders };
    let walk = lists::walk(&query, list)?;
    let page = orders::list(&request.app, &filter, &walk)?;
    reply::page(&page.items, &list.paging(&page, walk.limit))
}

pub async fn show(request: ApiRequest) -> Answer {
    let shown = orders::show(&request.app, request.call.param(0))?;
    let raw = std::str::from_utf8(&shown.raw).map_err(Failure::fault)?;
    let raw: &RawValue = serde_json::from_str(raw).map_err(Failure::fault)?;
    reply::ok(&OrderDetailView::of(&shown, raw, request.call.param(0), request.call.lang))
}

pub async fn reasons(request: ApiRequest) -> Answer {
    let reasons = orders::reasons(&request.app, request.call.param(0)).await?;
    reply::ok(&ReasonsView::of(&reasons, request.call.lang))
}

pub async fn verify(request: ApiRequest) -> Answer {
    request.fields()?;
    let id = request.param(0);
    let done: Done = request.once(|ctx| orders::act(ctx, id, Wish::Verify)).await?;
    let message = match done.old_status == done.new_status {
        false => request.call.lang.texts().api.order_accepted,
        true => request.call.lang.texts().api.order_already_accepted,
    };
    reply::ok(&VerifiedView { message, provider: done.provider, provider_order: &done.provider_order_id })
}

pub async fn advance(request: ApiRequest) -> Answer {
    let fields = request.fields()?;
    let from = match fields.whole("from", 0, i64::MAX)? {
        None => None,
        Some(code) => {
            let status = u64::try_from(code).ok().and_then(Status::from_code);
            let codes = || Status::ALL.map(|status| status.code().to_string()).join(", ");
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

/// The whole order. Every field is always there; what is not known is null.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OrderDetailView<'a> {
    id: Id,
    /// The id as the path carried it.
    pid: &'a str,
    provider_order_id: &'a str,
    restaurant_id: Id,
    provider: Provider,
    code: Option<&'a str>,
    status: Status,
    status_name: &'static str,
    total: Money,
    currency: Currency,
    payment_type: PaymentType,
    is_report: bool,
    created_at: Time,
    updated_at: Time,
    customer: &'a Customer,
    items: &'a [Item],
    amount: &'a Amount,
    payment: &'a Payment,
    note: Option<&'a str>,
    flags: &'a [Flag],
    delivery_type: DeliveryType,
    is_scheduled: bool,
    scheduled_at: Option<Time>,
    placed_at: Option<Time>,
    accept_by: Option<Time>,
    promised_at: Option<Time>,
    pickup_code: Option<&'a str>,
    is_test: bool,
    reported_at: Option<Time>,
    cancellation: Option<&'a Cancellation>,
    history: &'a [HistoryEntry],
    allowed_actions: &'a [Action],
    platform_sync: Vec<StepView<'a>>,
    possible_duplicate_of: Option<Id>,
    problems: &'a [String],
    erased_at: Option<Time>,
    raw: &'a RawValue,
}

impl<'a> OrderDetailView<'a> {
    fn of(shown: &'a OrderDetails, raw: &'a RawValue, pid: &'a str, lang: Lang) -> OrderDetailView<'a> {
        let order: &Order = &shown.order;
        let content = &order.content;
        OrderDetailView {
            id: order.id,
            pid,
            provider_order_id: &order.provider_order_id,
            restaurant_id: order.restaurant_id,
            provider: order.provider,
            code: order.code.as_deref(),
            status: order.status,
            status_name: order.status.name(),
            total: content.amount.total,
            currency: content.amount.currency,
            payment_type: content.payment.kind,
            is_report: order.reported_at.is_some(),
            created_at: order.created_at,
            updated_at: order.updated_at,
            customer: &content.customer,
            items: &content.items,
            amount: &content.amount,
            payment: &content.payment,
            note: content.note.as_deref(),
            flags: &content.flags,
            delivery_type: content.delivery_type,
            is_scheduled: content.is_scheduled,
            scheduled_at: content.scheduled_at,
            placed_at: content.placed_at,
            accept_by: content.accept_by,
            promised_at: content.promised_at,
            pickup_code: content.pickup_code.as_deref(),
            is_test: content.is_test,
            reported_at: order.reported_at,
            cancellation: order.cancellation.as_ref(),
            history: &order.history,
            allowed_actions: &shown.allowed,
            platform_sync: order.platform_sync.iter().map(|step| StepView::of(step, lang)).collect(),
            problems: &content.problems,
            possible_duplicate_of: order.possible_duplicate_of,
            erased_at: order.erased_at,
            raw,
        }
    }
}
