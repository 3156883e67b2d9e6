//! Integrations: connecting a restaurant to a platform, switching it, its intake address.

use super::{Ctx, House, on_a_thread, restaurants};
use crate::{
    model::{
        Code, Currency, Failure, Fields, Integration, Provider, Sealed, Sha, What, Why,
        fields::TEXT,
        integration::{MOST_MINUTES, MOST_PAUSE_SECONDS, Settings},
        time,
    },
    platforms::{self, Link, Platform},
    store::{Accounts, Integrations, Look, Places, seal},
};
use jiff::tz::TimeZone;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, sync::Arc};

/// Scheduled orders start this long before their time, unless someone says otherwise.
const PREPARATION_MINUTES: u32 = 60;

/// What a caller wrote, checked. Fields left out stay as they are; null clears.
#[derive(Clone)]
pub struct Draft {
    is_active: Option<bool>,
    clears_credentials: bool,
    credentials: Vec<(String, Option<Sealed>)>,
    base_url: Option<Option<String>>,
    clears_settings: bool,
    settings: Vec<Setting>,
    /// For a new integration: its token, made outside the write job.
    token: Token,
}

#[derive(Clone)]
enum Setting {
    AutoAccept(Option<bool>),
    PreparationMinutes(Option<u32>),
    StepPauseSeconds(Option<u32>),
    CallbackUrl(Option<String>),
}

#[derive(Clone)]
struct Token {
    sealed: Sealed,
    hash: Sha,
}

impl Token {
    fn new(house: &House) -> Result<Token, Failure> {
        let clear = seal::random_text::<24>()?;
        Ok(Token { sealed: house.store.sealer().seal("token", clear.as_bytes())?, hash: Sha::of(clear.as_bytes()) })
    }
}

/// A platform that can be connected; a name that nobody knows is 404, one without an adapter is not offered.
pub fn adapter(key: &str) -> Result<(Provider, &'static dyn Platform), Failure> {
    let provider = known(key)?;
    let platform = platforms::of(provider).ok_or_else(|| Failure::new(Code::NotOffered))?;
    Ok((provider, platform))
}

pub fn known(key: &str) -> Result<Provider, Failure> {
    Provider::parse(key).ok_or_else(|| Failure::new(Code::ProviderNotFound))
}

pub fn draft(house: &House, platform: &dyn Platform, fields: &Fields<'_>) -> Result<Draft, Failure> {
    let base_url = fields.has("baseUrl").then(|| fields.stated("baseUrl")).transpose()?;
    if let Some(Some(url)) = &base_url {
        restaurants::check_url(house, "baseUrl", url)?;
    }
    let clears = |name| fields.has(name) && fields.raw(name).is_none();
    let mut credentials = Vec::new();
    if let Some(object) = fields.object("credentials")? {
        for (name, entry) in object.entries() {
            let value = if entry.is_null() { None } else { Some(entry.text(TEXT)?) };
            // As with any field that is not known: passed over.
            if platform.credentials().iter().any(|credential| credential.name == name) {
                let seal = |clear: String| house.store.sealer().seal("credential", clear.as_bytes());
                credentials.push((name, value.map(seal).transpose()?));
            }
        }
    }
    let settings = match fields.object("settings")? {
        Some(settings) => read_settings(house, platform, &settings)?,
        None => Vec::new(),
    };
    let is_active = fields.boolean("isActive")?;
    let (clears_credentials, clears_settings) = (clears("credentials"), clears("settings"));
    let token = Token::new(house)?;
    Ok(Draft { is_active, clears_credentials, credentials, base_url, clears_settings, settings, token })
}

fn read_settings(house: &House, platform: &dyn Platform, settings: &Fields<'_>) -> Result<Vec<Setting>, Failure> {
    let mut read = Vec::new();
    let number = |name, most| Ok::<_, Failure>(settings.whole(name, 0, most)?.and_then(|n| u32::try_from(n).ok()));
    if settings.has("autoAccept") {
        read.push(Setting::AutoAccept(settings.boolean("autoAccept")?));
    }
    if settings.has("preparationMinutes") {
        read.push(Setting::PreparationMinutes(number("preparationMinutes", MOST_MINUTES)?));
    }
    if settings.has("stepPauseSeconds") {
        read.push(Setting::StepPauseSeconds(number("stepPauseSeconds", MOST_PAUSE_SECONDS)?));
    }
    if settings.has("callbackUrl") && platform.takes_callback_url() {
        let url = settings.stated("callbackUrl")?;
        if let Some(url) = &url {
            restaurants::check_url(house, "settings.callbackUrl", url)?;
        }
        read.push(Setting::CallbackUrl(url));
    }
    Ok(read)
}

pub fn list(house: &House, restaurant: &str) -> Result<Vec<Integration>, Failure> {
    let reader = house.store.read()?;
    let restaurant = restaurants::find(&reader, restaurant)?;
    reader.integrations_of(restaurant.id)
}

/// Connects or changes. A new one is on unless the caller says otherwise; being switched is an event.
pub async fn put(ctx: Ctx, restaurant: String, provider: Provider, draft: Draft) -> Result<Integration, Failure> {
    ctx.write(move |tx| {
        let restaurant = restaurants::find(tx, &restaurant)?;
        let before = tx.integration(restaurant.id, provider)?;
        let mut after = before.clone().unwrap_or_else(|| Integration {
            restaurant_id: restaurant.id,
            provider,
            is_active: true,
            credentials: BTreeMap::new(),
            base_url: None,
            settings: Settings::default(),
            token: draft.token.sealed.clone(),
            token_hash: draft.token.hash,
            created_at: tx.now,
            updated_at: tx.now,
        });
        apply(&draft, &mut after);
        let required = platforms::of(provider).map_or(&[][..], |platform| platform.credentials());
        if let Some(missing) =
            required.iter().find(|field| field.is_required && !after.credentials.contains_key(field.name))
        {
            return Err(Failure::invalid(format!("credentials.{}", missing.name), Why::Missing));
        }
        after.updated_at = tx.now;
        tx.put_integration(before.as_ref(), &after)?;
        let was_active = before.as_ref().is_some_and(|before| before.is_active);
        if was_active != after.is_active {
            tx.emit(restaurant.id, provider, What::IntegrationSwitched { is_active: after.is_active })?;
        }
        Ok(after)
    })
    .await
}

fn apply(draft: &Draft, integration: &mut Integration) {
    if let Some(is_active) = draft.is_active {
        integration.is_active = is_active;
    }
    if draft.clears_credentials {
        integration.credentials.clear();
    }
    if draft.clears_settings {
        integration.settings = Settings::default();
    }
    for (name, value) in &draft.credentials {
        match value {
            Some(sealed) => integration.credentials.insert(name.clone(), sealed.clone()),
            None => integration.credentials.remove(name),
        };
    }
    if let Some(base_url) = &draft.base_url {
        integration.base_url = base_url.clone();
    }
    for setting in &draft.settings {
        match setting.clone() {
            Setting::AutoAccept(value) => integration.settings.auto_accept = value,
            Setting::PreparationMinutes(value) => integration.settings.preparation_minutes = value,
            Setting::StepPauseSeconds(value) => integration.settings.step_pause_seconds = value,
            Setting::CallbackUrl(value) => integration.settings.callback_url = value,
        }
    }
}

/// A new intake address; the old one is unknown at once.
pub async fn rotate_token(ctx: Ctx, restaurant: String, provider: Provider) -> Result<Integration, Failure> {
    let token = Token::new(&ctx.house)?;
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
    ctx.write(move |tx| {
        let integration = find(tx, &restaurant, provider)?;
        tx.remove_integration(&integration)?;
        if integration.is_active {
            tx.emit(integration.restaurant_id, provider, What::IntegrationSwitched { is_active: false })?;
        }
        Ok(())
    })
    .await
}

/// What a connection test found.
#[derive(Serialize, Deserialize)]
pub struct Tested {
    pub ok: bool,
    /// The restaurant's name on the platform, where it tells one.
    pub name: Option<String>,
}

pub async fn test(ctx: Ctx, restaurant: String, provider: Provider) -> Result<Tested, Failure> {
    let (platform, link, house) = reach(&ctx, &restaurant, provider)?;
    let name = on_a_thread(move || platform.test(&link, &house.net)).await?;
    Ok(Tested { ok: true, name })
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Opened {
    pub is_open: bool,
}

/// Opens or closes the shop on the platform.
pub async fn set_open(ctx: Ctx, restaurant: String, provider: Provider, is_open: bool) -> Result<Opened, Failure> {
    let (platform, link, house) = reach(&ctx, &restaurant, provider)?;
    on_a_thread(move || platform.set_open(&link, &house.net, is_open)).await?;
    Ok(Opened { is_open })
}

type Reached = (&'static dyn Platform, Link, Arc<House>);

fn reach(ctx: &Ctx, restaurant: &str, provider: Provider) -> Result<Reached, Failure> {
    let reader = ctx.house.store.read()?;
    let integration = find(&reader, restaurant, provider)?;
    let platform = platforms::of(provider).ok_or_else(|| Failure::new(Code::NotOffered))?;
    let link = link(&ctx.house, &reader, &integration)?;
    Ok((platform, link, ctx.house.clone()))
}

pub fn find(look: &impl Look, restaurant: &str, provider: Provider) -> Result<Integration, Failure> {
    let restaurant = restaurants::find(look, restaurant)?;
    look.integration(restaurant.id, provider)?.ok_or_else(|| Failure::new(Code::IntegrationNotFound))
}

/// Whose intake address this is; an unknown one looks like any unknown path.
pub fn by_token(house: &House, provider: Provider, token: &str) -> Result<Integration, Failure> {
    let found = house.store.read()?.integration_with_token(provider, token)?;
    found.ok_or_else(|| Failure::new(Code::NotFound))
}

pub fn intake_url(house: &House, integration: &Integration) -> Result<String, Failure> {
    let token = house.store.sealer().open_text("token", &integration.token)?;
    Ok(format!("{}/intake/v1/{}/{token}", house.public_url, integration.provider))
}

pub fn venue_of(house: &House, integration: &Integration) -> Result<Venue, Failure> {
    venue(&house.store.read()?, integration)
}

/// The connection as a platform's adapter needs it.
pub fn link(house: &House, look: &impl Look, integration: &Integration) -> Result<Link, Failure> {
    let sealer = house.store.sealer();
    let credentials = integration
        .credentials
        .iter()
        .map(|(name, sealed)| Ok((name.clone(), sealer.open_text("credential", sealed)?)))
        .collect::<Result<_, Failure>>()?;
    Ok(Link {
        restaurant_id: integration.restaurant_id,
        currency: venue(look, integration)?.currency,
        base_url: integration.base_url.clone(),
        credentials,
        settings: integration.settings.clone(),
    })
}

/// What holds for orders that come in here: the integration's word, else the restaurant's, else the account's.
pub struct Venue {
    pub zone: TimeZone,
    pub currency: Currency,
    pub auto_accept: bool,
    pub preparation_minutes: u32,
}

pub fn venue(look: &impl Look, integration: &Integration) -> Result<Venue, Failure> {
    let account = look.settings()?;
    let own = look.restaurant(integration.restaurant_id)?.map(|restaurant| restaurant.form.understood());
    let own = own.unwrap_or_default();
    let zone = time::zone(own.timezone.as_deref().unwrap_or(&account.timezone)).unwrap_or(TimeZone::UTC);
    let settings = &integration.settings;
    Ok(Venue {
        zone,
        currency: own.currency.unwrap_or(account.currency),
        auto_accept: settings.auto_accept.or(own.auto_accept).unwrap_or(false),
        preparation_minutes: settings.preparation_minutes.or(own.preparation_minutes).unwrap_or(PREPARATION_MINUTES),
    })
}
