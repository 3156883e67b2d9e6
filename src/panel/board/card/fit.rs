//! What fits on a card. What must not be missed is never what is left away: an ingredient that is to be left out, a note.

use crate::order::{basket::BasketNews, lines::OrderedDish};
use i18n::{Lang, pages::board as texts};

/// The whole of a larger order is on its page.
const MOST_DISHES: usize = 25;
const MOST_PICKS: usize = 100;
/// A tile grows into the next ones instead.
const MOST_DISHES_OF_TILES: usize = 80;
const MOST_PICKS_OF_TILES: usize = 240;
pub const MOST_LETTERS: usize = 400;
/// Lines of dishes and options that a card shows at once: on a tablet it then stays within its column.
const LINES: usize = 10;
/// Fewer are not worth a line that hides them.
const LEAST_FOLDED: usize = 3;

/// The dishes of a card: those that it shows at once, those that open on a press, and how many are on the order's page alone.
pub struct Fitting {
    pub shown: Vec<OrderedDish>,
    pub folded: Vec<OrderedDish>,
    pub left: usize,
    /// Something of those, or the end of a note, must be read before it is cooked.
    pub is_left_loud: bool,
}

/// Where a card lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardRoom {
    /// Among others in a column: as many dishes as that is high.
    Lanes,
    /// Its dishes are behind a line that opens.
    Folded,
    /// As many tiles as it takes.
    Tiles,
}

/// The first dishes with so many options in all, and how many dishes are left.
pub fn fitting(mut dishes: Vec<OrderedDish>, room: CardRoom) -> Fitting {
    let whole = dishes.len();
    let (most_dishes, most_picks) = match room {
        CardRoom::Lanes | CardRoom::Folded => (MOST_DISHES, MOST_PICKS),
        CardRoom::Tiles => (MOST_DISHES_OF_TILES, MOST_PICKS_OF_TILES),
    };
    let mut picks = 0;
    let fit = dishes.iter().take(most_dishes).take_while(|dish| {
        picks += dish.picks.len();
        picks <= most_picks
    });
    let fit = fit.count();
    let mut is_left_loud = dishes[fit..].iter().any(OrderedDish::is_loud);
    dishes.truncate(fit);
    for dish in &mut dishes {
        is_left_loud |= dish.note.as_deref().is_some_and(is_too_long);
        dish.name = clipped(&dish.name, 120);
        dish.note = dish.note.as_deref().map(|note| clipped(note, MOST_LETTERS));
        for pick in &mut dish.picks {
            pick.name = clipped(&pick.name, 100);
            pick.group = pick.group.as_deref().map(|group| clipped(group, 60));
        }
    }
    let (shown, folded) = if room == CardRoom::Lanes { fold(dishes) } else { (dishes, Vec::new()) };
    Fitting { shown, folded, left: whole - fit, is_left_loud }
}

/// What says nothing that must be read is folded, from the line on where the card would grow out of its column.
fn fold(dishes: Vec<OrderedDish>) -> (Vec<OrderedDish>, Vec<OrderedDish>) {
    let mut lines = 0;
    let mut is_over = |dish: &OrderedDish| {
        lines += dish.lines();
        lines > LINES && !dish.is_loud()
    };
    let folds: Vec<bool> = dishes.iter().map(&mut is_over).collect();
    if folds.iter().filter(|folds| **folds).count() < LEAST_FOLDED {
        return (dishes, Vec::new());
    }
    let (mut shown, mut folded) = (Vec::new(), Vec::new());
    for (dish, folds) in dishes.into_iter().zip(folds) {
        if folds { folded.push(dish) } else { shown.push(dish) }
    }
    (shown, folded)
}

/// The total, which comes last, is always shown.
pub fn fitting_news(lang: Lang, mut news: BasketNews) -> BasketNews {
    let more = news.lines.len().saturating_sub(MOST_DISHES);
    if more > 0 {
        news.lines.splice(MOST_DISHES - 2..MOST_DISHES + more - 1, [texts::rest(lang, more + 1)]);
    }
    news.lines = news.lines.iter().map(|line| clipped(line, 160)).collect();
    news
}

/// A note of which a card shows only the beginning, and says so.
pub fn is_too_long(note: &str) -> bool {
    note.len() > MOST_LETTERS && note.chars().nth(MOST_LETTERS).is_some()
}

pub fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
