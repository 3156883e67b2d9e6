//! `PatientStream`: a client's connection with the patience that hyper does not have.
//!
//! `server` wraps every connection in one. A client that never sends a request is cut, so is one that takes nothing of
//! its answer; and one that is still sending when we close is listened to for a moment, or the reset would wipe out
//! the answer it should read. It moves bytes and never looks at them.

use std::{
    io::{self, IoSlice},
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    time::{Sleep, sleep},
};

/// How long a client may go on sending after the last answer.
const LINGER: Duration = Duration::from_secs(2);

pub struct PatientStream<S> {
    stream: S,
    connection: Arc<Connection>,
    /// Runs until the first byte has come. hyper's own limit, which is for the whole header, is much longer.
    silent: Option<Pin<Box<Sleep>>>,
    stall_within: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    lingering: Option<Pin<Box<Sleep>>>,
}

/// What a request learns of its connection, and what the connection is told by its requests.
pub struct Connection {
    pub peer: SocketAddr,
    /// How long the body of a request may take.
    pub body_within: Duration,
    is_given_up: AtomicBool,
}

impl Connection {
    pub fn new(peer: SocketAddr, body_within: Duration) -> Connection {
        Connection { peer, body_within, is_given_up: AtomicBool::new(false) }
    }

    /// The client may still be sending what nobody reads: the next answer is the last one, and the close waits until
    /// the client has stopped.
    pub fn give_up(&self) {
        self.is_given_up.store(true, Ordering::Relaxed);
    }

    pub fn is_given_up(&self) -> bool {
        self.is_given_up.load(Ordering::Relaxed)
    }
}

impl<S> PatientStream<S> {
    pub fn new(
        stream: S,
        connection: Arc<Connection>,
        silent_within: Duration,
        stall_within: Duration,
    ) -> PatientStream<S> {
        let silent = Some(Box::pin(sleep(silent_within)));
        PatientStream { stream, connection, silent, stall_within, stalled: None, lingering: None }
    }

    /// Passes a write's progress on, and gives up on one that has made none for too long.
    fn progress(&mut self, cx: &mut Context<'_>, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let within = self.stall_within;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(within)));
        stalled.as_mut().poll(cx).map(|()| Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for PatientStream<S> {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let this = &mut *self;
        let read = Pin::new(&mut this.stream).poll_read(cx, buf);
        if read.is_ready() {
            this.silent = None;
        } else if let Some(silent) = &mut this.silent
            && silent.as_mut().poll(cx).is_ready()
        {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
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
