//! Menus: read from a platform, or set by a shop; kept, and learnt from.

pub(crate) mod memory;
pub mod reading;

use crate::{
    AppState, Purpose,
    integrations::{find::find, link::reach, venue::venue_of},
    places::dishes::learn::learn_menu,
};
use model::{Access, Failure, Integration, Menu, Provider, Result};
use platforms::open::read_menu;
use std::sync::Arc;
use store::Integrations;

/// Of one menu, in bytes as stored: what a web shop may set, and far more than any platform's has.
const LARGEST_KEPT: usize = 1 << 20;

pub async fn show(app: &Arc<AppState>, access: Access, restaurant: &str, provider: Provider) -> Result<Menu> {
    let (integration, kept) = {
        let reader = app.store.read()?;
        let integration = find(&reader, access, restaurant, provider)?;
        let kept = reader.menu(integration.restaurant_id, provider)?;
        (integration, kept)
    };
    let read = read(app, &integration, Purpose::People).await?;
    if let Some(menu) = &read {
        // Whoever asked has it whether it can be kept or not.
        if let Err(failure) = keep(app, menu).await {
            tracing::warn!(cause = %failure, "a menu could not be kept");
        }
    }
    match read.or(kept) {
        Some(menu) => Ok(menu),
        None => Ok(Menu {
            provider,
            restaurant_id: integration.restaurant_id,
            currency: venue_of(app, &integration)?.currency,
            categories: Vec::new(),
            fetched_at: None,
        }),
    }
}

/// What its platform tells now; nothing where it sends its menu to us.
async fn read(app: &AppState, integration: &Integration, purpose: Purpose) -> Result<Option<Menu>> {
    let (platform, link) = reach(app, integration)?;
    let read = app.engine.errands.run(platform, &link, purpose, move |client| platform.menu(client)).await?;
    // What was read from the platform is of this moment; what a shop set, of when it did.
    Ok(read.map(|menu| Menu { fetched_at: menu.fetched_at.or(Some(clock::now())), ..menu }))
}

/// Keeps it, if it differs from what is kept, and learns the dishes in it.
async fn keep(app: &AppState, menu: &Menu) -> Result<()> {
    let (restaurant, provider) = (menu.restaurant_id, menu.provider);
    let kept = app.store.read()?.menu(restaurant, provider)?;
    let is_same = |kept: &Menu| (&kept.categories, kept.currency) == (&menu.categories, menu.currency);
    let is_kept = kept.as_ref().is_some_and(is_same);
    let fits = || serde_json::to_vec(menu).is_ok_and(|text| text.len() <= LARGEST_KEPT);
    if !is_kept && app.store.has_room().is_ok() && fits() {
        let menu = menu.clone();
        let put = app.store.write_unhurried(move |tx| match tx.has_integration(restaurant, provider)? {
            true => tx.put_menu(&menu),
            // It was disconnected meanwhile.
            false => Ok(()),
        });
        put.await?;
    }
    learn_menu(app, menu).await
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
    let menu = set.await?;
    if let Err(failure) = learn_menu(app, &menu).await {
        // The shop's menu is stored all the same, and learnt with the next look at it.
        tracing::warn!(cause = %failure, "the dishes of a menu could not be noted");
    }
    Ok(menu)
}
