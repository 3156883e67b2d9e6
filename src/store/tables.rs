//! The file format on one page: every table, what its keys and values are, and the format number.
//!
//! Keys are bytes that sort the way lists are walked; values are JSON unless said otherwise. An index entry is
//! derived from its record by one function (`orders::index_entries` for orders), which `check` uses as well.
//! `layout` makes and reads the keys.

use redb::TableDefinition;

pub type Bytes = &'static [u8];

/// Raised whenever an older program could misread the file. Newer ones are refused, older ones brought up step by step:
/// `format` does both.
pub const FORMAT: u32 = 2;

macro_rules! tables {
    ($($(#[doc = $doc:literal])+ $name:ident = $text:literal,)+) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Table { $($(#[doc = $doc])+ $name,)+ }

        impl Table {
            pub const ALL: &'static [Table] = &[$(Table::$name),+];
            pub const COUNT: usize = Table::ALL.len();

            pub const fn name(self) -> &'static str {
                match self { $(Table::$name => $text),+ }
            }
        }
    };
}

tables! {
    /// word → bytes: `format` (u32), `clock` (last id, drift in ms), `seal` (a known text, sealed), `settings`.
    Meta = "meta",

    /// id → `Order`.
    Orders = "orders",
    /// id → 1 byte version, created time, updated time, the list item as JSON text: a page is a concatenation of these.
    OrderSummaries = "order_lines",
    /// id → the platform's own JSON, lz4 with its length before it.
    OrderRaws = "order_raws",
    /// SHA-256/128 of the platform's order id, id → provider, restaurant.
    OrdersByPlatformId = "orders_by_platform_id",
    /// restaurant, provider, status, id → nothing. Every filtered list of orders.
    OrdersBySlot = "orders_by_slot",
    /// restaurant, provider, status, id made at the last change → order id.
    OrdersByChange = "orders_by_change",
    /// As `OrdersBySlot`, but only what waits for accounting.
    PendingBySlot = "pending_by_slot",
    /// folded word, zero, inverted id → nothing: what orders are searched by, the newest first.
    OrdersByWord = "orders_by_word",
    /// created time, id → nothing: orders that are over and still hold their customer's data.
    OrdersToErase = "orders_to_erase",
    /// due time, id → nothing: verified scheduled orders that move by themselves.
    ScheduledByDue = "scheduled_by_due",
    /// due time, id → nothing: orders whose platform is to be told a step then.
    StepsByDue = "steps_by_due",
    /// id → nothing: orders that are to be accepted automatically.
    AcceptOwed = "accept_owed",
    /// SHA-256/128 of a payment's folded text, id → nothing: orders whose payment the owner may assign, or has.
    OrdersByPayment = "orders_by_payment",
    /// restaurant (zero: all), day (minimum: all), provider, currency, payment type, brand, zero byte, payment name →
    /// count, minor units.
    Totals = "totals",

    /// order id → `Intent`.
    Intents = "intents",
    /// id → `Event`: what happened, in order; the outbox that delivery reads.
    Events = "events",

    /// id → `Webhook`.
    Webhooks = "webhooks",
    /// id → `Delivery`. Those of an event are made with it, so their ids lie between its own and the next event's.
    Deliveries = "deliveries",
    /// lane, kind, state, id → nothing. Every filtered list of deliveries.
    DeliveriesBySlot = "deliveries_by_slot",
    /// order, id → nothing.
    DeliveriesByOrder = "deliveries_by_order",
    /// lane, chain, id → nothing: what is pending, in the order in which each chain goes out.
    DeliveryQueue = "delivery_queue",
    /// lane, due time, id → nothing: of each chain what may go next.
    DeliveriesDue = "deliveries_due",
    /// lane, state → how many.
    DeliveryCounts = "delivery_counts",

    /// id → `Business`.
    Businesses = "businesses",
    /// id → `Restaurant`.
    Restaurants = "restaurants",
    /// restaurant, provider → `Integration`.
    Integrations = "integrations",
    /// SHA-256 of the intake token → restaurant, provider.
    IntegrationsByToken = "integrations_by_token",
    /// restaurant, provider → `Pulse`: how far its platform has been read, and how that went.
    Pulses = "pulses",
    /// restaurant, provider → `Menu`.
    Menus = "menus",

    /// id → `Key`.
    Keys = "keys",
    /// id → `User`.
    Users = "users",
    /// SHA-256 of the browser's token → `Session`.
    Sessions = "sessions",
    /// key id, SHA-256 of the Idempotency-Key → `Receipt`.
    Receipts = "receipts",
    /// time, then the key in `Receipts` → nothing.
    ReceiptsByTime = "receipts_by_time",
}

impl Table {
    pub(super) const fn definition(self) -> TableDefinition<'static, Bytes, Bytes> {
        TableDefinition::new(self.name())
    }
}
