//! Before there is an owner, without an order, and with encryption: houses in which little has happened yet.

use super::{Reader, Tour, overwrite};
use crate::{
    harness::{Shop, eventually},
    panel::{
        Browser,
        pages::house::{empty, unowned},
    },
};
use serde_json::json;

pub fn the_first_visit(tour: &mut Tour) {
    let (garson, _clock) = unowned(&[]);
    let garson = garson.serve();
    let guest = Reader::guest(&garson);
    tour.page("setup-without-link", &guest, "/setup");
    tour.form("setup-wrong-code", &guest, "/setup", &[("code", "0000-0000")]);
    let link = format!("/setup?code={}", garson.setup_code());
    assert!([&guest.tr, &guest.en].iter().all(|browser| browser.get(&link).status == 303));
    tour.page("setup", &guest, "/setup");
    tour.form("setup-without-restaurant", &guest, "/setup", &[("name", "ayşe"), ("password", "doğru at pil zımba")]);
    let short = [("name", "ayşe"), ("password", "x"), ("restaurant", "Köfteci")];
    tour.form("setup-short-password", &guest, "/setup", &short);
    // A box is claimed once, so there is one for each language.
    let (other, _clock) = unowned(&[]);
    let other = other.serve();
    let (first, second) = (garson.setup_code(), other.setup_code());
    let fields =
        |code| [("name", "ayşe"), ("password", "doğru at pil zımba"), ("restaurant", "Köfteci"), ("code", code)];
    let english = Browser::new(&other, "en");
    for (browser, code) in [(&guest.tr, &first), (&english, &second)] {
        assert_eq!(browser.post("/setup", &fields(code)).header("location"), Some("/start"));
    }
    tour.add("start-first", "GET", "/start", guest.tr.get("/start"), english.get("/start"));
    tour.add("board-first", "GET", "/", guest.tr.get("/"), english.get("/"));
    let show = |browser: &Browser<'_>| {
        let key = browser.page("/start").split("/keys/").nth(1).unwrap().split('/').next().unwrap().to_owned();
        browser.post(&format!("/keys/{key}/show"), &[])
    };
    tour.add("first-key", "POST", "/keys/{id}/show", show(&guest.tr), show(&english));
}

pub fn an_empty_house(tour: &mut Tour) {
    let (garson, _clock) = empty();
    let guest = Reader::guest(&garson);
    tour.page("login", &guest, "/login");
    tour.page("trust-off", &guest, "/trust");
    tour.form("login-wrong", &guest, "/login", &[("name", "ayşe"), ("password", "yanlış"), ("next", "/orders")]);
    let owner = Reader::signed_in(&garson, Browser::owner);
    overwrite(&garson, &owner);
    for name in
        ["board", "start", "orders", "reports", "reports/pending", "restaurants", "webhooks", "deliveries", "status"]
    {
        let path = if name == "board" { "/".to_owned() } else { format!("/{name}") };
        tour.page(&format!("empty-{}", name.replace('/', "-")), &owner, &path);
    }
    owner.tr.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", "mutfaktaki parola")]);
    let staff = Reader::signed_in(&garson, Browser::staff);
    tour.page("empty-board-for-staff", &staff, "/");
    tour.page("empty-orders-for-staff", &staff, "/orders");
}

pub fn an_encrypted_house(tour: &mut Tour) {
    let (garson, _clock) = unowned(&["--tls", "auto"]);
    let garson = garson.set_up().serve();
    let elsewhere = |lang| Browser::new(&garson, lang).send("GET", "/login", None, &[("Host", "garson.local:8080")]);
    tour.add("login-in-clear", "GET", "/login", elsewhere("tr"), elsewhere("en"));
    tour.page("trust", &Reader::guest(&garson), "/trust");
    let owner = Reader::signed_in(&garson, Browser::owner);
    let authority = include_str!("../../../files/certificate.pem");
    assert_eq!(owner.tr.post("/webhooks/authorities", &[("certificate", authority)]).status, 303);
    tour.page("authorities", &owner, "/webhooks/authorities");
    tour.form("authorities-refused", &owner, "/webhooks/authorities", &[("certificate", "<kasa>")]);
}

pub fn a_kitchen_with_stations(tour: &mut Tour) {
    let (garson, _clock) = empty();
    let owner = Reader::signed_in(&garson, Browser::owner);
    let shop = Shop::open(&garson);
    let path = |page: &str| format!("/restaurants/{}/{page}", shop.restaurant);
    tour.page("dishes-none", &owner, &path("dishes"));
    tour.page("stations-none", &owner, &path("stations"));
    let product = |name: &str| json!({ "id": name, "name": name, "price": 100 });
    let category = |name: &str, products: [&str; 2]| json!({ "name": name, "products": products.map(product) });
    let menu =
        json!({ "categories": [category("Kebaplar", ["Adana", "Urfa"]), category("Tatlılar", ["Künefe", "Sütlaç"])] });
    let menu = menu.to_string();
    garson.send("PUT", &format!("{}/menu", shop.intake), Some(menu.as_bytes()), &[("Authorization", "")]).data();
    let option = json!({ "name": "Soğan", "quantity": 1, "kind": "remove" });
    let item = json!({ "name": "Ayran", "remoteCode": "77", "quantity": 1, "total": 40, "options": [option] });
    let order = json!({
        "providerOrderId": "1", "items": [item], "amount": { "total": 40 }, "payment": { "type": "cash" }
    });
    assert_eq!(shop.push(&garson, &order).status, 200);
    let are_learnt = |page: &str| page.contains("Ayran") && page.contains("Sütlaç");
    eventually("dishes are learnt", || are_learnt(&owner.tr.page(&path("dishes"))).then_some(()));
    tour.page("dishes-without-stations", &owner, &path("dishes"));
    for name in ["Izgara", "Tatlı"] {
        assert_eq!(owner.tr.post(&path("stations"), &[("name", name)]).status, 303);
    }
    tour.form("stations-wrong", &owner, &path("stations"), &[("name", "IZGARA")]);
    let stations = owner.tr.page(&path("stations"));
    let ids: Vec<&str> = stations.split("/name\"").filter_map(|part| part.rsplit("/stations/").next()).collect();
    let page = owner.tr.page(&path("dishes"));
    let urfa = page.split("name=\"dish\" value=\"").find(|part| part.contains("<h3>Urfa</h3>")).unwrap();
    let (tick, sweet) = (format!("{} {}", urfa.split('"').next().unwrap(), ids[0]), format!("{} Tatlılar", ids[1]));
    let dish = urfa.split('"').next().unwrap();
    let fields = [("dish", dish), ("at", &tick), ("category", "Tatlılar"), ("from", &sweet)];
    assert_eq!(owner.tr.post(&path("dishes"), &fields).status, 303);
    tour.page("dishes", &owner, &path("dishes"));
    tour.page("dishes-none-found", &owner, &path("dishes?q=yok"));
    tour.page("stations", &owner, &path("stations?said=saved"));
    tour.page("station-delete", &owner, &path(&format!("stations/{}/delete", ids[0])));
}
