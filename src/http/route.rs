//! `Route` (method, pattern, handler) and `RouteTable`, which finds the route of a path.
//!
//! Doors list routes, `door` looks them up. The path decides first and the method second, so that a wrong method
//! on a known path can name the right ones. Patterns are relative to their door: `orders/{id}`, and `{*rest}` at
//! the end takes all that is left.

use crate::request::call::{CAPTURES, Param};
use crate::{Answer, Call};
use futures_util::future::BoxFuture;
use hyper::{Method, header::HeaderValue};
use std::{ops::Range, sync::Arc};

pub struct Route {
    pub method: Method,
    pub pattern: &'static str,
    /// The names that its query may have. Only a door that asks for it holds a query against them.
    pub query: Vec<&'static str>,
    /// It answers with a list, which clients may ask to have shorter.
    pub is_list: bool,
    handler: Arc<dyn Fn(Call) -> BoxFuture<'static, Answer> + Send + Sync>,
}

macro_rules! made_by {
    ($($verb:ident $method:ident),+) => {
        $(pub fn $verb<F: Future<Output = Answer> + Send + 'static>(
            pattern: &'static str,
            handler: impl Fn(Call) -> F + Send + Sync + 'static,
        ) -> Route {
            let handler = Arc::new(move |call| -> BoxFuture<'static, Answer> { Box::pin(handler(call)) });
            Route { method: Method::$method, pattern, query: Vec::new(), is_list: false, handler }
        })+
    };
}

made_by!(get GET, post POST, put PUT, patch PATCH, delete DELETE);

impl Route {
    /// The names that its query may have, in groups. None unless said.
    pub fn takes(mut self, names: &[&[&'static str]]) -> Route {
        self.query = names.concat();
        self
    }

    pub fn list(mut self) -> Route {
        self.is_list = true;
        self
    }

    pub fn run(&self, call: Call) -> BoxFuture<'static, Answer> {
        (self.handler)(call)
    }
}

/// In the order of preference: a literal wins over a capture, a capture over the rest.
#[derive(PartialEq, Eq, PartialOrd, Ord, Clone, Copy, Debug)]
enum Segment {
    Literal(&'static str),
    Capture,
    Rest,
}

impl Segment {
    fn is_literal(&self) -> bool {
        matches!(self, Segment::Literal(_))
    }
}

/// One path with all its methods.
struct Spot {
    segments: Vec<Segment>,
    /// The whole of it, where it captures nothing.
    literal: Option<&'static str>,
    routes: Vec<Route>,
    allow: HeaderValue,
}

/// The routes of a door by their first word.
pub struct RouteTable {
    /// Sorted by that word.
    groups: Vec<(&'static str, Vec<Spot>)>,
    /// Those that start with a capture.
    others: Vec<Spot>,
}

/// What a path leads to.
pub enum RouteMatch<'a> {
    Here(&'a Route, [Param; CAPTURES]),
    OtherMethods(&'a HeaderValue),
    Nothing,
}

impl RouteTable {
    pub fn new(routes: Vec<Route>) -> RouteTable {
        let mut spots: Vec<Spot> = Vec::new();
        for route in routes {
            let segments = segments(route.pattern);
            match spots.iter_mut().find(|spot| spot.segments == segments) {
                Some(spot) => {
                    let taken = spot.routes.iter().any(|other| other.method == route.method);
                    assert!(!taken, "{} {} is routed twice", route.method, route.pattern);
                    spot.routes.push(route);
                }
                None => {
                    let literal = segments.iter().all(Segment::is_literal).then_some(route.pattern);
                    spots.push(Spot { segments, literal, routes: vec![route], allow: HeaderValue::from_static("") });
                }
            }
        }
        spots.iter_mut().for_each(|spot| spot.allow = allow(&spot.routes));
        spots.sort_by(|a, b| a.segments.cmp(&b.segments));
        let (mut groups, mut others): (Vec<(&'static str, Vec<Spot>)>, _) = (Vec::new(), Vec::new());
        for spot in spots {
            match (spot.segments.first(), groups.last_mut()) {
                (Some(Segment::Literal(first)), Some((word, group))) if word == first => group.push(spot),
                (Some(Segment::Literal(first)), _) => groups.push((first, vec![spot])),
                _ => others.push(spot),
            }
        }
        RouteTable { groups, others }
    }

    pub fn routes(&self) -> impl Iterator<Item = &Route> {
        self.groups.iter().flat_map(|(_, spots)| spots).chain(&self.others).flat_map(|spot| &spot.routes)
    }

    /// `rest` is the end of `path` that the door's prefix leaves.
    pub fn find(&self, method: &Method, path: &str, rest: &str) -> RouteMatch<'_> {
        let first = rest.split('/').next().unwrap_or_default();
        let group = self.groups.binary_search_by_key(&first, |(word, _)| word).map(|at| &self.groups[at].1);
        for spot in group.into_iter().flatten().chain(&self.others) {
            let Some(captured) = spot.fit(rest) else { continue };
            // HEAD is answered by the handler of GET; hyper leaves the body out.
            let wanted = if method == Method::HEAD { &Method::GET } else { method };
            let Some(route) = spot.routes.iter().find(|route| route.method == *wanted) else {
                return RouteMatch::OtherMethods(&spot.allow);
            };
            let start = path.len() - rest.len();
            let mut params: [Param; CAPTURES] = Default::default();
            for (param, range) in params.iter_mut().zip(captured.into_iter().flatten()) {
                *param = Param::of(path, start + range.start..start + range.end);
            }
            return RouteMatch::Here(route, params);
        }
        RouteMatch::Nothing
    }
}

impl Spot {
    /// Where the captures stand in `rest`, if the whole of it fits. A capture may be empty only at the very end.
    fn fit(&self, rest: &str) -> Option<[Option<Range<usize>>; CAPTURES]> {
        let mut captured = [const { None }; CAPTURES];
        if let Some(literal) = self.literal {
            return (literal == rest).then_some(captured);
        }
        let mut free = captured.iter_mut();
        // Where the next segment starts; none once the path has ended.
        let mut next = Some(0);
        for segment in &self.segments {
            let start = next?;
            let end = rest[start..].find('/').map(|length| start + length);
            next = end.map(|end| end + 1);
            let here = start..end.unwrap_or(rest.len());
            match segment {
                Segment::Literal(word) if *word == &rest[here.clone()] => {}
                Segment::Capture if !here.is_empty() || end.is_none() => *free.next()? = Some(here),
                Segment::Rest => {
                    *free.next()? = Some(start..rest.len());
                    return Some(captured);
                }
                _ => return None,
            }
        }
        next.is_none().then_some(captured)
    }
}

fn segments(pattern: &'static str) -> Vec<Segment> {
    let segments: Vec<Segment> = pattern
        .split('/')
        .map(|word| match word {
            _ if word.starts_with("{*") => Segment::Rest,
            _ if word.starts_with('{') => Segment::Capture,
            _ => Segment::Literal(word),
        })
        .collect();
    let captures = segments.iter().filter(|segment| !segment.is_literal()).count();
    assert!(captures <= CAPTURES, "{pattern} has more than {CAPTURES} captures");
    segments
}

fn allow(routes: &[Route]) -> HeaderValue {
    let mut names = Vec::new();
    for route in routes {
        names.push(route.method.as_str());
        if route.method == Method::GET {
            names.push(Method::HEAD.as_str());
        }
    }
    HeaderValue::from_str(&names.join(", ")).unwrap_or(HeaderValue::from_static(""))
}
