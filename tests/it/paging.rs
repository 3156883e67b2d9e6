//! Walking lists over the API.

use crate::harness::{Garson, Receiver, Script, Shop, an_order};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

#[test]
fn pages_go_both_ways_and_their_ends_are_told() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let empty = garson.get("/web-api/v1/orders");
    assert_eq!(
        empty.json,
        json!({ "success": true, "data": [], "paging": { "limit": 50, "next": null, "prev": null } })
    );
    for n in 1..=7 {
        shop.order(&garson, &n.to_string());
    }
    let page = |query: &str| {
        let reply = garson.get(&format!("/web-api/v1/orders?limit=3&{query}"));
        let ids: Vec<String> = reply
            .data()
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["providerOrderId"].as_str().unwrap().to_owned())
            .collect();
        let cursor = |name: &str| reply.json["paging"][name].as_str().map(str::to_owned);
        (ids, cursor("next"), cursor("prev"))
    };
    let (first, next, newest) = page("");
    assert_eq!(first, ["7", "6", "5"]);
    let (second, next, _) = page(&format!("cursor={}", next.unwrap()));
    assert_eq!(second, ["4", "3", "2"]);
    let (third, end, back) = page(&format!("cursor={}&dir=next", next.unwrap()));
    assert_eq!((third, end), (vec!["1".to_owned()], None));
    let (again, _, _) = page(&format!("cursor={}&dir=prev", back.unwrap()));
    assert_eq!(again, ["4", "3", "2"]);
    let (oldest, end, newer) = page("dir=prev");
    assert_eq!((oldest, end), (vec!["3".to_owned(), "2".into(), "1".into()], None));
    assert_eq!(page(&format!("cursor={}&dir=prev", newer.unwrap())).0, ["6", "5", "4"]);

    // A till polls with `prev` for what is new.
    let newest = newest.unwrap();
    assert_eq!(page(&format!("cursor={newest}&dir=prev")), (vec![], None, Some(newest.clone())));
    shop.order(&garson, "8");
    let (news, older, _) = page(&format!("cursor={newest}&dir=prev"));
    assert_eq!(news, ["8"]);
    assert!(older.is_some());
}

#[test]
fn a_walk_while_orders_arrive_neither_skips_nor_repeats() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let (sent, is_done) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        for worker in 0..4 {
            let (garson, shop, sent) = (&garson, &shop, &sent);
            scope.spawn(move || {
                for n in 0..60 {
                    shop.push(garson, &an_order(&format!("{worker}-{n}"))).data();
                    sent.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        // From the oldest to the newest, following `prev` until all that was sent has been seen.
        let mut seen: Vec<String> = Vec::new();
        let mut query = "dir=prev&limit=7".to_owned();
        while !is_done.load(Ordering::SeqCst) {
            let reply = garson.get(&format!("/web-api/v1/orders?{query}"));
            let mut ids: Vec<String> =
                reply.data().as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap().to_owned()).collect();
            ids.reverse();
            seen.extend(ids);
            if let Some(cursor) = reply.json["paging"]["prev"].as_str() {
                query = format!("dir=prev&limit=7&cursor={cursor}");
            }
            if reply.data() == &json!([]) && sent.load(Ordering::SeqCst) == 240 && seen.len() >= 240 {
                is_done.store(true, Ordering::SeqCst);
            }
        }
        assert_eq!(seen.len(), 240);
        assert!(seen.is_sorted() && seen.windows(2).all(|pair| pair[0] != pair[1]));
    });
}

#[test]
fn a_poller_keeps_what_it_is_answered_and_never_starts_over() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let changed = "/web-api/v1/orders?updatedSince=2000-01-01T00:00:00Z";
    let pending = "/web-api/v1/orders/reports/pending?";
    // What a till does that knows nothing but the last `prev`.
    let poll = |list: &str, kept: &mut Option<String>| {
        let cursor = kept.as_ref().map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
        let reply = garson.get(&format!("{list}&dir=prev{cursor}"));
        *kept = reply.json["paging"]["prev"].as_str().map(str::to_owned);
        let rows = reply.data().as_array().unwrap();
        rows.iter().map(|row| row["providerOrderId"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for (number, list) in ["/web-api/v1/orders?", changed, pending].into_iter().enumerate() {
        let list = format!("{list}&restaurantId={}", shop.restaurant);
        let mut kept = None;
        if number == 0 {
            assert_eq!((poll(&list, &mut kept), &kept), (vec![], &None), "an empty account has no place to go on from");
        }
        poll(&list, &mut kept);
        for round in 0..3 {
            let name = format!("{number}-{round}");
            shop.order(&garson, &name);
            assert_eq!(poll(&list, &mut kept), [name], "{list}");
            for _ in 0..2 {
                let before = kept.clone();
                assert_eq!((poll(&list, &mut kept), &kept), (vec![], &before), "{list}");
            }
        }
        // The same for whoever goes to older ones and finds none.
        let oldest = garson.get(&format!("{list}&dir=prev&limit=1")).json["paging"]["prev"].clone();
        let beyond = garson.get(&format!("{list}&dir=next&cursor={}", oldest.as_str().unwrap()));
        assert_eq!(beyond.json["paging"], json!({ "limit": 50, "next": null, "prev": oldest }), "{list}");
    }
}

#[test]
fn the_lists_of_deliveries_and_of_deeds_are_polled_alike() {
    let garson = Garson::start();
    let receiver = Receiver::start(Script::Answer(200, ""));
    let shop = Shop::open(&garson);
    garson.post("/web-api/v1/webhooks", json!({ "url": receiver.url })).data();
    let order = shop.order(&garson, "1");
    let of_order = format!("/web-api/v1/webhooks/deliveries?orderId={order}");
    for list in ["/web-api/v1/webhooks/deliveries?limit=200", &of_order, "/web-api/v1/audit?limit=200"] {
        let first = garson.get(list);
        let newest = first.json["paging"]["prev"].as_str().unwrap().to_owned();
        let news = garson.get(&format!("{list}&dir=prev&cursor={newest}"));
        assert_eq!(*news.data(), json!([]), "{list}");
        assert_eq!(news.json["paging"]["prev"], json!(newest), "{list}");
    }
}
