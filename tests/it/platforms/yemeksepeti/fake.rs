//! Delivery Hero's Middleware as Yemeksepeti's facts describe it: form login and tokens that end, callbacks that each kind
//! of order allows, states that forbid a step, reasons by acceptance, reconciliation, availability.

use crate::harness::{Answered, Fake, Heard};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use garson::{clock, model::Time};
use hmac::{Hmac, KeyInit, Mac};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, HashMap},
    time::Duration,
};

pub const USER: &str = "garson-tr";
/// With everything that a form must escape.
pub const PASSWORD: &str = "p+ss&w=rd %ç";
pub const CHAIN: &str = "Ch41nC0d";
pub const SHOP: &str = "kadikoy1";
pub const SECRET: &str = "plügin-secret";

pub const BEFORE: [&str; 15] = [
    "ADDRESS_INCOMPLETE_MISSTATED",
    "BLACKLISTED",
    "CLOSED",
    "FRAUD_PRANK",
    "ITEM_UNAVAILABLE",
    "MENU_ACCOUNT_SETTINGS",
    "MOV_NOT_REACHED",
    "NO_COURIER",
    "NO_PICKER",
    "NO_RESPONSE",
    "OUTSIDE_DELIVERY_AREA",
    "TECHNICAL_PROBLEM",
    "TEST_ORDER",
    "TOO_BUSY",
    "WILL_NOT_WORK_WITH_PLATFORM",
];
pub const AFTER: [&str; 9] = [
    "BAD_WEATHER",
    "CARD_READER_NOT_AVAILABLE",
    "CONTENT_WRONG_MISLEADING",
    "FOOD_QUALITY_SPILLAGE",
    "LATE_DELIVERY",
    "UNABLE_TO_FIND",
    "UNABLE_TO_PAY",
    "UNPROFESSIONAL_BEHAVIOUR",
    "WRONG_ORDER_ITEMS_DELIVERED",
];

/// A token as the Middleware signs it.
pub fn signed(alg: &str, claims: &Value, secret: &str) -> String {
    fn mac<M: Mac + KeyInit>(secret: &str, text: &str) -> Vec<u8> {
        let mac = <M as KeyInit>::new_from_slice(secret.as_bytes()).unwrap();
        mac.chain_update(text.as_bytes()).finalize().into_bytes().to_vec()
    }
    let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!("{}.{}", encode(&json!({ "typ": "JWT", "alg": alg })), encode(claims));
    let signature = match alg {
        "HS256" => mac::<Hmac<sha2::Sha256>>(secret, &text),
        "HS384" => mac::<Hmac<sha2::Sha384>>(secret, &text),
        "none" => Vec::new(),
        _ => mac::<Hmac<sha2::Sha512>>(secret, &text),
    };
    format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// What goes wrong with a call; the platform may have done it all the same.
#[derive(Clone)]
pub struct Trick {
    pub is_done: bool,
    pub status: u16,
    pub body: &'static str,
    pub header: Option<(&'static str, String)>,
    pub late: Duration,
    pub hangs_up: bool,
}

impl Trick {
    pub fn status(status: u16, body: &'static str) -> Trick {
        Trick { is_done: false, status, body, header: None, late: Duration::ZERO, hangs_up: false }
    }

    pub fn done(self) -> Trick {
        Trick { is_done: true, ..self }
    }
}

/// An order as the platform has it.
#[derive(Clone)]
pub struct Theirs {
    pub json: Value,
    pub state: &'static str,
    pub reason: Option<String>,
    /// As our answer named it.
    pub remote_id: Option<String>,
    pub acceptance_time: Option<Time>,
    pub message: Option<String>,
    pub is_prepared: bool,
}

#[derive(Default)]
pub struct Middleware {
    pub orders: BTreeMap<String, Theirs>,
    tokens: Vec<String>,
    pub logins: usize,
    pub expires_in: Option<u64>,
    /// In how the ids are listed, three clients of the same platform differ.
    pub shape: usize,
    /// What was rejected before it was accepted is listed as cancelled and not shown.
    pub hides_rejected: bool,
    /// Everything happened longer ago than the lists go back.
    pub lists_nothing: bool,
    /// The availability list; `None` is not known yet.
    pub availability: Option<Value>,
    pub switched: Vec<Value>,
    tricks: HashMap<&'static str, Vec<Trick>>,
    /// What the platform would switch an integration off for.
    pub violations: Vec<String>,
}

impl Middleware {
    pub fn new() -> Middleware {
        Middleware::default()
    }

    /// The order is on its way to us and not acknowledged yet.
    pub fn dispatch(&mut self, json: &Value) {
        let is_direct = json["callbackUrls"]["orderAcceptedUrl"].is_string();
        let state = if is_direct { "WAITING_FOR_ACKNOWLEDGEMENT" } else { "ACCEPTED" };
        self.put(json, state);
    }

    pub fn put(&mut self, json: &Value, state: &'static str) {
        let theirs = Theirs {
            json: json.clone(),
            state,
            reason: None,
            remote_id: None,
            acceptance_time: None,
            message: None,
            is_prepared: false,
        };
        self.orders.insert(json["token"].as_str().unwrap_or_default().to_owned(), theirs);
    }

    /// Our answer has been taken in.
    pub fn acknowledge(&mut self, token: &str, remote_id: &str) {
        let Some(order) = self.orders.get_mut(token) else { return };
        order.remote_id = Some(remote_id.to_owned());
        if order.state == "WAITING_FOR_ACKNOWLEDGEMENT" {
            order.state = "WAITING_FOR_VENDOR";
        }
    }

    pub fn order(&self, token: &str) -> &Theirs {
        &self.orders[token]
    }

    pub fn state(&self, token: &str) -> &'static str {
        self.orders[token].state
    }

    pub fn set_state(&mut self, token: &str, state: &'static str) {
        self.orders.get_mut(token).unwrap().state = state;
    }

    /// The next calls whose path contains this go wrong.
    pub fn trick(&mut self, path: &'static str, times: usize, trick: Trick) {
        self.tricks.insert(path, vec![trick; times]);
    }

    pub fn forget_tricks(&mut self) {
        self.tricks.clear();
    }

    /// Every token that was given has ended.
    pub fn end_tokens(&mut self) {
        self.tokens.clear();
    }

    fn login(&mut self, heard: &Heard) -> Answered {
        let field = |name: &str| {
            let pair = heard.body.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}=")))?;
            percent_decode_str(&pair.replace('+', " ")).decode_utf8().ok().map(|text| text.into_owned())
        };
        self.logins += 1;
        let is_form = heard.header("content-type") == Some("application/x-www-form-urlencoded");
        let is_right = field("username").as_deref() == Some(USER)
            && field("password").as_deref() == Some(PASSWORD)
            && field("grant_type").as_deref() == Some("client_credentials");
        if !is_form || !is_right {
            return Answered::json(401, &json!({ "message": "Bad credentials" }));
        }
        let token = format!("token-{}", self.logins);
        self.tokens.push(token.clone());
        let expires_in = self.expires_in.unwrap_or(1_800);
        Answered::json(200, &json!({ "access_token": token, "token_type": "bearer", "expires_in": expires_in }))
    }

    fn handle(&mut self, heard: &Heard) -> Answered {
        let (path, query) = heard.path.split_once('?').unwrap_or((&heard.path, ""));
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match (heard.method.as_str(), parts.as_slice()) {
            ("POST", ["v2", "order", "status", token]) => self.change(token, &heard.json()),
            ("POST", ["v2", "orders", token, "preparation-completed"]) => self.prepared(token),
            (_, ["v2", "chains", chain, ..]) if *chain != CHAIN => Answered::json(403, &json!({ "code": "FORBIDDEN" })),
            ("GET", ["v2", "chains", _, "orders", "ids"]) => self.ids(query),
            ("GET", ["v2", "chains", _, "orders", id]) => self.show(id),
            ("GET", ["v2", "chains", _, "remoteVendors", SHOP, "availability"]) => match &self.availability {
                Some(list) => Answered::json(200, list),
                None => Answered::text(204, ""),
            },
            ("PUT", ["v2", "chains", _, "remoteVendors", SHOP, "availability"]) => {
                self.switched.push(heard.json());
                Answered::text(200, "")
            }
            _ => Answered::json(404, &json!({ "message": "Not found" })),
        }
    }

    fn break_rule(&mut self, status: u16, rule: String) -> Answered {
        self.violations.push(rule.clone());
        Answered::json(status, &json!({ "message": rule }))
    }

    /// `POST /v2/order/status/{token}`.
    fn change(&mut self, token: &str, body: &Value) -> Answered {
        let Some(order) = self.orders.get(token) else { return Answered::json(404, &json!({ "message": "no order" })) };
        let (urls, state) = (&order.json["callbackUrls"], order.state);
        let wanted = body["status"].as_str().unwrap_or_default().to_owned();
        let (url, is_accepted) = match wanted.as_str() {
            "order_accepted" => ("orderAcceptedUrl", false),
            "order_rejected" => ("orderRejectedUrl", state == "ACCEPTED" || state == "PICKED_UP"),
            _ => ("orderPickedUpUrl", true),
        };
        if urls[url].as_str().is_none() {
            return self.break_rule(409, format!("{wanted} is not allowed for this order"));
        }
        let reasons = if is_accepted { &AFTER[..] } else { &BEFORE[..] };
        let acceptance_time = body["acceptanceTime"].as_str().and_then(Time::parse);
        let is_collected = order.json["expeditionType"] == "pickup";
        let is_for_rider = !is_collected && order.json["delivery"]["riderPickupTime"].is_string();
        let broken = match wanted.as_str() {
            "order_accepted"
                if acceptance_time.is_none_or(|time| time < clock::now().plus(std::time::Duration::from_mins(2))) =>
            {
                Some(format!("acceptanceTime {} is not two minutes ahead", body["acceptanceTime"]))
            }
            "order_accepted" if order.remote_id.is_some() && body["remoteOrderId"] != json!(order.remote_id) => {
                Some("remoteOrderId is another one than was answered".to_owned())
            }
            "order_rejected" if !reasons.iter().any(|reason| body["reason"] == *reason) => {
                Some(format!("{} is no reason in {state}", body["reason"]))
            }
            "order_picked_up" if is_for_rider => Some("a rider picks this order up".to_owned()),
            "order_accepted" | "order_rejected" | "order_picked_up" => None,
            _ => Some(format!("{wanted} is no status")),
        };
        if let Some(rule) = broken {
            return self.break_rule(400, rule);
        }
        let is_possible = match wanted.as_str() {
            "order_accepted" => state == "WAITING_FOR_VENDOR",
            "order_rejected" => state == "WAITING_FOR_VENDOR" || is_accepted,
            _ => state == "ACCEPTED",
        };
        if !is_possible {
            return Answered::json(409, &json!({ "message": "Invalid transition", "currentState": state }));
        }
        let Some(order) = self.orders.get_mut(token) else { return Answered::text(500, "") };
        match wanted.as_str() {
            "order_accepted" => {
                (order.state, order.acceptance_time) = ("ACCEPTED", acceptance_time);
                order.remote_id = body["remoteOrderId"].as_str().map(str::to_owned);
            }
            "order_rejected" => {
                (order.state, order.reason) = ("REJECTED", body["reason"].as_str().map(str::to_owned));
                order.message = body["message"].as_str().map(str::to_owned);
            }
            _ => order.state = "PICKED_UP",
        }
        Answered::json(200, &json!({ "message": "Order status successfully changed." }))
    }

    fn prepared(&mut self, token: &str) -> Answered {
        let Some(order) = self.orders.get_mut(token) else {
            return Answered::json(404, &json!({ "message": "no order" }));
        };
        if !order.json["delivery"]["riderPickupTime"].is_string() {
            return self.break_rule(409, "only a rider's order is marked as prepared".to_owned());
        }
        if order.state != "ACCEPTED" {
            return Answered::json(409, &json!({ "message": "Conflict", "currentState": order.state }));
        }
        order.is_prepared = true;
        Answered::json(200, &json!({ "code": "OK" }))
    }

    fn ids(&mut self, query: &str) -> Answered {
        let field = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(&format!("{name}=")));
        let is_hours =
            field("pastNumberOfHours").and_then(|n| n.parse().ok()).is_some_and(|n: u32| (1..=24).contains(&n));
        if !is_hours || field("vendorId") != Some(SHOP) {
            return self.break_rule(400, format!("odd query {query}"));
        }
        let states = match field("status") {
            Some("accepted") => ["ACCEPTED", "PICKED_UP"],
            _ => ["CANCELLED", "REJECTED"],
        };
        let all = self.orders.iter().filter(|(_, order)| states.contains(&order.state)).map(|(id, _)| id);
        let ids: Vec<&String> = all.filter(|_| !self.lists_nothing).collect();
        let answer = match self.shape {
            0 => json!({ "orderIdentifiers": ids, "count": ids.len() }),
            1 => json!({ "orders": ids }),
            _ => json!({ "orders": ids.iter().map(|id| json!({ "orderId": id })).collect::<Vec<_>>() }),
        };
        Answered::json(200, &answer)
    }

    /// Only what was accepted or cancelled is shown.
    fn show(&self, id: &str) -> Answered {
        let is_hidden =
            |order: &Theirs| order.state.starts_with("WAITING") || (order.state == "REJECTED" && self.hides_rejected);
        let shown = self.orders.get(id).filter(|order| !is_hidden(order));
        let Some(order) = shown else { return Answered::json(404, &json!({ "message": "Not found" })) };
        let mut json = order.json.clone();
        let is_over = ["CANCELLED", "REJECTED"].contains(&order.state);
        json["status"] = json!(if is_over { "cancelled" } else { "accepted" });
        json["reason"] = json!(order.reason);
        Answered::json(200, &json!({ "order": json }))
    }
}

impl Fake for Middleware {
    fn answer(&mut self, heard: &Heard) -> Answered {
        let known = self.tricks.keys().find(|part| heard.path.contains(**part)).copied();
        let trick = known.and_then(|part| self.tricks.get_mut(part)?.pop());
        if let Some(trick) = &trick
            && !trick.is_done
        {
            return spoiled(trick);
        }
        let answered = if heard.path == "/v2/login" {
            self.login(heard)
        } else {
            let bearer = heard.header("authorization").and_then(|value| value.strip_prefix("Bearer "));
            match bearer.is_some_and(|bearer| self.tokens.iter().any(|token| token == bearer)) {
                true => self.handle(heard),
                false => Answered::json(401, &json!({ "message": "Unauthorized" })),
            }
        };
        trick.as_ref().map_or(answered, spoiled)
    }
}

fn spoiled(trick: &Trick) -> Answered {
    let mut answered = Answered::text(trick.status, trick.body).late(trick.late);
    if let Some((name, value)) = &trick.header {
        answered = answered.header(name, value);
    }
    if trick.hangs_up { answered.hang_up() } else { answered }
}
