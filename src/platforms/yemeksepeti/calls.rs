//! Calls to the Middleware: log in, carry the token, log in once more where it is refused, obey a 429.
//!
//! Everything in this folder goes out through `call`, which sends to the configured host alone. It answers with whatever
//! the Middleware answered, except where the fault is the same for every call: wrong credentials, no access, too many
//! calls.

use crate::client::{Client, PlatformCall, Reply, plainly};
use model::{
    Bilingual, Code, Failure, Why,
    url::{pairs, segment},
};
use net::Method;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// What a token lasts where the login does not say: what it says in Turkey.
const USUAL_LIFE: Duration = Duration::from_secs(1_800);
/// Of a token's life, the part in which it is used, so that no call carries one that just ended.
const USED_OF_LIFE: f64 = 0.9;
/// After a 429 that does not say how long; no limit is published.
const PAUSE: Duration = Duration::from_secs(10);

/// Calls that share one pause: what a person does must not wait for what the clock asks.
#[derive(Clone, Copy)]
pub enum CallGroup {
    Act,
    Read,
}

impl CallGroup {
    fn name(self) -> &'static str {
        match self {
            CallGroup::Act => "act",
            CallGroup::Read => "read",
        }
    }
}

pub const TOO_MANY: u16 = 429;
const LOGIN: &str = "login";

/// A path below the restaurant's chain.
pub fn in_chain(client: &Client<'_>, rest: &str) -> String {
    format!("/v2/chains/{}/{rest}", segment(client.link.credential("chainCode")))
}

/// Sends one call with the token. A refused token was not looked at further, so the call goes out again with a new one.
pub fn call(
    client: &Client<'_>,
    group: CallGroup,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Result<Reply, Failure> {
    if let Some(wait) = client.session.held_off(group.name()) {
        return Err(too_many(wait));
    }
    let token = token(client)?;
    let mut reply = send(client, method, path, body, &token)?;
    if reply.status == 401 {
        client.session.forget_token(&token);
        let token = self::token(client)?;
        reply = send(client, method, path, body, &token)?;
        if reply.status == 401 {
            client.session.forget_token(&token);
            return Err(plain(
                "Yemeksepeti, kullanıcı adı ve parolayla (username, password) az önce verdiği oturumu kabul etmiyor. \
                 Bilgilerin canlı ortama ait olduğunu denetleyin.",
                "Yemeksepeti does not accept the session that it has just given for username and password. Check that \
                 they are for the live environment.",
                &reply,
            ));
        }
    }
    match reply.status {
        TOO_MANY => Err(obey(client, group.name(), &reply)),
        403 => Err(plain(
            "Yemeksepeti buna izin vermiyor (403). Zincir kodunun (chainCode) bu kullanıcıya ait ve entegrasyonun bu \
             şube için açık olduğunu Yemeksepeti’ne sorun.",
            "Yemeksepeti does not allow this (403). Ask Yemeksepeti whether the chain code (chainCode) belongs to this \
             user and the integration is switched on for this branch.",
            &reply,
        )),
        _ => Ok(reply),
    }
}

/// Tries the credentials, whatever token is there already.
pub fn login(client: &Client<'_>) -> Result<(String, Duration), Failure> {
    if let Some(wait) = client.session.held_off(LOGIN) {
        return Err(too_many(wait));
    }
    let (username, password) = (client.link.credential("username"), client.link.credential("password"));
    let form = pairs(&[("username", username), ("password", password), ("grant_type", "client_credentials")]);
    let headers = vec![("Content-Type".to_owned(), "application/x-www-form-urlencoded".to_owned())];
    let reply = client.send(&PlatformCall {
        method: Method::Post,
        path: "/v2/login",
        headers,
        body: Some(form.into_bytes()),
    })?;
    match reply.status {
        200..300 => {}
        400 | 401 | 403 => {
            return Err(plain(
                "Yemeksepeti girişi reddetti: kullanıcı adı (username) veya parola (password) yanlış.",
                "Yemeksepeti refused the login: username or password is wrong.",
                &reply,
            ));
        }
        TOO_MANY => return Err(obey(client, LOGIN, &reply)),
        // Without its words: what is wrong with a secret is easily said by repeating it.
        _ => return Err(Reply { body: Vec::new(), ..reply }.refused()),
    }
    let answer = reply.json()?;
    let token = answer["access_token"].as_str().map(str::trim).filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| {
        plainly(
            "Yemeksepeti’nin giriş yanıtında oturum anahtarı (access_token) yok.",
            "Yemeksepeti’s answer to the login has no access_token.",
        )
    })?;
    let seconds = answer["expires_in"].as_f64().filter(|seconds| (0.0..1e7).contains(seconds));
    let life = seconds.map_or(USUAL_LIFE, Duration::from_secs_f64);
    Ok((token.to_owned(), life.mul_f64(USED_OF_LIFE)))
}

/// The HTTP status that a failure is about, where it is about one.
pub fn status_of(failure: &Failure) -> Option<u16> {
    failure.details.as_ref()?["statusCode"].as_u64()?.try_into().ok()
}

/// A refusal for a known cause, in our words; the platform's own go to the log.
pub fn plain(tr: &'static str, en: &'static str, reply: &Reply) -> Failure {
    let theirs = reply.refused();
    Failure::new(Code::PlatformRejected)
        .why(Why::Plain(Bilingual::fixed(tr, en)))
        .details(json!({ "statusCode": reply.status }))
        .cause(theirs.cause.as_deref().unwrap_or_default())
}

fn token(client: &Client<'_>) -> Result<Arc<str>, Failure> {
    // Nothing but a login was asked, so whatever went wrong, the errand itself is not in doubt.
    client.session.token(client.deadline, || login(client)).map_err(|failure| failure.in_doubt(false))
}

fn send(client: &Client<'_>, method: Method, path: &str, body: Option<&Value>, token: &str) -> Result<Reply, Failure> {
    let mut headers = vec![("Authorization".to_owned(), format!("Bearer {token}"))];
    let body = match body {
        Some(body) => {
            headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
            Some(body.to_string().into_bytes())
        }
        None if method == Method::Get => None,
        None => Some(Vec::new()),
    };
    client.send(&PlatformCall { method, path, headers, body })
}

/// Remembers the pause that a 429 asks for.
fn obey(client: &Client<'_>, group: &'static str, reply: &Reply) -> Failure {
    let wait = reply.pause.unwrap_or(PAUSE);
    client.session.hold_off(group, wait);
    too_many(wait)
}

fn too_many(wait: Duration) -> Failure {
    let seconds = wait.as_secs().max(1);
    let words = Bilingual {
        tr: format!("Yemeksepeti çok sık istek gönderildiğini söylüyor; {seconds} saniye bekleniyor.").into(),
        en: format!("Yemeksepeti says that requests come too often; waiting for {seconds} s.").into(),
    };
    let cause = format!("Yemeksepeti wants a pause of {seconds} s");
    let details = json!({ "statusCode": TOO_MANY });
    let failure = Failure::new(Code::PlatformRejected).why(Why::Plain(words)).details(details);
    failure.retry_after(Duration::from_secs(seconds)).passing().cause(cause)
}
