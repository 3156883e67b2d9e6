//! `Door`: a prefix, a gate, a body limit and the routes behind them.
//!
//! `api`, `panel` and `intake` each make one, `site` opens them. A request passes the gate first (so a stranger
//! learns nothing, not even which paths exist), then finds its route, then its body is read, then its handler runs.
//! A panic anywhere on that way is a 500 of this one request.

use super::{
    Answer, Call, Counts, RequestId, Response, Route,
    body::IncomingBody,
    reply,
    route::{Found, Table},
    server::{Arrival, Parcel},
};
use crate::{
    i18n::Lang,
    model::{Code, Failure},
};
use futures_util::{FutureExt, future::BoxFuture};
use hyper::{
    Method, Uri,
    header::{ALLOW, CONNECTION, HeaderValue},
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

impl Scene {
    fn of(call: &Call) -> Scene {
        let (method, uri) = (call.method.clone(), call.uri.clone());
        Scene { request_id: call.request_id, method, uri, lang: call.lang, route: None, allow: None, close: false }
    }
}

impl Door {
    /// `prefix` is one word or two (`web-api/v1`); the empty one takes what no other door takes.
    pub fn new(prefix: &'static str, routes: Vec<Route>) -> Door {
        assert!(prefix.split('/').count() <= 2, "the prefix {prefix} has more than two words");
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
        let inside = warp::path::tail().and(warp::ext::get::<Parcel>());
        let (prefix, door) = (self.prefix, Arc::new(self));
        // Boxed apart, so that the paths of other doors do not pay for the size of this future.
        let answer = move |rest, parcel| -> BoxFuture<'static, Response> {
            let (door, counts) = (door.clone(), counts.clone());
            Box::pin(async move {
                let response = door.visit(rest, parcel).await;
                counts.add(response.status());
                response
            })
        };
        let mut words = prefix.split('/');
        match (words.next().filter(|word| !word.is_empty()), words.next()) {
            (None, _) => inside.then(answer).boxed(),
            (Some(first), None) => warp::path(first).and(inside).then(answer).boxed(),
            (Some(first), Some(second)) => warp::path(first).and(warp::path(second)).and(inside).then(answer).boxed(),
        }
    }

    async fn visit(&self, rest: Tail, parcel: Parcel) -> Response {
        let Some(Arrival { call, body, body_within, line }) = parcel.open() else {
            return reply::failure(&Failure::fault("a request was answered twice"), Lang::En, RequestId::next());
        };
        let mut scene = Scene::of(&call);
        let request_id = scene.request_id;
        let body = IncomingBody::new(body, &call.headers, self.body_limit, body_within);
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

    async fn answer(&self, mut call: Call, rest: &str, mut body: IncomingBody, scene: &mut Scene) -> Answer {
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
            (false, Some(_)) => scene.uri.path(),
            // A path that is nobody's may be a mistyped one that carries a secret.
            (false, None) if self.prefix.is_empty() => "(unknown)",
            (false, None) => scene.uri.path(),
            (true, route) => route.unwrap_or(self.prefix),
        };
        let Scene { request_id, method, .. } = scene;
        // Only what is our own fault is one: a platform that refuses, or a full disk, would flood the log.
        match failure.code {
            Code::Internal => tracing::error!(%request_id, %method, path, "{failure}"),
            Code::Unavailable => tracing::warn!(%request_id, %method, path, "{failure}"),
            _ => tracing::debug!(%request_id, %method, path, "{failure}"),
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
