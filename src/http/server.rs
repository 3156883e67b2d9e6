//! The accept loop: sockets in, requests to the site, and an orderly end.
//!
//! `app` calls `serve` once per listener. warp's own server has no time limits, so hyper is driven from here:
//! HTTP/1.1, a limit on how long a header may take, and a cap on connections.
//! It knows sockets and limits; what a request means is the site's.

use super::{
    Quota, QuotaPlace, Response, Site,
    call::RequestHead,
    patient_stream::{Connection, PatientStream},
};
use futures_util::future::{Either, ready};
use hyper::{Request, body::Incoming, server::conn::http1, service::Service};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
    service::TowerToHyperService,
};
use std::{
    convert::Infallible,
    io,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    pin::pin,
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinSet,
    time::{sleep, timeout},
};

/// Whoever was turned away may come again.
const TRY_AGAIN: Duration = Duration::from_secs(5);

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// At once. When all are taken, new ones wait in the system's queue until one ends.
    pub connections: usize,
    /// Of one address, at once. More are turned away.
    pub per_address: usize,
    /// From the connection to the first byte of a request.
    pub silence: Duration,
    /// From the connection, or from the last answer, to the end of the next header.
    pub header: Duration,
    /// From the header to the end of the body.
    pub body: Duration,
    /// For a client to take anything at all of its answer.
    pub stall: Duration,
    /// After `stop`, for what is under way.
    pub drain: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        let patience = Duration::from_secs(30);
        // A platform call may take 10 s, and the whole stop 12 s.
        let drain = Duration::from_secs(11);
        let silence = Duration::from_secs(5);
        let (connections, per_address) = (1_024, 128);
        Limits { connections, per_address, silence, header: patience, body: patience, stall: patience, drain }
    }
}

impl Limits {
    /// With so many connections that a third of the files that may be open is left for calls that we make.
    pub fn within_files(self, files: u64) -> Limits {
        let fits = usize::try_from(files / 3 * 2).unwrap_or(usize::MAX);
        let connections = self.connections.min(fits).max(1);
        // One address never has them all.
        Limits { connections, per_address: self.per_address.min(connections / 2).max(1), ..self }
    }
}

/// Serves until `stop` resolves, then lets what is under way end. Idle connections close at once, and whatever
/// still runs after `limits.drain` is cut.
pub async fn serve(listener: TcpListener, site: Arc<Site>, stop: impl Future<Output = ()>, limits: Limits) {
    let server = Arc::new(HttpServer { site, limits, builder: builder(&limits) });
    let slots = Arc::new(Semaphore::new(limits.connections));
    let addresses = Arc::new(Quota::default());
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut stop = pin!(stop);
    loop {
        let (stream, peer, slot) = tokio::select! {
            () = &mut stop => break,
            accepted = accept(&listener, &slots) => match accepted {
                Some(accepted) => accepted,
                None => break,
            },
        };
        let Some(place) = addresses.take(household(peer.ip()), limits.per_address, usize::MAX) else {
            server.turn_away(&stream, peer);
            continue;
        };
        connections.spawn(server.clone().attend(stream, peer, graceful.watcher(), (slot, place)));
        while connections.try_join_next().is_some() {}
    }
    drop(listener);
    if timeout(limits.drain, graceful.shutdown()).await.is_err() {
        while connections.try_join_next().is_some() {}
        tracing::warn!("{} connections were still busy and have been cut", connections.len());
    }
    connections.shutdown().await;
}

/// The next connection and the slot it takes.
async fn accept(
    listener: &TcpListener,
    slots: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let slot = slots.clone().acquire_owned().await.ok()?;
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return Some((stream, peer, slot)),
            // That client has gone again already.
            Err(e) if matches!(e.kind(), io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset) => {}
            Err(e) => {
                // Most likely out of file descriptors: it passes when connections end, and asking at once would spin.
                tracing::error!("cannot accept connections: {e}");
                sleep(Duration::from_millis(500)).await;
            }
        }
    }
}

/// What one customer of a provider has: an address, or of IPv6 the first half of one.
fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() >> 64 << 64).into(),
        address => address,
    }
}

/// What all connections of a listener share.
struct HttpServer {
    site: Arc<Site>,
    limits: Limits,
    builder: http1::Builder,
}

impl HttpServer {
    /// Says that its address has too many. Nothing is read or waited for; whoever does not hear it finds the connection closed.
    fn turn_away(&self, stream: &TcpStream, peer: SocketAddr) {
        tracing::debug!(%peer, "this address has too many connections");
        let (body, pause) = (self.site.too_many(), TRY_AGAIN.as_secs());
        let head = format!(
            "HTTP/1.1 503 Service Unavailable\r\nretry-after: {pause}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n",
            body.len()
        );
        let _ = stream.try_write(&[head.as_bytes(), &body].concat());
    }

    async fn attend(
        self: Arc<HttpServer>,
        stream: TcpStream,
        peer: SocketAddr,
        watcher: Watcher,
        places: (OwnedSemaphorePermit, QuotaPlace<IpAddr>),
    ) {
        // Answers are written whole; waiting for more would only delay them.
        if let Err(e) = stream.set_nodelay(true) {
            tracing::debug!(%peer, "no TCP_NODELAY: {e}");
        }
        let connection = Arc::new(Connection::new(peer, self.limits.body));
        let io = TokioIo::new(PatientStream::new(stream, connection.clone(), self.limits.silence, self.limits.stall));
        let service = hyper::service::service_fn(|request| self.answer(request, connection.clone()));
        if let Err(e) = watcher.watch(self.builder.serve_connection(io, service)).await {
            tracing::debug!(%peer, "connection ended: {e}");
        }
        drop(places);
    }

    fn answer(
        &self,
        mut request: Request<Incoming>,
        connection: Arc<Connection>,
    ) -> impl Future<Output = Result<Response, Infallible>> + Send + 'static {
        let refusal = match request.uri().path_and_query().cloned() {
            // CONNECT names no path, and warp panics where there is none.
            None => self.site.nowhere(request.headers()),
            Some(path) => match self.site.filter(path.path()) {
                None => self.site.not_yet(request.headers()),
                Some(filter) => {
                    RequestHead::put_into(&mut request, path, connection);
                    return Either::Left(TowerToHyperService::new(warp::service(filter.clone())).call(request));
                }
            },
        };
        Either::Right(ready(Ok(refusal)))
    }
}

/// HTTP/1.1 alone: in clear no browser speaks HTTP/2, and one connection of it could carry a hundred bodies.
fn builder(limits: &Limits) -> http1::Builder {
    let mut builder = http1::Builder::new();
    // The largest header and the largest piece of a body; hyper's own 400 KiB times 1,024 connections is too much.
    builder.timer(TokioTimer::new()).header_read_timeout(limits.header).max_buf_size(64 << 10);
    builder
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_household_is_an_address_or_half_of_one() {
        let of = |address: &str| household(address.parse().unwrap()).to_string();
        assert_eq!((of("192.0.2.1"), of("::ffff:192.0.2.1")), ("192.0.2.1".to_owned(), "192.0.2.1".to_owned()));
        assert_eq!(
            (of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::")),
            ("2001:db8:1:2::".to_owned(), "2001:db8:1:2::".to_owned())
        );
    }
}
