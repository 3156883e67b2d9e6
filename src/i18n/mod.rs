//! Turkish and English: which of the two a client reads, and every sentence that the program says in them.
//!
//! The doors and `http` call it. It knows `model` and nothing else: no status codes, no JSON, no I/O.
//! Every sentence is written with `texts!`, in both languages or the program does not compile.

#[macro_use]
mod texts;

pub mod doctor;
pub mod pages;
mod refusals;
pub mod terminal;

pub use model::Lang;
pub use pages::Texts;
pub use refusals::{answer, failure, typed, wait};

use std::time::Duration;

/// A language as the texts that it has.
pub trait Spoken {
    fn texts(self) -> &'static Texts;
}

impl Spoken for Lang {
    fn texts(self) -> &'static Texts {
        match self {
            Lang::Tr => &pages::TR,
            Lang::En => &pages::EN,
        }
    }
}

/// A length of time in the largest unit that fits.
pub fn span(lang: Lang, span: Duration) -> String {
    let seconds = span.as_secs();
    let [second, minute, hour, day] = lang.texts().common.units;
    match seconds {
        ..60 => format!("{seconds} {second}"),
        60..3_600 => format!("{} {minute}", seconds / 60),
        3_600..86_400 => format!("{} {hour}", seconds / 3_600),
        _ => format!("{} {day}", seconds / 86_400),
    }
}

#[cfg(test)]
mod tests;
