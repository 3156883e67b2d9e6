//! `Client`: an adapter's way to its platform. Every call goes to the one configured host, whatever a payload names,
//! and all calls of one errand share one time limit.

use super::{link::Link, session::AccountSession};
use model::{Bilingual, Code, Failure, Time, Why};
use net::{self, Method, Net, Trouble};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// No single call takes longer.
const CALL: Duration = Duration::from_secs(10);
const REST_OF_A_POLL: Duration = Duration::from_secs(8);
/// A page of orders, or a whole menu.
const ANSWER: usize = 16 * 1024 * 1024;
pub const TOO_MANY: u16 = 429;
/// A pause that a platform may ask for at most before we try again all the same.
const LONGEST_PAUSE: Duration = Duration::from_secs(3_600);

pub struct Client<'a> {
    pub link: &'a Link,
    pub session: &'a AccountSession,
    pub deadline: Instant,
    net: &'a Net,
    base: &'a str,
}

/// One call. `path` begins with a slash; what is variable in it goes through `url`.
pub struct PlatformCall<'a> {
    pub method: Method,
    pub path: &'a str,
    pub headers: Vec<(String, String)>,
    pub body: Option<Vec<u8>>,
}

/// What the platform answered.
pub struct Reply {
    pub status: u16,
    pub body: Vec<u8>,
    /// From `Retry-After`.
    pub pause: Option<Duration>,
}

impl<'a> Client<'a> {
    /// `home`: the platform's own host, unless the integration names another.
    pub fn new(
        link: &'a Link,
        session: &'a AccountSession,
        net: &'a Net,
        home: &'a str,
        limit: Duration,
    ) -> Client<'a> {
        let base = link.base(home).trim_end_matches('/');
        Client { link, session, deadline: Instant::now() + limit, net, base }
    }

    /// This client with less time, so that some is left for what comes after.
    pub fn shorter_by(&self, kept: Duration) -> Client<'a> {
        let deadline = self.deadline.checked_sub(kept).unwrap_or(self.deadline);
        Client { deadline, ..*self }
    }

    /// This client for what a poll reads beside new orders: they are stored when all of it is over, so that must not take
    /// long.
    pub fn for_the_rest(&self) -> Client<'a> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        self.shorter_by(left.saturating_sub(REST_OF_A_POLL))
    }

    /// Less time is left than so much.
    pub fn is_late(&self, spare: Duration) -> bool {
        Instant::now() + spare > self.deadline
    }

    /// Sends to the configured host. Any status is a reply; what may have been taken without one is in doubt.
    pub fn send(&self, call: &PlatformCall<'_>) -> Result<Reply, Failure> {
        self.send_to(&format!("{}{}", self.base, call.path), call)
    }

    /// Sends JSON with one header of the platform's own. Without any, what is not read has an empty body.
    pub fn send_json(
        &self,
        method: Method,
        path: &str,
        header: Option<(&str, String)>,
        json: Option<&Value>,
    ) -> Result<Reply, Failure> {
        let kind = json.map(|_| ("Content-Type", "application/json".to_owned()));
        let headers = header.into_iter().chain(kind).map(|(name, value)| (name.to_owned(), value)).collect();
        let body = json.map(|json| json.to_string().into_bytes()).or((method != Method::Get).then(Vec::new));
        self.send(&PlatformCall { method, path, headers, body })
    }

    /// To a freely chosen address: `open`'s callback. Never with a platform's credentials.
    pub fn send_to(&self, url: &str, call: &PlatformCall<'_>) -> Result<Reply, Failure> {
        let timeout = self.deadline.saturating_duration_since(Instant::now()).min(CALL);
        if timeout.is_zero() {
            return Err(Failure::new(Code::PlatformTimedOut).cause("no time was left for the call"));
        }
        let PlatformCall { method, headers, body, .. } = call;
        let (method, body) = (*method, body.as_deref());
        // What is read may be read twice; what changes something may not be sent twice unnoticed.
        let is_once = method != Method::Get;
        let (max_answer, is_to_target) = (ANSWER, false);
        let request = net::Request { method, url, headers, body, timeout, max_answer, is_once, is_to_target };
        let answer = self.net.send(&request).map_err(unreached)?;
        if let Some(time) = answer.header("date").and_then(Time::parse_http) {
            self.session.note_time(time, clock::now());
        }
        if answer.cut {
            return Err(plainly(TOO_LONG).in_doubt(true));
        }
        let pause = answer.retry_after(clock::now().timestamp()).map(|pause| pause.min(LONGEST_PAUSE));
        let mut reply = Reply { status: answer.status, body: answer.body, pause };
        if !reply.is_ok() {
            self.hide_secrets(url, headers, &mut reply.body);
        }
        Ok(reply)
    }

    /// What a platform says of an error is shown and logged, and some repeat in it what they were sent.
    fn hide_secrets(&self, url: &str, headers: &[(String, String)], body: &mut Vec<u8>) {
        const SHORTEST: usize = 4;
        let token = self.session.present_token();
        let secrets = self.link.credentials.values().map(String::as_str).chain(token.as_deref());
        // A header has them in another form, and a freely chosen address may have one of its own.
        let sent = headers.iter().filter(|(name, _)| !name.eq_ignore_ascii_case("content-type"));
        let secrets = secrets.chain(sent.filter_map(|(_, value)| value.rsplit(' ').next()));
        let secrets = secrets.chain(url.split_once('?').map(|(_, query)| query));
        let mut text = String::from_utf8_lossy(body).into_owned();
        for secret in secrets.filter(|secret| secret.len() >= SHORTEST) {
            if text.contains(secret) {
                text = text.replace(secret, "…");
            }
        }
        *body = text.into_bytes();
    }
}

impl Reply {
    pub fn is_ok(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Itself where it is a success.
    pub fn success(self) -> Result<Reply, Failure> {
        if self.is_ok() { Ok(self) } else { Err(self.refused()) }
    }

    /// A success says so without words, in JSON or by a bare word. A page of something that stands before the platform, or half
    /// of a JSON, says nothing of what was asked: what became of it is in doubt.
    pub fn clear_success(&self) -> Result<(), Failure> {
        match self.body.trim_ascii().first() {
            Some(b'<' | b'{' | b'[' | b'"') => self.json().map(drop),
            _ => Ok(()),
        }
    }

    pub fn json(&self) -> Result<Value, Failure> {
        serde_json::from_slice(&self.body).map_err(|e| {
            let cause = format!("HTTP {} with an answer that is not JSON: {e}", self.status);
            plainly(NOT_JSON).in_doubt(true).cause(cause)
        })
    }

    /// The answer's JSON where there is some; nothing where there is none.
    pub fn json_or_null(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or(Value::Null)
    }

    /// An answer that is no success, in the platform's words; the log has more of it. What failed on its side may have
    /// happened all the same.
    pub fn refused(&self) -> Failure {
        let status = self.status;
        let after_status = |text: &str| match shortened(text).trim() {
            "" => format!("HTTP {status}"),
            text => format!("HTTP {status}: {text}"),
        };
        let failure = said(&after_status(&self.error_words()));
        let failure = failure.cause(after_status(&String::from_utf8_lossy(&self.body)));
        let failure = failure.details(json!({ "statusCode": status })).in_doubt(status >= 500);
        let failure = if status >= 500 || status == TOO_MANY { failure.passing() } else { failure };
        match self.pause {
            Some(pause) => failure.retry_after(pause),
            None => failure,
        }
    }

    /// The code and the message of an error, as platforms name them. Nothing else of an answer is handed on: the host is
    /// freely chosen, and may be one that only this machine can ask.
    fn error_words(&self) -> String {
        let answer = self.json_or_null();
        let first = |place: &Value, names: &[&str]| {
            let mut texts = names.iter().filter_map(|name| match &place[*name] {
                Value::String(text) => Some(text.trim().to_owned()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            });
            texts.find(|text| !text.is_empty())
        };
        let places = [&answer, &answer["errors"][0], &answer["error"], &answer["errorMessage"]];
        let mut words = places.into_iter().map(|place| {
            let code = first(place, &["error", "errorCode", "code"]);
            let message = first(place, &["message", "errorMessage", "errorDetail", "errorTitle", "error_description"]);
            code.into_iter().chain(message).collect::<Vec<_>>().join(": ")
        });
        words.find(|words| !words.is_empty()).unwrap_or_default()
    }

    /// A refusal for a known cause, in our words; the platform's own go to the log.
    pub fn refused_as(&self, words: Bilingual) -> Failure {
        let theirs = self.refused();
        let failure = plainly(words).details(json!({ "statusCode": self.status }));
        failure.cause(theirs.cause.as_deref().unwrap_or_default())
    }
}

/// As much of a platform's words as is shown or logged, on one line.
fn shortened(text: &str) -> String {
    const SHOWN: usize = 200;
    text.chars().filter(|c| !c.is_control()).take(SHOWN).collect()
}

bilingual! {
    TOO_LONG: "Platformun yanıtı çok uzun." / "The platform’s answer is too long.",
    NOT_JSON: "Platformun yanıtı JSON değil." / "The platform’s answer is not JSON.",
    BAD_URL: "Adres geçersiz; kontrol edin." / "The address is not valid; check it.",
    BAD_HEADER:
        "Bir bağlantı bilgisi HTTP başlığında gönderilemiyor; satır sonu ya da görünmeyen bir karakter içeriyor olabilir."
        / "A credential cannot be sent in an HTTP header; it may hold a line break or an invisible character.",
    REFUSED: "Bu adrese bağlanmaya izin verilmiyor; panelin Ayarlar sayfasına bakın."
        / "Connecting to this address is not allowed; see the Settings page of the panel.",
    EXHAUSTED: "Bu cihazda şu anda yeni bağlantı için yer yok; birazdan yeniden deneyin."
        / "This machine has no room for another connection just now; try again shortly.",
    NAMELESS_HOST: "Sunucunun adı bulunamadı; internet bağlantısını kontrol edin."
        / "The host’s name was not found; check the internet connection.",
    INSECURE: "Güvenli bağlantı kurulamadı." / "A secure connection could not be made.",
    UNREACHABLE: "Bağlantı kurulamadı; daha sonra yeniden deneyin."
        / "The connection could not be made; try again later.",
    SILENT: "Bağlantı yanıt gelmeden kapatıldı; daha sonra yeniden deneyin."
        / "The connection was closed without an answer; try again later.",
    BROKEN: "Bağlantı yarıda kesildi; daha sonra yeniden deneyin." / "The connection broke off; try again later.",
    fn unknown_order(platform: &str): "{platform} bu siparişi bulamadı." / "{platform} does not know this order.",
    fn too_often(platform: &str, seconds: u64):
        "{platform} çok sık istek gönderildiğini söylüyor; {seconds} saniye bekleniyor."
        / "{platform} says that requests come too often; waiting for {seconds} s.",
}

/// A call that failed, in the words of our failures.
fn unreached(trouble: Trouble) -> Failure {
    let code = match trouble {
        Trouble::TimedOut => Code::PlatformTimedOut,
        _ => Code::PlatformUnreachable,
    };
    let failure = Failure::new(code).cause(&trouble).in_doubt(!trouble.nothing_was_sent()).passing();
    let words = match &trouble {
        Trouble::BadUrl(_) => BAD_URL,
        Trouble::BadHeader(_) => BAD_HEADER,
        Trouble::Refused { .. } => REFUSED,
        Trouble::Exhausted(_) => EXHAUSTED,
        Trouble::Unreachable(why) if why.starts_with("dns") => NAMELESS_HOST,
        Trouble::Unreachable(why) if why.starts_with("tls") => INSECURE,
        Trouble::Unreachable(_) => UNREACHABLE,
        // There is nothing to add to the code.
        Trouble::TimedOut => return failure,
        Trouble::Silent => SILENT,
        Trouble::Broken(_) => BROKEN,
    };
    failure.why(Why::Plain(words))
}

/// This machine had no room for the call, so that none went out.
pub fn is_exhausted(failure: &Failure) -> bool {
    failure.refusal().why == Some(Why::Plain(EXHAUSTED))
}

/// A refusal in our own words.
pub fn plainly(words: Bilingual) -> Failure {
    let cause = words.en.clone();
    Failure::new(Code::PlatformRejected).why(Why::Plain(words)).cause(cause)
}

/// What the platform does not offer, and how it is done instead.
pub fn not_offered(words: Bilingual) -> Failure {
    Failure::new(Code::NotOffered).why(Why::Plain(words))
}

/// The platform does not find the order that it was asked for. It may yet: a push can overtake the platform's own list.
pub fn not_found(platform: &str) -> Failure {
    let cause = format!("{platform} does not find the order");
    plainly(unknown_order(platform)).details(json!({ "statusCode": 404 })).cause(cause).passing()
}

/// The platform was called too often; it did not look at the call.
pub fn too_many(platform: &str, wait: Duration) -> Failure {
    let seconds = wait.as_secs().max(1);
    let cause = format!("{platform} wants a pause of {seconds} s");
    let failure = plainly(too_often(platform, seconds)).details(json!({ "statusCode": TOO_MANY })).cause(cause);
    failure.retry_after(Duration::from_secs(seconds)).passing()
}

/// Whether that is what a failure says.
pub fn is_not_found(failure: &Failure) -> bool {
    failure.is_passing && status_of(failure) == Some(404)
}

/// The HTTP status that a failure tells of: the platform's own answer, or what it means.
pub fn status_of(failure: &Failure) -> Option<u16> {
    let status = failure.details.as_ref()?["statusCode"].as_u64()?;
    u16::try_from(status).ok()
}

/// The platform is well and does not want us; all else may be over at any moment.
pub fn is_turned_away(failure: &Failure) -> bool {
    !failure.is_passing && status_of(failure).is_some_and(|status| (400..500).contains(&status))
}

/// A refusal in the platform's own words.
pub fn said(words: &str) -> Failure {
    Failure::new(Code::PlatformRejected).why(Why::Said(words.to_owned())).cause(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_success_is_clear_without_words_in_json_or_by_a_bare_word() {
        let reply = |body: &str| Reply { status: 200, body: body.as_bytes().to_vec(), pause: None };
        for (body, is_clear) in [
            ("", true),
            (" \n", true),
            ("{}", true),
            ("OK", true),
            ("{\"a\":", false),
            ("<html>", false),
            ("[1", false),
        ] {
            assert_eq!(reply(body).clear_success().is_ok(), is_clear, "{body}");
        }
    }

    #[test]
    fn of_an_answer_only_the_code_and_the_message_of_an_error_are_handed_on() {
        let long = format!(r#"{{"message":"{}"}}"#, "x".repeat(300));
        for (body, expected) in [
            ("", "HTTP 409"),
            ("root:x:0:0:root:/root:/bin/sh", "HTTP 409"),
            (r#"{"accessKeyId":"AKIA","secret":"s"}"#, "HTTP 409"),
            (r#"["a","b"]"#, "HTTP 409"),
            (r#""closed""#, "HTTP 409"),
            (
                r#"{"code":-1,"error":"UnknownError","message":"not now","source":"db-7"}"#,
                "HTTP 409: UnknownError: not now",
            ),
            (r#"{"errors":[{"message":"size is too big","trace":"x"}]}"#, "HTTP 409: size is too big"),
            (r#"{"error":{"code":"E7","message":"closed"},"x":1}"#, "HTTP 409: E7: closed"),
            (r#"{"errorMessage":{"errorCode":5,"errorDetail":"Olmaz"}}"#, "HTTP 409: 5: Olmaz"),
            (r#"{"code":"FORBIDDEN"}"#, "HTTP 409: FORBIDDEN"),
            (r#"{"message":{"secret":1},"code":null}"#, "HTTP 409"),
            (&long, &format!("HTTP 409: {}", "x".repeat(200))),
        ] {
            let failure = Reply { status: 409, body: body.into(), pause: None }.refused();
            assert_eq!(failure.why, Some(Why::Said(expected.to_owned())), "{body}");
        }
        let logged = Reply { status: 409, body: b"closed".to_vec(), pause: None }.refused();
        assert_eq!(logged.cause.as_deref(), Some("HTTP 409: closed"));
    }
}
