//! `Currency`: what an amount is counted in.

/// Three capital letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Currency(pub [u8; 3]);

impl Currency {
    pub const TRY: Currency = Currency(*b"TRY");

    /// Those that people choose from, the likely ones first. Programs and platforms may name others.
    pub const LISTED: [&str; 13] =
        ["TRY", "EUR", "USD", "GBP", "AZN", "AED", "BGN", "CHF", "GEL", "KZT", "RON", "RUB", "SAR"];

    pub fn parse(text: &str) -> Option<Currency> {
        let bytes: [u8; 3] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_uppercase).then_some(Currency(bytes))
    }

    pub fn is_listed(&self) -> bool {
        Currency::LISTED.contains(&self.as_str())
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("???")
    }
}

text_in_json!(Currency, "not a currency", |currency, serializer| serializer.serialize_str(currency.as_str()));
