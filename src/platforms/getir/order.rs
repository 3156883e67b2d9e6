//! Reads an order of Getir's, from a push, a list or a read-back: all have one shape, and every field may be missing.

use super::{items, names::in_turkish, payment, price, status};
use crate::{Arrival, Loose, Paper, Report, ToldCancellation, is_object, made_up_id, objects, raw_field};
use model::{Address, Content, Courier, Currency, Customer, DeliveryType, Flag, Status, Time};
use serde_json::value::RawValue;
use std::time::Duration;

/// When Getir closes the restaurant over an unanswered order.
const ANSWER_WITHIN: Duration = Duration::from_secs(5 * 60);
/// Of an unknown status; it goes to the log.
const LONGEST_STATUS: usize = 40;
/// Below this, what stands in the field of a telephone number is a mask.
const PHONE_DIGITS: usize = 7;

/// What Getir calls a courier of whom it knows nothing.
const NO_COURIER: &str = "RestoranKuryesi";

/// The orders in a body: one at the root, one wrapped in `foodOrder`, or a list of either; `None` if it is neither.
pub fn orders_in(json: &str) -> Option<Vec<&RawValue>> {
    let whole: &RawValue = serde_json::from_str(json).ok()?;
    match list_in(json) {
        None if is_object(whole) => Some(vec![unwrapped(whole)]),
        list => list,
    }
}

/// The orders in a list, which may be wrapped in `foodOrders`; `None` if the body is no list.
pub fn list_in(json: &str) -> Option<Vec<&RawValue>> {
    let whole: &RawValue = serde_json::from_str(json).ok()?;
    let list = if is_object(whole) { raw_field(whole, "foodOrders")? } else { whole };
    let entries: Vec<&RawValue> = serde_json::from_str(list.get()).ok()?;
    Some(objects(entries, "Getir", "orders").into_iter().map(unwrapped).collect())
}

/// Not something else that came to the same address: Getir also tells when its courier will come and whether the
/// restaurant is open. Whatever has an id, products or a price is an order, however little else is in it.
pub fn is_order(raw: &RawValue) -> bool {
    let paper = Paper::of(raw);
    let root = paper.root();
    // What no reader takes in whole may be anything, an order too.
    let is_unreadable = !root.is_present();
    let is_priced = ["totalPrice", "totalDiscountedPrice"].iter().any(|name| root.get(name).is_present());
    let has_products = root.get("products").value().as_array().is_some_and(|products| !products.is_empty());
    if is_unreadable || is_priced || has_products || root.get("id").text().is_some() {
        return true;
    }
    false
}

/// When Getir's courier comes for an order, which it tells at the same address.
pub fn read_pickup(raw: &RawValue) -> Option<Report> {
    let paper = Paper::of(raw);
    let root = paper.root();
    let pickup = root.get("pickup");
    let (pickup_from, pickup_until) = (pickup.get("min").time(), pickup.get("max").time());
    let courier = Courier { pickup_from, pickup_until, ..Courier::default() };
    let courier = Some(courier).filter(|courier| *courier != Courier::default());
    let what = match (courier.is_some(), root.get("statusChangeDate").is_present()) {
        (true, _) => "news of a courier",
        (_, true) => "news of the restaurant",
        _ => "nothing that is known",
    };
    tracing::info!(what, "Getir sent something that is no order");
    let provider_order_id = courier.is_some().then(|| root.get("orderId").text())??;
    let shop = root.get("restaurantId").text();
    Some(Report { provider_order_id, courier, shop, ..Report::default() })
}

fn unwrapped(order: &RawValue) -> &RawValue {
    raw_field(order, "foodOrder").filter(|inner| is_object(inner)).unwrap_or(order)
}

pub fn read(raw: &RawValue, currency: Currency) -> Report {
    let paper = Paper::of(raw);
    let order = paper.root();
    let id = order.get("id").must(Loose::text);
    let provider_order_id = id.unwrap_or_else(|| made_up_id(raw.get().as_bytes()));
    let told = order.get("status");
    let code = told.must(Loose::whole);
    let status = code.and_then(status::ours);
    let strange = (status.is_none() && told.is_present())
        .then(|| told.value().to_string().chars().take(LONGEST_STATUS).collect());
    if strange.is_some() {
        told.problem();
    }
    let content = read_content(&order, status, currency);
    let getirs_courier = content.delivery_type == DeliveryType::PlatformCourier;
    let done = status::done(&order, code, getirs_courier, content.is_scheduled);
    let cancelled = read_cancelled(&order);
    let courier = read_courier(&order).filter(|_| getirs_courier);
    let shop = order.get("restaurant").get("id").text();
    let short_code = order.get("confirmationId").text();
    let (raw, problems) = paper.finish();
    let arrival = Some(Arrival { code: short_code, content: Content { problems, ..content }, raw });
    Report { provider_order_id, arrival, status, strange, cancelled, done, courier, shop, ..Report::default() }
}

fn read_content(order: &Loose<'_>, status: Option<Status>, currency: Currency) -> Content {
    let items = price::read_items(order, items::read(order));
    let (amount, is_free) = price::read_amount(order, &items, currency);
    let placed_at = order.get("checkoutDate").time();
    let (is_scheduled, scheduled_at) = read_schedule(order, status);
    // The clock of a scheduled order starts when Getir makes it active, which it does not say.
    let is_ringing = status == Some(Status::New) && !is_scheduled;
    Content {
        customer: read_customer(&order.get("client")),
        payment: payment::read(order).free_if(is_free),
        amount,
        items,
        note: order.get("clientNote").text(),
        flags: read_flags(order),
        delivery_type: read_delivery_type(order),
        is_scheduled,
        scheduled_at,
        placed_at,
        accept_by: placed_at.filter(|_| is_ringing).map(|at| at.plus(ANSWER_WITHIN)),
        promised_at: None,
        pickup_code: None,
        is_test: false,
        problems: Vec::new(),
    }
}

fn read_schedule(order: &Loose<'_>, status: Option<Status>) -> (bool, Option<Time>) {
    let date = order.get("scheduledDate");
    let at = date.time();
    let waits = matches!(status, Some(Status::Scheduled | Status::ScheduledVerified));
    let is_scheduled = waits || order.get("isScheduled").flag().unwrap_or(at.is_some());
    if is_scheduled {
        date.needed(at);
    }
    (is_scheduled, at.filter(|_| is_scheduled))
}

/// By this field alone: a courier is named in every order, also the restaurant's own.
fn read_delivery_type(order: &Loose<'_>) -> DeliveryType {
    let told = order.get("deliveryType");
    match told.must(Loose::whole) {
        Some(1) => DeliveryType::PlatformCourier,
        Some(2) | None => DeliveryType::RestaurantCourier,
        Some(_) => {
            told.problem();
            DeliveryType::RestaurantCourier
        }
    }
}

/// Getir's own courier by name; it gives no number. Before one is found a placeholder may stand there.
fn read_courier(order: &Loose<'_>) -> Option<Courier> {
    let name = order.get("courier").get("name").text().filter(|name| name != NO_COURIER)?;
    Some(Courier::named(name))
}

fn read_flags(order: &Loose<'_>) -> Vec<Flag> {
    let named =
        [("isEcoFriendly", Flag::NoCutlery), ("doNotKnock", Flag::DoNotRing), ("dropOffAtDoor", Flag::LeaveAtDoor)];
    named.into_iter().filter(|(name, _)| order.get(name).flag() == Some(true)).map(|(_, flag)| flag).collect()
}

fn read_customer(client: &Loose<'_>) -> Customer {
    let (phone, phone_code) = read_phone(client);
    let address = client.get("deliveryAddress");
    let text = |name: &str| address.get(name).text();
    let location = client.get("location");
    Customer {
        name: client.get("name").text(),
        phone,
        phone_code,
        address: Address {
            line: text("address"),
            district: text("district"),
            city: text("city"),
            // `aptNo` is the building's number in its street, `doorNo` the flat's inside it.
            door_number: text("aptNo"),
            floor: text("floor"),
            flat: text("doorNo"),
            directions: text("description"),
            lat: location.get("lat").coordinate(90.0),
            lon: location.get("lon").coordinate(180.0),
        },
    }
}

/// The customer's own number where Getir tells it, else its exchange's number and the extension to dial there.
/// `contactPhoneNumber` is Getir's support line and no customer's.
fn read_phone(client: &Loose<'_>) -> (Option<String>, Option<String>) {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let own = client.get("clientUnmaskedPhoneNumber").text().filter(|phone| digits(phone) >= PHONE_DIGITS);
    if own.is_some() {
        return (own, None);
    }
    let Some(masked) = client.get("clientPhoneNumber").text() else { return (None, None) };
    match masked.split_once('/') {
        Some((phone, code)) => {
            let part = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
            (part(phone), part(code))
        }
        None => (Some(masked), None),
    }
}

fn read_cancelled(order: &Loose<'_>) -> ToldCancellation {
    let reason = order.get("cancelReason");
    let source = reason.get("cancelSource").value().as_str().unwrap_or_default().to_lowercase();
    ToldCancellation {
        reason: reason.get("id").text(),
        name: in_turkish(&reason.any(&["messages", "message"])),
        note: order.get("cancelNote").text(),
        by_customer: ["client", "customer"].iter().any(|word| source.contains(word)),
    }
}
