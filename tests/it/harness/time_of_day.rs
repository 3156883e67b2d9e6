//! The time of day as the program under test sees it, which the test sets: `tests/shim/clock.c` plays it. Its timers go
//! on as ever, so whatever waits for a moment looks again when something else happens.

use super::{Garson, shim};
use jiff::Timestamp;
use std::fs;
use tempfile::TempDir;

pub struct TimeOfDay {
    folder: TempDir,
}

impl TimeOfDay {
    pub fn new() -> TimeOfDay {
        TimeOfDay { folder: tempfile::tempdir().unwrap() }
    }

    /// A program that goes by it.
    pub fn start_with(&self, flags: &[&str]) -> Garson {
        self.of(Garson::prepare(flags)).serve()
    }

    pub fn of(&self, garson: Garson) -> Garson {
        let shift = self.folder.path().join("shift");
        garson.env("LD_PRELOAD", shim("clock").to_str().unwrap()).env("CLOCK_SHIFT", shift.to_str().unwrap())
    }

    /// From now on it is this time there.
    pub fn set(&self, to: Timestamp) {
        self.shift(to.as_second() - Timestamp::now().as_second());
    }

    /// So many seconds later than it is, or earlier. It appears whole, so that nobody sees half a number.
    pub fn shift(&self, seconds: i64) {
        let draft = self.folder.path().join("draft");
        fs::write(&draft, seconds.to_string()).unwrap();
        fs::rename(draft, self.folder.path().join("shift")).unwrap();
    }
}
