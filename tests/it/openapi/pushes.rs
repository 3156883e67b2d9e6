//! What platforms push, each after the document's own example, and what becomes of it.

use super::{platforms::Branch, visitor::Visitor};
use crate::platforms::{migros::fake as migros, yemeksepeti::fake as yemeksepeti};
use serde_json::{Value, json};

impl Branch {
    pub fn takes_orders(&self, visitor: &mut Visitor) {
        self.takes_orders_of_getir(visitor);
        self.takes_orders_of_trendyol_go(visitor);
        self.takes_orders_of_yemeksepeti(visitor);
        self.takes_orders_of_migros(visitor);
        self.is_switched_off(visitor);
    }

    fn takes_orders_of_getir(&self, visitor: &Visitor) {
        let order = example(visitor, "intake_getir_add_order");
        let id = order["id"].as_str().unwrap().to_owned();
        self.getir.fake().add(order.clone());
        let push = |body: Value| visitor.ask("intake_getir_add_order").json(body);
        push(order.clone()).expect(200);
        // Wrapped, as a list, with nothing in it that could be understood, and with too much in it.
        push(json!({ "foodOrder": order })).expect(200);
        push(json!([order, null, { "id": "odd" }])).expect(200);
        push(json!({ "foodOrders": [order] })).expect(200);
        push(json!({})).expect(200);
        assert_ne!(show(visitor, "odd")["problems"], json!([]));
        for operation in ["intake_getir_add_order", "intake_getir_cancel_order"] {
            visitor.ask(operation).json(json!(vec![json!({ "id": "one of many" }); 101])).expect(422);
        }
        visitor.ask("orders_reasons").of("orderId", &id).expect(200);
        visitor.ask("orders_verify").of("orderId", &id).expect(200);
        // A minute has to pass between the two.
        visitor.ask("orders_change_status").of("orderId", &id).expect(200);
        let steps = states(&show(visitor, &id));
        assert_eq!(steps, [("verify".into(), "done".into()), ("prepare".into(), "waiting".into())]);
        visitor.ask("orders_cancel").of("orderId", &id).json(json!({ "reason": "623" })).expect(422);
        visitor.ask("intake_getir_cancel_order").example(&[]).expect(200);
        let cancelled = show(visitor, &id);
        assert_eq!((&cancelled["status"], &cancelled["cancellation"]["by"]), (&json!(1500), &json!("customer")));
        assert_eq!(states(&cancelled)[1].1, "failed");
        // Nobody knows this one here.
        visitor.ask("intake_getir_cancel_order").json(json!({ "id": "unknown" })).expect(200);

        let agree = |key: Value| {
            let body = json!({ "credentials": { "webhookApiKey": key } });
            self.ask(visitor, "integrations_change", "getir").json(body).expect(200);
        };
        agree(json!("agreed-with-getir"));
        for operation in ["intake_getir_add_order", "intake_getir_cancel_order"] {
            visitor.ask(operation).example(&[]).expect(401);
            visitor.ask(operation).example(&[]).header("x-api-key", "another").expect(401);
            visitor.ask(operation).example(&[]).header("x-api-key", "agreed-with-getir").expect(200);
        }
        agree(Value::Null);
    }

    fn takes_orders_of_trendyol_go(&self, visitor: &Visitor) {
        let mut package = example(visitor, "intake_trendyol_go_event");
        let id = package["id"].as_str().unwrap().to_owned();
        self.trendyol.fake().place(package.clone());
        let event = |event: &str| visitor.ask("intake_trendyol_go_event").of("event", event);
        event("created").example(&[]).expect(200);
        visitor.ask("orders_reasons").of("orderId", &id).expect(200);
        visitor.ask("orders_verify").of("orderId", &id).expect(200);
        visitor.ask("orders_change_status").of("orderId", &id).expect(200);
        let refused = visitor.ask("orders_change_status").of("orderId", &id).expect(409);
        assert_eq!(refused.json["error"]["code"], "platform_decides");
        assert_eq!(show(visitor, &id)["allowedActions"], json!(["cancel"]));
        event("courierNearby").bytes("whatever").expect(200);
        event("delivered").json(json!({ "id": id })).expect(200);
        assert_eq!(show(visitor, &id)["status"], 900);

        // The same order, passed on by another platform.
        let placed = 1_794_673_231_412_i64;
        let order = json!({
            "id": "first", "status": 400, "deliveryType": 2, "paymentMethod": 4, "totalPrice": 200,
            "checkoutDate": garson::model::Time(placed), "products": [{ "name": "Tavuk Dürüm", "count": 1, "price": 200 }],
        });
        visitor.ask("intake_getir_add_order").json(order).expect(200);
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

    fn takes_orders_of_yemeksepeti(&self, visitor: &mut Visitor) {
        let signed = |secret: &str| {
            format!("Bearer {}", yemeksepeti::signed("HS512", &json!({ "service": "middleware" }), secret))
        };
        visitor.knows("remoteId", yemeksepeti::SHOP);
        let pushes =
            ["intake_yemeksepeti_add_order", "intake_yemeksepeti_change_order", "intake_yemeksepeti_set_availability"];
        for operation in pushes {
            visitor.ask(operation).example(&[]).expect(401);
            visitor.ask(operation).example(&[]).header("Authorization", &signed("another")).expect(401);
        }
        visitor.knows_proof("yemeksepeti", "Authorization", &signed(yemeksepeti::SECRET));

        let mut order = example(visitor, "intake_yemeksepeti_add_order");
        self.yemeksepeti.fake().dispatch(&order);
        let answered = visitor.ask("intake_yemeksepeti_add_order").example(&[]).expect(200);
        let id = answered.json["remoteResponse"]["remoteOrderId"].as_str().unwrap().to_owned();
        self.yemeksepeti.fake().acknowledge(order["token"].as_str().unwrap(), &id);
        assert_eq!(visitor.ask("intake_yemeksepeti_add_order").example(&[]).expect(200).json, answered.json);
        visitor.ask("orders_reasons").of("orderId", &id).expect(200);
        visitor.ask("orders_verify").of("orderId", &id).expect(200);
        visitor.knows("remoteOrderId", &id);
        let move_on = |status: &str| {
            visitor.ask("intake_yemeksepeti_change_order").json(json!({ "status": status })).expect(200);
            show(visitor, &id)["status"].clone()
        };
        assert_eq!(move_on("COURIER_ARRIVED_AT_VENDOR"), 500);
        assert_eq!(move_on("ORDER_PICKED_UP"), 600);
        visitor.ask("intake_yemeksepeti_change_order").example(&[]).expect(200);
        assert_eq!(show(visitor, &id)["cancellation"]["note"], "Müşteri vazgeçti");
        visitor.ask("intake_yemeksepeti_set_availability").example(&[]).expect(200);
        // Inside the answers that Delivery Hero lists, each in its shape.
        for nothing in ["{", "{}", "[]"] {
            visitor.ask("intake_yemeksepeti_add_order").bytes(nothing).expect(400);
        }
        visitor.ask("intake_yemeksepeti_add_order").bytes(" ".repeat((1 << 20) + 1)).expect(400);
        visitor.ask("intake_yemeksepeti_change_order").bytes("{").expect(503);
        visitor.ask("intake_yemeksepeti_set_availability").bytes(" ".repeat((1 << 20) + 1)).expect(503);

        // One that was accepted on the platform's own device is cancelled there.
        order["token"] = json!("indirect");
        order["callbackUrls"].as_object_mut().unwrap().retain(|name, _| name == "orderPickedUpUrl");
        visitor.ask("intake_yemeksepeti_add_order").json(order).expect(200);
        assert_eq!(show(visitor, "indirect")["status"], 500);
        for operation in ["orders_reasons", "orders_cancel"] {
            let refused = visitor.ask(operation).of("orderId", "indirect").expect(422);
            assert_eq!(refused.json["error"]["code"], "not_offered");
        }
    }

    fn takes_orders_of_migros(&self, visitor: &Visitor) {
        let push = || visitor.ask("intake_migros_yemek_push");
        let document = visitor.document;
        let mut order = document.example_called(&document.operation("intake_migros_yemek_push"), "created");
        let number = order["id"].as_i64().unwrap();
        let id = number.to_string();
        // It counts as it is read back, not as it was pushed.
        order["extendedProperties"]["orderNote"] = json!("read back");
        self.migros.fake().orders.insert(number, order);
        push().example_called("created").header("XApiKey", "another").expect(401);
        push().example_called("created").expect(200);
        assert_eq!(show(visitor, &id)["note"], "read back");
        visitor.ask("orders_reasons").of("orderId", &id).expect(200);
        visitor.ask("orders_cancel").of("orderId", &id).expect(422);
        visitor.ask("orders_verify").of("orderId", &id).expect(200);
        push().example_called("delivery").header("XApiKey", migros::KEY).expect(200);
        assert_eq!(show(visitor, &id)["status"], 600);
        push().example_called("cancelled").header("XApiKey", migros::KEY).expect(200);
        assert_eq!(show(visitor, &id)["status"], 1500);
        push().json(json!({ "hello": "Migros" })).expect(200);
    }

    fn is_switched_off(&self, visitor: &Visitor) {
        self.migros.fake().add(2, json!({}));
        for (provider, operation) in [
            ("getir", "intake_getir_add_order"),
            ("trendyol-go", "intake_trendyol_go_event"),
            ("yemeksepeti", "intake_yemeksepeti_add_order"),
            ("migros-yemek", "intake_migros_yemek_push"),
        ] {
            let switch = |is_active: bool| {
                self.ask(visitor, "integrations_change", provider).json(json!({ "isActive": is_active })).expect(200);
            };
            switch(false);
            let refused = visitor.ask(operation).json(json!({ "id": 2, "token": "2", "items": [] })).expect(503);
            assert_eq!(refused.json["error"]["code"], "integration_off");
            switch(true);
        }
    }
}

fn example(visitor: &Visitor, operation: &str) -> Value {
    visitor.document.example_body(&visitor.document.operation(operation))
}

fn show(visitor: &Visitor, id: &str) -> Value {
    visitor.ask("orders_show").of("orderId", id).expect(200).data().clone()
}

/// Name and state of each step.
fn states(order: &Value) -> Vec<(String, String)> {
    let text = |step: &Value, field: &str| step[field].as_str().unwrap().to_owned();
    order["platformSync"].as_array().unwrap().iter().map(|step| (text(step, "step"), text(step, "state"))).collect()
}
