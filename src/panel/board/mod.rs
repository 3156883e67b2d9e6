//! The board: every open order in its column, live on every screen.
//!
//! `card` is one order, `strip` what was cancelled elsewhere, `recall` brings back what was moved on by mistake, `took` says how long the kitchen takes, `live` (beside this folder) is the stream that
//! keeps screens up to date. The page works without it: each button is a form, and the answer leads back here.

pub mod card;
pub mod recall;
mod strip;
pub mod took;

use super::{
    frame::{Frame, Here},
    live::Live,
    news::Ear,
    page::page,
    select::SelectOption,
    start::BoardInvitation,
    visit::{KITCHEN, Visit},
};
use askama::Template;
use card::{Column, OrderCard};
use http::Answer;
use i18n::{
    Lang, Spoken,
    pages::{board as texts, words},
};
use model::{Failure, Id, Status, Time};
use ops::orders::{self, CutStatus};
use std::sync::Arc;
use strip::CancelledRow;
use took::TookLine;

/// The board of one person, ready for the template.
struct BoardView {
    t: &'static texts::BoardTexts,
    columns: Vec<ColumnOf>,
    strip: Vec<CancelledRow>,
    position: Id,
    /// The server's clock, by which a screen counts; that of a kitchen tablet may be anything.
    now: Time,
    is_quiet: bool,
}

struct ColumnOf {
    key: &'static str,
    title: &'static str,
    /// What is said where there are no cards.
    none: Option<&'static str>,
    /// It is one line that is opened on demand, and shown only when there is something in it.
    is_line: bool,
    /// When the first of that line is wanted.
    first: Option<String>,
    cards: Vec<OrderCard>,
    /// Those that nobody has answered in time, where orders are answered, and the line that they are folded into.
    expired: Vec<OrderCard>,
    has_expired: bool,
    expired_line: String,
    /// Without those that are over.
    count: usize,
    /// There are more, which the list of orders of this status shows.
    undrawn: Option<Undrawn>,
    /// How long the kitchen takes, above what it is cooking.
    took: Option<TookLine>,
}

struct Undrawn {
    status: u16,
    count: usize,
    text: String,
}

#[derive(Template)]
#[template(path = "board.html")]
struct BoardPage {
    frame: Frame,
    board: BoardView,
    restaurants: Vec<SelectOption>,
    /// Where this board is.
    home: &'static str,
    /// A person looks at it, who may go elsewhere.
    has_account: bool,
    is_connected: bool,
    unconnected_why: String,
    /// Where a button leads back to.
    back: String,
    stream: String,
    pieces: String,
    recall: String,
    /// Second, minute, hour, day, as ages have them.
    units: String,
    /// Texts with a place for what a script fills in.
    left: String,
    late: String,
    first: String,
    expired: String,
    notice: Option<&'static str>,
    /// For owners: the first steps, and a test order.
    start: BoardInvitation,
}

#[derive(Template)]
#[template(path = "board_pieces.html")]
struct Pieces {
    board: BoardView,
}

/// The board of a person, or that of a screen in a kitchen: the board, the whole board and nothing but the board.
pub async fn show(visit: Visit, home: &'static str) -> Answer {
    let chosen = chosen(&visit)?;
    let query = chosen.map_or(String::new(), |id| format!("?restaurant={id}"));
    let board = orders::board(&visit.app, chosen)?;
    let restaurants = board.restaurants.iter().filter(|(id, _)| visit.access().sees(*id));
    let restaurants =
        restaurants.map(|(id, name)| SelectOption::new(id.to_string(), name.as_str(), chosen == Some(*id))).collect();
    let is_connected = board.is_connected;
    let first = chosen.or_else(|| board.restaurants.first().map(|(id, _)| *id));
    let board = BoardView::of(&board, visit.lang);
    let start = BoardInvitation::of(&visit, first, board.is_quiet)?;
    let title = if home == KITCHEN { visit.lang.texts().kitchen_page.screen } else { board.t.title };
    let is_changed = visit.call.query()?.one("notice")? == Some("changed");
    let connectable: Vec<&str> = platforms::called().map(|(_, facts)| facts.short_name_in(visit.lang)).collect();
    visit.stay(page(&BoardPage {
        frame: Frame { is_kitchen: home == KITCHEN, ..Frame::of(&visit, Here::Board, title) },
        has_account: !visit.is_kitchen(),
        home,
        restaurants,
        is_connected,
        unconnected_why: texts::unconnected_why(visit.lang, &connectable.join(", ")),
        back: format!("{home}{query}"),
        stream: format!("/live{query}"),
        pieces: format!("/board{query}"),
        recall: format!("/board/recall{query}"),
        units: visit.lang.texts().common.units.join(" "),
        left: texts::left(visit.lang, "{}"),
        late: texts::late(visit.lang, "{}"),
        first: texts::first_at(visit.lang, "{}"),
        expired: texts::expired(visit.lang, "{}"),
        notice: is_changed.then_some(board.t.changed),
        start,
        board,
    }))
}

/// The columns and the strip alone: what a screen asks for that missed something.
pub async fn pieces(visit: Visit) -> Answer {
    visit.stay(page(&Pieces { board: BoardView::of(&orders::board(&visit.app, chosen(&visit)?)?, visit.lang) }))
}

pub async fn stream(live: Arc<Live>, visit: Visit) -> Answer {
    let chosen = chosen(&visit)?;
    visit.stay(live.listen(&visit, Ear::Cards(chosen)))
}

/// What rings on every other page.
pub async fn ring(live: Arc<Live>, visit: Visit) -> Answer {
    visit.stay(live.listen(&visit, Ear::Bell))
}

/// The restaurant that the board is narrowed to. One that is unknown has no orders.
fn chosen(visit: &Visit) -> Result<Option<Id>, Failure> {
    let query = visit.call.query()?;
    let asked = query.one("restaurant")?.filter(|text| !text.is_empty());
    let asked = asked.map(|text| Id::parse(text).unwrap_or(Id::NIL));
    // A screen that is for one restaurant shows that one, whatever it asks for.
    Ok(visit.access().restaurant.or(asked))
}

/// A key of the board, which users may change on their device; `board/keys.js` says what each act does.
struct BoardKey {
    act: &'static str,
    usual: &'static str,
    text: &'static str,
}

impl BoardView {
    fn keys(&self) -> Vec<BoardKey> {
        let t = self.t;
        let key = |act, usual, text| BoardKey { act, usual, text };
        vec![
            key("down", "↓ J", t.key_down),
            key("up", "↑ K", t.key_up),
            key("right", "→", t.key_right),
            key("left", "←", t.key_left),
            key("press", "Enter", t.key_next),
            key("cancel", "C", t.key_cancel),
            key("open", "O", t.key_open),
            key("recall", "R", t.key_recall),
            key("filter", "F", t.key_filter),
            key("mute", "M", t.key_mute),
        ]
    }

    fn of(board: &orders::Board, lang: Lang) -> BoardView {
        let mut cards: Vec<OrderCard> = board.orders.iter().filter_map(|order| OrderCard::of(order, lang)).collect();
        cards.sort_by_key(|card| (card.sort, card.id));
        let (is_quiet, now) = (cards.is_empty(), clock::now());
        let mut columns: Vec<ColumnOf> =
            Column::ALL.iter().map(|column| ColumnOf::of(*column, lang, &board.cut)).collect();
        for card in cards {
            if let Some(column) = columns.iter_mut().find(|column| column.key == card.column.key()) {
                column.count += usize::from(card.over_at.is_none());
                if card.is_expired(now) { column.expired.push(card) } else { column.cards.push(card) }
            }
        }
        for column in columns.iter_mut().filter(|column| column.has_expired) {
            column.expired_line = texts::expired(lang, &column.expired.len().to_string());
        }
        for column in columns.iter_mut().filter(|column| column.is_line) {
            let hour = column.cards.first().and_then(|card| card.wanted_at.as_deref());
            column.first = hour.map(|hour| texts::first_at(lang, hour));
        }
        if let Some(kitchen) = columns.iter_mut().find(|column| column.key == Column::Preparing.key()) {
            kitchen.took = Some(TookLine::of(lang, board.times));
        }
        let strip = board.unseen.iter().filter_map(|order| CancelledRow::of(order, lang, now)).collect();
        BoardView { t: lang.texts().board_page, columns, strip, position: board.position, now, is_quiet }
    }
}

impl ColumnOf {
    /// It says in words that there is nothing.
    fn is_bare(&self) -> bool {
        self.cards.is_empty() && self.expired.is_empty()
    }

    fn of(column: Column, lang: Lang, cut: &[CutStatus]) -> ColumnOf {
        let t = lang.texts().board_page;
        let open = |status, none| (words::status(lang, status), Some(none), status);
        let (title, none, status) = match column {
            Column::Later => (t.later, None, Status::ScheduledVerified),
            Column::New => open(Status::New, t.none_new),
            Column::Preparing => open(Status::Preparing, t.none_preparing),
            Column::OnTheWay => open(Status::OnTheWay, t.none_on_the_way),
        };
        let undrawn = cut.iter().find(|cut| cut.status == status).map(|cut| Undrawn {
            status: status.code(),
            count: cut.undrawn,
            text: if cut.is_newer { texts::undrawn_newer } else { texts::undrawn_older }(lang, cut.undrawn),
        });
        ColumnOf {
            key: column.key(),
            title,
            none,
            is_line: none.is_none(),
            first: None,
            cards: Vec::new(),
            expired: Vec::new(),
            has_expired: column == Column::New,
            expired_line: String::new(),
            count: undrawn.as_ref().map_or(0, |undrawn| undrawn.count),
            undrawn,
            took: None,
        }
    }
}
