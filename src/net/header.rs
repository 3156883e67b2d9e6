//! Which request headers a caller may set.
//!
//! Callers that store headers which a person typed ask here first; the client asks again before it sends.

use ureq::http::{HeaderName, HeaderValue};

/// These say where a request goes and where it ends. Two answers to that is how requests are smuggled, so the client
/// alone writes them.
const OURS_ALONE: [&str; 4] = ["host", "content-length", "transfer-encoding", "connection"];

/// Whether the client would send this header: a proper name that is not the client's own, and a value without control
/// characters or line breaks.
pub fn valid_header(name: &str, value: &str) -> bool {
    HeaderName::from_bytes(name.as_bytes()).is_ok()
        && HeaderValue::from_str(value).is_ok()
        && !OURS_ALONE.iter().any(|ours| name.eq_ignore_ascii_case(ours))
}

#[cfg(test)]
mod tests {
    use super::valid_header;

    #[test]
    fn only_what_can_be_sent_safely_is_valid() {
        for (name, value, valid) in [
            ("Authorization", "Bearer abc", true),
            ("X-Webhook-Id", "", true),
            ("x_y.z~1!", "a\tb", true),
            ("X-Branch", "Kadıköy", true),
            ("", "x", false),
            ("X Y", "x", false),
            ("X:", "x", false),
            ("X\r\nY", "x", false),
            ("Şube", "x", false),
            ("X", "a\r\nHost: b", false),
            ("X", "a\nb", false),
            ("X", "a\rb", false),
            ("X", "a\0b", false),
            ("X", "\u{7f}", false),
            ("Host", "example.com", false),
            ("content-LENGTH", "1", false),
            ("Transfer-Encoding", "chunked", false),
            ("Connection", "close", false),
        ] {
            assert_eq!(valid_header(name, value), valid, "{name:?} {value:?}");
        }
    }
}
