//! One order as a card: everything that the kitchen needs, ready for the template. It holds nothing of its viewer but in which
//! role it is looked at, so that it is rendered once for all screens that look alike in a language.
//!
//! `bill` is what only some roles see, `courier` who brings it, `fit` how much of it there is room for, `press` its buttons, `times` its clocks.

mod bill;
mod courier;
mod fit;
mod press;
mod times;

use super::{
    column::{Column, sort, spot},
    look::CardLook,
};
use crate::{
    order::{
        basket::{self, BasketNews},
        lines::{OrderedDish, dishes, if_unavailable, is_no},
        reason::reason,
    },
    show,
};
use askama::Template;
pub use bill::payment;
use bill::{CardBill, guest};
use courier::courier;
pub use courier::courier_news;
pub use fit::clipped;
use fit::{CardRoom, MOST_LETTERS, fitting, fitting_news, is_too_long};
use i18n::{
    Lang, Spoken,
    pages::{board as texts, words},
};
use model::{
    Content, DishPlace, DueBy, HeldAct, Id, Order, Provider, ScreenAct, ScreenRole, Time,
    order::{Cancellation, Flag, NOT_TAKEN_THERE, StepState},
};
use ops::orders::{Action, BoardOrder};
use platforms::facts;
use press::{HeldView, Next, next};
pub use press::{advancing, holding};
use times::{DueView, left, moment};
pub use times::{before, late};

/// How much of an order its card shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Everything.
    Card,
    /// What is cooked, in a row of tiles.
    Tile,
    /// That it has come and how much it is: where it is cooked only once it was accepted.
    Slip,
}

pub struct OrderCard {
    pub t: &'static texts::BoardTexts,
    pub look: CardLook,
    pub face: Face,
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
    /// Of customers and money: nothing in a role that has none of it.
    pub bill: Option<CardBill>,
    /// Who is called at the pass.
    pub guest: Option<String>,
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
    pub can_be_ready: bool,
    pub can_be_put_away: bool,
    /// Since when all of it is ready.
    pub ready_at: Option<String>,
    /// That other stations make more of it.
    pub elsewhere: Option<String>,
    /// How many of its dishes are done, and how many there are.
    pub done: (usize, usize),
}

#[derive(Template)]
#[template(path = "card.html")]
pub struct OrderCardPiece<'a> {
    pub card: &'a OrderCard,
}

impl OrderCard {
    /// As it lies on the board that shows everything. `None` for an order that is over: it has no card.
    pub fn of(on_board: &BoardOrder, lang: Lang) -> Option<OrderCard> {
        let look = CardLook::default();
        let (column, _, entered) = spot(on_board, look)?;
        Some(OrderCard::at(on_board, look, lang, column, entered))
    }

    /// One that was moved on, also if it is over; nothing for one that was not moved yet.
    pub fn recalled(on_board: &BoardOrder, look: CardLook, lang: Lang) -> Option<OrderCard> {
        let last = on_board.order.history.last()?;
        let column = Column::of(last.status).unwrap_or(Column::OnTheWay);
        // Of what is looked back at nothing is struck off.
        Some(OrderCard {
            marks: None,
            held: None,
            brought_back: None,
            ..OrderCard::at(on_board, look, lang, column, last.at)
        })
    }

    pub fn at(on_board: &BoardOrder, look: CardLook, lang: Lang, column: Column, entered: Time) -> OrderCard {
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
        let mut dishes = dishes(lang, &content.items, content.amount.currency, &on_board.allergy_words);
        if let Some(station) = look.station {
            dishes.retain(|dish| on_board.stations.makes(station, &content.items[dish.at]));
        }
        if look.role == ScreenRole::Pass && order.is_cooking() && !on_board.stations.is_empty() {
            for dish in dishes.iter_mut().filter(|dish| !dish.is_done) {
                let makers = on_board.stations.maker_names(&content.items[dish.at]);
                dish.missing_from = (!makers.is_empty()).then(|| clipped(&makers.join(", "), 40));
            }
        }
        let elsewhere = content.items.len() - dishes.len();
        let note = content.note.as_deref().filter(|note| !note.is_empty());
        let is_note_allergy = note.is_some_and(|note| on_board.allergy_words.are_in(note));
        // Also where the line itself does not fit.
        let is_allergy = is_note_allergy || dishes.iter().any(|dish| dish.is_allergy);
        let face = face(column, look);
        let is_folded = is_folded(column, order, look);
        let room = match face {
            Face::Card if is_folded => CardRoom::Folded,
            Face::Card => CardRoom::Lanes,
            Face::Tile | Face::Slip => CardRoom::Tiles,
        };
        let done = (dishes.iter().filter(|dish| dish.is_done).count(), dishes.len());
        let fit = fitting(dishes, room);
        let may = |act: ScreenAct| look.role.may(act);
        let held = on_board.held.as_ref();
        let held = held.map(|held| HeldView::of(held, t, lang, content.delivery_type, now, look.role));
        // One thing at a time: what was pressed is carried out, or is taken back first.
        let is_held = on_board.held.as_ref().is_some_and(HeldAct::is_waiting);
        // At the pass it is put together first.
        let is_put_together = look.role != ScreenRole::Pass || order.ready_at.is_some();
        let next = next(t, on_board).filter(|next| !is_held && is_put_together && may(next.is));
        let marks = order.is_cooking().then(|| order.basket_since());
        OrderCard {
            t,
            look,
            face,
            id: order.id,
            column,
            sort: sort(column, on_board, look, entered),
            change: order.change_id,
            provider: order.provider,
            platform,
            mark: facts(order.provider).mark,
            code: clipped(order.code.as_deref().unwrap_or(&order.provider_order_id), 16),
            restaurant: on_board.place.is_one_of_many.then(|| clipped(&on_board.place.name, 60)),
            // What nobody can answer there rings elsewhere.
            rings: on_board.rings.filter(|_| may(ScreenAct::Ready)),
            due: DueView::of(on_board.due, look.is_tiled(), lang, now),
            accept_by: content.accept_by.filter(|_| awaits).map(clock),
            calls_at: on_board.calls_at.map(clock),
            wanted_at: content.scheduled_at.map(at),
            starts_at: order.starts_at.filter(|_| column == Column::Later).map(at),
            promised_at: content.promised_at.filter(|_| column != Column::Later && !content.is_scheduled).map(at),
            bill: look.role.has_money().then(|| CardBill::of(order, lang)),
            guest: guest(order, look.role),
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
            is_test: content.is_test,
            has_problems: content.problems.iter().any(|problem| problem != NOT_TAKEN_THERE),
            duplicate: order.possible_duplicate_of,
            told_at: waiting.and_then(|step| step.due_at).map(|due| show::clock(due, zone)),
            is_not_told,
            not_taken: is_not_taken.then(|| texts::not_taken(lang, platform, missing_step(lang, order))),
            is_automatic: order.accepts_itself(),
            changed: basket::unseen(lang, order, look.role.has_money())
                .filter(|_| order.cancellation.is_none())
                .map(|news| fitting_news(lang, news)),
            cancelled: cancelled(lang, order),
            is_unseen: order.cancellation.as_ref().is_some_and(Cancellation::is_unseen),
            cancelled_note: cancelled_note(order).map(|note| clipped(note, MOST_LETTERS)),
            is_folded,
            over_at: over_at(on_board),
            platform_moves: !on_board.allowed.iter().any(|one| matches!(one, Action::Verify | Action::Advance))
                && !is_held
                && !order.status.is_closed(),
            next,
            can_cancel: on_board.allowed.contains(&Action::Cancel) && !is_held && may(ScreenAct::Cancel),
            held,
            brought_back: order
                .brought_back_at
                .map(|_| texts::brought_back(lang, platform, words::status(lang, order.status))),
            can_be_ready: marks.is_some() && may(ScreenAct::Ready),
            can_be_put_away: order.brought_back_at.is_some() && may(ScreenAct::BringBack),
            marks: marks.filter(|_| may(ScreenAct::Strike)),
            done,
            elsewhere: (elsewhere > 0).then(|| texts::elsewhere(lang, elsewhere)),
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

    pub fn face_class(&self) -> &'static str {
        match self.face {
            Face::Card => "",
            Face::Tile => " docket",
            Face::Slip => " slip",
        }
    }

    /// What can be taken back in this role.
    pub fn undone(&self) -> Option<&HeldView> {
        self.held.as_ref().filter(|held| held.can_be_undone)
    }

    /// What a station has yet to make, as one press strikes it off.
    pub fn all_of_station(&self) -> Option<String> {
        let since = self.marks.filter(|_| self.look.role == ScreenRole::Station)?;
        let left = self.dishes.iter().filter(|dish| !dish.is_done);
        let places: Vec<String> = left.map(|dish| DishPlace { at: dish.at, since }.to_string()).collect();
        (!places.is_empty()).then(|| places.join(" "))
    }

    /// That it is ready is what is pressed next on it.
    pub fn is_ready_next(&self) -> bool {
        self.face == Face::Tile && self.ready_at.is_none()
    }

    /// Where orders are handed over.
    pub fn shows_courier(&self) -> bool {
        self.look.role == ScreenRole::Pass
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

/// When an order was over that is still shown.
pub fn over_at(on_board: &BoardOrder) -> Option<Time> {
    let last = on_board.order.history.last();
    last.filter(|step| on_board.is_just_over && step.status.is_closed()).map(|step| step.at)
}

/// What was not accepted yet is not cooked: a kitchen sees that it has come.
fn face(column: Column, look: CardLook) -> Face {
    match column {
        _ if !look.is_tiled() => Face::Card,
        Column::New => Face::Slip,
        _ => Face::Tile,
    }
}

/// At a counter nobody cooks.
fn is_folded(column: Column, order: &Order, look: CardLook) -> bool {
    let is_cooked = look.role != ScreenRole::Counter || column == Column::New;
    matches!(column, Column::Later | Column::OnTheWay) || order.cancellation.is_some() || !is_cooked
}

/// What the customer wants of the whole order.
pub fn wishes(lang: Lang, content: &Content) -> Vec<&'static str> {
    let flags = content.flags.iter().map(|flag: &Flag| words::flag(lang, *flag));
    flags.chain(if_unavailable(lang, &content.items)).collect()
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
