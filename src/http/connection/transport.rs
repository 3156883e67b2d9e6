//! `Transport`: a connection in clear or encrypted, as its first byte says.
//!
//! `server` opens every connection as one. Both come to the same port, so that a till that speaks HTTP goes on doing so
//! where HTTPS is on.

use crate::{Limits, connection::patient_stream::PatientStream};
use std::{io, sync::Arc};
use tokio::{net::TcpStream, time::timeout};
use tokio_rustls::rustls::{ServerConfig, ServerConnection};
use tokio_rustls::{TlsAcceptor, server::TlsStream};
use tokio_util::either::Either;

/// The first byte of every TLS connection: a record of its handshake. No method of HTTP begins so.
const HANDSHAKE: u8 = 0x16;
/// What of an answer is encrypted before the client has taken it.
const ENCRYPTED_AHEAD: usize = 16 << 10;

/// In clear, or encrypted. The clocks are below the encryption: they see what the client really sends and takes.
pub type Transport = Either<PatientStream<TcpStream>, Box<TlsStream<PatientStream<TcpStream>>>>;

/// The handshake, where a client begins one; it has as long as a client may be silent.
pub async fn encrypted(
    stream: PatientStream<TcpStream>,
    config: Arc<ServerConfig>,
    limits: &Limits,
) -> io::Result<Transport> {
    let tune = |session: &mut ServerConnection| session.set_buffer_limit(Some(ENCRYPTED_AHEAD));
    let handshake = TlsAcceptor::from(config).accept_with(stream, tune);
    let stream = timeout(limits.silence, handshake).await.map_err(|_| io::ErrorKind::TimedOut)??;
    Ok(Transport::Right(Box::new(stream)))
}

/// Whether a client begins a handshake; it is heard, not taken.
pub async fn begins_handshake(stream: &TcpStream, limits: &Limits) -> io::Result<bool> {
    let mut first = [0];
    let heard = timeout(limits.silence, stream.peek(&mut first)).await.map_err(|_| io::ErrorKind::TimedOut)??;
    Ok(heard == 1 && first == [HANDSHAKE])
}
