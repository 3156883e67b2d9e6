//! API keys in the panel: shown once, in force at once, gone at once.

use super::{
    Browser,
    owners::{assert_owners_only, with_staff},
};
use crate::harness::{Garson, Receiver, Reply, Script, Shop};
use serde_json::json;

/// Makes a key; its clear text and the page that shows it.
fn make(browser: &Browser<'_>, name: &str) -> (String, Reply) {
    let reply = browser.post("/keys", &[("name", name)]);
    assert_eq!(reply.status, 200, "{reply}");
    let secret = reply.text.split("id=\"key\">").nth(1).and_then(|rest| rest.split('<').next()).unwrap().to_owned();
    assert!(secret.starts_with("gsn_") && secret.len() == 47, "{secret}");
    (secret, reply)
}

/// The path of the key that has this name.
#[track_caller]
fn path_of(browser: &Browser<'_>, name: &str) -> String {
    let page = browser.page("/keys");
    let before = page.split(&format!("\">{name}</a>")).next().filter(|before| before.len() < page.len());
    let before = before.unwrap_or_else(|| panic!("no {name} in {page}"));
    before.rsplit("href=\"").next().unwrap().to_owned()
}

fn status_with(garson: &Garson, key: &str) -> u16 {
    garson.send("GET", "/web-api/v1/orders", None, &[("Authorization", &format!("Bearer {key}"))]).status
}

#[test]
fn a_new_key_is_shown_once_and_works_at_once() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    let (secret, reply) = make(&browser, "Kasa 1");
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    assert!(reply.text.contains("Yalnızca bu kez gösterilir") && reply.text.contains("Kopyala"), "{reply}");
    assert_eq!(status_with(&garson, &secret), 200);
    let list = browser.page("/keys");
    assert!(list.contains("Kasa 1") && list.contains(&format!("{}…", &secret[..8])), "{list}");
    assert!(!list.contains(&secret) && !browser.page(&path_of(&browser, "Kasa 1")).contains(&secret));
    assert!(list.contains("sn önce"), "that it was just used is known: {list}");
    assert!(!garson.log().contains(&secret));
}

#[test]
fn a_revoked_key_is_refused_at_once() {
    let mut garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let (secret, _) = make(&browser, "Till");
    let (other, _) = make(&browser, "Accounting");
    assert_eq!(status_with(&garson, &secret), 200);
    let path = path_of(&browser, "Till");
    let asked = browser.page(&format!("{path}/revoke"));
    assert!(asked.contains("Revoke this key?") && asked.contains("cannot be undone"), "{asked}");
    assert_eq!(status_with(&garson, &secret), 200, "asking changes nothing");
    assert_eq!(browser.post(&format!("{path}/revoke"), &[]).status, 303);
    assert_eq!((status_with(&garson, &secret), status_with(&garson, &other)), (401, 200));
    assert!(!browser.page("/keys").contains("Till</a>"));
    assert_eq!(browser.post(&format!("{path}/revoke"), &[]).status, 404);
    garson.restart();
    assert_eq!((status_with(&garson, &secret), status_with(&garson, &other)), (401, 200));
    garson.stop_sound();
}

#[test]
fn the_primary_key_cannot_be_revoked_and_the_page_says_what_to_do() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let path = path_of(&browser, "first");
    for page in [browser.page(&path), browser.page(&format!("{path}/revoke"))] {
        assert!(
            page.contains("Make another key primary first") && !page.contains(&format!("action=\"{path}/revoke\"")),
            "{page}"
        );
    }
    let refused = browser.post(&format!("{path}/revoke"), &[]);
    assert!(refused.status == 409 && refused.text.contains("Make another key primary first"), "{refused}");
    assert_eq!(status_with(&garson, &garson.key), 200);
}

#[test]
fn webhooks_carry_the_key_that_was_made_primary() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let hook = Receiver::start(Script::Answer(200, ""));
    garson.post("/web-api/v1/webhooks", json!({ "url": hook.url, "events": ["siparis.olusturuldu"] })).id();
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    assert_eq!(hook.next().header("authorization"), Some(format!("Bearer {}", garson.key).as_str()));
    let (secret, _) = make(&browser, "New");
    let path = path_of(&browser, "New");
    assert!(browser.page(&path).contains("First enter this key in the programs that receive your notifications"));
    assert_eq!(browser.post(&format!("{path}/primary"), &[]).status, 303);
    shop.order(&garson, "2");
    assert_eq!(hook.next().header("authorization"), Some(format!("Bearer {secret}").as_str()));
    // Both go on working, and now the old one can be revoked.
    assert_eq!((status_with(&garson, &garson.key), status_with(&garson, &secret)), (200, 200));
    assert_eq!(browser.page("/keys").matches("badge good").count(), 1);
    assert_eq!(browser.post(&format!("{}/revoke", path_of(&browser, "first")), &[]).status, 303);
    assert_eq!((status_with(&garson, &garson.key), status_with(&garson, &secret)), (401, 200));
}

#[test]
fn a_key_is_renamed_and_acts_under_its_new_name() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    let (secret, _) = make(&browser, "Eski ad");
    let path = path_of(&browser, "Eski ad");
    assert_eq!(browser.post(&format!("{path}/change"), &[("name", "  Yeni ad ")]).status, 303);
    let bearer = format!("Bearer {secret}");
    garson.send("POST", "/web-api/v1/orders/verify/1", Some(b"{}"), &[("Authorization", &bearer)]).data();
    let order = garson.get("/web-api/v1/orders/1");
    assert!(order.text.contains("key:Yeni ad") && !order.text.contains("Eski ad"), "{order}");
    for wrong in ["", "   ", &"x".repeat(201)] {
        let again = browser.post(&format!("{path}/change"), &[("name", wrong)]);
        assert!(again.status == 422 && again.text.contains("Programın adı alanı"), "{again}");
        let again = browser.post("/keys", &[("name", wrong)]);
        assert!(again.status == 422 && again.text.contains("Programın adı alanı"), "{again}");
    }
    assert!(path_of(&browser, "Yeni ad") == path && browser.page("/keys").matches("class=\"sheet key\"").count() == 2);
}

#[test]
fn a_key_is_limited_in_the_panel() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let browser = Browser::owner(&garson, "en");
    let fields = [("name", "Till"), ("scope", "orders"), ("restaurant", &*shop.restaurant), ("ends", "2099-12-31")];
    let made = browser.post("/keys", &fields);
    assert_eq!(made.status, 200, "{made}");
    let stored = || garson.get("/web-api/v1/keys").data().as_array().unwrap().last().unwrap().clone();
    let key = stored();
    // The end of that day in Istanbul.
    assert_eq!((&key["scope"], &key["endsAt"]), (&json!("orders"), &json!("2099-12-31T21:00:00.000Z")));
    assert_eq!(key["restaurantId"], shop.restaurant);
    let list = browser.page("/keys");
    assert!(
        list.contains("Read, and work on orders") && list.contains("31 Dec 2099, 23:59") && list.contains("Köfteci")
    );
    // What is not touched stays, also an end that no form can show.
    let path = path_of(&browser, "Till");
    let id = path.rsplit('/').next().unwrap();
    garson.put(&format!("/web-api/v1/keys/{id}"), json!({ "endsAt": "2099-12-31T12:34:56Z" })).data();
    let page = browser.page(&path);
    assert!(page.contains("value=\"2099-12-31\"") && page.contains("value=\"orders\" checked"), "{page}");
    let same = [("name", "Bar"), ("scope", "read"), ("restaurant", &*shop.restaurant), ("ends", "2099-12-31")];
    assert_eq!(browser.post(&format!("{path}/change"), &same).status, 303);
    let key = stored();
    assert_eq!((&key["name"], &key["scope"]), (&json!("Bar"), &json!("read")));
    assert_eq!(key["endsAt"], "2099-12-31T12:34:56.000Z");
    let open = [("name", "Bar"), ("scope", "read"), ("restaurant", ""), ("ends", "")];
    assert_eq!(browser.post(&format!("{path}/change"), &open).status, 303);
    let key = stored();
    assert!(key["restaurantId"].is_null() && key["endsAt"].is_null(), "{key}");
    for (field, value, said) in [
        ("ends", "2020-01-01", "must be in the future"),
        ("ends", "soon", "must be a day"),
        ("scope", "everything", "What it may do"),
        ("restaurant", "nobody", "no such restaurant"),
    ] {
        let refused = browser.post("/keys", &[("name", "x"), (field, value)]);
        assert!(refused.status == 422 && refused.text.contains(said), "{refused}");
    }
}

#[test]
fn webhooks_are_given_a_key_of_their_own_in_one_click() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let hook = Receiver::start(Script::Answer(200, ""));
    let secret_in = |reply: &Reply| {
        assert_eq!(reply.status, 200, "{reply}");
        reply.text.split("id=\"key\">").nth(1).and_then(|rest| rest.split('<').next()).unwrap().to_owned()
    };
    // One for this webhook alone, made with it where nothing else is said.
    let form = [("url", hook.url.as_str()), ("active", "yes")];
    let made = browser.post("/webhooks/new", &form);
    let own = secret_in(&made);
    let webhook = garson.get("/web-api/v1/webhooks").data()[0].clone();
    let (path, key) = (format!("/webhooks/{}", webhook["id"].as_str().unwrap()), webhook["keyId"].as_str().unwrap());
    garson.post(&format!("/web-api/v1{path}/test"), json!({})).data();
    assert_eq!(hook.next().header("authorization"), Some(format!("Bearer {own}").as_str()));
    assert_eq!(status_with(&garson, &own), 401);
    // A refused form makes no key.
    let before = garson.get("/web-api/v1/keys").data().as_array().unwrap().len();
    assert_eq!(browser.post("/webhooks/new", &[("url", "kasa"), ("key", "new")]).status, 422);
    assert_eq!(garson.get("/web-api/v1/keys").data().as_array().unwrap().len(), before);
    // It cannot be revoked while it is carried; the page offers to move the webhook.
    let asked = browser.page(&format!("/keys/{key}/revoke"));
    assert!(asked.contains(&hook.url) && asked.contains("Switch them to the primary key"), "{asked}");
    assert_eq!(browser.post(&format!("/keys/{key}/revoke"), &[]).status, 409);
    assert_eq!(browser.post(&format!("/keys/{key}/revoke"), &[("carriers", "move")]).status, 303);
    assert!(garson.get("/web-api/v1/webhooks").data()[0]["keyId"].is_null());

    // One for all: made at once, carried when its receivers know it.
    for page in ["/keys", "/webhooks"] {
        assert!(browser.page(page).contains("action=\"/keys/for-webhooks\""), "{page}");
    }
    let shown = browser.post("/keys/for-webhooks", &[]);
    let common = secret_in(&shown);
    let primary = shown.text.split("action=\"").find(|part| part.contains("/primary\"")).unwrap();
    let primary = primary.split('"').next().unwrap().to_owned();
    garson.post(&format!("/web-api/v1{path}/test"), json!({})).data();
    assert_eq!(hook.next().header("authorization"), Some(format!("Bearer {}", garson.key).as_str()));
    assert_eq!(browser.post(&primary, &[]).status, 303);
    garson.post(&format!("/web-api/v1{path}/test"), json!({})).data();
    assert_eq!(hook.next().header("authorization"), Some(format!("Bearer {common}").as_str()));
    assert!(!browser.page("/keys").contains("/keys/for-webhooks"), "there is nothing to offer any more");
    assert_eq!((status_with(&garson, &common), status_with(&garson, &garson.key)), (401, 200));
}

#[test]
fn a_new_webhook_is_given_a_key_of_its_own_and_offered_a_signature_first() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let hook = Receiver::start(Script::Answer(200, ""));
    let page = browser.page("/webhooks/new");
    let at = |part: &str| page.find(part).unwrap_or_else(|| panic!("{part}: {page}"));
    assert!(at("name=\"sign\"") < at("value=\"new\" checked") && at("value=\"new\" checked") < at("value=\"primary\""));
    let between = |reply: &Reply, mark: &str| reply.text.split(mark).nth(1)?.split('<').next().map(str::to_owned);
    // As the form stands, with a signature.
    let form = [("url", hook.url.as_str()), ("sign", "yes"), ("key", "new"), ("active", "yes")];
    let made = browser.post("/webhooks/new", &form);
    let (key, secret) = (between(&made, "id=\"key\">").unwrap(), between(&made, "id=\"secret\">").unwrap());
    assert!(secret.starts_with("whsec_") && made.header("cache-control") == Some("no-store"), "{made}");
    let stored = garson.get("/web-api/v1/webhooks").data()[0].clone();
    assert_eq!((&stored["isSigned"], &stored["warnings"]), (&json!(true), &json!([])));
    garson.post(&format!("/web-api/v1/webhooks/{}/test", stored["id"].as_str().unwrap()), json!({})).data();
    let heard = hook.next();
    assert_eq!(heard.header("authorization"), Some(format!("Bearer {key}").as_str()));
    assert!(heard.header("webhook-signature").is_some_and(|signature| signature.starts_with("v1,")));
    assert_eq!(status_with(&garson, &key), 401);
    // With the primary key the secret alone is shown.
    let form = [("url", hook.url.as_str()), ("sign", "yes"), ("key", "primary")];
    let made = browser.post("/webhooks/new", &form);
    assert!(between(&made, "id=\"secret\">").is_some() && between(&made, "id=\"key\">").is_none(), "{made}");
    // What is stored stays as it is when it is edited.
    let path = format!("/webhooks/{}/edit", stored["id"].as_str().unwrap());
    let page = browser.page(&path);
    let key = stored["keyId"].as_str().unwrap();
    assert!(page.contains(&format!("value=\"{key}\" checked")) && !page.contains("name=\"sign\""), "{page}");
}

#[test]
fn a_webhook_is_signed_in_the_panel() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let id = garson.post("/web-api/v1/webhooks", json!({ "url": "http://127.0.0.1:9/", "isActive": false })).id();
    let path = format!("/webhooks/{id}");
    let make = || {
        let shown = browser.post(&format!("{path}/secret"), &[]);
        assert_eq!((shown.status, shown.header("cache-control")), (200, Some("no-store")), "{shown}");
        shown.text.split("id=\"secret\">").nth(1).and_then(|rest| rest.split('<').next()).unwrap().to_owned()
    };
    let first = make();
    assert!(first.starts_with("whsec_") && !browser.page(&path).contains("whsec_"));
    assert!(make() != first && browser.page(&path).contains("is valid until"));
    assert_eq!(browser.post(&format!("{path}/secret/end-previous"), &[]).status, 303);
    assert!(!browser.page(&path).contains("is valid until"));
    assert_eq!(browser.post(&format!("{path}/secret/end"), &[]).status, 303);
    assert_eq!(garson.get(&format!("/web-api/v1{path}")).data()["isSigned"], false);
    assert!(!garson.log().contains("whsec_"));
}

#[test]
fn plain_http_outside_the_network_is_warned_of_and_can_be_refused() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    let form = [("url", "http://till.example.com/hook"), ("key", "primary")];
    assert_eq!(browser.post("/webhooks/new", &form).status, 303);
    let id = garson.get("/web-api/v1/webhooks").data()[0]["id"].as_str().unwrap().to_owned();
    assert!(browser.page(&format!("/webhooks/{id}")).contains("yoldaki herkes"));
    assert!(browser.page("/webhooks").contains("Anahtar yolda okunabilir"));
    let rule = [("private", "yes"), ("loopback", "yes"), ("https_only", "yes")];
    assert_eq!(browser.post("/settings/addresses", &rule).status, 303);
    let refused = browser.post("/webhooks/new", &form);
    assert!(refused.status == 422 && refused.text.contains("https:// ile başlayan"), "{refused}");
    let body = json!({ "url": "http://till.example.com/hook" });
    assert_eq!(garson.post("/web-api/v1/webhooks", body).refused(422, "validation_failed")["field"], "url");
    garson.post("/web-api/v1/webhooks", json!({ "url": "http://192.168.1.20/", "isActive": false })).data();
    // What is there goes on, and can be paused.
    assert_eq!(browser.post(&format!("/webhooks/{id}/pause"), &[]).status, 303);
}

#[test]
fn a_name_is_text_and_nothing_else() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "en");
    let (_, shown) = make(&browser, "<script>alert(1)</script>\"'>");
    let escaped = "&#60;script&#62;alert(1)&#60;/script&#62;";
    assert!(!shown.text.contains("<script>alert") && shown.text.contains(escaped), "{shown}");
    let list = browser.page("/keys");
    assert!(!list.contains("<script>alert") && list.contains(escaped), "{list}");
}

#[test]
fn keys_are_for_owners() {
    let garson = with_staff(&[]);
    let path = path_of(&Browser::owner(&garson, "en"), "first");
    let (change, primary, revoke) = (format!("{path}/change"), format!("{path}/primary"), format!("{path}/revoke"));
    let forms = ["/keys", "/keys/for-webhooks", &change, &primary, &revoke];
    assert_owners_only(&garson, &["/keys", &path, &revoke], &forms);
    assert!(!Browser::staff(&garson, "en").page("/").contains("/keys"));
    assert_eq!(Browser::owner(&garson, "en").get("/keys/nobody").status, 404);
}
