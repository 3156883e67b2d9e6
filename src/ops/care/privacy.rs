//! Erasing what old orders hold of their customers, everywhere: the order, its raw JSON, the words it is found by, what
//! targets answered about it, and the note of its cancellation. The sync thread calls it.
//!
//! Stored answers to repeated requests need nothing: of an order they hold ids, statuses and times, and nothing else.

use crate::{
    AppState,
    care::{OpenErasing, audit},
};
use model::{Attempt, Deed, Delivery, Id, Note, Result, Time};
use std::time::{Duration, Instant};
use store::{Accounts, Deliveries, Orders, Outbox, ReadView, Tx, WipeRecord};

/// Orders erased in one write job: small, so that no order waits for it.
const ORDERS_PER_WRITE: usize = 100;
const ERASES_EVERY: Duration = Duration::from_hours(1);
const DAY: Duration = Duration::from_hours(24);

/// Erases one batch of what is older than the account keeps it, from where the last left off; whether there is more. It
/// begins once an hour, or when the owner has chosen another time: where orders came all day long, each minute has one whose
/// time has come, and erasing it alone would write as much onto the disk as erasing sixty.
pub async fn erase_some(app: &AppState) -> Result<bool> {
    let days = app.store.read()?.settings()?.personal_days;
    let is_recent = |(by, at): &(Option<u32>, Instant)| *by == days && at.elapsed() < ERASES_EVERY;
    if app.care.last_erasing.lock().as_ref().is_some_and(is_recent) {
        return Ok(false);
    }
    let has_more = erase_next(app).await?;
    if !has_more {
        *app.care.last_erasing.lock() = Some((days, Instant::now()));
    }
    Ok(has_more)
}

/// Orders that stayed open keep their status, and lose the rest as well.
async fn erase_next(app: &AppState) -> Result<bool> {
    // After a failure it begins anew.
    let from = std::mem::take(&mut *app.care.erased_up_to.lock());
    let found = {
        let reader = app.store.read()?;
        let Some(end) = oldest_kept(&reader, clock::now())? else { return Ok(false) };
        reader.orders_to_erase(end, &from, ORDERS_PER_WRITE)?
    };
    let next = found.last().filter(|_| found.len() == ORDERS_PER_WRITE).map(|(place, _)| place.clone());
    erase(app, found.into_iter().map(|(_, id)| id).collect()).await?;
    let Some(next) = next else { return erase_some_open(app).await };
    *app.care.erased_up_to.lock() = next;
    Ok(true)
}

/// Open orders are in no list of what is to be erased: nearly all of them are over before their time comes.
async fn erase_some_open(app: &AppState) -> Result<bool> {
    let OpenErasing { up_to, mut passed_over } = std::mem::take(&mut *app.care.open_erasing.lock());
    let found = {
        let reader = app.store.read()?;
        let Some(end) = oldest_kept(&reader, clock::now())? else { return Ok(false) };
        reader.open_orders_before(end, up_to, ORDERS_PER_WRITE)?
    };
    let held = found.iter().filter(|order| order.holds_customer()).map(|order| order.id).collect();
    let erased = erase(app, held).await?;
    let mut last = up_to;
    for order in &found {
        if order.holds_customer() && !erased.contains(&order.id) {
            passed_over.get_or_insert(last);
        }
        last = order.id;
    }
    let has_more = found.len() == ORDERS_PER_WRITE;
    *app.care.open_erasing.lock() = match has_more {
        true => OpenErasing { up_to: last, passed_over },
        false => OpenErasing { up_to: passed_over.unwrap_or(last), passed_over: None },
    };
    Ok(has_more)
}

/// Erases those of these orders whose time has come, and says which.
async fn erase(app: &AppState, orders: Vec<Id>) -> Result<Vec<Id>> {
    if orders.is_empty() {
        return Ok(Vec::new());
    }
    let recorder = audit::by_itself(app);
    let written = app.store.write(move |tx| {
        let mut erased = Vec::new();
        // The owner may have chosen to keep them since.
        let Some(end) = oldest_kept(tx, tx.now)? else { return Ok(erased) };
        for id in &orders {
            let Some(order) = tx.order(*id)?.filter(|order| order.kept_from(tx.now) < end) else { continue };
            // What a platform is being told may still need it.
            if order.holds_customer() && tx.intent(*id)?.is_none() {
                erase_deliveries(tx, *id)?;
                tx.erase_order(&order)?;
                erased.push(*id);
            }
        }
        if !erased.is_empty() {
            recorder.note(tx, Note::of(Deed::CustomersErased).with("orders", erased.len()))?;
        }
        Ok(erased)
    });
    written.await
}

/// Puts on record that what was erased was overwritten in the file, if it was since this was last called.
pub async fn note_overwriting(app: &AppState) -> Result<()> {
    let last = WipeRecord::of(&app.store.read()?, clock::now())?.last;
    let at = last.map(|last| last.at);
    // The first time is the program's start, and tells nothing new.
    let is_news = app.care.audit.overwritten_at.lock().replace(at).is_some_and(|before| before != at);
    let Some(last) = last.filter(|_| is_news) else { return Ok(()) };
    let note = Note::of(Deed::FileOverwritten).with("bytes", last.bytes);
    audit::record(app, audit::by_itself(app), note).await
}

/// How many orders would be erased at once if they were kept for so many days; counted up to `most`.
pub fn would_erase(app: &AppState, days: u32, most: usize) -> Result<usize> {
    let now = clock::now();
    let end = now.minus(DAY.saturating_mul(days));
    let reader = app.store.read()?;
    let over = reader.orders_to_erase(end, &[], most)?.len();
    let open = reader.open_orders_before(end, Id::NIL, most - over)?;
    Ok(over + open.iter().filter(|order| order.holds_customer() && order.kept_from(now) < end).count())
}

/// Orders made before this are erased; nothing where they are kept for good.
fn oldest_kept(view: &impl ReadView, now: Time) -> Result<Option<Time>> {
    let days = view.settings()?.personal_days;
    Ok(days.map(|days| now.minus(DAY.saturating_mul(days))))
}

/// What targets answered about an order, and the words in the events that they were told. What is still owed goes out
/// without them.
fn erase_deliveries(tx: &mut Tx<'_>, order: Id) -> Result<()> {
    for id in tx.deliveries_of(order)? {
        let Some(before) = tx.delivery(id)? else { continue };
        let mut after = before.clone();
        after.erase();
        if after != before {
            tx.change_delivery(Some(&before), Some(&after))?;
        }
        if let Some(before) = tx.event(before.event_id)? {
            let mut after = before.clone();
            after.erase();
            if after != before {
                tx.put_event(&after)?;
            }
        }
    }
    Ok(())
}

/// Notes an attempt at a delivery; of one about an order that has been erased, not what the target said.
pub fn note(view: &impl ReadView, delivery: &mut Delivery, mut attempt: Attempt) -> Result<()> {
    // No order is erased within a day, so nearly every attempt is noted without reading one.
    let is_late = attempt.at.since(delivery.created_at) >= DAY;
    if let Some(id) = delivery.order_id.filter(|_| is_late && attempt.answer.is_some())
        && view.order(id)?.is_some_and(|order| order.erased_at.is_some())
    {
        attempt.erase();
    }
    delivery.note(attempt);
    Ok(())
}
