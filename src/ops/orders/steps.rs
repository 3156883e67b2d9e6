//! The steps that a platform is told, and telling what has waited when it is due.
//!
//! A step that waits is part of its order's record, so it survives what the order survives. Of one order, one step is
//! told at a time and in order; of a step in doubt the platform is asked before anything is decided.

use super::{
    super::{AppState, For},
    arrive,
    progress::{record, waiting},
    tie::Tie,
};
use crate::{
    clock,
    model::{
        Act, Code, Failure, Id, Order, Status, Time,
        order::{PlatformStep, StepState, UNKNOWN_THERE},
    },
    platforms::{Case, Client, Platform, Standing, Step, Told},
    store::Orders,
};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

/// Due steps handled in one go; the rest follow at once.
const BATCH: usize = 100;
/// Of the time that a person waits, what is kept for reading back.
const LOOK_BACK: Duration = Duration::from_secs(3);
/// More than any pause that can be set or asked for.
const LONGEST_WAIT: i64 = 2 * 60 * 60 * 1_000;
/// After the store could not take an outcome, in milliseconds.
const REST: i64 = 5_000;
/// Until a step that is being told right now is looked at again.
const UNDER_WAY: i64 = 500;

/// What is told, in a form that can wait for a thread.
pub struct Call {
    pub step: String,
    pub to: Status,
    pub reason: Option<String>,
    pub note: Option<String>,
}

impl Call {
    pub fn of(step: &str, act: &Act, to: Status) -> Call {
        let (reason, note) = match act {
            Act::Cancel { reason, note, .. } => (reason.clone(), note.clone()),
            Act::Verify | Act::Advance => (None, None),
        };
        Call { step: step.to_owned(), to, reason, note }
    }

    /// One that waited; a cancellation's reason is the order's by then.
    fn waited(step: &PlatformStep, order: &Order) -> Call {
        let why = order.cancellation.as_ref().filter(|_| step.to.is_cancelled());
        let (reason, note) = (why.and_then(|why| why.reason.clone()), why.and_then(|why| why.note.clone()));
        Call { step: step.step.clone(), to: step.to, reason, note }
    }
}

/// Tells one step; where its outcome is in doubt, the platform is asked. A failure that is still in doubt after that
/// says so.
pub async fn tell(app: &Arc<AppState>, tie: &Tie, order: &Order, call: Call, told_for: For) -> Result<Told, Failure> {
    let told = about(app, tie, order, call, told_for, |platform, client, case, step| {
        let kept = if platform.can_look() { LOOK_BACK } else { Duration::ZERO };
        match platform.tell(&client.shorter_by(kept), case, step) {
            Err(failure) if failure.is_in_doubt => match platform.look_back(client, case, step) {
                Ok(Standing::Taken) => Ok(Told::Taken),
                Ok(Standing::Gone) => Ok(Told::Gone),
                Ok(Standing::NotTaken) => Err(failure.in_doubt(false).passing()),
                Err(_) => Err(failure),
            },
            outcome => outcome,
        }
    })
    .await;
    if is_sighting(&told) {
        app.absent.seen(order.id);
    }
    told
}

/// The platform spoke of the order as one that it knows. That it wants a pause may be said of all calls alike.
fn is_sighting(told: &Result<Told, Failure>) -> bool {
    matches!(told, Ok(Told::Taken | Told::Gone))
}

/// What became of a step that was told before a crash, or whose outcome nobody heard.
pub async fn became_of(app: &Arc<AppState>, tie: &Tie, order: &Order, call: Call) -> Result<Standing, Failure> {
    about(app, tie, order, call, For::Later, |platform, client, case, step| platform.look_back(client, case, step))
        .await
}

async fn about<T: Send + 'static>(
    app: &Arc<AppState>,
    tie: &Tie,
    order: &Order,
    call: Call,
    told_for: For,
    errand: impl FnOnce(&dyn Platform, &Client<'_>, &Case<'_>, &Step<'_>) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    let Some((platform, link)) = tie.both() else { return Err(Failure::new(Code::IntegrationNotFound)) };
    let raw = app.store.read()?.raw(order.id)?.unwrap_or_default();
    let order = order.clone();
    let run = move |client: &Client<'_>| {
        let case = Case { order: &order, raw: &raw };
        let Call { step: name, to, reason, note } = &call;
        let step = Step { name, to: *to, reason: reason.as_deref(), note: note.as_deref() };
        errand(platform, client, &case, &step)
    };
    app.errand(platform, link, told_for, run).await
}

/// Tells what is due, each order in a task of its own; answers when to look again.
pub fn tell_due(app: &Arc<AppState>, now: Time) -> Result<Option<Time>, Failure> {
    let rest = Time(app.steps_rest_until.load(Ordering::Relaxed));
    if rest > now && rest.0 - now.0 <= REST {
        return Ok(Some(rest));
    }
    let (mut due, mut next) = app.store.read()?.steps_due(now, BATCH)?;
    if next.is_some_and(|next| next.0 - now.0 > LONGEST_WAIT) {
        // Nothing waits that long: the clock was set back.
        (due, next) = app.store.read()?.steps_due(Time(i64::MAX), BATCH)?;
    }
    for id in due {
        next = Some(now.plus_millis(UNDER_WAY));
        let Some(held) = app.order_locks.try_hold(id) else { continue };
        let app = app.clone();
        tokio::spawn(async move {
            let _held = held;
            if let Err(failure) = tell_waiting(&app, id).await {
                tracing::warn!(order = %id, cause = %failure, "a step that waits could not be handled");
                // The store is in trouble; asking again at once would not help it.
                app.steps_rest_until.store(clock::now().plus_millis(REST).0, Ordering::Relaxed);
            }
        });
    }
    Ok(next)
}

/// The clock was set back by so much: what waits is brought forward by as much.
pub async fn bring_forward(app: &AppState, span: Duration) -> Result<(), Failure> {
    let ids = app.store.read()?.steps_due(Time(i64::MAX), usize::MAX)?.0;
    if ids.is_empty() {
        return Ok(());
    }
    app.store
        .write(move |tx| {
            for id in &ids {
                let Some(before) = tx.order(*id)? else { continue };
                let mut after = before.clone();
                for step in waiting(&mut after) {
                    step.due_at = step.due_at.map(|due| due.minus(span));
                    step.at = step.at.minus(span);
                }
                tx.change_order(&before, &after)?;
            }
            Ok(())
        })
        .await
}

/// One order's waiting steps, as far as they are due. The caller holds the order's lock.
async fn tell_waiting(app: &Arc<AppState>, id: Id) -> Result<(), Failure> {
    loop {
        let (order, tie) = {
            let reader = app.store.read()?;
            let Some(order) = reader.order(id)? else { return Ok(()) };
            let tie = Tie::of(app, &reader, &order)?;
            (order, tie)
        };
        let now = clock::now();
        let head = order.platform_sync.iter().find(|step| step.state == StepState::Waiting);
        let is_due = |due: Time| due <= now || due.0 - now.0 > LONGEST_WAIT;
        let Some(head) = head.filter(|step| step.due_at.is_none_or(is_due)) else { return Ok(()) };
        let name = head.step.clone();
        let call = Call::waited(head, &order);
        let told = tell(app, &tie, &order, call, For::Later).await;
        if app.is_stopping() {
            return Ok(());
        }
        if told == Ok(Told::Gone) {
            let report = arrive::gone(app, &tie, &order, For::Later).await;
            arrive::apply(app, id, report).await?;
        }
        let pause = tie.both().map(|(platform, link)| (platform, link.clone()));
        app.store
            .write(move |tx| {
                let Some(before) = tx.order(id)? else { return Ok(()) };
                let mut after = before.clone();
                let pause_of = |step: &str| pause.as_ref().map_or(Duration::ZERO, |(p, link)| p.pause(link, step));
                record(&mut after, &name, &told, &pause_of, tx.now);
                if is_sighting(&told) {
                    after.content.drop_problem(UNKNOWN_THERE);
                }
                if after == before { Ok(()) } else { tx.change_order(&before, &after) }
            })
            .await?;
    }
}
