//! The books that people read in a browser, in Turkish and English: the API reference and the manual.
//!
//! `reference` is made of the joined document, which `source` reads, and of `guides`; `manual` of Markdown alone. `voice` is one
//! language of a book, `article` a file of Markdown, `markdown` and `schema` render texts and shapes, `operation` an
//! operation, `frame` puts a page together. The program hands the files out as they are.

mod article;
mod example;
mod frame;
mod guides;
mod html;
mod manual;
mod markdown;
mod operation;
mod reference;
mod schema;
mod source;
mod voice;
mod words;

use frame::{BoundBook, INDEX, PageAssets};
use guides::GuideFolders;
use sha2::{Digest, Sha256};
use source::ApiDocument;
use std::path::Path;
use voice::{Book, Voice};
use words::PageLang;

/// How many bytes of a hash an address carries.
const HASH: usize = 6;

/// A file of a book: its path below the book's address, and its text.
pub struct MadeFile {
    pub path: String,
    pub text: String,
}

pub struct MadeBooks {
    pub reference: Vec<MadeFile>,
    pub manual: Vec<MadeFile>,
}

/// `edition` is in the address of every file of `static/`.
pub fn books(document: &str, folder: &Path, packaging: &Path, edition: &str) -> Result<MadeBooks, String> {
    let document = ApiDocument::read(document, &folder.join("tr"))?;
    let (guides, receivers) = (folder.join("guides"), packaging.join("receivers"));
    let folders = GuideFolders { guides: &guides, receivers: &receivers };
    let address = |name: &str| format!("/assets/{edition}/{name}");
    let assets = PageAssets {
        icon: address("icon.svg"),
        styles: vec![address("panel.css"), address("book.css")],
        script: address("book.js"),
    };
    let mut made = MadeBooks { reference: Vec::new(), manual: Vec::new() };
    for lang in PageLang::ALL {
        let voice = |book| Voice { document: &document, lang, book };
        let (reference, manual) = (voice(Book::Reference), voice(Book::Manual));
        made.reference.extend(framed(&reference, &assets, reference::reference(&reference, &folders)?)?);
        made.manual.extend(framed(&manual, &assets, manual::manual(&manual, packaging)?)?);
    }
    Ok(made)
}

/// The beginning of the hash of something, as addresses and entity tags carry it.
pub fn hash_of(bytes: &[u8]) -> String {
    Sha256::digest(bytes)[..HASH].iter().map(|byte| format!("{byte:02x}")).collect()
}

fn framed(voice: &Voice, assets: &PageAssets, book: BoundBook) -> Result<Vec<MadeFile>, String> {
    let mut made: Vec<MadeFile> = Vec::new();
    for page in &book.pages {
        let path = [voice.lang.tag(), &page.slug].join("/").trim_end_matches('/').to_owned();
        if made.iter().any(|other| other.path == path) {
            return Err(format!("two pages are called {path}"));
        }
        made.push(MadeFile { path, text: frame::framed(voice, assets, &book.groups, page) });
    }
    made.push(MadeFile { path: format!("{}/{INDEX}", voice.lang.tag()), text: book.index });
    Ok(made)
}
