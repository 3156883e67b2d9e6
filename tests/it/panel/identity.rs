//! "Confirm it is you", and which passwords may be chosen.

use super::{Browser, second_factor::hidden};
use crate::harness::{Garson, Reply, Shop, garson, run_with_input, slowly_with_a_clock};

#[test]
fn what_matters_asks_for_the_password_again_and_loses_nothing_that_was_typed() {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let garson = slowly_with_a_clock(Garson::prepare(&[]), shift.path()).serve();
    let (owner, other) = (Browser::owner(&garson, "en"), Browser::owner(&garson, "en"));
    let set_clock = |minutes: u32| std::fs::write(shift.path(), (minutes * 60).to_string()).unwrap();
    let made = |name: &str| owner.page("/keys").contains(name);
    set_clock(9);
    assert_eq!(owner.post("/keys", &[("name", "Kasa bir")]).status, 200);
    set_clock(11);
    let asked = owner.post("/keys", &[("name", "Kasa & iki")]);
    assert!(asked.status == 403 && asked.text.contains("Confirm it is you"), "{asked}");
    assert!(!asked.text.contains("gsn_") && !asked.text.contains("Kasa") && !made("Kasa &#38; iki"), "{asked}");
    let form = hidden(&asked.text, "confirm.form");
    let confirm = |browser: &Browser<'_>, path: &str, form: &str, password: &str| {
        browser.post(path, &[("confirm.form", form), ("confirm.password", password)])
    };
    let right = "doğru at pil zımba";
    let wrong = confirm(&owner, "/keys", &form, "wrong");
    assert!(wrong.status == 422 && hidden(&wrong.text, "confirm.form") == form && !made("Kasa &#38; iki"), "{wrong}");
    // What one session typed into one form goes nowhere else.
    assert_eq!(confirm(&other, "/keys", &form, right).status, 403);
    let done = confirm(&owner, "/keys", &form, right);
    assert!(done.status == 200 && done.text.contains("gsn_") && made("Kasa &#38; iki"), "{done}");
    // It is not asked for again at once, whatever else is done.
    let fields = [("name", "mehmet"), ("role", "staff"), ("password", "mutfaktaki parola")];
    assert_eq!(owner.post("/users", &fields).status, 303);
    set_clock(30);
    // A password of somebody stands in no page, and what matters little is done without asking.
    let asked = owner.post("/users", &[("name", "ali"), ("role", "staff"), ("password", "salondaki parola")]);
    assert!(asked.status == 403 && !asked.text.contains("salondaki") && !asked.text.contains("ali\""), "{asked}");
    assert_eq!(owner.post("/settings/account", &[("timezone", "UTC"), ("currency", "TRY")]).status, 303);
    let form = hidden(&asked.text, "confirm.form");
    assert_eq!(confirm(&owner, "/keys", &form, right).status, 403);
    assert_eq!(confirm(&owner, "/users", &form, right).status, 303);
    let ali = Browser::new(&garson, "en").post("/login", &[("name", "ali"), ("password", "salondaki parola")]);
    assert_eq!(ali.status, 303);
    // A form that htmx sends is answered with a page that replaces the whole.
    set_clock(60);
    let guard = owner.guard();
    let asked = owner.post_raw("/keys", &[("guard", &guard), ("name", "x")], &[("HX-Request", "true")]);
    assert_eq!((asked.status, asked.header("hx-retarget")), (200, Some("body")), "{asked}");
    // And guessing is slowed down here as at the door.
    let statuses: Vec<u16> = (0..6).map(|_| confirm(&owner, "/users", &form, "wrong").status).collect();
    assert_eq!(statuses, [422, 422, 422, 422, 429, 429]);
}

/// Whether a browser that was left open is asked for the password.
fn is_asked(reply: &Reply) -> bool {
    reply.status == 403 && reply.text.contains("Confirm it is you")
}

#[test]
fn a_session_that_was_left_open_neither_leads_elsewhere_nor_takes_things_out() {
    let shift = tempfile::NamedTempFile::new().unwrap();
    let garson = slowly_with_a_clock(Garson::prepare(&[]), shift.path()).serve();
    let owner = Browser::owner(&garson, "en");
    let shop = Shop::open(&garson);
    shop.order(&garson, "N1");
    let restaurant = format!("/restaurants/{}", shop.restaurant);
    let edit = format!("{restaurant}/edit");
    let [open, rotate, remove, getir] =
        ["open", "open/rotate", "open/delete", "getir"].map(|platform| format!("{restaurant}/integrations/{platform}"));
    std::fs::write(shift.path(), (11 * 60).to_string()).unwrap();
    let elsewhere = [("name", "Köfteci"), ("paymentMatchingUrl", "http://127.0.0.1:9/")];
    let forms: &[(&str, &[(&str, &str)])] = &[
        ("/settings/upgrades", &[("upgradeFolder", "/srv")]),
        ("/settings/heartbeat", &[("url", "http://127.0.0.1:9/")]),
        ("/settings/heartbeat/secret", &[]),
        ("/settings/privacy", &[("retention", "erase"), ("days", "1"), ("sure", "yes")]),
        ("/restaurants/new", &elsewhere),
        (&edit, &elsewhere),
        (&edit, &[("name", "Köfteci"), ("paymentMatchingHeaders", "X-Key: 1")]),
        (&rotate, &[]),
        (&remove, &[]),
        (&open, &[("settings.callbackUrl", "http://127.0.0.1:9/")]),
        (&getir, &[("baseUrl", "http://127.0.0.1:9/")]),
    ];
    for (path, fields) in forms {
        let reply = owner.post(path, fields);
        assert!(is_asked(&reply), "{path}: {reply}");
    }
    // What leads payments nowhere else is done at once.
    assert_eq!(owner.post(&edit, &[("name", "Köfteci Ali")]).status, 303);
    for path in ["/orders.csv?q=N1", "/audit.csv"] {
        let asked = owner.get(path);
        assert!(is_asked(&asked) && asked.text.contains(&format!("action=\"{path}\"")), "{asked}");
    }
    let form = hidden(&owner.get("/orders.csv?q=N1").text, "confirm.form");
    let confirm = [("confirm.form", form.as_str()), ("confirm.password", "doğru at pil zımba")];
    let table = owner.post("/orders.csv?q=N1", &confirm);
    assert!(table.status == 200 && table.text.lines().count() == 2, "{table}");
    // And is not asked for again at once.
    assert_eq!(owner.get("/audit.csv").status, 200);
    assert_eq!(owner.post(&edit, &elsewhere).status, 303);
}

#[test]
fn a_password_that_is_guessed_first_is_refused_wherever_one_is_chosen() {
    let unowned = Garson::unowned(&[]).serve();
    let code = unowned.setup_code();
    let set_up = |name: &str, password: &str| {
        let fields = [("name", name), ("password", password), ("restaurant", "Köfteci"), ("code", &code)];
        Browser::new(&unowned, "tr").post_raw("/setup", &fields, &[])
    };
    let common = set_up("ayşe", "Password1");
    assert!(common.status == 422 && common.text.contains("en çok kullanılan parolalardan biri"), "{common}");
    let own = set_up("Ayşe Yılmaz", "yilmaz-1970");
    assert!(own.status == 422 && own.text.contains("kullanıcının adı ya da garson"), "{own}");
    let garson_too = set_up("ayşe", "benim garsonum");
    assert_eq!(garson_too.status, 422, "{garson_too}");

    let house = Garson::start();
    let owner = Browser::owner(&house, "en");
    let refused = [
        owner.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", "galatasaray")]),
        owner.post("/me/password", &[("present", "doğru at pil zımba"), ("password", "12345678")]),
        owner.post("/me/password", &[("present", "doğru at pil zımba"), ("password", "ben AYSE hanım")]),
    ];
    for (reply, sentence) in refused.iter().zip(["so many people use", "so many people use", "the user’s name"]) {
        assert!(reply.status == 422 && reply.text.contains(sentence), "{reply}");
    }
    for (words, password) in [
        (["user", "add", "mehmet", "--password-stdin"], "1q2w3e4r5t\n"),
        (["user", "password", "ayşe", "--password-stdin"], "ayşe'nin parolası\n"),
    ] {
        let mut command = garson();
        command.args(words).arg("--data").arg(house.data());
        assert!(!run_with_input(&mut command, password).1, "{words:?}");
    }
    assert_eq!(Browser::owner(&house, "en").get("/").status, 200);
}
