//! `PatientStream`: a client's connection with the patience that hyper does not have.
//!
//! `server` wraps every connection in one. A client that sends no request, or not the whole header of one, is cut, so is one
//! that takes nothing of its answer, or too little for too long; and one that is still sending when we close is listened to
//! for a moment, or the reset would wipe out the answer it should read. One that rests after a page ends when places run
//! short. It moves bytes and never looks at them.

use crate::Limits;
use crate::connection::{bodies::UnfinishedBodies, slots::Slots, unsent::UnsentAnswers};
use futures_util::future::BoxFuture;
use std::io::{self, IoSlice};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::task::{Context, Poll, Waker, ready};
use std::{net::SocketAddr, pin::Pin, sync::Arc, time::Duration};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep, sleep_until};

/// How long a client may go on sending after the last answer.
const LINGER: Duration = Duration::from_secs(2);

pub struct PatientStream<S> {
    stream: S,
    connection: Arc<Connection>,
    header_within: Duration,
    /// When it was opened, until its first byte has come.
    silent_since: Option<Instant>,
    /// The turn whose header is awaited, and until when; before the first byte has come, until when that is.
    turn: u32,
    due: Instant,
    /// It is set anew when it has rung, and not with every request as hyper's own limit for headers is: what is due is only
    /// ever put off.
    clock: Pin<Box<Sleep>>,
    /// Whom it wakes.
    woken: Option<Waker>,
    stall_within: Duration,
    lowest_rate: u32,
    stalled: Option<(Instant, Pin<Box<Sleep>>)>,
    /// How long the client may still keep us waiting. What it takes buys it more.
    patience: Duration,
    /// Kept from one page to the next.
    resting: Option<BoxFuture<'static, ()>>,
    lingering: Option<Pin<Box<Sleep>>>,
}

/// What a request learns of its connection, and what the connection is told by its requests.
pub struct Connection {
    pub peer: SocketAddr,
    /// How long the body of a request may take.
    pub body_within: Duration,
    pub slots: Arc<Slots>,
    pub unsent: Arc<UnsentAnswers>,
    pub bodies: Arc<UnfinishedBodies>,
    pub is_encrypted: AtomicBool,
    is_given_up: AtomicBool,
    /// How often a request has come or its answer gone: even while the next request is awaited.
    turn: AtomicU32,
    /// The last answer was a page, and all of it has been handed over.
    is_after_page: AtomicBool,
    /// The rest of a body is awaited, and whether a door wants it.
    awaits_body: AtomicBool,
    is_body_wanted: AtomicBool,
    /// A door that is not for pages has answered with success.
    is_known: AtomicBool,
}

/// What a client still has to send of its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AwaitedPart {
    /// A header, or a body that nobody wants: no door has let it in.
    Anything,
    /// The body of a request that was let in, the first of its connection.
    FirstBody,
    /// That of a later one: its client was served before.
    LaterBody,
}

impl Connection {
    pub fn new(
        peer: SocketAddr,
        body_within: Duration,
        slots: Arc<Slots>,
        unsent: Arc<UnsentAnswers>,
        bodies: Arc<UnfinishedBodies>,
    ) -> Connection {
        Connection {
            peer,
            body_within,
            slots,
            unsent,
            bodies,
            is_encrypted: AtomicBool::new(false),
            is_given_up: AtomicBool::new(false),
            turn: AtomicU32::new(0),
            is_after_page: AtomicBool::new(false),
            awaits_body: AtomicBool::new(false),
            is_body_wanted: AtomicBool::new(false),
            is_known: AtomicBool::new(false),
        }
    }

    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted.load(Ordering::Relaxed)
    }

    /// A request has come.
    pub fn wake(&self) {
        self.turn.fetch_add(1, Ordering::Relaxed);
        self.is_after_page.store(false, Ordering::Relaxed);
    }

    /// Its answer has been handed over.
    pub fn rest(&self, is_after_page: bool) {
        self.turn.fetch_add(1, Ordering::Relaxed);
        self.is_after_page.store(is_after_page, Ordering::Relaxed);
    }

    /// The turn whose header is awaited. None while a request is under way.
    fn awaited(&self) -> Option<u32> {
        let turn = self.turn.load(Ordering::Relaxed);
        turn.is_multiple_of(2).then_some(turn)
    }

    /// The body of its request is read from here on, until `body_is_over`.
    pub fn await_body(&self, is_wanted: bool) {
        self.is_body_wanted.store(is_wanted, Ordering::Relaxed);
        self.awaits_body.store(true, Ordering::Relaxed);
    }

    pub fn body_is_over(&self) {
        self.awaits_body.store(false, Ordering::Relaxed);
    }

    /// A door that is not for pages answers it with success.
    pub fn note_served(&self) {
        self.is_known.store(true, Ordering::Relaxed);
    }

    /// What its client keeps it waiting for. None while a request is dealt with, and between two of a client that was served.
    pub fn awaited_part(&self) -> Option<AwaitedPart> {
        let is_known = self.is_known.load(Ordering::Relaxed);
        if self.awaits_body.load(Ordering::Relaxed) {
            return Some(match (self.is_body_wanted.load(Ordering::Relaxed), is_known) {
                (false, _) => AwaitedPart::Anything,
                (true, false) => AwaitedPart::FirstBody,
                (true, true) => AwaitedPart::LaterBody,
            });
        }
        // What was refused is no reason to keep a place.
        (!is_known && self.awaited().is_some()).then_some(AwaitedPart::Anything)
    }

    /// The client may still be sending what is not read: the next answer is the last one, and the close waits until the client
    /// has stopped.
    pub fn give_up(&self) {
        self.is_given_up.store(true, Ordering::Relaxed);
    }

    pub fn is_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }
}

impl<S> PatientStream<S> {
    pub fn new(stream: S, connection: Arc<Connection>, limits: &Limits) -> PatientStream<S> {
        let now = Instant::now();
        let due = now + limits.silence.min(limits.header);
        PatientStream {
            stream,
            connection,
            header_within: limits.header,
            silent_since: Some(now),
            turn: 0,
            due,
            clock: Box::pin(sleep_until(due)),
            woken: None,
            stall_within: limits.stall,
            lowest_rate: limits.lowest_rate.max(1),
            stalled: None,
            patience: limits.stall * 2,
            resting: None,
            lingering: None,
        }
    }

    /// Whether the next header, or the first byte, should have been here.
    fn is_overdue(&mut self, cx: &mut Context<'_>) -> bool {
        // An answer that the client has yet to take comes first.
        let Some(turn) = self.connection.awaited().filter(|_| self.stalled.is_none()) else { return false };
        if turn != self.turn {
            (self.turn, self.due) = (turn, Instant::now() + self.header_within);
        }
        // Nearly always it wakes this task already, and need not be asked to again.
        if !self.clock.is_elapsed() && self.woken.as_ref().is_some_and(|woken| woken.will_wake(cx.waker())) {
            return false;
        }
        while self.clock.as_mut().poll(cx).is_ready() {
            if self.due <= self.clock.deadline() {
                return true;
            }
            self.clock.as_mut().reset(self.due);
        }
        self.woken = Some(cx.waker().clone());
        false
    }

    /// Passes a write's progress on, and gives up on a client that takes nothing for too long, or hardly anything.
    fn progress(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(outcome) = &written {
            if self.stalled.is_none() && self.patience == self.stall_within * 2 {
                return written;
            }
            let waited = self.stalled.take().map_or(Duration::ZERO, |(since, _)| since.elapsed());
            let bought = Duration::from_secs_f64(*outcome.as_ref().unwrap_or(&0) as f64 / f64::from(self.lowest_rate));
            self.patience = (self.patience.saturating_sub(waited) + bought).min(self.stall_within * 2);
            return written;
        }
        let within = self.stall_within.min(self.patience);
        let (_, stalled) = self.stalled.get_or_insert_with(|| (Instant::now(), Box::pin(sleep(within))));
        stalled.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }

    /// Whether the client should go: it rests after a page, and places run short.
    fn gives_way(&mut self, cx: &mut Context<'_>) -> bool {
        if !self.connection.is_after_page.load(Ordering::Relaxed) || self.stalled.is_some() {
            return false;
        }
        let slots = &self.connection.slots;
        let resting = self.resting.get_or_insert_with(|| Box::pin(slots.clone().run_short()));
        let is_short = resting.as_mut().poll(cx).is_ready();
        if is_short {
            self.resting = None;
        }
        is_short
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PatientStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let read = Pin::new(&mut this.stream).poll_read(cx, buf);
        if read.is_ready() {
            if let Some(opened) = this.silent_since.take() {
                this.due = opened + this.header_within;
            }
        } else if this.is_overdue(cx) {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        } else if this.gives_way(cx) {
            // As if it had hung up, which ends a connection that rests.
            return Poll::Ready(Ok(()));
        }
        read
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for PatientStream<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(cx, buf);
        self.progress(cx, written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(cx, bufs);
        self.progress(cx, written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let flushed = Pin::new(&mut this.stream).poll_flush(cx);
        // hyper has tried to read before it answers, and does so again only when it is woken: be it by one of these.
        if flushed.is_ready() && (this.is_overdue(cx) || this.gives_way(cx)) {
            cx.waker().wake_by_ref();
        }
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.lingering.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(cx))?;
            if !self.connection.is_given_up() {
                return Poll::Ready(Ok(()));
            }
        }
        let this = &mut *self;
        let lingering = this.lingering.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        let mut scrap = [0; 16 << 10];
        while lingering.as_mut().poll(cx).is_pending() {
            let mut scrap = ReadBuf::new(&mut scrap);
            let read = ready!(Pin::new(&mut this.stream).poll_read(cx, &mut scrap));
            if read.is_err() || scrap.filled().is_empty() {
                break;
            }
        }
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex},
        time::timeout,
    };

    fn opened(limits: &Limits) -> (DuplexStream, PatientStream<DuplexStream>, Arc<Connection>) {
        let peer = "127.0.0.1:1".parse().unwrap();
        let connection = Arc::new(Connection::new(peer, limits.body, Slots::new(8), Arc::default(), Arc::default()));
        let (client, server) = duplex(64);
        (client, PatientStream::new(server, connection.clone(), limits), connection)
    }

    async fn cut_after(stream: &mut PatientStream<DuplexStream>) -> Duration {
        let began = Instant::now();
        assert_eq!(stream.read_u8().await.unwrap_err().kind(), io::ErrorKind::TimedOut);
        Duration::from_secs(began.elapsed().as_secs())
    }

    #[tokio::test(start_paused = true)]
    async fn a_first_byte_has_less_time_than_a_header() {
        let limits = Limits::default();
        let (_client, mut stream, _) = opened(&limits);
        assert_eq!(cut_after(&mut stream).await, limits.silence);
        let (mut client, mut stream, _) = opened(&limits);
        client.write_u8(1).await.unwrap();
        stream.read_u8().await.unwrap();
        assert_eq!(cut_after(&mut stream).await, limits.header);
    }

    #[tokio::test(start_paused = true)]
    async fn after_each_answer_the_next_header_has_its_whole_time() {
        let limits = Limits::default();
        let (mut client, mut stream, connection) = opened(&limits);
        for _ in 0..3 {
            client.write_u8(1).await.unwrap();
            stream.read_u8().await.unwrap();
            connection.wake();
            assert!(timeout(limits.header * 3, stream.read_u8()).await.is_err(), "its request is under way");
            connection.rest(false);
            let nearly = limits.header - Duration::from_secs(1);
            assert!(timeout(nearly, stream.read_u8()).await.is_err(), "its time is not up");
        }
        // What comes of a header wins it no time.
        client.write_u8(1).await.unwrap();
        stream.read_u8().await.unwrap();
        assert_eq!(cut_after(&mut stream).await, Duration::from_secs(1));
    }
}
