//! The words that an order is found by, and where they lie; `search` finds by them.
//!
//! The words of the newest orders lie in one row for each order. When there are enough of them, they move into a segment
//! in one go, sorted, at the end of `Words`: a word for itself would rewrite a page somewhere in the middle of a large
//! tree, and an order has ten. A few small segments become a large one in the same way.

pub mod search;

use super::{RawView, ReadView, Table, Tx, layout, tx::IndexEntry, unreadable};
use model::{Failure, Id, Order, fold, order::Customer};
use std::{collections::BTreeSet, ops::Bound};

/// Words of one order, and bytes of one word, that are indexed.
const MOST_WORDS: usize = 16;
const LONGEST_WORD_BYTES: usize = 40;
/// Orders of a small segment, at least; a batch may bring more. The last `FEW` small ones and the next become a large one.
/// Tests fill many of them.
pub(super) const SEGMENT: u64 = if cfg!(test) { 64 } else { 512 };
const FEW: usize = 7;
pub(super) const LARGE: u32 = SEGMENT as u32 * (FEW as u32 + 1);
/// What a number has in front of it within Turkey and from abroad, and how many digits it has itself.
const TRUNKS: [&str; 4] = ["0090", "90", "0", ""];
const NATIONAL: usize = 10;

/// A word as it is indexed: folded, without signs, and no longer than a key should be.
fn indexed(text: &str) -> String {
    let mut word = String::new();
    for c in fold(text).chars().filter(|c| c.is_alphanumeric()) {
        if word.len() + c.len_utf8() > LONGEST_WORD_BYTES {
            break;
        }
        word.push(c);
    }
    word
}

/// The word that an order with this code carries; none where the code is too short for one.
pub fn of_code(code: &str) -> Option<String> {
    Some(indexed(code)).filter(|word| is_carried(word))
}

/// A single sign would be carried by too many.
fn is_carried(word: &str) -> bool {
    word.len() > 1
}

/// A telephone number without what stands before it, where it is a Turkish one.
fn national(digits: &str) -> &str {
    let without = |trunk: &&str| digits.strip_prefix(*trunk).filter(|rest| rest.len() == NATIONAL);
    TRUNKS.iter().find_map(without).unwrap_or(digits)
}

/// The words of an order, each ended by a zero byte.
pub fn row(platform_id: &str, code: Option<&str>, customer: &Customer) -> Vec<u8> {
    let mut words = BTreeSet::new();
    let mut add = |text: &str| {
        let word = indexed(text);
        if is_carried(&word) && words.len() < MOST_WORDS {
            words.insert(word);
        }
    };
    code.iter().for_each(|code| add(code));
    add(platform_id);
    customer.phone_code.iter().for_each(|code| add(code));
    if let Some(phone) = &customer.phone {
        let digits: String = phone.chars().filter(char::is_ascii_digit).collect();
        let digits = national(&digits);
        // As it is dialled, and the end of it, which is what people remember.
        for length in [digits.len(), 7, 4] {
            add(&digits[digits.len().saturating_sub(length)..]);
        }
    }
    customer.name.iter().flat_map(|name| name.split_whitespace()).for_each(add);
    let mut row = Vec::with_capacity(96);
    for word in words {
        row.extend_from_slice(word.as_bytes());
        row.push(0);
    }
    row
}

pub fn row_of(order: &Order) -> Vec<u8> {
    row(&order.provider_order_id, order.code.as_deref(), &order.content.customer)
}

fn words(row: &[u8]) -> impl Iterator<Item = &[u8]> {
    row.split(|byte| *byte == 0).filter(|word| !word.is_empty())
}

impl Tx<'_> {
    pub(super) fn add_words(&mut self, id: Id, row: &[u8]) -> Result<(), Failure> {
        self.counts()?.new_words += 1;
        self.put_bytes(Table::NewWords, &id.bytes(), row)
    }

    /// Replaces the words of an order by others, wherever they lie.
    pub(super) fn change_words(&mut self, id: Id, old: &[u8], new: &[u8]) -> Result<(), Failure> {
        if old == new {
            return Ok(());
        }
        let Some(segment) = segment_of(self, id)? else {
            return self.put_bytes(Table::NewWords, &id.bytes(), new);
        };
        for word in words(old).filter(|word| !words(new).any(|other| other == *word)) {
            self.delete(Table::Words, &layout::word(segment, word, id))?;
            self.erased.words = true;
        }
        for word in words(new).filter(|word| !words(old).any(|other| other == *word)) {
            self.put_bytes(Table::Words, &layout::word(segment, word, id), &[])?;
        }
        Ok(())
    }

    /// Moves the words of the newest orders into a segment of their own, where there are enough.
    pub(super) fn close_segment_if_full(&mut self) -> Result<(), Failure> {
        if self.counts()?.new_words >= SEGMENT { self.close_segment() } else { Ok(()) }
    }

    fn close_segment(&mut self) -> Result<(), Failure> {
        let number = self.counts()?.segments;
        let mut ids: Vec<Id> = Vec::new();
        let mut keys: Vec<Vec<u8>> = Vec::new();
        for row in self.rows_with(Table::NewWords, &[])? {
            let row = row?;
            let id = Id::from_slice(row.key()).ok_or_else(|| unreadable(Table::NewWords))?;
            keys.extend(words(row.value()).map(|word| layout::word(number, word, id)));
            ids.push(id);
        }
        let Some(newest) = ids.last().copied() else { return Ok(()) };
        let mut orders = ids.len() as u32;
        for (end, segment) in self.small_segments()? {
            orders += segment.orders;
            self.take_out(segment.number, number, &mut keys)?;
            self.delete(Table::WordSegments, &end.bytes())?;
        }
        keys.sort_unstable();
        for key in &keys {
            self.put_bytes(Table::Words, key, &[])?;
        }
        for id in &ids {
            self.delete(Table::NewWords, &id.bytes())?;
        }
        self.put_bytes(Table::WordSegments, &newest.bytes(), &layout::segment_value(number, orders))?;
        let counts = self.counts()?;
        (counts.segments, counts.new_words) = (number + 1, 0);
        Ok(())
    }

    /// Moves a segment whose number is below this one to the end of the tree, as a new one; how many bytes it had, if there
    /// was any. Once there is none, nothing of a word that was ever taken out of them is left in the tree's branches: what these hold
    /// is not below the first key, and the first key is one that was moved.
    pub(super) fn renew_segment(&mut self, below: u32) -> Result<Option<u64>, Failure> {
        let mut old = None;
        for row in self.rows_with(Table::WordSegments, &[])? {
            let row = row?;
            let segment = read_segment(row.value())?;
            if segment.number < below {
                old = Some((row.key().to_vec(), segment));
                break;
            }
        }
        let Some((newest, segment)) = old else { return Ok(None) };
        let number = self.counts()?.segments;
        let mut keys = Vec::new();
        self.take_out(segment.number, number, &mut keys)?;
        for key in &keys {
            self.put_bytes(Table::Words, key, &[])?;
        }
        self.put_bytes(Table::WordSegments, &newest, &layout::segment_value(number, segment.orders))?;
        self.counts()?.segments = number + 1;
        Ok(Some(keys.iter().map(|key| key.len() as u64).sum()))
    }

    /// The segments that are to become one with the next, if there are enough.
    fn small_segments(&self) -> Result<Vec<(Id, WordSegment)>, Failure> {
        let mut small = Vec::with_capacity(FEW);
        for row in self.rows_with(Table::WordSegments, &[])?.rev().take(FEW) {
            let row = row?;
            let segment = read_segment(row.value())?;
            if segment.orders >= LARGE {
                break;
            }
            small.push((Id::from_slice(row.key()).ok_or_else(|| unreadable(Table::WordSegments))?, segment));
        }
        Ok(if small.len() == FEW { small } else { Vec::new() })
    }

    /// Takes the words of one segment out, as keys of another.
    fn take_out(&mut self, from: u32, to: u32, keys: &mut Vec<Vec<u8>>) -> Result<(), Failure> {
        let taken = self.rows_with(Table::Words, &layout::segment(from))?.keys(usize::MAX, |key| Some(key.to_vec()))?;
        taken.iter().try_for_each(|key| self.delete(Table::Words, key))?;
        keys.extend(taken.into_iter().map(|key| layout::moved_word(key, to)));
        Ok(())
    }
}

/// A stretch of orders whose words lie together.
#[derive(Clone, Copy)]
struct WordSegment {
    number: u32,
    orders: u32,
}

/// The segment that the words of an order are in; `None` while they are in a row of their own.
fn segment_of(view: &impl ReadView, id: Id) -> Result<Option<u32>, Failure> {
    let key = id.bytes();
    let first = view.rows(Table::WordSegments, (Bound::Included(key.as_slice()), Bound::Unbounded))?.next();
    first.transpose()?.map(|row| Ok(read_segment(row.value())?.number)).transpose()
}

fn read_segment(value: &[u8]) -> Result<WordSegment, Failure> {
    let read = layout::read_segment_value(value).map(|(number, orders)| WordSegment { number, orders });
    read.ok_or_else(|| unreadable(Table::WordSegments))
}

/// Every entry that the words of an order must have.
pub(super) fn entries(view: &impl ReadView, order: &Order) -> Result<Vec<IndexEntry>, Failure> {
    let row = row_of(order);
    Ok(match segment_of(view, order.id)? {
        None => vec![(Table::NewWords, order.id.bytes().to_vec(), row)],
        Some(segment) => {
            let key = |word| layout::word(segment, word, order.id);
            words(&row).map(|word| (Table::Words, key(word), Vec::new())).collect()
        }
    })
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
        assert_eq!(indexed("ç".repeat(100).as_str()).len(), LONGEST_WORD_BYTES);
        assert_eq!(indexed("—"), "");
    }

    #[test]
    fn a_telephone_number_is_indexed_without_what_is_dialled_before_it() {
        for sent in ["+90 555 111 22 33", "0090 555 1112233", "0555 111 22 33", "555 111 22 33"] {
            let customer = Customer { phone: Some(sent.to_owned()), ..Customer::default() };
            assert_eq!(row("", None, &customer), b"1112233\x002233\x005551112233\x00", "{sent}");
        }
        assert_eq!(national("49301234567"), "49301234567");
    }
}
