//! `check`: walks every record and every index and says what it found.
//!
//! It recomputes what each record's index entries and totals must be and holds that against the file, both ways.

use super::orders::{self, Orders, StoredOrder, index_entries};
use super::{
    RawView, Reader, Sealer, Table, audit, counts::StoreCounts, decode, deliveries, hex, layout, totals::Recount, words,
};
use model::{
    Business, Delivery, Dish, Event, Failure, HeldAct, Id, Integration, Intent, Key, Menu, Receipt, Restaurant,
    Session, Station, User, Webhook, Whose, integration::Pulse,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{borrow::Cow, fmt};

/// Problems that are listed one by one; beyond these they are only counted.
const LISTED: usize = 20;
/// Rows between two words about how far the walk is.
const SHARE_EVERY: u64 = 1_024;

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Findings {
    /// Rows by table, in the order of the file format.
    pub rows: Vec<(Cow<'static, str>, u64)>,
    pub problems: Vec<String>,
    pub problem_count: u64,
}

impl Findings {
    pub fn is_sound(&self) -> bool {
        self.problem_count == 0
    }

    fn problem(&mut self, what: String) {
        self.problem_count += 1;
        if self.problems.len() < LISTED {
            self.problems.push(what);
        }
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (table, rows) in &self.rows {
            writeln!(f, "  {table:<24} {rows:>10}")?;
        }
        for problem in &self.problems {
            writeln!(f, "  PROBLEM: {problem}")?;
        }
        let unlisted = self.problem_count - self.problems.len() as u64;
        if unlisted > 0 {
            writeln!(f, "  … and {unlisted} more problems")?;
        }
        if self.is_sound() {
            write!(f, "The store is sound.")
        } else {
            write!(f, "The store is NOT sound: {} problem(s).", self.problem_count)
        }
    }
}

/// Hears how far the walk is, from 0 to 1, and may end it.
pub type OnShare<'a> = &'a mut dyn FnMut(f64) -> Result<(), Failure>;

pub fn check(reader: &Reader, sealer: &Sealer, on_share: OnShare<'_>) -> Result<Findings, Failure> {
    let (findings, expected) = (Findings::default(), BTreeMap::new());
    let mut checker = Checker { reader, findings, expected, on_share, seen: 0, all: 0 };
    // redb panics where a page makes no sense to it, and a damaged page is what this is here to find.
    match catch_unwind(AssertUnwindSafe(|| checker.everything(sealer))) {
        Ok(walked) => walked?,
        Err(_) => {
            checker.findings.problem("a page of the file is damaged; what comes after it was not looked at".into())
        }
    }
    Ok(checker.findings)
}

struct Checker<'a> {
    reader: &'a Reader,
    findings: Findings,
    /// How many entries each index must have.
    expected: BTreeMap<&'static str, u64>,
    on_share: OnShare<'a>,
    /// Rows so far, and in all.
    seen: u64,
    all: u64,
}

impl Checker<'_> {
    fn everything(&mut self, sealer: &Sealer) -> Result<(), Failure> {
        self.all = Table::trees().map(|tree| self.reader.count(tree)).sum::<Result<u64, Failure>>()?;
        self.orders()?;
        self.each::<Intent>(Table::Intents, |checker, key, intent| {
            let has_order = intent.order_id.bytes() == key && checker.reader.contains(Table::Orders, key)?;
            checker.claim(has_order, || format!("intent {} belongs to no order", hex(key)))
        })?;
        self.held_acts()?;
        let mut sequences: BTreeMap<Id, u32> = BTreeMap::new();
        self.each::<Event>(Table::Events, |checker, key, event| {
            if let (Some(order), Some(place)) = (event.what.order_id(), event.place) {
                let before = sequences.insert(order, place.sequence).unwrap_or(0);
                let comes_after = || format!("event {} does not come after the one before it of its order", event.id);
                checker.claim(before < place.sequence, comes_after)?;
            }
            checker.id_is(Table::Events, event.id, key)
        })?;
        for (order, last) in sequences {
            // An order that counted less would give a number twice.
            let counts_on = self.reader.order(order).ok().flatten().is_none_or(|order| order.last_sequence >= last);
            self.claim(counts_on, || format!("order {order} counts fewer events than there are"))?;
        }
        self.each::<Webhook>(Table::Webhooks, |checker, key, webhook| {
            for secret in &webhook.secrets {
                checker.opens(sealer.unseal("webhook secret", &secret.sealed).is_ok(), "webhook", key)?;
            }
            checker.id_is(Table::Webhooks, webhook.id, key)
        })?;
        self.deliveries()?;
        self.audit(sealer)?;
        self.each::<Business>(Table::Businesses, |checker, key, it| checker.id_is(Table::Businesses, it.id, key))?;
        self.each::<Restaurant>(Table::Restaurants, |checker, key, restaurant| {
            if let Some(sealed) = &restaurant.payment_matching_headers {
                checker.opens(sealer.unseal("headers", sealed).is_ok(), "restaurant", key)?;
            }
            if let Some(business) = restaurant.business_id
                && !checker.reader.contains(Table::Businesses, &business.bytes())?
            {
                checker.findings.problem(format!("restaurant {} is linked to a business that is gone", restaurant.id));
            }
            checker.id_is(Table::Restaurants, restaurant.id, key)
        })?;
        self.each::<Integration>(Table::Integrations, |checker, key, integration| {
            checker.opens(sealer.unseal("token", &integration.token).is_ok(), "integration", key)?;
            for sealed in integration.credentials.values() {
                checker.opens(sealer.unseal("credential", sealed).is_ok(), "integration", key)?;
            }
            let has_restaurant = layout::integration(integration.restaurant_id, integration.provider) == key
                && checker.reader.contains(Table::Restaurants, &integration.restaurant_id.bytes())?;
            checker.claim(has_restaurant, || format!("integration {} belongs to no restaurant", hex(key)))?;
            checker.expect(Table::IntegrationsByToken, &integration.token_hash.0, key)
        })?;
        self.each::<Menu>(Table::Menus, |checker, key, menu| {
            let has_integration = layout::integration(menu.restaurant_id, menu.provider) == key
                && checker.reader.contains(Table::Integrations, key)?;
            checker.claim(has_integration, || format!("menu {} belongs to no integration", hex(key)))
        })?;
        self.each::<Pulse>(Table::Pulses, |checker, key, _| {
            let has_integration = checker.reader.contains(Table::Integrations, key)?;
            checker.claim(has_integration, || format!("pulse {} belongs to no integration", hex(key)))
        })?;
        self.of_restaurants()?;
        let mut primary = 0;
        self.each::<Key>(Table::Keys, |checker, key, it| {
            primary += usize::from(it.is_primary);
            checker.opens(sealer.unseal("key", &it.secret).is_ok(), "key", key)?;
            checker.id_is(Table::Keys, it.id, key)
        })?;
        if primary > 1 {
            self.findings.problem(format!("{primary} keys are primary"));
        }
        self.each::<User>(Table::Users, |checker, key, user| {
            if let Some(factor) = &user.second_factor {
                checker.opens(sealer.unseal("second factor", &factor.secret).is_ok(), "user", key)?;
            }
            checker.id_is(Table::Users, user.id, key)
        })?;
        self.each::<Session>(Table::Sessions, |checker, key, session| {
            let is_known = match session.whose {
                Whose::Screen { .. } => true,
                Whose::Person { user_id } => checker.reader.contains(Table::Users, &user_id.bytes())?,
            };
            checker.claim(session.hash.0 == key && is_known, || format!("session {} belongs to no user", hex(key)))
        })?;
        self.each::<Receipt>(Table::Receipts, |checker, key, receipt| {
            checker.opens(sealer.unseal("receipt", &receipt.outcome).is_ok(), "receipt", key)?;
            checker.expect(Table::ReceiptsByTime, &layout::receipt_at_time(receipt.at, key), &[])
        })?;
        self.count_indexes()
    }

    fn orders(&mut self) -> Result<(), Failure> {
        let (mut recount, mut pending, mut rows) = (Recount::default(), 0, 0);
        let reader = self.reader;
        for row in reader.rows_with(Table::Orders, &[])? {
            let row = row?;
            let (key, value) = (row.key(), row.value());
            rows += 1;
            self.saw_one()?;
            let (order, stored) = match (orders::read(key, value), StoredOrder::read(value)) {
                (Ok(order), Some(stored)) => (order, stored),
                (Err(failure), _) => {
                    self.findings.problem(failure.to_string());
                    continue;
                }
                (Ok(_), None) => continue,
            };
            self.id_is(Table::Orders, order.id, key)?;
            if orders::value(&order, &stored.packed())? != value {
                self.findings.problem(format!("the parts of order {} contradict each other", order.id));
            }
            pending += u64::from(order.awaits_report());
            for (table, key, value) in index_entries(&order).into_iter().chain(words::entries(reader, &order)?) {
                self.expect(table, &key, &value)?;
            }
            recount.add(&order);
        }
        self.findings.rows.push((Table::Orders.name().into(), rows));
        self.counts(pending)?;
        let (rows, wrong) = recount.differences(self.reader)?;
        self.findings.rows.push((Table::Totals.name().into(), rows));
        if wrong > 0 {
            self.findings.problem(format!("{wrong} running totals are wrong"));
        }
        Ok(())
    }

    /// What is counted along is what there is.
    fn counts(&mut self, pending: u64) -> Result<(), Failure> {
        let new_words = self.expected.get(Table::NewWords.name()).copied().unwrap_or(0);
        let found = StoreCounts::of(self.reader)?;
        // Each segment has a number of its own, and the next will have a higher one than all.
        let mut numbers = BTreeSet::new();
        for row in self.reader.rows_with(Table::WordSegments, &[])? {
            let number = layout::read_segment_value(row?.value()).map(|(number, _)| number);
            numbers.extend(number.filter(|number| *number < found.segments));
        }
        self.expected.insert(Table::WordSegments.name(), numbers.len() as u64);
        if (found.pending, found.new_words) != (pending, new_words) {
            self.findings.problem("what is counted along is not what there is".into());
        }
        Ok(())
    }

    fn deliveries(&mut self) -> Result<(), Failure> {
        let mut counts: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
        self.each::<Delivery>(Table::Deliveries, |checker, key, delivery| {
            checker.id_is(Table::Deliveries, delivery.id, key)?;
            for (table, key, value) in deliveries::index_entries(&delivery) {
                checker.expect(table, &key, &value)?;
            }
            let has_event = checker.reader.contains(Table::Events, &delivery.event_id.bytes())?;
            checker.claim(has_event, || format!("delivery {} has lost its event", delivery.id))?;
            *counts.entry(layout::delivery_count(delivery.lane, delivery.state).to_vec()).or_default() += 1;
            Ok(())
        })?;
        for (key, count) in counts {
            self.expect(Table::DeliveryCounts, &key, &count.to_be_bytes())?;
        }
        Ok(())
    }

    fn held_acts(&mut self) -> Result<(), Failure> {
        for row in self.reader.rows_with(Table::HeldActs, &[])? {
            let row = row?;
            *self.expected.entry(Table::HeldActs.name()).or_default() += 1;
            match decode::<HeldAct>(Table::HeldActs, row.key(), row.value()) {
                Ok(held) => {
                    let has_order =
                        held.order_id.bytes() == row.key() && self.reader.contains(Table::Orders, row.key())?;
                    self.claim(has_order, || format!("held act {} belongs to no order", hex(row.key())))?;
                }
                Err(failure) => self.findings.problem(failure.to_string()),
            }
        }
        Ok(())
    }

    /// Each belongs to a restaurant that is there.
    fn of_restaurants(&mut self) -> Result<(), Failure> {
        for row in self.reader.rows_with(Table::Dishes, &[])? {
            let row = row?;
            let dish: Result<Dish, Failure> = decode(Table::Dishes, row.key(), row.value());
            self.is_of_restaurant(Table::Dishes, row.key(), dish.map(|dish| (dish.restaurant_id, dish.id)))?;
        }
        for row in self.reader.rows_with(Table::Stations, &[])? {
            let row = row?;
            let station: Result<Station, Failure> = decode(Table::Stations, row.key(), row.value());
            self.is_of_restaurant(Table::Stations, row.key(), station.map(|one| (one.restaurant_id, one.id)))?;
        }
        Ok(())
    }

    fn is_of_restaurant(&mut self, table: Table, key: &[u8], told: Result<(Id, Id), Failure>) -> Result<(), Failure> {
        *self.expected.entry(table.name()).or_default() += 1;
        let (restaurant, id) = match told {
            Ok(told) => told,
            Err(failure) => {
                self.findings.problem(failure.to_string());
                return Ok(());
            }
        };
        let has_restaurant = layout::of_restaurant(restaurant, id) == key
            && self.reader.contains(Table::Restaurants, &restaurant.bytes())?;
        self.claim(has_restaurant, || format!("record {} in table {} belongs to no restaurant", hex(key), table.name()))
    }

    fn audit(&mut self, sealer: &Sealer) -> Result<(), Failure> {
        for row in self.reader.rows_with(Table::Audit, &[])? {
            let row = row?;
            *self.expected.entry(Table::Audit.name()).or_default() += 1;
            let told = audit::open(sealer, row.value()).map(|entry| layout::audit(entry.deed, entry.id));
            self.opens(told.is_ok_and(|told| told == row.key()), "audit entry", row.key())?;
        }
        Ok(())
    }

    /// Every record of a table; one that cannot be read is a problem, not the end of the walk.
    fn each<T: DeserializeOwned>(
        &mut self,
        table: Table,
        mut see: impl FnMut(&mut Self, &[u8], T) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let mut rows = 0;
        for row in self.reader.rows_with(table, &[])? {
            let row = row?;
            rows += 1;
            self.saw_one()?;
            match decode(table, row.key(), row.value()) {
                Ok(record) => see(self, row.key(), record)?,
                Err(failure) => self.findings.problem(failure.to_string()),
            }
        }
        self.findings.rows.push((table.name().into(), rows));
        Ok(())
    }

    fn saw_one(&mut self) -> Result<(), Failure> {
        self.seen += 1;
        if self.seen.is_multiple_of(SHARE_EVERY) {
            (self.on_share)((self.seen as f64 / self.all as f64).min(1.0))?;
        }
        Ok(())
    }

    fn claim(&mut self, is_so: bool, problem: impl FnOnce() -> String) -> Result<(), Failure> {
        if !is_so {
            self.findings.problem(problem());
        }
        Ok(())
    }

    fn id_is(&mut self, table: Table, id: Id, key: &[u8]) -> Result<(), Failure> {
        self.claim(id.bytes() == key, || format!("record {} in table {} says it is {id}", hex(key), table.name()))
    }

    fn opens(&mut self, opens: bool, what: &str, key: &[u8]) -> Result<(), Failure> {
        self.claim(opens, || format!("a secret of {what} {} does not open", hex(key)))
    }

    fn expect(&mut self, table: Table, key: &[u8], value: &[u8]) -> Result<(), Failure> {
        *self.expected.entry(table.name()).or_default() += 1;
        match self.reader.bytes(table, key)? {
            Some(found) if found == value => {}
            Some(_) => {
                self.findings.problem(format!("entry {} in {} is not what its record says", hex(key), table.name()))
            }
            None => self.findings.problem(format!("entry {} in {} is missing", hex(key), table.name())),
        }
        Ok(())
    }

    /// All that must be there is there; so an index with more rows holds some that belong to nothing.
    fn count_indexes(&mut self) -> Result<(), Failure> {
        // Totals are counted again, row by row.
        let is_index = |table: &Table| *table == Table::Words || (table.part().is_some() && *table != Table::Totals);
        for table in Table::ALL.iter().copied().filter(is_index) {
            let mut rows: u64 = 0;
            for row in self.reader.rows_with(table, &[])? {
                row?;
                rows += 1;
                self.saw_one()?;
            }
            self.findings.rows.push((table.name().into(), rows));
            let expected = self.expected.get(table.name()).copied().unwrap_or(0);
            if rows > expected {
                self.findings.problem(format!("{} entries in {} belong to nothing", rows - expected, table.name()));
            }
        }
        Ok(())
    }
}
