//! Somebody asks for what takes long, again and again, in six tabs and with a key. Nobody else waits for it.

use super::super::Browser;
use crate::harness::{Garson, Reply, Shop, an_order, at_once};
use serde_json::json;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Nearly a full column of the board, and thousands of words for the search to look at.
const ORDERS: usize = 240;
const ROUNDS: usize = 15;

fn order(platform_id: &str) -> serde_json::Value {
    let mut order = an_order(platform_id);
    order["customer"] = json!({ "name": "Ayşe Yılmaz", "phone": "0555 111 22 33" });
    order["items"] = (0..30).map(|n| json!({ "name": format!("Adana {n}"), "quantity": 1, "total": 10 })).collect();
    order
}

/// How many boards were handed out while others waited for `/health`, for an order to be taken, and for accepting it.
fn waited(garson: &Garson, shop: &Shop, boards: &AtomicUsize) -> [usize; 3] {
    let mut waited = [0; 3];
    for round in 0..ROUNDS {
        let mut ask = |kind: usize, ask: &dyn Fn() -> Reply| {
            let before = boards.load(Ordering::Relaxed);
            let reply = ask();
            assert_eq!(reply.status, 200, "{reply}");
            waited[kind] += boards.load(Ordering::Relaxed) - before;
        };
        let id = format!("busy-{round}");
        ask(0, &|| garson.get("/health"));
        ask(1, &|| shop.push(garson, &an_order(&id)));
        ask(2, &|| garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})));
    }
    waited
}

#[test]
fn whoever_loops_long_reads_keeps_nobody_waiting() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    at_once(8, |thread| {
        for number in (thread..ORDERS).step_by(8) {
            assert_eq!(shop.push(&garson, &order(&format!("P{number}"))).status, 200);
        }
    });
    let owner = Browser::owner(&garson, "tr");
    let cookies = owner.cookies.borrow().clone();
    let (stop, boards) = (AtomicBool::new(false), AtomicUsize::new(0));
    let since = "updatedSince=2020-01-01T00:00:00Z&to=2020-01-01T00:00:00Z";
    let waited = std::thread::scope(|scope| {
        for tab in 0..6 {
            let (garson, cookies, stop, boards) = (&garson, &cookies, &stop, &boards);
            scope.spawn(move || {
                let browser = Browser::new(garson, "tr");
                cookies.iter().for_each(|(name, value)| browser.keep(name, value));
                while !stop.load(Ordering::Relaxed) {
                    match tab {
                        0 => drop(browser.page("/orders?q=ay+yi")),
                        1 => drop(browser.page("/reports/pending?all=ask")),
                        2 => drop(garson.get(&format!("/web-api/v1/orders?{since}")).data().clone()),
                        _ => {
                            drop(browser.page("/"));
                            boards.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                }
            });
        }
        // On a thread, so that whatever it comes to the tabs are closed.
        let waited = scope.spawn(|| waited(&garson, &shop, &boards)).join();
        stop.store(true, Ordering::Relaxed);
        waited.unwrap()
    });
    // Were the workers busy with boards, everything would wait for at least one of them, and for those before it in line.
    println!("boards that were handed out meanwhile: {waited:?} of {boards:?}");
    for (name, boards) in ["health", "intake", "verify"].into_iter().zip(waited) {
        assert!(boards < ROUNDS, "{ROUNDS} times {name} waited for {boards} boards");
    }
    assert!(boards.into_inner() > 0, "nobody looked at anything");
}
