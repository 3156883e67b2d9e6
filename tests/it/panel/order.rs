//! The page of one order, its ticket, and what can be done to it.

use super::{Browser, board::full_order, press_at_once};
use crate::harness::{Garson, Receiver, Script, Shop, eventually, run_with_input};
use serde_json::{Value, json};

const HOSTILE: &str = "<img src=x onerror=alert(1)><script>alert(2)</script>'\" onfocus=alert(3) {{7*7}}";

/// Every text that a platform or a customer controls.
pub fn hostile_order() -> Value {
    let x = HOSTILE;
    json!({
        "providerOrderId": x,
        "code": x,
        "pickupCode": x,
        "customer": { "name": x, "phone": x, "phoneCode": x, "address": {
            "line": x, "district": x, "city": x, "doorNumber": x, "floor": x, "flat": x, "directions": x
        } },
        "items": [{
            "id": x, "productId": x, "remoteCode": x, "name": x, "quantity": 1, "total": 1, "note": x,
            "options": [{ "id": x, "name": x, "group": x, "quantity": 1, "kind": "add", "price": 1,
                "options": [{ "name": x, "group": x, "quantity": 2, "kind": "remove" }] }]
        }],
        "amount": { "total": 1 },
        "payment": { "type": "other", "name": x },
        "note": format!("{x}\r\revent: gone\rdata: {x}\r\n\r\nevent: again\n\n"),
        "unknown": { x: x }
    })
}

/// No tag and no attribute came of any of them.
#[track_caller]
pub fn assert_harmless(html: &str) {
    for part in ["<img src=x", "<script>alert", "'\" onfocus", "\" onfocus=alert(3)"] {
        assert!(!html.contains(part), "{part} in {html}");
    }
    assert!(html.contains("&#60;img src=x") || html.contains("&lt;img src=x"), "{html}");
}

#[test]
fn the_code_of_whoever_collects_it_is_on_the_page_and_on_the_ticket() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let mut order = full_order("collected");
    order["deliveryType"] = json!("pickup");
    order["pickupCode"] = json!("4711");
    let id = shop.push(&garson, &order).id();
    let other = shop.order(&garson, "delivered");
    for (lang, label) in [("tr", "Teslim alma kodu"), ("en", "Pick-up code")] {
        let browser = Browser::owner(&garson, lang);
        assert!(browser.page("/").contains(&format!("{label}: 4711")), "{lang}");
        let page = browser.page(&format!("/orders/{id}"));
        assert!(page.contains(label) && page.contains(">4711<"), "{page}");
        assert!(browser.page(&format!("/orders/{id}/ticket")).contains(&format!("{label}: 4711")), "{lang}");
        assert!(!browser.page(&format!("/orders/{other}")).contains(label), "{lang}");
        assert!(!browser.page(&format!("/orders/{other}/ticket")).contains(label), "{lang}");
    }
}

#[test]
fn the_page_of_an_order_says_everything_in_both_languages() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let receiver = Receiver::start(Script::Answer(200, "ok"));
    garson.post("/web-api/v1/webhooks", json!({ "url": format!("{}?token=secret", receiver.url) })).id();
    let mut order = full_order("platform-77");
    order["customer"]["address"] =
        json!({ "line": "Moda Cad. 5", "district": "Kadıköy", "floor": "3", "flat": "8", "lat": 40.98, "lon": 29.02 });
    order["amount"] = json!({ "total": 650, "subtotal": 680, "discount": 30 });
    order["placedAt"] = json!("2026-11-14T18:02:11Z");
    order["promisedAt"] = json!("2026-11-14T18:40:00Z");
    let id = shop.push(&garson, &order).id();
    let owner = Browser::owner(&garson, "tr");
    owner.post(&format!("/orders/{id}/verify"), &[("from", "400")]);
    let tr = eventually("the notifications on the page", || {
        let page = owner.page(&format!("/orders/{id}"));
        (page.matches("HTTP 200").count() == 2).then_some(page)
    });
    for text in [
        "K42",
        "Zeynep Ş.",
        "href=\"tel:+908500000000,1234\"",
        "Moda Cad. 5, Kadıköy",
        "https://www.google.com/maps/search/?api=1&#38;query=40.980000%2C29.020000",
        "14.11.2026 21:02",
        "14.11.2026 21:40",
        "platform-77",
        "Köfteci",
        "−30,00 ₺",
        "650,00 ₺",
        "Hazırlanıyor",
        "ayşe",
        "Yeni sipariş",
        "Durum değişti",
        "Ulaştı",
        "Yola çıkar",
        "&#34;providerOrderId&#34;: &#34;platform-77&#34;",
        "Muhasebeye aktarılmadı",
    ] {
        assert!(tr.contains(text), "{text} is missing in {tr}");
    }
    assert!(!tr.contains("token=secret"), "{tr}");
    let en = Browser::owner(&garson, "en").page(&format!("/orders/{id}"));
    for text in ["New order", "Send out", "Not handed over yet", "Code to dial", "14 Nov 2026, 21:02"] {
        assert!(en.contains(text), "{text} is missing in {en}");
    }
    // The platform's own id leads there as well; an unknown one says so.
    assert!(owner.page("/orders/platform-77").contains("K42"));
    let nobody = owner.get("/orders/nobody");
    assert!(nobody.status == 404 && nobody.text.contains("Böyle bir sipariş yok."), "{nobody}");
}

#[test]
fn the_way_back_leads_to_where_somebody_came_from_also_after_a_press() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    let browser = Browser::owner(&garson, "tr");
    let path = format!("/orders/{id}");
    let from =
        |before: &str| browser.send("GET", &path, None, &[("Referer", &format!("{}{before}", garson.base))]).text;
    let link = |href: &str, text: &str| format!("<a href=\"{href}\">← {text}</a>");
    assert!(from("/").contains(&link("/", "Pano")));
    let page = from("/orders?status=open&provider=open");
    assert!(page.contains(&link("/orders?status=open&#38;provider=open", "Siparişler")), "{page}");
    // A press comes back to this page, which still knows.
    let back = format!("{path}?back=%2Forders%3Fstatus%3Dopen%26provider%3Dopen");
    assert!(page.contains(&format!("name=\"back\" value=\"{back}\"")), "{page}");
    let pressed = browser.post(&format!("{path}/verify"), &[("from", "400"), ("back", &back)]);
    assert_eq!((pressed.status, pressed.header("location")), (303, Some(back.as_str())));
    assert!(browser.page(&back).contains(&link("/orders?status=open&#38;provider=open", "Siparişler")));
    // Nobody is led away from here.
    for foreign in ["//evil.example/", "https%3A%2F%2Fevil.example%2F", "%2F%2Fevil.example", "javascript%3Aalert(1)"] {
        let page = browser.page(&format!("{path}?back={foreign}"));
        let is_away = |start: &str| page.contains(&format!("href=\"{start}"));
        assert!(!is_away("//") && !is_away("https://evil") && !is_away("javascript"), "{page}");
    }
    assert!(browser.page(&path).contains(&link("/orders", "Siparişler")));
}

#[test]
fn why_an_order_was_cancelled_is_said_in_the_language_of_whoever_reads_it() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    press_at_once(&garson);
    Browser::owner(&garson, "tr").post(&format!("/orders/{id}/cancel"), &[("reason", "too_busy"), ("back", "/")]);
    for (lang, name) in [("tr", "Restoran çok yoğun"), ("en", "The restaurant is too busy")] {
        let browser = Browser::owner(&garson, lang);
        assert!(browser.page(&format!("/orders/{id}")).contains(name), "{lang}: {name}");
        assert!(browser.page("/").contains(name), "{lang}: {name}");
    }
}

#[test]
fn the_ticket_has_what_goes_into_the_bag_and_no_navigation() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.push(&garson, &full_order("1")).id();
    let ticket = Browser::owner(&garson, "tr").page(&format!("/orders/{id}/ticket"));
    for text in ["K42", "Köfteci", "Adana Kebap", "<b>ÇIKAR</b> <s>Soğan</s>", "Arka kapıdan", "680,00 ₺", "1234"]
    {
        assert!(ticket.contains(text), "{text} is missing in {ticket}");
    }
    assert!(!ticket.contains("<nav") && ticket.contains("ticket.css"), "{ticket}");
}

#[test]
fn events_name_a_reason_in_the_language_of_the_account_whoever_cancels() {
    let garson = Garson::start();
    let (shop, hook) = (Shop::open(&garson), Receiver::start(Script::Answer(200, "")));
    garson.post("/web-api/v1/webhooks", json!({ "url": hook.url, "events": ["siparis.iptal_edildi"] })).data();
    let owner = Browser::owner(&garson, "tr");
    let cancel = |number: &str, language: &str| {
        shop.order(&garson, number);
        let (path, body) = (format!("/web-api/v1/orders/cancel/{number}"), br#"{"reason":"closed"}"#);
        garson.send("POST", &path, Some(body), &[("Accept-Language", language)]).data();
        hook.next().json()["veri"]["reasonName"].as_str().unwrap().to_owned()
    };
    let (turkish, english) = (cancel("1", "tr"), cancel("2", "en"));
    assert_ne!(turkish, english, "no owner has chosen a language");
    owner.post("/language", &[("lang", "tr")]);
    assert_eq!(cancel("3", "en"), turkish);
    assert_eq!(garson.get("/web-api/v1/orders/3").data()["cancellation"]["name"], turkish);
}

#[test]
fn cancelling_takes_a_reason_of_the_platform() {
    let garson = Garson::start();
    press_at_once(&garson);
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    let browser = Browser::owner(&garson, "tr");
    let path = format!("/orders/{id}/cancel");
    let form = browser.page(&path);
    let reasons = garson.get(&format!("/web-api/v1/orders/reasons/{id}")).data()["reasons"].clone();
    for reason in reasons.as_array().unwrap() {
        assert!(form.contains(&format!("value=\"{}\"", reason["id"].as_str().unwrap())), "{form}");
    }
    // Something is missing: the form comes back with what was typed.
    let refused = [("", "Bir neden seçin"), ("no such reason", "Platform bu iptal nedenini kabul etmiyor.")];
    for (reason, sentence) in refused {
        let again = browser.post(&path, &[("reason", reason), ("note", "bitti")]);
        assert_eq!(again.status, 422, "{again}");
        assert!(again.text.contains(sentence) && again.text.contains(">bitti<"), "{again}");
    }
    let long = "a".repeat(2_001);
    let reason = reasons[0]["id"].as_str().unwrap();
    assert_eq!(browser.post(&path, &[("reason", reason), ("note", &long)]).status, 422);
    let done = browser.post(&path, &[("reason", reason), ("note", "bitti"), ("back", &format!("/orders/{id}"))]);
    assert_eq!((done.status, done.header("location")), (303, Some(format!("/orders/{id}").as_str())), "{done}");
    let order = garson.get(&format!("/web-api/v1/orders/{id}"));
    assert_eq!(
        (order.data()["status"].as_u64(), &order.data()["cancellation"]["by"]),
        (Some(1600), &json!("user:ayşe"))
    );
    let page = browser.page(&format!("/orders/{id}"));
    assert!(page.contains("bitti") && page.contains("Ciroya girmez") && !page.contains("formaction"), "{page}");
    assert_eq!(browser.get(&path).status, 409);
    assert_eq!(browser.post(&path, &[("reason", reason)]).status, 409);
}

#[test]
fn a_cancellation_that_the_platform_refuses_can_be_tried_again() {
    let garson = Garson::start();
    press_at_once(&garson);
    let callback = Receiver::start(Script::Answer(409, r#"{"message":"olmaz"}"#));
    let shop = Shop::open_with(&garson, json!({ "settings": { "callbackUrl": callback.url } }));
    let id = shop.order(&garson, "1");
    let browser = Browser::owner(&garson, "tr");
    let path = format!("/orders/{id}/cancel");
    let reasons = garson.get(&format!("/web-api/v1/orders/reasons/{id}")).data()["reasons"].clone();
    let reason = reasons[0]["id"].as_str().unwrap();
    let fields = [("reason", reason), ("note", "tavuk bitti"), ("back", "/?restaurant=x")];
    let refused = browser.post(&path, &fields);
    assert_eq!(refused.status, 502, "{refused}");
    for part in ["<nav", "olmaz", ">tavuk bitti<", "/?restaurant=x"] {
        assert!(refused.text.contains(part), "{part} is missing in {refused}");
    }
    callback.play(Script::Answer(200, ""));
    let done = browser.post(&path, &fields);
    assert_eq!((done.status, done.header("location")), (303, Some("/?restaurant=x")), "{done}");
}

#[test]
fn whoever_comes_from_the_board_goes_back_to_it_as_it_was() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let path = format!("/orders/{}/cancel", shop.order(&garson, "1"));
    let browser = Browser::owner(&garson, "tr");
    let board = format!("{}/?restaurant={}", garson.base, shop.restaurant);
    let form = browser.send("GET", &path, None, &[("Referer", &board)]).text;
    assert!(form.contains(&format!("value=\"/?restaurant={}\"", shop.restaurant)), "{form}");
    let elsewhere = format!("{}/orders?q=1", garson.base);
    let form = browser.send("GET", &path, None, &[("Referer", &elsewhere)]).text;
    assert!(form.contains("name=\"back\" value=\"/\""), "{form}");
}

#[test]
fn staff_may_move_orders_and_strangers_may_not() {
    let garson = Garson::prepare(&[]);
    let mut add = crate::harness::garson();
    add.args(["user", "add", "Mehmet", "--password-stdin", "--data"]).arg(garson.data());
    assert!(run_with_input(&mut add, "bir parola daha\n").1);
    let garson = garson.serve();
    press_at_once(&garson);
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    let staff = Browser::new(&garson, "tr");
    staff.post("/login", &[("name", "Mehmet"), ("password", "bir parola daha")]);
    for path in
        ["/", "/board", &format!("/orders/{id}"), &format!("/orders/{id}/ticket"), &format!("/orders/{id}/cancel")]
    {
        assert_eq!(staff.get(path).status, 200, "{path}");
    }
    assert_eq!(staff.post(&format!("/orders/{id}/verify"), &[("from", "400")]).status, 303);
    assert_eq!(staff.post(&format!("/orders/{id}/advance"), &[("from", "500")]).status, 303);
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{id}")).data()["history"][2]["by"], "user:Mehmet");
    let stranger = Browser::new(&garson, "tr");
    for path in ["/", "/board", "/live", &format!("/orders/{id}"), &format!("/orders/{id}/ticket")] {
        let reply = stranger.get(path);
        assert!(reply.status == 303 && reply.header("location").unwrap().starts_with("/login"), "{reply}");
    }
    for act in ["verify", "advance", "cancel"] {
        let path = format!("/orders/{id}/{act}");
        assert_eq!(stranger.post(&path, &[("from", "600")]).header("location"), Some("/login"));
        // Neither without the guard, nor from another site.
        let guard = staff.guard();
        assert_eq!(staff.post_raw(&path, &[("from", "600")], &[]).status, 403);
        let foreign =
            staff.post_raw(&path, &[("from", "600"), ("guard", &guard)], &[("Origin", "https://evil.example")]);
        assert_eq!(foreign.status, 403);
    }
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{id}")).data()["status"], 600);
}

#[test]
fn hostile_texts_stay_texts_on_every_page_of_an_order() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.push(&garson, &hostile_order()).id();
    let browser = Browser::owner(&garson, "en");
    for page in ["", "/ticket", "/cancel"] {
        assert_harmless(&browser.page(&format!("/orders/{id}{page}")));
    }
    let refused = browser.post(&format!("/orders/{id}/cancel"), &[("reason", HOSTILE), ("note", HOSTILE)]);
    assert_eq!(refused.status, 422);
    assert_harmless(&refused.text);
    let platform_id = percent_encoding::utf8_percent_encode(HOSTILE, percent_encoding::NON_ALPHANUMERIC).to_string();
    let by_customer = shop.cancel(&garson, &platform_id, json!({ "reason": HOSTILE, "note": HOSTILE }));
    assert_eq!(by_customer.status, 200, "{by_customer}");
    for page in [format!("/orders/{id}"), format!("/orders/{id}/ticket"), "/".to_owned()] {
        assert_harmless(&browser.page(&page));
    }
}
