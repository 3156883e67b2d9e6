//! What a page of an integration is about: the restaurant, the platform, and the connection if there is one.

use super::super::{crumbs::integration_path, visit::Visit};
use model::{Access, Code, Failure, Integration, Provider};
use ops::{
    integrations::adapter,
    places::restaurants::{self, RestaurantDetails},
};
use platforms::Platform;
use std::time::Duration;

pub struct Subject {
    pub shown: RestaurantDetails,
    pub provider: Provider,
    pub platform: &'static dyn Platform,
    pub integration: Option<Integration>,
}

impl Subject {
    pub fn of(visit: &Visit) -> Result<Subject, Failure> {
        let shown = restaurants::show(&visit.app, Access::FULL, &visit.param(0))?;
        let (provider, platform) = adapter(&visit.param(1))?;
        let integration = shown.integrations.iter().find(|one| one.provider == provider).cloned();
        Ok(Subject { shown, provider, platform, integration })
    }

    /// The connection, which must be there.
    pub fn connected(&self) -> Result<&Integration, Failure> {
        self.integration.as_ref().ok_or_else(|| Failure::new(Code::IntegrationNotFound))
    }

    pub fn path(&self) -> String {
        integration_path(self.shown.restaurant.id, self.provider)
    }

    /// It is asked for new orders.
    pub fn polls(&self) -> bool {
        !self.platform.facts().needs_public_address && self.platform.poll_every(Duration::from_secs(10)).is_some()
    }
}
