//! What orders look like once they are here, and that none is lost.

use super::{Rig, fake::*};
use crate::harness::{OF_AN_ORDER, masked};
use serde_json::{Value, json};
use std::collections::BTreeSet;

#[test]
fn the_example_becomes_exactly_this_order() {
    let mut fake = Migros::default();
    let example: Value = serde_json::from_str(super::EXAMPLE).unwrap();
    fake.orders.insert(100_912_345, example.clone());
    let rig = Rig::start(fake);
    rig.await_status(100_912_345, 400);
    let shown = rig.show(100_912_345);
    assert_eq!(shown.data()["raw"], example, "the platform's JSON is kept untouched");
    insta::assert_json_snapshot!("example_detail", masked(shown.data(), &OF_AN_ORDER));
}

#[test]
fn plain_and_encrypted_answers_are_read_alike() {
    for wrapping in [Wrapping::Plain, Wrapping::Data, Wrapping::Whole] {
        let mut fake = Migros::with(&[(1, json!({})), (2, json!({}))]);
        fake.wrapping = wrapping;
        let rig = Rig::start(fake);
        rig.await_status(2, 400);
        assert_eq!(rig.show(1).data()["raw"], rig.host.fake().orders[&1]);
        rig.verify(1).data();
        rig.host.fake().set(2, "CANCELLED");
        rig.push(&json!({ "OrderId": 2, "StoreId": STORE, "UserId": 1 }));
        assert_eq!((rig.status(1), rig.status(2)), (Some(500), Some(1500)));
        assert_eq!(rig.garson.post(&rig.path("/test"), json!({})).data()["name"], "Örnek Dürüm Kadıköy");
        assert_eq!(rig.garson.get("/web-api/v1/orders/reasons/1").data()["reasons"].as_array().unwrap().len(), 2);
        // A refusal in any wrapping is one, in the platform's words.
        rig.host.fake().set(1, "COMPLETED");
        let refused = rig.cancel(1, json!({ "reason": SOLD_OUT.to_string() }));
        let message = refused.refused(502, "platform_rejected")["message"].to_string();
        assert!(message.contains("Sipariş iptal edilemez"), "{refused}");
    }
}

#[test]
fn every_page_of_a_full_list_is_read() {
    let orders: Vec<_> = (1..=65).map(|id| (id, json!({}))).collect();
    let mut fake = Migros::with(&orders);
    for id in 61..=65 {
        fake.set(id, "PREPARED");
    }
    let rig = Rig::start(fake);
    rig.await_status(65, 500);
    assert_eq!(rig.count(), 65);
    assert_eq!(rig.host.count("POST /Order/PendingOrdersWithStores"), 4, "a full last page asks for one more");
    assert_eq!(rig.host.count("POST /Order/ActiveOrdersWithStores"), 2, "only a page with nothing new is the last");
    let list = rig.garson.get("/web-api/v1/orders?status=400&limit=200");
    let ids: BTreeSet<_> =
        list.data().as_array().unwrap().iter().map(|one| one["providerOrderId"].to_string()).collect();
    assert_eq!(ids.len(), 60);
}

#[test]
fn an_order_with_everything_missing_is_stored_and_flagged_and_blocks_nobody() {
    let mut fake = Migros::default();
    fake.orders.insert(1, json!({}));
    fake.orders.insert(2, json!({ "id": 2, "items": "köfte", "prices": [1], "payment": 5, "customer": "Ali" }));
    fake.orders.insert(3, json!({ "id": 3, "items": [{}, { "name": "", "amount": 0, "options": [{}, 7] }] }));
    fake.add(4, json!({}));
    let mut rig = Rig::start(fake);
    rig.await_status(4, 400);
    assert_eq!(rig.count(), 4);
    let list = rig.garson.get("/web-api/v1/orders?limit=200");
    for line in list.data().as_array().unwrap() {
        let shown = rig.garson.get(&format!("/web-api/v1/orders/{}", line["id"].as_str().unwrap()));
        let problems = shown.data()["problems"].to_string();
        match line["providerOrderId"].as_str().unwrap() {
            "2" | "3" => ["items", "prices.total", "payment.type", "deliveryProvider"]
                .iter()
                .for_each(|field| assert!(problems.contains(field), "{problems} lacks {field}")),
            "4" => assert_eq!(problems, "[]"),
            nameless => assert!(nameless.starts_with("without-id-") && problems.contains("\"id\""), "{problems}"),
        }
    }
    // The same orders again are the same orders.
    rig.poll();
    assert_eq!(rig.count(), 4);
    let odd = rig.show(3);
    let item = &odd.data()["items"][1];
    assert_eq!((&item["name"], &item["quantity"], &item["options"][0]["name"]), (&json!("?"), &json!(1), &json!("?")));
    rig.garson.stop_sound();
}

#[test]
fn a_very_large_order_arrives_by_push_and_by_poll_and_all_of_it_is_kept() {
    let rig = Rig::start(Migros::default());
    let example: Value = serde_json::from_str(super::EXAMPLE).unwrap();
    let mut item = example["items"][0].clone();
    item["note"] = json!("uzun not ".repeat(60));
    let items: Vec<_> = (0..400).map(|_| item.clone()).collect();
    let order = rig.host.fake().add(1, json!({ "items": items }));
    assert!(order.to_string().len() > 600_000);
    rig.host.fake().wrapping = Wrapping::Whole;
    assert_eq!(rig.push(&order).json, json!({ "success": true }));
    let shown = rig.show(1);
    assert_eq!(shown.data()["items"].as_array().unwrap().len(), 300);
    assert!(shown.data()["problems"].as_array().unwrap().contains(&json!("size")), "{shown}");
    assert_eq!(shown.data()["raw"]["items"].as_array().unwrap().len(), 400);
    rig.host.fake().add(2, json!({ "items": items }));
    rig.poll();
    rig.await_status(2, 400);
    assert_eq!(rig.show(2).data()["raw"], rig.host.fake().orders[&2]);
}

#[test]
fn options_lie_in_each_other_at_any_depth_and_what_is_left_out_is_never_an_extra() {
    let option = |name: &str, price: i64, excluded: bool, below: Value| {
        json!({
            "headerName": "Grup", "itemNames": name, "primaryPrice": price, "quantity": 1, "excluded": excluded,
            "optionItemId": 5, "subOptions": below
        })
    };
    let deep = option(
        "Ekmek",
        500,
        false,
        json!([option("Lavaş, İnce", 250, false, json!([option("Susam", 0, true, json!([]))]))]),
    );
    let items = json!([{ "name": "Menü", "amount": 1, "price": 10_000, "options": [deep] }]);
    let prices = json!({ "total": 10_750, "discounted": null });
    let rig = Rig::start(Migros::with(&[(1, json!({ "items": items, "prices": prices }))]));
    rig.await_status(1, 400);
    let shown = rig.show(1);
    let item = &shown.data()["items"][0];
    assert_eq!(item["total"], 107.5);
    let bread = &item["options"][0];
    assert_eq!((&bread["name"], &bread["price"], &bread["kind"]), (&json!("Ekmek"), &json!(5), &json!("add")));
    let thin = &bread["options"][0];
    assert_eq!((&thin["name"], &thin["price"]), (&json!("Lavaş, İnce"), &json!(2.5)));
    let sesame = &thin["options"][0];
    assert_eq!((&sesame["kind"], &sesame["price"]), (&json!("remove"), &Value::Null));
    // Nothing off: the plain total is what is charged.
    assert_eq!((&shown.data()["amount"]["total"], &shown.data()["amount"]["discount"]), (&json!(107.5), &json!(0)));
}
