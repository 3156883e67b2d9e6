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

use self::facts::FACTS;
use crate::{
    Case, Client, Facts, Heard, Link, Platform, PollRequest, Polled, Pushed, Refused, Report, Step, StepOutcome, Told,
    WithoutReason,
};
use model::{Act, DeliveryType, Failure, Id, Menu, Order, Reason, Status};
use serde_json::Value;
use std::time::Duration;

pub struct Yemeksepeti;

impl Platform for Yemeksepeti {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

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

    fn poll(&self, client: &Client<'_>, asked: &PollRequest<'_>) -> Polled {
        poll::poll(client, asked)
    }

    fn hear(&self, link: &Link, push: &Pushed<'_>) -> Result<Vec<Heard>, Failure> {
        push::hear(link, push)
    }

    fn answer(&self, route: &str, orders: &[(Id, Status)]) -> Result<Value, Failure> {
        push::answer(route, orders)
    }

    fn refuse(&self, route: Option<&str>, failure: &Failure, words: &str) -> Option<Refused> {
        Some(push::refuse(route, failure, words))
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

    fn look_back(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<StepOutcome, Failure> {
        steps::look_back(client, case, step)
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

    fn test(&self, client: &Client<'_>) -> Result<Option<String>, Failure> {
        shop::test(client)
    }

    fn menu(&self, _client: &Client<'_>) -> Result<Option<Menu>, Failure> {
        menu::menu().map(Some)
    }

    fn set_open(&self, client: &Client<'_>, is_open: bool) -> Result<(), Failure> {
        shop::set_open(client, is_open)
    }
}
