//! `RequestId`: the reference that an answer, its error body and the log line share.
//!
//! Made at the door for every request. It is unique, short enough to read out on the phone, and no secret.

use hyper::header::HeaderValue;
use std::{
    fmt,
    hash::{BuildHasher, RandomState},
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// The count within this process. The text adds the process's own prefix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RequestId(u64);

/// Tells the requests of one run of the program from those of the next.
static PREFIX: LazyLock<u32> = LazyLock::new(|| RandomState::new().hash_one(0u8) as u32);
/// Eight digits, a dash, and as many as a count can have.
const LONGEST: usize = 8 + 1 + 16;
const HEX: &[u8; 16] = b"0123456789abcdef";

static NEXT: AtomicU64 = AtomicU64::new(1);

impl RequestId {
    pub(super) fn next() -> RequestId {
        RequestId(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn header(self) -> HeaderValue {
        let mut text = [0; LONGEST];
        // Hexadecimal digits and a dash are always a valid header.
        HeaderValue::from_bytes(self.write(&mut text)).unwrap_or(HeaderValue::from_static("-"))
    }

    /// By hand, because every answer carries one and the formatting machinery costs more than the rest of it.
    fn write(self, text: &mut [u8; LONGEST]) -> &[u8] {
        let mut at = LONGEST;
        let mut put = |byte| {
            at -= 1;
            text[at] = byte;
        };
        let mut count = self.0;
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
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}-{:x}", *PREFIX, self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_and_the_text_are_the_same_and_no_two_are() {
        for count in [0, 1, 15, 16, 0xabc_def, u64::MAX] {
            assert_eq!(RequestId(count).header().to_str().unwrap(), RequestId(count).to_string());
        }
        assert_ne!(RequestId::next(), RequestId::next());
    }
}
