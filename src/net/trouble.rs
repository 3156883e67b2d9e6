//! The trouble that kept us from getting an answer, and the rules that an address can be refused by.
//!
//! Every caller of the client matches on these. They carry no ureq type.

use std::{fmt, net::IpAddr};

/// There is no answer. [`Trouble::nothing_was_sent`] tells whether the peer can have acted on the request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The URL cannot be requested; the text completes "the URL …".
    BadUrl(&'static str),
    /// The header of this name may not be sent; see [`super::valid_header`].
    BadHeader(String),
    /// The guard forbids the only addresses that the host has. The first of them is named.
    Refused { address: IpAddr, rule: Rule },
    /// We had no socket or no memory for it: the fault is ours, and passes.
    Exhausted(String),
    /// No connection came about. Begins with the step that failed: `dns:`, `connect:` or `tls:`.
    Unreachable(String),
    /// Connected, but the whole answer did not arrive in time.
    TimedOut,
    /// Connected, but the peer hung up without a byte of an answer.
    Silent,
    /// Connected, but the peer hung up amid its answer, or what it sent is not HTTP.
    Broken(String),
}

impl Trouble {
    /// True when the peer cannot have seen the request; false when it may have acted on it although no answer came.
    pub fn nothing_was_sent(&self) -> bool {
        match self {
            Trouble::BadUrl(_)
            | Trouble::BadHeader(_)
            | Trouble::Refused { .. }
            | Trouble::Exhausted(_)
            | Trouble::Unreachable(_) => true,
            Trouble::TimedOut | Trouble::Silent | Trouble::Broken(_) => false,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::BadUrl(flaw) => write!(f, "the URL {flaw}"),
            Trouble::BadHeader(name) => write!(f, "the header {name:?} may not be sent"),
            Trouble::Refused { address, rule } => write!(f, "the address {address} is not allowed ({rule})"),
            Trouble::Exhausted(reason) => write!(f, "this machine has no room for the call ({reason})"),
            Trouble::Unreachable(reason) => write!(f, "not reachable ({reason})"),
            Trouble::TimedOut => f.write_str("no complete answer in time"),
            Trouble::Silent => f.write_str("the connection was closed without an answer"),
            Trouble::Broken(reason) => write!(f, "the answer broke off ({reason})"),
        }
    }
}

impl std::error::Error for Trouble {}

/// Why an address is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// 169.254.0.0/16 and fe80::/10, where clouds keep their credentials.
    LinkLocal,
    /// Where clouds keep them elsewhere.
    Metadata,
    Multicast,
    Broadcast,
    /// "This host, this network": 0.0.0.0/8 and ::.
    Unspecified,
    /// On the owner's deny list.
    Denied,
    /// The local network, which the owner closed.
    Private,
    /// This machine, which the owner closed.
    Loopback,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rule::LinkLocal => "link-local",
            Rule::Metadata => "metadata of a cloud",
            Rule::Multicast => "multicast",
            Rule::Broadcast => "broadcast",
            Rule::Unspecified => "unspecified",
            Rule::Denied => "on the deny list",
            Rule::Private => "private",
            Rule::Loopback => "loopback",
        })
    }
}
