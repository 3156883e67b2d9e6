//! `IncomingBody`: a request's body on its way in, counted while it is read.
//!
//! `door` calls it. A body that is too large or unwanted is read on and dropped for a while, because a client that
//! is still sending when the connection closes never sees the answer. It never holds more than the limit.

use crate::{connection::patient_stream::Connection, request::call::RequestHead};
use futures_util::{Stream, StreamExt, TryStreamExt, stream::BoxStream};
use hyper::body::{Buf, Bytes};
use hyper::header::{CONTENT_LENGTH, EXPECT};
use model::{Bilingual, Code, Failure, Why};
use tokio::time::timeout;

/// How much is read and dropped past the limit: enough for an honest mistake, little enough to shrug off.
const SPILL: u64 = 1 << 20;

const NOT_WHOLE: Bilingual = Bilingual::fixed(
    "İstek gövdesinin tamamı gelmedi. Yeniden gönderin.",
    "The request body did not arrive in full. Send it again.",
);

type Chunks = BoxStream<'static, Result<Bytes, warp::Error>>;

pub struct IncomingBody<'a> {
    /// Nothing where none was sent.
    chunks: Option<Chunks>,
    /// What the client says it will send; nothing where it does not say.
    declared: u64,
    limit: u64,
    /// The client sends nothing until it is asked to.
    waits: bool,
    connection: &'a Connection,
}

impl IncomingBody<'_> {
    /// With its chunks as warp hands them out.
    pub fn new(
        head: &RequestHead,
        chunks: impl Stream<Item = Result<impl Buf, warp::Error>> + Send + 'static,
        limit: usize,
    ) -> IncomingBody<'_> {
        let (limit, connection) = (limit as u64, &*head.connection);
        if !head.has_body {
            return IncomingBody { chunks: None, declared: 0, limit, waits: false, connection };
        }
        // hyper has understood these headers.
        let length = head.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let declared = length.and_then(|text| text.parse().ok()).unwrap_or(0);
        let waits = head.headers.contains_key(EXPECT);
        let chunks = chunks.map_ok(|mut chunk| chunk.copy_to_bytes(chunk.remaining())).boxed();
        IncomingBody { chunks: Some(chunks), declared, limit, waits, connection }
    }

    /// Takes no more than this, where that is less than the door does.
    pub fn lower_limit(&mut self, most: usize) {
        self.limit = self.limit.min(most as u64);
    }

    /// The whole body. One that is not in after its time is answered 400 `invalid_parameter` and the connection
    /// closed: the contract has no 408, and what came of the request cannot be read.
    pub async fn read(&mut self) -> Result<Bytes, Failure> {
        let Some(chunks) = &mut self.chunks else { return Ok(Bytes::new()) };
        let (limit, declared) = (self.limit, self.declared);
        if declared > limit + SPILL || (self.waits && declared > limit) {
            self.connection.give_up();
            return Err(too_large(limit));
        }
        let within = self.connection.body_within;
        // Boxed, here and below, so that the many requests without a body do not pay for the size of it.
        match Box::pin(timeout(within, collect(chunks, limit, declared, self.connection))).await {
            Ok(outcome) => outcome,
            Err(_) => Err(broken(self.connection, format_args!("no whole body within {within:?}"))),
        }
    }

    /// Reads and drops an unwanted body.
    pub async fn skip(&mut self) {
        let Some(chunks) = &mut self.chunks else { return };
        if self.waits {
            return;
        }
        let (most, within) = (self.limit + SPILL, self.connection.body_within);
        if self.declared > most || !Box::pin(timeout(within, drop_up_to(chunks, most))).await.unwrap_or(false) {
            self.connection.give_up();
        }
    }

    /// More of it may be on the way, so the connection is of no use after the answer.
    pub fn is_given_up(&self) -> bool {
        self.connection.is_given_up()
    }
}

async fn collect(chunks: &mut Chunks, limit: u64, declared: u64, connection: &Connection) -> Result<Bytes, Failure> {
    let mut first = Bytes::new();
    let mut whole = Vec::new();
    let mut seen: u64 = 0;
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|e| broken(connection, e))?;
        seen += chunk.len() as u64;
        if seen > limit + SPILL {
            connection.give_up();
            return Err(too_large(limit));
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
        true => Err(too_large(limit)),
        false if whole.is_empty() => Ok(first),
        false => Ok(Bytes::from(whole)),
    }
}

/// Says whether that was all of it.
async fn drop_up_to(chunks: &mut Chunks, most: u64) -> bool {
    let mut seen: u64 = 0;
    while let Some(chunk) = chunks.next().await {
        let Ok(chunk) = chunk else { return false };
        seen += chunk.len() as u64;
        if seen > most {
            return false;
        }
    }
    true
}

fn too_large(limit: u64) -> Failure {
    Failure::new(Code::PayloadTooLarge).why(Why::TooLarge(limit as usize))
}

fn broken(connection: &Connection, cause: impl std::fmt::Display) -> Failure {
    connection.give_up();
    Failure::new(Code::InvalidParameter).why(Why::Plain(NOT_WHOLE)).cause(cause)
}
