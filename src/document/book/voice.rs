//! `Voice`: one language of a book: its words, and where things are in it.

use super::source::ApiDocument;
use super::words::{PageLang, PageWords};

/// What people read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Book {
    /// The API reference, for programmers.
    Reference,
    /// The manual, for those who run a restaurant with it.
    Manual,
}

impl Book {
    pub fn other(self) -> Book {
        match self {
            Book::Reference => Book::Manual,
            Book::Manual => Book::Reference,
        }
    }

    /// As it stands beside the name of the program.
    pub fn name(self, lang: PageLang) -> &'static str {
        let w = lang.words();
        match self {
            Book::Reference => w.reference,
            Book::Manual => w.manual,
        }
    }

    fn page(self, lang: PageLang, page: &str) -> String {
        let home = match self {
            Book::Reference => "/api",
            Book::Manual => "/help",
        };
        [home, lang.tag(), page].join("/").trim_end_matches('/').to_owned()
    }
}

pub struct Voice<'a> {
    pub document: &'a ApiDocument,
    pub lang: PageLang,
    pub book: Book,
}

impl Voice<'_> {
    pub fn words(&self) -> &'static PageWords {
        self.lang.words()
    }

    /// A page of this book.
    pub fn page(&self, page: &str) -> String {
        self.book.page(self.lang, page)
    }

    /// The same page in the other language.
    pub fn twin(&self, page: &str) -> String {
        self.book.page(self.lang.other(), page)
    }

    /// The first page of the other book.
    pub fn neighbour(&self) -> String {
        self.book.other().page(self.lang, "")
    }

    pub fn schema(&self, name: &str) -> String {
        format!("{}#{name}", self.page(self.document.home(name)))
    }

    /// Where a link of a text leads: to a page of this book and language unless it says otherwise. The manual names files, so
    /// that its links also lead somewhere where its sources are read.
    pub fn address(&self, link: &str) -> String {
        let is_whole = link.contains("://") || link.starts_with(['/', '#']);
        if is_whole { link.to_owned() } else { self.page(&link.replacen(".md", "", 1)) }
    }

    /// Where a word of code is explained, if it is one of ours: in the reference, from both books.
    pub fn place_of(&self, word: &str) -> Option<String> {
        let at = |page: &str, id: &str| format!("{}#{id}", Book::Reference.page(self.lang, page));
        if self.document.is_error_code(word) {
            return Some(at("errors", word));
        }
        let operation = self.document.operation_called(word)?;
        Some(at(&operation.page, &operation.id))
    }
}
