//! What a screen shows of one order: its card, its tile, or only that it is there.

use super::{
    card::{Face, OrderCard, OrderCardPiece, over_at},
    column::{Column, ColumnForm, sort, spot},
    look::CardLook,
};
use askama::Template;
use i18n::Lang;
use model::{Id, Time, order::Cancellation};
use ops::orders::BoardOrder;
use std::fmt;

pub enum BoardCard {
    Whole(Box<OrderCard>),
    /// That it is there, to be counted.
    Counted(CountedCard),
}

#[derive(Template)]
#[template(path = "card_counted.html")]
pub struct CountedCard {
    pub id: Id,
    pub column: Column,
    pub sort: i64,
    pub change: Id,
    pub over_at: Option<Time>,
    pub is_unseen: bool,
}

#[derive(Template)]
#[template(path = "tile.html")]
struct TilePiece<'a> {
    card: &'a OrderCard,
}

impl BoardCard {
    /// Nothing for an order that this look does not show.
    pub fn of(on_board: &BoardOrder, look: CardLook, lang: Lang) -> Option<BoardCard> {
        let (column, form, entered) = spot(on_board, look)?;
        if form != ColumnForm::Count {
            return Some(BoardCard::Whole(Box::new(OrderCard::at(on_board, look, lang, column, entered))));
        }
        let order = &on_board.order;
        Some(BoardCard::Counted(CountedCard {
            id: order.id,
            column,
            sort: sort(column, on_board, look, entered),
            change: order.change_id,
            over_at: over_at(on_board),
            is_unseen: order.cancellation.as_ref().is_some_and(Cancellation::is_unseen),
        }))
    }

    pub fn column(&self) -> Column {
        match self {
            BoardCard::Whole(card) => card.column,
            BoardCard::Counted(card) => card.column,
        }
    }

    /// Cards of a column lie in rising order of this.
    pub fn place(&self) -> (i64, Id) {
        match self {
            BoardCard::Whole(card) => (card.sort, card.id),
            BoardCard::Counted(card) => (card.sort, card.id),
        }
    }

    /// It counts as open.
    pub fn is_open(&self) -> bool {
        match self {
            BoardCard::Whole(card) => card.over_at.is_none(),
            BoardCard::Counted(card) => card.over_at.is_none(),
        }
    }

    pub fn is_expired(&self, now: Time) -> bool {
        matches!(self, BoardCard::Whole(card) if card.is_expired(now))
    }

    pub fn wanted_at(&self) -> Option<&str> {
        match self {
            BoardCard::Whole(card) => card.wanted_at.as_deref(),
            BoardCard::Counted(_) => None,
        }
    }
}

/// As HTML: straight into the page that it is part of.
impl fmt::Display for BoardCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let made = match self {
            BoardCard::Whole(card) if card.face == Face::Card => OrderCardPiece { card }.render_into(f),
            BoardCard::Whole(card) => TilePiece { card }.render_into(f),
            BoardCard::Counted(card) => card.render_into(f),
        };
        made.map_err(|_| fmt::Error)
    }
}
