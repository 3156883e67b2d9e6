//! What takes a platform: the answers of a restaurant that is connected to fakes of all of them.

use super::visitor::{Question, Visitor};
use crate::{
    harness::{Garson, Host, eventually},
    platforms::{
        FAKED, Fakes, credentials, getir::fake as getir, migros::fake as migros, take_orders,
        trendyol::fake as trendyol,
    },
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};

/// Where nobody listens.
const NOWHERE: &str = "http://127.0.0.1:9";
/// Longer than any call may take.
const HANG: Duration = Duration::from_secs(15);

/// Connects a restaurant to every platform that there is; the token of each.
pub fn connect_all(garson: &Garson) -> BTreeMap<String, String> {
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "x" })).id();
    let connect = |platform: &Value| {
        let provider = platform["provider"].as_str().unwrap();
        let body = json!({ "baseUrl": NOWHERE, "credentials": credentials(provider) });
        let made = garson.put(&format!("/web-api/v1/restaurants/{restaurant}/integrations/{provider}"), body);
        let address = made.data()["intakeUrl"].as_str().unwrap().to_owned();
        (provider.to_owned(), address.rsplit('/').next().unwrap().to_owned())
    };
    garson.get("/web-api/v1/providers").data().as_array().unwrap().iter().map(connect).collect()
}

/// A restaurant with its platforms.
pub struct Branch {
    pub restaurant: String,
    pub fakes: Fakes,
}

/// Everything that goes well, and what only platforms refuse.
pub fn connected(visitor: &mut Visitor) -> Branch {
    let restaurant = visitor.ask("createRestaurant").json(json!({ "name": "Branch" })).expect(200).id();
    let branch = Branch { restaurant, fakes: Fakes::start() };
    branch.is_refused(visitor);
    for provider in FAKED {
        let made = branch.connect(visitor, provider, branch.fakes.url(provider));
        visitor.knows_token(provider, &made);
        branch.works(visitor, provider);
    }
    branch.opens_and_closes(visitor);
    branch.switches_the_till(visitor);
    branch.shows_menus(visitor);
    take_orders(&branch, visitor);
    branch.is_switched_off(visitor);
    branch
}

impl Branch {
    pub fn ask<'a>(&self, visitor: &'a Visitor, id: &str, provider: &str) -> Question<'a> {
        visitor.ask(id).of("restaurantId", &self.restaurant).of("provider", provider)
    }

    fn connect(&self, visitor: &Visitor, provider: &str, url: &str) -> Value {
        let body = json!({ "baseUrl": url, "credentials": credentials(provider) });
        self.ask(visitor, "saveIntegration", provider).json(body).expect(200).data().clone()
    }

    fn menu<'a>(&self, visitor: &'a Visitor, provider: &str) -> Question<'a> {
        self.ask(visitor, "readMenu", provider).query(&format!("restaurantId={}", self.restaurant))
    }

    fn integration(&self, visitor: &Visitor, provider: &str) -> Value {
        let all = self.ask(visitor, "listIntegrations", provider).expect(200);
        all.data().as_array().unwrap().iter().find(|one| one["provider"] == provider).unwrap().clone()
    }

    /// The document's examples have the right form, and no platform knows them.
    fn is_refused(&self, visitor: &Visitor) {
        let change = visitor.document.operation("saveIntegration");
        for provider in FAKED {
            let connect = |body: Value| self.ask(visitor, "saveIntegration", provider).json(body);
            assert_eq!(connect(json!({})).expect(422).json["error"]["code"], "validation_failed");
            let mut body = visitor.document.example_called(&change, provider);
            body["baseUrl"] = json!(self.fakes.url(provider));
            connect(body).expect(200);
            let refused = self.ask(visitor, "testIntegration", provider).expect(502);
            assert_eq!(refused.json["error"]["code"], "platform_rejected", "{refused}");
            let integration = self.integration(visitor, provider);
            assert_eq!(integration["lastError"]["code"], "platform_rejected");
            assert_eq!((&integration["isConnected"], &integration["lastSuccessAt"]), (&json!(false), &Value::Null));
            // Whoever may only change the address does not get the secrets sent there.
            connect(json!({ "baseUrl": NOWHERE })).expect(422);
            self.ask(visitor, "deleteIntegration", provider).expect(200);
        }
        let wrong = json!({ "credentials": { "supplierId": "x" } });
        let wrong = self.ask(visitor, "saveIntegration", "trendyol-go").json(wrong).expect(422);
        assert_eq!(wrong.json["error"]["field"], "credentials.supplierId");
    }

    fn works(&self, visitor: &Visitor, provider: &str) {
        let tested = self.ask(visitor, "testIntegration", provider).expect(200);
        assert_eq!(tested.data()["name"].is_string(), provider != "yemeksepeti", "{tested}");
        eventually("it shows that it works", || {
            let one = self.integration(visitor, provider);
            (one["isConnected"] == true && one["lastSuccessAt"].is_string() && one["lastError"].is_null()).then_some(())
        });
        visitor.ask("readRestaurant").of("restaurantId", &self.restaurant).expect(200);
    }

    fn opens_and_closes(&self, visitor: &Visitor) {
        let switch = |provider: &str, is_open: bool| {
            self.ask(visitor, "setShopOpen", provider).json(json!({ "isOpen": is_open }))
        };
        let shown = |is_changeable: bool| {
            json!([{
                "availabilityState": "OPEN", "availabilityStates": ["OPEN", "CLOSED"], "changeable": is_changeable,
                "closingReasons": ["CLOSED"], "platformKey": "YS_TR", "platformRestaurantId": "x1y2",
            }])
        };
        self.fakes.yemeksepeti.fake().availability = Some(shown(false));
        assert_eq!(switch("yemeksepeti", false).expect(422).json["error"]["code"], "not_offered");
        self.fakes.yemeksepeti.fake().availability = Some(shown(true));
        for provider in FAKED {
            for is_open in [false, true] {
                assert_eq!(switch(provider, is_open).expect(200).data()["isOpen"], is_open);
            }
        }
    }

    fn switches_the_till(&self, visitor: &Visitor) {
        let switch = |provider: &str, is_active: bool| {
            self.ask(visitor, "setPosActive", provider).json(json!({ "isActive": is_active }))
        };
        let tested = || self.ask(visitor, "testIntegration", "getir").expect(200);
        for is_active in [false, true] {
            assert_eq!(switch("getir", is_active).expect(200).data()["isActive"], is_active);
            assert_eq!(tested().data()["isPosActive"], is_active);
            assert_eq!(tested().data()["notice"].is_string(), !is_active);
        }
        for other in FAKED.iter().filter(|other| **other != "getir") {
            assert_eq!(switch(other, true).expect(422).json["error"]["code"], "not_offered", "{other}");
        }
    }

    fn shows_menus(&self, visitor: &Visitor) {
        for provider in FAKED.iter().filter(|provider| **provider != "yemeksepeti") {
            assert!(self.menu(visitor, provider).expect(200).data()["fetchedAt"].is_string());
        }
        assert_eq!(self.menu(visitor, "yemeksepeti").expect(422).json["error"]["code"], "not_offered");
    }

    fn is_switched_off(&self, visitor: &Visitor) {
        for provider in FAKED {
            let below = format!("/intake/v1/{provider}/");
            let mut pushes = visitor.document.operations().into_iter().filter(|one| one.path.starts_with(&below));
            let push = pushes.next().unwrap_or_else(|| panic!("no push of {provider} is documented"));
            let switch = |is_active: bool| {
                self.ask(visitor, "saveIntegration", provider).json(json!({ "isActive": is_active })).expect(200);
            };
            switch(false);
            // Not before: a poll would have taken it in, and then it is known.
            if *provider == "migros-yemek" {
                self.fakes.migros_yemek.fake().add(2, json!({}));
            }
            let refused = visitor.ask(&push.id).json(json!({ "id": 2, "token": "2", "items": [] })).expect(503);
            assert_eq!(refused.json["error"]["code"], "integration_off");
            switch(true);
        }
    }

    /// Platforms that refuse, that are not there, and that never answer, where they are asked for something. Each host
    /// is a new one: what an earlier one answered would be kept for a while.
    pub fn fails(&self, visitor: &Visitor) {
        visitor.ask("pushGetirOrders").json(json!({ "id": "asked", "status": 400 })).expect(200);
        let asked = [
            ("listCancelReasons", "cancel-options"),
            ("readMenu", "menu"),
            ("setShopOpen", "open"),
            ("setPosActive", "pos-status"),
        ];
        let with = |trouble: getir::Trouble| {
            let mut fake = getir::Getir::new();
            asked.iter().for_each(|(_, path)| fake.trouble(path, 1, trouble.clone()));
            Host::start(fake)
        };
        let code = |id: &str, status: u16| {
            let reply = match id {
                "readMenu" => self.menu(visitor, "getir").expect(status),
                "listCancelReasons" => visitor.ask(id).of("orderId", "asked").expect(status),
                "setShopOpen" => self.ask(visitor, id, "getir").json(json!({ "isOpen": true })).expect(status),
                // A part of it was cancelled: it is read.
                "pushTrendyolGoEvent" => {
                    let part = json!({ "id": "part", "status": "Picking" });
                    visitor.ask(id).of("event", "unsupplied").json(part).expect(status)
                }
                "setPosActive" => self.ask(visitor, id, "getir").json(json!({ "isActive": true })).expect(status),
                // Nobody there knows this order.
                _ => visitor.ask(id).json(json!({ "orderId": 1 })).expect(status),
            };
            reply.json["error"]["code"].as_str().unwrap().to_owned()
        };
        let all = || asked.iter().map(|(id, _)| *id).chain(["pushMigrosYemekEvent", "pushTrendyolGoEvent"]);
        let refusing = with(getir::Trouble::Status(400));
        self.connect(visitor, "getir", &refusing.url);
        self.fakes.trendyol_go.fake().trouble("/part", 1, trendyol::Trouble::Status(400));
        all().for_each(|id| assert_eq!(code(id, 502), "platform_rejected", "{id}"));
        self.connect(visitor, "getir", NOWHERE);
        self.connect(visitor, "migros-yemek", NOWHERE);
        self.connect(visitor, "trendyol-go", NOWHERE);
        all().for_each(|id| assert_eq!(code(id, 502), "platform_unreachable", "{id}"));
        let silent = with(getir::Trouble::Hang);
        self.connect(visitor, "getir", &silent.url);
        let late = migros::Mishap { late: HANG, ..migros::Mishap::answers("GetOrderDetail", 200, "{}") };
        self.fakes.migros_yemek.fake().mishaps.push_back(late);
        self.connect(visitor, "migros-yemek", &self.fakes.migros_yemek.url);
        self.fakes.trendyol_go.fake().trouble("/part", 1, trendyol::Trouble::Lost(HANG));
        self.connect(visitor, "trendyol-go", &self.fakes.trendyol_go.url);
        std::thread::scope(|scope| {
            all().for_each(|id| drop(scope.spawn(move || assert_eq!(code(id, 504), "platform_unreachable", "{id}"))));
        });
    }
}

pub fn example(visitor: &Visitor, operation: &str) -> Value {
    visitor.document.example_body(&visitor.document.operation(operation))
}

pub fn show(visitor: &Visitor, id: &str) -> Value {
    visitor.ask("readOrder").of("orderId", id).expect(200).data().clone()
}

/// Name and state of each step.
pub fn states(order: &Value) -> Vec<(String, String)> {
    let text = |step: &Value, field: &str| step[field].as_str().unwrap().to_owned();
    order["platformSync"].as_array().unwrap().iter().map(|step| (text(step, "step"), text(step, "state"))).collect()
}
