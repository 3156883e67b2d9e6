//! The commit that follows a second without writes after a start: it loses nothing in a power cut. And the next start is quick,
//! whenever the power goes.
//!
//! redb 4.4 publishes a two-phase commit that follows a one-phase one before its flag is durable (its pull request
//! 1435). So the power goes at every single change that the commit makes, and in the commits after it.

use super::super::{MayUpgrade, Sealer, Store, engine::begin};
use super::{
    dice::Dice,
    disk::{Disk, DiskMedium, Fault},
    rig::{Rig, Spec},
};
use model::{Id, Order};
use redb::Database;
use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// redb's two-phase commit syncs twice: the new state, then the bit that makes it the current one. The first after a start
/// has a head of the journal before it and one behind it.
const SETTLE_SYNCS: u64 = 4;

/// Whether opening this disk needs the long repair.
fn needs_repair(disk: &Disk) -> bool {
    let repaired = Arc::new(AtomicBool::new(false));
    let heard = repaired.clone();
    let medium = DiskMedium { disk: disk.clone(), cache: 0 };
    let progress: super::super::OpenProgress = Arc::new(move |_, _| heard.store(true, Ordering::Relaxed));
    let (store, closing) =
        Store::start(Box::new(medium), Sealer::for_tests([7; 32]), &progress, MayUpgrade::Yes).unwrap();
    drop(store);
    closing.wait();
    repaired.load(Ordering::Relaxed)
}

#[test]
fn the_power_may_go_at_every_change_of_the_settling_commit_and_after_it() {
    // All of them wait for their quiet second at the same time.
    let rigs: Vec<(Rig, BTreeMap<Id, Order>, u64)> = (0..60)
        .map(|changes| {
            let rig = Rig::new();
            let orders = (0..4).map(|n| rig.add(&Spec::plain(n)).unwrap()).map(|order| (order.id, order)).collect();
            let rig = rig.reopen();
            let syncs = rig.disk.counts().syncs;
            rig.disk.fail_after(changes, Fault::Dark);
            (rig, orders, syncs)
        })
        .collect();
    let mut settled = 0;
    for (seed, (rig, mut orders, syncs)) in rigs.into_iter().enumerate() {
        let mut dice = Dice::new(seed as u64);
        let mut perhaps = orders.clone();
        if !rig.disk.wait_for(syncs + SETTLE_SYNCS) {
            settled += 1;
            for number in 10.. {
                match rig.add(&Spec::plain(number)) {
                    Ok(order) => drop(orders.insert(order.id, order)),
                    Err(_) => break,
                }
            }
            perhaps = orders.clone();
        }
        for _ in 0..4 {
            let rig = Rig::on(&rig.disk.after_power_loss(&mut dice)).unwrap();
            rig.assert_sound();
            let mut stored = rig.orders();
            // At most the one order that nobody was told about may be there as well.
            if stored.len() == perhaps.len() + 1 {
                stored.pop_last();
            }
            assert_eq!(stored, perhaps, "seed {seed}");
        }
        rig.close();
    }
    assert!((5..55).contains(&settled), "{settled} of 60 cuts came after the commit: the test no longer hits it");
}

#[test]
fn a_start_in_mid_load_needs_no_repair_and_has_all_orders() {
    let rig = Rig::new();
    let mut dice = Dice::new(1);
    for number in 0..60 {
        rig.add(&Spec::plain(number)).unwrap();
        let cut = rig.disk.after_power_loss(&mut dice);
        assert!(!needs_repair(&cut.copy()), "{number}");
        assert_eq!(Rig::on(&cut).unwrap().orders(), rig.orders());
    }
    assert!(!needs_repair(&rig.close()));
}

#[test]
fn a_file_that_an_older_program_left_in_mid_load_is_repaired_once() {
    let rig = Rig::new();
    rig.add(&Spec::plain(1)).unwrap();
    let disk = rig.close();
    let database = Database::builder().create_with_backend(disk.clone()).unwrap();
    let txn = begin(&database).unwrap();
    txn.commit().unwrap();
    let cut = disk.after_power_loss(&mut Dice::new(1));
    drop(database);
    assert!(needs_repair(&cut.copy()));
    let rig = Rig::on(&cut).unwrap();
    let syncs = rig.disk.counts().syncs;
    rig.disk.wait_for(syncs + SETTLE_SYNCS);
    assert!(!needs_repair(&rig.disk.after_power_loss(&mut Dice::new(2))));
}

#[test]
fn a_store_that_takes_the_place_of_another_counts_its_changes_from_elsewhere() {
    // What was known by the count of the other is not taken for what this one has.
    let counts: std::collections::BTreeSet<u64> = (0..3).map(|_| Rig::new().store.order_changes()).collect();
    assert_eq!(counts.len(), 3);
}
