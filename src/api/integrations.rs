//! `/restaurants/{id}/integrations`: connecting a restaurant to its platforms.

use super::{Ask, Routes, on};
use crate::{
    http::{Answer, delete, get, post, put, reply},
    i18n,
    model::{Failure, Integration, Lang, Provider, Time, integration::IntegrationSettings},
    ops::{
        AppState,
        integrations::{self, Tested},
    },
    platforms,
};
use serde::Serialize;
use std::{collections::BTreeMap, sync::Arc};

pub fn routes(app: &Arc<AppState>) -> Routes {
    vec![
        get("restaurants/{restaurantId}/integrations", on(app, list)),
        put("restaurants/{restaurantId}/integrations/{provider}", on(app, change)),
        delete("restaurants/{restaurantId}/integrations/{provider}", on(app, remove)),
        post("restaurants/{restaurantId}/integrations/{provider}/rotate-token", on(app, rotate_token)),
        post("restaurants/{restaurantId}/integrations/{provider}/test", on(app, test)),
        put("restaurants/{restaurantId}/integrations/{provider}/open", on(app, set_open)),
        put("restaurants/{restaurantId}/integrations/{provider}/pos", on(app, set_pos)),
    ]
}

async fn list(ask: Ask) -> Answer {
    let all = integrations::list(&ask.app, ask.call.param(0))?;
    let views: Result<Vec<_>, Failure> =
        all.iter().map(|one| IntegrationView::of(&ask.app, one, ask.call.lang)).collect();
    reply::ok(&views?)
}

async fn change(ask: Ask) -> Answer {
    let (provider, platform) = integrations::adapter(ask.call.param(1))?;
    let draft = integrations::draft(&ask.app, platform, &ask.fields()?)?;
    let changed = integrations::put(ask.ctx(), ask.param(0), provider, draft).await?;
    reply::ok(&IntegrationView::of(&ask.app, &changed, ask.call.lang)?)
}

async fn remove(ask: Ask) -> Answer {
    let provider = integrations::known(ask.call.param(1))?;
    integrations::remove(ask.ctx(), ask.param(0), provider).await?;
    reply::done()
}

async fn rotate_token(ask: Ask) -> Answer {
    ask.fields()?;
    let (restaurant, provider) = (ask.param(0), integrations::known(ask.call.param(1))?);
    let changed: Integration = ask.once(|ctx| integrations::rotate_token(ctx, restaurant, provider)).await?;
    reply::ok(&IntegrationView::of(&ask.app, &changed, ask.call.lang)?)
}

async fn test(ask: Ask) -> Answer {
    ask.fields()?;
    let (restaurant, provider) = (ask.param(0), integrations::known(ask.call.param(1))?);
    let tested: Tested = ask.once(|ctx| integrations::test(ctx, restaurant, provider)).await?;
    let lang = ask.call.lang;
    let switch = platforms::of(provider).pos_switch().filter(|_| tested.is_pos_on == Some(false));
    reply::ok(&TestedView {
        ok: tested.ok,
        name: tested.name.as_deref(),
        message: lang.texts().api.connection_works,
        is_pos_active: tested.is_pos_on,
        notice: switch.map(|switch| switch.is_off.in_lang(lang)),
    })
}

async fn set_open(ask: Ask) -> Answer {
    let fields = ask.fields()?;
    let is_open = fields.boolean("isOpen")?.ok_or_else(|| fields.missing("isOpen"))?;
    let provider = integrations::known(ask.call.param(1))?;
    reply::ok(&integrations::set_open(ask.ctx(), ask.param(0), provider, is_open).await?)
}

async fn set_pos(ask: Ask) -> Answer {
    let fields = ask.fields()?;
    let is_active = fields.boolean("isActive")?.ok_or_else(|| fields.missing("isActive"))?;
    let provider = integrations::known(ask.call.param(1))?;
    reply::ok(&integrations::set_pos(ask.ctx(), ask.param(0), provider, is_active).await?)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct TestedView<'a> {
    ok: bool,
    name: Option<&'a str>,
    message: &'static str,
    /// The platform's own switch for the till.
    is_pos_active: Option<bool>,
    /// What to mend there although the connection works.
    notice: Option<&'a str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct IntegrationView<'a> {
    provider: Provider,
    is_active: bool,
    is_connected: bool,
    base_url: Option<&'a str>,
    settings: SettingsView<'a>,
    /// Which credentials are stored; never what they are.
    credentials: BTreeMap<&'a str, bool>,
    intake_url: String,
    /// When the platform was last read or tried with success.
    last_success_at: Option<Time>,
    last_error: Option<TroubleView>,
    created_at: Time,
    updated_at: Time,
}

/// What stands in the way, since when.
#[derive(Serialize)]
struct TroubleView {
    at: Time,
    code: &'static str,
    message: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SettingsView<'a> {
    auto_accept: Option<bool>,
    preparation_minutes: Option<u32>,
    step_pause_seconds: Option<u32>,
    callback_url: Option<&'a str>,
}

impl IntegrationView<'_> {
    fn of<'a>(app: &AppState, integration: &'a Integration, lang: Lang) -> Result<IntegrationView<'a>, Failure> {
        let pulse = integrations::pulse(app, integration)?;
        let last_error = pulse.last_error.map(|trouble| {
            let failure = Failure::from(trouble.refusal);
            TroubleView { at: trouble.at, code: failure.code.key(), message: i18n::failure(lang, &failure) }
        });
        let IntegrationSettings { auto_accept, preparation_minutes, step_pause_seconds, callback_url } =
            &integration.settings;
        Ok(IntegrationView {
            provider: integration.provider,
            is_active: integration.is_active,
            is_connected: integrations::is_connected(app, integration),
            base_url: integration.base_url.as_deref(),
            settings: SettingsView {
                auto_accept: *auto_accept,
                preparation_minutes: *preparation_minutes,
                step_pause_seconds: *step_pause_seconds,
                callback_url: callback_url.as_deref(),
            },
            credentials: integration.credentials.keys().map(|name| (name.as_str(), true)).collect(),
            intake_url: integrations::intake_url(app, integration)?,
            last_success_at: pulse.last_success_at,
            last_error,
            created_at: integration.created_at,
            updated_at: integration.updated_at,
        })
    }
}
