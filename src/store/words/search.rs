//! Search: finding orders by the beginnings of their words, from segment to segment, the newest first. It ends as soon as
//! it has enough.

use super::{
    super::{layout, slots::step, tables::Table, view::ReadView},
    indexed, national, read_segment, words,
};
use model::{Dir, Failure, Id};
use std::{collections::BTreeSet, ops::Bound};

/// Words of a question that are looked at.
const ASKED: usize = 4;
/// Entries that a search reads at most: it takes a moment, whatever is asked.
const READ: usize = 20_000;

pub trait Search: ReadView {
    /// Calls `each` with the orders that have a word beginning with each word of the question, until it says `false`:
    /// beyond `from`, older and older ones or newer and newer ones. Answers whether all of them were looked at; a question
    /// that would take too long ends before.
    fn search_orders(
        &self,
        question: &str,
        dir: Dir,
        from: Option<Id>,
        each: impl FnMut(Id) -> Result<bool, Failure>,
    ) -> Result<bool, Failure> {
        let asked = asked(question);
        if asked.is_empty() {
            return Ok(true);
        }
        let mut walk = SearchWalk { view: self, asked, dir, from, budget: READ, each };
        let ended = match dir {
            Dir::Next => walk.rows()?,
            Dir::Prev => walk.segments()?,
        };
        let ended = match (ended, dir) {
            (Ended::Well, Dir::Next) => walk.segments()?,
            (Ended::Well, Dir::Prev) => walk.rows()?,
            (ended, _) => ended,
        };
        Ok(ended != Ended::TooMuch)
    }
}

impl<L: ReadView> Search for L {}

/// The words of a question, the longest first, which few orders carry. A phone number is typed with blanks in it, so
/// digits alone are one word.
fn asked(question: &str) -> Vec<String> {
    let is_number = question.chars().all(|c| !c.is_alphabetic());
    let words = if is_number { vec![question] } else { question.split_whitespace().collect() };
    let mut asked: Vec<String> = words.into_iter().map(indexed).filter(|word| !word.is_empty()).take(ASKED).collect();
    if is_number {
        asked.iter_mut().for_each(|digits| *digits = national(digits).to_owned());
    }
    asked.sort_by_key(|word| std::cmp::Reverse(word.len()));
    asked
}

/// One search under way.
struct SearchWalk<'a, V, E> {
    view: &'a V,
    asked: Vec<String>,
    dir: Dir,
    from: Option<Id>,
    /// Entries that may still be read.
    budget: usize,
    each: E,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// Everything was looked at.
    Well,
    /// The caller wants no more.
    Enough,
    TooMuch,
}

impl<V: ReadView, E: FnMut(Id) -> Result<bool, Failure>> SearchWalk<'_, V, E> {
    /// The newest orders, whose words lie in a row each.
    fn rows(&mut self) -> Result<Ended, Failure> {
        let from = self.from.map(Id::bytes);
        let from = from.as_ref().map_or(Bound::Unbounded, |from| Bound::Excluded(from.as_slice()));
        let stretch = if self.dir == Dir::Next { (Bound::Unbounded, from) } else { (from, Bound::Unbounded) };
        let mut rows = self.view.rows(Table::NewWords, stretch)?;
        while let Some(row) = step(&mut rows, self.dir)? {
            let has = |wanted: &String| words(row.value()).any(|word| word.starts_with(wanted.as_bytes()));
            if self.asked.iter().all(has) {
                let id = Id::from_slice(row.key());
                let id = id.ok_or_else(|| Failure::fault("a row of new_words cannot be read"))?;
                if !(self.each)(id)? {
                    return Ok(Ended::Enough);
                }
            }
        }
        Ok(Ended::Well)
    }

    /// All others, segment by segment.
    fn segments(&mut self) -> Result<Ended, Failure> {
        let from = self.from.map(Id::bytes);
        // The segment that the search begins in is the first one that ends at `from` or after it.
        let edge = match &from {
            Some(from) => {
                let first = self.view.rows(Table::WordSegments, (Bound::Included(from), Bound::Unbounded))?.next();
                first.transpose()?.map(|row| row.key().to_vec())
            }
            None => None,
        };
        let stretch = match (self.dir, &edge) {
            (Dir::Next, Some(edge)) => (Bound::Unbounded, Bound::Included(edge.as_slice())),
            (Dir::Prev, Some(edge)) => (Bound::Included(edge.as_slice()), Bound::Unbounded),
            (Dir::Prev, None) if from.is_some() => return Ok(Ended::Well),
            (_, None) => (Bound::Unbounded, Bound::Unbounded),
        };
        let mut segments = self.view.rows(Table::WordSegments, stretch)?;
        while let Some(segment) = step(&mut segments, self.dir)? {
            let Some(found) = self.in_segment(read_segment(segment.value())?.number)? else {
                return Ok(Ended::TooMuch);
            };
            let (dir, from) = (self.dir, self.from);
            let is_beyond = |id: &Id| from.is_none_or(|from| if dir == Dir::Next { *id < from } else { *id > from });
            let mut ids: Vec<Id> = found.into_iter().filter(is_beyond).collect();
            if self.dir == Dir::Next {
                ids.reverse();
            }
            for id in ids {
                if !(self.each)(id)? {
                    return Ok(Ended::Enough);
                }
            }
        }
        Ok(Ended::Well)
    }

    /// The orders of one segment that have all words; `None` once too much was read.
    fn in_segment(&mut self, segment: u32) -> Result<Option<BTreeSet<Id>>, Failure> {
        let mut found: Option<BTreeSet<Id>> = None;
        for wanted in &self.asked {
            let mut carry = BTreeSet::new();
            let prefix = [layout::segment(segment).as_slice(), wanted.as_bytes()].concat();
            for row in self.view.rows_with(Table::Words, &prefix)? {
                self.budget = self.budget.saturating_sub(1);
                if self.budget == 0 {
                    return Ok(None);
                }
                let id = layout::read_word(row?.key());
                carry.extend(id.filter(|id| found.as_ref().is_none_or(|all| all.contains(id))));
            }
            if carry.is_empty() {
                return Ok(Some(carry));
            }
            found = Some(carry);
        }
        Ok(found.or_else(|| Some(BTreeSet::new())))
    }
}
