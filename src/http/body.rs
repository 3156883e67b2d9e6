//! `Inflow`: a request's body on its way in, counted while it is read.
//!
//! `door` calls it. A body that is too large or unwanted is read on and dropped for a while, because a client that
//! is still sending when the connection closes never sees the answer. It never holds more than the limit.

use crate::model::{Code, Failure, Why};
use futures_util::{Stream, StreamExt};
use hyper::{
    HeaderMap,
    body::{Buf, Bytes},
    header::{CONTENT_LENGTH, EXPECT},
};
use std::{pin::pin, time::Duration};

/// How much is read and dropped past the limit: enough for an honest mistake, little enough to shrug off.
const SPILL: u64 = 1 << 20;

pub struct Inflow<S> {
    stream: S,
    limit: u64,
    within: Duration,
    declared: Option<u64>,
    /// The client sends nothing until it is asked to.
    waits: bool,
}

/// Why there is no body. `close`: more of it may be on the way, so the connection is of no use any more.
pub struct Unread {
    pub failure: Failure,
    pub close: bool,
}

impl<S, B, E> Inflow<S>
where
    S: Stream<Item = Result<B, E>>,
    B: Buf,
    E: std::fmt::Display,
{
    pub fn new(stream: S, headers: &HeaderMap, limit: usize, within: Duration) -> Inflow<S> {
        let declared = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        Inflow { stream, limit: limit as u64, within, declared, waits: headers.contains_key(EXPECT) }
    }

    /// The whole body. One that is not in after `within` is answered 400 `invalid_parameter` and the connection
    /// closed: the contract has no 408, and what came of the request cannot be read.
    pub async fn read(self) -> Result<Bytes, Unread> {
        let declared = self.declared.unwrap_or(0);
        if declared > self.limit + SPILL || (self.waits && declared > self.limit) {
            return Err(Unread { failure: too_large(self.limit), close: true });
        }
        let (limit, within) = (self.limit, self.within);
        match tokio::time::timeout(within, collect(self.stream, limit, declared)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(broken(format_args!("no whole body within {within:?}"))),
        }
    }

    /// Reads and drops a body that nobody wants; says whether the connection must close.
    pub async fn skip(self) -> bool {
        if self.waits {
            return false;
        }
        if self.declared.is_some_and(|declared| declared > self.limit + SPILL) {
            return true;
        }
        let (most, within) = (self.limit + SPILL, self.within);
        tokio::time::timeout(within, drop_up_to(self.stream, most)).await.unwrap_or(true)
    }
}

async fn collect<B: Buf, E: std::fmt::Display>(
    stream: impl Stream<Item = Result<B, E>>,
    limit: u64,
    declared: u64,
) -> Result<Bytes, Unread> {
    let mut stream = pin!(stream);
    let mut first = Bytes::new();
    let mut whole = Vec::new();
    let mut seen: u64 = 0;
    while let Some(chunk) = stream.next().await {
        let mut chunk = chunk.map_err(broken)?;
        let length = chunk.remaining();
        seen += length as u64;
        if seen > limit + SPILL {
            return Err(Unread { failure: too_large(limit), close: true });
        }
        if seen > limit {
            (first, whole) = (Bytes::new(), Vec::new());
            continue;
        }
        // Nearly every body comes as one chunk, and that one need not be copied.
        if first.is_empty() && whole.is_empty() {
            first = chunk.copy_to_bytes(length);
            continue;
        }
        if whole.is_empty() {
            whole.reserve_exact(declared.max(seen) as usize);
            whole.extend_from_slice(&first);
        }
        while chunk.has_remaining() {
            let part = chunk.chunk();
            whole.extend_from_slice(part);
            let length = part.len();
            chunk.advance(length);
        }
    }
    match seen > limit {
        true => Err(Unread { failure: too_large(limit), close: false }),
        false if whole.is_empty() => Ok(first),
        false => Ok(Bytes::from(whole)),
    }
}

async fn drop_up_to<B: Buf, E>(stream: impl Stream<Item = Result<B, E>>, most: u64) -> bool {
    let mut stream = pin!(stream);
    let mut seen: u64 = 0;
    while let Some(chunk) = stream.next().await {
        let Ok(chunk) = chunk else { return true };
        seen += chunk.remaining() as u64;
        if seen > most {
            return true;
        }
    }
    false
}

fn too_large(limit: u64) -> Failure {
    Failure::new(Code::PayloadTooLarge).why(Why::TooLarge(limit as usize))
}

fn broken(cause: impl std::fmt::Display) -> Unread {
    Unread { failure: Failure::new(Code::InvalidParameter).cause(cause), close: true }
}
