//! What screens see: the orders that are open now, those that were just cancelled, and what changed since.
//!
//! The cost follows what is open or has changed, never all that is stored.

use super::find::find;
use super::made::{BoardStation, OrderStations, stations_in};
use super::plan::{Action, Standing, allowed_actions};
use super::{lapses::closing, took::KitchenTimes, watched::LONGEST};
use crate::{AppState, places::dishes::plans::StationBook};
use jiff::tz::TimeZone;
use model::{
    Access, AllergyWords, Code, Dir, Due, Failure, HeldAct, Id, Integration, IntegrationKey, Order, PlatformStep,
    Result, Settings, Status, Tempo, Time, Walk, order::NOT_TAKEN_THERE, time,
};
use std::{cmp::Reverse, collections::HashMap, sync::Arc, time::Duration};
use store::{Accounts, Integrations, OrderFilter, OrderTexts, Orders, Outbox, Picked, Places, ReadView};
use tokio::sync::watch;

/// For how long a cancelled order stays before the kitchen's eyes.
const JUST: Duration = Duration::from_mins(10);
/// For how long a cancellation that nobody has seen is told of, and how many are.
const UNSEEN_FOR: Duration = Duration::from_hours(24);
const MOST_UNSEEN: usize = 20;
/// An order that the program accepts by itself rings only if that has not worked by then.
pub(super) const AUTOMATIC: Duration = Duration::from_secs(20);
/// For how long an order that was moved on can be brought back into sight, and how many.
const RECALLED: Duration = Duration::from_mins(30);
const MOST_RECALLED: usize = 8;
/// Orders of one status on a board; what was not moved on for weeks is found in the list.
const MOST: usize = 250;
/// Nobody reads a count beyond this.
const MOST_COUNTED: usize = 10_000;

/// An order with what a screen says beside it.
pub struct BoardOrder {
    pub order: Arc<Order>,
    pub allowed: Vec<Action>,
    pub place: OrderPlace,
    /// When the platform telephones, if the order is not answered by then.
    pub calls_at: Option<Time>,
    /// When it needs a hand next.
    pub due: Due,
    /// From when on it rings: until it is answered, or until its platform shows what it was told.
    pub rings: Option<Time>,
    /// It was cancelled so lately that it may still be cooking, or its platform goes on with it.
    pub is_just_over: bool,
    /// What somebody pressed and can be taken back, or could not be carried out.
    pub held: Option<HeldAct>,
    /// What speaks of an allergy here.
    pub allergy_words: Arc<AllergyWords>,
    /// Which stations make what of it.
    pub stations: OrderStations,
}

/// Where an order belongs.
#[derive(Clone, Debug)]
pub struct OrderPlace {
    /// Empty for a restaurant that was removed.
    pub name: String,
    pub zone: TimeZone,
    /// There are others to tell it from.
    pub is_one_of_many: bool,
}

/// A status with more orders than a board takes.
pub struct CutStatus {
    pub status: Status,
    /// How many are not on the board.
    pub undrawn: usize,
    /// They came after those that are.
    pub is_newer: bool,
}

pub struct Board {
    pub orders: Vec<BoardOrder>,
    /// The latest change that the board shows.
    pub position: Id,
    /// What customers and platforms cancelled and nobody here has seen, the latest first.
    pub unseen: Vec<BoardOrder>,
    /// There are more orders of these statuses than a board takes.
    pub cut: Vec<CutStatus>,
    /// All restaurants, in the order of their names.
    pub restaurants: Vec<(Id, String)>,
    /// The stations of the restaurants on it, in the order of the restaurants' names and theirs.
    pub stations: Vec<BoardStation>,
    /// Some restaurant takes orders from some platform.
    pub is_connected: bool,
    pub times: KitchenTimes,
}

/// Rings with every commit: screens of orders look then for what has changed.
pub fn bell(app: &AppState) -> watch::Receiver<u64> {
    app.store.bell()
}

/// Everything on the board, of one restaurant or of all.
pub fn board(app: &AppState, restaurant: Option<Id>) -> Result<Board> {
    let now = clock::now();
    app.orders.open.ask(&app.store, |reader, kept| {
        let mut orders = Vec::new();
        let mut cut = Vec::new();
        for status in Status::OPEN {
            // Who waits for an answer and came first must not fall off the board; what was not moved on for weeks may.
            let is_newer = status.awaits_verification();
            let mut found =
                if is_newer { oldest(reader, restaurant, status)? } else { newest(reader, restaurant, status)? };
            if found.len() > MOST {
                let undrawn = count(reader, restaurant, status)?.saturating_sub(MOST);
                cut.push(CutStatus { status, undrawn, is_newer });
                if is_newer {
                    found.drain(..found.len() - MOST);
                }
            }
            for id in found.into_iter().take(MOST) {
                orders.push(kept.get(reader, id)?);
            }
        }
        let cancelled = Picked::orders(restaurant, None, &[Status::CancelledByCustomer, Status::CancelledByRestaurant]);
        let mut lately: Vec<Arc<Order>> = Vec::new();
        for id in latest_since(reader, cancelled, now.minus(UNSEEN_FOR))? {
            lately.extend(reader.order(id)?.map(Arc::new));
        }
        let mut unseen: Vec<Arc<Order>> = lately.iter().filter(|order| is_unseen(order, now)).cloned().collect();
        unseen.sort_by_key(|order| Reverse(order.cancellation.as_ref().map(|it| it.at)));
        unseen.truncate(MOST_UNSEEN);
        orders.extend(lately.into_iter().filter(|order| is_just_over(order, now)));
        for id in reader.brought_back()? {
            let is_shown = |order: &Order| {
                let is_its = restaurant.is_none_or(|restaurant| order.restaurant_id == restaurant);
                is_its && orders.iter().all(|known| known.id != order.id)
            };
            let found = reader.order(id)?.filter(is_shown);
            orders.extend(found.map(Arc::new));
        }
        for id in closing(app, reader, now)? {
            let is_shown = |order: &Order| {
                let is_its = restaurant.is_none_or(|restaurant| order.restaurant_id == restaurant);
                is_its && is_over_in_vain(order, now) && orders.iter().all(|known| known.id != order.id)
            };
            let found = reader.order(id)?.filter(is_shown);
            orders.extend(found.map(Arc::new));
        }
        let places = OrderPlaces::read(app, reader)?;
        let orders = places.board_orders(orders, now)?;
        let unseen = places.board_orders(unseen, now)?;
        let (position, is_connected, book) = (kept.position, places.is_connected, places.book.clone());
        let times = app.orders.took.ask(reader, restaurant, &places.elsewhere.zone, places.pace, now)?;
        let restaurants = places.names();
        let stations = stations_in(&book, &restaurants, restaurant);
        Ok(Board { orders, unseen, position, cut, restaurants, stations, is_connected, times })
    })
}

/// How long the kitchen of one restaurant takes, or those of all.
pub fn kitchen_times(app: &AppState, restaurant: Option<Id>) -> Result<KitchenTimes> {
    let reader = app.store.read()?;
    let settings = reader.settings()?;
    let zone = time::zone(&settings.timezone).unwrap_or(TimeZone::UTC);
    app.orders.took.ask(&reader, restaurant, &zone, settings.pace, clock::now())
}

/// One more than a board takes, where there are so many.
fn newest(view: &impl ReadView, restaurant: Option<Id>, status: Status) -> Result<Vec<Id>> {
    let picked = Picked::orders(restaurant, None, &[status]);
    Ok(view.order_ids(&OrderFilter { picked, ..OrderFilter::default() }, &Walk::newest(MOST + 1))?.items)
}

/// One more than a board takes, where there are so many: those that came first, the latest of them first.
fn oldest(view: &impl ReadView, restaurant: Option<Id>, status: Status) -> Result<Vec<Id>> {
    let picked = Picked::orders(restaurant, None, &[status]);
    let walk = Walk { limit: MOST + 1, dir: Dir::Prev, from: None };
    Ok(view.order_ids(&OrderFilter { picked, ..OrderFilter::default() }, &walk)?.items)
}

/// Of these the last that changed since then, and no more of them than a board takes, however many a shop sends.
fn latest_since(view: &impl ReadView, picked: Picked, since: Time) -> Result<Vec<Id>> {
    let filter = OrderFilter { picked, updated_since: Some(since), ..OrderFilter::default() };
    Ok(view.order_ids(&filter, &Walk::newest(MOST))?.items)
}

fn count(view: &impl ReadView, restaurant: Option<Id>, status: Status) -> Result<usize> {
    let picked = Picked::orders(restaurant, None, &[status]);
    let walk = Walk::newest(MOST_COUNTED);
    Ok(view.order_ids(&OrderFilter { picked, ..OrderFilter::default() }, &walk)?.items.len())
}

/// Those that ring: they wait for an answer, or their platform does not show what it was told.
pub fn ringing(app: &AppState) -> Result<Vec<BoardOrder>> {
    let now = clock::now();
    app.orders.open.ask(&app.store, |reader, kept| {
        let places = OrderPlaces::read(app, reader)?;
        let mut orders = Vec::new();
        for status in Status::OPEN {
            for id in newest(reader, None, status)?.into_iter().take(MOST) {
                let order = kept.get(reader, id)?;
                if places.rings(&order, now).is_some() {
                    orders.push(places.board_order(order, now)?);
                }
            }
        }
        Ok(orders)
    })
}

/// The orders that were moved on last, the latest first: one of them may have been a slip of the hand. What was pressed at a
/// screen is among them however much a till and the platforms have moved since.
pub fn moved_on(app: &AppState, restaurant: Option<Id>) -> Result<Vec<BoardOrder>> {
    let (reader, now) = (app.store.read()?, clock::now());
    let moved_to = [Status::ScheduledVerified, Status::Preparing, Status::OnTheWay, Status::Delivered];
    let picked = Picked::orders(restaurant, None, &moved_to);
    let after = now.minus(RECALLED);
    let moved_at = |order: &Order| order.history.last().filter(|_| order.history.len() > 1).map(|step| step.at);
    let pressed_at = |order: &Order| {
        let steps = order.history.iter().skip(1);
        steps.filter(|step| step.is_by_person() && step.at >= after).map(|step| step.at).max()
    };
    let mut found = changed_since(&reader, &picked, after)?;
    found.retain(|order| moved_at(order).is_some_and(|at| at >= after));
    found.sort_by_key(|order| Reverse((pressed_at(order), moved_at(order))));
    found.truncate(MOST_RECALLED);
    found.sort_by_key(|order| Reverse(moved_at(order)));
    OrderPlaces::read(app, &reader)?.board_orders(found.into_iter().map(Arc::new), now)
}

/// All of these that changed since then, however many.
fn changed_since(view: &impl ReadView, picked: &Picked, since: Time) -> Result<Vec<Order>> {
    let (mut found, mut since) = (Vec::new(), Id::first_at(since));
    loop {
        let changed = view.orders_changed(picked, since, MOST)?;
        let is_all = changed.len() < MOST;
        since = changed.last().map_or(since, |order| order.change_id);
        found.extend(changed);
        if is_all {
            return Ok(found);
        }
    }
}

/// What changed after `since`, in that order, at most `most`.
pub fn changes(app: &AppState, since: Id, most: usize) -> Result<Vec<BoardOrder>> {
    let reader = app.store.read()?;
    let changed = reader.orders_changed(&Picked::default(), since, most)?;
    if changed.is_empty() {
        return Ok(Vec::new());
    }
    OrderPlaces::read(app, &reader)?.board_orders(changed.into_iter().map(Arc::new), clock::now())
}

pub fn last_change(app: &AppState) -> Result<Id> {
    app.store.read()?.last_change()
}

/// One order, as screens see it.
pub fn board_order(app: &AppState, access: Access, id: &str) -> Result<BoardOrder> {
    let reader = app.store.read()?;
    let order = find(&reader, access, id)?;
    OrderPlaces::read(app, &reader)?.board_order(Arc::new(order), clock::now())
}

/// One order, as screens see it, with its texts: the platform's own JSON is among them.
pub fn board_order_with_texts(app: &AppState, id: &str) -> Result<(BoardOrder, OrderTexts)> {
    let reader = app.store.read()?;
    let order = find(&reader, Access::FULL, id)?;
    let texts = reader.order_texts(order.id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
    Ok((OrderPlaces::read(app, &reader)?.board_order(Arc::new(order), clock::now())?, texts))
}

/// Every restaurant's name and time zone; they are few.
struct OrderPlaces<'a> {
    app: &'a AppState,
    places: HashMap<Id, OrderPlace>,
    elsewhere: OrderPlace,
    /// Who is connected to what, and how long it takes there.
    ties: HashMap<IntegrationKey, Option<u32>>,
    pace: Tempo,
    is_connected: bool,
    /// What can be taken back; a handful at most.
    held: HashMap<Id, HeldAct>,
    allergy_words: Arc<AllergyWords>,
    book: Arc<StationBook>,
}

impl OrderPlaces<'_> {
    fn read<'a>(app: &'a AppState, view: &impl ReadView) -> Result<OrderPlaces<'a>> {
        let restaurants = view.restaurants()?;
        let Settings { timezone: account, pace, allergy_words, .. } = view.settings()?;
        let allergy_words = AllergyWords::listed(allergy_words.as_deref());
        let held = view.held_acts()?.into_iter().map(|held| (held.order_id, held)).collect();
        let is_one_of_many = restaurants.len() > 1;
        let at = |name: String, zone: Option<String>| {
            let zone = time::zone(zone.as_deref().unwrap_or(&account)).unwrap_or(TimeZone::UTC);
            OrderPlace { name, zone, is_one_of_many }
        };
        let elsewhere = at(String::new(), None);
        let mut minutes = HashMap::new();
        let places = restaurants.into_iter().map(|restaurant| {
            let own = restaurant.form.understood();
            minutes.insert(restaurant.id, own.preparation_minutes);
            (restaurant.id, at(restaurant.form.name, own.timezone))
        });
        let places = places.collect();
        let integrations = view.all_integrations()?;
        let is_connected = integrations.iter().any(|one| one.is_active);
        let stated = |one: &Integration| {
            one.settings.preparation_minutes.or_else(|| minutes.get(&one.restaurant_id).copied().flatten())
        };
        let ties = integrations.into_iter().map(|one| (one.key(), stated(&one))).collect();
        let book = app.dishes.plans.book(&app.store)?;
        Ok(OrderPlaces { app, places, elsewhere, ties, pace, is_connected, held, allergy_words, book })
    }

    /// In the order of their names.
    fn names(self) -> Vec<(Id, String)> {
        let mut names: Vec<(Id, String)> = self.places.into_iter().map(|(id, place)| (id, place.name)).collect();
        names.sort_by(|one, other| (&one.1, one.0).cmp(&(&other.1, other.0)));
        names
    }

    /// What was pressed answers for as long as it is held; one that could not be carried out rings.
    fn rings(&self, order: &Order, now: Time) -> Option<Time> {
        match self.held.get(&order.id) {
            Some(held) if held.is_waiting() => None,
            Some(_) => Some(Time(0)),
            None => rings(order, now),
        }
    }

    fn board_orders(&self, orders: impl IntoIterator<Item = Arc<Order>>, now: Time) -> Result<Vec<BoardOrder>> {
        orders.into_iter().map(|order| self.board_order(order, now)).collect()
    }

    fn board_order(&self, order: Arc<Order>, now: Time) -> Result<BoardOrder> {
        let calls_before = platforms::of(order.provider).facts().calls_before.filter(|_| order.status == Status::New);
        let calls_at = calls_before.zip(order.content.accept_by).map(|(before, by)| by.minus(before));
        let tie = self.ties.get(&(order.restaurant_id, order.provider));
        Ok(BoardOrder {
            allowed: allowed_actions(&Standing::of(&order), tie.is_some()),
            due: Due::of(&order, self.pace, order.preparation_minutes.or_else(|| tie.copied().flatten())),
            rings: self.rings(&order, now),
            held: self.held.get(&order.id).cloned(),
            allergy_words: self.allergy_words.clone(),
            place: self.places.get(&order.restaurant_id).unwrap_or(&self.elsewhere).clone(),
            calls_at,
            is_just_over: is_just_over(&order, now),
            stations: OrderStations::of(self.book.plan(&self.app.store, order.restaurant_id)?),
            order,
        })
    }
}

pub(super) fn rings(order: &Order, now: Time) -> Option<Time> {
    let from = if order.accepts_itself() { order.created_at.plus(AUTOMATIC) } else { Time(0) };
    let is_not_taken = || !order.status.is_closed() && order.content.has_problem(NOT_TAKEN_THERE);
    (order.status.awaits_verification() || is_not_taken() || is_over_in_vain(order, now)).then_some(from)
}

/// Its platform goes on with an order that is over here, and is still watched for it.
fn is_over_in_vain(order: &Order, now: Time) -> bool {
    let is_watched =
        |step: &PlatformStep| step.lapse.is_some() && step.to == order.status && now.since(step.at) <= LONGEST;
    order.status.is_closed() && order.content.has_problem(NOT_TAKEN_THERE) && order.platform_sync.iter().any(is_watched)
}

/// A customer or a platform cancelled it lately, and nobody here has seen that.
fn is_unseen(order: &Order, now: Time) -> bool {
    order.cancellation.as_ref().is_some_and(|it| it.is_unseen() && now.since(it.at) < UNSEEN_FOR)
}

fn is_just_over(order: &Order, now: Time) -> bool {
    let is_fresh = order.cancellation.as_ref().is_some_and(|it| it.seen_at.is_none() && now.since(it.at) < JUST);
    (order.status.is_cancelled() && is_fresh) || is_over_in_vain(order, now)
}
