//! An order that its platform has changed: totals follow, and what came first is kept beside what is new.

use super::super::{OrderFilter, Orders, totals};
use super::rig::{Deed, Rig, Spec};
use model::{Day, Dir, Money, Order, Status};
use std::time::Duration;

/// What the platform sent, the newest and the first, and how often it changed the order.
fn sent(rig: &Rig, order: &Order) -> (String, Option<String>, usize) {
    let texts = rig.store.read().unwrap().order_texts(order.id).unwrap().unwrap();
    let text = |raw: &[u8]| String::from_utf8(raw.to_vec()).unwrap();
    let changes = rig.store.read().unwrap().order(order.id).unwrap().unwrap().changes.len();
    (text(texts.raw()), texts.first_raw().map(text), changes)
}

fn taken(rig: &Rig) -> Money {
    taken_on(rig, None)
}

fn taken_on(rig: &Rig, days: Option<(Day, Day)>) -> Money {
    let groups = totals::grouped(&rig.store.read().unwrap(), None, days).unwrap();
    groups.values().fold(Money(0), |sum, group| sum.plus(group.total))
}

#[test]
fn a_change_after_midnight_counts_on_the_day_of_its_order() {
    let rig = Rig::new();
    let Order { id, day, .. } = rig.add(&Spec::plain(1)).unwrap();
    let others = |rig: &Rig| taken_on(rig, Some((Day(day.0 + 1), Day(day.0 + 9))));
    for status in [Status::Preparing, Status::OnTheWay, Status::Delivered] {
        let moved = rig.write(move |tx| Deed::Advance.run(tx, id, None)).unwrap().unwrap();
        assert_eq!(moved.status, status);
    }
    let changed = rig.write(move |tx| {
        let later = tx.now.plus(Duration::from_hours(48));
        Deed::Change.run(tx, id, Some(later))
    });
    assert_eq!(changed.unwrap().unwrap().day, day);
    assert_eq!((taken_on(&rig, Some((day, day))), others(&rig), taken(&rig)), (Money(1_008), Money(0), Money(1_008)));
    rig.assert_sound();
}

#[test]
fn what_came_first_is_kept_beside_what_is_new_and_totals_follow() {
    let rig = Rig::new();
    let order = rig.add(&Spec::plain(1)).unwrap();
    let id = order.id;
    assert_eq!((sent(&rig, &order), taken(&rig)), (("{\"number\":1}".into(), None, 0), Money(1_001)));
    for (times, total) in [(1, 1_008), (2, 1_015)] {
        let changed = rig.write(move |tx| Deed::Change.run(tx, id, None)).unwrap().unwrap();
        assert_eq!((changed.content.amount.total, changed.change_id > order.change_id), (Money(total), true));
        let expected = ("{\"changed\":true}".to_owned(), Some("{\"number\":1}".to_owned()), times);
        assert_eq!((sent(&rig, &order), taken(&rig)), (expected, Money(total)));
        rig.assert_sound();
    }
    // Whatever else happens to it, and after a restart.
    let seen = |order: &Order| order.changes.iter().map(|change| change.is_seen).collect::<Vec<bool>>();
    rig.write(move |tx| {
        let before = tx.order(id)?.unwrap();
        let mut after = before.clone();
        after.see_changes(before.changes[1].at);
        tx.change_order(&before, &after)
    })
    .unwrap();
    let before = rig.write(move |tx| Deed::Advance.run(tx, id, None)).unwrap().unwrap();
    assert_eq!((seen(&before), before.changes[0].amount.total), (vec![true, true], Money(1_001)));
    let rig = rig.reopen();
    assert_eq!(rig.orders()[&id], before);
    assert_eq!(sent(&rig, &order).1.as_deref(), Some("{\"number\":1}"));
    rig.write(move |tx| Deed::Cancel(Status::CancelledByCustomer).run(tx, id, None)).unwrap();
    assert_eq!(taken(&rig), Money(0));
    rig.assert_sound();
}

#[test]
fn whatever_changes_an_order_moves_the_time_of_its_last_change() {
    let rig = Rig::new();
    let (order, other) = (rig.add(&Spec::plain(1)).unwrap(), rig.add(&Spec::plain(2)).unwrap());
    let (id, later) = (order.id, order.updated_at.plus(Duration::from_mins(1)));
    let since = OrderFilter { updated_since: Some(later), ..OrderFilter::default() };
    let listed = || rig.list(&since, 9, Dir::Next, None).items;
    assert!(listed().is_empty());
    rig.write(move |tx| {
        tx.now = later;
        let before = tx.order(id)?.unwrap();
        let mut after = before.clone();
        after.content.add_problem("unknown_there");
        tx.change_order(&before, &after)
    })
    .unwrap();
    assert_eq!((rig.orders()[&id].updated_at, rig.orders()[&other.id].updated_at), (later, other.updated_at));
    assert_eq!(listed(), [id]);
    rig.assert_sound();
}
