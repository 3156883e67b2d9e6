//! `Page` and `Cursor`: how every long list is walked.

use super::failure::{Failure, Why};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::Serialize;
use sha2::{Digest, Sha256};

pub const DEFAULT_LIMIT: usize = 50;
pub const MOST_LIMIT: usize = 200;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dir {
    /// To older ones.
    Next,
    /// To newer ones.
    Prev,
}

/// What a list is asked for, beside its filters.
#[derive(Clone, Debug)]
pub struct Walk {
    pub limit: usize,
    pub dir: Dir,
    /// A position in the list's index: the walk goes on from the far side of it.
    pub from: Option<Vec<u8>>,
}

impl Walk {
    /// The newest entries.
    pub fn newest(limit: usize) -> Walk {
        Walk { limit, dir: Dir::Next, from: None }
    }
}

/// A stretch of a list, newest first, with the positions of its edges.
#[derive(Clone, Debug, PartialEq)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub next: Option<Vec<u8>>,
    pub prev: Option<Vec<u8>>,
}

#[derive(Serialize)]
pub struct Paging {
    pub limit: usize,
    pub next: Option<String>,
    pub prev: Option<String>,
}

/// The lists that have cursors. A cursor of one is refused by the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum List {
    Orders = b'o',
    OrdersByChange = b'c',
    Pending = b'p',
    Deliveries = b'd',
    Audit = b'a',
}

/// How long a position in a list is: an id.
const POSITION: usize = 16;

impl List {
    /// What an answer says of a page that this walk came to. Where a cursor led to nothing, that cursor is also the way
    /// to newer ones: a client that polls with it and keeps what is answered never starts over.
    pub fn paging<T>(self, page: &Page<T>, walk: &Walk) -> Paging {
        let cursor = |position: &Option<Vec<u8>>| position.as_ref().map(|position| self.cursor(position));
        let is_stranded = page.items.is_empty() && page.prev.is_none();
        let prev = if is_stranded { &walk.from } else { &page.prev };
        Paging { limit: walk.limit, next: cursor(&page.next), prev: cursor(prev) }
    }

    /// Opaque to clients: the list, the position, and a checksum that tells a typed-in one from ours.
    fn cursor(self, position: &[u8]) -> String {
        let mut bytes = vec![self as u8];
        bytes.extend_from_slice(position);
        bytes.extend_from_slice(&checksum(&bytes));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    pub fn position(self, cursor: &str) -> Result<Vec<u8>, Failure> {
        let bad = || Failure::unreadable("cursor", Why::BadCursor);
        let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| bad())?;
        let (body, sum) = bytes.split_at_checked(1 + POSITION).ok_or_else(bad)?;
        if body.first() != Some(&(self as u8)) || sum != checksum(body) {
            return Err(bad());
        }
        Ok(body[1..].to_vec())
    }
}

fn checksum(bytes: &[u8]) -> [u8; 4] {
    let hash = Sha256::digest(bytes);
    [hash[0], hash[1], hash[2], hash[3]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_page_leads_back_to_the_cursor_that_led_to_it() {
        let (here, beyond) = (vec![7u8; 16], vec![9u8; 16]);
        let empty = Page::<()> { items: Vec::new(), next: None, prev: None };
        let cut_short = Page { prev: Some(beyond.clone()), ..empty.clone() };
        let full = Page { items: vec![()], ..empty.clone() };
        for dir in [Dir::Next, Dir::Prev] {
            let walk = Walk { limit: 5, dir, from: Some(here.clone()) };
            let prev = |page: &Page<()>, walk: &Walk| List::Pending.paging(page, walk).prev;
            assert_eq!(prev(&empty, &walk), Some(List::Pending.cursor(&here)));
            assert_eq!(prev(&cut_short, &walk), Some(List::Pending.cursor(&beyond)));
            assert_eq!(prev(&full, &walk), None);
            assert_eq!(prev(&empty, &Walk { from: None, ..walk }), None);
        }
    }

    #[test]
    fn a_cursor_is_good_for_its_own_list_alone() {
        let position = vec![7u8; 16];
        let cursor = List::Orders.cursor(&position);
        assert_eq!(List::Orders.position(&cursor).unwrap(), position);
        assert!(cursor.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
        assert!(List::Pending.position(&cursor).is_err());
        assert!(List::OrdersByChange.position(&cursor).is_err());
        for garbage in ["", "x", "AAAA", "%%", &cursor[1..], &cursor.replace('B', "C"), &"A".repeat(5_000)] {
            assert!(List::Orders.position(garbage).is_err(), "{garbage}");
        }
    }
}
