//! The board marks an order that its platform has changed, until somebody has seen that.

use super::{Branch, fake::id, parts::two};
use crate::{
    harness::{Receiver, Script, eventually},
    openapi::hold_event,
    panel::Browser,
};
use serde_json::{Value, json};

/// Takes a part out of the order, and answers with when that was seen.
fn lose_a_part(branch: &Branch, number: u32, times: usize) -> String {
    branch.host.fake().cancel_part(&id(number), 200.0);
    eventually("the change is seen", || (branch.order(number)["changes"].as_array()?.len() == times).then_some(()));
    let browser = Browser::owner(&branch.garson, "tr");
    let page = browser.page("/");
    let (_, value) = page.split_once("/seen\" name=\"change\" value=\"").unwrap_or_else(|| panic!("{page}"));
    value.split('"').next().unwrap().to_owned()
}

#[test]
fn a_changed_order_is_marked_on_every_screen_until_one_has_seen_it() {
    let mut branch = Branch::open();
    let mut package = two(1);
    package["totalPrice"] = json!(624.99);
    let piece = json!({ "packageItemId": 93, "isCancelled": false, "promotions": [], "coupon": null });
    package["lines"][0]["items"].as_array_mut().unwrap().push(piece);
    let order = branch.take(package);
    let path = format!("/orders/{}", order["id"].as_str().unwrap());
    let has = |branch: &Branch, lang, path: &str, text: &str| {
        let page = Browser::owner(&branch.garson, lang).page(path);
        page.contains(text)
    };
    assert!(!has(&branch, "tr", "/", "DEĞİŞTİ") && !has(&branch, "tr", &path, "Platformdaki değişiklikler"));
    let first = lose_a_part(&branch, 1, 1);
    for (lang, mark, lines) in [
        ("tr", "SİPARİŞ DEĞİŞTİ", ["2 × Tavuk Dürüm (önceden 3)", "Toplam: 424,99\u{a0}₺ (önceden 624,99\u{a0}₺)"]),
        ("en", "ORDER CHANGED", ["2 × Tavuk Dürüm (was 3)", "Total: ₺424.99 (was ₺624.99)"]),
    ] {
        assert!(has(&branch, lang, "/", mark) && has(&branch, lang, &format!("{path}/ticket"), mark), "{lang}");
        for line in lines {
            assert!(has(&branch, lang, "/", line) && has(&branch, lang, &path, line), "{line}");
        }
    }
    // Another change comes before somebody presses what they saw.
    let second = lose_a_part(&branch, 1, 2);
    assert!(has(&branch, "tr", "/", "1 × Tavuk Dürüm (önceden 3)"));
    let press = |branch: &Branch, change: &str| {
        Browser::owner(&branch.garson, "tr").post(&format!("{path}/seen"), &[("change", change), ("back", "/")])
    };
    assert_eq!(press(&branch, &first).header("location"), Some("/"));
    assert!(has(&branch, "tr", "/", "1 × Tavuk Dürüm (önceden 2)"), "the first was seen");
    assert_eq!(press(&branch, "").status, 422);
    assert_eq!(press(&branch, &second).status, 303);
    assert_eq!(press(&branch, &second).status, 303, "twice is fine");
    branch.garson.kill();
    branch.garson.restart();
    assert!(!has(&branch, "tr", "/", "DEĞİŞTİ") && has(&branch, "tr", &path, "Platformdaki değişiklikler"));
    let entries = branch.garson.get("/web-api/v1/audit?area=orders").data().clone();
    let seen = |entry: &&Value| entry["deed"] == "order_change_seen" && entry["about"]["id"] == order["id"];
    assert_eq!(entries.as_array().unwrap().iter().filter(seen).count(), 2, "{entries}");
    branch.garson.stop_sound();
}

#[test]
fn a_change_is_told_with_the_documented_body() {
    let branch = Branch::open();
    let hook = Receiver::start(Script::Answer(200, ""));
    branch.garson.post("/web-api/v1/webhooks", json!({ "url": hook.url, "events": ["siparis.degisti"] })).id();
    branch.take(two(1));
    branch.host.fake().cancel_part(&id(1), 200.0);
    hold_event("siparis.degisti", &hook.next());
}

#[test]
fn a_push_alone_takes_nothing_out_of_an_order() {
    let branch = Branch::open();
    let before = branch.take(two(1));
    let mut forged = two(1);
    (forged["lines"][0]["items"][1]["isCancelled"], forged["totalPrice"]) = (json!(true), json!(1));
    assert_eq!(branch.push("created", forged.to_string().as_bytes()).status, 200);
    assert_eq!(branch.order(1), before);
    // What is true of it is what the platform shows.
    branch.host.fake().cancel_part(&id(1), 200.0);
    assert_eq!(branch.push("created", forged.to_string().as_bytes()).status, 200);
    assert_eq!(branch.order(1)["amount"]["total"], 224.99);
}

#[test]
fn an_order_of_which_nothing_is_left_says_so_and_stays_open() {
    let branch = Branch::open();
    branch.take(two(1));
    branch.verify(1).data();
    for _ in 0..2 {
        branch.host.fake().cancel_part(&id(1), 200.0);
    }
    let order = eventually("nothing is left", || Some(branch.order(1)).filter(|order| order["items"] == json!([])));
    assert_eq!((&order["status"], &order["amount"]["total"]), (&json!(500), &json!(24.99)));
    assert_eq!(order["problems"], json!(["lines"]), "a person looks");
    assert!(Browser::owner(&branch.garson, "tr").page("/").contains("2 × Tavuk Dürüm çıkarıldı"));
    branch.host.fake().cancel(&id(1), 601, "Yanlış adres");
    let order = branch.await_status(1, 1500);
    assert_eq!(order["changes"].as_array().unwrap().last().unwrap()["items"]["after"], json!([]));
}

#[test]
fn what_is_taken_out_after_the_delivery_counts() {
    let branch = Branch::open();
    branch.take(two(1));
    branch.host.fake().set(&id(1), "Delivered");
    branch.await_status(1, 900);
    branch.host.fake().cancel_part(&id(1), 200.0);
    eventually("the change is seen", || (branch.order(1)["amount"]["total"] == 224.99).then_some(()));
    assert_eq!(branch.garson.get("/web-api/v1/orders/grouped-payments").data()["total"], 224.99);
    assert_eq!(branch.order(1)["status"], 900);
}
