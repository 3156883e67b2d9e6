//! Yemeksepeti, through Delivery Hero's POS Middleware: orders are pushed to us as to a plugin, with signed tokens; acts
//! are calls to the Middleware. The restaurant line only: markets have another interface.
//!
//! Two modes, told by the addresses that an order names. Direct: it waits for our answer. Indirect: staff have accepted it
//! on the platform's tablet, and neither acceptance nor refusal is ours to tell.
//!
//! `facts` says what is known of it · `push` takes pushes, which `jwt` checks · `order`, `items`, `price`, `payment` and
//! `status` read them · `calls` logs in and sends · `steps` tells acts · `look` reads an order back · `poll` finds what was
//! missed · `reasons`, `shop` and `menu` are the rest, `words` says it.

mod calls;
mod facts;
mod items;
mod jwt;
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

use crate::{Case, Client, Link, Platform, Refused, Report, Step, StepOutcome, WithoutReason};
use model::{DeliveryType, Failure, Id, Order, Reason, Status};
use serde_json::Value;
use std::time::Duration;

pub struct Yemeksepeti;

impl Platform for Yemeksepeti {
    left_to_its_files! {}

    fn account(&self, link: &Link) -> String {
        format!("{}\n{}", link.credential("username"), link.credential("password"))
    }

    fn company(&self, link: &Link) -> String {
        format!("{}\n{}", link.credential("username"), link.credential("chainCode"))
    }

    /// A safety net, not a feed: the owner's interval is for platforms that have to be asked.
    fn poll_every(&self, _wanted: Duration) -> Option<Duration> {
        Some(poll::EVERY)
    }

    fn answer(&self, route: &str, orders: &[(Id, Status)]) -> Result<Value, Failure> {
        push::answer(route, orders)
    }

    fn refuse(&self, route: Option<&str>, failure: &Failure, words: &str) -> Option<Refused> {
        Some(push::refuse(route, failure, words))
    }

    fn ready_step(&self, order: &Order) -> Option<&'static str> {
        (order.content.delivery_type == DeliveryType::PlatformCourier).then_some(status::PREPARED)
    }

    fn look_back(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<StepOutcome, Failure> {
        steps::look_back(client, case, step)
    }

    fn is_own_cancellation(&self, report: &Report, reason: Option<&str>) -> bool {
        look::is_ours(report, reason)
    }

    /// Of an order that was accepted it shows no more than that.
    fn shows(&self, step: &str) -> bool {
        matches!(step, status::ACCEPT | status::REJECT)
    }

    /// There is no word from the platform when its courier has delivered, so the restaurant closes every order.
    fn decides(&self, _: Status, _: DeliveryType) -> bool {
        false
    }

    fn known_reasons(&self, order: &Order) -> Option<Result<Vec<Reason>, Failure>> {
        Some(reasons::list(order))
    }

    fn reason(&self, id: &str) -> Option<Reason> {
        reasons::find(id)
    }

    fn without_reason(&self, order: &Order) -> WithoutReason {
        reasons::without_reason(order)
    }
}
