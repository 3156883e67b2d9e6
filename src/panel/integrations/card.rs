//! How a restaurant's connection to a platform fares, in words.

use super::super::{show, visit::Visit};
use i18n::{self, Lang, Spoken, pages::integrations as words};
use model::{Failure, Integration, Provider, integration::Pulse};
use ops::{
    care::settings,
    integrations::{self, is_reserved},
    places::restaurants::RestaurantDetails,
};
use platforms::{self, facts};

pub struct IntegrationCard {
    pub provider: Provider,
    pub mark: &'static str,
    pub name: &'static str,
    pub path: String,
    /// The colour of the badge, and its word.
    pub badge: &'static str,
    pub state: &'static str,
    pub is_connected: bool,
    pub is_active: bool,
    /// It has an intake address, and waits for its credentials.
    pub is_reserved: bool,
    pub is_experimental: bool,
    /// How long ago, and when exactly; `None` for one that is never called.
    pub last_sync: Option<(String, String)>,
    /// What is wrong, and since when.
    pub trouble: Option<(String, String)>,
    pub is_called: bool,
}

/// One for each platform that there is.
pub fn cards(visit: &Visit, shown: &RestaurantDetails) -> Result<Vec<IntegrationCard>, Failure> {
    let found = |provider| shown.integrations.iter().find(|one| one.provider == provider);
    platforms::all().map(|(provider, _)| card(visit, shown, provider, found(provider))).collect()
}

/// One for each platform that it is connected to.
pub fn marks(visit: &Visit, shown: &RestaurantDetails) -> Result<Vec<IntegrationCard>, Failure> {
    shown.integrations.iter().map(|one| card(visit, shown, one.provider, Some(one))).collect()
}

pub fn card(
    visit: &Visit,
    shown: &RestaurantDetails,
    provider: Provider,
    integration: Option<&Integration>,
) -> Result<IntegrationCard, Failure> {
    let (lang, t) = (visit.lang, &visit.lang.texts().integrations_page);
    let platform = platforms::of(provider);
    let mut card = IntegrationCard {
        provider,
        mark: facts(provider).mark,
        name: facts(provider).short_name_in(lang),
        path: format!("/restaurants/{}/integrations/{provider}", shown.restaurant.id),
        badge: "",
        state: t.not_connected,
        is_connected: integration.is_some_and(|one| !is_reserved(one)),
        is_active: integration.is_some_and(|one| one.is_active),
        is_reserved: integration.is_some_and(is_reserved),
        is_experimental: platform.facts().is_experimental,
        last_sync: None,
        trouble: None,
        is_called: !platform.facts().home.is_empty(),
    };
    let Some(integration) = integration else { return Ok(card) };
    let (pulse, zone) =
        (integrations::pulse(&visit.app, integration)?, settings::zone_of(&visit.app, &shown.restaurant)?);
    let is_closed = pulse.shop_closed_at.is_some() && integrations::is_shop_closed(&visit.app, integration, &pulse)?;
    (card.badge, card.state) = standing(lang, integration, &pulse, is_closed);
    card.last_sync = pulse.last_success_at.map(|at| (show::ago(lang, at, clock::now()), show::exact(lang, at, &zone)));
    card.trouble = pulse.last_error.map(|trouble| {
        let since = words::since(lang, &show::exact(lang, trouble.at, &zone));
        (i18n::failure(lang, &trouble.refusal.into()), since)
    });
    Ok(card)
}

/// How it fares, the same on every page: the colour of the badge, and its word. `is_closed` is that its shop was closed from
/// here.
pub fn standing(lang: Lang, integration: &Integration, pulse: &Pulse, is_closed: bool) -> (&'static str, &'static str) {
    let t = lang.texts().integrations_page;
    match (&pulse.last_error, pulse.last_success_at) {
        _ if is_reserved(integration) => ("info", t.reserved),
        _ if !integration.is_active => ("", t.off),
        (Some(_), _) => ("bad", t.trouble),
        _ if is_closed => ("warn", t.closed_there),
        (None, Some(_)) => ("good", t.works),
        // It has no host of its own, so it is never asked and all there is to do is wait.
        (None, None) if platforms::of(integration.provider).facts().home.is_empty() => ("good", t.waits),
        (None, None) => ("info", t.untried),
    }
}
