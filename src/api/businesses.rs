//! `/businesses`: the six endpoints of a business, and linking a restaurant to one.

use super::{Ask, Routes, on, restaurants::RestaurantView};
use crate::{
    clock,
    http::{Answer, delete, get, post, put, reply},
    model::{BusinessForm, Id, Time, fields::TEXT},
    ops::{
        AppState,
        businesses::{self, Shown},
        restaurants,
    },
};
use serde::Serialize;
use std::sync::Arc;

pub fn routes(app: &Arc<AppState>) -> Routes {
    vec![
        get("businesses", on(app, list)),
        post("businesses", on(app, add)),
        get("businesses/{businessId}", on(app, show)),
        put("businesses/{businessId}", on(app, change)),
        delete("businesses/{businessId}", on(app, remove)),
        get("businesses/{businessId}/restaurants", on(app, linked)),
        post("businesses/{businessId}/restaurants", on(app, link)),
    ]
}

async fn list(ask: Ask) -> Answer {
    let all = businesses::list(&ask.app)?;
    reply::ok(&all.iter().map(BusinessView::of).collect::<Vec<_>>())
}

async fn add(ask: Ask) -> Answer {
    let form = businesses::form(&ask.fields()?)?;
    let shown: Shown = ask.once(|ctx| businesses::add(ctx, form)).await?;
    reply::ok(&BusinessView::of(&shown))
}

async fn show(ask: Ask) -> Answer {
    reply::ok(&BusinessView::of(&businesses::show(&ask.app, ask.call.param(0))?))
}

async fn change(ask: Ask) -> Answer {
    let form = businesses::form(&ask.fields()?)?;
    reply::ok(&BusinessView::of(&businesses::change(ask.ctx(), ask.param(0), form).await?))
}

async fn remove(ask: Ask) -> Answer {
    businesses::remove(ask.ctx(), ask.param(0)).await?;
    reply::done()
}

async fn linked(ask: Ask) -> Answer {
    let (all, now) = (restaurants::list_of_business(&ask.app, ask.call.param(0))?, clock::now());
    reply::ok(&all.iter().map(|shown| RestaurantView::of(&ask.app, shown, now)).collect::<Vec<_>>())
}

async fn link(ask: Ask) -> Answer {
    let restaurant = ask.fields()?.required_text("restaurantId", TEXT)?;
    let business = ask.param(0);
    let shown: restaurants::Shown = ask.once(|ctx| restaurants::link(ctx, business, restaurant)).await?;
    reply::ok(&RestaurantView::of(&ask.app, &shown, clock::now()))
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BusinessView<'a> {
    id: Id,
    #[serde(flatten)]
    form: &'a BusinessForm,
    restaurant_count: usize,
    created_at: Time,
    updated_at: Time,
}

impl BusinessView<'_> {
    fn of(shown: &Shown) -> BusinessView<'_> {
        BusinessView {
            id: shown.business.id,
            form: &shown.business.form,
            restaurant_count: shown.restaurant_count,
            created_at: shown.business.created_at,
            updated_at: shown.business.updated_at,
        }
    }
}
