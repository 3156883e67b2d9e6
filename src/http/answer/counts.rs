//! `StatusCounts`: how many answers there were of each kind. The doors count, `/metrics` shows it.

use hyper::StatusCode;
use std::sync::atomic::{AtomicU64, Ordering};

/// Answers since the start, by the first digit of their status.
#[derive(Default)]
pub struct StatusCounts {
    classes: [AtomicU64; 6],
}

impl StatusCounts {
    pub(crate) fn add(&self, status: StatusCode) {
        if let Some(class) = self.classes.get(usize::from(status.as_u16() / 100)) {
            class.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub fn by_class(&self) -> [(&'static str, u64); 4] {
        let class = |digit: usize| self.classes[digit].load(Ordering::Relaxed);
        [("2xx", class(2)), ("3xx", class(3)), ("4xx", class(4)), ("5xx", class(5))]
    }
}
