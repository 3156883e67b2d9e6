//! Houses to look at: one in the middle of a full evening, and one that has just begun. Both live by a clock that the test
//! sets, so that days and weeks are the same in every run.

use super::super::{Browser, board::full_order, give_time};
use crate::{
    harness::{Garson, Host, Receiver, Reply, Script, Shop, eventually, shim},
    platforms::getir::fake::{APP_SECRET, Getir, RESTAURANT_SECRET},
};
use serde_json::{Value, json};
use std::sync::MutexGuard;
use tempfile::NamedTempFile;

/// Where nobody listens.
const NOWHERE: &str = "http://127.0.0.1:9";
const MONDAY: &str = "2035-06-11T15:00:00Z";
const THURSDAY: &str = "2035-06-14T15:00:00Z";
const SATURDAY: &str = "2035-06-16T15:00:00Z";
pub const PHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1";

/// Sets the time of day of the program under test; it goes on from there.
pub struct Clock(NamedTempFile);

impl Clock {
    pub fn set(&self, moment: &str) {
        let ahead = garson::model::Time::parse(moment).unwrap().0 - garson::clock::now().0;
        self.set_ahead(u64::try_from(ahead / 1_000 + 1).unwrap());
    }

    /// So many seconds from now.
    pub fn ahead(&self) -> u64 {
        std::fs::read_to_string(self.0.path()).unwrap().parse().unwrap()
    }

    pub fn set_ahead(&self, seconds: u64) {
        std::fs::write(self.0.path(), seconds.to_string()).unwrap();
    }
}

/// Nobody owns it yet, and it is not started.
pub fn unowned(flags: &[&str]) -> (Garson, Clock) {
    let clock = Clock(NamedTempFile::new().unwrap());
    clock.set(MONDAY);
    let garson = Garson::unowned(flags)
        .env("LD_PRELOAD", shim("clock").to_str().unwrap())
        .env("CLOCK_SHIFT", clock.0.path().to_str().unwrap());
    (garson, clock)
}

/// An owner and nothing else.
pub fn empty() -> (Garson, Clock) {
    let (garson, clock) = unowned(&[]);
    (garson.set_up().serve(), clock)
}

pub struct House {
    pub garson: Garson,
    pub business: String,
    /// One without a restaurant.
    pub lonely: String,
    /// Connected to every platform.
    pub moda: String,
    /// Connected to none.
    pub sahil: String,
    pub new: String,
    pub preparing: String,
    pub scheduled: String,
    pub delivered: String,
    pub cancelled_by_customer: String,
    pub cancelled_by_us: String,
    pub getirs: String,
    pub incomplete: String,
    pub duplicate: String,
    pub working: String,
    pub failing: String,
    pub unreached: String,
    pub paused: String,
    /// Signed with two secrets, and with a key of its own.
    pub signed: String,
    pub carried: String,
    _stand_ins: (Receiver, Receiver, Host<Getir>, Clock),
}

impl House {
    pub fn full() -> House {
        let (garson, clock) =
            unowned(&["--deny", "203.0.113.0/24", "--webhook-retries", "1ms,1ms,1ms", "--poll-interval", "1h"]);
        let garson = garson.set_up().serve();
        let api = |path: &str, body: Value| garson.post(&format!("/web-api/v1{path}"), body);
        let (till, ledger) =
            (Receiver::start(Script::Answer(200, "tamam")), Receiver::start(Script::Answer(500, "<h1>Bakım</h1>")));

        let business = api("/businesses", a_business()).id();
        let lonely = api("/businesses", json!({ "name": "Boş Ltd." })).id();
        let moda = api("/restaurants", moda(&business)).id();
        garson.put(&format!("/web-api/v1/restaurants/{moda}/packages"), packages()).data();
        let sahil = api("/restaurants", json!({ "name": "Sahil Büfe" })).id();
        let berlin = json!({ "timezone": "Europe/Berlin", "currency": "EUR" });
        let berlin = json!({ "name": "Köfte Haus", "config": berlin, "paymentMatchingUrl": till.url });
        let berlin = api("/restaurants", berlin).id();
        let connect = |restaurant: &str, provider: &str, body: Value| {
            let made = garson.put(&format!("/web-api/v1/restaurants/{restaurant}/integrations/{provider}"), body);
            let url = made.data()["intakeUrl"].as_str().unwrap().to_owned();
            Shop { restaurant: restaurant.to_owned(), intake: url[url.find("/intake").unwrap()..].to_owned() }
        };
        let open = connect(&moda, "open", json!({ "settings": { "callbackUrl": till.url } }));
        let abroad = connect(&berlin, "open", json!({}));
        let order =
            |shop: &Shop, id: &str, total: f64, payment: Value| shop.push(&garson, &an_order(id, total, payment)).id();
        let move_on = |id: &str, steps: usize| {
            (0..steps).for_each(|_| _ = api(&format!("/orders/change-status/{id}"), json!({})).data());
        };

        let delivered = order(&open, "pazartesi-1", 500.0, json!({ "type": "cash" }));
        move_on(&delivered, 3);
        move_on(&order(&open, "pazartesi-2", 320.5, json!({ "type": "online_card", "isPaid": true })), 3);
        move_on(&order(&abroad, "berlin-1", 24.9, json!({ "type": "card_on_delivery" })), 3);
        api("/orders/reports/mark", json!({ "providerOrderId": "pazartesi-2" })).data();
        eventually("Monday's payment is matched on Monday", || {
            let sent = garson.get("/web-api/v1/webhooks/deliveries?state=delivered");
            (sent.data().as_array().unwrap().len() == 1).then_some(())
        });
        clock.set(THURSDAY);
        move_on(&order(&open, "perşembe-1", 240.0, json!({ "type": "meal_card", "name": "Multinet" })), 3);
        move_on(&order(&open, "perşembe-2", 1_110.0, json!({ "type": "meal_card", "name": "Pluxee" })), 3);
        let cancelled_by_customer = order(&open, "perşembe-3", 90.0, json!({ "type": "wallet" }));
        open.cancel(&garson, "per%C5%9Fembe-3", json!({ "reason": "vazgeçti", "note": "Geç kaldı" })).data();

        clock.set(SATURDAY);
        let getir = Host::start(Getir::with([getir_order(), odd_order()]));
        let secrets = json!({ "appSecretKey": APP_SECRET, "restaurantSecretKey": RESTAURANT_SECRET });
        connect(&moda, "getir", json!({ "baseUrl": getir.url, "credentials": secrets }));
        let found = |id: &str| {
            let order = garson.get(&format!("/web-api/v1/orders/{id}"));
            (order.status == 200).then(|| order.id())
        };
        let (getirs, incomplete) = eventually("the orders of Getir", || found("getir-1").zip(found("getir-2")));
        let secrets = json!({
            "supplierId": "1", "storeId": "2", "apiKey": "k", "apiSecret": "s", "executorEmail": "sahip@example.com"
        });
        let trendyol = connect(&moda, "trendyol-go", json!({ "baseUrl": NOWHERE, "credentials": secrets }));
        let path = format!("{}/created", trendyol.intake);
        let pushed = trendyol_order().to_string();
        assert_eq!(garson.send("POST", &path, Some(pushed.as_bytes()), &[("Authorization", "")]).status, 200);
        let secrets = json!({
            "username": "u", "password": "p", "chainCode": "c", "posVendorId": "v", "pluginSecret": "s"
        });
        connect(&moda, "yemeksepeti", json!({ "baseUrl": NOWHERE, "credentials": secrets, "isActive": false }));
        let secrets = json!({
            "apiKey": "k", "secretKey": "0123456789abcdef0123456789abcdef", "storeId": "1", "storeGroupId": "2"
        });
        connect(&moda, "migros-yemek", json!({ "baseUrl": NOWHERE, "credentials": secrets }));

        let mut later = full_order("yarın");
        later["isScheduled"] = json!(true);
        later["scheduledAt"] = json!("2035-06-17T16:30:00Z");
        let scheduled = open.push(&garson, &later).id();
        let preparing = order(&open, "cumartesi-1", 180.0, json!({ "type": "online_card", "isPaid": true }));
        move_on(&order(&open, "cumartesi-2", 75.0, json!({ "type": "cash" })), 2);
        let mut next = full_order("öbür gün");
        next["scheduledAt"] = json!("2035-06-18T16:30:00Z");
        move_on(&open.push(&garson, &next).id(), 1);
        // Each with another button.
        for (id, courier, steps) in
            [("paket-1", "platform_courier", 1), ("paket-2", "pickup", 1), ("paket-3", "pickup", 2)]
        {
            let mut order = an_order(id, 50.0, json!({ "type": "cash" }));
            order["deliveryType"] = json!(courier);
            move_on(&open.push(&garson, &order).id(), steps);
        }
        let mut made_up = an_order("deneme", 1.0, json!({ "type": "cash" }));
        made_up["isTest"] = json!(true);
        open.push(&garson, &made_up).id();
        let cancelled_by_us = order(&open, "cumartesi-3", 60.0, json!({ "type": "cash" }));

        let webhook = |body: Value| api("/webhooks", body).id();
        let working = webhook(json!({ "url": till.url, "events": ["siparis.olusturuldu", "siparis.iptal_edildi"] }));
        let failing = webhook(json!({
            "url": ledger.url, "events": ["siparis.olusturuldu"], "restaurantIds": [moda], "authStyle": "bare"
        }));
        let unreached = webhook(json!({ "url": NOWHERE, "events": ["siparis.olusturuldu"] }));
        let paused = webhook(json!({ "url": "http://kasa.example/bildirim", "isActive": false }));
        let gone = webhook(json!({ "url": "http://eski.example/", "isActive": false }));
        let new = open.push(&garson, &everything()).id();
        garson.delete(&format!("/web-api/v1/webhooks/{gone}"));
        let limited =
            json!({ "name": "Kasa, Moda", "scope": "orders", "restaurantId": moda, "endsAt": "2099-12-31T21:00:00Z" });
        api("/keys", limited);
        let carried = api("/keys", json!({ "name": "Muhasebe bildirimleri", "scope": "webhooks" })).id();
        // Nothing happens any more that it would be told of.
        let own = json!({ "url": "http://127.0.0.1:9/muhasebe", "keyId": carried, "isActive": false, "events": ["entegrasyon.durum_degisti"] });
        let signed = webhook(own);
        for _ in 0..2 {
            api(&format!("/webhooks/{signed}/secret"), json!({})).data();
        }
        let house = House {
            duplicate: found("trendyol-1").unwrap(),
            business,
            lonely,
            moda,
            sahil,
            new,
            preparing,
            scheduled,
            delivered,
            cancelled_by_customer,
            cancelled_by_us,
            getirs,
            incomplete,
            working,
            failing,
            unreached,
            paused,
            signed,
            carried,
            _stand_ins: (till, ledger, getir, clock),
            garson,
        };
        house.live_in();
        house
    }

    /// What people did in the panel, and what had to be waited for.
    fn live_in(&self) {
        let (garson, owner) = (&self.garson, Browser::owner(&self.garson, "tr"));
        let done = |reply: Reply| assert!(reply.status < 400, "{reply}");
        done(owner.post(&format!("/orders/{}/verify", self.preparing), &[("from", "400")]));
        let reason = [("reason", "out_of_stock"), ("note", "Ayran kalmadı")];
        done(give_time(&owner, "0", "0"));
        done(owner.post(&format!("/orders/{}/cancel", self.cancelled_by_us), &reason));
        done(give_time(&owner, "8", "0"));
        done(owner.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", "mutfaktaki parola")]));
        done(owner.post("/keys", &[("name", "Muhasebe")]));
        let staff = [("name", "mehmet"), ("password", "mutfaktaki parola")];
        done(Browser::new(garson, "tr").post_raw("/login", &staff, &[("User-Agent", PHONE)]));
        eventually("notifications given up", || {
            let failed = garson.get("/web-api/v1/webhooks/deliveries?state=failed&limit=200");
            (failed.data().as_array().unwrap().len() == 2).then_some(())
        });
        eventually("notifications delivered", || {
            let sent = garson.get("/web-api/v1/webhooks/deliveries?state=delivered&limit=200");
            (sent.data().as_array().unwrap().len() == 3).then_some(())
        });
        eventually("platforms out of reach", || {
            let all = garson.get(&format!("/web-api/v1/restaurants/{}/integrations", self.moda));
            let errors = all.data().as_array().unwrap().iter().filter(|one| !one["lastError"].is_null()).count();
            (errors == 2).then_some(())
        });
        // For longer than a hiccup, so that every page says it, however quick the test is.
        self.clock().set_ahead(self.clock().ahead() + 60);
    }

    /// Getir itself, to be made difficult.
    pub fn getir(&self) -> MutexGuard<'_, Getir> {
        self._stand_ins.2.fake()
    }

    pub fn clock(&self) -> &Clock {
        &self._stand_ins.3
    }

    /// The first record of the log that a filter finds.
    pub fn delivery(&self, filter: &str) -> String {
        let found = self.garson.get(&format!("/web-api/v1/webhooks/deliveries?{filter}"));
        found.data()[0]["id"].as_str().unwrap_or_else(|| panic!("{found}")).to_owned()
    }
}

fn a_business() -> Value {
    json!({
        "name": "Lezzet Gıda A.Ş.", "description": "Zincir", "vatNumber": "1234567890", "taxOffice": "Kadıköy",
        "address": "Bahariye Cad. 7", "zipCode": "34710", "city": "İstanbul", "country": "TR",
        "phone": "+90 216 000 00 00", "email": "sahip@example.com"
    })
}

fn moda(business: &str) -> Value {
    json!({
        "name": "Köfteci Moda", "businessId": business, "address": "Moda Cad. 5", "description": "Ana şube",
        "lat": 40.98, "lon": 29.03, "config": { "preparationMinutes": 25, "autoAccept": false }
    })
}

/// One that runs, one that has ended, one that is yet to begin, and one that is switched off.
fn packages() -> Value {
    json!([
        { "name": "Temel", "endsAt": "2036-01-01T00:00:00Z", "isActive": true },
        { "name": "Kampanya", "endsAt": "2035-06-01T00:00:00Z", "isActive": true },
        { "name": "Yaz", "startsAt": "2035-07-01T00:00:00Z", "isActive": true },
        { "name": "Eski", "isActive": false }
    ])
}

fn an_order(id: &str, total: f64, payment: Value) -> Value {
    json!({
        "providerOrderId": id, "customer": { "name": "Deniz T." }, "amount": { "total": total }, "payment": payment,
        "items": [{ "name": "Köfte", "quantity": 1, "total": total }]
    })
}

/// Everything that an order can hold.
fn everything() -> Value {
    let mut order = full_order("cumartesi-4");
    order["customer"]["address"] = json!({
        "line": "Moda Cad. 5", "district": "Kadıköy", "city": "İstanbul", "doorNumber": "5", "floor": "3", "flat": "8",
        "directions": "Fırının yanı", "lat": 40.98, "lon": 29.02
    });
    order["amount"] = json!({ "total": 705, "subtotal": 680, "discount": 30, "deliveryFee": 40, "tip": 15 });
    order["flags"] = json!(["no_cutlery", "do_not_ring", "leave_at_door"]);
    order["placedAt"] = json!("2035-06-16T14:59:00Z");
    order["acceptBy"] = json!("2035-06-16T15:34:00Z");
    order["promisedAt"] = json!("2035-06-16T15:40:00Z");
    order
}

/// By a clock that is ahead, so that however slow a test is, its time is not up.
fn getir_order() -> Value {
    json!({
        "id": "getir-1", "status": 400, "confirmationId": "k472", "checkoutDate": "2035-06-16T15:25:01Z",
        "deliveryType": 1, "paymentMethod": 4, "paymentMethodText": { "tr": "Kapıda Nakit" }, "totalPrice": 410,
        "client": { "name": "Deniz T." },
        "products": [{ "name": { "tr": "Tavuk Dürüm" }, "count": 2, "price": 205, "totalPriceWithOption": 410 }]
    })
}

/// One that cannot be read in full, paid in a way that nobody knows.
fn odd_order() -> Value {
    json!({
        "id": "getir-2", "status": 400, "checkoutDate": "2035-06-16T15:25:02Z", "products": "?", "totalPrice": 50,
        "paymentMethod": 33, "paymentMethodText": { "tr": "Puan" }
    })
}

/// The order of Getir's once more, from whoever passed it on.
fn trendyol_order() -> Value {
    let item = |id: &str| json!({ "packageItemId": id, "isCancelled": false });
    json!({
        "id": "trendyol-1", "packageStatus": "Created", "packageCreationDate": 2_065_620_301_000_u64, "storeId": 2,
        "deliveryType": "GO", "totalPrice": 410, "payment": { "paymentType": "PAY_WITH_CARD" }, "orderCode": "7K2",
        "lines": [{ "name": "Tavuk dürüm", "unitSellingPrice": 205, "items": [item("1"), item("2")] }],
        "userInformation": { "appName": "Galaxy" }
    })
}
