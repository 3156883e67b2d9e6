//! `cargo bench`: what users get, with the rulers measured in the same run. Ratios count; machines are noisy.
//! `cargo bench -- smallest` is one of them alone.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark that cannot go on ends")]

mod cpu;
mod deliveries;
#[path = "../it/harness/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the tests use more of it")]
mod harness;
mod smallest;
mod target;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.iter().any(|word| word == smallest::BARE) {
        return smallest::serve_bare();
    }
    // `cargo test --benches` only wants to know that it runs.
    let is_short = !words.iter().any(|word| word == "--bench");
    let is_wanted = |name: &str| words.iter().all(|word| word.starts_with('-') || word == name);
    if is_wanted("smallest") {
        smallest::run(if is_short { 64 } else { 16_000 });
    }
    if is_wanted("deliveries") {
        deliveries::run(if is_short { 50 } else { 4_000 });
    }
}
