//! The log of a whole run: it has the id that the client was told, and no secret and no customer in it.

use crate::{
    harness::{Answered, Fake, Garson, Heard, Host, Reply, Shop, an_order, eventually, raw_exchange},
    panel::Browser,
    platforms::{FAKED, credentials},
};
use base64::{Engine, prelude::BASE64_STANDARD};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Value, json};

const PASSWORD: &str = "doğru at pil zımba";
/// Nothing that the program says by itself has these in it.
const CUSTOMER: [(&str, &str); 9] = [
    ("name", "Zübeyde Kırmızıgül"),
    ("phone", "905550001122"),
    ("line", "Papatya Sokağı 17"),
    ("directions", "mavi kapının yanı"),
    ("note", "fıstık alerjim var"),
    ("item note", "köfteler az pişmiş"),
    ("cancel note", "misafir gelmedi artık"),
    ("search", "Kırmızıgül"),
    ("courier", "Dursun Kaplan"),
];
const SECRETS: [&str; 6] = [
    "gsn_wrongkeywrongkeywrongkeywrongkeywrongkeywr",
    "yanlış parola 4711",
    "parola ad yerine yazıldı",
    "whsec_Z2l6bGlnaXpsaWdpemxpZ2l6bGk",
    "hook-token-in-address",
    "wrong-intake-token-0123456789",
];

fn customer(what: &str) -> &'static str {
    CUSTOMER.iter().find(|(name, _)| *name == what).unwrap().1
}

/// Says everything back that it was told, and likes none of it.
struct Echo {
    asked: usize,
}

impl Fake for Echo {
    fn answer(&mut self, heard: &Heard) -> Answered {
        self.asked += 1;
        let told = format!("{} {:?} {}", heard.path, heard.headers, heard.body);
        let status = [500, 400, 401, 403, 429, 404, 200][self.asked % 7];
        match self.asked % 3 {
            0 => Answered::text(status, &told),
            1 => Answered::json(status, &json!({ "message": told, "error": told, "errors": [{ "message": told }] })),
            _ => Answered::json(status, &json!(told)),
        }
    }
}

fn an_order_of_somebody(id: &str) -> Value {
    let mut order = an_order(id);
    order["customer"] = json!({
        "name": customer("name"), "phone": customer("phone"),
        "address": { "line": customer("line"), "directions": customer("directions"), "city": "İzmir" },
    });
    order["note"] = json!(customer("note"));
    order["items"][0]["note"] = json!(customer("item note"));
    order["courier"] = json!({ "name": customer("courier"), "phone": "905550003344" });
    order
}

/// Orders that are taken, refused, told twice, moved, cancelled and looked for.
fn visit_with_orders(garson: &Garson, shop: &Shop, owner: &Browser<'_>) {
    for id in ["1", "2", "3"] {
        shop.push(garson, &an_order_of_somebody(id)).id();
    }
    let mut changed = an_order_of_somebody("1");
    changed["customer"]["name"] = json!(format!("{} ve eşi", customer("name")));
    shop.push(garson, &changed).id();
    for (field, value) in [
        ("items", json!(customer("item note"))),
        ("customer", json!(customer("name"))),
        ("amount", json!({ "total": customer("name") })),
        ("payment", json!({ "type": customer("name") })),
        ("providerOrderId", json!({ "of": customer("name") })),
        ("scheduledAt", json!(customer("name"))),
        ("note", json!(customer("note").repeat(500))),
    ] {
        let mut order = an_order_of_somebody("4");
        order[field] = value;
        assert!(shop.push(garson, &order).status >= 400, "{field}");
    }
    shop.push_raw(garson, format!("{{\"note\": \"{}\" oops", customer("note")).as_bytes()).refused(400, "invalid_json");
    shop.cancel(garson, "3", json!({ "reason": "x", "note": customer("cancel note") }));
    shop.cancel(garson, customer("phone"), json!({ "note": customer("cancel note") }));
    garson.post("/web-api/v1/orders/verify/1", json!({}));
    garson.post("/web-api/v1/orders/change-status/1", json!({ "from": 500 }));
    garson.post("/web-api/v1/orders/cancel/2", json!({ "reason": customer("cancel note"), "note": customer("note") }));
    let encoded = utf8_percent_encode(customer("search"), NON_ALPHANUMERIC).to_string();
    garson.get(&format!("/web-api/v1/orders/{encoded}")).refused(404, "order_not_found");
    garson.get(&format!("/web-api/v1/orders?search={encoded}&q={encoded}"));
    garson.get(&format!("/web-api/v1/orders?{encoded}&{encoded}={encoded}")).refused(422, "validation_failed");
    owner.get(&format!("/orders?q={encoded}"));
    owner.get(&format!("/{encoded}/{encoded}?{encoded}"));
}

/// Whoever wants in, rightly and wrongly.
fn visit_at_the_doors(garson: &Garson, shop: &Shop, owner: &Browser<'_>) {
    let [wrong_key, wrong_password, misplaced, .., wrong_token] = SECRETS;
    let browser = Browser::new(garson, "en");
    browser.post("/login", &[("name", "ayşe"), ("password", wrong_password)]);
    browser.post("/login", &[("name", misplaced), ("password", wrong_password)]);
    browser
        .post(&format!("/login?password={}", misplaced.replace(' ', "+")), &[("name", "x"), ("password", misplaced)]);
    owner.post("/me/password", &[("current", PASSWORD), ("password", wrong_password), ("again", "other")]);
    let (token, key) = (shop.intake.rsplit('/').next().unwrap(), &garson.key);
    for path in [
        format!("/intake/v1/open/{wrong_token}/orders"),
        format!("{}/nothing", shop.intake),
        format!("{}/orders/", shop.intake),
        format!("/Intake/v1/open/{token}/orders"),
        format!("//intake/v1/open/{token}/orders"),
        format!("/web-api/v1/intake/v1/open/{token}/orders"),
        format!("/web-api/v1/orders/{key}"),
        format!("/web-api/v1/orders?key={key}"),
        format!("/{key}"),
    ] {
        for auth in ["", &format!("Bearer {wrong_key}"), &format!("Bearer {key}")] {
            garson.send("POST", &path, Some(b"{}"), &[("Authorization", auth)]);
            garson.send("GET", &path, None, &[("Authorization", auth)]);
        }
    }
}

/// Receivers and platforms that say back what they were sent. Returns what must not be heard of.
fn visit_with_echoes(garson: &Garson, shop: &Shop, echo: &Host<Echo>) -> Vec<String> {
    let [.., webhook_secret, address_token, _] = SECRETS;
    let url = format!("{}/hook?token={address_token}", echo.url);
    let with_name = url.replace("http://", "http://till:hook-token-in-address@");
    for url in [&url, &with_name, &format!("http://127.0.0.1:9/?t={address_token}"), &format!("x:{address_token}")] {
        let made = garson.post("/web-api/v1/webhooks", json!({ "url": url, "secret": webhook_secret }));
        if made.status == 200 {
            garson.post(&format!("/web-api/v1/webhooks/{}/test", made.id()), json!({}));
        }
    }
    let callback = format!("{}/integrations/open", format_args!("/web-api/v1/restaurants/{}", shop.restaurant));
    garson.put(&callback, json!({ "settings": { "callbackUrl": url } })).data();
    let mut hidden = Vec::new();
    for provider in FAKED {
        let path = format!("/web-api/v1/restaurants/{}/integrations/{provider}", shop.restaurant);
        let mut given = credentials(provider);
        // As long as real ones are: a short one would be found in other words.
        let is_secret = |name: &str| ["secret", "Secret", "Key", "password"].iter().any(|word| name.contains(word));
        for (name, value) in given.as_object_mut().unwrap() {
            if is_secret(name) && value.as_str().unwrap().len() < 12 {
                *value = json!(format!("{}-4fz81q-{provider}", value.as_str().unwrap()));
            }
        }
        let body = json!({ "credentials": given, "baseUrl": echo.url });
        let made = garson.put(&path, body);
        let token = made.data()["intakeUrl"].as_str().unwrap().rsplit('/').next().unwrap().to_owned();
        (0..3).for_each(|_| _ = garson.post(&format!("{path}/test"), json!({})));
        garson.put(&format!("{path}/open"), json!({ "isOpen": true }));
        garson.get(&format!("/web-api/v1/menus/{provider}?restaurantId={}", shop.restaurant));
        for push in garson::platforms::of(garson::model::Provider::parse(provider).unwrap()).facts().pushes {
            let path = format!("/intake/v1/{}", push.path.replace("{token}", &token).replace(['{', '}'], ""));
            let order = an_order_of_somebody("9").to_string();
            garson.send("POST", &path, Some(order.as_bytes()), &[("Authorization", "Bearer nobody's")]);
        }
        let given = given.as_object().unwrap();
        hidden.extend(
            given.iter().filter(|(name, _)| is_secret(name)).map(|(_, value)| value.as_str().unwrap().to_owned()),
        );
        let pair =
            |one: &str, other: &str| Some(format!("{}:{}", given.get(one)?.as_str()?, given.get(other)?.as_str()?));
        hidden.extend(pair("apiKey", "apiSecret").map(|pair| BASE64_STANDARD.encode(pair)));
        hidden.push(token);
    }
    hidden
}

#[test]
fn a_whole_run_leaves_no_secret_and_no_customer_in_the_log() {
    let flags = "--log-level trace --webhook-retries 10ms,10ms,10ms --poll-interval 50ms";
    let mut garson = Garson::start_with(&flags.split(' ').collect::<Vec<_>>());
    let shop = Shop::open(&garson);
    let echo = Host::start(Echo { asked: 0 });
    let mut hidden = visit_with_echoes(&garson, &shop, &echo);
    let owner = Browser::owner(&garson, "tr");
    visit_with_orders(&garson, &shop, &owner);
    visit_at_the_doors(&garson, &shop, &owner);
    drop(owner);
    eventually("polls and webhooks", || (echo.heard().len() > 15).then_some(()));

    garson.stop();

    let said = garson.printed();
    let everything = format!("{}\n{said}", garson.log());
    assert!(everything.len() > 5_000 && said.contains("data in"), "there is hardly a log: {everything}");
    hidden.extend([PASSWORD, &garson.key, shop.intake.rsplit('/').next().unwrap()].map(str::to_owned));
    hidden.extend(SECRETS.into_iter().chain(CUSTOMER.map(|(_, value)| value)).map(str::to_owned));
    for secret in &hidden {
        let encoded = utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string();
        for form in [secret.as_str(), &encoded, &BASE64_STANDARD.encode(secret)] {
            let line = everything.lines().find(|line| line.contains(form));
            assert_eq!(line, None, "{form}");
        }
    }
}

#[test]
fn every_line_of_a_request_has_the_id_that_the_client_was_told() {
    let garson = Garson::start_with(&["--log-level", "debug"]);
    let shop = Shop::open(&garson);
    let platform = Host::start(Echo { asked: 0 });
    let callback = format!("/web-api/v1/restaurants/{}/integrations/open", shop.restaurant);
    garson.put(&callback, json!({ "settings": { "callbackUrl": platform.url } })).data();
    let lines = |reply: &Reply| -> Vec<String> {
        let id = reply.header("x-request-id").unwrap().to_owned();
        let log = garson.log();
        log.lines().filter(|line| line.contains(&format!("{id}}}:"))).map(str::to_owned).collect()
    };
    let taken = shop.push(&garson, &an_order("1"));
    assert!(lines(&taken)[0].contains("status=200") && lines(&taken).len() == 1, "{:?}", lines(&taken));
    // What an operation says in the middle has it too, and so has the refusal.
    let mut other = an_order("1");
    other["amount"]["total"] = json!(1);
    let again = shop.push(&garson, &other);
    assert!(lines(&again)[0].contains("other content"), "{:?}", lines(&again));
    let refused = garson.post("/web-api/v1/orders/verify/1", json!({}));
    refused.refused(502, "platform_rejected");
    let said = lines(&refused);
    assert!(said.iter().any(|line| line.contains("platform_rejected")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("status=502")), "{said:?}");
    let nowhere = garson.get("/nowhere/at/all");
    assert!(lines(&nowhere)[0].contains("(unknown)"), "{:?}", lines(&nowhere));
}

#[test]
fn a_request_keeps_the_id_that_it_brings_where_that_forges_nothing() {
    let garson = Garson::start_with(&["--log-level", "debug"]);
    let ask = |id: &[u8], path: &str, authorization: &str| -> Reply {
        let head = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{authorization}");
        raw_exchange(&garson, &[head.as_bytes(), b"X-Request-Id: ", id, b"\r\n\r\n"].concat())
    };
    let key = format!("Authorization: Bearer {}\r\n", garson.key);
    for id in ["till-7.order_42", "0f8fad5b-d9cb-469f-a165-70867728950e", &"9".repeat(64)] {
        let reply = ask(id.as_bytes(), "/web-api/v1/orders/none", &key);
        reply.refused(404, "order_not_found");
        assert_eq!(reply.header("x-request-id"), Some(id));
        assert!(garson.log().lines().any(|line| line.contains(&format!("{id}}}:"))), "{id} is not in the log");
    }
    let long = "9".repeat(65);
    let forged = ["", "zqx b", "zqx\tb", "zqx} answered status=200", "zqxş", "zqx%0Ay", &long, &garson.key];
    for id in forged.map(str::as_bytes).into_iter().chain([&b"zqx\xff\xfe"[..]]) {
        let reply = ask(id, "/web-api/v1/orders/none", &key);
        reply.refused(404, "order_not_found");
        assert!(reply.header("x-request-id").is_some_and(|told| told.len() < 30 && told.contains('-')), "{reply}");
    }
    let log = garson.log();
    assert!(!log.contains("zqx") && !log.contains(&long) && !log.contains(&garson.key), "{log}");
    // Twice is none, and of whoever shows no key it is not taken.
    let told = |reply: Reply| reply.header("x-request-id").unwrap().to_owned();
    assert_ne!(told(ask(b"x-1\r\nX-Request-Id: x-1", "/web-api/v1/orders/none", &key)), "x-1");
    assert_ne!(told(ask(b"x-2", "/web-api/v1/orders", "")), "x-2");
    assert_ne!(told(ask(b"x-2", "/health", "")), "x-2");
    let refused = ask(b"x-3", "/web-api/v1/orders", "Authorization: Bearer nobody\r\n");
    refused.refused(401, "unauthorized");
    assert_eq!(told(refused), "x-3");
}
