//! `RequestId`: the reference that an answer, its error body and the log line share.
//!
//! Made at the door for every request, where the caller brings none: then it is unique, short enough to read out on the
//! phone, and no secret.

use crate::request::under_way;
use hyper::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fmt, future::poll_fn, pin::pin, sync::LazyLock};
use tracing::Span;

pub const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RequestId {
    /// The count within this process. The text adds the process's own prefix.
    Made(u64),
    /// What the caller calls it.
    Brought(BroughtId),
}

/// Letters, digits and a few signs: no log line can be forged with them. In place, so that it costs no memory of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BroughtId {
    text: [u8; LONGEST_BROUGHT],
    length: usize,
}

/// A trace id, a UUID or an order's number is shorter.
const LONGEST_BROUGHT: usize = 64;
/// How an API key begins. One that is put here by mistake must not get into the log.
const KEY: &[u8] = b"gsn_";

/// Tells the requests of one run of the program from those of the next.
static PREFIX: LazyLock<u32> = LazyLock::new(|| RandomState::new().hash_one(0u8) as u32);
/// Eight digits, a dash, and as many as a count can have.
const LONGEST_MADE_BYTES: usize = 8 + 1 + 16;
const HEX: &[u8; 16] = b"0123456789abcdef";

static NEXT: AtomicU64 = AtomicU64::new(1);

impl RequestId {
    /// Whatever is logged by the work has the id. Where that is a number, no span is made: `app::log_spans` makes one when
    /// there is a line to write.
    pub(crate) async fn around<T>(self, work: impl Future<Output = T>) -> T {
        let (count, span) = match self {
            RequestId::Made(count) => (Some(count), Span::none()),
            RequestId::Brought(_) => (None, tracing::error_span!("request", id = %self)),
        };
        let mut work = pin!(work);
        poll_fn(|context| {
            let _number = count.map(under_way::enter);
            let _span = span.enter();
            work.as_mut().poll(context)
        })
        .await
    }

    pub(crate) fn next() -> RequestId {
        RequestId::Made(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    /// The one that a request brings, if it can be used. Only with an Authorization header: what a proxy adds for a stranger
    /// is not his, and the program knows its own answers by the ids that it makes (`ops::public_address`).
    pub(crate) fn of(headers: &HeaderMap) -> RequestId {
        let brought = headers.contains_key(AUTHORIZATION).then(|| brought(headers)).flatten();
        brought.map_or_else(RequestId::next, RequestId::Brought)
    }

    pub(crate) fn header(self) -> HeaderValue {
        let mut text = [0; LONGEST_MADE_BYTES];
        let bytes = match &self {
            RequestId::Made(count) => write(*count, &mut text),
            RequestId::Brought(brought) => brought.bytes(),
        };
        // Digits, letters and these signs are always a valid header.
        HeaderValue::from_bytes(bytes).unwrap_or(HeaderValue::from_static("-"))
    }
}

fn brought(headers: &HeaderMap) -> Option<BroughtId> {
    let mut all = headers.get_all(X_REQUEST_ID).iter();
    let (given, None) = (all.next()?.as_bytes(), all.next()) else { return None };
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.".contains(byte);
    if given.is_empty() || !given.iter().all(is_plain) || given.starts_with(KEY) {
        return None;
    }
    let mut text = [0; LONGEST_BROUGHT];
    text.get_mut(..given.len())?.copy_from_slice(given);
    Some(BroughtId { text, length: given.len() })
}

impl BroughtId {
    fn bytes(&self) -> &[u8] {
        &self.text[..self.length]
    }
}

/// By hand, because every answer carries one and the formatting machinery costs more than the rest of it.
fn write(count: u64, text: &mut [u8; LONGEST_MADE_BYTES]) -> &[u8] {
    let mut at = LONGEST_MADE_BYTES;
    let mut put = |byte| {
        at -= 1;
        text[at] = byte;
    };
    let mut count = count;
    loop {
        put(HEX[(count & 15) as usize]);
        count >>= 4;
        if count == 0 {
            break;
        }
    }
    put(b'-');
    (0..8).for_each(|digit| put(HEX[(*PREFIX >> (4 * digit) & 15) as usize]));
    &text[at..]
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestId::Made(count) => write!(f, "{:08x}-{count:x}", *PREFIX),
            RequestId::Brought(brought) => f.write_str(std::str::from_utf8(brought.bytes()).unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_and_the_text_are_the_same_and_no_two_are() {
        for count in [0, 1, 15, 16, 0xabc_def, u64::MAX] {
            let made = RequestId::Made(count);
            assert_eq!(made.header().to_str().unwrap(), made.to_string());
        }
        assert_ne!(RequestId::next(), RequestId::next());
    }

    #[test]
    fn one_that_is_brought_is_taken_over_where_it_is_plain_and_comes_with_a_key() {
        let of = |given: &[&[u8]], authorization: bool| {
            let mut headers = HeaderMap::new();
            if authorization {
                headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer x"));
            }
            for value in given {
                headers.append(X_REQUEST_ID, HeaderValue::from_bytes(value).unwrap());
            }
            let id = RequestId::of(&headers);
            assert_eq!(id.header().to_str().unwrap(), id.to_string());
            matches!(id, RequestId::Brought(_)).then(|| id.to_string())
        };
        for good in ["a", "7f3c.K_a-9", "0f8fad5b-d9cb-469f-a165-70867728950e", &"x".repeat(64)] {
            assert_eq!(of(&[good.as_bytes()], true).as_deref(), Some(good));
            assert_eq!(of(&[good.as_bytes()], false), None);
        }
        for bad in ["", " ", "a b", "a\tb", "a=b", "a%0Ab", "ş", "a\"", "{}", "\u{1b}[2J", "gsn_abc", &"x".repeat(65)]
        {
            if let Ok(value) = HeaderValue::from_bytes(bad.as_bytes()) {
                assert_eq!(of(&[value.as_bytes()], true), None, "{bad}");
            }
        }
        assert_eq!(of(&[b"a", b"a"], true), None);
        assert_eq!(of(&[], true), None);
    }
}
