//! What a peer answered, whatever the status. It carries no ureq type in its public parts.

use jiff::Timestamp;
use std::time::Duration;
use ureq::http::HeaderMap;

/// The peer answered. Any status is an answer, 3xx and 5xx included.
#[derive(Debug)]
pub struct PeerResponse {
    pub status: u16,
    /// The body, at most as long as the request allowed.
    pub body: Vec<u8>,
    /// The body was longer; the rest was not read.
    pub cut: bool,
    pub(super) headers: HeaderMap,
}

impl PeerResponse {
    /// The first header of this name (in any case), if it is plain text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// How long the peer wants to be left alone: seconds, or a date, which is by its own clock where it tells that, else
    /// by ours (`now`).
    pub fn retry_after(&self, now: Timestamp) -> Option<Duration> {
        let text = self.header("retry-after")?.trim();
        if let Ok(seconds) = text.parse() {
            return Some(Duration::from_secs(seconds));
        }
        let moment = |text| Some(jiff::fmt::rfc2822::parse(text).ok()?.timestamp());
        let now = self.header("date").and_then(moment).unwrap_or(now);
        moment(text)?.duration_since(now).try_into().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pause(headers: &[(&'static str, &'static str)]) -> Option<u64> {
        let headers = headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        let answer = PeerResponse { status: 429, body: Vec::new(), cut: false, headers };
        // A minute before the date below.
        Some(answer.retry_after(Timestamp::from_second(784_111_717).unwrap())?.as_secs())
    }

    #[test]
    fn a_pause_is_told_in_seconds_or_as_a_date() {
        const DATE: &str = "Sun, 06 Nov 1994 08:49:37 GMT";
        assert_eq!(pause(&[("retry-after", " 7 ")]), Some(7));
        assert_eq!(pause(&[("retry-after", DATE)]), Some(60));
        // A date is meant by the sender's clock; ours may be wrong.
        assert_eq!(pause(&[("retry-after", DATE), ("date", "Sun, 06 Nov 1994 08:49:07 GMT")]), Some(30));
        assert_eq!(pause(&[("retry-after", DATE), ("date", "Sun, 06 Nov 1994 09:00:00 GMT")]), None);
        assert_eq!(pause(&[("retry-after", "soon")]), None);
        assert_eq!(pause(&[]), None);
    }
}
