//! The heartbeat: off unless somebody says where to, signed, one at a time, nothing personal in it, and in nobody's way.

use crate::harness::{Clock, Garson, Heard, Receiver, Reply, Script, Shop, an_order, eventually, garson};
use crate::{panel::Browser, webhooks::is_signed};
use serde_json::{Value, json};
use std::time::Duration;

const PAGE: &str = "/settings/heartbeat";
const MINUTE: Duration = Duration::from_mins(1);

/// Turns it on; the secret that the page shows.
#[track_caller]
fn turn_on(owner: &Browser<'_>, to: &Receiver, name: &str) -> String {
    secret_on(&owner.post(PAGE, &[("url", &to.url), ("name", name)]))
}

#[track_caller]
fn secret_on(page: &Reply) -> String {
    let secret = page.text.split("whsec_").nth(1).and_then(|rest| rest.split('<').next());
    format!("whsec_{}", secret.unwrap_or_else(|| panic!("no secret: {page}")))
}

fn name(heard: &Heard) -> String {
    heard.json()["name"].as_str().unwrap().to_owned()
}

fn doctor(garson: &Garson) -> Option<Value> {
    let output = crate::harness::garson().args(["doctor", "--json", "--data"]).arg(garson.data()).output().unwrap();
    let found: Value = serde_json::from_slice(&output.stdout).unwrap();
    found["findings"].as_array().unwrap().iter().find(|one| one["topic"] == "heartbeat").cloned()
}

#[test]
fn nothing_is_sent_until_the_owner_says_where_to() {
    let clock = Clock::slower(60);
    let garson = Garson::prepare(&[]).clock(&clock).serve();
    let (owner, target) = (Browser::owner(&garson, "en"), Receiver::start(Script::Answer(200, "")));
    assert_eq!(owner.post(&format!("{PAGE}/now"), &[]).status, 303, "there is nowhere to send it");
    assert!(doctor(&garson).is_none() && owner.page("/settings").contains("Heartbeat settings"));
    let secret = turn_on(&owner, &target, "Kadıköy");
    let first = target.next();
    assert!(is_signed(&first, &secret) && name(&first) == "Kadıköy", "{first:?}");
    clock.pass(MINUTE);
    let second = target.next();
    assert!(is_signed(&second, &secret) && second.header("webhook-id") != first.header("webhook-id"), "{second:?}");
    assert_eq!(second.json()["id"], first.json()["id"]);
    assert!(!owner.page(PAGE).contains("whsec_"), "it is shown once");

    assert_eq!(owner.post(&format!("{PAGE}/off"), &[]).status, 303);
    clock.pass(MINUTE);
    clock.pass(MINUTE);
    assert_eq!(owner.post(&format!("{PAGE}/now"), &[]).status, 303);
    // Address and secret were kept; whatever had been sent meanwhile would have come before this one.
    assert_eq!(owner.post(PAGE, &[("url", &target.url), ("name", "again")]).status, 303);
    let again = target.next();
    assert!(name(&again) == "again" && is_signed(&again, &secret), "{again:?}");

    let renewed = secret_on(&owner.post(&format!("{PAGE}/secret"), &[]));
    assert_ne!(renewed, secret);
    // One of before may be there still.
    while !is_signed(&target.next(), &renewed) {}
    let now = owner.post(&format!("{PAGE}/now"), &[]);
    assert!(now.status == 200 && now.text.contains("The address took the heartbeat."), "{now}");
    assert!(now.text.contains("&#34;kind&#34;: &#34;heartbeat&#34;"), "what was sent is shown: {now}");
    assert!(garson.metric("garson_heartbeat_last_taken_timestamp_seconds") > 0);
    // It is on record who turned it on and where it goes, and not the secret nor the whole address.
    let log = owner.page("/audit?area=settings");
    let host = target.url.strip_prefix("http://").unwrap().strip_suffix("/hook").unwrap();
    assert!(log.contains(host) && !log.contains("/hook") && !log.contains("whsec_"), "{log}");
}

#[test]
fn a_beat_tells_how_the_program_fares_and_nothing_of_its_shop() {
    let (target, secrets) = (Receiver::start(Script::Answer(200, "")), tempfile::tempdir().unwrap());
    let secret = format!("whsec_{}", "k".repeat(32));
    let file = secrets.path().join("secret");
    std::fs::write(&file, format!("{secret}\n")).unwrap();
    let flags = ["--heartbeat", &target.url, "--heartbeat-secret", file.to_str().unwrap()];
    // A minute takes it an hour, so that no other comes by itself.
    let mut garson = Garson::prepare(&flags).clock(&Clock::slower(60)).serve();
    let first = target.next();
    assert!(is_signed(&first, &secret), "{first:?}");
    let owner = Browser::owner(&garson, "en");
    let shop = Shop::open(&garson);
    let mut order = an_order("SECRET-1");
    order["customer"] = json!({ "name": "Nermin Özbilir", "phone": "5559871234" });
    shop.push(&garson, &order).id();
    garson.put(&format!("/web-api/v1/restaurants/{}/integrations/open", shop.restaurant), json!({ "isActive": false }));

    let page = owner.page(PAGE);
    assert!(page.contains("--heartbeat") && page.contains(&target.url), "{page}");
    let sent = owner.post(&format!("{PAGE}/now"), &[]);
    assert_eq!(sent.status, 200, "{sent}");
    let beat = target.next();
    for hidden in
        ["Köfteci", "Nermin", "5559871234", "SECRET-1", "ayşe", &shop.restaurant, garson.data().to_str().unwrap()]
    {
        assert!(!beat.body.contains(hidden), "{hidden} is in {}", beat.body);
    }
    let said = beat.json();
    let fields: Vec<&str> = said.as_object().unwrap().keys().map(String::as_str).collect();
    let told = [
        "at",
        "backup",
        "clock",
        "disk",
        "health",
        "id",
        "kind",
        "name",
        "platforms",
        "upSince",
        "version",
        "webhooks",
    ];
    assert_eq!(fields, told);
    assert_eq!((&said["kind"], &said["name"]), (&json!("heartbeat"), &json!("")));
    assert_eq!(said["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(said["health"], json!({ "status": "ok", "reason": null, "warnings": [] }));
    assert_eq!(said["backup"], json!({ "lastProvenAt": null, "trouble": null }));
    assert_eq!((&said["clock"]["lagSeconds"], &said["webhooks"]["failing"]), (&json!(0), &json!(0)));
    assert!(said["disk"]["freeBytes"].as_u64() > Some(0) && said["disk"]["storeBytes"].as_u64() > Some(0), "{said}");
    let since = &said["platforms"]["first"][0]["since"];
    let off = json!({ "platform": "open", "trouble": "switched_off", "code": null, "since": since });
    assert_eq!(said["platforms"], json!({ "inTrouble": 1, "first": [off] }));
    assert!(said["upSince"].as_str() <= said["at"].as_str(), "{said}");

    // The owner may give it a name; where it goes is the command line's word, also after a new start.
    assert_eq!(owner.post(PAGE, &[("url", "http://127.0.0.1:9/"), ("name", "Moda")]).status, 303);
    assert_eq!(name(&target.next()), "Moda");
    garson.restart();
    let after = target.next();
    assert!(after.json()["id"] == first.json()["id"] && name(&after) == "Moda", "{after:?}");
    assert!(!first.json()["id"].as_str().unwrap().is_empty());
}

#[test]
fn a_receiver_that_hangs_holds_up_no_order_and_no_stop() {
    let clock = Clock::slower(60);
    let garson = Garson::prepare(&[]).clock(&clock).serve();
    let owner = Browser::owner(&garson, "en");
    let (shop, till) = (Shop::open(&garson), Receiver::start(Script::Answer(200, "")));
    garson.post("/web-api/v1/webhooks", json!({ "url": till.url }));
    let hanging = Receiver::start(Script::Hold(200));
    turn_on(&owner, &hanging, "");
    hanging.next();
    for number in ["1", "2", "3"] {
        shop.order(&garson, number);
        assert_eq!(till.next().json()["veri"]["providerOrderId"], number);
        // Time goes on, not as far as its limit: there is still the one.
        clock.pass(Duration::from_secs(3));
    }
    assert!(hanging.heard_nothing(), "one at a time");
    clock.pass(Duration::from_secs(2));
    eventually("it was given up", || (garson.metric("garson_heartbeat_failing") == 1).then_some(()));
    assert!(hanging.heard_nothing(), "what was missed is not sent again");
    clock.pass(MINUTE);
    hanging.next();
    hanging.release();
    eventually("it was taken", || (garson.metric("garson_heartbeat_failing") == 0).then_some(()));

    let mut other = Garson::start();
    let hanging = Receiver::start(Script::Hold(200));
    turn_on(&Browser::owner(&other, "en"), &hanging, "");
    hanging.next();
    let (status, took) = other.stop();
    assert!(status.success() && took < Duration::from_secs(8), "{status} after {took:?}");
    other.assert_sound();
}

#[test]
fn what_nobody_takes_is_said_to_the_owner_after_a_while_and_never_to_the_kitchen() {
    let clock = Clock::slower(60);
    let garson = Garson::prepare(&[]).clock(&clock).serve();
    let owner = Browser::owner(&garson, "en");
    let target = Receiver::start(Script::Answer(500, "no room"));
    turn_on(&owner, &target, "");
    target.next();
    eventually("it was refused", || {
        let page = owner.page(PAGE);
        (page.contains(" 500") && page.contains("no room")).then_some(())
    });
    let is_told = |path: &str| owner.page(path).contains("Heartbeats have not been taken for a while");
    assert!(!is_told(PAGE) && !is_told("/status"), "a hiccup is no news");
    assert_eq!(doctor(&garson).unwrap()["wellness"], "good");
    for _ in 0..10 {
        clock.pass(MINUTE);
        target.next();
    }
    assert!(is_told(PAGE) && is_told("/status") && !is_told("/"));
    let found = doctor(&garson).unwrap();
    assert!(found["wellness"] == "warning" && found["advice"].is_string(), "{found}");
    assert_eq!(garson.get("/health").text, r#"{"status":"ok"}"#, "the program does its work");
    target.play(Script::Answer(204, ""));
    clock.pass(MINUTE);
    target.next();
    eventually("it was taken", || (garson.metric("garson_heartbeat_failing") == 0).then_some(()));
    assert!(!is_told("/status") && doctor(&garson).unwrap()["wellness"] == "good");
}

#[test]
fn it_goes_only_where_it_may_and_nobody_reads_along() {
    let garson_house = Garson::start();
    let owner = Browser::owner(&garson_house, "en");
    for (url, why) in [
        ("", "a full address"),
        ("watch.example.com", "a full address"),
        ("http://169.254.169.254/", "not allowed"),
        ("http://watch.example.com/beat", "begins with https://"),
    ] {
        let refused = owner.post(PAGE, &[("url", url), ("name", "")]);
        assert!(refused.status == 422 && refused.text.contains(why), "{url}: {refused}");
    }
    let long = "x".repeat(201);
    assert_eq!(owner.post(PAGE, &[("url", "https://x.example/"), ("name", &long)]).status, 422);
    assert_eq!(owner.post(&format!("{PAGE}/secret"), &[]).status, 404, "there is none to renew");
    let serve = |flags: &[&str]| garson().arg("serve").args(flags).output().unwrap();
    for flags in [
        &["--heartbeat", "https://watch.example.com/beat"][..],
        &["--heartbeat", "http://watch.example.com/beat", "--heartbeat-secret", "/etc/hostname"],
        &["--heartbeat", "https://watch.example.com/beat", "--heartbeat-secret", "/etc/hostname"],
    ] {
        let output = serve(flags);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains("--heartbeat"), "{flags:?} {said}");
    }
}
