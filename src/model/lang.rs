//! `Lang`: the two languages; `Bilingual`, a text in both, which `bilingual!` writes, and `Reason`, which has a name in each.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

words! {
    /// As `lang="…"` in a page has it.
    #[derive(Default, Hash)]
    pub enum Lang: tag {
        Tr "tr",
        #[default]
        En "en",
    }
}

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
}

/// A quality value as a whole number, because floats do not order. What cannot be read counts as unwanted.
fn thousandths(quality: &str) -> u32 {
    let quality = quality.parse::<f32>().unwrap_or(0.0);
    (quality.clamp(0.0, 1.0) * 1_000.0) as u32
}

/// A text in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bilingual {
    pub tr: Cow<'static, str>,
    pub en: Cow<'static, str>,
}

impl Bilingual {
    pub const fn fixed(tr: &'static str, en: &'static str) -> Bilingual {
        Bilingual { tr: Cow::Borrowed(tr), en: Cow::Borrowed(en) }
    }

    pub fn in_lang(&self, lang: Lang) -> &str {
        match lang {
            Lang::Tr => &self.tr,
            Lang::En => &self.en,
        }
    }
}

/// How texts outside of pages are written, the Turkish and the English side by side, as `texts!` does it for those. One without
/// values is a constant; one with values is a function, which fills them in as `format!` does.
#[macro_export]
macro_rules! bilingual {
    () => {};
    ($(#[$doc:meta])* fn $name:ident($($value:ident: $type:ty),+): $tr:literal / $en:literal, $($more:tt)*) => {
        $(#[$doc])*
        pub(crate) fn $name($($value: $type),+) -> $crate::Bilingual {
            $crate::Bilingual { tr: format!($tr).into(), en: format!($en).into() }
        }
        $crate::bilingual! { $($more)* }
    };
    ($(#[$doc:meta])* $NAME:ident: $tr:literal / $en:literal, $($more:tt)*) => {
        $(#[$doc])*
        pub(crate) const $NAME: $crate::Bilingual = $crate::Bilingual::fixed($tr, $en);
        $crate::bilingual! { $($more)* }
    };
}

/// A text from outside, the same in both languages.
impl From<String> for Bilingual {
    fn from(text: String) -> Bilingual {
        Bilingual { tr: Cow::Owned(text.clone()), en: Cow::Owned(text) }
    }
}

/// A cancellation reason that a platform accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub id: Cow<'static, str>,
    pub tr: Cow<'static, str>,
    pub en: Cow<'static, str>,
}

impl Reason {
    pub const fn fixed(id: &'static str, tr: &'static str, en: &'static str) -> Reason {
        Reason { id: Cow::Borrowed(id), tr: Cow::Borrowed(tr), en: Cow::Borrowed(en) }
    }

    pub fn name(&self, lang: Lang) -> &str {
        match lang {
            Lang::Tr => &self.tr,
            Lang::En => &self.en,
        }
    }
}
