//! Getir as its documents describe it: login, token, the order of statuses, a pause between steps, its error bodies.
//!
//! Whatever a client must not do (too many reads, a body where none belongs, a token in the wrong place) is written down
//! in `violations`.

use crate::harness::{Answered, Clock, Fake, Heard};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    time::Duration,
};

pub const APP_SECRET: &str = "app-secret-1";
pub const RESTAURANT_SECRET: &str = "restaurant-secret-1";
pub const SHOP: &str = "64aaaabbbbccccddddeeeeff";
pub const TOO_BUSY: &str = "5c5b49b068f6a45d427f0a8f";
const NO_COURIER: &str = "5f05b1392765e85c5d0432d2";
const OUT_OF_AREA: &str = "5e1469f7916c7a55cfc2aede";

/// What goes wrong with a call; some of it after the call was carried out.
#[derive(Clone)]
pub enum Trouble {
    Status(u16),
    RetryAfter(u64),
    /// Nothing happens, and no answer comes before the test lets go.
    Hang,
    /// It happens, but no answer comes before the test lets go.
    DoneThenHang,
    /// It happens, and the connection closes instead of an answer.
    DoneThenHangUp,
    NotJson,
    Redirect(String),
    /// A body of one's own.
    Says(u16, Value),
}

/// Between two reads of the active orders, and how much of it may get lost because the first of them was under way.
const READ_PAUSE: Duration = Duration::from_secs(3);
const UNDER_WAY: Duration = Duration::from_secs(2);

pub struct Getir {
    /// What time it is here, the same as to the program that is tested.
    pub clock: Clock,
    pub orders: BTreeMap<String, Value>,
    pub pause: Duration,
    pub courier_is_there: bool,
    pub is_open: bool,
    /// 100 is on.
    pub pos_status: i64,
    /// An ended token is told by a number in the body instead of by 401.
    pub tells_by_number: bool,
    /// Or by 403, without a word about tokens.
    pub tells_by_403: bool,
    pub violations: Vec<String>,
    tokens: BTreeSet<String>,
    logins: usize,
    last_step: HashMap<String, Duration>,
    active_reads: Vec<Duration>,
    troubles: Vec<(String, usize, Trouble)>,
}

impl Getir {
    pub fn new() -> Getir {
        Getir {
            clock: Clock::new(),
            orders: BTreeMap::new(),
            pause: Duration::from_millis(900),
            courier_is_there: true,
            is_open: true,
            pos_status: 100,
            tells_by_number: false,
            tells_by_403: false,
            violations: Vec::new(),
            tokens: BTreeSet::new(),
            logins: 0,
            last_step: HashMap::new(),
            active_reads: Vec::new(),
            troubles: Vec::new(),
        }
    }

    pub fn with(orders: impl IntoIterator<Item = Value>) -> Getir {
        let mut getir = Getir::new();
        orders.into_iter().for_each(|order| getir.add(order));
        getir
    }

    pub fn add(&mut self, order: Value) {
        let key = order["id"].as_str().map_or_else(|| format!("nameless {}", self.orders.len()), str::to_owned);
        self.orders.insert(key, order);
    }

    pub fn status(&self, id: &str) -> i64 {
        self.orders[id]["status"].as_i64().unwrap()
    }

    /// Getir itself moves an order: its courier, its customer service, the time.
    pub fn set(&mut self, id: &str, changes: Value) {
        let order = self.orders.get_mut(id).unwrap();
        for (name, value) in changes.as_object().unwrap() {
            order[name] = value.clone();
        }
    }

    /// The next so many calls whose path ends so meet this.
    pub fn trouble(&mut self, path_ends: &str, times: usize, trouble: Trouble) {
        self.troubles.push((path_ends.to_owned(), times, trouble));
    }

    pub fn forget_troubles(&mut self) {
        self.troubles.clear();
    }

    pub fn expire_tokens(&mut self) {
        self.tokens.clear();
    }

    /// A client that was killed cannot know when it last asked.
    pub fn forget_reads(&mut self) {
        self.active_reads.clear();
    }

    fn next_trouble(&mut self, path: &str) -> Option<Trouble> {
        let (_, left, trouble) = self.troubles.iter_mut().find(|(end, left, _)| path.ends_with(end) && *left > 0)?;
        *left -= 1;
        Some(trouble.clone())
    }

    fn login(&mut self, heard: &Heard) -> Answered {
        let body = heard.json();
        if heard.header("token").is_some() {
            self.violations.push("a login with a token".into());
        }
        match (&body["appSecretKey"], &body["restaurantSecretKey"]) {
            (Value::String(app), Value::String(restaurant)) if app == APP_SECRET && restaurant == RESTAURANT_SECRET => {
                self.logins += 1;
                let token = format!("token-{}", self.logins);
                self.tokens.insert(token.clone());
                Answered::json(200, &json!({ "restaurantId": SHOP, "token": token }))
            }
            (Value::String(app), Value::String(_)) if app == APP_SECRET => error(401, 9, "InvalidRestaurantSecretKey"),
            (Value::String(_), Value::String(_)) => error(401, 8, "Unauthorized"),
            _ => error(400, -2, "ValidationError"),
        }
    }

    /// With the secrets in the body and no token, to read and to write.
    fn pos(&mut self, heard: &Heard) -> Answered {
        let body = heard.json();
        if heard.header("token").is_some() {
            self.violations.push("pos-status with a token".into());
        }
        if body["appSecretKey"] != APP_SECRET || body["restaurantSecretKey"] != RESTAURANT_SECRET {
            return error(401, 8, "Unauthorized");
        }
        match (heard.method.as_str(), body["posStatus"].as_i64()) {
            ("POST", None) => Answered::json(200, &json!({ "posStatus": self.pos_status })),
            ("PUT", Some(status @ (100 | 200))) => {
                self.pos_status = status;
                Answered::json(200, &json!({ "result": true }))
            }
            _ => error(400, -2, "ValidationError"),
        }
    }

    fn refuse_token(&self, heard: &Heard) -> Option<Answered> {
        match heard.header("token") {
            None => Some(Answered::json(
                400,
                &json!({ "code": -2, "error": "ValidationError", "source": "headers", "message": "token is required" }),
            )),
            Some(token) if self.tokens.contains(token) => None,
            Some(_) if self.tells_by_number => Some(error(400, 7, "GatewayError")),
            Some(_) if self.tells_by_403 => Some(error(403, -1, "Forbidden")),
            Some(_) => Some(error(401, 16, "Unauthorized")),
        }
    }

    fn list(&mut self, heard: &Heard, statuses: &[i64]) -> Answered {
        if !matches!(heard.body.as_str(), "" | "{}") {
            self.violations.push(format!("a list was asked for with {}", heard.body));
        }
        // What nobody understands is in progress.
        let known = [325, 350, 400, 500, 550, 600, 700, 800, 900, 1_500, 1_600];
        let is_listed = |order: &&Value| match order["status"].as_i64().filter(|status| known.contains(status)) {
            Some(status) => statuses.contains(&status),
            None => statuses.contains(&500),
        };
        Answered::json(200, &self.orders.values().filter(is_listed).cloned().collect())
    }

    fn active(&mut self, heard: &Heard) -> Answered {
        let now = self.clock.elapsed();
        self.active_reads.push(now);
        for (more, before) in self.active_reads.iter().rev().enumerate().skip(1) {
            let (took, least) = (now - *before, READ_PAUSE * u32::try_from(more).unwrap());
            if took + UNDER_WAY < least {
                self.violations.push(format!("{} reads of the active orders in {took:?}", more + 1));
            }
        }
        self.list(heard, &[400, 500, 550, 600, 700, 800])
    }

    fn act(&mut self, id: &str, action: &str, heard: &Heard) -> Answered {
        let Some(order) = self.orders.get(id) else { return error(404, 1, "FoodOrderNotFound") };
        let status = order["status"].as_i64().unwrap_or(0);
        let is_getirs = order["deliveryType"] == 1;
        if action != "cancel" && !heard.body.is_empty() {
            self.violations.push(format!("{action} with a body"));
        }
        let now = self.clock.elapsed();
        let is_early = self.last_step.get(id).is_some_and(|at| now - *at < self.pause);
        let (to, date) = match (action, status) {
            (_, 1_500 | 1_600) => return error(400, 13, "FoodOrderAlreadyCancelled"),
            ("verify", 400) => (500, "verifyDate"),
            ("verify", 325 | 350) => return error(400, 79, "CannotVerifyBeforeActivationError"),
            ("verify", _) => return error(400, 2, "FoodOrderAlreadyVerified"),
            ("verify-scheduled", 325) => (350, "scheduleVerifiedDate"),
            ("prepare", 500) if is_early => return error(400, 74, "FoodOrderPreparedTimeLimitError"),
            ("prepare", 500) => (if is_getirs { 550 } else { 700 }, "prepareDate"),
            ("handover", 550) if !self.courier_is_there => return error(400, 15, "CourierNotReachedToRestaurant"),
            ("handover", 550) => (600, "handoverDate"),
            ("deliver", 700) if is_getirs => return error(400, 14, "CourierStatusInvalid"),
            ("deliver", 700) if is_early => return error(400, 62, "FoodOrderDeliveredToClientTimeLimitError"),
            ("deliver", 700) => (900, "deliverDate"),
            ("cancel", 900) => return error(400, 11, "FoodOrderCanNotBeCancelled"),
            ("cancel", _) => return self.cancel(id, heard),
            _ => return error(400, 3, "FoodOrderStatusInvalidError"),
        };
        self.set(id, json!({ "status": to, date: "2026-11-14T16:30:00.000Z" }));
        self.last_step.insert(id.to_owned(), now);
        Answered::json(200, &json!({ "result": true }))
    }

    fn cancel(&mut self, id: &str, heard: &Heard) -> Answered {
        let body = heard.json();
        let known = ["cancelReasonId", "cancelNote", "productId"];
        if !body.as_object().is_some_and(|body| body.iter().all(|(k, v)| known.contains(&k.as_str()) && v.is_string()))
        {
            self.violations.push(format!("cancel with {body}"));
        }
        if let Some(reason) = body["cancelReasonId"].as_str()
            && !reasons(&self.orders[id]).iter().any(|(id, _)| *id == reason)
        {
            return error(400, 59, "FoodOrderNotHaveCancelReasonError");
        }
        let reason = json!({ "id": body["cancelReasonId"], "messages": { "tr": "Restoran", "en": "Restaurant" } });
        let note = body["cancelNote"].clone();
        self.set(id, json!({ "status": 1600, "cancelReason": reason, "cancelNote": note }));
        Answered::json(200, &json!({}))
    }

    fn order(&mut self, id: &str, rest: &str, heard: &Heard) -> Answered {
        match (heard.method.as_str(), rest, self.orders.get(id)) {
            ("GET", "" | "cancel-options", None) => error(404, 1, "FoodOrderNotFound"),
            ("GET", "", Some(order)) => Answered::json(200, order),
            ("GET", "cancel-options", Some(order)) => {
                let list: Vec<Value> =
                    reasons(order).iter().map(|(id, tr)| json!({ "id": id, "message": tr })).collect();
                Answered::json(200, &list.into())
            }
            ("POST", action, _) => self.act(id, action, heard),
            _ => not_found(),
        }
    }

    fn carry_out(&mut self, heard: &Heard, path: &str) -> Answered {
        if path == "/auth/login" && heard.method == "POST" {
            return self.login(heard);
        }
        if path == "/restaurants/pos-status" {
            return self.pos(heard);
        }
        if let Some(refused) = self.refuse_token(heard) {
            return refused;
        }
        if heard.header("authorization").is_some() {
            self.violations.push("an Authorization header".into());
        }
        match (heard.method.as_str(), path) {
            ("POST", "/food-orders/active") => self.active(heard),
            ("POST", "/food-orders/periodic/unapproved") => self.list(heard, &[325, 400]),
            ("POST", "/food-orders/periodic/cancelled") => self.list(heard, &[1_500, 1_600]),
            ("GET", "/restaurants") => Answered::json(
                200,
                &json!({ "id": SHOP, "name": "Örnek Döner", "status": if self.is_open { 100 } else { 200 } }),
            ),
            ("GET", "/restaurants/menu") => Answered::json(200, &menu()),
            ("PUT", "/restaurants/status/open") => {
                self.is_open = true;
                Answered::json(200, &json!({ "result": true }))
            }
            ("PUT", "/restaurants/status/close") => {
                self.is_open = false;
                Answered::json(200, &json!({ "result": true }))
            }
            _ => match path.strip_prefix("/food-orders/") {
                Some(rest) => {
                    let (id, rest) = rest.split_once('/').unwrap_or((rest, ""));
                    self.order(id, rest, heard)
                }
                None => not_found(),
            },
        }
    }
}

impl Fake for Getir {
    fn answer(&mut self, heard: &Heard) -> Answered {
        let path = heard.path.split('?').next().unwrap_or_default().to_owned();
        match self.next_trouble(&path) {
            None => self.carry_out(heard, &path),
            Some(Trouble::Status(401)) => error(401, 16, "Unauthorized"),
            Some(Trouble::Status(status)) => error(status, -1, "UnknownError"),
            Some(Trouble::RetryAfter(seconds)) => error(429, -1, "TooManyRequests").header("Retry-After", seconds),
            Some(Trouble::Hang) => Answered::text(200, "").held(),
            Some(Trouble::DoneThenHang) => self.carry_out(heard, &path).held(),
            Some(Trouble::DoneThenHangUp) => self.carry_out(heard, &path).hang_up(),
            Some(Trouble::NotJson) => Answered::text(200, "[{\"id\": \"1\", <html>"),
            Some(Trouble::Redirect(to)) => Answered::text(302, "").header("Location", to),
            Some(Trouble::Says(status, body)) => Answered::json(status, &body),
        }
    }
}

fn error(status: u16, code: i64, name: &str) -> Answered {
    Answered::json(status, &json!({ "code": code, "error": name, "message": format!("{name} (test)") }))
}

fn not_found() -> Answered {
    error(404, 22, "RouteNotFound")
}

/// What may be chosen depends on who delivers and how far the order is.
fn reasons(order: &Value) -> Vec<(&'static str, &'static str)> {
    let (status, is_getirs) = (order["status"].as_i64().unwrap_or(0), order["deliveryType"] == 1);
    let all = [
        (NO_COURIER, "Restoranda kurye yok", &[325, 350, 400][..], &[][..]),
        (TOO_BUSY, "Restoran yoğun", &[325, 350, 400, 500], &[400, 500]),
        (OUT_OF_AREA, "Adres servis dışı", &[325, 350, 400, 500, 700], &[]),
    ];
    let fits = |own: &[i64], getirs: &[i64]| if is_getirs { getirs } else { own }.contains(&status);
    all.into_iter().filter(|(_, _, own, getirs)| fits(own, getirs)).map(|(id, tr, _, _)| (id, tr)).collect()
}

fn menu() -> Value {
    json!({ "productCategories": [
        { "id": "c2", "name": { "tr": "İçecekler", "en": "Drinks" }, "weight": 2, "status": 200, "products": [
            { "id": "p3", "name": { "tr": "Ayran" }, "price": 25, "status": 100, "optionCategories": [] } ] },
        { "id": "c1", "name": { "tr": "Dürümler", "en": "Wraps" }, "weight": 1, "status": 100, "products": [
            { "id": "p2", "name": { "tr": "Et Dürüm" }, "price": 240.5, "weight": 2, "status": 400 },
            { "id": "p1", "name": { "tr": "Tavuk Dürüm", "en": "Chicken Wrap" }, "description": { "tr": "Acılı" },
              "price": 180, "weight": 1, "status": 100, "isApproved": true, "optionCategories": [
                { "id": "g1", "name": { "tr": "Ekstra" }, "minCount": 0, "maxCount": 2, "weight": 1, "status": 100,
                  "options": [
                    { "id": "o1", "name": { "tr": "Kaşar" }, "price": 25, "status": 100 },
                    { "id": "o2", "clientDisplayName": { "tr": "Turşu" }, "status": 200 } ] } ] } ] }
    ] })
}
