//! Calls to Getir: log in, carry the token, log in once more where it is refused, and keep the pauses it asks for.
//!
//! Everything in this folder goes out through `call`. It answers with whatever Getir answered, except where the fault
//! is the same for every call: wrong secrets, no access, too many calls.

use super::words;
use crate::{CallGroup, Client, Reply, TOO_MANY, TokenRule, plainly};
use model::{Code, Failure};
use net::Method;
use serde_json::{Value, json};
use std::time::Duration;

/// A token lives for an hour and cannot be renewed; ten minutes are left so that no call carries one that just ended.
const TOKEN_LASTS: Duration = Duration::from_secs(50 * 60);
static TOKEN: TokenRule = TokenRule { login, refuses: refuses_token, refuses_new: words::SESSION_REFUSED };
/// Under which a session keeps what Getir calls the restaurant: the same secrets always mean the same one.
const SHOP: &str = "shop";
const SHOP_LASTS: Duration = Duration::from_secs(365 * 24 * 3_600);
/// Bodies longer than this are orders or menus, never the few words of a refused token.
const SHORT: usize = 4_096;

const FORBIDDEN: u16 = 403;
/// Noted once a token fresh from a login was answered 403 too: then it is the restaurant that is shut out, and logging in
/// again at every poll would only run into the limit of logins.
const FORBIDDEN_ANYWAY: &str = "forbidden";
const FORBIDDEN_LASTS: Duration = Duration::from_secs(5 * 60);

/// 20 in 60 s by the stricter of two readings of the published limits.
pub const ACTIVE: CallGroup = group("active", 3, 20);
pub const PERIODIC: CallGroup = group("periodic", 0, 20);
pub const READ: CallGroup = group("read", 0, 20);
pub const ACTION: CallGroup = group("action", 0, 30);
pub const REASONS: CallGroup = group("cancel-options", 0, 60);
pub const SHOPS: CallGroup = group("restaurants", 0, 30);
/// Apart from the other calls about the restaurant, so that asking for it holds up nothing that a person wants.
pub const POS: CallGroup = group("pos-status", 0, 30);
const LOGIN: CallGroup = group("login", 0, 20);

const fn group(name: &'static str, gap_seconds: u64, pause_seconds: u64) -> CallGroup {
    let (gap, pause) = (Duration::from_secs(gap_seconds), Duration::from_secs(pause_seconds));
    CallGroup { platform: "Getir", name, gap, pause }
}

pub fn call(
    client: &Client<'_>,
    group: &CallGroup,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Result<Reply, Failure> {
    let send = |token: &str| {
        group.wait(client)?;
        client.send_json(method, path, Some(("token", token.to_owned())), body)
    };
    // Some are answered 403 to a token that has ended.
    let is_shut_out = || client.session.held_off(FORBIDDEN_ANYWAY).is_some();
    let may_be_old =
        |reply: &Reply, is_new: bool| says_seven(reply) || (reply.status == FORBIDDEN && !is_new && !is_shut_out());
    let note_again = |reply: &Reply| {
        if reply.status == FORBIDDEN {
            client.session.hold_off(FORBIDDEN_ANYWAY, FORBIDDEN_LASTS);
        }
    };
    let reply = TOKEN.call(client, send, may_be_old, note_again)?;
    match reply.status {
        TOO_MANY => Err(group.refuse(client, &reply)),
        FORBIDDEN => Err(reply.refused_as(words::FORBIDDEN)),
        _ => Ok(reply),
    }
}

/// What Getir calls the restaurant whose secrets these are, once there was a login.
pub fn shop(client: &Client<'_>) -> Option<String> {
    let kept = client.session.kept(SHOP, SHOP_LASTS, || Err(Failure::new(Code::NotFound)));
    kept.ok()?.as_str().map(str::to_owned)
}

/// The name of the error in an answer: numbers mean different things at the gateway and behind it.
pub fn error_name(reply: &Reply) -> String {
    reply.json_or_null()["error"].as_str().unwrap_or_default().to_owned()
}

/// Sends one call that carries the secrets themselves, beside what else is in its body.
pub fn with_secrets(
    client: &Client<'_>,
    group: &CallGroup,
    method: Method,
    path: &str,
    mut body: Value,
) -> Result<Reply, Failure> {
    group.wait(client)?;
    for name in ["appSecretKey", "restaurantSecretKey"] {
        body[name] = client.link.credential(name).into();
    }
    let reply = client.send_json(method, path, None, Some(&body))?;
    match reply.status {
        TOO_MANY => Err(group.refuse(client, &reply)),
        401 | FORBIDDEN => Err(wrong_secrets(&reply)),
        _ => Ok(reply),
    }
}

fn login(client: &Client<'_>) -> Result<(String, Duration), Failure> {
    let reply = with_secrets(client, &LOGIN, Method::Post, "/auth/login", json!({}))?;
    match reply.status {
        400 => return Err(wrong_secrets(&reply)),
        _ if !reply.is_ok() => return Err(wordless(&reply).refused()),
        _ => {}
    }
    let answer = reply.json()?;
    let token = answer["token"].as_str().map(str::trim).filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| plainly(words::NO_TOKEN))?;
    if let Some(id) = answer["restaurantId"].as_str().filter(|id| !id.is_empty()) {
        client.session.kept(SHOP, SHOP_LASTS, || Ok(id.into()))?;
    }
    Ok((token.to_owned(), TOKEN_LASTS))
}

/// Which secret Getir means, as far as its words say so.
fn wrong_secrets(reply: &Reply) -> Failure {
    let said = String::from_utf8_lossy(&reply.body).to_lowercase();
    let words = match (said.contains("appsecret"), said.contains("restaurantsecret")) {
        (true, false) => words::WRONG_APP_KEY,
        (false, true) => words::WRONG_RESTAURANT_KEY,
        _ => words::WRONG_KEYS,
    };
    wordless(reply).refused_as(words)
}

/// An answer to a call with secrets, with no more of its body than the error's name: what is wrong with a secret is easily
/// said by repeating it.
pub fn wordless(reply: &Reply) -> Reply {
    let name = error_name(reply);
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let body = if is_name { json!({ "error": name }).to_string().into_bytes() } else { Vec::new() };
    Reply { status: reply.status, body, pause: reply.pause }
}

/// The token has surely ended.
fn refuses_token(reply: &Reply) -> bool {
    reply.status == 401 || ((400..500).contains(&reply.status) && error_name(reply).to_lowercase().contains("token"))
}

/// Or perhaps: one client in the field goes by the number 7 in the body, which may mean something else as well.
fn says_seven(reply: &Reply) -> bool {
    reply.status < 500 && reply.body.len() <= SHORT && reply.json_or_null()["code"] == 7
}
