//! `Door`: a prefix, a gate, a body limit and the routes behind them.
//!
//! `api`, `panel` and `intake` each make one, `site` opens them. A request passes the gate first (so a stranger
//! learns nothing, not even which paths exist), then finds its route, then its body is read, then its handler runs.
//! A panic anywhere on that way is a 500 of this one request.

use super::{
    Answer, Call, Counts, RequestId, Response, Route,
    body::Inflow,
    reply,
    route::{Found, Table},
    server::Origin,
    status,
};
use crate::{
    i18n::Lang,
    model::{Code, Failure},
};
use futures_util::{FutureExt, Stream};
use hyper::{
    HeaderMap, Method, Uri,
    body::Buf,
    header::{ACCEPT_LANGUAGE, ALLOW, CONNECTION, HeaderValue},
    http::Extensions,
};
use std::{any::Any, panic::AssertUnwindSafe, sync::Arc};
use warp::{Filter, filters::BoxedFilter, path::Tail};

/// Lets a call in, or says why not. It may leave what it found out in the call's `extensions`.
pub type Gate = Box<dyn Fn(&mut Call) -> Result<(), Failure> + Send + Sync>;

/// How a door shows its failures. Without one they are JSON.
pub type Render = Box<dyn Fn(&Failure, &Scene) -> Response + Send + Sync>;

pub struct Door {
    prefix: &'static str,
    table: Table,
    body_limit: usize,
    gate: Option<Gate>,
    render: Option<Render>,
    hides_paths: bool,
}

/// What is left of a request when its handler has taken the call.
pub struct Scene {
    pub request_id: RequestId,
    pub method: Method,
    pub uri: Uri,
    pub lang: Lang,
    /// The pattern of the route, once it was found.
    pub route: Option<&'static str>,
    allow: Option<HeaderValue>,
    close: bool,
}

impl Door {
    /// `prefix` is without slashes at its ends (`web-api/v1`); the empty one takes what no other door takes.
    pub fn new(prefix: &'static str, routes: Vec<Route>) -> Door {
        Door { prefix, table: Table::new(routes), body_limit: 256 << 10, gate: None, render: None, hides_paths: false }
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

    pub fn render(mut self, render: impl Fn(&Failure, &Scene) -> Response + Send + Sync + 'static) -> Door {
        self.render = Some(Box::new(render));
        self
    }

    /// The paths carry a secret (an intake token): the log shows the pattern instead.
    pub fn hides_paths(mut self) -> Door {
        self.hides_paths = true;
        self
    }

    pub fn prefix(&self) -> &'static str {
        self.prefix
    }

    pub fn routes(&self) -> impl Iterator<Item = &Route> {
        self.table.routes()
    }

    /// Answers everything under the prefix; other paths are left to the next door.
    pub(super) fn filter(self, counts: Arc<Counts>) -> BoxedFilter<(Response,)> {
        let prefix = self.prefix;
        let door = Arc::new(self);
        let inside = warp::path::tail()
            .and(warp::method())
            .and(warp::header::headers_cloned())
            .and(warp::ext::get::<Origin>())
            .and(warp::body::stream())
            .then(move |rest, method, headers, origin, body| {
                let (door, counts) = (door.clone(), counts.clone());
                async move {
                    let response = door.visit(rest, method, headers, origin, body).await;
                    counts.add(response.status());
                    response
                }
            })
            .boxed();
        prefix.rsplit('/').filter(|word| !word.is_empty()).fold(inside, |rest, word| warp::path(word).and(rest).boxed())
    }

    async fn visit<B: Buf, E: std::fmt::Display>(
        &self,
        rest: Tail,
        method: Method,
        headers: HeaderMap,
        origin: Origin,
        body: impl Stream<Item = Result<B, E>>,
    ) -> Response {
        let Origin { peer, uri, body_within, line } = origin;
        let lang = Lang::of(headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()));
        let request_id = RequestId::next();
        let mut scene = Scene {
            request_id,
            method: method.clone(),
            uri: uri.clone(),
            lang,
            route: None,
            allow: None,
            close: false,
        };
        let body = Inflow::new(body, &headers, self.body_limit, body_within);
        let extensions = Extensions::new();
        let params = Default::default();
        let call = Call { method, uri, headers, body: Default::default(), peer, lang, request_id, extensions, params };
        let work = self.answer(call, rest.as_str(), body, &mut scene);
        let answer = AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|panic| Err(fault_of(&*panic)));
        let mut response = answer.unwrap_or_else(|failure| self.refuse(&failure, &scene));
        reply::stamp(&mut response, request_id);
        if let Some(allow) = scene.allow {
            response.headers_mut().insert(ALLOW, allow);
        }
        if scene.close {
            line.linger();
            response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }

    async fn answer<S, B, E>(&self, mut call: Call, rest: &str, body: Inflow<S>, scene: &mut Scene) -> Answer
    where
        S: Stream<Item = Result<B, E>>,
        B: Buf,
        E: std::fmt::Display,
    {
        if let Some(gate) = &self.gate {
            let verdict = gate(&mut call);
            scene.lang = call.lang;
            if let Err(failure) = verdict {
                scene.close = body.skip().await;
                return Err(failure);
            }
        }
        let (route, params) = match self.table.find(&call.method, call.uri.path(), rest) {
            Found::Here(route, params) => (route, params),
            Found::OtherMethods(allow) => {
                scene.allow = Some(allow.clone());
                scene.close = body.skip().await;
                return Err(Failure::new(Code::MethodNotAllowed));
            }
            Found::Nothing => {
                scene.close = body.skip().await;
                return Err(Failure::new(Code::NotFound));
            }
        };
        scene.route = Some(route.pattern());
        call.params = params;
        if matches!(call.method, Method::GET | Method::HEAD | Method::DELETE) {
            scene.close = body.skip().await;
        } else {
            call.body = body.read().await.map_err(|unread| {
                scene.close = unread.close;
                unread.failure
            })?;
        }
        route.run(call).await
    }

    fn refuse(&self, failure: &Failure, scene: &Scene) -> Response {
        let path = match (self.hides_paths, scene.route) {
            (false, _) => scene.uri.path(),
            (true, route) => route.unwrap_or(self.prefix),
        };
        let Scene { request_id, method, .. } = scene;
        if status(failure.code).is_server_error() {
            tracing::error!(%request_id, %method, path, "{failure}");
        } else {
            tracing::debug!(%request_id, %method, path, "{failure}");
        }
        match &self.render {
            Some(render) => render(failure, scene),
            None => reply::failure(failure, scene.lang, scene.request_id),
        }
    }
}

fn fault_of(panic: &(dyn Any + Send)) -> Failure {
    let words = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    Failure::fault(format_args!("panicked: {}", words.unwrap_or("without words")))
}
