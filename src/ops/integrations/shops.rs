//! Whose shop a push speaks of: a platform may send those of all shops to one address.

use super::{link::reach, pulse::pulse};
use crate::AppState;
use model::{Integration, Result};
use store::Integrations;

/// Where a push belongs that came in at `integration` and names a shop.
pub enum Shop {
    /// There, or it cannot be told.
    Its,
    /// At another restaurant of the same company: a platform may send the orders of all its shops to one address.
    Other(Box<Integration>),
    /// At a shop that no integration here has.
    Unknown,
}

pub fn for_shop(app: &AppState, integration: &Integration, shop: Option<&str>) -> Result<Shop> {
    let Some(shop) = shop else { return Ok(Shop::Its) };
    let own = pulse(app, integration)?.shop;
    if own.as_deref() == Some(shop) {
        return Ok(Shop::Its);
    }
    let (platform, link) = reach(app, integration)?;
    let all = app.store.read()?.all_integrations()?;
    for one in all.into_iter().filter(|one| one.provider == integration.provider) {
        let is_there = pulse(app, &one)?.shop.as_deref() == Some(shop);
        // One restaurant's address must not become everybody's.
        if is_there && platform.company(&reach(app, &one)?.1) == platform.company(&link) {
            return Ok(Shop::Other(Box::new(one)));
        }
    }
    // Before it was first read, it is unknown what the platform calls it.
    Ok(if own.is_none() { Shop::Its } else { Shop::Unknown })
}
