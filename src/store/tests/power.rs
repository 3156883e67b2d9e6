//! Power loss: what was acknowledged is there, nothing is half-done, whenever the power goes.

use super::{
    dice::Dice,
    disk::{Disk, Fault},
    rig::{Deed, Rig, Spec, wait},
};
use model::{Id, Order};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

type Stored = BTreeMap<Id, Order>;

/// Writes until the power goes. Returns what was acknowledged, and what it is if the last job got through as well.
fn write_until_dark(rig: &Rig, mut stored: Stored, dice: &mut Dice) -> (Stored, Stored) {
    for number in 0.. {
        let tried = Arc::new(Mutex::new(None));
        let told = tried.clone();
        let ids: Vec<Id> = stored.keys().copied().collect();
        let answer = if ids.is_empty() || dice.one_in(2) {
            let specs: Vec<Spec> = (0..1 + dice.below(3)).map(|n| Spec::random(number * 10 + n, dice)).collect();
            rig.write(move |tx| {
                let orders = specs.iter().map(|spec| spec.add(tx)).collect::<Result<Vec<_>, _>>()?;
                *told.lock().unwrap() = Some(orders);
                Ok(())
            })
        } else {
            let (id, deed) = (dice.pick(&ids), Deed::random(dice));
            rig.write(move |tx| {
                *told.lock().unwrap() = Some(deed.run(tx, id, None)?.into_iter().collect());
                Ok(())
            })
        };
        let mut after = stored.clone();
        after.extend(tried.lock().unwrap().take().into_iter().flatten().map(|order| (order.id, order)));
        match answer {
            Ok(()) => stored = after,
            Err(_) => return (stored, after),
        }
        if number == 40 {
            return (stored.clone(), stored);
        }
    }
    unreachable!("the loop returns")
}

/// Opens what a power cut left, with more cuts while it opens.
fn reopen(mut disk: Disk, dice: &mut Dice) -> Rig {
    while dice.one_in(2) {
        disk.fail_after(dice.below(12), Fault::Dark);
        if let Ok(rig) = Rig::on(&disk) {
            rig.close();
        }
        disk = disk.after_power_loss(dice);
    }
    Rig::on(&disk).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn acknowledged_jobs_outlive_any_power_cut_and_no_job_is_half_done() {
    for seed in 0..40 {
        let mut dice = Dice::new(seed);
        let mut rig = Rig::new();
        let mut stored = Stored::new();
        for cut in 0..4 {
            rig.disk.fail_after(dice.below(150), Fault::Dark);
            let (sure, perhaps) = write_until_dark(&rig, stored, &mut dice);
            let disk = rig.close();
            rig = reopen(disk.after_power_loss(&mut dice), &mut dice);
            rig.assert_sound();
            stored = rig.orders();
            assert!(stored == sure || stored == perhaps, "seed {seed}, cut {cut}");
        }
    }
}

#[test]
fn a_cut_while_the_store_closes_loses_nothing() {
    for changes in 0..60 {
        let mut dice = Dice::new(changes);
        let rig = Rig::new();
        let orders: Stored = (0..5).map(|n| rig.add(&Spec::plain(n)).unwrap()).map(|order| (order.id, order)).collect();
        rig.disk.fail_after(changes, Fault::Dark);
        let disk = rig.close();
        let rig = reopen(disk.after_power_loss(&mut dice), &mut dice);
        rig.assert_sound();
        assert_eq!(rig.orders(), orders, "cut after {changes} changes");
    }
}

#[test]
fn callers_that_share_a_commit_share_its_fate_in_a_power_cut() {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap();
    for seed in 0..10 {
        let mut dice = Dice::new(seed);
        let rig = Rig::new();
        rig.disk.fail_after(dice.below(400), Fault::Dark);
        let callers: Vec<_> = (0..8)
            .map(|caller| {
                let store = rig.store.clone();
                runtime.spawn(async move {
                    let mut acknowledged = Vec::new();
                    for number in 0..20 {
                        let spec = Spec::plain(caller * 100 + number);
                        match store.write(move |tx| spec.add(tx)).await {
                            Ok(order) => acknowledged.push(order),
                            Err(_) => break,
                        }
                    }
                    acknowledged
                })
            })
            .collect();
        let acknowledged: Vec<Order> = callers.into_iter().flat_map(|caller| wait(caller).unwrap()).collect();
        let disk = rig.close();
        let rig = reopen(disk.after_power_loss(&mut dice), &mut dice);
        rig.assert_sound();
        let stored = rig.orders();
        for order in acknowledged {
            assert_eq!(stored.get(&order.id), Some(&order), "seed {seed}");
        }
    }
}
