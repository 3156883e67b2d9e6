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

use self::facts::FACTS;
use crate::{
    Case, Client, Facts, Heard, Link, Platform, PollRequest, Polled, Pushed, Report, Step, Told, WithoutReason,
};
use model::{Act, Failure, Menu, Order, Reason, Status};
use std::time::Duration;

/// No limit is published; every list is asked for that often at most.
const SOONEST: Duration = Duration::from_secs(10);

pub struct MigrosYemek;

impl Platform for MigrosYemek {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    /// The secret is the integrating company's; every branch has a key of its own.
    fn company(&self, link: &Link) -> String {
        link.credential("secretKey").to_owned()
    }

    fn poll_every(&self, wanted: Duration) -> Option<Duration> {
        Some(wanted.max(SOONEST))
    }

    fn poll(&self, client: &Client<'_>, asked: &PollRequest<'_>) -> Polled {
        poll::poll(client, asked)
    }

    fn hear(&self, link: &Link, push: &Pushed<'_>) -> Result<Vec<Heard>, Failure> {
        push::hear(link, push)
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

    fn reasons(&self, client: &Client<'_>, _order: &Order) -> Result<Vec<Reason>, Failure> {
        reasons::list(client)
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Refused
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
