//! A program for which little time passes, but for the time of day: a minute takes it an hour (`tests/shim/time.c`).

use super::{Garson, shim};

/// It is to do what it does soon after something else, also on a machine that is busy with other things.
pub fn slowly(garson: Garson) -> Garson {
    garson.env("LD_PRELOAD", shim("time").to_str().unwrap()).env("TIME_SLOWER", "60").env("TIME_OF_DAY_GOES_ON", "yes")
}

/// The same with a time of day that the test sets in a file.
pub fn slowly_with_a_clock(garson: Garson, shift: &std::path::Path) -> Garson {
    let both = ["clock", "time"].map(|name| shim(name).to_str().unwrap().to_owned());
    slowly(garson).env("LD_PRELOAD", both.join(":")).env("CLOCK_SHIFT", shift.to_str().unwrap())
}
