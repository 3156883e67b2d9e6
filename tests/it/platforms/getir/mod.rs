//! Getir Yemek: the real adapter against a faithful fake of Getir, over real HTTP.

mod arriving;
mod cancelling;
mod documented;
pub mod fake;
mod following;
mod life;
mod payloads;
mod shop;
mod stand;
mod trouble;

use crate::{
    harness::{Clock, Garson, Host, Reply, eventually},
    platforms::TOO_LONG,
};
use fake::{APP_SECRET, Getir, RESTAURANT_SECRET};
use serde_json::{Value, json};
use std::time::Duration;

pub const ACTIVE: &str = "POST /food-orders/active";

/// How often Getir may be asked for that, and is asked here.
const EVERY: Duration = Duration::from_secs(3);

/// An order as Getir's documents compose it.
const EXAMPLE: &str = include_str!("example.json");

/// A restaurant that is connected to a fake Getir.
struct Rig {
    garson: Garson,
    host: Host<Getir>,
    /// Of both of them.
    clock: Clock,
    restaurant: String,
    intake: String,
}

impl Rig {
    fn start(fake: Getir) -> Rig {
        Rig::start_with(fake, json!({}))
    }

    /// With more fields of the integration.
    fn start_with(fake: Getir, more: Value) -> Rig {
        let clock = fake.clock.clone();
        let garson = Garson::prepare(&["--poll-interval", "1s"]).clock(&clock).serve();
        let host = Host::start(fake);
        let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Dönerci" })).id();
        let mut rig = Rig { garson, host, clock, restaurant, intake: String::new() };
        let mut body = json!({
            "baseUrl": rig.host.url,
            "credentials": { "appSecretKey": APP_SECRET, "restaurantSecretKey": RESTAURANT_SECRET },
            "settings": { "stepPauseSeconds": 1 }
        });
        for (name, value) in more.as_object().unwrap() {
            for (inner, value) in value.as_object().unwrap() {
                body[name][inner] = value.clone();
            }
        }
        let connected = rig.garson.put(&rig.path(""), body);
        let url = connected.data()["intakeUrl"].as_str().unwrap();
        rig.intake = url[url.find("/intake").unwrap()..].to_owned();
        rig
    }

    fn path(&self, rest: &str) -> String {
        format!("/web-api/v1/restaurants/{}/integrations/getir{rest}", self.restaurant)
    }

    fn integration(&self) -> Value {
        let list = self.garson.get(&format!("/web-api/v1/restaurants/{}/integrations", self.restaurant));
        list.data()[0].clone()
    }

    fn show(&self, id: &str) -> Reply {
        self.garson.get(&format!("/web-api/v1/orders/{id}"))
    }

    fn status(&self, id: &str) -> Option<u64> {
        let shown = self.show(id);
        (shown.status == 200).then(|| shown.data()["status"].as_u64().unwrap())
    }

    #[track_caller]
    fn await_status(&self, id: &str, status: u64) {
        self.await_polled(&format!("{id} is {status}"), || (self.status(id) == Some(status)).then_some(()));
    }

    /// Waits for what a poll brings.
    #[track_caller]
    fn await_polled<T>(&self, what: &str, ask: impl FnMut() -> Option<T>) -> T {
        self.clock.await_by_asking(&self.host, EVERY, what, ask)
    }

    /// Returns when Getir was polled so often more.
    #[track_caller]
    fn await_polls(&self, more: usize) {
        let before = self.host.count(ACTIVE);
        self.await_polled("polls go on", || (self.host.count(ACTIVE) >= before + more).then_some(()));
    }

    /// What Getir itself has as the order's status.
    #[track_caller]
    fn await_theirs(&self, id: &str, status: i64) {
        eventually(&format!("{id} is {status} at Getir"), || (self.host.fake().status(id) == status).then_some(()));
    }

    /// One step of `platformSync`.
    fn step(&self, id: &str, step: &str) -> Value {
        let detail = self.show(id).data().clone();
        let found = detail["platformSync"].as_array().unwrap().iter().find(|one| one["step"] == step).cloned();
        found.unwrap_or_default()
    }

    #[track_caller]
    fn await_step(&self, id: &str, step: &str, state: &str) -> Value {
        eventually(&format!("{step} of {id} is {state}"), || {
            Some(self.step(id, step)).filter(|step| step["state"] == state)
        })
    }

    fn verify(&self, id: &str) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({}))
    }

    /// Getir is told, and does not answer for as long as a person waits.
    fn verify_unanswered(&self, id: &str) -> Reply {
        let asked = format!("POST /food-orders/{id}/verify");
        self.clock.pass_during(&self.host, &asked, TOO_LONG, || self.verify(id))
    }

    fn advance(&self, id: &str) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({}))
    }

    fn cancel(&self, id: &str, body: Value) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/cancel/{id}"), body)
    }

    fn push(&self, route: &str, body: &[u8], key: &str) -> Reply {
        let headers = [("Authorization", ""), ("x-api-key", key)];
        self.garson.send("POST", &format!("{}{route}", self.intake), Some(body), &headers)
    }

    /// How often Getir was asked for this action on this order.
    fn told(&self, id: &str, action: &str) -> usize {
        self.host.count(&format!("POST /food-orders/{id}/{action}"))
    }

    #[track_caller]
    fn assert_behaved(&self) {
        assert_eq!(self.host.fake().violations, Vec::<String>::new());
    }
}

/// A Getir and a program for which time passes slowly, unless the test lets it.
fn slow(mut fake: Getir, by: u32) -> Getir {
    fake.clock = Clock::slower(by);
    fake
}

pub fn an_order(id: &str) -> Value {
    let mut order: Value = serde_json::from_str(EXAMPLE).unwrap();
    order["id"] = json!(id);
    order
}

/// For Getir's own courier.
fn for_getirs_courier(id: &str) -> Value {
    let mut order = an_order(id);
    order["deliveryType"] = json!(1);
    order
}
