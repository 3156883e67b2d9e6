//! Restaurants, businesses and packages in the panel.

use super::Browser;
use crate::harness::{Garson, Shop};
use serde_json::json;

/// Where a redirect leads, without what it says.
fn led_to(reply: &crate::harness::Reply) -> String {
    assert_eq!(reply.status, 303, "{reply}");
    reply.header("location").unwrap().split(['?', '#']).next().unwrap().to_owned()
}

fn business(browser: &Browser<'_>, name: &str) -> String {
    led_to(&browser.post("/businesses/new", &[("name", name)]))
}

#[test]
fn a_restaurant_is_added_and_edited_and_keys_of_its_config_that_are_not_ours_stay() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    assert!(browser.page("/restaurants").contains("Henüz restoran yok"));
    let fields = [("name", "Köfteci Moda"), ("address", "Moda"), ("lat", "40,9906"), ("lon", "29.0251")];
    let path = led_to(&browser.post("/restaurants/new", &fields));
    assert!(browser.page(&path).contains("<h1>Köfteci Moda</h1>"));
    assert!(browser.page("/restaurants").contains("Köfteci Moda"));
    let api = format!("/web-api/v1{path}");
    assert_eq!((&garson.get(&api).data()["lat"], &garson.get(&api).data()["lon"]), (&json!(40.9906), &json!(29.0251)));

    let config = json!({ "till": { "b": 1.5, "a": [1, 2] }, "currency": "TRY" });
    garson.put(&api, json!({ "name": "Köfteci Moda", "config": config })).data();
    let form = browser.page(&format!("{path}/edit"));
    assert!(form.contains(r#"<option value="TRY" selected>"#), "{form}");
    let fields = [
        ("name", "Köfteci Moda"),
        ("config.autoAccept", "yes"),
        ("config.preparationMinutes", "25"),
        ("config.timezone", "Europe/Berlin"),
        ("paymentMatchingUrl", "http://127.0.0.1:9/match"),
        ("paymentMatchingHeaders", "X-Key: a:b\r\nX-Branch: 1\r\n"),
    ];
    led_to(&browser.post(&format!("{path}/edit"), &fields));
    let shown = garson.get(&api).data().clone();
    let expected = json!({ "till": { "b": 1.5, "a": [1, 2] }, "autoAccept": true, "preparationMinutes": 25, "timezone": "Europe/Berlin" });
    assert_eq!(shown["config"], expected);
    assert_eq!(shown["paymentMatchingHeaders"], json!({ "X-Branch": "1", "X-Key": "a:b" }));
    assert!(browser.page(&format!("{path}/edit")).contains("X-Branch: 1\nX-Key: a:b\n</textarea>"));
    let page = browser.page(&path);
    assert!(page.contains("Otomatik onaylanır") && page.contains("25 dakika") && page.contains("Europe/Berlin"));
}

#[test]
fn texts_of_several_lines_keep_their_lines() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    for kind in ["restaurants", "businesses"] {
        let fields = [("name", "Köfteci"), ("address", "Moda Cd. 1\r\nKadıköy"), ("description", "bir\r\niki")];
        let path = led_to(&browser.post(&format!("/{kind}/new"), &fields));
        let shown = garson.get(&format!("/web-api/v1{path}")).data().clone();
        assert_eq!((&shown["address"], &shown["description"]), (&json!("Moda Cd. 1\nKadıköy"), &json!("bir\niki")));
        let form = browser.page(&format!("{path}/edit"));
        assert!(form.contains("\nModa Cd. 1\nKadıköy</textarea>") && form.contains("\nbir\niki</textarea>"), "{form}");
    }
}

#[test]
fn what_is_wrong_is_said_beside_the_field_and_nothing_typed_is_lost() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    for (field, value, sentence) in [
        ("lat", "91", "Enlem alanı -90 ile 90 derece arasında olmalıdır."),
        ("lon", "doğu", "Boylam alanı bir sayı olmalıdır."),
        ("config.timezone", "Mars", "Saat dilimi alanı Europe/Istanbul gibi bir saat dilimi olmalıdır."),
        ("config.currency", "lira", "Para birimi alanı şunlardan biri olmalıdır: TRY, EUR"),
        ("config.currency", "LIR", "Para birimi alanı şunlardan biri olmalıdır: TRY, EUR"),
        ("config.preparationMinutes", "1,5", "Hazırlık süresi (dakika) alanı bir tam sayı olmalıdır"),
        ("paymentMatchingUrl", "kasa", "Adres alanı http://"),
        ("paymentMatchingHeaders", "X-Key", "Her satırda ad, iki nokta ve değer olmalı"),
        ("paymentMatchingHeaders", "Host: x", "Başlıklar alanı HTTP başlığı olarak gönderilemez."),
    ] {
        let reply = browser.post("/restaurants/new", &[("name", "Yarım kalan"), (field, value)]);
        assert_eq!(reply.status, 422, "{field}: {reply}");
        assert!(reply.text.contains(sentence), "{field}: {reply}");
        assert!(reply.text.contains("Yarım kalan") && reply.text.contains(value), "{field}: {reply}");
        assert!(reply.text.contains(&format!("id=\"error.{field}\"")), "{field}: {reply}");
    }
    let nameless = Browser::owner(&garson, "en").post("/restaurants/new", &[("name", "  ")]);
    assert!(nameless.status == 422 && nameless.text.contains("The field “Name” is required."), "{nameless}");
    assert_eq!(garson.get("/web-api/v1/restaurants").data(), &json!([]));
}

#[test]
fn a_restaurant_goes_only_when_its_name_is_typed_and_what_goes_with_it_is_spelled_out() {
    let garson = Garson::start();
    let (shop, other) = (Shop::open(&garson), Shop::open(&garson));
    let order = shop.order(&garson, "1001");
    let hook =
        |ids: &[&str], url: &str| garson.post("/web-api/v1/webhooks", json!({ "url": url, "restaurantIds": ids })).id();
    let only = hook(&[&shop.restaurant], "http://127.0.0.1:9/only");
    let both = hook(&[&shop.restaurant, &other.restaurant], "http://127.0.0.1:9/both");
    let packages = format!("/web-api/v1/restaurants/{}/packages", shop.restaurant);
    garson.put(&packages, json!([{ "name": "Altın" }])).data();
    let browser = Browser::owner(&garson, "en");
    let path = format!("/restaurants/{}/delete", shop.restaurant);
    let asked = browser.page(&path);
    for part in [
        "Deleted: Köfteci",
        "no more orders come from: Web shop",
        "Service packages are deleted: Altın",
        "paused: http://127.0.0.1:9/only<",
        "1 order is still open",
        "stay readable",
    ] {
        assert!(asked.contains(part), "{part} is not in {asked}");
    }
    let wrong = browser.post(&path, &[("typed", "köfteci")]);
    assert!(wrong.status == 422 && wrong.text.contains("That is not the name."), "{wrong}");
    assert_eq!(led_to(&browser.post(&path, &[("typed", " Köfteci ")])), "/restaurants");
    assert_eq!(browser.get(&format!("/restaurants/{}", shop.restaurant)).status, 404);
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{order}")).status, 200);
    assert_eq!(garson.get(&format!("/web-api/v1/webhooks/{only}")).data()["isActive"], false);
    assert_eq!(garson.get(&format!("/web-api/v1/webhooks/{both}")).data()["isActive"], true);
}

#[test]
fn a_business_has_restaurants_and_takes_them_with_it() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    let fields = [
        ("name", "Anadolu Gıda"),
        ("description", "Zincir"),
        ("vatNumber", "1234567890"),
        ("taxOffice", "Kadıköy"),
        ("address", "Moda Cad."),
        ("city", "İstanbul"),
        ("country", "Türkiye"),
        ("zipCode", "34710"),
        ("phone", "0216"),
        ("email", "a@b.example"),
    ];
    let path = led_to(&browser.post("/businesses/new", &fields));
    let shown = garson.get(&format!("/web-api/v1{path}")).data().clone();
    for (name, value) in fields {
        assert_eq!(shown[name], value);
        assert!(browser.page(&path).contains(value), "{value}");
        assert!(browser.page(&format!("{path}/edit")).contains(&format!("name=\"{name}\"")));
    }
    led_to(&browser.post(&format!("{path}/edit"), &[("name", "Anadolu")]));
    assert_eq!(garson.get(&format!("/web-api/v1{path}")).data()["city"], json!(null));

    let other = business(&browser, "Öteki");
    let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Pideci" })).id();
    led_to(&browser.post(&format!("{other}/link"), &[("restaurant", &restaurant)]));
    assert!(browser.page(&path).contains("Pideci (şimdiki işletmesi: Öteki)"));
    led_to(&browser.post(&format!("{path}/link"), &[("restaurant", &restaurant)]));
    assert!(browser.page(&path).contains(&format!("/restaurants/{restaurant}\"")));
    // Somebody who still sees it in the other business cannot take it out of this one.
    led_to(&browser.post(&format!("{other}/unlink"), &[("restaurant", &restaurant)]));
    let business_of = || garson.get(&format!("/web-api/v1/restaurants/{restaurant}")).data()["businessId"].clone();
    assert_eq!(business_of(), path.strip_prefix("/businesses/").unwrap());
    led_to(&browser.post(&format!("{path}/unlink"), &[("restaurant", &restaurant)]));
    assert_eq!(business_of(), json!(null));
    led_to(&browser.post(&format!("{path}/link"), &[("restaurant", &restaurant)]));

    let asked = browser.page(&format!("{path}/delete"));
    assert!(asked.contains("Restoranları da silinir: Pideci") && asked.contains("okunabilir kalır"), "{asked}");
    assert_eq!(browser.post(&format!("{path}/delete"), &[("typed", "Pideci")]).status, 422);
    led_to(&browser.post(&format!("{path}/delete"), &[("typed", "Anadolu")]));
    assert_eq!(garson.get(&format!("/web-api/v1/restaurants/{restaurant}")).status, 404);
}

#[test]
fn packages_are_kept_in_local_time_and_an_ended_one_warns() {
    let garson = Garson::start();
    let browser = Browser::owner(&garson, "tr");
    let path = led_to(&browser.post("/restaurants/new", &[("name", "Pideci")]));
    let (form, api) = (format!("{path}/packages"), format!("/web-api/v1{path}"));
    let row = |name, starts, ends| [("name", name), ("starts", starts), ("ends", ends)];
    let mut fields = row("Gümüş", "2025-01-01T00:00", "2026-01-01T00:00").to_vec();
    fields.extend(row("Altın", "", "2099-01-01T12:30"));
    fields.extend(row("", "", ""));
    fields.extend([("on", "0"), ("on", "1"), ("on", "2")]);
    led_to(&browser.post(&form, &fields));
    let packages = garson.get(&api).data()["packages"].clone();
    assert_eq!(packages[0]["endsAt"], "2025-12-31T21:00:00.000Z");
    assert_eq!((&packages[1]["endsAt"], &packages[1]["isActive"]), (&json!("2099-01-01T09:30:00.000Z"), &json!(true)));
    let page = browser.page(&path);
    assert!(
        page.contains("hizmet paketinin süresi doldu") && page.contains("Süresi doldu") && page.contains("Sürüyor")
    );
    assert!(browser.page("/restaurants").contains("Bir hizmet paketinin süresi doldu"));
    assert!(browser.page(&form).contains("value=\"2099-01-01T12:30\""));

    let mut wrong = row("Gümüş", "", "").to_vec();
    wrong.extend(row("Ters", "2026-02-01T00:00", "2026-01-01T00:00"));
    let refused = browser.post(&form, &wrong);
    assert!(refused.status == 422 && refused.text.contains("Bitiş alanı başlangıçtan sonra olmalıdır."), "{refused}");
    assert!(refused.text.contains("Ters"), "{refused}");

    let mut fewer = row("Gümüş", "", "").to_vec();
    fewer.extend(row("Altın", "", ""));
    fewer.extend([("remove", "0")]);
    led_to(&browser.post(&form, &fewer));
    let packages = garson.get(&api).data()["packages"].clone();
    assert_eq!(packages, json!([{ "name": "Altın", "startsAt": null, "endsAt": null, "isActive": false }]));
    assert!(!browser.page(&path).contains("süresi doldu"));
}

#[test]
fn every_page_is_for_owners_in_their_language_and_takes_no_markup_from_names() {
    let garson = Garson::start();
    let owner = Browser::owner(&garson, "en");
    let hostile = "<script>alert(1)</script>\"'><img src=x>";
    let business = business(&owner, hostile);
    let restaurant =
        led_to(&owner.post("/restaurants/new", &[("name", hostile), ("address", hostile), ("description", hostile)]));
    owner.post(&format!("{business}/link"), &[("restaurant", restaurant.strip_prefix("/restaurants/").unwrap())]);
    owner.post(&format!("{restaurant}/packages"), &[("name", hostile), ("starts", ""), ("ends", "")]);
    owner.post("/users", &[("name", "mehmet"), ("role", "staff"), ("password", "mutfak 1234")]);
    let staff = Browser::new(&garson, "tr");
    staff.post("/login", &[("name", "mehmet"), ("password", "mutfak 1234")]);
    let turkish = Browser::owner(&garson, "tr");
    let pages = [
        "/restaurants".to_owned(),
        "/restaurants/new".to_owned(),
        "/businesses/new".to_owned(),
        restaurant.clone(),
        format!("{restaurant}/edit"),
        format!("{restaurant}/packages"),
        format!("{restaurant}/delete"),
        business.clone(),
        format!("{business}/edit"),
        format!("{business}/delete"),
    ];
    for path in &pages {
        let (english, other) = (owner.page(path), turkish.page(path));
        assert!(english.contains("<html lang=\"en\">") && other.contains("<html lang=\"tr\">"), "{path}");
        for page in [&english, &other] {
            assert!(!page.contains("<script>alert") && !page.contains("<img src=x"), "{path}: {page}");
        }
        assert_eq!(staff.get(path).status, 404, "{path}");
        assert_eq!(Browser::new(&garson, "en").get(path).status, 303, "{path}");
    }
    for path in pages.iter().skip(1).filter(|path| **path != restaurant && **path != business) {
        assert_eq!(staff.post(path, &[("name", "x"), ("typed", hostile)]).status, 404, "{path}");
        assert_eq!(owner.post_raw(path, &[("name", "x"), ("typed", hostile)], &[]).status, 403, "{path}");
    }
    assert_eq!(garson.get("/web-api/v1/restaurants").data().as_array().unwrap().len(), 1);
}
