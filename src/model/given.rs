//! `Given`: a value as it was given, in JSON or typed into a form, before it is known whether it will do.

use super::{Code, Failure, JsonKind, Why, json};
use std::borrow::Cow;

#[derive(Clone, Debug)]
pub enum Given<'a> {
    /// As it was written; a reader has accepted it.
    Json(&'a str),
    Nothing,
    Text(Cow<'a, str>),
    /// As JSON would write it.
    Number(String),
    Bool(bool),
    List(Vec<Given<'a>>),
    Object(Vec<(Cow<'a, str>, Given<'a>)>),
}

impl<'a> Given<'a> {
    pub fn text(text: impl Into<Cow<'a, str>>) -> Given<'a> {
        Given::Text(text.into())
    }

    pub fn object<K: Into<Cow<'a, str>>>(fields: impl IntoIterator<Item = (K, Given<'a>)>) -> Given<'a> {
        Given::Object(fields.into_iter().map(|(name, value)| (name.into(), value)).collect())
    }

    pub fn is_nothing(&self) -> bool {
        self.written() == "null"
    }

    /// As JSON would begin it; a number, a truth value and nothing are all of it.
    pub(super) fn written(&self) -> &str {
        match self {
            Given::Json(json) => json,
            Given::Nothing => "null",
            Given::Text(_) => "\"",
            Given::Number(number) => number,
            Given::Bool(true) => "true",
            Given::Bool(false) => "false",
            Given::List(_) => "[",
            Given::Object(_) => "{",
        }
    }

    pub(super) fn read_text(&self, most: usize) -> Result<Option<String>, Failure> {
        match self {
            Given::Text(text) => checked_text(text, most),
            Given::Json(json) if json.starts_with('"') => {
                checked_text(&json::text(json).ok_or_else(|| Failure::not_json(json.as_bytes()))?, most)
            }
            _ => Err(wrong_type(String::new(), JsonKind::Text, self)),
        }
    }

    /// The JSON type that a program wrote; `None` for form input, whose type needs no mention.
    fn kind(&self) -> Option<JsonKind> {
        let Given::Json(json) = self else { return None };
        Some(match json.as_bytes().first() {
            Some(b'"') => JsonKind::Text,
            Some(b'{') => JsonKind::Object,
            Some(b'[') => JsonKind::List,
            Some(b't' | b'f') => JsonKind::Boolean,
            Some(b'n') => JsonKind::Null,
            _ if json.parse::<f64>().is_ok_and(|number| number.fract() != 0.0) => JsonKind::Fraction,
            _ => JsonKind::Number,
        })
    }

    pub(super) fn is_number(&self) -> bool {
        self.written().starts_with(|c: char| c == '-' || c.is_ascii_digit())
    }
}

/// Text that was given, trimmed; empty counts as absent.
pub fn checked_text(text: &str, most: usize) -> Result<Option<String>, Failure> {
    let invalid = |why| Failure::new(Code::ValidationFailed).why(why);
    // A NUL or an escape sequence has no business on a kitchen printer.
    if may_have_control(text) && text.chars().any(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r')) {
        return Err(invalid(Why::ControlCharacter));
    }
    let text = text.trim();
    if text.len() > most && text.chars().count() > most {
        return Err(invalid(Why::TooLong(most)));
    }
    Ok((!text.is_empty()).then(|| text.to_owned()))
}

/// Every control character has one of these bytes, and hardly any other text has. All are looked at, as that is quicker than
/// to stop at the first.
fn may_have_control(text: &str) -> bool {
    text.bytes().fold(false, |found, byte| found | (byte < 0x20) | (byte == 0x7f) | (byte == 0xc2))
}

/// It is not of the type that is wanted.
pub(super) fn wrong_type(path: String, wanted: JsonKind, given: &Given<'_>) -> Failure {
    let failure = Failure::new(Code::InvalidParameter).why(Why::WrongType { wanted, given: given.kind() });
    if path.is_empty() { failure } else { failure.field(path) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_control_character_is_missed() {
        let may_have = |c: char| may_have_control(&format!("çay {c} ☕"));
        assert!(('\0'..=char::MAX).filter(|c| c.is_control()).all(may_have));
        assert!(!"Adana Dürüm ☕ 🍕".chars().any(may_have));
    }
}
