//! `Fields`: reads an object field by field, with the rules that hold for all input, whether it came as JSON or was
//! typed into a form.
//!
//! The doors and the `open` platform use it. A wrong type is 400, a missing or unusable value 422, and the
//! failure names the field by its full path (`items[2].total`). Numbers are read from their own text, so
//! money stays exact and a free object (`config`) is kept as it was written.

pub use super::given::{Given, checked_text};

use super::{Code, Currency, Failure, JsonKind, Money, RangeUnit, Time, Why, given::wrong_type, json, money::Odd};
use serde_json::value::RawValue;
use std::{borrow::Cow, collections::BTreeMap};

/// Longest name and longest other text, in characters.
pub const NAME: usize = 200;
pub const TEXT: usize = 2_000;

pub struct Fields<'a> {
    /// Where a name stands twice, the last counts.
    members: Vec<(Cow<'a, str>, Given<'a>)>,
    path: String,
}

impl<'a> Fields<'a> {
    /// A whole body. Nothing at all counts as an empty object.
    pub fn parse(body: &'a [u8]) -> Result<Fields<'a>, Failure> {
        if body.iter().all(u8::is_ascii_whitespace) {
            return Ok(Fields { members: Vec::new(), path: String::new() });
        }
        Fields::of(Given::Json(accepted(body)?), String::new())
    }

    /// What was typed into a form.
    pub fn typed<K: Into<Cow<'a, str>>>(fields: impl IntoIterator<Item = (K, Given<'a>)>) -> Fields<'a> {
        let members = fields.into_iter().map(|(name, value)| (name.into(), value)).collect();
        Fields { members, path: String::new() }
    }

    fn of(value: Given<'a>, path: String) -> Result<Fields<'a>, Failure> {
        match value {
            Given::Object(members) => Ok(Fields { members, path }),
            Given::Json(json) if json.starts_with('{') => {
                let members = json::members(json).map(|(name, value)| (name, Given::Json(value)));
                Ok(Fields { members: members.collect(), path })
            }
            other => Err(wrong_type(path, JsonKind::Object, &other)),
        }
    }

    pub fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { [&self.path, ".", name].concat() }
    }

    fn written(&self, name: &str) -> Option<&Given<'a>> {
        self.members.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// The field was written at all, even as null.
    pub fn has(&self, name: &str) -> bool {
        self.written(name).is_some()
    }

    /// The field, unless it is absent or null.
    fn given(&self, name: &str) -> Option<&Given<'a>> {
        self.written(name).filter(|value| !value.is_nothing())
    }

    /// The field was written, and says that there is to be nothing.
    pub fn clears(&self, name: &str) -> bool {
        self.written(name).is_some_and(Given::is_nothing)
    }

    /// The field's own JSON, unless it is absent or null.
    pub fn raw(&self, name: &str) -> Option<&'a RawValue> {
        match self.given(name) {
            Some(Given::Json(json)) => serde_json::from_str(json).ok(),
            _ => None,
        }
    }

    pub fn missing(&self, name: &str) -> Failure {
        match self.nearly(name) {
            _ if self.given(name).is_some() => self.invalid(name, Why::Empty),
            Some(given) => self.invalid(name, Why::Misnamed(given)),
            None => self.invalid(name, Why::Missing),
        }
    }

    /// The name of a field that is written nearly like this: `provider_order_id` for `providerOrderId`.
    fn nearly(&self, name: &str) -> Option<String> {
        let letters = |name: &str| name.replace(['_', '-'], "").to_ascii_lowercase();
        let is_near = |given: &&Cow<'_, str>| given.len() < 2 * name.len() && letters(given) == letters(name);
        self.members
            .iter()
            .map(|(given, _)| given)
            .find(|given| *given != name && is_near(given))
            .map(ToString::to_string)
    }

    pub fn invalid(&self, name: &str, why: Why) -> Failure {
        Failure::invalid(self.path_of(name), why)
    }

    /// Optional text, trimmed; empty counts as absent.
    pub fn text(&self, name: &str, most: usize) -> Result<Option<String>, Failure> {
        let Some(value) = self.given(name) else { return Ok(None) };
        value.read_text(most).map_err(|e| e.field(self.path_of(name)))
    }

    pub fn required_text(&self, name: &str, most: usize) -> Result<String, Failure> {
        self.text(name, most)?.ok_or_else(|| self.missing(name))
    }

    /// Text of a given form: unlike a remark, an empty one is not absent but wrong.
    pub fn stated(&self, name: &str) -> Result<Option<String>, Failure> {
        Ok(self.given(name).is_some().then_some(self.text(name, TEXT)?.unwrap_or_default()))
    }

    /// Text of a given form, read by `of`; anything else is refused with `why`, which says what would be right.
    fn read<T>(
        &self,
        name: &str,
        of: impl FnOnce(&str) -> Option<T>,
        why: impl FnOnce() -> Why,
    ) -> Result<Option<T>, Failure> {
        match self.stated(name) {
            Ok(None) => Ok(None),
            Ok(Some(text)) => of(&text).map(Some).ok_or_else(|| self.invalid(name, why())),
            Err(failure) => Err(failure.why(why())),
        }
    }

    pub fn currency(&self, name: &str) -> Result<Option<Currency>, Failure> {
        self.read(name, Currency::parse, || Why::NotACurrency)
    }

    pub fn boolean(&self, name: &str) -> Result<Option<bool>, Failure> {
        match self.given(name).map(Given::written) {
            None => Ok(None),
            Some("true") => Ok(Some(true)),
            Some("false") => Ok(Some(false)),
            Some(_) => Err(self.wrong_type(name, JsonKind::Boolean)),
        }
    }

    fn wrong_type(&self, name: &str, wanted: JsonKind) -> Failure {
        wrong_type(self.path_of(name), wanted, self.written(name).unwrap_or(&Given::Nothing))
    }

    fn out_of_range(&self, name: &str, least: impl ToString, most: impl ToString) -> Failure {
        let (least, most) = (least.to_string(), most.to_string());
        self.invalid(name, Why::OutOfRange { least, most, unit: unit_of(name) })
    }

    /// A whole number; `2.0` is one, `2.5` is not.
    pub fn whole(&self, name: &str, least: i64, most: i64) -> Result<Option<i64>, Failure> {
        let Some(value) = self.given(name) else { return Ok(None) };
        let range = || self.out_of_range(name, least, most);
        let number = match value.written().parse::<i64>() {
            Ok(number) => number,
            Err(_) => match value.written().parse::<f64>() {
                Ok(number) if value.is_number() && number.fract() == 0.0 && number.abs() < 9e15 => number as i64,
                Ok(number) if value.is_number() && number.fract() == 0.0 => return Err(range()),
                _ => return Err(self.wrong_type(name, JsonKind::WholeNumber)),
            },
        };
        if (least..=most).contains(&number) { Ok(Some(number)) } else { Err(range()) }
    }

    /// A coordinate or the like.
    pub fn decimal(&self, name: &str, least: f64, most: f64) -> Result<Option<f64>, Failure> {
        let Some(value) = self.given(name) else { return Ok(None) };
        let number = value.written().parse::<f64>().ok().filter(|_| value.is_number());
        match number {
            None => Err(self.wrong_type(name, JsonKind::Number)),
            Some(number) if (least..=most).contains(&number) => Ok(Some(number)),
            Some(_) => Err(self.out_of_range(name, least, most)),
        }
    }

    /// An amount of money, not negative, with at most two decimals.
    pub fn money(&self, name: &str) -> Result<Option<Money>, Failure> {
        let Some(value) = self.given(name) else { return Ok(None) };
        let range = || self.out_of_range(name, 0, super::money::MOST);
        match Money::parse(value.written()) {
            Ok(money) if money >= Money(0) => Ok(Some(money)),
            Ok(_) | Err(Odd::TooLarge) => Err(range()),
            Err(Odd::TooFine) => Err(self.invalid(name, Why::TooManyDecimals)),
            Err(Odd::NotANumber) => Err(self.wrong_type(name, JsonKind::Number)),
        }
    }

    pub fn time(&self, name: &str) -> Result<Option<Time>, Failure> {
        self.read(name, Time::parse, || Why::NotATime)
    }

    /// One of a closed set of words.
    pub fn choice<T: Copy>(&self, name: &str, all: &[(&str, T)]) -> Result<Option<T>, Failure> {
        self.read(name, |text| chosen(all, text), || Why::NotOneOf(words(all)))
    }

    pub fn required_choice<T: Copy>(&self, name: &str, all: &[(&str, T)]) -> Result<T, Failure> {
        let why = || self.nearly(name).map_or_else(|| Why::MissingOneOf(words(all)), Why::Misnamed);
        self.choice(name, all)?.ok_or_else(|| self.invalid(name, why()))
    }

    pub fn object(&self, name: &str) -> Result<Option<Fields<'a>>, Failure> {
        self.given(name).map(|value| Fields::of(value.clone(), self.path_of(name))).transpose()
    }

    /// An object whose fields are told one by one if they are missing: without it, all of them are.
    pub fn part(&self, name: &str) -> Result<Fields<'a>, Failure> {
        let nothing = Fields { members: Vec::new(), path: self.path_of(name) };
        Ok(self.object(name)?.unwrap_or(nothing))
    }

    pub fn list(&self, name: &str, most: usize) -> Result<Option<Vec<Element<'a>>>, Failure> {
        self.given(name).map(|value| entries(value.clone(), self.path_of(name), most)).transpose()
    }

    /// The entries of an object whose names are not fixed, in the order of their names.
    pub fn entries(self) -> impl Iterator<Item = (String, Element<'a>)> {
        let Fields { members, path } = self;
        let by_name: BTreeMap<Cow<'a, str>, Given<'a>> = members.into_iter().collect();
        by_name.into_iter().map(move |(name, value)| {
            let path = if path.is_empty() { name.to_string() } else { format!("{path}.{name}") };
            (name.into_owned(), Element { value, path })
        })
    }
}

/// One value of a list or of a free object, with its path.
pub struct Element<'a> {
    value: Given<'a>,
    pub path: String,
}

impl<'a> Element<'a> {
    pub fn fields(&self) -> Result<Fields<'a>, Failure> {
        Fields::of(self.value.clone(), self.path.clone())
    }

    pub fn is_null(&self) -> bool {
        self.value.is_nothing()
    }

    pub fn text(&self, most: usize) -> Result<String, Failure> {
        self.value
            .read_text(most)
            .and_then(|text| text.ok_or_else(|| Failure::new(Code::ValidationFailed).why(Why::Empty)))
            .map_err(|e| e.field(self.path.clone()))
    }

    pub fn choice<T: Copy>(&self, all: &[(&str, T)]) -> Result<T, Failure> {
        let unknown = || Why::NotOneOf(words(all));
        match self.text(TEXT) {
            Ok(text) => chosen(all, &text).ok_or_else(|| Failure::invalid(self.path.clone(), unknown())),
            Err(failure) => Err(failure.why(unknown())),
        }
    }
}

/// A whole body that is a list.
pub fn parse_list(body: &[u8]) -> Result<Given<'_>, Failure> {
    Ok(Given::Json(accepted(body)?))
}

/// The entries of a list that stands for itself.
pub fn entries_of(list: Given<'_>, most: usize) -> Result<Vec<Element<'_>>, Failure> {
    entries(list, String::new(), most)
}

fn accepted(body: &[u8]) -> Result<&str, Failure> {
    // A raw value is skipped over without serde_json's own limit of depth.
    let value = serde_json::from_slice::<&RawValue>(body).ok().filter(|_| json::is_sound(body));
    value.map(RawValue::get).ok_or_else(|| Failure::not_json(body))
}

fn entries<'a>(value: Given<'a>, path: String, most: usize) -> Result<Vec<Element<'a>>, Failure> {
    let values: Vec<Given<'a>> = match value {
        Given::List(values) => values,
        Given::Json(json) if json.starts_with('[') => json::elements(json).map(Given::Json).collect(),
        other => return Err(wrong_type(path, JsonKind::List, &other)),
    };
    if values.len() > most {
        return Err(Failure::invalid(path, Why::TooMany(most)));
    }
    // Joined, as every item of an order has a path, and to format one takes three times as long.
    let path_at = |at: usize| [&path, "[", &at.to_string(), "]"].concat();
    Ok(values.into_iter().enumerate().map(|(at, value)| Element { value, path: path_at(at) }).collect())
}

fn chosen<T: Copy>(all: &[(&str, T)], text: &str) -> Option<T> {
    all.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
}

/// Names have their units in them.
fn unit_of(name: &str) -> RangeUnit {
    match name {
        "lat" | "lon" => RangeUnit::Degrees,
        _ if name.ends_with("Minutes") => RangeUnit::Minutes,
        _ if name.ends_with("Seconds") => RangeUnit::Seconds,
        _ => RangeUnit::None,
    }
}

fn words<T>(all: &[(&str, T)]) -> String {
    all.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::{super::json::LEVELS, *};

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
