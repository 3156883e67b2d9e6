//! `Loose`: reads a platform's JSON leniently. Every field may be missing or of another type than promised; what
//! was there and could not be read is noted as a problem, so that a person looks, and nothing is ever refused.

use super::amount;
use model::json::{is_sound, members, mended};
use model::left_out::{self, No};
use model::{Failure, ItemOption, Money, Time, fields::TEXT, money::MOST, order::DAMAGED};
use serde_json::{Value, value::RawValue};
use std::{cell::RefCell, ops::Deref};

/// How deep options may lie in each other; deeper ones move up to this level.
const LEVELS: usize = 16;
/// Entries of one list that are read; no bill is longer, and a broken one must not fill the store.
const MOST_ENTRIES: usize = 5_000;
/// Of a field's name; some are the platform's own.
const LONGEST_PATH: usize = 200;
/// Problems that are written down; more say nothing new.
const MOST_PROBLEMS: usize = 50;
/// Stands where a name is missing; the order is flagged, and the kitchen sees that something is there.
pub const NAMELESS: &str = "?";

/// A platform's JSON, with the problems that reading it met.
pub struct Paper {
    value: Value,
    /// As it was sent; as a text, where it is no JSON that every reader can take.
    raw: Vec<u8>,
    problems: RefCell<Vec<String>>,
}

/// One value of it, with its path.
#[derive(Clone)]
pub struct Loose<'a> {
    value: &'a Value,
    path: String,
    problems: &'a RefCell<Vec<String>>,
}

impl Paper {
    pub fn of(raw: &RawValue) -> Paper {
        // Half an emoji, where a comment was cut short, must not cost the order.
        let mended = mended(raw.get());
        let text = mended.as_deref().unwrap_or(raw.get());
        let value = serde_json::from_str(text).ok().filter(|_| is_sound(text.as_bytes()));
        let is_whole = value.is_some() && mended.is_none();
        let problems = RefCell::new(if is_whole { Vec::new() } else { vec![DAMAGED.to_owned()] });
        let raw = match &value {
            Some(_) => text.as_bytes().to_vec(),
            None => Value::String(text.to_owned()).to_string().into_bytes(),
        };
        Paper { value: value.unwrap_or(Value::Null), raw, problems }
    }

    pub fn root(&self) -> Loose<'_> {
        Loose { value: &self.value, path: String::new(), problems: &self.problems }
    }

    /// Of what a reader has taken in already.
    pub fn of_value(value: &Value) -> Result<Paper, Failure> {
        Ok(Paper::of(&serde_json::value::to_raw_value(value).map_err(Failure::fault)?))
    }

    /// The raw JSON and the problems, when everything has been read.
    pub fn finish(self) -> (Vec<u8>, Vec<String>) {
        (self.raw, self.problems.into_inner())
    }
}

impl<'a> Loose<'a> {
    pub fn value(&self) -> &'a Value {
        self.value
    }

    pub fn is_present(&self) -> bool {
        !self.value.is_null()
    }

    /// A field; absent is null.
    pub fn get(&self, name: &str) -> Loose<'a> {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Loose { value: self.value.get(name).unwrap_or(&Value::Null), path, problems: self.problems }
    }

    /// The field of an object; anything else is itself what is meant.
    pub fn get_or_self(&self, name: &str) -> Loose<'a> {
        if self.value.is_object() { self.get(name) } else { self.clone() }
    }

    /// The first of several names that is there.
    pub fn any(&self, names: &[&str]) -> Loose<'a> {
        let found = names.iter().map(|name| self.get(name)).find(Loose::is_present);
        found.unwrap_or_else(|| self.get(names.first().unwrap_or(&"")))
    }

    /// This cannot be understood, or is missing and should not be.
    pub fn problem(&self) {
        let mut problems = self.problems.borrow_mut();
        let path: String = self.path.chars().take(LONGEST_PATH).collect();
        if problems.len() < MOST_PROBLEMS && !problems.contains(&path) {
            problems.push(path);
        }
    }

    /// Notes a problem if nothing was read.
    pub fn needed<T>(&self, read: Option<T>) -> Option<T> {
        if read.is_none() {
            self.problem();
        }
        read
    }

    /// What `read` finds, which must be there.
    pub fn must<T>(&self, read: impl Fn(&Loose<'a>) -> Option<T>) -> Option<T> {
        self.needed(read(self))
    }

    /// Text, or a number as text; trimmed, without control characters, and cut with a mark where it is endless.
    pub fn text(&self) -> Option<String> {
        let text = match self.value {
            Value::Null => return None,
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return self.needed(None),
        };
        let clean: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        let clean = clean.trim();
        if clean.chars().nth(TEXT).is_some() {
            self.problem();
            let cut: String = clean.chars().take(TEXT - 1).collect();
            return Some(cut + "…");
        }
        (!clean.is_empty()).then(|| clean.to_owned())
    }

    /// The name of something that must have one.
    pub fn name(&self) -> String {
        self.must(Loose::text).unwrap_or_else(|| NAMELESS.to_owned())
    }

    /// It is the name of an option that says by a verb that something is not wanted; a person looks where it says more.
    pub fn says_no(&self) -> bool {
        let said = self.value.as_str().and_then(left_out::in_words);
        if matches!(said, Some(No::Mixed | No::Doubtful)) {
            self.problem();
        }
        matches!(said, Some(No::Clear | No::Mixed))
    }

    pub fn whole(&self) -> Option<i64> {
        let read = match self.value {
            _ if self.is_blank() => return None,
            Value::Number(number) => number
                .as_i64()
                .or_else(|| number.as_f64().filter(|n| n.fract() == 0.0 && n.abs() < 9e15).map(|n| n as i64)),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        self.needed(read)
    }

    /// How many of something there are, at least one. Whatever else stands there is a problem, and so is nothing where it
    /// is needed.
    pub fn pieces(&self, is_needed: bool) -> u32 {
        let read = self.whole();
        let pieces = read.and_then(|pieces| u32::try_from(pieces).ok()).filter(|pieces| *pieces > 0);
        if pieces.is_none() && (is_needed || read.is_some()) {
            self.problem();
        }
        pieces.unwrap_or(1)
    }

    pub fn decimal(&self) -> Option<f64> {
        if self.is_blank() { None } else { self.needed(self.number()) }
    }

    /// A coordinate; the literals that platforms put there to hide one count as absent.
    pub fn coordinate(&self, most: f64) -> Option<f64> {
        self.number().filter(|number| number.abs() <= most)
    }

    fn number(&self) -> Option<f64> {
        let read = match self.value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.trim().parse().ok(),
            _ => None,
        };
        read.filter(|number: &f64| number.is_finite())
    }

    fn is_blank(&self) -> bool {
        self.value.is_null() || self.value.as_str().is_some_and(|text| text.trim().is_empty())
    }

    pub fn flag(&self) -> Option<bool> {
        let read = match self.value {
            Value::Null => return None,
            Value::Bool(flag) => Some(*flag),
            Value::Number(number) => Some(number.as_f64() != Some(0.0)),
            Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
                "true" | "1" => Some(true),
                "false" | "0" | "" => Some(false),
                _ => None,
            },
            _ => None,
        };
        self.needed(read)
    }

    /// An amount in major units, rounded half up to two decimals. A negative one is a problem and counts as nothing; a
    /// text that can be read in two ways (`amount`) is one too, and counts.
    pub fn money(&self) -> Option<Money> {
        let read = match self.value {
            _ if self.is_blank() => return None,
            Value::Number(number) => Money::parse_rounding(&number.to_string()).ok().map(|money| (money, true)),
            Value::String(text) => amount::read(text),
            _ => None,
        };
        let (money, is_certain) = self.needed(read.filter(|(money, _)| *money >= Money(0)))?;
        if !is_certain {
            self.problem();
        }
        Some(money)
    }

    /// An amount that the platform counts in minor units.
    pub fn minor(&self) -> Option<Money> {
        let read = self.whole()?;
        self.needed((0..=MOST.0).contains(&read).then_some(Money(read)))
    }

    /// RFC 3339, or milliseconds since 1970; zero stands for none.
    pub fn time(&self) -> Option<Time> {
        let read = match self.value {
            _ if self.is_blank() => return None,
            Value::Number(number) => match number.as_i64() {
                Some(0) => return None,
                Some(millis) => Time::from_millis(millis),
                None => None,
            },
            Value::String(text) => Time::parse(text.trim()),
            _ => None,
        };
        self.needed(read)
    }

    /// The entries of a list; something else is a problem and has none.
    pub fn list(&self) -> Vec<Loose<'a>> {
        match self.value {
            Value::Null => Vec::new(),
            Value::Array(entries) => {
                if entries.len() > MOST_ENTRIES {
                    self.problem();
                }
                entries
                    .iter()
                    .enumerate()
                    .take(MOST_ENTRIES)
                    .map(|(at, value)| Loose { value, path: format!("{}[{at}]", self.path), problems: self.problems })
                    .collect()
            }
            _ => {
                self.problem();
                Vec::new()
            }
        }
    }

    /// The entries of a list that has some.
    pub fn filled_list(&self) -> Vec<Loose<'a>> {
        let entries = self.list();
        if entries.is_empty() {
            self.problem();
        }
        entries
    }
}

/// Only objects are orders; serde would fill a record from the entries of a list as well.
pub fn is_object(value: &RawValue) -> bool {
    value.get().starts_with('{')
}

/// A field of an object as it was written. One that is there twice is as good as none: which of the two is meant?
pub fn raw_field<'a>(object: &'a RawValue, name: &str) -> Option<&'a RawValue> {
    let all = is_object(object).then(|| members(object.get())).into_iter().flatten();
    let mut named = all.filter(|(member, _)| member == name);
    let (Some((_, value)), None) = (named.next(), named.next()) else { return None };
    serde_json::from_str(value).ok()
}

/// What can be an order in a list; the platform and what it calls one are for the log.
pub fn objects<T: Deref<Target = RawValue>>(list: Vec<T>, platform: &str, orders: &str) -> Vec<T> {
    let (objects, others): (Vec<T>, Vec<T>) = list.into_iter().partition(|entry| is_object(entry));
    if !others.is_empty() {
        tracing::warn!(count = others.len(), "{platform} sent a list with entries that are no {orders}");
    }
    objects
}

/// The entries of a bare value, if it is a list.
pub fn list_of(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Text, or a number as text, of a bare value.
pub fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::String(text) => text.trim().to_owned(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.is_empty()).then_some(text)
}

/// What there is of several texts, in one.
pub fn joined<const N: usize>(parts: [Option<String>; N], between: &str) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(between))
}

/// Options that lie too deep come up to the deepest level that can be shown, so that none is lost.
pub fn settle_depth(options: Vec<ItemOption>) -> Vec<ItemOption> {
    fn shallow(options: Vec<ItemOption>, level: usize) -> Vec<ItemOption> {
        let mut settled = Vec::new();
        for mut option in options {
            let below = std::mem::take(&mut option.options);
            if level < LEVELS {
                option.options = shallow(below, level + 1);
                settled.push(option);
            } else {
                settled.push(option);
                settled.extend(shallow(below, level));
            }
        }
        settled
    }
    shallow(options, 1)
}
