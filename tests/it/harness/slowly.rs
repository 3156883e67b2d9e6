//! A program for which little time passes: `tests/shim/slow.c` plays it.

use super::{Garson, shim};

/// It is to do what it does soon after something else, also on a machine that is busy with other things.
pub fn slowly(garson: Garson) -> Garson {
    garson.env("LD_PRELOAD", shim("slow").to_str().unwrap())
}

/// For `LD_PRELOAD`: the same with a time of day that the test sets.
pub fn slowly_with_a_clock() -> String {
    ["clock", "slow"].map(|name| shim(name).to_str().unwrap().to_owned()).join(":")
}
