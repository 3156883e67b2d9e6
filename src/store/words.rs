//! Search: the words that an order is found by, and finding by their beginnings. What it costs depends on how many
//! orders carry the word, never on how many there are.

use super::{
    layout,
    tables::Table,
    view::{ReadView, successor},
};
use crate::model::{Failure, Id, Order, fold};
use redb::ReadableTable;
use std::{collections::BTreeSet, ops::Bound};

/// Words of one order, and bytes of one word, that are indexed.
const MOST_WORDS: usize = 16;
const LONGEST: usize = 40;
/// Words of a question that are looked at.
const ASKED: usize = 4;
/// Entries of each word that are read, and orders that are looked into for the other words: a search takes a moment,
/// whatever is asked.
const READ: usize = 10_000;
const LOOKED_INTO: usize = 5_000;

/// A word as it is indexed: folded, without signs, and no longer than a key should be.
fn indexed(text: &str) -> String {
    let mut word = String::new();
    for c in fold(text).chars().filter(|c| c.is_alphanumeric()) {
        if word.len() + c.len_utf8() > LONGEST {
            break;
        }
        word.push(c);
    }
    word
}

/// The index keys of an order.
pub fn keys(order: &Order) -> Vec<Vec<u8>> {
    words(order).into_iter().map(|word| layout::by_word(&word, order.id)).collect()
}

/// What an order is found by.
fn words(order: &Order) -> BTreeSet<String> {
    let customer = &order.content.customer;
    let mut words = BTreeSet::new();
    let mut add = |text: &str| {
        let word = indexed(text);
        if word.len() > 1 && words.len() < MOST_WORDS {
            words.insert(word);
        }
    };
    order.code.iter().for_each(|code| add(code));
    add(&order.provider_order_id);
    customer.phone_code.iter().for_each(|code| add(code));
    if let Some(phone) = &customer.phone {
        let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
        // As it is dialled, without the country, and the end of it, which is what people remember.
        for length in [digits.len(), 10, 7, 4] {
            add(digits.get(digits.len().saturating_sub(length)..).unwrap_or_default());
        }
    }
    customer.name.iter().flat_map(|name| name.split_whitespace()).for_each(add);
    words
}

/// What a search came to, the newest first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct SearchHits {
    pub ids: Vec<Id>,
    /// There may be more.
    pub is_cut: bool,
}

pub trait Search: ReadView + Sized {
    /// Orders that have a word beginning with each word of the question, the newest first.
    fn search_orders(&self, question: &str, most: usize) -> Result<SearchHits, Failure> {
        let asked = asked(question);
        let (rarest, ids, is_cut) = rarest(self, &asked)?;
        let others: Vec<&String> =
            asked.iter().enumerate().filter(|(at, _)| *at != rarest).map(|(_, word)| word).collect();
        let mut found = SearchHits { ids: Vec::new(), is_cut };
        for (looked_into, id) in ids.into_iter().rev().enumerate() {
            if found.ids.len() == most || (looked_into == LOOKED_INTO && !others.is_empty()) {
                found.is_cut = true;
                break;
            }
            if others.is_empty() || has_words(self, id, &others)? {
                found.ids.push(id);
            }
        }
        Ok(found)
    }
}

impl<L: ReadView> Search for L {}

/// The words of a question. A phone number is typed with blanks in it, so digits alone are one word.
fn asked(question: &str) -> Vec<String> {
    let is_number = question.chars().all(|c| !c.is_alphabetic());
    let words = if is_number { vec![question] } else { question.split_whitespace().collect() };
    words.into_iter().map(indexed).filter(|word| !word.is_empty()).take(ASKED).collect()
}

/// The word that the fewest orders carry, those orders, and whether some were left out. All words are read in step, so
/// the first to end is the rarest, and a common word beside it costs no more than that one.
fn rarest(view: &impl ReadView, words: &[String]) -> Result<(usize, BTreeSet<Id>, bool), Failure> {
    let table = view.at(Table::OrdersByWord)?;
    let mut entries = Vec::with_capacity(words.len());
    for word in words {
        let end = successor(word.as_bytes());
        let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let range = table.range::<&[u8]>((Bound::Included(word.as_bytes()), end));
        entries.push((range.map_err(|e| view.trouble(e.into()))?, BTreeSet::new()));
    }
    for _ in 0..READ {
        for (at, (range, ids)) in entries.iter_mut().enumerate() {
            let Some(entry) = range.next() else { return Ok((at, std::mem::take(ids), false)) };
            let (key, _) = entry.map_err(|e| view.trouble(e.into()))?;
            ids.extend(layout::read_by_word(key.value()));
        }
    }
    Ok(entries.into_iter().next().map_or((0, BTreeSet::new(), false), |(_, ids)| (0, ids, true)))
}

fn has_words(view: &impl ReadView, id: Id, wanted: &[&String]) -> Result<bool, Failure> {
    let Some(order) = view.record::<Order>(Table::Orders, &id.bytes())? else { return Ok(false) };
    let words = words(&order);
    Ok(wanted.iter().all(|wanted| words.iter().any(|word| word.starts_with(wanted.as_str()))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_as_people_type_them() {
        assert_eq!(indexed("Ayşe"), "ayse");
        assert_eq!(indexed("IŞIK"), indexed("ışık"));
        assert_eq!(indexed("İREM"), indexed("irem"));
        assert_eq!(indexed("+90 (850) 123-45"), "9085012345");
        assert_eq!(indexed("ç".repeat(100).as_str()).len(), LONGEST);
        assert_eq!(indexed("—"), "");
    }
}
