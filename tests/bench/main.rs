//! `cargo bench`: what users get, with the rulers measured in the same run. Ratios count; machines are noisy.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark that cannot go on ends")]

mod deliveries;
#[path = "../it/harness/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the tests use more of it")]
mod harness;
mod target;

fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let is_short = !std::env::args().any(|word| word == "--bench");
    deliveries::run(if is_short { 50 } else { 4_000 });
}
