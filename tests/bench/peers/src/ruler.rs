//! The ruler of a disk: a page written and synced, one after the other. How many, and in how many seconds.

use std::{
    fs::File,
    os::unix::fs::FileExt,
    time::{Duration, Instant},
};

const PAGE: [u8; 4096] = [7; 4096];
/// The file is written over and over, so that it does not grow.
const PAGES: u64 = 1_024;

pub fn run(path: &str, seconds: f64) {
    let file = File::create(path).unwrap();
    for page in 0..PAGES {
        file.write_all_at(&PAGE, page * PAGE.len() as u64).unwrap();
    }
    file.sync_all().unwrap();
    let (began, until, mut count) = (Instant::now(), Duration::from_secs_f64(seconds), 0);
    while began.elapsed() < until {
        file.write_all_at(&PAGE, count % PAGES * PAGE.len() as u64).unwrap();
        file.sync_data().unwrap();
        count += 1;
    }
    println!("{count} {}", began.elapsed().as_secs_f64());
}
