//! The file format on one page: every table, what its keys and values are, and the format number.
//!
//! Keys are bytes that sort the way lists are walked; values are JSON unless said otherwise. An index entry is
//! derived from its record by one function (`orders::index_entries` for orders), which `check` uses as well.
//! `layout` makes and reads the keys. What `check` finds is listed in the order of this page.
//!
//! Records have trees of their own. What is derived from them lies in one tree, `Index`, each table behind a first byte of
//! its own: a commit rewrites the way from the root to every leaf that changed, and so there is one root, not twenty.

use redb::TableDefinition;

pub type Bytes = &'static [u8];

/// Raised whenever an older program could misread the file. Newer ones are refused, older ones brought up step by step:
/// `format` does both.
pub const FORMAT: u32 = 6;

/// A tree that is no table, and that no copy has: which generation of the journal belongs to this file (a number); nothing
/// in it after the file was closed.
pub(super) const JOURNAL: &str = "journal";

macro_rules! tables {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal $(in Index at $part:literal)?,)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Table { $($(#[doc = $doc])+ $name,)+ }

        impl Table {
            pub const ALL: &'static [Table] = &[$(Table::$name),+];
            pub const COUNT: usize = Table::ALL.len();

            pub const fn name(self) -> &'static str {
                match self { $(Table::$name => $text),+ }
            }

            /// The first byte of its keys in `Index`, if that is where it lies.
            pub(super) const fn part(self) -> Option<u8> {
                const fn first(parts: &[u8]) -> Option<u8> {
                    if parts.is_empty() { None } else { Some(parts[0]) }
                }
                match self { $(Table::$name => first(&[$($part)?])),+ }
            }
        }
    };
}

tables! {
    /// word → bytes: `format` (u32), `clock` (last id, drift in ms), `counts` (orders that wait for accounting, rows of
    /// `NewWords`, segments so far), `seal` (a known text, sealed), `settings`, `wiped` (`WipeRecord`), `restored`
    /// (`RestoreMark`), `aftermath` (`Aftermath`),
    /// `backups` (`BackupBook`), `dishes` (id of the last change of an order that
    /// dishes were learnt from).
    Meta = "meta",

    /// id → the order, its list item and its platform's JSON in one value (`orders::value`).
    Orders = "orders",
    /// What is derived: the tables below that lie in it.
    Index = "index",
    /// SHA-256/128 of the platform's order id, id → provider, restaurant.
    OrdersByPlatformId = "orders_by_platform_id" in Index at 1,
    /// restaurant, provider, status, id → nothing. Every filtered list of orders.
    OrdersBySlot = "orders_by_slot" in Index at 2,
    /// restaurant, provider, status, id made at the last change → order id.
    OrdersByChange = "orders_by_change" in Index at 3,
    /// As `OrdersBySlot`, but only what waits for accounting.
    PendingBySlot = "pending_by_slot" in Index at 4,
    /// id → nothing: the same for all restaurants, platforms and statuses at once.
    Pending = "pending" in Index at 20,
    /// id → nothing: orders that are to be accepted automatically.
    AcceptOwed = "accept_owed" in Index at 8,
    /// id → folded words, each ended by a zero byte: what the newest orders are searched by.
    NewWords = "new_words" in Index at 11,
    /// id of the newest order in it → number, orders: the segments of `Words`.
    WordSegments = "word_segments" in Index at 12,
    /// segment, folded word, zero byte, id → nothing: what all other orders are searched by, a few thousand in a segment.
    Words = "words",
    /// SHA-256/128 of a payment's folded text, id → nothing: orders whose payment the owner may assign, or has.
    OrdersByPayment = "orders_by_payment" in Index at 9,
    /// created time, id → nothing: orders that are over and still hold their customer's data.
    OrdersToErase = "orders_to_erase" in Index at 5,
    /// due time, id → nothing: verified scheduled orders that move by themselves.
    ScheduledByDue = "scheduled_by_due" in Index at 6,
    /// due time, id → nothing: orders whose platform is to be told a step then.
    StepsByDue = "steps_by_due" in Index at 7,
    /// restaurant (zero: all), day (minimum: all), provider, currency, payment type, brand, zero byte, payment name →
    /// count, minor units.
    Totals = "totals" in Index at 10,

    /// order id → `Intent`.
    Intents = "intents",
    /// id → `Event`: what happened, in order; the outbox that delivery reads.
    Events = "events",

    /// id → `Webhook`.
    Webhooks = "webhooks",
    /// id → `Delivery`. Those of an event are made with it, so their ids lie between its own and the next event's.
    Deliveries = "deliveries",
    /// lane, kind, state, id → nothing. Every filtered list of deliveries.
    DeliveriesBySlot = "deliveries_by_slot" in Index at 13,
    /// order, id → nothing.
    DeliveriesByOrder = "deliveries_by_order" in Index at 14,
    /// lane, chain, id → nothing: what is pending, in the order in which each chain goes out.
    DeliveryQueue = "delivery_queue" in Index at 15,
    /// lane, due time, id → nothing: of each chain what may go next.
    DeliveriesDue = "deliveries_due" in Index at 16,
    /// lane, state → how many.
    DeliveryCounts = "delivery_counts" in Index at 17,

    /// id → `Business`.
    Businesses = "businesses",
    /// id → `Restaurant`.
    Restaurants = "restaurants",
    /// restaurant, provider → `Integration`.
    Integrations = "integrations",
    /// SHA-256 of the intake token → restaurant, provider.
    IntegrationsByToken = "integrations_by_token" in Index at 18,
    /// restaurant, provider → `Pulse`: how far its platform has been read, and how that went.
    Pulses = "pulses",
    /// restaurant, provider → `Menu`.
    Menus = "menus",
    /// restaurant, id → `Dish`. Learnt from orders and menus, and derived from nothing that is still there.
    Dishes = "dishes" in Index at 24,
    /// restaurant, id → `Station`.
    Stations = "stations" in Index at 25,

    /// id → `Key`.
    Keys = "keys",
    /// id → `User`.
    Users = "users",
    /// SHA-256 of the browser's token → `Session`.
    Sessions = "sessions",
    /// key id, SHA-256 of the Idempotency-Key → `Receipt`.
    Receipts = "receipts",
    /// byte of the deed, id → `AuditEntry`, sealed. Derived from nothing, but written beside nearly everything.
    Audit = "audit" in Index at 21,
    /// id → nothing: orders that were brought back to the cooks.
    BroughtBack = "brought_back" in Index at 23,
    /// order id → `HeldAct`. Derived from nothing, but looked at wherever an order is moved.
    HeldActs = "held_acts" in Index at 22,
    /// time, then the key in `Receipts` → nothing.
    ReceiptsByTime = "receipts_by_time" in Index at 19,
}

impl Table {
    /// The trees of the file: every table that does not lie in `Index`.
    pub(super) fn trees() -> impl Iterator<Item = Table> {
        Table::ALL.iter().copied().filter(|table| table.part().is_none())
    }

    /// Where it lies.
    pub(super) const fn tree(self) -> Table {
        if self.part().is_some() { Table::Index } else { self }
    }

    /// Whether what is taken out of it is to leave the file as well: what names people, or a secret.
    pub(super) const fn is_wiped(self) -> bool {
        use Table::*;
        self.is_wiped_when_replaced() || matches!(self, Menus | Keys | Sessions | Deliveries | Events | Audit)
    }

    /// Whether also what is replaced in it is: people change those, and programs do not.
    pub(super) const fn is_wiped_when_replaced(self) -> bool {
        use Table::*;
        matches!(self, Businesses | Restaurants | Integrations | Users | Webhooks)
    }

    pub(super) const fn definition(self) -> TableDefinition<'static, Bytes, Bytes> {
        TableDefinition::new(self.tree().name())
    }
}
