//! How orders come in: polled and pushed, many, large, broken, twice.

use super::{
    Branch,
    fake::{Trendyol, id, package, with},
};
use crate::harness::{Garson, Host, OF_AN_ORDER, eventually, masked};
use serde_json::{Value, json};

fn count(branch: &Branch) -> usize {
    branch.garson.get("/web-api/v1/orders?limit=200").data().as_array().unwrap().len()
}

/// The window of each sweep so far, in milliseconds.
pub fn windows(branch: &Branch) -> Vec<(i64, i64)> {
    let number = |path: &str, name: &str| {
        let (_, rest) = path.split_once(&format!("{name}="))?;
        rest.split('&').next()?.parse::<i64>().ok()
    };
    let window =
        |path: &str| Some((number(path, "packageModificationStartDate")?, number(path, "packageModificationEndDate")?));
    branch.host.heard().iter().filter_map(|heard| window(&heard.path)).collect()
}

#[test]
fn the_documented_example_becomes_exactly_this_order() {
    let branch = Branch::open();
    let sample = include_str!("sample.json");
    assert_eq!(branch.push("created", sample.as_bytes()).json, json!({ "success": true }));
    let number = "0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9";
    let shown = branch.garson.get(&format!("/web-api/v1/orders/{number}"));
    assert!(shown.text.contains(sample.trim()), "{shown}");
    insta::assert_json_snapshot!("order", masked(shown.data(), &OF_AN_ORDER));
}

#[test]
fn sixty_orders_at_once_all_arrive_before_the_cursor_moves() {
    let mut branch = Branch::open();
    {
        let mut fake = branch.host.fake();
        (1..=60).for_each(|number| fake.place(package(number)));
    }
    eventually("all are here", || (count(&branch) == 60).then_some(()));
    let pages = branch.host.heard();
    assert!(pages.iter().all(|heard| heard.path.contains("size=50")));
    assert!(pages.iter().any(|heard| heard.path.contains("page=1&")));
    // In the order in which they were placed.
    let list = branch.garson.get("/web-api/v1/orders?limit=200");
    assert_eq!((&list.data()[59]["code"], &list.data()[0]["code"]), (&json!("K1"), &json!("K60")));
    // At first an hour back, then where the last poll ended.
    let (first, _) = windows(&branch)[0];
    let moved_on = || windows(&branch).last().is_some_and(|(from, _)| *from > first + 50 * 60_000).then_some(());
    eventually("the window moves on", moved_on);
    assert!(windows(&branch).iter().all(|(from, until)| until - from <= 15 * 60_000 && from <= until));
    assert_eq!(branch.host.fake().too_fast, 0);
    branch.garson.stop_sound();
}

#[test]
fn a_list_that_changes_while_its_pages_are_read_hides_no_order() {
    let garson = Garson::start_with(&["--poll-interval", "1s"]);
    let host = Host::start(Trendyol::new());
    // So long ago that only the first poll reads them.
    let long_ago = garson::clock::now().0 - 40 * 60_000;
    let placed = |number: u32| with(package(number), "packageModificationDate", json!(long_ago + i64::from(number)));
    host.fake().packages = (1..=51).map(placed).collect();
    host.fake().restless = Some(id(51));
    let branch = Branch::at_host(garson, host, json!({}));
    eventually("all are here", || (count(&branch) == 51).then_some(()));
}

#[test]
fn an_order_that_is_pushed_and_polled_is_one_order() {
    let branch = Branch::open();
    let order = package(1);
    branch.host.fake().place(order.clone());
    for _ in 0..3 {
        assert_eq!(branch.push("created", order.to_string().as_bytes()).status, 200);
    }
    let asked = branch.host.heard().len();
    eventually("it was polled as well", || (branch.host.heard().len() > asked + 2).then_some(()));
    assert_eq!(count(&branch), 1);
    for (event, status) in [("shipped", 600), ("delivered", 900)] {
        for _ in 0..2 {
            assert_eq!(branch.push(event, json!({ "id": id(1) }).to_string().as_bytes()).status, 200);
        }
        assert_eq!(branch.order(1)["status"], status);
    }
}

#[test]
fn a_push_that_is_wrapped_as_a_page_brings_its_orders() {
    let branch = Branch::open();
    let page = json!({ "content": [package(1), package(2)] });
    assert_eq!(branch.push("created", page.to_string().as_bytes()).json, json!({ "success": true }));
    assert_eq!((count(&branch), &branch.order(2)["status"]), (2, &json!(400)));
}

#[test]
fn events_that_change_nothing_are_taken_and_nonsense_is_refused() {
    let branch = Branch::open();
    branch.take(package(1));
    for event in ["pickupEtaCalculated", "storeChanged", "sellerChanged", "somethingNew"] {
        assert_eq!(branch.push(event, json!({ "id": id(1) }).to_string().as_bytes()).status, 200, "{event}");
    }
    branch.push("created", b"{ \"id\": ").refused(400, "invalid_json");
    // Only objects are packages.
    let numbers: Vec<u32> = (0..300).collect();
    for body in [json!(numbers), json!(7), json!(null), json!([])] {
        assert_eq!(branch.push("created", body.to_string().as_bytes()).status, 200, "{body}");
    }
    assert_eq!((count(&branch), &branch.order(1)["status"]), (1, &json!(400)));
    assert!(branch.garson.log().contains("no package"));
}

#[test]
fn where_the_platforms_courier_is_is_pushed_or_read() {
    let branch = Branch::open();
    branch.take(with(package(1), "deliveryType", json!("GO")));
    let courier = || branch.order(1)["courier"].clone();
    assert_eq!(courier(), Value::Null);
    assert_eq!(branch.push("courierNearby", json!({ "id": id(1) }).to_string().as_bytes()).status, 200);
    assert_eq!(courier(), json!({ "name": null, "phone": null, "state": "nearby" }));
    // Behind a router the package itself says so.
    let moment = garson::clock::now().0;
    let mut package = with(package(2), "deliveryType", json!("GO"));
    (package["estimatedPickupTimeMin"], package["pickupEtaState"]) = (json!(moment), json!("SUCCESS"));
    let order = branch.take(package);
    assert_eq!(order["courier"]["pickupFrom"], garson::model::Time(moment).to_string());
}

#[test]
fn a_push_to_an_unknown_address_is_not_heard() {
    let branch = Branch::open();
    let body = package(1).to_string();
    for path in
        ["/intake/v1/trendyol-go/guess/created", "/intake/v1/trendyol-go//created", "/intake/v1/trendyol-go/created"]
    {
        let reply = branch.garson.send("POST", path, Some(body.as_bytes()), &[("Authorization", "")]);
        reply.refused(404, "not_found");
    }
    assert_eq!(count(&branch), 0);
}

#[test]
fn an_order_that_cannot_be_understood_is_kept_and_holds_up_nothing() {
    let branch = Branch::open();
    branch.host.fake().place(json!({}));
    branch.host.fake().place(json!({
        "id": "odd", "lines": "none", "payment": [], "address": "x", "customer": 7, "totalPrice": "abc",
        "deliveryType": 3, "packageCreationDate": "yesterday", "promotions": {}, "coupon": 1, "testPackage": "perhaps",
    }));
    branch.take(package(1));
    let odd = eventually("the odd one is here", || branch.find("odd"));
    for field in ["lines", "totalPrice", "payment.paymentType", "deliveryType", "packageStatus"] {
        assert!(odd["problems"].as_array().unwrap().contains(&json!(field)), "{field}: {odd}");
    }
    assert_eq!(odd["raw"]["packageCreationDate"], "yesterday");
    let list = branch.garson.get("/web-api/v1/orders");
    let nameless = |order: &&Value| order["providerOrderId"].as_str().unwrap().starts_with("without-id-");
    let nameless = list.data().as_array().unwrap().iter().find(nameless).unwrap().clone();
    // The kitchen can work it off; the platform is told nothing of it.
    let path = format!("/web-api/v1/orders/verify/{}", nameless["id"].as_str().unwrap());
    branch.garson.post(&path, json!({})).data();
    assert_eq!((branch.told("picked"), count(&branch)), (0, 3));
}

#[test]
fn of_a_huge_order_the_first_options_are_shown_and_all_is_kept() {
    let branch = Branch::open();
    let mut huge = package(1);
    let option = |n: usize| json!({ "name": format!("Seçenek {n} {}", "ç".repeat(60)), "price": 1.25, "productId": n });
    huge["lines"][0]["modifierProducts"] = (0..4_600).map(option).collect();
    assert!((600_000..1_000_000).contains(&huge.to_string().len()), "{}", huge.to_string().len());
    let order = branch.take(huge.clone());
    let options: usize =
        order["items"].as_array().unwrap().iter().map(|item| item["options"].as_array().unwrap().len()).sum();
    assert_eq!(options, 2_000);
    assert_eq!(order["raw"]["lines"][0]["modifierProducts"].as_array().unwrap().len(), 4_600);
    assert!(order["problems"].as_array().unwrap().contains(&json!("size")), "{}", order["problems"]);
    let pushed = with(huge, "id", json!(id(2)));
    assert_eq!(branch.push("created", pushed.to_string().as_bytes()).status, 200);
    assert_eq!(branch.order(2)["items"], order["items"]);
}

#[test]
fn options_lie_as_deep_as_the_platform_nests_them() {
    let branch = Branch::open();
    let mut deep = json!({ "name": "en içteki", "price": 1, "removedIngredients": ["Tuz"] });
    for level in (0..8).rev() {
        deep = json!({ "name": format!("kat {level}"), "price": 0, "modifierProducts": [deep] });
    }
    let mut order = package(1);
    order["lines"][0]["modifierProducts"] = json!([deep]);
    let order = branch.take(order);
    let mut option = &order["items"][0]["options"][0];
    for level in 0..8 {
        assert_eq!((&option["name"], &option["kind"]), (&json!(format!("kat {level}")), &json!("add")));
        option = &option["options"][0];
    }
    assert_eq!((&option["options"][0]["name"], &option["options"][0]["kind"]), (&json!("Tuz"), &json!("remove")));
}

#[test]
fn orders_that_were_placed_while_it_was_stopped_arrive_at_the_next_start() {
    let mut branch = Branch::open();
    branch.take(package(1));
    branch.take(package(2));
    branch.garson.stop_sound();
    branch.host.fake().place(package(3));
    branch.host.fake().cancel(&id(1), 601, "Yanlış adres");
    branch.garson.restart();
    eventually("the new one is here", || branch.find(&id(3)));
    branch.await_status(1, 1500);
    branch.garson.kill();
    branch.host.fake().place(package(4));
    branch.garson.restart();
    eventually("also after a kill", || branch.find(&id(4)));
    assert_eq!(count(&branch), 4);
}

#[test]
fn a_test_package_is_shown_as_one_and_never_counted() {
    let branch = Branch::open();
    let test = branch.take(with(package(1), "testPackage", json!(true)));
    assert_eq!(test["isTest"], true);
    branch.take(package(2));
    let pending = branch.garson.get("/web-api/v1/orders/reports/pending");
    let ids: Vec<&Value> = pending.data().as_array().unwrap().iter().map(|row| &row["providerOrderId"]).collect();
    assert_eq!(ids, [&json!(id(2))]);
    let payments = branch.garson.get("/web-api/v1/orders/grouped-payments");
    assert_eq!((&payments.data()["count"], &payments.data()["total"]), (&json!(1), &json!(224.99)));
}

#[test]
fn an_integration_that_is_off_leaves_new_orders_and_follows_the_open_ones() {
    let branch = Branch::open();
    branch.take(package(1));
    branch.garson.put(&branch.at(""), json!({ "isActive": false })).data();
    branch.host.fake().place(package(2));
    branch.push("created", package(3).to_string().as_bytes()).refused(503, "integration_off");
    branch.verify(1).data();
    branch.host.fake().set(&id(1), "Shipped");
    branch.await_status(1, 600);
    assert_eq!(branch.advance(1).data()["newStatus"], 900);
    branch.await_there(1, "Delivered");
    assert_eq!(count(&branch), 1);
}

#[test]
fn an_order_of_another_branch_is_not_asked_for() {
    let branch = Branch::open();
    branch.host.fake().place(with(package(1), "storeId", json!(788)));
    branch.take(package(2));
    assert_eq!(count(&branch), 1);
}
