//! Menus: read from a platform, or set by a shop and kept.

use super::{House, integrations, on_a_thread};
use crate::{
    model::{Failure, Integration, Menu, Provider},
    platforms,
    store::Integrations,
};
use std::sync::Arc;

pub async fn show(house: &Arc<House>, restaurant: &str, provider: Provider) -> Result<Menu, Failure> {
    let (integration, link, kept) = {
        let reader = house.store.read()?;
        let integration = integrations::find(&reader, restaurant, provider)?;
        let link = integrations::link(house, &reader, &integration)?;
        let kept = reader.menu(integration.restaurant_id, provider)?;
        (integration, link, kept)
    };
    let platform = platforms::of(provider).ok_or_else(|| Failure::new(crate::model::Code::NotOffered))?;
    let (net, currency) = (house.net.clone(), link.currency);
    let read = on_a_thread(move || platform.menu(&link, &net)).await?;
    Ok(read.or(kept).unwrap_or(Menu {
        provider,
        restaurant_id: integration.restaurant_id,
        currency,
        categories: Vec::new(),
        fetched_at: None,
    }))
}

/// A shop sets its own menu.
pub async fn set(house: &House, integration: &Integration, menu: Menu) -> Result<Menu, Failure> {
    let (restaurant, provider) = (integration.restaurant_id, integration.provider);
    house
        .store
        .write(move |tx| {
            if tx.integration(restaurant, provider)?.is_none() {
                return Err(Failure::new(crate::model::Code::NotFound));
            }
            let menu = Menu { fetched_at: Some(tx.now), ..menu.clone() };
            tx.put_menu(&menu)?;
            Ok(menu)
        })
        .await
}
