//! `Net`: the client itself. It sends a request under the guard in force, and once more where a pooled connection was dead.

use super::added_tls::AddedTls;
use super::connection::{self, Dialer};
use super::exchange::{self, exchange};
use super::names::{self, Names};
use super::{
    authorities::Authorities, endpoint, guard::Guard, header::valid_header, request::Request,
    resolver::GuardedResolver, response::PeerResponse, trouble::Trouble,
};
use parking_lot::{Mutex, RwLock};
use std::time::{Duration, Instant};
use std::{collections::HashSet, sync::Arc};
use ureq::{Agent, http::Uri, tls::TlsConfig};

/// For finding the host and for connecting to it, each. A peer that takes longer is as good as down.
const CONNECT_LIMIT: Duration = Duration::from_secs(5);
/// As many as delivery has in flight to one webhook.
pub(super) const IDLE_PER_HOST: usize = 8;
const IDLE_IN_ALL: usize = 64;
/// Just below the 5 s after which Node and Apache close an idle connection, so that we rarely race them to it. Between
/// bursts of orders a new connection costs nothing that anyone would notice.
const IDLE_AGE: Duration = Duration::from_secs(4);
/// A peer that closed a pooled connection shows it within a round trip. What ends later ended while the peer was at
/// work on the request, which must not be sent again behind the caller's back.
const STALE_SHOWS_WITHIN: Duration = Duration::from_secs(1);
/// Orders and answers are a few KiB; ureq's own 128 KiB a direction would be most of a small machine's idle memory.
pub(super) const BUFFER_SIZE: usize = 16 * 1024;
/// Must stay below the buffer: a header that fills it would look like a peer that hung up.
const HEADER_LIMIT: usize = BUFFER_SIZE - 1024;
const USER_AGENT: &str = concat!("garson/", env!("CARGO_PKG_VERSION"));

/// The client. Clones share connections, remembered names and guard.
#[derive(Clone, Debug)]
pub struct Net {
    names: Arc<Names>,
    authorities: Authorities,
    current: Arc<RwLock<Current>>,
}

/// Belong together: the resolvers of the agents obey this guard.
#[derive(Clone, Debug)]
struct Current {
    guard: Arc<Guard>,
    agent: Agent,
    added: Option<AddedTrust>,
}

/// Believes only what the owner added.
#[derive(Clone, Debug)]
struct AddedTrust {
    authorities: Authorities,
    agent: Agent,
    /// Hosts that it has believed, and is tried first for.
    hosts: Arc<Mutex<HashSet<String>>>,
}

impl Net {
    /// A client that may dial what the guard allows.
    pub fn new(guard: Guard) -> Net {
        Net::trusting(guard, Authorities::default())
    }

    /// A client that may dial what the guard allows and believes peers that these authorities vouch for.
    pub fn trusting(guard: Guard, authorities: Authorities) -> Net {
        Net::with_names(guard, authorities, Names::new(Box::new(names::system)))
    }

    pub(super) fn with_names(guard: Guard, authorities: Authorities, names: Names) -> Net {
        let names = Arc::new(names);
        let current = Current::new(guard, &authorities, None, &names);
        Net { names, authorities, current: Arc::new(RwLock::new(current)) }
    }

    /// The guard in force, for checking a URL before it is saved.
    pub fn guard(&self) -> Arc<Guard> {
        self.current().guard
    }

    /// Puts another guard in force for every clone. Pooled connections are dropped, as the new guard may forbid them;
    /// requests under way finish under the old one.
    pub fn set_guard(&self, guard: Guard) {
        let mut current = self.current.write();
        let added = current.added.as_ref().map(|added| added.authorities.clone());
        *current = Current::new(guard, &self.authorities, added, &self.names);
    }

    /// Has these believed as well, of targets alone, from the next request on. Pooled connections are dropped.
    pub fn set_added(&self, added: Option<Authorities>) {
        let mut current = self.current.write();
        *current = Current::new((*current.guard).clone(), &self.authorities, added, &self.names);
    }

    /// Ends every request under way and refuses new ones, on every clone, so that a stopping program need not wait for
    /// slow peers.
    pub fn close(&self) {
        let Current { agent, added, .. } = self.current();
        agent.shutdown();
        if let Some(added) = added {
            added.agent.shutdown();
        }
    }

    /// Sends and waits, no longer than the request's time limit. Blocks the thread.
    ///
    /// A request that met a pooled connection which the peer had just closed is sent once more on a fresh one, POST
    /// included, unless it says that it must not be: then it has a fresh one from the start.
    pub fn send(&self, request: &Request) -> Result<PeerResponse, Trouble> {
        let uri = endpoint::parse(request.url)?;
        if let Some((name, _)) = request.headers.iter().find(|(name, value)| !valid_header(name, value)) {
            return Err(Trouble::BadHeader(name.clone()));
        }
        let Current { agent, added, .. } = self.current();
        let Some(added) = added.filter(|_| request.is_to_target) else { return send_by(&agent, request, &uri) };
        let host = uri.authority().map_or_else(String::new, ToString::to_string);
        let is_known = added.hosts.lock().contains(&host);
        let (first, second) = if is_known { (&added.agent, &agent) } else { (&agent, &added.agent) };
        match send_by(first, request, &uri) {
            // Nothing was sent to a peer that is not believed.
            Err(trouble) if connection::is_disbelief(&trouble) => {
                let outcome = send_by(second, request, &uri);
                if is_known {
                    added.hosts.lock().remove(&host);
                } else if !outcome.as_ref().is_err_and(connection::is_disbelief) {
                    added.hosts.lock().insert(host);
                }
                outcome
            }
            outcome => outcome,
        }
    }

    fn current(&self) -> Current {
        self.current.read().clone()
    }
}

fn send_by(agent: &Agent, request: &Request, uri: &Uri) -> Result<PeerResponse, Trouble> {
    let started = Instant::now();
    let idle_age = if request.is_once { Duration::ZERO } else { IDLE_AGE };
    let outcome = exchange(agent, request, uri, request.timeout, idle_age);
    let elapsed = started.elapsed();
    if request.is_once || !outcome.as_ref().is_err_and(connection::is_stale) || elapsed >= STALE_SHOWS_WITHIN {
        return outcome.map_err(exchange::trouble);
    }
    // An idle age of zero makes ureq drop this host's other pooled connections, which are likely stale too.
    let again = exchange(agent, request, uri, request.timeout.saturating_sub(elapsed), Duration::ZERO);
    again.map_err(|error| match exchange::trouble(error) {
        // True of the second try only: the first did send.
        trouble if trouble.nothing_was_sent() => Trouble::Broken(format!("closed before the answer, then {trouble}")),
        trouble => trouble,
    })
}

impl Current {
    fn new(guard: Guard, base: &Authorities, added: Option<Authorities>, names: &Arc<Names>) -> Current {
        let guard = Arc::new(guard);
        let agent = agent(&guard, base.tls(), Dialer::default(), names);
        let added = added.and_then(|authorities| {
            let dialer = Dialer::speaking(AddedTls::new(&authorities).ok()?);
            let agent = self::agent(&guard, TlsConfig::default(), dialer, names);
            Some(AddedTrust { agent, authorities, hosts: Arc::default() })
        });
        Current { guard, agent, added }
    }
}

fn agent(guard: &Arc<Guard>, tls: TlsConfig, dialer: Dialer, names: &Arc<Names>) -> Agent {
    let config = Agent::config_builder()
        .http_status_as_error(false)
        .max_redirects(0)
        .proxy(None)
        .tls_config(tls)
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
    let resolver = GuardedResolver { guard: Arc::clone(guard), names: Arc::clone(names) };
    Agent::with_parts(config, dialer, resolver)
}
