//! The trial of a new program: it opens the store, brings it to its format and looks at it, with its doors shut; nothing is
//! taken in, and nothing is told to the outside. Then it closes the store and ends.
//!
//! What the two programs say to each other holds between all versions: `GARSON_TRIAL=1` asks for a trial, any line on
//! standard output is a sign of life, and `healthy` with exit code 0 says that it went well.

use crate::model::Failure;
use crate::ops::care::{system, upkeep};
use crate::ops::{AppState, places::restaurants};
use std::{env, io::Write, sync::Arc};

pub const ASKED: &str = "GARSON_TRIAL";
pub const WELL: &str = "healthy";

pub fn is_asked() -> bool {
    env::var_os(ASKED).is_some()
}

/// Tells the program that started this one that it goes on.
pub fn show_life(line: &str) {
    if is_asked() {
        // There may be no reader any more; then it is ended soon.
        let _ = writeln!(std::io::stdout(), "{line}");
    }
}

/// Whether all works that works without the outside. A store that was brought to a new format is walked through.
pub async fn prove(app: &Arc<AppState>, is_new_format: bool) -> Result<(), String> {
    app.store.health()?;
    if !app.store.writer_answers().await {
        return Err("The store's writer does not answer.".to_owned());
    }
    let app = app.clone();
    let look = move || {
        let unreadable = |failure: Failure| format!("The store cannot be read: {failure}.");
        system::vitals(&app).map_err(unreadable)?;
        restaurants::names(&app).map_err(unreadable)?;
        if is_new_format {
            let found = upkeep::check(&app, &mut |_| {
                show_life("checking");
                Ok(())
            });
            let found = found.map_err(unreadable)?;
            if !found.is_sound() {
                return Err(format!("The store is not sound in its new format:\n{found}"));
            }
        }
        Ok(())
    };
    tokio::task::spawn_blocking(look).await.map_err(|error| error.to_string())?
}
