//! Fills a store so that every table has something in it, by doing what users and platforms do.

use crate::{
    harness::{Garson, Host, Receiver, Script, Shop, an_order, eventually},
    panel::{Browser, give_time},
    platforms::getir::{
        an_order as of_getir,
        fake::{APP_SECRET, Getir, RESTAURANT_SECRET, Trouble},
    },
};
use serde_json::{Value, json};

const RESTAURANTS: &str = "/web-api/v1/restaurants";
/// Where nobody ever listens: whoever opens the store later calls nobody by chance.
const NOWHERE: &str = "http://127.0.0.1:9";

/// The store of a program that was killed, and what its program answered: its key, and `get` by path.
pub fn fill() -> (Garson, Value) {
    let mut garson = Garson::start_with(&["--poll-interval", "1s", "--webhook-retries", "60m,60m,60m"]);
    let receiver = Receiver::start(Script::Answer(200, ""));
    let heard = garson.post("/web-api/v1/webhooks", json!({ "url": receiver.url, "events": ["siparis.olusturuldu"] }));
    let heard = heard.id();
    garson.post("/web-api/v1/webhooks", json!({ "url": NOWHERE, "authStyle": "bare" })).data();
    let shop = furnish(&garson);
    sell_much(&garson);
    sell(&garson, &shop);
    keep_accepting(&garson);
    press_in_vain(&garson);
    bring_back(&garson);
    assign(&garson);
    let host = connect_getir(&garson, &shop);
    let delivered = || garson.get("/web-api/v1/webhooks/deliveries?state=delivered");
    eventually("a delivery is done", || (!delivered().data().as_array().unwrap().is_empty()).then_some(()));
    kill_in_the_middle(&mut garson, &host);
    leave_nothing_to_call(&garson, &shop, &heard, &receiver.url);
    let answers = answers(&garson, &shop);
    garson.kill();
    (garson, answers)
}

fn furnish(garson: &Garson) -> Shop {
    let business = garson.post("/web-api/v1/businesses", json!({ "name": "Ayşe Gıda", "taxNumber": "1234567890" }));
    let shop = Shop::open_with(garson, json!({ "settings": { "preparationMinutes": 45 } }));
    let restaurant = json!({
        "name": "Köfteci Ayşe", "businessId": business.id(), "lat": 41.0312, "lon": 28.9764,
        "paymentMatchingUrl": NOWHERE, "paymentMatchingHeaders": { "X-Till": "7" },
        "config": { "timezone": "Europe/Istanbul", "unknown": [1.50, "ş"] },
    });
    garson.put(&format!("{RESTAURANTS}/{}", shop.restaurant), restaurant).data();
    let packages = json!([{ "name": "Yıllık", "startsAt": "2026-01-01T00:00:00Z", "endsAt": "2126-01-01T00:00:00Z" }]);
    garson.put(&format!("{RESTAURANTS}/{}/packages", shop.restaurant), packages).data();
    let menu = json!({ "categories": [{ "id": "c1", "name": "Dürüm", "products": [
        { "id": "p1", "name": "Adana", "price": 249.95, "isActive": true, "optionGroups": [] } ] }] });
    let menu_path = format!("{}/menu", shop.intake);
    let set = garson.send("PUT", &menu_path, Some(menu.to_string().as_bytes()), &[("Authorization", "")]);
    assert_eq!(set.status, 200, "{set}");
    let (owner, kitchen) = (Browser::owner(garson, "en"), format!("/restaurants/{}", shop.restaurant));
    assert_eq!(owner.post(&format!("{kitchen}/stations"), &[("name", "Ocak")]).status, 303);
    let dishes = || owner.page(&format!("{kitchen}/dishes"));
    eventually("its dish is known", || dishes().contains("<h3>Adana</h3>").then_some(()));
    shop
}

/// So many plain orders that their words lie together in a segment, of a shop that nothing else is about.
fn sell_much(garson: &Garson) {
    let shop = Shop::open(garson);
    // Side by side they share commits.
    std::thread::scope(|scope| {
        for hand in 0..8 {
            let shop = &shop;
            scope.spawn(move || {
                for number in 0..75 {
                    shop.push(garson, &an_order(&format!("many-{hand}-{number}"))).data();
                }
            });
        }
    });
}

/// Orders in every status, paid in every way.
fn sell(garson: &Garson, shop: &Shop) {
    let paid = |id: &str, payment: Value| {
        let mut order = an_order(id);
        order["payment"] = payment;
        order["customer"] = json!({ "name": format!("Deniz {id}"), "phone": "+905551112233" });
        order["note"] = json!("Zile basmayın");
        shop.push(garson, &order).data();
    };
    let act = |act: &str, id: &str, body: Value| {
        garson.post(&format!("/web-api/v1/orders/{act}/{id}"), body).data();
    };
    paid("new", json!({ "type": "cash" }));
    paid("cooking", json!({ "type": "meal_card", "name": "Multinet" }));
    act("verify", "cooking", json!({}));
    for (id, payment) in [
        ("on-the-way", json!({ "type": "card_on_delivery", "name": "Kapıda kart" })),
        ("delivered", json!({ "type": "meal_card", "name": "Sodexo" })),
        ("reported", json!({ "type": "online_card" })),
    ] {
        paid(id, payment);
        act("change-status", id, json!({}));
        act("change-status", id, json!({}));
    }
    for id in ["delivered", "reported"] {
        act("change-status", id, json!({}));
    }
    let mark = json!({ "providerOrderId": "reported" });
    let body = mark.to_string();
    let once = [("Idempotency-Key", "golden")];
    garson.send("POST", "/web-api/v1/orders/reports/mark", Some(body.as_bytes()), &once).data();
    paid(
        "branded",
        json!({ "type": "meal_card", "name": "TICKET_RESTAURANT", "brand": "edenred", "channel": "online" }),
    );
    paid("puan", json!({ "type": "other", "name": "Puan" }));
    paid("assigned", json!({ "type": "other", "name": "Sofra Kart" }));
    paid("cancelled", json!({ "type": "wallet", "name": "Cüzdan" }));
    act("cancel", "cancelled", json!({ "reason": "too_busy", "note": "Fırın bozuk" }));
    paid("customer", json!({ "type": "other", "name": "Çek" }));
    shop.cancel(garson, "customer", json!({ "note": "Vazgeçtim" })).data();
    let mut scheduled = an_order("scheduled");
    scheduled["scheduledAt"] = json!("2100-01-01T12:00:00Z");
    shop.push(garson, &scheduled).data();
    act("verify", "scheduled", json!({}));
}

/// An order that is to be accepted automatically, at a shop that cannot be told.
fn keep_accepting(garson: &Garson) {
    let settings = json!({ "settings": { "autoAccept": true, "callbackUrl": NOWHERE } });
    let shop = Shop::open_with(garson, settings);
    shop.order(garson, "owed");
}

/// One that had left and is with the cooks again.
fn bring_back(garson: &Garson) {
    let brought = Browser::owner(garson, "en").post("/orders/on-the-way/bring-back", &[("back_to_cooks", "yes")]);
    assert_eq!(brought.status, 303, "{brought}");
}

/// What somebody pressed and the shop could not be told.
fn press_in_vain(garson: &Garson) {
    let owner = Browser::owner(garson, "en");
    assert_eq!(give_time(&owner, "1", "0").status, 303);
    assert_eq!(owner.post("/orders/owed/cancel", &[("reason", "too_busy")]).status, 303);
    eventually("it could not be done", || owner.page("/orders/owed").contains("could not be done").then_some(()));
}

/// The owner says what a payment is that nobody knows.
fn assign(garson: &Garson) {
    let fields = [("text", "Sofra Kart"), ("as", "own"), ("own", "Sofra")];
    assert_eq!(Browser::owner(garson, "tr").post("/reports/payments/assign", &fields).status, 303);
    let brand = || garson.get("/web-api/v1/orders/assigned").data()["payment"]["brand"].clone();
    eventually("its order is read anew", || (brand() == "Sofra").then_some(()));
}

/// A step that waits for an hour.
fn connect_getir(garson: &Garson, shop: &Shop) -> Host<Getir> {
    let host = Host::start(Getir::with([of_getir("steps"), of_getir("intent")]));
    garson.put(&getir(shop), at(&host.url)).data();
    for id in ["steps", "intent"] {
        let path = format!("/web-api/v1/orders/{id}");
        eventually("Getir's order is here", || (garson.get(&path).status == 200).then_some(()));
    }
    garson.post("/web-api/v1/orders/verify/steps", json!({})).data();
    garson.post("/web-api/v1/orders/change-status/steps", json!({})).data();
    host
}

fn getir(shop: &Shop) -> String {
    format!("{RESTAURANTS}/{}/integrations/getir", shop.restaurant)
}

fn at(base_url: &str) -> Value {
    let credentials = json!({ "appSecretKey": APP_SECRET, "restaurantSecretKey": RESTAURANT_SECRET });
    json!({ "baseUrl": base_url, "credentials": credentials, "settings": { "stepPauseSeconds": 3600 } })
}

/// The addresses of this test are somebody else's when the store is opened again.
fn leave_nothing_to_call(garson: &Garson, shop: &Shop, webhook: &str, old: &str) {
    let path = format!("/web-api/v1/webhooks/{webhook}");
    assert_eq!(garson.get(&path).data()["url"], old);
    garson.put(&path, json!({ "url": NOWHERE, "events": ["siparis.olusturuldu"], "isActive": false })).data();
    let mut elsewhere = at(NOWHERE);
    elsewhere["isActive"] = json!(false);
    garson.put(&getir(shop), elsewhere).data();
}

/// What does not change while nobody does anything.
fn answers(garson: &Garson, shop: &Shop) -> Value {
    let mut get = serde_json::Map::new();
    let mut keep = |path: String, forget: &[&str]| {
        let mut data = garson.get(&path).data().clone();
        forget_fields(&mut data, forget);
        get.insert(path, data);
    };
    keep("/web-api/v1/orders?limit=200".to_owned(), &[]);
    let listed = garson.get("/web-api/v1/orders?limit=200").data().clone();
    for order in listed.as_array().unwrap() {
        // What waits is told, and fails, as soon as the program runs again.
        keep(format!("/web-api/v1/orders/{}", order["id"].as_str().unwrap()), &["platformSync"]);
    }
    keep("/web-api/v1/orders/reports/pending?limit=200".to_owned(), &[]);
    keep("/web-api/v1/orders/grouped-payments".to_owned(), &[]);
    keep(format!("/web-api/v1/orders/grouped-payments?restaurantId={}", shop.restaurant), &[]);
    keep("/web-api/v1/businesses".to_owned(), &[]);
    keep(RESTAURANTS.to_owned(), &["isConnected"]);
    let of_a_platform = ["isConnected", "lastError", "lastSuccessAt", "intakeUrl"];
    keep(format!("{RESTAURANTS}/{}/integrations", shop.restaurant), &of_a_platform);
    keep(format!("/web-api/v1/providers/open/menus?restaurantId={}", shop.restaurant), &[]);
    keep("/web-api/v1/webhooks".to_owned(), &["lastError", "lastSuccessAt", "counts", "pending", "failed"]);
    keep("/web-api/v1/webhooks/deliveries?state=delivered&limit=200".to_owned(), &[]);
    json!({ "key": garson.key, "get": get })
}

fn forget_fields(data: &mut Value, names: &[&str]) {
    match data {
        Value::Object(fields) => {
            fields.retain(|name, _| !names.contains(&name.as_str()));
            fields.values_mut().for_each(|value| forget_fields(value, names));
        }
        Value::Array(entries) => entries.iter_mut().for_each(|value| forget_fields(value, names)),
        _ => {}
    }
}

/// Killed while Getir is being told, and nobody can find out what became of it: an intent stays behind.
fn kill_in_the_middle(garson: &mut Garson, host: &Host<Getir>) {
    const VERIFY: &str = "POST /food-orders/intent/verify";
    host.fake().trouble("/verify", 1, Trouble::Hang);
    host.fake().trouble("/food-orders/intent", 1_000, Trouble::Status(500));
    std::thread::scope(|scope| {
        let told = &*garson;
        scope.spawn(move || told.try_send("POST", "/web-api/v1/orders/verify/intent", Some(b"{}"), &[]));
        eventually("Getir is being told", || (host.count(VERIFY) > 0).then_some(()));
        crate::harness::signal(told.pid(), "KILL");
    });
    garson.kill();
    garson.restart();
}
