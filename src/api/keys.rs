//! `/keys`: API keys, for a key that may do everything.

use super::request::ApiRequest;
use crate::http::{Answer, reply};
use crate::model::{Id, Key, Scope, Time};
use crate::ops::keys::{self, Carriers, KeyForm, NewKey};
use serde::Serialize;

pub async fn list(request: ApiRequest) -> Answer {
    reply::ok(&keys::list(&request.app)?.iter().map(ApiKeyView::of).collect::<Vec<_>>())
}

/// The answer is the only one that ever shows the key itself.
pub async fn add(request: ApiRequest) -> Answer {
    let form = KeyForm::read(&request.fields()?)?;
    let made: NewKey = request.once(|ctx| keys::add(ctx, form)).await?;
    reply::ok(&NewApiKeyView { key: ApiKeyView::of(&made.key), api_key: &made.secret })
}

pub async fn show(request: ApiRequest) -> Answer {
    reply::ok(&ApiKeyView::of(&keys::show(&request.app, request.call.param(0))?))
}

pub async fn change(request: ApiRequest) -> Answer {
    let form = KeyForm::read(&request.fields()?)?;
    reply::ok(&ApiKeyView::of(&keys::change(request.ctx(), request.param(0), form).await?))
}

pub async fn remove(request: ApiRequest) -> Answer {
    keys::revoke(request.ctx(), request.param(0), Carriers::Refuse).await?;
    reply::done()
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct NewApiKeyView<'a> {
    #[serde(flatten)]
    key: ApiKeyView<'a>,
    api_key: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ApiKeyView<'a> {
    id: Id,
    name: &'a str,
    /// The first eight characters.
    prefix: &'a str,
    scope: Scope,
    restaurant_id: Option<Id>,
    ends_at: Option<Time>,
    is_primary: bool,
    created_at: Time,
    last_used_at: Option<Time>,
    last_used_from: Option<&'a str>,
}

impl ApiKeyView<'_> {
    fn of(key: &Key) -> ApiKeyView<'_> {
        ApiKeyView {
            id: key.id,
            name: &key.name,
            prefix: &key.prefix,
            scope: key.scope,
            restaurant_id: key.restaurant_id,
            ends_at: key.ends_at,
            is_primary: key.is_primary,
            created_at: key.created_at,
            last_used_at: key.last_used_at,
            last_used_from: key.last_used_from.as_deref(),
        }
    }
}
