//! What a platform's word does to an order, and when its steps go out: the rules, without a store or a platform.

use super::absent::Absent;
use super::board::{AUTOMATIC, rings};
use super::follow::{Move, next_move};
use super::held::span;
use super::lapses;
use super::progress::{self, Later, StepProgress, record};
use model::{
    Act, Amount, Code, Content, Currency, Customer, Day, DeliveryType, Failure, Id, Money, Order, Payment, Provider,
    Settings, Status, StepState, Time, Why,
    order::{HistoryEntry, Lapse, NOT_TAKEN_THERE},
    payment::table,
};
use platforms::{Report, Told, said};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

pub fn order(status: Status) -> Order {
    let content = Content {
        customer: Customer::default(),
        items: Vec::new(),
        amount: Amount {
            subtotal: Money(0),
            discount: Money(0),
            delivery_fee: Money(0),
            fees: Money(0),
            tip: Money(0),
            total: Money(0),
            currency: Currency::TRY,
        },
        payment: Payment::new(table::read("nakit", Some(false)), None, false),
        note: None,
        flags: Vec::new(),
        delivery_type: DeliveryType::PlatformCourier,
        is_scheduled: false,
        scheduled_at: None,
        placed_at: None,
        accept_by: None,
        promised_at: None,
        pickup_code: None,
        is_test: false,
        problems: Vec::new(),
    };
    Order {
        id: Id::NIL,
        provider_order_id: "1".into(),
        restaurant_id: Id::NIL,
        provider: Provider::Getir,
        code: None,
        status,
        created_at: Time(0),
        updated_at: Time(0),
        day: Day(0),
        content,
        starts_at: None,
        accept_owed: false,
        change_id: Id::NIL,
        reported_at: None,
        cancellation: None,
        history: Vec::new(),
        is_delivery_confirmed: false,
        platform_sync: Vec::new(),
        possible_duplicate_of: None,
        payment_read_as: None,
        is_name_lumped: false,
        preparation_minutes: None,
        placed_here_at: None,
        erased_at: None,
        courier: None,
        last_sequence: 0,
        changes: Vec::new(),
        ready_at: None,
        is_ready_told: false,
        brought_back_at: None,
    }
}

fn says(order: &Order, status: Status) -> Move {
    next_move(order, &Report { status: Some(status), ..Report::default() })
}

#[test]
fn a_platform_never_moves_an_order_backwards() {
    use Status::*;
    let open = [Scheduled, ScheduledVerified, New, Preparing, OnTheWay, Delivered];
    for (at, from) in open.into_iter().enumerate() {
        for to in open.into_iter().take(at) {
            assert_eq!(says(&order(from), to), Move::None, "{from:?} {to:?}");
        }
    }
    assert_eq!(says(&order(New), OnTheWay), Move::To(OnTheWay));
    assert_eq!(says(&order(Scheduled), New), Move::To(New));
    assert_eq!(says(&order(ScheduledVerified), New), Move::Activate);
    assert_eq!(next_move(&order(New), &Report::default()), Move::None);
}

#[test]
fn a_cancellation_wins_unless_the_platform_has_confirmed_the_delivery() {
    use Status::*;
    for from in [Scheduled, ScheduledVerified, New, Preparing, OnTheWay, Delivered] {
        assert_eq!(says(&order(from), CancelledByCustomer), Move::Cancel(CancelledByCustomer), "{from:?}");
    }
    let confirmed = Order { is_delivery_confirmed: true, ..order(Delivered) };
    assert_eq!(says(&confirmed, CancelledByCustomer), Move::None);
    assert_eq!(says(&order(Delivered), Delivered), Move::Confirm);
    assert_eq!(says(&order(CancelledByRestaurant), CancelledByCustomer), Move::None);
    assert_eq!(says(&order(CancelledByCustomer), Delivered), Move::None);
}

fn later(steps: &[&'static str]) -> StepProgress {
    let later = steps.iter().map(|step| Later { step, pause: MINUTE, asked: None }).collect();
    StepProgress { later, ..StepProgress::default() }
}

fn states(order: &Order) -> Vec<(&str, StepState, Option<i64>)> {
    order.platform_sync.iter().map(|step| (step.step.as_str(), step.state, step.due_at.map(|due| due.0))).collect()
}

#[test]
fn of_an_erased_order_no_word_of_its_platform_is_kept() {
    let mut order = Order { erased_at: Some(Time(500)), ..order(Status::Preparing) };
    progress::note(&mut order, &later(&["prepare"]), Status::OnTheWay, Time(1_000));
    let refused = Failure::new(Code::PlatformRejected).why(Why::Said("Ali Veli’nin siparişi yok".to_owned()));
    record(&mut order, "prepare", &Err(refused), &|_| MINUTE, Time(2_000));
    let error = order.platform_sync[0].error.as_ref().map(|error| (error.code, error.why.clone()));
    assert_eq!(error, Some((Code::PlatformRejected, None)));
}

#[test]
fn an_order_for_a_day_far_ahead_does_not_keep_its_customer_for_good() {
    let mut far = order(Status::Scheduled);
    let now = Time(i64::MAX / 2);
    far.content.scheduled_at = Some(Time(i64::MAX / 4));
    assert_eq!(far.kept_from(now), far.taken_at(now).plus(Duration::from_hours(365 * 24)));
}

#[test]
fn steps_wait_for_the_one_before_them() {
    use StepState::*;
    let mut order = order(Status::Preparing);
    progress::note(
        &mut order,
        &StepProgress { taken: Some("verify"), ..StepProgress::default() },
        Status::OnTheWay,
        Time(1_000),
    );
    assert_eq!(progress::earliest(&order, MINUTE, Time(11_000)), Time(61_000));
    assert_eq!(progress::earliest(&order, MINUTE, Time(99_000)), Time(99_000));
    // A clock that was set back by hours makes no step wait for hours.
    order.platform_sync[0].at = Time(99_000_000);
    assert_eq!(progress::earliest(&order, MINUTE, Time(11_000)), Time(71_000));
    order.platform_sync[0].at = Time(1_000);
    progress::note(&mut order, &later(&["prepare", "handover"]), Status::OnTheWay, Time(11_000));
    let expected = [("verify", Done, None), ("prepare", Waiting, Some(61_000)), ("handover", Waiting, Some(121_000))];
    assert_eq!(states(&order), expected);
    // Asked for again, it is the same step.
    progress::note(&mut order, &later(&["prepare"]), Status::OnTheWay, Time(12_000));
    assert_eq!(order.platform_sync.len(), 3);
    // Told later than planned, the next one moves with it.
    record(&mut order, "prepare", &Ok(Told::Taken), &|_| MINUTE, Time(80_000));
    assert_eq!(states(&order)[1..], [("prepare", Done, None), ("handover", Waiting, Some(140_000))]);
    let not_yet = Ok(Told::NotYet { after: Duration::from_secs(30), why: "no courier".to_owned().into() });
    record(&mut order, "handover", &not_yet, &|_| MINUTE, Time(140_000));
    assert_eq!(states(&order)[2], ("handover", Waiting, Some(170_000)));
    assert!(order.platform_sync[2].error.is_some());
    // What the platform shows as done need not be told.
    assert!(progress::prove(&mut order, &["verify", "handover"], Time(150_000)));
    assert!(!progress::has_waiting(&order));
}

#[test]
fn a_platform_out_of_reach_is_tried_for_hours_and_one_that_refuses_a_few_times() {
    let unreachable = Err(Failure::new(Code::PlatformUnreachable).passing());
    let mut order = order(Status::OnTheWay);
    progress::note(&mut order, &later(&["prepare"]), Status::OnTheWay, Time(0));
    for _ in 0..50 {
        record(&mut order, "prepare", &unreachable, &|_| MINUTE, Time(1_000));
    }
    assert_eq!(states(&order), [("prepare", StepState::Waiting, Some(31_000))]);
    record(&mut order, "prepare", &unreachable, &|_| MINUTE, Time(7 * 60 * 60 * 1_000));
    assert_eq!(states(&order), [("prepare", StepState::Failed, None)]);

    order.platform_sync.clear();
    progress::note(&mut order, &later(&["prepare", "deliver"]), Status::OnTheWay, Time(0));
    for _ in 0..3 {
        record(&mut order, "prepare", &Err(said("no")), &|_| MINUTE, Time(1_000));
    }
    assert_eq!(states(&order), [("prepare", StepState::Failed, None), ("deliver", StepState::Waiting, Some(1_000))]);
    progress::give_up(&mut order, Time(2_000));
    assert!(!progress::has_waiting(&order));
    assert_eq!(order.platform_sync[1].error.as_ref().map(|error| error.code), Some(Code::OrderClosed));
}

#[test]
fn a_delivery_counts_as_confirmed_once_the_last_step_was_taken() {
    let mut order = order(Status::Delivered);
    progress::note(&mut order, &later(&["prepare", "deliver"]), Status::OnTheWay, Time(0));
    record(&mut order, "prepare", &Ok(Told::Taken), &|_| MINUTE, Time(1_000));
    assert!(!order.is_delivery_confirmed);
    record(&mut order, "deliver", &Ok(Told::Taken), &|_| MINUTE, Time(61_000));
    assert!(order.is_delivery_confirmed);
}

#[test]
fn an_order_is_believed_gone_when_it_was_missed_thrice_over_five_minutes_and_past_its_time() {
    let minutes = |minutes: i64| Time(1_000_000 + minutes * 60_000);
    let mut lost = order(Status::New);
    let absent = Absent::default();
    assert!([0, 1, 2, 3, 4].iter().all(|at| !absent.missed(&lost, minutes(*at))));
    assert!(absent.missed(&lost, minutes(5)));
    // Seen once, it begins anew; and twice is not thrice, however long that takes.
    absent.seen(lost.id);
    assert!(!absent.missed(&lost, minutes(6)) && !absent.missed(&lost, minutes(60)));
    assert!(absent.missed(&lost, minutes(61)));
    // While it can still be accepted, the platform may yet find it.
    lost.content.accept_by = Some(minutes(70));
    assert!(!absent.missed(&lost, minutes(69)) && absent.missed(&lost, minutes(71)));
    // A clock that was set back counts from there.
    assert!(!absent.missed(&lost, minutes(30)));
}

#[test]
fn only_what_waits_for_an_answer_rings_and_what_its_platform_did_not_take() {
    assert_eq!(rings(&order(Status::New), Time(0)), Some(Time(0)));
    assert_eq!(rings(&order(Status::Scheduled), Time(0)), Some(Time(0)));
    assert_eq!(rings(&order(Status::Preparing), Time(0)), None);
    let owed = Order { accept_owed: true, ..order(Status::New) };
    assert_eq!(rings(&owed, Time(0)), Some(Time(0).plus(AUTOMATIC)));
    for (status, expected) in [(Status::Preparing, Some(Time(0))), (Status::Delivered, None)] {
        let mut flagged = order(status);
        flagged.content.add_problem(NOT_TAKEN_THERE);
        assert_eq!(rings(&flagged, Time(0)), expected, "{status:?}");
    }
    // One that was delivered or cancelled here in vain, for as long as it is watched.
    let mut delivered = order(Status::Delivered);
    let taken = StepProgress { taken: Some("deliver"), ..StepProgress::default() };
    progress::note(&mut delivered, &taken, Status::Delivered, Time(0));
    delivered.content.add_problem(NOT_TAKEN_THERE);
    delivered.platform_sync[0].lapse = Some(Lapse::default());
    assert_eq!(rings(&delivered, Time(1)), Some(Time(0)));
    let mut cancelled = order(Status::CancelledByRestaurant);
    let taken = StepProgress { taken: Some("cancel"), ..StepProgress::default() };
    progress::note(&mut cancelled, &taken, Status::CancelledByRestaurant, Time(0));
    cancelled.content.add_problem(NOT_TAKEN_THERE);
    assert_eq!(rings(&cancelled, Time(0)), None);
    cancelled.platform_sync[0].lapse = Some(Lapse::default());
    let hour = 60 * 60 * 1_000;
    assert_eq!([hour, hour + 1].map(|now| rings(&cancelled, Time(now))), [Some(Time(0)), None]);
    // It goes, and the step is done, when the platform shows it.
    cancelled.platform_sync[0].state = StepState::Failed;
    assert!(lapses::clear(&mut cancelled, &seen(Status::CancelledByRestaurant, &[]), Time(9)));
    assert_eq!((rings(&cancelled, Time(9)), states(&cancelled)), (None, vec![("cancel", StepState::Done, None)]));
}

fn seen(status: Status, done: &[&'static str]) -> Report {
    Report { status: Some(status), done: done.to_vec(), ..Report::default() }
}

/// In a poll that takes no time.
fn sighted(order: &mut Order, report: &Report, at: Time) -> bool {
    lapses::note(order, report, Time(0), (at, at))
}

#[test]
fn a_step_that_does_not_show_is_told_twice_more_and_then_the_order_is_flagged() {
    let mut order = order(Status::Preparing);
    let taken = StepProgress { taken: Some("verify"), ..StepProgress::default() };
    progress::note(&mut order, &taken, Status::Preparing, Time(0));
    let (older, right) = (seen(Status::New, &[]), seen(Status::Preparing, &["verify"]));
    let mut now = 0;
    // Sooner than ten seconds after it was told a list may lag behind.
    assert!(!sighted(&mut order, &older, Time(9_000)));
    for told in 1..=3 {
        assert!(sighted(&mut order, &older, Time(now + 10_000)), "{told}");
        assert_eq!(order.platform_sync[0].state, StepState::Done, "{told}");
        assert!(sighted(&mut order, &older, Time(now + 11_000)), "{told}");
        now += 12_000;
        if told < 3 {
            assert_eq!(states(&order), [("verify", StepState::Waiting, Some(now - 1_000))]);
            // Whatever the platform answers to it.
            let told = if told == 1 { Ok(Told::Taken) } else { Err(said("no")) };
            record(&mut order, "verify", &told, &|_| MINUTE, Time(now));
            assert_eq!(states(&order), [("verify", StepState::Done, None)]);
        }
    }
    assert_eq!(states(&order), [("verify", StepState::Failed, None)]);
    assert!(order.content.has_problem(NOT_TAKEN_THERE));
    // Nothing more is counted, and what says nothing changes nothing.
    assert!(!sighted(&mut order, &older, Time(now + 60_000)));
    assert!(!lapses::clear(&mut order, &Report::default(), Time(now)) && !lapses::clear(&mut order, &older, Time(now)));
    assert!(lapses::clear(&mut order, &right, Time(now)));
    assert_eq!((states(&order), order.content.problems.len()), (vec![("verify", StepState::Done, None)], 0));
}

#[test]
fn a_retelling_that_fails_or_has_to_wait_counts_as_one() {
    let missed = || {
        let mut order = Order { is_delivery_confirmed: true, ..order(Status::Delivered) };
        let taken = StepProgress { taken: Some("deliver"), ..StepProgress::default() };
        progress::note(&mut order, &taken, Status::Delivered, Time(0));
        let older = seen(Status::OnTheWay, &[]);
        // What was told while the poll was under way says nothing, however long that took.
        assert!(!lapses::note(&mut order, &older, Time(0), (Time(9_000), Time(99_000))));
        assert!(sighted(&mut order, &older, Time(10_000)) && order.is_delivery_confirmed);
        assert!(sighted(&mut order, &older, Time(11_000)) && !order.is_delivery_confirmed);
        assert_eq!(states(&order), [("deliver", StepState::Waiting, Some(11_000))]);
        order
    };
    for failure in [Failure::new(Code::PlatformUnreachable).passing(), said("no").in_doubt(true)] {
        let mut order = missed();
        record(&mut order, "deliver", &Err(failure), &|_| MINUTE, Time(12_000));
        assert_eq!(states(&order), [("deliver", StepState::Done, None)]);
    }
    let mut order = missed();
    let not_yet = Ok(Told::NotYet { after: Duration::from_secs(30), why: "later".to_owned().into() });
    record(&mut order, "deliver", &not_yet, &|_| MINUTE, Time(12_000));
    assert_eq!(states(&order), [("deliver", StepState::Waiting, Some(42_000))]);
    record(&mut order, "deliver", &not_yet, &|_| MINUTE, Time(42_000));
    assert_eq!(states(&order), [("deliver", StepState::Done, None)]);
}

#[test]
fn nothing_is_told_again_that_the_platform_or_a_person_moved_otherwise() {
    let told = |status, step, to| {
        let mut order = order(status);
        let taken = StepProgress { taken: Some(step), ..StepProgress::default() };
        progress::note(&mut order, &taken, to, Time(0));
        order
    };
    let may_count = |mut order: Order, report: &Report| sighted(&mut order, report, Time(60_000));
    let accepted = || told(Status::Preparing, "verify", Status::Preparing);
    assert!(may_count(accepted(), &seen(Status::New, &[])));
    for report in [
        seen(Status::CancelledByCustomer, &[]),
        seen(Status::CancelledByRestaurant, &[]),
        seen(Status::OnTheWay, &[]),
        seen(Status::Preparing, &[]),
        Report { is_unknown: true, ..Report::default() },
        // A word that nobody here knows says nothing.
        Report { strange: Some("READY".to_owned()), ..seen(Status::New, &["other"]) },
        Report::default(),
    ] {
        assert!(!may_count(accepted(), &report), "{report:?}");
    }
    // Nor what was told before the first that it has not shown yet, unless that was missed already.
    let mut shown_once = accepted();
    let missed =
        |order: &mut Order| lapses::note(order, &seen(Status::New, &[]), Time(1), (Time(60_000), Time(60_000)));
    assert!(!missed(&mut shown_once));
    shown_once.platform_sync[0].lapse.get_or_insert_default().missed = 1;
    assert!(missed(&mut shown_once));
    // One that was cancelled here need not be accepted any more, but its cancellation must show.
    assert!(!may_count(told(Status::CancelledByRestaurant, "verify", Status::Preparing), &seen(Status::New, &[])));
    let cancelled = || told(Status::CancelledByRestaurant, "cancel", Status::CancelledByRestaurant);
    assert!(may_count(cancelled(), &seen(Status::New, &[])));
    // What the platform went on with is flagged, and not cancelled once more.
    let twice = |shown: Status| {
        let mut order = cancelled();
        let entry = |status: Status| HistoryEntry { status, at: Time(0), by: "user:Ali".to_owned() };
        order.history = [Status::New, Status::Preparing, Status::CancelledByRestaurant].map(entry).to_vec();
        assert!(sighted(&mut order, &seen(shown, &[]), Time(60_000)), "{shown:?}");
        assert!(sighted(&mut order, &seen(shown, &[]), Time(61_000)), "{shown:?}");
        (order.platform_sync[0].state, order.content.has_problem(NOT_TAKEN_THERE))
    };
    assert_eq!(twice(Status::Preparing), (StepState::Waiting, false));
    assert_eq!([Status::OnTheWay, Status::Delivered].map(twice), [(StepState::Failed, true); 2]);
    // Yemeksepeti does not show whether an order was picked up.
    let picked_up = Order { provider: Provider::Yemeksepeti, ..told(Status::OnTheWay, "picked-up", Status::OnTheWay) };
    assert!(!may_count(picked_up, &seen(Status::Preparing, &["accept"])));
}

#[test]
fn a_press_waits_as_long_as_the_owner_wants_and_the_platform_allows() {
    use Status::{CancelledByRestaurant, Delivered, New, OnTheWay, Preparing, ScheduledVerified};
    let settings = Settings { undo_seconds: 8, accept_undo_seconds: 30, ..Settings::default() };
    let (accept, cancel) = (Act::Verify { minutes: None }, Act::Cancel { reason: None, reason_name: None, note: None });
    let now = Time(1_000_000);
    let seconds = |act: &Act, from: Status, to: Status, left: Option<u64>| {
        let mut order = order(from);
        order.content.accept_by = left.map(|left| now.plus(Duration::from_secs(left)));
        span(&settings, &order, act, to, now).as_secs()
    };
    assert_eq!(seconds(&Act::Advance, Preparing, OnTheWay, None), 8);
    assert_eq!(seconds(&Act::Advance, OnTheWay, Delivered, Some(1)), 8, "it was answered");
    assert_eq!(seconds(&Act::Advance, ScheduledVerified, Preparing, None), 0);
    assert_eq!(seconds(&accept, New, Preparing, None), 30);
    assert_eq!([60, 25, 15, 1].map(|left| seconds(&accept, New, Preparing, Some(left))), [30, 10, 0, 0]);
    assert_eq!(seconds(&cancel, New, CancelledByRestaurant, Some(18)), 3);
}
