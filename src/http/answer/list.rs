//! Lists of the API made short: each has a tag, a client that sends that back (`If-None-Match`) gets none that it has already,
//! and a long one is packed for clients that take it (`Accept-Encoding: gzip`).
//!
//! The tag of a list is a hash of its text, unless the handler knows what it depends on and has given it one (`ListTag`): then nothing
//! is read for one that the client has. The key of the hash is of this process alone, so that nobody can make two lists with the
//! same tag, and after a restart each has another.

use super::pack;
use crate::{Response, connection::unsent::SharedBytes};
use foldhash::{SharedSeed, quality::FoldHasher};
use hyper::body::{Body, Bytes};
use hyper::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH, VARY};
use hyper::{HeaderMap, StatusCode};
use std::{hash::Hasher, sync::LazyLock};
use tokio::sync::Semaphore;

/// Shorter ones are not packed: most clients take gzip without having asked for it, a till polls a few rows at a time, and
/// packing takes ten times as long as making the list did.
const SMALLEST: u64 = 8 << 10;
/// So many are packed at a time, or the workers would do little else. What comes meanwhile goes out as it is.
static PACKERS: Semaphore = Semaphore::const_new(2);

/// What the hash depends on beside the text.
static SEEDS: LazyLock<(u64, SharedSeed)> = LazyLock::new(|| {
    // Where the system has no chance to give, tags are still true: they can only be foreseen.
    let chance = || getrandom::u64().unwrap_or_default();
    (chance(), SharedSeed::from_u64(chance()))
});

/// What a list is known by. A weak one: packed or not, it is the same list.
pub struct ListTag(String);

impl ListTag {
    /// Of all that the list depends on.
    pub fn of(parts: &[&[u8]]) -> ListTag {
        let (seed, shared) = &*SEEDS;
        let mut hasher = FoldHasher::with_seed(*seed, shared);
        for part in parts {
            hasher.write_usize(part.len());
            hasher.write(part);
        }
        ListTag(format!("W/\"{:016x}\"", hasher.finish()))
    }

    /// Whether the client has this list.
    pub fn is_known(&self, asked: &HeaderMap) -> bool {
        asked.contains_key(IF_NONE_MATCH) && has_tag(asked, &self.0)
    }

    pub fn put_on(self, response: &mut Response) {
        if let Ok(tag) = HeaderValue::try_from(self.0) {
            response.headers_mut().insert(ETAG, tag);
        }
    }

    /// The answer to a client that has it.
    pub fn unchanged(self) -> Response {
        let mut response = Response::default();
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        self.put_on(&mut response);
        response
    }
}

/// Gives a list its tag where it has none, and makes it as short as these request headers ask for.
pub(crate) async fn shorten(response: &mut Response, asked: &HeaderMap) {
    if response.status() != StatusCode::OK {
        return;
    }
    if !response.headers().contains_key(ETAG) {
        let text = pack::taken(response).await;
        let tag = ListTag::of(&[&text]);
        if tag.is_known(asked) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response.headers_mut().remove(CONTENT_TYPE);
            return tag.put_on(response);
        }
        tag.put_on(response);
        *response.body_mut() = text.into();
    }
    let is_long = response.body().size_hint().exact().is_some_and(|length| length >= SMALLEST);
    if is_long && pack::is_taken(asked) {
        pack_up(response).await;
    }
}

async fn pack_up(response: &mut Response) {
    let Ok(_place) = PACKERS.try_acquire() else { return };
    let text = pack::taken(response).await;
    let Some(packed) = pack::at_leisure(&text, pack::packed).await else {
        *response.body_mut() = text.into();
        return;
    };
    *response.body_mut() = Bytes::from(packed).into();
    response.extensions_mut().remove::<SharedBytes>();
    let headers = response.headers_mut();
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.append(VARY, HeaderValue::from_static("accept-encoding"));
}

/// Whether the client says that it has what carries this tag. Weak or not makes no difference there.
pub fn has_tag(asked: &HeaderMap, tag: &str) -> bool {
    let bare = |tag: &str| -> String { tag.trim().trim_start_matches("W/").to_owned() };
    let given = asked.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|text| text.split(',')).any(|one| one.trim() == "*" || bare(one) == bare(tag))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::reply;
    use hyper::header::{ACCEPT_ENCODING, HeaderName};

    fn asked(headers: &[(HeaderName, &str)]) -> HeaderMap {
        headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_str(value).unwrap())).collect()
    }

    async fn shortened(text: &str, headers: &[(HeaderName, &str)]) -> (StatusCode, Option<String>, bool, Bytes) {
        let mut response = reply::ok_text(Bytes::from(text.to_owned())).unwrap();
        shorten(&mut response, &asked(headers)).await;
        let tag = response.headers().get(ETAG).map(|tag| tag.to_str().unwrap().to_owned());
        let is_packed = response.headers().contains_key(CONTENT_ENCODING);
        (response.status(), tag, is_packed, pack::taken(&mut response).await)
    }

    #[tokio::test]
    async fn who_asks_for_nothing_gets_the_whole_list_and_its_tag() {
        let text = "{\"köfte\":1}".repeat(1_000);
        let (status, tag, is_packed, body) = shortened(&text, &[]).await;
        assert_eq!((status, is_packed, &body[..]), (StatusCode::OK, false, text.as_bytes()));
        assert_eq!(shortened(&text, &[]).await.1, tag);
        // One byte anywhere makes another.
        for at in [0, 9, 4_999, text.len() - 1] {
            let mut other = text.clone().into_bytes();
            other[at] = b'?';
            assert_ne!(shortened(&String::from_utf8_lossy(&other), &[]).await.1, tag, "{at}");
        }
        assert_ne!(shortened(&text[1..], &[]).await.1, tag);
    }

    #[tokio::test]
    async fn a_list_that_the_client_has_is_left_out_and_another_one_is_packed() {
        let (text, other) = ("{\"köfte\":1}".repeat(1_000), "{\"köfte\":2}".repeat(20_000));
        let (status, tag, is_packed, body) = shortened(&text, &[(ACCEPT_ENCODING, "gzip")]).await;
        assert!(status == StatusCode::OK && is_packed && pack::unpacked(&body).unwrap() == text.as_bytes());
        let tag = tag.unwrap();
        for (given, is_known) in
            [(tag.as_str(), true), (&tag[2..], true), (&format!("\"x\", {tag}"), true), ("*", true), ("\"\"", false)]
        {
            for headers in [vec![(IF_NONE_MATCH, given)], vec![(IF_NONE_MATCH, given), (ACCEPT_ENCODING, "gzip")]] {
                let (status, again, _, body) = shortened(&text, &headers).await;
                let expected = if is_known { StatusCode::NOT_MODIFIED } else { StatusCode::OK };
                assert_eq!((status, body.is_empty(), again.as_ref()), (expected, is_known, Some(&tag)), "{given}");
            }
        }
        let (status, another, is_packed, body) =
            shortened(&other, &[(IF_NONE_MATCH, &tag), (ACCEPT_ENCODING, "gzip")]).await;
        assert!(status == StatusCode::OK && is_packed && another.is_some_and(|another| another != tag));
        assert_eq!(pack::unpacked(&body).unwrap(), other.as_bytes());
        // A short one goes out as it is, and so does what comes while enough are packed.
        assert!(!shortened(&text[..SMALLEST as usize - 1], &[(ACCEPT_ENCODING, "gzip")]).await.2);
        let _all = PACKERS.try_acquire_many(2).unwrap();
        assert!(!shortened(&text, &[(ACCEPT_ENCODING, "gzip")]).await.2);
    }

    #[tokio::test]
    async fn a_tag_that_was_given_stays() {
        let (one, other) = (ListTag::of(&[b"ab", b"c"]), ListTag::of(&[b"a", b"bc"]));
        assert!(one.0 != other.0 && one.is_known(&asked(&[(IF_NONE_MATCH, &one.0)])));
        let tag = one.0.clone();
        let mut response = reply::ok_text(Bytes::from("{}")).unwrap();
        one.put_on(&mut response);
        shorten(&mut response, &asked(&[])).await;
        assert!(response.status() == StatusCode::OK && response.headers()[ETAG] == tag);
        assert_eq!(&pack::taken(&mut response).await[..], b"{}");
        assert_eq!(other.unchanged().status(), StatusCode::NOT_MODIFIED);
    }
}
