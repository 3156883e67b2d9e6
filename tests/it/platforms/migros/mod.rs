//! Migros Yemek: the real adapter against a faithful fake, over real HTTP.

mod amounts;
mod arriving;
mod cancelling;
mod documented;
pub mod fake;
mod following;
mod life;
mod pushes;
mod shop;
mod stand;
mod trouble;

use crate::harness::{Clock, Garson, Host, Reply, eventually};
use fake::{GROUP, KEY, Migros, SECRET, STORE};
use serde_json::{Value, json};

const POLLING: &[&str] = &["--poll-interval", "1s"];

/// The order that the facts compose.
pub const EXAMPLE: &str = include_str!("example.json");

/// A restaurant that is connected to a fake Migros.
struct Rig {
    garson: Garson,
    host: Host<Migros>,
    restaurant: String,
    intake: String,
}

impl Rig {
    fn start(fake: Migros) -> Rig {
        Rig::start_with(fake, json!({}))
    }

    /// With other credentials or settings.
    fn start_with(fake: Migros, more: Value) -> Rig {
        Rig::start_on(Garson::start_with(POLLING), fake, more)
    }

    /// For which time passes as the test says.
    fn start_by(clock: &Clock, fake: Migros) -> Rig {
        Rig::start_on(Garson::prepare(POLLING).clock(clock).serve(), fake, json!({}))
    }

    fn start_on(garson: Garson, fake: Migros, more: Value) -> Rig {
        let host = Host::start(fake);
        let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Dürümcü" })).id();
        let mut rig = Rig { garson, host, restaurant, intake: String::new() };
        let mut body = json!({ "baseUrl": rig.host.url, "credentials": credentials() });
        for (name, value) in more.as_object().unwrap() {
            for (inner, value) in value.as_object().unwrap() {
                body[name][inner] = value.clone();
            }
        }
        let connected = rig.garson.put(&rig.path(""), body);
        let url = connected.data()["intakeUrl"].as_str().unwrap();
        rig.intake = url[url.find("/intake").unwrap()..].to_owned();
        // The first poll follows at once; what a test changes comes after it.
        eventually("the first poll", || {
            let integration = rig.integration();
            (!integration["lastSuccessAt"].is_null() || !integration["lastError"].is_null()).then_some(())
        });
        rig
    }

    fn path(&self, rest: &str) -> String {
        format!("/web-api/v1/restaurants/{}/integrations/migros-yemek{rest}", self.restaurant)
    }

    fn integration(&self) -> Value {
        let list = self.garson.get(&format!("/web-api/v1/restaurants/{}/integrations", self.restaurant));
        list.data()[0].clone()
    }

    /// An integration that was touched is polled at once, which saves the tests the ten seconds between polls. Returns
    /// when that poll has ended well.
    #[track_caller]
    fn poll(&self) {
        let before = self.integration()["lastSuccessAt"].clone();
        self.garson.put(&self.path(""), json!({})).data();
        let is_later = || self.integration()["lastSuccessAt"] != before;
        eventually("a poll", || is_later().then_some(()));
    }

    /// Pushes something, as Migros would.
    fn push(&self, body: &Value) -> Reply {
        self.push_with(body, &[])
    }

    fn push_with(&self, body: &Value, headers: &[(&str, &str)]) -> Reply {
        let headers: Vec<_> = headers.iter().copied().chain([("Authorization", "")]).collect();
        self.garson.send("POST", &self.intake, Some(body.to_string().as_bytes()), &headers)
    }

    fn show(&self, id: i64) -> Reply {
        self.garson.get(&format!("/web-api/v1/orders/{id}"))
    }

    /// Nothing if the order is not here.
    fn status(&self, id: i64) -> Option<u64> {
        let shown = self.show(id);
        (shown.status == 200).then(|| shown.data()["status"].as_u64().unwrap())
    }

    #[track_caller]
    fn await_status(&self, id: i64, status: u64) {
        eventually(&format!("{id} is {status}"), || (self.status(id) == Some(status)).then_some(()));
    }

    /// Where the order stands at Migros.
    #[track_caller]
    fn await_theirs(&self, id: i64, status: &str) {
        eventually(&format!("{id} is {status} there"), || (self.host.fake().status(id) == status).then_some(()));
    }

    fn verify(&self, id: i64) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({}))
    }

    fn advance(&self, id: i64) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({}))
    }

    fn cancel(&self, id: i64, body: Value) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/cancel/{id}"), body)
    }

    fn steps(&self, id: i64) -> Vec<(String, String)> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let shown = self.show(id);
        let steps = shown.data()["platformSync"].as_array().unwrap();
        steps.iter().map(|step| (text(&step["step"]), text(&step["state"]))).collect()
    }

    fn count(&self) -> usize {
        self.garson.get("/web-api/v1/orders?limit=200").data().as_array().unwrap().len()
    }
}

pub fn credentials() -> Value {
    json!({ "apiKey": KEY, "secretKey": SECRET, "storeId": STORE.to_string(), "storeGroupId": GROUP.to_string() })
}
