//! Cost, in pages of the file: what questions read and what an order writes, and that neither grows with the orders there
//! are.

use super::super::{
    Included, OrderFilter, Orders, Picked, Store, totals,
    words::{LARGE, search::SEGMENTS},
};
use super::{
    disk::Disk,
    rig::{Rig, Spec, is_long, put_order, searched, shop},
};
use model::{Dir, Status, Time, Walk};
use std::sync::LazyLock;

/// Later than any order.
const END: Time = Time(4_000_000_000_000);

/// A disk with so many orders; all but the newest 100 are delivered and reported, as they are in real life.
fn disk_with(orders: u64) -> Disk {
    let rig = Rig::new();
    for start in (0..orders).step_by(1_000) {
        let end = (start + 1_000).min(orders);
        rig.write(move |tx| {
            for number in start..end {
                let old = number + 100 < orders;
                let status = if old { Status::Delivered } else { Status::New };
                let mut order = Spec { status, ..Spec::plain(number) }.unstored(tx);
                order.reported_at = old.then_some(tx.now);
                put_order(tx, &order, b"{}")?;
            }
            Ok(())
        })
        .unwrap();
    }
    rig.close()
}

/// How many orders are few. `tests/run long` looks at more: without optimising, a minute goes by until 100,000 are stored.
static FEW_ORDERS: LazyLock<u64> = LazyLock::new(|| if is_long() { 1_000 } else { 250 });

/// A disk with few orders, and one with a hundred times as many; all tests here look at the same.
static FEW: LazyLock<Disk> = LazyLock::new(|| disk_with(*FEW_ORDERS));
static MANY: LazyLock<Disk> = LazyLock::new(|| disk_with(100 * *FEW_ORDERS));

/// How often each question reads the disk, with a cache that holds nothing.
fn reads(disk: &Disk) -> Vec<(&'static str, u64)> {
    let rig = Rig::with_cache(&disk.copy(), 0).unwrap();
    let newest = Walk { limit: 50, dir: Dir::Next, from: None };
    let oldest = Walk { limit: 50, dir: Dir::Prev, from: None };
    let one_shop = OrderFilter { picked: Picked::orders(Some(shop(1)), None, &[]), ..OrderFilter::default() };
    let waiting = OrderFilter { picked: Picked::orders(None, None, &[Status::New]), ..OrderFilter::default() };
    let recent = OrderFilter { to: Some(END), ..one_shop.clone() };
    let changed = OrderFilter { updated_since: Some(Time(0)), ..one_shop.clone() };
    type Question<'a> = (&'static str, Box<dyn Fn(&Store) + 'a>);
    let questions: Vec<Question> = vec![
        (
            "newest page",
            Box::new(|store| {
                drop(store.read().unwrap().list_orders(&OrderFilter::default(), Included::default(), &newest).unwrap())
            }),
        ),
        (
            "oldest page",
            Box::new(|store| {
                drop(store.read().unwrap().list_orders(&OrderFilter::default(), Included::default(), &oldest).unwrap())
            }),
        ),
        (
            "one shop",
            Box::new(|store| drop(store.read().unwrap().list_orders(&one_shop, Included::default(), &newest).unwrap())),
        ),
        (
            "one shop until",
            Box::new(|store| drop(store.read().unwrap().list_orders(&recent, Included::default(), &newest).unwrap())),
        ),
        (
            "one status",
            Box::new(|store| drop(store.read().unwrap().list_orders(&waiting, Included::default(), &newest).unwrap())),
        ),
        (
            "changed",
            Box::new(|store| drop(store.read().unwrap().list_orders(&changed, Included::default(), &newest).unwrap())),
        ),
        (
            "pending",
            Box::new(|store| {
                drop(store.read().unwrap().list_pending(&OrderFilter::default(), Included::default(), &newest).unwrap())
            }),
        ),
        ("grouped", Box::new(|store| drop(totals::grouped(&store.read().unwrap(), None, None).unwrap()))),
        ("to erase", Box::new(|store| drop(store.read().unwrap().orders_to_erase(END, &[], 50).unwrap()))),
        (
            "what changed since",
            Box::new(|store| {
                let reader = store.read().unwrap();
                let since = reader.last_change().unwrap();
                drop(reader.orders_changed(&Picked::default(), since, 64).unwrap());
            }),
        ),
        ("by platform id", Box::new(|store| drop(store.read().unwrap().orders_with_platform_id("p-7").unwrap()))),
    ];
    let cost = |ask: &dyn Fn(&Store)| {
        let before = rig.disk.counts().reads;
        ask(&rig.store);
        rig.disk.counts().reads - before
    };
    questions.iter().map(|(name, ask)| (*name, cost(ask))).collect()
}

#[test]
fn no_question_reads_more_of_the_file_when_there_are_a_hundred_times_as_many_orders() {
    for ((name, few), (_, many)) in reads(&FEW).into_iter().zip(reads(&MANY)) {
        // The trees are two levels deeper at most. Each of the 50 rows of a filtered page is looked up by itself, and so is where
        // the rows of each status begin.
        let most = if few > 50 { few + 2 * (50 + 12) } else { 2 * few };
        assert!(few > 0 && many <= most, "{name}: {few} reads with few orders, {many} with many");
    }
}

/// Kilobytes written for each of `orders` orders that come `at_once` to a commit.
fn written(disk: &Disk, orders: u64, at_once: u64) -> f64 {
    let rig = Rig::on(&disk.copy()).unwrap();
    let before = rig.disk.counts().written;
    for start in (0..orders).step_by(at_once as usize) {
        rig.write(move |tx| {
            for number in start..start + at_once {
                Spec::plain(1_000_000 + number).add(tx)?;
            }
            Ok(())
        })
        .unwrap();
    }
    (rig.disk.counts().written - before) as f64 / orders as f64 / 1_000.0
}

#[test]
fn an_order_writes_a_few_pages_and_not_many_more_when_there_are_a_hundred_times_as_many() {
    // Its platform's id has a place of its own in a tree of all of them: that page is an order's alone when they are many.
    for (at_once, most_of_few, most_of_many) in [(1, 80.0, 112.0), (32, 8.5, 16.5)] {
        let (few, many) = (written(&FEW, 1_280, at_once), written(&MANY, 1_280, at_once));
        assert!(few < most_of_few, "{few} kB for an order beside few, {at_once} at once");
        assert!(many < most_of_many, "{many} kB for an order beside many, {at_once} at once");
    }
}

#[test]
fn a_search_for_a_word_of_an_old_order_reads_a_few_pages_for_each_of_the_few_segments() {
    let rig = Rig::with_cache(&MANY.copy(), 0).unwrap();
    let reads_of = |question: &str| {
        let before = rig.disk.counts().reads;
        assert!(!searched(&rig.store.read().unwrap(), question, 50).is_empty());
        rig.disk.counts().reads - before
    };
    // There are seven small ones at most. The orders that are in none yet take some pages.
    let segments = 100 * *FEW_ORDERS / u64::from(LARGE) + 7;
    for question in ["p-150", "p-9999", "p-19999", "p"] {
        let reads = reads_of(question);
        assert!(reads <= 12 + 3 * segments, "{question}: {reads} reads");
    }
}

#[test]
fn a_code_that_nobody_has_is_looked_for_in_so_many_segments_and_no_more() {
    let rig = Rig::with_cache(&MANY.copy(), 0).unwrap();
    let filter = OrderFilter { code: Some("nobody".to_owned()), ..OrderFilter::default() };
    let before = rig.disk.counts().reads;
    let page = rig.list(&filter, 50, Dir::Next, None);
    let reads = rig.disk.counts().reads - before;
    assert!(page.items.is_empty() && page.next.is_some(), "it says where to go on");
    assert!(reads <= 12 + 4 * SEGMENTS as u64, "{reads} reads");
}
