//! Walking an index that is split into slots, newest first, page by page: an owner and two bytes, for orders the
//! restaurant, provider and status, for deliveries the lane, kind and state.
//!
//! A filter picks slots, and the picked slots are merged by position. So a page costs a look at each slot and the
//! rows it shows, however many orders there are. A position is what follows the slot in the key.

use super::layout::{self, SLOT};
use super::page_draft::{PageDraft, Weighed};
use super::tables::Table;
use super::view::{ReadView, Row, Rows, successor};
use model::{Dir, Failure, Id, Page, Provider, Status, Walk};
use std::{cmp::Ordering, collections::BinaryHeap, ops::Bound};

/// Which slots a list shows; an empty list of bytes means all.
#[derive(Clone, Debug, Default)]
pub struct Picked {
    pub owner: Option<Id>,
    pub firsts: Vec<u8>,
    pub seconds: Vec<u8>,
}

impl Picked {
    /// The slots of orders.
    pub fn orders(restaurant: Option<Id>, provider: Option<Provider>, statuses: &[Status]) -> Picked {
        Picked {
            owner: restaurant,
            firsts: provider.iter().map(|provider| provider.byte()).collect(),
            seconds: statuses.iter().map(|status| status.byte()).collect(),
        }
    }

    pub fn is_everything(&self) -> bool {
        self.owner.is_none() && self.firsts.is_empty() && self.seconds.is_empty()
    }

    /// Neither everything nor what lies together: each owner has to be looked at.
    pub fn is_scattered(&self) -> bool {
        self.owner.is_none() && !self.is_everything()
    }

    pub(super) fn has(&self, slot: &[u8]) -> bool {
        let fits = |bytes: &[u8], byte: u8| bytes.is_empty() || bytes.contains(&byte);
        layout::slot_bytes(slot).is_some_and(|(one, two)| fits(&self.firsts, one) && fits(&self.seconds, two))
    }
}

/// The slots of a table that hold anything and are picked: one seek for each slot there is.
pub fn find(view: &impl ReadView, table: Table, picked: &Picked) -> Result<Vec<Vec<u8>>, Failure> {
    let fence = picked.owner.map(Id::bytes);
    let mut start = fence.map_or(Vec::new(), |fence| fence.to_vec());
    let mut slots = Vec::new();
    loop {
        let first = view.rows(table, (Bound::Included(start.as_slice()), Bound::Unbounded))?.next();
        let Some(first) = first.transpose()? else { break };
        let Some(found) = first.key().get(..SLOT) else { break };
        if fence.is_some_and(|fence| !found.starts_with(&fence)) {
            break;
        }
        if picked.has(found) {
            slots.push(found.to_vec());
        }
        match successor(found) {
            Some(next) => start = next,
            None => break,
        }
    }
    Ok(slots)
}

/// The stretch of positions that a list is narrowed to.
#[derive(Clone, Debug, Default)]
pub struct Stretch {
    pub least: Option<Vec<u8>>,
    pub below: Option<Vec<u8>>,
}

/// One page. `take` is given a position and the index's value and answers with what to show, and what that weighs where all of
/// them have to fit into one answer; or with `None` to pass over.
pub fn page<L: ReadView, T>(
    view: &L,
    table: Table,
    slots: &[Vec<u8>],
    stretch: &Stretch,
    walk: &Walk,
    mut take: impl FnMut(&[u8], &[u8]) -> Result<Option<Weighed<T>>, Failure>,
) -> Result<Page<T>, Failure> {
    let mut draft = PageDraft::new(walk);
    let narrow = narrowed(stretch, walk.dir, walk.from.as_deref());
    merge(view, table, slots, &narrow, walk.dir, &mut |position, value| {
        Ok(draft.offer(position, take(position, value)?))
    })?;
    if let Some(oldest) = draft.asks_beyond() {
        let beyond = narrowed(stretch, Dir::Next, Some(&oldest));
        merge(view, table, slots, &beyond, Dir::Next, &mut |position, value| {
            Ok(draft.has_older(take(position, value)?.is_some()))
        })?;
    }
    Ok(draft.page())
}

/// The stretch that is left beyond a cursor.
fn narrowed(stretch: &Stretch, dir: Dir, from: Option<&[u8]>) -> Stretch {
    let mut narrowed = stretch.clone();
    match (dir, from) {
        (_, None) => {}
        (Dir::Next, Some(from)) => {
            if narrowed.below.as_deref().is_none_or(|below| from < below) {
                narrowed.below = Some(from.to_vec());
            }
        }
        (Dir::Prev, Some(from)) => {
            // The smallest position above `from`.
            let above = [from, &[0]].concat();
            if narrowed.least.as_deref().is_none_or(|least| least < above.as_slice()) {
                narrowed.least = Some(above);
            }
        }
    }
    narrowed
}

/// Told a position and the index's value; whether to go on.
type Each<'a> = dyn FnMut(&[u8], &[u8]) -> Result<bool, Failure> + 'a;

/// Calls `each` with the positions of all slots in one order: falling for `Next`, rising for `Prev`.
fn merge<L: ReadView>(
    view: &L,
    table: Table,
    slots: &[Vec<u8>],
    stretch: &Stretch,
    dir: Dir,
    each: &mut Each<'_>,
) -> Result<(), Failure> {
    let mut heads = BinaryHeap::with_capacity(slots.len());
    for slot in slots {
        let least = stretch.least.as_ref().map_or_else(|| slot.clone(), |least| [slot.as_slice(), least].concat());
        let end = match &stretch.below {
            Some(below) => Some([slot.as_slice(), below].concat()),
            None => successor(slot),
        };
        let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        if matches!(end, Bound::Excluded(end) if end <= least.as_slice()) {
            continue;
        }
        let mut rows = view.rows(table, (Bound::Included(least.as_slice()), end))?;
        if let Some(row) = step(&mut rows, dir)? {
            heads.push(Head { row, slot: slot.len(), dir, rows });
        }
    }
    while let Some(mut head) = heads.pop() {
        loop {
            if !each(head.position(), head.row.value())? {
                return Ok(());
            }
            match step(&mut head.rows, dir)? {
                Some(row) => head.row = row,
                None => break,
            }
            // Staying with one slot while it leads saves the heap's work; most lists have one busy slot.
            if heads.peek().is_some_and(|other| *other > head) {
                heads.push(head);
                break;
            }
        }
    }
    Ok(())
}

/// The next row, whichever way.
pub(super) fn step<T>(
    rows: &mut impl DoubleEndedIterator<Item = Result<T, Failure>>,
    dir: Dir,
) -> Result<Option<T>, Failure> {
    match dir {
        Dir::Next => rows.next_back(),
        Dir::Prev => rows.next(),
    }
    .transpose()
}

/// Where the walk stands in one slot.
struct Head<'a, V> {
    row: Row<'a>,
    slot: usize,
    dir: Dir,
    rows: Rows<'a, V>,
}

impl<V> Head<'_, V> {
    fn position(&self) -> &[u8] {
        &self.row.key()[self.slot..]
    }
}

impl<V> Ord for Head<'_, V> {
    fn cmp(&self, other: &Self) -> Ordering {
        let order = self.position().cmp(other.position());
        if self.dir == Dir::Next { order } else { order.reverse() }
    }
}

impl<V> PartialOrd for Head<'_, V> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<V> PartialEq for Head<'_, V> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<V> Eq for Head<'_, V> {}
