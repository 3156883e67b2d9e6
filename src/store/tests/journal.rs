//! The journal: what was acknowledged comes back from it as a whole, whatever goes wrong meanwhile.

use super::super::{Deliveries, Room, Tx};
use super::{
    deliveries::{settle, webhook},
    dice::Dice,
    disk::{Disk, Fault},
    rig::{Rig, Spec, shop, until, wait},
};
use model::{DeliveryState, Failure, Id, Order, What};

fn rig_on(disk: Disk) -> Rig {
    let rig = Rig::on(&disk.with_long_journal()).unwrap();
    rig.write(|tx| tx.put_webhook(&webhook(shop(9), &[]))).unwrap();
    rig
}

/// An order comes, and that a webhook took its event is in memory alone.
fn order_and_delivery(rig: &Rig) -> Id {
    let emit = |tx: &mut Tx<'_>, order: &Order, what: What| tx.emit(order.restaurant_id, order.provider, None, what);
    let added = rig.write(move |tx| -> Result<Id, Failure> {
        let order = Spec { shop: 1, ..Spec::plain(1) }.add(tx)?;
        let (order_id, provider_order_id, status) = (order.id, order.provider_order_id.clone(), order.status);
        emit(tx, &order, What::OrderCreated { order_id, provider_order_id, status })?;
        Ok(order.id)
    });
    let delivered = wait(rig.store.write_unhurried(move |tx| {
        let pending = tx.pending_in_lane(shop(9), 10)?;
        pending.iter().try_for_each(|one| settle(tx, *one, DeliveryState::Delivered))?;
        Ok(pending.len())
    }));
    assert_eq!(delivered.unwrap(), 1);
    added.unwrap()
}

#[test]
fn a_journal_that_cannot_be_read_at_once_is_read_later() {
    let rig = rig_on(Disk::default());
    let orders: Vec<Id> = (0..3).map(|number| rig.add(&Spec::plain(number)).unwrap().id).collect();
    rig.disk.fail_reads_of_journal(3);
    rig.disk.fail_after(0, Fault::Full);
    rig.add(&Spec::plain(9)).unwrap_err();
    until(|| rig.store.health().is_err());
    rig.disk.mend();
    until(|| rig.store.health().is_ok());
    let found = rig.orders();
    assert!(orders.iter().all(|order| found.contains_key(order)), "{found:?}");
    rig.assert_sound();
}

#[test]
fn a_store_that_cannot_be_closed_in_order_has_all_or_nothing_of_what_was_in_memory() {
    let rig = rig_on(Disk::of_size(8 << 20));
    rig.store.keep_free(None);
    let order = order_and_delivery(&rig);
    // It has room, and says that it has none.
    rig.disk.say_full();
    until(|| rig.store.room() == Room::Out);
    let rig = Rig::on(&rig.close().copy()).unwrap();
    assert!(rig.orders().contains_key(&order));
    rig.assert_sound();
}

#[test]
fn a_compaction_that_comes_to_nothing_leaves_a_store_that_is_whole() {
    let rig = rig_on(Disk::default());
    let order = order_and_delivery(&rig);
    rig.disk.fail_adoption();
    assert!(wait(rig.store.compact(Box::new(|_| true))).is_err());
    let cut = Rig::on(&rig.disk.after_power_loss(&mut Dice::new(1))).unwrap();
    assert!(cut.orders().contains_key(&order));
    cut.assert_sound();
    rig.add(&Spec::plain(2)).unwrap();
    rig.assert_sound();
}

#[test]
fn a_file_that_went_back_while_the_store_was_open_ends_the_program() {
    let rig = rig_on(Disk::default());
    let before = rig.disk.copy();
    (0..3).for_each(|number| drop(rig.add(&Spec::plain(number)).unwrap()));
    wait(rig.store.wipe()).unwrap();
    rig.add(&Spec::plain(4)).unwrap();
    rig.disk.fail_after(0, Fault::Full);
    rig.add(&Spec::plain(5)).unwrap_err();
    // Whoever put another disk in its place put an older one there.
    rig.disk.become_copy_of(&before);
    until(|| rig.store.is_damaged());
}
