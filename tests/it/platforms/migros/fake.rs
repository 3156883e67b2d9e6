//! A Migros Yemek of our own: it keeps orders, demands key and encryption, and lets an order go one way only.
//!
//! It decrypts with a cipher of its own making, so that a mistake in the adapter's is not made twice.

use crate::harness::{Answered, Fake, Heard};
use aes::{
    Aes256, Block,
    cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use std::{
    collections::{BTreeMap, VecDeque},
    time::Duration,
};

pub const KEY: &str = "restoran-anahtari-1";
pub const SECRET: &str = "0123456789abcdef0123456789abcdef";
pub const STORE: i64 = 23_000_000_999_901;
pub const GROUP: i64 = 23_000_000_888_801;
const WAREHOUSE: i64 = 4_711;
pub const SOLD_OUT: i64 = 23_000_000_000_101;
const REASONS: [(i64, &str); 2] = [(SOLD_OUT, "Ürün tükendi"), (23_000_000_000_102, "Restoran yoğun")];
const PENDING: [&str; 1] = ["NEW_PENDING"];
const ACTIVE: [&str; 3] = ["APPROVED", "PREPARED", "IN_DELIVERY"];

/// How answers are wrapped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wrapping {
    Plain,
    /// `data` is an encrypted text.
    Data,
    /// The whole answer is.
    Whole,
}

/// Something that goes wrong with one call.
pub struct Mishap {
    /// What the path ends with.
    pub at: &'static str,
    /// It is done all the same.
    pub is_done: bool,
    /// Status and body of the answer, where it is not the usual one.
    pub answer: Option<(u16, String)>,
    pub header: Option<(&'static str, String)>,
    pub late: Duration,
}

pub struct Migros {
    pub orders: BTreeMap<i64, Value>,
    pub wrapping: Wrapping,
    /// Taken one after the other, each by the first call that it is meant for.
    pub mishaps: VecDeque<Mishap>,
    /// What every call is answered, for as long as it stands here.
    pub always: Option<(u16, &'static str)>,
    /// Read-back orders do not show how they stand, only their content.
    pub hides_status: bool,
    pub is_active: bool,
    pub is_on_break: bool,
    pub is_integrated: bool,
    pub menu: Value,
}

type Outcome = Result<Value, (u16, &'static str)>;

impl Default for Migros {
    fn default() -> Migros {
        Migros {
            orders: BTreeMap::new(),
            wrapping: Wrapping::Plain,
            mishaps: VecDeque::new(),
            always: None,
            hides_status: false,
            is_active: true,
            is_on_break: false,
            is_integrated: true,
            menu: Value::Null,
        }
    }
}

impl Mishap {
    /// Answered so, and not done.
    pub fn answers(at: &'static str, status: u16, body: &str) -> Mishap {
        let answer = Some((status, body.to_owned()));
        Mishap { at, is_done: false, answer, header: None, late: Duration::ZERO }
    }
}

impl Migros {
    /// One order, with what differs from the example.
    pub fn with(orders: &[(i64, Value)]) -> Migros {
        let mut fake = Migros::default();
        for (id, changes) in orders {
            fake.add(*id, changes.clone());
        }
        fake
    }

    pub fn add(&mut self, id: i64, changes: Value) -> Value {
        let mut order: Value = serde_json::from_str(super::EXAMPLE).unwrap();
        order["id"] = json!(id);
        // After the restaurant was connected, however early a test adds it.
        order["log"]["createdAsMs"] = json!(garson::clock::now().plus(std::time::Duration::from_mins(1)).0);
        for (name, value) in changes.as_object().unwrap() {
            order[name] = value.clone();
        }
        self.orders.insert(id, order.clone());
        order
    }

    pub fn status(&self, id: i64) -> String {
        self.orders[&id]["status"].as_str().unwrap_or_default().to_owned()
    }

    /// The platform itself moves an order.
    pub fn set(&mut self, id: i64, status: &str) {
        self.orders.get_mut(&id).unwrap()["status"] = json!(status);
    }

    fn serve(&mut self, heard: &Heard) -> Outcome {
        if heard.header("xapikey") != Some(KEY) {
            return Err((401, "Unauthorized"));
        }
        if heard.header("content-type") != Some("application/json") {
            return Err((415, "Unsupported media type"));
        }
        let (path, query) = heard.path.split_once('?').unwrap_or((&heard.path, ""));
        match (heard.method.as_str(), path) {
            ("GET", "/Order/v2/GetOrderDetail") => self.detail(query),
            ("GET", "/Mapping/v2/GetCancelReasons") => {
                Ok(REASONS.iter().map(|(id, text)| json!({ "reasonId": id, "description": text })).collect())
            }
            ("GET", "/Store/GetStoreDetail") => Ok(json!({
                "id": STORE, "warehouseId": WAREHOUSE, "storeGroupId": GROUP, "storeName": "Örnek Dürüm Kadıköy",
                "active": self.is_active, "inWorkingHours": true, "prepareDuration": 20,
                "integrationIsActive": self.is_integrated
            })),
            ("POST", path) => {
                let body = decrypted(&heard.body).ok_or((400, "Request could not be decrypted"))?;
                self.take(path, &body)
            }
            _ => Err((404, "Not found")),
        }
    }

    fn take(&mut self, path: &str, body: &Value) -> Outcome {
        match path {
            "/Order/PendingOrdersWithStores" => self.page(body, &PENDING),
            "/Order/ActiveOrdersWithStores" => self.page(body, &ACTIVE),
            _ if body["storeId"] != json!(STORE) => Err((403, "Forbidden")),
            "/Order/v2/UpdateOrderStatus" => self.update(body),
            "/Order/v2/CancelOrder" => self.cancel(body),
            "/Store/ActivateStore" if body["warehouseId"] == json!(WAREHOUSE) => {
                self.is_active = true;
                Ok(Value::Null)
            }
            "/Store/GetStoreViewStatus" => {
                let is_open = self.is_active && !self.is_on_break;
                Ok(json!({ "status": if is_open { "OPEN" } else { "CLOSED" }, "openingTime": 1_794_672_131 }))
            }
            _ if body["storeGroupId"] != json!(GROUP) => Err((200, "Şube grubu bulunamadı")),
            "/Store/AddStoreOffDate" => match body["storeOffDateOption"].as_str() {
                Some("ONE_HOUR" | "FOUR_HOUR" | "NEXT_SHIFT_START") => {
                    self.is_on_break = true;
                    Ok(Value::Null)
                }
                _ => Err((200, "Geçersiz seçenek")),
            },
            "/Store/RemoveStoreOffDate" if self.is_on_break => {
                self.is_on_break = false;
                Ok(Value::Null)
            }
            "/Store/RemoveStoreOffDate" => Err((200, "Kapalı kayıt bulunamadı")),
            "/Menu/GetMenuDetailsByStoreAndStoreGroupId" => Ok(self.menu.clone()),
            _ => Err((404, "Not found")),
        }
    }

    fn page(&self, body: &Value, statuses: &[&str]) -> Outcome {
        let number = |name: &str| body[name].as_u64().and_then(|n| usize::try_from(n).ok());
        let (Some(limit @ 1..=20), Some(offset)) = (number("limit"), number("offset")) else {
            return Err((400, "limit must be between 1 and 20"));
        };
        if body["storeIds"] != json!([STORE]) {
            return Err((403, "Forbidden"));
        }
        // What is not understood is listed as pending, as a status that nobody wrote down would be.
        let is_listed = |order: &&Value| {
            let status = order["status"].as_str();
            status.map_or(statuses == PENDING, |status| statuses.contains(&status))
        };
        Ok(self.orders.values().filter(is_listed).skip(offset).take(limit).cloned().collect())
    }

    fn detail(&self, query: &str) -> Outcome {
        let value = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        if value("storeId") != Some(&STORE.to_string()) {
            return Err((403, "Forbidden"));
        }
        let id = value("orderId").and_then(|id| id.parse::<i64>().ok()).unwrap_or_default();
        let mut order = self.orders.get(&id).cloned().ok_or((200, "Sipariş bulunamadı"))?;
        if self.hides_status {
            order["status"] = Value::Null;
        }
        Ok(order)
    }

    fn order(&mut self, body: &Value) -> Result<&mut Value, (u16, &'static str)> {
        let id = body["orderId"].as_i64().ok_or((400, "orderId is required"))?;
        self.orders.get_mut(&id).ok_or((200, "Sipariş bulunamadı"))
    }

    fn update(&mut self, body: &Value) -> Outcome {
        let order = self.order(body)?;
        let has_own_courier = order["deliveryProvider"] == "RESTAURANT";
        let (from, to) = match body["orderStatus"].as_str() {
            Some("Approved") => ("NEW_PENDING", "APPROVED"),
            Some("Rejected") if is_reason(body) => ("NEW_PENDING", "REJECTED"),
            Some("Prepared") => ("APPROVED", "PREPARED"),
            Some("Delivery") if has_own_courier => ("PREPARED", "IN_DELIVERY"),
            Some("Completed") if has_own_courier => ("IN_DELIVERY", "COMPLETED"),
            _ => return Err((200, "Geçersiz sipariş durumu")),
        };
        match order["status"].as_str() {
            Some(status) if status == from => order["status"] = json!(to),
            Some(status) if status == to => return Err((409, "Sipariş zaten bu durumda")),
            _ => return Err((200, "Sipariş durumu uygun değil")),
        }
        Ok(Value::Null)
    }

    fn cancel(&mut self, body: &Value) -> Outcome {
        let order = self.order(body)?;
        let is_whole = is_reason(body) && body["userId"] == order["customer"]["id"] && body["notifyUser"].is_boolean();
        if !is_whole {
            return Err((400, "Eksik alan"));
        }
        match order["status"].as_str() {
            Some(status) if ACTIVE.contains(&status) => order["status"] = json!("CANCELLED"),
            Some("CANCELLED") => return Err((409, "Sipariş zaten iptal")),
            _ => return Err((200, "Sipariş iptal edilemez")),
        }
        Ok(Value::Null)
    }

    fn wrapped(&self, outcome: Outcome) -> Answered {
        let (status, mut envelope) = match outcome {
            Ok(data) => (200, json!({ "success": true, "data": data, "errorMessage": null })),
            Err((401, text)) => return Answered::text(401, text),
            Err((status, text)) => {
                let message = json!({ "errorCode": "E1", "errorTitle": "Hata", "errorDetail": text });
                (status, json!({ "success": false, "data": null, "errorMessage": message }))
            }
        };
        match self.wrapping {
            Wrapping::Plain => {}
            Wrapping::Data => envelope["data"] = json!(encrypted(&envelope["data"].to_string())),
            Wrapping::Whole => envelope = json!({ "value": encrypted(&envelope.to_string()) }),
        }
        Answered::json(status, &envelope)
    }
}

impl Fake for Migros {
    fn answer(&mut self, heard: &Heard) -> Answered {
        if let Some((status, body)) = self.always {
            return Answered::text(status, body);
        }
        let path = heard.path.split('?').next().unwrap_or_default();
        let Some(at) = self.mishaps.iter().position(|mishap| path.ends_with(mishap.at)) else {
            let outcome = self.serve(heard);
            return self.wrapped(outcome);
        };
        let mishap = self.mishaps.remove(at).unwrap();
        let usual = mishap.is_done.then(|| self.serve(heard));
        let mut answered = match (mishap.answer, usual) {
            (Some((status, body)), _) => Answered::text(status, &body),
            (None, usual) => self.wrapped(usual.unwrap_or(Ok(Value::Null))),
        };
        if let Some((name, value)) = mishap.header {
            answered = answered.header(name, value);
        }
        answered.late(mishap.late)
    }
}

fn is_reason(body: &Value) -> bool {
    REASONS.iter().any(|(id, _)| body["cancelReasonId"] == json!(id))
}

fn aes() -> Aes256 {
    Aes256::new_from_slice(SECRET.as_bytes()).unwrap()
}

/// What a body holds; nothing if it is not encrypted, or not written with a blank after every comma and colon.
fn decrypted(body: &str) -> Option<Value> {
    let body: Value = serde_json::from_str(body).ok()?;
    let bytes = STANDARD.decode(body.as_object().filter(|body| body.len() == 1)?.get("value")?.as_str()?).ok()?;
    let mut clear = Vec::new();
    for chunk in bytes.chunks(16) {
        let mut block = Block::try_from(chunk).ok()?;
        aes().decrypt_block(&mut block);
        clear.extend(block);
    }
    let padding = usize::from(*clear.last()?);
    let text = clear.split_off(clear.len().checked_sub(padding)?);
    let is_padded = (1..=16).contains(&padding) && text.iter().all(|byte| usize::from(*byte) == padding);
    let clear = String::from_utf8(clear).ok().filter(|_| is_padded)?;
    let is_spaced = !clear.replace(": ", "").replace(", ", "").contains([':', ',']);
    serde_json::from_str(&clear).ok().filter(|_| is_spaced)
}

fn encrypted(text: &str) -> String {
    let padding = 16 - text.len() % 16;
    let padded = [text.as_bytes(), &vec![u8::try_from(padding).unwrap(); padding]].concat();
    let mut sealed = Vec::new();
    for chunk in padded.chunks(16) {
        let mut block = Block::try_from(chunk).unwrap();
        aes().encrypt_block(&mut block);
        sealed.extend(block);
    }
    STANDARD.encode(sealed)
}
