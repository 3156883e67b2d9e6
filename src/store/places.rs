//! Businesses and restaurants in the store. Both are few, so their lists are whole.

use super::{tables::Table, tx::Tx, view::ReadView};
use model::{Business, Failure, Id, Restaurant};

pub trait Places: ReadView + Sized {
    fn business(&self, id: Id) -> Result<Option<Business>, Failure> {
        self.record(Table::Businesses, &id.bytes())
    }

    fn businesses(&self) -> Result<Vec<Business>, Failure> {
        self.all(Table::Businesses)
    }

    fn restaurant(&self, id: Id) -> Result<Option<Restaurant>, Failure> {
        self.record(Table::Restaurants, &id.bytes())
    }

    fn restaurants(&self) -> Result<Vec<Restaurant>, Failure> {
        self.all(Table::Restaurants)
    }

    /// What all of them weigh as they are stored.
    fn restaurant_bytes(&self) -> Result<usize, Failure> {
        self.table_bytes(Table::Restaurants)
    }

    fn business_count(&self) -> Result<u64, Failure> {
        self.count(Table::Businesses)
    }

    fn business_bytes(&self) -> Result<usize, Failure> {
        self.table_bytes(Table::Businesses)
    }

    fn restaurant_count(&self) -> Result<u64, Failure> {
        self.count(Table::Restaurants)
    }

    fn restaurants_of(&self, business: Id) -> Result<Vec<Restaurant>, Failure> {
        Ok(self.restaurants()?.into_iter().filter(|restaurant| restaurant.business_id == Some(business)).collect())
    }
}

impl<L: ReadView> Places for L {}

impl Tx<'_> {
    pub fn put_business(&mut self, business: &Business) -> Result<(), Failure> {
        self.put(Table::Businesses, &business.id.bytes(), business)
    }

    pub fn remove_business(&mut self, id: Id) -> Result<(), Failure> {
        self.delete(Table::Businesses, &id.bytes())
    }

    pub fn put_restaurant(&mut self, restaurant: &Restaurant) -> Result<(), Failure> {
        self.put(Table::Restaurants, &restaurant.id.bytes(), restaurant)
    }

    pub fn remove_restaurant(&mut self, id: Id) -> Result<(), Failure> {
        self.delete(Table::Restaurants, &id.bytes())
    }
}
