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
pub use refusals::{answer, failure, wait};

impl Lang {
    /// The better liked of the two in an `Accept-Language` header; English where it names neither.
    pub fn of(accept_language: Option<&str>) -> Lang {
        let mut best = (0, Lang::En);
        for item in accept_language.unwrap_or_default().split(',') {
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

    /// For `lang="…"` in a page.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::Tr => "tr",
            Lang::En => "en",
        }
    }

    pub fn texts(self) -> &'static Texts {
        match self {
            Lang::Tr => &pages::TR,
            Lang::En => &pages::EN,
        }
    }
}

/// A quality value as a whole number, because floats do not order. What cannot be read counts as unwanted.
fn thousandths(quality: &str) -> u32 {
    let quality = quality.parse::<f32>().unwrap_or(0.0);
    (quality.clamp(0.0, 1.0) * 1_000.0) as u32
}

#[cfg(test)]
mod tests;
