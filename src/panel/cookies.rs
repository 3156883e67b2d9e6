//! The cookies: what each is called, how long a browser keeps it, and who may set or read it. What they mean is said in
//! `visit`.

use http::{Call, Response};
use hyper::header::{COOKIE, HeaderValue, SET_COOKIE};
use model::Lang;
use ops::people::sessions::BrowserTokens;
use std::{borrow::Cow, time::Duration};

pub const SESSION: &str = "garson_session";
/// That of a screen in a kitchen. A person may sign in on it for a while: when they are out, it is the kitchen's again.
pub const SCREEN: &str = "garson_screen";
/// By which a browser is known while signed out.
pub const DEVICE: &str = "garson_device";
const LANG: &str = "garson_lang";
const LOOK: &str = "garson_look";
const CODE: &str = "garson_setup";
/// The browser forgets a cookie after this, the longest that browsers keep one; the session itself ends much sooner when
/// it is idle.
const COOKIE_LASTS: Duration = Duration::from_secs(400 * 24 * 3_600);
/// For the first visit, from its link to its form.
const CODE_LASTS: Duration = Duration::from_secs(3_600);

/// None where two cookies have the name: one was put beside ours, and which one is ours cannot be told.
pub fn cookie(call: &Call, name: &'static str) -> Option<String> {
    let name = guarded_name(call, name);
    let mut found = cookies(call, &name);
    found.next().filter(|_| found.next().is_none())
}

pub fn cookies<'a>(call: &'a Call, name: &'a str) -> impl Iterator<Item = String> + 'a {
    let headers = call.headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = headers.flat_map(|text| text.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(given, _)| *given == name).map(|(_, value)| value.to_owned())
}

/// Gives the browser its tokens.
pub fn keep_session(response: &mut Response, call: &Call, tokens: &BrowserTokens) {
    keep_token(response, call, SESSION, &tokens.session);
    set_cookie(response, call, &guarded_name(call, DEVICE), &tokens.device, COOKIE_LASTS, "Strict");
}

/// Makes the browser a screen in the kitchen, and signs it out otherwise.
pub fn keep_screen(response: &mut Response, call: &Call, token: &str) {
    keep_token(response, call, SCREEN, token);
    drop_session(response, call);
}

pub fn keep_token(response: &mut Response, call: &Call, name: &'static str, token: &str) {
    set_cookie(response, call, &guarded_name(call, name), token, COOKIE_LASTS, "Strict");
    // From before the visit came over https; it does not count here.
    if call.is_https() && cookies(call, name).next().is_some() {
        set_cookie(response, call, name, "", Duration::ZERO, "Strict");
    }
}

pub fn drop_session(response: &mut Response, call: &Call) {
    set_cookie(response, call, &guarded_name(call, SESSION), "", Duration::ZERO, "Strict");
}

/// It is no secret, and pages in clear have to be able to change it.
pub fn keep_lang(response: &mut Response, lang: Lang) {
    add_cookie(response, LANG, lang.tag(), COOKIE_LASTS, "Strict");
}

/// What was chosen in this browser.
pub fn chosen_lang(call: &Call) -> Option<Lang> {
    cookies(call, LANG).find_map(|word| Lang::parse(&word))
}

/// How the board is looked at on this device. It is no secret, and opens nothing: what a screen may look at is asked anew.
pub fn keep_look(response: &mut Response, look: &str) {
    add_cookie(response, LOOK, look, COOKIE_LASTS, "Strict");
}

pub fn chosen_look(call: &Call) -> Option<String> {
    cookies(call, LOOK).next()
}

/// Keeps the setup code that a link brought, if it can be one. The link may have come by mail: what is stricter would not
/// be sent along then.
pub fn keep_code(response: &mut Response, call: &Call, code: &str) {
    let is_plain = code.len() <= 64 && code.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_plain {
        set_cookie(response, call, &guarded_name(call, CODE), code, CODE_LASTS, "Lax");
    }
}

pub fn code_brought(call: &Call) -> Option<String> {
    cookies(call, &guarded_name(call, CODE)).next()
}

pub fn drop_code(response: &mut Response, call: &Call) {
    if code_brought(call).is_some() {
        set_cookie(response, call, &guarded_name(call, CODE), "", Duration::ZERO, "Lax");
    }
}

/// What a cookie with a secret is called: a browser takes the longer name over https only, and from no other host.
fn guarded_name(call: &Call, name: &'static str) -> Cow<'static, str> {
    if call.is_https() { Cow::Owned(format!("__Host-{name}")) } else { Cow::Borrowed(name) }
}

fn set_cookie(response: &mut Response, call: &Call, name: &str, value: &str, lasts: Duration, same_site: &str) {
    add_cookie(response, name, value, lasts, &format!("{same_site}{}", if call.is_https() { "; Secure" } else { "" }));
}

fn add_cookie(response: &mut Response, name: &str, value: &str, lasts: Duration, kind: &str) {
    let seconds = lasts.as_secs();
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite={kind}");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}
