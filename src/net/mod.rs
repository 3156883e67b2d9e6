//! The one outgoing HTTP client: time limits, size caps, no redirects, and an address guard at the point of dialling.
//!
//! Platforms and delivery send through it, and doors ask its guard about URLs that people enter. It is the only folder
//! that names ureq and knows nothing of orders, webhooks or the store. It never follows a redirect, never keeps a
//! cookie, never uses a proxy from the environment and never unpacks an answer.
//!
//! `target` reads URLs · `guard` and `range` judge addresses · `names` looks names up · `resolver` joins the three for
//! ureq · `line` dials and watches · `exchange` is one request and its answer · `answer` is what callers get back ·
//! `header` is what they may send.

mod answer;
mod exchange;
mod guard;
mod header;
mod line;
mod names;
mod range;
mod resolver;
mod target;
#[cfg(test)]
mod tests;

use parking_lot::RwLock;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ureq::Agent;
use ureq::http;

use exchange::exchange;
use line::Dialer;
use names::Names;
use resolver::GuardedResolver;

pub use answer::{Answer, Trouble};
pub use guard::{Guard, Rule};
pub use header::valid_header;
pub use range::{BadRange, Range};

/// For finding the host and for connecting to it, each. A peer that takes longer is as good as down.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// As many as delivery has in flight to one webhook.
const IDLE_PER_HOST: usize = 8;
const IDLE_IN_ALL: usize = 64;
/// Just below the 5 s after which Node and Apache close an idle connection, so that we rarely race them to it. Between
/// bursts of orders a new connection costs nothing that anyone would notice.
const IDLE_AGE: Duration = Duration::from_secs(4);
/// A peer that closed a pooled connection shows it within a round trip. What ends later ended while the peer was at
/// work on the request, which must not be sent again behind the caller's back.
const STALE_SHOWS_WITHIN: Duration = Duration::from_secs(1);
/// Orders and answers are a few KiB; ureq's own 128 KiB a direction would be most of a small machine's idle memory.
const BUFFER_SIZE: usize = 16 * 1024;
/// Must stay below the buffer: a header that fills it would look like a peer that hung up.
const HEADER_LIMIT: usize = BUFFER_SIZE - 1024;
const USER_AGENT: &str = concat!("garson/", env!("CARGO_PKG_VERSION"));

/// The client. Clones share connections, remembered names and guard.
#[derive(Clone, Debug)]
pub struct Net {
    names: Arc<Names>,
    current: Arc<RwLock<Current>>,
}

/// Belong together: the agent's resolver obeys this guard.
#[derive(Clone, Debug)]
struct Current {
    guard: Arc<Guard>,
    agent: Agent,
}

/// What to send. Not `Debug`, as the headers hold credentials.
pub struct Request<'a> {
    /// The verb.
    pub method: Method,
    /// Absolute, http or https, ASCII.
    pub url: &'a str,
    /// Each must pass [`valid_header`]. `User-Agent` and `Accept` replace the client's own.
    pub headers: &'a [(String, String)],
    /// Sent with its length, whatever the method.
    pub body: Option<&'a [u8]>,
    /// For everything from the lookup of the name to the last byte of the answer.
    pub timeout: Duration,
    /// How many bytes of the body to keep. The rest is not read; the connection is given up instead.
    pub max_answer: usize,
    /// On a fresh connection, and never sent a second time: for what must not be done twice.
    pub is_once: bool,
}

/// The verbs that garson uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Net {
    /// A client that may dial what the guard allows.
    pub fn new(guard: Guard) -> Net {
        Net::with_names(guard, Names::new(Box::new(names::system)))
    }

    fn with_names(guard: Guard, names: Names) -> Net {
        let names = Arc::new(names);
        let current = Current::new(guard, &names);
        Net { names, current: Arc::new(RwLock::new(current)) }
    }

    /// The guard in force, for checking a URL before it is saved.
    pub fn guard(&self) -> Arc<Guard> {
        self.current().guard
    }

    /// Puts another guard in force for every clone. Pooled connections are dropped, as the new guard may forbid them;
    /// requests under way finish under the old one.
    pub fn set_guard(&self, guard: Guard) {
        let next = Current::new(guard, &self.names);
        *self.current.write() = next;
    }

    /// Ends every request under way and refuses new ones, on every clone, so that a stopping program need not wait for
    /// slow peers.
    pub fn close(&self) {
        self.current().agent.shutdown();
    }

    /// Sends and waits, no longer than the request's time limit. Blocks the thread.
    ///
    /// A request that met a pooled connection which the peer had just closed is sent once more on a fresh one, POST
    /// included, unless it says that it must not be: then it has a fresh one from the start.
    pub fn send(&self, request: &Request) -> Result<Answer, Trouble> {
        let uri = target::parse(request.url)?;
        if let Some((name, _)) = request.headers.iter().find(|(name, value)| !valid_header(name, value)) {
            return Err(Trouble::BadHeader(name.clone()));
        }
        let agent = self.current().agent;
        let started = Instant::now();
        let idle_age = if request.is_once { Duration::ZERO } else { IDLE_AGE };
        let outcome = exchange(&agent, request, &uri, request.timeout, idle_age);
        let elapsed = started.elapsed();
        if request.is_once || !outcome.as_ref().is_err_and(line::is_stale) || elapsed >= STALE_SHOWS_WITHIN {
            return outcome.map_err(exchange::trouble);
        }
        // An idle age of zero makes ureq drop this host's other pooled connections, which are likely stale too.
        let again = exchange(&agent, request, &uri, request.timeout.saturating_sub(elapsed), Duration::ZERO);
        again.map_err(|error| match exchange::trouble(error) {
            // True of the second try only: the first did send.
            trouble if trouble.nothing_was_sent() => {
                Trouble::Broken(format!("closed before the answer, then {trouble}"))
            }
            trouble => trouble,
        })
    }

    fn current(&self) -> Current {
        self.current.read().clone()
    }
}

impl Current {
    fn new(guard: Guard, names: &Arc<Names>) -> Current {
        let guard = Arc::new(guard);
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .proxy(None)
            .user_agent(USER_AGENT)
            .accept_encoding("")
            .timeout_resolve(Some(CONNECT_LIMIT))
            .timeout_connect(Some(CONNECT_LIMIT))
            .max_idle_connections(IDLE_IN_ALL)
            .max_idle_connections_per_host(IDLE_PER_HOST)
            .max_idle_age(IDLE_AGE)
            .input_buffer_size(BUFFER_SIZE)
            .output_buffer_size(BUFFER_SIZE)
            .max_response_header_size(HEADER_LIMIT)
            .build();
        let resolver = GuardedResolver { guard: Arc::clone(&guard), names: Arc::clone(names) };
        Current { guard, agent: Agent::with_parts(config, Dialer::default(), resolver) }
    }
}

impl Method {
    fn verb(self) -> http::Method {
        match self {
            Method::Get => http::Method::GET,
            Method::Post => http::Method::POST,
            Method::Put => http::Method::PUT,
            Method::Patch => http::Method::PATCH,
            Method::Delete => http::Method::DELETE,
        }
    }
}
