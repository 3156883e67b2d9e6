//! Where an order lies on the board, and in which order. Which columns there are follows the role.

use super::look::CardLook;
use model::{DueBy, ScreenRole, Status, Time};
use ops::orders::BoardOrder;

/// More than any time in milliseconds: what has no deadline for an answer comes after all that has one.
const AFTER_DEADLINES: i64 = 1_000_000_000_000_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    New,
    Preparing,
    /// All of it is made, and it has not left.
    Ready,
    OnTheWay,
    Later,
}

/// How much of a column a screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnForm {
    Cards,
    /// One line that is opened on demand, and shown only when there is something in it.
    Line,
    /// How many there are, and nothing of them.
    Count,
}

impl Column {
    /// Those of a role, as they stand on the page.
    pub fn of_role(role: ScreenRole) -> &'static [(Column, ColumnForm)] {
        use Column::{Later, New, OnTheWay, Preparing, Ready};
        use ColumnForm::{Cards, Count, Line};
        match role {
            ScreenRole::All => &[(Later, Line), (New, Cards), (Preparing, Cards), (OnTheWay, Cards)],
            ScreenRole::Counter => {
                &[(Later, Line), (New, Cards), (Preparing, Cards), (Ready, Cards), (OnTheWay, Cards)]
            }
            ScreenRole::Kitchen => &[(New, Cards), (Preparing, Cards), (Later, Line), (Ready, Line), (OnTheWay, Count)],
            ScreenRole::Station => &[(Preparing, Cards), (Ready, Line)],
            ScreenRole::Pass => &[(Preparing, Cards), (OnTheWay, Count)],
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Column::New => "new",
            Column::Preparing => "preparing",
            Column::Ready => "ready",
            Column::OnTheWay => "on-the-way",
            Column::Later => "later",
        }
    }

    pub fn of(status: Status) -> Option<Column> {
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

/// Where an order lies and since when; nothing for one that is over, or that this look does not show.
pub fn spot(on_board: &BoardOrder, look: CardLook) -> Option<(Column, ColumnForm, Time)> {
    let (column, entered) = whereabouts(on_board)?;
    if !concerns(on_board, look) {
        return None;
    }
    let is_ready = column == Column::Preparing && is_made(on_board, look);
    let columns = Column::of_role(look.role);
    let form = |wanted| columns.iter().find(|(column, _)| *column == wanted).map(|(_, form)| *form);
    match form(Column::Ready).filter(|_| is_ready) {
        Some(found) => Some((Column::Ready, found, entered)),
        None => Some((column, form(column)?, entered)),
    }
}

/// One that was just cancelled, or that its platform goes on with, stays where it was, so that its cook sees it there and
/// nothing moves.
fn whereabouts(on_board: &BoardOrder) -> Option<(Column, Time)> {
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

/// A station has something to make of it. What could not be read may be anybody's.
pub fn concerns(on_board: &BoardOrder, look: CardLook) -> bool {
    let items = &on_board.order.content.items;
    look.station.is_none_or(|station| items.is_empty() || on_board.stations.made_at(station, items).next().is_some())
}

/// All that this look shows of it is made.
fn is_made(on_board: &BoardOrder, look: CardLook) -> bool {
    let items = &on_board.order.content.items;
    let is_complete = |station| !items.is_empty() && on_board.stations.is_complete_at(station, items);
    on_board.order.ready_at.is_some() || look.station.is_some_and(is_complete)
}

/// What is most urgent comes first: what a platform takes away if it is not answered, then what is due; what is for later, by
/// its hour. What was cancelled keeps its place where it may be cooking; where it was not begun it is last. At the pass what is
/// complete comes first.
pub fn sort(column: Column, on_board: &BoardOrder, look: CardLook, entered: Time) -> i64 {
    let due = on_board.due.at.0;
    match (column, on_board.due.by) {
        (Column::Later, _) => on_board.order.content.scheduled_at.unwrap_or(entered).0,
        (Column::New, _) if on_board.is_just_over => due + 2 * AFTER_DEADLINES,
        (Column::New, DueBy::Promise | DueBy::Pace) => due + AFTER_DEADLINES,
        (Column::Preparing, _) if look.role == ScreenRole::Pass && on_board.order.ready_at.is_some() => {
            due - AFTER_DEADLINES
        }
        _ => due,
    }
}
