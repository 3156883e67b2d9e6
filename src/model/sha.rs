//! `Sha`: a SHA-256 as records carry it, written in hexadecimal.

use sha2::{Digest, Sha256};
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha(pub [u8; 32]);

impl Sha {
    pub fn of(bytes: &[u8]) -> Sha {
        Sha(Sha256::digest(bytes).into())
    }

    fn parse(text: &str) -> Option<Sha> {
        let (pairs, []) = text.as_bytes().as_chunks() else { return None };
        let pairs: &[[u8; 2]; 32] = pairs.try_into().ok()?;
        let digit = |byte: u8| char::from(byte).to_digit(16);
        let mut bytes = [0; 32];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = (digit(*high)? << 4 | digit(*low)?) as u8;
        }
        Some(Sha(bytes))
    }
}

impl fmt::Display for Sha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Sha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

text_in_json!(Sha, "not a SHA-256", |sha, serializer| serializer.collect_str(sha));
