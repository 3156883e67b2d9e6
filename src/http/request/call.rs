//! `Call`: one request as a handler is given it.
//!
//! `server` takes the head of a request, a door makes the call of it; gates and handlers read it. It decodes names
//! and values and says 400 or 415 where that fails. It never asks the store anything, and who is calling is for the
//! gate to find out (`extensions`).

use crate::connection::{bodies::Addressee, patient_stream::Connection};
use crate::request::{front::CallOrigin, local, marks::HeadMarks};
use crate::{AnswerMarks, Query, RequestId};
use hyper::body::{Body, Bytes};
use hyper::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, HeaderName};
use hyper::http::uri::{Authority, PathAndQuery};
use hyper::{HeaderMap, Method, Request, http::Extensions};
use i18n::Lang;
use model::{Code, Failure, Why};
use percent_encoding::percent_decode_str;
use std::ops::{Deref, DerefMut, Range};
use std::{borrow::Cow, net::IpAddr, sync::Arc};

/// No pattern has more captures than this, so they need no allocation of their own.
pub(crate) const CAPTURES: usize = 4;

/// All of a request but its body: there once, for the call and for what is said when its handler has taken that. warp has
/// filters for most of it, but each copies what it finds.
pub struct RequestHead {
    pub method: Method,
    path: PathAndQuery,
    pub headers: HeaderMap,
    /// The host, where it is part of what was asked for (`GET http://…`).
    authority: Option<Authority>,
    pub(crate) has_body: bool,
    pub(crate) connection: Arc<Connection>,
    pub(crate) standing: CallStanding,
}

/// What the server found out about a request before its door sees it.
#[derive(Clone, Copy)]
pub(crate) struct CallStanding {
    pub origin: CallOrigin,
    /// Nothing is known to stand before this program, so that a visit from this machine can be told.
    pub is_bare: bool,
    /// It is for a page, and places run short.
    pub gives_way: bool,
    pub marks: HeadMarks,
}

impl RequestHead {
    /// Of a request, and its body.
    pub(crate) fn take<B: Body>(
        request: Request<B>,
        connection: Arc<Connection>,
        standing: CallStanding,
    ) -> (Arc<RequestHead>, B) {
        let (parts, body) = request.into_parts();
        let (method, headers, uri) = (parts.method, parts.headers, parts.uri.into_parts());
        let path = uri.path_and_query.unwrap_or(PathAndQuery::from_static("/"));
        let (authority, has_body) = (uri.authority, !body.is_end_stream());
        (Arc::new(RequestHead { method, path, headers, authority, has_body, connection, standing }), body)
    }

    /// The path as it was sent.
    pub fn path(&self) -> &str {
        self.path.path()
    }

    pub fn path_and_query(&self) -> &str {
        self.path.as_str()
    }

    pub fn query_text(&self) -> Option<&str> {
        self.path.query()
    }

    /// Whose call it is: behind a trusted proxy the address that it names, else the peer's.
    pub fn visitor(&self) -> IpAddr {
        self.standing.origin.address
    }

    pub fn has_cookies(&self) -> bool {
        self.standing.marks.has_cookies
    }

    /// The visitor's own connection is encrypted.
    pub fn is_https(&self) -> bool {
        self.standing.origin.is_https
    }

    /// It is encrypted, and not only by the host that it names.
    pub fn is_surely_https(&self) -> bool {
        self.standing.origin.is_surely_https()
    }

    /// It came over the network in clear, whatever host it names: others may have read it.
    pub fn is_overheard(&self) -> bool {
        !self.is_surely_https() && !self.is_local()
    }

    /// Its browser is told to come over https alone, for a year and whatever the port. Not where we encrypt ourselves: who
    /// switches that off would be locked out, and so would be other services of this machine.
    pub(crate) fn keeps_https(&self) -> bool {
        self.is_https() && !self.standing.origin.is_our_https
    }

    /// The client is on this machine, with no proxy or tunnel in between. Behind a known one this cannot be told.
    pub fn is_local(&self) -> bool {
        self.standing.is_bare && local::is_local(self.connection.peer, self.authority.as_ref(), &self.headers)
    }
}

/// A thin handle, because handlers pass it on and their futures would carry all of `CallParts` several times over.
pub struct Call(Box<CallParts>);

pub struct CallParts {
    head: Arc<RequestHead>,
    /// Empty while the gate looks at the call, and for GET, HEAD and DELETE.
    pub body: Bytes,
    /// From `Accept-Language`; a gate that knows the user better may change it.
    pub lang: Lang,
    pub request_id: RequestId,
    /// What the gate found out, for the handler.
    pub extensions: Extensions,
    /// Where the gate wants less of a body than the door takes, in bytes.
    pub body_limit: Option<usize>,
    /// Whom the body is for, where the gate knows: bodies for one of them have a limit of their own while they come in.
    pub addressee: Option<Addressee>,
    /// What the answer is to say in its headers, whatever it is.
    pub marks: AnswerMarks,
    pub(crate) params: [Param; CAPTURES],
}

impl Deref for Call {
    type Target = CallParts;

    fn deref(&self) -> &CallParts {
        &self.0
    }
}

impl DerefMut for Call {
    fn deref_mut(&mut self) -> &mut CallParts {
        &mut self.0
    }
}

impl Deref for CallParts {
    type Target = RequestHead;

    fn deref(&self) -> &RequestHead {
        &self.head
    }
}

/// One capture of the path.
#[derive(Default)]
pub(crate) enum Param {
    #[default]
    Absent,
    /// Where it stands in the path, which is nearly always what it means too.
    Plain(Range<usize>),
    Decoded(String),
}

impl Param {
    /// Invalid UTF-8 is decoded lossily: such an id is simply unknown.
    pub(crate) fn of(path: &str, range: Range<usize>) -> Param {
        match percent_decode_str(&path[range.clone()]).decode_utf8_lossy() {
            Cow::Borrowed(_) => Param::Plain(range),
            Cow::Owned(text) => Param::Decoded(text),
        }
    }
}

impl Call {
    /// A request whose route and body are yet to be found.
    pub(crate) fn new(head: Arc<RequestHead>) -> Call {
        let (headers, marks) = (&head.headers, head.standing.marks);
        let language = marks.has_language.then(|| headers.get(ACCEPT_LANGUAGE)).flatten();
        let lang = Lang::of(language.and_then(|value| value.to_str().ok()));
        // Only a call with a key may bring its id, so that others need not be searched for one.
        let request_id = if marks.has_key { RequestId::of(headers) } else { RequestId::next() };
        let (body, extensions, params) = (Bytes::new(), Extensions::new(), Default::default());
        let (body_limit, addressee, marks) = (None, None, AnswerMarks::default());
        Call(Box::new(CallParts { head, body, lang, request_id, extensions, body_limit, addressee, marks, params }))
    }

    /// The `n`th capture of the pattern, percent-decoded.
    pub fn param(&self, n: usize) -> &str {
        match self.params.get(n) {
            Some(Param::Plain(range)) => &self.path()[range.clone()],
            Some(Param::Decoded(text)) => text,
            Some(Param::Absent) | None => "",
        }
    }

    pub fn query(&self) -> Result<Query<'_>, Failure> {
        Query::parse(self.query_text().unwrap_or_default())
    }

    /// The body as JSON text, not yet parsed; empty where none was sent.
    pub fn json_body(&self) -> Result<&[u8], Failure> {
        if self.body.is_empty() || self.is_of_type("application/json") {
            return Ok(&self.body);
        }
        Err(Failure::new(Code::UnsupportedMediaType))
    }

    /// The body as the fields of a posted form.
    pub fn form(&self) -> Result<Query<'_>, Failure> {
        if !self.body.is_empty() && !self.is_of_type("application/x-www-form-urlencoded") {
            return Err(Failure::new(Code::UnsupportedMediaType));
        }
        let text = std::str::from_utf8(&self.body);
        let text = text.map_err(|e| Failure::new(Code::InvalidParameter).why(Why::NotText).cause(e))?;
        Query::parse(text)
    }

    /// A header that may come once: nothing, its text, or a refusal where it is doubled or not plain ASCII.
    pub fn header_one(&self, name: &HeaderName) -> Result<Option<&str>, Failure> {
        let mut values = self.headers.get_all(name).iter();
        let Some(first) = values.next() else { return Ok(None) };
        let refused = |why| Failure::unreadable_header(written(name), why);
        if values.next().is_some() {
            return Err(refused(Why::GivenTwice));
        }
        first.to_str().map(Some).map_err(|_| refused(Why::NotAscii))
    }

    fn is_of_type(&self, expected: &str) -> bool {
        let given = self.headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let essence = given.split_once(';').map_or(given, |(essence, _)| essence);
        essence.trim().eq_ignore_ascii_case(expected)
    }
}

/// The name of a header as people write it: `Idempotency-Key`.
fn written(name: &HeaderName) -> String {
    let mut is_first = true;
    let cased = |letter: char| {
        let letter = if is_first { letter.to_ascii_uppercase() } else { letter };
        is_first = letter == '-';
        letter
    };
    name.as_str().chars().map(cased).collect()
}
