//! Where an order stands at Yemeksepeti, what that means here, and which steps it shows as taken.

use crate::Report;
use model::Status;

/// The steps of an order's life, as they show on it.
pub const ACCEPT: &str = "accept";
pub const REJECT: &str = "reject";
pub const PICKED_UP: &str = "picked-up";
pub const PREPARED: &str = "preparation-completed";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TheirState {
    /// The Middleware has not yet taken in that we have the order.
    Unsettled,
    Accepted,
    PickedUp,
    Rejected,
    Cancelled,
}

impl TheirState {
    /// The words of a status push, of an order that is read back, and of a refusal (`currentState`).
    pub fn of(word: &str) -> Option<TheirState> {
        let word = word.trim().to_ascii_uppercase();
        Some(match word.strip_prefix("ORDER_").unwrap_or(&word) {
            "ASSIGNED_TO_TRANSPORT" | "WAITING_FOR_ACKNOWLEDGEMENT" => TheirState::Unsettled,
            "ACCEPTED" => TheirState::Accepted,
            "PICKED_UP" => TheirState::PickedUp,
            "REJECTED" => TheirState::Rejected,
            "CANCELLED" | "CANCELED" => TheirState::Cancelled,
            _ => return None,
        })
    }

    /// A scheduled order that was accepted waits for its time.
    pub fn status(self, is_scheduled: bool) -> Option<Status> {
        match self {
            TheirState::Unsettled => None,
            TheirState::Accepted if is_scheduled => Some(Status::ScheduledVerified),
            TheirState::Accepted => Some(Status::Preparing),
            TheirState::PickedUp => Some(Status::OnTheWay),
            TheirState::Rejected => Some(Status::CancelledByRestaurant),
            TheirState::Cancelled => Some(Status::CancelledByCustomer),
        }
    }

    /// The steps that have been taken where an order stands so.
    pub fn done(self) -> &'static [&'static str] {
        match self {
            TheirState::Unsettled | TheirState::Cancelled => &[],
            TheirState::Accepted => &[ACCEPT],
            TheirState::PickedUp => &[ACCEPT, PREPARED, PICKED_UP],
            TheirState::Rejected => &[REJECT],
        }
    }

    pub fn is_over(self) -> bool {
        matches!(self, TheirState::Rejected | TheirState::Cancelled)
    }

    /// Writes it into what is reported of an order.
    pub fn note(self, report: &mut Report) {
        let is_scheduled = report.arrival.as_ref().is_some_and(|arrival| arrival.content.is_scheduled);
        report.status = self.status(is_scheduled);
        report.done = self.done().to_vec();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_every_origin_are_known() {
        for (word, stand) in [
            ("ORDER_CANCELLED", Some(TheirState::Cancelled)),
            ("cancelled", Some(TheirState::Cancelled)),
            ("canceled", Some(TheirState::Cancelled)),
            ("accepted", Some(TheirState::Accepted)),
            (" order_accepted ", Some(TheirState::Accepted)),
            ("ORDER_PICKED_UP", Some(TheirState::PickedUp)),
            ("order_rejected", Some(TheirState::Rejected)),
            ("WAITING_FOR_ACKNOWLEDGEMENT", Some(TheirState::Unsettled)),
            ("ASSIGNED_TO_TRANSPORT", Some(TheirState::Unsettled)),
            ("COURIER_ARRIVED_AT_VENDOR", None),
            ("", None),
        ] {
            assert_eq!(TheirState::of(word), stand, "{word}");
        }
    }
}
