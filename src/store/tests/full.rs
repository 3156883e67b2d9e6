//! A disk that is full though nothing said so: writes are refused whole, the store says why, reads go on, and so do writes
//! by themselves when there is space again.

use super::{
    disk::{Disk, Fault},
    rig::{Rig, Spec, until, wait},
};
use model::{Code, Id, Order, Why};
use std::collections::BTreeMap;

/// Waits for a mended store to open again by itself: the first thing it then does is to write its header.
fn wait_until_open(rig: &Rig, syncs: u64) {
    rig.disk.wait_for(syncs + 1);
    until(|| rig.store.health().is_ok());
}

/// Runs out of space after so many changes, writes on all the same, and returns what was acknowledged.
fn fill(rig: &Rig, changes: u64) -> BTreeMap<Id, Order> {
    let mut stored: BTreeMap<Id, Order> =
        (0..3).map(|n| rig.add(&Spec::plain(n)).unwrap()).map(|o| (o.id, o)).collect();
    rig.disk.fail_after(changes, Fault::Full);
    assert_eq!(rig.orders(), stored, "reading needs no space");
    let mut refused = 0;
    for number in 10..50 {
        match rig.add(&Spec::plain(number)) {
            Ok(order) => drop(stored.insert(order.id, order)),
            Err(failure) => {
                assert_eq!((failure.code, &failure.why), (Code::Unavailable, &Some(Why::DiskFull)), "{failure}");
                assert!(failure.retry_after.is_some(), "{failure}");
                refused += 1;
            }
        }
    }
    assert!(refused > 1, "{changes} changes were enough for all");
    let cause = rig.store.health().unwrap_err();
    assert!(cause.contains("no storage space"), "{cause}");
    assert!(!rig.store.is_damaged());
    // The last refusal came from a store that is open again, to readers alone.
    let mut found = rig.orders();
    found.retain(|id, _| stored.contains_key(id));
    assert_eq!(found, stored, "{changes} changes");
    stored
}

#[test]
fn a_full_disk_refuses_writes_whole_and_recovers_without_a_restart() {
    // Space ends at every change that a commit makes, so that each of them fails once. They all wait at the same time.
    let rigs: Vec<Rig> = (0..40).map(|_| Rig::new()).collect();
    let stored: Vec<_> = rigs.iter().zip(0..).map(|(rig, changes)| fill(rig, changes)).collect();
    let syncs: Vec<u64> = rigs.iter().map(|rig| rig.disk.mend()).collect();
    for ((mut stored, rig), syncs) in stored.into_iter().zip(rigs).zip(syncs) {
        wait_until_open(&rig, syncs);
        let last = rig.orders().into_keys().next_back();
        let order = rig.add(&Spec::plain(99)).unwrap();
        assert!(Some(order.id) > last);
        stored.insert(order.id, order);
        rig.assert_sound();
        // Of a commit whose sync failed redb keeps all or nothing; its caller was told that it is not known.
        let mut found = rig.orders();
        assert!(found.len() <= stored.len() + 1);
        found.retain(|id, _| stored.contains_key(id));
        assert_eq!(found, stored);
        rig.reopen().assert_sound();
    }
}

#[test]
fn a_disk_that_is_full_when_the_store_settles_recovers_too() {
    let rig = Rig::new();
    let order = rig.add(&Spec::plain(1)).unwrap();
    let rig = rig.reopen();
    rig.disk.fail_after(0, Fault::Full);
    assert!(rig.disk.wait_for(u64::MAX));
    let syncs = rig.disk.mend();
    wait_until_open(&rig, syncs);
    rig.add(&Spec::plain(2)).unwrap();
    assert!(rig.orders().contains_key(&order.id));
    rig.assert_sound();
}

#[test]
fn a_disk_that_was_pulled_out_and_put_back_is_opened_anew() {
    let rig = Rig::new();
    let order = rig.add(&Spec::plain(1)).unwrap();
    rig.disk.fail_after(0, Fault::Full);
    rig.add(&Spec::plain(2)).unwrap_err();
    until(|| rig.store.health().is_err() && rig.store.read().is_ok());
    // What readers have now will never take a write again.
    rig.disk.plug_in_again();
    until(|| rig.store.health().is_ok());
    rig.add(&Spec::plain(3)).unwrap();
    assert!(rig.orders().contains_key(&order.id));
    rig.assert_sound();
}

#[test]
fn a_quota_that_is_used_up_takes_reads_away_once_and_not_with_every_try() {
    let rig = Rig::on(&Disk::of_size(1 << 20).silent()).unwrap();
    rig.store.keep_free(None);
    let mut number = 0;
    while rig.add(&Spec::plain(number)).is_ok() {
        number += 1;
    }
    until(|| rig.store.health().is_err() && rig.store.read().is_ok());
    let (refused, probes) = (rig.disk.refused(), rig.disk.counts().probes);
    until(|| {
        assert!(rig.store.read().is_ok(), "a try took reads away");
        rig.disk.counts().probes >= probes + 3
    });
    assert_eq!(rig.disk.refused(), refused, "it was tried with the store's own file");
    assert!(rig.store.health().is_err());
}

#[test]
fn a_disk_that_stays_full_keeps_nobody_waiting_and_the_store_can_be_closed() {
    let rig = Rig::new();
    rig.disk.fail_after(0, Fault::Full);
    for number in 0..20 {
        assert_eq!(rig.add(&Spec::plain(number)).unwrap_err().code, Code::Unavailable);
    }
    let disk = rig.close();
    disk.mend();
    let rig = Rig::on(&disk).unwrap();
    assert!(rig.orders().is_empty());
    rig.assert_sound();
}

#[test]
fn a_full_disk_at_the_start_is_an_error_that_leaves_the_store_as_it_was() {
    let rig = Rig::new();
    let order = rig.add(&Spec::plain(1)).unwrap();
    let disk = rig.close();
    disk.fail_after(0, Fault::Full);
    assert!(matches!(Rig::on(&disk).err(), Some(super::super::OpenError::Io(why)) if why.contains("storage space")));
    disk.mend();
    assert!(Rig::on(&disk).unwrap().orders().contains_key(&order.id));
}

#[test]
fn a_panic_inside_redb_ends_the_writer_and_health_says_so() {
    let rig = Rig::new();
    rig.disk.fail_after(0, Fault::Panic);
    assert_eq!(rig.add(&Spec::plain(1)).unwrap_err().code, Code::Unavailable);
    let store = rig.outlive_writer();
    assert!(store.is_damaged() && store.health().is_err());
    assert_eq!(store.may_write().unwrap_err().why, None, "the disk is not full");
    assert_eq!(wait(store.write(|tx| Spec::plain(2).add(tx))).unwrap_err().code, Code::Unavailable);
}
