//! Answers made small for clients that accept it (`Accept-Encoding: gzip`): a full board is 20 times as large otherwise.
//!
//! Doors pack pages, `assets` what lies in the binary, and `list` the lists of the API. Never: what is streamed, for its pieces
//! would wait for each other; what else the API answers, for a till is on the same network and packing costs ten times what
//! making the answer did.
//!
//! The length of what is packed tells a little of what stands in it, to somebody who can put a text of his choice into it and
//! watch the line (BREACH). No page elsewhere can have ours fetched: the session's cookie is `SameSite=Strict` (`panel::visit`), and
//! no browser sends an API key by itself. What is left is somebody who orders, with a guess in each note, and sees how long the
//! board or a list becomes on an encrypted line. Where notes of guests stand, there is no key, password or secret for him to guess;
//! the guard of a form is worth nothing without the cookie, and a name or a telephone number costs him an order for each letter.

use crate::Response;
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use hyper::HeaderMap;
use hyper::body::{Body, Bytes};
use hyper::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue, VARY};
use std::io::{self, Read, Write};
use std::{future::poll_fn, mem, pin::Pin};

/// Below this it is sent in one or two packets either way.
const SMALLEST: u64 = 4 << 10;
/// Above this it takes a millisecond or more.
const LONG: usize = 128 << 10;

/// Whether the client says that it takes gzip.
pub fn is_taken(headers: &HeaderMap) -> bool {
    let given = headers.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|text| text.split(',')).any(|one| {
        let (coding, weight) = one.split_once(';').unwrap_or((one, ""));
        let is_refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.trim().parse() == Ok(0.0));
        coding.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

/// Packs a page if these request headers accept it and it is whole and worth it.
pub(crate) async fn pack(response: &mut Response, asked: &HeaderMap) {
    if response.body().size_hint().exact().is_none_or(|length| length < SMALLEST) {
        return;
    }
    let is_page = response.headers().get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    // What carries a tag is sent as it was made: other bytes would need another.
    if !is_page || response.headers().contains_key(ETAG) {
        return;
    }
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    if !is_taken(asked) {
        return;
    }
    let text = taken(response).await;
    let Some(small) = at_leisure(&text, packed).await else {
        *response.body_mut() = text.into();
        return;
    };
    *response.body_mut() = Bytes::from(small).into();
    response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
}

/// What `work` makes of a text. With a long one short requests find the workers free meanwhile.
pub(crate) async fn at_leisure<T: Send + 'static>(
    text: &Bytes,
    work: impl FnOnce(&[u8]) -> T + Send + 'static,
) -> Option<T> {
    if text.len() < LONG {
        return Some(work(text));
    }
    let text = text.clone();
    tokio::task::spawn_blocking(move || work(&text)).await.ok()
}

/// Takes the body out of an answer. One of a known length is one frame, and there at once.
pub(crate) async fn taken(response: &mut Response) -> Bytes {
    let mut body = mem::take(response.body_mut());
    let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
    frame.and_then(Result::ok).and_then(|frame| frame.into_data().ok()).unwrap_or_default()
}

/// The quickest way of packing: the next one takes three times as long for a page a fifth smaller.
pub fn packed(text: &[u8]) -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::with_capacity(text.len() / 8), Compression::fast());
    // Writing to memory does not fail.
    packer.write_all(text).and_then(|()| packer.finish()).unwrap_or_default()
}

pub fn unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::reply;
    use futures_util::stream;
    use hyper::StatusCode;
    use std::convert::Infallible;

    #[test]
    fn it_is_taken_by_whoever_says_so() {
        for (given, expected) in [
            ("gzip", true),
            ("deflate, GZIP;q=0.5, br", true),
            ("gzip; q=0", false),
            ("gzip;q=0.000", false),
            ("br, zstd", false),
            ("x-gzip2", false),
            ("", false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(given))]);
            assert_eq!(is_taken(&headers), expected, "{given}");
        }
        assert!(!is_taken(&HeaderMap::new()));
    }

    #[tokio::test]
    async fn a_long_page_is_packed_and_nothing_else() {
        let text = "<p>Köfte</p>".repeat(1_000);
        let page = |kind, text: &str| reply::text(StatusCode::OK, kind, text.to_owned()).unwrap();
        let mut long = page("text/html; charset=utf-8", &text);
        let (takes, refuses) =
            (HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static("gzip"))]), HeaderMap::new());
        pack(&mut long, &takes).await;
        assert_eq!(long.headers()[CONTENT_ENCODING], "gzip");
        assert_eq!(long.headers()[VARY], "accept-encoding");
        let packed = taken(&mut long).await;
        assert!(packed.len() < text.len() / 20, "{}", packed.len());
        assert_eq!(unpacked(&packed).unwrap(), text.as_bytes());

        let mut refused = page("text/html; charset=utf-8", &text);
        pack(&mut refused, &refuses).await;
        assert_eq!(refused.headers()[VARY], "accept-encoding");
        let mut streamed = reply::stream(stream::iter([Ok::<_, Infallible>(Bytes::from(text.clone()))]));
        streamed.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/html"));
        for mut plain in [page("application/json", &text), page("text/html", "short"), streamed, refused] {
            let asked = if plain.headers().contains_key(VARY) { &refuses } else { &takes };
            pack(&mut plain, asked).await;
            assert!(!plain.headers().contains_key(CONTENT_ENCODING));
        }
    }
}
