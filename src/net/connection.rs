//! Dials, and watches the connection that comes of it, to tell apart what ureq's errors leave in the dark: whether a
//! failure happened before anything was sent, and whether it was only a pooled connection that the peer had given up.
//!
//! ureq calls it; the client reads the verdicts back out of ureq's errors. Like the resolver it implements traits that
//! stand outside ureq's semantic versioning (hence `~3.5` in Cargo.toml). It never looks at what is sent or received.

use super::{added_tls::AddedTls, trouble::Trouble};
use std::fmt;
use std::io::{Error as IoError, ErrorKind};
use ureq::Error;
use ureq::unversioned::transport::{
    Buffers, ConnectionDetails, Connector, DefaultConnector, NextTimeout, TcpConnector, Transport,
};

#[derive(Debug)]
pub(super) struct Dialer {
    inner: Box<dyn Connector<(), Out = Box<dyn Transport>>>,
}

impl Default for Dialer {
    fn default() -> Dialer {
        Dialer { inner: Box::new(DefaultConnector::default()) }
    }
}

impl Dialer {
    /// Speaks TLS by this alone.
    pub(super) fn speaking(tls: AddedTls) -> Dialer {
        Dialer { inner: Box::new(().chain(TcpConnector::default()).chain(tls)) }
    }
}

impl Connector for Dialer {
    type Out = WatchedConnection;

    fn connect(&self, details: &ConnectionDetails, chained: Option<()>) -> Result<Option<WatchedConnection>, Error> {
        // Every request has its own time limit and so its own configuration, and for such requests ureq builds a new
        // TLS configuration per connection, which also forgets the peer's session. Ours never differ in TLS settings.
        let details = ConnectionDetails {
            uri: details.uri,
            addrs: details.addrs.clone(),
            config: details.config,
            request_level: false,
            resolver: details.resolver,
            now: details.now,
            timeout: details.timeout,
            current_time: details.current_time.clone(),
            run_connector: details.run_connector.clone(),
            register_shutdown: details.register_shutdown.clone(),
        };
        match self.inner.connect(&details, chained) {
            Ok(inner) => Ok(inner.map(|inner| WatchedConnection { inner, reused: false, heard: false })),
            Err(error) => Err(Error::Other(Box::new(not_connected(&error, details.needs_tls())))),
        }
    }
}

/// A connection, fresh or from the pool.
#[derive(Debug)]
pub(super) struct WatchedConnection {
    inner: Box<dyn Transport>,
    /// It has carried a request before the present one.
    reused: bool,
    /// A byte of the present answer has arrived.
    heard: bool,
}

impl Transport for WatchedConnection {
    fn buffers(&mut self) -> &mut dyn Buffers {
        self.inner.buffers()
    }

    fn transmit_output(&mut self, amount: usize, timeout: NextTimeout) -> Result<(), Error> {
        self.inner.transmit_output(amount, timeout).map_err(|error| self.judged(error))
    }

    fn await_input(&mut self, timeout: NextTimeout) -> Result<bool, Error> {
        match self.inner.await_input(timeout) {
            Ok(true) => {
                self.heard = true;
                Ok(true)
            }
            Ok(false) if !self.heard => Err(self.silence()),
            Ok(false) => Ok(false),
            Err(error) => Err(self.judged(error)),
        }
    }

    /// ureq asks this when it takes the connection back and again when it hands it out, that is between two requests.
    fn is_open(&mut self) -> bool {
        self.reused = true;
        self.heard = false;
        self.inner.is_open()
    }

    fn is_tls(&self) -> bool {
        self.inner.is_tls()
    }
}

impl WatchedConnection {
    fn judged(&self, error: Error) -> Error {
        match error {
            Error::Io(io) if !self.heard && hung_up(&io) => self.silence(),
            error => error,
        }
    }

    /// The peer has hung up and said nothing.
    fn silence(&self) -> Error {
        if self.reused { Error::Other(Box::new(Stale)) } else { Error::Other(Box::new(Trouble::Silent)) }
    }
}

/// The peer closed a pooled connection while our request was on its way. It has answered nothing and, as it was about
/// to close, almost surely read nothing.
#[derive(Debug)]
struct Stale;

pub(super) fn is_stale(error: &Error) -> bool {
    matches!(error, Error::Other(inner) if inner.is::<Stale>())
}

pub(super) fn hung_up(error: &IoError) -> bool {
    use ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    matches!(error.kind(), BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof)
}

/// The system gives us no more of what a connection needs: files, buffers or memory.
fn is_our_want(error: &IoError) -> bool {
    #[cfg(unix)]
    let wants = {
        use rustix::io::Errno;
        [Errno::NFILE, Errno::MFILE, Errno::NOBUFS, Errno::NOMEM].map(Errno::raw_os_error)
    };
    // WSAEMFILE and WSAENOBUFS.
    #[cfg(not(unix))]
    let wants = [10_024, 10_055];
    error.raw_os_error().is_some_and(|code| wants.contains(&code))
}

/// The peer showed a certificate from no authority that this agent believes.
pub(super) fn is_disbelief(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Unreachable(reason) if reason.starts_with("tls: invalid peer certificate"))
}

fn not_connected(error: &Error, tls: bool) -> Trouble {
    if let Error::Io(io) = error
        && is_our_want(io)
    {
        return Trouble::Exhausted(io.to_string());
    }
    Trouble::Unreachable(match error {
        Error::Timeout(_) => "connect: timed out".into(),
        Error::Io(io) if io.kind() == ErrorKind::ConnectionRefused => "connect: refused".into(),
        Error::Io(io) if matches!(io.kind(), ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable) => {
            "connect: no route".into()
        }
        Error::Io(io) if tls && hung_up(io) => "tls: closed during the handshake".into(),
        // rustls wraps its own errors in this kind.
        Error::Io(io) if tls && io.kind() == ErrorKind::InvalidData => format!("tls: {io}"),
        Error::Rustls(error) => format!("tls: {error}"),
        Error::Tls(error) => format!("tls: {error}"),
        Error::Io(io) => format!("connect: {io}"),
        other => format!("connect: {other}"),
    })
}

impl fmt::Display for Stale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("closed before the answer")
    }
}

impl std::error::Error for Stale {}
