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
static NEXT: AtomicU64 = AtomicU64::new(1);

impl RequestId {
    pub(super) fn next() -> RequestId {
        RequestId(NEXT.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) fn header(self) -> HeaderValue {
        // Hexadecimal digits and a dash are always a valid header.
        HeaderValue::from_maybe_shared(hyper::body::Bytes::from(self.to_string()))
            .unwrap_or(HeaderValue::from_static("-"))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}-{:x}", *PREFIX, self.0)
    }
}
