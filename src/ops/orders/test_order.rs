//! A test order of our own, for an owner to see how an order comes in: it is stored, rings, is moved and told to webhooks like
//! any other. No platform hears of it, and like every test order it is in no report.

use super::arrive::{Taken, take_in};
use super::{board::board, receive::Way};
use crate::{Ctx, integrations::venue::venue_of, places::restaurants};
use model::{
    Code, Failure, Id, Integration, Provider, Result, Sealed, Sha, Why, bilingual, integration::IntegrationSettings,
    limits,
};
use platforms::open::{is_own_test, read_order, test_order};
use std::collections::BTreeMap;

bilingual! {
    ENOUGH: "Panoda yeterince açık test siparişi var. Önce onları teslim edin ya da iptal edin."
        / "There are enough open test orders on the board. Deliver or cancel them first.",
}

/// Sends one to a restaurant's board, even if the client hangs up; its id.
pub async fn send_test_order(ctx: Ctx, restaurant: String) -> Result<Id> {
    let app = ctx.app.clone();
    app.engine.tasks.run(async move { send(&ctx, &restaurant).await }).await
}

async fn send(ctx: &Ctx, restaurant: &str) -> Result<Id> {
    let app = &ctx.app;
    let restaurant = restaurants::find(&app.store.read()?, ctx.access, restaurant)?;
    // One after the other, or who presses fast enough gets more than there may be.
    let _held = app.orders.locks.hold(restaurant.id).await;
    let on_board = board(app, Some(restaurant.id))?.orders;
    let open = on_board.iter().map(|one| &one.order).filter(|order| !order.status.is_closed());
    if open.filter(|order| is_own_test(&order.provider_order_id)).count() >= limits::TEST_ORDERS {
        return Err(Failure::new(Code::ValidationFailed).why(Why::Plain(ENOUGH)));
    }
    let as_if = as_if_connected(restaurant.id);
    let order = read_order(&test_order(ctx.lang, clock::now()), || Ok(venue_of(app, &as_if)?.currency))?;
    match take_in(app, &as_if, Box::new(order), Way::Own).await? {
        Taken::Kept(received) => Ok(received.id),
        Taken::Nothing | Taken::Busy => Err(Failure::fault("a test order was not taken in")),
    }
}

/// The web shop that it would have come from. It is stored nowhere, so what holds is what the restaurant says.
fn as_if_connected(restaurant_id: Id) -> Integration {
    let now = clock::now();
    Integration {
        restaurant_id,
        provider: Provider::Open,
        is_active: true,
        on_since: now,
        off_since: None,
        credentials: BTreeMap::new(),
        base_url: None,
        settings: IntegrationSettings::default(),
        token: Sealed(Vec::new()),
        token_hash: Sha::of(b""),
        created_at: now,
        updated_at: now,
    }
}
