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

use self::facts::FACTS;
use crate::{
    Case, Client, Facts, Heard, Link, Platform, PollRequest, Polled, Pushed, Report, Step, Told, WithoutReason,
};
use model::{Act, Failure, Menu, Order, Provider, Reason, Status};
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

    fn poll(&self, client: &Client<'_>, asked: &PollRequest<'_>) -> Polled {
        poll::poll(client, asked)
    }

    fn hear(&self, link: &Link, push: &Pushed<'_>) -> Result<Vec<Heard>, Failure> {
        push::hear(link, push)
    }

    fn twin(&self, raw: &[u8]) -> Option<Provider> {
        order::is_from_getir(raw).then_some(Provider::Getir)
    }

    fn number(&self, raw: &[u8]) -> Option<String> {
        order::number(raw)
    }

    fn steps(&self, _link: &Link, order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
        steps::steps(order, act, to)
    }

    fn tell(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
        steps::tell(client, case, step)
    }

    fn look(&self, client: &Client<'_>, provider_order_id: &str) -> Result<Report, Failure> {
        look::look(client, provider_order_id)
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

    fn test(&self, client: &Client<'_>) -> Result<Option<String>, Failure> {
        shop::test(client)
    }

    fn menu(&self, client: &Client<'_>) -> Result<Option<Menu>, Failure> {
        menu::menu(client).map(Some)
    }

    fn set_open(&self, client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
        shop::set_open(client, is_open)
    }
}
