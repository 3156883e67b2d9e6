//! Search by several words: a common one beside a rare one hides nothing, and what is left out is said.

use super::super::{
    Orders, Search,
    words::{LARGE, SEGMENT},
};
use super::{
    dice::Dice,
    disk::{Disk, Fault},
    rig::{Rig, Spec, put_order, searched},
};
use model::{Dir, Failure, Id};

#[test]
fn a_rare_word_is_found_beside_one_that_thousands_carry() {
    let rig = Rig::new();
    let names = |number: u64| match number {
        0 => "Mehmet Özgür Kaya",
        1 => "Ali Özgür",
        _ => "Mehmet Demir",
    };
    let ids: Vec<Id> = rig
        .write(move |tx| {
            let mut ids = Vec::new();
            for number in 0..2_500 {
                let mut order = Spec::plain(number).unstored(tx);
                order.content.customer.name = Some(names(number).to_owned());
                put_order(tx, &order, b"{}")?;
                ids.push(order.id);
            }
            Ok::<_, Failure>(ids)
        })
        .unwrap();
    let reader = rig.store.read().unwrap();
    let found = |question: &str, most| searched(&reader, question, most);
    for question in ["mehmet özgür", "ÖZGÜR mehmet", "meh öz", "kaya mehmet ozgur"] {
        assert_eq!(found(question, 50), [ids[0]], "{question}");
    }
    assert_eq!(found("özgür", 50), [ids[1], ids[0]]);
    assert_eq!(found("mehmet kimse", 50), []);
    assert_eq!(found("—", 50), []);
    let newest: Vec<Id> = ids.iter().rev().take(50).copied().collect();
    assert_eq!(found("mehmet demir", 50), newest);
    rig.assert_sound();
}

#[test]
fn a_search_goes_on_from_any_order_in_both_directions() {
    let rig = Rig::new();
    // A few hundred at a time, so that there are segments of several sizes and some orders beside them.
    let mut ids = Vec::new();
    for batch in 0..7u64 {
        let added =
            rig.write(move |tx| (0..300).map(|n| Spec::plain(batch * 300 + n).add(tx)).collect::<Result<Vec<_>, _>>());
        ids.extend(added.unwrap().into_iter().map(|order| order.id));
    }
    let reader = rig.store.read().unwrap();
    let walk = |dir, from| {
        let mut found = Vec::new();
        let are_all = reader.search_orders("p", dir, from, |id| {
            found.push(id);
            Ok(found.len() < 100)
        });
        assert!(are_all.unwrap());
        found
    };
    for at in [0, 1, 299, 300, 599, 1_199, 1_200, 1_900, 2_098, 2_099] {
        let older: Vec<Id> = ids[..at].iter().rev().take(100).copied().collect();
        let newer: Vec<Id> = ids[at + 1..].iter().take(100).copied().collect();
        assert_eq!(walk(Dir::Next, Some(ids[at])), older, "{at}");
        assert_eq!(walk(Dir::Prev, Some(ids[at])), newer, "{at}");
    }
    assert_eq!(walk(Dir::Prev, None), ids[..100]);
    rig.assert_sound();
}

#[test]
fn a_question_that_would_read_too_much_ends_and_says_so() {
    let rig = Rig::new();
    for batch in 0..11u64 {
        rig.write(move |tx| {
            (0..1_000).try_for_each(|n| {
                let mut order = Spec::plain(batch * 1_000 + n).unstored(tx);
                order.content.customer.name = Some("Mehmet Demir".to_owned());
                put_order(tx, &order, b"{}")
            })
        })
        .unwrap();
    }
    let reader = rig.store.read().unwrap();
    let nobody = |_| panic!("nobody has all of them");
    assert!(!reader.search_orders("mehmet demir kimse", Dir::Next, None, nobody).unwrap());
}

/// Writes a batch of orders, the last of which fill up a segment.
fn write_batch(rig: &Rig, orders: std::ops::Range<u64>) -> bool {
    rig.write(move |tx| orders.clone().try_for_each(|number| Spec::plain(number).add(tx).map(drop))).is_ok()
}

#[test]
fn the_power_may_go_while_words_move_into_a_segment_and_while_segments_become_one() {
    // With the next order a small segment is full, or the eighth of them.
    for before in [SEGMENT - 1, u64::from(LARGE) - 1] {
        let rig = Rig::new();
        for start in (0..before).step_by(SEGMENT as usize) {
            assert!(write_batch(&rig, start..(start + SEGMENT).min(before)));
        }
        let image = rig.close().image();
        let mut cuts = 0;
        for changes in (0..).step_by(3) {
            let disk = Disk::holding(image.clone());
            let rig = Rig::on(&disk).unwrap();
            rig.disk.fail_after(changes, Fault::Dark);
            let is_stored = write_batch(&rig, before..before + 1);
            cuts += u64::from(!is_stored);
            let rig = Rig::on(&rig.close().after_power_loss(&mut Dice::new(changes))).unwrap();
            rig.assert_sound();
            let reader = rig.store.read().unwrap();
            let last = searched(&reader, &format!("p-{before}"), 9);
            assert!(last.len() == 1 || (last.is_empty() && !is_stored), "{changes}");
            assert!(!searched(&reader, "p-50", 9).is_empty());
            assert_eq!(reader.order_count().unwrap(), before + last.len() as u64);
            if is_stored {
                break;
            }
        }
        assert!(cuts > 1, "{cuts} cuts");
    }
}
