//! What the client is asked to send.

use std::time::Duration;
use ureq::http;

/// What to send. Not `Debug`, as the headers hold credentials.
pub struct Request<'a> {
    pub method: Method,
    /// Absolute, http or https, ASCII.
    pub url: &'a str,
    /// Each must pass [`super::valid_header`]. `User-Agent` and `Accept` replace the client's own.
    pub headers: &'a [(String, String)],
    /// Sent with its length, whatever the method.
    pub body: Option<&'a [u8]>,
    /// For everything from the lookup of the name to the last byte of the answer.
    pub timeout: Duration,
    /// How many bytes of the body to keep. The rest is not read; the connection is given up instead.
    pub max_answer: usize,
    /// On a fresh connection, and never sent a second time: for what must not be done twice.
    pub is_once: bool,
    /// A target of the owner's choosing: authorities that he added are believed there too.
    pub is_to_target: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Get,
    Post,
    Put,
    Patch,
    Delete,
}

impl Method {
    pub(super) fn verb(self) -> http::Method {
        match self {
            Method::Get => http::Method::GET,
            Method::Post => http::Method::POST,
            Method::Put => http::Method::PUT,
            Method::Patch => http::Method::PATCH,
            Method::Delete => http::Method::DELETE,
        }
    }
}
