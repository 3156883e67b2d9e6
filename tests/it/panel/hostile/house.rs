//! A house where everything that somebody else may write is hostile: orders of every platform, answers of webhooks and
//! platforms, names, browsers.

use super::texts::{TRICKS, Tricks};
use crate::{
    harness::{Answered, Fake, Garson, Heard, Host, Receiver, Reply, Script, Shop, eventually},
    panel::Browser,
    platforms::{
        migros::fake::{self as migros, Migros},
        yemeksepeti::fake as yemeksepeti,
    },
};
use serde_json::{Value, json};

const NOWHERE: &str = "http://127.0.0.1:9";

/// A platform that refuses everything, rudely.
pub struct Rude;

impl Fake for Rude {
    fn answer(&mut self, heard: &Heard) -> Answered {
        let mut tricks = Tricks::from(heard.path.len());
        let said = json!({ "code": 9, "error": tricks.next(), "message": tricks.next(), "source": tricks.next() });
        Answered::json(409, &said)
    }
}

pub struct House {
    pub garson: Garson,
    pub shop: Shop,
    /// Our ids of the platforms' orders.
    pub orders: Vec<String>,
    _stand_ins: (Receiver, Host<Rude>, Host<Migros>),
}

impl House {
    pub fn start() -> House {
        let garson = Garson::start_with(&["--webhook-retries", "1ms,1ms,1ms", "--poll-interval", "1h"]);
        let mut tricks = Tricks::from(0);
        let (rude, receiver) = (Host::start(Rude), Receiver::start(Script::Bytes(rude_answer())));
        let mut theirs = Migros::with(&[(1, json!({}))]);
        let order = theirs.orders.get_mut(&1).unwrap();
        tricks.fill(order, &["status"]);
        let migros = Host::start(theirs);

        let text = |tricks: &mut Tricks, names: &[&str]| -> Value {
            names.iter().map(|name| ((*name).to_owned(), Value::from(tricks.next()))).collect()
        };
        let names = ["name", "description", "vatNumber", "taxOffice", "address", "city", "phone", "email"];
        let business = garson.post("/web-api/v1/businesses", text(&mut tricks, &names)).id();
        let mut place = text(&mut tricks, &["name", "address", "description"]);
        place["businessId"] = json!(business);
        place["paymentMatchingUrl"] = json!(receiver.url);
        place["paymentMatchingHeaders"] = json!({ "X-Till": "\"><img src=x onerror=alert(1)>" });
        place["config"] = json!({ "note": tricks.next() });
        let restaurant = garson.post("/web-api/v1/restaurants", place).id();
        garson.post("/web-api/v1/restaurants", text(&mut tricks, &["name"])).id();
        let package = json!([{ "name": tricks.next(), "isActive": true, "endsAt": "2020-01-01T00:00:00Z" }]);
        garson.put(&format!("/web-api/v1/restaurants/{restaurant}/packages"), package).data();

        let connect = |provider: &str, body: Value| {
            let made = garson.put(&format!("/web-api/v1/restaurants/{restaurant}/integrations/{provider}"), body);
            let url = made.data()["intakeUrl"].as_str().unwrap().to_owned();
            url[url.find("/intake").unwrap()..].to_owned()
        };
        let keys = json!({ "appSecretKey": "a", "restaurantSecretKey": "b" });
        let getir = connect("getir", json!({ "baseUrl": rude.url, "credentials": keys }));
        let keys = json!({
            "supplierId": "1", "storeId": "789", "apiKey": "k", "apiSecret": "s", "executorEmail": "a@example.com"
        });
        let trendyol = connect("trendyol-go", json!({ "baseUrl": rude.url, "credentials": keys }));
        let keys = json!({
            "username": "u", "password": "p", "chainCode": "c", "posVendorId": yemeksepeti::SHOP,
            "pluginSecret": yemeksepeti::SECRET
        });
        let yemek = connect("yemeksepeti", json!({ "baseUrl": NOWHERE, "credentials": keys }));
        let keys = json!({
            "apiKey": migros::KEY, "secretKey": migros::SECRET, "storeId": migros::STORE.to_string(),
            "storeGroupId": migros::GROUP.to_string()
        });
        connect("migros-yemek", json!({ "baseUrl": migros.url, "credentials": keys }));
        let callback = format!("{}?x='onfocus='alert(1)", receiver.url);
        let intake = connect("open", json!({ "settings": { "callbackUrl": callback } }));
        let shop = Shop { restaurant, intake };

        let push = |path: String, order: &Value, authorization: &str| {
            let headers = [("Authorization", authorization)];
            let pushed = garson.send("POST", &path, Some(order.to_string().as_bytes()), &headers);
            assert_eq!(pushed.status, 200, "{pushed}");
        };
        let mut order: Value = serde_json::from_str(include_str!("../../platforms/getir/example.json")).unwrap();
        order.as_object_mut().unwrap().remove("restaurant");
        tricks.fill(&mut order, &["checkoutDate"]);
        push(format!("{getir}/orders"), &order, "");
        let mut order: Value = serde_json::from_str(include_str!("../../platforms/trendyol/sample.json")).unwrap();
        tricks.fill(&mut order, &["packageStatus"]);
        push(format!("{trendyol}/created"), &order, "");
        let mut order: Value = serde_json::from_str(include_str!("../../platforms/yemeksepeti/example.json")).unwrap();
        order["createdAt"] = json!(garson::clock::now().plus(std::time::Duration::from_mins(1)).to_string());
        tricks.fill(&mut order, &["createdAt", "expiryDate", "grandTotal", "quantity"]);
        let token = yemeksepeti::signed("HS512", &json!({ "service": "middleware" }), yemeksepeti::SECRET);
        push(format!("{yemek}/order/{}", yemeksepeti::SHOP), &order, &format!("Bearer {token}"));
        let orders = eventually("an order of every platform", || {
            let list = garson.get("/web-api/v1/orders?limit=200").data().as_array().unwrap().clone();
            let ids = list.iter().map(|order| order["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>();
            (ids.len() == 4).then_some(ids)
        });
        let house = House { garson, shop, orders, _stand_ins: (receiver, rude, migros) };
        house.people(&mut tricks);
        house
    }

    /// What an owner can be talked into, and who comes along.
    fn people(&self, tricks: &mut Tricks) {
        let owner = Browser::owner(&self.garson, "en");
        let done = |reply: Reply| assert!(reply.status < 400, "{reply}");
        let guard = owner.guard();
        for trick in TRICKS.iter().filter(|trick| !trick.contains(char::is_control)) {
            done(owner.post_raw("/keys", &[("guard", &guard), ("name", trick)], &[]));
        }
        // Each costs a hash, which is slow on purpose.
        for trick in &TRICKS[..6] {
            let fields = [("guard", guard.as_str()), ("name", trick), ("password", "uzun bir parola")];
            done(owner.post_raw("/users", &fields, &[]));
        }
        let agent = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)> Chrome/1 Windows";
        let sign_in = [("name", "ayşe"), ("password", "doğru at pil zımba")];
        done(Browser::new(&self.garson, "en").post_raw("/login", &sign_in, &[("User-Agent", agent)]));
        let url = format!("{}?x='onfocus='javascript:alert(1)", self._stand_ins.0.url);
        let webhook = json!({ "url": url, "events": ["siparis.olusturuldu", "siparis.iptal_edildi"] });
        self.garson.post("/web-api/v1/webhooks", webhook).id();
        let id = self.shop.push(&self.garson, &order(tricks, "named by us")).id();
        let given_up = || self.garson.get("/web-api/v1/webhooks/deliveries?state=failed").data()[0].is_object();
        eventually("an answer in the log", || given_up().then_some(()));
        let reason = json!({ "reason": tricks.next(), "note": tricks.next() });
        self.shop.cancel(&self.garson, "named%20by%20us", reason).data();
        assert_eq!(self.garson.get(&format!("/web-api/v1/orders/{id}")).data()["status"], 1_500);
    }
}

/// An order of a web shop with a trick in every text.
pub fn order(tricks: &mut Tricks, id: &str) -> Value {
    let mut order = json!({
        "code": "", "note": "", "customer": { "name": "", "phone": "", "phoneCode": "", "address": {
            "line": "", "district": "", "city": "", "doorNumber": "", "floor": "", "flat": "", "directions": ""
        } },
        "items": [{
            "id": "", "productId": "", "remoteCode": "", "name": "", "quantity": 1, "total": 1, "note": "",
            "options": [
                { "id": "", "name": "", "group": "", "quantity": 1, "price": 1,
                  "options": [{ "name": "", "group": "", "quantity": 2 }] },
                { "id": "", "name": "", "quantity": 1 }
            ]
        }],
        "amount": { "total": 1 }, "payment": { "type": "", "name": "" }, "unknown": { "any": "" }
    });
    tricks.fill(&mut order, &[]);
    order["providerOrderId"] = json!(id);
    order["payment"]["type"] = json!("other");
    order["items"][0]["options"][1]["kind"] = json!("remove");
    let key = tricks.next();
    order["unknown"][key] = json!(tricks.next());
    order
}

/// A status, headers and a body that are all hostile.
fn rude_answer() -> Vec<u8> {
    let body = format!("{}\u{0}{}", TRICKS.join(" "), "<script>alert(1)</script>".repeat(200));
    let head = "HTTP/1.1 500 <script>alert(1)</script>\r\nContent-Type: text/html\r\nX-Evil: \"><img src=x>\r\n";
    let mut answer = format!("{head}Connection: close\r\nContent-Length: {}\r\n\r\n", body.len() + 2).into_bytes();
    answer.extend(body.as_bytes());
    // Half a character at the end.
    answer.extend([0xe2, 0x82]);
    answer
}
