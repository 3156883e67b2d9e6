//! What Trendyol Go pushes, after the API document's own example, and what becomes of it.

use crate::{
    harness::eventually,
    openapi::{Branch, Visitor, example, show},
};
use serde_json::{Value, json};

pub fn takes_orders(branch: &Branch, visitor: &mut Visitor<'_>) {
    let mut package = example(visitor, "pushTrendyolGoEvent");
    let id = package["id"].as_str().unwrap().to_owned();
    branch.fakes.trendyol_go.fake().place(package.clone());
    let event = |event: &str| visitor.ask("pushTrendyolGoEvent").of("event", event);
    event("created").example(&[]).expect(200);
    visitor.ask("listCancelReasons").of("orderId", &id).expect(200);
    visitor.ask("verifyOrder").of("orderId", &id).expect(200);
    visitor.ask("changeOrderStatus").of("orderId", &id).expect(200);
    let refused = visitor.ask("changeOrderStatus").of("orderId", &id).expect(409);
    assert_eq!(refused.json["error"]["code"], "platform_decides");
    assert_eq!(show(visitor, &id)["allowedActions"], json!(["cancel"]));
    event("courierNearby").bytes("whatever").expect(200);
    event("delivered").json(json!({ "id": id })).expect(200);
    assert_eq!(show(visitor, &id)["status"], 900);

    // One of which a part is cancelled.
    let piece = |number: u32| json!({ "packageItemId": number, "isCancelled": false });
    let mut halved = package.clone();
    (halved["id"], halved["orderNumber"], halved["totalPrice"]) = (json!("halved"), json!("1"), json!(400));
    halved["lines"][0]["items"] = json!([piece(1), piece(2)]);
    branch.fakes.trendyol_go.fake().place(halved.clone());
    event("created").json(halved).expect(200);
    branch.fakes.trendyol_go.fake().cancel_part("halved", 200.0);
    event("unsupplied").json(json!({ "id": "halved", "status": "Created" })).expect(200);
    let changed = show(visitor, "halved");
    let quantity = |side: &str| changed["changes"][0]["items"][side][0]["quantity"].as_u64();
    assert_eq!((quantity("before"), quantity("after")), (Some(2), Some(1)), "{changed}");
    assert_ne!(changed["firstRaw"], Value::Null);
    let told = eventually("the change is told", || {
        let log = visitor.ask("listDeliveries").query("event=siparis.degisti&state=delivered").expect(200);
        log.data()[0]["id"].as_str().map(str::to_owned)
    });
    visitor.ask("readDelivery").of("deliveryId", &told).expect(200);

    // The same order, passed on by another platform.
    let placed = 1_794_673_231_412_i64;
    let order = json!({
        "id": "first", "status": 400, "deliveryType": 2, "paymentMethod": 4, "totalPrice": 200,
        "checkoutDate": garson::model::Time(placed), "products": [{ "name": "Tavuk Dürüm", "count": 1, "price": 200 }],
    });
    visitor.ask("pushGetirOrders").json(order).expect(200);
    package["id"] = json!("second");
    package["orderNumber"] = json!("2003004006");
    package["userInformation"]["appName"] = json!("Galaxy");
    package["packageCreationDate"] = json!(placed);
    event("created").json(package.clone()).expect(200);
    assert_eq!(show(visitor, "second")["possibleDuplicateOf"], show(visitor, "first")["id"]);
    // A package that replaces that one.
    package["id"] = json!("third");
    event("created").json(package).expect(200);
    assert_eq!(show(visitor, "third")["possibleDuplicateOf"], show(visitor, "second")["id"]);
}
