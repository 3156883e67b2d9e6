//! Search by several words: a common one beside a rare one hides nothing, and what is left out is said.

use super::super::{Search, SearchHits};
use super::rig::{Rig, Spec};
use crate::model::{Failure, Id};

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
                tx.add_order(&order, b"{}")?;
                ids.push(order.id);
            }
            Ok::<_, Failure>(ids)
        })
        .unwrap();
    let reader = rig.store.read().unwrap();
    let found = |question: &str, most| reader.search_orders(question, most).unwrap();
    for question in ["mehmet özgür", "ÖZGÜR mehmet", "meh öz", "kaya mehmet ozgur"] {
        assert_eq!(found(question, 50), SearchHits { ids: vec![ids[0]], is_cut: false }, "{question}");
    }
    assert_eq!(found("özgür", 50).ids, [ids[1], ids[0]]);
    assert_eq!(found("mehmet kimse", 50), SearchHits::default());
    assert_eq!(found("—", 50), SearchHits::default());
    let newest: Vec<Id> = ids.iter().rev().take(50).copied().collect();
    assert_eq!(found("mehmet demir", 50), SearchHits { ids: newest, is_cut: true });
}
