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
        (pending, "status=x", "status"),
        (pending, "provider=", "provider"),
        (payments, "from=2026-11-14T00:00:00Z", "from"),
        (payments, "to=2026-13-01", "to"),
        (payments, "to=", "to"),
    ] {
        Ask::get(&garson, &format!("{list}?{query}")).refused(400, "invalid_parameter", Some(field));
    }
    // Unknown names are ignored, and an unknown restaurant has no orders.
    for query in ["x=%20&&=&y", "restaurantId=x", "restaurantId="] {
        assert_eq!(*garson.get(&format!("/web-api/v1/orders?{query}")).data(), json!([]));
    }
}
