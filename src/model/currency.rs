//! `Currency`: what an amount is counted in.

use super::Why;

/// Three capital letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Currency(pub [u8; 3]);

impl Currency {
    pub const TRY: Currency = Currency(*b"TRY");

    /// Those that people choose from, the likely ones first. Programs and platforms may name others.
    pub const LISTED: [&str; 12] = ["TRY", "EUR", "USD", "GBP", "AZN", "AED", "CHF", "GEL", "KZT", "RON", "RUB", "SAR"];

    pub fn parse(text: &str) -> Option<Currency> {
        let bytes: [u8; 3] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_uppercase).then_some(Currency(bytes))
    }

    /// What a person chose: one of the list, or the one that is stored, which may be from before there was a list.
    pub fn chosen(text: &str, stored: Option<Currency>) -> Result<Currency, Why> {
        let currency = Currency::parse(&text.trim().to_ascii_uppercase());
        let is_offered = |one: &Currency| Currency::LISTED.contains(&one.as_str()) || stored == Some(*one);
        currency.filter(is_offered).ok_or_else(|| Why::NotOneOf(Currency::LISTED.join(", ")))
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("???")
    }
}

text_in_json!(Currency, "not a currency", |currency, serializer| serializer.serialize_str(currency.as_str()));
