//! Trendyol Go: the whole life of its orders, whoever delivers them.

mod amounts;
mod arriving;
mod cancelling;
mod changed;
mod clocks;
mod documented;
pub mod fake;
mod gaps;
mod parts;
mod shop;
mod stand;
mod trouble;

use crate::{
    harness::{Clock, Garson, Host, Reply, eventually},
    panel::Browser,
    platforms::TOO_LONG,
};
use fake::{Trendyol, id, package, with};
use serde_json::{Value, json};

/// A restaurant that is connected to the fake, asked every second.
struct Branch {
    garson: Garson,
    host: Host<Trendyol>,
    restaurant: String,
    /// Where the platform pushes to.
    intake: String,
}

impl Branch {
    fn open() -> Branch {
        Branch::open_with(json!({}))
    }

    /// With more in the integration's body.
    fn open_with(more: Value) -> Branch {
        let garson = Garson::start_with(&["--poll-interval", "1s"]);
        Branch::at_host(garson, Host::start(Trendyol::new()), more)
    }

    /// For which time passes as the test says.
    fn open_by(clock: &Clock) -> Branch {
        let garson = Garson::prepare(&["--poll-interval", "1s"]).clock(clock).serve();
        Branch::at_host(garson, Host::start(Trendyol::new()), json!({}))
    }

    fn at_host(garson: Garson, host: Host<Trendyol>, more: Value) -> Branch {
        let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Dürümcü" })).id();
        let mut body = json!({ "baseUrl": host.url, "credentials": credentials() });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let made = garson.put(&format!("/web-api/v1/restaurants/{restaurant}/integrations/trendyol-go"), body);
        let url = made.data()["intakeUrl"].as_str().unwrap();
        let intake = url[url.find("/intake").unwrap()..].to_owned();
        Branch { garson, host, restaurant, intake }
    }

    /// A customer orders, and the order is here.
    #[track_caller]
    fn take(&self, package: Value) -> Value {
        let number = package["id"].as_str().unwrap().to_owned();
        self.host.fake().place(package);
        eventually("the order arrives", || self.find(&number))
    }

    fn find(&self, id: &str) -> Option<Value> {
        let reply = self.garson.get(&format!("/web-api/v1/orders/{id}"));
        (reply.status == 200).then(|| reply.data().clone())
    }

    #[track_caller]
    fn order(&self, number: u32) -> Value {
        self.find(&id(number)).expect("the order is here")
    }

    #[track_caller]
    fn await_status(&self, number: u32, status: u32) -> Value {
        eventually(&format!("order {number} gets to {status}"), || {
            let order = self.order(number);
            (order["status"] == status).then_some(order)
        })
    }

    #[track_caller]
    fn await_there(&self, number: u32, status: &str) {
        let is_there = || (self.host.fake().status(&id(number)) == status).then_some(());
        eventually(&format!("package {number} gets to {status}"), is_there);
    }

    fn verify(&self, number: u32) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/verify/{}", id(number)), json!({}))
    }

    /// The platform is told, and does not answer for as long as a person waits.
    fn verify_unanswered(&self, number: u32, clock: &Clock) -> Reply {
        clock.pass_during(&self.host, &step_call("picked"), TOO_LONG, || self.verify(number))
    }

    fn advance(&self, number: u32) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/change-status/{}", id(number)), json!({}))
    }

    fn cancel(&self, number: u32, body: Value) -> Reply {
        self.garson.post(&format!("/web-api/v1/orders/cancel/{}", id(number)), body)
    }

    fn push(&self, event: &str, body: &[u8]) -> Reply {
        self.garson.send("POST", &format!("{}/{event}", self.intake), Some(body), &[("Authorization", "")])
    }

    /// How the integration fares.
    fn pulse(&self) -> Value {
        self.garson.get(&format!("/web-api/v1/restaurants/{}/integrations", self.restaurant)).data()[0].clone()
    }

    fn at(&self, rest: &str) -> String {
        format!("/web-api/v1/restaurants/{}/integrations/trendyol-go{rest}", self.restaurant)
    }

    /// How often this step was told: `picked`, or `<id>/manual-shipped`.
    fn told(&self, step: &str) -> usize {
        self.host.count(&step_call(step))
    }

    /// The body of the last call of this step.
    fn said(&self, step: &str) -> Value {
        self.host.heard().iter().rev().find(|heard| heard.path.ends_with(step)).expect("it was told").json()
    }
}

fn credentials() -> Value {
    json!({
        "supplierId": fake::SUPPLIER, "storeId": fake::STORE, "apiKey": "key", "apiSecret": "secret",
        "executorEmail": "sahip@example.com",
    })
}

fn step_call(step: &str) -> String {
    format!("PUT /integrator/order/meal/suppliers/{}/packages/{step}", fake::SUPPLIER)
}

fn steps(order: &Value) -> Vec<(String, String)> {
    let text = |step: &Value, field: &str| step[field].as_str().unwrap().to_owned();
    order["platformSync"].as_array().unwrap().iter().map(|step| (text(step, "step"), text(step, "state"))).collect()
}

fn done(names: &[&str]) -> Vec<(String, String)> {
    names.iter().map(|name| ((*name).to_owned(), "done".to_owned())).collect()
}

#[test]
fn an_order_of_the_restaurants_own_courier_goes_from_the_kitchen_to_the_door() {
    let mut branch = Branch::open();
    let order = branch.take(package(1));
    assert_eq!((&order["status"], &order["deliveryType"]), (&json!(400), &json!("restaurant_courier")));
    assert_eq!(order["problems"], json!([]));
    branch.verify(1).data();
    assert_eq!(branch.host.fake().status(&id(1)), "Picking");
    // Nobody has said how long the kitchen takes.
    assert_eq!(branch.said("picked"), json!({ "packageId": id(1), "preparationTime": 20 }));
    assert_eq!(branch.advance(1).data()["newStatus"], 600);
    branch.await_there(1, "Shipped");
    assert_eq!(branch.advance(1).data()["newStatus"], 900);
    branch.await_there(1, "Delivered");
    let told = done(&["picked", "invoiced", "manual-shipped", "manual-delivered"]);
    let order = eventually("all steps are done", || Some(branch.order(1)).filter(|order| steps(order) == told));
    assert_eq!(order["history"].as_array().unwrap().len(), 4, "{order}");
    assert_eq!((branch.told("picked"), branch.told("invoiced")), (1, 1));
    assert_eq!(branch.told(&format!("{}/manual-shipped", id(1))), 1);
    branch.garson.stop_sound();
}

#[test]
fn the_minutes_of_an_order_are_told_with_its_acceptance_also_when_that_has_to_wait() {
    let branch = Branch::open_with(json!({ "settings": { "preparationMinutes": 35 } }));
    branch.take(package(1));
    let verify = |number: u32, minutes: u32| {
        let path = format!("/web-api/v1/orders/verify/{}", id(number));
        branch.garson.post(&path, json!({ "preparationMinutes": minutes }))
    };
    verify(1, 50).data();
    assert_eq!(branch.said("picked"), json!({ "packageId": id(1), "preparationTime": 50 }));
    assert_eq!(branch.order(1)["preparationMinutes"], 50);
    // More than the platform takes is what it takes at most, there; here it is what was said.
    branch.take(package(2));
    branch.host.fake().trouble("picked", 1, fake::Trouble::Slower(1));
    verify(2, 200).data();
    branch.await_there(2, "Picking");
    assert_eq!(branch.said("picked"), json!({ "packageId": id(2), "preparationTime": 120 }));
    assert_eq!(branch.order(2)["preparationMinutes"], 200);
}

#[test]
fn the_platforms_courier_moves_his_orders_himself() {
    let branch = Branch::open_with(json!({ "settings": { "preparationMinutes": 200 } }));
    branch.take(with(package(1), "deliveryType", json!("GO")));
    branch.verify(1).data();
    // The platform takes two hours at most.
    assert_eq!(branch.said("picked")["preparationTime"], 120);
    assert_eq!(branch.advance(1).data()["newStatus"], 600);
    assert_eq!(branch.host.fake().status(&id(1)), "Invoiced");
    branch.advance(1).refused(409, "platform_decides");
    branch.host.fake().set(&id(1), "Shipped");
    branch.host.fake().set(&id(1), "Delivered");
    let order = branch.await_status(1, 900);
    assert_eq!(order["history"][3]["by"], "platform");
    // One that he fetches before anybody here says that it is ready.
    branch.take(with(package(2), "deliveryType", json!("GO")));
    branch.verify(2).data();
    branch.host.fake().set(&id(2), "Shipped");
    branch.await_status(2, 600);
    branch.host.fake().set(&id(2), "Delivered");
    branch.await_status(2, 900);
    let is_ours = |path: &str| path.contains("manual-");
    assert!(!branch.host.heard().iter().any(|heard| is_ours(&heard.path)));
}

#[test]
fn that_it_is_ready_is_told_once_where_the_platforms_courier_fetches() {
    let branch = Branch::open();
    for (number, delivery) in [(1, "GO"), (2, "STORE")] {
        branch.take(with(package(number), "deliveryType", json!(delivery)));
        branch.verify(number).data();
        let path = format!("/orders/{}/ready", id(number));
        let marked = Browser::owner(&branch.garson, "en").post(&path, &[("ready", "yes")]);
        assert_eq!(marked.status, 303, "{marked}");
    }
    branch.await_there(1, "Invoiced");
    eventually("it is noted", || (steps(&branch.order(1)) == done(&["picked", "invoiced"])).then_some(()));
    assert_eq!((branch.order(1)["status"].clone(), steps(&branch.order(2))), (json!(500), done(&["picked"])));
    assert_eq!(branch.advance(1).data()["newStatus"], 600);
    assert_eq!((branch.told("invoiced"), steps(&branch.order(1))), (1, done(&["picked", "invoiced"])));
}

#[test]
fn an_order_that_the_customer_collects_is_ready_and_then_collected() {
    let branch = Branch::open();
    let order = branch.take(with(package(1), "storePickupSelected", json!(true)));
    assert_eq!(order["deliveryType"], "pickup");
    branch.verify(1).data();
    assert_eq!(branch.advance(1).data()["newStatus"], 600);
    assert_eq!(branch.host.fake().status(&id(1)), "Invoiced");
    assert_eq!(branch.advance(1).data()["newStatus"], 900);
    branch.await_there(1, "Delivered");
    let told = done(&["picked", "invoiced", "manual-shipped", "manual-delivered"]);
    eventually("all steps are done", || (steps(&branch.order(1)) == told).then_some(()));
}

#[test]
fn buttons_that_are_pressed_quickly_are_told_in_their_order() {
    let branch = Branch::open();
    branch.take(package(1));
    branch.verify(1).data();
    branch.advance(1).data();
    branch.advance(1).data();
    branch.await_there(1, "Delivered");
    let told = done(&["picked", "invoiced", "manual-shipped", "manual-delivered"]);
    eventually("all steps are done", || (steps(&branch.order(1)) == told).then_some(()));
}

#[test]
fn a_step_that_the_platform_took_by_itself_counts_as_done() {
    let branch = Branch::open();
    branch.take(package(1));
    branch.verify(1).data();
    branch.host.fake().set(&id(1), "Invoiced");
    assert_eq!(branch.advance(1).data()["newStatus"], 600);
    branch.await_there(1, "Shipped");
    // One that was accepted on the platform's own screen a moment ago.
    branch.take(package(2));
    branch.host.fake().set(&id(2), "Picking");
    branch.verify(2).data();
    assert_eq!(branch.order(2)["status"], 500);
}

#[test]
fn orders_are_accepted_automatically_where_the_owner_wants_that() {
    let branch = Branch::open_with(json!({ "settings": { "autoAccept": true, "preparationMinutes": 35 } }));
    branch.take(package(1));
    let order = branch.await_status(1, 500);
    assert_eq!(order["history"][1]["by"], "system");
    assert_eq!(branch.said("picked"), json!({ "packageId": id(1), "preparationTime": 35 }));
}
