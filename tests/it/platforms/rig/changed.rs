//! A basket that changed: the same for every platform.

use super::{Act, Rig, Stand};
use crate::harness::{Receiver, Script};
use serde_json::{Value, json};
use std::collections::HashSet;

with_fakes!(for_each:
    a_basket_that_changed_is_shown_where_the_platform_says_so_and_else_flagged,
    a_basket_that_changes_before_it_is_accepted_or_after_it_is_cancelled,
);

fn a_basket_that_changed_is_shown_where_the_platform_says_so_and_else_flagged<S: Stand>() {
    let mut rig = Rig::<S>::start();
    let (told, all) = (Receiver::start(Script::Answer(200, "")), Receiver::start(Script::Answer(200, "")));
    let hook = |url: &str, events: Value| {
        rig.garson.post("/web-api/v1/webhooks", json!({ "url": url, "events": events })).id()
    };
    let named = hook(&told.url, json!(["siparis.degisti"]));
    hook(&all.url, json!([]));
    rig.take(1);
    rig.act(Act::Verify, 1).data();
    let first = rig.show(1);
    assert_eq!((&first["changes"], &first["firstRaw"]), (&json!([]), &Value::Null));
    assert!(rig.host.fake().fake.change(1));
    rig.tell_change(1);
    rig.touch();
    if !S::SAYS_CHANGES {
        rig.eventually("it is flagged", || (rig.show(1)["problems"] == json!(["content"])).then_some(()));
        let now = rig.show(1);
        for part in ["items", "amount", "changes", "raw", "firstRaw"] {
            assert_eq!(now[part], first[part], "{part}");
        }
        return;
    }
    let taken = |rig: &Rig<S>| rig.garson.get("/web-api/v1/orders/grouped-payments").data()["total"].clone();
    let mut before = first.clone();
    let mut heards = HashSet::new();
    let late = rig.host.fake().fake.push_of_change(1);
    for times in 1..=2 {
        let total = json!(rig.host.fake().total(1).unwrap());
        let sums = |order: &Value| (order["amount"]["total"].as_f64(), order["total"].as_f64());
        rig.eventually("it is shown", || (sums(&rig.show(1)) == (total.as_f64(), total.as_f64())).then_some(()));
        let now = rig.show(1);
        assert_eq!((&now["problems"], &now["status"]), (&json!([]), &json!(500)));
        assert_eq!(now["changes"].as_array().unwrap().len(), times);
        let last = &now["changes"][times - 1];
        for part in ["items", "amount"] {
            assert_eq!(last[part], json!({ "before": before[part], "after": now[part] }), "{part}");
        }
        assert_ne!(now["raw"], before["raw"], "the newest");
        assert_eq!((&now["firstRaw"], taken(&rig).as_f64()), (&first["raw"], total.as_f64()));
        // After a kill what was taken last may be told once more.
        let told = loop {
            let heard = told.next().json();
            if heards.insert(heard["veri"]["id"].to_string()) {
                break heard;
            }
        };
        assert_eq!((&told["olay"], &told["zaman"]), (&json!("siparis.degisti"), &last["at"]));
        let veri = |name: &str| told["veri"][name].as_f64();
        let sums = (before["amount"]["total"].as_f64(), total.as_f64());
        assert_eq!((veri("oldTotal"), veri("newTotal"), &told["veri"]["status"]), (sums.0, sums.1, &json!(500)));
        assert_eq!(told["veri"]["isReport"], times == 2, "it was reported after the first change");
        // After its arrival and its acceptance.
        let place = (&told["veri"]["sequence"], &told["veri"]["isTest"], &told["veri"]["isStale"]);
        assert_eq!(place, (&json!(2 + times), &json!(false), &json!(false)));
        before = now;
        if times == 1 {
            // What came first, sent once more, changes nothing back, and what holds is no change.
            assert_eq!(rig.push(1).status, 200);
            rig.tell_change(1);
            assert_eq!(rig.show(1), before);
            rig.garson.kill();
            rig.garson.restart();
            assert_eq!(rig.show(1), before);
            let mark = json!({ "providerOrderId": S::id(1) });
            rig.garson.post("/web-api/v1/orders/reports/mark", mark).data();
            assert!(rig.host.fake().fake.change(1));
            rig.tell_change(1);
            rig.touch();
        }
    }
    // Word of the first change that comes after the second, and what came first.
    if let Some(late) = late {
        assert_eq!(rig.send_change(late).status, 200);
    }
    assert_eq!(rig.push(1).status, 200);
    let now = rig.show(1);
    for part in ["items", "amount", "changes", "raw", "firstRaw"] {
        assert_eq!(now[part], before[part], "{part}");
    }
    let log = rig.garson.get("/web-api/v1/webhooks/deliveries?event=siparis.degisti");
    assert_eq!(log.data().as_array().unwrap().len(), 2, "{log}");
    assert!(log.data().as_array().unwrap().iter().all(|one| one["webhookId"] == named), "{log}");
    rig.garson.stop_sound();
}

fn a_basket_that_changes_before_it_is_accepted_or_after_it_is_cancelled<S: Stand>() {
    let rig = Rig::<S>::start();
    let taken = |rig: &Rig<S>| rig.garson.get("/web-api/v1/orders/grouped-payments").data()["total"].as_f64();
    rig.take(1);
    let change = || {
        assert!(rig.host.fake().fake.change(1));
        rig.tell_change(1);
        rig.touch();
    };
    change();
    let is_said = |order: &Value| order["changes"] != json!([]) || order["problems"] == json!(["content"]);
    rig.eventually("it is seen", || is_said(&rig.show(1)).then_some(()));
    let now = rig.show(1);
    assert_eq!((&now["status"], now["changes"].as_array().unwrap().len()), (&json!(400), usize::from(S::SAYS_CHANGES)));
    // What was changed is what is accepted.
    rig.act(Act::Verify, 1).data();
    let accepted = rig.show(1);
    assert_eq!((&accepted["status"], &accepted["items"]), (&json!(500), &now["items"]));
    if S::SAYS_CHANGES {
        assert_eq!(taken(&rig), rig.host.fake().total(1));
    }
    rig.host.fake().fake.cancelled_by_customer(1);
    rig.touch();
    rig.eventually("the cancellation is seen", || (rig.both(1).0 >= 1500).then_some(()));
    let over = rig.show(1);
    change();
    // The next order is here, and so is all that came before it.
    rig.take(2);
    let after = rig.show(1);
    for part in ["items", "amount", "changes", "problems", "raw"] {
        assert_eq!(after[part], over[part], "{part}");
    }
    assert_eq!(taken(&rig), rig.show(2)["amount"]["total"].as_f64());
}
