//! An integration with its secrets in clear, for the length of a call or of a form.

use super::venue::venue;
use crate::AppState;
use model::{Integration, Result, Time};
use platforms::{self, Link, Platform};
use std::collections::BTreeMap;
use store::ReadView;

/// An integration's platform and the way to it.
pub fn reach(app: &AppState, integration: &Integration) -> Result<(&'static dyn Platform, Link)> {
    let link = link(app, &app.store.read()?, integration)?;
    Ok((platforms::of(integration.provider), link))
}

/// The connection as a platform's adapter needs it.
pub fn link(app: &AppState, view: &impl ReadView, integration: &Integration) -> Result<Link> {
    let sealer = app.store.sealer();
    let sealed = integration.credentials.iter();
    let clear = sealed.map(|(name, sealed)| Ok((name.clone(), sealer.unseal_text("credential", sealed)?)));
    let credentials = clear.collect::<Result<_>>()?;
    let venue = venue(view, integration)?;
    Ok(Link {
        restaurant_id: integration.restaurant_id,
        provider: integration.provider,
        currency: venue.currency,
        base_url: integration.base_url.clone(),
        credentials,
        settings: integration.settings.clone(),
        preparation_minutes: venue.stated_minutes,
    })
}

/// A moment of the platform's clock, by ours, as far as its answers have told.
pub fn our_time(app: &AppState, integration: &Integration, theirs: Time) -> Result<Time> {
    let (platform, link) = reach(app, integration)?;
    Ok(app.engine.errands.session(platform, &link).our_time(theirs))
}

pub fn intake_url(app: &AppState, integration: &Integration) -> Result<String> {
    let token = app.store.sealer().unseal_text("token", &integration.token)?;
    Ok(format!("{}/intake/v1/{}/{token}", app.config.public_url, integration.provider))
}

/// The credentials that its platform does not call secret, in clear: a form shows those again.
pub fn open_credentials(app: &AppState, integration: &Integration) -> Result<BTreeMap<String, String>> {
    let declared = platforms::of(integration.provider).facts().credentials;
    let is_open = |name: &str| declared.iter().any(|credential| credential.name == name && !credential.is_secret);
    let sealer = app.store.sealer();
    let shown = integration.credentials.iter().filter(|(name, _)| is_open(name));
    shown.map(|(name, sealed)| Ok((name.clone(), sealer.unseal_text("credential", sealed)?))).collect()
}
