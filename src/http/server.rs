//! The accept loop: sockets in, requests to the site, and an orderly end.
//!
//! `app` calls `serve` once per listener. warp's own server has no time limits, so hyper is driven from here:
//! HTTP/1.1, a limit on how long a header may take, and a cap on connections.
//! It knows sockets and limits; what a request means is the site's.

use super::{
    Limits, Response, Site,
    call::{CallStanding, RequestHead},
    front::{CallOrigin, household},
    held_body::HeldBody,
    limits::TRY_AGAIN,
    patient_stream::{Connection, PatientStream},
    site::MountedDoor,
    slots::{Slot, Slots},
    unsent::UnsentAnswers,
};
use crate::model::{Code, Failure, Quota, QuotaPlace, Why};
use futures_util::{
    TryFutureExt,
    future::{Either, ready},
};
use hyper::{
    HeaderMap, Request, Version,
    body::{Body, Bytes, Incoming},
    header::{CONNECTION, HOST, HeaderValue},
    http::uri::PathAndQuery,
    server::conn::http1,
    service::Service,
};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::{GracefulShutdown, Watcher},
    service::TowerToHyperService,
};
use std::{
    convert::Infallible,
    io,
    net::{IpAddr, SocketAddr},
    pin::pin,
    sync::Arc,
    time::Duration,
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
    time::{sleep, timeout},
};

/// Serves until `stop` resolves, then lets what is under way end. Idle connections close at once, and whatever
/// still runs after `limits.drain` is cut.
pub async fn serve(listener: TcpListener, site: Arc<Site>, stop: impl Future<Output = ()>, limits: Limits) {
    let addresses = Arc::new(Quota::default());
    let server = Arc::new(HttpServer { site, limits, addresses: addresses.clone() });
    let slots = Slots::new(limits.connections);
    let unsent = Arc::new(UnsentAnswers::default());
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
        let limits = if slots.are_short() { limits.in_a_hurry() } else { limits };
        let mut place = None;
        if !server.site.front.trusts(peer.ip()) {
            place = addresses.take(household(peer.ip()), limits.per_address, usize::MAX);
            if place.is_none() {
                server.turn_away(&stream, peer);
                continue;
            }
        }
        let connection = Arc::new(Connection::new(peer, limits.body, slots.clone(), unsent.clone()));
        connections.spawn(server.clone().attend(stream, connection, limits, graceful.watcher(), (slot, place)));
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
async fn accept(listener: &TcpListener, slots: &Arc<Slots>) -> Option<(TcpStream, SocketAddr, Slot)> {
    let slot = slots.take().await?;
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

/// What all connections of a listener share.
struct HttpServer {
    site: Arc<Site>,
    limits: Limits,
    /// The connections of each address, and behind trusted proxies the requests.
    addresses: Arc<Quota<IpAddr>>,
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
        connection: Arc<Connection>,
        limits: Limits,
        watcher: Watcher,
        places: (Slot, Option<QuotaPlace<IpAddr>>),
    ) {
        let peer = connection.peer;
        // Answers are written whole; waiting for more would only delay them.
        if let Err(e) = stream.set_nodelay(true) {
            tracing::debug!(%peer, "no TCP_NODELAY: {e}");
        }
        let io = TokioIo::new(PatientStream::new(stream, connection.clone(), &limits));
        let service = hyper::service::service_fn(|request| self.answer(request, connection.clone()));
        if let Err(e) = watcher.watch(builder(&limits).serve_connection(io, service)).await {
            tracing::debug!(%peer, "connection ended: {e}");
        }
        drop(places);
    }

    fn answer(
        &self,
        mut request: Request<Incoming>,
        connection: Arc<Connection>,
    ) -> impl Future<Output = Result<hyper::Response<HeldBody<impl WarpBody>>, Infallible>> + Send + 'static {
        connection.wake();
        let AdmittedRequest { path, door, origin, place } = match self.admit(&request, connection.peer) {
            Ok(admitted) => admitted,
            Err(failure) => {
                let refusal = self.site.refuse(&failure, request.headers());
                return Either::Right(ready(Ok(refusal.map(|body| HeldBody::new(body, None, None)))));
            }
        };
        let (is_for_pages, slots) = (door.is_for_pages(), connection.slots.clone());
        let gives_way = door.gives_way(path.path()) && slots.are_short();
        let standing = CallStanding { origin, is_bare: self.site.front.is_bare(), gives_way };
        let page_of = is_for_pages.then(|| connection.clone());
        RequestHead::put_into(&mut request, path, connection, standing);
        let answer = TowerToHyperService::new(warp::service(door.filter.clone())).call(request);
        Either::Left(answer.map_ok(move |mut response: Response| {
            // Whoever is let go on asking has brought something.
            if slots.are_short() && (is_for_pages || !response.status().is_success()) {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            response.map(|body| HeldBody::new(body, page_of, place))
        }))
    }

    /// The door of a request, and the place of its visitor where that is behind a proxy.
    fn admit(&self, request: &Request<Incoming>, peer: SocketAddr) -> Result<AdmittedRequest<'_>, Failure> {
        check_host(request.version(), request.headers())?;
        // CONNECT names no path, and warp panics where there is none.
        let path = request.uri().path_and_query().cloned().ok_or_else(|| Failure::new(Code::NotFound))?;
        let door = self.site.door(path.path()).ok_or_else(|| self.site.not_yet())?;
        let front = &self.site.front;
        let origin = front.origin(peer, request.headers());
        let mut place = None;
        if front.trusts(peer.ip()) {
            place = self.addresses.take(household(origin.address), self.limits.per_address, usize::MAX);
            if place.is_none() {
                return Err(Failure::new(Code::Unavailable).retry_after(TRY_AGAIN));
            }
        }
        Ok(AdmittedRequest { path, door, origin, place })
    }
}

/// A request that has got as far as its door.
struct AdmittedRequest<'a> {
    path: PathAndQuery,
    door: &'a MountedDoor,
    origin: CallOrigin,
    place: Option<QuotaPlace<IpAddr>>,
}

/// What warp makes of an answer; it has no name of its own.
trait WarpBody: Body<Data = Bytes, Error = warp::Error> + Unpin + Send + 'static {}

impl<B: Body<Data = Bytes, Error = warp::Error> + Unpin + Send + 'static> WarpBody for B {}

/// Whom a request is for has to be clear: what stands before us may have read another name than we do.
fn check_host(version: Version, headers: &HeaderMap) -> Result<(), Failure> {
    let mut hosts = headers.get_all(HOST).iter();
    match (hosts.next(), hosts.next()) {
        (Some(_), Some(_)) => Err(Failure::unreadable("Host", Why::GivenTwice)),
        (None, _) if version > Version::HTTP_10 => Err(Failure::unreadable("Host", Why::Missing)),
        _ => Ok(()),
    }
}

/// HTTP/1.1 alone: in clear no browser speaks HTTP/2, and one connection of it could carry a hundred bodies.
fn builder(limits: &Limits) -> http1::Builder {
    let mut builder = http1::Builder::new();
    // The largest header and the largest piece of a body; hyper's own 400 KiB times 1,024 connections is too much.
    // No browser or platform sends a header of more than a few kB.
    builder.timer(TokioTimer::new()).header_read_timeout(limits.header).max_buf_size(16 << 10);
    builder
}
