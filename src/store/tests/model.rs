//! The store against a plain map: whatever is done, every list, page and sum is what the map says.

use super::super::{Included, OrderFilter, Orders, Picked, totals, view::Reader};
use super::{
    dice::Dice,
    rig::{CHANGED, Deed, Rig, Spec, named, put_order, shop},
};
use model::{Day, Dir, Id, Order, Page, Provider, Status, Time, Walk};
use proptest::{prelude::*, test_runner::Config};
use std::collections::{BTreeMap, BTreeSet};
use totals::{Sum, TotalGroup};

const START: i64 = 1_800_000_000_000;

#[derive(Clone, Debug)]
enum Act {
    Add(u64),
    Change(u64),
    Clock(i64),
    Reopen,
}

fn acts() -> impl Strategy<Value = Vec<Act>> {
    let clock = prop_oneof![-90_000i64..90_000, Just(-86_400_000), Just(86_400_000)];
    let act = prop_oneof![
        5 => any::<u64>().prop_map(Act::Add),
        6 => any::<u64>().prop_map(Act::Change),
        3 => clock.prop_map(Act::Clock),
        1 => Just(Act::Reopen),
    ];
    prop::collection::vec(act, 0..70)
}

proptest! {
    #![proptest_config(Config { cases: 12, failure_persistence: None, ..Config::default() })]

    #[test]
    fn every_list_page_and_sum_is_what_the_orders_say(acts in acts(), seed in any::<u64>()) {
        let mut rig = Rig::new();
        let mut map = BTreeMap::new();
        let mut now = Time(START);
        for act in acts {
            match act {
                Act::Clock(millis) => now = Time(now.0 + millis),
                Act::Reopen => rig = rig.reopen(),
                Act::Add(seed) => {
                    let mut dice = Dice::new(seed);
                    // Few numbers, so that shops share some.
                    let spec = Spec { now: Some(now), ..Spec::random(dice.below(8), &mut dice) };
                    let order = rig.add(&spec).unwrap();
                    prop_assert!(map.last_key_value().is_none_or(|(last, _)| *last < order.id));
                    map.insert(order.id, order);
                }
                Act::Change(seed) => {
                    let mut dice = Dice::new(seed);
                    let ids: Vec<Id> = map.keys().copied().collect();
                    if ids.is_empty() { continue }
                    let (id, deed) = (dice.pick(&ids), Deed::random(&mut dice));
                    let after = rig.write(move |tx| deed.run(tx, id, Some(now))).unwrap();
                    let mut expected = deed.done(&map[&id], now);
                    if let (Some(after), Some(expected)) = (&after, &mut expected) {
                        let newest = map.values().map(|order| order.change_id).max();
                        prop_assert!(Some(after.change_id) > newest);
                        expected.change_id = after.change_id;
                    }
                    prop_assert_eq!(&after, &expected);
                    map.extend(after.map(|order| (id, order)));
                }
            }
        }
        rig.assert_sound();
        prop_assert_eq!(&rig.orders(), &map);
        let mut dice = Dice::new(seed);
        let reader = rig.store.read().unwrap();
        lists_agree(&reader, &map, &mut dice);
        lookups_agree(&reader, &map);
        sums_agree(&reader, &map);
    }
}

fn lists_agree(reader: &Reader, map: &BTreeMap<Id, Order>, dice: &mut Dice) {
    let times: Vec<Time> =
        map.values().flat_map(|order| [order.created_at, order.updated_at]).chain([Time(START)]).collect();
    for restaurant in [None, Some(shop(0)), Some(shop(1)), Some(shop(77))] {
        for provider in [None, Some(Provider::Getir), Some(Provider::TrendyolGo)] {
            for statuses in [vec![], vec![dice.pick(&Status::ALL)], vec![Status::New, Status::Preparing, Status::New]] {
                for (has_from, has_to, has_since) in [
                    (false, false, false),
                    (true, false, false),
                    (false, true, false),
                    (true, true, false),
                    (false, false, true),
                    (true, true, true),
                ] {
                    let picked = Picked::orders(restaurant, provider, &statuses);
                    let code = dice.pick(&[None, None, Some("A12"), Some(" 7"), Some("s-9"), Some("A1")]);
                    // Edges fall on a time that occurs, or one beside it.
                    let mut time = |wanted: bool| wanted.then(|| Time(dice.pick(&times).0 + dice.below(3) as i64 - 1));
                    let (from, to, updated_since) = (time(has_from), time(has_to), time(has_since));
                    let filter = OrderFilter { picked, from, to, updated_since, code: code.map(str::to_owned) };
                    let limit = 1 + dice.below(9) as usize;
                    let picks = |order: &Order| {
                        restaurant.is_none_or(|it| order.restaurant_id == it)
                            && provider.is_none_or(|it| order.provider == it)
                            && (statuses.is_empty() || statuses.contains(&order.status))
                            && match code {
                                None => true,
                                Some("A12") => order.code.as_deref().is_some_and(|code| code.starts_with(['A', 'a'])),
                                Some("s-9") => order.code.as_deref() == Some("Ş-9"),
                                Some(code) => order.code.as_deref() == Some(code.trim()),
                            }
                    };
                    let all = listed(map, &filter, picks);
                    walk_gives(&all, limit, |walk| {
                        named(reader.list_orders(&filter, Included::default(), walk).unwrap())
                    });
                    if !has_since {
                        let pending = listed(map, &filter, |order| picks(order) && order.awaits_report());
                        walk_gives(&pending, limit, |walk| {
                            named(reader.list_pending(&filter, Included::default(), walk).unwrap())
                        });
                    }
                }
            }
        }
    }
}

/// What a list must show, newest first.
fn listed(map: &BTreeMap<Id, Order>, filter: &OrderFilter, belongs: impl Fn(&Order) -> bool) -> Vec<Id> {
    let mut orders: Vec<&Order> = map
        .values()
        .filter(|order| belongs(order))
        .filter(|order| filter.from.is_none_or(|it| order.created_at >= it))
        .filter(|order| filter.to.is_none_or(|it| order.created_at < it))
        .filter(|order| filter.updated_since.is_none_or(|it| order.updated_at >= it))
        .collect();
    orders.sort_by_key(|order| if filter.updated_since.is_some() { order.change_id } else { order.id });
    orders.iter().rev().map(|order| order.id).collect()
}

/// Walks a list from both ends and holds every page against what it must be.
#[track_caller]
pub fn walk_gives(expected: &[Id], limit: usize, list: impl Fn(&Walk) -> Page<Id>) {
    let mut down: Vec<Id> = Vec::new();
    let mut walk = Walk { limit, dir: Dir::Next, from: None };
    loop {
        let page = list(&walk);
        assert_eq!(page.prev.is_none(), page.items.is_empty());
        down.extend(&page.items);
        assert_eq!(page.next.is_none(), down.len() == expected.len());
        walk.from = page.next;
        if walk.from.is_none() {
            break;
        }
    }
    assert_eq!(down, expected);
    let mut up = Vec::new();
    let mut walk = Walk { limit, dir: Dir::Prev, from: None };
    loop {
        let page = list(&walk);
        assert_eq!(page.next.is_none(), up.is_empty() || page.items.is_empty());
        assert_eq!(page.prev.is_none(), page.items.is_empty());
        up.splice(..0, page.items.iter().copied());
        match page.prev {
            Some(prev) => walk.from = Some(prev),
            None => break,
        }
    }
    assert_eq!(up, expected);
}

fn lookups_agree(reader: &Reader, map: &BTreeMap<Id, Order>) {
    for number in 0..9 {
        let platform_id = format!("p-{number}");
        let carriers: Vec<_> = map.values().filter(|order| order.provider_order_id == platform_id).collect();
        let found = reader.orders_with_platform_id(&platform_id).unwrap();
        assert_eq!(found, carriers.iter().map(|o| (o.id, o.provider, o.restaurant_id)).collect::<Vec<_>>());
        for order in carriers {
            let one = reader.order_of(order.restaurant_id, order.provider, &platform_id).unwrap().unwrap();
            assert_eq!((one.restaurant_id, one.provider), (order.restaurant_id, order.provider));
            let first = format!("{{\"number\":{number}}}");
            let texts = reader.order_texts(order.id).unwrap().unwrap();
            let sent = (texts.raw(), texts.first_raw());
            assert_eq!(
                sent,
                if order.changes.is_empty() { (first.as_bytes(), None) } else { (CHANGED, Some(first.as_bytes())) }
            );
        }
    }
    let owed = |order: &&Order| order.accept_owed && order.status.awaits_verification();
    let owed: Vec<Id> = map.values().filter(owed).map(|order| order.id).collect();
    assert_eq!(reader.orders_to_accept(1_000).unwrap(), owed);
    assert!(reader.orders_to_accept(2).unwrap().iter().eq(owed.iter().take(2)));
    let mut scheduled: Vec<(Time, Id)> = map
        .values()
        .filter(|order| order.status == Status::ScheduledVerified)
        .filter_map(|order| Some((order.starts_at?, order.id)))
        .collect();
    scheduled.sort();
    for (at, _) in scheduled.iter().chain(&[(Time(0), shop(0)), (Time(i64::MAX), shop(0))]) {
        for most in [1, 3, 100] {
            let due: Vec<Id> =
                scheduled.iter().filter(|(other, _)| other <= at).take(most).map(|(_, id)| *id).collect();
            let next = scheduled.get(due.len()).map(|(at, _)| *at);
            assert_eq!(reader.scheduled_due(*at, most).unwrap(), (due, next));
        }
    }
}

fn sums_agree(reader: &Reader, map: &BTreeMap<Id, Order>) {
    let day = |n| Day(20_000 + n);
    let ranges = [
        None,
        Some((day(0), day(3))),
        Some((day(1), day(1))),
        Some((day(1), day(2))),
        Some((day(2), day(1))),
        Some((day(9), day(9))),
    ];
    for restaurant in [None, Some(shop(0)), Some(shop(1)), Some(shop(2)), Some(shop(77))] {
        for days in ranges {
            let (mut groups, mut branded) = (BTreeMap::<TotalGroup, Sum>::new(), BTreeMap::<TotalGroup, Sum>::new());
            for order in map.values().filter(|order| order.counts()) {
                let in_days = days.is_none_or(|(first, last)| (first..=last).contains(&order.day));
                if in_days && restaurant.is_none_or(|it| order.restaurant_id == it) {
                    let payment = &order.content.payment;
                    let name = payment.name.clone().filter(|name| !name.is_empty());
                    let (currency, total) = (order.content.amount.currency, order.content.amount.total);
                    let group = TotalGroup { currency, kind: payment.kind, brand: None, name };
                    groups.entry(group.clone()).or_default().add(Sum { count: 1, total });
                    let group = TotalGroup { brand: payment.brand.clone(), ..group };
                    branded.entry(group).or_default().add(Sum { count: 1, total });
                }
            }
            if let Some(days) = days {
                let mut found: BTreeMap<TotalGroup, Sum> = BTreeMap::new();
                totals::each(reader, restaurant, days, |row| found.entry(row.group).or_default().add(row.sum)).unwrap();
                assert_eq!(found, branded, "{restaurant:?} {days:?}");
            }
            assert_eq!(totals::grouped(reader, restaurant, days).unwrap(), groups, "{restaurant:?} {days:?}");
        }
    }
}

#[test]
fn ids_rise_over_a_restart_with_a_clock_that_jumped_back() {
    let mut rig = Rig::new();
    let mut seen = BTreeSet::new();
    for (number, now) in
        [START, START, START - 3_600_000, START - 3_600_000, START + 5, 1, START].into_iter().enumerate()
    {
        let order = rig.add(&Spec { now: Some(Time(now)), ..Spec::plain(number as u64) }).unwrap();
        assert!(seen.last().is_none_or(|last| *last < order.id));
        assert_eq!(order.created_at, Time(now));
        seen.insert(order.id);
        rig = rig.reopen();
    }
}

#[test]
fn the_platforms_own_json_comes_back_untouched_whatever_its_length() {
    let rig = Rig::new();
    for length in [0, 1, 11, 12, 13, 300, 70_000, 1_000_000] {
        for raw in [vec![b'a'; length], (0..length).map(|at| ((at * 7919) >> 3) as u8).collect()] {
            let sent = raw.clone();
            let id = rig.write(move |tx| {
                let order = Spec::plain(1).unstored(tx);
                put_order(tx, &order, &sent).map(|()| order.id)
            });
            assert!(rig.store.read().unwrap().raw(id.unwrap()).unwrap() == Some(raw), "{length} bytes");
        }
    }
    rig.assert_sound();
}
