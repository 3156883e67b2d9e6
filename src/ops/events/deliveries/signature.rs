//! Signatures of the Standard Webhooks specification: what a secret is, and the three headers that are made with it.

use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::{Engine, alphabet::STANDARD as ALPHABET, engine::general_purpose::STANDARD};
use hmac::{Hmac, KeyInit, Mac};
use model::{Failure, Result, Sealed, Time};
use sha2::Sha256;
use store::{Sealer, seal};

const PREFIX: &str = "whsec_";
/// What the specification allows, in bytes.
const LENGTHS: std::ops::RangeInclusive<usize> = 24..=64;
/// As strong as the hash, and without `=` at its end when it is written.
const MADE: usize = 36;
const PURPOSE: &str = "webhook secret";
/// Written with `=` at its end or without.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &ALPHABET,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// What the deliveries of a webhook are signed with.
pub struct SigningSecret {
    bytes: Vec<u8>,
    mac: Hmac<Sha256>,
}

impl PartialEq for SigningSecret {
    fn eq(&self, other: &SigningSecret) -> bool {
        self.bytes == other.bytes
    }
}

impl SigningSecret {
    pub fn make() -> Result<SigningSecret> {
        SigningSecret::of(seal::random::<MADE>()?.to_vec())
    }

    fn of(bytes: Vec<u8>) -> Result<SigningSecret> {
        let mac = KeyInit::new_from_slice(&bytes).map_err(Failure::fault)?;
        Ok(SigningSecret { bytes, mac })
    }

    /// `whsec_` and the secret in base64.
    pub fn parse(text: &str) -> Option<SigningSecret> {
        let bytes = LENIENT.decode(text.strip_prefix(PREFIX)?).ok()?;
        SigningSecret::of(bytes).ok().filter(|secret| LENGTHS.contains(&secret.bytes.len()))
    }

    /// As its receiver is told.
    pub fn text(&self) -> String {
        format!("{PREFIX}{}", STANDARD.encode(&self.bytes))
    }

    pub fn seal(&self, sealer: &Sealer) -> Result<Sealed> {
        sealer.seal(PURPOSE, &self.bytes)
    }

    pub fn open(sealer: &Sealer, sealed: &Sealed) -> Result<SigningSecret> {
        SigningSecret::of(sealer.unseal(PURPOSE, sealed)?)
    }

    fn sign(&self, signed: &[&[u8]]) -> String {
        let mac = signed.iter().fold(self.mac.clone(), |mac, part| mac.chain_update(part));
        format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
    }
}

/// What a receiver checks; nothing where there is no secret. Each secret signs, so that either is enough for it.
pub fn signature_headers(secrets: &[SigningSecret], id: &str, at: Time, body: &[u8]) -> Vec<(String, String)> {
    if secrets.is_empty() {
        return Vec::new();
    }
    let seconds = at.timestamp().as_second().to_string();
    let signed = [id.as_bytes(), b".", seconds.as_bytes(), b".", body];
    let signatures: Vec<String> = secrets.iter().map(|secret| secret.sign(&signed)).collect();
    let (id, signatures) = (id.to_owned(), signatures.join(" "));
    let headers = [("webhook-id", id), ("webhook-timestamp", seconds), ("webhook-signature", signatures)];
    headers.map(|(name, value)| (name.to_owned(), value)).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification's own libraries.
    #[test]
    fn a_known_event_has_its_known_signature() {
        let secret = SigningSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let headers = |secrets: &[SigningSecret]| {
            let (at, body) = (Time(1_614_265_330_999), br#"{"test": 2432232314}"#);
            signature_headers(secrets, "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body)
        };
        let known = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
        let expected = [
            ("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek"),
            ("webhook-timestamp", "1614265330"),
            ("webhook-signature", known),
        ];
        let one = headers(&[secret]);
        assert_eq!(one.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect::<Vec<_>>(), expected);
        let secret = SigningSecret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let both = headers(&[SigningSecret::make().unwrap(), secret]);
        let (new, old) = both[2].1.split_once(' ').unwrap();
        assert!(new.starts_with("v1,") && new != known && old == known);
        assert!(headers(&[]).is_empty());
    }

    #[test]
    fn a_secret_is_of_its_form_and_length() {
        let of = |bytes: usize| format!("whsec_{}", STANDARD.encode(vec![7; bytes]));
        for (text, is_one) in [
            (of(24), true),
            (of(64), true),
            (of(32), true),
            (of(32).trim_end_matches('=').to_owned(), true),
            (of(23), false),
            (of(65), false),
            ("whsec_".to_owned(), false),
            ("whsec_not base64 not base64 not base64".to_owned(), false),
            (of(32)[6..].to_owned(), false),
        ] {
            assert_eq!(SigningSecret::parse(&text).is_some(), is_one, "{text}");
        }
        let made = SigningSecret::make().unwrap().text();
        assert!(SigningSecret::parse(&made).unwrap().text() == made && !made.ends_with('='), "{made}");
    }
}
