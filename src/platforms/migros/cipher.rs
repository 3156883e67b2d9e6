//! How Migros wants what is sent to it: JSON text in AES-256, ECB mode, PKCS#7 padding, Base64.
//!
//! ECB is their choice: they read no other mode. It shows equal blocks as equal and proves nothing about who wrote them,
//! so what keeps these bodies private and unaltered is TLS, and nothing here may be taken for a signature.

use super::words;
use aes::Aes256;
use base64::{Engine, engine::general_purpose::STANDARD};
use ecb::cipher::{BlockModeDecrypt, BlockModeEncrypt, KeyInit, block_padding::Pkcs7, common::InnerInit};
use ecb::{Decryptor, Encryptor};
use model::Bilingual;
use serde::Serialize;
use serde_json::{Serializer, Value, ser::Formatter};
use std::io::{self, Write};

const KEY: usize = 32;

pub struct Cipher(Aes256);

impl Cipher {
    /// `None` for a secret of another length, which `check` keeps out.
    pub fn new(secret: &str) -> Option<Cipher> {
        Aes256::new_from_slice(secret.as_bytes()).ok().map(Cipher)
    }

    pub fn encrypt(&self, text: &str) -> String {
        STANDARD.encode(Encryptor::inner_init(self.0.clone()).encrypt_padded_vec::<Pkcs7>(text.as_bytes()))
    }

    /// What was encrypted under the same secret; anything else is nothing.
    pub fn decrypt(&self, encrypted: &str) -> Option<String> {
        let bytes = STANDARD.decode(encrypted.trim()).ok()?;
        let clear = Decryptor::inner_init(self.0.clone()).decrypt_padded_vec::<Pkcs7>(&bytes).ok()?;
        String::from_utf8(clear).ok()
    }
}

/// What is wrong with a secret key, if something is.
pub fn check(secret: &str) -> Option<Bilingual> {
    (secret.len() != KEY).then_some(words::NOT_A_SECRET)
}

/// JSON with a blank after every comma and colon. One integrator found that Migros refuses it without them.
pub fn spaced(value: &Value) -> String {
    let mut text = Vec::new();
    // Neither a value nor a list of bytes has anything to refuse.
    let _ = value.serialize(&mut Serializer::with_formatter(&mut text, Spaced));
    String::from_utf8(text).unwrap_or_default()
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::json;

    const SECRET: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn it_is_what_openssl_makes_of_it() {
        // openssl enc -aes-256-ecb -K 3031…66 -base64 -A
        let encrypted = "7p9GPFEn215VpJw/XL9HLQAJ5QGqR4YfnwEZwpg4xUrbZHsw7EB4tXjtlRIQJkfIEyfBZ2eb+Ba2r/niFzGj7fU0O4VT1gcUHvat\
                      XA7TQkg=";
        let clear = r#"{"orderId": 100912345, "storeId": 23000000999901, "orderStatus": "Approved"}"#;
        let cipher = Cipher::new(SECRET).unwrap();
        assert_eq!(cipher.encrypt(clear), encrypted);
        assert_eq!(cipher.decrypt(encrypted).as_deref(), Some(clear));
    }

    #[test]
    fn a_block_is_the_one_of_the_standard() {
        // FIPS 197, appendix C.3; its clear text is no UTF-8, so only the way there can be tried.
        let key: Vec<u8> = (0..32).collect();
        let clear: Vec<u8> = (0..16).map(|n| n * 0x11).collect();
        let cipher = Aes256::new_from_slice(&key).unwrap();
        let encrypted = Encryptor::inner_init(cipher).encrypt_padded_vec::<Pkcs7>(&clear);
        let hex: String = encrypted.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        assert_eq!((hex.as_str(), encrypted.len()), ("8ea2b7ca516745bfeafc49904b496089", 32));
    }

    #[test]
    fn what_was_not_encrypted_under_the_secret_is_nothing() {
        let cipher = Cipher::new(SECRET).unwrap();
        let other = Cipher::new("fedcba9876543210fedcba9876543210").unwrap();
        for encrypted in ["", "x", "AAAA", "ş", &STANDARD.encode([0; 16]), &other.encrypt("[1, 2]")] {
            assert_eq!(cipher.decrypt(encrypted), None, "{encrypted}");
        }
        assert!(Cipher::new("short").is_none());
        assert!(check("short").is_some() && check(SECRET).is_none());
    }

    #[test]
    fn json_has_a_blank_after_every_comma_and_colon() {
        let value = json!({ "storeIds": [1, 2], "limit": 20, "a": { "b": "x,y:z", "c": [] } });
        let written = spaced(&value);
        assert_eq!(written, r#"{"a": {"b": "x,y:z", "c": []}, "limit": 20, "storeIds": [1, 2]}"#);
    }

    proptest! {
        #[test]
        fn what_is_encrypted_is_decrypted_again(text in ".{0,80}") {
            let cipher = Cipher::new(SECRET).unwrap();
            prop_assert_eq!(cipher.decrypt(&cipher.encrypt(&text)), Some(text));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            let _ = Cipher::new(SECRET).unwrap().decrypt(&STANDARD.encode(bytes));
        }
    }
}
