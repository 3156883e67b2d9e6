//! `/providers/{provider}/menus`: a restaurant's menu on a platform.

use super::request::ApiRequest;
use crate::{
    http::{Answer, reply},
    model::{Failure, FieldPlace, Why},
    ops::{integrations, places::menus},
};

pub async fn show(request: ApiRequest) -> Answer {
    let provider = integrations::known(request.call.param(0))?;
    let query = request.call.query()?;
    let restaurant = query.one("restaurantId")?.filter(|id| !id.is_empty());
    let restaurant = restaurant.ok_or_else(|| Failure::invalid("restaurantId", Why::Missing).of(FieldPlace::Query))?;
    reply::ok(&menus::show(&request.app, request.access(), restaurant, provider).await?)
}
