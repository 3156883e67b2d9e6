//! `RequestSpans`: the spans of requests, which are written out only when something is logged in one.
//!
//! `log` puts it around everything else that log lines go through. A span as `tracing_subscriber` keeps it costs more than all
//! else that is done for a small request, and nearly none ever shows up in a line. So a request's span is its number alone
//! (`RequestId::span`), and the whole one is made for the moment in which a line is written.

use crate::http::RequestId;
use std::{cell::RefCell, sync::OnceLock};
use tracing::{
    Dispatch, Event, Metadata, Subscriber,
    field::{Field, Visit},
    level_filters::LevelFilter,
    span::{Attributes, Id, Record},
    subscriber::Interest,
};
use tracing_core::span::Current;

/// Tells these spans from those of `tracing_subscriber`, which count from one.
const MARK: u64 = 1 << 63;

thread_local! {
    /// The requests that this thread is working on; the innermost is the last one.
    static UNDER_WAY: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

pub struct RequestSpans<S> {
    inner: S,
    metadata: OnceLock<&'static Metadata<'static>>,
}

impl<S> RequestSpans<S> {
    pub fn around(inner: S) -> RequestSpans<S> {
        RequestSpans { inner, metadata: OnceLock::new() }
    }
}

/// Finds the number of a request.
#[derive(Default)]
struct RequestCount(Option<u64>);

impl Visit for RequestCount {
    fn record_u64(&mut self, field: &Field, value: u64) {
        if field.name() == RequestId::COUNT {
            self.0 = Some(value);
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}
}

fn is_of_a_request(span: &Id) -> bool {
    span.into_u64() & MARK != 0
}

fn innermost() -> Option<u64> {
    UNDER_WAY.with_borrow(|under_way| under_way.last().copied())
}

impl<S: Subscriber> Subscriber for RequestSpans<S> {
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut count = RequestCount::default();
        span.record(&mut count);
        let Some(count) = count.0 else { return self.inner.new_span(span) };
        self.metadata.get_or_init(|| span.metadata());
        Id::from_u64(count | MARK)
    }

    fn event(&self, event: &Event<'_>) {
        let id = innermost().map(RequestId::Made);
        let _span = id.map(|id| tracing::error_span!("request", %id).entered());
        self.inner.event(event);
    }

    fn enter(&self, span: &Id) {
        match is_of_a_request(span) {
            true => UNDER_WAY.with_borrow_mut(|under_way| under_way.push(span.into_u64() & !MARK)),
            false => self.inner.enter(span),
        }
    }

    fn exit(&self, span: &Id) {
        match is_of_a_request(span) {
            true => _ = UNDER_WAY.with_borrow_mut(Vec::pop),
            false => self.inner.exit(span),
        }
    }

    fn clone_span(&self, span: &Id) -> Id {
        if is_of_a_request(span) { span.clone() } else { self.inner.clone_span(span) }
    }

    fn try_close(&self, span: Id) -> bool {
        is_of_a_request(&span) || self.inner.try_close(span)
    }

    fn current_span(&self) -> Current {
        match (innermost(), self.metadata.get()) {
            (Some(count), Some(metadata)) => Current::new(Id::from_u64(count | MARK), metadata),
            _ => self.inner.current_span(),
        }
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        if !is_of_a_request(span) {
            self.inner.record(span, values);
        }
    }

    fn record_follows_from(&self, span: &Id, follows: &Id) {
        if !is_of_a_request(span) && !is_of_a_request(follows) {
            self.inner.record_follows_from(span, follows);
        }
    }

    fn on_register_dispatch(&self, subscriber: &Dispatch) {
        self.inner.on_register_dispatch(subscriber);
    }

    fn register_callsite(&self, metadata: &'static Metadata<'static>) -> Interest {
        self.inner.register_callsite(metadata)
    }

    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        self.inner.enabled(metadata)
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        self.inner.max_level_hint()
    }

    fn event_enabled(&self, event: &Event<'_>) -> bool {
        self.inner.event_enabled(event)
    }
}
