//! Paths and queries: ids, cursors, limits and filters that cannot be meant.

use super::{Ask, a_shop};
use crate::harness::Garson;
use serde_json::json;

#[test]
fn an_id_that_cannot_be_one_is_simply_unknown() {
    let garson = Garson::start();
    let (shop, _) = a_shop(&garson);
    shop.order(&garson, "1");
    let huge = "9".repeat(8_000);
    let nil = "00000000-0000-0000-0000-000000000000";
    for id in ["", "%FF", "%", "%00", "..%2F..", "%E2%80%AE", "1%20", "01", "1;x", nil, &huge] {
        for (ask, code) in [
            (Ask::get(&garson, &format!("/web-api/v1/orders/{id}")), "order_not_found"),
            (Ask::get(&garson, &format!("/web-api/v1/orders/reasons/{id}")), "order_not_found"),
            (Ask::post(&garson, &format!("/web-api/v1/orders/verify/{id}"), b""), "order_not_found"),
            (Ask::post(&garson, &format!("/web-api/v1/orders/change-status/{id}"), b""), "order_not_found"),
            (Ask::post(&garson, &format!("/web-api/v1/orders/cancel/{id}"), b""), "order_not_found"),
            (Ask::get(&garson, &format!("/web-api/v1/businesses/{id}")), "business_not_found"),
            (Ask::get(&garson, &format!("/web-api/v1/restaurants/{id}")), "restaurant_not_found"),
        ] {
            ask.refused(404, code, None);
        }
    }
}

#[test]
fn an_empty_filter_is_refused_wherever_there_is_one() {
    let garson = Garson::start();
    let orders = ["restaurantId", "provider", "status", "code", "from", "to", "limit", "cursor", "dir"];
    for (path, names) in [
        ("orders", &[&orders[..], &["updatedSince"]].concat()[..]),
        ("orders/reports/pending", &orders),
        ("orders/grouped-payments", &["restaurantId", "from", "to"]),
        ("webhooks/deliveries", &["webhookId", "orderId", "state", "event", "limit", "cursor", "dir"]),
        ("audit", &["area", "deed", "text", "from", "to", "limit", "cursor", "dir"]),
    ] {
        for name in names {
            for empty in [format!("{name}="), format!("{name}=%20"), (*name).to_owned()] {
                Ask::get(&garson, &format!("/web-api/v1/{path}?{empty}")).refused(400, "invalid_parameter", Some(name));
            }
        }
    }
}

#[test]
fn a_wrong_base_path_is_answered_in_json_and_names_the_right_one() {
    let garson = Garson::start();
    let nobody = [("Authorization", "")];
    for path in ["", "/", "/v2/orders", "/orders", "/v1x/orders", "//v1/orders", "/V1/orders", "/v0/orders?limit=1"] {
        let path = format!("/web-api{path}");
        for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
            for headers in [&nobody[..], &[]] {
                let reply = garson.send(method, &path, None, headers);
                let message = reply.refused(404, "not_found")["message"].as_str().unwrap();
                assert!(message.contains("/web-api/v1"), "{reply}");
                assert_eq!(reply.header("content-type"), Some("application/json"), "{reply}");
            }
        }
        Ask::get(&garson, &path).refused(404, "not_found", None);
    }
    // Below the right one nothing is said to whoever has no key.
    for path in ["/web-api/v1", "/web-api/v1/", "/web-api/v1/nothing"] {
        garson.send("GET", path, None, &nobody).refused(401, "unauthorized");
        Ask::get(&garson, path).refused(404, "not_found", None);
    }
    // A page about something else has a name of its own.
    assert!(garson.send("GET", "/web-apis", None, &nobody).json.is_null());
    for path in ["/intake", "/intake/", "/intake/v2/open/x/orders", "/intake/v1", "/intake/v1/open/guessed/orders"] {
        let reply = garson.send("POST", path, Some(b"{}"), &nobody);
        let message = reply.refused(404, "not_found")["message"].as_str().unwrap();
        assert!(message.contains("intakeUrl"), "{reply}");
    }
}

#[test]
fn a_platforms_id_may_hold_anything_that_can_be_printed() {
    let garson = Garson::start();
    let (shop, _) = a_shop(&garson);
    let long = "ş".repeat(2_000);
    for id in ["a/b c", "sipariş-ü", "100%", "%2F", "1+1", "?q=1#x", "..", "😀 عربى", "verify/1", &long] {
        let ours = shop.order(&garson, id);
        let in_path: String = id.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let detail = garson.get(&format!("/web-api/v1/orders/{in_path}"));
        assert_eq!(detail.data()["id"], ours, "{detail}");
        assert_eq!(detail.data()["pid"], id, "{detail}");
        let moved = garson.post(&format!("/web-api/v1/orders/change-status/{in_path}"), json!({}));
        assert_eq!(*moved.data(), json!({ "orderId": id, "oldStatus": 400, "newStatus": 500 }));
        let verified = garson.post(&format!("/web-api/v1/orders/verify/{in_path}"), json!({}));
        assert_eq!(verified.data()["providerOrder"], id, "{verified}");
        let marked = garson.post("/web-api/v1/orders/reports/mark", json!({ "providerOrderId": id }));
        assert_eq!(*marked.data(), json!({ "providerOrderId": id, "isReport": true }));
        assert_eq!(shop.cancel(&garson, &in_path, json!({})).id(), ours);
    }
    // A plus is a plus in a path, and a space only where it is written as one.
    let ours = shop.order(&garson, "2+2");
    assert_eq!(garson.get("/web-api/v1/orders/2+2").id(), ours);
}

#[test]
fn a_limit_is_a_whole_number_from_1_to_200_given_once() {
    let garson = Garson::start();
    for list in ["/web-api/v1/orders", "/web-api/v1/orders/reports/pending"] {
        for limit in ["0", "201", "-1", "x", "", "1.0", "1e1", "+5", "%20", "99999999999999999999999", "%D9%A1"] {
            Ask::get(&garson, &format!("{list}?limit={limit}")).refused(400, "invalid_parameter", Some("limit"));
        }
        Ask::get(&garson, &format!("{list}?limit=1&limit=1")).refused(400, "invalid_parameter", Some("limit"));
        for limit in ["1", "200", "007"] {
            garson.get(&format!("{list}?limit={limit}")).data();
        }
    }
}

#[test]
fn a_cursor_is_good_for_the_list_that_gave_it() {
    let garson = Garson::start();
    let (shop, _) = a_shop(&garson);
    for id in ["1", "2", "3"] {
        shop.order(&garson, id);
    }
    let cursor_of = |list: &str| {
        let page = garson.get(list);
        page.data();
        page.json["paging"]["next"].as_str().unwrap().to_owned()
    };
    let orders = cursor_of("/web-api/v1/orders?limit=1");
    let pending = cursor_of("/web-api/v1/orders/reports/pending?limit=1");
    let changed = cursor_of("/web-api/v1/orders?limit=1&updatedSince=2000-01-01T00:00:00Z");
    let cut = &orders[..orders.len() - 1];
    let other = if orders[20..].starts_with('A') { 'B' } else { 'A' };
    let altered = format!("{}{other}{}", &orders[..20], &orders[21..]);
    let huge = "A".repeat(8_000);
    for cursor in
        ["", "x", "AAAA", "%00", "%25", "null", "0", cut, &altered, &format!("{orders}A"), &huge, &pending, &changed]
    {
        let path = format!("/web-api/v1/orders?cursor={cursor}");
        Ask::get(&garson, &path).refused(400, "invalid_parameter", Some("cursor"));
    }
    let path = format!("/web-api/v1/orders/reports/pending?cursor={orders}");
    Ask::get(&garson, &path).refused(400, "invalid_parameter", Some("cursor"));
    let path = format!("/web-api/v1/orders?updatedSince=2000-01-01T00:00:00Z&cursor={orders}");
    Ask::get(&garson, &path).refused(400, "invalid_parameter", Some("cursor"));
    let path = format!("/web-api/v1/orders?cursor={orders}&cursor={orders}");
    Ask::get(&garson, &path).refused(400, "invalid_parameter", Some("cursor"));
    assert_eq!(garson.get(&format!("/web-api/v1/orders?cursor={orders}")).data().as_array().unwrap().len(), 2);
}

#[test]
fn filters_that_cannot_be_read_are_named() {
    let garson = Garson::start();
    let pending = "/web-api/v1/orders/reports/pending";
    let payments = "/web-api/v1/orders/grouped-payments";
    for (list, query, field) in [
        ("/web-api/v1/orders", "dir=up", "dir"),
        ("/web-api/v1/orders", "dir=", "dir"),
        ("/web-api/v1/orders", "dir=NEXT", "dir"),
        ("/web-api/v1/orders", "dir=next&dir=prev", "dir"),
        ("/web-api/v1/orders", "status=new", "status"),
        ("/web-api/v1/orders", "status=401", "status"),
        ("/web-api/v1/orders", "status=400&status=", "status"),
        ("/web-api/v1/orders", "status=400,500", "status"),
        ("/web-api/v1/orders", "provider=ubereats", "provider"),
        ("/web-api/v1/orders", "provider=Open", "provider"),
        ("/web-api/v1/orders", "provider=open&provider=open", "provider"),
        ("/web-api/v1/orders", "from=yesterday", "from"),
        ("/web-api/v1/orders", "from=2026-11-14", "from"),
        ("/web-api/v1/orders", "to=2026-11-14T18:02:11", "to"),
        ("/web-api/v1/orders", "to=1e9", "to"),
        ("/web-api/v1/orders", "from=2026-02-30T00:00:00Z", "from"),
        ("/web-api/v1/orders", "updatedSince=", "updatedSince"),
        ("/web-api/v1/orders", "restaurantId=%FF", "restaurantId"),
        ("/web-api/v1/orders", "restaurantId=a&restaurantId=a", "restaurantId"),
        ("/web-api/v1/orders", "restaurantId=", "restaurantId"),
        (pending, "status=x", "status"),
        (pending, "provider=", "provider"),
        (payments, "from=2026-11-14T00:00:00Z", "from"),
        (payments, "to=2026-13-01", "to"),
        (payments, "to=", "to"),
    ] {
        Ask::get(&garson, &format!("{list}?{query}")).refused(400, "invalid_parameter", Some(field));
    }
    // What has no name means nothing, and an unknown restaurant has no orders.
    for query in ["&&=&=x", "restaurantId=x"] {
        assert_eq!(*garson.get(&format!("/web-api/v1/orders?{query}")).data(), json!([]));
    }
}

#[test]
fn a_name_that_is_not_known_is_refused_with_the_nearest_right_one() {
    let garson = Garson::start();
    let (shop, _) = a_shop(&garson);
    let order = shop.order(&garson, "1");
    for (path, field, says) in [
        ("orders?restaurantid=x", "restaurantid", "The nearest is restaurantId."),
        ("orders?limit=5&restaurant_id=x&pge=2", "restaurant_id", "The nearest is restaurantId."),
        ("orders?UpdatedSince=2026-01-01T00:00:00Z", "UpdatedSince", "The nearest is updatedSince."),
        ("orders/reports/pending?form=x", "form", "The nearest is from."),
        ("orders/reports/pending?page=2", "page", "It takes: restaurantId, provider, status, code, "),
        ("orders/grouped-payments?form=2026-01-01", "form", "The nearest is from."),
        ("webhooks/deliveries?sate=failed", "sate", "The nearest is state."),
        ("audit?who=x&limit=1", "who", "It takes: area, deed, text, from, to, limit, cursor, dir."),
        ("providers/open/menus?restaurant=x", "restaurant", "The nearest is restaurantId."),
        ("restaurants?limit=5", "limit", "this operation takes no query parameters."),
        ("orders?%0d%0aX=1", "%0d%0aX", "It takes: "),
        ("orders?%F0%9F%8D%95", "🍕", "It takes: "),
    ] {
        let reply = garson.get(&format!("/web-api/v1/{path}"));
        let refused = reply.refused(422, "validation_failed");
        assert_eq!(refused["field"], field, "{reply}");
        assert!(refused["message"].as_str().unwrap().contains(says), "{reply}");
    }
    let turkish = [("Accept-Language", "tr")];
    let turkish = garson.send("GET", "/web-api/v1/orders?restaurantid=x", None, &turkish);
    let message = "restaurantid parametresi bu işlemde yok. En yakın ad: restaurantId.";
    assert_eq!(turkish.refused(422, "validation_failed")["message"], message);

    // Nothing is done before it is refused.
    let restaurant = format!("/web-api/v1/restaurants/{}", shop.restaurant);
    for (method, path, body) in [
        ("POST", format!("/web-api/v1/orders/verify/{order}"), "{}"),
        ("POST", format!("/web-api/v1/orders/cancel/{order}"), r#"{"reason":"other"}"#),
        ("POST", "/web-api/v1/restaurants".to_owned(), r#"{"name":"Other"}"#),
        ("PUT", restaurant.clone(), r#"{"name":"Other"}"#),
        ("DELETE", restaurant.clone(), ""),
    ] {
        let body = Some(body.as_bytes()).filter(|body| !body.is_empty());
        garson.send(method, &format!("{path}?dryRun=true"), body, &[]).refused(422, "validation_failed");
    }
    assert_eq!(garson.get(&format!("/web-api/v1/orders/{order}")).data()["status"], 400);
    assert_ne!(garson.get(&restaurant).data()["name"], "Other");
    assert_eq!(garson.get("/web-api/v1/restaurants").data().as_array().unwrap().len(), 1);

    // Names that begin with an underscore are for caches. What has no key of its own goes on ignoring names.
    assert_eq!(garson.get("/web-api/v1/orders?_=17&limit=1&_ts").data().as_array().unwrap().len(), 1);
    garson.get(&format!("/web-api/v1/orders/{order}?_=1")).data();
    for path in ["/health", "/metrics", "/openapi.json", "/login"] {
        assert_eq!(garson.get(&format!("{path}?restaurantid=x")).status, 200, "{path}");
    }
    let again = crate::harness::an_order("1").to_string();
    garson.send("POST", &format!("{}/orders?x=1", shop.intake), Some(again.as_bytes()), &[]).data();
}
