//! Reports: takings from the running totals, and what waits for accounting.

use super::Browser;
use crate::harness::{Garson, Shop, an_order, shim};
use garson::model::{Time, time::zone};
use serde_json::{Value, json};

fn paid(platform_id: &str, total: f64, kind: &str, name: Option<&str>) -> Value {
    let mut order = an_order(platform_id);
    order["amount"]["total"] = json!(total);
    order["payment"] = json!({ "type": kind, "name": name });
    order
}

/// The texts of a page's table cells and headings, without markup.
fn plain(page: &str) -> String {
    let mut text = String::new();
    let mut is_tag = false;
    for c in page.chars() {
        match c {
            '<' => {
                is_tag = true;
                text.push(' ');
            }
            '>' => is_tag = false,
            c if !is_tag => text.push(c),
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn takings_are_split_by_day_payment_platform_and_restaurant() {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let garson = Garson::prepare(&[])
        .env("LD_PRELOAD", shim("clock").to_str().unwrap())
        .env("CLOCK_SHIFT", shift.path().to_str().unwrap())
        .serve();
    let (one, other) = (Shop::open(&garson), Shop::open(&garson));
    std::fs::write(shift.path(), (-24 * 3_600).to_string()).unwrap();
    one.push(&garson, &paid("y", 100.5, "cash", None)).data();
    std::fs::write(shift.path(), "0").unwrap();
    one.push(&garson, &paid("a", 1200.0, "meal_card", Some("Sodexo"))).data();
    one.push(&garson, &paid("b", 300.0, "meal_card", Some("Multinet"))).data();
    other.push(&garson, &paid("c", 500.25, "online_card", None)).data();
    let cancelled = one.push(&garson, &paid("d", 999.0, "cash", None)).id();
    garson.post(&format!("/web-api/v1/orders/cancel/{cancelled}"), json!({ "reason": "closed" })).data();
    let mut test = paid("t", 888.0, "cash", None);
    test["isTest"] = json!(true);
    one.push(&garson, &test).data();
    let browser = Browser::owner(&garson, "tr");
    let today = plain(&browser.page("/reports?period=today"));
    assert!(today.contains("Ciro 2.000,25 ₺ Sipariş 3 Ortalama sipariş 666,75 ₺"), "{today}");
    let parts = "Yemek kartı 2 1.500,00 ₺ %75 Pluxee (Sodexo) 1 1.200,00 ₺ %60 Multinet 1 300,00 ₺ %15 Online kart 1 500,25 ₺ %25";
    assert!(today.contains(parts), "{today}");
    assert!(today.contains("Web sitesi 3 2.000,25 ₺ %100"), "{today}");
    assert!(today.contains("Köfteci 2 1.500,00 ₺ %75 Köfteci 1 500,25 ₺ %25"), "{today}");
    let yesterday = plain(&browser.page("/reports?period=yesterday"));
    assert!(yesterday.contains("Ciro 100,50 ₺ Sipariş 1 "), "{yesterday}");
    let both = browser.page("/reports?period=7-days");
    assert!(plain(&both).contains("Ciro 2.100,75 ₺ Sipariş 4 "), "{both}");
    // How far they lie from those of before is said beside them, and before beside its own days.
    let came = garson.get("/web-api/v1/orders").data()[0]["createdAt"].as_str().unwrap().to_owned();
    let day = Time::parse(&came).unwrap().day_in(&zone("Europe/Istanbul").unwrap());
    let alone = plain(&browser.page(&format!("/reports?from={day}&to={day}")));
    assert!(alone.contains("Ciro 2.000,25 ₺ Önceki döneme göre +%1.890 Sipariş 3 "), "{alone}");
    assert!(alone.contains("Önceki dönem 100,50 ₺ "), "{alone}");
    // The drawing has a name, and its numbers stand in a table.
    assert!(both.contains("role=\"img\" aria-label=\"Günlere göre: "), "{both}");
    assert_eq!(both.matches("<rect x=").count(), 7);
    assert!(!both.contains("style="), "{both}");
    let narrowed = plain(&browser.page(&format!("/reports?period=today&restaurant={}", other.restaurant)));
    assert!(narrowed.contains("Ciro 500,25 ₺ Sipariş 1 ") && !narrowed.contains("Restorana göre"), "{narrowed}");
    // Takings outlive their restaurant.
    garson.send("DELETE", &format!("/web-api/v1/restaurants/{}", other.restaurant), None, &[]);
    let left = plain(&browser.page("/reports?period=today"));
    assert!(left.contains("Silinmiş restoran 1 500,25 ₺ %25"), "{left}");
    let csv = browser.get("/reports.csv?period=7-days");
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    let lines: Vec<&str> = csv.text.lines().collect();
    assert_eq!(lines.len(), 5, "{csv}");
    assert!(lines[0].starts_with("\u{feff}Gün;Restoran;Platform;Ödeme;Yemek kartı markası;"), "{csv}");
    assert!(lines[1].ends_with(";Köfteci;Web sitesi;Nakit;;;1;100,50;TRY"), "{csv}");
    assert!(
        lines.iter().any(|line| line.ends_with(";Silinmiş restoran;Web sitesi;Online kart;;;1;500,25;TRY")),
        "{csv}"
    );
    assert!(csv.text.contains(";Köfteci;Web sitesi;Yemek kartı;Pluxee (Sodexo);Sodexo;1;1200,00;TRY"), "{csv}");
}

#[test]
fn a_payment_is_said_in_words_and_not_in_a_platforms_code() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    for (id, kind, name) in [
        ("1", "online_card", "PAY_WITH_CARD"),
        ("2", "online_card", "BKM Express"),
        ("3", "other", "PAY_WITH_VOUCHER"),
        ("4", "other", "PAY_WITH_GIFT_CARD"),
    ] {
        shop.push(&garson, &paid(id, 10.0, kind, Some(name))).data();
    }
    for (lang, card, gift) in [("tr", "Online kart 2", "Hediye kartı 1"), ("en", "Online card 2", "Gift card 1")] {
        let browser = Browser::owner(&garson, lang);
        let page = plain(&browser.page("/reports?period=today"));
        assert!(page.contains(card) && page.contains(gift) && page.contains("Pay with voucher 1"), "{page}");
        // What only says the type again is no row of its own.
        assert_eq!(page.matches(card.trim_end_matches(" 2")).count(), 1, "{page}");
        assert!(!page.contains("PAY_WITH"), "{page}");
        let unknown = plain(&browser.page("/reports/payments"));
        assert!(unknown.contains("Pay with voucher PAY_WITH_VOUCHER"), "{unknown}");
    }
}

#[test]
fn a_report_opens_with_this_week_and_says_what_it_did_not_understand() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let empty = browser.page("/reports");
    assert!(empty.contains("aria-current=\"true\">This week<") && empty.contains("No sales"), "{empty}");
    for (query, sentence) in [
        ("from=2020-01-01&to=2026-01-01", "A report covers at most 366 days."),
        ("from=2026-01-02&to=2026-01-01", "The field “To” must not be before the start."),
        ("from=soon", "The field “From” must be a day"),
        ("restaurant=00000000-0000-0000-0000-000000000000", "The field “Restaurant” has a value"),
        ("currency=lira", "must be a three-letter currency code"),
    ] {
        let reply = browser.get(&format!("/reports?{query}"));
        assert!(reply.status == 422 && reply.text.contains(sentence), "{query} {reply}");
    }
    let shop = Shop::open(&garson);
    let mut order = paid("1", 10.0, "cash", None);
    order["amount"]["currency"] = json!("EUR");
    shop.push(&garson, &order).data();
    let page = browser.page("/reports?period=today");
    assert!(page.contains("other currencies") && page.contains(">EUR</a>"), "{page}");
    let euros = plain(&browser.page("/reports?period=today&currency=EUR"));
    assert!(euros.contains("Sales EUR10.00 Orders 1"), "{euros}");
}

#[test]
fn orders_wait_for_accounting_until_they_are_marked() {
    let garson = Garson::start();
    let (one, other) = (Shop::open(&garson), Shop::open(&garson));
    let ids: Vec<String> = (1..=3).map(|n| one.order(&garson, &format!("a{n}"))).collect();
    for n in 1..=250 {
        other.order(&garson, &format!("b{n}"));
    }
    let browser = Browser::owner(&garson, "tr");
    assert!(browser.page("/reports").contains("253 sipariş muhasebeye aktarılmayı bekliyor."));
    let waiting = |query: &str| {
        let list = garson.get(&format!("/web-api/v1/orders/reports/pending?limit=200&{query}"));
        list.data().as_array().unwrap().len()
    };
    let narrowed = format!("restaurant={}", one.restaurant);
    let page = browser.page(&format!("/reports/pending?{narrowed}"));
    assert_eq!(page.matches("action=\"/reports/pending/mark\"").count(), 3, "{page}");
    let back = format!("/reports/pending?{narrowed}");
    let marked = browser.post("/reports/pending/mark", &[("id", &ids[1]), ("back", &back)]);
    assert_eq!((marked.status, marked.header("location")), (303, Some(format!("{back}&said=done").as_str())));
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{}", ids[1])).data()["isReport"], true);
    assert_eq!(waiting(&format!("restaurantId={}", one.restaurant)), 2);
    // All of a filter, after being told how many; what comes after the question is not touched.
    let ask = browser.page(&format!("/reports/pending?restaurant={}&all=ask", other.restaurant));
    assert!(ask.contains("250 sipariş muhasebeye aktarıldı olarak işaretlenecek."), "{ask}");
    let newest = ask.split("name=\"newest\" value=\"").nth(1).unwrap().split('"').next().unwrap();
    let late = other.order(&garson, "late");
    let reply = browser.post("/reports/pending/mark-all", &[("restaurant", &other.restaurant), ("newest", newest)]);
    assert_eq!(reply.status, 303, "{reply}");
    let left = garson.get(&format!("/web-api/v1/orders/reports/pending?restaurantId={}", other.restaurant));
    let left: Vec<&str> = left.data().as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(left, [late]);
    assert_eq!(waiting(&format!("restaurantId={}", one.restaurant)), 2, "others stay");
    // Without being asked, or with nonsense, nothing happens.
    assert_eq!(browser.post("/reports/pending/mark-all", &[]).status, 422);
    assert_eq!(browser.post("/reports/pending/mark", &[("id", "nobody")]).status, 404);
    let foreign = browser.post("/reports/pending/mark", &[("id", &ids[0]), ("back", "//evil.example")]);
    assert_eq!(foreign.header("location"), Some("/?said=done"));
    assert_eq!(waiting(""), 2);
    let english = Browser::owner(&garson, "en");
    english.post("/language", &[("lang", "en")]);
    let none = english.page("/reports/pending?status=900");
    assert!(none.contains("No waiting order matches these filters."), "{none}");
}
