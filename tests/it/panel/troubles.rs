//! What keeps orders away is said in red on every page and every screen, with since when and what to do, and no command says
//! that all is well beside it.

use super::{Browser, kitchen::connected, owners::with_staff, screen::Screen};
use crate::{
    crash::room::{ALMOST_FULL, FULL, restart},
    harness::{Garson, Host, Receiver, Script, Shop, eventually, garson},
    platforms::getir::{
        ACTIVE, an_order,
        fake::{APP_SECRET, Getir, RESTAURANT_SECRET},
    },
};
use serde_json::{Value, json};
use std::time::Duration;

fn connect(garson: &Garson, restaurant: &str, base_url: &str) {
    let credentials = json!({ "appSecretKey": APP_SECRET, "restaurantSecretKey": RESTAURANT_SECRET });
    let body = json!({ "baseUrl": base_url, "credentials": credentials });
    garson.put(&format!("/web-api/v1/restaurants/{restaurant}/integrations/getir"), body).data();
}

/// What the bar of a page says; nothing where it is hidden.
fn bar(page: &str) -> String {
    let (_, bar) =
        page.split_once("id=\"trouble\" role=\"alert\" tabindex=\"0\"").unwrap_or_else(|| panic!("no bar in {page}"));
    let bar = bar.split("</section>").next().unwrap();
    if bar.starts_with(" hidden") { String::new() } else { bar.to_owned() }
}

/// What a command prints, and how it ends.
fn typed(running: &Garson, words: &[&str]) -> (String, Option<i32>) {
    let output = garson().args(words).arg("--data").arg(running.data()).env("LC_ALL", "en_US.UTF-8").output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

#[test]
fn a_platform_that_refuses_us_is_on_every_page_and_screen_and_no_command_says_all_is_well() {
    let garson = with_staff(&["--poll-interval", "1s"]);
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    let owner = Browser::owner(&garson, "en");
    let (kitchen, elsewhere) = (
        connected(&garson, &owner, &[("name", "Ocak"), ("restaurant", &shop.restaurant)]),
        connected(&garson, &owner, &[("name", "Bar"), ("restaurant", &other.restaurant)]),
    );
    let mut screen = Screen::open(&garson, &kitchen, "/live");
    let mut page = Screen::open(&garson, &owner, "/bell");
    let mut stranger = Screen::open(&garson, &elsewhere, "/live");
    assert_eq!(bar(&owner.page("/")), "");
    let (said, code) = typed(&garson, &["status"]);
    assert!(said.ends_with("All is well.\n") && code == Some(0), "{said}");

    let getir = Receiver::start(Script::Answer(401, r#"{"error":"UNAUTHORIZED"}"#));
    connect(&garson, &shop.restaurant, &getir.url);
    screen.await_trouble(|told| told.contains("Getir") && told.contains("Yetkiliye haber verin"));
    assert!(screen.trouble.contains("Başlangıcı: ") && !screen.trouble.contains("href"), "{}", screen.trouble);
    page.await_trouble(|told| told.contains("Check the credentials"));
    let path = format!("/restaurants/{}/integrations/getir", shop.restaurant);
    for shown in ["/", "/orders", "/settings", "/status", "/kitchen"] {
        let bar = bar(&owner.page(shown));
        for part in ["Getir", "Since ", "Check the credentials", &format!("href=\"{path}\"")] {
            assert!(bar.contains(part), "{part} is not in {shown}: {bar}");
        }
    }
    assert!(bar(&Browser::staff(&garson, "en").page("/")).contains("Tell the owner"));
    assert!(bar(&kitchen.page("/kitchen")).contains("Yetkiliye haber verin"));
    // What is another restaurant's is none of this kitchen's business.
    assert_eq!(bar(&elsewhere.page("/kitchen")), "");

    let (said, code) = typed(&garson, &["status"]);
    assert!(said.contains("Getir: ") && !said.contains("All is well") && code == Some(1), "{said}");
    assert!(said.ends_with("1 thing needs attention; `garson doctor` says what to do.\n"), "{said}");
    // The program itself is well, and a machine that looks after it need not do anything.
    assert_eq!(typed(&garson, &["status", "--health"]).1, Some(0));
    let (found, code) = typed(&garson, &["doctor", "--json"]);
    let found: Value = serde_json::from_str(&found).unwrap();
    let platform = found["findings"].as_array().unwrap().iter().find(|one| one["topic"] == "platforms").unwrap();
    assert_eq!((&platform["wellness"], code), (&json!("bad"), Some(1)), "{found}");

    garson.delete(&format!("/web-api/v1{path}")).data();
    screen.await_trouble(|told| told.contains(" hidden"));
    assert_eq!(bar(&owner.page("/orders")), "");
    // Whatever came between the hello and now: at the hello, and with a beat after the change.
    for _ in 0..3 {
        stranger.next();
        assert!(stranger.trouble.is_empty() || stranger.trouble.contains(" hidden"), "{}", stranger.trouble);
    }
}

#[test]
fn a_platform_that_is_switched_off_and_a_shop_that_was_closed_are_said_until_they_are_not() {
    let garson = Garson::start_with(&["--poll-interval", "1s"]);
    let shop = Shop::open(&garson);
    let owner = Browser::owner(&garson, "en");
    let api = |rest: &str| format!("/web-api/v1/restaurants/{}/integrations/{rest}", shop.restaurant);
    garson.put(&api("open"), json!({ "isActive": false })).data();
    let off = bar(&owner.page("/"));
    assert!(off.contains("It is switched off") && off.contains("Since ") && off.contains("Take orders again"), "{off}");
    assert_eq!(typed(&garson, &["status"]).1, Some(1));
    assert!(!owner.page("/status").contains("Everything works."));
    garson.put(&api("open"), json!({ "isActive": true })).data();
    assert_eq!(bar(&owner.page("/")), "");

    let host = Host::start(Getir::new());
    connect(&garson, &shop.restaurant, &host.url);
    garson.put(&api("getir/open"), json!({ "isOpen": false })).data();
    let closed = || bar(&owner.page("/")).contains("was closed on the platform");
    assert!(closed());
    let health = owner.page("/status");
    assert!(
        health.contains("The restaurant was closed on the platform") && health.contains(">Closed there<"),
        "{health}"
    );
    let page = owner.page(&format!("/restaurants/{}/integrations/getir", shop.restaurant));
    assert!(page.contains(">Closed there<"), "{page}");
    garson.put(&api("getir/open"), json!({ "isOpen": true })).data();
    assert!(!closed());
    // One that its platform opened again takes orders.
    garson.put(&api("getir/open"), json!({ "isOpen": false })).data();
    assert!(closed());
    let ordered = |id: &str| {
        let mut order = an_order(id);
        // A moment from now: platforms tell the second.
        order["checkoutDate"] = json!(::garson::clock::now().plus(Duration::from_secs(1)).to_string());
        host.fake().add(order);
    };
    ordered("1");
    eventually("an order of later", || (!closed()).then_some(()));
    // The next time is another one.
    eventually("it is closed again", || {
        garson.put(&api("getir/open"), json!({ "isOpen": false })).data();
        closed().then_some(())
    });
}

#[test]
fn a_disk_that_is_almost_full_is_on_every_screen_and_no_platform_is_blamed_for_it() {
    let garson = Garson::start_with(&["--poll-interval", "1s"]);
    let shop = Shop::open(&garson);
    let host = Host::start(Getir::new());
    connect(&garson, &shop.restaurant, &host.url);
    let api = format!("/web-api/v1/restaurants/{}/integrations", shop.restaurant);
    let getir = |garson: &Garson| {
        let all = garson.get(&api).data().clone();
        all.as_array().unwrap().iter().find(|one| one["provider"] == "getir").unwrap().clone()
    };
    eventually("it was asked", || (!getir(&garson)["lastSuccessAt"].is_null()).then_some(()));

    let garson = restart(garson, ALMOST_FULL);
    let owner = Browser::owner(&garson, "en");
    let mut screen = Screen::open(&garson, &owner, "/bell");
    screen.await_trouble(|told| told.contains("The disk is almost full") && told.contains("data-trouble=\"store/"));
    for shown in ["/", "/orders", "/kitchen"] {
        let bar = bar(&owner.page(shown));
        assert!(bar.contains("The disk is almost full") && bar.contains("Since "), "{shown}: {bar}");
    }
    let asked = host.count(ACTIVE);
    host.fake().add(an_order("1"));
    eventually("it was asked twice more", || (host.count(ACTIVE) >= asked + 2).then_some(()));
    let integration = getir(&garson);
    assert!(integration["lastError"].is_null(), "{integration}");
    assert!(!bar(&owner.page("/")).contains("Getir"));

    // Nothing is turned on the platform that could not be written down.
    let session = owner.cookie("garson_session").unwrap();
    drop((owner, screen));
    let garson = restart(garson, FULL);
    let owner = Browser::new(&garson, "en");
    owner.keep("garson_session", &session);
    let told = bar(&owner.page("/"));
    assert!(told.contains("The database cannot be written to"), "{told}");
    drop(owner);
    garson.put(&format!("{api}/getir/open"), json!({ "isOpen": false })).refused(503, "unavailable");
    assert_eq!(host.count("PUT /restaurants/status/close"), 0);

    let garson = restart(garson, 0);
    eventually("the order comes", || (garson.metric("garson_orders") == 1).then_some(()));
    assert_eq!(bar(&Browser::owner(&garson, "en").page("/")), "");
}
