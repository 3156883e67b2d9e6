//! Search: finding orders by their words, from segment to segment. One walk serves both questions: which orders have words that
//! begin so, and which carry one word whole; of these each segment has the orders side by side, the newest last.

use super::{indexed, national, read_segment, words};
use crate::{ReadView, Table, layout, slots::step, successor, unreadable};
use model::{Dir, Failure, Id};
use std::{collections::BTreeSet, ops::Bound};

/// Words of a question that are looked at.
const ASKED: usize = 4;
/// Entries that a search by beginnings reads at most: it takes a moment, whatever is asked.
const READ: usize = 20_000;
/// Segments that a search by a whole word looks into: a quarter of a million orders. So it takes no longer when there are more.
/// Tests have fewer.
pub const SEGMENTS: usize = if cfg!(test) { 8 } else { 64 };

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
        let wanted = Wanted::Beginnings { asked, budget: READ };
        Ok(WordWalk { view: self, wanted, dir, from, each }.walk()? != Ended::TooMuch)
    }
}

impl<L: ReadView> Search for L {}

/// Calls `each` with the orders that carry the word, until it says `false`: beyond `from`, older and older ones or newer
/// and newer ones. Answers where to go on if it ended because it had looked far enough.
pub fn each_with(
    view: &impl ReadView,
    word: &str,
    dir: Dir,
    from: Option<Id>,
    each: impl FnMut(Id) -> Result<bool, Failure>,
) -> Result<Option<Id>, Failure> {
    let ended = WordWalk { view, wanted: Wanted::Whole(word.as_bytes()), dir, from, each }.walk()?;
    Ok(if let Ended::At(left_off) = ended { Some(left_off) } else { None })
}

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
struct WordWalk<'a, V, E> {
    view: &'a V,
    wanted: Wanted<'a>,
    dir: Dir,
    from: Option<Id>,
    each: E,
}

enum Wanted<'a> {
    /// For each of these a word that begins so; and how many entries may still be read.
    Beginnings { asked: Vec<String>, budget: usize },
    /// This word.
    Whole(&'a [u8]),
}

impl Wanted<'_> {
    fn is_in(&self, row: &[u8]) -> bool {
        let begins = |wanted: &String| words(row).any(|word| word.starts_with(wanted.as_bytes()));
        match self {
            Wanted::Beginnings { asked, .. } => asked.iter().all(begins),
            Wanted::Whole(wanted) => words(row).any(|word| word == *wanted),
        }
    }
}

#[derive(PartialEq, Eq)]
enum Ended {
    /// Everything was looked at.
    Well,
    /// The caller wants no more.
    Enough,
    TooMuch,
    /// Enough segments were looked into; it goes on beyond this order.
    At(Id),
}

impl<V: ReadView, E: FnMut(Id) -> Result<bool, Failure>> WordWalk<'_, V, E> {
    fn walk(mut self) -> Result<Ended, Failure> {
        let ended = if self.dir == Dir::Next { self.rows()? } else { self.segments()? };
        match (ended, self.dir) {
            (Ended::Well, Dir::Next) => self.segments(),
            (Ended::Well, Dir::Prev) => self.rows(),
            (ended, _) => Ok(ended),
        }
    }

    /// The newest orders, whose words lie in a row each.
    fn rows(&mut self) -> Result<Ended, Failure> {
        let mut rows = self.view.rows(Table::NewWords, beyond(&[], self.dir, self.from).bounds())?;
        while let Some(row) = step(&mut rows, self.dir)? {
            if self.wanted.is_in(row.value()) {
                let id = Id::from_slice(row.key()).ok_or_else(|| unreadable(Table::NewWords))?;
                if !(self.each)(id)? {
                    return Ok(Ended::Enough);
                }
            }
        }
        Ok(Ended::Well)
    }

    /// All others, segment by segment.
    fn segments(&mut self) -> Result<Ended, Failure> {
        // A segment is known by its newest order, so the one that `from` lies in is the first that is not before it.
        let mut edge = self.from.map(|from| from.bytes().to_vec());
        if let (Dir::Next, Some(from)) = (self.dir, &edge) {
            let first =
                self.view.rows(Table::WordSegments, (Bound::Included(from.as_slice()), Bound::Unbounded))?.next();
            edge = first.transpose()?.map(|row| row.key().to_vec());
        }
        let edge = edge.as_deref().map_or(Bound::Unbounded, Bound::Included);
        let range = if self.dir == Dir::Next { (Bound::Unbounded, edge) } else { (edge, Bound::Unbounded) };
        let mut segments = self.view.rows(Table::WordSegments, range)?;
        let (mut looked_into, mut last) = (0, Id::NIL);
        while let Some(segment) = step(&mut segments, self.dir)? {
            let newest = Id::from_slice(segment.key()).ok_or_else(|| unreadable(Table::WordSegments))?;
            if looked_into == SEGMENTS && matches!(self.wanted, Wanted::Whole(_)) {
                return Ok(Ended::At(if self.dir == Dir::Next { newest.successor() } else { last }));
            }
            (looked_into, last) = (looked_into + 1, newest);
            match self.segment(read_segment(segment.value())?.number)? {
                Ended::Well => {}
                ended => return Ok(ended),
            }
        }
        Ok(Ended::Well)
    }

    fn segment(&mut self, number: u32) -> Result<Ended, Failure> {
        let (dir, from) = (self.dir, self.from);
        let mut ids: Box<dyn DoubleEndedIterator<Item = Result<Id, Failure>> + '_> = match &mut self.wanted {
            Wanted::Beginnings { asked, budget } => {
                let found = with_beginnings(self.view, number, asked, budget)?;
                let Some(found) = found else { return Ok(Ended::TooMuch) };
                let is_beyond =
                    move |id: &Id| from.is_none_or(|from| if dir == Dir::Next { *id < from } else { *id > from });
                Box::new(found.into_iter().filter(is_beyond).map(Ok))
            }
            Wanted::Whole(word) => {
                let rows = beyond(&layout::whole_word(number, word), dir, from);
                let id = |key: &[u8]| layout::read_word(key).ok_or_else(|| unreadable(Table::Words));
                Box::new(self.view.rows(Table::Words, rows.bounds())?.map(move |row| id(row?.key())))
            }
        };
        while let Some(id) = step(&mut ids, dir)? {
            if !(self.each)(id)? {
                return Ok(Ended::Enough);
            }
        }
        Ok(Ended::Well)
    }
}

/// The orders of one segment that have a word for each beginning; `None` once too much was read.
fn with_beginnings(
    view: &impl ReadView,
    segment: u32,
    asked: &[String],
    budget: &mut usize,
) -> Result<Option<BTreeSet<Id>>, Failure> {
    let mut found: Option<BTreeSet<Id>> = None;
    for wanted in asked {
        let mut carry = BTreeSet::new();
        let prefix = [layout::segment(segment).as_slice(), wanted.as_bytes()].concat();
        for row in view.rows_with(Table::Words, &prefix)? {
            *budget = budget.saturating_sub(1);
            if *budget == 0 {
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
    Ok(Some(found.unwrap_or_default()))
}

/// The keys with a prefix that are followed by an id beyond another.
struct Beyond {
    start: Vec<u8>,
    end: Option<Vec<u8>>,
}

fn beyond(prefix: &[u8], dir: Dir, from: Option<Id>) -> Beyond {
    let whole = Beyond { start: prefix.to_vec(), end: successor(prefix) };
    let Some(from) = from.map(Id::bytes) else { return whole };
    match dir {
        Dir::Next => Beyond { end: Some([prefix, &from].concat()), ..whole },
        // The smallest key after it.
        Dir::Prev => Beyond { start: [prefix, &from, &[0]].concat(), ..whole },
    }
}

impl Beyond {
    fn bounds(&self) -> (Bound<&[u8]>, Bound<&[u8]>) {
        (Bound::Included(&self.start), self.end.as_deref().map_or(Bound::Unbounded, Bound::Excluded))
    }
}
