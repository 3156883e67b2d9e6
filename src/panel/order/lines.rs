//! What was ordered, line by line, as the board, the order's page and the ticket show it.

use crate::show;
use i18n::{Lang, pages::words};
use model::{
    AllergyWords, Currency, left_out,
    order::{Item, ItemOption, OptionKind},
};

/// Deeper than this an option is not indented further.
const DEEPEST: usize = 4;

pub struct OrderedDish {
    /// Its place in the order.
    pub at: usize,
    /// The kitchen has struck it off.
    pub is_done: bool,
    /// Something on its line speaks of an allergy.
    pub is_allergy: bool,
    pub quantity: u32,
    pub name: String,
    pub total: String,
    pub note: Option<String>,
    /// The note says that something is not wanted.
    pub is_no: bool,
    /// What the customer wants where it is sold out, where that is not the same for all of the order.
    pub if_unavailable: Option<&'static str>,
    pub picks: Vec<Pick>,
    /// Who has yet to make it, where they put an order together.
    pub missing_from: Option<String>,
}

/// A name of more letters may be shortened in its middle where there is no room, and keeps so many of its end.
const SHORT: usize = 18;
const END: usize = 7;

impl OrderedDish {
    /// It says something that must be read before it is cooked: what is to be left out, a note, an allergy.
    pub fn is_loud(&self) -> bool {
        self.is_allergy || self.note.is_some() || self.picks.iter().any(|pick| pick.is_left_out || pick.is_no)
    }

    /// How many lines it takes, about.
    pub fn lines(&self) -> usize {
        1 + self.picks.len() + usize::from(self.note.is_some()) + usize::from(self.if_unavailable.is_some())
    }

    /// The two parts of a name between which letters may be left away: not of one that is short, nor of one that says what is
    /// not wanted.
    pub fn name_parts(&self) -> Option<(&str, &str)> {
        if self.name.len() <= SHORT {
            return None;
        }
        self.name.char_indices().nth(SHORT)?;
        let (end, _) = self.name.char_indices().rev().nth(END - 1)?;
        (!is_no(Some(&self.name))).then(|| self.name.split_at(end))
    }
}

/// One option of a dish, with how deep it lies among options of options.
pub struct Pick {
    pub depth: usize,
    /// An ingredient that must not be in it.
    pub is_left_out: bool,
    /// Its own words say that something is not wanted: a line through them would say the opposite, and a plus before them
    /// that it is added.
    pub is_no: bool,
    pub quantity: u32,
    pub group: Option<String>,
    pub name: String,
    pub price: Option<String>,
}

pub fn dishes(lang: Lang, items: &[Item], currency: Currency, words: &AllergyWords) -> Vec<OrderedDish> {
    let is_said = if_unavailable(lang, items).is_some();
    let mut dishes: Vec<OrderedDish> =
        items.iter().enumerate().map(|(at, item)| dish(lang, at, item, currency)).collect();
    dishes.iter_mut().filter(|_| is_said).for_each(|dish| dish.if_unavailable = None);
    for (dish, item) in dishes.iter_mut().zip(items) {
        dish.is_allergy = speaks_of_allergy(item, words);
    }
    dishes
}

/// What the customer wants where something is sold out, where that is the same for all of the order.
pub fn if_unavailable(lang: Lang, items: &[Item]) -> Option<&'static str> {
    let wish = items.first()?.if_unavailable?;
    items.iter().all(|item| item.if_unavailable == Some(wish)).then(|| words::if_unavailable(lang, wish))
}

fn dish(lang: Lang, at: usize, item: &Item, currency: Currency) -> OrderedDish {
    let mut picks = Vec::new();
    gather(lang, &item.options, currency, 0, &mut picks);
    let note = item.note.clone().filter(|note| !note.is_empty());
    OrderedDish {
        at,
        is_done: item.done_at.is_some(),
        is_allergy: false,
        quantity: item.quantity,
        name: item.name.clone(),
        total: show::money(lang, item.total, currency),
        is_no: is_no(note.as_deref()),
        note,
        if_unavailable: item.if_unavailable.map(|wish| words::if_unavailable(lang, wish)),
        picks,
        missing_from: None,
    }
}

/// Its note does, or something that is to be left out of it. A dish that is made of pistachios says nothing of an allergy, and a mark
/// on every second card would be read on none.
fn speaks_of_allergy(item: &Item, words: &AllergyWords) -> bool {
    fn in_options(options: &[ItemOption], words: &AllergyWords) -> bool {
        let is_one = |option: &ItemOption| {
            (option.kind == OptionKind::Remove && words.are_in(&option.name)) || in_options(&option.options, words)
        };
        options.iter().any(is_one)
    }
    item.note.as_deref().is_some_and(|note| words.are_in(note)) || in_options(&item.options, words)
}

/// Whether a note says that something is not wanted.
pub fn is_no(note: Option<&str>) -> bool {
    note.and_then(left_out::in_words).is_some()
}

fn gather(lang: Lang, choices: &[ItemOption], currency: Currency, depth: usize, picks: &mut Vec<Pick>) {
    for choice in choices {
        let is_left_out = choice.kind == OptionKind::Remove;
        let is_bare_no = left_out::is_bare_no(&choice.name);
        // "Leave out: onion" says it all; what group the onion was in would only blur it, unless nothing else names it.
        let shows_group = !is_left_out || is_bare_no;
        picks.push(Pick {
            depth: depth.min(DEEPEST),
            is_left_out,
            // Where a name of several words says it of one thing among others, none of it is shown as an addition.
            is_no: is_bare_no || ((is_left_out || choice.name.contains(' ')) && is_no(Some(&choice.name))),
            quantity: choice.quantity,
            group: choice.group.clone().filter(|group| shows_group && !group.is_empty()),
            name: choice.name.clone(),
            price: choice.price.filter(|price| price.0 != 0).map(|price| show::money(lang, price, currency)),
        });
        gather(lang, &choice.options, currency, depth + 1, picks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{IfUnavailable, Money};

    fn choice(name: &str, kind: OptionKind, options: Vec<ItemOption>) -> ItemOption {
        let (group, price) = (Some("Ekstra".to_owned()), Some(Money(0)));
        ItemOption { id: None, group, name: name.into(), quantity: 1, price, kind, options }
    }

    #[test]
    fn words_that_say_no_are_neither_added_nor_struck_through() {
        let shown = |name: &str, kind| {
            let mut picks = Vec::new();
            gather(Lang::Tr, &[choice(name, kind, Vec::new())], Currency::TRY, 0, &mut picks);
            (picks[0].is_left_out, picks[0].is_no, picks[0].group.is_some())
        };
        assert_eq!(shown("Soğan", OptionKind::Remove), (true, false, false));
        assert_eq!(shown("Soğan istemiyorum", OptionKind::Remove), (true, true, false));
        assert_eq!(shown("İstemiyorum", OptionKind::Remove), (true, true, true));
        // Of an open question ("Malzeme Tercihi") it leaves nothing out, and adds nothing either.
        assert_eq!(shown("İstemiyorum", OptionKind::Add), (false, true, true));
        assert_eq!(shown("Kaşar", OptionKind::Add), (false, false, true));
        assert_eq!(shown("Kaşar, soğan istemiyorum", OptionKind::Add), (false, true, true));
        assert!(is_no(Some("Soğan olmasın")) && !is_no(Some("Bol soğan")) && !is_no(None));
    }

    #[test]
    fn what_is_wanted_of_every_dish_is_said_once() {
        let item = |if_unavailable| Item {
            id: None,
            product_id: None,
            remote_code: None,
            name: "Adana".into(),
            quantity: 1,
            unit_price: None,
            total: Money(100),
            note: None,
            if_unavailable,
            options: Vec::new(),
            done_at: None,
        };
        let shown = |items: &[Item]| {
            let of_each = dishes(Lang::En, items, Currency::TRY, &AllergyWords::default())
                .iter()
                .map(|dish| dish.if_unavailable)
                .collect();
            (if_unavailable(Lang::En, items), of_each)
        };
        let (call, cancel) = (Some(IfUnavailable::CallCustomer), Some(IfUnavailable::CancelOrder));
        let words = (Some("If sold out: call the customer"), Some("If sold out: cancel the order"));
        assert_eq!(shown(&[item(call), item(call)]), (words.0, vec![None, None]));
        assert_eq!(shown(&[item(call), item(cancel)]), (None, vec![words.0, words.1]));
        assert_eq!(shown(&[item(None), item(call)]), (None, vec![None, words.0]));
        assert_eq!(shown(&[item(None)]), (None, vec![None]));
    }

    #[test]
    fn options_at_every_depth_are_there_and_what_is_left_out_is_marked() {
        let deep = (0..8).fold(Vec::new(), |inner, level| vec![choice(&level.to_string(), OptionKind::Add, inner)]);
        let options = vec![choice("Soğan", OptionKind::Remove, Vec::new()), choice("Menü", OptionKind::Add, deep)];
        let item = Item {
            id: None,
            product_id: None,
            remote_code: None,
            name: "Adana".into(),
            quantity: 2,
            unit_price: None,
            total: Money(100),
            note: Some(String::new()),
            if_unavailable: None,
            done_at: None,
            options,
        };
        let dish = dish(Lang::Tr, 0, &item, Currency::TRY);
        assert_eq!(dish.note, None);
        assert_eq!(dish.picks.len(), 10);
        assert!(dish.picks[0].is_left_out && dish.picks[0].group.is_none());
        assert!(dish.picks[1..].iter().all(|pick| !pick.is_left_out && pick.group.is_some() && pick.price.is_none()));
        assert_eq!(dish.picks.iter().map(|pick| pick.depth).max(), Some(DEEPEST));
    }
}
