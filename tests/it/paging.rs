//! Walking lists over the API.

use crate::harness::{Garson, Shop, an_order};
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
    assert_eq!(page(&format!("cursor={newest}&dir=prev")), (vec![], None, None));
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
            } else if sent.load(Ordering::SeqCst) == 240 && seen.len() >= 240 {
                is_done.store(true, Ordering::SeqCst);
            }
        }
        assert_eq!(seen.len(), 240);
        assert!(seen.is_sorted() && seen.windows(2).all(|pair| pair[0] != pair[1]));
    });
}
