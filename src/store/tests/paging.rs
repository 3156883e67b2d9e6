//! Paging while orders arrive: no edge of a page skips or repeats an order.

use super::super::{Included, OrderFilter, Orders, Picked};
use super::rig::{Rig, Spec, named, put_order, shop};
use model::{Dir, Id, Order, Provider, Status, Walk};
use std::collections::BTreeSet;

fn filters() -> [OrderFilter; 4] {
    let picked = [
        Picked::default(),
        Picked::orders(Some(shop(1)), None, &[]),
        Picked::orders(None, Some(Provider::Getir), &[]),
        Picked::orders(Some(shop(0)), Some(Provider::Yemeksepeti), &[]),
    ];
    picked.map(|picked| OrderFilter { picked, ..OrderFilter::default() })
}

fn everything(rig: &Rig, filter: &OrderFilter) -> BTreeSet<Id> {
    rig.list(filter, 10_000, Dir::Next, None).items.into_iter().collect()
}

#[test]
fn walking_to_older_ones_shows_each_order_of_the_start_exactly_once() {
    let rig = Rig::new();
    for number in 0..60 {
        rig.add(&Spec::plain(number)).unwrap();
    }
    let mut number = 100;
    for filter in filters() {
        for limit in [1, 4, 7, 200] {
            let start = everything(&rig, &filter);
            let (mut seen, mut from) = (Vec::new(), None);
            loop {
                let page = rig.list(&filter, limit, Dir::Next, from);
                assert!(page.items.len() <= limit);
                seen.extend(page.items);
                from = page.next;
                if from.is_none() {
                    break;
                }
                number += 1;
                rig.add(&Spec::plain(number)).unwrap();
            }
            assert!(seen.is_sorted_by(|a, b| a > b));
            assert_eq!(seen.into_iter().collect::<BTreeSet<Id>>(), start, "limit {limit}");
        }
    }
}

#[test]
fn walking_to_newer_ones_shows_every_order_exactly_once_those_that_arrive_too() {
    for filter in filters() {
        for limit in [1, 3, 8] {
            let rig = Rig::new();
            for number in 0..25 {
                rig.add(&Spec::plain(number)).unwrap();
            }
            let (mut seen, mut from, mut number) = (Vec::new(), None, 100);
            loop {
                let page = rig.list(&filter, limit, Dir::Prev, from.clone());
                assert!(page.items.is_sorted_by(|a, b| a > b), "a page is newest first, whichever way it is walked");
                seen.extend(page.items.iter().rev());
                if page.prev.is_none() && number > 120 {
                    break;
                }
                // At an empty page the till keeps the cursor it has and asks again.
                from = page.prev.or(from);
                if number <= 120 {
                    number += 1;
                    rig.add(&Spec::plain(number)).unwrap();
                }
            }
            assert!(seen.is_sorted_by(|a, b| a < b));
            assert_eq!(seen.into_iter().collect::<BTreeSet<Id>>(), everything(&rig, &filter), "limit {limit}");
        }
    }
}

#[test]
fn a_walk_that_turns_round_comes_back_to_where_it_was() {
    let rig = Rig::new();
    for number in 0..20 {
        rig.add(&Spec::plain(number)).unwrap();
    }
    for filter in filters() {
        let first = rig.list(&filter, 2, Dir::Next, None);
        let second = rig.list(&filter, 2, Dir::Next, first.next.clone());
        assert_eq!(rig.list(&filter, 2, Dir::Prev, second.prev.clone()), first);
        assert_eq!(rig.list(&filter, 2, Dir::Next, first.next), second);
    }
}

#[test]
fn an_empty_list_has_no_edges() {
    let rig = Rig::new();
    for filter in filters() {
        for dir in [Dir::Next, Dir::Prev] {
            for from in [None, Some(shop(5).bytes().to_vec())] {
                let page = rig.list(&filter, 50, dir, from);
                assert_eq!((page.items.len(), page.next, page.prev), (0, None, None));
            }
        }
    }
}

#[test]
fn the_oldest_page_has_no_next_and_every_page_with_orders_has_a_prev() {
    let rig = Rig::new();
    let ids: Vec<Id> = (0..6).map(|number| rig.add(&Spec::plain(number)).unwrap().id).collect();
    let everything = OrderFilter::default();
    for limit in [6, 7, 200] {
        for dir in [Dir::Next, Dir::Prev] {
            let page = rig.list(&everything, limit, dir, None);
            assert!(page.items.iter().eq(ids.iter().rev()));
            assert_eq!((page.next, page.prev), (None, Some(ids[5].bytes().to_vec())));
        }
    }
    let newest = rig.list(&everything, 2, Dir::Next, None);
    assert_eq!((newest.next, newest.prev), (Some(ids[4].bytes().to_vec()), Some(ids[5].bytes().to_vec())));
    let oldest = rig.list(&everything, 2, Dir::Prev, None);
    assert_eq!((oldest.next, oldest.prev), (None, Some(ids[1].bytes().to_vec())));
    let beyond = rig.list(&everything, 2, Dir::Next, Some(ids[0].bytes().to_vec()));
    assert_eq!((beyond.items.len(), beyond.next, beyond.prev), (0, None, None));
}

#[test]
fn the_pending_list_is_walked_while_its_orders_are_marked() {
    let rig = Rig::new();
    let ids: Vec<Id> = (0..30).map(|number| rig.add(&Spec::plain(number)).unwrap().id).collect();
    let (mut seen, mut from) = (Vec::new(), None);
    loop {
        let walk = Walk { limit: 4, dir: Dir::Prev, from: from.clone() };
        let page =
            named(rig.store.read().unwrap().list_pending(&OrderFilter::default(), Included::default(), &walk).unwrap());
        let Some(prev) = page.prev else { break };
        // Everything on the page leaves the list, the order under the cursor too.
        for id in page.items.iter().copied() {
            rig.write(move |tx| super::rig::Deed::Report.run(tx, id, None)).unwrap();
        }
        seen.extend(page.items.into_iter().rev());
        from = Some(prev);
    }
    assert_eq!(seen, ids);
    rig.assert_sound();
}

#[test]
fn whoever_follows_changes_sees_the_last_of_each_order_and_none_twice() {
    let rig = Rig::new();
    let read = || rig.store.read().unwrap();
    assert_eq!(read().last_change().unwrap(), Id::NIL);
    let orders: Vec<Order> = (0..20).map(|number| rig.add(&Spec::plain(number)).unwrap()).collect();
    let (all, mut since) = (Picked::default(), Id::NIL);
    let mut seen = Vec::new();
    loop {
        let changes = read().orders_changed(&all, since, 7).unwrap();
        let Some(last) = changes.last() else { break };
        since = last.change_id;
        seen.extend(changes.iter().map(|order| order.id));
    }
    assert_eq!(seen, orders.iter().map(|order| order.id).collect::<Vec<Id>>());
    assert_eq!(since, read().last_change().unwrap());
    // One moves twice, another once: both are seen as they are now, in the order of their last change.
    for at in [3, 5, 3] {
        let id = orders[at].id;
        rig.write(move |tx| {
            let before = tx.order(id)?.unwrap();
            let mut after = before.clone();
            after.move_to(before.status.next().unwrap(), "user:a", tx.now);
            tx.change_order(&before, &after)
        })
        .unwrap();
    }
    let changes = read().orders_changed(&all, since, 7).unwrap();
    assert_eq!(changes.iter().map(|order| order.id).collect::<Vec<Id>>(), [orders[5].id, orders[3].id]);
    let moved = orders[3].status.next().and_then(Status::next).unwrap();
    assert_eq!(changes[1].status, moved);
    assert_eq!(read().last_change().unwrap(), changes[1].change_id);
    let there = read().orders_in(&Picked::orders(None, None, &[moved]), 5).unwrap();
    assert!(there.iter().any(|order| order.id == orders[3].id) && there.is_sorted_by(|a, b| a.id > b.id));
}

/// Everything that a list shows, following `next`, or `prev` from the oldest on until there is nothing new.
fn walked(rig: &Rig, filter: &OrderFilter, limit: usize, dir: Dir) -> (Vec<Id>, usize) {
    let (mut seen, mut from, mut pages) = (Vec::new(), None, 0);
    loop {
        let page = rig.list(filter, limit, dir, from.clone());
        pages += 1;
        let edge = if dir == Dir::Next { page.next } else { page.prev };
        seen.extend(page.items);
        match edge {
            Some(edge) if Some(&edge) != from.as_ref() => from = Some(edge),
            _ => break,
        }
    }
    seen.sort_unstable();
    (seen, pages)
}

#[test]
fn orders_are_found_by_their_code_over_many_segments() {
    let rig = Rig::new();
    let code = |number: u64| match number {
        _ if number % 700 == 3 => Some("A12"),
        _ if number % 900 == 5 => Some("a-12"),
        7 => Some("OLD"),
        _ => None,
    };
    let mut orders = Vec::new();
    for batch in 0..9u64 {
        let add = move |number: u64| Spec { code: code(number), ..Spec::plain(number) };
        let job = move |tx: &mut super::super::Tx<'_>| (0..700).map(|n| add(batch * 700 + n).add(tx)).collect();
        orders.extend(rig.write::<Vec<Order>, _>(job).unwrap());
    }
    let filter = |code: &str| OrderFilter { code: Some(code.to_owned()), ..OrderFilter::default() };
    let with = |code: &str, is_fit: fn(&Order) -> bool| -> Vec<Id> {
        let fitting = orders.iter().filter(|order| order.code.as_deref() == Some(code) && is_fit(order));
        fitting.map(|order| order.id).collect()
    };
    for (asked, code) in [("a12", "A12"), (" A-12", "a-12"), ("old", "OLD"), ("a1", "none")] {
        let expected = with(code, |_| true);
        for limit in [1, 2, 200] {
            for dir in [Dir::Next, Dir::Prev] {
                let (seen, pages) = walked(&rig, &filter(asked), limit, dir);
                assert_eq!(seen, expected, "{asked} {limit} {dir:?}");
                // Two that are cut short, as there are more segments than a page looks into, and one that finds nothing.
                assert!(pages <= expected.len() / limit + 4, "{asked} {limit} {dir:?}: {pages}");
            }
        }
        let mut of_shop = filter(asked);
        of_shop.picked = Picked::orders(Some(shop(1)), None, &[]);
        let expected = with(code, |order| order.restaurant_id == shop(1));
        assert_eq!(walked(&rig, &of_shop, 2, Dir::Next).0, expected);
    }
    rig.assert_sound();
}

#[test]
fn rows_with_more_in_them_fill_a_page_sooner_and_none_is_lost() {
    let rig = Rig::new();
    // What was unpacked counts, whatever little of it is shown.
    let job = |tx: &mut super::super::Tx<'_>| {
        for number in 0..13 {
            let mut order = Spec::plain(number).unstored(tx);
            order.content.customer.name = Some(format!("Ayşe \"{number}\""));
            put_order(tx, &order, format!("\"{}\"", "x".repeat(1_000_000)).as_bytes())?;
        }
        Ok(())
    };
    rig.write(job).unwrap();
    let included = Included { customer: true, items: false };
    for dir in [Dir::Next, Dir::Prev] {
        let (mut from, mut sizes, mut seen) = (None, Vec::new(), Vec::new());
        loop {
            let walk = Walk { limit: 50, dir, from: from.clone() };
            let page = rig.store.read().unwrap().list_orders(&OrderFilter::default(), included, &walk).unwrap();
            let edge = if dir == Dir::Next { page.next } else { page.prev };
            for row in &page.items {
                let row: serde_json::Value = serde_json::from_slice(row).unwrap();
                assert!(row["customer"]["name"].as_str().unwrap().starts_with("Ayşe \""), "{row}");
                assert!(row.get("items").is_none() && row["id"].is_string());
                seen.push(row["providerOrderId"].as_str().unwrap().to_owned());
            }
            sizes.push(page.items.len());
            match edge {
                Some(edge) if !page.items.is_empty() => from = Some(edge),
                _ => break,
            }
        }
        let expected = if dir == Dir::Next { vec![4, 4, 4, 1] } else { vec![4, 4, 4, 1, 0] };
        assert_eq!(sizes, expected, "{dir:?}");
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 13);
    }
    let all = Included { customer: true, items: true };
    let rows = rig.store.read().unwrap().list_orders(&OrderFilter::default(), all, &Walk::newest(1)).unwrap().items;
    let row: serde_json::Value = serde_json::from_slice(&rows[0]).unwrap();
    assert_eq!(row["items"], serde_json::json!([]));
}
