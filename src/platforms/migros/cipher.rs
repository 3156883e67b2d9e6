//! How Migros wants what is sent to it: JSON text in AES-256, ECB mode, PKCS#7 padding, Base64.
//!
//! ECB is their choice: they read no other mode. It shows equal blocks as equal and proves nothing about who wrote them,
//! so what keeps these bodies private and unaltered is TLS, and nothing here may be taken for a signature.

use crate::model::Bilingual;
use aes::{
    Aes256, Block,
    cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde::Serialize;
use serde_json::{Serializer, Value, ser::Formatter};
use std::io::{self, Write};

const BLOCK: usize = 16;
const KEY: usize = 32;

pub struct Cipher(Aes256);

impl Cipher {
    /// `None` for a secret of another length, which `check` keeps out.
    pub fn new(secret: &str) -> Option<Cipher> {
        Aes256::new_from_slice(secret.as_bytes()).ok().map(Cipher)
    }

    pub fn seal(&self, text: &str) -> String {
        let padding = BLOCK - text.len() % BLOCK;
        let mut bytes = text.as_bytes().to_vec();
        bytes.resize(text.len() + padding, padding as u8);
        let mut blocks = blocks(&bytes);
        self.0.encrypt_blocks(&mut blocks);
        STANDARD.encode(flat(&blocks))
    }

    /// What was sealed under the same secret; anything else is nothing.
    pub fn open(&self, sealed: &str) -> Option<String> {
        let bytes = STANDARD.decode(sealed.trim()).ok()?;
        if bytes.is_empty() || bytes.len() % BLOCK != 0 {
            return None;
        }
        let mut blocks = blocks(&bytes);
        self.0.decrypt_blocks(&mut blocks);
        let mut clear = flat(&blocks);
        let padding = usize::from(*clear.last()?);
        let length = clear.len().checked_sub(padding)?;
        let is_padded =
            (1..=BLOCK).contains(&padding) && clear.iter().skip(length).all(|byte| usize::from(*byte) == padding);
        clear.truncate(length);
        String::from_utf8(clear).ok().filter(|_| is_padded)
    }
}

/// What is wrong with a secret key, if something is.
pub fn check(secret: &str) -> Option<Bilingual> {
    (secret.len() != KEY).then(|| {
        Bilingual::fixed(
            "Tam 32 karakter olmalı; değeri eksiksiz ve boşluksuz kopyalayın.",
            "It has to be exactly 32 characters long; copy the whole value, without blanks around it.",
        )
    })
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

fn blocks(bytes: &[u8]) -> Vec<Block> {
    bytes.chunks_exact(BLOCK).filter_map(|chunk| Block::try_from(chunk).ok()).collect()
}

fn flat(blocks: &[Block]) -> Vec<u8> {
    blocks.iter().flatten().copied().collect()
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
        let sealed = "7p9GPFEn215VpJw/XL9HLQAJ5QGqR4YfnwEZwpg4xUrbZHsw7EB4tXjtlRIQJkfIEyfBZ2eb+Ba2r/niFzGj7fU0O4VT1gcUHvat\
                      XA7TQkg=";
        let clear = r#"{"orderId": 100912345, "storeId": 23000000999901, "orderStatus": "Approved"}"#;
        let cipher = Cipher::new(SECRET).unwrap();
        assert_eq!(cipher.seal(clear), sealed);
        assert_eq!(cipher.open(sealed).as_deref(), Some(clear));
    }

    #[test]
    fn a_block_is_the_one_of_the_standard() {
        // FIPS 197, appendix C.3; the second block is padding alone.
        let key: String = (0_u8..32).map(char::from).collect();
        let clear: Vec<u8> = (0..16).map(|n| n * 0x11).collect();
        let mut block = blocks(&clear);
        Cipher::new(&key).unwrap().0.encrypt_blocks(&mut block);
        let hex: String = flat(&block).iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, "8ea2b7ca516745bfeafc49904b496089");
    }

    #[test]
    fn what_was_not_sealed_under_the_secret_is_nothing() {
        let cipher = Cipher::new(SECRET).unwrap();
        let other = Cipher::new("fedcba9876543210fedcba9876543210").unwrap();
        for sealed in ["", "x", "AAAA", "ş", &STANDARD.encode([0; 16]), &other.seal("[1, 2]")] {
            assert_eq!(cipher.open(sealed), None, "{sealed}");
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
        fn what_is_sealed_is_opened_again(text in ".{0,80}") {
            let cipher = Cipher::new(SECRET).unwrap();
            prop_assert_eq!(cipher.open(&cipher.seal(&text)), Some(text));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes: Vec<u8>) {
            let _ = Cipher::new(SECRET).unwrap().open(&STANDARD.encode(bytes));
        }
    }
}
