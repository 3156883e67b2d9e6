//! `Fields`: reads a JSON object field by field, with the rules that hold for all input.
//!
//! The doors and the `open` platform use it. A wrong type is 400, a missing or unusable value 422, and the
//! failure names the field by its full path (`items[2].total`). Numbers are read from their own text, so
//! money stays exact and a free object (`config`) is kept as it was written.

use super::{
    currency::Currency,
    failure::{Code, Failure, Why},
    money::{Money, Odd},
    time::Time,
};
use serde_json::value::RawValue;
use std::{borrow::Cow, collections::BTreeMap};

/// Longest name and longest other text, in characters.
pub const NAME: usize = 200;
pub const TEXT: usize = 2_000;

/// How deep a body may nest. What is kept as it was written comes back three levels deeper, and common readers
/// stop at 64.
const LEVELS: usize = 60;

pub struct Fields<'a> {
    map: BTreeMap<Cow<'a, str>, &'a RawValue>,
    path: String,
}

impl<'a> Fields<'a> {
    /// A whole body. Nothing at all counts as an empty object.
    pub fn parse(body: &'a [u8]) -> Result<Fields<'a>, Failure> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Fields { map: BTreeMap::new(), path: String::new() });
        }
        Fields::of(raw(body)?, String::new())
    }

    fn of(value: &'a RawValue, path: String) -> Result<Fields<'a>, Failure> {
        if !value.get().starts_with('{') {
            return Err(wrong_type(path, "object"));
        }
        let map = serde_json::from_str(value.get()).map_err(|e| Failure::new(Code::InvalidJson).cause(e))?;
        Ok(Fields { map, path })
    }

    pub fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// The field was written at all, even as null.
    pub fn has(&self, name: &str) -> bool {
        self.map.contains_key(name)
    }

    /// The field's own JSON, unless it is absent or null.
    pub fn raw(&self, name: &str) -> Option<&'a RawValue> {
        self.map.get(name).copied().filter(|value| value.get() != "null")
    }

    pub fn missing(&self, name: &str) -> Failure {
        Failure::invalid(self.path_of(name), Why::Missing)
    }

    pub fn invalid(&self, name: &str, why: Why) -> Failure {
        Failure::invalid(self.path_of(name), why)
    }

    /// Optional text, trimmed; empty counts as absent.
    pub fn text(&self, name: &str, most: usize) -> Result<Option<String>, Failure> {
        let Some(value) = self.raw(name) else { return Ok(None) };
        read_text(value, most).map_err(|e| e.field(self.path_of(name)))
    }

    pub fn required_text(&self, name: &str, most: usize) -> Result<String, Failure> {
        self.text(name, most)?.ok_or_else(|| self.missing(name))
    }

    /// Text of a given form: unlike a remark, an empty one is not absent but wrong.
    pub fn stated(&self, name: &str) -> Result<Option<String>, Failure> {
        Ok(self.raw(name).is_some().then_some(self.text(name, TEXT)?.unwrap_or_default()))
    }

    pub fn currency(&self, name: &str) -> Result<Option<Currency>, Failure> {
        let Some(text) = self.stated(name)? else { return Ok(None) };
        Currency::parse(&text).map(Some).ok_or_else(|| self.invalid(name, Why::NotACurrency))
    }

    pub fn boolean(&self, name: &str) -> Result<Option<bool>, Failure> {
        match self.raw(name).map(RawValue::get) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => Err(wrong_type(self.path_of(name), "boolean")),
        }
    }

    /// A whole number; `2.0` is one, `2.5` is not.
    pub fn whole(&self, name: &str, least: i64, most: i64) -> Result<Option<i64>, Failure> {
        let Some(value) = self.raw(name) else { return Ok(None) };
        let range = || self.invalid(name, Why::OutOfRange(least.to_string(), most.to_string()));
        let number = match value.get().parse::<i64>() {
            Ok(number) => number,
            Err(_) => match value.get().parse::<f64>() {
                Ok(number) if is_number(value) && number.fract() == 0.0 && number.abs() < 9e15 => number as i64,
                Ok(number) if is_number(value) && number.fract() == 0.0 => return Err(range()),
                _ => return Err(wrong_type(self.path_of(name), "whole number")),
            },
        };
        if (least..=most).contains(&number) { Ok(Some(number)) } else { Err(range()) }
    }

    /// A coordinate or the like.
    pub fn decimal(&self, name: &str, least: f64, most: f64) -> Result<Option<f64>, Failure> {
        let Some(value) = self.raw(name) else { return Ok(None) };
        let number = value.get().parse::<f64>().ok().filter(|_| is_number(value));
        match number {
            None => Err(wrong_type(self.path_of(name), "number")),
            Some(number) if (least..=most).contains(&number) => Ok(Some(number)),
            Some(_) => Err(self.invalid(name, Why::OutOfRange(least.to_string(), most.to_string()))),
        }
    }

    /// An amount of money, not negative, with at most two decimals.
    pub fn money(&self, name: &str) -> Result<Option<Money>, Failure> {
        let Some(value) = self.raw(name) else { return Ok(None) };
        let range = || self.invalid(name, Why::OutOfRange("0".into(), super::money::MOST.to_string()));
        match Money::parse(value.get()) {
            Ok(money) if money >= Money(0) => Ok(Some(money)),
            Ok(_) | Err(Odd::TooLarge) => Err(range()),
            Err(Odd::TooFine) => Err(self.invalid(name, Why::TooManyDecimals)),
            Err(Odd::NotANumber) => Err(wrong_type(self.path_of(name), "number")),
        }
    }

    pub fn time(&self, name: &str) -> Result<Option<Time>, Failure> {
        let Some(text) = self.stated(name)? else { return Ok(None) };
        Time::parse(&text).map(Some).ok_or_else(|| self.invalid(name, Why::NotATime))
    }

    /// One of a closed set of words.
    pub fn choice<T: Copy>(&self, name: &str, all: &[(&str, T)]) -> Result<Option<T>, Failure> {
        let Some(text) = self.stated(name)? else { return Ok(None) };
        let found = all.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        found.map(Some).ok_or_else(|| self.invalid(name, Why::NotOneOf(words(all))))
    }

    pub fn object(&self, name: &str) -> Result<Option<Fields<'a>>, Failure> {
        self.raw(name).map(|value| Fields::of(value, self.path_of(name))).transpose()
    }

    pub fn list(&self, name: &str, most: usize) -> Result<Option<Vec<Element<'a>>>, Failure> {
        self.raw(name).map(|value| entries(value, self.path_of(name), most)).transpose()
    }

    /// The entries of an object whose names are not fixed, in the order of their names.
    pub fn entries(self) -> impl Iterator<Item = (String, Element<'a>)> {
        let Fields { map, path } = self;
        map.into_iter().map(move |(name, value)| {
            let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
            (name.into_owned(), Element { value, path })
        })
    }
}

/// One value of a list or of a free object, with its path.
pub struct Element<'a> {
    value: &'a RawValue,
    pub path: String,
}

impl<'a> Element<'a> {
    pub fn fields(&self) -> Result<Fields<'a>, Failure> {
        Fields::of(self.value, self.path.clone())
    }

    pub fn is_null(&self) -> bool {
        self.value.get() == "null"
    }

    pub fn text(&self, most: usize) -> Result<String, Failure> {
        read_text(self.value, most)
            .and_then(|text| text.ok_or_else(|| Failure::new(Code::ValidationFailed).why(Why::Missing)))
            .map_err(|e| e.field(self.path.clone()))
    }

    pub fn choice<T: Copy>(&self, all: &[(&str, T)]) -> Result<T, Failure> {
        let text = self.text(TEXT)?;
        let found = all.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        found.ok_or_else(|| Failure::invalid(self.path.clone(), Why::NotOneOf(words(all))))
    }
}

/// A body that is a list of objects.
pub fn parse_list(body: &[u8], most: usize) -> Result<Vec<Element<'_>>, Failure> {
    entries(raw(body)?, String::new(), most)
}

fn raw(body: &[u8]) -> Result<&RawValue, Failure> {
    let value = serde_json::from_slice(body).map_err(|e| Failure::new(Code::InvalidJson).cause(e))?;
    // A raw value is skipped over without serde_json's own limit.
    if depth(body) > LEVELS {
        return Err(Failure::new(Code::InvalidJson).why(Why::TooDeep(LEVELS)));
    }
    if has_half_character(body) {
        return Err(Failure::new(Code::InvalidJson).cause("an escaped surrogate stands alone"));
    }
    Ok(value)
}

/// JSON that comes back as it was written can be read by everyone: it is not too deep, and every character is whole.
pub fn is_sound(json: &[u8]) -> bool {
    depth(json) <= LEVELS && !has_half_character(json)
}

/// How deep lists and objects lie in each other, in text that is known to be JSON.
fn depth(json: &[u8]) -> usize {
    let (mut now, mut most) = (0usize, 0);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => now += 1,
            b']' | b'}' => now = now.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => _ = bytes.next(),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        most = most.max(now);
    }
    most
}

/// Half of a character outside the basic plane, escaped: what is kept as it was written would come back as an answer
/// that strict readers refuse as a whole.
fn has_half_character(json: &[u8]) -> bool {
    half_character(json, 0).is_some()
}

/// Where the first half of a character is, from `start` on.
fn half_character(json: &[u8], start: usize) -> Option<usize> {
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

fn entries<'a>(value: &'a RawValue, path: String, most: usize) -> Result<Vec<Element<'a>>, Failure> {
    if !value.get().starts_with('[') {
        return Err(wrong_type(path, "list"));
    }
    let values: Vec<&RawValue> =
        serde_json::from_str(value.get()).map_err(|e| Failure::new(Code::InvalidJson).cause(e))?;
    if values.len() > most {
        return Err(Failure::invalid(path, Why::TooMany(most)));
    }
    Ok(values.into_iter().enumerate().map(|(at, value)| Element { value, path: format!("{path}[{at}]") }).collect())
}

fn read_text(value: &RawValue, most: usize) -> Result<Option<String>, Failure> {
    if !value.get().starts_with('"') {
        return Err(wrong_type(String::new(), "text"));
    }
    let text: Cow<str> = serde_json::from_str(value.get()).map_err(|e| Failure::new(Code::InvalidJson).cause(e))?;
    checked_text(&text, most)
}

/// Text that was given, trimmed; empty counts as absent.
pub fn checked_text(text: &str, most: usize) -> Result<Option<String>, Failure> {
    let invalid = |why| Failure::new(Code::ValidationFailed).why(why);
    // A NUL or an escape sequence has no business on a kitchen printer.
    if text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r')) {
        return Err(invalid(Why::ControlCharacter));
    }
    let text = text.trim();
    if text.len() > most && text.chars().count() > most {
        return Err(invalid(Why::TooLong(most)));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

fn is_number(value: &RawValue) -> bool {
    value.get().starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

fn wrong_type(path: String, expected: &'static str) -> Failure {
    let failure = Failure::new(Code::InvalidParameter).why(Why::WrongType(Cow::Borrowed(expected)));
    if path.is_empty() { failure } else { failure.field(path) }
}

fn words<T>(all: &[(&str, T)]) -> String {
    all.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(body: &str) -> Fields<'_> {
        Fields::parse(body.as_bytes()).unwrap()
    }

    fn code<T>(result: Result<T, Failure>) -> (Code, Option<String>) {
        match result {
            Ok(_) => panic!("was accepted"),
            Err(failure) => (failure.code, failure.field.as_ref().map(ToString::to_string)),
        }
    }

    #[test]
    fn a_struct_written_as_a_list_is_refused() {
        assert_eq!(code(Fields::parse(b"[\"x\"]")).0, Code::InvalidParameter);
        assert_eq!(code(Fields::parse(b"{")).0, Code::InvalidJson);
        assert_eq!(code(Fields::parse(b"{} x")).0, Code::InvalidJson);
        assert_eq!(code(Fields::parse(b"\xff")).0, Code::InvalidJson);
        assert!(Fields::parse(b"  ").is_ok());
        let nested = |levels: usize| format!(r#"{{"a":{}"]\\\"["{}}}"#, "[".repeat(levels - 1), "]".repeat(levels - 1));
        assert!(Fields::parse(nested(LEVELS).as_bytes()).is_ok());
        assert_eq!(code(Fields::parse(nested(LEVELS + 1).as_bytes())).0, Code::InvalidJson);
        for half in [r"\ud800", r"\uDC00", r"\ud83d\ud83d", r"\ud83dx", r"\ud83c\udf55\udf55", r"\\\ud800"] {
            assert_eq!(code(Fields::parse(format!(r#"{{"a":["{half}"]}}"#).as_bytes())).0, Code::InvalidJson, "{half}");
        }
        assert_eq!(mended(r#"{"a":"x\ud83dy\udc00\ud83c\udf55"}"#).unwrap(), r#"{"a":"x\ufffdy\ufffd\ud83c\udf55"}"#);
        assert_eq!(mended(r#"{"a":"\\ud83d"}"#), None);
        for whole in [r"\ud83c\uDF55", r"\\ud800", r"\u00fc\\", r"\u0000"] {
            assert!(Fields::parse(format!(r#"{{"a":["{whole}"]}}"#).as_bytes()).is_ok(), "{whole}");
        }
    }

    #[test]
    fn text_is_trimmed_counted_in_characters_and_free_of_control_characters() {
        let long = "ş".repeat(2_001);
        let body = format!(r#"{{"a":"  çay ☕ ","b":"   ","c":"\u0000","d":"{long}","e":5,"f":null,"g":"a\nb"}}"#);
        let f = fields(&body);
        assert_eq!(f.text("a", NAME).unwrap().as_deref(), Some("çay ☕"));
        assert_eq!(f.text("b", NAME).unwrap(), None);
        assert_eq!(code(f.text("c", NAME)), (Code::ValidationFailed, Some("c".into())));
        assert_eq!(code(f.text("d", TEXT)), (Code::ValidationFailed, Some("d".into())));
        assert_eq!(code(f.text("e", TEXT)), (Code::InvalidParameter, Some("e".into())));
        assert_eq!(f.text("f", TEXT).unwrap(), None);
        assert_eq!(f.text("g", TEXT).unwrap().as_deref(), Some("a\nb"));
        assert_eq!(code(f.required_text("b", NAME)), (Code::ValidationFailed, Some("b".into())));
    }

    #[test]
    fn numbers_keep_to_their_kind_and_range() {
        let f = fields(r#"{"a":2.0,"b":2.5,"c":"2","d":1e30,"e":-91,"m":1.005,"n":-1,"o":12.5}"#);
        assert_eq!(f.whole("a", 0, 9).unwrap(), Some(2));
        assert_eq!(code(f.whole("b", 0, 9)).0, Code::InvalidParameter);
        assert_eq!(code(f.whole("c", 0, 9)).0, Code::InvalidParameter);
        assert_eq!(code(f.whole("d", 0, 9)).0, Code::ValidationFailed);
        assert_eq!(code(f.decimal("e", -90.0, 90.0)).0, Code::ValidationFailed);
        assert_eq!(code(f.decimal("c", -90.0, 90.0)).0, Code::InvalidParameter);
        assert_eq!(code(f.money("m")).0, Code::ValidationFailed);
        assert_eq!(code(f.money("n")).0, Code::ValidationFailed);
        assert_eq!(f.money("o").unwrap(), Some(Money(1_250)));
    }

    #[test]
    fn a_failure_names_the_whole_path() {
        let f = fields(r#"{"items":[{"name":"x"},{"total":"y"}]}"#);
        let items = f.list("items", 10).unwrap().unwrap();
        assert_eq!(code(items[1].fields().unwrap().money("total")).1.as_deref(), Some("items[1].total"));
        assert_eq!(code(f.list("items", 1)).1.as_deref(), Some("items"));
    }
}
