//! What we say was told, was told: the same for every platform.

use super::{Act, Fault, Kind, Rig, Stand};
use crate::{
    harness::{Clock, eventually},
    platforms::{getir::fake::Getir, trendyol::fake::Trendyol},
};
use garson::{clock, model::Time};
use serde_json::{Value, json};
use std::time::Duration;

with_fakes!(for_each:
    an_order_that_was_not_found_for_a_moment_is_told_as_before,
    a_push_that_overtakes_the_platforms_own_list_loses_nothing,
    an_act_that_is_answered_not_found_changes_nothing,
    an_order_that_is_missing_for_long_is_said_to_be_and_no_longer_when_it_is_back,
    what_is_accepted_automatically_is_accepted_as_soon_as_it_is_found,
    what_became_of_an_act_is_not_guessed_from_an_answer_that_says_nothing,
    a_yes_that_breaks_off_is_read_back,
    a_cancellation_that_is_ours_alone_says_so_and_is_told_when_the_order_is_back,
    a_platform_that_is_heard_from_after_an_outage_is_asked_at_once,
    a_push_that_begins_with_the_mark_of_its_encoding_is_read,
);

fn a_push_that_begins_with_the_mark_of_its_encoding_is_read<S: Stand>() {
    let rig = Rig::<S>::start();
    rig.host.fake().fake.place(1);
    let pushed = rig.push_behind("\u{feff}", 1);
    assert_eq!(pushed.status, 200, "{pushed}");
    let order = rig.eventually("the order is here", || rig.find(1));
    assert_eq!((&order["problems"], order["raw"].is_object()), (&json!([]), true), "{order}");
    let broken = rig.push_behind("\u{feff}[", 2);
    assert!(broken.status == 400 || broken.status == 503, "{broken}");
}

fn what_became_of_an_act_is_not_guessed_from_an_answer_that_says_nothing<S: Stand>() {
    let rig = Rig::<S>::start();
    let faults = [(1, Fault::Nothing), (2, Fault::NotJson), (3, Fault::NotFound)];
    // Where only what was accepted is shown, what is not shown was not accepted.
    for (number, fault) in faults.into_iter().filter(|(_, fault)| S::SHOWS_ALL || *fault != Fault::NotFound) {
        rig.take(number);
        // It is taken, the answer is lost, and so is the answer to the question what became of it.
        rig.host.fake().fail(Kind::Act, 1, Fault::HangsUpAfter);
        rig.host.fake().fail(Kind::Read, 1, fault);
        rig.act(Act::Verify, number).refused(502, "platform_unreachable");
        rig.host.fake().recover();
        rig.eventually("it is found out", || (rig.both(number) == (500, 500)).then_some(()));
        assert_eq!(problems(&rig, number), json!([]), "{fault:?}");
    }
}

fn a_yes_that_breaks_off_is_read_back<S: Stand>() {
    let rig = Rig::<S>::start();
    rig.take(1);
    for fault in [Fault::HalfJson, Fault::NotJson] {
        rig.host.fake().fail(Kind::Act, 1, fault);
        rig.act(Act::Verify, 1).refused(502, "platform_rejected");
        assert_eq!(rig.both(1), (400, 400), "{fault:?}");
    }
    rig.act(Act::Verify, 1).data();
    assert_eq!(rig.both(1), (500, 500));
}

fn what_is_accepted_automatically_is_accepted_as_soon_as_it_is_found<S: Stand>() {
    let rig = Rig::<S>::start_with(json!({ "autoAccept": true }));
    rig.host.fake().fail(Kind::Act, 1, Fault::NotFound);
    rig.host.fake().fake.place(1);
    rig.push(1);
    eventually("it was not found", || rig.garson.log().contains("could not be accepted automatically").then_some(()));
    assert_eq!(rig.both(1), (400, 400));
    rig.eventually("it is accepted", || (rig.both(1) == (500, 500)).then_some(()));
}

fn a_platform_that_is_heard_from_after_an_outage_is_asked_at_once<S: Stand>() {
    // Yemeksepeti shows neither what is new nor what waits for us.
    if !S::SHOWS_ALL {
        return;
    }
    // It is asked so rarely that what is found in time was asked for: half a minute after a failure at the soonest.
    let rig = Rig::<S>::start_by(Clock::new(), "10m", json!({}));
    rig.host.fake().fail(Kind::Other, 1_000, Fault::Broken);
    rig.touch();
    eventually("it is out", || (!rig.integration()["lastError"].is_null()).then_some(()));
    rig.host.fake().recover();
    rig.host.fake().fake.place(1);
    rig.host.fake().fake.place(2);
    let pushed = rig.push(1);
    assert_eq!(pushed.status, 200, "{pushed}");
    let began = rig.clock.elapsed();
    // As soon as it may be asked again at all.
    rig.clock.pass(Duration::from_secs(3));
    eventually("what was not pushed is here", || rig.find(2));
    let took = rig.clock.elapsed() - began;
    assert!(took < Duration::from_secs(30), "{took:?}");
}

#[test]
fn the_time_that_is_left_to_accept_is_shown_by_our_own_clock() {
    let rig = Rig::<Getir>::start();
    rig.host.fake().minutes_ahead = Some(10);
    let asked = rig.calls(Kind::Other);
    rig.eventually("it has told the time", || (rig.calls(Kind::Other) > asked + 1).then_some(()));
    // Seen 82 seconds after it was placed, of five minutes.
    let theirs = clock::now().plus(Duration::from_mins(10));
    rig.host.fake().fake.place(1);
    let placed = theirs.minus(Duration::from_secs(82)).to_string();
    rig.host.fake().fake.set(&Getir::id(1), json!({ "checkoutDate": placed }));
    rig.eventually("the order is here", || rig.find(1));
    let shown = rig.show(1);
    let time = |name: &str| Time::parse(shown[name].as_str().unwrap()).unwrap().0;
    let left = time("acceptBy") - time("createdAt");
    assert!((195_000..=220_000).contains(&left), "{left} ms are left");
    assert_eq!(shown["placedAt"], placed.as_str());
}

#[test]
fn an_order_is_as_old_as_it_is_by_the_platforms_clock() {
    let rig = Rig::<Trendyol>::start();
    rig.host.fake().minutes_ahead = Some(0);
    // Our own goes on by more hours than an order that was accepted elsewhere is waited for.
    rig.at_second(5 * 3_600);
    let asked = rig.calls(Kind::Other);
    rig.eventually("it has told the time", || (rig.calls(Kind::Other) > asked + 1).then_some(()));
    Stand::place(&mut rig.host.fake().fake, 1);
    rig.host.fake().fake.set(&Trendyol::id(1), "Picking");
    let shown = rig.eventually("the order is here", || rig.find(1));
    let theirs = rig.host.fake().fake.order(1).unwrap()["packageCreationDate"].as_i64().unwrap();
    assert_eq!((&shown["status"], &shown["placedAt"]), (&json!(500), &json!(Time(theirs).to_string())));
}

/// The order is not found, and has been asked for since.
fn lose<S: Stand>(rig: &Rig<S>, number: u32) {
    rig.host.fake().lose(number);
    let reads = rig.calls(Kind::Read);
    rig.touch();
    if S::SHOWS_ALL {
        rig.eventually("it is asked for", || (rig.calls(Kind::Read) > reads).then_some(()));
    }
}

fn problems<S: Stand>(rig: &Rig<S>, number: u32) -> Value {
    rig.show(number)["problems"].clone()
}

fn an_order_that_was_not_found_for_a_moment_is_told_as_before<S: Stand>() {
    let rig = Rig::<S>::start();
    for number in [1, 2] {
        rig.take(number);
    }
    lose(&rig, 1);
    lose(&rig, 2);
    assert_eq!(problems(&rig, 1), json!([]));
    rig.host.fake().find(1);
    rig.host.fake().find(2);
    rig.act(Act::Verify, 1).data();
    assert_eq!(rig.both(1), (500, 500));
    rig.act(Act::Advance, 1).data();
    rig.eventually("it is on its way there", || (rig.both(1) == (600, 600)).then_some(()));
    rig.act(Act::Cancel, 2).data();
    assert_eq!(rig.both(2), (1600, 1600));
}

fn a_push_that_overtakes_the_platforms_own_list_loses_nothing<S: Stand>() {
    let rig = Rig::<S>::start();
    // Where a push proves nothing, it has to come again; where it does, the order is here and cannot be told of yet.
    if rig.push(1).status == 200 {
        rig.touch();
        rig.act(Act::Verify, 1).refused(502, "platform_rejected");
        assert_eq!(rig.show(1)["status"], 400);
    }
    rig.host.fake().fake.place(1);
    rig.push(1);
    rig.eventually("the order is here", || rig.find(1));
    rig.act(Act::Verify, 1).data();
    assert_eq!(rig.both(1), (500, 500));
}

fn an_act_that_is_answered_not_found_changes_nothing<S: Stand>() {
    let rig = Rig::<S>::start();
    rig.take(1);
    for act in [Act::Verify, Act::Advance, Act::Cancel] {
        rig.host.fake().fail(Kind::Act, 1, Fault::NotFound);
        rig.host.fake().fail(Kind::Read, 1, Fault::NotFound);
        rig.act(act, 1).refused(502, "platform_rejected");
        rig.host.fake().recover();
        assert_eq!((rig.both(1), problems(&rig, 1)), ((400, 400), json!([])), "{act:?}");
    }
    rig.act(Act::Verify, 1).data();
    assert_eq!(rig.both(1), (500, 500));
}

/// Not found four times in a quarter of an hour.
#[track_caller]
fn missing_for_long<S: Stand>(rig: &Rig<S>, number: u32) {
    rig.host.fake().lose(number);
    for second in [0, 310, 620, 930] {
        rig.at_second(second);
        let reads = rig.calls(Kind::Read);
        rig.touch();
        if S::SHOWS_ALL {
            rig.eventually("it is asked for", || (rig.calls(Kind::Read) > reads).then_some(()));
        }
    }
}

fn an_order_that_is_missing_for_long_is_said_to_be_and_no_longer_when_it_is_back<S: Stand>() {
    let rig = Rig::<S>::start();
    rig.take(1);
    missing_for_long(&rig, 1);
    if !S::SHOWS_ALL {
        // What this platform does not show may be there all the same: it is told, and says itself that it is not.
        rig.act(Act::Verify, 1).refused(502, "platform_rejected");
        assert_eq!(problems(&rig, 1), json!([]));
        rig.host.fake().find(1);
        rig.act(Act::Verify, 1).data();
        assert_eq!(rig.both(1), (500, 500));
        return;
    }
    rig.eventually("it is marked", || (problems(&rig, 1) == json!(["platform"])).then_some(()));
    let told = rig.calls(Kind::Act);
    for act in [Act::Verify, Act::Advance] {
        rig.act(act, 1).refused(409, "order_unknown_there");
    }
    let shown = rig.show(1);
    assert_eq!((&shown["status"], &shown["allowedActions"]), (&json!(400), &json!(["cancel"])));
    assert_eq!(rig.calls(Kind::Act), told);
    rig.host.fake().find(1);
    rig.at_second(3_600);
    rig.touch();
    rig.eventually("the mark is gone", || (problems(&rig, 1) == json!([])).then_some(()));
    rig.act(Act::Verify, 1).data();
    assert_eq!(rig.both(1), (500, 500));
}

fn a_cancellation_that_is_ours_alone_says_so_and_is_told_when_the_order_is_back<S: Stand>() {
    // Yemeksepeti shows neither what is new nor what waits for us.
    if !S::SHOWS_ALL {
        return;
    }
    let rig = Rig::<S>::start();
    rig.take(1);
    missing_for_long(&rig, 1);
    rig.eventually("it is marked", || (problems(&rig, 1) == json!(["platform"])).then_some(()));
    let told = rig.calls(Kind::Act);
    let cancelled = rig.act(Act::Cancel, 1);
    assert_eq!((&cancelled.data()["status"], &cancelled.data()["oursAlone"]), (&json!(1600), &json!(true)));
    assert_eq!((rig.both(1), rig.calls(Kind::Act)), ((1600, 400), told));
    let step = rig.show(1)["platformSync"][0].clone();
    assert_eq!(step["state"], "waiting");
    assert!(step["error"].as_str().unwrap().contains("has not been able to find this order"), "{step}");
    rig.host.fake().find(1);
    rig.at_second(3_600);
    rig.touch();
    rig.eventually("it is told", || (rig.both(1).1 == 1600).then_some(()));
    rig.eventually("that shows", || (rig.show(1)["platformSync"][0]["state"] == "done").then_some(()));
}
