//! Erasing: what an old order held of its customer is gone from every table, and nothing else about it has changed.

use super::super::{Deliveries, OrderFilter, Orders, Tx, tables::Table, view::RawView};
use super::{
    dice::Dice,
    rig::{Deed, Rig, Spec, put_order, searched},
};
use model::{
    Actor, Dir, Event, Failure, Id, Money, Order, Provider, Status, Time, What,
    order::{Cancellation, Item},
};
use std::time::Duration;

const START: Time = Time(1_700_000_000_000);

/// An order of somebody, with something personal in every place that can hold it.
fn add_personal(tx: &mut Tx<'_>, number: u64, status: Status, now: Time) -> Result<Order, Failure> {
    let mut order = Spec { status, now: Some(now), provider: Provider::Open, ..Spec::plain(number) }.unstored(tx);
    order.content.customer.name = Some(format!("Secret{number} Person"));
    order.content.customer.phone = Some("+905551112233".into());
    order.content.customer.address.line = Some("Secret street".into());
    order.content.customer.address.lat = Some(41.0);
    order.content.note = Some("Secret note".into());
    order.content.items.push(Item {
        id: None,
        product_id: None,
        remote_code: None,
        name: "Adana".into(),
        quantity: 1,
        unit_price: None,
        total: Money(1_000),
        note: Some("Secret wish".into()),
        if_unavailable: None,
        done_at: None,
        options: Vec::new(),
    });
    if status.is_cancelled() {
        order.cancellation = Some(Cancellation {
            reason: Some("Secret reason".into()),
            name: None,
            note: Some("Secret words".into()),
            by: Actor::Customer.to_string(),
            at: now,
            seen_at: None,
        });
    }
    put_order(tx, &order, br#"{"customer":"Secret"}"#)?;
    tx.order(order.id)?.ok_or_else(|| Failure::fault("it was not stored"))
}

/// Every byte of every tree, with what is packed unpacked.
fn holds_secret(rig: &Rig) -> Vec<&'static str> {
    let reader = rig.store.read().unwrap();
    let has = |bytes: &[u8]| bytes.windows(6).any(|window| window.eq_ignore_ascii_case(b"secret"));
    let mut found = Vec::new();
    for table in Table::trees() {
        for row in reader.rows_with(table, &[]).unwrap().map(Result::unwrap) {
            let id = Id::from_slice(row.key()).filter(|_| table == Table::Orders);
            let texts = id.and_then(|id| reader.order_texts(id).unwrap());
            let in_texts = texts.is_some_and(|texts| {
                let parts = [texts.rest(), texts.content(), texts.raw()].into_iter();
                parts.chain(texts.changes()).chain(texts.first_raw()).any(has)
            });
            if has(row.key()) || has(row.value()) || in_texts {
                found.push(table.name());
            }
        }
    }
    found.dedup();
    found
}

#[test]
fn an_erased_order_holds_nothing_of_its_customer_and_keeps_its_place() {
    let rig = Rig::new();
    let order = rig.write(|tx| add_personal(tx, 1, Status::CancelledByCustomer, START)).unwrap();
    assert_eq!(holds_secret(&rig), ["orders", "index"]);
    let before = order.clone();
    rig.write(move |tx| tx.erase_order(&before)).unwrap();
    assert_eq!(holds_secret(&rig), Vec::<&str>::new());
    let reader = rig.store.read().unwrap();
    let erased = reader.order(order.id).unwrap().unwrap();
    assert!(erased.erased_at.is_some() && !erased.is_erasable());
    assert_eq!((erased.change_id, erased.updated_at), (order.change_id, order.updated_at), "no till is told");
    assert_eq!(erased.content.amount, order.content.amount);
    assert_eq!(reader.raw(order.id).unwrap().unwrap(), b"null");
    assert_eq!(searched(&reader, "secret1", 10), Vec::<Id>::new());
    assert_eq!(searched(&reader, "p-1", 10), [order.id], "still found by its number");
    rig.assert_sound();
}

#[test]
fn what_was_in_an_order_before_it_changed_is_erased_with_it() {
    let rig = Rig::new();
    let order = rig.write(|tx| add_personal(tx, 1, Status::Delivered, START)).unwrap();
    let id = order.id;
    rig.write(move |tx| {
        let before = tx.order(id)?.unwrap();
        let mut after = before.clone();
        // The platform took the dish out that had a note.
        let mut fresh = before.content.clone();
        fresh.items.clear();
        fresh.note = None;
        after.change_basket(&fresh, None, tx.now);
        tx.change_basket(&before, &after, br#"{"changed":"Secret"}"#)
    })
    .unwrap();
    let changed = rig.store.read().unwrap().order(id).unwrap().unwrap();
    assert_eq!(changed.content.note.as_deref(), Some("Secret note"), "a note is never lost");
    rig.write(move |tx| tx.erase_order(&changed)).unwrap();
    assert_eq!(holds_secret(&rig), Vec::<&str>::new());
    let reader = rig.store.read().unwrap();
    let (erased, texts) = (reader.order(id).unwrap().unwrap(), reader.order_texts(id).unwrap().unwrap());
    assert_eq!((erased.changes.len(), erased.changes[0].items[0].name.as_str()), (1, "Adana"), "what was sold stays");
    assert_eq!((texts.raw(), texts.first_raw()), (&b"null"[..], Some(&b"null"[..])));
    rig.assert_sound();
}

#[test]
fn only_orders_that_are_over_are_erased_and_each_once() {
    let rig = Rig::new();
    let statuses = [Status::Delivered, Status::New, Status::CancelledByRestaurant, Status::OnTheWay, Status::Delivered];
    let orders: Vec<Order> = (0u64..)
        .zip(statuses)
        .map(|(at, status)| {
            let now = START.plus(Duration::from_mins(at));
            rig.write(move |tx| add_personal(tx, at, status, now)).unwrap()
        })
        .collect();
    let due = |end: Time, from: &[u8], most| rig.store.read().unwrap().orders_to_erase(end, from, most).unwrap();
    let ids = |found: Vec<(Vec<u8>, Id)>| found.into_iter().map(|(_, id)| id).collect::<Vec<Id>>();
    let late = START.plus(Duration::from_mins(60));
    assert_eq!(ids(due(late, &[], 10)), [orders[0].id, orders[2].id, orders[4].id]);
    assert_eq!(ids(due(START.plus(Duration::from_mins(2)), &[], 10)), [orders[0].id], "its own minute is not yet over");
    // In batches, each going on where the last left off.
    let first = due(late, &[], 2);
    assert_eq!(ids(due(late, &first[1].0, 2)), [orders[4].id]);
    let before = orders[0].clone();
    rig.write(move |tx| tx.erase_order(&before)).unwrap();
    assert_eq!(ids(due(late, &[], 10)), [orders[2].id, orders[4].id]);
    // One that closes later is due by its own age.
    let open = orders[3].id;
    rig.write(move |tx| Deed::Advance.run(tx, open, None)).unwrap();
    assert_eq!(ids(due(late, &[], 10)), [orders[2].id, orders[3].id, orders[4].id]);
    rig.assert_sound();
}

#[test]
fn a_note_that_comes_after_the_erasure_is_erased_as_well() {
    let rig = Rig::new();
    let order = rig.write(|tx| add_personal(tx, 1, Status::Delivered, START)).unwrap();
    let (before, id) = (order.clone(), order.id);
    rig.write(move |tx| tx.erase_order(&before)).unwrap();
    rig.write(move |tx| {
        let before = tx.order(id)?.unwrap();
        let mut after = before.clone();
        after.move_to(Status::CancelledByCustomer, "customer", tx.now);
        let note = Some("Secret again".into());
        after.cancellation =
            Some(Cancellation { reason: None, name: None, note, by: "customer".into(), at: tx.now, seen_at: None });
        tx.change_order(&before, &after)
    })
    .unwrap();
    assert_eq!(holds_secret(&rig), ["orders"]);
    let due = rig.store.read().unwrap().orders_to_erase(START.plus(Duration::from_mins(1)), &[], 10).unwrap();
    assert_eq!(due.len(), 1);
    rig.write(move |tx| {
        let before = tx.order(id)?.unwrap();
        tx.erase_order(&before)
    })
    .unwrap();
    assert_eq!(holds_secret(&rig), Vec::<&str>::new());
    rig.assert_sound();
}

#[test]
fn an_event_that_nobody_is_told_of_keeps_no_words() {
    let rig = Rig::new();
    let cancelled = |number: u64| What::OrderCancelled {
        order_id: Id::from_parts(1, u128::from(number)),
        provider_order_id: "p".into(),
        status: Status::CancelledByCustomer,
        by: "customer".into(),
        reason: Some("Secret reason".into()),
        reason_name: None,
        note: Some("Secret words".into()),
        is_report: false,
    };
    let what = cancelled(1);
    rig.write(move |tx| tx.emit(Id::from_parts(1, 1), Provider::Open, None, what.clone())).unwrap();
    assert_eq!(holds_secret(&rig), Vec::<&str>::new());
    // A platform's reason comes from a list and is nobody's own words.
    let what = cancelled(2);
    rig.write(move |tx| tx.emit(Id::from_parts(1, 1), Provider::Getir, None, what.clone())).unwrap();
    let events: Vec<Event> = rig.store.read().unwrap().records(Table::Events, &[]).unwrap();
    let words: Vec<_> = events.iter().map(|event| serde_json::to_value(&event.what).unwrap()).collect();
    assert_eq!(words[0]["orderCancelled"]["reason"], serde_json::Value::Null);
    assert_eq!(words[1]["orderCancelled"]["reason"], "Secret reason");
    assert_eq!(words[1]["orderCancelled"]["note"], serde_json::Value::Null);
    assert!(rig.store.read().unwrap().deliveries_of(Id::from_parts(1, 1)).unwrap().is_empty());
}

#[test]
fn whatever_happens_to_orders_the_list_of_what_is_to_be_erased_follows() {
    let rig = Rig::new();
    let mut dice = Dice::new(7);
    let mut ids = Vec::new();
    for number in 0..120 {
        let spec = Spec::random(number, &mut dice);
        ids.push(rig.add(&spec).unwrap().id);
        let (id, deed) = (dice.pick(&ids), Deed::random(&mut dice));
        let erases = dice.one_in(4);
        rig.write(move |tx| {
            deed.run(tx, id, None)?;
            match tx.order(id)?.filter(|order| erases && order.is_erasable()) {
                Some(order) => tx.erase_order(&order),
                None => Ok(()),
            }
        })
        .unwrap();
    }
    rig.assert_sound();
    let expected: Vec<Id> = rig.orders().into_values().filter(Order::is_erasable).map(|order| order.id).collect();
    let found = rig.store.read().unwrap().orders_to_erase(Time(i64::MAX), &[], 1_000).unwrap();
    assert_eq!(found.into_iter().map(|(_, id)| id).collect::<Vec<_>>(), expected);
    assert_eq!(rig.list(&OrderFilter::default(), 200, Dir::Next, None).items.len(), 120);
}
