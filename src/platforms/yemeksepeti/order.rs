//! Reads an order as the Middleware writes it: what it pushes, and what it shows when it is asked.
//!
//! Nothing is required. What is missing and should not be is noted, so that a person looks.

use super::{items, payment, price};
use crate::{Arrival, Loose, Paper, is_object, joined};
use model::{Address, Content, Currency, Customer, DeliveryType, Time};
use serde_json::{Value, value::RawValue};

/// The names under which the time of the platform's courier has been seen.
pub const RIDER_TIME: [&str; 2] = ["riderPickupTime", "riderPickUpTime"];

pub struct Sheet {
    /// Its id at the Middleware, which every call names.
    pub token: Option<String>,
    pub arrival: Arrival,
    /// It waits for our answer; else staff have accepted it on the platform's own device.
    pub is_ours_to_accept: bool,
    /// In an order that was asked for.
    pub status: Option<String>,
    pub reason: Option<String>,
}

pub fn read(raw: &RawValue, currency: Currency) -> Sheet {
    let paper = Paper::of(raw);
    let order = paper.root();
    let token = order.get("token").must(Loose::text);
    let code = order.any(&["shortCode", "code"]).text();
    let is_ours_to_accept = order.get("callbackUrls").get("orderAcceptedUrl").text().is_some();
    let (status, reason) = (order.get("status").text(), order.get("reason").text());
    let mut content = content(&order, currency);
    let (raw, problems) = paper.finish();
    content.problems = problems;
    Sheet { token, arrival: Arrival { code, content, raw }, is_ours_to_accept, status, reason }
}

/// Whatever has an id, a number, products or a price is an order, however little else is in it. One with none of them
/// can be neither cooked nor reported.
pub fn is_order(body: &RawValue) -> bool {
    let paper = Paper::of(body);
    let root = paper.root();
    let has_id = || ["token", "code", "shortCode"].iter().any(|name| root.get(name).text().is_some());
    let is_filled = |value: &Value| match value {
        Value::Array(entries) => !entries.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        _ => false,
    };
    let has_content = || ["products", "price"].iter().any(|name| is_filled(root.get(name).value()));
    // What no reader takes in whole may be anything, an order too.
    let is_unreadable = !root.is_present();
    is_object(body) && (is_unreadable || has_id() || has_content())
}

fn content(order: &Loose<'_>, currency: Currency) -> Content {
    let (items, amount) = price::read(order, items::read(order), currency);
    let delivery_type = delivery_type(order);
    let promised_at = promised_at(order, delivery_type);
    let is_for_later = order.get("preOrder").flag().unwrap_or(false);
    if is_for_later && promised_at.is_none() {
        // Without its time it cannot be waited for: it counts as one for now, and a person looks.
        order.get("preOrder").problem();
    }
    let is_scheduled = is_for_later && promised_at.is_some();
    let comments = order.get("comments");
    Content {
        customer: customer(order),
        amount,
        items,
        payment: payment::read(order),
        note: joined(["customerComment", "vendorComment"].map(|name| comments.get(name).text()), "\n"),
        flags: Vec::new(),
        delivery_type,
        is_scheduled,
        scheduled_at: promised_at.filter(|_| is_scheduled),
        placed_at: order.get("createdAt").time(),
        accept_by: order.get("expiryDate").time(),
        promised_at,
        pickup_code: order.get("pickup").get("pickupCode").text(),
        is_test: order.get("test").flag().unwrap_or(false),
        problems: Vec::new(),
    }
}

fn delivery_type(order: &Loose<'_>) -> DeliveryType {
    let expedition = order.get("expeditionType");
    let by_courier = match order.get("delivery").any(&RIDER_TIME).is_present() {
        true => DeliveryType::PlatformCourier,
        false => DeliveryType::RestaurantCourier,
    };
    match expedition.text().map(|text| text.to_ascii_lowercase()).as_deref() {
        Some("pickup") => DeliveryType::Pickup,
        Some("delivery") => by_courier,
        _ => {
            expedition.problem();
            let is_collected = order.get("pickup").is_present() && !order.get("delivery").is_present();
            if is_collected { DeliveryType::Pickup } else { by_courier }
        }
    }
}

/// What the customer was told.
fn promised_at(order: &Loose<'_>, delivery_type: DeliveryType) -> Option<Time> {
    let delivery = order.get("delivery");
    match delivery_type {
        DeliveryType::Pickup => order.get("pickup").get("pickupTime").time(),
        DeliveryType::RestaurantCourier => delivery.get("expectedDeliveryTime").time(),
        DeliveryType::PlatformCourier => {
            delivery.get("expectedDeliveryTime").time().or_else(|| delivery.any(&RIDER_TIME).time())
        }
    }
}

fn customer(order: &Loose<'_>) -> Customer {
    let customer = order.get("customer");
    let phone = customer.get("mobilePhone").text();
    let country = customer.get("mobilePhoneCountryCode").text();
    let phone = match (phone, country) {
        (Some(phone), Some(country)) if !phone.starts_with('+') => {
            Some(format!("+{}{phone}", country.trim_start_matches('+')))
        }
        (phone, _) => phone,
    };
    Customer {
        name: joined(["firstName", "lastName"].map(|name| customer.get(name).text()), " "),
        phone,
        phone_code: None,
        address: address(&order.get("delivery").get("address")),
    }
}

/// Absent where the platform's own courier delivers.
fn address(address: &Loose<'_>) -> Address {
    let text = |name: &str| address.get(name).text();
    let building = joined([text("building"), text("entrance")], " ");
    let intercom = text("intercom").map(|intercom| format!("Zil / Intercom: {intercom}"));
    Address {
        line: joined([text("deliveryArea"), text("street"), building, text("company"), text("postcode")], ", "),
        district: text("deliveryMainArea"),
        city: text("city"),
        door_number: text("number"),
        floor: text("floor"),
        flat: text("flatNumber"),
        directions: joined([text("deliveryInstructions"), intercom], "\n"),
        lat: address.get("latitude").coordinate(90.0),
        lon: address.get("longitude").coordinate(180.0),
    }
}
