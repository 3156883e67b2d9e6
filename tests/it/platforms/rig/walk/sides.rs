//! How an order stands on both sides, and whether that is the same.

use super::super::Stand;
use serde_json::Value;

pub fn next(status: u64) -> u64 {
    match status {
        400 => 500,
        500 => 600,
        _ => 900,
    }
}

/// The steps that show that a platform has not been told of them.
pub fn untold(shown: &Value) -> Vec<Value> {
    let steps = shown["platformSync"].as_array().unwrap();
    let is_untold = |step: &&Value| step["state"] == "waiting" || step["state"] == "failed";
    steps.iter().filter(is_untold).cloned().collect()
}

/// Who cancelled is not compared: a platform may say of both that the order is cancelled.
pub fn agree<S: Stand>(ours: u64, theirs: u64) -> bool {
    let is_ours_alone = S::PROVIDER == "yemeksepeti" && (ours, theirs) == (900, 600);
    ours == theirs || is_ours_alone || (ours >= 1500 && theirs >= 1500)
}
