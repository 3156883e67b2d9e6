//! Orders of a restored store: their platforms went on with them since the backup, and are asked before they are told
//! anything.

use super::{follow, tie::Tie};
use crate::{AppState, Purpose, spawn};
use model::{Id, Result};
use std::{sync::Arc, time::Duration};
use store::Outbox;

/// Asked in one go; the rest have their turn soon.
const AT_ONCE: usize = 20;

/// Between two rounds in which nothing became sure.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(10);

/// Begins to ask about some whose order is not locked: when one of them is sure, and else now and then.
pub fn ask_unsure(app: &Arc<AppState>) {
    if !app.care.aftermath.wants_asking(ASK_AGAIN_AFTER) {
        return;
    }
    for id in app.care.aftermath.next_unsure(AT_ONCE) {
        let Some(held) = app.orders.locks.try_hold(id) else { continue };
        let app = app.clone();
        spawn(async move {
            let _held = held;
            // An act that was under way is settled first, and that asks as well.
            if !matches!(app.store.read().and_then(|reader| reader.intent(id)), Ok(None)) {
                return;
            }
            if let Err(failure) = ask(&app, id, Purpose::Later).await {
                tracing::info!(order = %id, cause = %failure, "a platform cannot be asked yet about an open order");
            }
        });
    }
    app.care.aftermath.note_asked();
}

/// Asks about one that is unsure, and follows what is said. The caller holds the order's lock.
pub async fn ask(app: &Arc<AppState>, id: Id, looks_for: Purpose) -> Result<()> {
    if !app.care.aftermath.is_unsure(id) {
        return Ok(());
    }
    if let Some((order, tie)) = &Tie::load(app, id)?
        && tie.both().is_some_and(|(platform, _)| platform.facts().can_look)
    {
        let report = follow::look(app, tie, order, looks_for).await?;
        if !report.is_unknown {
            return follow::apply(app, id, Box::new(report)).await.map(drop);
        }
    }
    // No platform can be asked, or it does not know the order.
    app.store.write(move |tx| tx.note_sure_of(id)).await?;
    app.care.aftermath.note_sure_of(id);
    Ok(())
}
