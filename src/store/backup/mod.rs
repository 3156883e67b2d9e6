//! Keeping a copy of the store elsewhere, and putting it back. `packaging/backup.md` describes the file.
//!
//! `make` writes a snapshot as `header` and `pieces`, into a `draft` or whatever takes bytes; `load` reads them into a
//! database, `raise` makes a store of it aside and looks at all of it. `prove` does so and throws it away; `restore` puts it in
//! the place of the old one, by `swap`, and has it say so of itself. `sums` what a tree comes to, `key` what a
//! passphrase comes to, `contents` what its beginning says of the rest, `shelf` the folder under all of it.

pub mod contents;
pub mod draft;
pub mod error;
pub mod header;
pub mod key;
pub mod load;
pub mod make;
pub mod pieces;
pub mod prove;
mod raise;
pub mod restore;
pub mod shelf;
pub mod sums;
pub mod swap;
