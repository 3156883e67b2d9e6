//! An integration with what is derived from it, as callers are shown it.

use super::{
    link::intake_url,
    pulse::{is_connected, pulse},
};
use crate::{AppState, places::restaurants};
use model::{Access, Integration, Result, integration::Pulse};
use store::Integrations;

pub struct IntegrationDetails {
    pub integration: Integration,
    pub pulse: Pulse,
    pub is_connected: bool,
    pub intake_url: String,
}

/// Those of one restaurant.
pub fn list(app: &AppState, access: Access, restaurant: &str) -> Result<Vec<IntegrationDetails>> {
    let all = {
        let reader = app.store.read()?;
        let restaurant = restaurants::find(&reader, access, restaurant)?;
        reader.integrations_of(restaurant.id)?
    };
    all.into_iter().map(|integration| details(app, integration)).collect()
}

pub fn details(app: &AppState, integration: Integration) -> Result<IntegrationDetails> {
    Ok(IntegrationDetails {
        pulse: pulse(app, &integration)?,
        is_connected: is_connected(app, &integration),
        intake_url: intake_url(app, &integration)?,
        integration,
    })
}
