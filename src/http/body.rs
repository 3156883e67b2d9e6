//! `IncomingBody`: a request's body on its way in, counted while it is read.
//!
//! `door` calls it. A body that is too large or unwanted is read on and dropped for a while, because a client that
//! is still sending when the connection closes never sees the answer. It never holds more than the limit.

use crate::model::{Code, Failure, Why};
use hyper::{
    HeaderMap,
    body::{Body, Bytes, Incoming},
    header::EXPECT,
};
use std::{future::poll_fn, pin::Pin, time::Duration};
use tokio::time::timeout;

/// How much is read and dropped past the limit: enough for an honest mistake, little enough to shrug off.
const SPILL: u64 = 1 << 20;

pub struct IncomingBody {
    body: Incoming,
    limit: u64,
    within: Duration,
    /// The client sends nothing until it is asked to.
    waits: bool,
}

/// Why there is no body. `close`: more of it may be on the way, so the connection is of no use any more.
pub struct Unread {
    pub failure: Failure,
    pub close: bool,
}

impl IncomingBody {
    pub fn new(body: Incoming, headers: &HeaderMap, limit: usize, within: Duration) -> IncomingBody {
        IncomingBody { body, limit: limit as u64, within, waits: headers.contains_key(EXPECT) }
    }

    /// The whole body. One that is not in after `within` is answered 400 `invalid_parameter` and the connection
    /// closed: the contract has no 408, and what came of the request cannot be read.
    pub async fn read(&mut self) -> Result<Bytes, Unread> {
        if self.body.is_end_stream() {
            return Ok(Bytes::new());
        }
        let declared = self.declared();
        if declared > self.limit + SPILL || (self.waits && declared > self.limit) {
            return Err(Unread { failure: too_large(self.limit), close: true });
        }
        match timeout(self.within, collect(&mut self.body, self.limit, declared)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(broken(format_args!("no whole body within {:?}", self.within))),
        }
    }

    /// Reads and drops a body that nobody wants; says whether the connection must close.
    pub async fn skip(&mut self) -> bool {
        if self.body.is_end_stream() || self.waits {
            return false;
        }
        let most = self.limit + SPILL;
        self.declared() > most || timeout(self.within, drop_up_to(&mut self.body, most)).await.unwrap_or(true)
    }

    /// What the client says it will send; nothing for a chunked body.
    fn declared(&self) -> u64 {
        self.body.size_hint().lower()
    }
}

async fn collect(body: &mut Incoming, limit: u64, declared: u64) -> Result<Bytes, Unread> {
    let mut first = Bytes::new();
    let mut whole = Vec::new();
    let mut seen: u64 = 0;
    while let Some(chunk) = next(body).await {
        let chunk = chunk.map_err(broken)?;
        seen += chunk.len() as u64;
        if seen > limit + SPILL {
            return Err(Unread { failure: too_large(limit), close: true });
        }
        if seen > limit {
            (first, whole) = (Bytes::new(), Vec::new());
        } else if first.is_empty() {
            // Nearly every body comes as one chunk, and that one need not be copied.
            first = chunk;
        } else {
            if whole.is_empty() {
                whole.reserve_exact(declared.max(seen).min(limit) as usize);
                whole.extend_from_slice(&first);
            }
            whole.extend_from_slice(&chunk);
        }
    }
    match seen > limit {
        true => Err(Unread { failure: too_large(limit), close: false }),
        false if whole.is_empty() => Ok(first),
        false => Ok(Bytes::from(whole)),
    }
}

async fn drop_up_to(body: &mut Incoming, most: u64) -> bool {
    let mut seen: u64 = 0;
    while let Some(chunk) = next(body).await {
        let Ok(chunk) = chunk else { return true };
        seen += chunk.len() as u64;
        if seen > most {
            return true;
        }
    }
    false
}

/// The next piece of the body. Trailers say nothing that anybody here asks for.
async fn next(body: &mut Incoming) -> Option<Result<Bytes, hyper::Error>> {
    loop {
        let frame = poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await?;
        match frame.map(|frame| frame.into_data()) {
            Ok(Ok(data)) => return Some(Ok(data)),
            Ok(Err(_trailers)) => {}
            Err(e) => return Some(Err(e)),
        }
    }
}

fn too_large(limit: u64) -> Failure {
    Failure::new(Code::PayloadTooLarge).why(Why::TooLarge(limit as usize))
}

fn broken(cause: impl std::fmt::Display) -> Unread {
    Unread { failure: Failure::new(Code::InvalidParameter).cause(cause), close: true }
}
