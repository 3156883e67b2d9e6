//! Search: the words that an order is found by, and finding by their beginnings. What it costs depends on how many
//! orders carry the word, never on how many there are.

use super::{look::Look, tables::Table};
use crate::model::{Failure, Id, Order, fold};
use std::collections::BTreeSet;

/// Words of one order, and bytes of one word, that are indexed.
const MOST_WORDS: usize = 16;
const LONGEST: usize = 40;
/// Words of a question that are looked at, and orders per word.
const ASKED: usize = 4;
const MATCHES: usize = 2_000;

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
    words.into_iter().map(|word| [word.as_bytes(), &[0], &inverted(order.id)].concat()).collect()
}

/// So that the newest comes first.
fn inverted(id: Id) -> [u8; 16] {
    id.bytes().map(|byte| !byte)
}

pub trait Search: Look + Sized {
    /// Orders that have a word beginning with each word of the question, the newest first.
    fn search_orders(&self, question: &str, most: usize) -> Result<Vec<Id>, Failure> {
        // A phone number is typed with blanks in it, so digits alone are one word.
        let is_number = question.chars().all(|c| !c.is_alphabetic());
        let words: Vec<String> = if is_number {
            vec![indexed(question)]
        } else {
            question.split_whitespace().map(indexed).filter(|word| !word.is_empty()).take(ASKED).collect()
        };
        let mut found: Option<BTreeSet<Id>> = None;
        for word in words.iter().filter(|word| !word.is_empty()) {
            let mut ids = BTreeSet::new();
            self.scan_prefix(Table::OrdersByWord, word.as_bytes(), |key, _| {
                let inverted: Option<[u8; 16]> = key.last_chunk().copied();
                ids.extend(inverted.and_then(|bytes| Id::from_slice(&bytes.map(|byte| !byte))));
                Ok(ids.len() < MATCHES)
            })?;
            found = Some(match found {
                None => ids,
                Some(before) => before.intersection(&ids).copied().collect(),
            });
        }
        Ok(found.unwrap_or_default().into_iter().rev().take(most).collect())
    }
}

impl<L: Look> Search for L {}

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
