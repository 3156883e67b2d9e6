//! The API document and the reference that people read, as they lie in the binary: packed, made by `build.rs` of the JSON
//! and Markdown beside it. `api` hands out the document, `panel` the reference. Never: anything at run time.

/// `/openapi.json`, gzipped.
pub const DOCUMENT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.gz"));

/// Where the build left both unpacked, for tests.
pub const MADE_IN: &str = env!("OUT_DIR");

/// The hash of all files of `static/`, which pages of the reference carry in their addresses, and all others too.
pub const ASSETS_EDITION: &str = env!("STATIC_EDITION");

/// A page of the reference, or what its search looks through.
pub struct ReferenceFile {
    /// Below `/api`, with its language.
    pub path: &'static str,
    /// Of its text.
    pub hash: &'static str,
    /// Gzipped.
    pub packed: &'static [u8],
}

pub static REFERENCE: &[ReferenceFile] = &include!(concat!(env!("OUT_DIR"), "/reference.rs"));
