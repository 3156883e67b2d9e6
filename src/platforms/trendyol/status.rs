//! What a package's status means to us, and which steps it shows as taken.

use model::Status;

/// The steps of an order's life, as they show on it.
pub const PICKED: &str = "picked";
pub const INVOICED: &str = "invoiced";
pub const MANUAL_SHIPPED: &str = "manual-shipped";
pub const MANUAL_DELIVERED: &str = "manual-delivered";
pub const UNSUPPLIED: &str = "unsupplied";

/// Those of one that goes well; each status shows how many of them were taken.
const STEPS: [&str; 4] = [PICKED, INVOICED, MANUAL_SHIPPED, MANUAL_DELIVERED];

/// A package that was split up or came back is over and was not delivered; neither is in the list of statuses that the
/// poll asks for, see there.
pub fn read(word: &str) -> Option<(Status, &'static [&'static str])> {
    Some(match word.to_ascii_lowercase().as_str() {
        "created" => (Status::New, &[]),
        "picking" => (Status::Preparing, &STEPS[..1]),
        "invoiced" => (Status::Preparing, &STEPS[..2]),
        "shipped" => (Status::OnTheWay, &STEPS[..3]),
        "delivered" => (Status::Delivered, &STEPS),
        "cancelled" | "unpacked" | "returned" => (Status::CancelledByCustomer, &[]),
        "unsupplied" => (Status::CancelledByRestaurant, &[UNSUPPLIED]),
        _ => return None,
    })
}
