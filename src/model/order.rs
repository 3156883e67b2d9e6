//! `Order`: one order as it is stored and as the API shows it, whatever platform it came from.
//!
//! Field names here are the names on the wire. `OrderSummary` is the row of a list; the detail answer is composed by `api`.

pub use super::payment::{Channel, Payment, PaymentType};

use super::{Actor, Day, Id, Money, Provider, Refusal, Status, Time, payment::Assignment};
use serde::{Deserialize, Serialize};

/// The problem of an order that its platform has not known for long; it goes when the order is seen there again.
pub const UNKNOWN_THERE: &str = "platform";
/// The problem of an order whose items or total the platform changed after it came.
pub const CHANGED_THERE: &str = "content";
/// The problem of an order whose sums do not add up. It is said and stops nothing.
pub const AMOUNTS: &str = "amounts";

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub id: Id,
    pub provider_order_id: String,
    pub restaurant_id: Id,
    pub provider: Provider,
    /// The short number that people say aloud.
    pub code: Option<String>,
    pub status: Status,
    pub created_at: Time,
    pub updated_at: Time,
    /// The local day that reports book it on; fixed on arrival, so that a changed time zone moves no takings.
    pub day: Day,
    pub content: Content,
    /// When a scheduled order that was verified goes to the kitchen by itself.
    pub starts_at: Option<Time>,
    /// It arrived where orders are accepted automatically, and that has not been done yet.
    pub accept_owed: bool,
    /// Made at the last change: the order's place in the list by change, which only ever goes up.
    pub change_id: Id,
    pub reported_at: Option<Time>,
    pub cancellation: Option<Cancellation>,
    pub history: Vec<HistoryEntry>,
    /// The platform itself said, or took it from us, that the order was delivered: no cancellation of its own undoes that.
    pub is_delivery_confirmed: bool,
    /// Steps that the platform is still to be told, or was told later than the till asked.
    pub platform_sync: Vec<PlatformStep>,
    pub possible_duplicate_of: Option<Id>,
    /// How its payment was read, where the owner's assignment has taken the place of that.
    #[serde(default)]
    pub payment_read_as: Option<PaymentType>,
    /// When the customer's data was erased.
    #[serde(default)]
    pub erased_at: Option<Time>,
}

/// What the customer ordered: everything that an adapter reads out of a platform's JSON.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Content {
    pub customer: Customer,
    pub items: Vec<Item>,
    pub amount: Amount,
    pub payment: Payment,
    pub note: Option<String>,
    pub flags: Vec<Flag>,
    pub delivery_type: DeliveryType,
    pub is_scheduled: bool,
    pub scheduled_at: Option<Time>,
    pub placed_at: Option<Time>,
    pub accept_by: Option<Time>,
    pub promised_at: Option<Time>,
    /// What the customer or a courier says when collecting it.
    #[serde(default)]
    pub pickup_code: Option<String>,
    pub is_test: bool,
    /// Fields of the platform's JSON that were missing or could not be understood: a person has to look at `raw`.
    pub problems: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Customer {
    pub name: Option<String>,
    pub phone: Option<String>,
    pub phone_code: Option<String>,
    pub address: Address,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Address {
    pub line: Option<String>,
    pub district: Option<String>,
    pub city: Option<String>,
    pub door_number: Option<String>,
    pub floor: Option<String>,
    pub flat: Option<String>,
    pub directions: Option<String>,
    pub lat: Option<f64>,
    pub lon: Option<f64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub id: Option<String>,
    pub product_id: Option<String>,
    pub remote_code: Option<String>,
    pub name: String,
    pub quantity: u32,
    /// Of the dish without its options.
    pub unit_price: Option<Money>,
    /// Of the whole line, with its options.
    pub total: Money,
    pub note: Option<String>,
    pub options: Vec<ItemOption>,
}

/// One option of an item. A left-out ingredient is `Remove`: it must never read as an extra.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ItemOption {
    pub id: Option<String>,
    pub group: Option<String>,
    pub name: String,
    pub quantity: u32,
    pub price: Option<Money>,
    pub kind: OptionKind,
    pub options: Vec<ItemOption>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OptionKind {
    Add,
    Remove,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Amount {
    pub subtotal: Money,
    pub discount: Money,
    pub delivery_fee: Money,
    /// All other fees in one sum: bags, service, a small basket.
    #[serde(default)]
    pub fees: Money,
    pub tip: Money,
    pub total: Money,
    pub currency: Currency,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    NoCutlery,
    DoNotRing,
    LeaveAtDoor,
}

impl Flag {
    pub const WORDS: [(&'static str, Flag); 3] =
        [("no_cutlery", Flag::NoCutlery), ("do_not_ring", Flag::DoNotRing), ("leave_at_door", Flag::LeaveAtDoor)];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryType {
    PlatformCourier,
    RestaurantCourier,
    Pickup,
}

impl DeliveryType {
    pub const WORDS: [(&'static str, DeliveryType); 3] = [
        ("platform_courier", DeliveryType::PlatformCourier),
        ("restaurant_courier", DeliveryType::RestaurantCourier),
        ("pickup", DeliveryType::Pickup),
    ];
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cancellation {
    pub reason: Option<String>,
    pub name: Option<String>,
    pub note: Option<String>,
    /// Who, as in `HistoryEntry::by`.
    pub by: String,
    pub at: Time,
}

/// One line of an order's history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HistoryEntry {
    pub status: Status,
    pub at: Time,
    /// `key:<name>`, `user:<name>`, `platform`, `customer` or `system`.
    pub by: String,
}

/// One call that the platform is told an act with. Those that wait go out one after the other.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PlatformStep {
    pub step: String,
    /// Where the act leads.
    pub to: Status,
    pub state: StepState,
    /// While it waits: when it goes out.
    pub due_at: Option<Time>,
    /// What went wrong last.
    pub error: Option<Refusal>,
    /// When it was asked for; once it is done or failed, when that was.
    pub at: Time,
    /// How often in a row the platform could not be told.
    pub tries: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    Waiting,
    Done,
    Failed,
}

/// Three capital letters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Currency(pub [u8; 3]);

impl Currency {
    pub const TRY: Currency = Currency(*b"TRY");

    pub fn parse(text: &str) -> Option<Currency> {
        let bytes: [u8; 3] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_uppercase).then_some(Currency(bytes))
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or("???")
    }
}

impl Serialize for Currency {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Currency, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(deserializer)?;
        Currency::parse(&text).ok_or_else(|| serde::de::Error::custom("not a currency"))
    }
}

impl Content {
    /// The items come to the subtotal, and that with discount, fees and tip to the total, within a kuruş.
    pub fn adds_up(&self) -> bool {
        let Amount { subtotal, discount, delivery_fee, fees, tip, total, .. } = self.amount;
        let of_items = self.items.iter().fold(Money(0), |sum, item| sum.plus(item.total));
        let of_parts = [delivery_fee, fees, tip].into_iter().fold(subtotal.minus(discount), Money::plus);
        let is_near = |one: Money, other: Money| one.minus(other).0.abs() <= 1;
        is_near(of_items, subtotal) && is_near(of_parts, total)
    }

    /// Notes it where the sums do not add up, whoever sent the order.
    pub fn flag_amounts(&mut self) {
        if !self.adds_up() {
            self.add_problem(AMOUNTS);
        }
    }

    pub fn has_problem(&self, problem: &str) -> bool {
        self.problems.iter().any(|known| known == problem)
    }

    /// Adds a problem, if it is new.
    pub fn add_problem(&mut self, problem: &str) -> bool {
        let is_new = !self.has_problem(problem);
        if is_new {
            self.problems.push(problem.to_owned());
        }
        is_new
    }

    /// Takes a problem away, if it was there.
    pub fn drop_problem(&mut self, problem: &str) -> bool {
        let had = self.has_problem(problem);
        self.problems.retain(|known| known != problem);
        had
    }

    /// It is understood well enough to be accepted without a person.
    pub fn is_understood(&self) -> bool {
        self.problems.iter().all(|problem| problem == AMOUNTS)
    }
}

impl Order {
    /// Counts in takings and waits for accounting; a test order or a cancelled one never does.
    pub fn counts(&self) -> bool {
        !self.content.is_test && !self.status.is_cancelled()
    }

    pub fn awaits_report(&self) -> bool {
        self.counts() && self.reported_at.is_none()
    }

    /// The platform's wording of its payment, where the owner has a say in what it means.
    pub fn payment_text(&self) -> Option<&str> {
        let payment = &self.content.payment;
        let assigned = payment.name.as_deref().filter(|_| self.payment_read_as.is_some());
        assigned.or_else(|| payment.unknown_text())
    }

    /// Reads its payment as the owner's assignment says, or again as it came where there is none any more. What the
    /// table knows, or the platform says, is nobody's to assign.
    pub fn assign_payment(&mut self, all: &[Assignment]) {
        let Some(text) = self.payment_text() else { return };
        let assigned = Assignment::of(all, text).cloned();
        let payment = &mut self.content.payment;
        let came_as = self.payment_read_as.take().unwrap_or(payment.kind);
        match assigned {
            Some(Assignment { kind, brand, .. }) => {
                self.payment_read_as = Some(came_as);
                (payment.kind, payment.brand) = (kind, brand);
            }
            None => (payment.kind, payment.brand) = (came_as, None),
        }
    }

    /// It is over and still holds something of its customer; an open order is never erased. A cancellation that came
    /// after the erasure may have brought a new note.
    pub fn is_erasable(&self) -> bool {
        let has_note = self.cancellation.as_ref().is_some_and(|cancellation| cancellation.note.is_some());
        self.status.is_closed() && (self.erased_at.is_none() || has_note)
    }

    /// Takes out who ordered and everything written in somebody's own words. What was sold, when and how it was paid
    /// stays, for accounting.
    pub fn erase(&mut self, now: Time) {
        self.content.customer = Customer::default();
        self.content.note = None;
        self.content.items.iter_mut().for_each(|item| item.note = None);
        if let Some(cancellation) = &mut self.cancellation {
            cancellation.note = None;
            if is_reason_free(self.provider, &cancellation.by) {
                (cancellation.reason, cancellation.name) = (None, None);
            }
        }
        // What a platform answered may repeat what it was asked about.
        self.platform_sync.iter_mut().for_each(|step| step.error = None);
        self.erased_at = Some(now);
    }

    /// Moves the order and writes the history line; the caller has checked that the move is allowed.
    pub fn move_to(&mut self, status: Status, by: &str, now: Time) {
        self.status = status;
        self.updated_at = now;
        self.history.push(HistoryEntry { status, at: now, by: by.to_owned() });
    }
}

/// A web shop passes on what its customer typed; every other reason comes from a list.
pub fn is_reason_free(provider: Provider, by: &str) -> bool {
    provider == Provider::Open && by == Actor::Customer.to_string()
}

/// One row of an order list.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummary<'a> {
    id: Id,
    provider_order_id: &'a str,
    restaurant_id: Id,
    provider: Provider,
    code: Option<&'a str>,
    status: Status,
    status_name: &'static str,
    total: Money,
    currency: Currency,
    payment_type: PaymentType,
    is_report: bool,
    created_at: Time,
    updated_at: Time,
}

impl<'a> From<&'a Order> for OrderSummary<'a> {
    fn from(order: &'a Order) -> OrderSummary<'a> {
        OrderSummary {
            id: order.id,
            provider_order_id: &order.provider_order_id,
            restaurant_id: order.restaurant_id,
            provider: order.provider,
            code: order.code.as_deref(),
            status: order.status,
            status_name: order.status.name(),
            total: order.content.amount.total,
            currency: order.content.amount.currency,
            payment_type: order.content.payment.kind,
            is_report: order.reported_at.is_some(),
            created_at: order.created_at,
            updated_at: order.updated_at,
        }
    }
}
