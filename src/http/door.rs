//! `Door`: a prefix, a gate, a body limit and the routes behind them.
//!
//! `api`, `panel` and `intake` each make one, `site` opens them. A request passes the gate first (so a stranger
//! learns nothing, not even which paths exist), then finds its route, then its body is read, then its handler runs.
//! A panic anywhere on that way is a 500 of this one request.

use crate::answer::{list, pack, reply};
use crate::connection::unsent::{self, SharedBytes};
use crate::request::{body::IncomingBody, call::RequestHead, query::check_names};
use crate::route::{RouteMatch, RouteTable};
use crate::{Answer, AnswerMarks, Call, RequestId, Response, Route, StatusCounts, connection::limits::TRY_AGAIN};
use futures_util::{FutureExt, Stream};
use hyper::Method;
use hyper::body::{Body, Buf, Bytes};
use hyper::header::{ALLOW, CONNECTION, HeaderValue};
use i18n::Lang;
use model::{Bilingual, Code, Failure, Why};
use std::{any::Any, ops::Deref, panic::AssertUnwindSafe, sync::Arc};

/// Lets a call in, or says why not. It may leave what it found out in the call's `extensions`, and lower its `body_limit`.
pub type Gate = Box<dyn Fn(&mut Call) -> Result<(), Failure> + Send + Sync>;

/// How a door shows its failures. Without one they are JSON.
pub type Render = Box<dyn Fn(&Failure, &RequestSummary) -> Response + Send + Sync>;

pub struct Door {
    prefix: &'static str,
    table: RouteTable,
    body_limit: usize,
    gate: Option<Gate>,
    render: Option<Render>,
    packs_pages: bool,
    knows_queries: bool,
    kept: Option<&'static str>,
    unknown: Option<Bilingual>,
}

/// What is left of a request when its handler has taken the call.
pub struct RequestSummary {
    head: Arc<RequestHead>,
    pub request_id: RequestId,
    pub lang: Lang,
    /// The pattern of the route, once it was found.
    pub route: Option<&'static str>,
    is_list: bool,
    allow: Option<HeaderValue>,
    marks: AnswerMarks,
}

impl Deref for RequestSummary {
    type Target = RequestHead;

    fn deref(&self) -> &RequestHead {
        &self.head
    }
}

impl Door {
    /// `prefix` is some words of a path (`web-api/v1`); the empty one takes what no other door takes.
    pub fn new(prefix: &'static str, routes: Vec<Route>) -> Door {
        Door {
            prefix,
            table: RouteTable::new(routes),
            body_limit: 256 << 10,
            gate: None,
            render: None,
            packs_pages: false,
            knows_queries: false,
            kept: None,
            unknown: None,
        }
    }

    pub fn gate(mut self, gate: impl Fn(&mut Call) -> Result<(), Failure> + Send + Sync + 'static) -> Door {
        self.gate = Some(Box::new(gate));
        self
    }

    /// In bytes; 256 KiB unless said.
    pub fn body_limit(mut self, bytes: usize) -> Door {
        self.body_limit = bytes;
        self
    }

    pub fn render(mut self, render: impl Fn(&Failure, &RequestSummary) -> Response + Send + Sync + 'static) -> Door {
        self.render = Some(Box::new(render));
        self
    }

    /// What is said beside it where nothing is found here: where to look instead.
    pub fn unknown(mut self, words: Bilingual) -> Door {
        self.unknown = Some(words);
        self
    }

    /// Pages go out packed to clients that accept it.
    pub fn packs_pages(mut self) -> Door {
        self.packs_pages = true;
        self
    }

    /// A query may have the names that its route takes and no others.
    pub fn knows_queries(mut self) -> Door {
        self.knows_queries = true;
        self
    }

    /// When places for connections run short, only this path is served.
    pub fn gives_way_but_for(mut self, path: &'static str) -> Door {
        self.kept = Some(path);
        self
    }

    /// Whether it is the door whose visitors leave their place to others when places run short.
    pub(super) fn is_for_pages(&self) -> bool {
        self.kept.is_some()
    }

    /// Whether this path has to wait when places run short.
    pub(super) fn gives_way(&self, path: &str) -> bool {
        self.kept.is_some_and(|kept| under(self.prefix, path) != Some(kept))
    }

    pub fn prefix(&self) -> &'static str {
        self.prefix
    }

    pub fn routes(&self) -> impl Iterator<Item = &Route> {
        self.table.routes()
    }

    /// Answers a request for a path under the prefix. Whatever is logged on the way has the id that the client is told.
    pub(super) fn visit(
        &self,
        head: Arc<RequestHead>,
        chunks: impl Stream<Item = Result<impl Buf, warp::Error>> + Send + 'static,
        counts: &StatusCounts,
    ) -> impl Future<Output = Response> + Send {
        let call = Call::new(head.clone());
        // Boxed, as what warp and hyper make of it is moved a few times.
        call.request_id.around(Box::pin(self.receive(head, call, chunks, counts)))
    }

    async fn receive(
        &self,
        head: Arc<RequestHead>,
        call: Call,
        chunks: impl Stream<Item = Result<impl Buf, warp::Error>> + Send + 'static,
        counts: &StatusCounts,
    ) -> Response {
        let mut body = IncomingBody::new(&head, chunks, self.body_limit);
        let (request_id, lang, marks) = (call.request_id, call.lang, AnswerMarks::default());
        let (route, is_list, allow) = (None, false, None);
        let mut request = RequestSummary { head: head.clone(), request_id, lang, route, is_list, allow, marks };
        let work = self.answer(call, &mut body, &mut request);
        let answer = AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|panic| Err(fault_of(&*panic)));
        let mut response = answer.unwrap_or_else(|failure| self.refuse(&failure, &request));
        if self.packs_pages {
            pack::pack(&mut response, &head.headers).await;
        }
        if request.is_list {
            // Apart, so that what carries every other request is no larger for it.
            Box::pin(list::shorten(&mut response, &head.headers)).await;
        }
        // What was changed is told in any case: it cannot be asked for again.
        let is_question = matches!(request.method, Method::GET | Method::HEAD);
        let is_shared = response.extensions().get::<SharedBytes>().is_some();
        if is_question && !is_shared && response.body().size_hint().exact().is_some_and(|length| length > unsent::SMALL)
        {
            match head.connection.unsent.hold(head.visitor(), pack::taken(&mut response).await) {
                Some(body) => *response.body_mut() = body.into(),
                None => response = self.refuse(&Failure::new(Code::Unavailable).retry_after(TRY_AGAIN), &request),
            }
        }
        reply::stamp(&mut response, request_id, head.keeps_https());
        request.marks.stamp(&mut response);
        if let Some(allow) = request.allow.take() {
            response.headers_mut().insert(ALLOW, allow);
        }
        if body.is_given_up() {
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        counts.add(response.status());
        let (method, route, status) = (&request.method, self.logged(&request), response.status().as_u16());
        tracing::debug!(%method, route, status, "answered");
        response
    }

    /// A path may hold a secret (an intake token, a key that was typed into it) or what a customer is called: the log has the
    /// pattern.
    fn logged(&self, request: &RequestSummary) -> &'static str {
        request.route.unwrap_or(if self.prefix.is_empty() { "(unknown)" } else { self.prefix })
    }

    async fn answer(&self, mut call: Call, body: &mut IncomingBody<'_>, request: &mut RequestSummary) -> Answer {
        if call.standing.gives_way {
            body.skip().await;
            return Err(Failure::new(Code::Unavailable).retry_after(TRY_AGAIN));
        }
        if let Some(gate) = &self.gate {
            let verdict = gate(&mut call);
            (request.lang, request.marks) = (call.lang, call.marks.clone());
            body.addressee = call.addressee;
            if let Some(most) = call.body_limit {
                body.lower_limit(most);
            }
            if let Err(failure) = verdict {
                body.skip().await;
                return Err(failure);
            }
        }
        let rest = under(self.prefix, call.path()).unwrap_or_default();
        let (route, params) = match self.table.find(&call.method, call.path(), rest) {
            RouteMatch::Here(route, params) => (route, params),
            RouteMatch::OtherMethods(allow) => {
                request.allow = Some(allow.clone());
                body.skip().await;
                return Err(Failure::new(Code::MethodNotAllowed));
            }
            RouteMatch::Nothing => {
                body.skip().await;
                return Err(Failure::new(Code::NotFound));
            }
        };
        (request.route, request.is_list) = (Some(route.pattern), route.is_list);
        if let (true, Some(query)) = (self.knows_queries, call.query_text())
            && let Err(unknown) = check_names(query, &route.query)
        {
            body.skip().await;
            return Err(unknown);
        }
        call.params = params;
        if matches!(call.method, Method::GET | Method::HEAD | Method::DELETE) {
            body.skip().await;
        } else {
            call.body = without_mark(body.read().await?);
        }
        route.run(call).await
    }

    fn refuse(&self, failure: &Failure, request: &RequestSummary) -> Response {
        let (method, route) = (&request.method, self.logged(request));
        // Only what is our own fault is one: a platform that refuses, or a full disk, would flood the log.
        match failure.code {
            Code::Internal => tracing::error!(%method, route, "{failure}"),
            Code::Unavailable if failure.cause.is_some() => tracing::warn!(%method, route, "{failure}"),
            _ => tracing::debug!(%method, route, "{failure}"),
        }
        let advice = self.unknown.as_ref().filter(|_| failure.code == Code::NotFound && failure.why.is_none());
        let advised = advice.map(|words| failure.clone().why(Why::Plain(words.clone())));
        let failure = advised.as_ref().unwrap_or(failure);
        match &self.render {
            Some(render) => {
                let mut response = render(failure, request);
                reply::say_when(&mut response, failure);
                response
            }
            None => reply::failure(failure, request.lang, request.request_id),
        }
    }
}

/// What is left of a path behind a door's prefix; nothing if it is another door's.
pub(super) fn under<'a>(prefix: &str, path: &'a str) -> Option<&'a str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    if prefix.is_empty() {
        return Some(path);
    }
    match path.strip_prefix(prefix)? {
        "" => Some(""),
        rest => rest.strip_prefix('/'),
    }
}

/// Some programs, on Windows above all, begin a text with the mark of its encoding, which is no part of it.
fn without_mark(body: Bytes) -> Bytes {
    if body.starts_with(b"\xef\xbb\xbf") { body.slice(3..) } else { body }
}

fn fault_of(panic: &(dyn Any + Send)) -> Failure {
    let words = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Failure::fault(format_args!("panicked: {}", words.unwrap_or("without words")))
}
