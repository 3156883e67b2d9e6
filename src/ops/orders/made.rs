//! Who makes what of an order: the stations of its restaurant's kitchen.

use crate::{
    AppState,
    places::{dishes::plans::StationBook, restaurants},
};
use model::{Id, Result, StationPlan, order::Item};
use std::sync::Arc;

/// The stations that make the items of an order. Of a restaurant that has no stations nothing is kept or asked.
#[derive(Clone, Default)]
pub struct OrderStations(Option<Arc<StationPlan>>);

/// A station as screens name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardStation {
    pub id: Id,
    pub restaurant_id: Id,
    pub name: String,
}

impl OrderStations {
    pub fn of(plan: Option<Arc<StationPlan>>) -> OrderStations {
        OrderStations(plan)
    }

    /// Its restaurant has none.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Those that make an item, in the order of their names: all of them where none takes it.
    pub fn makers(&self, item: &Item) -> Vec<Id> {
        self.0.as_ref().map(|plan| plan.makers(item)).unwrap_or_default()
    }

    pub fn makes(&self, station: Id, item: &Item) -> bool {
        self.0.as_ref().is_some_and(|plan| plan.makes(station, item))
    }

    /// Who makes an item, by name; nothing where it is made at all of several.
    pub fn maker_names(&self, item: &Item) -> Vec<&str> {
        let Some(plan) = &self.0 else { return Vec::new() };
        let makers = plan.makers(item);
        let is_anybody = makers.len() > 1 && makers.len() == plan.count();
        makers.iter().filter(|_| !is_anybody).filter_map(|id| plan.name(*id)).collect()
    }

    /// What a station makes of an order.
    pub fn made_at<'a>(&'a self, station: Id, items: &'a [Item]) -> impl Iterator<Item = &'a Item> {
        items.iter().filter(move |item| self.makes(station, item))
    }

    /// Nothing is left to be made there, also where nothing ever was.
    pub fn is_complete_at(&self, station: Id, items: &[Item]) -> bool {
        self.made_at(station, items).all(|item| item.done_at.is_some())
    }
}

/// The stations of a restaurant or of all, in the order of the restaurants' names and theirs.
pub fn stations(app: &AppState, restaurant: Option<Id>) -> Result<Vec<BoardStation>> {
    let book = app.dishes.plans.book(&app.store)?;
    Ok(if book.is_empty() { Vec::new() } else { stations_in(&book, &restaurants::names(app)?, restaurant) })
}

pub(super) fn stations_in(book: &StationBook, names: &[(Id, String)], restaurant: Option<Id>) -> Vec<BoardStation> {
    let wanted = names.iter().map(|(id, _)| *id).filter(|id| restaurant.is_none_or(|restaurant| restaurant == *id));
    let stations = wanted.flat_map(|id| book.stations(id));
    let listed =
        stations.map(|one| BoardStation { id: one.id, restaurant_id: one.restaurant_id, name: one.name.clone() });
    listed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;
    use crate::places::restaurants::{RestaurantDraft, insert};
    use model::{Dish, Money, Provider, Restaurant, Station, Takes, Time, dish::DishSighting};
    use store::Tx;

    async fn restaurant(app: &AppState, name: &str) -> Restaurant {
        let draft = RestaurantDraft::named(name, None).unwrap();
        app.store.write(move |tx: &mut Tx<'_>| insert(tx, &draft)).await.unwrap()
    }

    async fn add_station(app: &AppState, restaurant_id: Id, name: &'static str, category: &'static str) -> Id {
        let put = move |tx: &mut Tx<'_>| {
            let takes = Takes { categories: [category.to_owned()].into(), ..Takes::default() };
            let station = Station { id: tx.next_id(), restaurant_id, name: name.to_owned(), takes };
            tx.put_station(&station)?;
            Ok(station.id)
        };
        app.store.write(put).await.unwrap()
    }

    async fn add_dish(app: &AppState, restaurant_id: Id, name: &'static str, category: &'static str) {
        let put = move |tx: &mut Tx<'_>| {
            let sighting = DishSighting {
                provider: Provider::Open,
                product_id: None,
                remote_code: None,
                name: name.to_owned(),
                category: Some(category.to_owned()),
                is_on_menu: true,
                seen_at: Time(0),
            };
            let (id, name, options, sightings) = (tx.next_id(), name.to_owned(), Vec::new(), vec![sighting]);
            tx.put_dish(&Dish { id, restaurant_id, name, options, sightings })
        };
        app.store.write(put).await.unwrap();
    }

    fn item(name: &str, done_at: Option<i64>) -> Item {
        Item {
            id: None,
            product_id: None,
            remote_code: None,
            name: name.to_owned(),
            quantity: 1,
            unit_price: None,
            total: Money(0),
            note: None,
            if_unavailable: None,
            done_at: done_at.map(Time),
            options: Vec::new(),
        }
    }

    #[tokio::test]
    async fn stations_make_what_they_take_from_the_moment_on_that_they_or_their_dishes_change() {
        let (app, _data) = an_empty_app();
        let of = |restaurant| {
            OrderStations::of(app.dishes.plans.book(&app.store).unwrap().plan(&app.store, restaurant).unwrap())
        };
        let (kofteci, pideci) = (restaurant(&app, "Köfteci").await.id, restaurant(&app, "Pideci").await.id);
        assert!(of(kofteci).is_empty() && stations(&app, None).unwrap().is_empty());
        let (grill, bar) =
            (add_station(&app, kofteci, "Ocak", "kebap").await, add_station(&app, kofteci, "Bar", "icecek").await);
        assert!(of(pideci).is_empty() && of(pideci).makers(&item("Adana", None)).is_empty(), "it has no stations");
        assert_eq!(of(kofteci).makers(&item("Adana", None)), [bar, grill], "what is not known goes to all");
        add_dish(&app, kofteci, "Adana", "Kebap").await;
        add_dish(&app, kofteci, "Ayran", "İçecek").await;
        assert_eq!(of(kofteci).makers(&item("ADANA", None)), [grill]);
        let oven = add_station(&app, pideci, "Fırın", "pide").await;
        let names = |restaurant| stations(&app, restaurant).unwrap().into_iter().map(|one| (one.id, one.name));
        assert_eq!(
            names(None).map(|(id, _)| id).collect::<Vec<_>>(),
            [bar, grill, oven],
            "by restaurant, then by name"
        );
        assert_eq!(names(Some(pideci)).collect::<Vec<_>>(), [(oven, "Fırın".to_owned())]);
        app.store.write(move |tx| tx.remove_station(kofteci, grill)).await.unwrap();
        assert_eq!(of(kofteci).makers(&item("Adana", None)), [bar], "what nobody takes any longer goes to all");
    }

    #[tokio::test]
    async fn an_order_is_complete_at_a_station_when_all_that_is_made_there_is_done() {
        let (app, _data) = an_empty_app();
        let kofteci = restaurant(&app, "Köfteci").await.id;
        let (grill, bar) =
            (add_station(&app, kofteci, "Ocak", "kebap").await, add_station(&app, kofteci, "Bar", "icecek").await);
        add_dish(&app, kofteci, "Adana", "Kebap").await;
        add_dish(&app, kofteci, "Ayran", "İçecek").await;
        let stations = OrderStations::of(app.dishes.plans.book(&app.store).unwrap().plan(&app.store, kofteci).unwrap());
        let mut items = [item("Adana", Some(1)), item("Adana", None), item("Ayran", Some(1))];
        let complete = |items: &[Item]| [grill, bar].map(|station| stations.is_complete_at(station, items));
        assert_eq!(complete(&items), [false, true]);
        assert_eq!(stations.made_at(grill, &items).count(), 2);
        items[1].done_at = Some(Time(2));
        assert_eq!(complete(&items), [true, true]);
        let for_all = [items[0].clone(), item("Çay", None)];
        assert_eq!(complete(&for_all), [false, false], "what no station takes is made at each");
        assert!(!stations.makes(Id::NIL, &items[0]) && stations.is_complete_at(Id::NIL, &for_all), "no station of its");
    }
}
