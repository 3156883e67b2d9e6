//! `IncomingBody`: a request's body on its way in, counted while it is read.
//!
//! `door` calls it. A body that is too large or unwanted, or that there is no room for, is read on and dropped for a while,
//! because a client that is still sending when the connection closes never sees the answer. It never holds more than the limit.

use crate::connection::bodies::{Addressee, BodyRoom, SMALL};
use crate::connection::{limits::TRY_AGAIN, patient_stream::Connection};
use crate::request::call::RequestHead;
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
    head: &'a RequestHead,
    /// Whom it is for, where that has a limit of its own.
    pub addressee: Option<Addressee>,
}

impl IncomingBody<'_> {
    /// With its chunks as warp hands them out.
    pub fn new(
        head: &RequestHead,
        chunks: impl Stream<Item = Result<impl Buf, warp::Error>> + Send + 'static,
        limit: usize,
    ) -> IncomingBody<'_> {
        let (limit, addressee) = (limit as u64, None);
        if !head.has_body {
            return IncomingBody { chunks: None, declared: 0, limit, waits: false, head, addressee };
        }
        // hyper has understood these headers.
        let length = head.headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let declared = length.and_then(|text| text.parse().ok()).unwrap_or(0);
        let waits = head.headers.contains_key(EXPECT);
        let chunks = chunks.map_ok(|mut chunk| chunk.copy_to_bytes(chunk.remaining())).boxed();
        IncomingBody { chunks: Some(chunks), declared, limit, waits, head, addressee }
    }

    /// Takes no more than this, where that is less than the door does.
    pub fn lower_limit(&mut self, most: usize) {
        self.limit = self.limit.min(most as u64);
    }

    /// The whole body. One that is not in after its time is answered 400 `invalid_parameter` and the connection
    /// closed: the contract has no 408, and what came of the request cannot be read.
    pub async fn read(&mut self) -> Result<Bytes, Failure> {
        let Some(chunks) = &mut self.chunks else { return Ok(Bytes::new()) };
        let (limit, declared, connection) = (self.limit, self.declared, &*self.head.connection);
        if declared > limit + SPILL || (self.waits && declared > limit) {
            connection.give_up();
            return Err(too_large(limit));
        }
        let within = connection.body_within;
        let gathered = GatheredBody::new(self.head, self.addressee, limit as usize);
        connection.await_body(true);
        // Boxed, here and below, so that the many requests without a body do not pay for the size of it.
        let read = Box::pin(timeout(within, collect(chunks, gathered, connection))).await;
        connection.body_is_over();
        read.unwrap_or_else(|_| Err(broken(connection, format_args!("no whole body within {within:?}"))))
    }

    /// Reads and drops an unwanted body.
    pub async fn skip(&mut self) {
        let Some(chunks) = &mut self.chunks else { return };
        if self.waits {
            return;
        }
        let connection = &*self.head.connection;
        let (most, within) = (self.limit + SPILL, connection.body_within);
        connection.await_body(false);
        if self.declared > most || !Box::pin(timeout(within, drop_up_to(chunks, most))).await.unwrap_or(false) {
            connection.give_up();
        }
        connection.body_is_over();
    }

    /// More of it may be on the way, so the connection is of no use after the answer.
    pub fn is_given_up(&self) -> bool {
        self.head.connection.is_given_up()
    }
}

async fn collect(chunks: &mut Chunks, mut body: GatheredBody<'_>, connection: &Connection) -> Result<Bytes, Failure> {
    let limit = body.limit as u64;
    let (mut seen, mut refusal): (u64, _) = (0, None);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|e| broken(connection, e))?;
        seen += chunk.len() as u64;
        if seen > limit + SPILL {
            connection.give_up();
            return Err(too_large(limit));
        }
        if seen > limit {
            refusal = Some(too_large(limit));
        } else if refusal.is_none() && !body.add(chunk) {
            refusal = Some(Failure::new(Code::Unavailable).retry_after(TRY_AGAIN));
        }
        if refusal.is_some() {
            body.let_go();
        }
    }
    match refusal {
        Some(refusal) => Err(refusal),
        None => Ok(body.whole()),
    }
}

/// What has come of a body, and the room that it takes.
struct GatheredBody<'a> {
    head: &'a RequestHead,
    addressee: Option<Addressee>,
    limit: usize,
    /// Nearly every body comes as one chunk, and that one need not be copied.
    first: Bytes,
    bytes: Vec<u8>,
    room: Option<BodyRoom>,
}

impl GatheredBody<'_> {
    fn new(head: &RequestHead, addressee: Option<Addressee>, limit: usize) -> GatheredBody<'_> {
        GatheredBody { head, addressee, limit, first: Bytes::new(), bytes: Vec::new(), room: None }
    }

    /// False where there is no room for it.
    fn add(&mut self, chunk: Bytes) -> bool {
        if self.first.is_empty() && self.bytes.is_empty() {
            self.first = chunk;
            return true;
        }
        let first = std::mem::take(&mut self.first);
        for piece in [first, chunk] {
            if !self.has_room_for(piece.len()) {
                return false;
            }
            self.bytes.extend_from_slice(&piece);
        }
        true
    }

    /// It grows by what has come and not at once to what was declared, which costs nothing to write.
    fn has_room_for(&mut self, more: usize) -> bool {
        let (needed, before) = (self.bytes.len() + more, self.bytes.capacity());
        if needed <= before {
            return true;
        }
        let capacity = needed.next_power_of_two().min(self.limit).max(needed);
        let counted = |capacity: usize| capacity.saturating_sub(SMALL);
        let grows = counted(capacity) - counted(before);
        let fits = match &mut self.room {
            Some(room) => room.grow(grows),
            None if grows == 0 => true,
            None => {
                self.room = self.head.connection.bodies.hold(self.head.visitor(), self.addressee, grows);
                self.room.is_some()
            }
        };
        if fits {
            self.bytes.reserve_exact(capacity - self.bytes.len());
        }
        fits
    }

    fn let_go(&mut self) {
        (self.first, self.bytes, self.room) = (Bytes::new(), Vec::new(), None);
    }

    /// The room is given back when the last of it has been dealt with.
    fn whole(self) -> Bytes {
        match self.room {
            Some(_room) => Bytes::from_owner(CountedBody { bytes: self.bytes, _room }),
            None if self.bytes.is_empty() => self.first,
            None => Bytes::from(self.bytes),
        }
    }
}

struct CountedBody {
    bytes: Vec<u8>,
    _room: BodyRoom,
}

impl AsRef<[u8]> for CountedBody {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
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
