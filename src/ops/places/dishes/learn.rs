//! Learning dishes from orders and menus. The sync thread reads what was sold behind the orders' backs; what it knows already
//! it does not write, and what is new reaches the disk along with other writes.
//!
//! How far orders were read is written with what was learnt of them: after a crash the same is read and learnt again.

use super::memory::DishFollower;
use crate::AppState;
use model::{Catalogue, Code, Dish, Id, Lesson, Menu, Provider, Result, Time};
use std::{collections::BTreeMap, time::Duration};
use store::{Integrations, KnownDishes, Orders, Places};

/// Orders read in one turn of the sync thread.
const ORDERS_PER_TURN: usize = 100;
/// How far back a store is read that knows no dishes yet.
const FIRST_LOOK_BACK: Duration = Duration::from_hours(90 * 24);
/// So many orders that taught nothing are read again after a crash, and no more.
const UNWRITTEN: usize = 1_000;

/// What is told of a restaurant's dishes, all in one.
struct RestaurantLessons {
    lessons: Vec<Lesson>,
    /// It is the whole menu of this platform.
    menu_of: Option<Provider>,
}

/// Reads some orders that were changed since the last time; whether there are more.
pub async fn learn_some(app: &AppState) -> Result<bool> {
    if app.store.has_room().is_err() {
        return Ok(false);
    }
    // Before the orders are read: what changes meanwhile is seen the next time.
    let changes = app.store.order_changes();
    let Some((read, cursor)) = read_orders(app, changes)? else { return Ok(false) };
    let learnt = learn(app, read, Some(cursor)).await;
    if learnt.is_err() {
        app.dishes.follower.lock().begin_anew();
    }
    learnt.map(|()| app.dishes.follower.lock().changes.is_none())
}

/// What those orders tell, and how far that is; nothing where none changed.
fn read_orders(app: &AppState, changes: u64) -> Result<Option<(BTreeMap<Id, RestaurantLessons>, Id)>> {
    let mut follower = app.dishes.follower.lock();
    if follower.changes == Some(changes) {
        return Ok(None);
    }
    let reader = app.store.read()?;
    let since = match follower.cursor {
        Some(cursor) => cursor,
        None => reader.dishes_learnt()?.unwrap_or_else(|| Id::first_at(clock::now().minus(FIRST_LOOK_BACK))),
    };
    let found = reader.changes_after(since, ORDERS_PER_TURN)?;
    follower.changes = (found.len() < ORDERS_PER_TURN).then_some(changes);
    let cursor = found.last().map_or(since, |(change, _)| *change);
    follower.cursor = Some(cursor);
    follower.unwritten += found.len();
    let mut read: BTreeMap<Id, RestaurantLessons> = BTreeMap::new();
    for (_, id) in found {
        let is_unread = |follower: &mut DishFollower, is_changed| follower.is_unread(id, is_changed);
        let order = match reader.has_other_basket(id) {
            Ok(Some(is_changed)) if is_unread(&mut follower, is_changed) => reader.order(id),
            Ok(_) => continue,
            Err(failure) => Err(failure),
        };
        match order {
            Ok(Some(order)) => {
                let told =
                    read.entry(order.restaurant_id).or_insert(RestaurantLessons { lessons: Vec::new(), menu_of: None });
                told.lessons.extend(Lesson::of_order(order.provider, &order.content, order.created_at));
            }
            Ok(None) => {}
            // An unreadable one must not keep the others waiting for good; `check` names it.
            Err(failure) if failure.code == Code::Internal => {}
            Err(failure) => {
                follower.begin_anew();
                return Err(failure);
            }
        }
    }
    Ok(Some((read, cursor)))
}

/// What a platform's menu tells, or a web shop's.
pub async fn learn_menu(app: &AppState, menu: &Menu) -> Result<()> {
    if app.store.has_room().is_err() {
        return Ok(());
    }
    let told = RestaurantLessons { lessons: Lesson::of_menu(menu, clock::now()), menu_of: Some(menu.provider) };
    learn(app, BTreeMap::from([(menu.restaurant_id, told)]), None).await
}

async fn learn(app: &AppState, told: BTreeMap<Id, RestaurantLessons>, cursor: Option<Id>) -> Result<()> {
    let is_news = |restaurant: Id, told: &RestaurantLessons| {
        // What a menu has no longer is seen by nothing that it has.
        told.menu_of.is_some() || told.lessons.iter().any(|lesson| app.dishes.is_news(restaurant, lesson))
    };
    let news: Vec<(Id, RestaurantLessons)> =
        told.into_iter().filter(|(restaurant, told)| is_news(*restaurant, told)).collect();
    let is_far = cursor.is_some() && app.dishes.follower.lock().unwritten >= UNWRITTEN;
    if news.is_empty() && !is_far {
        return Ok(());
    }
    let turn = app.dishes.turn.lock().await;
    let (mut changed, mut gone, mut taught) = (Vec::new(), Vec::new(), Vec::new());
    {
        let reader = app.store.read()?;
        for (restaurant, RestaurantLessons { lessons, menu_of }) in news {
            if reader.restaurant(restaurant)?.is_none() {
                continue;
            }
            let mut catalogue = Catalogue::new(restaurant, reader.dishes_of(restaurant)?);
            taught.extend(lessons.iter().map(|lesson| (restaurant, lesson.clone())));
            match menu_of {
                Some(provider) => catalogue.learn_menu(provider, lessons),
                None => lessons.into_iter().for_each(|lesson| catalogue.learn(lesson)),
            }
            let (new, old) = catalogue.changes();
            changed.extend(new);
            gone.extend(old.into_iter().map(|id| (restaurant, id)));
        }
    }
    if !changed.is_empty() || !gone.is_empty() || is_far {
        write(app, changed, gone, cursor).await?;
    }
    drop(turn);
    for (restaurant, lesson) in taught {
        app.dishes.note(restaurant, &lesson);
    }
    Ok(())
}

/// It is seen by readers when this returns, so that the next turn reads it.
async fn write(app: &AppState, changed: Vec<Dish>, gone: Vec<(Id, Id)>, cursor: Option<Id>) -> Result<()> {
    app.store
        .write_unhurried(move |tx| {
            for (restaurant, id) in &gone {
                tx.remove_dish(*restaurant, *id)?;
            }
            for dish in &changed {
                // It may have been taken away since.
                if tx.restaurant(dish.restaurant_id)?.is_none() {
                    continue;
                }
                let id = if dish.id == Id::NIL { tx.next_id() } else { dish.id };
                tx.put_dish(&Dish { id, ..dish.clone() })?;
            }
            cursor.map_or(Ok(()), |cursor| tx.put_dishes_learnt(cursor))
        })
        .await?;
    if cursor.is_some() {
        app.dishes.follower.lock().unwritten = 0;
    }
    Ok(())
}

/// Forgets dishes of one restaurant that were not seen for a year and are on no menu, nor on one of a platform that was taken
/// away; whether there are more restaurants.
pub async fn forget_some(app: &AppState) -> Result<bool> {
    forget_before(app, clock::now()).await
}

async fn forget_before(app: &AppState, now: Time) -> Result<bool> {
    let Some(restaurant) = app.dishes.next_to_forget(|| {
        let restaurants = app.store.read()?.restaurants()?;
        Ok(restaurants.into_iter().map(|restaurant| restaurant.id).collect())
    })?
    else {
        return Ok(false);
    };
    let _turn = app.dishes.turn.lock().await;
    let (changed, gone) = {
        let reader = app.store.read()?;
        let mut catalogue = Catalogue::new(restaurant, reader.dishes_of(restaurant)?);
        for provider in Provider::ALL {
            if !reader.has_integration(restaurant, provider)? {
                catalogue.learn_menu(provider, Vec::new());
            }
        }
        catalogue.forget(now);
        catalogue.changes()
    };
    if !changed.is_empty() || !gone.is_empty() {
        let gone = gone.into_iter().map(|id| (restaurant, id)).collect();
        write(app, changed, gone, None).await?;
        app.dishes.forget(restaurant);
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;
    use crate::places::restaurants::{RestaurantDraft, insert};
    use model::{Category, Currency, Product, dish::FORGOTTEN_AFTER};
    use store::Tx;

    fn menu(restaurant_id: Id, names: &[&str]) -> Menu {
        let product = |name: &&str| Product {
            id: None,
            name: (*name).to_owned(),
            description: None,
            price: model::Money(0),
            is_active: true,
            option_groups: Vec::new(),
        };
        let products = names.iter().map(product).collect();
        let categories = vec![Category { id: None, name: "Izgara".into(), products }];
        let currency = Currency::parse("TRY").unwrap();
        Menu { provider: Provider::Open, restaurant_id, currency, categories, fetched_at: None }
    }

    #[tokio::test]
    async fn a_menu_that_is_told_again_is_not_written_again_and_what_nobody_sells_is_forgotten() {
        let (app, _data) = an_empty_app();
        let draft = RestaurantDraft::named("Köfteci", None).unwrap();
        let restaurant = app.store.write(move |tx: &mut Tx<'_>| insert(tx, &draft)).await.unwrap().id;
        let dishes = || app.store.read().unwrap().dishes_of(restaurant).unwrap();
        learn_menu(&app, &menu(restaurant, &["Adana", "Urfa"])).await.unwrap();
        assert_eq!(dishes().len(), 2);
        let jobs = app.store.counts();
        learn_menu(&app, &menu(restaurant, &["Adana", "Urfa"])).await.unwrap();
        assert_eq!(app.store.counts(), jobs, "nothing was written");
        // It is connected to nothing, so no menu holds them.
        assert!(forget_some(&app).await.unwrap() && !forget_some(&app).await.unwrap(), "one restaurant, and no other");
        assert!(dishes().len() == 2 && dishes().iter().all(|dish| !dish.is_on_menu()));
        forget_before(&app, clock::now().plus(FORGOTTEN_AFTER + Duration::from_secs(1))).await.unwrap();
        assert_eq!(dishes(), []);
        assert!(!forget_some(&app).await.unwrap());
        let sold = || {
            let lessons = Lesson::of_menu(&menu(restaurant, &["Künefe"]), clock::now());
            BTreeMap::from([(restaurant, RestaurantLessons { lessons, menu_of: None })])
        };
        learn(&app, sold(), Some(Id::first_at(Time(7)))).await.unwrap();
        assert_eq!(app.store.read().unwrap().dishes_learnt().unwrap(), Some(Id::first_at(Time(7))));
        let jobs = app.store.counts();
        learn(&app, sold(), Some(Id::first_at(Time(8)))).await.unwrap();
        assert_eq!((app.store.counts(), dishes().len()), (jobs, 1), "sold again, and known");
        learn_menu(&app, &menu(Id::first_at(Time(1)), &["Adana"])).await.unwrap();
        assert_eq!(app.store.read().unwrap().dishes_of(Id::first_at(Time(1))).unwrap(), [], "of nobody");
    }
}
