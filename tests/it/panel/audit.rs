//! The record of who did what: all of it, from where, never a secret, and no stranger fills it.

use super::Browser;
use crate::harness::{Garson, Shop, an_order, eventually};
use serde_json::{Value, json};

const AUDIT: &str = "/web-api/v1/audit";

fn entries(garson: &Garson, query: &str) -> Vec<Value> {
    garson.get(&format!("{AUDIT}?limit=200{query}")).data().as_array().unwrap().clone()
}

fn of<'a>(entries: &'a [Value], deed: &str) -> &'a Value {
    let found = entries.iter().find(|entry| entry["deed"] == deed);
    found.unwrap_or_else(|| panic!("no {deed} among {entries:#?}"))
}

#[test]
fn what_anybody_does_is_on_record_with_who_and_from_where_and_no_secret() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "tr");
    let (secret, name, phone, note) =
        ("çok gizli parola 7731", "Nermin Özbilir", "5559871234", "kapıda köpek var 4471");
    owner.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", secret)]);
    owner.post("/settings/account", &[("timezone", "Europe/Berlin"), ("currency", "EUR")]);
    let shop = Shop::open_with(&garson, json!({"settings": {"callbackUrl": "http://127.0.0.1:9/gizli-yol-8812"}}));
    let mut order = an_order("A-1");
    order["customer"] = json!({"name": name, "phone": phone});
    assert_eq!(shop.push(&garson, &order).status, 200);
    assert_eq!(shop.cancel(&garson, "A-1", json!({"reason": "vazgeçti", "note": note})).status, 200);
    owner.get("/orders.csv");
    let (_, made) = garson.add_key("Kasa");
    let all = entries(&garson, "");

    let signed_in = of(&all, "signed_in");
    assert_eq!((&signed_in["by"], &signed_in["from"]), (&json!("user:ayşe"), &json!("127.0.0.1")));
    let person = of(&all, "person_added");
    assert_eq!((&person["by"], &person["about"]["name"]), (&json!("user:ayşe"), &json!("mehmet")));
    let settings = of(&all, "settings_changed");
    let zone = json!({"field": "timezone", "before": "Europe/Istanbul", "after": "Europe/Berlin"});
    assert!(settings["changes"].as_array().unwrap().contains(&zone), "{settings}");
    let cancelled = of(&all, "order_cancelled");
    assert_eq!((&cancelled["by"], &cancelled["about"]["name"]), (&json!("customer"), &json!("A-1")));
    assert_eq!(of(&all, "orders_exported")["by"], "user:ayşe");
    let key = of(&all, "key_made");
    assert_eq!(
        (&key["by"], &key["from"], &key["about"]["name"]),
        (&json!("command_line"), &json!(null), &json!("Kasa"))
    );
    assert_eq!(of(&all, "integration_changed")["by"], "key:first");
    assert_eq!(of(&all, "set_up")["by"], "command_line");

    let text = serde_json::to_string(&all).unwrap();
    let page = owner.page("/audit");
    let table = owner.get("/audit.csv").text;
    for hidden in [secret, name, phone, note, "gizli-yol-8812", &made] {
        assert!(!text.contains(hidden) && !page.contains(hidden) && !table.contains(hidden), "{hidden}");
    }
    for shown in ["Giriş yaptı", "Kullanıcı eklendi", "mehmet", "Komut satırı", "Sipariş iptal edildi", "Europe/Berlin"]
    {
        assert!(page.contains(shown) && table.contains(shown), "{shown}");
    }
}

#[test]
fn a_deed_is_on_record_as_surely_as_it_was_done() {
    let mut garson = Garson::start();
    garson.add_key("Birinci");
    garson.kill();
    garson.restart();
    assert_eq!(of(&entries(&garson, "&area=keys"), "key_made")["about"]["name"], "Birinci");
    garson.stop_sound();
}

#[test]
fn refusals_are_counted_and_no_stranger_fills_the_record() {
    let garson = Garson::start();
    for n in 0..300 {
        let refused = garson.send("GET", "/web-api/v1/orders", None, &[("authorization", &format!("Bearer gsn_{n}"))]);
        assert_eq!(refused.status, 401);
    }
    let stranger = Browser::new(&garson, "tr");
    for n in 0..6 {
        stranger.post("/login", &[("name", "ayşe"), ("password", "yanlış")]);
        stranger.post("/login", &[("name", &format!("kimse {n}")), ("password", "yanlış")]);
    }
    // They are written down after whatever else is.
    garson.post("/web-api/v1/restaurants", serde_json::json!({ "name": "Köfteci" })).data();
    let refused = eventually("refusals are on record", || {
        let keys = entries(&garson, "&deed=key_refused");
        let counted: u64 = keys.iter().map(|entry| entry["count"].as_u64().unwrap()).sum();
        let sign_ins = entries(&garson, "&deed=sign_in_refused");
        (counted == 300 && !sign_ins.is_empty()).then_some((keys, sign_ins))
    });
    let (keys, sign_ins) = refused;
    // The minute may turn meanwhile.
    assert!(keys.len() <= 2 && (1..=4).contains(&sign_ins.len()), "{keys:?} {sign_ins:?}");
    assert!(sign_ins.iter().any(|entry| entry["about"]["name"] == "ayşe" && entry["by"] == "stranger"), "{sign_ins:?}");
    // What was typed there may have been a password.
    assert!(!serde_json::to_string(&sign_ins).unwrap().contains("kimse"), "{sign_ins:?}");
}

#[test]
fn it_can_be_filtered_paged_and_kept_for_as_long_as_the_owner_wants() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "en");
    for name in ["Bir", "İki", "Üç"] {
        garson.add_key(name);
    }
    let names = |query: &str| -> Vec<String> {
        let found = entries(&garson, query);
        found.iter().map(|entry| entry["about"]["name"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names("&deed=key_made&text=iki"), ["İki"]);
    assert_eq!(names("&area=keys"), ["Üç", "İki", "Bir"]);
    let first = garson.get(&format!("{AUDIT}?area=keys&limit=2"));
    let next = first.json["paging"]["next"].as_str().unwrap().to_owned();
    let second = garson.get(&format!("{AUDIT}?area=keys&limit=2&cursor={next}"));
    assert_eq!((first.data().as_array().unwrap().len(), second.data()[0]["about"]["name"].as_str()), (2, Some("Bir")));
    garson.get(&format!("{AUDIT}?area=nothing")).refused(400, "invalid_parameter");
    garson.get(&format!("{AUDIT}?deed=nothing")).refused(400, "invalid_parameter");

    assert!(owner.page("/audit?area=keys&text=bir").contains("Bir") && !owner.page("/audit?text=bir").contains("Üç"));
    assert_eq!(owner.post("/audit/keep", &[("days", "7")]).status, 422);
    assert_eq!(owner.post("/audit/keep", &[("days", "90")]).status, 303);
    assert!(owner.page("/audit").contains("value=\"90\""));
    owner.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", "mutfaktaki parola")]);
    let staff = Browser::staff(&garson, "tr");
    assert_eq!((staff.get("/audit").status, staff.get("/audit.csv").status), (404, 404));
}
