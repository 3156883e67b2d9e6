//! The calls: who we are on each, how fast they may follow each other, and what a refusal means to the owner.

use super::words;
use crate::{Client, Link, PlatformCall, Reply, TOO_MANY, plainly};
use base64::{Engine, prelude::BASE64_STANDARD};
use model::{Failure, Why, url::segment};
use net::Method;
use serde_json::Value;
use std::time::Duration;

/// Between two reads of one group: two thirds of the 50 in 10 s that are allowed.
const GAP: Duration = Duration::from_millis(300);
/// After a 429 that names no pause: the span that the limit counts over.
const PAUSE: Duration = Duration::from_secs(10);
/// What the restaurant calls itself where an integrator would have a name.
const AGENT: &str = "SelfIntegration";

/// `order`, `store` or `product`.
pub fn path(link: &Link, service: &str, rest: &str) -> String {
    format!("/integrator/{service}/meal/suppliers/{}{rest}", segment(link.credential("supplierId")))
}

pub fn store_path(link: &Link, service: &str, rest: &str) -> String {
    path(link, service, &format!("/stores/{}{rest}", segment(link.credential("storeId"))))
}

/// Reads; `group` is the limit that the call counts against.
pub fn read(client: &Client<'_>, group: &'static str, path: &str) -> Result<Reply, Failure> {
    client.session.pace(group, GAP, client.deadline)?;
    let reply = send(client, Method::Get, path, None)?;
    if reply.is_ok() {
        return Ok(reply);
    }
    if reply.status == TOO_MANY {
        client.session.hold_off(group, pause(&reply));
    }
    Err(refusal(client.link, &reply))
}

pub fn put(client: &Client<'_>, path: &str, body: &Value) -> Result<Reply, Failure> {
    send(client, Method::Put, path, Some(body.to_string().into_bytes()))
}

fn send(client: &Client<'_>, method: Method, path: &str, body: Option<Vec<u8>>) -> Result<Reply, Failure> {
    client.send(&PlatformCall { method, path, headers: headers(client.link), body })
}

/// Without the User-Agent everything is 403; the person acting is asked for with every call.
fn headers(link: &Link) -> Vec<(String, String)> {
    let keys = BASE64_STANDARD.encode(format!("{}:{}", link.credential("apiKey"), link.credential("apiSecret")));
    let pairs = [
        ("Authorization", format!("Basic {keys}")),
        ("User-Agent", format!("{} - {AGENT}", link.credential("supplierId"))),
        ("x-agentname", AGENT.to_owned()),
        ("x-executor-user", link.credential("executorEmail").to_owned()),
        ("Content-Type", "application/json".to_owned()),
    ];
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

pub fn unreadable(error: &serde_json::Error) -> Failure {
    plainly(words::UNREADABLE).in_doubt(true).cause(error)
}

pub fn pause(reply: &Reply) -> Duration {
    reply.pause.unwrap_or(PAUSE)
}

/// What the owner is told: what has to be mended where the cause is known, else the platform's own words.
pub fn refusal(link: &Link, reply: &Reply) -> Failure {
    let failure = reply.refused();
    let is_test_host = link.base_url.as_deref().is_some_and(|base| base.contains("stage"));
    match reply.status {
        401 => failure.why(Why::Plain(words::WRONG_KEY)),
        403 => failure.why(Why::Plain(words::NOT_ALLOWED)),
        TOO_MANY => failure.retry_after(pause(reply)),
        503 if is_test_host => failure.why(Why::Plain(words::UNKNOWN_ADDRESS)),
        _ => failure,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Currency, Id, Provider, integration::IntegrationSettings};

    fn link(base_url: Option<&str>) -> Link {
        let credentials = [("supplierId", "12"), ("storeId", "7"), ("apiKey", "k"), ("apiSecret", "s")];
        Link {
            restaurant_id: Id::NIL,
            provider: Provider::TrendyolGo,
            currency: Currency::TRY,
            base_url: base_url.map(str::to_owned),
            credentials: credentials.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
            settings: IntegrationSettings::default(),
            preparation_minutes: None,
        }
    }

    fn reply(status: u16, body: &str) -> Reply {
        Reply { status, body: body.as_bytes().to_vec(), pause: None }
    }

    #[test]
    fn a_known_refusal_says_what_to_mend() {
        let words = |base, status| match refusal(&link(base), &reply(status, "")).refusal().why.clone() {
            Some(Why::Plain(words)) => words.en.into_owned(),
            other => format!("{other:?}"),
        };
        assert!(words(None, 401).contains("API secret"));
        assert!(words(None, 403).contains("supplier ID"));
        assert!(words(Some("https://stageapi.tgoapis.com"), 503).contains("IP"));
        assert!(words(None, 503).contains("HTTP 503"));
        let own = refusal(&link(None), &reply(400, r#"{"errors":[{"message":"size is too big"}]}"#));
        assert_eq!(own.refusal().why, Some(Why::Said("HTTP 400: size is too big".into())));
        assert_eq!(refusal(&link(None), &reply(429, "")).retry_after, Some(Duration::from_secs(10)));
        assert!(refusal(&link(None), &reply(500, "")).is_in_doubt && !own.is_in_doubt);
    }

    #[test]
    fn paths_and_headers_hold_what_the_owner_entered() {
        assert_eq!(store_path(&link(None), "store", "/status"), "/integrator/store/meal/suppliers/12/stores/7/status");
        let headers = headers(&link(None));
        assert!(headers.contains(&("Authorization".to_owned(), "Basic azpz".to_owned())));
        assert!(headers.contains(&("User-Agent".to_owned(), "12 - SelfIntegration".to_owned())));
    }
}
