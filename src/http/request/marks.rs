//! `HeadMarks`: what every request is asked about its headers, found in one pass over them.
//!
//! Looking six names up costs more than reading the few headers of a till once. `server` finds them, the call carries them.

use crate::request::local::is_of_proxy;
use hyper::HeaderMap;
use hyper::header::{ACCEPT_LANGUAGE, AUTHORIZATION, COOKIE, HOST};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeadMarks {
    pub hosts: usize,
    /// A header says that the request was passed on.
    pub is_forwarded: bool,
    pub has_key: bool,
    pub has_language: bool,
    pub has_cookies: bool,
}

impl HeadMarks {
    pub fn of(headers: &HeaderMap) -> HeadMarks {
        let mut marks = HeadMarks::default();
        for name in headers.iter().map(|(name, _)| name) {
            match *name {
                HOST => marks.hosts += 1,
                AUTHORIZATION => marks.has_key = true,
                ACCEPT_LANGUAGE => marks.has_language = true,
                COOKIE => marks.has_cookies = true,
                _ => marks.is_forwarded |= is_of_proxy(name.as_str()),
            }
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_seen_wherever_it_stands() {
        let of = |names: &[&'static str]| {
            let mut headers = HeaderMap::new();
            names.iter().for_each(|name| _ = headers.append(*name, "x".parse().unwrap()));
            HeadMarks::of(&headers)
        };
        assert_eq!(of(&["accept", "user-agent", "x-request-id"]), HeadMarks::default());
        assert_eq!(of(&["host", "accept", "host"]).hosts, 2);
        assert!(of(&["accept", "forwarded"]).is_forwarded && of(&["x-real-ip", "accept"]).is_forwarded);
        assert!(of(&["authorization", "host"]).has_key && of(&["host", "accept-language"]).has_language);
        assert!(of(&["accept", "cookie"]).has_cookies);
    }
}
