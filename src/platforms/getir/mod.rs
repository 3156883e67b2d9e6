//! Getir Yemek: orders are polled, and pushed where Getir can reach us; acts are one call each, with a minute between.
//!
//! `facts` says what is known of it · `calls` logs in and sends · `poll` and `push` bring orders · `order`, `items`,
//! `price`, `payment` and `status` read them, with `names` for texts · `steps` tells acts · `look` reads one
//! order back · `pos` is Getir's switch for the till · `reasons`, `shop` and `menu` ask for the rest, `words` says it.

mod calls;
mod facts;
mod items;
mod look;
mod menu;
mod names;
mod order;
mod payment;
mod poll;
mod pos;
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

pub struct Getir;

impl Platform for Getir {
    left_to_its_files! {}

    fn account(&self, link: &Link) -> String {
        format!("{}\n{}", link.credential("appSecretKey"), link.credential("restaurantSecretKey"))
    }

    fn company(&self, link: &Link) -> String {
        link.credential("appSecretKey").to_owned()
    }

    fn poll_every(&self, wanted: Duration) -> Option<Duration> {
        Some(wanted.max(calls::ACTIVE.gap))
    }

    fn ready_step(&self, order: &Order) -> Option<&'static str> {
        (order.content.delivery_type == DeliveryType::PlatformCourier).then_some(status::PREPARE)
    }

    fn pause(&self, link: &Link, step: &str) -> Duration {
        steps::pause(link, step)
    }

    fn reasons(&self, client: &Client<'_>, order: &Order) -> Result<Vec<Reason>, Failure> {
        reasons::list(client, order)
    }

    fn reason(&self, id: &str) -> Option<Reason> {
        reasons::find(id)
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Fine
    }

    fn is_pos_on(&self, client: &Client<'_>) -> Option<bool> {
        pos::is_on(client)
    }

    fn set_pos(&self, client: &Client<'_>, is_on: bool) -> Result<(), Failure> {
        pos::set(client, is_on)
    }
}
