//! The strip above the board: what customers and platforms cancelled, until somebody has seen it. One press holds for all
//! screens.

use super::{card::clipped, column::concerns, look::CardLook};
use crate::show;
use i18n::{Lang, pages::words};
use model::{Id, Item, Provider, ScreenAct, Status, Time};
use ops::orders::BoardOrder;
use platforms::facts;

/// Letters of the dishes of one order.
const MOST_LETTERS: usize = 200;

pub struct CancelledRow {
    pub id: Id,
    pub provider: Provider,
    pub mark: &'static str,
    pub platform: &'static str,
    pub code: String,
    pub restaurant: Option<String>,
    pub dishes: String,
    /// How far it was.
    pub was: &'static str,
    pub by: String,
    pub when: String,
}

impl CancelledRow {
    /// Nothing where it does not concern those who look: who answers no orders had nothing to do with one that nobody began.
    pub fn of(on_board: &BoardOrder, look: CardLook, lang: Lang, now: Time) -> Option<CancelledRow> {
        let order = &on_board.order;
        let cancellation = order.cancellation.as_ref()?;
        let was = order.history.iter().rev().map(|step| step.status).find(|status| !status.is_cancelled())?;
        let is_begun = !was.awaits_verification() && was != Status::ScheduledVerified;
        if !concerns(on_board, look) || (!is_begun && !look.role.may(ScreenAct::Accept)) {
            return None;
        }
        let is_its = |item: &&Item| look.station.is_none_or(|station| on_board.stations.makes(station, item));
        let dishes = order.content.items.iter().filter(is_its).map(|item| format!("{} × {}", item.quantity, item.name));
        Some(CancelledRow {
            id: order.id,
            provider: order.provider,
            mark: facts(order.provider).mark,
            platform: facts(order.provider).short_name_in(lang),
            code: clipped(order.code.as_deref().unwrap_or(&order.provider_order_id), 16),
            restaurant: on_board.place.is_one_of_many.then(|| clipped(&on_board.place.name, 60)),
            dishes: clipped(&dishes.collect::<Vec<String>>().join(", "), MOST_LETTERS),
            was: words::status(lang, was),
            by: words::actor(lang, &cancellation.by),
            when: words::ago(lang, &show::stretch(lang, now.since(cancellation.at))),
        })
    }
}
