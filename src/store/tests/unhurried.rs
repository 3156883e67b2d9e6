//! What a crash may undo: it costs no sync of its own, all readers see it, and only a crash undoes it.

use super::super::{Deliveries, Orders, Tx};
use super::{
    deliveries::{settle, webhook},
    dice::Dice,
    disk::{Disk, Fault},
    rig::{Deed, Rig, Spec, shop, wait},
};
use model::{DeliveryState, Failure, Id, Order, What};
use std::collections::BTreeSet;

/// A rig whose disk is written to by jobs alone.
fn rig() -> Rig {
    rig_on(Disk::default())
}

fn rig_on(disk: Disk) -> Rig {
    let rig = Rig::on(&disk).unwrap();
    rig.write(|tx| tx.put_webhook(&webhook(shop(9), &[]))).unwrap();
    rig
}

fn add_unhurried(rig: &Rig, number: u64) -> Order {
    wait(rig.store.write_unhurried(move |tx| Spec::plain(number).add(tx))).unwrap()
}

fn ids(rig: &Rig) -> BTreeSet<Id> {
    rig.orders().into_keys().collect()
}

#[test]
fn it_costs_no_sync_and_is_on_the_disk_with_the_next_write() {
    let rig = rig();
    let first = rig.add(&Spec::plain(0)).unwrap().id;
    let before = rig.disk.counts();
    let unhurried: BTreeSet<Id> = (1..20).map(|number| add_unhurried(&rig, number).id).collect();
    let after = rig.disk.counts();
    assert_eq!((after.syncs, after.written), (before.syncs, before.written));
    let all: BTreeSet<Id> = unhurried.iter().copied().chain([first]).collect();
    assert_eq!(ids(&rig), all, "readers see it");
    let cut = Rig::on(&rig.disk.after_power_loss(&mut Dice::new(1))).unwrap();
    assert_eq!(ids(&cut), [first].into(), "a power cut undoes it, and nothing else");
    cut.assert_sound();

    let last = rig.add(&Spec::plain(20)).unwrap().id;
    assert_eq!(rig.disk.counts().syncs, before.syncs + 1);
    let cut = Rig::on(&rig.disk.after_power_loss(&mut Dice::new(2))).unwrap();
    assert_eq!(ids(&cut), all.iter().copied().chain([last]).collect());
    cut.assert_sound();
    let closed = add_unhurried(&rig, 21).id;
    let rig = rig.reopen();
    assert!(ids(&rig).contains(&closed), "closing saves it");
    rig.assert_sound();
}

#[test]
fn what_a_failed_write_undid_is_done_again() {
    for changes in 0..12 {
        let rig = rig();
        let first = rig.add(&Spec::plain(0)).unwrap().id;
        let count = ids(&rig).len();
        add_unhurried(&rig, 1);
        rig.disk.fail_after(changes, Fault::Full);
        let refused = rig.add(&Spec::plain(2)).is_err();
        rig.disk.mend();
        let added = loop {
            match rig.add(&Spec::plain(3)) {
                Ok(order) => break order.id,
                Err(_) => std::thread::yield_now(),
            }
        };
        let stored = ids(&rig);
        assert!(stored.contains(&first) && stored.contains(&added));
        // The refused one may be there: its write may have failed after all of it had reached the disk.
        assert!(stored.len() == count + 3 - usize::from(refused) || stored.len() == count + 3, "{changes}: {stored:?}");
        rig.assert_sound();
        let rig = rig.reopen();
        assert_eq!(ids(&rig), stored);
        rig.assert_sound();
    }
}

#[test]
fn a_power_cut_at_any_change_leaves_the_store_as_it_was_after_some_write() {
    for seed in 0..30 {
        let (rig, mut dice) = (rig(), Dice::new(seed));
        rig.disk.fail_after(dice.below(200), Fault::Dark);
        let (mut sure, mut seen) = (BTreeSet::new(), BTreeSet::new());
        for number in 0..60 {
            if dice.one_in(2) {
                let added = wait(rig.store.write_unhurried(move |tx| Spec::plain(number).add(tx)));
                let Ok(order) = added else { break };
                seen.insert(order.id);
            } else {
                let Ok(order) = rig.add(&Spec::plain(number)) else { break };
                seen.insert(order.id);
                sure.clone_from(&seen);
            }
        }
        let cut = Rig::on(&rig.close().after_power_loss(&mut dice)).unwrap();
        cut.assert_sound();
        assert!(ids(&cut).is_superset(&sure), "seed {seed}");
    }
}

/// One order's whole way, with a webhook that hears of each step: it comes, is verified, is on the way, is delivered.
fn whole_way(rig: &Rig, number: u64) {
    let emit = |tx: &mut Tx<'_>, order: &Order, what: What| tx.emit(order.restaurant_id, order.provider, None, what);
    let added = rig.write(move |tx| {
        let order = Spec { shop: 1, ..Spec::plain(number) }.add(tx)?;
        let (order_id, provider_order_id, status) = (order.id, order.provider_order_id.clone(), order.status);
        emit(tx, &order, What::OrderCreated { order_id, provider_order_id, status })?;
        Ok(order.id)
    });
    let id = added.unwrap();
    for step in 0..4 {
        // The webhook has taken what it was told.
        let delivered = wait(rig.store.write_unhurried(move |tx| {
            let pending = tx.pending_in_lane(shop(9), 10)?;
            pending.iter().try_for_each(|one| settle(tx, *one, DeliveryState::Delivered))?;
            Ok(pending.len())
        }));
        assert_eq!(delivered.unwrap(), 1);
        if step == 3 {
            break;
        }
        let moved = rig.write(move |tx| -> Result<(), Failure> {
            let before = tx.order(id)?.map(|order| order.status);
            let after = Deed::Advance.run(tx, id, None)?;
            let (Some(old_status), Some(order)) = (before, after) else { return Err(Failure::fault("no such order")) };
            let (order_id, provider_order_id) = (order.id, order.provider_order_id.clone());
            let what = What::OrderMoved { order_id, provider_order_id, old_status, new_status: order.status };
            emit(tx, &order, what)
        });
        moved.unwrap();
    }
}

#[test]
fn the_whole_way_of_an_order_is_four_syncs_and_so_many_kilobytes() {
    const ORDERS: u64 = 128;
    let rig = rig_on(Disk::default().with_long_journal());
    // Trees of some depth.
    (0..200).for_each(|number| whole_way(&rig, number));
    let before = rig.disk.counts();
    (1_000..1_000 + ORDERS).for_each(|number| whole_way(&rig, number));
    let after = rig.disk.counts();
    let kilobytes = (after.written - before.written) as f64 / 1_000.0 / ORDERS as f64;
    // And now and then one more, by redb itself.
    let syncs = after.syncs - before.syncs;
    assert!((4 * ORDERS..4 * ORDERS + 8).contains(&syncs), "{syncs} syncs");
    assert!(kilobytes < 60.0, "{kilobytes} kB for an order");
    rig.assert_sound();
}
