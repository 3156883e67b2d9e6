//! What can be pressed on a card, and what was pressed and can still be taken back.

use super::{
    fit::{MOST_LETTERS, clipped},
    times::left,
};
use i18n::{self, Lang, pages::board as texts};
use model::{Act, DeliveryType, HeldAct, ScreenAct, ScreenRole, Status, Time};
use ops::orders::{Action, BoardOrder};

/// The one big button.
pub struct Next {
    pub text: &'static str,
    /// The last word of its path.
    pub act: Action,
    pub from: u16,
    /// What a role must be allowed to do.
    pub is: ScreenAct,
}

/// What was pressed, and until when it can be taken back.
pub struct HeldView {
    pub what: &'static str,
    pub due_at: Time,
    /// What the clock shows until a script lets it run.
    pub left: String,
    /// Why it could not be carried out.
    pub refused: Option<String>,
    pub from: u16,
    /// It is taken back by those who may press it.
    pub can_be_undone: bool,
}

/// What a press on an order at this status comes to.
pub fn advancing(from: Status) -> ScreenAct {
    match from {
        Status::Preparing => ScreenAct::HandOver,
        Status::OnTheWay => ScreenAct::Deliver,
        _ => ScreenAct::Accept,
    }
}

/// What somebody pressed that is held.
pub fn holding(held: &HeldAct) -> ScreenAct {
    match &held.act {
        Act::Verify { .. } => ScreenAct::Accept,
        Act::Advance => advancing(held.from),
        Act::Cancel { .. } => ScreenAct::Cancel,
    }
}

impl HeldView {
    pub fn of(
        held: &HeldAct,
        t: &'static texts::BoardTexts,
        lang: Lang,
        delivery: DeliveryType,
        now: Time,
        role: ScreenRole,
    ) -> HeldView {
        let what = match &held.act {
            Act::Verify { .. } => t.accept,
            Act::Advance => step(t, held.from, delivery),
            Act::Cancel { .. } => t.cancel,
        };
        let refused = held.refused.as_ref().map(|refusal| {
            texts::held_refused(lang, what, &clipped(&i18n::failure(lang, &refusal.clone().into()), MOST_LETTERS))
        });
        HeldView {
            what,
            due_at: held.due_at,
            left: left(t, held.due_at, now),
            refused,
            from: held.from.code(),
            can_be_undone: role.may(holding(held)),
        }
    }
}

pub fn next(t: &'static texts::BoardTexts, on_board: &BoardOrder) -> Option<Next> {
    let (order, from) = (&on_board.order, on_board.order.status.code());
    if on_board.allowed.contains(&Action::Verify) {
        return Some(Next { text: t.accept, act: Action::Verify, from, is: ScreenAct::Accept });
    }
    if !on_board.allowed.contains(&Action::Advance) {
        return None;
    }
    let (text, is) = (step(t, order.status, order.content.delivery_type), advancing(order.status));
    Some(Next { text, act: Action::Advance, from, is })
}

/// What the step from there is called.
fn step(t: &'static texts::BoardTexts, from: Status, delivery: DeliveryType) -> &'static str {
    match (from, delivery) {
        (Status::Preparing, DeliveryType::PlatformCourier) => t.ready_for_courier,
        (Status::Preparing, DeliveryType::RestaurantCourier) => t.send_out,
        (Status::Preparing, DeliveryType::Pickup) => t.ready,
        (Status::OnTheWay, DeliveryType::Pickup) => t.collected,
        (Status::OnTheWay, _) => t.delivered,
        _ => t.start,
    }
}
