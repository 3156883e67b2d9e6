//! Webhooks and the delivery log in the panel.

use super::{
    Browser,
    owners::{assert_owners_only, with_staff},
};
use crate::harness::{Garson, Receiver, Reply, Script, Shop, an_order, eventually};
use serde_json::{Value, json};

const WEBHOOKS: &str = "/web-api/v1/webhooks";
/// Given up in a moment.
const HASTY: [&str; 2] = ["--webhook-retries", "1ms,1ms,1ms"];
const HOSTILE: &str = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'&";

fn log(garson: &Garson, query: &str) -> Vec<Value> {
    garson.get(&format!("{WEBHOOKS}/deliveries?limit=200&{query}")).data().as_array().unwrap().clone()
}

fn await_state(garson: &Garson, state: &str, count: usize) -> Vec<Value> {
    let query = format!("state={state}&event=siparis.olusturuldu");
    eventually(&format!("{count} {state}"), || Some(log(garson, &query)).filter(|rows| rows.len() == count))
}

fn add(garson: &Garson, url: &str) -> String {
    garson.post(WEBHOOKS, json!({ "url": url, "events": ["siparis.olusturuldu"] })).id()
}

/// Where a form led.
#[track_caller]
fn led_to(reply: &Reply) -> String {
    assert_eq!(reply.status, 303, "{reply}");
    reply.header("location").unwrap().to_owned()
}

#[test]
fn a_webhook_is_added_edited_paused_resumed_and_removed() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let shop = Shop::open(&garson);
    let hook = Receiver::start(Script::Answer(200, ""));
    assert!(browser.page("/webhooks").contains("No program is told of your orders yet."));
    let fields = [
        ("url", hook.url.as_str()),
        ("which_events", "chosen"),
        ("events", "siparis.olusturuldu"),
        ("events", "siparis.iptal_edildi"),
        ("which_restaurants", "chosen"),
        ("restaurants", shop.restaurant.as_str()),
        ("auth", "bare"),
        ("key", "primary"),
        ("active", "yes"),
    ];
    let path = led_to(&browser.post("/webhooks/new", &fields));
    let id = path.strip_prefix("/webhooks/").unwrap().split('?').next().unwrap().to_owned();
    let stored = || garson.get(&format!("{WEBHOOKS}/{id}")).data().clone();
    let made = stored();
    assert_eq!(made["events"], json!(["siparis.olusturuldu", "siparis.iptal_edildi"]));
    assert_eq!(made["restaurantIds"], json!([shop.restaurant]));
    assert_eq!((&made["authStyle"], &made["isActive"]), (&json!("bare"), &json!(true)));
    let shown = browser.page(&path);
    for part in ["Saved.", "New order", "Order cancelled", "Köfteci", "Only the key", "Nothing sent yet"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }

    assert_eq!(led_to(&browser.post(&format!("/webhooks/{id}/pause"), &[])), format!("/webhooks/{id}?said=saved"));
    assert_eq!(stored()["isActive"], false);
    assert_eq!(stored()["events"], made["events"], "all else stays");
    shop.order(&garson, "1");
    let paused = browser.page(&format!("/webhooks/{id}"));
    assert!(paused.contains("Paused") && paused.contains(&format!("webhook={id}&amp;state=pending\">1<")), "{paused}");
    assert!(hook.heard_nothing());
    led_to(&browser.post(&format!("/webhooks/{id}/resume"), &[]));
    assert_eq!(hook.next().json()["olay"], "siparis.olusturuldu");
    eventually("the page says that it works", || browser.page("/webhooks").contains(">Working<").then_some(()));

    let edit = browser.page(&format!("/webhooks/{id}/edit"));
    assert!(
        edit.contains("value=\"siparis.iptal_edildi\" checked") && edit.contains("value=\"bare\" checked"),
        "{edit}"
    );
    let all = [("url", "http://till.example/"), ("which_events", "all"), ("events", "siparis.olusturuldu")];
    led_to(&browser.post(&format!("/webhooks/{id}/edit"), &all));
    let changed = stored();
    assert_eq!((&changed["events"], &changed["restaurantIds"]), (&json!([]), &json!([])));
    assert_eq!((&changed["authStyle"], &changed["isActive"]), (&json!("bearer"), &json!(false)));

    shop.order(&garson, "2");
    let asked = browser.page(&format!("/webhooks/{id}/remove"));
    assert!(asked.contains("1 notification is still waiting. It will never be sent."), "{asked}");
    assert_eq!(led_to(&browser.post(&format!("/webhooks/{id}/remove"), &[])), "/webhooks?said=removed");
    garson.get(&format!("{WEBHOOKS}/{id}")).refused(404, "webhook_not_found");
    assert_eq!(log(&garson, "state=dropped").len(), 1);
    let gone = browser.get(&format!("/webhooks/{id}"));
    assert!(gone.status == 404 && gone.text.contains("There is no such webhook."), "{gone}");
    assert!(browser.page("/deliveries?state=dropped").contains("A deleted webhook"));
}

#[test]
fn what_is_wrong_is_said_and_what_was_typed_stays() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    let again = |fields: &[(&str, &str)], sentence: &str| {
        let reply = browser.post("/webhooks/new", fields);
        assert!(reply.status == 422 && reply.text.contains(sentence), "{sentence}: {reply}");
        reply.text
    };
    let page = again(
        &[("url", "http://169.254.1.1/x"), ("auth", "bare")],
        "Adres alanı izin verilmeyen bir adresi gösteriyor.",
    );
    assert!(page.contains("value=\"http://169.254.1.1/x\"") && page.contains("value=\"bare\" checked"), "{page}");
    again(&[("url", "")], "Adres alanı boş olamaz.");
    again(&[("url", "kasa")], "http:// ya da https:// ile başlayan");
    again(&[("url", "http://x.example/"), ("which_events", "chosen")], "En az bir olay seçin");
    again(&[("url", "http://x.example/"), ("which_restaurants", "chosen")], "En az bir restoran seçin");
    let nobody = [("url", "http://x.example/"), ("which_restaurants", "chosen"), ("restaurants", "nobody")];
    again(&nobody, "Böyle bir restoran yok.");
    assert_eq!(*garson.get(WEBHOOKS).data(), json!([]));
}

#[test]
fn editing_never_widens_a_webhook_whose_restaurant_is_gone() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let (gone, other) = (Shop::open(&garson).restaurant, Shop::open(&garson).restaurant);
    let id = garson.post(WEBHOOKS, json!({ "url": "http://x.example/", "restaurantIds": [gone] })).id();
    garson.delete(&format!("/web-api/v1/restaurants/{gone}"));
    let edit = browser.page(&format!("/webhooks/{id}/edit"));
    assert!(edit.contains("A deleted restaurant") && edit.contains(&format!("value=\"{gone}\" checked")), "{edit}");
    let fields = [
        ("url", "http://y.example/"),
        ("which_restaurants", "chosen"),
        ("restaurants", gone.as_str()),
        ("restaurants", other.as_str()),
    ];
    led_to(&browser.post(&format!("/webhooks/{id}/edit"), &fields));
    let stored = garson.get(&format!("{WEBHOOKS}/{id}"));
    assert_eq!(stored.data()["restaurantIds"], json!([gone, other]));
}

#[test]
fn a_test_shows_what_came_back() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let hook = Receiver::start(Script::Answer(200, "fine"));
    let id = add(&garson, &hook.url);
    let test = |id: &str| {
        let reply = browser.post(&format!("/webhooks/{id}/test"), &[]);
        assert_eq!(reply.status, 200, "{reply}");
        reply.text
    };
    let fine = test(&id);
    assert!(fine.contains("accepted the test") && fine.contains(">200<") && fine.contains(">fine</pre>"), "{fine}");
    assert_eq!(hook.next().json()["olay"], "test");
    hook.play(Script::Answer(418, HOSTILE));
    let refused = test(&id);
    assert!(refused.contains("did not accept the test") && refused.contains(">418<"), "{refused}");
    assert!(refused.contains("&#60;script&#62;alert(1)") && !refused.contains("<script>alert"), "{refused}");
    let dead = test(&add(&garson, "http://127.0.0.1:1/"));
    assert!(dead.contains("did not respond") && dead.contains("No program is running at this address."), "{dead}");
    assert!(log(&garson, "").is_empty(), "a test is not recorded");
}

#[test]
fn a_failing_webhook_is_shown_on_every_page_until_somebody_looks() {
    let garson = with_staff(&HASTY);
    let (owner, staff) = (Browser::owner(&garson, "en"), Browser::staff(&garson, "en"));
    let target = Receiver::start(Script::Answer(500, ""));
    let id = add(&garson, &target.url);
    let shop = Shop::open(&garson);
    let is_warned = |browser: &Browser<'_>, path: &str| browser.page(path).contains("Some notifications did not reach");
    assert!(!is_warned(&owner, "/"));
    shop.order(&garson, "1");
    await_state(&garson, "failed", 1);
    for path in ["/", "/keys", "/deliveries", "/settings"] {
        assert!(is_warned(&owner, path), "{path}");
    }
    assert!(!is_warned(&staff, "/"), "staff can do nothing about it");
    let looked = owner.page("/webhooks");
    assert!(looked.contains("Failing") && !looked.contains("did not reach"), "{looked}");
    assert!(!is_warned(&owner, "/"));
    shop.order(&garson, "2");
    await_state(&garson, "failed", 2);
    assert!(is_warned(&owner, "/keys"), "another failure is news");
    owner.page(&format!("/webhooks/{id}"));
    assert!(!is_warned(&owner, "/keys"));
    // What arrived after all, before anybody looked, needs no look.
    shop.order(&garson, "3");
    await_state(&garson, "failed", 3);
    target.play(Script::Answer(200, ""));
    garson.post(&format!("{WEBHOOKS}/{id}/resend"), json!({ "missed": true })).data();
    await_state(&garson, "delivered", 3);
    assert!(!is_warned(&owner, "/"));
}

#[test]
fn a_webhook_that_is_stuck_is_shown_before_anything_is_given_up() {
    let garson = Garson::start_with(&["--webhook-retries", "1ms,10m,10m"]);
    let owner = Browser::owner(&garson, "en");
    let target = Receiver::start(Script::Answer(500, ""));
    let id = add(&garson, &target.url);
    let is_warned = || owner.page("/").contains("Some notifications did not reach");
    Shop::open(&garson).order(&garson, "1");
    eventually("two tries have failed", || (log(&garson, "")[0]["attemptCount"] == 2).then_some(()));
    assert!(is_warned());
    owner.page(&format!("/webhooks/{id}"));
    assert!(!is_warned(), "somebody has looked");
}

#[test]
fn the_log_is_filtered_and_paged() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let target = Receiver::start(Script::Answer(200, ""));
    let (first, second) = (add(&garson, &target.url), add(&garson, &format!("{}/second", target.url)));
    assert!(browser.page("/deliveries").contains("Nothing has been sent yet."));
    let shop = Shop::open(&garson);
    for n in 0..60 {
        let mut order = an_order(&format!("P-{n}"));
        order["code"] = json!(format!("K{n}"));
        shop.push(&garson, &order).data();
    }
    await_state(&garson, "delivered", 120);
    let rows = |page: &str| page.matches("<tr>").count() - 1;
    let all = browser.page("/deliveries");
    assert_eq!(rows(&all), 50);
    assert!(!all.contains("rel=\"prev\""), "the newest page leads to nothing newer");
    let follow = |page: &str, rel: &str| {
        let link = page.split(&format!("rel=\"{rel}\" href=\"")).nth(1).and_then(|rest| rest.split('"').next());
        browser.page(&link.unwrap_or_else(|| panic!("no {rel} in {page}")).replace("&#38;", "&").replace("&amp;", "&"))
    };
    let (middle, last) = (follow(&all, "next"), follow(&follow(&all, "next"), "next"));
    assert_eq!((rows(&middle), rows(&last)), (50, 20));
    assert!(!last.contains("rel=\"next\"") && last.contains(">K0<") && !last.contains(">K59<"));
    assert_eq!(follow(&middle, "prev").matches("K59").count(), all.matches("K59").count());
    // Filters hold over pages.
    let one = browser.page(&format!("/deliveries?webhook={second}&state=delivered&event=siparis.olusturuldu&order="));
    assert_eq!(rows(&one), 50);
    let rest = follow(&one, "next");
    assert!(
        rows(&rest) == 10
            && rest.contains(&format!("value=\"{second}\" selected"))
            && !rest.contains(&format!("value=\"{first}\" selected"))
    );
    for name in ["K7", "k7", "P-7"] {
        assert_eq!(rows(&browser.page(&format!("/deliveries?order={name}"))), 2, "{name}");
    }
    let nobody = browser.page("/deliveries?order=K99");
    assert!(
        nobody.contains("There is no such order.") && nobody.contains("Nothing matches these filters."),
        "{nobody}"
    );
    assert!(browser.page("/deliveries?state=failed").contains("Nothing matches these filters."));
    assert_eq!(browser.get("/deliveries?state=lost").status, 400);
    assert_eq!(browser.get("/deliveries?cursor=nonsense").status, 400);
}

#[test]
fn a_notification_shows_every_attempt_and_is_sent_again() {
    let garson = Garson::start_with(&HASTY);
    let browser = Browser::owner(&garson, "tr");
    let target = Receiver::start(Script::Answer(500, HOSTILE));
    let id = add(&garson, &target.url);
    let shop = Shop::open(&garson);
    shop.order(&garson, "SIP-1");
    let failed = await_state(&garson, "failed", 1);
    let path = format!("/deliveries/{}", failed[0]["id"].as_str().unwrap());
    let shown = browser.page(&path);
    for part in
        ["Yeni sipariş", "Ulaşmadı", "SIP-1", "Köfteci", "Deneme sayısı: 4", "Gönderilen içerik", "Yeniden gönder"]
    {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(shown.matches("&#60;script&#62;alert(1)").count(), 4, "{shown}");
    assert!(!shown.contains("<script>alert") && !shown.contains("<img src=x"), "{shown}");
    assert!(shown.contains("&#34;olay&#34;: &#34;siparis.olusturuldu&#34;"), "{shown}");
    target.play(Script::Answer(200, ""));
    assert_eq!(led_to(&browser.post(&format!("{path}/resend"), &[])), format!("{path}?said=sent"));
    await_state(&garson, "delivered", 1);
    let now = browser.page(&path);
    assert!(now.contains("Ulaştı") && now.contains("Deneme sayısı: 5"), "{now}");
    garson.delete(&format!("{WEBHOOKS}/{id}"));
    let gone = browser.page(&path);
    assert!(gone.contains("Yeniden gönderilemez") && !gone.contains(&format!("action=\"{path}/resend\"")), "{gone}");
    assert_eq!(browser.post(&format!("{path}/resend"), &[]).status, 404);
    assert_eq!(browser.get("/deliveries/nobody").status, 404);
}

#[test]
fn what_was_missed_and_what_fell_into_a_period_is_counted_first_and_then_sent() {
    let garson = Garson::start_with(&HASTY);
    let browser = Browser::owner(&garson, "en");
    let target = Receiver::start(Script::Answer(500, ""));
    let id = add(&garson, &target.url);
    let shop = Shop::open(&garson);
    for n in 0..3 {
        shop.order(&garson, &n.to_string());
    }
    await_state(&garson, "failed", 3);
    target.play(Script::Answer(200, ""));
    let path = format!("/webhooks/{id}/resend");
    let counted = browser.post(&path, &[("which", "missed")]);
    assert!(counted.status == 200 && counted.text.contains("3 notifications will be sent again."), "{counted}");
    assert_eq!(log(&garson, "state=failed").len(), 3, "counting sends nothing");
    assert!(led_to(&browser.post(&path, &[("which", "missed"), ("sure", "yes")])).starts_with("/deliveries?webhook="));
    await_state(&garson, "delivered", 3);

    let period = |from: &str, to: &str, sure: &str| {
        browser.post(&path, &[("which", "period"), ("from", from), ("to", to), ("sure", sure)])
    };
    let counted = period("2020-01-01T00:00", "2999-01-01T00:00", "");
    assert!(counted.text.contains("3 notifications will be sent again."), "{counted}");
    assert!(counted.text.contains("name=\"from\" value=\"2020-01-01T00:00\""), "{counted}");
    assert!(period("", "2020-01-01T00:00", "").text.contains("There is nothing to send again."));
    for (from, to, sentence) in [
        ("", "", "Enter a start, an end, or both."),
        ("yesterday", "", "The date or the time is missing."),
        ("2026-01-02T00:00", "2026-01-01T00:00", "The end is before the start. Choose a later end."),
    ] {
        let wrong = period(from, to, "yes");
        assert!(wrong.status == 422 && wrong.text.contains(sentence), "{wrong}");
    }
    while target.try_next().is_some() {}
    led_to(&period("2020-01-01T00:00", "", "yes"));
    for _ in 0..3 {
        target.next();
    }
}

#[test]
fn hostile_texts_are_shown_as_texts() {
    let garson = Garson::start_with(&HASTY);
    let browser = Browser::owner(&garson, "en");
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": HOSTILE })).id();
    let made = garson.put(&format!("/web-api/v1/restaurants/{restaurant}/integrations/open"), json!({}));
    let url = made.data()["intakeUrl"].as_str().unwrap();
    let shop = Shop { restaurant: restaurant.clone(), intake: url[url.find("/intake").unwrap()..].to_owned() };
    let url = "http://127.0.0.1:1/?q='onfocus='alert(3)&lt;";
    let id = garson.post(WEBHOOKS, json!({ "url": url, "restaurantIds": [restaurant] })).id();
    let mut order = an_order(HOSTILE);
    order["code"] = json!(HOSTILE);
    shop.push(&garson, &order).data();
    let failed = await_state(&garson, "failed", 1);
    let delivery = format!("/deliveries/{}", failed[0]["id"].as_str().unwrap());
    let one = format!("/webhooks/{id}");
    let (edit, remove) = (format!("{one}/edit"), format!("{one}/remove"));
    let search = format!("/deliveries?order={}", "%3Cscript%3Ealert(4)%22");
    for path in ["/webhooks", &one, &edit, &remove, "/deliveries", &delivery, &search] {
        let page = browser.page(path);
        for part in ["<script>alert", "<img src=x", "='alert(3)", "(3)&lt;"] {
            assert!(!page.contains(part), "{part} in {path}: {page}");
        }
    }
}

#[test]
fn every_page_is_in_the_readers_language() {
    let garson = Garson::start_with(&HASTY);
    let (turkish, english) = (Browser::owner(&garson, "tr"), Browser::owner(&garson, "en"));
    let id = add(&garson, "http://127.0.0.1:1/");
    Shop::open(&garson).order(&garson, "1");
    let failed = await_state(&garson, "failed", 1);
    let delivery = format!("/deliveries/{}", failed[0]["id"].as_str().unwrap());
    let one = format!("/webhooks/{id}");
    let (edit, remove) = (format!("{one}/edit"), format!("{one}/remove"));
    for path in ["/webhooks", "/webhooks/new", &one, &edit, &remove, "/deliveries", &delivery, "/keys"] {
        let (tr, en) = (turkish.page(path), english.page(path));
        assert!(tr.contains("<html lang=\"tr\">") && en.contains("<html lang=\"en\">"), "{path}");
        for word in [" the ", " is ", " and ", "Notification log", "Address<", "State<"] {
            assert!(!tr.contains(word), "{word} in {path}: {tr}");
        }
        for word in ["ğ", "ş", "ı", "ç"] {
            let ours = en.replace("ayşe", "").replace("Türkçe", "").replace("Köfteci", "");
            assert!(!ours.contains(word), "{word} in {path}: {en}");
        }
    }
}

#[test]
fn webhooks_are_for_owners() {
    let garson = with_staff(&[]);
    let id = add(&garson, "http://x.example/");
    let one = format!("/webhooks/{id}");
    let under = |word: &str| format!("{one}/{word}");
    let (edit, remove, test, pause, resume, resend) =
        (under("edit"), under("remove"), under("test"), under("pause"), under("resume"), under("resend"));
    let pages = ["/webhooks", "/webhooks/new", &one, &edit, &remove, "/deliveries", "/deliveries/nobody"];
    let forms = ["/webhooks/new", &edit, &remove, &test, &pause, &resume, &resend, "/deliveries/nobody/resend"];
    assert_owners_only(&garson, &pages, &forms);
    assert_eq!(garson.get(WEBHOOKS).data().as_array().unwrap().len(), 1);
}
