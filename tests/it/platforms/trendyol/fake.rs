//! Trendyol Go as its public facts describe it: who may ask, page sizes, windows, steps in their order, its limit.

use crate::harness::{Answered, Fake, Heard};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};

pub const SUPPLIER: &str = "123456";
pub const STORE: &str = "789";
/// `key:secret` as the header carries it.
const BASIC: &str = "Basic a2V5OnNlY3JldA==";

const LIMIT: usize = 50;
const SPAN: Duration = Duration::from_secs(10);
const STATUSES: [&str; 7] = ["Created", "Picking", "Invoiced", "Shipped", "Delivered", "Cancelled", "UnSupplied"];

/// Statuses that a package may have, but that no caller may ask for.
const UNLISTED: [&str; 2] = ["UnPacked", "Returned"];

/// What happens to a call instead of, or after, its answer.
#[derive(Clone)]
pub enum Trouble {
    /// Nothing is done; this status, with the platform's error body.
    Status(u16),
    /// Nothing is done; 429 with this `Retry-After`.
    Slower(u64),
    /// Nothing is done, and the answer comes after this long.
    Lost(Duration),
    /// It is done, but the answer comes after this long.
    Late(Duration),
    /// It is done, but the connection closes without an answer.
    HangUp,
    /// It is done, but the answer breaks off in the middle of its JSON.
    Cut,
    /// Nothing is done; the caller is sent elsewhere.
    Elsewhere(String),
}

pub struct Trendyol {
    pub packages: Vec<Value>,
    /// Id, name, `workingStatus`.
    pub stores: Vec<(u64, String, String)>,
    pub menu: Value,
    /// Single packages come inside a list.
    pub lists_single: bool,
    /// This package changes as soon as the first page of a list was read.
    pub restless: Option<String>,
    /// Lists that are still answered; the others fail.
    pub fine_lists: Option<usize>,
    /// Every page of a list is followed by another.
    pub is_endless: bool,
    /// How often the limit was broken.
    pub too_fast: usize,
    /// Which call, how often still, what.
    troubles: Vec<(&'static str, usize, Trouble)>,
    asked: HashMap<String, Vec<Instant>>,
    last_change: i64,
}

impl Trendyol {
    pub fn new() -> Trendyol {
        Trendyol {
            packages: Vec::new(),
            stores: vec![
                (788, "Dürümcü Şişli".to_owned(), "OPEN".to_owned()),
                (789, "Dürümcü Beyoğlu".to_owned(), "OPEN".to_owned()),
            ],
            menu: json!({}),
            lists_single: false,
            restless: None,
            fine_lists: None,
            is_endless: false,
            too_fast: 0,
            troubles: Vec::new(),
            asked: HashMap::new(),
            last_change: 0,
        }
    }

    /// The next so many calls whose path ends so meet this.
    pub fn trouble(&mut self, call: &'static str, times: usize, trouble: Trouble) {
        self.troubles.push((call, times, trouble));
    }

    pub fn forget_troubles(&mut self) {
        self.troubles.clear();
    }

    /// A customer orders.
    pub fn place(&mut self, mut package: Value) {
        package["packageModificationDate"] = self.moment();
        self.packages.push(package);
    }

    /// The platform moves a package by itself.
    pub fn set(&mut self, id: &str, status: &str) {
        assert!(STATUSES.contains(&status) || UNLISTED.contains(&status));
        let moment = self.moment();
        let package = self.package(id).unwrap();
        package["packageStatus"] = json!(status);
        package["packageModificationDate"] = moment;
    }

    /// The customer or the platform cancels.
    pub fn cancel(&mut self, id: &str, code: u32, reason: &str) {
        self.set(id, "Cancelled");
        self.package(id).unwrap()["cancelInfo"] = json!({ "reasonCode": code, "reason": reason });
    }

    /// The last piece of the first line that is left is cancelled, and the package costs so much less.
    pub fn cancel_part(&mut self, id: &str, less: f64) {
        let moment = self.moment();
        let package = self.package(id).unwrap();
        let pieces = package["lines"][0]["items"].as_array_mut().unwrap();
        let piece = pieces.iter_mut().rev().find(|piece| piece["isCancelled"] == false).unwrap();
        piece["isCancelled"] = json!(true);
        // To the kuruş, as money is told.
        let left = (package["totalPrice"].as_f64().unwrap() - less) * 100.0;
        package["totalPrice"] = json!(left.round() / 100.0);
        package["packageModificationDate"] = moment;
    }

    pub fn status(&self, id: &str) -> &str {
        let package = self.packages.iter().find(|package| package["id"] == id).unwrap();
        package["packageStatus"].as_str().unwrap()
    }

    fn package(&mut self, id: &str) -> Option<&mut Value> {
        self.packages.iter_mut().find(|package| package["id"] == id)
    }

    /// Now, and never twice the same.
    fn moment(&mut self) -> Value {
        self.last_change = garson::clock::now().0.max(self.last_change + 1);
        json!(self.last_change)
    }

    fn next_trouble(&mut self, path: &str) -> Option<Trouble> {
        let found = self.troubles.iter_mut().find(|(call, times, _)| *times > 0 && path.ends_with(call))?;
        found.1 -= 1;
        Some(found.2.clone())
    }

    fn is_too_fast(&mut self, endpoint: String) -> bool {
        let asked = self.asked.entry(endpoint).or_default();
        asked.retain(|at| at.elapsed() < SPAN);
        asked.push(Instant::now());
        asked.len() > LIMIT
    }

    fn route(&mut self, heard: &Heard, path: &str, query: &HashMap<String, String>) -> Answered {
        let words: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let [_, service, "meal", "suppliers", supplier, ref rest @ ..] = words[..] else {
            return error(404, "no such path");
        };
        if supplier != SUPPLIER {
            return error(403, "this supplier is not yours");
        }
        let body = heard.json();
        match (heard.method.as_str(), service, rest) {
            ("GET", "order", ["packages"]) => self.list(query),
            ("GET", "order", ["packages", id]) => match self.package(id).cloned() {
                None => error(404, "package not found"),
                Some(package) if self.lists_single => Answered::json(200, &json!({ "content": [package] })),
                Some(package) => Answered::json(200, &package),
            },
            ("PUT", "order", ["packages", step @ ("picked" | "invoiced" | "unsupplied")]) => {
                let id = body["packageId"].as_str().unwrap_or_default().to_owned();
                self.step(step, &id, &body)
            }
            ("PUT", "order", ["packages", id, step @ ("manual-shipped" | "manual-delivered")]) => {
                self.step(step, id, &body)
            }
            ("GET", "store", ["stores"]) => self.list_stores(query),
            ("PUT", "store", ["stores", id, "status"]) => self.open(id, &body),
            ("GET", "product", ["stores", id, "products"]) if *id == STORE => Answered::json(200, &self.menu),
            ("GET", "product", ["stores", _, "products"]) => error(403, "this store is not yours"),
            _ => error(404, "no such path"),
        }
    }

    /// Newest first, so that a caller must not rely on any order.
    fn list(&mut self, query: &HashMap<String, String>) -> Answered {
        if let Some(left) = &mut self.fine_lists {
            if *left == 0 {
                return error(500, "trouble");
            }
            *left -= 1;
        }
        let number = |name: &str| query.get(name).and_then(|text| text.parse::<i64>().ok());
        let (Some(page), Some(size @ 1..=50)) = (number("page"), number("size")) else {
            return error(400, "page and a size of at most 50 are needed");
        };
        let statuses: Vec<&str> = query.get("packageStatuses").map_or(vec![], |text| text.split(',').collect());
        if let Some(odd) = statuses.iter().find(|status| !STATUSES.contains(status)) {
            return error(400, &format!("unknown status {odd}"));
        }
        let from = number("packageModificationStartDate").unwrap_or(0);
        let until = number("packageModificationEndDate").unwrap_or(i64::MAX);
        let is_asked_for = |package: &&Value| {
            let changed = package["packageModificationDate"].as_i64().unwrap_or_default();
            let status = package["packageStatus"].as_str().unwrap_or("Created");
            let store = package["storeId"].to_string();
            (from..=until).contains(&changed)
                && statuses.contains(&status)
                && query.get("storeId").is_none_or(|wanted| *wanted == store || package["storeId"].is_null())
        };
        let mut found: Vec<&Value> = self.packages.iter().filter(is_asked_for).collect();
        found.sort_by_key(|package| -package["packageModificationDate"].as_i64().unwrap_or_default());
        let (count, pages) = (found.len(), found.len().div_ceil(size as usize));
        let (skipped, pages) = if self.is_endless { (0, 1_000_000) } else { ((page * size) as usize, pages) };
        let content: Vec<&Value> = found.into_iter().skip(skipped).take(size as usize).collect();
        let answer =
            json!({ "page": page, "size": size, "totalPages": pages, "totalCount": count, "content": content });
        if pages > 1
            && let Some(id) = self.restless.take()
        {
            self.set(&id, "Picking");
        }
        Answered::json(200, &answer)
    }

    fn step(&mut self, step: &str, id: &str, body: &Value) -> Answered {
        let now = garson::clock::now().0;
        let moment = self.moment();
        let Some(package) = self.package(id) else { return error(404, "package not found") };
        if body["actualDate"].as_i64().is_some_and(|at| at >= now) {
            return error(400, "actualDate must lie in the past");
        }
        let is_own = package["deliveryType"] == "STORE";
        let status = package["packageStatus"].as_str().unwrap_or_default();
        let to = match (step, status) {
            ("picked", "Created") => match body["preparationTime"].as_u64() {
                Some(minutes @ 1..=120) => {
                    package["preparationTime"] = json!(minutes);
                    "Picking"
                }
                _ => return error(400, "preparationTime must be a number of minutes"),
            },
            ("invoiced", "Picking") => "Invoiced",
            ("manual-shipped", "Invoiced") if is_own => "Shipped",
            ("manual-delivered", "Shipped") if is_own => "Delivered",
            ("unsupplied", "Created" | "Picking" | "Invoiced" | "Shipped") => {
                if let Err(refusal) = cancel_items(package, body) {
                    return refusal;
                }
                "UnSupplied"
            }
            _ => return error(409, &format!("{step} is not possible at {status}")),
        };
        package["packageStatus"] = json!(to);
        package["packageModificationDate"] = moment;
        Answered::text(200, "")
    }

    fn list_stores(&self, query: &HashMap<String, String>) -> Answered {
        let number = |name: &str| query.get(name).and_then(|text| text.parse::<usize>().ok());
        let (Some(page), Some(size @ 1..=50)) = (number("page"), number("size")) else {
            return error(400, "page and size are needed");
        };
        let shown = self.stores.iter().skip(page * size).take(size);
        let shown: Vec<Value> = shown
            .map(|(id, name, status)| json!({ "id": id, "name": name, "workingStatus": status, "deliveryType": "STORE" }))
            .collect();
        let pages = self.stores.len().div_ceil(size);
        Answered::json(200, &json!({ "restaurants": shown, "totalPages": pages, "totalElements": self.stores.len() }))
    }

    fn open(&mut self, id: &str, body: &Value) -> Answered {
        let Some(store) = self.stores.iter_mut().find(|(known, ..)| known.to_string() == id) else {
            return error(403, "this store is not yours");
        };
        match body["status"].as_str() {
            Some(status @ ("OPEN" | "CLOSED")) => status.clone_into(&mut store.2),
            _ => return error(400, "status must be OPEN or CLOSED"),
        }
        Answered::text(200, "")
    }
}

impl Fake for Trendyol {
    fn answer(&mut self, heard: &Heard) -> Answered {
        let (path, query) = heard.path.split_once('?').unwrap_or((&heard.path, ""));
        let trouble = self.next_trouble(path);
        let hangs_up = matches!(trouble, Some(Trouble::HangUp));
        let late = match trouble {
            Some(Trouble::Status(status)) => return error(status, "trouble"),
            Some(Trouble::Slower(seconds)) => return error(429, "too many requests").header("Retry-After", seconds),
            Some(Trouble::Elsewhere(url)) => return error(302, "moved").header("Location", url),
            Some(Trouble::Lost(by)) => return error(504, "lost").late(by),
            Some(Trouble::Cut) => return Answered::text(200, r#"{"page": 0, "content": [{"id": "#),
            Some(Trouble::Late(by)) => by,
            Some(Trouble::HangUp) | None => Duration::ZERO,
        };
        if heard.header("authorization") != Some(BASIC) {
            return error(401, "ClientApiAuthenticationException");
        }
        let integrator = heard.header("user-agent").and_then(|agent| agent.strip_prefix(&format!("{SUPPLIER} - ")));
        let is_named =
            |name: &str| !name.is_empty() && name.len() <= 30 && name.bytes().all(|b| b.is_ascii_alphanumeric());
        if !integrator.is_some_and(is_named) || heard.header("x-agentname").is_none_or(str::is_empty) {
            return error(403, "User-Agent is missing");
        }
        if !heard.header("x-executor-user").is_some_and(|user| user.contains('@')) {
            return error(400, "x-executor-user is missing");
        }
        if heard.header("content-type") != Some("application/json") {
            return error(415, "Content-Type must be application/json");
        }
        // The limit is per endpoint; an id in the path makes no other endpoint.
        let endpoint = path.split('/').filter(|word| word.len() < 30).collect::<Vec<_>>().join("/");
        if self.is_too_fast(format!("{} {endpoint}", heard.method)) {
            self.too_fast += 1;
            return error(429, "too many requests");
        }
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        let query = pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let answered = self.route(heard, path, &query).late(late);
        if hangs_up { answered.hang_up() } else { answered }
    }
}

/// Every live piece must be named, and the reason must be a number that this kind of delivery has.
fn cancel_items(package: &mut Value, body: &Value) -> Result<(), Answered> {
    let of_own_courier: &[u64] = if package["deliveryType"] == "STORE" { &[624, 626] } else { &[] };
    let reason = body["reasonId"].as_u64().unwrap_or_default();
    if ![621, 622, 623, 627].contains(&reason) && !of_own_courier.contains(&reason) {
        return Err(error(400, "this reason is not allowed"));
    }
    // Ids are texts in some answers and numbers in others.
    let text = |id: &Value| id.as_str().map_or_else(|| id.to_string(), str::to_owned);
    let named: Vec<String> = body["itemIdList"].as_array().into_iter().flatten().map(text).collect();
    let lines = package["lines"].as_array_mut().into_iter().flatten();
    let mut pieces: Vec<&mut Value> = lines.flat_map(|line| line["items"].as_array_mut().unwrap()).collect();
    let is_left = |piece: &&mut Value| piece["isCancelled"] == false && !named.contains(&text(&piece["packageItemId"]));
    if pieces.iter().any(is_left) {
        return Err(error(400, "only a part of the package is named"));
    }
    pieces.iter_mut().for_each(|piece| piece["isCancelled"] = json!(true));
    package["cancelInfo"] = json!({ "reasonCode": reason, "reason": "Restoran iptali" });
    Ok(())
}

fn error(status: u16, message: &str) -> Answered {
    Answered::json(status, &json!({ "errors": [{ "message": message }] }))
}

/// Package ids are 64 hexadecimal digits.
pub fn id(number: u32) -> String {
    format!("{number:064x}")
}

/// A package of one dürüm that the restaurant delivers itself.
pub fn package(number: u32) -> Value {
    let piece = format!("90000{number:08}");
    json!({
        "id": id(number), "supplierId": 123456, "storeId": 789,
        "orderCode": format!("K{number}"), "orderId": format!("100{number}"), "orderNumber": format!("200{number}"),
        "storePickupSelected": false, "deliveryType": "STORE", "packageStatus": "Created",
        "packageCreationDate": garson::clock::now().0, "preparationTime": 0,
        "totalPrice": 224.99, "totalDeliveryPrice": 24.99,
        "customer": { "id": 1, "firstName": "Deniz", "lastName": "T" }, "customerNote": "",
        "address": { "address1": "Deneme Sok. No: 12", "phone": "0850 111 11 11", "pinCode": "12345678" },
        "payment": { "paymentType": "PAY_WITH_CARD", "mealCard": null, "onDelivery": null },
        "lines": [{
            "productId": 555001, "name": "Tavuk Dürüm", "price": 200.0, "unitSellingPrice": 200.0,
            "items": [{ "packageItemId": piece, "isCancelled": false, "promotions": [], "coupon": null }],
            "modifierProducts": [], "extraIngredients": [], "removedIngredients": [{ "id": 32, "name": "Soğan" }]
        }],
        "coupon": null, "promotions": null, "cancelInfo": null, "testPackage": false,
        "userInformation": { "appName": "TrendyolGo" }
    })
}

/// The same with another field.
pub fn with(mut package: Value, field: &str, value: Value) -> Value {
    package[field] = value;
    package
}
