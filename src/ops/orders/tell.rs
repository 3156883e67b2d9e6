//! A platform is told one step of an act, or asked what became of it.
//!
//! Of a step in doubt the platform is asked before anything is decided.

use super::{tie::Tie, watched::Watch};
use crate::{AppState, Purpose};
use model::{Act, Code, Failure, Order, PlatformStep, Result, Status};
use platforms::{Case, Client, Platform, Step, StepOutcome, Told};
use std::{sync::Arc, time::Duration};
use store::Orders;

/// Of the time that a person waits, what is kept for reading back.
const LOOK_BACK: Duration = Duration::from_secs(3);

/// What is told, in a form that can wait for a thread.
pub struct OwnedStep {
    name: String,
    to: Status,
    reason: Option<String>,
    note: Option<String>,
    minutes: Option<u32>,
}

impl OwnedStep {
    pub fn of(step: &str, act: &Act, to: Status) -> OwnedStep {
        let plain = OwnedStep { name: step.to_owned(), to, reason: None, note: None, minutes: None };
        match act {
            Act::Cancel { reason, note, .. } => OwnedStep { reason: reason.clone(), note: note.clone(), ..plain },
            Act::Verify { minutes } => OwnedStep { minutes: *minutes, ..plain },
            Act::Advance => plain,
        }
    }

    /// One that waited; a cancellation's reason is the order's by then, and so are the minutes of an acceptance.
    pub fn waited(step: &PlatformStep, order: &Order) -> OwnedStep {
        let why = order.cancellation.as_ref().filter(|_| step.to.is_cancelled());
        let (reason, note) = (why.and_then(|why| why.reason.clone()), why.and_then(|why| why.note.clone()));
        OwnedStep { name: step.step.clone(), to: step.to, reason, note, minutes: order.preparation_minutes }
    }
}

/// Tells one step; where its outcome is in doubt, the platform is asked. A failure that is still in doubt after that
/// says so.
pub async fn tell(app: &Arc<AppState>, tie: &Tie, order: &Order, step: OwnedStep, told_for: Purpose) -> Result<Told> {
    let (name, to) = (step.name.clone(), step.to);
    let told = about(app, tie, order, step, told_for, |platform, client, case, step| {
        let kept = if platform.facts().can_look { LOOK_BACK } else { Duration::ZERO };
        match platform.tell(&client.shorter_by(kept), case, step) {
            Err(failure) if failure.is_in_doubt => match platform.look_back(client, case, step) {
                Ok(StepOutcome::Taken) => Ok(Told::Taken),
                Ok(StepOutcome::Gone) => Ok(Told::Gone),
                Ok(StepOutcome::NotTaken) => Err(failure.in_doubt(false).passing()),
                Err(_) => Err(failure),
            },
            outcome => outcome,
        }
    })
    .await;
    if is_sighting(&told) {
        app.orders.absent.seen(order.id);
    }
    if told == Ok(Told::Taken) && tie.both().is_some_and(|(platform, _)| platform.shows(&name)) {
        let now = clock::now();
        let watch = Watch { since: now, from: now, is_closing: to.is_closed(), is_flagged: false };
        app.orders.watched.add((order.restaurant_id, order.provider), order.id, watch);
    }
    told
}

/// The platform spoke of the order as one that it knows. That it wants a pause may be said of all calls alike.
pub fn is_sighting(told: &Result<Told>) -> bool {
    matches!(told, Ok(Told::Taken | Told::Gone))
}

/// What became of a step that was told before a crash, or whose outcome was not heard.
pub async fn became_of(app: &Arc<AppState>, tie: &Tie, order: &Order, step: OwnedStep) -> Result<StepOutcome> {
    about(app, tie, order, step, Purpose::Later, |platform, client, case, step| platform.look_back(client, case, step))
        .await
}

async fn about<T: Send + 'static>(
    app: &Arc<AppState>,
    tie: &Tie,
    order: &Order,
    step: OwnedStep,
    told_for: Purpose,
    errand: impl FnOnce(&dyn Platform, &Client<'_>, &Case<'_>, &Step<'_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    let Some((platform, link)) = tie.both() else { return Err(Failure::new(Code::IntegrationNotFound)) };
    let texts = app.store.read()?.order_texts(order.id)?;
    let order = order.clone();
    let run = move |client: &Client<'_>| {
        let (raw, first_raw) = texts.as_ref().map_or((&[][..], None), |texts| (texts.raw(), texts.first_raw()));
        let case = Case { order: &order, raw, first_raw };
        let OwnedStep { name, to, reason, note, minutes } = &step;
        let step = Step { name, to: *to, reason: reason.as_deref(), note: note.as_deref(), minutes: *minutes };
        errand(platform, client, &case, &step)
    };
    app.engine.errands.run(platform, link, told_for, run).await
}
