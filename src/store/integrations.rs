//! Integrations, how they fare, and menus in the store. A token is found by its hash; the token itself lies sealed.

use super::{layout, tables::Table, tx::Tx, view::ReadView};
use model::{Failure, Id, Integration, Menu, Provider, Sha, integration::Pulse};

pub trait Integrations: ReadView + Sized {
    reads! {
        one integration(restaurant: Id, provider: Provider) -> Integration in Integrations
            at layout::integration(restaurant, provider);
        one pulse(restaurant: Id, provider: Provider) -> Pulse in Pulses at layout::integration(restaurant, provider);
        one menu(restaurant: Id, provider: Provider) -> Menu in Menus at layout::integration(restaurant, provider);
        all all_integrations -> Integration in Integrations;
    }

    fn has_integration(&self, restaurant: Id, provider: Provider) -> Result<bool, Failure> {
        self.contains(Table::Integrations, &layout::integration(restaurant, provider))
    }

    fn integrations_of(&self, restaurant: Id) -> Result<Vec<Integration>, Failure> {
        self.records(Table::Integrations, &restaurant.bytes())
    }

    fn integration_with_token(&self, provider: Provider, token: &str) -> Result<Option<Integration>, Failure> {
        let Some(key) = self.bytes(Table::IntegrationsByToken, &Sha::of(token.as_bytes()).0)? else { return Ok(None) };
        let integration: Option<Integration> = self.record(Table::Integrations, &key)?;
        Ok(integration.filter(|integration| integration.provider == provider))
    }

    /// What all of them weigh as they are stored.
    fn integration_bytes(&self) -> Result<usize, Failure> {
        self.table_bytes(Table::Integrations)
    }
}

impl<L: ReadView> Integrations for L {}

impl Tx<'_> {
    /// Adds or replaces; `before` is what is stored now.
    pub fn put_integration(&mut self, before: Option<&Integration>, after: &Integration) -> Result<(), Failure> {
        let key = layout::integration(after.restaurant_id, after.provider);
        if let Some(before) = before.filter(|before| before.token_hash != after.token_hash) {
            self.delete(Table::IntegrationsByToken, &before.token_hash.0)?;
        }
        self.put(Table::Integrations, &key, after)?;
        self.put_bytes(Table::IntegrationsByToken, &after.token_hash.0, &key)
    }

    pub fn remove_integration(&mut self, integration: &Integration) -> Result<(), Failure> {
        let key = layout::integration(integration.restaurant_id, integration.provider);
        self.delete(Table::Integrations, &key)?;
        self.delete(Table::Menus, &key)?;
        self.delete(Table::Pulses, &key)?;
        self.delete(Table::IntegrationsByToken, &integration.token_hash.0)
    }

    pub fn put_pulse(&mut self, restaurant: Id, provider: Provider, pulse: &Pulse) -> Result<(), Failure> {
        self.put(Table::Pulses, &layout::integration(restaurant, provider), pulse)
    }
}

writes! {
    put put_menu(menu: Menu) in Menus at layout::integration(menu.restaurant_id, menu.provider);
}
