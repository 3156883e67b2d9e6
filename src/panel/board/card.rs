//! One order as a card: everything that the kitchen needs, ready for the template. It holds nothing of its viewer, so that it
//! is rendered once for all screens of a language.

mod fit;
mod press;
mod times;

use crate::{
    order::{
        basket::{self, BasketNews},
        lines::{OrderedDish, dishes, if_unavailable, is_no},
        reason::reason,
    },
    show,
};
use askama::Template;
pub use fit::clipped;
use fit::{MOST_LETTERS, fitting, fitting_news, is_too_long};
use i18n::{
    Lang, Spoken,
    pages::{board as texts, words},
};
use model::{
    Content, DueBy, HeldAct, Id, Order, Provider, Status, Time,
    order::{Cancellation, CourierState, Flag, NOT_TAKEN_THERE, PaymentType, StepState},
};
use ops::orders::{Action, BoardOrder};
use platforms::facts;
use press::{HeldView, Next, next};
use times::{DueView, left, moment};

/// More than any time in milliseconds: what has no deadline for an answer comes after all that has one.
const AFTER_DEADLINES: i64 = 1_000_000_000_000_000;

/// Where on the board a card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    New,
    Preparing,
    OnTheWay,
    Later,
}

impl Column {
    /// As they stand on the page.
    pub const ALL: [Column; 4] = [Column::Later, Column::New, Column::Preparing, Column::OnTheWay];

    pub fn key(self) -> &'static str {
        match self {
            Column::New => "new",
            Column::Preparing => "preparing",
            Column::OnTheWay => "on-the-way",
            Column::Later => "later",
        }
    }

    fn of(status: Status) -> Option<Column> {
        match status {
            // Whatever waits for an answer lies where answers are given.
            Status::Scheduled | Status::New => Some(Column::New),
            Status::ScheduledVerified => Some(Column::Later),
            Status::Preparing => Some(Column::Preparing),
            Status::OnTheWay => Some(Column::OnTheWay),
            Status::Delivered | Status::CancelledByCustomer | Status::CancelledByRestaurant => None,
        }
    }
}

/// Where an order lies and since when; nothing for one that is over. One that was just cancelled, or that its platform goes on with,
/// stays where it was, so that its cook sees it there and nothing moves.
fn spot(on_board: &BoardOrder) -> Option<(Column, Time)> {
    let history = &on_board.order.history;
    if let Some(at) = on_board.order.brought_back_at {
        return Some((Column::Preparing, at));
    }
    if let Some(column) = Column::of(on_board.order.status) {
        return Some((column, history.last().map_or(on_board.order.updated_at, |step| step.at)));
    }
    // What was delivered before it was cancelled can no longer be stopped.
    let is_end = |status: Status| status == on_board.order.status || status.is_cancelled();
    let before = history.iter().rev().find(|step| !is_end(step.status)).filter(|_| on_board.is_just_over)?;
    Some((Column::of(before.status)?, before.at))
}

pub struct OrderCard {
    pub t: &'static texts::BoardTexts,
    pub id: Id,
    pub column: Column,
    /// Cards of a column lie in rising order of this.
    pub sort: i64,
    /// Which change of the order this shows: an older one never replaces a newer.
    pub change: Id,
    pub provider: Provider,
    pub platform: &'static str,
    pub mark: &'static str,
    pub code: String,
    pub restaurant: Option<String>,
    /// From when on it rings.
    pub rings: Option<Time>,
    pub due: DueView,
    /// When a clock runs out, and what it shows until a script lets it run.
    pub accept_by: Option<(Time, String)>,
    pub calls_at: Option<(Time, String)>,
    pub wanted_at: Option<String>,
    pub starts_at: Option<String>,
    pub promised_at: Option<String>,
    pub customer: String,
    pub courier: String,
    /// Where the platform's courier is, and the tone to say it in.
    pub courier_news: Option<(&'static str, String)>,
    /// Its label, and what is said when the order is collected.
    pub pickup_code: Option<(&'static str, String)>,
    pub dishes: Vec<OrderedDish>,
    /// Those that open on a press, and the line that says how many they are.
    pub others: Vec<OrderedDish>,
    pub others_line: String,
    pub summary: String,
    pub rest: Option<String>,
    /// Of what is on the order's page alone something must be read before it is cooked.
    pub is_rest_loud: bool,
    pub note: Option<String>,
    /// The note says that something is not wanted.
    pub is_no: bool,
    /// Something on it speaks of an allergy; the order's note does.
    pub is_allergy: bool,
    pub is_note_allergy: bool,
    pub flags: Vec<&'static str>,
    pub total: String,
    pub payment: String,
    pub is_paid: bool,
    pub paid: &'static str,
    /// Its label, and what the courier has to bring back.
    pub required_change: Option<(&'static str, String)>,
    pub is_test: bool,
    pub has_problems: bool,
    pub duplicate: Option<Id>,
    pub told_at: Option<String>,
    pub is_not_told: bool,
    /// The platform said that it took a step and does not have it.
    pub not_taken: Option<String>,
    pub is_automatic: bool,
    /// What its platform changed in it and nobody has taken note of.
    pub changed: Option<BasketNews>,
    pub cancelled: Option<String>,
    /// What whoever cancelled it wrote.
    pub cancelled_note: Option<String>,
    is_folded: bool,
    /// When an order was over that is still shown: cancelled, or its platform goes on with it.
    pub over_at: Option<Time>,
    /// It was cancelled elsewhere and nobody here has seen that: the strip above the board says so too.
    pub is_unseen: bool,
    pub next: Option<Next>,
    pub platform_moves: bool,
    pub can_cancel: bool,
    /// What was pressed and can be taken back, or could not be carried out.
    pub held: Option<HeldView>,
    /// It is being cooked: its dishes are struck off here, as they are in it since that moment.
    pub marks: Option<Time>,
    /// It was brought back to the cooks, and what its platform keeps.
    pub brought_back: Option<String>,
    /// Since when all of it is ready.
    pub ready_at: Option<String>,
}

#[derive(Template)]
#[template(path = "card.html")]
pub struct OrderCardPiece {
    pub card: OrderCard,
}

impl OrderCard {
    /// `None` for an order that is over: it has no card.
    pub fn of(on_board: &BoardOrder, lang: Lang) -> Option<OrderCard> {
        let (column, entered) = spot(on_board)?;
        Some(OrderCard::at(on_board, lang, column, entered))
    }

    /// One that was moved on, also if it is over; nothing for one that was not moved yet.
    pub fn recalled(on_board: &BoardOrder, lang: Lang) -> Option<OrderCard> {
        let last = on_board.order.history.last()?;
        let column = Column::of(last.status).unwrap_or(Column::OnTheWay);
        // Of what is looked back at nothing is struck off.
        Some(OrderCard {
            marks: None,
            held: None,
            brought_back: None,
            ..OrderCard::at(on_board, lang, column, last.at)
        })
    }

    fn at(on_board: &BoardOrder, lang: Lang, column: Column, entered: Time) -> OrderCard {
        let (order, content) = (&on_board.order, &on_board.order.content);
        let (t, zone, now) = (lang.texts().board_page, &on_board.place.zone, clock::now());
        let clock = |end: Time| (end, left(t, end, now));
        let at = |time: Time| moment(lang, time, now, zone);
        let awaits = order.status.awaits_verification();
        let waiting = order.platform_sync.iter().find(|step| step.state == StepState::Waiting);
        let is_not_taken = content.has_problem(NOT_TAKEN_THERE);
        // Each is said once.
        let is_not_told = !is_not_taken && order.platform_sync.iter().any(|step| step.state == StepState::Failed);
        let platform = facts(order.provider).short_name_in(lang);
        let summary = texts::items(lang, content.items.iter().fold(0, |sum, item| item.quantity.saturating_add(sum)));
        let dishes = dishes(lang, &content.items, content.amount.currency, &on_board.allergy_words);
        let note = content.note.as_deref().filter(|note| !note.is_empty());
        let is_note_allergy = note.is_some_and(|note| on_board.allergy_words.are_in(note));
        // Also where the line itself does not fit.
        let is_allergy = is_note_allergy || dishes.iter().any(|dish| dish.is_allergy);
        let folds = !is_folded(column, order);
        let fit = fitting(dishes, folds);
        let held = on_board.held.as_ref().map(|held| HeldView::of(held, t, lang, content.delivery_type, now));
        // One thing at a time: what was pressed is carried out, or is taken back first.
        let is_held = on_board.held.as_ref().is_some_and(HeldAct::is_waiting);
        let next = next(t, on_board).filter(|_| !is_held);
        OrderCard {
            t,
            id: order.id,
            column,
            sort: sort(column, on_board, entered),
            change: order.change_id,
            provider: order.provider,
            platform,
            mark: facts(order.provider).mark,
            code: clipped(order.code.as_deref().unwrap_or(&order.provider_order_id), 16),
            restaurant: on_board.place.is_one_of_many.then(|| clipped(&on_board.place.name, 60)),
            rings: on_board.rings,
            due: DueView::of(on_board.due, lang, now),
            accept_by: content.accept_by.filter(|_| awaits).map(clock),
            calls_at: on_board.calls_at.map(clock),
            wanted_at: content.scheduled_at.map(at),
            starts_at: order.starts_at.filter(|_| column == Column::Later).map(at),
            promised_at: content.promised_at.filter(|_| column != Column::Later && !content.is_scheduled).map(at),
            customer: content.customer.name.as_deref().map_or(t.nameless.to_owned(), |name| clipped(name, 80)),
            courier: courier(lang, order),
            courier_news: courier_news(lang, order, now, zone),
            pickup_code: content
                .pickup_code
                .as_deref()
                .map(|code| (lang.texts().order_page.pickup_code, clipped(code, 40))),
            dishes: fit.shown,
            others_line: texts::others(lang, fit.folded.len()),
            others: fit.folded,
            summary,
            rest: (fit.left > 0).then(|| texts::rest(lang, fit.left)),
            is_rest_loud: fit.is_left_loud || note.is_some_and(is_too_long),
            note: note.map(|note| clipped(note, MOST_LETTERS)),
            is_no: is_no(content.note.as_deref()),
            is_allergy,
            is_note_allergy,
            flags: wishes(lang, content),
            total: show::money(lang, content.amount.total, content.amount.currency),
            payment: payment_at_a_glance(lang, order),
            is_paid: content.payment.is_paid,
            paid: words::is_paid(lang, content.payment.is_paid),
            required_change: content.payment.required_change.map(|change| {
                (lang.texts().order_page.required_change, show::money(lang, change, content.amount.currency))
            }),
            is_test: content.is_test,
            has_problems: content.problems.iter().any(|problem| problem != NOT_TAKEN_THERE),
            duplicate: order.possible_duplicate_of,
            told_at: waiting.and_then(|step| step.due_at).map(|due| show::clock(due, zone)),
            is_not_told,
            not_taken: is_not_taken.then(|| texts::not_taken(lang, platform, missing_step(lang, order))),
            is_automatic: order.accepts_itself(),
            changed: basket::unseen(lang, order)
                .filter(|_| order.cancellation.is_none())
                .map(|news| fitting_news(lang, news)),
            cancelled: cancelled(lang, order),
            is_unseen: order.cancellation.as_ref().is_some_and(Cancellation::is_unseen),
            cancelled_note: cancelled_note(order).map(|note| clipped(note, MOST_LETTERS)),
            is_folded: !folds,
            over_at: order
                .history
                .last()
                .filter(|step| on_board.is_just_over && step.status.is_closed())
                .map(|it| it.at),
            platform_moves: next.is_none() && !is_held && !order.status.is_closed(),
            next,
            can_cancel: on_board.allowed.contains(&Action::Cancel) && !is_held,
            held,
            brought_back: order
                .brought_back_at
                .map(|_| texts::brought_back(lang, platform, words::status(lang, order.status))),
            marks: order.is_cooking().then(|| order.basket_since()),
            ready_at: order.ready_at.filter(|_| order.is_cooking()).map(|at| show::clock(at, zone)),
        }
    }

    /// The clock below says it already where the order must be answered in time.
    pub fn shows_due(&self) -> bool {
        self.column != Column::Later && self.over_at.is_none() && self.accept_by.is_none()
    }

    pub fn due_label(&self) -> &'static str {
        match self.due.by {
            DueBy::Answer => self.t.due_answer,
            DueBy::Promise => self.t.due_promise,
            DueBy::Pace => self.t.due_pace,
        }
    }

    /// What the kitchen does not need at a glance is folded away.
    pub fn is_folded(&self) -> bool {
        self.is_folded
    }

    /// Its platform waited for an answer for so long, and no longer.
    pub fn is_expired(&self, now: Time) -> bool {
        let is_past = self.accept_by.as_ref().is_some_and(|(end, _)| *end <= now);
        is_past && self.column == Column::New && self.over_at.is_none()
    }
}

fn is_folded(column: Column, order: &Order) -> bool {
    matches!(column, Column::Later | Column::OnTheWay) || order.cancellation.is_some()
}

/// What is most urgent comes first: what a platform takes away if it is not answered, then what is due; what is for later, by
/// its hour. What was cancelled keeps its place where it may be cooking; where it was not begun it is last.
fn sort(column: Column, on_board: &BoardOrder, entered: Time) -> i64 {
    match (column, on_board.due.by) {
        (Column::Later, _) => on_board.order.content.scheduled_at.unwrap_or(entered).0,
        (Column::New, _) if on_board.is_just_over => on_board.due.at.0 + 2 * AFTER_DEADLINES,
        (Column::New, DueBy::Promise | DueBy::Pace) => on_board.due.at.0 + AFTER_DEADLINES,
        _ => on_board.due.at.0,
    }
}

/// What the customer wants of the whole order.
pub fn wishes(lang: Lang, content: &Content) -> Vec<&'static str> {
    let flags = content.flags.iter().map(|flag: &Flag| words::flag(lang, *flag));
    flags.chain(if_unavailable(lang, &content.items)).collect()
}

/// Our word for it, and the card's brand or the platform's own word where that says more.
pub fn payment(lang: Lang, order: &Order) -> String {
    let payment = &order.content.payment;
    let word = words::payment(lang, payment.kind);
    if let Some(brand) = &payment.brand {
        return format!("{word} · {}", words::brand(brand));
    }
    match payment.name.as_deref().map(str::trim) {
        Some(name) if !name.is_empty() => {
            let name = words::payment_name(lang, name);
            // What only says the same again is left out.
            if name.eq_ignore_ascii_case(word) { word.to_owned() } else { format!("{word} · {}", clipped(&name, 60)) }
        }
        _ => word.to_owned(),
    }
}

/// The platform's wording only where ours leaves something open: which meal card it is.
fn payment_at_a_glance(lang: Lang, order: &Order) -> String {
    match order.content.payment.kind {
        PaymentType::MealCard | PaymentType::Wallet | PaymentType::Other => payment(lang, order),
        kind => words::payment(lang, kind).to_owned(),
    }
}

/// Who brings it, by name where the platform gives one.
fn courier(lang: Lang, order: &Order) -> String {
    let word = words::courier(lang, order.content.delivery_type);
    match order.courier.as_ref().and_then(|courier| courier.name.as_deref()) {
        Some(name) => format!("{word}: {}", clipped(name, 40)),
        None => word.to_owned(),
    }
}

/// Where the courier is, as long as the order is in the kitchen, and the tone to say it in.
pub fn courier_news(lang: Lang, order: &Order, now: Time, zone: &jiff::tz::TimeZone) -> Option<(&'static str, String)> {
    let courier = order.courier.as_ref().filter(|_| matches!(order.status, Status::New | Status::Preparing))?;
    let t = lang.texts().board_page;
    Some(match courier.state {
        Some(CourierState::Waiting) => ("bad", t.courier_waiting.to_owned()),
        Some(CourierState::Arrived) => ("warn", t.courier_arrived.to_owned()),
        Some(CourierState::Nearby) => ("info", t.courier_nearby.to_owned()),
        None => {
            let mut times = [courier.pickup_from, courier.pickup_until].into_iter().flatten();
            let (first, last) = (times.next()?, times.next());
            let when = [Some(first), last].into_iter().flatten().map(|time| moment(lang, time, now, zone));
            ("info", texts::courier_comes(lang, &when.collect::<Vec<_>>().join(" – ")))
        }
    })
}

fn cancelled(lang: Lang, order: &Order) -> Option<String> {
    let cancellation = order.cancellation.as_ref()?;
    let by = words::actor(lang, &cancellation.by);
    Some(match reason(lang, order) {
        Some(reason) => format!("{by}: {}", clipped(&reason, 120)),
        None => by,
    })
}

fn cancelled_note(order: &Order) -> Option<&str> {
    order.cancellation.as_ref()?.note.as_deref().filter(|note| !note.is_empty())
}

/// What the platform said to have taken and does not have.
fn missing_step(lang: Lang, order: &Order) -> &'static str {
    // Of others it has shown since that it has them.
    let lapsed = || order.platform_sync.iter().filter(|step| step.lapse.is_some());
    let of = |state: StepState| lapsed().find(|step| step.state == state);
    let missing = of(StepState::Failed).or_else(|| of(StepState::Waiting)).or_else(|| lapsed().next_back());
    words::status(lang, missing.map_or(order.status, |step| step.to))
}

#[cfg(test)]
mod tests;
