//! `Integration`: one restaurant's connection to one platform.

use super::{Id, Provider, Sealed, Sha, Time};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A day: nobody prepares longer ahead.
pub const MOST_MINUTES: i64 = 1_440;
pub const MOST_PAUSE_SECONDS: i64 = 3_600;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Integration {
    pub restaurant_id: Id,
    pub provider: Provider,
    pub is_active: bool,
    /// Each credential under its platform's name for it.
    pub credentials: BTreeMap<String, Sealed>,
    /// The platform's test host, where one is used.
    pub base_url: Option<String>,
    pub settings: Settings,
    /// The part of the intake address that nobody can guess; sealed, because the address is shown again.
    pub token: Sealed,
    /// Under which the token is looked up.
    pub token_hash: Sha,
    pub created_at: Time,
    pub updated_at: Time,
}

/// What a person may choose; each wins over the restaurant's own `config`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    pub auto_accept: Option<bool>,
    pub preparation_minutes: Option<u32>,
    pub step_pause_seconds: Option<u32>,
    pub callback_url: Option<String>,
}
