//! What takes a platform: the answers of a restaurant that is connected to fakes of all of them.

use super::visitor::{Question, Visitor};
use crate::{
    harness::{Garson, Host, eventually},
    platforms::{
        getir::fake as getir, migros::fake as migros, trendyol::fake as trendyol, yemeksepeti::fake as yemeksepeti,
    },
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, time::Duration};

/// Where nobody listens.
const NOWHERE: &str = "http://127.0.0.1:9";
/// Longer than any call may take.
const HANG: Duration = Duration::from_secs(15);
const PLATFORMS: [&str; 4] = ["getir", "trendyol-go", "yemeksepeti", "migros-yemek"];

/// What each platform asks for, as its fake knows it.
fn credentials(provider: &str) -> Value {
    match provider {
        "getir" => json!({ "appSecretKey": getir::APP_SECRET, "restaurantSecretKey": getir::RESTAURANT_SECRET }),
        "trendyol-go" => json!({
            "supplierId": trendyol::SUPPLIER, "storeId": trendyol::STORE, "apiKey": "key", "apiSecret": "secret",
            "executorEmail": "sahip@example.com",
        }),
        "yemeksepeti" => json!({
            "username": yemeksepeti::USER, "password": yemeksepeti::PASSWORD, "chainCode": yemeksepeti::CHAIN,
            "posVendorId": yemeksepeti::SHOP, "pluginSecret": yemeksepeti::SECRET,
        }),
        "migros-yemek" => json!({
            "apiKey": migros::KEY, "secretKey": migros::SECRET, "storeId": migros::STORE.to_string(),
            "storeGroupId": migros::GROUP.to_string(),
        }),
        _ => json!({}),
    }
}

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
    pub getir: Host<getir::Getir>,
    pub trendyol: Host<trendyol::Trendyol>,
    pub yemeksepeti: Host<yemeksepeti::Middleware>,
    pub migros: Host<migros::Migros>,
}

/// Everything that goes well, and what only platforms refuse.
pub fn connected(visitor: &mut Visitor) -> Branch {
    let branch = Branch {
        restaurant: visitor.ask("restaurants_add").json(json!({ "name": "Branch" })).expect(200).id(),
        getir: Host::start(getir::Getir::new()),
        trendyol: Host::start(trendyol::Trendyol::new()),
        yemeksepeti: Host::start(yemeksepeti::Middleware::new()),
        migros: Host::start(migros::Migros::default()),
    };
    branch.is_refused(visitor);
    for provider in PLATFORMS {
        let made = branch.connect(visitor, provider, branch.url(provider));
        visitor.knows_token(provider, &made);
        branch.works(visitor, provider);
    }
    branch.opens_and_closes(visitor);
    branch.switches_the_till(visitor);
    branch.shows_menus(visitor);
    branch.takes_orders(visitor);
    branch
}

impl Branch {
    pub fn ask<'a>(&self, visitor: &'a Visitor, id: &str, provider: &str) -> Question<'a> {
        visitor.ask(id).of("restaurantId", &self.restaurant).of("provider", provider)
    }

    fn url(&self, provider: &str) -> &str {
        match provider {
            "getir" => &self.getir.url,
            "trendyol-go" => &self.trendyol.url,
            "yemeksepeti" => &self.yemeksepeti.url,
            _ => &self.migros.url,
        }
    }

    fn connect(&self, visitor: &Visitor, provider: &str, url: &str) -> Value {
        let body = json!({ "baseUrl": url, "credentials": credentials(provider) });
        self.ask(visitor, "integrations_change", provider).json(body).expect(200).data().clone()
    }

    fn menu<'a>(&self, visitor: &'a Visitor, provider: &str) -> Question<'a> {
        self.ask(visitor, "menus_show", provider).query(&format!("restaurantId={}", self.restaurant))
    }

    fn integration(&self, visitor: &Visitor, provider: &str) -> Value {
        let all = self.ask(visitor, "integrations_list", provider).expect(200);
        all.data().as_array().unwrap().iter().find(|one| one["provider"] == provider).unwrap().clone()
    }

    /// The document's examples have the right form, and no platform knows them.
    fn is_refused(&self, visitor: &Visitor) {
        let change = visitor.document.operation("integrations_change");
        for provider in PLATFORMS {
            let connect = |body: Value| self.ask(visitor, "integrations_change", provider).json(body);
            assert_eq!(connect(json!({})).expect(422).json["error"]["code"], "validation_failed");
            let mut body = visitor.document.example_called(&change, provider);
            body["baseUrl"] = json!(self.url(provider));
            connect(body).expect(200);
            let refused = self.ask(visitor, "integrations_test", provider).expect(502);
            assert_eq!(refused.json["error"]["code"], "platform_rejected", "{refused}");
            let integration = self.integration(visitor, provider);
            assert_eq!(integration["lastError"]["code"], "platform_rejected");
            assert_eq!((&integration["isConnected"], &integration["lastSuccessAt"]), (&json!(false), &Value::Null));
            // Whoever may only change the address does not get the secrets sent there.
            connect(json!({ "baseUrl": NOWHERE })).expect(422);
            self.ask(visitor, "integrations_remove", provider).expect(200);
        }
        let wrong = json!({ "credentials": { "supplierId": "x" } });
        let wrong = self.ask(visitor, "integrations_change", "trendyol-go").json(wrong).expect(422);
        assert_eq!(wrong.json["error"]["field"], "credentials.supplierId");
    }

    fn works(&self, visitor: &Visitor, provider: &str) {
        let tested = self.ask(visitor, "integrations_test", provider).expect(200);
        assert_eq!(tested.data()["name"].is_string(), provider != "yemeksepeti", "{tested}");
        eventually("it shows that it works", || {
            let one = self.integration(visitor, provider);
            (one["isConnected"] == true && one["lastSuccessAt"].is_string() && one["lastError"].is_null()).then_some(())
        });
        visitor.ask("restaurants_show").of("restaurantId", &self.restaurant).expect(200);
    }

    fn opens_and_closes(&self, visitor: &Visitor) {
        let switch = |provider: &str, is_open: bool| {
            self.ask(visitor, "integrations_set_open", provider).json(json!({ "isOpen": is_open }))
        };
        let shown = |is_changeable: bool| {
            json!([{
                "availabilityState": "OPEN", "availabilityStates": ["OPEN", "CLOSED"], "changeable": is_changeable,
                "closingReasons": ["CLOSED"], "platformKey": "YS_TR", "platformRestaurantId": "x1y2",
            }])
        };
        self.yemeksepeti.fake().availability = Some(shown(false));
        assert_eq!(switch("yemeksepeti", false).expect(422).json["error"]["code"], "not_offered");
        self.yemeksepeti.fake().availability = Some(shown(true));
        for provider in PLATFORMS {
            for is_open in [false, true] {
                assert_eq!(switch(provider, is_open).expect(200).data()["isOpen"], is_open);
            }
        }
    }

    fn switches_the_till(&self, visitor: &Visitor) {
        let switch = |provider: &str, is_active: bool| {
            self.ask(visitor, "integrations_set_pos", provider).json(json!({ "isActive": is_active }))
        };
        let tested = || self.ask(visitor, "integrations_test", "getir").expect(200);
        for is_active in [false, true] {
            assert_eq!(switch("getir", is_active).expect(200).data()["isActive"], is_active);
            assert_eq!(tested().data()["isPosActive"], is_active);
            assert_eq!(tested().data()["notice"].is_string(), !is_active);
        }
        for other in ["trendyol-go", "yemeksepeti", "migros-yemek"] {
            assert_eq!(switch(other, true).expect(422).json["error"]["code"], "not_offered", "{other}");
        }
    }

    fn shows_menus(&self, visitor: &Visitor) {
        self.trendyol.fake().menu = json!({ "sections": [], "products": [] });
        for provider in ["getir", "trendyol-go", "migros-yemek"] {
            assert!(self.menu(visitor, provider).expect(200).data()["fetchedAt"].is_string());
        }
        assert_eq!(self.menu(visitor, "yemeksepeti").expect(422).json["error"]["code"], "not_offered");
    }

    /// Platforms that refuse, that are not there, and that never answer, where they are asked for something. Each host
    /// is a new one: what an earlier one answered would be kept for a while.
    pub fn fails(&self, visitor: &Visitor) {
        visitor.ask("intake_getir_add_order").json(json!({ "id": "asked", "status": 400 })).expect(200);
        let asked = [
            ("orders_reasons", "cancel-options"),
            ("menus_show", "menu"),
            ("integrations_set_open", "open"),
            ("integrations_set_pos", "pos-status"),
        ];
        let with = |trouble: getir::Trouble| {
            let mut fake = getir::Getir::new();
            asked.iter().for_each(|(_, path)| fake.trouble(path, 1, trouble.clone()));
            Host::start(fake)
        };
        let code = |id: &str, status: u16| {
            let reply = match id {
                "menus_show" => self.menu(visitor, "getir").expect(status),
                "orders_reasons" => visitor.ask(id).of("orderId", "asked").expect(status),
                "integrations_set_open" => {
                    self.ask(visitor, id, "getir").json(json!({ "isOpen": true })).expect(status)
                }
                // A part of it was cancelled: it is read.
                "intake_trendyol_go_event" => {
                    let part = json!({ "id": "part", "status": "Picking" });
                    visitor.ask(id).of("event", "unsupplied").json(part).expect(status)
                }
                "integrations_set_pos" => {
                    self.ask(visitor, id, "getir").json(json!({ "isActive": true })).expect(status)
                }
                // Nobody there knows this order.
                _ => visitor.ask(id).json(json!({ "orderId": 1 })).expect(status),
            };
            reply.json["error"]["code"].as_str().unwrap().to_owned()
        };
        let all = || asked.iter().map(|(id, _)| *id).chain(["intake_migros_yemek_push", "intake_trendyol_go_event"]);
        let refusing = with(getir::Trouble::Status(400));
        self.connect(visitor, "getir", &refusing.url);
        self.trendyol.fake().trouble("/part", 1, trendyol::Trouble::Status(400));
        all().for_each(|id| assert_eq!(code(id, 502), "platform_rejected", "{id}"));
        self.connect(visitor, "getir", NOWHERE);
        self.connect(visitor, "migros-yemek", NOWHERE);
        self.connect(visitor, "trendyol-go", NOWHERE);
        all().for_each(|id| assert_eq!(code(id, 502), "platform_unreachable", "{id}"));
        let silent = with(getir::Trouble::Hang);
        self.connect(visitor, "getir", &silent.url);
        let late = migros::Mishap { late: HANG, ..migros::Mishap::answers("GetOrderDetail", 200, "{}") };
        self.migros.fake().mishaps.push_back(late);
        self.connect(visitor, "migros-yemek", &self.migros.url);
        self.trendyol.fake().trouble("/part", 1, trendyol::Trouble::Lost(HANG));
        self.connect(visitor, "trendyol-go", &self.trendyol.url);
        std::thread::scope(|scope| {
            all().for_each(|id| drop(scope.spawn(move || assert_eq!(code(id, 504), "platform_unreachable", "{id}"))));
        });
    }
}
