//! Formats: a file that an earlier program wrote is brought up whole or not at all, whatever happens meanwhile.

use super::super::orders::StoredOrder;
use super::super::{
    Included, OpenError, OpenProgress, OrderFilter, Orders, Sealer, Work, seal,
    tables::{FORMAT, Table},
    totals::{self, Sum, TotalGroup},
    view::RawView,
};
use super::{
    dice::Dice,
    disk::{Disk, Fault},
    rig::{CACHE, Rig, Spec, is_long, put_order, quiet},
};
use model::{
    Currency, Money, Time, Walk,
    order::{Order, PaymentType},
};
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};
use std::{
    collections::BTreeMap,
    fs,
    path::PathBuf,
    sync::{Arc, LazyLock, Mutex},
};

/// Those that had an order in several trees.
const OLD: [u32; 2] = [1, 2];
const ALL: [u32; 3] = [1, 2, 3];
/// So many moments of an upgrade lose power.
const CUTS: u64 = 30;
/// In so many ways the disk is torn at each of them; `tests/run long` looks at more.
static WAYS: LazyLock<u64> = LazyLock::new(|| if is_long() { 3 } else { 1 });

fn saved(format: u32, name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("../../tests/it/files/format-{format}")).join(name)
}

/// What the program of a format left behind.
fn of_format(format: u32) -> Disk {
    let packed = fs::read(saved(format, "garson.redb.lz4")).unwrap();
    Disk::holding(lz4_flex::decompress_size_prepended(&packed).unwrap())
}

fn key(format: u32) -> Sealer {
    seal::read_key(&saved(format, "garson.key")).unwrap().unwrap()
}

fn open(disk: &Disk, of: u32) -> Result<Rig, OpenError> {
    Rig::sealed(disk, CACHE, key(of), &quiet())
}

fn sums(rig: &Rig) -> BTreeMap<TotalGroup, Sum> {
    let mut sums: BTreeMap<TotalGroup, Sum> = BTreeMap::new();
    let reader = rig.store.read().unwrap();
    totals::each_of_all(&reader, |row| sums.entry(row.group).or_default().add(row.sum)).unwrap();
    sums
}

fn stored_format(rig: &Rig) -> Option<Vec<u8>> {
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
    let rig = Rig::sealed(&of_format(1), CACHE, key(1), &progress).unwrap();
    rig.assert_sound();
    assert_eq!(stored_format(&rig), Some(FORMAT.to_be_bytes().to_vec()));
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
}

#[test]
fn what_an_order_was_it_still_is_and_its_platforms_json_is_untouched() {
    for format in OLD {
        let disk = of_format(format);
        let before = {
            let database = Database::builder().create_with_backend(disk.clone()).unwrap();
            let txn = database.begin_read().unwrap();
            let table = |name| txn.open_table(TableDefinition::<&[u8], &[u8]>::new(name)).unwrap();
            let (orders, raws, lines) = (table("orders"), table("order_raws"), table("order_lines"));
            let text = |value: redb::AccessGuard<'_, &[u8]>| value.value().to_vec();
            let mut before = Vec::new();
            for row in orders.iter().unwrap() {
                let (key, record) = row.unwrap();
                let order: Order = serde_json::from_slice(record.value()).unwrap();
                let raw = lz4_flex::decompress_size_prepended(&text(raws.get(key.value()).unwrap().unwrap())).unwrap();
                let line = text(lines.get(key.value()).unwrap().unwrap())[17..].to_vec();
                before.push((order, raw, line));
            }
            before
        };
        assert!(before.len() > 5, "{}", before.len());
        let rig = open(&of_format(format), format).unwrap();
        rig.assert_sound();
        let reader = rig.store.read().unwrap();
        assert_eq!(reader.order_count().unwrap(), before.len() as u64);
        for (order, raw, line) in before {
            let texts = reader.order_texts(order.id).unwrap().unwrap();
            assert_eq!(reader.order(order.id).unwrap(), Some(order));
            let same = texts.line().starts_with(line.strip_suffix(b"}").unwrap());
            assert!(texts.raw() == raw && same, "{}", String::from_utf8_lossy(&line));
        }
    }
}

/// The value of an order as format 4 has it, whose list items say nothing of the content.
fn of_first_version(value: &[u8]) -> Vec<u8> {
    let length = |at: usize| u32::from_le_bytes(value[at..at + 4].try_into().unwrap()) as usize;
    let (line, own) = (length(17), &value[29..29 + length(25)]);
    let at = own.windows(10).rposition(|text| text == b",\"isPaid\":").unwrap();
    let first = u32::try_from(at + 1).unwrap().to_le_bytes();
    [&[1], &value[1..17], &first, &value[21..25], &own[..at], b"}", &value[29 + line..]].concat()
}

#[test]
fn list_items_of_format_4_come_to_say_what_they_would_have_said_if_stored_today() {
    let rig = Rig::new();
    let [whole, rotten, damaged] = rig
        .write(|tx| {
            let mut order = Spec { is_test: true, ..Spec::plain(1) }.unstored(tx);
            order.content.note = Some("acısız, \"lütfen\"".into());
            order.content.accept_by = Some(Time(1_800_000_000_000));
            order.content.payment.is_paid = true;
            put_order(tx, &order, br#"{"isPaid":7}"#)?;
            Ok([order.id, Spec::plain(2).add(tx)?.id, Spec::plain(3).add(tx)?.id])
        })
        .unwrap();
    let values = |rig: &Rig| {
        let reader = rig.store.read().unwrap();
        [whole, rotten, damaged].map(|id| reader.bytes(Table::Orders, &id.bytes()).unwrap().unwrap())
    };
    let today = values(&rig);
    {
        let reader = rig.store.read().unwrap();
        let page = reader.list_orders(&OrderFilter::default(), Included::default(), &Walk::newest(3)).unwrap();
        let row: serde_json::Value = serde_json::from_slice(&page.items[2]).unwrap();
        assert_eq!(row["note"], "acısız, \"lütfen\"");
        assert_eq!((&row["isTest"], &row["isPaid"], &row["placedAt"]), (&true.into(), &true.into(), &().into()));
        assert!(row["acceptBy"].is_string(), "{row}");
    }
    let [first, mut unpackable, mut unreadable] = today.each_ref().map(|value| of_first_version(value));
    // The length of what is packed is no longer true.
    unpackable.truncate(unpackable.len() - 9);
    unreadable.truncate(60);
    let (first, before) = ([first, unpackable, unreadable.clone()], unreadable);
    rig.write(move |tx| {
        tx.put_bytes(Table::Meta, b"format", &4u32.to_be_bytes())?;
        tx.put_bytes(Table::Orders, &whole.bytes(), &first[0])?;
        tx.put_bytes(Table::Orders, &rotten.bytes(), &first[1])?;
        tx.put_bytes(Table::Orders, &damaged.bytes(), &first[2])
    })
    .unwrap();
    let rig = rig.reopen();
    assert_eq!(stored_format(&rig), Some(FORMAT.to_be_bytes().to_vec()));
    let now = values(&rig);
    assert!((&now[0], &now[2]) == (&today[0], &before), "one is not as today, or what nobody can read has changed");
    // What can be read of the other is in the lists as it was.
    let shown = rig.store.read().unwrap().bytes(Table::Orders, &rotten.bytes()).unwrap().unwrap();
    let row = StoredOrder::read(&shown).and_then(|stored| stored.row(Included::default())).unwrap();
    let row: serde_json::Value = serde_json::from_slice(&row.item).unwrap();
    assert_eq!((row["id"].as_str(), row.get("isPaid")), (Some(rotten.to_string().as_str()), None));
    let report = rig.check();
    assert!(
        !report.is_sound() && report.problems.iter().all(|problem| !problem.contains(&whole.to_string())),
        "{report}"
    );
}

#[test]
fn an_upgrade_survives_a_power_cut_at_any_moment() {
    // Writes and syncs between one cut and the next: an upgrade is over before the last of them.
    for (format, step) in ALL.into_iter().zip([3, 3, 12]) {
        survives_a_power_cut(format, step);
    }
}

fn survives_a_power_cut(format: u32, step: u64) {
    let open = |disk: &Disk| open(disk, format);
    let whole = open(&of_format(format)).unwrap();
    let (orders, expected) = (whole.orders(), sums(&whole));
    let mut cuts = 0;
    // The last of them fall into the time after the upgrade.
    for changes in (0..CUTS).map(|cut| cut * step) {
        let disk = of_format(format);
        disk.fail_after(changes, Fault::Dark);
        match open(&disk) {
            Ok(rig) => drop(rig.close()),
            Err(_) => cuts += 1,
        }
        for seed in 0..*WAYS {
            // Once more in the middle, and then in peace.
            let mut dice = Dice::new(changes * 10 + seed);
            let again = disk.after_power_loss(&mut dice);
            again.fail_after(dice.below(changes + 1), Fault::Dark);
            if let Ok(rig) = open(&again) {
                rig.close();
            }
            let rig = open(&again.after_power_loss(&mut dice)).unwrap_or_else(|error| panic!("{changes}: {error}"));
            rig.assert_sound();
            assert_eq!(stored_format(&rig), Some(FORMAT.to_be_bytes().to_vec()), "{changes}");
            assert!(rig.orders() == orders && sums(&rig) == expected, "cut after {changes} changes");
        }
    }
    assert!((5..CUTS - 3).contains(&cuts), "{cuts} cuts of format {format}");
}

#[test]
fn an_upgrade_on_a_full_disk_leaves_the_old_file_for_another_try() {
    for format in ALL {
        let disk = of_format(format);
        disk.fail_after(8, Fault::Full);
        assert!(open(&disk, format).is_err());
        disk.mend();
        let rig = open(&disk, format).unwrap();
        rig.assert_sound();
        assert!(!meal_cards(&rig).is_empty());
    }
}

#[test]
fn a_file_of_an_old_format_with_another_key_keeps_every_byte() {
    let disk = of_format(1);
    let before = disk.image();
    let refused = Rig::sealed(&disk, CACHE, Sealer::for_tests([7; 32]), &quiet());
    assert!(matches!(refused, Err(OpenError::KeyWrong)));
    assert!(disk.image() == before);
    open(&disk, 1).unwrap().assert_sound();
}

#[test]
fn a_record_that_nobody_can_read_does_not_keep_the_others_from_being_brought_up() {
    let disk = of_format(2);
    let count = {
        let database = Database::builder().create_with_backend(disk.clone()).unwrap();
        #[expect(clippy::disallowed_methods, reason = "nobody else has this database")]
        let txn = database.begin_write().unwrap();
        let mut orders = txn.open_table(TableDefinition::<&[u8], &[u8]>::new("orders")).unwrap();
        let first = orders.first().unwrap().unwrap().0.value().to_vec();
        orders.insert(first.as_slice(), b"{}".as_slice()).unwrap();
        let count = orders.len().unwrap();
        drop(orders);
        txn.commit().unwrap();
        count
    };
    let rig = open(&disk, 2).unwrap();
    assert_eq!(stored_format(&rig), Some(FORMAT.to_be_bytes().to_vec()));
    assert_eq!(rig.store.read().unwrap().count(Table::Orders).unwrap(), count);
    let report = rig.check();
    assert!(!report.is_sound() && report.problems.iter().all(|problem| !problem.contains("totals")), "{report}");
}
