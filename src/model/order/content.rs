//! `Content`: what the customer ordered, everything that an adapter reads out of a platform's JSON.

use super::super::{currency::Currency, money::Money, payment::Payment, time::Time};
use serde::{Deserialize, Serialize};

/// The problem of an order that its platform has not known for long; it goes when the order is seen there again.
pub const UNKNOWN_THERE: &str = "platform";
/// The problem of an order that came again with other content, without a word that it was changed, or with a word and
/// without that content.
pub const CHANGED_THERE: &str = "content";
/// The problem of an order whose platform said that it took a step, and goes on showing the state before it; it goes when the
/// platform shows the step.
pub const NOT_TAKEN_THERE: &str = "not_taken_there";
/// The problem of an order that counts as it was pushed, because its platform could not be asked for it; it goes when the
/// platform speaks of the order.
pub const NOT_READ_THERE: &str = "not_read_there";
/// The problem of an order whose sums do not add up. It is said and stops nothing.
pub const AMOUNTS: &str = "amounts";

/// The problem of an order that is too large to be read in full.
pub const SIZE: &str = "size";
/// The problem of an order whose status no table knows.
pub const STRANGE_STATUS: &str = "status";
/// The problem of an order that names a shop which no restaurant here has.
pub const STRAY: &str = "restaurant";
/// The problem of an order whose JSON is damaged.
pub const DAMAGED: &str = "json";

/// All that have a name of their own; any other is the path of a field that was missing or could not be understood.
pub const PROBLEMS: [&str; 9] =
    [DAMAGED, STRAY, STRANGE_STATUS, UNKNOWN_THERE, NOT_TAKEN_THERE, NOT_READ_THERE, CHANGED_THERE, AMOUNTS, SIZE];

/// Items and options of one order: far above any bill of a restaurant, and few enough that no number of such orders is
/// trouble for a board or a till.
pub const MOST_ITEMS: usize = 300;
pub const MOST_OPTIONS: usize = 2_000;

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
    /// What the customer wants where there is none of it left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub if_unavailable: Option<IfUnavailable>,
    pub options: Vec<ItemOption>,
    /// When the kitchen struck it off here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done_at: Option<Time>,
}

words! {
    /// From what a restaurant may do by itself to what it may not: the last counts most.
    #[derive(PartialOrd, Ord)]
    pub enum IfUnavailable: word {
        Remove "remove",
        ReduceQuantity "reduce_quantity",
        CallCustomer "call_customer",
        CancelOrder "cancel_order",
    }
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

words! {
    #[derive(Hash)]
    pub enum OptionKind: word {
        Add "add",
        Remove "remove",
    }
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

words! {
    #[derive(PartialOrd, Ord)]
    pub enum Flag: word {
        NoCutlery "no_cutlery",
        DoNotRing "do_not_ring",
        LeaveAtDoor "leave_at_door",
    }
}

words! {
    pub enum DeliveryType: word {
        PlatformCourier "platform_courier",
        RestaurantCourier "restaurant_courier",
        Pickup "pickup",
    }
}

impl Content {
    /// Takes out who ordered and all free text. Every field is named, here and below: a new one does not compile until
    /// it is handled.
    pub fn erase(&mut self) {
        let Content {
            customer,
            items,
            amount: _,
            payment,
            note,
            flags: _,
            delivery_type: _,
            is_scheduled: _,
            scheduled_at: _,
            placed_at: _,
            accept_by: _,
            promised_at: _,
            pickup_code: _,
            is_test: _,
            problems: _,
        } = self;
        *customer = Customer::default();
        items.iter_mut().for_each(Item::erase);
        // A wording is the platform's own.
        let Payment { kind: _, name: _, is_paid: _, brand: _, channel: _, required_change: _ } = payment;
        *note = None;
    }

    /// The items come to the subtotal, and that with discount, fees and tip to the total, within a kuruş.
    pub fn adds_up(&self) -> bool {
        let Amount { subtotal, discount, delivery_fee, fees, tip, total, .. } = self.amount;
        let of_items = self.items.iter().fold(Money(0), |sum, item| sum.plus(item.total));
        let of_parts = [delivery_fee, fees, tip].into_iter().fold(subtotal.minus(discount), Money::plus);
        let is_near = |one: Money, other: Money| one.minus(other).0.abs() <= 1;
        is_near(of_items, subtotal) && is_near(of_parts, total)
    }

    /// Notes it where the sums do not add up, regardless of the sender. For one that was cut that is unknown.
    pub fn flag_amounts(&mut self) {
        if !self.has_problem(SIZE) && !self.adds_up() {
            self.add_problem(AMOUNTS);
        }
    }

    /// Keeps the first items and options of one that has too many of them, and notes it. All are in `raw`.
    pub fn cut_to_size(&mut self) {
        let mut is_cut = self.items.len() > MOST_ITEMS;
        self.items.truncate(MOST_ITEMS);
        let mut left = MOST_OPTIONS;
        for item in &mut self.items {
            is_cut |= cut_options(&mut item.options, &mut left);
        }
        if is_cut {
            self.add_problem(SIZE);
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

    /// The same, once its platform has shown it.
    pub fn is_understood_if_shown(&self) -> bool {
        self.problems.iter().all(|problem| problem == AMOUNTS || problem == NOT_READ_THERE)
    }

    /// Whether the other says the same of what is made, for whom, and who pays what.
    pub fn says_the_same(&self, other: &Content) -> bool {
        let said = |content: &'_ Content| {
            let Content { customer, items, amount, payment, note, flags, delivery_type, scheduled_at, .. } =
                content.clone();
            let items: Vec<Item> = items.into_iter().map(Item::unmarked).collect();
            (customer, items, amount, (payment, note), (flags, delivery_type, scheduled_at))
        };
        said(self) == said(other)
    }
}

/// Keeps as many as are left, those that lie deeper included; whether some had to go.
fn cut_options(options: &mut Vec<ItemOption>, left: &mut usize) -> bool {
    let mut is_cut = options.len() > *left;
    options.truncate(*left);
    *left -= options.len();
    for option in options {
        is_cut |= cut_options(&mut option.options, left);
    }
    is_cut
}

impl Item {
    /// As it was ordered, without what the kitchen marked.
    pub fn unmarked(self) -> Item {
        Item { done_at: None, ..self }
    }

    /// Whether the other says the same of what is made and what it costs.
    pub fn is_same(&self, other: &Item) -> bool {
        // Every field is named: a new one does not compile until it is decided whether it counts.
        let Item {
            id,
            product_id,
            remote_code,
            name,
            quantity,
            unit_price,
            total,
            note,
            if_unavailable,
            options,
            done_at: _,
        } = self;
        (id, product_id, remote_code, name) == (&other.id, &other.product_id, &other.remote_code, &other.name)
            && (quantity, unit_price, total) == (&other.quantity, &other.unit_price, &other.total)
            && (note, if_unavailable, options) == (&other.note, &other.if_unavailable, &other.options)
    }

    pub(super) fn erase(&mut self) {
        let Item {
            id: _,
            product_id: _,
            remote_code: _,
            name: _,
            quantity: _,
            unit_price: _,
            total: _,
            note,
            if_unavailable: _,
            options,
            done_at: _,
        } = self;
        *note = None;
        options.iter_mut().for_each(ItemOption::erase);
    }
}

impl ItemOption {
    /// Options hold no free text yet.
    fn erase(&mut self) {
        let ItemOption { id: _, group: _, name: _, quantity: _, price: _, kind: _, options } = self;
        options.iter_mut().for_each(ItemOption::erase);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn option(options: Vec<ItemOption>) -> ItemOption {
        let (id, group, name) = (None, None, "Acı".to_owned());
        ItemOption { id, group, name, quantity: 1, price: None, kind: OptionKind::Add, options }
    }

    fn count(options: &[ItemOption]) -> usize {
        options.iter().map(|option| 1 + count(&option.options)).sum()
    }

    #[test]
    fn options_are_counted_at_every_depth() {
        let mut left = 10;
        let mut few: Vec<ItemOption> = (0..3).map(|_| option(vec![option(Vec::new()); 2])).collect();
        assert!(!cut_options(&mut few, &mut left));
        assert_eq!((count(&few), left), (9, 1));
        let mut many = vec![option(vec![option(Vec::new())]), option(Vec::new())];
        assert!(cut_options(&mut many, &mut left));
        assert_eq!((count(&many), left), (1, 0));
        assert!(!cut_options(&mut Vec::new(), &mut left));
    }
}
