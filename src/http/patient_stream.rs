//! `PatientStream`: a client's connection with the patience that hyper does not have.
//!
//! `server` wraps every connection in one. A client that never sends a request is cut, so is one that takes nothing of
//! its answer, or too little for too long; and one that is still sending when we close is listened to for a moment, or the
//! reset would wipe out the answer it should read. One that rests after a page ends when places run short. It moves bytes
//! and never looks at them.

use super::{Limits, slots::Slots, streams::Streams, unsent::UnsentAnswers};
use futures_util::future::BoxFuture;
use std::{
    io::{self, IoSlice},
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Instant, Sleep, sleep},
};

/// How long a client may go on sending after the last answer.
const LINGER: Duration = Duration::from_secs(2);

pub struct PatientStream<S> {
    stream: S,
    connection: Arc<Connection>,
    /// Runs until the first byte has come. hyper's own limit, which is for the whole header, is much longer.
    silent: Option<Pin<Box<Sleep>>>,
    stall_within: Duration,
    lowest_rate: u32,
    stalled: Option<(Instant, Pin<Box<Sleep>>)>,
    /// How long the client may still keep us waiting. What it takes buys it more.
    patience: Duration,
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
    pub is_encrypted: AtomicBool,
    /// Where requests share it.
    streams: OnceLock<Arc<Streams>>,
    is_given_up: AtomicBool,
    /// The last answer was a page, and all of it has been handed over.
    is_after_page: AtomicBool,
}

impl Connection {
    pub fn new(peer: SocketAddr, body_within: Duration, slots: Arc<Slots>, unsent: Arc<UnsentAnswers>) -> Connection {
        Connection {
            peer,
            body_within,
            slots,
            unsent,
            is_encrypted: AtomicBool::new(false),
            streams: OnceLock::new(),
            is_given_up: AtomicBool::new(false),
            is_after_page: AtomicBool::new(false),
        }
    }

    /// From now on it carries several requests at once.
    pub fn shares(&self, limits: &Limits) -> Arc<Streams> {
        self.streams.get_or_init(|| Streams::new(limits)).clone()
    }

    pub fn streams(&self) -> Option<&Arc<Streams>> {
        self.streams.get()
    }

    pub fn is_encrypted(&self) -> bool {
        self.is_encrypted.load(Ordering::Relaxed)
    }

    pub fn rest_after_page(&self) {
        self.is_after_page.store(true, Ordering::Relaxed);
    }

    /// A request has come.
    pub fn wake(&self) {
        self.is_after_page.store(false, Ordering::Relaxed);
    }

    /// The client may still be sending what nobody reads: the next answer is the last one, and the close waits until
    /// the client has stopped. Where requests share it, only the one ends, and the others go on.
    pub fn give_up(&self) {
        self.is_given_up.store(self.streams().is_none(), Ordering::Relaxed);
    }

    pub fn is_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }
}

impl<S> PatientStream<S> {
    pub fn new(stream: S, connection: Arc<Connection>, limits: &Limits) -> PatientStream<S> {
        PatientStream {
            stream,
            connection,
            silent: Some(Box::pin(sleep(limits.silence))),
            stall_within: limits.stall,
            lowest_rate: limits.lowest_rate.max(1),
            stalled: None,
            patience: limits.stall * 2,
            resting: None,
            lingering: None,
        }
    }

    /// Passes a write's progress on, and gives up on a client that takes nothing for too long, or hardly anything.
    fn progress(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(outcome) = &written {
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
            self.resting = None;
            return false;
        }
        let slots = &self.connection.slots;
        let resting = self.resting.get_or_insert_with(|| Box::pin(slots.clone().run_short()));
        resting.as_mut().poll(cx).is_ready()
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PatientStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let read = Pin::new(&mut this.stream).poll_read(cx, buf);
        if read.is_ready() {
            this.silent = None;
        } else if let Some(silent) = &mut this.silent {
            if silent.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
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
        Pin::new(&mut self.stream).poll_flush(cx)
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
