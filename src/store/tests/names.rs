//! A shop that sends another name for its payment with each order: totals stay few, and what was taken stays exact.

use super::{
    super::totals::{self, Sum},
    rig::{Deed, Rig, Spec, shop},
};
use model::{
    Id, Money, Provider, Status,
    limits::{OTHER_NAMES, TOTALS_OF_DAY},
};

const PRICE: Money = Money(1_050);

fn spec(number: u64, name: u64) -> Spec {
    let payment = Some(format!("Kart {name}"));
    Spec { shop: 1, provider: Provider::ALL[0], total: PRICE, payment, ..Spec::plain(number) }
}

/// Rows of the shop's day, what they come to, and how many orders are in the one for all other names.
fn booked(rig: &Rig) -> (usize, Sum, u64) {
    let (day, mut rows, mut all, mut lumped) = (spec(0, 0).day, 0, Sum::default(), 0);
    totals::each(&rig.store.read().unwrap(), Some(shop(1)), (day, day), |row| {
        rows += 1;
        all.add(row.sum);
        lumped += if row.group.name.as_deref() == Some(OTHER_NAMES) { row.sum.count } else { 0 };
    })
    .unwrap();
    (rows, all, lumped)
}

#[test]
fn names_without_end_are_booked_under_one_and_the_sums_stay_exact() {
    let rig = Rig::new();
    let many = TOTALS_OF_DAY as u64 + 100;
    // In two batches: what the first stored and what the second has not stored yet both count.
    let mut ids: Vec<Id> = Vec::new();
    for numbers in [0..300, 300..many] {
        let add = move |tx: &mut super::super::Tx<'_>| {
            numbers.clone().map(|number| Ok(spec(number, number).add(tx)?.id)).collect::<Result<Vec<_>, _>>()
        };
        ids.extend(rig.write(add).unwrap());
    }
    let taken = |count: u64| Sum { count, total: Money(PRICE.0 * count as i64) };
    assert_eq!(booked(&rig), (TOTALS_OF_DAY + 1, taken(many), 100));
    let (orders, last) = (rig.orders(), *ids.last().unwrap());
    assert_eq!(orders[&last].content.payment.name, Some(format!("Kart {}", many - 1)), "the order keeps its name");
    // A name that is known keeps its row, and an order that leaves takes its sum out of where it was booked.
    rig.add(&spec(many, 0)).unwrap();
    rig.write(move |tx| Deed::Cancel(Status::CancelledByCustomer).run(tx, last, None).map(drop)).unwrap();
    assert_eq!(booked(&rig), (TOTALS_OF_DAY + 1, taken(many), 99));
    rig.assert_sound();
    let rig = rig.reopen();
    assert_eq!(booked(&rig), (TOTALS_OF_DAY + 1, taken(many), 99));
}
