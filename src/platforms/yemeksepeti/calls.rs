//! Calls to the Middleware: log in, carry the token, log in once more where it is refused, obey a 429.
//!
//! Everything in this folder goes out through `call`, which sends to the configured host alone. It answers with whatever
//! the Middleware answered, except where the fault is the same for every call: wrong credentials, no access, too many
//! calls.

use super::words;
use crate::{CallGroup, Client, PlatformCall, Reply, TOO_MANY, TokenRule, plainly};
use model::{Failure, url};
use net::Method;
use serde_json::Value;
use std::time::Duration;

/// What a token lasts where the login does not say: what it says in Turkey.
const USUAL_LIFE: Duration = Duration::from_secs(1_800);
/// Of a token's life, the part in which it is used, so that no call carries one that just ended.
const USED_OF_LIFE: f64 = 0.9;
static TOKEN: TokenRule =
    TokenRule { login, refuses: |reply| reply.status == 401, refuses_new: words::SESSION_REFUSED };

/// What a person does must not wait for what the clock asks.
pub const ACT: CallGroup = group("act");
pub const READ: CallGroup = group("read");
const LOGIN: CallGroup = group("login");

/// No limit is published.
const fn group(name: &'static str) -> CallGroup {
    CallGroup { platform: "Yemeksepeti", name, gap: Duration::ZERO, pause: Duration::from_secs(10) }
}

/// A path below the restaurant's chain.
pub fn in_chain(client: &Client<'_>, rest: &str) -> String {
    format!("/v2/chains/{}/{rest}", url::segment(client.link.credential("chainCode")))
}

pub fn call(
    client: &Client<'_>,
    group: &CallGroup,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Result<Reply, Failure> {
    group.wait(client)?;
    let bearer = |token: &str| ("Authorization", format!("Bearer {token}"));
    let send = |token: &str| client.send_json(method, path, Some(bearer(token)), body);
    let reply = TOKEN.call(client, send, |_, _| false, |_| {})?;
    match reply.status {
        TOO_MANY => Err(group.refuse(client, &reply)),
        403 => Err(reply.refused_as(words::FORBIDDEN)),
        _ => Ok(reply),
    }
}

/// Tries the credentials, whatever token is there already.
pub fn login(client: &Client<'_>) -> Result<(String, Duration), Failure> {
    LOGIN.wait(client)?;
    let (username, password) = (client.link.credential("username"), client.link.credential("password"));
    let form = url::pairs(&[("username", username), ("password", password), ("grant_type", "client_credentials")]);
    let headers = vec![("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned())];
    let (path, body) = ("/v2/login", Some(form.into_bytes()));
    let reply = client.send(&PlatformCall { method: Method::Post, path, headers, body })?;
    match reply.status {
        200..300 => {}
        400 | 401 | 403 => return Err(reply.refused_as(words::WRONG_LOGIN)),
        TOO_MANY => return Err(LOGIN.refuse(client, &reply)),
        // Without its words: what is wrong with a secret is easily said by repeating it.
        _ => return Err(Reply { body: Vec::new(), ..reply }.refused()),
    }
    let answer = reply.json()?;
    let token = answer["access_token"].as_str().map(str::trim).filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| plainly(words::NO_TOKEN))?;
    let seconds = answer["expires_in"].as_f64().filter(|seconds| (0.0..1e7).contains(seconds));
    let life = seconds.map_or(USUAL_LIFE, Duration::from_secs_f64);
    Ok((token.to_owned(), life.mul_f64(USED_OF_LIFE)))
}
