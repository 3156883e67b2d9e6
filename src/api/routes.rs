//! Every endpoint of the API with the power that a key needs for it, and what needs no key.

use super::lists::{FILTERS, INCLUDED, PAGING};
use super::request::{anybody, let_in, only};
use super::{
    audit, businesses, deliveries, integrations, keys, orders, providers, reports, restaurants, system, webhooks,
};
use crate::http::{Door, Route, StatusCounts, delete, get, patch, post, put};
use crate::model::Power::{Manage, ManageAccount, MoveOrders, Read, ReadAccount};
use crate::{model::bilingual, ops::AppState};
use std::sync::Arc;

/// Requests of a till are small; a menu or an order comes in at the other door.
const BODY_LIMIT: usize = 256 * 1024;

bilingual! {
    IN_THE_REFERENCE: "Bütün adresler /api sayfasındaki belgede." / "The reference at /api has all addresses.",
    OTHER_BASE: "API’nin bütün adresleri /web-api/v1 ile başlar, örneğin /web-api/v1/orders."
        / "All addresses of the API begin with /web-api/v1, such as /web-api/v1/orders.",
}

/// Everything under `/web-api/v1`. Without a good key nothing here is even 404.
pub fn door(app: &Arc<AppState>) -> Door {
    let gate = app.clone();
    let door = Door::new("web-api/v1", routes(app)).body_limit(BODY_LIMIT).knows_queries().unknown(IN_THE_REFERENCE);
    door.gate(move |call| let_in(&gate, call))
}

/// Everything else under `/web-api`: nothing is there, and that is no secret, so it needs no key to be told.
pub fn wrong_base() -> Door {
    Door::new("web-api", Vec::new()).unknown(OTHER_BASE)
}

/// What `takes` says is all that a query may have: whatever else comes is refused before anything is done.
fn routes(app: &Arc<AppState>) -> Vec<Route> {
    let told = Arc::new(restaurants::ToldList::default());
    vec![
        get("orders", only(app, Read, orders::list)).takes(&[FILTERS, &["updatedSince"], INCLUDED, PAGING]).list(),
        get("orders/{orderId}", only(app, Read, orders::show)),
        get("orders/reasons/{orderId}", only(app, Read, orders::reasons)),
        post("orders/verify/{orderId}", only(app, MoveOrders, orders::verify)),
        post("orders/change-status/{orderId}", only(app, MoveOrders, orders::advance)),
        post("orders/cancel/{orderId}", only(app, MoveOrders, orders::cancel)),
        post("orders/retry-webhook", only(app, ManageAccount, deliveries::retry)),
        get("orders/reports/pending", only(app, Read, reports::pending)).takes(&[FILTERS, INCLUDED, PAGING]).list(),
        post("orders/reports/mark", only(app, MoveOrders, reports::mark)),
        get("orders/grouped-payments", only(app, Read, reports::payments)).takes(&[&["restaurantId", "from", "to"]]),
        get("businesses", only(app, ReadAccount, businesses::list)).list(),
        post("businesses", only(app, ManageAccount, businesses::add)),
        get("businesses/{businessId}", only(app, ReadAccount, businesses::show)),
        put("businesses/{businessId}", only(app, ManageAccount, businesses::change)),
        patch("businesses/{businessId}", only(app, ManageAccount, businesses::amend)),
        delete("businesses/{businessId}", only(app, ManageAccount, businesses::remove)),
        get("businesses/{businessId}/restaurants", only(app, ReadAccount, businesses::linked)).list(),
        post("businesses/{businessId}/restaurants", only(app, ManageAccount, businesses::link)),
        get("restaurants", only(app, Read, move |request| restaurants::list(request, told.clone()))).list(),
        post("restaurants", only(app, ManageAccount, restaurants::add)),
        get("restaurants/{restaurantId}", only(app, Read, restaurants::show)),
        put("restaurants/{restaurantId}", only(app, Manage, restaurants::change)),
        patch("restaurants/{restaurantId}", only(app, Manage, restaurants::amend)),
        delete("restaurants/{restaurantId}", only(app, ManageAccount, restaurants::remove)),
        put("restaurants/{restaurantId}/packages", only(app, Manage, restaurants::set_packages)),
        get("restaurants/{restaurantId}/integrations", only(app, Read, integrations::list)).list(),
        put("restaurants/{restaurantId}/integrations/{provider}", only(app, Manage, integrations::change)),
        delete("restaurants/{restaurantId}/integrations/{provider}", only(app, Manage, integrations::remove)),
        post(
            "restaurants/{restaurantId}/integrations/{provider}/rotate-token",
            only(app, Manage, integrations::rotate_token),
        ),
        post("restaurants/{restaurantId}/integrations/{provider}/test", only(app, Manage, integrations::test)),
        put("restaurants/{restaurantId}/integrations/{provider}/open", only(app, Manage, integrations::set_open)),
        put("restaurants/{restaurantId}/integrations/{provider}/pos", only(app, Manage, integrations::set_pos)),
        get("providers", only(app, Read, providers::list)).list(),
        get("providers/{provider}/menus", only(app, Read, providers::menu)).takes(&[&["restaurantId"]]),
        get("webhooks", only(app, ReadAccount, webhooks::list)).list(),
        post("webhooks", only(app, ManageAccount, webhooks::add)),
        get("webhooks/{webhookId}", only(app, ReadAccount, webhooks::show)),
        put("webhooks/{webhookId}", only(app, ManageAccount, webhooks::change)),
        delete("webhooks/{webhookId}", only(app, ManageAccount, webhooks::remove)),
        post("webhooks/{webhookId}/test", only(app, ManageAccount, webhooks::test)),
        post("webhooks/{webhookId}/resend", only(app, ManageAccount, webhooks::resend)),
        post("webhooks/{webhookId}/secret", only(app, ManageAccount, webhooks::make_secret)),
        delete("webhooks/{webhookId}/secret", only(app, ManageAccount, webhooks::end_secrets)),
        delete("webhooks/{webhookId}/secret/previous", only(app, ManageAccount, webhooks::end_previous_secret)),
        get("webhooks/deliveries", only(app, ReadAccount, deliveries::list))
            .takes(&[&["state", "event", "orderId", "webhookId"], PAGING])
            .list(),
        get("webhooks/deliveries/{deliveryId}", only(app, ReadAccount, deliveries::show)),
        post("webhooks/deliveries/{deliveryId}/resend", only(app, ManageAccount, deliveries::resend)),
        get("audit", only(app, ManageAccount, audit::list))
            .takes(&[&["area", "deed", "text", "from", "to"], PAGING])
            .list(),
        get("keys", only(app, ManageAccount, keys::list)).list(),
        post("keys", only(app, ManageAccount, keys::add)),
        get("keys/{keyId}", only(app, ManageAccount, keys::show)),
        put("keys/{keyId}", only(app, ManageAccount, keys::change)),
        delete("keys/{keyId}", only(app, ManageAccount, keys::remove)),
    ]
}

/// For monitoring; these stand beside the panel's pages.
pub fn open_routes(app: &Arc<AppState>, counts: Arc<StatusCounts>) -> Vec<Route> {
    vec![
        get("health", anybody(app, system::health)),
        get("metrics", anybody(app, move |request| system::metrics(request, counts.clone()))),
        get("openapi.json", anybody(app, system::openapi)),
    ]
}
