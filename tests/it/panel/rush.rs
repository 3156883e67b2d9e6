//! What a busy kitchen needs of the board: what is urgent first, what is late said, what was moved by mistake found again,
//! and a bell on every page.

use super::{Browser, add_staff, press_at_once, screen::Screen};
use crate::harness::{Garson, Shop, an_order};
use serde_json::{Value, json};

fn minutes_from_now(minutes: i64) -> Value {
    let at = jiff::Timestamp::now() + jiff::SignedDuration::from_mins(minutes);
    json!(at.to_string())
}

fn placed(platform_id: &str, minutes: i64, more: Value) -> Value {
    let mut order = an_order(platform_id);
    order["placedAt"] = minutes_from_now(minutes);
    for (name, value) in more.as_object().unwrap() {
        order[name] = value.clone();
    }
    order
}

/// A card as it stands on the page.
fn card<'a>(page: &'a str, id: &str) -> &'a str {
    let start = page.find(&format!("id=\"order-{id}\"")).unwrap_or_else(|| panic!("{id} is not in {page}"));
    let start = page[..start].rfind("<article").unwrap();
    &page[start..start + page[start..].find("</article>").unwrap()]
}

#[test]
fn what_is_most_urgent_stands_first_and_what_is_late_says_by_how_much() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let fresh = shop.push(&garson, &placed("fresh", 0, json!({}))).id();
    let late = shop.push(&garson, &placed("late", -32, json!({}))).id();
    let soon = shop.push(&garson, &placed("soon", -17, json!({}))).id();
    let promised = shop.push(&garson, &placed("promised", -1, json!({ "promisedAt": minutes_from_now(9) }))).id();
    let owner = Browser::owner(&garson, "en");
    let page = owner.page("/");
    let at = |id: &str| page.find(&format!("id=\"order-{id}\"")).unwrap();
    let order = [&late, &soon, &promised, &fresh].map(|id| at(id));
    assert!(order.is_sorted(), "{order:?}");
    assert!(card(&page, &late).contains("min late") && card(&page, &late).contains(" late\""), "{page}");
    assert!(card(&page, &soon).contains("min left") && card(&page, &soon).contains(" soon\""), "{page}");
    for id in [&promised, &fresh] {
        assert!(card(&page, id).contains(" on-time\""), "{page}");
    }
    let turkish = Browser::owner(&garson, "tr").page("/board");
    assert!(card(&turkish, &late).contains("dk gecikti") && card(&turkish, &soon).contains("dk kaldı"), "{turkish}");

    // The owner knows the kitchen better.
    let pace = [("roadMinutes", "30"), ("soonMinutes", "5"), ("undoSeconds", "8"), ("acceptUndoSeconds", "0")];
    let slower = [[("kitchenMinutes", "60")].as_slice(), &pace].concat();
    let saved = owner.post("/settings/board", &slower);
    assert_eq!(saved.header("location"), Some("/settings?said=saved"), "{saved}");
    assert!(card(&owner.page("/"), &late).contains(" on-time\""));
    // What was said of this very order comes before what is usual.
    garson.post(&format!("/web-api/v1/orders/verify/{fresh}"), json!({ "preparationMinutes": 3 })).data();
    assert!(card(&owner.page("/"), &fresh).contains(" soon\""));
    let wrong = owner.post("/settings/board", &[("kitchenMinutes", "0"), ("roadMinutes", "x"), ("soonMinutes", "5")]);
    assert!(wrong.status == 422 && wrong.text.contains("1") && wrong.text.contains("240"), "{wrong}");
    assert!(owner.page("/settings").contains("value=\"60\""));
}

#[test]
fn what_was_cancelled_is_first_where_it_may_be_cooked_and_last_where_nobody_has_begun() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let push = |name: &str, minutes: i64| shop.push(&garson, &placed(name, minutes, json!({}))).id();
    let (cooked, other) = (push("cooked", -9), push("other", -8));
    for id in [&cooked, &other] {
        garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
    }
    let (fresh, waiting) = (push("fresh", -7), push("waiting", 0));
    for id in [&cooked, &fresh] {
        garson.post(&format!("/web-api/v1/orders/cancel/{id}"), json!({ "reason": "closed" })).data();
    }
    let page = Browser::owner(&garson, "en").page("/");
    let at = |id: &str| page.find(&format!("id=\"order-{id}\"")).unwrap();
    assert!(at(&waiting) < at(&fresh) && at(&cooked) < at(&other), "{page}");
}

#[test]
fn how_platforms_fare_is_said_on_the_board_and_owners_are_led_to_where_they_mend_it() {
    let garson = Garson::prepare(&[]);
    add_staff(&garson);
    let garson = garson.serve();
    let (owner, staff) = (Browser::owner(&garson, "tr"), Browser::staff(&garson, "en"));
    assert!(staff.page("/board/faring").contains("No platform is connected yet"));
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    let path = |shop: &Shop| format!("/restaurants/{}/integrations/open", shop.restaurant);
    let (shown, seen) = (owner.page("/board/faring"), staff.page("/board/faring"));
    assert_eq!((shown.matches("Sipariş alıyor").count(), seen.matches("Takes orders").count()), (2, 2), "{shown}");
    assert!(shown.contains(&path(&shop)) && !seen.contains(&path(&shop)), "{seen}");
    assert_eq!(owner.post(&format!("{}/switch", path(&other)), &[("active", "no")]).status, 303);
    let seen = staff.page("/board/faring");
    assert!(seen.contains("It is switched off") && seen.matches("Takes orders").count() == 1, "{seen}");
    let narrowed = staff.page(&format!("/board/faring?restaurant={}", shop.restaurant));
    assert!(narrowed.contains("Takes orders") && !narrowed.contains("It is switched off"), "{narrowed}");
}

#[test]
fn what_was_moved_on_by_mistake_is_found_again() {
    let garson = Garson::prepare(&[]);
    add_staff(&garson);
    let garson = garson.serve();
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    let staff = Browser::staff(&garson, "en");
    assert!(staff.page("/board/recall").contains("Nothing was moved on in the last half hour."));
    let (first, second) = (shop.order(&garson, "first"), other.order(&garson, "second"));
    assert!(!staff.page("/board/recall").contains(&first), "nobody has moved it");
    for from in [400, 500, 600] {
        garson.post(&format!("/web-api/v1/orders/change-status/{first}"), json!({ "from": from })).data();
    }
    garson.post(&format!("/web-api/v1/orders/verify/{second}"), json!({})).data();
    let recalled = staff.page("/board/recall");
    assert!(!staff.page("/board").contains(&first), "it has left the board");
    let (latest, earlier) = (recalled.find(&second).unwrap(), recalled.find(&first).unwrap());
    assert!(latest < earlier && recalled.contains("Delivered") && recalled.contains("Preparing"), "{recalled}");
    assert!(!recalled.contains("<html"), "{recalled}");
    let narrowed = staff.page(&format!("/board/recall?restaurant={}", other.restaurant));
    assert!(narrowed.contains(&second) && !narrowed.contains(&first), "{narrowed}");

    // However much a till moves on, what a hand moved is found.
    let pressed = shop.order(&garson, "pressed");
    assert_eq!(staff.post(&format!("/orders/{pressed}/verify"), &[("from", "400")]).status, 303);
    let later = shop.push(&garson, &placed("later", 0, json!({ "scheduledAt": minutes_from_now(300) }))).id();
    assert_eq!(staff.post(&format!("/orders/{later}/verify"), &[("from", "325")]).status, 303);
    for number in 0..10 {
        let id = shop.order(&garson, &format!("till {number}"));
        garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})).data();
    }
    let recalled = staff.page("/board/recall");
    assert!(recalled.contains(&pressed) && recalled.contains(&later) && !recalled.contains(&first), "{recalled}");
}

#[test]
fn every_page_rings_until_somebody_answers() {
    let garson = Garson::prepare(&[]);
    add_staff(&garson);
    let garson = garson.serve();
    let shop = Shop::open(&garson);
    let waiting = shop.order(&garson, "waiting");
    let staff = Browser::staff(&garson, "tr");
    assert!(staff.page("/orders").contains("/bell.js") && !staff.page("/").contains("/bell.js"));
    let mut page = Screen::open(&garson, &staff, "/bell");
    assert_eq!(page.next().0, "hello");
    assert_eq!(page.change(), ("ring".to_owned(), format!("{waiting} 1 0")));
    let next = shop.order(&garson, "next");
    assert_eq!(page.change().1, format!("{next} 1 0"));
    garson.post(&format!("/web-api/v1/orders/verify/{waiting}"), json!({})).data();
    assert_eq!(page.change().1, format!("{waiting} 0 0"));
    // A stranger hears nothing.
    assert_eq!(staff.without_session().get("/bell").status, 303);
}

#[test]
fn a_cancellation_from_the_board_says_who_was_told() {
    let garson = Garson::start();
    press_at_once(&garson);
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    let browser = Browser::owner(&garson, "en");
    let page = browser.page(&format!("/orders/{id}/cancel"));
    assert!(page.contains("Web shop does not tell the customer"), "{page}");
    let guard = browser.guard();
    let form = [("guard", guard.as_str()), ("reason", "out_of_stock"), ("note", "")];
    let told = browser.post_raw(&format!("/orders/{id}/cancel"), &form, &[("HX-Request", "true")]);
    assert_eq!(told.status, 200, "{told}");
    assert!(told.text.contains("is cancelled") && told.text.contains("call them yourself"), "{told}");
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{id}")).data()["status"], 1600);
}
