//! `Voice`: one language of the reference: its words, and where things are in it.

use super::{
    source::ApiDocument,
    words::{PageLang, PageWords},
};

pub struct Voice<'a> {
    pub document: &'a ApiDocument,
    pub lang: PageLang,
}

impl Voice<'_> {
    pub fn words(&self) -> &'static PageWords {
        self.lang.words()
    }

    pub fn page(&self, page: &str) -> String {
        match page {
            "" => format!("/api/{}", self.lang.tag()),
            _ => format!("/api/{}/{page}", self.lang.tag()),
        }
    }

    pub fn schema(&self, name: &str) -> String {
        format!("{}#{name}", self.page(self.document.home(name)))
    }

    /// Where a link of a text leads: to a page of this language unless it says otherwise.
    pub fn address(&self, link: &str) -> String {
        let is_whole = link.contains("://") || link.starts_with(['/', '#']);
        if is_whole { link.to_owned() } else { self.page(link) }
    }

    /// Where a word of code is explained, if it is one of ours.
    pub fn place_of(&self, word: &str) -> Option<String> {
        if self.document.is_error_code(word) {
            return Some(format!("{}#{word}", self.page("errors")));
        }
        let operation = self.document.operation_called(word)?;
        Some(format!("{}#{}", self.page(&operation.page), operation.id))
    }
}
