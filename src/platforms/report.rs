//! What adapters make of a platform's JSON, whether it was pushed, polled or read back.

use model::{Content, Courier, Failure, Sha, Status, Time};
use serde_json::Value;

/// A whole order.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    /// The short number that people say aloud.
    pub code: Option<String>,
    pub content: Content,
    /// The platform's own JSON, untouched.
    pub raw: Vec<u8>,
}

/// What a platform says of one order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub provider_order_id: String,
    /// Our own id, where the platform names the order by that instead of its own.
    pub our_id: Option<String>,
    /// Absent where only a change is told.
    pub arrival: Option<Arrival>,
    /// Whether the platform says that what is in it was changed.
    pub change: ToldChange,
    /// Since when what it shows is so, by the platform's own clock, where that is said.
    pub as_of: Option<Time>,
    /// The parts of the arrival that are not as they came first, where all of both was compared.
    pub differs: Option<Vec<&'static str>>,
    /// Where it stands there, in our terms; absent where that is unknown or unsaid.
    pub status: Option<Status>,
    /// A status that no table knows, word for word.
    pub strange: Option<String>,
    /// The platform did not find it. It may later: this says nothing yet.
    pub is_unknown: bool,
    /// Why it was cancelled, where it was.
    pub cancelled: ToldCancellation,
    /// The steps that the platform shows as taken.
    pub done: Vec<&'static str>,
    /// Who brings it, where that is said.
    pub courier: Option<Courier>,
    /// Which of the platform's shops it is for, where that is said.
    pub shop: Option<String>,
}

/// What a platform says of a change to what is in an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ToldChange {
    #[default]
    None,
    /// What it shows has lost a part, whenever that was: perhaps before the order came here.
    Shown,
    /// It was changed just now: to the arrival, or to something that is not told.
    Now,
}

impl Report {
    /// The platform was asked for this order and did not find it.
    pub fn unknown(provider_order_id: &str) -> Report {
        Report { provider_order_id: provider_order_id.to_owned(), is_unknown: true, ..Report::default() }
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToldCancellation {
    pub reason: Option<String>,
    pub name: Option<String>,
    pub note: Option<String>,
    /// The platform says that the customer did it; else it was the platform itself.
    pub by_customer: bool,
}

/// What one poll brought.
#[derive(Debug, Default)]
pub struct Polled {
    pub reports: Vec<Report>,
    /// Where the next one goes on: behind everything that was read without a gap. `None`: where this one did.
    pub cursor: Option<Value>,
    /// What the platform calls this shop, so that pushes find it.
    pub shop: Option<String>,
    /// What went wrong; the reports before it count all the same.
    pub failure: Option<Failure>,
    /// What went wrong beside the way on which new orders come: it is shown, and slows nothing down.
    pub aside: Option<Failure>,
}

/// What is in a push.
#[derive(Debug)]
pub enum Heard {
    Report(Box<Report>),
    /// An order that counts only once it was read back, because it could be from any sender; and its shop, if said.
    ReadBack {
        id: String,
        shop: Option<String>,
        /// What counts where it cannot be read back: the order, if the push holds it.
        told: Option<Box<Report>>,
        /// Its sender has the restaurant's key.
        has_key: bool,
    },
}

/// An id for an order that came without one: the same JSON is the same order. A platform is never told of it.
pub fn made_up_id(raw: &[u8]) -> String {
    let hash = Sha::of(raw);
    let hex: String = hash.0.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    format!("{MADE_UP}{hex}")
}

pub const MADE_UP: &str = "without-id-";
