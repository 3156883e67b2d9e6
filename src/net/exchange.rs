//! One request and its answer over ureq, and what ureq's errors mean to our callers.
//!
//! The client calls it, twice when the first try met a connection that was already dead. It never decides that itself.

use super::request::{Method, Request};
use super::{connection, response::PeerResponse, trouble::Trouble};
use std::{io::Read, time::Duration};
use ureq::http::{self, Uri};
use ureq::{Agent, AsSendBody, Body, Error};

/// Sends the request within `limit`, on a pooled connection if there is one that was idle for less than `idle_age`.
pub(super) fn exchange(
    agent: &Agent,
    request: &Request,
    uri: &Uri,
    limit: Duration,
    idle_age: Duration,
) -> Result<PeerResponse, Error> {
    let mut message = http::Request::builder().method(request.method.verb()).uri(uri.clone());
    for (name, value) in request.headers {
        message = message.header(name, value);
    }
    let answer = match (request.body, request.method) {
        (Some(body), _) => run(agent, message.body(body)?, limit, idle_age),
        // Some servers insist on a length for these, even of nothing.
        (None, Method::Post | Method::Put | Method::Patch) => run(agent, message.body([].as_slice())?, limit, idle_age),
        (None, Method::Get | Method::Delete) => run(agent, message.body(())?, limit, idle_age),
    };
    let (head, body) = answer?.into_parts();
    let mut kept = Vec::new();
    // One byte more than wanted, to see whether there is more. A reader dropped before its end closes the connection.
    let wanted = (request.max_answer as u64).saturating_add(1);
    body.into_reader().take(wanted).read_to_end(&mut kept)?;
    let cut = kept.len() > request.max_answer;
    kept.truncate(request.max_answer);
    Ok(PeerResponse { status: head.status.as_u16(), body: kept, cut, headers: head.headers })
}

/// Resolver and dialer pass their own verdict through ureq; whatever else goes wrong goes wrong on a connection that
/// stood.
pub(super) fn trouble(error: Error) -> Trouble {
    match error {
        error if connection::is_stale(&error) => Trouble::Silent,
        Error::Other(inner) => match inner.downcast::<Trouble>() {
            Ok(trouble) => *trouble,
            Err(other) => Trouble::Broken(other.to_string()),
        },
        Error::Timeout(_) => Trouble::TimedOut,
        Error::Io(io) if connection::hung_up(&io) => Trouble::Broken("closed mid-answer".into()),
        other => Trouble::Broken(other.to_string()),
    }
}

fn run(
    agent: &Agent,
    message: http::Request<impl AsSendBody>,
    limit: Duration,
    idle_age: Duration,
) -> Result<http::Response<Body>, Error> {
    agent.run(agent.configure_request(message).timeout_global(Some(limit)).max_idle_age(idle_age).build())
}
