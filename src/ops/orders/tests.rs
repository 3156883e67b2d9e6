//! What a platform's word does to an order, and when its steps go out: the rules, without a store or a platform.

use super::absent::Absent;
use super::board::{AUTOMATIC, rings};
use super::follow::{Move, next_move};
use super::progress::{self, Later, StepProgress, record};
use model::{
    Amount, Code, Content, Currency, Customer, Day, DeliveryType, Failure, Id, Money, Order, Payment, Provider, Status,
    StepState, Time, Why, payment::table,
};
use platforms::{Report, Told, said};
use std::time::Duration;

const MINUTE: Duration = Duration::from_secs(60);

fn order(status: Status) -> Order {
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
fn only_what_waits_for_an_answer_rings() {
    assert_eq!(rings(&order(Status::New)), Some(Time(0)));
    assert_eq!(rings(&order(Status::Scheduled)), Some(Time(0)));
    assert_eq!(rings(&order(Status::Preparing)), None);
    let owed = Order { accept_owed: true, ..order(Status::New) };
    assert_eq!(rings(&owed), Some(Time(0).plus(AUTOMATIC)));
}
