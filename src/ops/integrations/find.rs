//! Which integration is meant, which there are and what is shown of each; and whether its intake address takes more.

use super::{allowance::IntakeOverrun, link::intake_url, pulse};
use crate::{AppState, places::restaurants};
use model::{Access, Code, Failure, Integration, Provider, Result, integration::Pulse};
use platforms::{self, Platform};
use store::{Integrations, ReadView};

/// An integration with what is derived from it, as callers are shown it.
pub struct IntegrationDetails {
    pub integration: Integration,
    pub pulse: Pulse,
    pub is_connected: bool,
    pub intake_url: String,
}

/// A platform and its adapter; an unknown name is 404.
pub fn adapter(key: &str) -> Result<(Provider, &'static dyn Platform)> {
    let provider = known(key)?;
    Ok((provider, platforms::of(provider)))
}

pub fn known(key: &str) -> Result<Provider> {
    Provider::parse(key).ok_or_else(|| Failure::new(Code::ProviderNotFound))
}

pub fn find(view: &impl ReadView, access: Access, restaurant: &str, provider: Provider) -> Result<Integration> {
    let restaurant = restaurants::find(view, access, restaurant)?;
    view.integration(restaurant.id, provider)?.ok_or_else(|| Failure::new(Code::IntegrationNotFound))
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
        pulse: pulse::pulse(app, &integration)?,
        is_connected: pulse::is_connected(app, &integration),
        intake_url: intake_url(app, &integration)?,
        integration,
    })
}

/// Whose intake address this is; an unknown one looks like any unknown path.
pub fn by_token(app: &AppState, provider: Provider, token: &str) -> Result<Integration> {
    let found = app.store.read()?.integration_with_token(provider, token)?;
    found.ok_or_else(|| Failure::new(Code::NotFound))
}

/// Lets one request in at its intake address, before any of the body is read.
pub fn admit(app: &AppState, integration: &Integration) -> Result<()> {
    app.integrations.allowances.admit(integration)
}

/// Whether more came there lately than is allowed.
pub fn overrun(app: &AppState, integration: &Integration) -> Option<IntakeOverrun> {
    app.integrations.allowances.overrun(integration)
}
