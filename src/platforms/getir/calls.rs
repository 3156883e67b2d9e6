//! Calls to Getir: log in, carry the token, log in once more where it is refused, and keep the pauses it asks for.
//!
//! Everything in this folder goes out through `call`. It answers with whatever Getir answered, except where the fault
//! is the same for every call: wrong secrets, no access, too many calls.

use crate::client::{Client, PlatformCall, Reply, plainly};
use model::{Bilingual, Code, Failure, Why};
use net::Method;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// A token lives for an hour and cannot be renewed; ten minutes are left so that no call carries one that just ended.
const TOKEN_LASTS: Duration = Duration::from_secs(50 * 60);
/// Under which a session keeps what Getir calls the restaurant: the same secrets always mean the same one.
const SHOP: &str = "shop";
const SHOP_LASTS: Duration = Duration::from_secs(365 * 24 * 3_600);
/// Bodies longer than this are orders or menus, never the few words of a refused token.
const SHORT: usize = 4_096;

const FORBIDDEN: u16 = 403;
const TOO_MANY: u16 = 429;
/// Noted once a token fresh from a login was answered 403 too: then it is the restaurant that is shut out, and logging in
/// again at every poll would only run into the limit of logins.
const FORBIDDEN_ANYWAY: &str = "forbidden";
const FORBIDDEN_LASTS: Duration = Duration::from_secs(5 * 60);

/// Calls that share one limit.
pub struct CallGroup {
    name: &'static str,
    /// The least time between two of them; zero where a person waits.
    gap: Duration,
    /// After a 429 that does not say how long.
    pause: Duration,
}

/// 20 in 60 s by the stricter of two readings of the published limits.
pub const ACTIVE: CallGroup = CallGroup::new("active", 3, 20);
pub const PERIODIC: CallGroup = CallGroup::new("periodic", 0, 20);
pub const READ: CallGroup = CallGroup::new("read", 0, 20);
pub const ACTION: CallGroup = CallGroup::new("action", 0, 30);
pub const REASONS: CallGroup = CallGroup::new("cancel-options", 0, 60);
pub const SHOPS: CallGroup = CallGroup::new("restaurants", 0, 30);
/// Apart from the other calls about the restaurant, so that asking for it holds up nothing that a person wants.
pub const POS: CallGroup = CallGroup::new("pos-status", 0, 30);
const LOGIN: CallGroup = CallGroup::new("login", 0, 20);

impl CallGroup {
    const fn new(name: &'static str, gap_seconds: u64, pause_seconds: u64) -> CallGroup {
        CallGroup { name, gap: Duration::from_secs(gap_seconds), pause: Duration::from_secs(pause_seconds) }
    }

    pub fn gap(&self) -> Duration {
        self.gap
    }

    /// Waits, or refuses, so that the next call of this group is one that Getir wants to hear.
    fn wait(&self, client: &Client<'_>) -> Result<(), Failure> {
        if !self.gap.is_zero() {
            return client.session.pace(self.name, self.gap, client.deadline);
        }
        client.session.held_off(self.name).map_or(Ok(()), |wait| Err(too_many(wait)))
    }

    /// Remembers the pause that a 429 asks for.
    fn obey(&self, client: &Client<'_>, reply: &Reply) -> Failure {
        let wait = reply.pause.unwrap_or(self.pause);
        client.session.hold_off(self.name, wait);
        too_many(wait)
    }
}

/// Sends one call with the token. A refused token was not looked at further, so the call goes out again with a new one.
pub fn call(
    client: &Client<'_>,
    group: &CallGroup,
    method: Method,
    path: &str,
    body: Option<&Value>,
) -> Result<Reply, Failure> {
    let (token, is_new) = token(client)?;
    let reply = send(client, group, method, path, body, &token)?;
    // Some are answered 403 to a token that has ended.
    let may_be_old = reply.status == FORBIDDEN && !is_new && client.session.held_off(FORBIDDEN_ANYWAY).is_none();
    if !doubts_token(&reply) && !may_be_old {
        return settled(client, group, reply);
    }
    client.session.forget_token(&token);
    let (token, _) = self::token(client)?;
    let reply = send(client, group, method, path, body, &token)?;
    if reply.status == FORBIDDEN {
        client.session.hold_off(FORBIDDEN_ANYWAY, FORBIDDEN_LASTS);
    }
    if refuses_token(&reply) {
        client.session.forget_token(&token);
        return Err(plain(
            "Getir, uygulama anahtarı (appSecretKey) ve restoran anahtarıyla (restaurantSecretKey) az önce alınan \
             oturumu kabul etmiyor. İki anahtarın aynı ortama (canlı veya test) ait olduğunu denetleyin.",
            "Getir does not accept the session that it has just given for appSecretKey and restaurantSecretKey. Check \
             that both keys are for the same environment (live or test).",
            &reply,
        ));
    }
    settled(client, group, reply)
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

/// A refusal for a known cause, in our words; Getir's own go to the log.
pub fn plain(tr: &'static str, en: &'static str, reply: &Reply) -> Failure {
    let theirs = reply.refused();
    let failure = Failure::new(Code::PlatformRejected).why(Why::Plain(Bilingual::fixed(tr, en)));
    let failure = failure.details(json!({ "statusCode": reply.status }));
    match &theirs.cause {
        Some(cause) => failure.cause(cause),
        None => failure,
    }
}

fn send(
    client: &Client<'_>,
    group: &CallGroup,
    method: Method,
    path: &str,
    body: Option<&Value>,
    token: &str,
) -> Result<Reply, Failure> {
    group.wait(client)?;
    let mut headers = vec![("token".to_owned(), token.to_owned())];
    let body = match (body, method) {
        (Some(body), _) => {
            headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
            Some(body.to_string().into_bytes())
        }
        (None, Method::Get) => None,
        (None, _) => Some(Vec::new()),
    };
    client.send(&PlatformCall { method, path, headers, body })
}

/// The answers that mean the same whatever was asked.
fn settled(client: &Client<'_>, group: &CallGroup, reply: Reply) -> Result<Reply, Failure> {
    match reply.status {
        429 => Err(group.obey(client, &reply)),
        FORBIDDEN => Err(plain(
            "Getir bu restoran için erişime izin vermiyor (403). Entegrasyonun bu restoran için açık olduğunu Getir’e \
             (getiryemekapi@getir.com) sorun.",
            "Getir does not allow access to this restaurant (403). Ask Getir (getiryemekapi@getir.com) whether the \
             integration is switched on for it.",
            &reply,
        )),
        _ => Ok(reply),
    }
}

/// The token, and whether it was brought just now.
fn token(client: &Client<'_>) -> Result<(Arc<str>, bool), Failure> {
    let mut is_new = false;
    let login = || {
        is_new = true;
        login(client)
    };
    // Nothing but a login was asked, so whatever went wrong, the errand itself is not in doubt.
    let token = client.session.token(client.deadline, login).map_err(|failure| failure.in_doubt(false))?;
    Ok((token, is_new))
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
    let headers = vec![("Content-Type".to_owned(), "application/json".to_owned())];
    let body = Some(body.to_string().into_bytes());
    let reply = client.send(&PlatformCall { method, path, headers, body })?;
    match reply.status {
        429 => Err(group.obey(client, &reply)),
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
    let token = token.ok_or_else(|| {
        plainly("Getir’in giriş yanıtında oturum anahtarı yok.", "Getir’s answer to the login has no token.")
    })?;
    if let Some(id) = answer["restaurantId"].as_str().filter(|id| !id.is_empty()) {
        client.session.kept(SHOP, SHOP_LASTS, || Ok(id.into()))?;
    }
    Ok((token.to_owned(), TOKEN_LASTS))
}

/// Which secret Getir means, as far as its words say so.
fn wrong_secrets(reply: &Reply) -> Failure {
    let said = String::from_utf8_lossy(&reply.body).to_lowercase();
    let reply = &wordless(reply);
    match (said.contains("appsecret"), said.contains("restaurantsecret")) {
        (true, false) => plain(
            "Getir uygulama anahtarını (appSecretKey) kabul etmedi.",
            "Getir did not accept the application key (appSecretKey).",
            reply,
        ),
        (false, true) => plain(
            "Getir restoran anahtarını (restaurantSecretKey) kabul etmedi.",
            "Getir did not accept the restaurant key (restaurantSecretKey).",
            reply,
        ),
        _ => plain(
            "Getir girişi reddetti: uygulama anahtarı (appSecretKey) veya restoran anahtarı (restaurantSecretKey) \
             yanlış, ya da başka bir ortama (canlı veya test) ait.",
            "Getir refused the login: appSecretKey or restaurantSecretKey is wrong, or belongs to another environment \
             (live or test).",
            reply,
        ),
    }
}

/// An answer to a call with secrets, with no more of its body than the error's name: what is wrong with a secret is easily
/// said by repeating it.
pub fn wordless(reply: &Reply) -> Reply {
    let name = error_name(reply);
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let body = if is_name { name.into_bytes() } else { Vec::new() };
    Reply { status: reply.status, body, pause: reply.pause }
}

/// The token has surely ended.
fn refuses_token(reply: &Reply) -> bool {
    reply.status == 401 || ((400..500).contains(&reply.status) && error_name(reply).to_lowercase().contains("token"))
}

/// Or perhaps: one client in the field goes by the number 7 in the body, which may mean something else as well.
fn doubts_token(reply: &Reply) -> bool {
    let says_seven = || reply.body.len() <= SHORT && reply.json_or_null()["code"] == 7;
    refuses_token(reply) || (reply.status < 500 && says_seven())
}

/// Getir was called too often; it did not look at the call.
pub fn is_too_many(failure: &Failure) -> bool {
    failure.details.as_ref().is_some_and(|details| details["statusCode"] == TOO_MANY)
}

fn too_many(wait: Duration) -> Failure {
    let seconds = wait.as_secs().max(1);
    let words = Bilingual {
        tr: format!("Getir çok sık istek gönderildiğini söylüyor; {seconds} saniye bekleniyor.").into(),
        en: format!("Getir says that requests come too often; waiting for {seconds} s.").into(),
    };
    let cause = format!("Getir wants a pause of {seconds} s");
    let failure =
        Failure::new(Code::PlatformRejected).why(Why::Plain(words)).details(json!({ "statusCode": TOO_MANY }));
    failure.retry_after(Duration::from_secs(seconds)).passing().cause(cause)
}
