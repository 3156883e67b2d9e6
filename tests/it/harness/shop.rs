//! A restaurant with an `open` integration: how orders come in.

use super::{Garson, Reply};
use serde_json::{Value, json};

pub struct Shop {
    pub restaurant: String,
    pub intake: String,
}

impl Shop {
    pub fn open(garson: &Garson) -> Shop {
        Shop::open_with(garson, json!({}))
    }

    /// With a body for the integration, such as settings.
    pub fn open_with(garson: &Garson, integration: Value) -> Shop {
        let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Köfteci" })).id();
        let made = garson.put(&format!("/web-api/v1/restaurants/{restaurant}/integrations/open"), integration);
        let url = made.data()["intakeUrl"].as_str().unwrap();
        // The address that is printed is the one for platforms; the port under test is what counts.
        let path = &url[url.find("/intake").unwrap()..];
        Shop { restaurant, intake: path.to_owned() }
    }

    pub fn push(&self, garson: &Garson, order: &Value) -> Reply {
        self.push_raw(garson, order.to_string().as_bytes())
    }

    pub fn push_raw(&self, garson: &Garson, body: &[u8]) -> Reply {
        garson.send("POST", &format!("{}/orders", self.intake), Some(body), &[("Authorization", "")])
    }

    /// A simple order; its id with us.
    pub fn order(&self, garson: &Garson, platform_id: &str) -> String {
        self.push(garson, &an_order(platform_id)).id()
    }

    pub fn cancel(&self, garson: &Garson, platform_id: &str, body: Value) -> Reply {
        let path = format!("{}/orders/{platform_id}/cancel", self.intake);
        garson.send("POST", &path, Some(body.to_string().as_bytes()), &[("Authorization", "")])
    }
}

/// The least that an order must have.
pub fn an_order(platform_id: &str) -> Value {
    json!({
        "providerOrderId": platform_id,
        "items": [{ "name": "Adana", "quantity": 2, "total": 499.9 }],
        "amount": { "total": 499.9 },
        "payment": { "type": "cash" }
    })
}
