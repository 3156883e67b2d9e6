//! What comes in at an intake address is held against its allowance; the door `intake` asks for each request.

use super::allowance::IntakeOverrun;
use crate::state::AppState;
use model::{Code, Failure, Integration};
use store::Integrations;

/// Lets one request in, before any of its body is read.
pub fn admit(app: &AppState, integration: &Integration) -> Result<(), Failure> {
    app.integrations.allowances.admit(integration)
}

/// Takes what was sent from the day's bytes.
pub async fn take_bytes(app: &AppState, integration: &Integration, bytes: usize) -> Result<(), Failure> {
    let Some(ahead) = app.integrations.allowances.take_bytes(integration, bytes)? else { return Ok(()) };
    let (restaurant, provider, token_hash) = (integration.restaurant_id, integration.provider, integration.token_hash);
    let whole_at = Some(ahead.whole_at);
    let written = app.store.write(move |tx| match tx.integration(restaurant, provider)? {
        Some(before) if before.token_hash == token_hash => {
            let after = Integration { intake_whole_at: whole_at, ..before.clone() };
            tx.quietly(|tx| tx.put_integration(Some(&before), &after))
        }
        // Taken away, or given another address, since it was looked up.
        _ => Err(Failure::new(Code::NotFound)),
    });
    written.await?;
    ahead.note_written();
    Ok(())
}

/// Whether more came lately than is allowed.
pub fn overrun(app: &AppState, integration: &Integration) -> Option<IntakeOverrun> {
    app.integrations.allowances.overrun(integration)
}
