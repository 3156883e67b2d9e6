//! What holds for the orders of one integration: time zone, currency, acceptance, preparation.

use crate::AppState;
use jiff::tz::TimeZone;
use model::{Currency, Integration, Result, time};
use store::{Accounts, Places, ReadView};

/// Scheduled orders start this long before their time, unless set otherwise.
const PREPARATION_MINUTES: u32 = 60;

/// What holds for orders that come in here: the integration's word, else the restaurant's, else the account's.
pub struct Venue {
    pub zone: TimeZone,
    pub currency: Currency,
    pub auto_accept: bool,
    pub preparation_minutes: u32,
    /// The preparation time in minutes, if it was set.
    pub(super) stated_minutes: Option<u32>,
}

pub fn venue_of(app: &AppState, integration: &Integration) -> Result<Venue> {
    venue(&app.store.read()?, integration)
}

pub fn venue(view: &impl ReadView, integration: &Integration) -> Result<Venue> {
    let account = view.settings()?;
    let own = view.restaurant(integration.restaurant_id)?.map(|restaurant| restaurant.form.understood());
    let own = own.unwrap_or_default();
    let zone = time::zone(own.timezone.as_deref().unwrap_or(&account.timezone)).unwrap_or(TimeZone::UTC);
    let settings = &integration.settings;
    let stated_minutes = settings.preparation_minutes.or(own.preparation_minutes);
    Ok(Venue {
        zone,
        currency: own.currency.unwrap_or(account.currency),
        auto_accept: settings.auto_accept.or(own.auto_accept).unwrap_or(false),
        preparation_minutes: stated_minutes.unwrap_or(PREPARATION_MINUTES),
        stated_minutes,
    })
}
