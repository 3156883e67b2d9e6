//! Clocks that are wrong, and boxes that were off for long.

use super::{
    Branch,
    fake::{Trendyol, id, package},
};
use crate::harness::{Garson, Host, eventually, shim};
use serde_json::json;

/// A program whose clock the test sets, and the file it sets it with.
fn with_a_clock() -> (Branch, tempfile::NamedTempFile) {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let garson = Garson::prepare(&["--poll-interval", "1s"])
        .env("LD_PRELOAD", shim("clock").to_str().unwrap())
        .env("CLOCK_SHIFT", shift.path().to_str().unwrap())
        .serve();
    (Branch::at_host(garson, Host::start(Trendyol::new()), json!({})), shift)
}

#[test]
fn after_hours_without_power_everything_is_read_window_by_window() {
    let (mut branch, clock) = with_a_clock();
    branch.take(package(1));
    branch.garson.stop();
    branch.host.fake().place(package(2));
    std::fs::write(clock.path(), (3 * 3_600).to_string()).unwrap();
    branch.garson.restart();
    eventually("what was placed hours ago is here", || branch.find(&id(2)));
    assert_eq!(branch.host.fake().too_fast, 0);
}

#[test]
fn a_clock_that_was_ahead_and_is_set_back_loses_nothing() {
    let (branch, clock) = with_a_clock();
    branch.take(package(1));
    // A few minutes ahead of the platform's: its orders lie in our past.
    std::fs::write(clock.path(), "200").unwrap();
    let asked = branch.host.heard().len();
    eventually("the cursor goes with our clock", || (branch.host.heard().len() > asked + 2).then_some(()));
    branch.take(package(2));
    std::fs::write(clock.path(), (2 * 3_600).to_string()).unwrap();
    let asked = branch.host.heard().len();
    eventually("the cursor is far ahead", || (branch.host.heard().len() > asked + 11).then_some(()));
    std::fs::write(clock.path(), "0").unwrap();
    branch.take(package(3));
}
