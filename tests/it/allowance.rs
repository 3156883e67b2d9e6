//! Somebody got hold of an intake address and sends what they can: what the address takes is bounded, and people are told.

use crate::{
    harness::{Clock, Garson, Shop, an_order},
    panel::Browser,
};
use std::time::Duration;

#[test]
fn pushes_beyond_the_rate_are_refused_for_a_moment_and_people_are_told() {
    let clock = Clock::slower(60);
    let garson = Garson::prepare(&["--rate-limit", "50"]).clock(&clock).serve();
    let shop = Shop::open(&garson);
    let owner = Browser::owner(&garson, "tr");
    let usual = owner.page("/settings");
    assert!(usual.contains("name=\"perSecond\"") && usual.contains("value=\"500\""));
    for per_second in ["0", "many"] {
        let reply = owner.post("/settings/intake", &[("perSecond", per_second)]);
        let sentence = "Saniyede istek alanı 1 ile 10000 arasında olmalıdır.";
        assert!(reply.status == 422 && reply.text.contains(sentence), "{reply}");
    }
    let saved = owner.post("/settings/intake", &[("perSecond", "1")]);
    assert_eq!(saved.header("location"), Some("/settings?said=saved"), "{saved}");
    let page = format!("/restaurants/{}/integrations/open", shop.restaurant);
    assert!(!owner.page(&page).contains("geri çevrildi"));
    // Half a minute's come at once; then it is one a second.
    let pushes: Vec<_> = (0..60).map(|n| shop.push(&garson, &an_order(&n.to_string()))).collect();
    let taken = pushes.iter().filter(|push| push.status == 200).count();
    assert_eq!(taken, 30);
    let late = pushes.iter().find(|push| push.status != 200).unwrap();
    late.refused(429, "rate_limited");
    assert_eq!(late.header("retry-after"), Some("1"), "{late}");
    let refused = garson.metric("garson_intake_refused_total{limit=\"rate\"}");
    assert_eq!(refused, 60 - taken as u64);
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
