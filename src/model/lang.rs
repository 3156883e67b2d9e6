//! `Lang`: the two languages; `Bilingual`, a text in both, and `Reason`, which has a name in each.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lang {
    Tr,
    #[default]
    En,
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

/// Somebody else's words, which are the same in both.
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
