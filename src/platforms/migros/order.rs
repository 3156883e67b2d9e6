//! Reads one order, the same object in pushes and answers. Every field may be missing or of another type.

use super::{items, status};
use crate::{
    model::{
        Currency, Money,
        money::MOST,
        order::{Address, Amount, Content, Customer, DeliveryType, Flag, Payment, PaymentType},
        payment::table::{self, Reading},
    },
    platforms::{
        loose::{Loose, Paper},
        report::{Arrival, Report, made_up_id},
    },
};
use serde_json::{Value, value::RawValue};

pub fn read(raw: &RawValue, currency: Currency) -> Report {
    let paper = Paper::of(raw);
    let order = paper.root();
    let id = order.get("id");
    let id = id.needed(id.text());
    let extras = order.get("extendedProperties");
    let code = extras.get("shortCode").text().or_else(|| id.as_deref().map(last_four));
    let standing = status::read(&order);
    let cancelled = status::reason(&order);
    let shop = store_of(&order);
    let content = read_content(&order, currency);
    let (raw, problems) = paper.finish();
    Report {
        provider_order_id: id.unwrap_or_else(|| made_up_id(&raw)),
        arrival: Some(Arrival { code, content: Content { problems, ..content }, raw }),
        status: standing.status,
        strange: standing.strange,
        cancelled,
        done: standing.done,
        shop,
        ..Report::default()
    }
}

/// Which store this is for: an object in most places, once seen as a bare number.
pub fn store_of(order: &Loose<'_>) -> Option<String> {
    let store = order.any(&["store", "storeId", "StoreId"]);
    if store.value().is_object() { store.get("id").text() } else { store.text() }
}

fn last_four(id: &str) -> String {
    let skipped = id.chars().count().saturating_sub(4);
    id.chars().skip(skipped).collect()
}

fn read_content(order: &Loose<'_>, currency: Currency) -> Content {
    let extras = order.get("extendedProperties");
    let prices = order.get("prices");
    let goods = penny(&prices.get("total"));
    let items = items::read(&order.get("items"), goods);
    let of_items = items.iter().fold(Money(0), |sum, item| sum.plus(item.total)).min(MOST);
    Content {
        customer: read_customer(&order.get("customer")),
        items,
        amount: read_amount(&prices, goods, of_items, currency),
        payment: read_payment(&order.get("payment").get("type")),
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

/// Kuruş: `{"amountAsPenny": 41500, …}`, once seen as the bare number.
fn penny(price: &Loose<'_>) -> Option<Money> {
    if price.value().is_object() { price.get("amountAsPenny").minor() } else { price.minor() }
}

/// What is charged is `discounted`, where it is more than nothing. Who pays for the discount is not ours to know. What the
/// items come to and `total` are both shown as told: where they differ, the order is flagged when it is stored.
fn read_amount(prices: &Loose<'_>, goods: Option<Money>, of_items: Money, currency: Currency) -> Amount {
    let discounted = prices.get("discounted");
    let charged = penny(&discounted).filter(|charged| *charged > Money(0));
    let total = prices.get("total").needed(charged.or(goods)).unwrap_or(of_items);
    let subtotal = goods.unwrap_or(of_items);
    if goods.is_some_and(|goods| total > goods) {
        discounted.problem();
    }
    Amount {
        subtotal,
        discount: Money(subtotal.minus(total).0.max(0)),
        delivery_fee: Money(0),
        fees: Money(0),
        tip: Money(0),
        total,
        currency,
    }
}

/// A meal card stays one when it is paid online; a card that is not paid online is shown at the door.
fn read_payment(kind: &Loose<'_>) -> Payment {
    let is_bare = kind.value().is_string();
    let word = if is_bare { kind.text() } else { kind.any(&["name", "simplifiedName"]).text() };
    let is_online = kind.get("isOnlinePayment").flag();
    let wording = if is_bare { None } else { kind.get("description").text() };
    let known = word.as_deref().map(|word| table::read(word, is_online).or_brand_of(wording.as_deref()));
    let online = Reading { kind: PaymentType::OnlineCard, brand: None };
    let known = known.or((is_online == Some(true)).then_some(online));
    let read = kind.needed(known).unwrap_or(Reading::OTHER);
    Payment::new(read, wording.or(word), is_online.unwrap_or(read.kind == PaymentType::OnlineCard))
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

/// Own couriers are the safe guess for a word that nobody knows: then the till decides, and a person is told to look.
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
    let names = [customer.get("firstName").text(), customer.get("lastName").text()];
    let joined = names.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let name = customer.get("fullName").text().or(Some(joined).filter(|name| !name.is_empty()));
    Customer {
        name,
        phone: customer.get("phoneNumber").text(),
        phone_code: None,
        address: read_address(&customer.get("deliveryAddress")),
    }
}

/// `town` is the ilçe, our district; `district` is the mahalle, which opens the address line.
fn read_address(address: &Loose<'_>) -> Address {
    let named = |name: &str| {
        let place = address.get(name);
        if place.value().is_object() { place.get("name").text() } else { place.text() }
    };
    let detail = address.get("detail").text();
    let quarter = named("district").filter(|quarter| detail.as_ref().is_none_or(|line| !line.contains(quarter)));
    let line = [quarter, detail].into_iter().flatten().collect::<Vec<_>>().join(", ");
    let place = address.get("geoLocation");
    Address {
        line: Some(line).filter(|line| !line.is_empty()),
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
