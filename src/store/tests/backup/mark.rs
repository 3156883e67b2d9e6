//! The mark of a store that was put back stays over a restart, until it is taken off.

use super::super::{
    super::{Orders, RestoreMark, Restored},
    rig::{Rig, Spec},
};
use model::{Id, Order, Status, Time};
use std::time::Duration;

#[test]
fn a_mark_stays_until_it_is_taken_off() {
    let rig = Rig::new();
    assert_eq!(rig.store.read().unwrap().restored().unwrap(), None);
    let mark = RestoreMark { at: Time(2_000), backup_id: Id::from_parts(1_000, 7), snapshot_at: Time(1_000) };
    rig.write(move |tx| tx.mark_restored(&mark)).unwrap();
    let rig = rig.reopen();
    assert_eq!(rig.store.read().unwrap().restored().unwrap(), Some(mark));
    rig.assert_sound();
    rig.write(|tx| tx.clear_restored()).unwrap();
    assert_eq!(rig.reopen().store.read().unwrap().restored().unwrap(), None);
}

#[test]
fn events_of_what_may_still_change_count_on_above_all_that_the_backup_does_not_know() {
    let rig = Rig::new();
    let in_days = |days: i64| Time(1_800_000_000_000 + days * 24 * 60 * 60 * 1_000);
    let add = |number: u64, days: i64, status: Status| -> Id {
        let add = move |tx: &mut super::super::super::Tx<'_>| {
            tx.now = in_days(days);
            let order = Spec::plain(number).add(tx)?;
            let after = Order { status, last_sequence: 3, ..order.clone() };
            tx.change_order(&order, &after).map(|()| order.id)
        };
        rig.write(add).unwrap()
    };
    let (long_ago, lately) = (add(1, 0, Status::Delivered), add(2, 9, Status::Delivered));
    let (over, open) = (add(3, 9, Status::CancelledByCustomer), add(4, 9, Status::Preparing));
    let snapshot_at = in_days(10);
    let at = snapshot_at.plus(Duration::from_secs(50));
    let mark = RestoreMark { at, backup_id: Id::from_parts(1_000, 7), snapshot_at };
    rig.write(move |tx| tx.count_events_on(&mark)).unwrap();
    let sequence = |id: Id| rig.store.read().unwrap().order(id).unwrap().unwrap().last_sequence;
    assert_eq!([long_ago, lately, over, open].map(sequence), [3, 1_053, 3, 1_053]);
    rig.assert_sound();
}
