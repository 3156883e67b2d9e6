//! `/restaurants/{id}/integrations`: connecting a restaurant to its platforms.

use super::request::ApiRequest;
use crate::http::{Answer, reply};
use crate::i18n::{self, Spoken};
use crate::model::{Failure, Integration, Power, Provider, Time};
use crate::ops::integrations::{self, ConnectionTest, IntegrationDetails};
use crate::{model::integration::IntegrationSettings, platforms};
use serde::Serialize;
use std::collections::BTreeMap;

pub async fn list(request: ApiRequest) -> Answer {
    let all = integrations::list(&request.app, request.access(), request.call.param(0))?;
    reply::ok(&all.iter().map(|one| IntegrationView::of(one, &request)).collect::<Vec<_>>())
}

pub async fn change(request: ApiRequest) -> Answer {
    let (provider, platform) = integrations::adapter(request.call.param(1))?;
    let draft = integrations::draft(&request.app, platform, &request.fields()?)?;
    let changed = integrations::put(request.ctx(), request.param(0), provider, draft).await?;
    let changed = integrations::details(&request.app, changed)?;
    reply::ok(&IntegrationView::of(&changed, &request))
}

pub async fn remove(request: ApiRequest) -> Answer {
    let provider = integrations::known(request.call.param(1))?;
    integrations::remove(request.ctx(), request.param(0), provider).await?;
    reply::done()
}

pub async fn rotate_token(request: ApiRequest) -> Answer {
    request.fields()?;
    let (restaurant, provider) = (request.param(0), integrations::known(request.call.param(1))?);
    let changed: Integration = request.once(|ctx| integrations::rotate_token(ctx, restaurant, provider)).await?;
    let changed = integrations::details(&request.app, changed)?;
    reply::ok(&IntegrationView::of(&changed, &request))
}

pub async fn test(request: ApiRequest) -> Answer {
    request.fields()?;
    let (restaurant, provider) = (request.param(0), integrations::known(request.call.param(1))?);
    let tested: ConnectionTest = request.once(|ctx| integrations::test(ctx, restaurant, provider)).await?;
    let lang = request.call.lang;
    let switch = platforms::of(provider).facts().pos_switch.as_ref().filter(|_| tested.is_pos_on == Some(false));
    reply::ok(&TestedView {
        ok: tested.ok,
        name: tested.name.as_deref(),
        message: lang.texts().api.connection_works,
        is_pos_active: tested.is_pos_on,
        notice: switch.map(|switch| switch.is_off.in_lang(lang)),
    })
}

pub async fn set_open(request: ApiRequest) -> Answer {
    let fields = request.fields()?;
    let is_open = fields.boolean("isOpen")?.ok_or_else(|| fields.missing("isOpen"))?;
    let provider = integrations::known(request.call.param(1))?;
    reply::ok(&integrations::set_open(request.ctx(), request.param(0), provider, is_open).await?)
}

pub async fn set_pos(request: ApiRequest) -> Answer {
    let fields = request.fields()?;
    let is_active = fields.boolean("isActive")?.ok_or_else(|| fields.missing("isActive"))?;
    let provider = integrations::known(request.call.param(1))?;
    reply::ok(&integrations::set_pos(request.ctx(), request.param(0), provider, is_active).await?)
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
    settings: &'a IntegrationSettings,
    /// Which credentials are stored; never what they are.
    credentials: BTreeMap<&'a str, bool>,
    /// The address is enough to send orders, so only a key that may change the integration is told.
    intake_url: Option<&'a str>,
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

impl IntegrationView<'_> {
    fn of<'a>(details: &'a IntegrationDetails, request: &ApiRequest) -> IntegrationView<'a> {
        let lang = request.call.lang;
        let IntegrationDetails { integration, pulse, is_connected, intake_url } = details;
        let last_error = pulse.last_error.as_ref().map(|trouble| {
            let failure = Failure::from(trouble.refusal.clone());
            TroubleView { at: trouble.at, code: failure.code.key(), message: i18n::failure(lang, &failure) }
        });
        IntegrationView {
            provider: integration.provider,
            is_active: integration.is_active,
            is_connected: *is_connected,
            base_url: integration.base_url.as_deref(),
            settings: &integration.settings,
            credentials: integration.credentials.keys().map(|name| (name.as_str(), true)).collect(),
            intake_url: request.access().may(Power::Manage).then_some(intake_url),
            last_success_at: pulse.last_success_at,
            last_error,
            created_at: integration.created_at,
            updated_at: integration.updated_at,
        }
    }
}
