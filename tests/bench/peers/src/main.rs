//! What garson is measured against, each a process of its own.
//!
//! - `peers hello`: bare hyper with one line of JSON.
//! - `peers shop FOLDER`: what one would write in an afternoon to take orders, axum and SQLite.
//! - `peers fill FOLDER`: orders from standard input, a line each, into the same database.
//! - `peers ruler FILE SECONDS`: one write and one sync at a time, nothing else.
//! - `peers send URL COUNT FILE`: bare ureq posts a body again and again, eight at a time.

mod hello;
mod ruler;
mod send;
mod shop;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["hello"] => hello::serve(),
        ["shop", folder] => shop::serve(folder),
        ["fill", folder] => shop::fill(folder),
        ["ruler", file, seconds] => ruler::run(file, seconds.parse().expect("seconds")),
        ["send", url, count, body] => send::run(url, count.parse().expect("a count"), body),
        _ => panic!("peers hello | shop FOLDER | fill FOLDER | ruler FILE SECONDS | send URL COUNT FILE"),
    }
}
