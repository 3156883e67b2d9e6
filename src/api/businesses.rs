//! `/businesses`: the six endpoints of a business, and linking a restaurant to one.

use super::{request::ApiRequest, restaurants::RestaurantView};
use crate::http::{Answer, reply};
use crate::model::{Business, BusinessForm, Id, Time};
use crate::ops::places::businesses::{self, BusinessDetails};
use crate::ops::places::restaurants;
use crate::{clock, model::fields::TEXT, ops::AppState};
use serde::Serialize;

pub async fn list(request: ApiRequest) -> Answer {
    let is_long = restaurants::are_many(&request.app)?;
    let all = request.read(is_long, businesses::list).await?;
    reply::ok(&all.iter().map(BusinessView::of).collect::<Vec<_>>())
}

pub async fn add(request: ApiRequest) -> Answer {
    let form = businesses::form(&request.fields()?)?;
    let shown: BusinessDetails = request.once(|ctx| businesses::add(ctx, form)).await?;
    reply::ok(&BusinessView::of(&shown))
}

pub async fn show(request: ApiRequest) -> Answer {
    reply::ok(&BusinessView::of(&businesses::show(&request.app, request.call.param(0))?))
}

pub async fn change(request: ApiRequest) -> Answer {
    let form = businesses::form(&request.fields()?)?;
    reply::ok(&BusinessView::of(&businesses::change(request.ctx(), request.param(0), form).await?))
}

pub async fn amend(request: ApiRequest) -> Answer {
    let changes = businesses::changes(&request.fields()?)?;
    reply::ok(&BusinessView::of(&businesses::change(request.ctx(), request.param(0), changes).await?))
}

pub async fn remove(request: ApiRequest) -> Answer {
    businesses::remove(request.ctx(), request.param(0)).await?;
    reply::done()
}

pub async fn linked(request: ApiRequest) -> Answer {
    let (is_long, access, business) = (restaurants::are_many(&request.app)?, request.access(), request.param(0));
    let read = move |app: &AppState| {
        let (all, now) = (restaurants::list_of_business(app, access, &business)?, clock::now());
        reply::text_of(&all.iter().map(|shown| RestaurantView::of(app, shown, now)).collect::<Vec<_>>())
    };
    reply::ok_text(request.read(is_long, read).await?)
}

pub async fn link(request: ApiRequest) -> Answer {
    let restaurant = request.fields()?.required_text("restaurantId", TEXT)?;
    let business = request.param(0);
    let shown: restaurants::RestaurantDetails =
        request.once(|ctx| restaurants::link(ctx, business, restaurant)).await?;
    reply::ok(&RestaurantView::of(&request.app, &shown, clock::now()))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BusinessView<'a> {
    id: &'a Id,
    #[serde(flatten)]
    form: &'a BusinessForm,
    restaurant_count: &'a usize,
    created_at: &'a Time,
    updated_at: &'a Time,
}

impl BusinessView<'_> {
    fn of(shown: &BusinessDetails) -> BusinessView<'_> {
        let BusinessDetails { business: Business { id, form, created_at, updated_at }, restaurant_count } = shown;
        BusinessView { id, form, restaurant_count, created_at, updated_at }
    }
}
