//! `open`: any web shop that speaks our own format.
//!
//! The shop pushes orders, customers' cancellations and its menu; what the restaurant does is POSTed to the shop's
//! `callbackUrl`, where it has one.

mod again;
mod facts;
mod menu;
mod order;
mod sample;

pub use again::differences;
pub use menu::read_menu;
pub use order::read_order;
pub use sample::{is_own_test, test_order};

use self::facts::FACTS;
use crate::{
    Case, Client, Facts, Link, Platform, PlatformCall, Report, Step, StepOutcome, Told, WithoutReason, not_offered,
};
use model::{Act, Code, DeliveryType, Failure, Menu, Order, Reason, Status};
use net::Method;
use serde::Serialize;

static REASONS: [Reason; 6] = [
    Reason::fixed("out_of_stock", "Ürün tükendi", "A product is sold out"),
    Reason::fixed("too_busy", "Restoran çok yoğun", "The restaurant is too busy"),
    Reason::fixed("closed", "Restoran kapalı", "The restaurant is closed"),
    Reason::fixed("out_of_area", "Adres servis alanı dışında", "The address is outside the delivery area"),
    Reason::fixed("customer_unreachable", "Müşteriye ulaşılamadı", "The customer cannot be reached"),
    Reason::fixed("other", "Diğer", "Other"),
];

bilingual! {
    NOT_SWITCHABLE: "Bir web sitesi buradan açılıp kapatılamaz." / "A web shop is not opened or closed from here.",
}

/// The steps of an order's life, as they show on it.
const VERIFY: &str = "verify";
const START: &str = "start";
const SEND: &str = "send";
const DELIVER: &str = "deliver";
const CANCEL: &str = "cancel";

pub struct Open;

/// What the shop is told.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Callback<'a> {
    action: &'a str,
    provider_order_id: &'a str,
    status: Status,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preparation_minutes: Option<u32>,
}

impl Platform for Open {
    fn facts(&self) -> &'static Facts {
        &FACTS
    }

    fn steps(&self, link: &Link, _order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
        let step = match (act, to) {
            (Act::Verify { .. }, _) => VERIFY,
            (Act::Cancel { .. }, _) => CANCEL,
            (Act::Advance, Status::OnTheWay) => SEND,
            (Act::Advance, Status::Delivered) => DELIVER,
            (Act::Advance, _) => START,
        };
        if link.settings.callback_url.is_some() { vec![step] } else { Vec::new() }
    }

    fn tell(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
        let Some(url) = &client.link.settings.callback_url else { return Ok(Told::Taken) };
        let (action, status) = match step.name {
            VERIFY | CANCEL => (step.name, step.to),
            SEND => ("advance", Status::OnTheWay),
            DELIVER => ("advance", Status::Delivered),
            _ => ("advance", Status::Preparing),
        };
        let provider_order_id = &case.order.provider_order_id;
        let preparation_minutes = step.minutes.filter(|_| step.name == VERIFY);
        let (reason, note) = (step.reason, step.note);
        let told = Callback { action, provider_order_id, status, reason, note, preparation_minutes };
        let headers = vec![("Content-Type".to_owned(), "application/json".to_owned())];
        let body = Some(serde_json::to_vec(&told).map_err(Failure::fault)?);
        // There is nothing to read back, so what failed counts as not taken; the till asks again.
        match client.send_to(url, &PlatformCall { method: Method::Post, path: "", headers, body }) {
            Ok(reply) if reply.is_ok() => Ok(Told::Taken),
            Ok(reply) => Err(reply.refused().in_doubt(false)),
            Err(failure) => Err(failure.in_doubt(false)),
        }
    }

    fn look(&self, _client: &Client<'_>, _provider_order_id: &str) -> Result<Report, Failure> {
        Err(Failure::new(Code::NotOffered))
    }

    /// A shop has no way to be asked, so it is told again; the reference says that this may happen.
    fn look_back(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<StepOutcome, Failure> {
        match self.tell(client, case, step) {
            Ok(_) => Ok(StepOutcome::Taken),
            Err(failure) if failure.code == Code::PlatformRejected => Ok(StepOutcome::NotTaken),
            Err(failure) => Err(failure),
        }
    }

    fn decides(&self, _: Status, _: DeliveryType) -> bool {
        false
    }

    fn fixed_reasons(&self) -> Option<&'static [Reason]> {
        Some(&REASONS)
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Refused
    }

    /// Any answer of the callback's host shows that it can be reached; nothing is told.
    fn test(&self, client: &Client<'_>) -> Result<Option<String>, Failure> {
        let Some(url) = &client.link.settings.callback_url else { return Ok(None) };
        client
            .send_to(url, &PlatformCall { method: Method::Get, path: "", headers: Vec::new(), body: None })
            .map(|_| None)
    }

    fn menu(&self, _client: &Client<'_>) -> Result<Option<Menu>, Failure> {
        Ok(None)
    }

    fn set_open(&self, _client: &Client<'_>, _is_open: bool) -> Result<(), Failure> {
        Err(not_offered(NOT_SWITCHABLE))
    }
}
