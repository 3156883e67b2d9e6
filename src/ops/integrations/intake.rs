//! What comes in at an intake address is held against its allowance; the door `intake` asks for each request.

use super::allowance::IntakeOverrun;
use crate::AppState;
use model::{Failure, Integration};

/// Lets one request in, before any of its body is read.
pub fn admit(app: &AppState, integration: &Integration) -> Result<(), Failure> {
    app.integrations.allowances.admit(integration)
}

/// Whether more came lately than is allowed.
pub fn overrun(app: &AppState, integration: &Integration) -> Option<IntakeOverrun> {
    app.integrations.allowances.overrun(integration)
}
