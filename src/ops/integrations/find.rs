//! Which integration is meant, and which there are; and whether its intake address takes more.

use super::allowance::IntakeOverrun;
use crate::{AppState, places::restaurants};
use model::{Access, Code, Failure, Integration, Provider, Result};
use platforms::{self, Platform};
use store::{Integrations, ReadView};

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
