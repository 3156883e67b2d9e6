//! The accept loop: sockets in, requests to the site, and an orderly end.
//!
//! `app` calls `serve` once per listener. warp's own server has no time limits, so hyper is driven from here:
//! HTTP/1.1 and HTTP/2 in clear, a limit on how long a header may take, and a cap on connections.
//! It knows sockets and limits; what a request means is the site's.

use super::{
    Response, Site,
    line::{Line, State},
};
use hyper::{Request, Uri, body::Incoming, service::Service};
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{
        conn::auto,
        graceful::{GracefulShutdown, Watcher},
    },
    service::TowerToHyperService,
};
use std::{convert::Infallible, io, net::SocketAddr, pin::pin, sync::Arc, time::Duration};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    task::JoinSet,
    time::{sleep, timeout},
};

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// At once. When all are taken, new ones wait in the system's queue until one ends.
    pub connections: usize,
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
        Limits { connections: 1_024, header: patience, body: patience, stall: patience, drain }
    }
}

/// Where a request came from; travels with it through warp.
#[derive(Clone)]
pub struct Origin {
    pub peer: SocketAddr,
    pub uri: Uri,
    pub body_within: Duration,
    pub line: Arc<State>,
}

/// Serves until `stop` resolves, then lets what is under way end. Idle connections close at once, and whatever
/// still runs after `limits.drain` is cut.
pub async fn serve(listener: TcpListener, site: Arc<Site>, stop: impl Future<Output = ()>, limits: Limits) {
    let host = Arc::new(Host { site, limits, builder: builder(&limits) });
    let graceful = GracefulShutdown::new();
    let slots = Arc::new(Semaphore::new(limits.connections));
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
        connections.spawn(host.clone().attend(stream, peer, graceful.watcher(), slot));
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

/// What all connections of a listener share.
struct Host {
    site: Arc<Site>,
    limits: Limits,
    builder: auto::Builder<TokioExecutor>,
}

impl Host {
    async fn attend(
        self: Arc<Host>,
        stream: TcpStream,
        peer: SocketAddr,
        watcher: Watcher,
        slot: OwnedSemaphorePermit,
    ) {
        // Answers are written whole; waiting for more would only delay them.
        if let Err(e) = stream.set_nodelay(true) {
            tracing::debug!(%peer, "no TCP_NODELAY: {e}");
        }
        let line = Arc::new(State::default());
        let io = TokioIo::new(Line::new(stream, line.clone(), self.limits.stall));
        let service = hyper::service::service_fn(|request| self.answer(request, peer, line.clone()));
        let connection = watcher.watch(self.builder.serve_connection(io, service));
        tokio::select! {
            ended = connection => if let Err(e) = ended {
                tracing::debug!(%peer, "connection ended: {e}");
            },
            () = silence(&line, self.limits.header) => tracing::debug!(%peer, "sent no request in time"),
        }
        drop(slot);
    }

    fn answer(
        &self,
        mut request: Request<Incoming>,
        peer: SocketAddr,
        line: Arc<State>,
    ) -> impl Future<Output = Result<Response, Infallible>> + Send + 'static {
        line.note_request();
        let work = match self.site.filter() {
            Some(filter) => {
                let origin = Origin { peer, uri: request.uri().clone(), body_within: self.limits.body, line };
                request.extensions_mut().insert(origin);
                Ok(TowerToHyperService::new(warp::service(filter.clone())).call(request))
            }
            None => Err(self.site.not_yet(request.headers())),
        };
        async move {
            match work {
                Ok(answer) => answer.await,
                Err(not_yet) => Ok(not_yet),
            }
        }
    }
}

/// Ends when the first request has not come in time. hyper's own limit starts only once it knows the protocol,
/// which a client that sends nothing never tells.
async fn silence(line: &State, within: Duration) {
    sleep(within).await;
    if line.has_heard_a_request() {
        std::future::pending::<()>().await;
    }
}

fn builder(limits: &Limits) -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // The largest header and the largest piece of a body; hyper's own 400 KiB times 1,024 connections is too much.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(limits.header).max_buf_size(64 << 10);
    // A peer that has silently gone would hold its connection for good.
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(limits.header)
        .keep_alive_timeout(limits.header)
        .max_concurrent_streams(100);
    builder
}
