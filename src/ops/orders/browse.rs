//! Orders as a person looks for them: in full, by filter, or by a word that they remember.

use crate::AppState;
use model::{Dir, Id, Order, Page, Result, Walk};
use std::cell::{Cell, RefCell};
use store::{OrderFilter, Orders, ReadView, Search};

/// Orders that carry the words and that the filter leaves out, after which a search ends.
const MOST_LEFT_OUT: usize = 2_000;
/// A Turkish number as it is dialled within the country, without the zero before it.
const PHONE_DIGITS: usize = 10;

/// Orders that a filter shows, or of those the ones that have a word beginning with each word of the question; and whether
/// so many carry the words that old ones were left out. A search may read thousands of entries.
pub fn browse(app: &AppState, question: &str, filter: &OrderFilter, walk: &Walk) -> Result<(Page<Order>, bool)> {
    let reader = app.store.read()?;
    if !question.trim().is_empty() {
        return found(&reader, question, filter, walk);
    }
    let Page { items, next, prev } = reader.order_ids(filter, walk)?;
    Ok((Page { items: in_full(&reader, &items)?, next, prev }, false))
}

/// Orders that wait for accounting.
pub fn browse_pending(app: &AppState, filter: &OrderFilter, walk: &Walk) -> Result<Page<Order>> {
    let reader = app.store.read()?;
    let Page { items, next, prev } = reader.pending_ids(filter, walk)?;
    Ok(Page { items: in_full(&reader, &items)?, next, prev })
}

fn in_full(view: &impl ReadView, ids: &[Id]) -> Result<Vec<Order>> {
    let mut orders = Vec::with_capacity(ids.len());
    for id in ids {
        orders.extend(view.order(*id)?);
    }
    Ok(orders)
}

fn found(view: &impl ReadView, question: &str, filter: &OrderFilter, walk: &Walk) -> Result<(Page<Order>, bool)> {
    let from = walk.from.as_deref().and_then(Id::from_slice);
    let (ids, is_cut) = (RefCell::new(Vec::new()), Cell::new(false));
    let passed_over = Cell::new(0);
    let take = |id| {
        if !view.is_shown(id, filter)? {
            passed_over.update(|count| count + 1);
            return Ok(passed_over.get() < MOST_LEFT_OUT);
        }
        is_cut.set(ids.borrow().len() == walk.limit);
        if !is_cut.get() {
            ids.borrow_mut().push(id);
        }
        Ok(!is_cut.get())
    };
    let mut are_all = view.search_orders(question, walk.dir, from, take)?;
    let digits: String = question.chars().filter(char::is_ascii_digit).collect();
    let is_number = question.chars().all(|c| !c.is_alphabetic());
    // Typed with the zero or the country before it, which the platform may not have sent.
    let dialled = digits[digits.len().saturating_sub(PHONE_DIGITS)..].trim_start_matches('0');
    if ids.borrow().is_empty() && is_number && dialled.len() < digits.len() {
        are_all &= view.search_orders(dialled, walk.dir, from, take)?;
    }
    let are_left_out = !are_all || passed_over.get() >= MOST_LEFT_OUT;
    let (ids, is_cut) = (ids.into_inner(), is_cut.get());
    let mut orders = in_full(view, &ids)?;
    let has_older = match walk.dir {
        Dir::Next => is_cut,
        Dir::Prev => from.is_some(),
    };
    if walk.dir == Dir::Prev {
        orders.reverse();
    }
    let position = |order: Option<&Order>| order.map(|order| order.id.bytes().to_vec());
    let (next, prev) = (position(orders.last().filter(|_| has_older)), position(orders.first()));
    Ok((Page { items: orders, next, prev }, are_left_out))
}
