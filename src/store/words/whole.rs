//! Orders that carry one word, and carry it whole: each segment has them side by side, the newest last.

use super::{
    super::{layout, slots::step, tables::Table, view::ReadView, view::successor},
    read_segment, words,
};
use model::{Dir, Failure, Id};
use std::ops::Bound;

/// Segments that one walk looks into: a quarter of a million orders. So it takes no longer when there are more. Tests have
/// fewer.
pub const SEGMENTS: usize = if cfg!(test) { 8 } else { 64 };

/// Calls `each` with the orders that carry the word, until it says `false`: beyond `from`, older and older ones or newer
/// and newer ones. Answers where to go on if it ended because it had looked far enough.
pub fn each_with(
    view: &impl ReadView,
    word: &str,
    dir: Dir,
    from: Option<Id>,
    each: impl FnMut(Id) -> Result<bool, Failure>,
) -> Result<Option<Id>, Failure> {
    let mut walk = WholeWordWalk { view, word: word.as_bytes(), dir, from, each, is_over: false };
    match dir {
        Dir::Next => {
            walk.rows()?;
            walk.segments()
        }
        Dir::Prev => {
            let left_off = walk.segments()?;
            if left_off.is_none() {
                walk.rows()?;
            }
            Ok(left_off)
        }
    }
}

struct WholeWordWalk<'a, V, E> {
    view: &'a V,
    word: &'a [u8],
    dir: Dir,
    from: Option<Id>,
    each: E,
    /// The caller wants no more.
    is_over: bool,
}

impl<V: ReadView, E: FnMut(Id) -> Result<bool, Failure>> WholeWordWalk<'_, V, E> {
    /// The newest orders, whose words lie in a row each.
    fn rows(&mut self) -> Result<(), Failure> {
        if self.is_over {
            return Ok(());
        }
        let mut rows = self.view.rows(Table::NewWords, beyond(&[], self.dir, self.from).bounds())?;
        while let Some(row) = step(&mut rows, self.dir)? {
            if words(row.value()).any(|word| word == self.word) {
                let id = Id::from_slice(row.key());
                self.offer(id.ok_or_else(|| Failure::fault("a row of new_words cannot be read"))?)?;
                if self.is_over {
                    break;
                }
            }
        }
        Ok(())
    }

    /// All others, segment by segment.
    fn segments(&mut self) -> Result<Option<Id>, Failure> {
        // A segment is known by its newest order, so the one that `from` lies in is the first that is not before it.
        let edge = match self.from.map(Id::bytes) {
            None => None,
            Some(from) => {
                let range = (Bound::Included(from.as_slice()), Bound::Unbounded);
                let first = self.view.rows(Table::WordSegments, range)?.next().transpose()?;
                match (first, self.dir) {
                    (Some(row), _) => Some(row.key().to_vec()),
                    (None, Dir::Next) => None,
                    (None, Dir::Prev) => return Ok(None),
                }
            }
        };
        let edge = edge.as_deref().map_or(Bound::Unbounded, Bound::Included);
        let range = if self.dir == Dir::Next { (Bound::Unbounded, edge) } else { (edge, Bound::Unbounded) };
        let mut segments = self.view.rows(Table::WordSegments, range)?;
        let (mut looked_into, mut last) = (0, Id::NIL);
        while !self.is_over
            && let Some(segment) = step(&mut segments, self.dir)?
        {
            let newest = Id::from_slice(segment.key());
            let newest = newest.ok_or_else(|| Failure::fault("an entry of word_segments cannot be read"))?;
            if looked_into == SEGMENTS {
                return Ok(Some(if self.dir == Dir::Next { newest.successor() } else { last }));
            }
            (looked_into, last) = (looked_into + 1, newest);
            self.segment(read_segment(segment.value())?.number)?;
        }
        Ok(None)
    }

    fn segment(&mut self, number: u32) -> Result<(), Failure> {
        let prefix = layout::whole_word(number, self.word);
        let mut rows = self.view.rows(Table::Words, beyond(&prefix, self.dir, self.from).bounds())?;
        while !self.is_over
            && let Some(row) = step(&mut rows, self.dir)?
        {
            let id = layout::read_word(row.key());
            self.offer(id.ok_or_else(|| Failure::fault("an entry of words cannot be read"))?)?;
        }
        Ok(())
    }

    fn offer(&mut self, id: Id) -> Result<(), Failure> {
        self.is_over = !(self.each)(id)?;
        Ok(())
    }
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
