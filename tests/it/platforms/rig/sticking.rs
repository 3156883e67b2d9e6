//! What a platform said to have taken and does not show: it is told again, twice at most, and then the order is flagged until
//! the platform shows it. The same for every platform.

use super::{Act, Fault, Kind, Rig, Stand};
use crate::{
    harness::{Heard, eventually},
    panel::Browser,
};
use serde_json::{Value, json};
use std::time::Duration;

with_fakes!(for_each:
    an_acceptance_that_does_not_stick_is_told_again_within_a_minute,
    one_that_never_sticks_is_told_twice_more_and_flagged_until_it_does,
    what_the_platform_moved_otherwise_is_not_told_again,
    what_the_platform_had_before_a_restart_and_took_back_is_not_told_again,
    later_steps_and_cancellations_that_do_not_stick_are_told_again,
);

fn problems<S: Stand>(rig: &Rig<S>) -> Value {
    rig.show(1)["problems"].clone()
}

fn state<S: Stand>(rig: &Rig<S>) -> Value {
    rig.show(1)["platformSync"][0]["state"].clone()
}

/// So many polls, each at a time at which what it shows counts.
#[track_caller]
fn polls<S: Stand>(rig: &Rig<S>, count: usize) {
    let ended = || rig.integration()["lastSuccessAt"].clone();
    for _ in 0..count {
        rig.clock.pass(Duration::from_secs(11));
        let before = ended();
        rig.touch();
        eventually("a poll ended", || (ended() != before).then_some(()));
    }
}

fn an_acceptance_that_does_not_stick_is_told_again_within_a_minute<S: Stand>() {
    let rig = Rig::<S>::start();
    rig.take(1);
    rig.host.fake().fail(Kind::Act, 1, Fault::DoesNotStick);
    rig.act(Act::Verify, 1).data();
    let began = rig.clock.elapsed();
    assert_eq!((rig.both(1), state(&rig)), ((500, 400), json!("done")));
    rig.eventually("it is told again", || (rig.both(1) == (500, 500)).then_some(()));
    let took = rig.clock.elapsed() - began;
    assert!(took >= Duration::from_secs(10) && took < Duration::from_secs(60), "{took:?}");
    rig.eventually("that is noted", || (state(&rig) == "done").then_some(()));
    polls(&rig, 3);
    assert_eq!((rig.calls(Kind::Act), problems(&rig)), (2, json!([])));
}

fn one_that_never_sticks_is_told_twice_more_and_flagged_until_it_does<S: Stand>() {
    let mut rig = Rig::<S>::start();
    rig.take(1);
    rig.host.fake().fail(Kind::Act, 1_000, Fault::DoesNotStick);
    rig.act(Act::Verify, 1).data();
    let began = rig.clock.elapsed();
    let is_told = |rig: &Rig<S>| rig.calls(Kind::Act) == 2 && state(rig) == "done";
    rig.eventually("it is told again", || is_told(&rig).then_some(()));
    // What was told is part of the order, whatever becomes of the program.
    rig.garson.kill();
    rig.garson.restart();
    rig.eventually("it is flagged", || (problems(&rig) == json!(["not_taken_there"])).then_some(()));
    let took = rig.clock.elapsed() - began;
    assert!(took < Duration::from_mins(5), "{took:?}");
    assert_eq!((rig.calls(Kind::Act), state(&rig), rig.both(1)), (3, json!("failed"), (500, 400)));
    let board = Browser::owner(&rig.garson, "en").page("/");
    assert!(board.contains("does not have the step “Preparing”") && board.contains("data-rings="), "{board}");
    polls(&rig, 3);
    assert_eq!((rig.calls(Kind::Act), problems(&rig)), (3, json!(["not_taken_there"])));
    // Somebody accepts it on the platform's own screen.
    let accepted = rig.host.heard().into_iter().rfind(|heard: &Heard| S::kind(heard) == Kind::Act).unwrap();
    rig.host.fake().fake.answer(&accepted);
    rig.eventually("the flag goes", || (problems(&rig) == json!([])).then_some(()));
    assert_eq!((rig.both(1), state(&rig), rig.calls(Kind::Act)), ((500, 500), json!("done"), 3));
    assert!(!Browser::owner(&rig.garson, "en").page("/").contains("data-rings="));
}

fn what_the_platform_moved_otherwise_is_not_told_again<S: Stand>() {
    let rig = Rig::<S>::start();
    // The customer cancels what was not accepted after all.
    rig.take(1);
    rig.host.fake().fail(Kind::Act, 1, Fault::DoesNotStick);
    rig.act(Act::Verify, 1).data();
    rig.host.fake().fake.cancelled_by_customer(1);
    polls(&rig, 1);
    rig.eventually("it is cancelled", || (rig.both(1).0 == 1500).then_some(()));
    polls(&rig, 2);
    assert_eq!((rig.calls(Kind::Act), problems(&rig)), (1, json!([])));
    // The platform had it and took it back.
    rig.take(2);
    let before = rig.host.fake().fake.order(2).unwrap().clone();
    rig.act(Act::Verify, 2).data();
    polls(&rig, 3);
    rig.host.fake().fake.take_out(2);
    rig.host.fake().fake.put_back(2, before);
    polls(&rig, 4);
    assert_eq!((rig.both(2), rig.calls(Kind::Act)), ((500, 400), 2));
    assert_eq!(rig.show(2)["problems"], json!([]));
}

fn what_the_platform_had_before_a_restart_and_took_back_is_not_told_again<S: Stand>() {
    let mut rig = Rig::<S>::start();
    rig.take(1);
    let before = rig.host.fake().fake.order(1).unwrap().clone();
    rig.act(Act::Verify, 1).data();
    polls(&rig, 2);
    rig.garson.restart();
    rig.host.fake().fake.take_out(1);
    rig.host.fake().fake.put_back(1, before);
    polls(&rig, 4);
    assert_eq!((rig.both(1), rig.calls(Kind::Act), &rig.show(1)["problems"]), ((500, 400), 1, &json!([])));
    // What it never showed is looked for after a restart too.
    rig.take(2);
    rig.host.fake().fail(Kind::Act, 1, Fault::DoesNotStick);
    rig.act(Act::Verify, 2).data();
    rig.garson.restart();
    rig.eventually("it is told again", || (rig.both(2) == (500, 500)).then_some(()));
}

fn later_steps_and_cancellations_that_do_not_stick_are_told_again<S: Stand>() {
    let rig = Rig::<S>::start();
    // Of an order that was accepted Yemeksepeti shows no more than that.
    if S::SHOWS_ALL {
        rig.take(1);
        rig.act(Act::Verify, 1).data();
        rig.host.fake().fail(Kind::Act, 1, Fault::DoesNotStick);
        rig.act(Act::Advance, 1).data();
        assert_eq!(rig.both(1), (600, 500));
        rig.eventually("it is told again", || (rig.both(1) == (600, 600)).then_some(()));
    }
    rig.take(2);
    rig.act(Act::Verify, 2).data();
    rig.host.fake().fail(Kind::Act, 1, Fault::DoesNotStick);
    rig.act(Act::Cancel, 2).data();
    assert_eq!(rig.both(2), (1600, 500));
    rig.eventually("it is told again", || (rig.both(2).1 >= 1500).then_some(()));
    // One that was never accepted.
    rig.take(3);
    rig.host.fake().fail(Kind::Act, 1, Fault::DoesNotStick);
    rig.act(Act::Cancel, 3).data();
    assert_eq!(rig.both(3), (1600, 400));
    rig.eventually("it is told again", || (rig.both(3).1 >= 1500).then_some(()));
    polls(&rig, 2);
    for order in [2, 3] {
        assert_eq!((&rig.show(order)["problems"], rig.both(order).0), (&json!([]), 1600), "{order}");
    }
}
