//! Dishes and stations in the store, each behind its restaurant, and how far orders were read for dishes.

use super::{layout, tables::Table, tx::Tx, view::ReadView};
use model::{Dish, Failure, Id, Station};

pub trait KnownDishes: ReadView + Sized {
    fn dishes_of(&self, restaurant: Id) -> Result<Vec<Dish>, Failure> {
        self.records(Table::Dishes, &restaurant.bytes())
    }

    fn dish_count_of(&self, restaurant: Id) -> Result<usize, Failure> {
        self.rows_with(Table::Dishes, &restaurant.bytes())?.try_fold(0, |count, row| row.map(|_| count + 1))
    }

    fn stations_of(&self, restaurant: Id) -> Result<Vec<Station>, Failure> {
        self.records(Table::Stations, &restaurant.bytes())
    }

    fn all_stations(&self) -> Result<Vec<Station>, Failure> {
        self.records(Table::Stations, &[])
    }

    /// The last change of an order that dishes were learnt from.
    fn dishes_learnt(&self) -> Result<Option<Id>, Failure> {
        Ok(self.bytes(Table::Meta, layout::DISHES)?.as_deref().and_then(Id::from_slice))
    }
}

impl<L: ReadView> KnownDishes for L {}

impl Tx<'_> {
    pub fn put_dishes_learnt(&mut self, change: Id) -> Result<(), Failure> {
        self.put_bytes(Table::Meta, layout::DISHES, &change.bytes())
    }

    /// All of a restaurant.
    pub fn remove_dishes_of(&mut self, restaurant: Id) -> Result<(), Failure> {
        for dish in self.dishes_of(restaurant)? {
            self.remove_dish(restaurant, dish.id)?;
        }
        for station in self.stations_of(restaurant)? {
            self.remove_station(restaurant, station.id)?;
        }
        Ok(())
    }
}

writes! {
    put put_dish(dish: Dish) in Dishes at layout::of_restaurant(dish.restaurant_id, dish.id);
    put put_station(station: Station) in Stations at layout::of_restaurant(station.restaurant_id, station.id);
    remove remove_dish(restaurant: Id, id: Id) from Dishes at layout::of_restaurant(restaurant, id);
    remove remove_station(restaurant: Id, id: Id) from Stations at layout::of_restaurant(restaurant, id);
}
