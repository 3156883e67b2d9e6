//! Somebody got hold of an intake address and sends what they can: what the address takes is bounded, and people are told.

use crate::{
    harness::{Clock, Garson, Shop, an_order},
    panel::Browser,
};
use serde_json::json;
use std::time::Duration;

fn limit(browser: &Browser<'_>, per_second: &str, megabytes: &str) {
    let saved = browser.post("/settings/intake", &[("perSecond", per_second), ("megabytes", megabytes)]);
    assert_eq!(saved.header("location"), Some("/settings?said=saved"), "{saved}");
}

fn refused(garson: &Garson, limit: &str) -> u64 {
    garson.metric(&format!("garson_intake_refused_total{{limit=\"{limit}\"}}"))
}

#[test]
fn pushes_beyond_the_rate_are_refused_for_a_moment_and_people_are_told() {
    let clock = Clock::slower(60);
    let garson = Garson::prepare(&["--rate-limit", "50"]).clock(&clock).serve();
    let shop = Shop::open(&garson);
    let owner = Browser::owner(&garson, "tr");
    let usual = owner.page("/settings");
    assert!(
        usual.contains("name=\"perSecond\"") && usual.contains("value=\"500\"") && usual.contains("value=\"2000\"")
    );
    for (per_second, megabytes, sentence) in [
        ("0", "100", "Saniyede istek alanı 1 ile 10000 arasında olmalıdır."),
        ("10", "many", "Günde MB alanı 10 ile 100000 arasında olmalıdır."),
    ] {
        let reply = owner.post("/settings/intake", &[("perSecond", per_second), ("megabytes", megabytes)]);
        assert!(reply.status == 422 && reply.text.contains(sentence), "{reply}");
    }
    limit(&owner, "1", "1000");
    let page = format!("/restaurants/{}/integrations/open", shop.restaurant);
    assert!(!owner.page(&page).contains("geri çevrildi"));
    // Half a minute's come at once; then it is one a second.
    let pushes: Vec<_> = (0..60).map(|n| shop.push(&garson, &an_order(&n.to_string()))).collect();
    let taken = pushes.iter().filter(|push| push.status == 200).count();
    assert_eq!(taken, 30);
    let late = pushes.iter().find(|push| push.status != 200).unwrap();
    late.refused(429, "rate_limited");
    assert_eq!(late.header("retry-after"), Some("1"), "{late}");
    assert_eq!(refused(&garson, "rate"), 60 - taken as u64);
    // Others have their own, and who has no address learns nothing.
    Shop::open(&garson).order(&garson, "another");
    let unknown = garson.send("POST", "/intake/v1/open/unknown/orders", Some(b"{}"), &[("Authorization", "")]);
    unknown.refused(404, "not_found");
    assert!(owner.page(&page).contains("geri çevrildi"));
    let health = owner.page("/status");
    assert!(
        health.contains("Bir alım adresine izin verilenden çok gönderim geldi") && health.contains(&page),
        "{health}"
    );
    // What was refused comes again, as platforms do it.
    clock.pass(Duration::from_secs(1));
    shop.order(&garson, "59");
    shop.push(&garson, &an_order("58")).refused(429, "rate_limited");
}

#[test]
fn a_days_bytes_are_bounded_also_over_restarts_and_a_new_address_begins_anew() {
    let mut garson = Garson::start_with(&["--rate-limit", "50"]);
    let shop = Shop::open(&garson);
    limit(&Browser::owner(&garson, "en"), "1000", "10");
    let large = |id: usize| {
        let mut order = an_order(&id.to_string());
        order["unknown"] = json!("x".repeat(900_000));
        order
    };
    let mut sent = 0;
    let last = loop {
        let push = shop.push(&garson, &large(sent));
        if push.status != 200 {
            break push;
        }
        sent += 1;
    };
    assert_eq!(sent, 11, "{last}");
    let error = last.refused(429, "rate_limited");
    assert!(error["message"].as_str().unwrap().contains("as much as it takes in a day"), "{last}");
    assert!(last.header("retry-after").is_some_and(|seconds| seconds.parse::<u64>().unwrap() > 60), "{last}");
    for _ in 0..2 {
        garson.kill();
        garson.restart();
        shop.push(&garson, &large(sent)).refused(429, "rate_limited");
    }
    assert_eq!(refused(&garson, "bytes"), 1);
    // The owner gives the shop another address, and the stranger is left with none.
    let path = format!("/web-api/v1/restaurants/{}/integrations/open/rotate-token", shop.restaurant);
    let rotated = garson.post(&path, json!({}));
    let url = rotated.data()["intakeUrl"].as_str().unwrap();
    let fresh = Shop { restaurant: shop.restaurant.clone(), intake: url[url.find("/intake").unwrap()..].to_owned() };
    fresh.push(&garson, &large(sent)).data();
    shop.push(&garson, &large(sent)).refused(404, "not_found");
    garson.stop_sound();
}
