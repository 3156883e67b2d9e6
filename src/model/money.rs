//! `Money`: an exact amount in minor units (kuruş, cents). No float ever touches it.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::value::RawValue;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Money(pub i64);

/// What an amount may be at most: far above any bill, far below where JSON numbers lose digits.
pub const MOST: Money = Money(100_000_000_000);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Odd {
    NotANumber,
    /// More than two decimals, which only a platform may send.
    TooFine,
    TooLarge,
}

impl Money {
    /// Reads a JSON number exactly as written; more than two decimals is `TooFine`.
    pub fn parse(text: &str) -> Result<Money, Odd> {
        let (money, exact) = read(text, MOST.0)?;
        if exact { Ok(money) } else { Err(Odd::TooFine) }
    }

    /// Reads a JSON number, with what is beyond the second decimal rounded half up (half away from zero).
    pub fn parse_rounding(text: &str) -> Result<Money, Odd> {
        read(text, MOST.0).map(|(money, _)| money)
    }

    pub fn plus(self, other: Money) -> Money {
        Money(self.0.saturating_add(other.0))
    }

    pub fn minus(self, other: Money) -> Money {
        Money(self.0.saturating_sub(other.0))
    }
}

/// The amount, at most `most`, and whether two decimals were enough for it.
fn read(text: &str, most: i64) -> Result<(Money, bool), Odd> {
    if let Some(whole) = short_whole(text) {
        return Ok((Money(whole * 100), true));
    }
    let (negative, rest) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = rest.split_once(['e', 'E']).unwrap_or((rest, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    if whole.is_empty() || digits.iter().any(|d| !d.is_ascii_digit()) {
        return Err(Odd::NotANumber);
    }
    // Only now: `true` has an e as well.
    let exponent: i32 = exponent.parse().map_err(|_| Odd::TooLarge)?;
    // The digits are the value times 10^fraction.len(); we want it times 100.
    let shift = exponent.saturating_add(2).saturating_sub(fraction.len() as i32);
    let keep = digits.len() as i64 + i64::from(shift);
    let mut value: i64 = 0;
    for at in 0..keep.max(0) {
        let digit = usize::try_from(at).ok().and_then(|at| digits.get(at)).map_or(0, |d| i64::from(d - b'0'));
        value = value * 10 + digit;
        if value > most {
            return Err(Odd::TooLarge);
        }
        // Zeros without end (0e999999999) change nothing.
        if value == 0 && at > digits.len() as i64 {
            break;
        }
    }
    let cut = usize::try_from(keep.max(0)).ok().and_then(|at| digits.get(at..)).unwrap_or(&[]);
    let exact = cut.iter().all(|d| *d == b'0');
    if keep >= 0 && cut.first().is_some_and(|d| *d >= b'5') {
        value += 1;
    }
    Ok((Money(if negative { -value } else { value }), exact))
}

/// What most amounts are: a whole number below `MOST`.
fn short_whole(text: &str) -> Option<i64> {
    if !(1..10).contains(&text.len()) {
        return None;
    }
    text.bytes().try_fold(0, |sum, byte| byte.is_ascii_digit().then(|| sum * 10 + i64::from(byte - b'0')))
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, minor) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        match (minor, minor % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", minor / 10),
            _ => write!(f, "{sign}{whole}.{minor:02}"),
        }
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::Error;
        if self.0 % 100 == 0 {
            return serializer.serialize_i64(self.0 / 100);
        }
        RawValue::from_string(self.to_string()).map_err(S::Error::custom)?.serialize(serializer)
    }
}

/// Of what we wrote ourselves: a sum may lie above what a single amount may be.
impl<'de> Deserialize<'de> for Money {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Money, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        match read(raw.get(), i64::MAX / 10 - 1) {
            Ok((money, true)) => Ok(money),
            _ => Err(D::Error::custom("not an amount")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn amounts_are_read_exactly() {
        for (text, minor) in [
            ("0", 0),
            ("999999999", 99_999_999_900),
            ("149.9", 14_990),
            ("149.90", 14_990),
            ("149.9000", 14_990),
            ("0.01", 1),
            ("-3.5", -350),
            ("1e2", 10_000),
            ("1.25e1", 1_250),
            ("1250e-2", 1_250),
            ("0.1", 10),
            ("1000000000", MOST.0),
            ("0e99999", 0),
            ("-0", 0),
            ("1E+1", 1_000),
        ] {
            assert_eq!(Money::parse(text), Ok(Money(minor)), "{text}");
        }
        for text in ["0.001", "149.999", "1e-3", "0.005"] {
            assert_eq!(Money::parse(text), Err(Odd::TooFine), "{text}");
        }
        for text in ["1000000000.01", "1e10", "9223372036854775808", "1e99999999999"] {
            assert_eq!(Money::parse(text), Err(Odd::TooLarge), "{text}");
        }
        for text in ["", "x", "\"1\"", "null", "true", "[]", "NaN", ".5", "--1"] {
            assert_eq!(Money::parse(text), Err(Odd::NotANumber), "{text}");
        }
    }

    #[test]
    fn a_platforms_thirds_of_a_kurus_are_rounded_half_up() {
        for (text, minor) in [
            ("0.005", 1),
            ("0.0049", 0),
            ("1.994", 199),
            ("1.995", 200),
            ("-1.995", -200),
            ("99.999", 10_000),
            ("1e-3", 0),
            ("5e-3", 1),
        ] {
            assert_eq!(Money::parse_rounding(text), Ok(Money(minor)), "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_again(minor in -1_000 * MOST.0..=1_000 * MOST.0) {
            let text = serde_json::to_string(&Money(minor)).unwrap();
            prop_assert_eq!(serde_json::from_str::<Money>(&text).unwrap(), Money(minor));
            prop_assert!(text.split('.').nth(1).is_none_or(|d| d.len() <= 2 && !d.ends_with('0')));
        }

        #[test]
        fn no_text_makes_it_panic(text in "[-+0-9.eE]{0,24}") {
            let _ = (Money::parse(&text), Money::parse_rounding(&text));
        }
    }
}
