//! What the kitchen marks on the board: dishes that are done, and orders that are ready.

use super::{Browser, board::full_order, kitchen::connected};
use crate::{
    harness::{Garson, Receiver, Script, Shop},
    openapi::hold_event,
};
use serde_json::{Value, json};

/// With two dishes.
fn two_dishes(platform_id: &str) -> Value {
    let mut order = full_order(platform_id);
    let more = json!({ "name": "Ayran", "quantity": 1, "total": 0 });
    order["items"].as_array_mut().unwrap().push(more);
    order
}

/// What the buttons of a page say: each dish's, as it is sent.
fn dishes(page: &str, id: &str) -> Vec<(String, String)> {
    let button = format!("formaction=\"/orders/{id}/dishes\" name=\"");
    let of = |part: &str| {
        let mut texts = part.split('"');
        (texts.next().unwrap().to_owned(), texts.nth(1).unwrap().to_owned())
    };
    page.split(&button).skip(1).map(of).collect()
}

fn shown(garson: &Garson, id: &str) -> Value {
    garson.get(&format!("/web-api/v1/orders/{id}")).data().clone()
}

#[test]
fn dishes_are_struck_off_on_every_screen_and_the_order_is_ready_with_the_last() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let named = Receiver::start(Script::Answer(200, ""));
    for events in [json!(["siparis.hazir"]), json!([])] {
        // One that names no events hears of none that are not in the contract.
        let url = if events == json!([]) { "http://127.0.0.1:9/" } else { &named.url };
        garson.post("/web-api/v1/webhooks", json!({ "url": url, "events": events })).id();
    }
    let id = shop.push(&garson, &two_dishes("1")).id();
    let owner = Browser::owner(&garson, "en");
    let device = connected(&garson, &owner, &[("name", "Ocak")]);
    let strike = |browser: &Browser<'_>, (name, value): &(String, String)| {
        browser.post(&format!("/orders/{id}/dishes"), &[(name, value), ("back", "/kitchen")])
    };
    // Nothing is cooked before it is accepted.
    assert_eq!(dishes(&owner.page("/"), &id), []);
    assert_eq!(
        owner.post(&format!("/orders/{id}/ready"), &[("ready", "yes")]).header("location"),
        Some("/?notice=changed")
    );
    garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
    let buttons = dishes(&device.page("/kitchen"), &id);
    let value = |at: usize| (String::from("done"), format!("{at}.0"));
    assert_eq!(buttons, [value(0), value(1)]);
    let struck = strike(&device, &buttons[1]);
    assert_eq!((struck.status, struck.header("location")), (303, Some("/kitchen")), "{struck}");
    let order = shown(&garson, &id);
    assert!(order["items"][1]["doneAt"].is_string() && order["items"][0].get("doneAt").is_none(), "{order}");
    assert_eq!(order["readyAt"], Value::Null);
    assert_eq!(dishes(&owner.page("/"), &id)[1], ("undone".to_owned(), "1.0".to_owned()));
    garson.kill();
    garson.restart();
    let (owner, device) = (Browser::owner(&garson, "en"), Browser::owner(&garson, "tr"));
    assert_eq!(strike(&owner, &buttons[0]).status, 303);
    assert_eq!(strike(&owner, &buttons[0]).status, 303, "twice is fine");
    let order = shown(&garson, &id);
    assert_eq!((&order["readyAt"], &order["status"]), (&order["items"][0]["doneAt"], &json!(500)));
    assert!(owner.page("/").contains("Ready since") && device.page("/").contains("Hazır:"));
    // A row of a list that carries the dishes says so too.
    let rows = garson.get("/web-api/v1/orders?include=items");
    assert_eq!(rows.data()[0]["items"], order["items"]);
    // It is told once, whatever is marked again, and only those who named it.
    let told = named.next();
    hold_event("siparis.hazir", &told);
    assert_eq!((&told.json()["veri"]["readyAt"], &told.json()["veri"]["sequence"]), (&order["readyAt"], &json!(3)));
    for ready in ["no", "yes"] {
        assert_eq!(owner.post(&format!("/orders/{id}/ready"), &[("ready", ready)]).status, 303);
    }
    garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({})).data();
    let log = garson.get("/web-api/v1/webhooks/deliveries?event=siparis.hazir");
    assert_eq!(log.data().as_array().unwrap().len(), 1, "{log}");
    assert!(shown(&garson, &id)["items"][0]["doneAt"].is_string(), "what was marked stays on the record");
    // What has left is not struck off any more.
    assert_eq!(dishes(&owner.page("/"), &id), []);
    assert_eq!(strike(&owner, &buttons[0]).header("location"), Some("/kitchen?notice=changed"));
    garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({})).data();
    assert_eq!(strike(&owner, &buttons[0]).status, 409);
    for bad in [("done", "x"), ("done", ""), ("x", "0.0")] {
        assert_eq!(owner.post(&format!("/orders/{id}/dishes"), &[bad]).status, 422, "{bad:?}");
    }
    assert_eq!(owner.post(&format!("/orders/{id}/ready"), &[("ready", "perhaps")]).status, 422);
    garson.stop_sound();
}

#[test]
fn a_script_is_answered_with_a_sentence() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    let owner = Browser::owner(&garson, "en");
    let press = |path: &str, field: &str, value: &str| {
        let guard = owner.guard();
        let fields = [("guard", guard.as_str()), (field, value)];
        owner.post_raw(&format!("/orders/{id}/{path}"), &fields, &[("HX-Request", "true")])
    };
    let early = press("ready", "ready", "yes");
    assert_eq!(early.status, 409);
    assert!(early.text.contains("It is now: New"), "{early}");
    garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
    assert_eq!(press("ready", "ready", "yes").status, 204);
    // A dish of a basket that is another by now.
    assert_eq!(press("dishes", "undone", "0.77").status, 409);
    assert_eq!(press("dishes", "undone", "0.0").status, 204);
    assert_eq!(shown(&garson, &id)["readyAt"], Value::Null);
}

#[test]
fn what_has_left_is_brought_back_to_the_cooks_here_and_nowhere_else() {
    let mut garson = Garson::start();
    let site = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": site.url } }));
    let id = shop.push(&garson, &two_dishes("1")).id();
    let owner = Browser::owner(&garson, "en");
    let bring = |browser: &Browser<'_>, word: &str| {
        browser.post(&format!("/orders/{id}/bring-back"), &[("back_to_cooks", word), ("back", "/kitchen")])
    };
    let advance =
        |garson: &Garson| garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({})).data().clone();
    advance(&garson);
    assert_eq!(bring(&owner, "yes").header("location"), Some("/kitchen?notice=changed"), "it has not left");
    advance(&garson);
    advance(&garson);
    // Accepted, sent out, delivered.
    for _ in 0..3 {
        site.next();
    }
    assert!(!owner.page("/board").contains(&id));
    let recalled = owner.page("/board/recall");
    assert!(recalled.contains("/bring-back") && recalled.contains("keeps it as “Delivered”"), "{recalled}");
    let before = shown(&garson, &id);
    assert_eq!(bring(&owner, "yes").header("location"), Some("/kitchen"));
    garson.kill();
    garson.restart();
    let owner = Browser::owner(&garson, "en");
    let page = owner.page("/");
    assert!(page.contains("Brought back here. Web shop keeps it as “Delivered”."), "{page}");
    let buttons = dishes(&page, &id);
    assert_eq!(buttons.len(), 2);
    assert!(!owner.page("/board/recall").contains("/bring-back"));
    // Nothing moved, and nobody was told.
    let order = shown(&garson, &id);
    assert_eq!((&order["status"], &order["history"]), (&before["status"], &before["history"]));
    assert!(site.heard_nothing());
    // Struck off dish by dish it leaves once more.
    for (name, value) in &buttons {
        assert_eq!(owner.post(&format!("/orders/{id}/dishes"), &[(name, value)]).status, 303);
    }
    assert!(!owner.page("/board").contains(&id) && shown(&garson, &id)["readyAt"].is_string());
    // So it does when it is put away.
    for word in ["yes", "no", "no"] {
        assert_eq!(bring(&owner, word).status, 303);
    }
    assert!(!owner.page("/board").contains(&id));
    assert_eq!(bring(&owner, "perhaps").status, 422);
    // What was cancelled is not cooked again.
    let other = shop.order(&garson, "2");
    garson.post(&format!("/web-api/v1/orders/cancel/{other}"), json!({ "reason": "closed" })).data();
    assert_eq!(owner.post(&format!("/orders/{other}/bring-back"), &[("back_to_cooks", "yes")]).status, 409);
    assert_eq!(bring(&owner, "yes").status, 303);
    garson.stop_sound();
}
