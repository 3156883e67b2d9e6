//! `Currency`: what an amount is counted in.

use serde::{Deserialize, Serialize};

/// Three capital letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Currency(pub [u8; 3]);

impl Currency {
    pub const TRY: Currency = Currency(*b"TRY");

    pub fn parse(text: &str) -> Option<Currency> {
        let bytes: [u8; 3] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_uppercase).then_some(Currency(bytes))
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("???")
    }
}

impl Serialize for Currency {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Currency, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Currency::parse(&text).ok_or_else(|| serde::de::Error::custom("not a currency"))
    }
}
