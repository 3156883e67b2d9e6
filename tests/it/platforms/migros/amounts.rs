//! What an order costs, whether its prices are of a piece or of a line.

use super::{Rig, fake::*};
use serde_json::{Value, json};

fn of_items(order: &Value) -> Vec<(f64, f64)> {
    let number = |value: &Value| value.as_f64().unwrap();
    order["items"].as_array().unwrap().iter().map(|item| (number(&item["unitPrice"]), number(&item["total"]))).collect()
}

/// Subtotal, discount and total.
fn sums(order: &Value) -> [f64; 3] {
    ["subtotal", "discount", "total"].map(|field| order["amount"][field].as_f64().unwrap())
}

#[test]
fn the_reading_that_adds_up_is_shown_and_one_that_does_not_is_flagged() {
    let item = |name: &str, amount: u32, price: i64| json!({ "name": name, "amount": amount, "price": price });
    let lines = json!([item("Pide", 2, 10_000), item("Tepsi", 1, 30_000)]);
    let option = json!({ "headerName": "Ekstra", "itemNames": "Kaşar", "primaryPrice": 3_200, "quantity": 1 });
    let mut with_option = item("Pide", 1, 16_900);
    with_option["unitPrice"] = json!(20_100);
    with_option["options"] = json!([option]);
    let penny = |amount: i64| json!({ "amountAsPenny": amount, "text": "" });
    let rig = Rig::start(Migros::with(&[
        (1, json!({ "items": lines, "prices": { "total": 50_000 } })),
        (2, json!({ "items": lines, "prices": { "total": penny(50_000), "discounted": null } })),
        (3, json!({ "items": [with_option], "prices": { "total": penny(20_100), "discounted": penny(18_100) } })),
        (4, json!({ "items": lines, "prices": { "total": 77_700 } })),
        (
            5,
            json!({ "items": lines, "prices": { "total": penny(50_000), "discounted": penny(0),
            "restaurantDiscounted": penny(50_000), "migrosDiscounted": penny(0) } }),
        ),
        (6, json!({ "items": lines, "prices": { "total": penny(50_000), "discounted": penny(0) } })),
    ]));
    rig.await_status(6, 400);
    // A zero that may stand for no discount is shown and flagged.
    let unclear = rig.show(6);
    assert_eq!((sums(unclear.data()), &unclear.data()["payment"]["isPaid"]), ([500.0, 500.0, 0.0], &json!(false)));
    assert_eq!(unclear.data()["problems"], json!(["prices.discounted"]));
    // One that a discount made free asks for nothing.
    let free = rig.show(5);
    assert_eq!((sums(free.data()), &free.data()["payment"]["isPaid"]), ([500.0, 500.0, 0.0], &json!(true)));
    assert_eq!((&free.data()["payment"]["type"], &free.data()["problems"]), (&json!("cash"), &json!([])));
    for id in [1, 2] {
        let shown = rig.show(id);
        assert_eq!(of_items(shown.data()), [(100.0, 200.0), (300.0, 300.0)], "{id}");
        assert_eq!((sums(shown.data()), &shown.data()["problems"]), ([500.0, 0.0, 500.0], &json!([])), "{id}");
    }
    let shown = rig.show(3);
    assert_eq!((of_items(shown.data()), sums(shown.data())), (vec![(169.0, 201.0)], [201.0, 20.0, 181.0]));
    assert_eq!((&shown.data()["items"][0]["options"][0]["price"], &shown.data()["problems"]), (&json!(32), &json!([])));
    let shown = rig.show(4);
    assert_eq!((sums(shown.data()), &shown.data()["problems"]), ([777.0, 0.0, 777.0], &json!(["amounts"])));
    assert_eq!(of_items(shown.data()), [(50.0, 100.0), (300.0, 300.0)]);
}
