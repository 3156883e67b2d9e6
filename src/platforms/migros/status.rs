//! Where an order stands there, in our terms. There is no published list of words, so they are read leniently.
//!
//! Whether the order that is read back carries `deliveryStatus`, as the push does, is not known: both are read, and
//! whichever is further counts.

use crate::{Loose, ToldCancellation};
use model::{Courier, CourierState, Status};

/// The steps of an order's life, as they show on it.
pub const APPROVED: &str = "approved";
pub const PREPARED: &str = "prepared";
pub const DELIVERY: &str = "delivery";
pub const COMPLETED: &str = "completed";
pub const REJECTED: &str = "rejected";
pub const CANCEL_ORDER: &str = "cancel-order";

/// Those of one that goes well; each status shows how many of them were taken.
const STEPS: [&str; 4] = [APPROVED, PREPARED, DELIVERY, COMPLETED];

/// A status with the steps that it shows as taken.
type Known = (Status, &'static [&'static str]);
const CANCELLED: Known = (Status::CancelledByCustomer, &[CANCEL_ORDER]);

pub struct ReadStatus {
    pub status: Option<Status>,
    pub done: Vec<&'static str>,
    /// An unknown word.
    pub strange: Option<String>,
}

pub fn read(order: &Loose<'_>) -> ReadStatus {
    let words = ["status", "deliveryStatus"].map(|name| order.get(name).text());
    let known = words.each_ref().map(|word| word.as_deref().map_or(Some(None), known));
    let is_cancelled = order.get("isCancelled").flag() == Some(true);
    let told = known.into_iter().flatten().flatten().chain(is_cancelled.then_some(CANCELLED));
    let best = told.max_by_key(|(status, done)| (status.code(), done.len()));
    let strange = words.into_iter().zip(known).find_map(|(word, known)| word.filter(|_| known.is_none()));
    let (status, done) = best.map_or((None, &[][..]), |(status, done)| (Some(status), done));
    ReadStatus { status, done: done.to_vec(), strange }
}

/// A cancellation that was told as such.
pub fn cancelled() -> ReadStatus {
    ReadStatus { status: Some(CANCELLED.0), done: CANCELLED.1.to_vec(), strange: None }
}

/// Who brings it, and how near they are.
pub fn courier(order: &Loose<'_>) -> Option<Courier> {
    let name = order.get("courierName").text();
    let state = match letters(order.get("deliveryStatus").value().as_str().unwrap_or_default()).as_str() {
        "COURIERAPPROACHED" => Some(CourierState::Nearby),
        "COURIERARRIVED" => Some(CourierState::Arrived),
        _ => None,
    };
    (name.is_some() || state.is_some()).then(|| Courier { name, state, ..Courier::default() })
}

/// Why it was cancelled, under any of the names that were seen for it.
pub fn reason(order: &Loose<'_>) -> ToldCancellation {
    let names = ["cancelReason", "CancelReason", "cancelReasonDescription", "reason", "Reason"];
    let text = names.iter().find_map(|name| order.get(name).value().as_str()).map(str::trim);
    let note = text.filter(|text| !text.is_empty()).map(|text| text.chars().take(500).collect());
    ToldCancellation { note, ..ToldCancellation::default() }
}

/// By its letters alone: `Approved`, `APPROVED` and `IN_DELIVERY`, `InDelivery` were all seen or are likely. `None` for a
/// strange word, `Some(None)` for one that is no status of the order.
fn known(word: &str) -> Option<Option<Known>> {
    Some(Some(match letters(word).as_str() {
        "NEWPENDING" | "NEW" | "PENDING" => (Status::New, &[]),
        "APPROVED" => (Status::Preparing, &STEPS[..1]),
        "PREPARED" => (Status::Preparing, &STEPS[..2]),
        "DELIVERY" | "INDELIVERY" => (Status::OnTheWay, &STEPS[..3]),
        "COMPLETED" | "DELIVERED" => (Status::Delivered, &STEPS),
        "REJECTED" => (Status::CancelledByRestaurant, &[REJECTED]),
        letters if letters.starts_with("CANCEL") => CANCELLED,
        // The courier's way to the restaurant.
        "ASSIGNEDFORDELIVERY" | "COURIERAPPROACHED" | "COURIERARRIVED" => return Some(None),
        _ => return None,
    }))
}

fn letters(word: &str) -> String {
    word.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::loose::Paper;
    use serde_json::value::RawValue;

    fn standing(json: &str) -> ReadStatus {
        let paper = Paper::of(&RawValue::from_string(json.to_owned()).unwrap());
        read(&paper.root())
    }

    #[test]
    fn words_are_read_however_they_are_written() {
        for (words, status) in [
            (&["NEW_PENDING", "NewPending", "pending"][..], Status::New),
            (&["APPROVED", "Approved", "approved", "PREPARED", "Prepared"], Status::Preparing),
            (&["Delivery", "IN_DELIVERY", "InDelivery"], Status::OnTheWay),
            (&["Completed", "DELIVERED"], Status::Delivered),
            (&["Rejected", "REJECTED"], Status::CancelledByRestaurant),
            (&["CANCELLED", "Canceled", "CANCELLED_BY_USER"], Status::CancelledByCustomer),
        ] {
            for word in words {
                let read = standing(&format!(r#"{{ "status": "{word}" }}"#));
                assert_eq!((read.status, read.strange), (Some(status), None), "{word}");
            }
        }
        let read = standing(r#"{ "status": "HAZIR" }"#);
        assert_eq!((read.status, read.strange.as_deref()), (None, Some("HAZIR")));
        assert!(standing("{}").status.is_none() && standing("[]").strange.is_none());
    }

    #[test]
    fn the_further_of_the_two_counts() {
        let of = |json: &str| standing(json).status;
        assert_eq!(of(r#"{ "status": "PREPARED", "deliveryStatus": "IN_DELIVERY" }"#), Some(Status::OnTheWay));
        assert_eq!(of(r#"{ "status": "COMPLETED", "deliveryStatus": "IN_DELIVERY" }"#), Some(Status::Delivered));
        assert_eq!(of(r#"{ "status": "APPROVED", "deliveryStatus": "COURIER_ARRIVED" }"#), Some(Status::Preparing));
        assert_eq!(of(r#"{ "status": "DELIVERED", "isCancelled": true }"#), Some(Status::CancelledByCustomer));
        assert_eq!(of(r#"{ "deliveryStatus": "ASSIGNED_FOR_DELIVERY", "isCancelled": false }"#), None);
    }

    #[test]
    fn a_status_shows_the_steps_before_it_as_taken() {
        let done = |word: &str| standing(&format!(r#"{{ "status": "{word}" }}"#)).done;
        assert_eq!(done("NEW_PENDING"), [""; 0]);
        assert_eq!(done("APPROVED"), [APPROVED]);
        assert_eq!(done("PREPARED"), [APPROVED, PREPARED]);
        assert_eq!(done("COMPLETED"), [APPROVED, PREPARED, DELIVERY, COMPLETED]);
        // Who rejected an order is known, who cancelled it is not: one word does not prove the other.
        assert_eq!((done("REJECTED"), done("CANCELLED")), (vec![REJECTED], vec![CANCEL_ORDER]));
    }
}
