//! Getir's status numbers in our terms, and what they prove.

use crate::Loose;
use model::Status;

/// Steps, as they are called in Getir's paths; `ACTIVATE` is ours for a scheduled order whose time has come.
pub const VERIFY: &str = "verify";
pub const VERIFY_SCHEDULED: &str = "verify-scheduled";
pub const ACTIVATE: &str = "activate";
pub const PREPARE: &str = "prepare";
pub const HANDOVER: &str = "handover";
pub const DELIVER: &str = "deliver";
pub const CANCEL: &str = "cancel";

pub fn ours(code: i64) -> Option<Status> {
    Some(match code {
        325 => Status::Scheduled,
        350 => Status::ScheduledVerified,
        400 => Status::New,
        // 550: prepared, waiting for Getir's courier; for the till it has not left yet.
        500 | 550 => Status::Preparing,
        600 | 700 | 800 => Status::OnTheWay,
        900 => Status::Delivered,
        1500 => Status::CancelledByCustomer,
        1600 => Status::CancelledByRestaurant,
        _ => return None,
    })
}

/// The steps that an order shows as taken, by its number and by the dates that are set. A cancelled order keeps the
/// dates of what came before.
pub fn done(order: &Loose<'_>, code: Option<i64>, getirs_courier: bool, is_scheduled: bool) -> Vec<&'static str> {
    let has = |date: &str| order.get(date).value().as_str().is_some_and(|text| !text.trim().is_empty());
    let reached = |least: i64| code.is_some_and(|code| (least..=900).contains(&code));
    let verified = reached(500) || has("verifyDate");
    let proofs = [
        (VERIFY_SCHEDULED, (is_scheduled && reached(350)) || has("scheduleVerifiedDate")),
        (VERIFY, verified),
        (ACTIVATE, verified),
        (PREPARE, reached(550) || has("prepareDate")),
        (HANDOVER, (getirs_courier && reached(600)) || has("handoverDate")),
        (DELIVER, reached(900) || has("deliverDate")),
        (CANCEL, code == Some(1_600)),
    ];
    proofs.into_iter().filter(|(_, is_done)| *is_done).map(|(step, _)| step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loose::Paper;
    use serde_json::value::RawValue;

    #[test]
    fn every_published_number_has_its_place() {
        let table = [
            (325, 325),
            (350, 350),
            (400, 400),
            (500, 500),
            (550, 500),
            (600, 600),
            (700, 600),
            (800, 600),
            (900, 900),
            (1_500, 1_500),
            (1_600, 1_600),
        ];
        for (theirs, expected) in table {
            assert_eq!(ours(theirs).map(Status::code), Some(expected), "{theirs}");
        }
        for unknown in [0, -1, 410, 401, 1_000, 1_501] {
            assert_eq!(ours(unknown), None, "{unknown}");
        }
    }

    fn proven(json: &str, code: i64, getirs_courier: bool, is_scheduled: bool) -> String {
        let paper = Paper::of(&RawValue::from_string(json.to_owned()).unwrap());
        done(&paper.root(), Some(code), getirs_courier, is_scheduled).join(" ")
    }

    #[test]
    fn a_status_proves_the_steps_before_it() {
        assert_eq!(proven("{}", 400, true, false), "");
        assert_eq!(proven("{}", 400, true, true), "verify-scheduled");
        assert_eq!(proven("{}", 325, false, true), "");
        assert_eq!(proven("{}", 350, false, true), "verify-scheduled");
        assert_eq!(proven("{}", 500, true, false), "verify activate");
        assert_eq!(proven("{}", 550, true, false), "verify activate prepare");
        assert_eq!(proven("{}", 700, false, false), "verify activate prepare");
        assert_eq!(proven("{}", 700, true, false), "verify activate prepare handover");
        assert_eq!(proven("{}", 900, false, false), "verify activate prepare deliver");
        assert_eq!(proven("{}", 1_500, false, false), "");
        assert_eq!(proven("{}", 1_600, false, false), "cancel");
    }

    #[test]
    fn a_date_proves_its_step_whatever_the_status() {
        let dated = r#"{"verifyDate":"2026-11-14T16:21:00.000Z","prepareDate":"","handoverDate":null}"#;
        assert_eq!(proven(dated, 1_500, true, false), "verify activate");
        let scheduled = r#"{"scheduleVerifiedDate":"2026-11-14T16:21:00.000Z"}"#;
        assert_eq!(proven(scheduled, 325, false, true), "verify-scheduled");
        let all = r#"{"prepareDate":"x","handoverDate":"x","deliverDate":"x"}"#;
        assert_eq!(proven(all, 1_600, true, false), "prepare handover deliver cancel");
    }
}
