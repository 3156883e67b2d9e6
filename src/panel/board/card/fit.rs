//! What fits on a card.

use crate::order::{basket::BasketNews, lines::OrderedDish};
use i18n::{Lang, pages::board as texts};

/// The whole of a larger order is on its page.
const MOST_DISHES: usize = 25;
const MOST_PICKS: usize = 100;
pub const MOST_LETTERS: usize = 400;

/// The first dishes with so many options in all, and how many dishes are left.
pub fn fitting(mut dishes: Vec<OrderedDish>) -> (Vec<OrderedDish>, usize) {
    let whole = dishes.len();
    let mut picks = 0;
    let fit = dishes.iter().take(MOST_DISHES).take_while(|dish| {
        picks += dish.picks.len();
        picks <= MOST_PICKS
    });
    let fit = fit.count();
    dishes.truncate(fit);
    for dish in &mut dishes {
        dish.name = clipped(&dish.name, 120);
        dish.note = dish.note.as_deref().map(|note| clipped(note, MOST_LETTERS));
        for pick in &mut dish.picks {
            pick.name = clipped(&pick.name, 100);
            pick.group = pick.group.as_deref().map(|group| clipped(group, 60));
        }
    }
    (dishes, whole - fit)
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

pub fn clipped(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
