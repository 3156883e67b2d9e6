//! Integrations: connecting a restaurant to a platform, switching it, its intake address.
//!
//! `draft` is what a caller wrote, `pulse` how an integration fares, `poll` reads what its platform has, `outages` are
//! those whose platform cannot be asked.

mod draft;
pub(super) mod memory;
pub(super) mod outages;
mod poll;
mod pulse;

pub use draft::{Draft, draft};
pub use poll::{is_wanted, poll};
pub use pulse::{is_connected, may_store_nameless, pulse};

use super::{ctx::Ctx, errands::Purpose, restaurants, state::AppState};
use crate::{
    model::{
        Bilingual, Code, Currency, Failure, Integration, Provider, Time, What, Why,
        integration::{IntegrationSettings, Pulse},
        time,
    },
    platforms::{self, Client, Link, Platform},
    store::{Accounts, Integrations, Places, ReadView},
};
use draft::{Token, apply};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

const NEW_ADDRESS: Bilingual = Bilingual::fixed(
    "Adres değişince kimlik bilgileri yeniden girilmelidir: oraya gönderilecekler.",
    "Another address needs the credentials again, because they will be sent there.",
);
/// Scheduled orders start this long before their time, unless someone says otherwise.
const PREPARATION_MINUTES: u32 = 60;

/// A platform and its adapter; a name that nobody knows is 404.
pub fn adapter(key: &str) -> Result<(Provider, &'static dyn Platform), Failure> {
    let provider = known(key)?;
    Ok((provider, platforms::of(provider)))
}

pub fn known(key: &str) -> Result<Provider, Failure> {
    Provider::parse(key).ok_or_else(|| Failure::new(Code::ProviderNotFound))
}

pub fn list(app: &AppState, restaurant: &str) -> Result<Vec<Integration>, Failure> {
    let reader = app.store.read()?;
    let restaurant = restaurants::find(&reader, restaurant)?;
    reader.integrations_of(restaurant.id)
}

/// Some restaurant takes orders from some platform.
pub fn is_any_on(app: &AppState) -> Result<bool, Failure> {
    Ok(app.store.read()?.all_integrations()?.iter().any(|integration| integration.is_active))
}

/// The credentials that its platform does not call secret, in clear: a form shows those again.
pub fn open_credentials(app: &AppState, integration: &Integration) -> Result<BTreeMap<String, String>, Failure> {
    let declared = platforms::of(integration.provider).credentials();
    let is_open = |name: &str| declared.iter().any(|credential| credential.name == name && !credential.is_secret);
    let sealer = app.store.sealer();
    let shown = integration.credentials.iter().filter(|(name, _)| is_open(name));
    shown.map(|(name, sealed)| Ok((name.clone(), sealer.open_text("credential", sealed)?))).collect()
}

/// Connects or changes. A new one is on unless the caller says otherwise; being switched is an event.
pub async fn put(ctx: Ctx, restaurant: String, provider: Provider, draft: Draft) -> Result<Integration, Failure> {
    let app = ctx.app.clone();
    let (changed, is_other_account) = ctx
        .write(move |tx| {
            let restaurant = restaurants::find(tx, &restaurant)?;
            let before = tx.integration(restaurant.id, provider)?;
            let mut after = before.clone().unwrap_or_else(|| Integration {
                restaurant_id: restaurant.id,
                provider,
                is_active: true,
                on_since: tx.now,
                credentials: BTreeMap::new(),
                base_url: None,
                settings: IntegrationSettings::default(),
                token: draft.token.sealed.clone(),
                token_hash: draft.token.hash,
                created_at: tx.now,
                updated_at: tx.now,
            });
            apply(&draft, &mut after);
            let required = || platforms::of(provider).credentials().iter().filter(|field| field.is_required);
            if let Some(missing) = required().find(|field| !after.credentials.contains_key(field.name)) {
                return Err(Failure::invalid(format!("credentials.{}", missing.name), Why::Missing));
            }
            // Secrets are written and never read. Whoever may only change the address must not have them sent to it.
            let moves = before.as_ref().is_some_and(|before| before.base_url != after.base_url);
            if let Some(missing) = required().find(|field| moves && !draft.gives(field.name)) {
                return Err(Failure::invalid(format!("credentials.{}", missing.name), Why::Plain(NEW_ADDRESS)));
            }
            after.updated_at = tx.now;
            if after.is_active && before.as_ref().is_some_and(|before| !before.is_active) {
                after.on_since = tx.now;
            }
            tx.put_integration(before.as_ref(), &after)?;
            let is_other = before
                .as_ref()
                .is_some_and(|before| before.base_url != after.base_url || before.credentials != after.credentials);
            // Whether it works is open again; how far it was read still holds, or what came meanwhile would be missed.
            if let Some(pulse) = tx.pulse(restaurant.id, provider)?.filter(|_| is_other) {
                tx.put_pulse(restaurant.id, provider, &Pulse { cursor: pulse.cursor, ..Pulse::default() })?;
            }
            let was_active = before.as_ref().is_some_and(|before| before.is_active);
            if was_active != after.is_active {
                tx.emit(restaurant.id, provider, What::IntegrationSwitched { is_active: after.is_active })?;
            }
            Ok((after, is_other))
        })
        .await?;
    if is_other_account {
        app.integrations.pulses.reset((changed.restaurant_id, provider));
    }
    app.integrations_changed();
    Ok(changed)
}

/// A new intake address; the old one is unknown at once.
pub async fn rotate_token(ctx: Ctx, restaurant: String, provider: Provider) -> Result<Integration, Failure> {
    let token = Token::new(&ctx.app)?;
    ctx.write(move |tx| {
        let before = find(tx, &restaurant, provider)?;
        let (sealed, hash) = (token.sealed.clone(), token.hash);
        let after = Integration { token: sealed, token_hash: hash, updated_at: tx.now, ..before.clone() };
        tx.put_integration(Some(&before), &after)?;
        Ok(after)
    })
    .await
}

pub async fn remove(ctx: Ctx, restaurant: String, provider: Provider) -> Result<(), Failure> {
    let app = ctx.app.clone();
    let removed = ctx
        .write(move |tx| {
            let integration = find(tx, &restaurant, provider)?;
            tx.remove_integration(&integration)?;
            if integration.is_active {
                tx.emit(integration.restaurant_id, provider, What::IntegrationSwitched { is_active: false })?;
            }
            Ok(integration.restaurant_id)
        })
        .await?;
    app.integrations.pulses.forget((removed, provider));
    app.integrations_changed();
    Ok(())
}

/// What a connection test found.
#[derive(Serialize, Deserialize)]
pub struct Tested {
    pub ok: bool,
    /// The restaurant's name on the platform, where it tells one.
    pub name: Option<String>,
    /// Whether the platform's own switch for the till is on, where it has one and says so.
    #[serde(default)]
    pub is_pos_on: Option<bool>,
}

pub async fn test(ctx: Ctx, restaurant: String, provider: Provider) -> Result<Tested, Failure> {
    let app = ctx.app;
    let integration = find(&app.store.read()?, &restaurant, provider)?;
    let (platform, link) = reach(&app, &integration)?;
    let test = move |client: &Client<'_>| Ok((platform.test(client)?, platform.is_pos_on(client)));
    let tested = app.errands.run(platform, &link, Purpose::People, test).await;
    // A test shows on the integration like any other call.
    pulse::tested(&app, &integration, tested.as_ref().err()).await;
    let (name, is_pos_on) = tested?;
    Ok(Tested { ok: true, name, is_pos_on })
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PosSet {
    pub is_active: bool,
}

/// Turns the platform's own switch for the till.
pub async fn set_pos(ctx: Ctx, restaurant: String, provider: Provider, is_active: bool) -> Result<PosSet, Failure> {
    let app = ctx.app;
    let integration = find(&app.store.read()?, &restaurant, provider)?;
    let (platform, link) = reach(&app, &integration)?;
    app.errands.run(platform, &link, Purpose::People, move |client| platform.set_pos(client, is_active)).await?;
    Ok(PosSet { is_active })
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    pub is_open: bool,
}

/// Opens or closes the shop on the platform.
pub async fn set_open(ctx: Ctx, restaurant: String, provider: Provider, is_open: bool) -> Result<Opened, Failure> {
    let app = ctx.app;
    let integration = find(&app.store.read()?, &restaurant, provider)?;
    let (platform, link) = reach(&app, &integration)?;
    app.errands.run(platform, &link, Purpose::People, move |client| platform.set_open(client, is_open)).await?;
    Ok(Opened { is_open })
}

/// An integration's platform and the way to it.
pub fn reach(app: &AppState, integration: &Integration) -> Result<(&'static dyn Platform, Link), Failure> {
    let link = link(app, &app.store.read()?, integration)?;
    Ok((platforms::of(integration.provider), link))
}

pub fn find(view: &impl ReadView, restaurant: &str, provider: Provider) -> Result<Integration, Failure> {
    let restaurant = restaurants::find(view, restaurant)?;
    view.integration(restaurant.id, provider)?.ok_or_else(|| Failure::new(Code::IntegrationNotFound))
}

/// Whose intake address this is; an unknown one looks like any unknown path.
pub fn by_token(app: &AppState, provider: Provider, token: &str) -> Result<Integration, Failure> {
    let found = app.store.read()?.integration_with_token(provider, token)?;
    found.ok_or_else(|| Failure::new(Code::NotFound))
}

/// Where a push belongs that came in at `integration` and names a shop.
pub enum Shop {
    /// There, or nobody can say.
    Its,
    /// At another restaurant of the same company: a platform may send the orders of all its shops to one address.
    Other(Box<Integration>),
    /// At a shop that nobody here has.
    Unknown,
}

pub fn for_shop(app: &AppState, integration: &Integration, shop: Option<&str>) -> Result<Shop, Failure> {
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
    // Before it was first read, nobody knows what the platform calls it.
    Ok(if own.is_none() { Shop::Its } else { Shop::Unknown })
}

pub fn intake_url(app: &AppState, integration: &Integration) -> Result<String, Failure> {
    let token = app.store.sealer().open_text("token", &integration.token)?;
    Ok(format!("{}/intake/v1/{}/{token}", app.public_url, integration.provider))
}

pub fn venue_of(app: &AppState, integration: &Integration) -> Result<Venue, Failure> {
    venue(&app.store.read()?, integration)
}

/// A moment of the platform's clock, by ours, as far as its answers have told.
pub fn our_time(app: &AppState, integration: &Integration, theirs: Time) -> Result<Time, Failure> {
    let (platform, link) = reach(app, integration)?;
    Ok(app.errands.session(platform, &link).our_time(theirs))
}

/// The connection as a platform's adapter needs it.
pub fn link(app: &AppState, view: &impl ReadView, integration: &Integration) -> Result<Link, Failure> {
    let sealer = app.store.sealer();
    let credentials = integration
        .credentials
        .iter()
        .map(|(name, sealed)| Ok((name.clone(), sealer.open_text("credential", sealed)?)))
        .collect::<Result<_, Failure>>()?;
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

/// What holds for orders that come in here: the integration's word, else the restaurant's, else the account's.
pub struct Venue {
    pub zone: TimeZone,
    pub currency: Currency,
    pub auto_accept: bool,
    pub preparation_minutes: u32,
    /// The same, if somebody has said it.
    stated_minutes: Option<u32>,
}

pub fn venue(view: &impl ReadView, integration: &Integration) -> Result<Venue, Failure> {
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
