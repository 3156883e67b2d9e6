//! The little world behind a demo: customers who order, change their minds and wait, and couriers who come and go.
//!
//! Time moves when the world is asked. Nothing here is random that a believable evening needs to be: the dice are
//! seeded, and every kind of order comes round within a minute.

use super::diners::{Dice, Diner, diners};
use super::dishes;
use crate::{Arrival, Report, Told, ToldCancellation};
use model::{Id, Provider, Status, Time};
use std::{collections::VecDeque, time::Duration};

/// Orders that are remembered once they are over.
const REMEMBERED: usize = 200;
/// How long a platform's courier takes to come once the food is ready, and to bring it.
const COURIER_COMES: Duration = Duration::from_secs(12);
const COURIER_BRINGS: Duration = Duration::from_secs(25);
/// A platform takes back an order that is not accepted.
const ACCEPTED_WITHIN: Duration = Duration::from_secs(5 * 60);

/// The steps that a simulated platform can be told, as they show on an order.
pub const ACCEPT: &str = "accept";
pub const READY: &str = "ready";
pub const HANDOVER: &str = "handover";
pub const SEND: &str = "send";
pub const DELIVER: &str = "deliver";
pub const CANCEL: &str = "cancel";

bilingual! {
    NOT_THERE: "Kurye henüz gelmedi." / "The courier has not arrived yet.",
}

pub struct World {
    pace: Duration,
    dice: Dice,
    diners: Vec<Diner>,
    next_at: Option<Time>,
    made: u32,
    orders: VecDeque<Sold>,
}

/// One order, as its platform sees it.
struct Sold {
    restaurant: Id,
    provider: Provider,
    id: String,
    arrival: Arrival,
    status: Status,
    placed_at: Time,
    /// A customer who will change their mind.
    cancels_at: Option<Time>,
    ready_at: Option<Time>,
    sent_at: Option<Time>,
}

impl World {
    pub fn new(pace: Duration, providers: &[Provider]) -> World {
        World { pace, dice: Dice::new(), diners: diners(providers), next_at: None, made: 0, orders: VecDeque::new() }
    }

    /// Lets time pass: new orders come in, couriers move, customers change their minds.
    pub fn go_on(&mut self, restaurant: Id, now: Time) {
        let next_at = *self.next_at.get_or_insert(now);
        if next_at <= now {
            self.sell(restaurant, now);
            let pause = self.pace.mul_f64(0.7 + 0.6 * f64::from(self.dice.below(100)) / 100.0);
            self.next_at = Some(now.plus(pause));
        }
        for sold in &mut self.orders {
            sold.go_on(now);
        }
        while self.orders.len() > REMEMBERED && self.orders.front().is_some_and(|sold| sold.status.is_closed()) {
            self.orders.pop_front();
        }
    }

    fn sell(&mut self, restaurant: Id, now: Time) {
        let diner = self.diners[self.made as usize % self.diners.len()];
        self.made += 1;
        let id = format!("demo-{:04}-{:06x}", self.made, self.dice.below(0xff_ffff));
        let arrival = dishes::arrival(diner, self.made, now, &mut self.dice);
        let cancels_at = diner.changes_mind.then(|| now.plus(Duration::from_secs(9 + u64::from(self.dice.below(15)))));
        let status = if diner.is_scheduled { Status::Scheduled } else { Status::New };
        let (provider, placed_at, ready_at, sent_at) = (diner.provider, now, None, None);
        let sold = Sold { restaurant, provider, id, arrival, status, placed_at, cancels_at, ready_at, sent_at };
        self.orders.push_back(sold);
    }

    pub fn reports(&self, restaurant: Id, provider: Provider) -> Vec<Report> {
        let is_its = |sold: &&Sold| sold.restaurant == restaurant && sold.provider == provider;
        self.orders.iter().filter(is_its).map(Sold::report).collect()
    }

    pub fn look(&self, id: &str) -> Option<Report> {
        self.orders.iter().find(|sold| sold.id == id).map(Sold::report)
    }

    pub fn ready(&mut self, id: &str) -> Told {
        let Some(sold) = self.unfinished(id) else { return Told::Gone };
        let now = clock::now();
        sold.ready_at.get_or_insert(now);
        Told::Taken
    }

    /// An order cannot be handed over to a courier who is not there.
    pub fn hand_over(&mut self, id: &str) -> Told {
        let Some(sold) = self.unfinished(id) else { return Told::Gone };
        let now = clock::now();
        match sold.ready_at.map(|ready| ready.plus(COURIER_COMES)) {
            Some(there) if there > now => Told::NotYet { after: Duration::from_secs(3), why: NOT_THERE },
            _ => {
                sold.sent_at.get_or_insert(now);
                sold.status = Status::OnTheWay;
                Told::Taken
            }
        }
    }

    pub fn move_to(&mut self, id: &str, to: Status) -> Told {
        let Some(sold) = self.unfinished(id) else { return Told::Gone };
        sold.status = to;
        Told::Taken
    }

    fn unfinished(&mut self, id: &str) -> Option<&mut Sold> {
        self.orders.iter_mut().find(|sold| sold.id == id).filter(|sold| !sold.status.is_closed())
    }
}

impl Sold {
    fn go_on(&mut self, now: Time) {
        let is_past = |from: Option<Time>, pause| from.is_some_and(|from| from.plus(pause) <= now);
        let waits = matches!(self.status, Status::New | Status::Preparing);
        let changed_mind = waits && self.cancels_at.is_some_and(|at| at <= now);
        let nobody_answered = self.status == Status::New && is_past(Some(self.placed_at), ACCEPTED_WITHIN);
        if changed_mind || nobody_answered {
            self.status = Status::CancelledByCustomer;
        } else if self.status == Status::OnTheWay && is_past(self.sent_at, COURIER_BRINGS) {
            self.status = Status::Delivered;
        }
    }

    fn report(&self) -> Report {
        let mut done = Vec::new();
        if self.status.code() >= Status::Preparing.code() && !self.status.is_cancelled() {
            done.push(ACCEPT);
        }
        if self.ready_at.is_some() {
            done.push(READY);
        }
        match self.status {
            Status::OnTheWay => done.extend([SEND, HANDOVER]),
            Status::Delivered => done.extend([SEND, HANDOVER, DELIVER]),
            Status::CancelledByRestaurant => done.push(CANCEL),
            _ => {}
        }
        let by_customer = self.cancels_at.is_some();
        let name = if by_customer { "Müşteri vazgeçti" } else { "Restoran yanıt vermedi" };
        let is_cancelled = self.status == Status::CancelledByCustomer;
        let cancelled = ToldCancellation {
            name: is_cancelled.then(|| name.to_owned()),
            by_customer,
            ..ToldCancellation::default()
        };
        Report {
            provider_order_id: self.id.clone(),
            arrival: Some(self.arrival.clone()),
            status: Some(self.status),
            cancelled,
            done,
            ..Report::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evening_has_every_kind_of_order_and_every_ending() {
        let mut world = World::new(Duration::from_secs(1), &Provider::ALL);
        let shop = Id::from_parts(1, 1);
        for second in 0..120 {
            world.go_on(shop, Time(second * 1_000));
        }
        let all: Vec<&Sold> = world.orders.iter().collect();
        assert!(all.len() > 60, "{}", all.len());
        assert!(all.iter().any(|sold| sold.status == Status::CancelledByCustomer));
        assert!(all.iter().any(|sold| sold.arrival.content.is_scheduled));
        for provider in Provider::ALL {
            assert!(!world.reports(shop, provider).is_empty(), "nobody orders from {provider}");
            assert!(world.reports(Id::NIL, provider).is_empty());
        }
        assert!(all.iter().all(|sold| sold.arrival.content.problems.is_empty()));
    }

    #[test]
    fn a_courier_comes_when_the_food_is_ready_and_brings_it() {
        let mut world = World::new(Duration::from_secs(3_600), &[]);
        let now = clock::now();
        world.go_on(Id::NIL, now);
        let id = world.orders[0].id.clone();
        assert_eq!(world.move_to(&id, Status::Preparing), Told::Taken);
        assert_eq!(world.ready(&id), Told::Taken);
        assert!(matches!(world.hand_over(&id), Told::NotYet { .. }));
        world.orders[0].ready_at = Some(now.minus(Duration::from_secs(60)));
        assert_eq!(world.hand_over(&id), Told::Taken);
        world.go_on(Id::NIL, now.plus(COURIER_BRINGS * 2));
        assert_eq!(world.orders[0].status, Status::Delivered);
        assert_eq!(world.move_to(&id, Status::CancelledByRestaurant), Told::Gone);
    }
}
