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
    assert!(browser.page(&path).contains("First tell this key to whoever receives your notifications"));
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
    let (rename, primary, revoke) = (format!("{path}/change"), format!("{path}/primary"), format!("{path}/revoke"));
    assert_owners_only(&garson, &["/keys", &path, &revoke], &["/keys", &rename, &primary, &revoke]);
    assert!(!Browser::staff(&garson, "en").page("/").contains("/keys"));
    assert_eq!(Browser::owner(&garson, "en").get("/keys/nobody").status, 404);
}
