//! Trendyol Go (Trendyol Yemek): polled behind any router, pushed where the restaurant has a public address.
//!
//! Every request carries the supplier's key; a branch is its store id. The platform's word for an order is package.
//!
//! `calls` sends and explains refusals · `poll` sweeps by time of change · `push` hears events · `order` reads a
//! package, `lines`, `price`, `payment` and `mask` its parts · `menu` reads the menu · `reasons` lists why one may cancel.

mod calls;
mod facts;
mod lines;
mod mask;
mod menu;
mod order;
mod payment;
mod poll;
mod price;
mod push;
mod reasons;

use self::facts::FACTS;
use crate::model::{
    Act, Failure, Menu, Order, Provider, Reason, Status,
    order::DeliveryType::{Pickup, PlatformCourier},
};
use crate::platforms::{
    client::Client,
    facts::Facts,
    link::Link,
    platform::{Asked, Case, Platform, Push, Step, Told, WithoutReason},
    report::{Heard, Polled, Report},
};
use std::time::Duration;

/// Its limit of 50 calls in 10 s allows more; a poll that finds nothing new is one call.
const LEAST_INTERVAL: Duration = Duration::from_secs(1);

pub struct TrendyolGo;

impl Platform for TrendyolGo {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    /// Branches of one supplier share one key, and so its limits.
    fn account(&self, link: &Link) -> String {
        format!("{} {}", link.credential("supplierId"), link.credential("apiKey"))
    }

    fn poll_every(&self, wanted: Duration) -> Option<Duration> {
        Some(wanted.max(LEAST_INTERVAL))
    }

    fn poll(&self, client: &Client<'_>, asked: &Asked<'_>) -> Polled {
        poll::poll(client, asked)
    }

    fn hear(&self, link: &Link, push: &Push<'_>) -> Result<Vec<Heard>, Failure> {
        push::hear(link, push)
    }

    fn twin(&self, raw: &[u8]) -> Option<Provider> {
        order::is_from_getir(raw).then_some(Provider::Getir)
    }

    fn number(&self, raw: &[u8]) -> Option<String> {
        order::number(raw)
    }

    fn steps(&self, _link: &Link, order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
        let delivery = order.content.delivery_type;
        match (act, to) {
            (Act::Cancel { .. }, _) => vec!["unsupplied"],
            (Act::Verify, _) | (Act::Advance, Status::Preparing) => vec!["picked"],
            // Nothing is under way to the customer yet; the table over there has a place for it all the same.
            (Act::Advance, Status::Delivered) if delivery == Pickup => vec!["manual-shipped", "manual-delivered"],
            (Act::Advance, Status::OnTheWay) if matches!(delivery, Pickup | PlatformCourier) => vec!["invoiced"],
            (Act::Advance, Status::OnTheWay) => vec!["invoiced", "manual-shipped"],
            (Act::Advance, Status::Delivered) if delivery != PlatformCourier => vec!["manual-delivered"],
            (Act::Advance, _) => Vec::new(),
        }
    }

    fn tell(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
        calls::tell(client, case, step)
    }

    fn look(&self, client: &Client<'_>, provider_order_id: &str) -> Result<Report, Failure> {
        calls::look(client, provider_order_id)
    }

    fn decides(&self, order: &Order) -> bool {
        order.content.delivery_type == PlatformCourier && order.status == Status::OnTheWay
    }

    fn reasons(&self, _client: &Client<'_>, order: &Order) -> Result<Vec<Reason>, Failure> {
        Ok(reasons::of(order.content.delivery_type))
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Means(reasons::CANNOT_PREPARE)
    }

    fn test(&self, client: &Client<'_>) -> Result<Option<String>, Failure> {
        calls::branch_name(client)
    }

    fn menu(&self, client: &Client<'_>) -> Result<Option<Menu>, Failure> {
        menu::fetch(client).map(Some)
    }

    fn set_open(&self, client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
        calls::set_open(client, is_open)
    }
}
