//! Deliveries: every list, queue and count is what the records say, and forgetting takes nothing that is still owed.

use super::super::{Deliveries, DeliveryFilter, Orders, Reader, Tx, tables::Table, view::RawView};
use super::{
    dice::Dice,
    model::walk_gives,
    rig::{Rig, Spec, shop},
};
use model::{
    Delivery, DeliveryState, EventKind, EventPlace, Failure, Id, Page, Provider, Status, Time, Webhook, What,
    webhook::{AuthStyle, WebhookForm},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

const START: Time = Time(1_800_000_000_000);

pub fn webhook(id: Id, events: &[EventKind]) -> Webhook {
    let form = WebhookForm {
        url: "http://till.example/".into(),
        events: events.to_vec(),
        restaurant_ids: Vec::new(),
        providers: Vec::new(),
        auth_style: AuthStyle::Bearer,
        is_active: true,
        key_id: None,
    };
    Webhook { id, form, created_at: START, updated_at: START, has_unseen_failure: false, secrets: Vec::new() }
}

fn moved(order: u64) -> What {
    let (order_id, provider_order_id) = (shop(1_000 + order), format!("p-{order}"));
    What::OrderMoved { order_id, provider_order_id, old_status: Status::New, new_status: Status::Preparing }
}

fn random_event(dice: &mut Dice) -> What {
    match (dice.below(4), moved(dice.below(5))) {
        (0, _) => What::IntegrationSwitched { is_active: true },
        (1, What::OrderMoved { order_id, provider_order_id, .. }) => What::OrderCancelled {
            order_id,
            provider_order_id,
            status: Status::CancelledByCustomer,
            by: "customer".into(),
            reason: None,
            reason_name: None,
            note: None,
            is_report: false,
        },
        (_, moved) => moved,
    }
}

pub fn settle(tx: &mut Tx<'_>, id: Id, state: DeliveryState) -> Result<(), Failure> {
    let Some(before) = tx.delivery(id)? else { return Ok(()) };
    let after = Delivery { state, due_at: None, updated_at: tx.now, ..before.clone() };
    tx.change_delivery(Some(&before), Some(&after))?;
    tx.promote(&after)
}

#[test]
fn every_list_queue_and_count_is_what_the_records_say() {
    for seed in 0..8 {
        let (rig, mut dice) = (Rig::new(), Dice::new(seed));
        rig.write(|tx| {
            tx.put_webhook(&webhook(shop(1), &[]))?;
            tx.put_webhook(&webhook(shop(2), &[EventKind::OrderCancelled]))
        })
        .unwrap();
        let mut now = START;
        for _ in 0..60 {
            // The clock jumps, so that ids run ahead of it.
            now = Time(now.0 + dice.below(100_000) as i64 - 40_000);
            let seed = dice.below(u64::MAX);
            rig.write(move |tx| {
                tx.now = now;
                let mut dice = Dice::new(seed);
                let pending = tx.pending_in_lane(shop(1 + dice.below(2)), 100)?;
                if pending.is_empty() || dice.one_in(2) {
                    return tx.emit(shop(dice.below(2)), Provider::Getir, None, random_event(&mut dice));
                }
                let states = [DeliveryState::Delivered, DeliveryState::Failed, DeliveryState::Dropped];
                settle(tx, dice.pick(&pending), dice.pick(&states))
            })
            .unwrap();
        }
        rig.assert_sound();
        let reader = rig.store.read().unwrap();
        let records = reader.records::<Delivery>(Table::Deliveries, &[]).unwrap();
        lists_agree(&reader, &records, &mut dice);
        queues_agree(&reader, &records);
    }
}

fn lists_agree(reader: &Reader, records: &[Delivery], dice: &mut Dice) {
    let times: Vec<Time> = records.iter().map(|delivery| delivery.created_at).chain([START]).collect();
    for lane in [None, Some(shop(1)), Some(shop(2)), Some(shop(9))] {
        for kind in [None, Some(EventKind::OrderCancelled), Some(EventKind::OrderMoved)] {
            for state in [None, Some(DeliveryState::Pending), Some(DeliveryState::Failed)] {
                for order in [None, Some(shop(1_002))] {
                    let mut time = || dice.one_in(2).then(|| Time(dice.pick(&times).0 + dice.below(3) as i64 - 1));
                    let filter = DeliveryFilter { lane, kind, state, order, from: time(), to: time() };
                    let fits = |delivery: &&Delivery| {
                        lane.is_none_or(|it| delivery.lane == it)
                            && kind.is_none_or(|it| delivery.kind == it)
                            && state.is_none_or(|it| delivery.state == it)
                            && order.is_none_or(|it| delivery.order_id == Some(it))
                            && filter.from.is_none_or(|it| delivery.created_at >= it)
                            && filter.to.is_none_or(|it| delivery.created_at < it)
                    };
                    let expected: Vec<Id> = records.iter().rev().filter(fits).map(|delivery| delivery.id).collect();
                    walk_gives(&expected, 1 + dice.below(9) as usize, |walk| {
                        let Page { items, next, prev } = reader.list_deliveries(&filter, walk).unwrap();
                        Page { items: items.into_iter().map(|delivery| delivery.id).collect(), next, prev }
                    });
                }
            }
        }
    }
}

fn queues_agree(reader: &Reader, records: &[Delivery]) {
    let pending = || records.iter().filter(|delivery| delivery.state == DeliveryState::Pending);
    let mut chains: BTreeMap<(Id, Id), Vec<Id>> = BTreeMap::new();
    for delivery in pending() {
        let chain = chains.entry((delivery.lane, delivery.chain())).or_default();
        assert!(!chain.is_empty() || delivery.due_at.is_some(), "the head of a chain would wait for ever");
        chain.push(delivery.id);
    }
    for ((lane, chain), ids) in &chains {
        assert_eq!(&reader.chain(*lane, *chain, 1_000).unwrap(), ids);
    }
    let lanes: BTreeSet<Id> = pending().map(|delivery| delivery.lane).collect();
    assert!(reader.lanes_with_due().unwrap().iter().eq(&lanes));
    for lane in [shop(1), shop(2)] {
        let mut due: Vec<(Time, Id)> =
            pending().filter(|delivery| delivery.lane == lane).filter_map(|it| Some((it.due_at?, it.id))).collect();
        due.sort();
        let mut found = Vec::new();
        reader
            .due_in_lane(lane, |at, id| {
                found.push((at, id));
                true
            })
            .unwrap();
        assert_eq!(found, due);
        for state in [DeliveryState::Pending, DeliveryState::Delivered, DeliveryState::Failed, DeliveryState::Dropped] {
            let count = records.iter().filter(|delivery| delivery.lane == lane && delivery.state == state).count();
            assert_eq!(reader.delivery_count(lane, state).unwrap(), count as u64);
        }
        let oldest = pending().find(|delivery| delivery.lane == lane).map(|delivery| delivery.created_at);
        assert_eq!(reader.oldest_pending(lane).unwrap(), oldest);
    }
}

/// An event for so many targets, told of order 1.
fn told_to(rig: &Rig, lanes: u64, events: usize) -> Vec<Delivery> {
    rig.write(move |tx| {
        for lane in 1..=lanes {
            tx.put_webhook(&webhook(shop(lane), &[]))?;
        }
        (0..events).try_for_each(|_| tx.emit(shop(1), Provider::Getir, None, moved(1)))
    })
    .unwrap();
    rig.store.read().unwrap().records(Table::Deliveries, &[]).unwrap()
}

#[test]
fn a_later_status_overtakes_where_its_own_target_has_had_it() {
    let rig = Rig::new();
    let all = told_to(&rig, 3, 2);
    rig.write(|tx| tx.emit(shop(1), Provider::Getir, None, moved(2))).unwrap();
    let overtaken = || -> Vec<usize> {
        let reader = rig.store.read().unwrap();
        let now: Vec<Delivery> = reader.records(Table::Deliveries, &[]).unwrap();
        (0..now.len()).filter(|at| reader.is_overtaken(&now[*at]).unwrap()).collect()
    };
    for delivery in &all[..3] {
        let id = delivery.id;
        rig.write(move |tx| settle(tx, id, DeliveryState::Delivered)).unwrap();
    }
    assert_eq!(overtaken(), Vec::<usize>::new());
    let later = all[4].id;
    rig.write(move |tx| settle(tx, later, DeliveryState::Delivered)).unwrap();
    assert_eq!(overtaken(), [1], "the first event at the second target");
    // Sent again, and in vain: it was there all the same.
    rig.write(move |tx| {
        let before = tx.delivery(later)?.unwrap();
        let after = Delivery { state: DeliveryState::Failed, was_delivered: true, ..before.clone() };
        tx.change_delivery(Some(&before), Some(&after))
    })
    .unwrap();
    assert_eq!(overtaken(), [1]);
    rig.assert_sound();
}

#[test]
fn whether_it_is_overtaken_is_a_few_looks_however_many_targets_hear_of_it() {
    let rig = Rig::new();
    let first = told_to(&rig, 400, 1).remove(0);
    rig.write(|tx| tx.emit(shop(1), Provider::Getir, None, moved(2))).unwrap();
    let rig = Rig::with_cache(&rig.close(), 0).unwrap();
    let reader = rig.store.read().unwrap();
    let before = rig.disk.counts().reads;
    assert!(!reader.is_overtaken(&first).unwrap());
    let reads = rig.disk.counts().reads - before;
    assert!(reads <= 16, "{reads} reads");
}

#[test]
fn a_check_tells_when_the_events_of_an_order_are_not_in_their_order() {
    let rig = Rig::new();
    let emit = |sequence: u32| {
        let place = Some(EventPlace { sequence, is_test: false });
        rig.write(move |tx| tx.emit(shop(1), Provider::Getir, place, moved(1))).unwrap();
    };
    // What lies between may have been forgotten.
    [1, 2, 5].into_iter().for_each(emit);
    rig.assert_sound();
    emit(5);
    assert_eq!(rig.check().problem_count, 1);
}

#[test]
fn a_check_tells_when_an_order_counts_fewer_events_than_there_are() {
    let rig = Rig::new();
    let order = rig.add(&Spec::plain(1)).unwrap();
    let (order_id, provider_order_id) = (order.id, order.provider_order_id.clone());
    let told = What::OrderMoved { order_id, provider_order_id, old_status: Status::New, new_status: Status::Preparing };
    rig.write(move |tx| {
        tx.emit(shop(1), Provider::Getir, Some(EventPlace { sequence: 1, is_test: false }), told.clone())
    })
    .unwrap();
    let report = rig.check();
    assert_eq!(report.problem_count, 1);
    assert!(report.problems[0].contains(&order_id.to_string()), "{report}");
    rig.write(move |tx| {
        let before = tx.order(order_id)?.unwrap();
        let mut after = before.clone();
        after.next_event();
        tx.change_order(&before, &after)
    })
    .unwrap();
    rig.assert_sound();
}

#[test]
fn an_event_goes_to_the_webhooks_that_are_stored_whatever_became_of_jobs_before() {
    let rig = Rig::new();
    let emitted = || {
        rig.write(|tx| tx.emit(shop(1), Provider::Getir, None, moved(1))).unwrap();
        let all: Vec<Delivery> = rig.store.read().unwrap().records(Table::Deliveries, &[]).unwrap();
        let last = all.last().map(|delivery| delivery.event_id);
        all.iter().filter(|delivery| Some(delivery.event_id) == last).map(|delivery| delivery.lane).collect::<Vec<Id>>()
    };
    told_to(&rig, 1, 1);
    assert_eq!(emitted(), [shop(1)]);
    rig.write(|tx| {
        tx.put_webhook(&webhook(shop(2), &[]))?;
        tx.emit(shop(1), Provider::Getir, None, moved(1))?;
        Err::<(), Failure>(Failure::fault("it failed after it had written"))
    })
    .unwrap_err();
    assert_eq!(emitted(), [shop(1)]);
    rig.write(|tx| tx.put_webhook(&webhook(shop(2), &[]))).unwrap();
    assert_eq!(emitted(), [shop(1), shop(2)]);
    rig.write(|tx| tx.remove_webhook(shop(1))).unwrap();
    assert_eq!(emitted(), [shop(2)]);
    let rig = rig.reopen();
    rig.assert_sound();
}

#[test]
fn forgetting_takes_old_events_with_their_deliveries_and_nothing_that_is_owed() {
    let rig = Rig::new();
    rig.write(|tx| {
        tx.put_webhook(&webhook(shop(1), &[]))?;
        tx.now = START;
        // More than one pass looks at, all of them owed, and then some that went out.
        for order in 0..1_100 {
            tx.emit(shop(1), Provider::Getir, None, moved(order))?;
        }
        let owed = tx.pending_in_lane(shop(1), 5_000)?;
        for order in 2_000..2_030 {
            tx.emit(shop(1), Provider::Getir, None, moved(order))?;
        }
        for id in tx.pending_in_lane(shop(1), 5_000)?.into_iter().filter(|id| !owed.contains(id)) {
            settle(tx, id, DeliveryState::Delivered)?;
        }
        Ok(())
    })
    .unwrap();
    // A whole round in jobs of `most`, each going on where the last left off; how many jobs, and what is left.
    let forget = |later: i64, most: usize| {
        let (mut jobs, mut from) = (0, Some(Vec::new()));
        while let Some(start) = from {
            jobs += 1;
            let job = move |tx: &mut Tx<'_>| {
                tx.now = Time(START.0 + later);
                tx.forget_events(Duration::from_secs(1), &start, most)
            };
            from = rig.write(job).unwrap();
        }
        let reader = rig.store.read().unwrap();
        (jobs, reader.count(Table::Events).unwrap(), reader.count(Table::Deliveries).unwrap())
    };
    assert_eq!(forget(500, 200), (1, 1_130, 1_130), "none is old yet");
    assert_eq!(forget(2_000, 200), (6, 1_100, 1_100), "what is owed hides nothing that is behind it");
    assert_eq!(forget(2_000, 1_100), (1, 1_100, 1_100));
    rig.assert_sound();
    let owed = rig.store.read().unwrap().delivery_count(shop(1), DeliveryState::Pending).unwrap();
    assert_eq!(owed, 1_100);
}
