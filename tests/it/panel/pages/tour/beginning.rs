//! Before there is an owner, without an order, and with encryption: houses in which little has happened yet.

use super::{Reader, Tour, overwrite};
use crate::panel::{
    Browser,
    pages::house::{empty, unowned},
};

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
