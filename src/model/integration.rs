//! `Integration`: one restaurant's connection to one platform.

use super::{failure::Refusal, id::Id, provider::Provider, sealed::Sealed, sha::Sha, time::Time};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A day: no kitchen prepares longer ahead.
pub const MOST_MINUTES: i64 = 1_440;
/// For one order, said when it is verified: below `MOST_MINUTES`, so that a digit too many is noticed.
pub const MOST_MINUTES_OF_ORDER: i64 = 240;
pub const MOST_PAUSE_SECONDS: i64 = 3_600;

/// Which integration: a restaurant has one with each platform.
pub type IntegrationKey = (Id, Provider);

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Integration {
    pub restaurant_id: Id,
    pub provider: Provider,
    pub is_active: bool,
    /// When it was last switched on: what was delivered before is not ours.
    pub on_since: Time,
    /// When it was switched off. One that was off before this was noted has nothing here.
    #[serde(default)]
    pub off_since: Option<Time>,
    /// Each credential under its platform's name for it.
    pub credentials: BTreeMap<String, Sealed>,
    /// The platform's test host, where one is used.
    pub base_url: Option<String>,
    pub settings: IntegrationSettings,
    /// The part of the intake address that cannot be guessed; sealed, because the address is shown again.
    pub token: Sealed,
    /// Under which the token is looked up.
    pub token_hash: Sha,
    pub created_at: Time,
    pub updated_at: Time,
}

impl Integration {
    pub fn key(&self) -> IntegrationKey {
        (self.restaurant_id, self.provider)
    }
}

/// What a person may choose; each wins over the restaurant's own `config`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct IntegrationSettings {
    pub auto_accept: Option<bool>,
    pub preparation_minutes: Option<u32>,
    pub step_pause_seconds: Option<u32>,
    pub callback_url: Option<String>,
}

/// How an integration fares: how far its platform has been read, and what went well or wrong last.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pulse {
    /// Where the next poll goes on; the platform's adapter alone knows what it means.
    pub cursor: Value,
    /// What the platform calls this shop.
    pub shop: Option<String>,
    pub last_success_at: Option<Time>,
    /// Cleared by the next success.
    pub last_error: Option<LastError>,
    /// The shop was closed on the platform from here, and not opened since.
    #[serde(default)]
    pub shop_closed_at: Option<Time>,
    /// What its platform is still to show of what it was told, as the last poll left it. Nothing where that is not known.
    #[serde(default)]
    pub unshown: Option<Unshown>,
}

/// Orders whose platform has not shown yet what it was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unshown {
    /// What was told later is not among them.
    pub as_of: Time,
    /// From when on what was told of each is looked for.
    pub orders: Vec<(Id, Time)>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LastError {
    /// Since when.
    pub at: Time,
    pub refusal: Refusal,
}

/// What keeps the orders of an integration away, or may.
#[derive(Clone, Debug, PartialEq)]
pub struct PlatformTrouble {
    pub restaurant: Id,
    pub provider: Provider,
    pub since: Time,
    pub fault: PlatformFault,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PlatformFault {
    /// The platform refuses us, or does not answer.
    Failing(Box<Refusal>),
    ShopClosed,
    SwitchedOff,
}
