//! `/providers`: the platforms that can be connected, what each asks for, and the menus that they have.

use super::request::ApiRequest;
use crate::http::{Answer, reply};
use crate::model::{Failure, FieldPlace, Lang, Provider, Why};
use crate::ops::{integrations, places::menus};
use crate::platforms::{self, Credential, Platform};
use serde::Serialize;
use std::time::Duration;

/// What is asked more rarely is asked only for what was missed.
const SAFETY_NET: Duration = Duration::from_secs(60);

pub async fn list(request: ApiRequest) -> Answer {
    let lang = request.call.lang;
    reply::ok(&platforms::all().map(|(key, platform)| ProviderView::of(key, platform, lang)).collect::<Vec<_>>())
}

/// A restaurant's menu on a platform.
pub async fn menu(request: ApiRequest) -> Answer {
    let provider = integrations::known(request.call.param(0))?;
    let query = request.call.query()?;
    let restaurant = query.one("restaurantId")?.filter(|id| !id.is_empty());
    let restaurant = restaurant.ok_or_else(|| Failure::invalid("restaurantId", Why::Missing).of(FieldPlace::Query))?;
    reply::ok(&menus::show(&request.app, request.access(), restaurant, provider).await?)
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProviderView {
    provider: Provider,
    name: &'static str,
    /// Why it should be tried with care, where that is so.
    caveat: Option<String>,
    /// It is asked for orders: nothing on the internet has to reach this box.
    is_polled: bool,
    /// It sends orders to the intake address, which must then be reachable for it.
    is_pushed: bool,
    /// It hears of the minutes that an order is verified with.
    takes_preparation_minutes: bool,
    credentials: Vec<CredentialView>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CredentialView {
    name: &'static str,
    label: String,
    help: String,
    is_required: bool,
    is_secret: bool,
}

impl ProviderView {
    fn of(provider: Provider, platform: &dyn Platform, lang: Lang) -> ProviderView {
        let credential = |credential: &Credential| CredentialView {
            name: credential.name,
            label: credential.label.in_lang(lang).to_owned(),
            help: credential.help.in_lang(lang).to_owned(),
            is_required: credential.is_required,
            is_secret: credential.is_secret,
        };
        ProviderView {
            provider,
            name: platform.facts().name,
            caveat: platform.facts().caveat.as_ref().map(|caveat| caveat.in_lang(lang).to_owned()),
            is_polled: platform.poll_every(Duration::ZERO).is_some_and(|every| every <= SAFETY_NET),
            is_pushed: provider == Provider::Open || !platform.facts().pushes.is_empty(),
            takes_preparation_minutes: platform.facts().takes_minutes,
            credentials: platform.facts().credentials.iter().map(credential).collect(),
        }
    }
}
