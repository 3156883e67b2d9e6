//! `Sha`: a SHA-256 as records carry it, written in hexadecimal.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use sha2::{Digest, Sha256};
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sha(pub [u8; 32]);

impl Sha {
    pub fn of(bytes: &[u8]) -> Sha {
        Sha(Sha256::digest(bytes).into())
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

impl Serialize for Sha {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sha {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Sha, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        let bytes: Option<Vec<u8>> = (0..text.len() / 2)
            .map(|at| text.get(at * 2..at * 2 + 2).and_then(|pair| u8::from_str_radix(pair, 16).ok()))
            .collect();
        bytes.and_then(|bytes| bytes.try_into().ok()).map(Sha).ok_or_else(|| D::Error::custom("not a SHA-256"))
    }
}
