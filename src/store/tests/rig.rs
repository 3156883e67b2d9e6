//! A store on a test disk, and orders to put into it.

use super::super::{
    Closing, Included, MayUpgrade, OpenError, OpenProgress, OrderFilter, Orders, PreparedOrder, Reader, Sealer, Search,
    Store, Tx, check, orders, tables::Table, view::RawView,
};
use super::{
    dice::Dice,
    disk::{Disk, DiskMedium, PATIENCE},
};
use model::{
    Currency, Day, Dir, Failure, Id, Money, Order, Page, Provider, Status, Time, Walk,
    order::{Amount, Channel, Content, Customer, DeliveryType, HistoryEntry, Payment, PaymentType},
};
use std::{
    collections::BTreeMap,
    future::Future,
    sync::Arc,
    time::{Duration, Instant},
};

pub const CACHE: usize = 4 * 1024 * 1024;

pub struct Rig {
    pub disk: Disk,
    pub store: Store,
    closing: Closing,
}

impl Rig {
    pub fn new() -> Rig {
        Rig::on(&Disk::default()).unwrap()
    }

    pub fn on(disk: &Disk) -> Result<Rig, OpenError> {
        Rig::with_cache(disk, CACHE)
    }

    pub fn with_cache(disk: &Disk, cache: usize) -> Result<Rig, OpenError> {
        Rig::sealed(disk, cache, Sealer::for_tests([7; 32]), &quiet())
    }

    pub fn sealed(disk: &Disk, cache: usize, sealer: Sealer, progress: &OpenProgress) -> Result<Rig, OpenError> {
        let medium = DiskMedium { disk: disk.clone(), cache };
        let (store, closing) = Store::start(Box::new(medium), sealer, progress, MayUpgrade::Yes)?;
        Ok(Rig { disk: disk.clone(), store, closing })
    }

    pub fn write<T, F>(&self, job: F) -> Result<T, Failure>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send + 'static,
        T: Send + 'static,
    {
        wait(self.store.write(job))
    }

    pub fn add(&self, spec: &Spec) -> Result<Order, Failure> {
        let spec = spec.clone();
        self.write(move |tx| spec.add(tx))
    }

    /// Stops the writer and waits until the disk is closed.
    pub fn close(self) -> Disk {
        let Rig { disk, store, closing } = self;
        drop(store);
        closing.wait();
        disk
    }

    /// Waits for a writer that ends by itself.
    pub fn outlive_writer(self) -> Store {
        self.closing.wait();
        self.store
    }

    pub fn reopen(self) -> Rig {
        Rig::on(&self.close()).unwrap()
    }

    pub fn check(&self) -> check::Findings {
        check::check(&self.store.read().unwrap(), self.store.sealer(), &mut |_| Ok(())).unwrap()
    }

    #[track_caller]
    pub fn assert_sound(&self) {
        let report = self.check();
        assert!(report.is_sound(), "{report}");
    }

    pub fn orders(&self) -> BTreeMap<Id, Order> {
        let reader = self.store.read().unwrap();
        let rows = reader.rows_with(Table::Orders, &[]).unwrap().map(Result::unwrap);
        let orders = rows.map(|row| orders::read(row.key(), row.value()).unwrap());
        orders.map(|order| (order.id, order)).collect()
    }

    pub fn list(&self, filter: &OrderFilter, limit: usize, dir: Dir, from: Option<Vec<u8>>) -> Page<Id> {
        named(self.store.read().unwrap().list_orders(filter, Included::default(), &Walk { limit, dir, from }).unwrap())
    }
}

/// What a search finds, the newest first.
pub fn searched(reader: &Reader, question: &str, most: usize) -> Vec<Id> {
    let mut found = Vec::new();
    let take = |id| {
        found.push(id);
        Ok(found.len() < most)
    };
    assert!(reader.search_orders(question, Dir::Next, None, take).unwrap());
    found
}

/// The page with the ids of its list items.
pub fn named(page: Page<Vec<u8>>) -> Page<Id> {
    let id =
        |line: &Vec<u8>| serde_json::from_slice::<serde_json::Value>(line).unwrap()["id"].as_str().and_then(Id::parse);
    Page { items: page.items.iter().map(|line| id(line).unwrap()).collect(), next: page.next, prev: page.prev }
}

/// `tests/run long` asks for what takes long by nature.
pub fn is_long() -> bool {
    std::env::var_os("LONG").is_some()
}

pub fn quiet() -> OpenProgress {
    Arc::new(|_, _| {})
}

pub fn wait<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(future)
}

/// Returns when it is so; the writer sees to it by itself.
#[track_caller]
pub fn until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < PATIENCE, "it never came to be");
        std::thread::yield_now();
    }
}

pub fn shop(number: u64) -> Id {
    Id::from_parts(1_000, u128::from(number))
}

/// What an order is made of, as far as the store looks at it.
#[derive(Clone, Debug)]
pub struct Spec {
    pub number: u64,
    pub shop: u64,
    pub provider: Provider,
    pub status: Status,
    /// The writer's clock, where a test moves it.
    pub now: Option<Time>,
    pub kind: PaymentType,
    pub payment: Option<String>,
    pub brand: Option<String>,
    pub currency: Currency,
    pub total: Money,
    pub is_test: bool,
    pub accept_owed: bool,
    pub day: Day,
    pub code: Option<&'static str>,
}

impl Spec {
    pub fn plain(number: u64) -> Spec {
        Spec {
            number,
            shop: number % 2,
            provider: Provider::ALL[(number % 3) as usize],
            status: Status::New,
            now: None,
            kind: PaymentType::Cash,
            payment: None,
            brand: None,
            currency: Currency::TRY,
            total: Money(1_000 + number as i64),
            is_test: false,
            accept_owed: false,
            day: Day(20_000),
            code: None,
        }
    }

    pub fn random(number: u64, dice: &mut Dice) -> Spec {
        let names = [None, Some(String::new()), Some("Multinet".to_owned()), Some("Sodexo ş".to_owned())];
        Spec {
            shop: dice.below(3),
            provider: dice.pick(&Provider::ALL[..3]),
            status: dice.pick(&[Status::New, Status::New, Status::Scheduled, Status::Preparing]),
            kind: dice.pick(&[PaymentType::Cash, PaymentType::MealCard]),
            payment: dice.pick(&names),
            brand: dice.pick(&[None, Some("pluxee".to_owned()), Some("şölen".to_owned())]),
            currency: dice.pick(&[Currency::TRY, Currency::TRY, Currency(*b"EUR")]),
            total: Money(dice.below(100_000) as i64),
            is_test: dice.one_in(6),
            accept_owed: dice.one_in(3),
            day: Day(20_000 + dice.below(4) as i32),
            code: dice.pick(&[None, Some("A12"), Some("a12 "), Some("7"), Some("Ş-9")]),
            ..Spec::plain(number)
        }
    }

    /// The order with its id, not stored yet.
    pub fn unstored(&self, tx: &mut Tx<'_>) -> Order {
        tx.now = self.now.unwrap_or(tx.now);
        self.order(tx.next_id(), tx.now)
    }

    pub fn add(&self, tx: &mut Tx<'_>) -> Result<Order, Failure> {
        let order = self.unstored(tx);
        put_order(tx, &order, format!("{{\"number\":{}}}", self.number).as_bytes())?;
        stored(tx, order.id)
    }

    fn order(&self, id: Id, now: Time) -> Order {
        let zero = Money(0);
        Order {
            id,
            provider_order_id: format!("p-{}", self.number),
            restaurant_id: shop(self.shop),
            provider: self.provider,
            code: self.code.map(str::to_owned),
            status: self.status,
            created_at: now,
            updated_at: now,
            day: self.day,
            content: Content {
                customer: Customer::default(),
                items: Vec::new(),
                amount: Amount {
                    subtotal: self.total,
                    discount: zero,
                    delivery_fee: zero,
                    fees: zero,
                    tip: zero,
                    total: self.total,
                    currency: self.currency,
                },
                payment: Payment {
                    kind: self.kind,
                    name: self.payment.clone(),
                    is_paid: false,
                    brand: self.brand.clone(),
                    channel: Channel::Door,
                    required_change: None,
                },
                note: None,
                flags: Vec::new(),
                delivery_type: DeliveryType::Pickup,
                is_scheduled: self.status == Status::Scheduled,
                scheduled_at: None,
                placed_at: None,
                accept_by: None,
                promised_at: None,
                pickup_code: None,
                is_test: self.is_test,
                problems: Vec::new(),
            },
            starts_at: (self.status == Status::Scheduled).then(|| now.plus(Duration::from_mins(30))),
            accept_owed: self.accept_owed,
            // The store gives it one.
            change_id: Id::NIL,
            reported_at: None,
            is_delivery_confirmed: false,
            cancellation: None,
            history: vec![HistoryEntry { status: self.status, at: now, by: "platform".into() }],
            platform_sync: Vec::new(),
            possible_duplicate_of: None,
            payment_read_as: None,
            is_name_lumped: false,
            preparation_minutes: None,
            placed_here_at: None,
            erased_at: None,
            courier: None,
            last_sequence: 0,
            changes: Vec::new(),
            ready_at: None,
            is_ready_told: false,
            brought_back_at: None,
        }
    }
}

/// Stores an order as it came with this JSON.
pub fn put_order(tx: &mut Tx<'_>, order: &Order, raw: &[u8]) -> Result<(), Failure> {
    let prepared = PreparedOrder::of(&order.provider_order_id, order.code.as_deref(), &order.content, raw)?;
    tx.add_order(&mut order.clone(), &prepared)
}

pub fn stored(tx: &Tx<'_>, id: Id) -> Result<Order, Failure> {
    tx.order(id)?.ok_or_else(|| Failure::fault("it was not stored"))
}

/// What a platform sends that has changed an order.
pub const CHANGED: &[u8] = b"{\"changed\":true}";

/// What a test does to a stored order.
#[derive(Clone, Copy, Debug)]
pub enum Deed {
    Advance,
    Cancel(Status),
    Report,
    /// Its platform says that it comes to a little more now.
    Change,
}

impl Deed {
    pub fn random(dice: &mut Dice) -> Deed {
        let cancelled = [Status::CancelledByCustomer, Status::CancelledByRestaurant];
        match dice.below(6) {
            0 => Deed::Cancel(dice.pick(&cancelled)),
            1 => Deed::Report,
            2 => Deed::Change,
            _ => Deed::Advance,
        }
    }

    /// The order as it is afterwards; `None` where the deed changes nothing.
    pub fn done(self, order: &Order, now: Time) -> Option<Order> {
        let mut after = order.clone();
        match self {
            Deed::Advance => after.move_to(order.status.next()?, "system", now),
            Deed::Cancel(status) => after.move_to((!order.status.is_cancelled()).then_some(status)?, "customer", now),
            Deed::Report => {
                after.reported_at = order.reported_at.is_none().then_some(Some(now))?;
                after.updated_at = now;
            }
            Deed::Change => {
                let mut fresh = order.content.clone();
                fresh.amount.total = fresh.amount.total.plus(Money(7));
                (!order.status.is_cancelled()).then(|| after.change_basket(&fresh, None, now))?;
            }
        }
        Some(after)
    }

    /// As the store has it afterwards.
    pub fn run(self, tx: &mut Tx<'_>, id: Id, now: Option<Time>) -> Result<Option<Order>, Failure> {
        tx.now = now.unwrap_or(tx.now);
        let Some(before) = tx.order(id)? else { return Ok(None) };
        let Some(after) = self.done(&before, tx.now) else { return Ok(None) };
        match self {
            Deed::Change => tx.change_basket(&before, &after, CHANGED)?,
            _ => tx.change_order(&before, &after)?,
        }
        stored(tx, id).map(Some)
    }
}
