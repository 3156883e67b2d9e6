//! The board: what it shows, what its buttons do, and how screens are kept up to date.

use super::{
    Browser, press_at_once,
    screen::{Screen, cpu_ms},
};
use crate::harness::{Clock, Garson, Shop, at_once, eventually};
use serde_json::{Value, json};
use std::time::Duration;

/// An order with everything that a kitchen has to see.
pub fn full_order(platform_id: &str) -> Value {
    json!({
        "providerOrderId": platform_id,
        "code": "K42",
        "customer": { "name": "Zeynep Ş.", "phone": "+90 850 000 00 00", "phoneCode": "1234" },
        "items": [{
            "name": "Adana Kebap", "quantity": 2, "total": 680, "note": "İyi pişsin",
            "options": [
                { "name": "Soğan", "quantity": 1, "kind": "remove" },
                { "name": "Menü", "group": "Boy", "quantity": 1, "kind": "add",
                  "options": [{ "name": "Ayran", "quantity": 2, "kind": "add" }] }
            ]
        }],
        "amount": { "total": 680 },
        "payment": { "type": "meal_card", "name": "Multinet" },
        "note": "Arka kapıdan",
        "flags": ["no_cutlery"],
        "deliveryType": "restaurant_courier"
    })
}

#[test]
fn the_board_shows_what_the_kitchen_needs_in_both_languages() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.push(&garson, &full_order("1")).id();
    let tr = Browser::owner(&garson, "tr").page("/");
    for text in [
        "<html lang=\"tr\">",
        "Yeni",
        "Hazırlanıyor",
        "Yolda",
        "K42",
        "Web sitesi",
        "Zeynep Ş.",
        "2 ×</span> Adana Kebap",
        "<b>ÇIKAR</b> <s>Soğan</s>",
        "<span class=\"group\">Boy:</span> Menü",
        "deep1\"><b>+</b> 2 × Ayran",
        "İyi pişsin",
        "Arka kapıdan",
        "Çatal bıçak istemiyor",
        "680,00 ₺",
        "Yemek kartı · Multinet",
        "Tahsil edilecek",
        "Restoran kuryesi",
        "Onayla",
        "name=\"from\" value=\"400\"",
    ] {
        assert!(tr.contains(text), "{text} is missing in {tr}");
    }
    assert!(tr.contains(&format!("formaction=\"/orders/{id}/verify\"")), "{tr}");
    assert!(tr.contains(&format!("href=\"/orders/{id}/cancel\"")), "{tr}");
    let en = Browser::owner(&garson, "en").page("/");
    for text in ["<b>WITHOUT</b> <s>Soğan</s>", "Accept", "Own courier", "To be collected", "No cutlery", "₺680.00"]
    {
        assert!(en.contains(text), "{text} is missing in {en}");
    }
}

#[test]
fn an_empty_board_says_what_to_do_next() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "en");
    let page = owner.page("/");
    assert!(page.contains("No platform is connected yet") && page.contains("href=\"/restaurants\""), "{page}");
    Shop::open(&garson);
    assert!(owner.page("/").contains("Orders appear here by themselves"));
}

#[test]
fn what_is_for_later_is_a_line_of_its_own_and_a_filter_narrows_the_board() {
    let garson = Garson::start();
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    let mut later = full_order("later");
    later["isScheduled"] = json!(true);
    later["scheduledAt"] = json!("2038-01-01T16:30:00Z");
    let scheduled = shop.push(&garson, &later).id();
    let elsewhere = other.order(&garson, "elsewhere");
    let owner = Browser::owner(&garson, "tr");
    // Until somebody has answered it, it lies where answers are given.
    let page = owner.page("/");
    let line = |page: &str| page[page.find("id=\"later\"").unwrap()..page.find("id=\"new\"").unwrap()].to_owned();
    assert!(!line(&page).contains(&scheduled) && page.contains(&format!("/orders/{scheduled}/verify")), "{page}");
    garson.post(&format!("/web-api/v1/orders/verify/{scheduled}"), json!({})).data();
    let line = line(&owner.page("/"));
    assert!(line.contains("ilk 01.01.2038 19:30") && line.contains("data-column=\"later\""), "{line}");
    assert!(owner.page("/").contains("<details class=\"column later\" id=\"later\" aria-"), "folded");
    assert!(!line.contains(&elsewhere), "{line}");
    let narrowed = owner.page(&format!("/?restaurant={}", other.restaurant));
    assert!(narrowed.contains(&elsewhere) && !narrowed.contains("01.01.2038"), "{narrowed}");
    assert!(narrowed.contains(&format!("value=\"/?restaurant={}\"", other.restaurant)), "{narrowed}");
    let piece = owner.page(&format!("/board?restaurant={}", shop.restaurant));
    assert!(piece.contains("01.01.2038") && !piece.contains(&elsewhere) && !piece.contains("<html"), "{piece}");
    assert!(!owner.page("/?restaurant=nobody").contains(&elsewhere));
}

/// The status that an order's button would move on, by the board.
fn shown_status(page: &str, id: &str) -> Option<u64> {
    // There are others, which strike dishes off.
    let path = format!("formaction=\"/orders/{id}/");
    let mut moving = page.split(&path).skip(1).filter_map(|button| button.split_once("\" name=\"from\" value=\""));
    let (_, from) = moving.find(|(act, _)| !act.contains('"'))?;
    from.split_once('"')?.0.parse().ok()
}

#[test]
fn a_board_that_is_asked_again_shows_every_change() {
    let garson = Garson::start();
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    let owner = Browser::owner(&garson, "en");
    let mut ids: Vec<String> = (0..30).map(|n| shop.order(&garson, &n.to_string())).collect();
    let agrees = |ids: &[String]| {
        let (page, mut cursor, mut seen) = (owner.page("/"), String::new(), 0);
        loop {
            let list = garson.get(&format!("/web-api/v1/orders?limit=200{cursor}"));
            for order in list.data().as_array().unwrap() {
                let id = order["id"].as_str().unwrap();
                // What is delivered is off the board.
                assert_eq!(shown_status(&page, id).unwrap_or(900), order["status"].as_u64().unwrap(), "{id}");
                seen += 1;
            }
            match list.json["paging"]["next"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen, ids.len());
    };
    agrees(&ids);
    let advance = |id: &String| _ = garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({})).data();
    ids[..5].iter().for_each(advance);
    ids.push(other.order(&garson, "new"));
    agrees(&ids);
    // More changes than are looked at one by one.
    let more = at_once(4, |part| (0..50).map(|n| other.order(&garson, &format!("{part}-{n}"))).collect::<Vec<_>>());
    ids.extend(more.into_iter().flatten());
    at_once(4, |part| ids.iter().skip(part).step_by(4).for_each(advance));
    ids[..8].iter().for_each(advance);
    agrees(&ids);
    garson.put(&format!("/web-api/v1/restaurants/{}", other.restaurant), json!({ "name": "Kebapçı" })).data();
    let page = owner.page("/");
    assert!(page.contains("Kebapçı</span>"), "{page}");
}

#[test]
fn two_who_press_together_move_the_order_one_step() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    press_at_once(&garson);
    let browser = Browser::owner(&garson, "en");
    let accepted = browser.post(&format!("/orders/{id}/verify"), &[("from", "400"), ("back", "/?restaurant=x")]);
    assert_eq!((accepted.status, accepted.header("location")), (303, Some("/?restaurant=x")), "{accepted}");
    let cookie = browser.cookie("garson_session").unwrap();
    let guard = browser.guard();
    let path = format!("/orders/{id}/advance");
    let replies = at_once(2, |_| {
        let one = Browser::new(&garson, "en");
        one.keep("garson_session", &cookie);
        one.post_raw(&path, &[("guard", &guard), ("from", "500")], &[("HX-Request", "true")])
    });
    let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status).collect();
    statuses.sort();
    assert_eq!(statuses, [204, 409]);
    let refused = replies.iter().find(|reply| reply.status == 409).unwrap();
    assert_eq!(refused.text, "Someone else has already moved this order on. It is now: On the way.");
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{id}")).data()["status"], 600);
    // Without script the board says so itself.
    let late = browser.post(&path, &[("from", "500"), ("back", "/")]);
    assert_eq!((late.status, late.header("location")), (303, Some("/?notice=changed")), "{late}");
    assert!(browser.page("/?notice=changed").contains("Someone else has already moved"));
    // A step without saying from where is no step, and nobody is sent to another site.
    assert_eq!(browser.post(&path, &[]).status, 422);
    let away = browser.post(&path, &[("from", "600"), ("back", "https://evil.example/")]);
    assert_eq!((away.status, away.header("location")), (303, Some("/")), "{away}");
    let history = garson.get(&format!("/web-api/v1/orders/{id}")).data()["history"].clone();
    assert_eq!(history[3]["by"], "user:ayşe", "{history}");
}

#[test]
fn every_screen_hears_of_a_change_at_once() {
    let mut garson = Garson::start();
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    let (tr, en) = (Browser::owner(&garson, "tr"), Browser::owner(&garson, "en"));
    let mut first = Screen::open(&garson, &tr, "/live");
    let mut second = Screen::open(&garson, &en, "/live");
    let mut narrowed = Screen::open(&garson, &en, &format!("/live?restaurant={}", other.restaurant));
    for screen in [&mut first, &mut second, &mut narrowed] {
        assert_eq!(screen.next().0, "hello");
    }
    // The first comes with the greeting; of those in between at most one, where the machine is busy.
    assert_eq!(first.next().0, "beat");
    let id = shop.push(&garson, &full_order("1")).id();
    let (kind, card) = first.change();
    assert_eq!(kind, "card");
    assert!(first.beats <= 2, "it came after {} beats", first.beats);
    assert!(card.contains(&id) && card.contains("Onayla") && card.contains("data-rings=\"0\""), "{card}");
    let (_, in_english) = second.change();
    assert!(in_english.contains("Accept") && in_english.contains("data-column=\"new\""), "{in_english}");
    // What everybody gets holds nothing of anybody.
    assert!(!card.contains("guard") && !card.contains(&tr.guard()), "{card}");
    garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
    assert!(first.change().1.contains("data-column=\"preparing\""));
    shop.cancel(&garson, "1", json!({ "reason": "x" })).data();
    let (_, cancelled) = first.change();
    assert!(cancelled.contains("İPTAL") && cancelled.contains("data-over="), "{cancelled}");
    let done = other.order(&garson, "2");
    assert!(first.change().1.contains(&done) && narrowed.change().1.contains(&done));
    for from in [400, 500, 600] {
        garson.post(&format!("/web-api/v1/orders/change-status/{done}"), json!({ "from": from })).data();
    }
    let gone = std::iter::repeat_with(|| narrowed.change()).find(|(kind, _)| kind == "gone").unwrap();
    assert!(gone.1.starts_with(&done), "{gone:?}");
    // The program's stop ends every stream, and waits for none as it would for a request: eleven seconds.
    let (status, took) = garson.stop();
    assert!(status.success() && took < Duration::from_secs(10), "{status} {took:?}");
    while first.try_next().is_some() {}
}

#[test]
fn the_board_says_how_long_the_kitchen_took_today_beside_how_long_it_may() {
    let time = Clock::slower(1_000);
    let garson = Garson::prepare(&[]).clock(&time).serve();
    let shop = Shop::open(&garson);
    let (owner, turkish) = (Browser::owner(&garson, "en"), Browser::owner(&garson, "tr"));
    let mut screen = Screen::open(&garson, &owner, "/live");
    let cook = |name: &str, minutes: u64, by: &str| {
        let id = shop.order(&garson, name);
        garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
        time.pass(Duration::from_mins(minutes));
        match by {
            "ready" => assert_eq!(owner.post(&format!("/orders/{id}/ready"), &[("ready", "yes")]).status, 303),
            "cancelled" => assert_eq!(shop.cancel(&garson, name, json!({})).status, 200),
            _ => _ = garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({ "from": 500 })).data(),
        }
        id
    };
    let says = |said: &str| assert!(owner.page("/").contains(said), "{said} is not said");
    says("id=\"took\">Target 20 min<");
    let first = cook("1", 10, "left");
    for (name, minutes) in [("2", 4), ("3", 12), ("4", 30)] {
        cook(name, minutes, "ready");
    }
    cook("5", 55, "cancelled");
    let said = "id=\"took\">Median 10 · 8 of 10: 30 · target 20 min<";
    says(&said.replace("id", "slow\" id"));
    assert!(turkish.page("/").contains("Ortanca 10 · 8/10: 30 · hedef 20 dk"));
    // With a beat: one comes with every five seconds that pass.
    for _ in 0..60 {
        if screen.took.contains("8 of 10: 30") {
            break;
        }
        time.pass(Duration::from_secs(5));
        screen.next();
    }
    assert!(screen.took.contains("took slow") && screen.took.contains("8 of 10: 30"), "{}", screen.took);
    // What is cancelled after it was cooked counts no longer, and tomorrow nothing of today does.
    assert_eq!(shop.cancel(&garson, "4", json!({})).status, 200);
    says("id=\"took\">Median 10 · 8 of 10: 12 · target 20 min<");
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{first}")).status, 200);
    time.pass(Duration::from_hours(24));
    assert!(Browser::owner(&garson, "en").page("/").contains("id=\"took\">Target 20 min<"));
    garson.assert_sound();
}

#[test]
fn a_stream_ends_with_its_session() {
    let garson = Garson::start();
    Shop::open(&garson);
    let browser = Browser::owner(&garson, "en");
    let mut screen = Screen::open(&garson, &browser, "/live");
    assert_eq!(screen.next().0, "hello");
    assert_eq!(screen.next().0, "beat");
    let token = browser.cookie("garson_session").unwrap();
    browser.post("/logout", &[]);
    let last = std::iter::from_fn(|| screen.try_next()).last().unwrap();
    assert_eq!(last.0, "bye");
    browser.keep("garson_session", &token);
    assert_eq!(browser.get("/live").status, 303);
    assert_eq!(browser.get("/board").status, 303);
}

#[test]
fn a_screen_that_was_away_finds_out_by_the_position() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let session = Browser::owner(&garson, "en").cookie("garson_session").unwrap();
    let position = |page: &str| page.split("data-position=\"").nth(1).unwrap()[..36].to_owned();
    let page = |garson: &Garson| position(&browser_with(garson, &session).page("/board"));
    let hello =
        |garson: &Garson| Screen::open(garson, &browser_with(garson, &session), "/live").next().1[..36].to_owned();
    shop.order(&garson, "1");
    let seen = page(&garson);
    assert_eq!(hello(&garson), seen);
    garson.restart();
    assert_eq!(hello(&garson), seen);
    shop.order(&garson, "2");
    let later = page(&garson);
    assert!(later > seen, "{later} {seen}");
    // Whoever joins before the others have been told hears of it with them.
    eventually("the new position", || (hello(&garson) == later).then_some(()));
}

fn browser_with<'a>(garson: &'a Garson, session: &str) -> Browser<'a> {
    let browser = Browser::new(garson, "en");
    browser.keep("garson_session", session);
    browser
}

#[test]
fn one_change_costs_twenty_screens_little() {
    const SCREENS: usize = 20;
    const ORDERS: usize = 200;
    const CHANGES: usize = 30;
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let ids: Vec<String> =
        (0..ORDERS).map(|number| shop.push(&garson, &full_order(&number.to_string())).id()).collect();
    let browser = Browser::owner(&garson, "tr");
    let mut screens: Vec<Screen> = (0..SCREENS).map(|_| Screen::open(&garson, &browser, "/live")).collect();
    for screen in &mut screens {
        assert_eq!(screen.next().0, "hello");
    }
    let bytes_before: Vec<u64> = screens.iter().map(|screen| screen.bytes).collect();
    let cpu_before = cpu_ms(garson.pid());
    for id in ids.iter().take(CHANGES) {
        garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({ "from": 400 })).data();
        for screen in &mut screens {
            assert!(screen.change().1.contains(id));
        }
    }
    let cpu = (cpu_ms(garson.pid()) - cpu_before) / CHANGES as f64;
    let most = screens.iter().zip(bytes_before).map(|(screen, before)| screen.bytes - before).max().unwrap();
    let bytes = most / CHANGES as u64;
    println!("one change: {bytes} bytes to each of {SCREENS} screens, {cpu:.1} ms of CPU in all");
    assert!(bytes < 10_000, "{bytes} bytes");
    // The goal is for what people run; a build for debugging is several times slower.
    let goal = if cfg!(debug_assertions) { 100.0 } else { 20.0 };
    assert!(cpu < goal, "{cpu} ms");
}

#[test]
fn hostile_texts_stay_texts_on_the_board_and_in_the_stream() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let browser = Browser::owner(&garson, "en");
    let mut screen = Screen::open(&garson, &browser, "/live");
    assert_eq!(screen.next().0, "hello");
    shop.push(&garson, &super::order::hostile_order()).id();
    let (kind, card) = screen.change();
    assert_eq!(kind, "card");
    for html in [card, browser.page("/"), browser.page("/board")] {
        super::order::assert_harmless(&html);
    }
    // A carriage return ends a line of the stream, but never begins an event: the next one is again a real one.
    shop.order(&garson, "next");
    assert!(screen.change().1.contains("Adana"));
}

#[test]
fn a_new_screen_gets_going_while_orders_come_in() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let browser = Browser::owner(&garson, "en");
    // Whoever leaves does not keep others from being told.
    drop(Screen::open(&garson, &browser, "/live"));
    for number in 0..5 {
        shop.order(&garson, &format!("before {number}"));
    }
    let mut screen = Screen::open(&garson, &browser, "/live");
    assert_eq!(screen.next().0, "hello");
    let id = shop.order(&garson, "after");
    eventually("the order on the screen", || screen.change().1.contains(&id).then_some(()));
}
