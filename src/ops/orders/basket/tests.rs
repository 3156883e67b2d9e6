//! What a platform says of a basket, whenever it comes: what holds, what is late, and what a person has to look at.

use super::super::{
    follow::{Sighting, see},
    tests::order,
};
use super::{Age, Difference, difference};
use model::{Item, Money, Order, Status, Time};
use platforms::{Arrival, Report, ToldChange};
use std::time::Duration;

/// What a platform shows: so many of one dish for 10 each, since then by its own clock.
fn shows(quantity: u32, change: ToldChange, as_of: Option<i64>) -> Report {
    let mut content = order(Status::New).content;
    let total = Money(1_000 * i64::from(quantity));
    let (id, product_id, remote_code, unit_price, note, options) = (None, None, None, None, None, Vec::new());
    let (name, if_unavailable) = ("Adana".to_owned(), None);
    let item = Item {
        id,
        product_id,
        remote_code,
        name,
        quantity,
        unit_price,
        total,
        note,
        if_unavailable,
        options,
        done_at: None,
    };
    content.items = vec![item];
    (content.amount.subtotal, content.amount.total) = (total, total);
    let arrival = Some(Arrival { code: None, content, raw: Vec::new() });
    Report { arrival, change, as_of: as_of.map(Time), ..Report::default() }
}

/// An order of so many.
fn holds(quantity: u32, status: Status) -> Order {
    let content = shows(quantity, ToldChange::None, None).arrival.unwrap().content;
    Order { content, ..order(status) }
}

/// As `follow` sees it.
fn sight(order: &mut Order, report: &Report, now: i64) -> Sighting {
    let age = Age::of(order, report, || Ok(None)).unwrap();
    see(order, report, age, Time(now))
}

fn total(order: &Order) -> Money {
    order.content.amount.total
}

#[test]
fn what_holds_now_is_taken_over_only_where_the_platform_says_that_it_changed() {
    use ToldChange::{None as Unsaid, Now, Shown};
    let here = holds(3, Status::Preparing);
    let differs = |report: &Report| difference(&here, report, Age::Unknown);
    assert_eq!(differs(&shows(3, Now, None)), Difference::None);
    assert_eq!(differs(&shows(2, Unsaid, None)), Difference::Unsaid);
    assert_eq!(differs(&Report { change: Now, ..Report::default() }), Difference::Unsaid, "it does not say to what");
    let another = Report { provider_order_id: "another".into(), ..shows(2, Now, None) };
    assert_eq!(differs(&another), Difference::Unsaid, "it names another order");
    let mut flagged = here.clone();
    assert_eq!(sight(&mut flagged, &shows(2, Unsaid, None), 5), Sighting::News);
    assert_eq!((flagged.content.problems.as_slice(), flagged.changes.len()), (&["content".to_owned()][..], 0));
    // Said, it takes the flag away.
    assert_eq!(sight(&mut flagged, &shows(2, Shown, None), 6), Sighting::Changed);
    assert_eq!((total(&flagged), flagged.content.problems.len(), flagged.updated_at), (Money(2_000), 0, Time(6)));
    assert_eq!((flagged.changes[0].at, flagged.changes[0].amount.total), (Time(6), Money(3_000)));
    assert_eq!(sight(&mut flagged, &shows(2, Shown, None), 7), Sighting::Nothing);
    // What was delivered counts; what is cancelled or erased does not.
    for (status, erased_at, expected) in [
        (Status::New, None, Sighting::Changed),
        (Status::Delivered, None, Sighting::Changed),
        (Status::CancelledByCustomer, None, Sighting::Nothing),
        (Status::Delivered, Some(Time(1)), Sighting::Nothing),
    ] {
        let mut one = Order { erased_at, ..holds(3, status) };
        assert_eq!(sight(&mut one, &shows(1, Shown, None), 9), expected, "{status:?}");
        let is_over = status != Status::New;
        assert_eq!(sight(&mut one, &shows(9, Unsaid, None), 9) == Sighting::Nothing, is_over, "{status:?}");
    }
    let cancelled = Report { status: Some(Status::CancelledByCustomer), ..shows(1, Shown, None) };
    assert_eq!(sight(&mut here.clone(), &cancelled, 9), Sighting::Nothing);
}

#[test]
fn what_is_shown_late_never_turns_a_basket_back() {
    use ToldChange::{None as Unsaid, Now, Shown};
    let changed = |change, dates: [Option<i64>; 2]| {
        let mut order = holds(3, Status::Preparing);
        for (quantity, as_of) in [2, 1].into_iter().zip(dates) {
            assert_eq!(sight(&mut order, &shows(quantity, change, as_of), 5), Sighting::Changed);
        }
        order
    };
    // Without dates by what it was: what a platform says twice may be a repetition, and a person looks.
    let mut undated = changed(Now, [None, None]);
    for (quantity, change) in [(3, Unsaid), (2, Unsaid), (3, Shown), (2, Shown), (1, Now)] {
        assert_eq!(sight(&mut undated.clone(), &shows(quantity, change, None), 6), Sighting::Nothing, "{quantity}");
    }
    assert_eq!(sight(&mut undated, &shows(2, Now, None), 7), Sighting::News);
    assert_eq!((total(&undated), undated.content.has_problem("content")), (Money(1_000), true));
    // That it is again as it came was not said before.
    assert_eq!(sight(&mut undated, &shows(3, Now, None), 8), Sighting::Changed);
    assert_eq!((total(&undated), undated.content.problems.len()), (Money(3_000), 0));
    // By dates, where there are some.
    for change in [Now, Shown] {
        let dated = changed(change, [Some(10), Some(20)]);
        for (quantity, as_of) in [(3, 9), (2, 10), (2, 15), (7, 19)] {
            let report = shows(quantity, change, Some(as_of));
            assert_eq!(sight(&mut dated.clone(), &report, 6), Sighting::Nothing, "{quantity} {as_of}");
        }
        let mut back = dated.clone();
        assert_eq!(sight(&mut back, &shows(2, change, Some(21)), 6), Sighting::Changed, "{change:?}");
        assert_eq!((total(&back), back.changes.len()), (Money(2_000), 3));
    }
    let mut plain = changed(Shown, [Some(10), Some(20)]);
    assert_eq!(sight(&mut plain, &shows(3, Unsaid, Some(30)), 6), Sighting::News, "nothing says that it was undone");
    // A date that cannot be does not turn down what comes after it.
    let ahead = clock::now().plus(Duration::from_hours(2)).0;
    let mut mistaken = changed(Shown, [Some(10), Some(ahead)]);
    assert_eq!(sight(&mut mistaken, &shows(5, Shown, Some(30)), 6), Sighting::Changed);
}

#[test]
fn what_was_only_shown_in_another_way_is_no_change() {
    let mut here = holds(3, Status::Preparing);
    let other =
        |here: &Order, name: &str, quantity| Item { name: name.into(), quantity, ..here.content.items[0].clone() };
    here.content.items.push(other(&here, "Ayran", 2));
    let mut report = shows(1, ToldChange::Shown, None);
    report.arrival.as_mut().unwrap().content = here.content.clone();
    let items = [("Ayran", 1), ("Adana", 3), ("Ayran", 1)].map(|(name, quantity)| other(&here, name, quantity));
    report.arrival.as_mut().unwrap().content.items = items.to_vec();
    assert_eq!(sight(&mut here.clone(), &report, 6), Sighting::Nothing);
    let mut told = Report { change: ToldChange::Now, ..report };
    told.arrival.as_mut().unwrap().content.items = here.content.items.iter().rev().cloned().collect();
    assert_eq!(sight(&mut here.clone(), &told, 6), Sighting::Nothing);
    // A note that came with a change is one, and one that was left out is not.
    told.arrival.as_mut().unwrap().content.note = Some("acısız".into());
    assert_eq!(sight(&mut here, &told, 6), Sighting::Changed);
    assert_eq!((here.content.note.as_deref(), &here.changes[0].note), (Some("acısız"), &None));
    told.arrival.as_mut().unwrap().content.note = None;
    assert_eq!(sight(&mut here, &told, 7), Sighting::Nothing);
    // How it is paid stays as it came, and is flagged where the platform says otherwise.
    let content = &mut told.arrival.as_mut().unwrap().content;
    (content.payment.name, content.amount.tip) = (Some("Nakit".into()), Money(1));
    let paid = here.content.payment.clone();
    assert_eq!(sight(&mut here, &told, 8), Sighting::Changed);
    assert_eq!((here.content.payment, here.content.problems.contains(&"content".to_owned())), (paid, true));
}
