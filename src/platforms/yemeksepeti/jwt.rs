//! Is a push from the Middleware? It signs what it sends with the plugin secret, as a JSON Web Token.
//!
//! Only the three HMAC algorithms count, so that no token chooses a weaker check for itself (`none`, a public key).

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit, Mac};
use model::Time;
use serde_json::Value;
use sha2::{Sha256, Sha384, Sha512};
use std::time::Duration;

/// A box in a kitchen is not well kept, and refusing an order for its clock would cost the order. Signature and address
/// protect whatever the time is.
const LEEWAY: Duration = Duration::from_secs(300);

/// `authorization`: the header's value. The signature is compared in constant time, and nothing of the token's content
/// counts before it is right.
pub fn is_from_middleware(authorization: &str, secret: &str, now: Time) -> bool {
    claims(authorization, secret).is_some_and(|claims| claims["service"] == "middleware" && is_current(&claims, now))
}

fn claims(authorization: &str, secret: &str) -> Option<Value> {
    let (scheme, token) = authorization.split_once(' ')?;
    if !scheme.eq_ignore_ascii_case("bearer") || secret.is_empty() {
        return None;
    }
    let (signed, signature) = token.trim().rsplit_once('.')?;
    let (header, payload) = signed.split_once('.')?;
    let header = part(header)?;
    // An extension that has to be understood is one that we do not understand.
    if !header["crit"].is_null() {
        return None;
    }
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    let is_right = match header["alg"].as_str()? {
        "HS512" => is_signature::<Hmac<Sha512>>(secret, signed, &signature),
        "HS384" => is_signature::<Hmac<Sha384>>(secret, signed, &signature),
        "HS256" => is_signature::<Hmac<Sha256>>(secret, signed, &signature),
        _ => false,
    };
    if is_right { part(payload) } else { None }
}

fn is_signature<M: Mac + KeyInit>(secret: &str, signed: &str, signature: &[u8]) -> bool {
    let Ok(mac) = <M as KeyInit>::new_from_slice(secret.as_bytes()) else { return false };
    mac.chain_update(signed.as_bytes()).verify_slice(signature).is_ok()
}

fn part(encoded: &str) -> Option<Value> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(encoded).ok()?).ok()
}

/// The published example has neither of the two; where one is there it holds.
fn is_current(claims: &Value, now: Time) -> bool {
    // Its times are in seconds since 1970.
    let (now, leeway) = (now.timestamp().as_duration().as_secs_f64(), LEEWAY.as_secs_f64());
    let holds = |name: &str, test: &dyn Fn(f64) -> bool| match &claims[name] {
        Value::Null => true,
        moment => moment.as_f64().is_some_and(test),
    };
    holds("exp", &|ends| now < ends + leeway) && holds("nbf", &|begins| now >= begins - leeway)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SECRET: &str = "gizli şifre 1";
    const NOW: Time = Time(1_800_000_000_000);

    fn sign<M: Mac + KeyInit>(header: Value, claims: Value, secret: &str) -> String {
        let encode = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", encode(header), encode(claims));
        let mac = <M as KeyInit>::new_from_slice(secret.as_bytes()).unwrap().chain_update(signed.as_bytes());
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }

    fn hs512(claims: Value) -> String {
        sign::<Hmac<Sha512>>(json!({ "typ": "JWT", "alg": "HS512" }), claims, SECRET)
    }

    fn is_let_in(token: &str) -> bool {
        is_from_middleware(&format!("Bearer {token}"), SECRET, NOW)
    }

    #[test]
    fn the_three_algorithms_are_let_in_with_the_right_secret_alone() {
        let service = json!({ "service": "middleware" });
        assert!(is_let_in(&hs512(service.clone())));
        assert!(is_let_in(&sign::<Hmac<Sha384>>(json!({ "alg": "HS384" }), service.clone(), SECRET)));
        assert!(is_let_in(&sign::<Hmac<Sha256>>(json!({ "alg": "HS256" }), service.clone(), SECRET)));
        assert!(is_from_middleware(&format!("bearer {}", hs512(service.clone())), SECRET, NOW));
        assert!(!is_let_in(&sign::<Hmac<Sha512>>(json!({ "alg": "HS512" }), service.clone(), "gizli şifre 2")));
        // Signed with one algorithm, named as another.
        assert!(!is_let_in(&sign::<Hmac<Sha256>>(json!({ "alg": "HS512" }), service, SECRET)));
    }

    /// The example of RFC 7515, appendix A.1: ours agrees with what others sign.
    #[test]
    fn a_published_signature_is_right() {
        let key = URL_SAFE_NO_PAD
            .decode("AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow")
            .unwrap();
        let signed = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ";
        let signature = URL_SAFE_NO_PAD.decode("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").unwrap();
        let mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&key).unwrap();
        assert!(mac.chain_update(signed.as_bytes()).verify_slice(&signature).is_ok());
    }

    #[test]
    fn what_is_not_signed_by_the_middleware_stays_out() {
        let good = hs512(json!({ "service": "middleware" }));
        let (signed, signature) = good.rsplit_once('.').unwrap();
        let encode = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let none =
            |alg: &str| format!("{}.{}.", encode(json!({ "alg": alg })), encode(json!({ "service": "middleware" })));
        for bad in [
            none("none"),
            none("HS512"),
            sign::<Hmac<Sha512>>(json!({ "alg": "RS512" }), json!({ "service": "middleware" }), SECRET),
            sign::<Hmac<Sha512>>(json!({ "alg": "hs512" }), json!({ "service": "middleware" }), SECRET),
            sign::<Hmac<Sha512>>(json!({}), json!({ "service": "middleware" }), SECRET),
            sign::<Hmac<Sha512>>(json!({ "alg": "HS512", "crit": ["x"] }), json!({ "service": "middleware" }), SECRET),
            hs512(json!({ "service": "somebody" })),
            hs512(json!({ "service": ["middleware"] })),
            hs512(json!({})),
            hs512(json!("middleware")),
            signed.to_owned(),
            format!("{signed}."),
            format!("{signed}.{}", &signature[..signature.len() - 4]),
            format!("{signed}.{signature}="),
            format!("x.{good}"),
            String::new(),
            "...".to_owned(),
        ] {
            assert!(!is_let_in(&bad), "{bad}");
        }
        assert!(!is_from_middleware(&good, SECRET, NOW));
        assert!(!is_from_middleware(&format!("Basic {good}"), SECRET, NOW));
        let unsigned = sign::<Hmac<Sha512>>(json!({ "alg": "HS512" }), json!({ "service": "middleware" }), "");
        assert!(!is_from_middleware(&format!("Bearer {unsigned}"), "", NOW));
    }

    #[test]
    fn its_times_hold_where_they_are_given() {
        let second = NOW.0 / 1_000;
        let with = |claims: Value| {
            let mut all = json!({ "service": "middleware" });
            all.as_object_mut().unwrap().extend(claims.as_object().unwrap().clone());
            is_let_in(&hs512(all))
        };
        assert!(with(json!({ "exp": second + 1, "nbf": second - 1 })));
        assert!(with(json!({ "exp": second - 299, "nbf": second + 299 })));
        assert!(with(json!({ "exp": second as f64 + 0.5 })));
        assert!(with(json!({ "exp": null })));
        for bad in [
            json!({ "exp": second - 301 }),
            json!({ "exp": 0 }),
            json!({ "nbf": second + 301 }),
            json!({ "exp": "tomorrow" }),
            json!({ "exp": (second + 100).to_string() }),
        ] {
            assert!(!with(bad.clone()), "{bad}");
        }
    }
}
