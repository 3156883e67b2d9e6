//! The board: every open order in its column, live on every screen.
//!
//! `look` is in which role it is looked at, `column` where orders lie then, `card` is one order and `shown` how much of it a screen shows, `strip` what was cancelled elsewhere, `recall` brings back what was moved on by mistake, `took` says how long the kitchen takes, `faring` how platforms fare, `live` (beside this folder) is the stream that
//! keeps screens up to date. The page works without it: each button is a form, and the answer leads back here.

pub mod card;
mod column;
pub mod faring;
pub mod look;
pub mod recall;
pub mod shown;
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
use card::{before, late};
use column::{Column, ColumnForm};
use http::Answer;
use i18n::{
    Lang, Spoken,
    pages::{board as texts, words},
};
use look::{BoardLook, CardLook};
use model::{Id, ScreenRole, Status, Time};
use ops::orders::{self, BoardStation, CutStatus};
use shown::BoardCard;
use std::sync::Arc;
use strip::CancelledRow;
use took::TookLine;

/// The board of one person, ready for the template.
struct BoardView {
    t: &'static texts::BoardTexts,
    look: CardLook,
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
    form: ColumnForm,
    /// When the first of that line is wanted.
    first: Option<String>,
    cards: Vec<BoardCard>,
    /// Those that nobody has answered in time, where orders are answered, and the line that they are folded into.
    expired: Vec<BoardCard>,
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
    faring: String,
    /// Second, minute, hour, day, as ages have them.
    units: String,
    /// Texts with a place for what a script fills in.
    left: String,
    late: String,
    first: String,
    expired: String,
    notice: Option<&'static str>,
    /// The roles that may be taken here, where there is more than one.
    roles: Vec<RoleLink>,
    /// The role that is taken, in words.
    role: String,
    /// For owners: the first steps, and a test order.
    start: BoardInvitation,
}

/// A role that may be taken, and where that leads.
struct RoleLink {
    path: String,
    text: String,
    is_taken: bool,
}

#[derive(Template)]
#[template(path = "board_pieces.html")]
struct Pieces {
    board: BoardView,
}

/// The board of a person, or that of a screen in a kitchen: the board, the whole board and nothing but the board.
pub async fn show(visit: Visit, home: &'static str) -> Answer {
    let look = BoardLook::of_page(&visit)?;
    let (chosen, query) = (look.restaurant, look.query());
    let board = orders::board(&visit.app, chosen)?;
    let restaurants = board.restaurants.iter().filter(|(id, _)| visit.access().sees(*id));
    let restaurants =
        restaurants.map(|(id, name)| SelectOption::new(id.to_string(), name.as_str(), chosen == Some(*id))).collect();
    let is_connected = board.is_connected;
    let stations = board.stations.clone();
    let first = chosen.or_else(|| board.restaurants.first().map(|(id, _)| *id));
    let board = BoardView::of(&board, look.card, visit.lang);
    let start = BoardInvitation::of(&visit, first, board.is_quiet)?;
    let title = if home == KITCHEN { visit.lang.texts().kitchen_page.screen } else { board.t.title };
    let is_changed = visit.call.query()?.one("notice")? == Some("changed");
    let connectable: Vec<&str> = platforms::called().map(|(_, facts)| facts.short_name_in(visit.lang)).collect();
    let answer = visit.stay(page(&BoardPage {
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
        faring: format!("/board/faring{query}"),
        units: visit.lang.texts().common.units.join(" "),
        left: before(look.card.is_tiled(), visit.lang, "{}"),
        late: late(look.card.is_tiled(), visit.lang, "{}"),
        first: texts::first_at(visit.lang, "{}"),
        expired: texts::expired(visit.lang, "{}"),
        notice: is_changed.then_some(board.t.changed),
        roles: role_links(&visit, home, look, &stations),
        role: station_name(look.card, &stations)
            .unwrap_or_else(|| words::screen_role(visit.lang, look.card.role))
            .to_owned(),
        start,
        board,
    }));
    let mut response = answer?;
    look.keep(&visit, &mut response);
    Ok(response)
}

/// Every role that may be taken here, and each station; nothing where there is no choice.
fn role_links(visit: &Visit, home: &str, look: BoardLook, stations: &[BoardStation]) -> Vec<RoleLink> {
    let roles = visit.roles();
    let link = |card: CardLook| {
        let query = BoardLook { card, ..look }.query();
        // That everything is wanted has to be said here: else what was looked at last is shown.
        let query = match (card.role, query.is_empty()) {
            (ScreenRole::All, true) => "?role=all".to_owned(),
            (ScreenRole::All, false) => format!("{query}&role=all"),
            _ => query,
        };
        let role = words::screen_role(visit.lang, card.role);
        let text = station_name(card, stations).map_or_else(|| role.to_owned(), |name| format!("{role}: {name}"));
        RoleLink { path: format!("{home}{query}"), text, is_taken: card == look.card }
    };
    let looks = ScreenRole::ALL.into_iter().filter(|role| roles.allow(*role)).flat_map(|role| match role {
        ScreenRole::Station => stations.iter().map(|one| CardLook { role, station: Some(one.id) }).collect(),
        _ => vec![CardLook { role, station: None }],
    });
    let links: Vec<RoleLink> = looks.map(link).collect();
    if links.len() > 1 { links } else { Vec::new() }
}

fn station_name(look: CardLook, stations: &[BoardStation]) -> Option<&str> {
    stations.iter().find(|station| Some(station.id) == look.station).map(|station| station.name.as_str())
}

/// The columns and the strip alone: what a screen asks for that missed something.
pub async fn pieces(visit: Visit) -> Answer {
    let look = BoardLook::of_piece(&visit)?;
    let board = orders::board(&visit.app, look.restaurant)?;
    visit.stay(page(&Pieces { board: BoardView::of(&board, look.card, visit.lang) }))
}

pub async fn stream(live: Arc<Live>, visit: Visit) -> Answer {
    let look = BoardLook::of_piece(&visit)?;
    visit.stay(live.listen(&visit, Ear::Cards(look)))
}

/// What rings on every other page.
pub async fn ring(live: Arc<Live>, visit: Visit) -> Answer {
    visit.stay(live.listen(&visit, Ear::Bell))
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

    fn of(board: &orders::Board, look: CardLook, lang: Lang) -> BoardView {
        let mut cards: Vec<BoardCard> =
            board.orders.iter().filter_map(|order| BoardCard::of(order, look, lang)).collect();
        cards.sort_by_key(BoardCard::place);
        let (is_quiet, now) = (cards.is_empty(), clock::now());
        let columns = Column::of_role(look.role).iter();
        let mut columns: Vec<ColumnOf> =
            columns.map(|(column, form)| ColumnOf::of(*column, *form, lang, &board.cut)).collect();
        for card in cards {
            if let Some(column) = columns.iter_mut().find(|column| column.key == card.column().key()) {
                column.count += usize::from(card.is_open());
                if card.is_expired(now) { column.expired.push(card) } else { column.cards.push(card) }
            }
        }
        for column in columns.iter_mut().filter(|column| column.has_expired) {
            column.expired_line = texts::expired(lang, &column.expired.len().to_string());
        }
        for column in columns.iter_mut().filter(|column| column.key == Column::Later.key()) {
            let hour = column.cards.first().and_then(BoardCard::wanted_at);
            column.first = hour.map(|hour| texts::first_at(lang, hour));
        }
        if let Some(kitchen) = columns.iter_mut().find(|column| column.key == Column::Preparing.key()) {
            kitchen.took = Some(TookLine::of(lang, board.times));
        }
        let strip = board.unseen.iter().filter_map(|order| CancelledRow::of(order, look, lang, now)).collect();
        BoardView { t: lang.texts().board_page, look, columns, strip, position: board.position, now, is_quiet }
    }
}

impl ColumnOf {
    /// It says in words that there is nothing.
    fn is_bare(&self) -> bool {
        self.cards.is_empty() && self.expired.is_empty()
    }

    fn says_none(&self) -> bool {
        self.none.is_some()
    }

    /// It is one line that is opened on demand.
    fn is_line(&self) -> bool {
        self.form == ColumnForm::Line
    }

    fn is_count(&self) -> bool {
        self.form == ColumnForm::Count
    }

    fn of(column: Column, form: ColumnForm, lang: Lang, cut: &[CutStatus]) -> ColumnOf {
        let t = lang.texts().board_page;
        let open = |status, none| (words::status(lang, status), none, Some(status));
        let (title, none, status) = match column {
            Column::Later => (t.later, "", Some(Status::ScheduledVerified)),
            Column::New => open(Status::New, t.none_new),
            Column::Preparing => open(Status::Preparing, t.none_preparing),
            Column::Ready => (t.made, t.none_ready, None),
            Column::OnTheWay => open(Status::OnTheWay, t.none_on_the_way),
        };
        let none = (form == ColumnForm::Cards).then_some(none);
        let undrawn = cut.iter().find(|cut| Some(cut.status) == status).map(|cut| Undrawn {
            status: cut.status.code(),
            count: cut.undrawn,
            text: if cut.is_newer { texts::undrawn_newer } else { texts::undrawn_older }(lang, cut.undrawn),
        });
        ColumnOf {
            key: column.key(),
            title,
            none,
            form,
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
