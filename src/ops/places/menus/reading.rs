//! Reading the menus of platforms by itself, for the dishes in them: when a restaurant is connected, after a start, and daily.
//! The sync thread asks what is due; one menu is read at a time, and what fails disturbs nothing else.

use super::{keep, memory::MenuOutcome, read};
use crate::{
    AppState, Purpose,
    integrations::{connect::is_reserved, pulse::is_connected},
    spawn,
};
use model::{Code, Failure, Integration, Provider, Result};
use std::{sync::Arc, time::Instant};
use store::Integrations;

/// Begins to read the menus that are due, and does not wait for it.
pub fn read_due(app: &Arc<AppState>) -> Result<()> {
    let readings = &app.menu_readings;
    let Some(turn) = readings.turn() else { return Ok(()) };
    let all = app.store.read()?.all_integrations()?;
    readings.keep_only(&all);
    let now = Instant::now();
    // One that wants a pause, or is out of reach, is asked for nothing that can wait.
    let is_wanted =
        |one: &Integration| one.is_active && !is_reserved(one) && readings.is_due(one, now) && is_connected(app, one);
    let due: Vec<Integration> = all.into_iter().filter(is_wanted).collect();
    if due.is_empty() {
        return Ok(());
    }
    let app = app.clone();
    spawn(async move {
        for integration in due {
            if app.is_stopping() {
                break;
            }
            let outcome = match read_one(&app, &integration).await {
                Ok(()) => MenuOutcome::Read,
                Err(failure) if failure.code == Code::NotOffered => MenuOutcome::NotOffered,
                Err(failure) => {
                    note_failure(integration.provider, &failure);
                    MenuOutcome::Failed
                }
            };
            app.menu_readings.note(&integration, outcome, Instant::now());
        }
        drop(turn);
    });
    Ok(())
}

async fn read_one(app: &AppState, integration: &Integration) -> Result<()> {
    let kept = app.store.read()?.menu(integration.restaurant_id, integration.provider)?;
    match read(app, integration, Purpose::Later).await?.or(kept) {
        Some(menu) => keep(app, &menu).await,
        None => Ok(()),
    }
}

fn note_failure(provider: Provider, failure: &Failure) {
    tracing::info!(%provider, cause = %failure, "a menu could not be read; it will be tried again in an hour");
}
