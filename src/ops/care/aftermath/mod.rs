//! What follows from a restore. The store is as old as its backup: what webhooks were owed then is held until the owner
//! says whether they get it, and of orders that were open their platforms are asked before they are told anything.

pub mod memory;

use crate::{AppState, Ctx, care::backups, events::deliveries};
use model::{Aftermath, Deed, Note, OldEvents, Result, Status, Time};
use std::{sync::Arc, time::Duration};
use store::{Aftermaths, Deliveries, Orders, Picked, Places, Restored};

/// A platform may tell of orders of before only days later, after an outage or with new credentials.
const REMEMBERED: Duration = Duration::from_hours(7 * 24);

pub struct AftermathOverview {
    pub aftermath: Aftermath,
    /// What is held and waits for the owner's word; counted only as far as is shown.
    pub held: usize,
}

/// Before the first call of a program that has just started: what a restored store has to see to.
pub async fn begin(app: &Arc<AppState>) -> Result<()> {
    let (mark, known) = {
        let reader = app.store.read()?;
        (reader.restored()?, reader.aftermath()?)
    };
    let Some(mark) = mark else {
        app.care.aftermath.set(known);
        return Ok(());
    };
    backups::begin_anew(app).await?;
    while deliveries::hold_some(app).await? {}
    let begun = app.store.write(move |tx| {
        let open = tx.orders_in(&Picked::orders(None, None, &Status::OPEN), usize::MAX)?;
        let mut unsure: Vec<_> = open.iter().map(|order| order.id).collect();
        tx.count_events_on(&mark)?;
        tx.drop_held_acts()?;
        // What a platform is still to be told of an order that is over.
        unsure.extend(tx.steps_due(Time(i64::MAX), usize::MAX)?.0);
        unsure.sort_unstable();
        unsure.dedup();
        // Without receivers there is nothing to ask the owner.
        let is_anybody_told = !tx.webhooks()?.is_empty()
            || tx.restaurants()?.iter().any(|place| place.form.payment_matching_url.is_some());
        let word = (!is_anybody_told).then_some(OldEvents::Drop);
        let aftermath = Aftermath { restored_at: mark.at, made_at: mark.snapshot_at, unsure, word };
        tx.put_aftermath(Some(&aftermath))?;
        tx.clear_restored()?;
        Ok(aftermath)
    });
    let aftermath = begun.await?;
    tracing::info!(orders = aftermath.unsure.len(), "the store was restored: platforms are asked about open orders");
    app.care.aftermath.set(Some(aftermath));
    Ok(())
}

/// What is still to be done, if anything is.
pub fn show(app: &AppState) -> Result<Option<AftermathOverview>> {
    let Some(aftermath) = app.care.aftermath.get() else { return Ok(None) };
    let held = deliveries::count_held(app)?;
    let is_over = aftermath.unsure.is_empty() && held == 0;
    Ok((!is_over).then_some(AftermathOverview { aftermath, held }))
}

/// What followed from the last restore, for as long as it is remembered.
pub fn last(app: &AppState) -> Option<Aftermath> {
    app.care.aftermath.get()
}

/// Something is held, and the owner has not said yet what becomes of it. Where nothing is, there is nothing to ask.
pub fn is_word_wanted(app: &AppState) -> bool {
    let is_open = app.care.aftermath.get().is_some_and(|aftermath| aftermath.word.is_none());
    is_open && deliveries::is_any_held(app).unwrap_or(false)
}

/// The owner's word on events of before.
pub async fn decide(ctx: Ctx, word: OldEvents) -> Result<()> {
    let decided = ctx.write_on_record(move |tx, recorder| {
        let Some(aftermath) = tx.aftermath()?.filter(|aftermath| aftermath.word.is_none()) else { return Ok(None) };
        let decided = Aftermath { word: Some(word), ..aftermath };
        tx.put_aftermath(Some(&decided))?;
        recorder.note(tx, Note::of(Deed::OldEventsDecided).with("word", word))?;
        Ok(Some(decided))
    });
    if let Some(decided) = decided.await? {
        ctx.app.care.aftermath.set(Some(decided));
    }
    Ok(())
}

/// A small part of what is still to be done; whether there is more that can be done at once.
pub async fn carry_on(app: &AppState) -> Result<bool> {
    let Some(Aftermath { word, unsure, restored_at, .. }) = app.care.aftermath.get() else { return Ok(false) };
    if let Some(word) = word
        && deliveries::release_some(app, word).await?
    {
        return Ok(true);
    }
    if unsure.is_empty() && clock::now().since(restored_at) > REMEMBERED && !deliveries::is_any_held(app)? {
        app.store.write(|tx| tx.put_aftermath(None)).await?;
        app.care.aftermath.set(None);
        tracing::info!("all that followed from the restore is done");
    }
    Ok(false)
}
