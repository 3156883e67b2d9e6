//! What makes the program large, counted where nothing has to be built for it. The binary itself is held to 20 MB by
//! `packaging/build`: an optimised build takes as long as all tests together.

use std::{fs, path::Path};

fn bytes_in(folder: &str) -> u64 {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap());
    files.filter(fs::Metadata::is_file).map(|file| file.len()).sum()
}

#[test]
fn what_is_bundled_stays_small() {
    let (assets, document) = (bytes_in("static"), bytes_in("src/document"));
    assert!(assets <= 180_000, "{assets} bytes of assets");
    // PATCH, changed baskets and what events say of themselves brought 12 kB; dishes that are done, and the event of an order that is
    // ready, the last 3.
    assert!(document <= 513_000, "{document} bytes of the API document");
    let lock = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.lock")).unwrap();
    let crates = lock.lines().filter(|line| line.starts_with("source = ")).count();
    // HTTPS and mDNS brought most of the last dozen; four are for the build alone, which reads Markdown and is told where
    // templates lie.
    assert!(crates <= 301, "{crates} crates, those for tests included");
}

/// How many pages of a book there are, and their bytes as they lie in the binary.
fn book(name: &str) -> (usize, u64) {
    let pages = fs::read_dir(Path::new(garson::document::MADE_IN).join(name)).unwrap();
    let sizes: Vec<u64> = pages.map(|file| file.unwrap().metadata().unwrap().len()).collect();
    (sizes.len(), sizes.iter().sum())
}

#[test]
fn all_pages_of_the_reference_together_are_smaller_than_what_showed_it_before() {
    let (count, sum) = book("reference");
    assert!(count > 50 && sum <= 310_000, "{sum} bytes in {count} pages");
}

#[test]
fn the_manual_has_no_pictures_and_stays_small() {
    let (count, sum) = book("manual");
    // Roles of screens, dishes and stations came with a page's worth each.
    assert!(count > 50 && sum <= 245_000, "{sum} bytes in {count} pages");
}
