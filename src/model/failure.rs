//! `Why` (what was wrong with a value) and `Failure` (one refusal or fault).
//!
//! Everyone returns these. What HTTP status a code has is `http`'s to say, and its words are `i18n`'s.

use super::{code::Code, flaw::JsonFlaw, lang::Bilingual, restore::RestoreStep, upgrade::Version};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Value, json};
use std::{borrow::Cow, fmt, ops::Deref, time::Duration};

/// What was wrong with a value, in a form that both languages can put into a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Why {
    /// Missing or null.
    Missing,
    /// It is there, but empty, and must not be.
    Empty,
    /// Missing, where only certain words will do.
    MissingOneOf(String),
    /// Missing, but this name is there, which is nearly the right one.
    Misnamed(String),
    /// What was given is known of what a program wrote; people type texts alone.
    WrongType {
        wanted: JsonKind,
        given: Option<JsonKind>,
    },
    /// Bytes that are no text, in a query.
    NotText,
    /// Bytes other than ASCII, in a header.
    NotAscii,
    /// In characters.
    TooLong(usize),
    /// How short and how long it may be, in characters.
    NotSoLong(usize, usize),
    TooMany(usize),
    TooLarge(usize),
    /// There are as many as there may be.
    NoMore(RecordKind, usize),
    /// All of a kind take as many bytes as they may.
    AllTooLarge(usize),
    OutOfRange {
        least: String,
        most: String,
        unit: RangeUnit,
    },
    NotOneOf(String),
    TooManyDecimals,
    ControlCharacter,
    NotATime,
    NotADay,
    NotAUrl,
    AddressRefused,
    NotAHeader,
    NotACurrency,
    NotATimeZone,
    BadCursor,
    /// A name in the query that the operation does not know: the nearest right one, or else all there are.
    UnknownParameter {
        nearest: Option<String>,
        known: String,
    },
    GivenTwice,
    /// The end is before the start; both may be the same day.
    EndsBeforeStart,
    /// The end is not after the start.
    EndsAtStart,
    TooDeep(usize),
    NotJson(JsonFlaw),
    /// Why a target did not answer, in the words of our own client.
    NoAnswer(String),
    /// What a platform said, in its own words.
    Said(String),
    /// A sentence of its own.
    Plain(Bilingual),
    /// How far a repair at start has come, in per cent.
    Repairing(u8),
    /// How far bringing an older file up has come, in per cent.
    Upgrading(u8),
    /// A backup takes the place of the store: how far that is.
    Restoring(RestoreStep),
    NoSuchUser,
    NoSuchScreen,
    /// A screen that is for something else.
    NotOfThisScreen,
    /// A program to upgrade to that is no newer than the one that is there.
    NotNewer {
        offered: Version,
        own: Version,
    },
    UpgradeUnderWay,
    RestoreUnderWay,
    /// The disk is almost full: what can wait has to.
    DiskLow,
    /// The disk is full, or takes no writes.
    DiskFull,
    /// The copy of the store that an upgrade keeps needs more than the disk has, in bytes.
    NoRoomForCopy {
        needed: u64,
        free: u64,
    },
}

impl Why {
    /// A bound without a unit.
    pub fn out_of(least: impl fmt::Display, most: impl fmt::Display) -> Why {
        Why::OutOfRange { least: least.to_string(), most: most.to_string(), unit: RangeUnit::None }
    }
}

/// What a value in JSON is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonKind {
    Null,
    Text,
    Number,
    WholeNumber,
    Fraction,
    Boolean,
    Object,
    List,
}

/// What a range is counted in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RangeUnit {
    None,
    Seconds,
    Minutes,
    Degrees,
}

/// Of what there may be only so many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecordKind {
    Business,
    Restaurant,
    Webhook,
    Key,
    User,
    Screen,
    Assignment,
    Station,
}

/// What the name in a refusal is the name of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FieldPlace {
    #[default]
    Body,
    Query,
    Header,
}

/// What all that may be refused returns.
pub type Result<T, E = Failure> = std::result::Result<T, E>;

/// A refusal or a fault. Boxed, because it travels in every `Result`.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure(Box<Refusal>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Refusal {
    pub code: Code,
    pub field: Option<Cow<'static, str>>,
    #[serde(default)]
    pub place: FieldPlace,
    /// One that another version wrote down and this one does not know is left out.
    #[serde(default, deserialize_with = "known")]
    pub why: Option<Why>,
    pub details: Option<Value>,
    /// After which trying again makes sense, in whole seconds, as HTTP says it.
    #[serde(default, with = "seconds")]
    pub retry_after: Option<Duration>,
    /// For the log alone: it is shown neither to clients nor on the command line.
    #[serde(skip)]
    pub cause: Option<String>,
    /// The other side may have done what it was asked all the same: ask before deciding.
    #[serde(skip)]
    pub is_in_doubt: bool,
    /// It says nothing about what was asked: asking again later may well succeed.
    #[serde(skip)]
    pub is_passing: bool,
}

impl Failure {
    pub fn new(code: Code) -> Failure {
        Failure(Box::new(Refusal {
            code,
            field: None,
            place: FieldPlace::Body,
            why: None,
            details: None,
            retry_after: None,
            cause: None,
            is_in_doubt: false,
            is_passing: false,
        }))
    }

    /// Our own fault: the cause goes to the log, the client gets `internal`.
    pub fn fault(cause: impl fmt::Display) -> Failure {
        Failure::new(Code::Internal).cause(cause)
    }

    pub fn unavailable(cause: impl fmt::Display) -> Failure {
        Failure::new(Code::Unavailable).cause(cause)
    }

    /// 400: the body is not JSON. It says where, for a person and for a program.
    pub fn not_json(body: &[u8]) -> Failure {
        let failure = Failure::new(Code::InvalidJson);
        let Some(flaw) = JsonFlaw::find(body) else { return failure };
        let JsonFlaw { line, column, wanted, .. } = flaw;
        let cause = format!("{wanted:?} wanted at line {line}, column {column}");
        failure.why(Why::NotJson(flaw)).details(json!({ "line": line, "column": column })).cause(cause)
    }

    /// 422: the value is of the right type but cannot be used.
    pub fn invalid(field: impl Into<Cow<'static, str>>, why: Why) -> Failure {
        Failure::new(Code::ValidationFailed).field(field).why(why)
    }

    /// 400: the value of a query's parameter cannot even be read.
    pub fn unreadable(name: impl Into<Cow<'static, str>>, why: Why) -> Failure {
        Failure::new(Code::InvalidParameter).field(name).of(FieldPlace::Query).why(why)
    }

    /// 400: the value of a header cannot even be read.
    pub fn unreadable_header(name: impl Into<Cow<'static, str>>, why: Why) -> Failure {
        Failure::unreadable(name, why).of(FieldPlace::Header)
    }

    /// What it is about: a field of the body, unless `of` says otherwise, or of a form by its label.
    pub fn field(mut self, field: impl Into<Cow<'static, str>>) -> Failure {
        (self.0.field, self.0.place) = (Some(field.into()), FieldPlace::Body);
        self
    }

    pub fn of(mut self, place: FieldPlace) -> Failure {
        self.0.place = place;
        self
    }

    pub fn why(mut self, why: Why) -> Failure {
        self.0.why = Some(why);
        self
    }

    pub fn details(mut self, details: Value) -> Failure {
        self.0.details = Some(details);
        self
    }

    pub fn retry_after(mut self, pause: Duration) -> Failure {
        self.0.retry_after = Some(Duration::from_secs(pause.as_secs()));
        self
    }

    pub fn cause(mut self, cause: impl fmt::Display) -> Failure {
        self.0.cause = Some(cause.to_string());
        self
    }

    pub fn in_doubt(mut self, is_in_doubt: bool) -> Failure {
        self.0.is_in_doubt = is_in_doubt;
        self
    }

    pub fn passing(mut self) -> Failure {
        self.0.is_passing = true;
        self
    }

    pub fn refusal(&self) -> &Refusal {
        &self.0
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure(Box::new(refusal))
    }
}

impl Deref for Failure {
    type Target = Refusal;

    fn deref(&self) -> &Refusal {
        &self.0
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.key())?;
        // A name that is unknown here may be anything that was pasted into an address.
        let is_strange = matches!(self.why, Some(Why::UnknownParameter { .. }));
        if let Some(field) = self.field.as_ref().filter(|_| !is_strange) {
            write!(f, " ({field})")?;
        }
        if let Some(cause) = &self.cause {
            write!(f, ": {cause}")?;
        }
        Ok(())
    }
}

fn known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Why>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

/// A duration as a number of seconds, which is how records have it.
mod seconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(span: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        span.map(|span| span.as_secs()).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(deserializer)?.map(Duration::from_secs))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_that_another_version_wrote_down_costs_nobody_the_answer() {
        let kept = |why: &str| format!(r#"{{"code":"validation_failed","field":"name","why":{why},"details":null}}"#);
        let read = |text: &str| serde_json::from_str::<Refusal>(text).unwrap();
        for (why, expected) in [
            (r#""missing""#, Some(Why::Missing)),
            ("null", None),
            (r#"{"no_more":20}"#, None),
            (r#"{"unheard_of":{"x":1}}"#, None),
            (r#"{"said":"yok"}"#, Some(Why::Said("yok".into()))),
        ] {
            let refusal = read(&kept(why));
            assert_eq!((refusal.code, refusal.why), (Code::ValidationFailed, expected), "{why}");
            assert_eq!(refusal.place, FieldPlace::Body);
        }
        let own = Failure::invalid("name", Why::NoMore(RecordKind::Key, 20)).refusal().clone();
        assert_eq!(read(&serde_json::to_string(&own).unwrap()), own);
    }
}
