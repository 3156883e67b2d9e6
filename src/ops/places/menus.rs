//! Menus: read from a platform, or set by a shop and kept.

use crate::{
    AppState, Purpose,
    integrations::{find::find, link::reach, venue::venue_of},
};
use model::{Access, Failure, Integration, Menu, Provider, Result};
use platforms::open::read_menu;
use std::sync::Arc;
use store::Integrations;

pub async fn show(app: &Arc<AppState>, access: Access, restaurant: &str, provider: Provider) -> Result<Menu> {
    let (integration, kept) = {
        let reader = app.store.read()?;
        let integration = find(&reader, access, restaurant, provider)?;
        let kept = reader.menu(integration.restaurant_id, provider)?;
        (integration, kept)
    };
    let (platform, link) = reach(app, &integration)?;
    let read = app.engine.errands.run(platform, &link, Purpose::People, move |client| platform.menu(client)).await?;
    // What was read from the platform is of this moment; what a shop set, of when it did.
    let read = read.map(|menu| Menu { fetched_at: menu.fetched_at.or(Some(clock::now())), ..menu });
    Ok(read.or(kept).unwrap_or(Menu {
        provider,
        restaurant_id: integration.restaurant_id,
        currency: link.currency,
        categories: Vec::new(),
        fetched_at: None,
    }))
}

/// A web shop sets its own menu, in the shape of the `open` platform.
pub async fn set(app: &AppState, integration: &Integration, body: &[u8]) -> Result<Menu> {
    app.store.has_room()?;
    let (restaurant, provider) = (integration.restaurant_id, integration.provider);
    let menu = read_menu(body, restaurant, venue_of(app, integration)?.currency)?;
    let set = app.store.write(move |tx| {
        if tx.integration(restaurant, provider)?.is_none() {
            return Err(Failure::new(model::Code::NotFound));
        }
        let menu = Menu { fetched_at: Some(tx.now), ..menu.clone() };
        tx.put_menu(&menu)?;
        Ok(menu)
    });
    set.await
}
