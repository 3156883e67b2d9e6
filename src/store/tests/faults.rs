//! `check` finds each fault that is planted, and finds none where there is none.

use super::super::{Tx, layout, orders, seal::Sealer, totals};
use super::rig::{Deed, Rig, Spec, shop};
use crate::{tables::Table, view::RawView};
use model::{
    Business, BusinessForm, Dish, Failure, Id, Integration, Key, Money, Order, Provider, Receipt, ReceiptSlot,
    Restaurant, RestaurantForm, Scope, Sealed, Sha, Station, Status, Takes, Time, integration::IntegrationSettings,
};

/// A store with a bit of everything, and one of its orders.
fn furnished() -> (Rig, Order) {
    let rig = Rig::new();
    let order = rig.add(&Spec::plain(1)).unwrap();
    rig.add(&Spec { status: Status::ScheduledVerified, ..Spec::plain(2) }).unwrap();
    let third = rig.add(&Spec { is_test: true, ..Spec::plain(3) }).unwrap();
    rig.write(move |tx| Deed::Report.run(tx, third.id, None)).unwrap();
    let sealer = rig.store.sealer().clone();
    rig.write(move |tx| furnish(tx, &sealer)).unwrap();
    rig.assert_sound();
    (rig, order)
}

fn grill(restaurant_id: Id) -> Station {
    Station { id: shop(60), restaurant_id, name: "Ocak".into(), takes: Takes::default() }
}

fn adana(restaurant_id: Id) -> Dish {
    Dish { id: shop(60), restaurant_id, name: "Adana".into(), options: Vec::new(), sightings: Vec::new() }
}

fn furnish(tx: &mut Tx<'_>, sealer: &Sealer) -> Result<(), Failure> {
    let now = tx.now;
    let form = serde_json::from_str::<BusinessForm>(r#"{"name":"B"}"#).map_err(Failure::fault)?;
    tx.put_business(&Business { id: shop(50), form, created_at: now, updated_at: now })?;
    tx.put_restaurant(&Restaurant {
        id: shop(1),
        business_id: Some(shop(50)),
        form: serde_json::from_str::<RestaurantForm>(r#"{"name":"R"}"#).map_err(Failure::fault)?,
        payment_matching_headers: Some(sealer.seal("headers", b"{}")?),
        packages: Vec::new(),
        created_at: now,
        updated_at: now,
    })?;
    tx.put_station(&grill(shop(1)))?;
    tx.put_dish(&adana(shop(1)))?;
    tx.put_integration(
        None,
        &Integration {
            restaurant_id: shop(1),
            provider: Provider::Getir,
            is_active: true,
            on_since: Time(0),
            off_since: None,
            credentials: [("secret".to_owned(), sealer.seal("credential", b"x")?)].into(),
            base_url: None,
            settings: IntegrationSettings::default(),
            token: sealer.seal("token", b"t")?,
            token_hash: Sha::of(b"t"),
            created_at: now,
            updated_at: now,
        },
    )?;
    tx.put_key(&key(sealer.seal("key", b"gsn_x")?, now))?;
    let slot = ReceiptSlot { key_id: shop(60), name: Sha::of(b"n"), request: Sha::of(b"r") };
    tx.put_receipt(&slot, &Receipt { request: slot.request, at: now, outcome: sealer.seal("receipt", b"{}")? })
}

fn key(secret: Sealed, now: Time) -> Key {
    Key {
        id: shop(60),
        name: "till".into(),
        prefix: "gsn_x".into(),
        hash: Sha::of(b"gsn_x"),
        secret,
        is_primary: true,
        scope: Scope::All,
        restaurant_id: None,
        ends_at: None,
        is_over: false,
        created_at: now,
        last_used_at: None,
        last_used_from: None,
        is_unseen: false,
    }
}

/// Plants a fault and returns what `check` says of it.
#[track_caller]
fn found(plant: impl Fn(&mut Tx<'_>, &Order) -> Result<(), Failure> + Send + 'static) -> String {
    let (rig, order) = furnished();
    rig.write(move |tx| plant(tx, &order)).unwrap();
    let report = rig.check();
    assert!(!report.is_sound());
    assert!(report.to_string().contains("NOT sound"));
    report.problems.join("\n")
}

#[test]
fn a_missing_entry_of_each_index_is_found() {
    let indexes =
        [Table::OrdersByPlatformId, Table::OrdersBySlot, Table::OrdersByChange, Table::PendingBySlot, Table::Pending];
    for table in indexes {
        let said = found(move |tx, order| {
            let entries = orders::index_entries(order);
            let (_, key, _) = entries.iter().find(|(of, ..)| *of == table).ok_or_else(|| Failure::fault("no entry"))?;
            tx.delete(table, key)
        });
        assert!(said.contains(table.name()) && said.contains("is missing"), "{said}");
    }
    let said = found(|tx, order| tx.delete(Table::NewWords, &order.id.bytes()));
    assert!(said.contains("new_words is missing"), "{said}");
    let said = found(|tx, _| tx.delete(Table::IntegrationsByToken, &Sha::of(b"t").0));
    assert!(said.contains("integrations_by_token is missing"), "{said}");
}

#[test]
fn an_entry_that_belongs_to_nothing_is_found_in_each_index() {
    let stray = Id::from_parts(5, 5);
    let in_slot = layout::in_slot(&layout::order_slot(shop(1), Provider::Open, Status::New), stray);
    let strays = [
        (Table::OrdersByPlatformId, [[1; 16], stray.bytes()].concat()),
        (Table::OrdersBySlot, in_slot.clone()),
        (Table::OrdersByChange, in_slot.clone()),
        (Table::PendingBySlot, in_slot),
        (Table::Pending, stray.bytes().to_vec()),
        (Table::ScheduledByDue, [[0; 8].as_slice(), &stray.bytes()].concat()),
        (Table::NewWords, stray.bytes().to_vec()),
        (Table::Words, layout::word(0, b"x", stray)),
        (Table::StepsByDue, [[0; 8].as_slice(), &stray.bytes()].concat()),
        (Table::AcceptOwed, stray.bytes().to_vec()),
        (Table::DeliveriesBySlot, vec![3; 34]),
        (Table::DeliveriesByOrder, vec![3; 32]),
        (Table::DeliveryQueue, vec![3; 48]),
        (Table::DeliveriesDue, vec![3; 40]),
        (Table::DeliveryCounts, vec![3; 17]),
        (Table::IntegrationsByToken, vec![3; 32]),
        (Table::ReceiptsByTime, vec![3; 56]),
    ];
    for (table, key) in strays {
        let said = found(move |tx, _| tx.put_bytes(table, &key, b""));
        assert_eq!(said, format!("1 entries in {} belong to nothing", table.name()));
    }
}

#[test]
fn a_line_that_is_not_its_orders_is_found() {
    let said = found(|tx, order| {
        let mut other = order.clone();
        other.content.amount.total = Money(77);
        let packed = orders::Packed::of(&order.content, b"{}")?;
        tx.put_bytes(Table::Orders, &order.id.bytes(), &orders::value(&other, &packed)?)
    });
    assert!(said.contains("contradict each other"), "{said}");
}

#[test]
fn counts_that_are_wrong_are_found() {
    let wrong = layout::counts(7, 1, 0);
    let said = found(move |tx, _| tx.put_bytes(Table::Meta, layout::COUNTS, &wrong));
    assert_eq!(said, "what is counted along is not what there is");
    let said =
        found(|tx, _| tx.put_bytes(Table::WordSegments, &Id::from_parts(1, 1).bytes(), &layout::segment_value(3, 1)));
    assert_eq!(said, "1 entries in word_segments belong to nothing");
}

#[test]
fn a_total_that_is_wrong_missing_or_too_many_is_found() {
    let key = |order: &Order| totals::total_keys(order)[3].clone();
    let wrong = found(move |tx, order| tx.put_bytes(Table::Totals, &key(order), &[1; 16]));
    let missing = found(move |tx, order| tx.delete(Table::Totals, &key(order)));
    let stray = found(|tx, _| tx.put_bytes(Table::Totals, &[1; 25], &[1; 16]));
    let unreadable = found(|tx, _| tx.put_bytes(Table::Totals, &[1; 25], b"x"));
    for said in [wrong, missing, stray, unreadable] {
        assert_eq!(said, "1 running totals are wrong");
    }
}

#[test]
fn a_record_that_cannot_be_read_is_found_and_ends_nothing() {
    let tables = [
        Table::Orders,
        Table::Intents,
        Table::HeldActs,
        Table::Events,
        Table::Webhooks,
        Table::Deliveries,
        Table::Businesses,
        Table::Restaurants,
        Table::Integrations,
        Table::Menus,
        Table::Pulses,
        Table::Dishes,
        Table::Stations,
        Table::Keys,
        Table::Users,
        Table::Sessions,
        Table::Receipts,
    ];
    for table in tables {
        let said = found(move |tx, _| tx.put_bytes(table, &[9; 16], b"{\"half\":"));
        assert!(said.contains(&format!("in table {} cannot be read", table.name())), "{said}");
    }
    let said = found(|tx, order| tx.put_bytes(Table::Orders, &order.id.bytes(), b"\xff"));
    assert!(said.contains("in table orders cannot be read"), "{said}");
    // Half of what is packed, and one that claims to be gigabytes.
    let cut = |value: &mut Vec<u8>| value.truncate(value.len() - 8);
    let huge = |value: &mut Vec<u8>| value.extend([0xff; 64]);
    for damage in [cut, huge] {
        let said = found(move |tx, order| {
            let mut value = tx.bytes(Table::Orders, &order.id.bytes())?.unwrap_or_default();
            damage(&mut value);
            tx.put_bytes(Table::Orders, &order.id.bytes(), &value)
        });
        assert!(said.contains("in table orders cannot be read"), "{said}");
    }
}

#[test]
fn a_record_under_anothers_key_is_found() {
    let said = found(|tx, order| {
        let value = tx.bytes(Table::Orders, &order.id.bytes())?.unwrap_or_default();
        tx.put_bytes(Table::Orders, &shop(9).bytes(), &value)
    });
    assert!(said.contains("says it is"), "{said}");
    let said = found(|tx, _| {
        let key = |provider: Provider| [shop(1).bytes().as_slice(), &[provider.byte()]].concat();
        let record = tx.bytes(Table::Integrations, &key(Provider::Getir))?.unwrap_or_default();
        tx.put_bytes(Table::Integrations, &key(Provider::Open), &record)
    });
    assert!(said.contains("belongs to no restaurant"), "{said}");
    let said = found(|tx, _| tx.put_station(&grill(shop(9))));
    assert!(said.contains("in table stations belongs to no restaurant"), "{said}");
    let said = found(|tx, _| tx.put(Table::Stations, &layout::of_restaurant(shop(1), shop(61)), &grill(shop(1))));
    assert!(said.contains("in table stations belongs to no restaurant"), "under another's key: {said}");
    let said = found(|tx, _| tx.put_dish(&adana(shop(9))));
    assert!(said.contains("in table dishes belongs to no restaurant"), "{said}");
    let said = found(|tx, _| tx.remove_business(shop(50)));
    assert!(said.contains("linked to a business that is gone"), "{said}");
}

#[test]
fn a_sealed_value_that_does_not_open_is_found() {
    let said = found(|tx, _| {
        let stranger = Sealer::for_tests([8; 32]);
        tx.put_key(&key(stranger.seal("key", b"gsn_x")?, tx.now))
    });
    assert!(said.contains("a secret of key"), "{said}");
    let moved = found(|tx, _| {
        // Sealed with the right key, but for another place.
        let own = Sealer::for_tests([7; 32]);
        tx.put_key(&key(own.seal("token", b"gsn_x")?, tx.now))
    });
    assert!(moved.contains("a secret of key"), "{moved}");
}

#[test]
fn two_primary_keys_are_found() {
    let said = found(|tx, _| {
        let own = Sealer::for_tests([7; 32]);
        tx.put_key(&Key { id: shop(61), ..key(own.seal("key", b"gsn_y")?, tx.now) })
    });
    assert_eq!(said, "2 keys are primary");
}

#[test]
fn more_problems_than_are_listed_are_counted() {
    let (rig, _) = furnished();
    rig.write(|tx| (0..30u8).try_for_each(|n| tx.put_bytes(Table::Events, &[n; 16], b"?"))).unwrap();
    let report = rig.check();
    assert_eq!((report.problem_count, report.problems.len()), (30, 20));
    assert!(report.to_string().contains("and 10 more"));
}
