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
pub enum List {
    Orders,
    OrdersByChange,
    Pending,
    Deliveries,
    Audit,
}

impl List {
    fn byte(self) -> u8 {
        match self {
            List::Orders => b'o',
            List::OrdersByChange => b'c',
            List::Pending => b'p',
            List::Deliveries => b'd',
            List::Audit => b'a',
        }
    }

    /// How long a position in this list is.
    fn width(self) -> usize {
        match self {
            List::Orders | List::OrdersByChange | List::Pending | List::Deliveries | List::Audit => 16,
        }
    }

    pub fn paging<T>(self, page: &Page<T>, limit: usize) -> Paging {
        let cursor = |position: &Option<Vec<u8>>| position.as_ref().map(|position| self.cursor(position));
        Paging { limit, next: cursor(&page.next), prev: cursor(&page.prev) }
    }

    /// Opaque to clients: the list, the position, and a checksum that tells a typed-in one from ours.
    fn cursor(self, position: &[u8]) -> String {
        let mut bytes = vec![self.byte()];
        bytes.extend_from_slice(position);
        bytes.extend_from_slice(&checksum(&bytes));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    pub fn position(self, cursor: &str) -> Result<Vec<u8>, Failure> {
        let bad = || Failure::unreadable("cursor", Why::BadCursor);
        let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| bad())?;
        let (body, sum) = bytes.split_at_checked(1 + self.width()).ok_or_else(bad)?;
        if body.first() != Some(&self.byte()) || sum != checksum(body) {
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
