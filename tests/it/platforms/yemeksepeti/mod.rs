//! Yemeksepeti: the real adapter against a faithful fake of Delivery Hero's Middleware, over real HTTP both ways.

mod answers;
mod arriving;
mod cancelling;
mod documented;
pub mod fake;
mod life;
mod payloads;
mod pushing;
mod reconciling;
mod shop;
mod stand;
mod trouble;

use crate::harness::{Clock, Garson, Host, Reply, eventually};
use fake::{CHAIN, Middleware, PASSWORD, SECRET, SHOP, USER, signed};
use garson::clock;
use serde_json::{Value, json};

/// An order as the published documents compose it.
const EXAMPLE: &str = include_str!("example.json");

/// A restaurant that is connected to a fake Middleware.
struct Rig {
    garson: Garson,
    host: Host<Middleware>,
    restaurant: String,
    intake: String,
}

impl Rig {
    fn start(fake: Middleware) -> Rig {
        Rig::start_with(fake, json!({}))
    }

    /// With settings of the integration.
    fn start_with(fake: Middleware, settings: Value) -> Rig {
        Rig::start_on(Garson::start(), fake, settings)
    }

    /// For which time passes as the test says.
    fn start_by(clock: &Clock, fake: Middleware) -> Rig {
        Rig::start_on(Garson::prepare(&[]).clock(clock).serve(), fake, json!({}))
    }

    fn start_on(garson: Garson, fake: Middleware, settings: Value) -> Rig {
        let host = Host::start(fake);
        let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Dürümcü" })).id();
        let mut rig = Rig { garson, host, restaurant, intake: String::new() };
        let body = json!({ "baseUrl": rig.host.url, "credentials": credentials(), "settings": settings });
        let connected = rig.garson.put(&rig.path(""), body);
        let url = connected.data()["intakeUrl"].as_str().unwrap();
        rig.intake = url[url.find("/intake").unwrap()..].to_owned();
        // What reconciliation found is stored before a test begins.
        eventually("it is connected", || rig.integration()["isConnected"].as_bool().filter(|is| *is));
        rig
    }

    fn path(&self, rest: &str) -> String {
        format!("/web-api/v1/restaurants/{}/integrations/yemeksepeti{rest}", self.restaurant)
    }

    fn integration(&self) -> Value {
        let list = self.garson.get(&format!("/web-api/v1/restaurants/{}/integrations", self.restaurant));
        list.data()[0].clone()
    }

    fn show(&self, id: &str) -> Value {
        self.garson.get(&format!("/web-api/v1/orders/{id}")).data().clone()
    }

    fn status(&self, id: &str) -> u64 {
        self.show(id)["status"].as_u64().unwrap()
    }

    fn count(&self) -> usize {
        self.garson.get("/web-api/v1/orders?limit=200").data().as_array().unwrap().len()
    }

    #[track_caller]
    fn await_step(&self, id: &str, step: &str, state: &str) -> Value {
        eventually(&format!("{step} of {id} is {state}"), || {
            let detail = self.show(id);
            let steps = detail["platformSync"].as_array().unwrap();
            steps.iter().find(|one| one["step"] == step && one["state"] == state).cloned()
        })
    }

    fn verify(&self, id: &str) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({}))
    }

    fn advance(&self, id: &str) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({}))
    }

    fn cancel(&self, id: &str, body: Value) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/cancel/{id}"), body)
    }

    /// Any push with any header.
    fn push(&self, method: &str, path: &str, body: &[u8], authorization: &str) -> Reply {
        let headers = [("Authorization", authorization)];
        self.garson.send(method, &format!("{}{path}", self.intake), Some(body), &headers)
    }

    /// The platform sends an order and takes in our answer; our id.
    #[track_caller]
    fn dispatch(&self, order: &Value) -> String {
        self.host.fake().dispatch(order);
        let reply = self.push_order(order);
        let id = remote_id(&reply);
        self.host.fake().acknowledge(order["token"].as_str().unwrap_or_default(), &id);
        id
    }

    fn push_order(&self, order: &Value) -> Reply {
        self.push("POST", &format!("/order/{SHOP}"), order.to_string().as_bytes(), &bearer())
    }

    fn push_status(&self, our_id: &str, body: Value) -> Reply {
        let path = format!("/remoteId/{SHOP}/remoteOrder/{our_id}/posOrderStatus");
        self.push("PUT", &path, body.to_string().as_bytes(), &bearer())
    }

    /// Someone touches the integration, so it is reconciled at once; returns when that is stored.
    #[track_caller]
    fn reconcile(&self) {
        let before = self.integration()["lastSuccessAt"].clone();
        self.garson.put(&self.path(""), json!({ "isActive": true })).data();
        eventually("it is reconciled", || (self.integration()["lastSuccessAt"] != before).then_some(()));
    }

    /// What the platform was told of an order, by `status`.
    fn told(&self, token: &str) -> Vec<Value> {
        let path = format!("/v2/order/status/{token}");
        let heard = self.host.heard();
        let calls = heard.iter().filter(|heard| heard.method == "POST" && heard.path.split('?').next() == Some(&path));
        calls.map(|heard| heard.json()["status"].clone()).collect()
    }

    #[track_caller]
    fn assert_behaved(&self) {
        assert_eq!(self.host.fake().violations, Vec::<String>::new());
    }
}

pub fn credentials() -> Value {
    json!({
        "username": USER, "password": PASSWORD, "chainCode": CHAIN, "posVendorId": SHOP, "pluginSecret": SECRET,
    })
}

pub fn bearer() -> String {
    format!("Bearer {}", signed("HS512", &json!({ "service": "middleware" }), SECRET))
}

#[track_caller]
fn remote_id(reply: &Reply) -> String {
    let id = reply.json["remoteResponse"]["remoteOrderId"].as_str();
    let id = id.filter(|_| reply.status == 200 && reply.json.as_object().is_some_and(|answer| answer.len() == 1));
    id.unwrap_or_else(|| panic!("no remoteOrderId in {reply}")).to_owned()
}

/// For the restaurant's own courier, in direct mode.
pub fn an_order(token: &str) -> Value {
    let mut order: Value = serde_json::from_str(EXAMPLE).unwrap();
    order["token"] = json!(token);
    order["test"] = json!(false);
    // After the restaurant was connected, however early a test makes it.
    order["createdAt"] = json!(in_minutes(1));
    order["delivery"]["expectedDeliveryTime"] = json!(in_minutes(45));
    order["expiryDate"] = json!(in_minutes(10));
    order
}

fn for_rider(token: &str) -> Value {
    let mut order = an_order(token);
    order["delivery"]["address"] = Value::Null;
    order["delivery"]["riderPickupTime"] = json!(in_minutes(20));
    let urls = order["callbackUrls"].as_object_mut().unwrap();
    let url = urls.remove("orderPickedUpUrl").unwrap();
    urls.insert("orderPreparedUrl".to_owned(), url);
    order
}

fn for_pickup(token: &str) -> Value {
    let mut order = an_order(token);
    order["expeditionType"] = json!("pickup");
    order["delivery"] = Value::Null;
    order["pickup"] = json!({ "pickupTime": in_minutes(25), "pickupCode": "77" });
    order
}

/// As it comes when staff have accepted it on the platform's tablet.
fn indirect(mut order: Value) -> Value {
    let urls = order["callbackUrls"].as_object_mut().unwrap();
    urls.remove("orderAcceptedUrl");
    urls.remove("orderRejectedUrl");
    order
}

fn in_minutes(minutes: i64) -> String {
    garson::model::Time(clock::now().0 + minutes * 60_000).to_string()
}
