//! `Id`: the UUIDv7 under which every record is known.
//!
//! Ids are handed out by the store's writer alone; this file only knows their shape.
//! They sort in commit order, so an id is also the position of a record in a list.

use super::time::Time;
use std::fmt;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(u128);

/// Of its text.
const LENGTH: usize = 36;
/// How many of an id's bits are a counter: everything but time, version and variant.
pub const TAIL_BITS: u32 = 74;

impl Id {
    /// Stands for "every restaurant" in the keys of running totals; never handed out.
    pub const NIL: Id = Id(0);

    pub fn from_parts(millis: u64, tail: u128) -> Id {
        let high = (tail >> 62) & 0xfff;
        let low = tail & ((1 << 62) - 1);
        Id((u128::from(millis) << 80) | (7 << 76) | (high << 64) | (0b10 << 62) | low)
    }

    /// Before every id that was handed out from then on.
    pub fn first_at(time: Time) -> Id {
        Id::from_parts(u64::try_from(time.0).unwrap_or(0), 0)
    }

    pub fn millis(self) -> u64 {
        (self.0 >> 80) as u64
    }

    /// When it was handed out; later where ids ran ahead of a clock that was set back.
    pub fn time(self) -> Time {
        Time(i64::try_from(self.millis()).unwrap_or(i64::MAX))
    }

    pub fn tail(self) -> u128 {
        (((self.0 >> 64) & 0xfff) << 62) | (self.0 & ((1 << 62) - 1))
    }

    /// The very next number, which may be the id of no record.
    pub fn successor(self) -> Id {
        Id(self.0.saturating_add(1))
    }

    pub fn bytes(self) -> [u8; 16] {
        self.0.to_be_bytes()
    }

    pub const fn from_bytes(bytes: [u8; 16]) -> Id {
        Id(u128::from_be_bytes(bytes))
    }

    /// Reads an id from the start of a key; `None` if the key is too short.
    pub fn from_slice(bytes: &[u8]) -> Option<Id> {
        Some(Id::from_bytes(bytes.get(..16)?.try_into().ok()?))
    }

    /// The hyphenated lower-case form and no other: an id has one spelling.
    pub fn parse(text: &str) -> Option<Id> {
        let bytes = text.as_bytes();
        if bytes.len() != LENGTH {
            return None;
        }
        let mut value: u128 = 0;
        for (at, byte) in bytes.iter().enumerate() {
            if is_hyphen(at) {
                if *byte != b'-' {
                    return None;
                }
                continue;
            }
            let digit = match byte {
                b'0'..=b'9' => byte - b'0',
                b'a'..=b'f' => byte - b'a' + 10,
                _ => return None,
            };
            value = (value << 4) | u128::from(digit);
        }
        Some(Id(value))
    }

    /// By hand: every record and every answer has several, and to format one takes ten times as long.
    fn spelled(self) -> [u8; LENGTH] {
        let (mut text, mut left) = ([b'-'; LENGTH], self.0);
        for at in (0..LENGTH).rev().filter(|at| !is_hyphen(*at)) {
            text[at] = b"0123456789abcdef"[(left & 15) as usize];
            left >>= 4;
        }
        text
    }
}

fn is_hyphen(at: usize) -> bool {
    matches!(at, 8 | 13 | 18 | 23)
}

fn text_of(spelled: &[u8; LENGTH]) -> &str {
    // Digits, letters and hyphens are text.
    std::str::from_utf8(spelled).unwrap_or_default()
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(text_of(&self.spelled()))
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

text_in_json!(Id, "not an id", |id, serializer| serializer.serialize_str(text_of(&id.spelled())));

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn an_id_survives_text_bytes_and_parts(millis in 0u64..(1 << 48), tail in 0u128..(1 << TAIL_BITS)) {
            let id = Id::from_parts(millis, tail);
            prop_assert_eq!(Id::parse(&id.to_string()), Some(id));
            prop_assert_eq!(id.to_string().replace('-', ""), format!("{:032x}", id.0));
            prop_assert_eq!(Id::from_bytes(id.bytes()), id);
            prop_assert_eq!((id.millis(), id.tail()), (millis, tail));
            prop_assert_eq!(&id.to_string()[14..15], "7");
        }
    }

    #[test]
    fn only_the_one_spelling_is_an_id() {
        let good = "019a8f00-1234-7abc-8def-0123456789ab";
        assert!(Id::parse(good).is_some());
        for bad in [
            "",
            "x",
            &good.to_uppercase(),
            &good.replace('-', ""),
            &format!("{{{good}}}"),
            "019a8f00-1234-7abc-8def-0123456789aé",
        ] {
            assert_eq!(Id::parse(bad), None, "{bad}");
        }
    }
}
