//! Every endpoint of the API, and what needs no key.

use super::{
    audit, businesses, deliveries, integrations, menus, orders, providers, reports,
    request::{let_in, on},
    restaurants, system, webhooks,
};
use crate::{
    http::{Door, Route, StatusCounts, delete, get, post, put},
    ops::AppState,
};
use std::sync::Arc;

/// Requests of a till are small; a menu or an order comes in at the other door.
const BODY_LIMIT: usize = 256 * 1024;

/// Everything under `/web-api/v1`. Without a good key nothing here is even 404.
pub fn door(app: &Arc<AppState>) -> Door {
    let gate = app.clone();
    Door::new("web-api/v1", routes(app)).body_limit(BODY_LIMIT).gate(move |call| let_in(&gate, call))
}

fn routes(app: &Arc<AppState>) -> Vec<Route> {
    let told = Arc::new(restaurants::ToldList::default());
    vec![
        get("orders", on(app, orders::list)),
        get("orders/{orderId}", on(app, orders::show)),
        get("orders/reasons/{orderId}", on(app, orders::reasons)),
        post("orders/verify/{orderId}", on(app, orders::verify)),
        post("orders/change-status/{orderId}", on(app, orders::advance)),
        post("orders/cancel/{orderId}", on(app, orders::cancel)),
        post("orders/retry-webhook", on(app, deliveries::retry)),
        get("orders/reports/pending", on(app, reports::pending)),
        post("orders/reports/mark", on(app, reports::mark)),
        get("orders/grouped-payments", on(app, reports::payments)),
        get("businesses", on(app, businesses::list)),
        post("businesses", on(app, businesses::add)),
        get("businesses/{businessId}", on(app, businesses::show)),
        put("businesses/{businessId}", on(app, businesses::change)),
        delete("businesses/{businessId}", on(app, businesses::remove)),
        get("businesses/{businessId}/restaurants", on(app, businesses::linked)),
        post("businesses/{businessId}/restaurants", on(app, businesses::link)),
        get("restaurants", on(app, move |request| restaurants::list(request, told.clone()))),
        post("restaurants", on(app, restaurants::add)),
        get("restaurants/{restaurantId}", on(app, restaurants::show)),
        put("restaurants/{restaurantId}", on(app, restaurants::change)),
        delete("restaurants/{restaurantId}", on(app, restaurants::remove)),
        put("restaurants/{restaurantId}/packages", on(app, restaurants::set_packages)),
        get("restaurants/{restaurantId}/integrations", on(app, integrations::list)),
        put("restaurants/{restaurantId}/integrations/{provider}", on(app, integrations::change)),
        delete("restaurants/{restaurantId}/integrations/{provider}", on(app, integrations::remove)),
        post("restaurants/{restaurantId}/integrations/{provider}/rotate-token", on(app, integrations::rotate_token)),
        post("restaurants/{restaurantId}/integrations/{provider}/test", on(app, integrations::test)),
        put("restaurants/{restaurantId}/integrations/{provider}/open", on(app, integrations::set_open)),
        put("restaurants/{restaurantId}/integrations/{provider}/pos", on(app, integrations::set_pos)),
        get("providers", on(app, providers::list)),
        get("providers/{provider}/menus", on(app, menus::show)),
        get("webhooks", on(app, webhooks::list)),
        post("webhooks", on(app, webhooks::add)),
        get("webhooks/{webhookId}", on(app, webhooks::show)),
        put("webhooks/{webhookId}", on(app, webhooks::change)),
        delete("webhooks/{webhookId}", on(app, webhooks::remove)),
        post("webhooks/{webhookId}/test", on(app, webhooks::test)),
        post("webhooks/{webhookId}/resend", on(app, webhooks::resend)),
        get("audit", on(app, audit::list)),
        get("webhooks/deliveries", on(app, deliveries::list)),
        get("webhooks/deliveries/{deliveryId}", on(app, deliveries::show)),
        post("webhooks/deliveries/{deliveryId}/resend", on(app, deliveries::resend)),
    ]
}

/// For whoever watches the program; these stand beside the panel's pages.
pub fn open_routes(app: &Arc<AppState>, counts: Arc<StatusCounts>) -> Vec<Route> {
    vec![
        get("health", on(app, system::health)),
        get("metrics", on(app, move |request| system::metrics(request, counts.clone()))),
        get("openapi.json", on(app, system::openapi)),
    ]
}
