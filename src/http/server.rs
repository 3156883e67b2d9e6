//! The accept loop: sockets in, requests to the site, and an orderly end.
//!
//! `app` calls `serve` once per listener. warp's own server has no time limits, so hyper is driven from here:
//! HTTP/1.1 in clear or encrypted, a limit on how long a header may take, and a cap on connections.
//! It knows sockets and limits; what a request means is the site's.

use crate::connection::patient_stream::{Connection, PatientStream};
use crate::connection::slots::{Slot, Slots};
use crate::connection::transport::{self, Transport};
use crate::connection::{answer_body::AnswerBody, crowd::Crowd, limits::TRY_AGAIN, strict_lines::StrictLines};
use crate::request::call::{CallStanding, RequestHead};
use crate::request::front::{CallOrigin, household};
use crate::{Door, Limits, Response, Site, request::marks::HeadMarks};
use futures_util::future::{Either, ready};
use futures_util::{FutureExt, TryFutureExt};
use hyper::body::{Body, Bytes, Frame, Incoming};
use hyper::header::{CONNECTION, HeaderValue};
use hyper::{Request, Version, server::conn::http1};
use hyper_util::rt::TokioIo;
use model::{Code, Failure, Quota, QuotaPlace, Why};
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::{convert::Infallible, future::poll_fn, io, sync::Arc, time::Duration};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tower_service::Service;
use warp::Filter;

/// Serves until `stop` resolves, then lets what is under way end. Idle connections close at once, and whatever
/// still runs after `limits.drain` is cut.
pub async fn serve(listener: TcpListener, site: Arc<Site>, stop: impl Future<Output = ()>, limits: Limits) {
    let addresses = Arc::new(Quota::default());
    let (is_stopping, stopping) = (AtomicBool::new(false), CancellationToken::new());
    let server = Arc::new(HttpServer { site, limits, addresses: addresses.clone(), is_stopping, stopping });
    let slots = Slots::new(limits.connections);
    let (unsent, bodies) = (Arc::default(), Arc::default());
    let (mut connections, mut crowd) = (JoinSet::new(), Crowd::default());
    let mut stop = pin!(stop);
    loop {
        let (stream, peer, slot) = tokio::select! {
            () = &mut stop => break,
            accepted = accept(&listener, &slots) => accepted,
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
        let slot = match slot {
            Some(slot) => Some(slot),
            None => tokio::select! {
                () = &mut stop => break,
                slot = crowd.room(&slots) => slot,
            },
        };
        let Some(slot) = slot else { break };
        let (slots, unsent, bodies) = (slots.clone(), Arc::clone(&unsent), Arc::clone(&bodies));
        let connection = Arc::new(Connection::new(peer, limits.body, slots, unsent, bodies));
        let task = connections.spawn(server.clone().attend(stream, connection.clone(), limits, (slot, place)));
        crowd.admit(connection, task);
        while connections.try_join_next().is_some() {}
    }
    drop(listener);
    server.is_stopping.store(true, Ordering::Relaxed);
    server.stopping.cancel();
    if timeout(limits.drain, async { while connections.join_next().await.is_some() {} }).await.is_err() {
        tracing::warn!("{} connections were still busy and have been cut", connections.len());
    }
    connections.shutdown().await;
}

/// The next connection and the slot it takes; none where all are taken.
async fn accept(listener: &TcpListener, slots: &Arc<Slots>) -> (TcpStream, SocketAddr, Option<Slot>) {
    let slot = slots.take_free();
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => return (stream, peer, slot),
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
    is_stopping: AtomicBool,
    /// Wakes connections then.
    stopping: CancellationToken,
}

impl HttpServer {
    /// Says that its address has too many. Nothing is read or waited for; a client that misses it finds the connection closed.
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
        places: (Slot, Option<QuotaPlace<IpAddr>>),
    ) {
        let peer = connection.peer;
        // Answers are written whole; waiting for more would only delay them.
        if let Err(e) = stream.set_nodelay(true) {
            tracing::debug!(%peer, "no TCP_NODELAY: {e}");
        }
        let opened = tokio::select! {
            opened = self.open(stream, &connection, &limits) => opened,
            () = self.stopping.cancelled() => return,
        };
        match opened {
            Ok(transport) => {
                if let Err(e) = self.serve_to_the_end(transport, &connection).await {
                    tracing::debug!(%peer, "connection ended: {e}");
                }
            }
            Err(e) => tracing::debug!(%peer, "no connection: {e}"),
        }
        drop(places);
    }

    /// The connection, encrypted where the client wants that and can have it.
    async fn open(&self, stream: TcpStream, connection: &Arc<Connection>, limits: &Limits) -> io::Result<Transport> {
        let encryption = match &self.site.front.encryption {
            Some(config) if transport::begins_handshake(&stream, limits).await? => Some(config.clone()),
            _ => None,
        };
        let stream = PatientStream::new(stream, connection.clone(), limits);
        match encryption {
            None => Ok(Transport::Left(stream)),
            Some(config) => {
                connection.is_encrypted.store(true, Ordering::Relaxed);
                Box::pin(transport::encrypted(stream, config, limits)).await
            }
        }
    }

    /// Serves what a client asks; once the program stops, only what it has asked already.
    async fn serve_to_the_end(&self, transport: Transport, connection: &Arc<Connection>) -> hyper::Result<()> {
        let service = hyper::service::service_fn(|request| self.answer(request, connection));
        let served = builder().serve_connection(TokioIo::new(StrictLines::new(transport)), service);
        let (mut served, mut stopping) = (pin!(served), pin!(self.stopping.cancelled()));
        let (mut is_to_be_woken, mut is_ending) = (false, false);
        poll_fn(|cx| {
            // Polled once, it wakes this task. All connections would take its lock with every request otherwise.
            if !is_ending && (!is_to_be_woken || self.is_stopping.load(Ordering::Relaxed)) {
                is_to_be_woken = true;
                is_ending = stopping.as_mut().poll(cx).is_ready();
                if is_ending {
                    served.as_mut().graceful_shutdown();
                }
            }
            served.as_mut().poll(cx)
        })
        .await
    }

    fn answer<'a>(
        &'a self,
        request: Request<Incoming>,
        connection: &Arc<Connection>,
    ) -> impl Future<Output = Result<hyper::Response<AnswerBody<WarpBody>>, Infallible>> + Send + use<'a> {
        connection.wake();
        let connection = connection.clone();
        let admitted = self.admit(&request, &connection);
        let AdmittedRequest { door, origin, place, marks } = match admitted {
            Ok(admitted) => admitted,
            Err(failure) => {
                let mut refusal = self.site.refuse(&failure, request.headers());
                // Whoever asks so asks no better the next time, and keeps no place with it.
                if refusal.status().is_client_error() {
                    refusal.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
                }
                return Either::Right(ready(Ok(refusal.map(|body| AnswerBody::new(body, connection, false, None)))));
            }
        };
        let is_for_pages = door.is_for_pages();
        let gives_way = connection.slots.are_short() && door.gives_way(request.uri().path());
        // What speaks HTTP/1.0 today is a proxy more often than a program on this machine, and one that says nothing else of itself.
        let is_bare = self.site.front.is_bare() && request.version() > Version::HTTP_10;
        let standing = CallStanding { origin, is_bare, gives_way, marks };
        let (head, body) = RequestHead::take(request, connection.clone(), standing);
        let has_body = head.has_body;
        let finish = move |mut response: Response| {
            // When slots are short, only answers of success to other calls than pages leave the connection open.
            let is_served = !is_for_pages && response.status().is_success();
            if is_served {
                connection.note_served();
            } else if connection.slots.are_short() {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            response.map(|body| AnswerBody::new(body, connection, is_for_pages, place))
        };
        // The filter is made for the one request, so that nothing has to be looked up to get through it.
        let visit = move |chunks| door.visit(head.clone(), chunks, &self.site.counts);
        let mut service = warp::service(warp::body::stream().then(visit));
        if has_body {
            return Either::Left(Box::pin(service.call(Request::new(body))).map_ok(finish));
        }
        let mut answer = Box::pin(service.call(Request::new(NoBody)));
        // Most of these need not wait for anything. Answered here, before hyper looks whether the client is still there, they have
        // left the buffer that they were read into, and hyper does not have to get another one. What has to wait is asked again
        // by hyper at once.
        match (&mut answer).now_or_never() {
            Some(Ok(response)) => Either::Right(ready(Ok(finish(response)))),
            None => Either::Left(answer.map_ok(finish)),
        }
    }

    /// The door of a request, and the place of its visitor where that is behind a proxy.
    fn admit(&self, request: &Request<Incoming>, connection: &Connection) -> Result<AdmittedRequest<'_>, Failure> {
        let marks = HeadMarks::of(request.headers());
        check_host(request.version(), marks.hosts)?;
        // CONNECT names no path.
        let path = request.uri().path_and_query().ok_or_else(|| Failure::new(Code::NotFound))?;
        let door = self.site.door(path.path()).or_else(|| self.site.waiting_door(path.path(), request.headers()));
        let door = door.ok_or_else(|| self.site.not_yet())?;
        let (front, peer) = (&self.site.front, connection.peer);
        let origin = front.origin(peer, connection.is_encrypted(), request.headers(), marks);
        let mut place = None;
        if front.trusts(peer.ip()) {
            place = self.addresses.take(household(origin.address), self.limits.per_address, usize::MAX);
            if place.is_none() {
                return Err(Failure::new(Code::Unavailable).retry_after(TRY_AGAIN));
            }
        }
        Ok(AdmittedRequest { door, origin, place, marks })
    }
}

/// A request that has got as far as its door.
struct AdmittedRequest<'a> {
    door: &'a Door,
    origin: CallOrigin,
    place: Option<QuotaPlace<IpAddr>>,
    marks: HeadMarks,
}

/// Stands for the body of a request that has none: of no size, so that warp keeps it without memory of its own.
struct NoBody;

impl Body for NoBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(None)
    }

    fn is_end_stream(&self) -> bool {
        true
    }
}

/// What warp makes the body of an answer; it has no name of its own.
type WarpBody = <Response as HasBody>::Body;

trait HasBody {
    type Body;
}

impl<B> HasBody for hyper::Response<B> {
    type Body = B;
}

/// Whom a request is for has to be clear: what stands before us may have read another name than we do.
fn check_host(version: Version, hosts: usize) -> Result<(), Failure> {
    match hosts {
        0 if version > Version::HTTP_10 => Err(Failure::unreadable_header("Host", Why::Missing)),
        0 | 1 => Ok(()),
        _ => Err(Failure::unreadable_header("Host", Why::GivenTwice)),
    }
}

/// HTTP/1.1 alone: a browser has six connections to a host, and the live pages of one browser share a stream. How long a header
/// may take is the stream's.
fn builder() -> http1::Builder {
    let mut builder = http1::Builder::new();
    // The largest header and the largest piece of a body; hyper's own 400 KiB times 1,024 connections is too much.
    // No browser or platform sends a header of more than a few kB.
    builder.header_read_timeout(None).max_buf_size(16 << 10);
    builder
}
