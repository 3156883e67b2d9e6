//! A person has seen on a screen that a platform changed what is in an order, or that it was cancelled elsewhere. It holds for
//! all screens.

use super::find::find;
use crate::Ctx;
use model::{Code, Deed, Failure, Note, Result, Time};
use store::Orders;

/// `up_to`: the latest change that the screen showed. One that came later is still to be seen.
pub async fn see_changes(ctx: Ctx, id: String, up_to: Time) -> Result<()> {
    let order_id = find(&ctx.app.store.read()?, ctx.access, &id)?.id;
    let job = ctx.write_on_record(move |tx, recorder| {
        let before = tx.order(order_id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
        let mut after = before.clone();
        if !after.see_changes(up_to) {
            return Ok(());
        }
        let note = Note::of(Deed::OrderChangeSeen).about(order_id, &before.provider_order_id);
        recorder.note(tx, note.with("provider", before.provider.key()))?;
        tx.change_order(&before, &after)
    });
    job.await
}

/// That the customer or the platform cancelled it.
pub async fn see_cancellation(ctx: Ctx, id: String) -> Result<()> {
    let order_id = find(&ctx.app.store.read()?, ctx.access, &id)?.id;
    let job = ctx.write_on_record(move |tx, recorder| {
        let before = tx.order(order_id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
        let mut after = before.clone();
        if !after.see_cancellation(tx.now) {
            return Ok(());
        }
        let note = Note::of(Deed::OrderCancellationSeen).about(order_id, &before.provider_order_id);
        recorder.note(tx, note.with("provider", before.provider.key()))?;
        tx.change_order(&before, &after)
    });
    job.await
}
