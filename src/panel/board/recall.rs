//! Recall: the orders that were moved on last, back in sight. Platforms take no step back; after a bump by mistake this shows
//! what was in it, where it is now, and what can still be done.

use super::{
    card::OrderCard,
    look::{BoardLook, CardLook},
};
use crate::{page::page, show, visit::Visit};
use askama::Template;
use http::Answer;
use i18n::{
    Lang, Spoken,
    pages::{
        board::{self as texts, BoardTexts},
        words,
    },
};
use model::{ScreenAct, Time};
use ops::orders::{self, BoardOrder};

#[derive(Template)]
#[template(path = "recall.html")]
struct RecalledPiece {
    t: &'static BoardTexts,
    orders: Vec<RecalledOrder>,
    can_bring_back: bool,
}

struct RecalledOrder {
    card: OrderCard,
    status: &'static str,
    /// How long ago it was moved there.
    moved: String,
    can_be_brought_back: bool,
    /// What its platform keeps, whatever is cooked here.
    stays: String,
}

pub async fn show(visit: Visit) -> Answer {
    let (lang, now) = (visit.lang, clock::now());
    let look = BoardLook::of_piece(&visit)?;
    let orders = orders::moved_on(&visit.app, look.restaurant)?;
    let orders = orders.iter().filter_map(|on_board| RecalledOrder::of(on_board, look.card, lang, now)).collect();
    let can_bring_back = look.card.role.may(ScreenAct::BringBack);
    page(&RecalledPiece { t: lang.texts().board_page, orders, can_bring_back })
}

impl RecalledOrder {
    fn of(on_board: &BoardOrder, look: CardLook, lang: Lang, now: Time) -> Option<RecalledOrder> {
        let last = on_board.order.history.last()?;
        let (card, order) = (OrderCard::recalled(on_board, look, lang)?, &on_board.order);
        Some(RecalledOrder {
            can_be_brought_back: order.can_be_brought_back(),
            stays: texts::stays(lang, card.platform, words::status(lang, order.status)),
            card,
            status: words::status(lang, last.status),
            moved: words::ago(lang, &show::stretch(lang, now.since(last.at))),
        })
    }
}
