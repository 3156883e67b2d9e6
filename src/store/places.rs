//! Businesses and restaurants in the store. Both are few, so their lists are whole.

use super::{tables::Table, tx::Tx, view::ReadView};
use model::{Business, Failure, Id, Restaurant};

pub trait Places: ReadView + Sized {
    reads! {
        one business(id: Id) -> Business in Businesses at id.bytes();
        one restaurant(id: Id) -> Restaurant in Restaurants at id.bytes();
        all businesses -> Business in Businesses;
        all restaurants -> Restaurant in Restaurants;
    }

    fn business_count(&self) -> Result<u64, Failure> {
        self.count(Table::Businesses)
    }

    fn restaurant_count(&self) -> Result<u64, Failure> {
        self.count(Table::Restaurants)
    }

    /// What all of them weigh as they are stored.
    fn business_bytes(&self) -> Result<usize, Failure> {
        self.table_bytes(Table::Businesses)
    }

    fn restaurant_bytes(&self) -> Result<usize, Failure> {
        self.table_bytes(Table::Restaurants)
    }

    fn restaurants_of(&self, business: Id) -> Result<Vec<Restaurant>, Failure> {
        Ok(self.restaurants()?.into_iter().filter(|restaurant| restaurant.business_id == Some(business)).collect())
    }
}

impl<L: ReadView> Places for L {}

writes! {
    put put_business(business: Business) in Businesses at business.id.bytes();
    put put_restaurant(restaurant: Restaurant) in Restaurants at restaurant.id.bytes();
    remove remove_business(id: Id) from Businesses at id.bytes();
    remove remove_restaurant(id: Id) from Restaurants at id.bytes();
}
