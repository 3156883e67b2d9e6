//! The list of orders: search, filters, pages, the table to take away, and who may see what.

use super::{Browser, add_staff};
use crate::harness::{Garson, Shop, an_order};
use serde_json::{Value, json};

fn of(platform_id: &str, code: &str, name: &str, phone: &str) -> Value {
    let mut order = an_order(platform_id);
    order["code"] = json!(code);
    order["customer"] = json!({ "name": name, "phone": phone });
    order
}

/// The codes of the rows, in order.
fn codes(page: &str) -> Vec<&str> {
    let links = page.split("<a class=\"to\" href=\"/orders/").skip(1);
    links.map(|rest| rest.split('>').nth(1).unwrap().split('<').next().unwrap()).collect()
}

#[test]
fn orders_are_found_by_code_number_name_and_phone() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    for order in [
        of("WEB-1", "A101", "Ayşe Yılmaz", "+90 532 111 22 33"),
        of("WEB-2", "A102", "Işıl Kaya", "0533 444 55 66"),
        of("XYZ-3", "B200", "Ayşegül Demir", "+90 555 777 88 99"),
    ] {
        shop.push(&garson, &order).data();
    }
    let browser = Browser::owner(&garson, "tr");
    let found = |question: &str| {
        let encoded = percent_encoding::utf8_percent_encode(question, percent_encoding::NON_ALPHANUMERIC);
        let page = browser.page(&format!("/orders?q={encoded}"));
        codes(&page).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(codes(&browser.page("/orders")), ["B200", "A102", "A101"]);
    assert_eq!(found("a10"), ["A102", "A101"]);
    assert_eq!(found("web-2"), ["A102"]);
    assert_eq!(found("ayse"), ["B200", "A101"]);
    assert_eq!(found("AYŞE YILMAZ"), ["A101"]);
    assert_eq!(found("ışıl"), ["A102"]);
    for phone in ["+90 532 111 22 33", "0532 111 22 33", "0532", "5321112233", "2233"] {
        assert_eq!(found(phone), ["A101"], "{phone}");
    }
    assert_eq!(found("0533 444 55 66"), ["A102"]);
    let none = browser.page("/orders?q=kimse");
    assert!(none.contains("Uyan sipariş yok.") && !none.contains("CSV olarak indir"), "{none}");
    // Together with a filter.
    garson.post("/web-api/v1/orders/verify/WEB-1", json!({})).data();
    assert_eq!(codes(&browser.page("/orders?q=ayse&status=500")), ["A101"]);
    assert_eq!(codes(&browser.page("/orders?q=ayse&status=cancelled")), Vec::<&str>::new());
}

#[test]
fn filters_narrow_the_list_and_say_what_they_did_not_understand() {
    let garson = Garson::start();
    let (one, other) = (Shop::open(&garson), Shop::open(&garson));
    one.order(&garson, "1");
    other.order(&garson, "2");
    one.order(&garson, "3");
    one.cancel(&garson, "3", json!({}));
    let browser = Browser::owner(&garson, "en");
    let shown = |query: &str| {
        codes(&browser.page(&format!("/orders?{query}"))).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(shown(""), ["3", "2", "1"]);
    assert_eq!(shown("status=open"), ["2", "1"]);
    assert_eq!(shown("status=cancelled"), ["3"]);
    assert_eq!(shown("status=1500"), ["3"]);
    assert_eq!(shown("provider=getir"), Vec::<String>::new());
    assert_eq!(shown("provider=open"), ["3", "2", "1"]);
    assert_eq!(shown(&format!("restaurant={}", one.restaurant)), ["3", "1"]);
    let today = garson.get("/web-api/v1/orders").data()[0]["createdAt"].as_str().unwrap().to_owned();
    let day = garson::model::Time::parse(&today).unwrap();
    let zone = garson::model::time::zone("Europe/Istanbul").unwrap();
    let day = day.day_in(&zone);
    assert_eq!(shown(&format!("from={day}&to={day}")), ["3", "2", "1"]);
    assert_eq!(shown(&format!("from={}", day.plus(1))), Vec::<String>::new());
    assert_eq!(shown(&format!("to={}", day.plus(-1))), Vec::<String>::new());
    // What is chosen stays chosen.
    let page = browser.page("/orders?status=open&q=x%22y");
    assert!(page.contains("<option value=\"open\" selected>") && page.contains("value=\"x&#34;y\""), "{page}");
    for (query, sentence) in [
        ("from=yesterday", "The field “From” must be a day such as 2026-11-14."),
        ("from=2026-11-14&to=2026-11-13", "The field “To” must not be before the start."),
        ("status=999", "The field “Status” has a value that is not known here."),
        ("provider=uber", "The field “Platform” has a value"),
        ("restaurant=me", "The field “Restaurant” has a value"),
        ("cursor=nonsense", "is not a cursor of this list"),
    ] {
        let reply = browser.get(&format!("/orders?{query}"));
        assert!(reply.status == 422 && reply.text.contains(sentence), "{query} {reply}");
    }
}

#[test]
fn pages_go_to_older_ones_and_back_to_the_first() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    for n in 1..=120 {
        shop.push(&garson, &of(&format!("{n}"), &format!("C{n:03}"), "Ayşe", "")).data();
    }
    let browser = Browser::owner(&garson, "tr");
    let link = |page: &str, rel: &str| {
        let before = page.split(&format!("\" rel=\"{rel}\"")).next().filter(|before| before.len() < page.len())?;
        Some(before.rsplit("href=\"").next().unwrap().replace("&#38;", "&").replace("&amp;", "&"))
    };
    for query in ["", "?q=ay%C5%9Fe", "?status=open"] {
        let first = browser.page(&format!("/orders{query}"));
        assert_eq!((codes(&first).len(), codes(&first)[0], link(&first, "prev")), (50, "C120", None));
        let second = browser.page(&link(&first, "next").unwrap());
        assert_eq!((codes(&second).len(), codes(&second)[0]), (50, "C070"));
        let third = browser.page(&link(&second, "next").unwrap());
        assert_eq!((codes(&third).len(), codes(&third)[0], link(&third, "next")), (20, "C020", None));
        let back = browser.page(&link(&third, "prev").unwrap());
        assert_eq!(codes(&back), codes(&second));
        let start = browser.page(&link(&back, "prev").unwrap());
        assert_eq!((codes(&start), link(&start, "prev")), (codes(&first), None));
    }
}

#[test]
fn the_table_to_take_away_holds_all_that_fits_and_no_formula() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    for n in 1..=230 {
        shop.order(&garson, &format!("n{n}"));
    }
    shop.push(&garson, &of("=1+1", "-2", "=HYPERLINK(\"http://evil\";\"x\")", "")).data();
    let browser = Browser::owner(&garson, "tr");
    let reply = browser.get("/orders.csv");
    assert_eq!(reply.status, 200, "{reply}");
    assert_eq!(reply.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert!(reply.header("content-disposition").unwrap().starts_with("attachment; filename=\"garson-"), "{reply}");
    let mut lines = reply.text.split("\r\n");
    assert!(lines.next().unwrap().starts_with("\u{feff}Zaman;Platform;Kod;"), "{reply}");
    let newest = lines.next().unwrap();
    let cells = ";\"'-2\";\"'=1+1\";Köfteci;\"'=HYPERLINK(\"\"http://evil\"\";\"\"x\"\")\";499,90;TRY;Nakit;;;Kapıda;Hayır;Yeni;Hayır";
    assert!(newest.ends_with(cells) && newest.contains(";Web sitesi;"), "{newest}");
    assert_eq!(lines.filter(|line| !line.is_empty()).count(), 230);
    assert_eq!(browser.get("/orders.csv?q=n22").text.lines().count(), 1 + 11);
    let english = Browser::owner(&garson, "en");
    english.post("/language", &[("lang", "en")]);
    assert!(english.get("/orders.csv?q=n22").text.contains(";499.90;TRY;Cash;"));
}

#[test]
fn staff_see_orders_and_take_nothing_away() {
    let garson = Garson::prepare(&[]);
    add_staff(&garson);
    let garson = garson.serve();
    Shop::open(&garson).order(&garson, "1");
    let staff = Browser::staff(&garson, "tr");
    let page = staff.page("/orders");
    assert!(codes(&page) == ["1"] && !page.contains("orders.csv"), "{page}");
    for path in ["/orders.csv", "/reports", "/reports.csv", "/reports/pending", "/settings", "/status"] {
        assert_eq!(staff.get(path).status, 404, "{path}");
    }
    for path in ["/reports/pending/mark", "/reports/pending/mark-all", "/settings/privacy", "/settings/addresses"] {
        assert_eq!(staff.post(path, &[("id", "1")]).status, 404, "{path}");
    }
    assert_eq!(Browser::new(&garson, "tr").get("/orders.csv").status, 303);
}

#[test]
fn what_customers_write_stays_text() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let evil = "<script>alert(1)</script>\"'&";
    let mut order = of("evil<b>", "<i>7", evil, "");
    order["payment"]["name"] = json!(evil);
    shop.push(&garson, &order).data();
    let browser = Browser::owner(&garson, "tr");
    for path in ["/orders", "/orders?q=%3Cscript%3Ealert(1)", "/reports", "/reports/pending"] {
        let page = browser.page(path);
        assert!(!page.contains("<script>alert") && !page.contains("<i>7") && !page.contains("evil<b>"), "{page}");
    }
    let page = browser.page("/orders");
    assert!(page.contains("&#60;script&#62;alert(1)"), "{page}");
    assert!(page.contains("lang=\"tr\"") && page.contains("Köfteci"), "{page}");
}
