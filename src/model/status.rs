//! `Status`: where an order stands, and the one place that says which moves exist.

words! {
    #[derive(PartialOrd, Ord, Hash)]
    #[serde(into = "u16", try_from = "u64")]
    pub enum Status: name {
        Scheduled = 1 "scheduled",
        ScheduledVerified = 2 "scheduled_verified",
        New = 3 "new",
        Preparing = 4 "preparing",
        OnTheWay = 5 "on_the_way",
        Delivered = 6 "delivered",
        CancelledByCustomer = 7 "cancelled_by_customer",
        CancelledByRestaurant = 8 "cancelled_by_restaurant",
    }
}

bytes!(Status);

use Status::*;

impl Status {
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
}

impl From<Status> for u16 {
    fn from(status: Status) -> u16 {
        status.code()
    }
}

impl TryFrom<u64> for Status {
    type Error = &'static str;

    fn try_from(code: u64) -> Result<Status, &'static str> {
        Status::from_code(code).ok_or("not a status")
    }
}
