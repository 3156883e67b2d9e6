//! What the kitchen marks on an order while it cooks: dishes that are done, and that all of it is ready. Marks are no status: they
//! move nothing.
//!
//! An order is ready exactly when all its dishes are done, by one press for each or by one for all. So a dish that comes undone,
//! or that a platform adds, takes the readiness back.

use super::record::Order;
use crate::{Status, Time};
use std::time::Duration;

/// Which dish of an order is meant: by its place in what the order holds since a moment. A platform may change what is in it while
/// a finger is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DishPlace {
    pub at: usize,
    /// Of the last change of what is in it; zero where there was none.
    pub since: Time,
}

impl DishPlace {
    pub fn parse(text: &str) -> Option<DishPlace> {
        let (at, since) = text.split_once('.')?;
        Some(DishPlace { at: at.parse().ok()?, since: Time(since.parse().ok()?) })
    }
}

impl std::fmt::Display for DishPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.at, self.since.0)
    }
}

impl Order {
    /// It is in the kitchen, where dishes are struck off.
    pub fn is_cooking(&self) -> bool {
        self.status == Status::Preparing || self.brought_back_at.is_some()
    }

    /// When the kitchen was done with it, and how long that took since it was accepted: until all of it was ready, or until it
    /// left. Nothing while it cooks, and of one that was cancelled.
    pub fn cooked(&self) -> Option<(Time, Duration)> {
        let begun = self.history.iter().position(|step| step.status == Status::Preparing)?;
        let (before, after) = self.history.split_at(begun + 1);
        let left =
            after.iter().find(|step| matches!(step.status, Status::OnTheWay | Status::Delivered)).map(|step| step.at);
        let done = self.ready_at.into_iter().chain(left).min().filter(|_| !self.status.is_cancelled())?;
        Some((done, done.since(before.last()?.at)))
    }

    /// It has left the kitchen, and the cooks may have to look at it again.
    pub fn can_be_brought_back(&self) -> bool {
        matches!(self.status, Status::OnTheWay | Status::Delivered) && self.brought_back_at.is_none()
    }

    /// Brings it back to the cooks, with nothing struck off. Answers whether that is new.
    pub fn bring_back(&mut self, now: Time) -> bool {
        if !self.can_be_brought_back() {
            return false;
        }
        self.content.items.iter_mut().for_each(|item| item.done_at = None);
        (self.ready_at, self.brought_back_at) = (None, Some(now));
        true
    }

    /// It is off the board again. Answers whether that is new.
    pub fn put_away(&mut self) -> bool {
        self.brought_back_at.take().is_some()
    }

    /// Since when what is in it is as it is.
    pub fn basket_since(&self) -> Time {
        self.changes.last().map_or(Time(0), |change| change.at)
    }

    /// The place is one of what is in it now.
    pub fn has_dish(&self, place: DishPlace) -> bool {
        place.since == self.basket_since() && place.at < self.content.items.len()
    }

    /// Strikes a dish off, or back on. Answers whether that is new.
    pub fn mark_dish(&mut self, place: DishPlace, is_done: bool, now: Time) -> bool {
        let has_it = self.has_dish(place);
        let Some(item) = self.content.items.get_mut(place.at).filter(|_| has_it) else { return false };
        if item.done_at.is_some() == is_done {
            return false;
        }
        item.done_at = is_done.then_some(now);
        self.ready_at = if self.is_all_done() { self.ready_at.or(Some(now)) } else { None };
        self.end_if_ready();
        true
    }

    /// All of it is ready, or not: what is taken back is the last press, so that what was struck off before stays so. Answers
    /// whether that is new.
    pub fn mark_ready(&mut self, is_ready: bool, now: Time) -> bool {
        if self.ready_at.is_some() == is_ready {
            return false;
        }
        let before = self.ready_at.take();
        for item in &mut self.content.items {
            match is_ready {
                true => item.done_at = item.done_at.or(Some(now)),
                false => item.done_at = item.done_at.filter(|at| Some(*at) != before),
            }
        }
        self.ready_at = is_ready.then_some(now);
        self.end_if_ready();
        true
    }

    /// A dish came that nobody has made.
    pub(super) fn ready_after_change(&mut self) {
        if !self.content.items.is_empty() && !self.is_all_done() {
            self.ready_at = None;
        }
    }

    /// What was brought back leaves the board once more when it is ready.
    fn end_if_ready(&mut self) {
        if self.ready_at.is_some() {
            self.brought_back_at = None;
        }
    }

    fn is_all_done(&self) -> bool {
        let items = &self.content.items;
        !items.is_empty() && items.iter().all(|item| item.done_at.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::order::{Amount, BasketChange, Channel, Content, Customer, DeliveryType, HistoryEntry, Item};
    use crate::{Currency, Day, Id, Money, Payment, PaymentType, Provider};

    fn item(name: &str) -> Item {
        let (id, product_id, remote_code, unit_price, note) = (None, None, None, None, None);
        let (name, total, if_unavailable, options) = (name.to_owned(), Money(100), None, Vec::new());
        let (quantity, done_at) = (1, None);
        Item { id, product_id, remote_code, name, quantity, unit_price, total, note, if_unavailable, options, done_at }
    }

    fn order(dishes: &[&str]) -> Order {
        let zero = Money(0);
        let amount = Amount {
            subtotal: zero,
            discount: zero,
            delivery_fee: zero,
            fees: zero,
            tip: zero,
            total: zero,
            currency: Currency::TRY,
        };
        let content = Content {
            customer: Customer::default(),
            items: dishes.iter().map(|name| item(name)).collect(),
            amount,
            payment: Payment {
                kind: PaymentType::Cash,
                name: None,
                is_paid: false,
                brand: None,
                channel: Channel::Door,
                required_change: None,
            },
            note: None,
            flags: Vec::new(),
            delivery_type: DeliveryType::Pickup,
            is_scheduled: false,
            scheduled_at: None,
            placed_at: None,
            accept_by: None,
            promised_at: None,
            pickup_code: None,
            is_test: false,
            problems: Vec::new(),
        };
        serde_json::from_value(serde_json::json!({
            "id": Id::NIL, "providerOrderId": "1", "restaurantId": Id::NIL, "provider": Provider::Open, "code": null,
            "status": Status::Preparing, "createdAt": Time(0), "updatedAt": Time(0), "day": Day(0),
            "content": content, "startsAt": null, "changeId": Id::NIL, "reportedAt": null, "cancellation": null,
            "possibleDuplicateOf": null,
        }))
        .unwrap()
    }

    fn place(at: usize) -> DishPlace {
        DishPlace { at, since: Time(0) }
    }

    fn done(order: &Order) -> Vec<Option<i64>> {
        order.content.items.iter().map(|item| item.done_at.map(|at| at.0)).collect()
    }

    #[test]
    fn an_order_is_ready_with_its_last_dish_and_not_any_more_when_one_comes_undone() {
        let mut order = order(&["Adana", "Urfa"]);
        assert!(order.mark_dish(place(1), true, Time(5)) && !order.mark_dish(place(1), true, Time(6)));
        assert_eq!((done(&order), order.ready_at), (vec![None, Some(5)], None));
        assert!(order.mark_dish(place(0), true, Time(7)));
        assert_eq!(order.ready_at, Some(Time(7)));
        assert!(order.mark_dish(place(1), false, Time(8)));
        assert_eq!((done(&order), order.ready_at), (vec![Some(7), None], None));
        assert!(!order.mark_dish(place(2), true, Time(9)), "there is no such dish");
    }

    #[test]
    fn what_was_cooked_took_from_its_acceptance_until_it_was_ready_or_left() {
        let mut order = order(&["Adana"]);
        let step = |status, at| HistoryEntry { status, at: Time(at), by: "platform".into() };
        let took = |order: &Order| order.cooked().map(|(done, took)| (done.0, took.as_millis()));
        order.history = vec![step(Status::New, 100)];
        assert_eq!(took(&order), None, "it was not begun");
        order.history.push(step(Status::Preparing, 1_000));
        assert_eq!(took(&order), None, "it cooks");
        order.history.push(step(Status::OnTheWay, 9_000));
        assert_eq!(took(&order), Some((9_000, 8_000)));
        order.ready_at = Some(Time(4_000));
        assert_eq!(took(&order), Some((4_000, 3_000)));
        order.ready_at = Some(Time(20_000));
        assert_eq!(took(&order), Some((9_000, 8_000)), "it was ready when it left, whoever marks it later");
        order.status = Status::CancelledByCustomer;
        assert_eq!(took(&order), None);
    }

    #[test]
    fn one_press_has_all_of_it_ready_and_taking_it_back_takes_back_that_press() {
        let mut order = order(&["Adana", "Urfa"]);
        order.mark_dish(place(0), true, Time(5));
        assert!(order.mark_ready(true, Time(7)) && !order.mark_ready(true, Time(8)));
        assert_eq!((done(&order), order.ready_at), (vec![Some(5), Some(7)], Some(Time(7))));
        assert!(order.mark_ready(false, Time(9)) && !order.mark_ready(false, Time(9)));
        assert_eq!((done(&order), order.ready_at), (vec![Some(5), None], None));
        // Of one whose dishes could not be read there is nothing else to press.
        let mut empty = self::order(&[]);
        assert!(empty.mark_ready(true, Time(1)) && empty.ready_at == Some(Time(1)));
    }

    #[test]
    fn what_is_brought_back_is_cooked_anew_and_leaves_when_it_is_ready() {
        let mut order = order(&["Adana", "Urfa"]);
        order.mark_ready(true, Time(5));
        assert!(!order.bring_back(Time(6)), "it has not left");
        order.status = Status::Delivered;
        assert!(!order.is_cooking() && order.bring_back(Time(7)) && !order.bring_back(Time(8)));
        assert_eq!((done(&order), order.ready_at, order.is_cooking()), (vec![None, None], None, true));
        assert!(order.mark_dish(place(0), true, Time(9)) && order.brought_back_at == Some(Time(7)));
        assert!(order.mark_dish(place(1), true, Time(10)) && order.brought_back_at.is_none());
        assert!(order.bring_back(Time(11)) && order.put_away() && !order.put_away());
        assert!(order.bring_back(Time(12)) && order.mark_ready(true, Time(13)) && !order.is_cooking());
    }

    #[test]
    fn what_a_platform_changes_keeps_the_marks_of_what_stays_and_a_finger_on_the_way_meets_nothing_else() {
        let mut order = order(&["Adana", "Urfa"]);
        order.mark_ready(true, Time(7));
        let mut fresh = order.content.clone();
        fresh.items = vec![item("Ayran"), item("Urfa")];
        order.change_basket(&fresh, None, Time(9));
        assert_eq!((done(&order), order.ready_at), (vec![None, Some(7)], None));
        let was: Vec<Item> = order.changes.iter().flat_map(|change: &BasketChange| change.items.clone()).collect();
        assert_eq!(was, [item("Adana"), item("Urfa")], "what was is kept as it was ordered");
        assert!(!order.mark_dish(place(0), true, Time(10)), "the place is one of before");
        let now = DishPlace::parse("0.9").unwrap();
        assert_eq!((now.to_string().as_str(), DishPlace::parse("x.9"), DishPlace::parse("1")), ("0.9", None, None));
        assert!(order.mark_dish(now, true, Time(10)) && order.ready_at == Some(Time(10)));
    }
}
