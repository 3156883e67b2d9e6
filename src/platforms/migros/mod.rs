//! Migros Yemek: orders are pushed and polled, what we post is encrypted. All of it is read off other integrators' code.
//!
//! `facts` says what is known of it · `cipher` encrypts · `calls` sends and unwraps · `poll` and `push` bring orders ·
//! `order`, `items`, `price`, `payment` and `status` read them · `steps` tells acts · `look` reads one order back ·
//! `reasons`, `shop` and `menu` ask for the rest, `words` says it.

mod calls;
mod cipher;
mod facts;
mod items;
mod look;
mod menu;
mod order;
mod payment;
mod poll;
mod price;
mod push;
mod reasons;
mod shop;
mod status;
mod steps;
#[cfg(test)]
mod tests;
mod words;

use crate::{Client, Link, Platform, WithoutReason};
use model::{DeliveryType, Failure, Order, Reason};
use std::time::Duration;

/// No limit is published; every list is asked for that often at most.
const SOONEST: Duration = Duration::from_secs(10);

pub struct MigrosYemek;

impl Platform for MigrosYemek {
    left_to_its_files! {}

    /// The secret is the integrating company's; every branch has a key of its own.
    fn company(&self, link: &Link) -> String {
        link.credential("secretKey").to_owned()
    }

    fn poll_every(&self, wanted: Duration) -> Option<Duration> {
        Some(wanted.max(SOONEST))
    }

    fn ready_step(&self, order: &Order) -> Option<&'static str> {
        (order.content.delivery_type == DeliveryType::PlatformCourier).then_some(status::PREPARED)
    }

    fn reasons(&self, client: &Client<'_>, _order: &Order) -> Result<Vec<Reason>, Failure> {
        reasons::list(client)
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Refused
    }
}
