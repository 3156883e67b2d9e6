//! `Link`: one restaurant's connection to a platform, as an errand needs it.

use model::{Currency, Id, Provider, integration::IntegrationSettings};
use std::collections::BTreeMap;

/// One restaurant's connection, with its secrets in clear for the length of an errand.
#[derive(Clone)]
pub struct Link {
    pub restaurant_id: Id,
    pub provider: Provider,
    pub currency: Currency,
    pub base_url: Option<String>,
    pub credentials: BTreeMap<String, String>,
    pub settings: IntegrationSettings,
    /// How long the kitchen takes, where that was said.
    pub preparation_minutes: Option<u32>,
}

impl Link {
    /// Where it is called: `home`, the platform's own host, unless the integration names another.
    pub fn base<'a>(&'a self, home: &'a str) -> &'a str {
        self.base_url.as_deref().unwrap_or(home)
    }

    /// A credential, or nothing; what is required was checked when it was entered.
    pub fn credential(&self, name: &str) -> &str {
        self.credentials.get(name).map_or("", String::as_str)
    }
}
