//! Dishes, learnt from orders and menus, and the stations that they are sorted to.

use super::Browser;
use crate::harness::{Garson, Shop, eventually, in_the_app_of};
use garson::{
    model::{Access, Id},
    ops::places::dishes,
    store::Orders,
};
use serde_json::{Value, json};

/// Where nobody listens: what is pushed counts here.
const NOWHERE: &str = "http://127.0.0.1:9";

/// A restaurant with a web shop and with Getir; where Getir's orders come in.
fn with_getir(garson: &Garson) -> (Shop, String) {
    let shop = Shop::open(garson);
    let path = format!("/web-api/v1/restaurants/{}/integrations/getir", shop.restaurant);
    let credentials = json!({ "appSecretKey": "a", "restaurantSecretKey": "b" });
    let made = garson.put(&path, json!({ "baseUrl": NOWHERE, "credentials": credentials }));
    let url = made.data()["intakeUrl"].as_str().unwrap().to_owned();
    (shop, url[url.find("/intake").unwrap()..].to_owned())
}

fn getir_sends(garson: &Garson, intake: &str, id: &str, dish: &str) {
    let order = json!({
        "id": id, "status": 400, "checkoutDate": "2026-11-14T16:20:31.412Z", "deliveryType": 2,
        "paymentMethod": 4, "totalPrice": 180,
        "products": [{ "name": { "tr": dish }, "count": 1, "price": 180, "totalPriceWithOption": 180 }]
    });
    let reply =
        garson.send("POST", &format!("{intake}/orders"), Some(order.to_string().as_bytes()), &[("Authorization", "")]);
    assert_eq!(reply.status, 200, "{reply}");
}

/// An order of dishes, each perhaps with a code.
fn sold(shop: &Shop, garson: &Garson, id: &str, dishes: &[(&str, Option<&str>)]) -> String {
    let item = |(name, code): &(&str, Option<&str>)| {
        json!({ "name": name, "remoteCode": code, "quantity": 1, "total": 100,
                "options": [{ "name": "Soğan", "quantity": 1, "kind": "remove" }] })
    };
    let items: Vec<Value> = dishes.iter().map(item).collect();
    let total = 100 * dishes.len();
    let order = json!({
        "providerOrderId": id, "items": items, "amount": { "total": total }, "payment": { "type": "cash" },
        "customer": { "name": "Nermin Özbilir", "phone": "5559871234" }, "note": "kapıda köpek var"
    });
    shop.push(garson, &order).id()
}

pub fn tells_menu(shop: &Shop, garson: &Garson, categories: &[(&str, &[&str])]) {
    let product = |name: &&str| json!({ "id": name, "name": name, "price": 100 });
    let category = |(name, products): &(&str, &[&str])| json!({ "name": name, "products": products.iter().map(product).collect::<Vec<_>>() });
    let menu = json!({ "categories": categories.iter().map(category).collect::<Vec<_>>() }).to_string();
    let reply = garson.send("PUT", &format!("{}/menu", shop.intake), Some(menu.as_bytes()), &[("Authorization", "")]);
    assert_eq!(reply.status, 200, "{reply}");
}

pub fn path(shop: &Shop, page: &str) -> String {
    format!("/restaurants/{}/{page}", shop.restaurant)
}

/// The dishes on the page, each with its part of it.
fn shown(browser: &Browser<'_>, shop: &Shop) -> Vec<(String, String)> {
    rows(&browser.page(&path(shop, "dishes")))
}

fn rows(page: &str) -> Vec<(String, String)> {
    let parts = page.split(r#"name="dish" value=""#).skip(1);
    let name = |part: &str| part.split("<h3>").nth(1).unwrap().split("</h3>").next().unwrap().to_owned();
    parts.map(|part| (name(part), part.split("</section>").next().unwrap().to_owned())).collect()
}

pub fn names(rows: &[(String, String)]) -> Vec<&str> {
    rows.iter().map(|(name, _)| name.as_str()).collect()
}

pub fn until_shown(browser: &Browser<'_>, shop: &Shop, wanted: &[&str]) -> Vec<(String, String)> {
    let all = || Some(shown(browser, shop)).filter(|rows| names(rows) == wanted);
    eventually(&format!("{wanted:?} are known"), all)
}

pub fn id_of(rows: &[(String, String)], dish: &str) -> String {
    let (_, part) = rows.iter().find(|(name, _)| name == dish).unwrap();
    part.split('"').next().unwrap().to_owned()
}

pub fn add_station(browser: &Browser<'_>, shop: &Shop, name: &str) -> String {
    assert_eq!(browser.post(&path(shop, "stations"), &[("name", name)]).status, 303);
    let page = browser.page(&path(shop, "stations"));
    let row = page.split("<li>").find(|row| row.contains(&format!("<strong>{name}</strong>"))).unwrap();
    let (_, rest) = row.split_once("/stations/").unwrap();
    rest.split('/').next().unwrap().to_owned()
}

#[test]
fn dishes_are_learnt_from_orders_of_two_platforms_and_from_a_menu_and_again_after_a_sudden_end() {
    let mut garson = Garson::start();
    let (shop, getir) = with_getir(&garson);
    {
        let owner = Browser::owner(&garson, "tr");
        assert!(owner.page(&path(&shop, "dishes")).contains("Henüz yemek bilinmiyor"));
        getir_sends(&garson, &getir, "g1", "Tavuk Dürüm");
        sold(&shop, &garson, "w1", &[("TAVUK  DÜRÜM", None), ("Ayran", Some("77"))]);
        let rows = until_shown(&owner, &shop, &["Ayran", "Tavuk Dürüm"]);
        let (_, both) = &rows[1];
        assert!(both.contains(r#"class="getir seen""#) && both.contains(r#"class="open seen""#), "{both}");
        assert!(rows[0].1.contains("<code>77</code>") && rows[0].1.contains("− Soğan"), "{}", rows[0].1);
        tells_menu(&shop, &garson, &[("Dürümler", &["Tavuk dürüm", "Et Dürüm"])]);
        let rows = until_shown(&owner, &shop, &["Et Dürüm", "Tavuk Dürüm", "Ayran"]);
        assert!(owner.page(&path(&shop, "dishes")).contains("<h2>Dürümler</h2>"), "{rows:?}");
        let page = owner.page(&path(&shop, "dishes"));
        assert!(!page.contains("Nermin") && !page.contains("5559871234") && !page.contains("köpek"));
        // A test order has dishes that nobody sells.
        assert_eq!(owner.post(&path(&shop, "test-order"), &[]).status, 303);
        sold(&shop, &garson, "w2", &[("Şalgam", None)]);
        until_shown(&owner, &shop, &["Et Dürüm", "Tavuk Dürüm", "Ayran", "Şalgam"]);
    }
    for is_sudden in [true, false] {
        match is_sudden {
            true => garson.kill(),
            false => drop(garson.stop()),
        }
        garson.restart();
        let owner = Browser::owner(&garson, "tr");
        until_shown(&owner, &shop, &["Et Dürüm", "Tavuk Dürüm", "Ayran", "Şalgam"]);
    }
    garson.stop_sound();
}

#[test]
fn a_menu_that_a_dish_left_and_a_restaurant_that_is_removed_leave_nothing_wrong() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    {
        let owner = Browser::owner(&garson, "en");
        tells_menu(&shop, &garson, &[("Kebap", &["Adana", "Urfa"])]);
        until_shown(&owner, &shop, &["Adana", "Urfa"]);
        tells_menu(&shop, &garson, &[("Kebap", &["Adana"])]);
        let is_off = || shown(&owner, &shop)[1].1.contains("No longer on the menu").then_some(());
        eventually("Urfa is off the menu", is_off);
        add_station(&owner, &shop, "Grill");
        assert_eq!(owner.post(&path(&shop, "delete"), &[("typed", "Köfteci")]).status, 303);
        assert_eq!(owner.get(&path(&shop, "dishes")).status, 404);
        assert_eq!(owner.get(&path(&shop, "stations")).status, 404);
    }
    garson.stop();
    let (is_sound, found) = garson.check();
    assert!(is_sound, "{found}");
    for table in ["dishes", "stations"] {
        let row = found.lines().find(|line| line.trim_start().starts_with(table)).unwrap();
        assert!(row.trim_end().ends_with(" 0"), "{row}");
    }
}

#[test]
fn an_orders_dishes_go_to_the_stations_that_take_them() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let order = {
        let owner = Browser::owner(&garson, "en");
        tells_menu(&shop, &garson, &[("Kebap", &["Adana", "Urfa"]), ("Drinks", &["Ayran", "Coke"])]);
        sold(&shop, &garson, "1", &[("Künefe", Some("K9")), ("Ayran", None)]);
        let rows = until_shown(&owner, &shop, &["Ayran", "Coke", "Adana", "Urfa", "Künefe"]);
        assert!(owner.page(&path(&shop, "dishes")).contains("There are no stations yet"));
        let (grill, bar) = (add_station(&owner, &shop, "Grill"), add_station(&owner, &shop, "Bar"));
        let again = owner.post(&path(&shop, "stations"), &[("name", "BAR")]);
        assert!(again.status == 422 && again.text.contains("There is a station of this name already"), "{again}");
        let ids: Vec<String> = names(&rows).iter().map(|name| id_of(&rows, name)).collect();
        let tick = |dish: &str, station: &str| format!("{} {station}", id_of(&rows, dish));
        let (ayran, kunefe) = (tick("Ayran", &bar), tick("Künefe", &bar));
        let both = [tick("Adana", &grill), tick("Adana", &bar)];
        let kebap = format!("{grill} Kebap");
        let mut fields: Vec<(&str, &str)> = ids.iter().map(|id| ("dish", id.as_str())).collect();
        fields.extend([("category", "Kebap"), ("category", "Drinks"), ("from", kebap.as_str())]);
        fields.extend([ayran.as_str(), &kunefe, &both[0], &both[1]].map(|value| ("at", value)));
        let saved = owner.post(&path(&shop, "dishes?q="), &fields);
        assert_eq!((saved.status, saved.header("location")), (303, Some(path(&shop, "dishes?said=saved").as_str())));
        let rows = shown(&owner, &shop);
        let part = |dish: &str| rows.iter().find(|(name, _)| name == dish).unwrap().1.clone();
        assert!(part("Urfa").contains("By its category: Grill"), "{}", part("Urfa"));
        assert!(part("Coke").contains("Suggested: Bar"), "as its category's other dish goes there: {}", part("Coke"));
        assert!(owner.page(&path(&shop, "dishes?show=open")).contains("<h3>Coke</h3>"));
        assert_eq!(names(&rows_of(&owner, &shop, "dishes?show=open")), ["Coke"]);
        assert_eq!(names(&rows_of(&owner, &shop, "dishes?q=k9")), ["Künefe"], "by its code");
        assert_eq!(names(&rows_of(&owner, &shop, "dishes?q=KEBAP")), ["Adana", "Urfa"], "by their category");
        let stations = owner.page(&path(&shop, "stations"));
        assert!(stations.contains("Makes 2 dishes") && stations.contains("Makes 3 dishes"), "{stations}");
        // A new name for a code that is known, two that nobody takes.
        sold(
            &shop,
            &garson,
            "2",
            &[("Adana", None), ("URFA", None), ("Ayran", None), ("Künefe (büyük)", Some("K9")), ("Çay", None)],
        )
    };
    garson.stop();
    in_the_app_of(garson.data(), |app| {
        let book = dishes::show(app, Access::FULL, &shop.restaurant).unwrap();
        let order = app.store.read().unwrap().order(Id::parse(&order).unwrap()).unwrap().unwrap();
        let name = |id: &Id| book.stations.iter().find(|station| station.id == *id).unwrap().name.clone();
        let takers = order.content.items.iter().map(|item| (item.name.as_str(), book.plan.makers(item)));
        let takers: Vec<(&str, String)> =
            takers.map(|(item, ids)| (item, ids.iter().map(name).collect::<Vec<_>>().join("+"))).collect();
        let expected = [
            ("Adana", "Bar+Grill"),
            ("URFA", "Grill"),
            ("Ayran", "Bar"),
            ("Künefe (büyük)", "Bar"),
            ("Çay", "Bar+Grill"),
        ];
        assert_eq!(takers, expected.map(|(item, stations)| (item, stations.to_owned())));
    });
}

fn rows_of(browser: &Browser<'_>, shop: &Shop, page: &str) -> Vec<(String, String)> {
    rows(&browser.page(&path(shop, page)))
}

#[test]
fn suggestions_are_taken_with_one_button_and_stations_are_renamed_and_removed_on_record() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let owner = Browser::owner(&garson, "en");
    tells_menu(&shop, &garson, &[("Kebap", &["Adana", "Beyti", "Urfa"])]);
    let rows = until_shown(&owner, &shop, &["Adana", "Beyti", "Urfa"]);
    let grill = add_station(&owner, &shop, "Grill");
    let ids = ["Adana", "Beyti", "Urfa"].map(|name| id_of(&rows, name));
    let all = ids.each_ref().map(|id| ("dish", id.as_str()));
    let tick = format!("{} {grill}", ids[0]);
    owner.post(&path(&shop, "dishes"), &[&all[..], &[("at", tick.as_str())]].concat());
    let page = owner.page(&path(&shop, "dishes"));
    assert_eq!(page.matches("Suggested: Grill").count(), 2, "{page}");
    // Saved as it is, nothing of that is taken.
    let suggested: Vec<String> = ids[1..].iter().map(|id| format!("{id} {grill}")).collect();
    let mut fields = [&all[..], &[("at", tick.as_str())]].concat();
    fields.extend(suggested.iter().map(|value| ("suggestion", value.as_str())));
    owner.post(&path(&shop, "dishes"), &fields);
    assert_eq!(owner.page(&path(&shop, "dishes")).matches("Suggested: Grill").count(), 2);
    fields.push(("suggested", "yes"));
    owner.post(&path(&shop, "dishes"), &fields);
    let page = owner.page(&path(&shop, "dishes"));
    assert!(!page.contains("Suggested") && page.matches(r#"name="at""#).count() == 3, "{page}");
    assert!(owner.page(&path(&shop, "stations")).contains("Makes 3 dishes"));
    // What is not on the page is left as it is.
    owner.post(&path(&shop, "dishes?q=adana"), &[("dish", ids[0].as_str())]);
    assert!(owner.page(&path(&shop, "stations")).contains("Makes 2 dishes"));

    let of = format!("stations/{grill}");
    assert_eq!(owner.post(&path(&shop, &format!("{of}/name")), &[("name", "Ocakbaşı")]).status, 303);
    assert!(owner.page(&path(&shop, "stations")).contains("<strong>Ocakbaşı</strong>"));
    let nameless = owner.post(&path(&shop, &format!("{of}/name")), &[("name", " ")]);
    assert!(nameless.status == 422 && nameless.text.contains("Name of the station"), "{nameless}");
    assert!(owner.page(&path(&shop, &format!("{of}/delete"))).contains("Deleted: Ocakbaşı"));
    assert_eq!(owner.post(&path(&shop, &format!("{of}/delete")), &[]).status, 303);
    assert_eq!(owner.get(&path(&shop, &format!("{of}/delete"))).status, 404);
    for number in 0..20 {
        add_station(&owner, &shop, &format!("Station {number}"));
    }
    let more = owner.post(&path(&shop, "stations"), &[("name", "One more")]);
    assert!(more.status == 422 && more.text.contains("20"), "{more}");
    let audit = garson.get("/web-api/v1/audit?area=restaurants&limit=200").data().to_string();
    for deed in ["station_added", "station_renamed", "station_removed", "dishes_sorted"] {
        assert!(audit.contains(deed), "{deed}: {audit}");
    }
}
