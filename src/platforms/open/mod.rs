//! `open`: any web shop that speaks our own format.
//!
//! The shop pushes orders, customers' cancellations and its menu; what the restaurant does is POSTed to the shop's
//! `callbackUrl`, where it has one.

mod menu;
mod order;

pub use menu::read_menu;
pub use order::read_order;

use super::{Credential, Link, Platform, Standing, WithoutReason, rejected, unreached};
use crate::{
    model::{Act, Code, Failure, Menu, Order, Reason, Status},
    net::{Method, Net, Request},
};
use serde::Serialize;
use std::time::Duration;

/// A till waits for this, so it is short.
const TIMEOUT: Duration = Duration::from_secs(10);
const ANSWER: usize = 2_048;

const REASONS: [Reason; 6] = [
    Reason::fixed("out_of_stock", "Ürün tükendi", "A product is sold out"),
    Reason::fixed("too_busy", "Restoran çok yoğun", "The restaurant is too busy"),
    Reason::fixed("closed", "Restoran kapalı", "The restaurant is closed"),
    Reason::fixed("out_of_area", "Adres servis alanı dışında", "The address is outside the delivery area"),
    Reason::fixed("customer_unreachable", "Müşteriye ulaşılamadı", "The customer cannot be reached"),
    Reason::fixed("other", "Diğer", "Other"),
];

pub struct Open;

/// What the shop is told.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Callback<'a> {
    action: &'static str,
    provider_order_id: &'a str,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

impl Platform for Open {
    fn credentials(&self) -> &'static [Credential] {
        &[]
    }

    fn takes_callback_url(&self) -> bool {
        true
    }

    fn hears(&self, link: &Link, _order: &Order, _act: &Act) -> bool {
        link.settings.callback_url.is_some()
    }

    fn tell(&self, link: &Link, net: &Net, order: &Order, act: &Act, to: Status) -> Result<(), Failure> {
        let Some(url) = &link.settings.callback_url else { return Ok(()) };
        let (action, reason, note) = match act {
            Act::Verify => ("verify", None, None),
            Act::Advance => ("advance", None, None),
            Act::Cancel { reason, note, .. } => ("cancel", reason.as_deref(), note.as_deref()),
        };
        let told = Callback { action, provider_order_id: &order.provider_order_id, status: to, reason, note };
        let body = serde_json::to_vec(&told).map_err(Failure::fault)?;
        let headers = [("Content-Type".to_owned(), "application/json".to_owned())];
        let request = Request {
            method: Method::Post,
            url,
            headers: &headers,
            body: Some(&body),
            timeout: TIMEOUT,
            max_answer: ANSWER,
        };
        match net.send(&request) {
            Ok(answer) if (200..300).contains(&answer.status) => Ok(()),
            Ok(answer) => Err(rejected(answer.status, &answer.body)),
            Err(trouble) => Err(unreached(trouble)),
        }
    }

    /// A shop has no way to be asked, so it is told again; the reference says that this may happen after a crash.
    fn look_back(&self, link: &Link, net: &Net, order: &Order, act: &Act, to: Status) -> Result<Standing, Failure> {
        match self.tell(link, net, order, act, to) {
            Ok(()) => Ok(Standing::Taken),
            Err(failure) if failure.code == Code::PlatformRejected => Ok(Standing::NotTaken),
            Err(failure) => Err(failure),
        }
    }

    fn decides(&self, _order: &Order) -> bool {
        false
    }

    fn reasons(&self, _link: &Link, _net: &Net, _order: &Order) -> Result<Vec<Reason>, Failure> {
        Ok(REASONS.to_vec())
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Refused
    }

    /// Any answer of the callback's host shows that it can be reached; nothing is told.
    fn test(&self, link: &Link, net: &Net) -> Result<Option<String>, Failure> {
        let Some(url) = &link.settings.callback_url else { return Ok(None) };
        let request =
            Request { method: Method::Get, url, headers: &[], body: None, timeout: TIMEOUT, max_answer: ANSWER };
        net.send(&request).map(|_| None).map_err(unreached)
    }

    fn menu(&self, _link: &Link, _net: &Net) -> Result<Option<Menu>, Failure> {
        Ok(None)
    }

    fn set_open(&self, _link: &Link, _net: &Net, _is_open: bool) -> Result<(), Failure> {
        Err(Failure::new(Code::NotOffered))
    }
}
