//! Businesses and restaurants over the API.

use crate::harness::{Garson, Shop, masked};
use serde_json::{Value, json};

const BUSINESSES: &str = "/web-api/v1/businesses";
const RESTAURANTS: &str = "/web-api/v1/restaurants";

#[test]
fn a_business_is_made_read_replaced_and_deleted() {
    let garson = Garson::start();
    let form = json!({
        "name": " Lezzet A.Ş. ", "description": "Zincir", "vatNumber": "1234567890", "taxOffice": "Kadıköy",
        "address": "Moda Cd. 1", "city": "İstanbul", "country": "TR", "zipCode": "34710", "phone": "+90 216 000 00 00",
        "email": "a@example.com", "unknown": "ignored"
    });
    let made = garson.post(BUSINESSES, form);
    let id = made.id();
    insta::assert_json_snapshot!(
        "business",
        masked(made.data(), &[("[id]", ".id"), ("[time]", ".createdAt .updatedAt")])
    );
    assert_eq!(garson.get(&format!("{BUSINESSES}/{id}")).data(), made.data());
    assert_eq!(garson.get(BUSINESSES).data()[0], *made.data());
    let changed = garson.put(&format!("{BUSINESSES}/{id}"), json!({ "name": "Lezzet", "city": null }));
    assert_eq!((&changed.data()["name"], &changed.data()["email"]), (&json!("Lezzet"), &json!(null)));
    assert_eq!(changed.data()["createdAt"], made.data()["createdAt"]);
    garson.put(&format!("{BUSINESSES}/{id}"), json!({ "city": "İzmir" })).refused(422, "validation_failed");
    assert_eq!(garson.delete(&format!("{BUSINESSES}/{id}")).json, json!({ "success": true }));
    garson.get(&format!("{BUSINESSES}/{id}")).refused(404, "business_not_found");
    garson.delete(&format!("{BUSINESSES}/{id}")).refused(404, "business_not_found");
    garson.get(&format!("{BUSINESSES}/not-a-uuid/restaurants")).refused(404, "business_not_found");
}

#[test]
fn a_restaurant_keeps_its_config_as_written_and_its_headers_sealed() {
    let garson = Garson::start();
    let body = r#"{"name":"Moda","lat":40.98,"lon":29.03,"address":"x","description":null,
        "config":{ "z": 1.50, "a": [true, {"deep": null}], "timezone":"Europe/Istanbul" },
        "paymentMatchingUrl":"http://192.168.1.5:9000/match","paymentMatchingHeaders":{"X-Till":"a\nb"}}"#;
    let made = garson.send("POST", RESTAURANTS, Some(body.as_bytes()), &[]);
    assert_eq!(made.refused(422, "validation_failed")["field"], "paymentMatchingHeaders.X-Till");
    let body = body.replace("a\\nb", "s3cret-till-value");
    let made = garson.send("POST", RESTAURANTS, Some(body.as_bytes()), &[]);
    assert!(
        made.text.contains(r#""config":{ "z": 1.50, "a": [true, {"deep": null}], "timezone":"Europe/Istanbul" }"#),
        "{made}"
    );
    let id = made.id();
    insta::assert_json_snapshot!(
        "restaurant",
        masked(made.data(), &[("[id]", ".id"), ("[time]", ".createdAt .updatedAt")])
    );
    assert_eq!(garson.get(&format!("{RESTAURANTS}/{id}")).data(), made.data());
    let file = garson.store_bytes();
    assert!(!file.windows(17).any(|window| window == b"s3cret-till-value"));
    let changed = garson.put(&format!("{RESTAURANTS}/{id}"), json!({ "name": "Moda 2" }));
    assert_eq!((&changed.data()["config"], &changed.data()["paymentMatchingHeaders"]), (&json!({}), &json!({})));
    assert_eq!(changed.data()["lat"], json!(null));
}

#[test]
fn a_patch_changes_what_it_names_and_nothing_else() {
    let garson = Garson::start();
    let patch = |path: &str, body: Value| garson.send("PATCH", path, Some(body.to_string().as_bytes()), &[]);
    // What it made of a record, beside its times.
    let differs = |before: &Value, after: &Value| {
        let fields = before.as_object().unwrap().iter().filter(|(name, _)| *name != "updatedAt");
        fields.filter(|(name, value)| after[*name] != **value).map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    let form = json!({ "name": "Lezzet", "city": "İzmir", "phone": "1", "email": "a@example.com" });
    let made = garson.post(BUSINESSES, form);
    let path = format!("{BUSINESSES}/{}", made.id());
    let changed = patch(&path, json!({ "phone": "2", "email": null, "unknown": 1 }));
    assert_eq!(differs(made.data(), changed.data()), ["email", "phone"]);
    assert_eq!((&changed.data()["phone"], &changed.data()["email"]), (&json!("2"), &json!(null)));
    assert_eq!(garson.get(&path).data(), changed.data());
    let business = made.id();

    let headers = json!({ "X-Till": "s3cret" });
    let form = json!({
        "name": "Moda", "lat": 40.98, "address": "x", "config": { "printer": 1 }, "businessId": business,
        "paymentMatchingUrl": "http://192.168.1.5/match", "paymentMatchingHeaders": headers,
    });
    let made = garson.post(RESTAURANTS, form);
    let path = format!("{RESTAURANTS}/{}", made.id());
    let changed = patch(&path, json!({ "name": "Moda 2" }));
    assert_eq!(differs(made.data(), changed.data()), ["name"]);
    assert_eq!(changed.data()["paymentMatchingHeaders"], headers);
    let cleared = json!({ "paymentMatchingHeaders": null, "config": null, "businessId": null });
    let cleared = patch(&path, cleared);
    assert_eq!(differs(changed.data(), cleared.data()), ["businessId", "config", "paymentMatchingHeaders"]);
    assert_eq!(differs(cleared.data(), patch(&path, json!({})).data()), Vec::<String>::new());
    for (body, field) in
        [(json!({ "name": null }), "name"), (json!({ "name": " " }), "name"), (json!({ "lat": 91 }), "lat")]
    {
        assert_eq!(patch(&path, body).refused(422, "validation_failed")["field"], field);
    }
    patch(&format!("{RESTAURANTS}/nobody"), json!({ "name": "x" })).refused(404, "restaurant_not_found");
    patch(&format!("{BUSINESSES}/nobody"), json!({ "name": "x" })).refused(404, "business_not_found");
}

#[test]
fn restaurants_are_linked_unlinked_and_go_with_their_business() {
    let garson = Garson::start();
    let business = garson.post(BUSINESSES, json!({ "name": "A" })).id();
    let inside = garson.post(RESTAURANTS, json!({ "name": "İçeride", "businessId": business })).id();
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    let linked =
        garson.post(&format!("{BUSINESSES}/{business}/restaurants"), json!({ "restaurantId": shop.restaurant }));
    assert_eq!(linked.data()["businessId"], business);
    let names: Vec<_> = garson.get(&format!("{BUSINESSES}/{business}/restaurants")).data().as_array().unwrap().clone();
    assert_eq!(names.iter().map(|one| one["name"].as_str().unwrap()).collect::<Vec<_>>(), ["İçeride", "Köfteci"]);
    assert_eq!(garson.get(&format!("{BUSINESSES}/{business}")).data()["restaurantCount"], 2);
    let put = |body| garson.put(&format!("{RESTAURANTS}/{inside}"), body);
    assert_eq!(put(json!({ "name": "İçeride" })).data()["businessId"], business);
    assert_eq!(put(json!({ "name": "İçeride", "businessId": null })).data()["businessId"], json!(null));
    put(json!({ "name": "İçeride", "businessId": "nobody" })).refused(404, "business_not_found");
    garson.post(RESTAURANTS, json!({ "name": "x", "businessId": inside })).refused(404, "business_not_found");
    let link = |restaurant: &str| {
        garson.post(&format!("{BUSINESSES}/{business}/restaurants"), json!({ "restaurantId": restaurant }))
    };
    link("nobody").refused(404, "restaurant_not_found");

    assert_eq!(garson.delete(&format!("{BUSINESSES}/{business}")).json, json!({ "success": true }));
    garson.get(&format!("{RESTAURANTS}/{}", shop.restaurant)).refused(404, "restaurant_not_found");
    garson.get(&format!("{RESTAURANTS}/{inside}")).data();
    // Orders stay readable, can be moved and reported; the shop's address is gone.
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["restaurantId"], shop.restaurant);
    garson.post("/web-api/v1/orders/verify/1", json!({})).data();
    garson.post("/web-api/v1/orders/reports/mark", json!({ "providerOrderId": "1" })).data();
    shop.push(&garson, &crate::harness::an_order("2")).refused(404, "not_found");
}

#[test]
fn packages_say_whether_they_hold_now_and_refuse_nothing() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let path = format!("{RESTAURANTS}/{}/packages", shop.restaurant);
    let packages = json!([
        { "name": "Deneme", "endsAt": "2020-01-01T00:00:00Z" },
        { "name": "Yıllık", "startsAt": "2020-01-01T00:00:00+03:00", "endsAt": null },
        { "name": "Gelecek", "startsAt": "2999-01-01T00:00:00Z" },
        { "name": "Kapalı", "isActive": false },
    ]);
    let set = garson.put(&path, packages);
    let active: Vec<_> = set.data()["packages"].as_array().unwrap().iter().map(|p| p["isActive"].clone()).collect();
    assert_eq!(active, [false, true, false, false]);
    assert_eq!(set.data()["packages"][1]["startsAt"], "2019-12-31T21:00:00.000Z");
    shop.order(&garson, "1");
    let backwards = json!([{ "name": "x", "startsAt": "2021-01-01T00:00:00Z", "endsAt": "2020-01-01T00:00:00Z" }]);
    assert_eq!(garson.put(&path, backwards).refused(422, "validation_failed")["field"], "[0].endsAt");
    garson.put(&path, json!({})).refused(400, "invalid_parameter");
    assert_eq!(garson.put(&path, json!([])).data()["packages"], json!([]));
}
