//! Many at once: threads, hang-ups, and a stop while work is under way.

use crate::harness::{Garson, Receiver, Reply, Script, Shop, an_order, at_once, connect, eventually};
use serde_json::{Value, json};
use std::{io::Write, net::TcpStream, time::Duration};

/// A stop takes twelve seconds at most, where a platform is waited for.
const FIVE_TIMES_A_STOP: Duration = Duration::from_secs(60);

fn shop_that_tells(garson: &Garson, receiver: &Receiver) -> Shop {
    Shop::open_with(garson, json!({ "settings": { "callbackUrl": receiver.url } }))
}

/// Sends a POST without a body and keeps the connection, its answer unread.
fn ask_and_wait(garson: &Garson, path: &str) -> TcpStream {
    let mut stream = connect(garson);
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {}\r\nContent-Length: 0\r\n\r\n",
        garson.key
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream
}

fn order(garson: &Garson, id: &str) -> Value {
    garson.get(&format!("/web-api/v1/orders/{id}")).data().clone()
}

fn statuses(order: &Value) -> Vec<u64> {
    order["history"].as_array().unwrap().iter().map(|step| step["status"].as_u64().unwrap()).collect()
}

/// Stops it, checks the store, and holds the events against what must have caused one.
#[track_caller]
fn ends_sound_with_events(garson: &mut Garson, expected: u64) {
    assert_eq!(garson.metric("garson_events"), expected);
    assert_eq!(garson.metric("garson_intents"), 0);
    garson.stop_sound();
}

#[test]
fn twenty_who_advance_one_order_move_it_one_step_each_until_it_is_closed() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let id = shop.order(&garson, "1");
    let replies = at_once(20, |number| {
        // By either of its ids, it is the same order.
        let named = if number % 2 == 0 { &id } else { "1" };
        garson.post(&format!("/web-api/v1/orders/change-status/{named}"), json!({}))
    });
    let (moved, refused): (Vec<&Reply>, Vec<&Reply>) = replies.iter().partition(|reply| reply.status == 200);
    let mut steps: Vec<(u64, u64)> = moved
        .iter()
        .map(|reply| (reply.data()["oldStatus"].as_u64().unwrap(), reply.data()["newStatus"].as_u64().unwrap()))
        .collect();
    steps.sort_unstable();
    assert_eq!(steps, [(400, 500), (500, 600), (600, 900)]);
    for reply in refused {
        assert_eq!(reply.refused(409, "order_closed")["details"]["status"], 900);
    }
    assert_eq!(statuses(&order(&garson, "1")), [400, 500, 600, 900]);
    ends_sound_with_events(&mut garson, 1 + 1 + 3);
}

#[test]
fn of_twenty_who_expect_the_same_status_one_moves_the_order() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    let replies = at_once(20, |_| garson.post("/web-api/v1/orders/change-status/1", json!({ "from": 400 })));
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
    for reply in replies.iter().filter(|reply| reply.status != 200) {
        let details = &reply.refused(409, "status_changed")["details"];
        assert_eq!((&details["expected"], &details["status"]), (&json!(400), &json!(500)));
    }
    assert_eq!(statuses(&order(&garson, "1")), [400, 500]);
    ends_sound_with_events(&mut garson, 1 + 1 + 1);
}

#[test]
fn ten_who_verify_at_once_tell_the_shop_once() {
    let mut garson = Garson::start();
    let receiver = Receiver::start(Script::Late(Duration::from_millis(50)));
    let shop = shop_that_tells(&garson, &receiver);
    shop.order(&garson, "1");
    for reply in at_once(10, |_| garson.post("/web-api/v1/orders/verify/1", json!({}))) {
        assert_eq!(reply.data()["providerOrder"], "1", "{reply}");
    }
    assert_eq!(receiver.next().json()["action"], "verify");
    assert!(receiver.heard_nothing());
    assert_eq!(statuses(&order(&garson, "1")), [400, 500]);
    ends_sound_with_events(&mut garson, 1 + 1 + 1);
}

#[test]
fn an_order_posted_by_sixteen_at_once_is_one_order() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    for round in ["1", "2", "3"] {
        let mut ids: Vec<String> = at_once(16, |_| shop.push(&garson, &an_order(round)).id());
        ids.dedup();
        assert_eq!(ids.len(), 1, "{ids:?}");
    }
    assert_eq!(garson.get("/web-api/v1/orders").data().as_array().unwrap().len(), 3);
    assert_eq!(garson.get("/web-api/v1/orders/grouped-payments").data()["count"], 3);
    ends_sound_with_events(&mut garson, 1 + 3);
}

#[test]
fn whatever_is_done_to_one_order_at_once_its_history_stays_a_path() {
    let mut garson = Garson::start();
    let receiver = Receiver::start(Script::Answer(200, ""));
    let shop = shop_that_tells(&garson, &receiver);
    let mut causes = 1;
    for round in 0..8 {
        let id = format!("o{round}");
        shop.order(&garson, &id);
        let replies = at_once(9, |number| match number % 4 {
            0 => garson.post(&format!("/web-api/v1/orders/verify/{id}"), json!({})),
            1 => garson.post(&format!("/web-api/v1/orders/change-status/{id}"), json!({})),
            2 if round % 2 == 0 => {
                garson.post(&format!("/web-api/v1/orders/cancel/{id}"), json!({ "reason": "closed" }))
            }
            2 => shop.cancel(&garson, &id, json!({})),
            _ => garson.post("/web-api/v1/orders/reports/mark", json!({ "providerOrderId": id })),
        });
        for reply in &replies {
            assert!(matches!(reply.status, 200 | 409), "{reply}");
        }
        let shown = order(&garson, &id);
        let path = statuses(&shown);
        for step in path.windows(2) {
            let may = match step[1] {
                1500 | 1600 => step[0] < 900,
                next => [(400, 500), (500, 600), (600, 900)].contains(&(step[0], next)),
            };
            assert!(may, "{path:?}");
        }
        assert_eq!(path.last(), shown["status"].as_u64().as_ref());
        assert_eq!(shown["isReport"], true);
        causes += path.len() as u64;
    }
    ends_sound_with_events(&mut garson, causes);
}

#[test]
fn a_caller_who_hangs_up_in_the_middle_changes_nothing_for_the_order() {
    let mut garson = Garson::start();
    let receiver = Receiver::start(Script::Hold(200));
    let shop = shop_that_tells(&garson, &receiver);
    shop.order(&garson, "1");
    let caller = ask_and_wait(&garson, "/web-api/v1/orders/verify/1");
    receiver.next();
    assert_eq!(order(&garson, "1")["status"], 400);
    drop(caller);
    receiver.release();
    eventually("the order to be verified", || (order(&garson, "1")["status"] == 500).then_some(()));
    assert!(receiver.heard_nothing());
    ends_sound_with_events(&mut garson, 1 + 1 + 1);
}

#[test]
fn a_customer_who_cancels_while_the_shop_is_told_wins() {
    let mut garson = Garson::start();
    let receiver = Receiver::start(Script::Hold(200));
    let shop = shop_that_tells(&garson, &receiver);
    shop.order(&garson, "1");
    std::thread::scope(|scope| {
        let verify = scope.spawn(|| garson.post("/web-api/v1/orders/verify/1", json!({})));
        receiver.next();
        assert_eq!(shop.cancel(&garson, "1", json!({ "note": "vazgeçtim" })).data()["status"], 1500);
        receiver.release();
        assert_eq!(verify.join().unwrap().refused(409, "order_closed")["details"]["status"], 1500);
    });
    let shown = order(&garson, "1");
    assert_eq!(statuses(&shown), [400, 1500]);
    assert_eq!(shown["cancellation"]["note"], "vazgeçtim");
    ends_sound_with_events(&mut garson, 1 + 1 + 1);
}

#[test]
fn a_stop_waits_for_the_shop_and_stores_what_it_said() {
    let mut garson = Garson::start();
    // Longer than any grace for stragglers: what is waited for is the answer.
    let receiver = Receiver::start(Script::Late(Duration::from_secs(2)));
    let shop = shop_that_tells(&garson, &receiver);
    for id in ["still-there", "hung-up"] {
        receiver.play(Script::Late(Duration::from_secs(2)));
        shop.order(&garson, id);
        let caller = ask_and_wait(&garson, &format!("/web-api/v1/orders/verify/{id}"));
        receiver.next();
        let caller = Some(caller).filter(|_| id == "still-there");
        let (status, took) = garson.stop();
        assert!(status.success() && took < FIVE_TIMES_A_STOP, "{status} after {took:?}");
        if let Some(caller) = caller {
            let answer = std::io::read_to_string(caller).unwrap();
            assert!(answer.starts_with("HTTP/1.1 200") && answer.contains(id), "{answer}");
        }
        garson.assert_sound();
        // Nobody is told again: nothing was left open.
        receiver.play(Script::Answer(409, "again?"));
        garson.restart();
        assert_eq!(order(&garson, id)["status"], 500, "{}", garson.log());
        assert!(receiver.heard_nothing());
    }
    ends_sound_with_events(&mut garson, 1 + 2 + 2);
}

#[test]
fn a_stop_gives_up_on_a_silent_shop_and_asks_it_again_at_the_next_start() {
    let mut garson = Garson::start();
    let receiver = Receiver::start(Script::Hold(200));
    let shop = shop_that_tells(&garson, &receiver);
    shop.order(&garson, "1");
    let first = ask_and_wait(&garson, "/web-api/v1/orders/change-status/1");
    receiver.next();
    // Waits for its turn, so it would take twice as long as a stop may.
    let second = ask_and_wait(&garson, "/web-api/v1/orders/change-status/1");
    let (status, took) = garson.stop();
    assert!(status.success() && took < FIVE_TIMES_A_STOP, "{status} after {took:?}");
    drop((first, second));
    garson.assert_sound();
    receiver.release();
    garson.restart();
    eventually("nothing to be left open", || (garson.metric("garson_intents") == 0).then_some(()));
    // The first was given up after its ten seconds, the second by the stop: of that one the shop was asked again.
    assert_eq!(statuses(&order(&garson, "1")), [400, 500]);
    ends_sound_with_events(&mut garson, 1 + 1 + 1);
}

#[test]
fn a_stop_with_nothing_under_way_is_quick_whoever_is_still_connected() {
    let mut garson = Garson::start();
    garson.get("/web-api/v1/orders").data();
    let _silent = connect(&garson);
    let mut kept = ask_and_wait(&garson, "/web-api/v1/orders/verify/1");
    let mut answer = [0; 4_096];
    assert!(std::io::Read::read(&mut kept, &mut answer).unwrap() > 0);
    // Were anybody waited for, it would be the eleven seconds of what is under way.
    let (status, took) = garson.stop();
    assert!(status.success() && took < Duration::from_secs(10), "{status} after {took:?}");
    garson.assert_sound();
}
