//! What is asked of a platform itself about an integration: a connection test, and its switches for till and shop.

use super::connect::{about, is_reserved};
use super::{find::find, link::reach, pulse};
use crate::{AppState, Ctx, Purpose, care::audit};
use model::{Access, Deed, Failure, Integration, Provider, Result, Why, integration::Pulse};
use platforms::Client;
use serde::{Deserialize, Serialize};

/// What a connection test found.
#[derive(Serialize, Deserialize)]
pub struct ConnectionTest {
    pub ok: bool,
    /// The restaurant's name on the platform, where it tells one.
    pub name: Option<String>,
    /// Whether the platform's own switch for the till is on, where it has one and says so.
    #[serde(default)]
    pub is_pos_on: Option<bool>,
}

pub async fn test(ctx: Ctx, restaurant: String, provider: Provider) -> Result<ConnectionTest> {
    let (app, access) = (ctx.app, ctx.access);
    let integration = connected(&app, access, &restaurant, provider)?;
    let (platform, link) = reach(&app, &integration)?;
    let test = move |client: &Client<'_>| Ok((platform.test(client)?, platform.is_pos_on(client)));
    let tested = app.engine.errands.run(platform, &link, Purpose::People, test).await;
    // A test shows on the integration like any other call.
    pulse::tested(&app, &integration, tested.as_ref().err()).await;
    let (name, is_pos_on) = tested?;
    Ok(ConnectionTest { ok: true, name, is_pos_on })
}

/// A platform cannot be asked with credentials that are not there yet.
fn connected(app: &AppState, access: Access, restaurant: &str, provider: Provider) -> Result<Integration> {
    let integration = find(&app.store.read()?, access, restaurant, provider)?;
    if is_reserved(&integration) {
        return Err(Failure::invalid("credentials", Why::Missing));
    }
    Ok(integration)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PosSet {
    pub is_active: bool,
}

/// Turns the platform's own switch for the till.
pub async fn set_pos(ctx: Ctx, restaurant: String, provider: Provider, is_active: bool) -> Result<PosSet> {
    let (recorder, access, app) = (ctx.recorder(), ctx.access, ctx.app);
    let integration = connected(&app, access, &restaurant, provider)?;
    let (platform, link) = reach(&app, &integration)?;
    app.store.may_write()?;
    app.engine.errands.run(platform, &link, Purpose::People, move |client| platform.set_pos(client, is_active)).await?;
    audit::record(&app, recorder, about(Deed::PosSwitched, &integration).with("isActive", is_active)).await?;
    Ok(PosSet { is_active })
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShopOpened {
    pub is_open: bool,
}

/// Opens or closes the shop on the platform.
pub async fn set_open(ctx: Ctx, restaurant: String, provider: Provider, is_open: bool) -> Result<ShopOpened> {
    let (recorder, access, app) = (ctx.recorder(), ctx.access, ctx.app);
    let integration = connected(&app, access, &restaurant, provider)?;
    let (platform, link) = reach(&app, &integration)?;
    app.store.may_write()?;
    app.engine.errands.run(platform, &link, Purpose::People, move |client| platform.set_open(client, is_open)).await?;
    let note = |pulse: &mut Pulse| {
        pulse.shop_closed_at = (!is_open).then(clock::now);
    };
    // What screens show first: it is so there, whatever becomes of the record.
    pulse::feel(&app, &integration, note, true).await?;
    let deed = if is_open { Deed::ShopOpened } else { Deed::ShopClosed };
    audit::record(&app, recorder, about(deed, &integration)).await?;
    Ok(ShopOpened { is_open })
}
