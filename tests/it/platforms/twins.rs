//! One order that comes from two platforms: the second says so, and nothing is merged.

use crate::harness::Garson;
use serde_json::{Value, json};

/// Where nobody listens: the pushes alone count here.
const NOWHERE: &str = "http://127.0.0.1:9";

struct Both {
    garson: Garson,
    getir: String,
    trendyol: String,
}

impl Both {
    fn start() -> Both {
        let garson = Garson::start();
        let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Dönerci" })).id();
        let connect = |provider: &str, credentials: Value| {
            let path = format!("/web-api/v1/restaurants/{restaurant}/integrations/{provider}");
            let made = garson.put(&path, json!({ "baseUrl": NOWHERE, "credentials": credentials }));
            let url = made.data()["intakeUrl"].as_str().unwrap().to_owned();
            url[url.find("/intake").unwrap()..].to_owned()
        };
        let getir = connect("getir", json!({ "appSecretKey": "a", "restaurantSecretKey": "b" }));
        let trendyol = connect(
            "trendyol-go",
            json!({
                "supplierId": "1", "storeId": "2", "apiKey": "k", "apiSecret": "s", "executorEmail": "a@example.com"
            }),
        );
        Both { garson, getir, trendyol }
    }

    fn push(&self, path: &str, order: Value) {
        let reply = self.garson.send("POST", path, Some(order.to_string().as_bytes()), &[("Authorization", "")]);
        assert_eq!(reply.status, 200, "{reply}");
    }

    fn getir_sends(&self, id: &str, total: f64) {
        let order = json!({
            "id": id, "status": 400, "checkoutDate": "2026-11-14T16:20:31.412Z", "deliveryType": 2,
            "paymentMethod": 4, "totalPrice": total,
            "products": [{ "name": { "tr": "Tavuk Dürüm" }, "count": 2, "price": total / 2.0, "totalPriceWithOption": total }]
        });
        self.push(&format!("{}/orders", self.getir), order);
    }

    fn trendyol_sends(&self, id: &str, total: f64, app: &str) {
        let item = |id: &str| json!({ "packageItemId": id, "isCancelled": false });
        let order = json!({
            "id": id, "packageStatus": "Created", "packageCreationDate": 1_794_673_231_412_u64, "storeId": 2,
            "deliveryType": "STORE", "totalPrice": total, "payment": { "paymentType": "PAY_WITH_CARD" },
            "lines": [{ "name": "Tavuk dürüm", "unitSellingPrice": total / 2.0, "items": [item("1"), item("2")] }],
            "userInformation": { "appName": app }
        });
        self.push(&format!("{}/created", self.trendyol), order);
    }

    fn twin_of(&self, id: &str) -> Value {
        self.garson.get(&format!("/web-api/v1/orders/{id}")).data()["possibleDuplicateOf"].clone()
    }

    fn id_of(&self, id: &str) -> Value {
        self.garson.get(&format!("/web-api/v1/orders/{id}")).data()["id"].clone()
    }
}

#[test]
fn an_order_that_getir_passed_on_is_flagged_whichever_comes_first() {
    let both = Both::start();
    both.getir_sends("g1", 410.0);
    both.trendyol_sends("t1", 410.0, "Galaxy");
    assert_eq!(both.twin_of("t1"), both.id_of("g1"));
    assert_eq!(both.twin_of("g1"), Value::Null);

    both.trendyol_sends("t2", 222.0, "Galaxy");
    both.getir_sends("g2", 222.0);
    assert_eq!(both.twin_of("g2"), both.id_of("t2"));
    assert_eq!(both.garson.get("/web-api/v1/orders").data().as_array().unwrap().len(), 4);
}

#[test]
fn an_order_that_only_looks_alike_is_not() {
    let both = Both::start();
    both.getir_sends("g1", 410.0);
    both.trendyol_sends("t1", 410.0, "TrendyolGo");
    both.trendyol_sends("t2", 411.0, "Galaxy");
    for id in ["g1", "t1", "t2"] {
        assert_eq!(both.twin_of(id), Value::Null, "{id}");
    }
}
