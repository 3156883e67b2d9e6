//! Calls to Migros: the key in its header, what is posted encrypted, and what comes back in any of its three wrappings.

use super::cipher::{Cipher, spaced};
use super::words;
use crate::{Client, Link, PlatformCall, Reply, TOO_MANY, plainly};
use model::{Failure, Why};
use net::Method;
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json, value::RawValue};
use std::time::Duration;

/// How much of the platform's own words is shown.
const SHOWN: usize = 200;
/// After a 429 that names no pause; no limits are published.
const PAUSE: Duration = Duration::from_secs(10);

/// What every answer is wrapped in.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Envelope {
    success: Option<Value>,
    data: Option<Box<RawValue>>,
    error_message: Option<Value>,
}

/// An answer that is encrypted as a whole.
#[derive(Deserialize)]
struct Encrypted {
    value: String,
}

pub fn get(client: &Client<'_>, path: &str) -> Result<Box<RawValue>, Failure> {
    let reply = client.send(&PlatformCall { method: Method::Get, path, headers: headers(client.link), body: None })?;
    if reply.is_ok() && reply.body.trim_ascii().is_empty() {
        // A request is answered with something; an empty body does not say that there is none.
        return Err(plainly(words::EMPTY).in_doubt(true));
    }
    data(client.link, &reply)
}

pub fn post(client: &Client<'_>, path: &str, body: &Value) -> Result<Box<RawValue>, Failure> {
    data(client.link, &send(client, path, body)?)
}

/// Posts without judging the answer.
pub fn send(client: &Client<'_>, path: &str, body: &Value) -> Result<Reply, Failure> {
    let encrypted = json!({ "value": cipher(client.link)?.encrypt(&spaced(body)) });
    let body = Some(encrypted.to_string().into_bytes());
    client.send(&PlatformCall { method: Method::Post, path, headers: headers(client.link), body })
}

pub fn store_id(link: &Link) -> Value {
    number(link.credential("storeId"))
}

/// What names our store, and its group.
pub fn store(link: &Link) -> Value {
    json!({ "storeId": store_id(link), "storeGroupId": number(link.credential("storeGroupId")) })
}

/// Ids are numbers there; what is none is sent as it is, for the platform to refuse.
pub fn number(text: &str) -> Value {
    text.parse::<i64>().map_or_else(|_| Value::from(text), Value::from)
}

/// How long the platform wants to be left alone, where it says that it does.
pub fn pause(reply: &Reply) -> Option<Duration> {
    (reply.status == TOO_MANY).then(|| reply.pause.unwrap_or(PAUSE))
}

/// What an answer holds, or why it is none. A refusal may come as HTTP 200 too.
pub fn data(link: &Link, reply: &Reply) -> Result<Box<RawValue>, Failure> {
    let about_the_key = match reply.status {
        401 => Some(words::UNKNOWN_KEY),
        403 => Some(words::FORBIDDEN),
        _ => None,
    };
    if let Some(words) = about_the_key {
        return Err(reply.refused_as(words).cause(format!("HTTP {}", reply.status)));
    }
    // A broken character in a name is no reason to lose an order.
    let text = String::from_utf8_lossy(&reply.body);
    let text = text.trim();
    if text.is_empty() && reply.is_ok() {
        return Ok(RawValue::NULL.to_owned());
    }
    let decrypted = object::<Encrypted>(text).map(|encrypted| decrypted(link, &encrypted.value));
    let text = match &decrypted {
        Some(Some(clear)) => clear,
        // It may have been done all the same: only the answer cannot be read.
        Some(None) if reply.is_ok() => return Err(plainly(words::UNDECIPHERABLE).in_doubt(true)),
        _ => text,
    };
    let envelope = object::<Envelope>(text);
    let is_refused = envelope.as_ref().is_some_and(|envelope| match &envelope.success {
        Some(Value::Bool(success)) => !success,
        Some(Value::String(success)) => success.eq_ignore_ascii_case("false"),
        Some(_) => false,
        None => envelope.error_message.as_ref().is_some_and(|message| !message.is_null()),
    });
    if !reply.is_ok() || is_refused {
        return Err(refused(reply, envelope.and_then(|envelope| envelope.error_message)));
    }
    match envelope {
        Some(Envelope { data: Some(data), .. }) => Ok(decrypted_data(link, data)),
        Some(Envelope { success: Some(_), .. }) => Ok(RawValue::NULL.to_owned()),
        // Without a wrapping.
        _ => serde_json::from_str::<Box<RawValue>>(text).map_err(|e| {
            plainly(words::NOT_JSON).in_doubt(true).cause(format!("HTTP {}, not JSON: {e}", reply.status))
        }),
    }
}

/// Only ever an object: serde would fill a record from the entries of a list as well.
fn object<T: DeserializeOwned>(text: &str) -> Option<T> {
    text.trim_start().starts_with('{').then(|| serde_json::from_str(text).ok())?
}

/// `data` may be an encrypted text; a text that is not stays one.
fn decrypted_data(link: &Link, data: Box<RawValue>) -> Box<RawValue> {
    let text = serde_json::from_str::<String>(data.get()).ok();
    let clear = text.and_then(|text| decrypted(link, &text));
    clear.and_then(|clear| RawValue::from_string(clear).ok()).unwrap_or(data)
}

/// The platform's own words, where it has some. What failed on its side may have happened all the same.
fn refused(reply: &Reply, message: Option<Value>) -> Failure {
    let mut failure = reply.refused();
    if let Some(pause) = pause(reply) {
        failure = failure.retry_after(pause);
    }
    let words = message.and_then(|message| match message {
        Value::String(text) => Some(text),
        message => ["errorDetail", "errorTitle", "errorCode"].iter().find_map(|name| {
            // What is more than a word or a number may hold anything.
            let text = match message.get(name)? {
                Value::String(text) => text.clone(),
                Value::Number(number) => number.to_string(),
                _ => return None,
            };
            Some(text).filter(|text| !text.trim().is_empty() && text != "null")
        }),
    });
    let Some(words) = words else { return failure };
    let words: String = words.chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    let cause = format!("HTTP {}: {words}", reply.status);
    failure.why(Why::Said(words)).cause(cause)
}

fn decrypted(link: &Link, encrypted: &str) -> Option<String> {
    Cipher::new(link.credential("secretKey"))?.decrypt(encrypted)
}

fn cipher(link: &Link) -> Result<Cipher, Failure> {
    // Checked when it was entered.
    Cipher::new(link.credential("secretKey")).ok_or_else(|| Failure::fault("the secret key is not 32 bytes long"))
}

/// The client writes the name in lower case on the wire, which HTTP allows and .NET does not mind.
fn headers(link: &Link) -> Vec<(String, String)> {
    let header = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    vec![header("XApiKey", link.credential("apiKey")), header("Content-Type", "application/json")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Currency, Id, Provider, integration::IntegrationSettings};

    const SECRET: &str = "0123456789abcdef0123456789abcdef";

    fn link() -> Link {
        Link {
            restaurant_id: Id::NIL,
            provider: Provider::MigrosYemek,
            currency: Currency::TRY,
            base_url: None,
            credentials: [("secretKey".to_owned(), SECRET.to_owned())].into(),
            settings: IntegrationSettings::default(),
            preparation_minutes: None,
        }
    }

    fn read(status: u16, body: &str) -> Result<String, Failure> {
        let reply = Reply { status, body: body.as_bytes().to_vec(), pause: None };
        data(&link(), &reply).map(|data| data.get().to_owned())
    }

    fn encrypted(text: &str) -> String {
        Cipher::new(SECRET).unwrap().encrypt(text)
    }

    #[test]
    fn every_wrapping_is_taken_off() {
        let whole = json!({ "value": encrypted(r#"{"success":true,"data":[1]}"#) }).to_string();
        let inner = json!({ "success": true, "data": encrypted("[1]") }).to_string();
        let both = json!({ "value": encrypted(&inner) }).to_string();
        for body in [r#"{"success":true,"data":[1]}"#, r#"{"data":[1]}"#, "[1]", &whole, &inner, &both] {
            assert_eq!(read(200, body).as_deref(), Ok("[1]"), "{body}");
        }
        assert_eq!(read(200, "[true,[2],null]").as_deref(), Ok("[true,[2],null]"));
        // Whatever else there is stays as it is.
        assert_eq!(read(200, r#"{"success":true,"data":"tamam"}"#).as_deref(), Ok(r#""tamam""#));
        assert_eq!(read(200, r#"{"id": 1.50}"#).as_deref(), Ok(r#"{"id": 1.50}"#));
        for body in ["", " ", "null", r#"{"success":true}"#, r#"{"success":true,"data":null}"#] {
            assert_eq!(read(200, body).as_deref(), Ok("null"), "{body}");
        }
    }

    #[test]
    fn what_cannot_be_read_decides_nothing() {
        for body in ["[", "<html>", "{\"success\": tr", "{\"value\":\"AAAA\"}", "\u{fffd}"] {
            assert!(read(200, body).unwrap_err().is_in_doubt, "{body}");
        }
        let reply = Reply { status: 200, body: vec![0xff, 0xfe], pause: None };
        assert!(data(&link(), &reply).is_err());
        let reply = Reply { status: 200, body: b"[\"K\xff\"]".to_vec(), pause: None };
        assert_eq!(data(&link(), &reply).unwrap().get(), "[\"K\u{fffd}\"]");
    }

    #[test]
    fn refusals_are_told_apart() {
        let refusal = r#"{"success":false,"errorMessage":{"errorDetail":"Olmaz"}}"#;
        for (status, is_in_doubt, pause) in
            [(200, false, None), (400, false, None), (500, true, None), (429, false, Some(Duration::from_secs(10)))]
        {
            for body in [refusal.to_owned(), json!({ "value": encrypted(refusal) }).to_string()] {
                let failure = read(status, &body).unwrap_err();
                assert_eq!(failure.why, Some(Why::Said("Olmaz".into())));
                assert_eq!((failure.is_in_doubt, failure.retry_after), (is_in_doubt, pause), "{status}");
            }
        }
        let odd =
            r#"{"success":false,"errorMessage":{"errorDetail":{"name":"Ali"},"errorTitle":["Ali"],"errorCode":17}}"#;
        assert_eq!(read(400, odd).unwrap_err().why, Some(Why::Said("17".into())));
        for status in [401, 403] {
            assert!(matches!(read(status, refusal).unwrap_err().why, Some(Why::Plain(_))));
        }
        assert!(read(404, "").is_err() && read(302, "").is_err());
        // One that cannot be decrypted is a refusal all the same.
        assert!(!read(400, "{\"value\":\"AAAA\"}").unwrap_err().is_in_doubt);
    }
}
