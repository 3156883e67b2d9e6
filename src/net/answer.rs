//! What comes of a request: an answer with any status, or the trouble that kept us from getting one.
//!
//! Every caller of the client matches on these. They carry no ureq type in their public parts.

use std::fmt;
use std::net::IpAddr;

use ureq::http::HeaderMap;

use super::Rule;

/// The peer answered. Any status is an answer, 3xx and 5xx included.
#[derive(Debug)]
pub struct Answer {
    /// The HTTP status code.
    pub status: u16,
    /// The body, at most as long as the request allowed.
    pub body: Vec<u8>,
    /// The body was longer; the rest was not read.
    pub cut: bool,
    pub(super) headers: HeaderMap,
}

impl Answer {
    /// The first header of this name (in any case), if it is plain text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// There is no answer. [`Trouble::nothing_was_sent`] tells whether the peer can have acted on the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The URL cannot be requested; the text completes "the URL …".
    BadUrl(&'static str),
    /// The header of this name may not be sent; see [`super::valid_header`].
    BadHeader(String),
    /// The guard forbids the only addresses that the host has. The first of them is named.
    Refused {
        /// The forbidden address.
        address: IpAddr,
        /// What forbids it.
        rule: Rule,
    },
    /// No connection came about. Begins with the step that failed: `dns:`, `connect:` or `tls:`.
    Unreachable(String),
    /// Connected, but the whole answer did not arrive in time.
    TimedOut,
    /// Connected, but the peer hung up, or what it sent is not HTTP.
    Broken(String),
}

impl Trouble {
    /// True when the peer cannot have seen the request; false when it may have acted on it although no answer came.
    pub fn nothing_was_sent(&self) -> bool {
        match self {
            Trouble::BadUrl(_) | Trouble::BadHeader(_) | Trouble::Refused { .. } | Trouble::Unreachable(_) => true,
            Trouble::TimedOut | Trouble::Broken(_) => false,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::BadUrl(flaw) => write!(f, "the URL {flaw}"),
            Trouble::BadHeader(name) => write!(f, "the header {name:?} may not be sent"),
            Trouble::Refused { address, rule } => write!(f, "the address {address} is not allowed ({rule})"),
            Trouble::Unreachable(reason) => write!(f, "not reachable ({reason})"),
            Trouble::TimedOut => f.write_str("no complete answer in time"),
            Trouble::Broken(reason) => write!(f, "the answer broke off ({reason})"),
        }
    }
}

impl std::error::Error for Trouble {}
