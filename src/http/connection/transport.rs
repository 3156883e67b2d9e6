//! `Transport`: a connection in clear or encrypted, as its first byte says.
//!
//! `server` opens every connection as one. Both come to the same port, so that a till that speaks HTTP goes on doing so
//! where HTTPS is on.

use crate::{Limits, connection::patient_stream::PatientStream};
use std::io::{self, IoSlice};
use std::task::{Context, Poll};
use std::{pin::Pin, sync::Arc};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::rustls::{ServerConfig, ServerConnection};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

/// The first byte of every TLS connection: a record of its handshake. No method of HTTP begins so.
const HANDSHAKE: u8 = 0x16;
/// What of an answer is encrypted before the client has taken it.
const ENCRYPTED_AHEAD: usize = 16 << 10;

pub enum Transport {
    Clear(PatientStream<TcpStream>),
    /// The clocks are below the encryption: they see what the client really sends and takes.
    Encrypted(Box<TlsStream<PatientStream<TcpStream>>>),
}

impl Transport {
    /// The handshake, where a client begins one; it has as long as a client may be silent.
    pub async fn encrypted(
        stream: PatientStream<TcpStream>,
        config: Arc<ServerConfig>,
        limits: &Limits,
    ) -> io::Result<Transport> {
        let tune = |session: &mut ServerConnection| session.set_buffer_limit(Some(ENCRYPTED_AHEAD));
        let handshake = TlsAcceptor::from(config).accept_with(stream, tune);
        let stream = timeout(limits.silence, handshake).await.map_err(|_| io::ErrorKind::TimedOut)??;
        Ok(Transport::Encrypted(Box::new(stream)))
    }
}

/// Whether a client begins a handshake; it is heard, not taken.
pub async fn begins_handshake(stream: &TcpStream, limits: &Limits) -> io::Result<bool> {
    let mut first = [0];
    let heard = timeout(limits.silence, stream.peek(&mut first)).await.map_err(|_| io::ErrorKind::TimedOut)??;
    Ok(heard == 1 && first == [HANDSHAKE])
}

macro_rules! either {
    ($self:ident, $stream:ident => $does:expr) => {
        match &mut *$self {
            Transport::Clear($stream) => $does,
            Transport::Encrypted($stream) => $does,
        }
    };
}

impl AsyncRead for Transport {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => Pin::new(stream).poll_read(cx, buf))
    }
}

impl AsyncWrite for Transport {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        either!(self, stream => Pin::new(stream).poll_write(cx, buf))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        either!(self, stream => Pin::new(stream).poll_write_vectored(cx, bufs))
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Transport::Clear(stream) => stream.is_write_vectored(),
            Transport::Encrypted(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => Pin::new(stream).poll_flush(cx))
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        either!(self, stream => Pin::new(stream).poll_shutdown(cx))
    }
}
