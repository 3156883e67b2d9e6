//! Trendyol Go (Trendyol Yemek): polled behind any router, pushed where the restaurant has a public address.
//!
//! Every request carries the supplier's key; a branch is its store id. The platform's word for an order is package.
//!
//! `facts` says what is known of it · `calls` sends and explains refusals · `poll` sweeps by time of change · `push` hears
//! events · `order` reads a package, `items`, `price`, `payment`, `status` and `mask` its parts · `steps` tells acts ·
//! `look` reads one package back · `reasons`, `shop` and `menu` are the rest, `words` says it.

mod calls;
mod facts;
mod items;
mod look;
mod mask;
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

use crate::{Link, Platform, WithoutReason};
use model::{DeliveryType, Failure, Order, Provider, Reason, Time};
use std::time::Duration;

/// Its limit of 50 calls in 10 s allows more; a poll that finds nothing new is one call.
const LEAST_INTERVAL: Duration = Duration::from_secs(1);

pub struct TrendyolGo;

impl Platform for TrendyolGo {
    left_to_its_files! {}

    /// Branches of one supplier share one key, and so its limits.
    fn account(&self, link: &Link) -> String {
        format!("{} {}", link.credential("supplierId"), link.credential("apiKey"))
    }

    fn poll_every(&self, wanted: Duration) -> Option<Duration> {
        Some(wanted.max(LEAST_INTERVAL))
    }

    fn twin(&self, raw: &[u8]) -> Option<Provider> {
        order::is_from_getir(raw).then_some(Provider::Getir)
    }

    fn number(&self, raw: &[u8]) -> Option<String> {
        order::number(raw)
    }

    fn as_of(&self, raw: &[u8]) -> Option<Time> {
        order::as_of(raw)
    }

    fn ready_step(&self, order: &Order) -> Option<&'static str> {
        (order.content.delivery_type == DeliveryType::PlatformCourier).then_some(status::INVOICED)
    }

    fn known_reasons(&self, order: &Order) -> Option<Result<Vec<Reason>, Failure>> {
        Some(Ok(reasons::list(order.content.delivery_type)))
    }

    fn reason(&self, id: &str) -> Option<Reason> {
        reasons::find(id)
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Means(reasons::CANNOT_PREPARE)
    }
}
