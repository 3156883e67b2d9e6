//! `AnswerMarks`: what a gate or a handler wants said in the headers of an answer, be it a success or a refusal.
//!
//! `Call` carries them in, `door` stamps them on what goes out.

use crate::Response;
use hyper::header::{HeaderName, HeaderValue};
use model::RequestsLeft;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const LIMIT: HeaderName = HeaderName::from_static("ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("ratelimit-remaining");
const RESET: HeaderName = HeaderName::from_static("ratelimit-reset");
const REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

#[derive(Clone, Default)]
pub struct AnswerMarks {
    /// Of the caller, where there is a limit. In three headers of their own, as most clients read them; the IETF's draft has
    /// changed its mind about the one header that should take their place with each version.
    pub requests: Option<RequestsLeft>,
    /// Set while the handler runs, where the answer was kept from the first time that it was asked for. There for requests that
    /// can be repeated.
    pub is_replayed: Option<Arc<AtomicBool>>,
}

impl AnswerMarks {
    pub(crate) fn stamp(&self, response: &mut Response) {
        let headers = response.headers_mut();
        if let Some(RequestsLeft { limit, left, whole_in_seconds }) = self.requests {
            headers.insert(LIMIT, number(limit));
            headers.insert(REMAINING, number(left));
            headers.insert(RESET, number(whole_in_seconds));
        }
        if self.is_replayed.as_ref().is_some_and(|is_replayed| is_replayed.load(Ordering::Relaxed)) {
            headers.insert(REPLAYED, HeaderValue::from_static("true"));
        }
    }
}

/// The numbers that nearly all answers carry, written out beforehand: they cost no memory.
static SMALL: [[u8; 3]; 256] = {
    let mut table = [[b'0'; 3]; 256];
    let mut number = 0;
    while number < 256 {
        table[number] = [b'0' + (number / 100) as u8, b'0' + (number / 10 % 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    table
};

fn number(number: u32) -> HeaderValue {
    let first = match number {
        0..10 => 2,
        10..100 => 1,
        _ => 0,
    };
    let small =
        usize::try_from(number).ok().and_then(|at| SMALL.get(at)).map(|digits| std::str::from_utf8(&digits[first..]));
    match small {
        Some(Ok(text)) => HeaderValue::from_static(text),
        _ => HeaderValue::from(number),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_written_as_any_other_would_be() {
        for n in (0..=1_000).chain([u32::MAX]) {
            assert_eq!(number(n).to_str().unwrap(), n.to_string());
        }
    }
}
