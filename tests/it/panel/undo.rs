//! What is pressed on a screen and can be taken back: a stored wish, carried out once when its time has come.

use super::{Browser, give_time};
use crate::harness::{Clock, Garson, Receiver, Script, Shop, an_order, eventually};
use garson::clock;
use serde_json::{Value, json};
use std::time::Duration;

const HOLD: Duration = Duration::from_secs(8);

/// A program whose time passes when the test says so, with an order in the kitchen.
fn cooking(settings: Value) -> (Garson, Clock, Shop, String) {
    let time = Clock::slower(1_000);
    let garson = Garson::prepare(&[]).clock(&time).serve();
    let shop = Shop::open_with(&garson, settings);
    let id = shop.order(&garson, "1");
    garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
    (garson, time, shop, id)
}

fn statuses(garson: &Garson, id: &str) -> Vec<u64> {
    let order = garson.get(&format!("/web-api/v1/orders/{id}")).data().clone();
    order["history"].as_array().unwrap().iter().map(|step| step["status"].as_u64().unwrap()).collect()
}

fn moves(garson: &Garson) -> usize {
    let log = garson.get("/web-api/v1/webhooks/deliveries?event=siparis.durum_degisti");
    log.data().as_array().unwrap().len()
}

fn can_undo(page: &str, id: &str) -> bool {
    page.contains(&format!("/orders/{id}/undo"))
}

/// Time passes meanwhile: the program may have heard of the press only after the last of it had.
#[track_caller]
fn await_statuses(garson: &Garson, time: &Clock, id: &str, expected: &[u64]) {
    eventually("it is carried out", || {
        time.pass(Duration::from_millis(200));
        (statuses(garson, id) == expected).then_some(())
    });
}

#[test]
fn a_press_waits_on_every_screen_and_is_taken_back_from_any() {
    let (garson, time, _shop, id) = cooking(json!({}));
    garson.post("/web-api/v1/webhooks", json!({ "url": "http://127.0.0.1:9/" })).id();
    let (one, other) = (Browser::owner(&garson, "en"), Browser::owner(&garson, "tr"));
    let path = format!("/orders/{id}");
    let press =
        |browser: &Browser<'_>, act: &str| browser.post(&format!("{path}/{act}"), &[("from", "500"), ("back", "/")]);
    assert_eq!(press(&one, "advance").status, 303);
    assert_eq!(press(&other, "advance").status, 303, "twice is one press");
    for (browser, said) in [(&one, "to be sent in <b>0:0"), (&other, "gönderilmesine <b>0:0")] {
        let page = browser.page("/");
        assert!(page.contains(said) && can_undo(&page, &id), "{page}");
        assert!(!page.contains(&format!("{path}/advance")) && !page.contains(&format!("{path}/cancel")), "{page}");
        assert!(can_undo(&browser.page(&path), &id));
    }
    assert_eq!((statuses(&garson, &id), moves(&garson)), (vec![400, 500], 0));
    assert_eq!(press(&other, "undo").header("location"), Some("/"));
    assert_eq!(press(&one, "undo").header("location"), Some("/"), "somebody was quicker");
    assert!(!can_undo(&one.page("/"), &id));
    time.pass(HOLD * 2);
    // The next press is another, and holds anew; by then what was taken back would have been carried out.
    press(&one, "advance");
    time.pass(HOLD / 2);
    assert_eq!((statuses(&garson, &id), moves(&garson)), (vec![400, 500], 0));
    time.pass(HOLD);
    await_statuses(&garson, &time, &id, &[400, 500, 600]);
    let order = garson.get(&format!("/web-api/v1{path}")).data().clone();
    assert_eq!((&order["history"][2]["by"], moves(&garson)), (&json!("user:ayşe"), 1));
    // It is too late then.
    assert_eq!(press(&other, "undo").header("location"), Some("/?notice=changed"));
    assert!(!can_undo(&one.page("/"), &id));
    let entries = garson.get("/web-api/v1/audit?deed=order_act_taken_back").data().clone();
    assert_eq!((entries.as_array().unwrap().len(), &entries[0]["about"]["id"]), (1, &json!(id)), "{entries}");
    garson.assert_sound();
}

#[test]
fn it_is_carried_out_once_also_where_the_program_was_killed() {
    let site = Receiver::start(Script::Answer(200, ""));
    let (mut garson, time, _shop, id) = cooking(json!({ "settings": { "callbackUrl": site.url } }));
    assert_eq!(site.next().json()["action"], "verify");
    let press = |garson: &Garson, from: &str| {
        let pressed = Browser::owner(garson, "en").post(&format!("/orders/{id}/advance"), &[("from", from)]);
        assert_eq!(pressed.status, 303, "{pressed}");
    };
    press(&garson, "500");
    garson.kill();
    garson.restart();
    assert!(can_undo(&Browser::owner(&garson, "en").page("/"), &id), "it is shown after the start too");
    assert!(site.heard_nothing(), "nobody is told before");
    time.pass(HOLD);
    await_statuses(&garson, &time, &id, &[400, 500, 600]);
    assert_eq!(site.next().json()["action"], "advance");
    // Overdue when the program comes up.
    press(&garson, "600");
    garson.kill();
    time.pass(HOLD * 10);
    garson.restart();
    await_statuses(&garson, &time, &id, &[400, 500, 600, 900]);
    assert_eq!(site.next().json()["action"], "advance");
    garson.kill();
    garson.restart();
    assert_eq!(statuses(&garson, &id), [400, 500, 600, 900]);
    assert!(site.heard_nothing(), "once");
    garson.stop_sound();
}

#[test]
fn a_till_and_a_customer_go_before_what_somebody_pressed() {
    let (garson, time, shop, id) = cooking(json!({}));
    let other = shop.order(&garson, "2");
    let owner = Browser::owner(&garson, "en");
    let press = |id: &str, from: &str| owner.post(&format!("/orders/{id}/advance"), &[("from", from)]).status;
    assert_eq!(press(&id, "500"), 303);
    // Of one that was not accepted yet the step is an acceptance, which waits only where the owner wants that.
    assert_eq!(press(&other, "400"), 303);
    assert_eq!(statuses(&garson, &other), [400, 500]);
    assert_eq!(press(&other, "500"), 303);
    let moved = garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({}));
    assert_eq!(moved.data()["newStatus"], 600);
    shop.cancel(&garson, "2", json!({})).data();
    let page = owner.page("/");
    assert!(!can_undo(&page, &id) && !can_undo(&page, &other), "{page}");
    time.pass(HOLD * 2);
    assert_eq!(press(&id, "600"), 303);
    time.pass(HOLD);
    await_statuses(&garson, &time, &id, &[400, 500, 600, 900]);
    assert_eq!(statuses(&garson, &other), [400, 500, 1500]);
    garson.assert_sound();
}

#[test]
fn a_cancellation_waits_too_and_what_nobody_would_take_is_refused_at_once() {
    let (garson, time, _shop, id) = cooking(json!({}));
    let owner = Browser::owner(&garson, "en");
    let path = format!("/orders/{id}/cancel");
    assert_eq!(owner.post(&path, &[("reason", "no such reason")]).status, 422);
    let guard = owner.guard();
    let fields = [("guard", guard.as_str()), ("reason", "too_busy"), ("note", "bitti")];
    let told = owner.post_raw(&path, &fields, &[("HX-Request", "true")]);
    assert!(told.status == 200 && told.text.contains("will be cancelled in"), "{told}");
    assert_eq!(statuses(&garson, &id), [400, 500]);
    time.pass(HOLD);
    await_statuses(&garson, &time, &id, &[400, 500, 1600]);
    let cancellation = garson.get(&format!("/web-api/v1/orders/{id}")).data()["cancellation"].clone();
    assert_eq!((&cancellation["reason"], &cancellation["note"]), (&json!("too_busy"), &json!("bitti")));
    assert_eq!(cancellation["by"], "user:ayşe");
}

#[test]
fn what_is_refused_when_its_time_has_come_rings_until_somebody_has_seen_it() {
    let site = Receiver::start(Script::Answer(200, ""));
    let (mut garson, time, _shop, id) = cooking(json!({ "settings": { "callbackUrl": site.url } }));
    site.next();
    site.play(Script::Answer(409, r#"{"message":"olmaz"}"#));
    let owner = Browser::owner(&garson, "en");
    let card = |page: &str| {
        page.split("<article").find(|card| card.contains(&format!("id=\"order-{id}\""))).unwrap().to_owned()
    };
    owner.post(&format!("/orders/{id}/advance"), &[("from", "500")]);
    assert!(!card(&owner.page("/")).contains("data-rings"), "what was pressed is silent");
    time.pass(HOLD);
    let shown = |garson: &Garson| card(&Browser::owner(garson, "en").page("/"));
    eventually("the refusal is shown", || {
        time.pass(Duration::from_millis(200));
        shown(&garson).contains("could not be done").then_some(())
    });
    garson.kill();
    garson.restart();
    let refused = shown(&garson);
    assert!(refused.contains("olmaz") && refused.contains("data-rings"), "{refused}");
    assert!(refused.contains(&format!("/orders/{id}/advance")), "it can be pressed again: {refused}");
    let owner = Browser::owner(&garson, "en");
    assert_eq!(owner.post(&format!("/orders/{id}/undo"), &[("from", "500")]).status, 303);
    let seen = shown(&garson);
    assert!(!seen.contains("could not be done") && !seen.contains("data-rings"), "{seen}");
    assert_eq!(statuses(&garson, &id), [400, 500]);
    garson.stop_sound();
}

#[test]
fn an_acceptance_waits_no_longer_than_its_deadline_leaves() {
    let (garson, time, shop, _) = cooking(json!({}));
    let owner = Browser::owner(&garson, "en");
    for (undo, accept) in [("61", "0"), ("8", "61"), ("", "0"), ("8", "-1")] {
        let refused = give_time(&owner, undo, accept);
        assert!(refused.status == 422 && refused.text.contains("60"), "{undo:?} {accept:?} {refused}");
    }
    assert_eq!(give_time(&owner, "0", "60").status, 303);
    let push = |name: &str, seconds: i64| {
        let mut order = an_order(name);
        let passed = i64::try_from(time.elapsed().as_millis()).unwrap();
        order["acceptBy"] = json!(garson::model::Time(clock::now().0 + passed + seconds * 1_000).to_string());
        shop.push(&garson, &order).id()
    };
    let (long, short, over) = (push("long", 600), push("short", 45), push("over", 10));
    for id in [&long, &short, &over] {
        assert_eq!(owner.post(&format!("/orders/{id}/verify"), &[("from", "400")]).status, 303);
    }
    assert_eq!(statuses(&garson, &over), [400, 500], "there is no time to wait");
    assert_eq!((statuses(&garson, &long), statuses(&garson, &short)), (vec![400], vec![400]));
    time.pass(Duration::from_secs(31));
    await_statuses(&garson, &time, &short, &[400, 500]);
    assert_eq!(statuses(&garson, &long), [400]);
    time.pass(Duration::from_secs(30));
    await_statuses(&garson, &time, &long, &[400, 500]);
    // The API never waits.
    let by_key = shop.order(&garson, "key");
    garson.post(&format!("/web-api/v1/orders/verify/{by_key}"), json!({})).data();
    assert_eq!(statuses(&garson, &by_key), [400, 500]);
}
