//! Wiping: what was erased is gone from the bytes of the file, whatever happens meanwhile, and nothing else is.

use super::super::{
    Orders, Tx, WipeRecord,
    tables::Table,
    verify::verify_on,
    words::{LARGE, SEGMENT},
};
use super::{
    dice::Dice,
    disk::{Disk, Fault},
    rig::{Deed, Rig, Spec, put_order, wait},
};
use model::{Failure, Id, Status, Time};
use std::{
    collections::BTreeSet,
    sync::{Arc, mpsc},
    thread,
    time::{Duration, Instant},
};

const PATIENCE: Duration = Duration::from_secs(60);

/// What a file shows of customers: as it is written, folded, packed, and the ends of telephone numbers.
const MARKS: [&str; 6] = ["zq7w", "5558642", "86420", "qzwjv", "qzkbx", "qzpgf"];

/// A number that has nothing in common with the next one; packing takes its last three letters at most.
fn code(number: u64) -> String {
    format!("{:08x}", (number as u32 + 1).wrapping_mul(2_654_435_761))
}

/// An order of one of a few customers, who come again and again.
fn add_of_customer(tx: &mut Tx<'_>, number: u64, status: Status) -> Result<Id, Failure> {
    let customer = number % 40;
    let mut order = Spec { status, ..Spec::plain(number) }.unstored(tx);
    order.content.customer.name = Some(format!("Zq7w{customer} Zq7wson{number}"));
    order.content.customer.phone = Some(format!("+9055586420{customer:02}"));
    order.content.customer.address.line = Some(format!("Qzwjv{}", code(number)));
    order.content.note = Some(format!("Qzkbx{}", code(number + 1_000)));
    put_order(tx, &order, format!("{{\"Qzpgf{}\":1}}", code(number + 2_000)).as_bytes())?;
    Ok(order.id)
}

fn add_many(rig: &Rig, numbers: std::ops::Range<u64>) -> Vec<Id> {
    rig.write(move |tx| numbers.clone().map(|number| add_of_customer(tx, number, Status::Delivered)).collect()).unwrap()
}

fn erase(rig: &Rig, ids: &[Id]) {
    let ids = ids.to_vec();
    rig.write(move |tx| {
        for id in &ids {
            let order = tx.order(*id)?.unwrap();
            tx.erase_order(&order)?;
        }
        Ok(())
    })
    .unwrap();
}

/// The bytes of a disk, as far as they are letters.
fn text(disk: &Disk) -> String {
    String::from_utf8_lossy(&[disk.image(), disk.journal_image()].concat()).to_ascii_lowercase()
}

/// The marks that the bytes of a disk hold.
fn found(disk: &Disk) -> BTreeSet<&'static str> {
    let text = text(disk);
    MARKS.into_iter().filter(|mark| text.contains(mark)).collect()
}

/// The codes that follow a mark in the bytes of a disk.
fn codes(disk: &Disk, mark: &str) -> BTreeSet<String> {
    text(disk).split(mark).skip(1).map(|rest| rest.chars().take(5).collect()).collect()
}

fn record(rig: &Rig) -> WipeRecord {
    WipeRecord::of(&rig.store.read().unwrap(), Time(0)).unwrap()
}

#[track_caller]
fn assert_whole(rig: Rig) {
    rig.assert_sound();
    let disk = rig.close();
    assert_eq!(verify_on(disk.copy()).unwrap(), None);
}

#[test]
fn of_erased_orders_nothing_is_left_in_the_bytes_of_the_file() {
    let rig = Rig::new();
    let mut ids = Vec::new();
    // Some hundreds of orders a commit, and one at a time; enough for large segments, and some in none.
    let many = u64::from(LARGE) + SEGMENT * 3 + 20;
    for start in (0..many).step_by(100) {
        ids.extend(add_many(&rig, start..(start + 100).min(many)));
    }
    for id in ids.iter().step_by(7).copied().collect::<Vec<_>>() {
        rig.write(move |tx| Deed::Report.run(tx, id, None)).unwrap();
    }
    assert_eq!(found(&rig.disk).len(), MARKS.len());
    for some in ids.chunks(100) {
        erase(&rig, some);
    }
    assert_eq!(found(&rig.disk).len(), MARKS.len(), "erasing alone leaves it in the file");
    assert!(record(&rig).owed_since.is_some());
    let orders = rig.orders();
    let wiped = wait(rig.store.wipe()).unwrap();
    assert_eq!(found(&rig.disk), BTreeSet::new());
    assert!(wiped.bytes > 0);
    assert_eq!(record(&rig).last, Some(wiped));
    assert_eq!(record(&rig).owed_since, None);
    assert_eq!(rig.orders(), orders);
    assert_eq!(super::rig::searched(&rig.store.read().unwrap(), "p-77", 1_000), [ids[77]], "found by its number");
    assert_whole(rig);
}

#[test]
fn orders_that_are_kept_are_found_as_before_and_the_erased_ones_nowhere() {
    let rig = Rig::new();
    let ids: Vec<Id> = (0..10).flat_map(|part| add_many(&rig, part * 60..part * 60 + 60)).collect();
    let (old, kept) = ids.split_at(400);
    let question = |rig: &Rig| super::rig::searched(&rig.store.read().unwrap(), "zq7w", 1_000);
    let before: Vec<Id> = question(&rig).into_iter().filter(|id| kept.contains(id)).collect();
    assert_eq!(before.len(), 200);
    erase(&rig, old);
    wait(rig.store.wipe()).unwrap();
    assert_eq!(question(&rig), before);
    for (mark, first) in [("qzwjv", 400), ("qzkbx", 1_400), ("qzpgf", 2_400)] {
        assert_eq!(
            codes(&rig.disk, mark),
            (first..first + 200).map(|number| code(number)[..5].to_owned()).collect(),
            "{mark}"
        );
    }
    assert!(codes(&rig.disk, "zq7wson").iter().all(|number| matches!(number.as_bytes(), [b'4' | b'5', ..])));
    assert_whole(rig);
}

#[test]
fn what_is_removed_or_replaced_in_any_table_with_people_or_secrets_is_owed_and_goes() {
    for table in Table::ALL.iter().copied().filter(|table| table.is_wiped()) {
        let rig = Rig::new();
        let (first, second) = (b"zq7w: the first".as_slice(), b"the second, longer than the first".as_slice());
        rig.write(move |tx| tx.put_bytes(table, &[1; 16], first)).unwrap();
        assert_eq!(record(&rig).owed_since, None, "{}", table.name());
        rig.write(move |tx| tx.put_bytes(table, &[1; 16], second)).unwrap();
        assert_eq!(record(&rig).owed_since.is_some(), table.is_wiped_when_replaced(), "{}", table.name());
        rig.write(move |tx| tx.put_bytes(table, &[1; 16], first)).unwrap();
        rig.write(move |tx| tx.delete(table, &[1; 16])).unwrap();
        assert!(record(&rig).owed_since.is_some(), "{}", table.name());
        assert!(!found(&rig.disk).is_empty(), "{}", table.name());
        wait(rig.store.wipe()).unwrap();
        assert!(found(&rig.disk).is_empty(), "{}", table.name());
    }
}

#[test]
fn the_file_does_not_grow_and_what_is_clean_is_not_written_again() {
    let rig = Rig::new();
    // In no segment yet, so that no words have to move.
    let ids = add_many(&rig, 0..SEGMENT - 1);
    erase(&rig, &ids);
    let first = wait(rig.store.wipe()).unwrap().bytes;
    let length = rig.disk.image().len();
    let second = wait(rig.store.wipe()).unwrap().bytes;
    assert_eq!(rig.disk.image().len(), length);
    // A few pages that the note of the first took.
    assert!(first > 10 * 4_096 && second < first / 2, "{first} bytes, then {second}");
}

#[test]
fn whoever_still_reads_sees_what_was_and_is_waited_for() {
    let rig = Rig::new();
    let ids = add_many(&rig, 0..200);
    let reader = rig.store.read().unwrap();
    erase(&rig, &ids);
    let store = rig.store.clone();
    let wiping = thread::spawn(move || wait(store.wipe()));
    // Orders go on meanwhile, and pages are freed and taken again.
    for number in 1_000..1_040 {
        rig.add(&Spec::plain(number)).unwrap();
    }
    for id in &ids {
        assert!(reader.order(*id).unwrap().unwrap().content.customer.name.is_some());
    }
    assert!(!wiping.is_finished() && !found(&rig.disk).is_empty());
    drop(reader);
    wiping.join().unwrap().unwrap();
    assert_eq!(found(&rig.disk), BTreeSet::new());
    assert_whole(rig);
}

#[test]
fn orders_that_come_meanwhile_are_all_there_and_an_erasure_meanwhile_stays_owed_until_it_is_wiped_too() {
    for seed in 0..3 {
        let mut dice = Dice::new(seed);
        let rig = Rig::new();
        let ids: Vec<Id> = (0..4).flat_map(|part| add_many(&rig, part * 50..part * 50 + 50)).collect();
        erase(&rig, &ids[..100]);
        let store = rig.store.clone();
        let wiping = thread::spawn(move || wait(store.wipe()));
        let mut erased = 100;
        for number in 1_000.. {
            if wiping.is_finished() && erased == ids.len() {
                break;
            }
            match dice.below(3) {
                0 if erased < ids.len() => {
                    erase(&rig, &ids[erased..erased + 20]);
                    erased += 20;
                }
                1 => drop(rig.add(&Spec::random(number, &mut dice)).unwrap()),
                _ => {
                    let (id, deed) = (dice.pick(&ids), Deed::random(&mut dice));
                    rig.write(move |tx| deed.run(tx, id, None)).unwrap();
                }
            }
        }
        wiping.join().unwrap().unwrap();
        let orders = rig.orders();
        wait(rig.store.wipe()).unwrap();
        assert_eq!(found(&rig.disk), BTreeSet::new(), "seed {seed}");
        assert_eq!(rig.orders(), orders);
        assert_whole(rig);
    }
}

/// A store with erased orders, closed.
fn owing() -> Disk {
    let rig = Rig::new();
    let ids: Vec<Id> = (0..3).flat_map(|part| add_many(&rig, part * 30..part * 30 + 30)).collect();
    erase(&rig, &ids);
    rig.add(&Spec::plain(900)).unwrap();
    rig.close()
}

#[test]
fn whoever_waits_for_it_is_answered_when_the_disk_fails_under_another_write() {
    let rig = Rig::on(&owing()).unwrap();
    // It cannot be done before whoever reads has ended, and gets that far.
    let reader = rig.store.read().unwrap();
    let (answer, answered) = mpsc::channel();
    let wiping = rig.store.wipe();
    thread::spawn(move || answer.send(wait(wiping)));
    let until = Instant::now() + PATIENCE;
    while Arc::ptr_eq(&reader._pass, &rig.store.read().unwrap()._pass) {
        assert!(Instant::now() < until, "it does not get as far as whoever reads");
        thread::yield_now();
    }
    rig.disk.fail_after(0, Fault::Dark);
    rig.add(&Spec::plain(901)).unwrap_err();
    answered.recv_timeout(PATIENCE).expect("it waits for a disk that is gone").unwrap_err();
}

#[test]
fn a_power_cut_at_any_change_loses_nothing_and_it_is_done_afterwards() {
    let before = owing();
    let orders = Rig::on(&before.copy()).unwrap().orders();
    let mut was_done = 0;
    for changes in (0..60).chain((60..).step_by(7)) {
        let mut dice = Dice::new(changes);
        let rig = Rig::on(&before.copy()).unwrap();
        rig.disk.fail_after(changes, Fault::Dark);
        let outcome = wait(rig.store.wipe());
        let disk = rig.close().after_power_loss(&mut dice);
        let rig = Rig::on(&disk).unwrap_or_else(|error| panic!("cut after {changes} changes: {error}"));
        rig.assert_sound();
        assert_eq!(rig.orders(), orders, "cut after {changes} changes");
        if outcome.is_ok() || record(&rig).owed_since.is_none() {
            assert_eq!(found(&disk), BTreeSet::new(), "said to be done, cut after {changes} changes");
            was_done += 1;
        } else if changes % 5 == 0 {
            wait(rig.store.wipe()).unwrap();
            assert_eq!(found(&rig.disk), BTreeSet::new(), "cut after {changes} changes");
            assert_eq!(rig.orders(), orders);
        }
        rig.close();
        if was_done == 3 {
            assert!(changes > 20, "{changes} changes are all that it takes");
            return;
        }
        assert!(changes < 3_000, "it never gets done");
    }
}

#[test]
fn a_full_disk_leaves_it_owed_and_the_store_goes_on_when_there_is_room() {
    let before = owing();
    for changes in [0, 3, 9, 20, 40] {
        let rig = Rig::on(&before.copy()).unwrap();
        rig.disk.fail_after(changes, Fault::Full);
        if wait(rig.store.wipe()).is_ok() {
            continue;
        }
        rig.disk.mend();
        // It opens again by itself where that was needed.
        while rig.add(&Spec::plain(901)).is_err() {
            thread::yield_now();
        }
        assert!(record(&rig).owed_since.is_some());
        wait(rig.store.wipe()).unwrap();
        assert_eq!(found(&rig.disk), BTreeSet::new());
        assert_whole(rig);
    }
}

#[test]
fn it_happens_by_itself_and_after_a_start_too() {
    let disk = owing();
    assert!(!found(&disk).is_empty());
    let rig = Rig::on(&disk).unwrap();
    let until = Instant::now() + PATIENCE;
    while record(&rig).owed_since.is_some() {
        assert!(Instant::now() < until, "it is still owed");
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(found(&disk), BTreeSet::new());
    assert_whole(rig);
}

#[test]
fn of_a_file_from_before_there_was_a_note_nobody_knows() {
    let rig = Rig::new();
    assert_eq!(record(&rig), WipeRecord::default(), "a new file owes nothing");
    rig.write(|tx| tx.delete(Table::Meta, super::super::layout::WIPED)).unwrap();
    assert!(record(&rig).owed_since.is_some() && record(&rig).has_words);
    wait(rig.store.wipe()).unwrap();
    assert_eq!(record(&rig).owed_since, None);
}
