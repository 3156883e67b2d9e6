//! Payloads that were met elsewhere, composed anew: an answer of 2021, a relayed copy of 2026, lists in a wrapping, and
//! what comes to the order's address without being one.

use super::{
    Rig, an_order,
    fake::{Getir, SHOP, Trouble},
};
use crate::harness::eventually;
use serde_json::{Value, json};

const CAPTURED: &str = include_str!("captured.json");
const RELAYED: &str = include_str!("relayed.json");

fn order(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

/// Pushes an order and shows what became of it.
#[track_caller]
fn pushed(rig: &Rig, order: &Value) -> Value {
    assert_eq!(rig.push("/orders", order.to_string().as_bytes(), "").status, 200);
    rig.show(order["id"].as_str().unwrap()).data().clone()
}

/// Subtotal, discount and total.
fn sums(detail: &Value) -> [Value; 3] {
    ["subtotal", "discount", "total"].map(|name| detail["amount"][name].clone())
}

fn count(rig: &Rig) -> usize {
    rig.garson.get("/web-api/v1/orders?limit=200").data().as_array().unwrap().len()
}

#[test]
fn an_answer_of_2021_adds_up_and_declining_leaves_nothing_out() {
    let rig = Rig::start(Getir::new());
    let detail = pushed(&rig, &order(CAPTURED));
    assert_eq!(detail["problems"], json!([]), "{detail}");
    assert_eq!(sums(&detail), [json!(33.9), json!(13.9), json!(20)]);
    let item = &detail["items"][0];
    assert_eq!((&item["unitPrice"], &item["total"]), (&json!(29.9), &json!(33.9)));
    let options = item["options"].as_array().unwrap().iter();
    let kinds: Vec<_> = options.map(|one| (one["name"].as_str().unwrap(), one["kind"].as_str().unwrap())).collect();
    assert_eq!(kinds, [("İstemiyorum", "add"), ("Kaşar", "add"), ("Soğan istemiyorum", "remove")]);
    assert_eq!(detail["customer"]["address"]["lat"], 41.0812);
}

#[test]
fn a_sum_that_no_reading_explains_is_said_and_stops_nothing() {
    let rig = Rig::start_with(Getir::new(), json!({ "settings": { "autoAccept": true } }));
    let mut odd = order(CAPTURED);
    odd["totalPrice"] = json!(50);
    rig.host.fake().add(odd);
    rig.await_status("60f5aa10bb20cc30dd40ee50", 500);
    let detail = rig.show("60f5aa10bb20cc30dd40ee50").data().clone();
    assert_eq!((&detail["problems"], sums(&detail)), (&json!(["amounts"]), [json!(50), json!(30), json!(20)]));
}

#[test]
fn a_relayed_copy_with_nulls_texts_and_commas_is_read_in_full() {
    let rig = Rig::start(Getir::new());
    let detail = pushed(&rig, &order(RELAYED));
    assert_eq!(detail["problems"], json!([]), "{detail}");
    assert_eq!(sums(&detail), [json!(221), json!(0), json!(221)]);
    // The extra is on top of what the line says: 2 × (100 + 10.50).
    let item = &detail["items"][0];
    assert_eq!((&item["quantity"], &item["unitPrice"], &item["total"]), (&json!(2), &json!(100), &json!(221)));
    let options = item["options"].as_array().unwrap();
    let shown = |at: usize| (&options[at]["name"], &options[at]["kind"], &options[at]["price"]);
    assert_eq!(options.len(), 2, "{options:?}");
    assert_eq!(shown(0), (&json!("Soğan"), &json!("remove"), &Value::Null));
    assert_eq!(shown(1), (&json!("Kaşar"), &json!("add"), &json!(10.5)));
    let address = &detail["customer"]["address"];
    assert_eq!((&address["lat"], &address["lon"]), (&json!(40.98765), &json!(29.02789)));
}

#[test]
fn an_extra_that_the_line_holds_already_is_not_added_again() {
    let rig = Rig::start(Getir::new());
    for (id, line, whole, total, problems) in [
        ("in", "221,00", "221,00", json!(221), json!([])),
        ("once", "200,00", "210,50", json!(210.5), json!([])),
        ("odd", "200,00", "300,00", json!(200), json!(["amounts"])),
    ] {
        let mut relayed = order(RELAYED);
        relayed["id"] = json!(id);
        relayed["products"][0]["totalPriceWithOption"] = json!(line);
        relayed["totalPrice"] = json!(whole);
        let detail = pushed(&rig, &relayed);
        assert_eq!((&detail["items"][0]["total"], &detail["problems"]), (&total, &problems), "{id}");
    }
}

#[test]
fn an_amount_that_can_mean_two_things_is_flagged() {
    let rig = Rig::start(Getir::new());
    let mut relayed = order(RELAYED);
    relayed["totalPrice"] = json!("1.234");
    let detail = pushed(&rig, &relayed);
    assert_eq!(detail["problems"], json!(["totalPrice", "amounts"]));
}

#[test]
fn a_list_in_a_wrapping_is_a_list_polled_and_pushed() {
    let mut getir = Getir::new();
    getir.trouble("/active", 1, Trouble::Says(200, json!({ "foodOrders": [an_order("w1")] })));
    let rig = Rig::start(getir);
    rig.await_status("w1", 400);
    let pushed = json!({ "foodOrders": [an_order("w2"), { "foodOrder": an_order("w3") }] });
    assert_eq!(rig.push("/orders", pushed.to_string().as_bytes(), "").status, 200);
    assert_eq!((rig.status("w2"), rig.status("w3"), count(&rig)), (Some(400), Some(400), 3));
    assert_eq!(rig.push("/orders", br#"{"foodOrders":[]}"#, "").status, 200);
    assert_eq!(count(&rig), 3);
}

#[test]
fn what_is_no_order_is_taken_and_passed_over() {
    let rig = Rig::start(Getir::new());
    let time = "2026-11-14T16:30:00.000Z";
    for (what, body) in [
        ("nothing that is known", json!({})),
        (
            "news of a courier",
            json!({ "orderId": "x", "restaurantId": SHOP, "calculationDate": time, "pickup": { "min": time, "max": time } }),
        ),
        (
            "news of the restaurant",
            json!({ "restaurantId": SHOP, "restaurantName": "Dönerci", "status": 200, "statusChangeDate": time }),
        ),
        ("nothing that is known", json!({ "foodOrder": {} })),
        ("nothing that is known", json!([{}, { "products": [] }])),
    ] {
        for route in ["/orders", "/orders/cancelled"] {
            let answer = rig.push(route, body.to_string().as_bytes(), "");
            assert_eq!((answer.status, &answer.json), (200, &json!({ "success": true })), "{body}");
        }
        assert_eq!(count(&rig), 0, "{body}");
        eventually("the log says so", || rig.garson.log().contains(what).then_some(()));
    }
    // With products and nothing else it is one, whoever forgot the rest.
    let bare = json!({ "products": [{ "name": { "tr": "Ayran" }, "count": 1 }] });
    assert_eq!(rig.push("/orders", bare.to_string().as_bytes(), "").status, 200);
    assert_eq!(count(&rig), 1);
}
