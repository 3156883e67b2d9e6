//! `cargo bench`: what users get, beside rulers and peers that are measured in the same run. Ratios count; machines are
//! noisy. `tests/bench/README.md` says how each row is measured.
//!
//! `cargo bench -- intake reads` runs some groups alone, `cargo bench -- --full` adds what large stores show.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a benchmark that cannot go on ends")]

mod backups;
mod board;
mod deliveries;
mod growth;
#[path = "../it/harness/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the tests use more of it")]
mod harness;
mod intake;
mod load;
mod memory;
mod orders;
mod peers;
mod pocketbase;
mod process;
mod reads;
mod report;
mod search;
mod size;
mod small;
mod start;
mod stock;
mod target;
mod visitor;
mod wear;
mod webhooks;

use peers::Peers;
use report::Report;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    time::Instant,
};
use stock::Stock;

/// What every group of rows is given.
pub struct Bench {
    pub report: Report,
    /// A store of a thousand orders, stopped.
    pub stock: Stock,
    /// None in the short form, which compiles no peer.
    pub peers: Option<Peers>,
}

impl Bench {
    /// `cargo test --benches` only wants to know that it runs.
    pub fn is_short(&self) -> bool {
        self.peers.is_none()
    }

    /// A count of rounds or orders, or what will do for the short form.
    pub fn or_short<T>(&self, count: T, short: T) -> T {
        if self.is_short() { short } else { count }
    }
}

/// When a group runs unless it is asked for by name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    Always,
    /// With `--full`: it fills large stores.
    Full,
}

type Group = (&'static str, When, fn(&mut Bench));

const GROUPS: [Group; 13] = [
    ("size", When::Always, size::run),
    ("reads", When::Always, reads::run),
    ("intake", When::Always, intake::run),
    ("pocketbase", When::Always, pocketbase::run),
    ("webhooks", When::Always, webhooks::run),
    ("deliveries", When::Always, deliveries::run),
    ("board", When::Always, board::run),
    ("memory", When::Always, memory::run),
    ("start", When::Always, start::run),
    ("small", When::Always, small::run),
    ("wear", When::Always, wear::run),
    ("backups", When::Full, backups::run),
    ("growth", When::Full, growth::run),
];

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let has = |flag: &str| words.iter().any(|word| word == flag);
    let named: Vec<&str> = words.iter().map(String::as_str).filter(|word| !word.starts_with('-')).collect();
    if let Some(unknown) = named.iter().find(|name| GROUPS.iter().all(|(group, ..)| group != *name)) {
        eprintln!("There is no {unknown}. There are: {}", GROUPS.map(|(group, ..)| group).join(", "));
        return ExitCode::from(2);
    }
    let is_short = !has("--bench");
    let is_wanted = |(name, when, _): &Group| match named.is_empty() {
        true => *when == When::Always || has("--full") || is_short,
        false => named.contains(name),
    };
    // On the disk that the build is on: elsewhere files may lie in memory.
    let files = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let _ = tempfile::env::override_temp_dir(files.path());
    let peers = (!is_short).then(Peers::build);
    let orders = if is_short { 20 } else { 1_000 };
    let mut bench = Bench { report: Report::new(is_short), stock: Stock::with(orders), peers };
    let (began, mut is_broken) = (Instant::now(), false);
    for (name, _, run) in GROUPS.iter().filter(|group| is_wanted(group)) {
        bench.report.say(&format!("\n{name}, after {:.0} s", began.elapsed().as_secs_f64()));
        // What went wrong has been printed; the others are still worth having.
        if catch_unwind(AssertUnwindSafe(|| run(&mut bench))).is_err() {
            bench.report.note(format!("{name} broke off"));
            is_broken = true;
        }
    }
    if is_short && !is_broken {
        println!("it runs; `cargo bench` measures");
    } else {
        bench.report.print();
        println!("{:.0} s; the same in {}", began.elapsed().as_secs_f64(), bench.report.save().display());
    }
    ExitCode::from(u8::from(is_broken))
}
