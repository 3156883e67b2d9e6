//! `/restaurants`: the endpoints of a restaurant, with its packages.

use super::request::ApiRequest;
use crate::http::{Answer, reply};
use crate::model::{Access, Id, Integration, Provider, Result, Time, fields};
use crate::ops::places::restaurants::{self, RestaurantDetails};
use crate::ops::{AppState, integrations};
use crate::{clock, model::restaurant::Headers};
use hyper::body::Bytes;
use parking_lot::Mutex;
use serde::Serialize;
use serde_json::value::RawValue;
use std::sync::Arc;

/// The list as it was last told, kept while it is the same: it is long, and tills ask for it again and again.
#[derive(Default)]
pub struct ToldList(Mutex<Option<ToldText>>);

struct ToldText {
    all: Arc<Vec<RestaurantDetails>>,
    /// What changes in it by itself.
    passing: Vec<bool>,
    text: Bytes,
}

pub async fn list(request: ApiRequest, told: Arc<ToldList>) -> Answer {
    let (is_long, access) = (restaurants::are_many(&request.app)?, request.access());
    let text = move |app: &AppState| match access.sees_everything() {
        true => told_text(app, &told),
        false => {
            let (all, now) = (restaurants::list(app, access)?, clock::now());
            reply::text_of(&all.iter().map(|shown| RestaurantView::of(app, shown, now)).collect::<Vec<_>>())
        }
    };
    reply::ok_text(request.read(is_long, text).await?)
}

fn told_text(app: &AppState, told: &ToldList) -> Result<Bytes> {
    let (all, now) = (restaurants::list(app, Access::FULL)?, clock::now());
    let connected = all.iter().flat_map(|shown| &shown.integrations).map(|one| integrations::is_connected(app, one));
    let active = all.iter().flat_map(|shown| &shown.restaurant.packages).map(|package| package.is_active_at(now));
    let passing: Vec<bool> = connected.chain(active).collect();
    let mut told = told.0.lock();
    let is_same = |told: &&ToldText| Arc::ptr_eq(&told.all, &all) && told.passing == passing;
    if let Some(told) = told.as_ref().filter(is_same) {
        return Ok(told.text.clone());
    }
    let views: Vec<RestaurantView> = all.iter().map(|shown| RestaurantView::of(app, shown, now)).collect();
    let text = reply::text_of(&views)?;
    drop(views);
    *told = Some(ToldText { all, passing, text: text.clone() });
    Ok(text)
}

pub async fn add(request: ApiRequest) -> Answer {
    let draft = restaurants::draft(&request.app, &request.fields()?)?;
    let shown: RestaurantDetails = request.once(|ctx| restaurants::add(ctx, draft)).await?;
    reply::ok(&RestaurantView::of(&request.app, &shown, clock::now()))
}

pub async fn show(request: ApiRequest) -> Answer {
    let shown = restaurants::show(&request.app, request.access(), request.call.param(0))?;
    reply::ok(&RestaurantView::of(&request.app, &shown, clock::now()))
}

pub async fn change(request: ApiRequest) -> Answer {
    let draft = restaurants::draft(&request.app, &request.fields()?)?;
    let shown = restaurants::change(request.ctx(), request.param(0), draft).await?;
    reply::ok(&RestaurantView::of(&request.app, &shown, clock::now()))
}

pub async fn amend(request: ApiRequest) -> Answer {
    let changes = restaurants::changes(&request.app, &request.fields()?)?;
    let shown = restaurants::change(request.ctx(), request.param(0), changes).await?;
    reply::ok(&RestaurantView::of(&request.app, &shown, clock::now()))
}

pub async fn remove(request: ApiRequest) -> Answer {
    restaurants::remove(request.ctx(), request.param(0)).await?;
    reply::done()
}

pub async fn set_packages(request: ApiRequest) -> Answer {
    let packages = restaurants::packages(fields::parse_list(request.call.json_body()?)?)?;
    let shown = restaurants::set_packages(request.ctx(), request.param(0), packages).await?;
    reply::ok(&RestaurantView::of(&request.app, &shown, clock::now()))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RestaurantView<'a> {
    id: Id,
    business_id: Option<Id>,
    name: &'a str,
    description: Option<&'a str>,
    address: Option<&'a str>,
    lat: Option<f64>,
    lon: Option<f64>,
    config: &'a RawValue,
    payment_matching_url: Option<&'a str>,
    payment_matching_headers: &'a Headers,
    integrations: Vec<IntegrationMark>,
    packages: Vec<PackageView<'a>>,
    created_at: Time,
    updated_at: Time,
}

/// That a connection is there, never a secret of it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct IntegrationMark {
    provider: Provider,
    is_active: bool,
    is_connected: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PackageView<'a> {
    name: &'a str,
    starts_at: Option<Time>,
    ends_at: Option<Time>,
    is_active: bool,
}

impl RestaurantView<'_> {
    pub fn of<'a>(app: &AppState, shown: &'a RestaurantDetails, now: Time) -> RestaurantView<'a> {
        let RestaurantDetails { restaurant, headers, integrations } = shown;
        let form = &restaurant.form;
        let mark = |integration: &Integration| IntegrationMark {
            provider: integration.provider,
            is_active: integration.is_active,
            is_connected: integrations::is_connected(app, integration),
        };
        let packages = restaurant.packages.iter().map(|package| PackageView {
            name: &package.name,
            starts_at: package.starts_at,
            ends_at: package.ends_at,
            is_active: package.is_active_at(now),
        });
        RestaurantView {
            id: restaurant.id,
            business_id: restaurant.business_id,
            name: &form.name,
            description: form.description.as_deref(),
            address: form.address.as_deref(),
            lat: form.lat,
            lon: form.lon,
            config: form.config.as_deref().unwrap_or(empty_object()),
            payment_matching_url: form.payment_matching_url.as_deref(),
            payment_matching_headers: headers,
            integrations: integrations.iter().map(mark).collect(),
            packages: packages.collect(),
            created_at: restaurant.created_at,
            updated_at: restaurant.updated_at,
        }
    }
}

fn empty_object() -> &'static RawValue {
    serde_json::from_str("{}").unwrap_or(RawValue::NULL)
}
