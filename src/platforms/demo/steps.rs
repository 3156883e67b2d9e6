//! The steps that a simulated platform can be told, as they show on an order.

pub const ACCEPT: &str = "accept";
pub const READY: &str = "ready";
pub const HANDOVER: &str = "handover";
pub const SEND: &str = "send";
pub const DELIVER: &str = "deliver";
pub const CANCEL: &str = "cancel";
