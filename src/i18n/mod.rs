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

pub use crate::model::Lang;
pub use pages::Texts;
pub use refusals::{answer, failure, typed, wait};

impl Lang {
    /// The better liked of the two in an `Accept-Language` header; English where it names neither.
    pub fn of(accept_language: Option<&str>) -> Lang {
        let mut best = (0, Lang::En);
        for item in accept_language.into_iter().flat_map(|header| header.split(',')) {
            let mut parts = item.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default();
            let primary = tag.split_once('-').map_or(tag, |(primary, _)| primary);
            let lang = match primary {
                _ if primary.eq_ignore_ascii_case("tr") => Lang::Tr,
                _ if primary.eq_ignore_ascii_case("en") => Lang::En,
                _ => continue,
            };
            let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
            let weight = weight.map_or(1_000, thousandths);
            if weight > best.0 {
                best = (weight, lang);
            }
        }
        best.1
    }

impl Spoken for Lang {
    fn texts(self) -> &'static Texts {
        match self {
            Lang::Tr => &pages::TR,
            Lang::En => &pages::EN,
        }
    }
}

#[cfg(test)]
mod tests;
