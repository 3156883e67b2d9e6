//! Reads a package: the platform's word for an order.

use super::{calls, lines, mask, payment, price};
use crate::{
    model::{
        Currency, Status,
        order::{Address, Content, Customer, DeliveryType},
    },
    platforms::{
        loose::{Loose, Paper},
        report::{Arrival, Cancelled, Report, made_up_id},
    },
};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};

/// The steps in their order; each status shows how many of them were taken.
const STEPS: [&str; 4] = ["picked", "invoiced", "manual-shipped", "manual-delivered"];

pub struct Package {
    pub report: Report,
    /// When it last changed over there, in milliseconds; zero where that is not said.
    pub changed: i64,
}

pub fn read(raw: &RawValue, currency: Currency) -> Package {
    let paper = Paper::of(raw);
    let package = paper.root();
    let provider_order_id = id(&package, raw);
    let word = package.get("packageStatus");
    let word = word.needed(word.text());
    let standing = word.as_deref().and_then(standing);
    let (items, amount) = price::settle(&package, lines::read(&package), currency);
    let content = Content {
        customer: read_customer(&package),
        items,
        amount,
        payment: payment::read(&package),
        note: package.get("customerNote").text(),
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
    let changed = changed(package.value());
    let (raw, problems) = paper.finish();
    let arrival = Arrival { code, content: Content { problems, ..content }, raw };
    let report = Report {
        provider_order_id,
        arrival: Some(arrival),
        status: standing.map(|(status, _)| status),
        strange: word.filter(|_| standing.is_none()),
        cancelled,
        done: standing.map(|(_, done)| done.to_vec()).unwrap_or_default(),
        shop,
        ..Report::default()
    };
    Package { report, changed }
}

/// Whatever has an id, a number, lines or a price is one, however little else is in it.
pub fn is_package(raw: &RawValue) -> bool {
    const SIGNS: [&str; 5] = ["id", "orderNumber", "orderId", "lines", "totalPrice"];
    let paper = Paper::of(raw);
    let root = paper.root();
    // What no reader takes in whole may be anything, a package too.
    calls::is_object(raw) && (!root.is_present() || SIGNS.iter().any(|name| root.get(name).is_present()))
}

/// What a status means to us, and the steps that it shows as taken. A package that was split up or came back is over and
/// was not delivered; neither is in the list of statuses that the poll asks for, see there.
pub fn standing(word: &str) -> Option<(Status, &'static [&'static str])> {
    Some(match word.to_ascii_lowercase().as_str() {
        "created" => (Status::New, &[]),
        "picking" => (Status::Preparing, &STEPS[..1]),
        "invoiced" => (Status::Preparing, &STEPS[..2]),
        "shipped" => (Status::OnTheWay, &STEPS[..3]),
        "delivered" => (Status::Delivered, &STEPS),
        "cancelled" | "unpacked" | "returned" => (Status::CancelledByCustomer, &[]),
        "unsupplied" => (Status::CancelledByRestaurant, &["unsupplied"]),
        _ => return None,
    })
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
    calls::text(&number).filter(|number| number != "0")
}

/// The id that every action names. Without one, the order's number makes the id, so that a later change of the same
/// package is no second order.
fn id(package: &Loose<'_>, raw: &RawValue) -> String {
    let field = package.get("id");
    let made_up = || {
        let number = package.any(&["orderNumber", "orderId"]).text();
        made_up_id(number.as_deref().unwrap_or(raw.get()).as_bytes())
    };
    field.needed(field.text()).unwrap_or_else(made_up)
}

fn changed(package: &Value) -> i64 {
    let dates = ["packageModificationDate", "lastModifiedDate"];
    dates.iter().find_map(|date| package[date].as_i64()).unwrap_or_default()
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

pub fn read_cancelled(package: &Loose<'_>) -> Cancelled {
    let info = package.get("cancelInfo");
    let says_customer = |text: String| text.to_ascii_lowercase().contains("customer");
    let word = || package.any(&["packageStatus", "status"]).text();
    Cancelled {
        reason: info.get("reasonCode").text(),
        name: info.get("reason").text().or_else(|| word().as_deref().and_then(unsaid_reason)),
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
    let name = |holder: &Loose<'_>| joined(" ", [shown(&holder.get("firstName")), shown(&holder.get("lastName"))]);
    Customer {
        name: name(&package.get("customer")).or_else(|| name(&address)),
        phone: shown(&address.get("phone")).or_else(|| shown(&package.get("callCenterPhone"))),
        phone_code: shown(&address.get("pinCode")),
        address: read_address(&address),
    }
}

fn read_address(address: &Loose<'_>) -> Address {
    let field = |name: &str| shown(&address.get(name));
    let street = joined(", ", [field("address1"), field("address2"), field("company")]);
    let is_named = |place: &String| street.as_ref().is_some_and(|street| street.contains(place.as_str()));
    let neighborhood = field("neighborhood").filter(|place| !is_named(place));
    Address {
        line: joined(", ", [neighborhood, street]),
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

fn joined<const N: usize>(between: &str, parts: [Option<String>; N]) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(between))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platforms::report::MADE_UP;
    use serde_json::{json, value::to_raw_value};

    fn read_of(package: &Value) -> (Report, Content) {
        let report = read(&to_raw_value(package).unwrap(), Currency::TRY).report;
        let content = report.arrival.clone().unwrap().content;
        (report, content)
    }

    #[test]
    fn every_status_has_its_place_and_shows_what_was_done() {
        use Status::*;
        for (word, status, done) in [
            ("Created", New, &[] as &[&str]),
            ("Picking", Preparing, &["picked"]),
            ("Invoiced", Preparing, &["picked", "invoiced"]),
            ("Shipped", OnTheWay, &["picked", "invoiced", "manual-shipped"]),
            ("Delivered", Delivered, &["picked", "invoiced", "manual-shipped", "manual-delivered"]),
            ("Cancelled", CancelledByCustomer, &[]),
            ("UnSupplied", CancelledByRestaurant, &["unsupplied"]),
            ("UnPacked", CancelledByCustomer, &[]),
            ("Returned", CancelledByCustomer, &[]),
        ] {
            let (report, _) = read_of(&json!({ "id": "1", "packageStatus": word }));
            assert_eq!((report.status, report.strange, &*report.done), (Some(status), None, done), "{word}");
        }
        let (report, _) = read_of(&json!({ "packageStatus": "Teleported" }));
        assert_eq!((report.status, report.strange.as_deref()), (None, Some("Teleported")));
    }

    #[test]
    fn who_delivers() {
        for (package, delivery, is_clear) in [
            (json!({ "deliveryType": "GO" }), DeliveryType::PlatformCourier, true),
            (json!({ "deliveryType": "STORE" }), DeliveryType::RestaurantCourier, true),
            (json!({ "deliveryType": "STORE", "storePickupSelected": true }), DeliveryType::Pickup, true),
            (json!({ "deliveryType": "GO", "storePickupSelected": true }), DeliveryType::Pickup, true),
            (json!({ "deliveryType": "DRONE" }), DeliveryType::RestaurantCourier, false),
            (json!({}), DeliveryType::RestaurantCourier, false),
        ] {
            let (_, content) = read_of(&package);
            assert_eq!(content.delivery_type, delivery, "{package}");
            assert_eq!(!content.problems.contains(&"deliveryType".to_owned()), is_clear, "{package}");
        }
    }

    #[test]
    fn what_hides_an_address_is_not_shown_as_one() {
        let (_, content) = read_of(&json!({
            "callCenterPhone": "0850",
            "customer": { "firstName": "Deniz", "lastName": "Trendyol Yemek" },
            "address": {
                "address1": "Deneme Sok. No: 12, Örnek Mah", "neighborhood": "Örnek Mah", "apartmentNumber": "TGO Yemek",
                "floor": "Trendyol Yemek", "doorNumber": " tgo yemek ", "latitude": "Trendyol Yemek", "longitude": "28.9",
                "pinCode": 12345678, "city": "İstanbul",
            },
        }));
        let customer = content.customer;
        assert_eq!((customer.name.as_deref(), customer.phone.as_deref()), (Some("Deniz"), Some("0850")));
        assert_eq!(customer.phone_code.as_deref(), Some("12345678"));
        let address = Address {
            line: Some("Deneme Sok. No: 12, Örnek Mah".into()),
            city: Some("İstanbul".into()),
            lon: Some(28.9),
            ..Address::default()
        };
        assert_eq!(customer.address, address);
    }

    #[test]
    fn what_is_left_beside_a_mask_is_shown_and_a_place_that_is_hidden_in_part_is_none() {
        let (_, content) = read_of(&json!({
            "callCenterPhone": "TGO Yemek",
            "customer": { "firstName": "DenizTGO Yemek", "lastName": "TGO Yemek" },
            "address": {
                "address1": "Yemek Sok. No: 5, TGO Yemek", "apartmentNumber": "12 TGO Yemek", "floor": "2TGO Yemek",
                "doorNumber": "Trendyol Yemek", "phone": "trendyol yemek", "pinCode": "TGO Yemek",
                "latitude": "41TGO Yemek", "longitude": "TGO Yemek",
            },
        }));
        let customer = content.customer;
        assert_eq!((customer.name.as_deref(), customer.phone, customer.phone_code), (Some("Deniz"), None, None));
        let address = Address {
            line: Some("Yemek Sok. No: 5".into()),
            door_number: Some("12".into()),
            floor: Some("2".into()),
            ..Address::default()
        };
        assert_eq!(customer.address, address);
    }

    #[test]
    fn an_order_that_says_nothing_is_read_with_its_problems() {
        let (report, content) = read_of(&json!({}));
        assert!(report.provider_order_id.starts_with(MADE_UP));
        assert_eq!(
            content.problems,
            ["id", "packageStatus", "lines", "totalPrice", "payment.paymentType", "deliveryType"]
        );
        for odd in [json!(null), json!([]), json!("x"), json!({ "lines": 3, "address": [], "payment": "x" })] {
            let (_, content) = read_of(&odd);
            assert!(!content.problems.is_empty(), "{odd}");
        }
    }

    #[test]
    fn an_id_that_is_made_up_stays_the_same_while_the_package_changes() {
        let id = |status: &str| read_of(&json!({ "orderNumber": "200", "packageStatus": status })).0.provider_order_id;
        assert_eq!(id("Created"), id("Picking"));
    }

    #[test]
    fn a_cancellation_says_why_and_by_whom() {
        let info = json!({ "reasonCode": 601, "reason": "Yanlış adres", "reasonType": "CUSTOMER" });
        let (report, _) = read_of(&json!({ "packageStatus": "Cancelled", "cancelInfo": info }));
        let expected =
            Cancelled {
                reason: Some("601".into()), name: Some("Yanlış adres".into()), note: None, by_customer: true
            };
        assert_eq!(report.cancelled, expected);
    }

    #[test]
    fn a_package_that_is_over_without_a_reason_says_what_became_of_it() {
        let name = |package: &Value| read_of(package).0.cancelled.name;
        assert!(name(&json!({ "packageStatus": "UnPacked" })).unwrap().contains("UnPacked"));
        assert!(name(&json!({ "packageStatus": "returned" })).unwrap().contains("iade"));
        let told = json!({ "packageStatus": "Returned", "cancelInfo": { "reason": "Adres yok" } });
        assert_eq!(name(&told).as_deref(), Some("Adres yok"));
        assert_eq!(name(&json!({ "packageStatus": "Cancelled" })), None);
    }

    #[test]
    fn the_customers_number_is_read_whatever_else_is_there() {
        let number_of = |package: Value| number(package.to_string().as_bytes());
        assert_eq!(number_of(json!({ "id": "a", "orderNumber": "200", "lines": [] })).as_deref(), Some("200"));
        assert_eq!(number_of(json!({ "orderNumber": 200 })).as_deref(), Some("200"));
        for odd in [json!({}), json!({ "orderNumber": null }), json!({ "orderNumber": 0 }), json!([]), json!("x")] {
            assert_eq!(number_of(odd.clone()), None, "{odd}");
        }
        assert_eq!(number(b""), None);
    }

    #[test]
    fn getirs_orders_are_known_by_the_apps_name() {
        let raw = |name: &str| json!({ "userInformation": { "appName": name } }).to_string();
        assert!(is_from_getir(raw("Galaxy").as_bytes()));
        assert!(!is_from_getir(raw("TrendyolGo").as_bytes()) && !is_from_getir(b"") && !is_from_getir(b"[]"));
    }
}
