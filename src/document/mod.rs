//! The API document and the books that people read, the API reference and the manual, as they lie in the binary: packed, made
//! by `build.rs` of the JSON and Markdown beside it and under `packaging`. `api` hands out the document, `panel` the books.
//! Never: anything at run time.

/// `/openapi.json`, gzipped.
pub const DOCUMENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// Where the build left all of it, for tests.
pub const MADE_IN: &str = env!("OUT_DIR");

/// The hash of all files of `static/`, which pages of the books carry in their addresses, and all others too.
pub const ASSETS_EDITION: &str = env!("STATIC_EDITION");

/// A page of a book, or what its search looks through.
pub struct PackedPage {
    /// Below the address of its book, with its language.
    pub path: &'static str,
    /// Of its text.
    pub hash: &'static str,
    /// Gzipped.
    pub packed: &'static [u8],
}

/// Below `/api`.
pub static REFERENCE: &[PackedPage] = &include!(concat!(env!("OUT_DIR"), "/reference.rs"));

/// Below `/help`.
pub static MANUAL: &[PackedPage] = &include!(concat!(env!("OUT_DIR"), "/manual.rs"));
