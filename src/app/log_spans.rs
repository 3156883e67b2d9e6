//! `RequestSpans`: the spans of requests, which are written out only when something is logged in one.
//!
//! `log` puts it around everything else that log lines go through. A span as `tracing_subscriber` keeps it costs more than all
//! else that is done for a small request, and nearly none ever shows up in a line. So a request's span is its number alone
//! (`http::under_way`), and the whole one is made for the moment in which a line is written. To work that goes on elsewhere the
//! number is handed as the id of a span.

use crate::http::{RequestId, under_way};
use std::sync::OnceLock;
use tracing::span::{Attributes, Id, Record, Span};
use tracing::{Dispatch, Event, Metadata, Subscriber, level_filters::LevelFilter, subscriber::Interest};
use tracing_core::span::Current;

/// Tells these spans from those of `tracing_subscriber`, which count from one.
const MARK: u64 = 1 << 63;

pub struct RequestSpans<S> {
    inner: S,
    metadata: OnceLock<Option<&'static Metadata<'static>>>,
}

impl<S> RequestSpans<S> {
    pub fn around(inner: S) -> RequestSpans<S> {
        RequestSpans { inner, metadata: OnceLock::new() }
    }
}

/// That of a request, as lines show it.
fn shown(count: u64) -> Span {
    tracing::error_span!("request", id = %RequestId::Made(count))
}

fn is_of_a_request(span: &Id) -> bool {
    span.into_u64() & MARK != 0
}

impl<S: Subscriber> Subscriber for RequestSpans<S> {
    fn new_span(&self, span: &Attributes<'_>) -> Id {
        self.inner.new_span(span)
    }

    fn event(&self, event: &Event<'_>) {
        let _span = under_way::innermost().map(|count| shown(count).entered());
        self.inner.event(event);
    }

    fn enter(&self, span: &Id) {
        match is_of_a_request(span) {
            true => under_way::begin(span.into_u64() & !MARK),
            false => self.inner.enter(span),
        }
    }

    fn exit(&self, span: &Id) {
        match is_of_a_request(span) {
            true => under_way::end(),
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
        let Some(count) = under_way::innermost() else { return self.inner.current_span() };
        match self.metadata.get_or_init(|| shown(count).metadata()) {
            Some(metadata) => Current::new(Id::from_u64(count | MARK), metadata),
            None => self.inner.current_span(),
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
