//! Reads one order, the same object in pushes and answers. Every field may be missing or of another type.

use super::{items, payment, price, status};
use crate::{Arrival, Loose, Paper, Report, joined, made_up_id};
use model::{Address, Content, Currency, Customer, DeliveryType, Flag};
use serde_json::{Value, value::RawValue};

pub fn read(raw: &RawValue, currency: Currency) -> Report {
    let paper = Paper::of(raw);
    let order = paper.root();
    let id = order.get("id").must(Loose::text);
    let extras = order.get("extendedProperties");
    let code = extras.get("shortCode").text().or_else(|| id.as_deref().map(last_four));
    let status::ReadStatus { status, done, strange } = status::read(&order);
    let (cancelled, courier) = (status::reason(&order), status::courier(&order));
    let shop = store_of(&order);
    let content = read_content(&order, currency);
    let (raw, problems) = paper.finish();
    let provider_order_id = id.unwrap_or_else(|| made_up_id(&raw));
    let arrival = Some(Arrival { code, content: Content { problems, ..content }, raw });
    Report { provider_order_id, arrival, status, strange, cancelled, done, courier, shop, ..Report::default() }
}

/// Which store this is for: an object in most places, once seen as a bare number.
pub fn store_of(order: &Loose<'_>) -> Option<String> {
    order.any(&["store", "storeId", "StoreId"]).get_or_self("id").text()
}

fn last_four(id: &str) -> String {
    let skipped = id.chars().count().saturating_sub(4);
    id.chars().skip(skipped).collect()
}

fn read_content(order: &Loose<'_>, currency: Currency) -> Content {
    let extras = order.get("extendedProperties");
    let goods = price::penny(&order.get("prices").get("total"));
    let items = price::read_items(items::read(order), goods);
    let (amount, is_free) = price::read_amount(order, goods, &items, currency);
    Content {
        customer: read_customer(&order.get("customer")),
        payment: payment::read(order).free_if(is_free),
        amount,
        items,
        note: extras.get("orderNote").text(),
        flags: read_flags(&extras),
        delivery_type: read_courier(&order.get("deliveryProvider")),
        // No field is known for orders that are collected, meant for later or tests, nor for a promised time.
        is_scheduled: false,
        scheduled_at: None,
        placed_at: order.get("log").get("createdAsMs").time(),
        accept_by: None,
        promised_at: None,
        pickup_code: None,
        is_test: false,
        problems: Vec::new(),
    }
}

fn read_flags(extras: &Loose<'_>) -> Vec<Flag> {
    let says = |name: &str, value: bool| extras.get(name).flag() == Some(value);
    let flags = [
        (says("saveGreen", true), Flag::NoCutlery),
        (says("ringDoorBell", false), Flag::DoNotRing),
        (says("contactlessDelivery", true), Flag::LeaveAtDoor),
    ];
    flags.into_iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).collect()
}

/// Own couriers are the safe guess for an unknown word: then the till decides, and a person is told to look.
fn read_courier(provider: &Loose<'_>) -> DeliveryType {
    match provider.text().unwrap_or_default().to_ascii_uppercase().as_str() {
        "MIGROS" => DeliveryType::PlatformCourier,
        "RESTAURANT" => DeliveryType::RestaurantCourier,
        _ => {
            provider.problem();
            DeliveryType::RestaurantCourier
        }
    }
}

fn read_customer(customer: &Loose<'_>) -> Customer {
    let name = joined(["firstName", "lastName"].map(|name| customer.get(name).text()), " ");
    Customer {
        name: customer.get("fullName").text().or(name),
        phone: customer.get("phoneNumber").text(),
        phone_code: None,
        address: read_address(&customer.get("deliveryAddress")),
    }
}

/// `town` is the ilçe, our district; `district` is the mahalle, which opens the address line.
fn read_address(address: &Loose<'_>) -> Address {
    let named = |name: &str| address.get(name).get_or_self("name").text();
    let detail = address.get("detail").text();
    let quarter = named("district").filter(|quarter| detail.as_ref().is_none_or(|line| !line.contains(quarter)));
    let place = address.get("geoLocation");
    Address {
        line: joined([quarter, detail], ", "),
        district: named("town"),
        city: named("city"),
        directions: address.get("direction").text(),
        lat: place.get("latitude").coordinate(90.0),
        lon: place.get("longitude").coordinate(180.0),
        ..Address::default()
    }
}

/// The customer's id, which a cancellation names.
pub fn user_id(raw: &Value) -> Option<&Value> {
    raw.get("customer")?.get("id").filter(|id| id.is_number() || id.is_string())
}
