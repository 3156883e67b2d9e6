//! Reads a package: the platform's word for an order.

use super::{items, mask, payment, price, status};
use crate::{Arrival, Loose, Paper, Report, ToldCancellation, ToldChange, is_object, joined, made_up_id, text_of};
use model::{Address, Content, Courier, CourierState, Currency, Customer, DeliveryType, Status, Time};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};

pub fn read(raw: &RawValue, currency: Currency) -> Report {
    let paper = Paper::of(raw);
    let package = paper.root();
    let provider_order_id = id(&package, raw);
    let word = package.get("packageStatus").must(Loose::text);
    let standing = word.as_deref().and_then(status::read);
    let (status, done) = standing.map_or((None, Vec::new()), |(status, done)| (Some(status), done.to_vec()));
    // Of a package that is over, or may be, all is shown.
    let is_open = status.is_some_and(|status| !status.is_cancelled());
    let (items, amount) = price::read(&package, items::read(&package, is_open), currency);
    let content = Content {
        customer: read_customer(&package),
        items,
        amount,
        payment: payment::read(&package),
        note: read_note(&package),
        flags: Vec::new(),
        delivery_type: read_delivery(&package),
        is_scheduled: false,
        scheduled_at: None,
        placed_at: package.get("packageCreationDate").time(),
        accept_by: None,
        // `eta` is a span from a moment that is not told.
        promised_at: None,
        pickup_code: None,
        is_test: package.get("testPackage").flag().unwrap_or(false),
        problems: Vec::new(),
    };
    let code = package.any(&["orderCode", "orderNumber"]).text();
    let cancelled = read_cancelled(&package);
    let shop = package.get("storeId").text();
    let change = if items::has_lost_some(&package, is_open) { ToldChange::Shown } else { ToldChange::None };
    let as_of = last_change(package.value());
    let is_here = matches!(status, Some(Status::New | Status::Preparing));
    let courier = read_courier(package.value()).filter(|_| is_here);
    let (raw, problems) = paper.finish();
    let arrival = Some(Arrival { code, content: Content { problems, ..content }, raw });
    let strange = word.filter(|_| standing.is_none());
    let report = Report { provider_order_id, arrival, change, as_of, status, ..Report::default() };
    Report { strange, cancelled, done, courier, shop, ..report }
}

/// Whatever has an id, a number, lines or a price is one, however little else is in it.
pub fn is_package(raw: &RawValue) -> bool {
    const SIGNS: [&str; 5] = ["id", "orderNumber", "orderId", "lines", "totalPrice"];
    let paper = Paper::of(raw);
    let root = paper.root();
    // What no reader takes in whole may be anything, a package too.
    is_object(raw) && (!root.is_present() || SIGNS.iter().any(|name| root.get(name).is_present()))
}

/// Whether the order was placed with Getir, which passes orders on under this name.
pub fn is_from_getir(raw: &[u8]) -> bool {
    let package: Value = serde_json::from_slice(raw).unwrap_or_default();
    package["userInformation"]["appName"].as_str().is_some_and(|name| name.eq_ignore_ascii_case("Galaxy"))
}

/// The customer's number of the order. A package that replaces another has its own id and the same number.
pub fn number(raw: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Numbered {
        order_number: Value,
    }
    // Whatever else there is, and it may be a megabyte of options, is not built.
    let number = serde_json::from_slice::<Numbered>(raw).ok()?.order_number;
    text_of(&number).filter(|number| number != "0")
}

/// The id that every action names. Without one, the order's number makes the id, so that a later change of the same
/// package is no second order.
fn id(package: &Loose<'_>, raw: &RawValue) -> String {
    let made_up = || {
        let number = package.any(&["orderNumber", "orderId"]).text();
        made_up_id(number.as_deref().unwrap_or(raw.get()).as_bytes())
    };
    package.get("id").must(Loose::text).unwrap_or_else(made_up)
}

/// When a package was last changed there.
pub fn as_of(raw: &[u8]) -> Option<Time> {
    last_change(&serde_json::from_slice(raw).ok()?)
}

fn last_change(package: &Value) -> Option<Time> {
    let dates = ["packageModificationDate", "lastModifiedDate"];
    dates.iter().find_map(|date| package[date].as_i64()).and_then(Time::from_millis)
}

fn read_delivery(package: &Loose<'_>) -> DeliveryType {
    if package.get("storePickupSelected").flag() == Some(true) {
        return DeliveryType::Pickup;
    }
    let word = package.get("deliveryType");
    match word.text().as_deref() {
        Some("GO") => DeliveryType::PlatformCourier,
        Some("STORE") => DeliveryType::RestaurantCourier,
        // The restaurant can then move it by hand; a platform's courier that never comes would leave it stuck.
        _ => {
            word.problem();
            DeliveryType::RestaurantCourier
        }
    }
}

/// An allergy may stand in either of the two.
fn read_note(package: &Loose<'_>) -> Option<String> {
    let [of_order, of_customer] =
        [package.get("customerNote"), package.get("customer").get("note")].map(|it| it.text());
    let has_line = |said: &String, note: &String| said.lines().any(|line| line.trim() == note.trim());
    let is_said = |note: &String| of_order.as_ref().is_some_and(|said| said == note || has_line(said, note));
    let more = of_customer.filter(|note| !is_said(note));
    joined([of_order, more], "\n")
}

/// How near the platform's courier is, and when he comes. Read from the bare JSON: what cannot be read of it is no reason to
/// have a person look.
pub fn read_courier(package: &Value) -> Option<Courier> {
    let time = |name: &str| package[name].as_i64().filter(|millis| *millis > 0).and_then(Time::from_millis);
    let state = (package["isCourierNearby"] == true).then_some(CourierState::Nearby);
    let [pickup_from, pickup_until] = ["estimatedPickupTimeMin", "estimatedPickupTimeMax"].map(time);
    let news = Courier { state, pickup_from, pickup_until, ..Courier::default() };
    (news != Courier::default()).then_some(news)
}

pub fn read_cancelled(package: &Loose<'_>) -> ToldCancellation {
    let info = package.get("cancelInfo");
    let says_customer = |text: String| text.to_ascii_lowercase().contains("customer");
    let word = || package.any(&["packageStatus", "status"]).text();
    ToldCancellation {
        reason: info.get("reasonCode").text(),
        name: info.get("reason").text().or_else(|| unsaid_reason(&word()?)),
        note: None,
        by_customer: info.get("reasonType").text().is_some_and(says_customer),
    }
}

/// A status that says by itself why the package is over, in the platform's language and with its own word.
fn unsaid_reason(word: &str) -> Option<String> {
    let name = match word.to_ascii_lowercase().as_str() {
        "unpacked" => "Paket bölündü, yerine yenisi gelebilir (UnPacked)",
        "returned" => "Paket iade edildi (Returned)",
        _ => return None,
    };
    Some(name.to_owned())
}

fn read_customer(package: &Loose<'_>) -> Customer {
    let address = package.get("address");
    let name = |holder: &Loose<'_>| joined([shown(&holder.get("firstName")), shown(&holder.get("lastName"))], " ");
    Customer {
        name: name(&package.get("customer")).or_else(|| name(&address)),
        phone: shown(&address.get("phone")).or_else(|| shown(&package.get("callCenterPhone"))),
        phone_code: shown(&address.get("pinCode")),
        address: read_address(&address),
    }
}

fn read_address(address: &Loose<'_>) -> Address {
    let field = |name: &str| shown(&address.get(name));
    let street = joined([field("address1"), field("address2"), field("company")], ", ");
    let is_named = |place: &String| street.as_ref().is_some_and(|street| street.contains(place.as_str()));
    let neighborhood = field("neighborhood").filter(|place| !is_named(place));
    Address {
        line: joined([neighborhood, street], ", "),
        district: field("district"),
        city: field("city"),
        door_number: field("apartmentNumber"),
        floor: field("floor"),
        flat: field("doorNumber"),
        directions: field("addressDescription"),
        lat: address.get("latitude").coordinate(90.0),
        lon: address.get("longitude").coordinate(180.0),
    }
}

/// What a field says apart from what hides a part of it. A coordinate that is hidden in part is read as none: what is left
/// of it would be another place.
fn shown(field: &Loose<'_>) -> Option<String> {
    field.text().and_then(|text| mask::without(&text))
}
