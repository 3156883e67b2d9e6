//! `Site`: all doors under one roof, and what is said while they are still shut.
//!
//! `app` makes it before the store is open, so that the port answers from the first moment, and mounts the doors
//! when they are ready. The prefix says which door a path is for; the last door takes every path, so that warp never has to
//! try one after the other.

use crate::{Door, Front, RequestId, Response, StatusCounts, answer::reply, door::under, status};
use hyper::{
    HeaderMap, Method,
    header::{ACCEPT, ACCEPT_LANGUAGE},
};
use i18n::Lang;
use model::{Code, Failure, Why};
use parking_lot::Mutex;
use std::cmp::Reverse;
use std::sync::{Arc, OnceLock};

#[derive(Default)]
pub struct Site {
    /// The last one takes every path.
    mounted: OnceLock<Vec<Door>>,
    /// What browsers are shown while these are shut.
    waiting: OnceLock<Door>,
    /// What the store is busy with before the doors open.
    busy: Arc<Mutex<Option<Why>>>,
    pub(super) counts: Arc<StatusCounts>,
    pub(super) front: Front,
}

impl Site {
    pub fn new() -> Arc<Site> {
        Arc::default()
    }

    pub fn behind(front: Front) -> Arc<Site> {
        Arc::new(Site { front, ..Site::default() })
    }

    /// Another site of the same program, for a listener that has fewer doors. What is counted, and what keeps them shut,
    /// is counted and told for both.
    pub fn beside(&self) -> Arc<Site> {
        let (busy, counts, front) = (self.busy.clone(), self.counts.clone(), self.front.clone());
        Arc::new(Site { mounted: OnceLock::new(), waiting: OnceLock::new(), busy, counts, front })
    }

    /// What is to be done at start, and how far it is; shown until the doors open.
    pub fn waits_for(&self, busy: Why) {
        *self.busy.lock() = Some(busy);
    }

    /// Until the doors open, this one answers browsers that ask for a page, and what pages are made with; everybody else gets
    /// JSON. It is made with what it is to say.
    pub fn wait_at(&self, door: impl FnOnce(NotYet) -> Door) {
        let busy = self.busy.clone();
        let _ = self.waiting.set(door(Box::new(move || not_yet(&busy))));
    }

    /// From now on the doors answer. Give the busiest first; a second time changes nothing.
    pub fn mount(&self, mut doors: Vec<Door>) {
        // A deeper prefix is the more particular one, and the empty one comes last.
        doors.sort_by_key(|door| Reverse(door.prefix().split('/').filter(|word| !word.is_empty()).count()));
        if doors.last().is_none_or(|door| !door.prefix().is_empty()) {
            doors.push(Door::new("", Vec::new()));
        }
        // Other doors would cut off the requests that are with the first.
        let _ = self.mounted.set(doors);
    }

    /// Method and full pattern of every route, for a test that holds them against the API reference.
    pub fn routes(&self) -> Vec<(Method, String)> {
        self.mounted.get().into_iter().flatten().flat_map(listed).collect()
    }

    pub fn counts(&self) -> Arc<StatusCounts> {
        self.counts.clone()
    }

    /// The door that a path is for; none while they are shut.
    pub(super) fn door(&self, path: &str) -> Option<&Door> {
        self.mounted.get()?.iter().find(|door| under(door.prefix(), path).is_some())
    }

    /// The door for a browser that waits for a page, or for what that is made with.
    pub(super) fn waiting_door(&self, path: &str, headers: &HeaderMap) -> Option<&Door> {
        let takes = |value: &hyper::header::HeaderValue| value.to_str().is_ok_and(|kinds| kinds.contains("text/html"));
        let is_for_page = headers.get(ACCEPT).is_some_and(takes) || under("assets", path).is_some();
        self.waiting.get().filter(|_| is_for_page)
    }

    /// The answer to everything before the doors open.
    pub(super) fn not_yet(&self) -> Failure {
        not_yet(&self.busy)
    }

    /// What a connection is told that is one too many of its address; its request was not read.
    pub(super) fn too_many(&self) -> Vec<u8> {
        let failure = Failure::new(Code::Unavailable);
        self.counts.add(status(failure.code));
        reply::failure_text(&failure, Lang::of(None), RequestId::next())
    }

    /// The answer to what gets to no door.
    pub(super) fn refuse(&self, failure: &Failure, headers: &HeaderMap) -> Response {
        let lang = Lang::of(headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()));
        let request_id = RequestId::of(headers);
        let mut response = reply::failure(failure, lang, request_id);
        reply::stamp(&mut response, request_id, false);
        self.counts.add(response.status());
        tracing::debug!(id = %request_id, status = response.status().as_u16(), "refused before its door: {failure}");
        response
    }
}

/// Says why the doors are shut.
pub type NotYet = Box<dyn Fn() -> Failure + Send + Sync>;

fn not_yet(busy: &Mutex<Option<Why>>) -> Failure {
    let failure = Failure::new(Code::Unavailable).retry_after(std::time::Duration::from_secs(1));
    match busy.lock().clone() {
        None => failure,
        Some(busy) => failure.why(busy),
    }
}

fn listed(door: &Door) -> impl Iterator<Item = (Method, String)> {
    let prefix = if door.prefix().is_empty() { String::new() } else { format!("/{}", door.prefix()) };
    door.routes().map(move |route| (route.method.clone(), format!("{prefix}/{}", route.pattern)))
}
