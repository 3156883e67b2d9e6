//! `Status`: where an order stands, and the one place that says which moves exist.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Status {
    Scheduled,
    ScheduledVerified,
    New,
    Preparing,
    OnTheWay,
    Delivered,
    CancelledByCustomer,
    CancelledByRestaurant,
}

use Status::*;

impl Status {
    pub const ALL: [Status; 8] =
        [Scheduled, ScheduledVerified, New, Preparing, OnTheWay, Delivered, CancelledByCustomer, CancelledByRestaurant];
    /// Those that something is still to be done about.
    pub const OPEN: [Status; 5] = [Scheduled, ScheduledVerified, New, Preparing, OnTheWay];

    pub fn code(self) -> u16 {
        match self {
            Scheduled => 325,
            ScheduledVerified => 350,
            New => 400,
            Preparing => 500,
            OnTheWay => 600,
            Delivered => 900,
            CancelledByCustomer => 1500,
            CancelledByRestaurant => 1600,
        }
    }

    pub fn from_code(code: u64) -> Option<Status> {
        Status::ALL.into_iter().find(|status| u64::from(status.code()) == code)
    }

    pub fn name(self) -> &'static str {
        match self {
            Scheduled => "scheduled",
            ScheduledVerified => "scheduled_verified",
            New => "new",
            Preparing => "preparing",
            OnTheWay => "on_the_way",
            Delivered => "delivered",
            CancelledByCustomer => "cancelled_by_customer",
            CancelledByRestaurant => "cancelled_by_restaurant",
        }
    }

    /// What change-status leads to; `None` for a closed order.
    pub fn next(self) -> Option<Status> {
        match self {
            Scheduled => Some(ScheduledVerified),
            ScheduledVerified | New => Some(Preparing),
            Preparing => Some(OnTheWay),
            OnTheWay => Some(Delivered),
            Delivered | CancelledByCustomer | CancelledByRestaurant => None,
        }
    }

    pub fn is_closed(self) -> bool {
        self.next().is_none()
    }

    pub fn is_cancelled(self) -> bool {
        matches!(self, CancelledByCustomer | CancelledByRestaurant)
    }

    /// Verify has something to do.
    pub fn awaits_verification(self) -> bool {
        matches!(self, Scheduled | New)
    }

    /// One byte in index keys. These numbers are part of the file format.
    pub fn byte(self) -> u8 {
        match self {
            Scheduled => 1,
            ScheduledVerified => 2,
            New => 3,
            Preparing => 4,
            OnTheWay => 5,
            Delivered => 6,
            CancelledByCustomer => 7,
            CancelledByRestaurant => 8,
        }
    }
}

impl Serialize for Status {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.code())
    }
}

impl<'de> Deserialize<'de> for Status {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Status, D::Error> {
        let code = u64::deserialize(deserializer)?;
        Status::from_code(code).ok_or_else(|| D::Error::custom("not a status"))
    }
}
