//! Formats: a file that an earlier program wrote is brought up whole or not at all, whatever happens meanwhile.

use super::super::{
    OpenError, OpenProgress, Sealer, Work, seal,
    tables::{FORMAT, Table},
    totals::{self, Sum, TotalGroup},
    view::RawView,
};
use super::{
    dice::Dice,
    disk::{Disk, Fault},
    rig::{CACHE, Rig, quiet},
};
use crate::model::{
    Currency, Money,
    order::{Order, PaymentType},
};
use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    sync::{Arc, Mutex},
};

fn saved(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/files/format-1").join(name)
}

/// What the first program left behind.
fn of_format_1() -> Disk {
    let packed = fs::read(saved("garson.redb.lz4")).unwrap();
    Disk::holding(lz4_flex::decompress_size_prepended(&packed).unwrap())
}

fn key() -> Sealer {
    seal::read_key(&saved("garson.key")).unwrap().unwrap()
}

fn open(disk: &Disk) -> Result<Rig, OpenError> {
    Rig::sealed(disk, CACHE, key(), &quiet())
}

fn sums(rig: &Rig) -> BTreeMap<TotalGroup, Sum> {
    let mut sums: BTreeMap<TotalGroup, Sum> = BTreeMap::new();
    let reader = rig.store.read().unwrap();
    totals::each_of_all(&reader, |row| sums.entry(row.group).or_default().add(row.sum)).unwrap();
    sums
}

fn format(rig: &Rig) -> Option<Vec<u8>> {
    rig.store.read().unwrap().bytes(Table::Meta, b"format").unwrap()
}

/// The meal cards among the totals, with how often.
fn meal_cards(rig: &Rig) -> Vec<(Option<String>, Option<String>, u64)> {
    let meal_cards = sums(rig).into_iter().filter(|(group, _)| group.kind == PaymentType::MealCard);
    meal_cards.map(|(group, sum)| (group.brand, group.name, sum.count)).collect()
}

#[test]
fn totals_of_the_first_format_are_counted_again_by_brand() {
    let told = Arc::new(Mutex::new(Vec::new()));
    let hears = told.clone();
    let progress: OpenProgress = Arc::new(move |work, _| hears.lock().unwrap().push(work));
    let rig = Rig::sealed(&of_format_1(), CACHE, key(), &progress).unwrap();
    rig.assert_sound();
    assert_eq!(format(&rig), Some(FORMAT.to_be_bytes().to_vec()));
    assert!(told.lock().unwrap().contains(&Work::Upgrade));
    let named = |brand: &str, name: &str| (Some(brand.to_owned()), Some(name.to_owned()), 1);
    let expected = [named("multinet", "Multinet"), named("pluxee", "Sodexo")];
    assert!(expected.iter().all(|card| meal_cards(&rig).contains(card)), "{:?}", meal_cards(&rig));
    // Nothing was gained or lost: every order that counts is in one of them.
    let all = rig.orders();
    let counted: Vec<&Order> = all.values().filter(|order| order.counts()).collect();
    let expected: Money = counted.iter().fold(Money(0), |sum, order| sum.plus(order.content.amount.total));
    let lira = |(group, sum): (TotalGroup, Sum)| (group.currency == Currency::TRY).then_some(sum);
    let (count, total) = sums(&rig)
        .into_iter()
        .filter_map(lira)
        .fold((0, Money(0)), |(n, all), sum| (n + sum.count, all.plus(sum.total)));
    assert_eq!((count, total), (counted.len() as u64, expected));
    // The records lie there as they were; only what is derived from them is new.
    let reader = rig.store.read().unwrap();
    reader
        .scan_prefix(Table::Orders, &[], |_, record| {
            assert!(!String::from_utf8_lossy(record).contains("\"channel\""));
            Ok(true)
        })
        .unwrap();
}

#[test]
fn an_upgrade_survives_a_power_cut_at_any_moment() {
    let whole = open(&of_format_1()).unwrap();
    let (orders, expected) = (whole.orders(), sums(&whole));
    let mut cuts = 0;
    // The last of them fall into the time after the upgrade.
    for changes in 0..30 {
        let disk = of_format_1();
        disk.fail_after(changes, Fault::Dark);
        match open(&disk) {
            Ok(rig) => drop(rig.close()),
            Err(_) => cuts += 1,
        }
        for seed in 0..3 {
            // Once more in the middle, and then in peace.
            let mut dice = Dice::new(changes * 10 + seed);
            let again = disk.after_power_loss(&mut dice);
            again.fail_after(dice.below(changes + 1), Fault::Dark);
            if let Ok(rig) = open(&again) {
                rig.close();
            }
            let rig = open(&again.after_power_loss(&mut dice)).unwrap_or_else(|error| panic!("{changes}: {error}"));
            rig.assert_sound();
            assert_eq!(format(&rig), Some(FORMAT.to_be_bytes().to_vec()), "{changes}");
            assert!(rig.orders() == orders && sums(&rig) == expected, "cut after {changes} changes");
        }
    }
    assert!((5..25).contains(&cuts), "{cuts} cuts");
}

#[test]
fn an_upgrade_on_a_full_disk_leaves_the_old_file_for_another_try() {
    let disk = of_format_1();
    disk.fail_after(8, Fault::Full);
    assert!(open(&disk).is_err());
    disk.mend();
    let rig = open(&disk).unwrap();
    rig.assert_sound();
    assert!(!meal_cards(&rig).is_empty());
}

#[test]
fn a_file_of_the_first_format_with_another_key_keeps_every_byte() {
    let disk = of_format_1();
    let before = disk.image();
    let refused = Rig::sealed(&disk, CACHE, Sealer::for_tests([7; 32]), &quiet());
    assert!(matches!(refused, Err(OpenError::KeyWrong)));
    assert!(disk.image() == before);
    open(&disk).unwrap().assert_sound();
}

#[test]
fn a_record_that_nobody_can_read_does_not_keep_the_others_from_being_brought_up() {
    let rig = open(&of_format_1()).unwrap();
    let id = *rig.orders().keys().next().unwrap();
    let count = rig.orders().len() as u64;
    rig.write(move |tx| {
        tx.put_bytes(Table::Orders, &id.bytes(), b"{}")?;
        tx.put_bytes(Table::Meta, b"format", &1u32.to_be_bytes())
    })
    .unwrap();
    let rig = open(&rig.close()).unwrap();
    assert_eq!(format(&rig), Some(FORMAT.to_be_bytes().to_vec()));
    assert_eq!(rig.store.read().unwrap().count(Table::Orders).unwrap(), count);
    let report = rig.check();
    assert!(!report.is_sound() && report.problems.iter().all(|problem| !problem.contains("totals")), "{report}");
}
