//! JSON as it is written: taken apart into its members without being copied, and looked at whether it is fit to come back
//! in an answer: not too deep, every character whole.
//!
//! What takes apart is given text that a JSON reader has accepted; of any other it makes something or nothing, and goes on.

use memchr::{memchr, memchr2};
use serde::Deserializer;
use serde::de::{Error, Visitor};
use std::{borrow::Cow, fmt};

/// How deep a body may nest. What is kept as it was written comes back three levels deeper, and common readers
/// stop at 64.
pub const LEVELS: usize = 60;

/// JSON that comes back as it was written can be read by everyone: it is not too deep, and every character is whole.
pub fn is_sound(json: &[u8]) -> bool {
    too_deep(json, LEVELS).is_none() && !has_half_character(json)
}

/// Where lists and objects begin to lie deeper in each other than so many levels.
pub fn too_deep(json: &[u8], levels: usize) -> Option<usize> {
    let (mut at, mut depth) = (0, 0usize);
    while at < json.len() {
        match json[at] {
            b'[' | b'{' if depth == levels => return Some(at),
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'"' => at += text_length(&json[at..]) - 1,
            _ => {}
        }
        at += 1;
    }
    None
}

/// The members of an object, in text that is known to be JSON.
pub fn members(json: &str) -> impl Iterator<Item = (Cow<'_, str>, &str)> {
    let mut rest = JsonPieces { json, at: 1 };
    std::iter::from_fn(move || {
        let name = text(rest.next()?)?;
        Some((name, rest.next()?))
    })
}

/// The elements of a list, in text that is known to be JSON.
pub fn elements(json: &str) -> impl Iterator<Item = &str> {
    JsonPieces { json, at: 1 }
}

/// What a JSON text says.
pub fn text(json: &str) -> Option<Cow<'_, str>> {
    let inner = json.strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') { serde_json::from_str(json).ok().map(Cow::Owned) } else { Some(Cow::Borrowed(inner)) }
}

/// Reads a record's text where it lies: what serde makes of one is always a copy, also as a `Cow`.
pub(super) fn read_text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    of: fn(&str) -> Option<T>,
    otherwise: &'static str,
) -> Result<T, D::Error> {
    deserializer.deserialize_str(TextReader { of, otherwise })
}

struct TextReader<T> {
    of: fn(&str) -> Option<T>,
    otherwise: &'static str,
}

impl<T> Visitor<'_> for TextReader<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        (self.of)(text).ok_or_else(|| E::custom(self.otherwise))
    }
}

/// The names and values of an object or the values of a list, one after the other, as they are written.
struct JsonPieces<'a> {
    json: &'a str,
    at: usize,
}

impl<'a> Iterator for JsonPieces<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let bytes = self.json.as_bytes();
        let is_between = |byte: &u8| matches!(byte, b',' | b':' | b' ' | b'\t' | b'\n' | b'\r');
        self.at += bytes.get(self.at..)?.iter().position(|byte| !is_between(byte))?;
        let length = length(&bytes[self.at..]);
        let piece = self.json.get(self.at..self.at + length).filter(|_| length > 0)?;
        self.at += length;
        Some(piece)
    }
}

/// How long the value is that the text begins with; zero where a list or an object ends.
fn length(json: &[u8]) -> usize {
    match json.first() {
        Some(b'"') => text_length(json),
        Some(b'{' | b'[') => {
            let (mut at, mut depth) = (0, 0usize);
            while at < json.len() {
                match json[at] {
                    b'{' | b'[' => depth += 1,
                    b'}' | b']' => depth -= 1,
                    b'"' => at += text_length(&json[at..]) - 1,
                    _ => {}
                }
                at += 1;
                if depth == 0 {
                    break;
                }
            }
            at
        }
        _ => {
            let is_end = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r');
            json.iter().position(is_end).unwrap_or(json.len())
        }
    }
}

/// How long the string is that the text begins with, its quotes included.
fn text_length(json: &[u8]) -> usize {
    let mut at = 1;
    while at < json.len() {
        let Some(found) = memchr2(b'"', b'\\', &json[at..]) else { break };
        at += found;
        if json[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    json.len()
}

/// Half of a character outside the basic plane, escaped: what is kept as it was written would come back as an answer
/// that strict readers refuse as a whole.
pub fn has_half_character(json: &[u8]) -> bool {
    // Hardly any text has an escape, and this is the quickest way to see it.
    memchr(b'\\', json).is_some() && half_character(json, 0).is_some()
}

/// Where the first half of a character is, from `start` on.
pub fn half_character(json: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while let Some(found) = json.get(at..)?.iter().position(|byte| *byte == b'\\') {
        at += found;
        let rest = &json[at..];
        at += match (escaped(rest), rest.get(6..).and_then(escaped)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => return Some(at),
            (Some(_), _) => 6,
            (None, _) => 2,
        };
    }
    None
}

/// JSON with each half of a character replaced by the sign for one that cannot be shown; `None` if it had none.
pub fn mended(json: &str) -> Option<String> {
    let mut bytes = json.as_bytes().to_vec();
    let mut at = half_character(&bytes, 0)?;
    loop {
        bytes.get_mut(at + 2..at + 6)?.copy_from_slice(b"fffd");
        match half_character(&bytes, at + 6) {
            Some(next) => at = next,
            None => return String::from_utf8(bytes).ok(),
        }
    }
}

/// The code unit of the escape that the text begins with, if it begins with one.
fn escaped(json: &[u8]) -> Option<u16> {
    let digits = json.strip_prefix(b"\\u")?.get(..4)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, value::RawValue};
    use std::collections::BTreeMap;

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<f64>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "[\"\\\\{}\\[\\]:, a-zş\u{0}\n]{0,8}([a-zş]{0,20}[\"\\\\][a-zş]{0,20})?".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 6, |inner| {
            let name = "[\"\\\\{}\\[\\]:, a-cş]{0,4}";
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                prop::collection::btree_map(name, inner, 0..6).prop_map(|map| map.into_iter().collect()),
            ]
        })
    }

    proptest! {
        #[test]
        fn it_comes_apart_as_a_reader_takes_it_apart(json in any_json(), is_pretty in any::<bool>()) {
            let json = if is_pretty { serde_json::to_string_pretty(&json) } else { serde_json::to_string(&json) }.unwrap();
            match json.as_bytes()[0] {
                b'{' => {
                    let read: BTreeMap<String, &RawValue> = serde_json::from_str(&json).unwrap();
                    let read: Vec<(String, &str)> = read.into_iter().map(|(name, value)| (name, value.get())).collect();
                    let found: BTreeMap<String, &str> =
                        members(&json).map(|(name, value)| (name.into_owned(), value)).collect();
                    prop_assert_eq!(found.into_iter().collect::<Vec<_>>(), read);
                }
                b'[' => {
                    let read: Vec<&RawValue> = serde_json::from_str(&json).unwrap();
                    let read: Vec<&str> = read.into_iter().map(RawValue::get).collect();
                    prop_assert_eq!(elements(&json).collect::<Vec<_>>(), read);
                }
                b'"' => prop_assert_eq!(text(&json).unwrap(), serde_json::from_str::<String>(&json).unwrap()),
                _ => {}
            }
        }

        #[test]
        fn what_is_not_json_ends(json in "[\"\\\\{}\\[\\]:, 0-9a-cş]{0,40}") {
            prop_assert!(members(&json).count() <= json.len());
            prop_assert!(elements(&json).count() <= json.len());
            let _ = text(&json);
        }
    }

    #[test]
    fn half_a_character_is_replaced_and_a_whole_one_stays() {
        assert_eq!(mended(r#"{"a":"x\ud83dy\udc00\ud83c\udf55"}"#).unwrap(), r#"{"a":"x\ufffdy\ufffd\ud83c\udf55"}"#);
        assert_eq!(mended(r#"{"a":"\\ud83d"}"#), None);
    }
}
