//! The strip above the board: what was cancelled elsewhere, until somebody has seen it.

use super::{Browser, board::full_order, kitchen::connected, press_at_once, screen::Screen};
use crate::harness::{Clock, Garson, Shop};
use serde_json::{Value, json};
use std::time::Duration;

/// The part of a page that the strip is.
fn strip(page: &str) -> &str {
    page.split_once("id=\"strip\"").unwrap().1.split("</section>").next().unwrap()
}

fn shown(garson: &Garson, id: &str) -> Value {
    garson.get(&format!("/web-api/v1/orders/{id}")).data().clone()
}

#[test]
fn what_a_customer_cancelled_stands_above_the_board_until_one_screen_has_seen_it() {
    let time = Clock::new();
    let mut garson = Garson::prepare(&[]).clock(&time).serve();
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    press_at_once(&garson);
    let owner = Browser::owner(&garson, "en");
    let device = connected(&garson, &owner, &[("name", "Ocak")]);
    assert!(strip(&owner.page("/")).starts_with(" aria-label=\"Cancelled orders\" hidden"));
    let cooking = shop.push(&garson, &full_order("cooking")).id();
    garson.post(&format!("/web-api/v1/orders/verify/{cooking}"), json!({})).data();
    let (fresh, ours) = (other.order(&garson, "fresh"), shop.order(&garson, "ours"));
    let mut screen = Screen::open(&garson, &owner, "/live");
    assert_eq!(screen.next().0, "hello");
    shop.cancel(&garson, "cooking", json!({})).data();
    let (event, card) = screen.change();
    assert!(event == "card" && card.contains(" data-unseen"), "{card}");
    other.cancel(&garson, "fresh", json!({})).data();
    // What we cancelled ourselves nobody has to be told of.
    assert_eq!(owner.post(&format!("/orders/{ours}/cancel"), &[("reason", "too_busy")]).status, 303);
    for page in [owner.page("/"), device.page("/kitchen"), device.page("/board")] {
        let strip = strip(&page);
        let (first, second) = (strip.find(&fresh).unwrap(), strip.find(&cooking).unwrap());
        assert!(first < second && !strip.contains(&ours), "{strip}");
        assert!(strip.contains("2 × Adana Kebap") && strip.contains("K42"), "{strip}");
    }
    let english = owner.page("/");
    assert!(strip(&english).contains(">Preparing<") && strip(&english).contains(">New<"), "{english}");
    let narrowed = owner.page(&format!("/?restaurant={}", other.restaurant));
    assert!(strip(&narrowed).contains(&fresh) && !strip(&narrowed).contains(&cooking));
    // It is more than the moment that the card stays for, and no longer than a day.
    time.pass(Duration::from_secs(3_600));
    garson.kill();
    garson.restart();
    let device = Browser::owner(&garson, "en");
    assert!(strip(&device.page("/")).contains(&cooking));
    let seen = |browser: &Browser<'_>, id: &str| {
        browser.post(&format!("/orders/{id}/cancellation-seen"), &[("seen", "yes"), ("back", "/")])
    };
    assert_eq!(shown(&garson, &cooking)["cancellation"].get("seenAt"), None);
    for _ in 0..2 {
        assert_eq!(seen(&device, &cooking).header("location"), Some("/"), "twice is fine");
    }
    assert!(shown(&garson, &cooking)["cancellation"]["seenAt"].is_string());
    let page = Browser::owner(&garson, "tr").page("/");
    assert!(!page.contains(&cooking) && strip(&page).contains(&fresh), "{page}");
    let entries = garson.get("/web-api/v1/audit?deed=order_cancellation_seen").data().clone();
    assert_eq!((entries.as_array().unwrap().len(), &entries[0]["about"]["id"]), (1, &json!(cooking)), "{entries}");
    // One that is not cancelled has nothing to be seen.
    assert_eq!(seen(&device, &shop.order(&garson, "open")).status, 303);
    time.pass(Duration::from_secs(24 * 3_600));
    assert!(!strip(&Browser::owner(&garson, "tr").page("/")).contains(&fresh));
    garson.assert_sound();
}
