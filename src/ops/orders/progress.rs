//! What is noted on an order about the steps of its acts: which its platform has taken, which wait and until when, and
//! what telling one came to. Pure: nothing here asks a store, a platform or a clock.

use model::{
    Bilingual, Code, Failure, Order, PlatformStep, Result, Status, StepState, Time, Why, order::UNKNOWN_THERE,
};
use platforms::{Link, MADE_UP, Platform, Told, is_not_found, open::is_own_test};
use std::time::Duration;

/// Between tries at a platform that cannot be told, doubling.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);
/// Between tries at one that has not known the order for long.
const LOST_PAUSE: Duration = Duration::from_mins(5);
/// One that is not found for so long, and is not believed gone either, was perhaps never the platform's.
const FOUND_WITHIN: Duration = Duration::from_mins(15);
/// A courier, or a platform that is to come back, is waited for no longer than this.
const GIVE_UP: Duration = Duration::from_hours(6);
/// One that is told again and asks for patience is given no more than this.
const RETOLD_WITHIN: Duration = Duration::from_mins(1);
/// No order is scheduled farther ahead, whatever it says.
const FARTHEST: Duration = Duration::from_hours(30 * 24);
/// A platform that says no may have been asked while its settings were wrong; then its no counts.
const REFUSALS: u32 = 3;

/// What of an act's steps the platform has taken, and what follows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StepProgress {
    pub taken: Option<&'static str>,
    pub later: Vec<Later>,
    /// Steps that the platform cannot be told, because it does not know the order: the act is ours alone, unless it comes
    /// to know it again.
    pub untold: Vec<&'static str>,
}

/// A step that is told later.
#[derive(Clone, Debug, PartialEq)]
pub struct Later {
    pub step: &'static str,
    /// After the step before it.
    pub pause: Duration,
    /// The platform asked to wait, and why.
    pub asked: Option<(Duration, Failure)>,
}

impl StepProgress {
    /// The platform took the first of them.
    pub fn first_taken(platform: &dyn Platform, link: &Link, steps: &[&'static str]) -> StepProgress {
        let rest = steps.get(1..).unwrap_or_default();
        StepProgress { taken: steps.first().copied(), ..StepProgress::later(platform, link, rest) }
    }

    pub fn later(platform: &dyn Platform, link: &Link, steps: &[&'static str]) -> StepProgress {
        let later = |step: &&'static str| Later { step, pause: platform.pause(link, step), asked: None };
        StepProgress { later: steps.iter().map(later).collect(), ..StepProgress::default() }
    }

    /// All of them follow, the first not before the platform wants it.
    pub fn postponed(self, after: Duration, why: &Bilingual) -> StepProgress {
        let mut later = self.later;
        if let Some(first) = later.first_mut() {
            first.asked = Some((after, wants_later(why)));
        }
        StepProgress { later, ..self }
    }

    /// Everything has been told.
    pub fn is_complete(&self) -> bool {
        self.taken.is_some() && self.later.is_empty()
    }
}

/// The platform's reason for a pause.
fn wants_later(why: &Bilingual) -> Failure {
    Failure::new(Code::PlatformRejected).why(Why::Plain(why.clone())).passing()
}

/// Writes down what was told and what waits of an act that leads to `to`. What waits or is done already is not asked
/// for twice.
pub fn note(order: &mut Order, progress: &StepProgress, to: Status, now: Time) {
    let noted = |step: &str, state, due_at, error| {
        let step = step.to_owned();
        PlatformStep { step, to, state, due_at, error, at: now, tries: 0, lapse: None }
    };
    order.platform_sync.extend(progress.taken.map(|step| noted(step, StepState::Done, None, None)));
    for later in &progress.later {
        if order.platform_sync.iter().any(|known| known.step == later.step && known.state != StepState::Failed) {
            continue;
        }
        let due_at = match &later.asked {
            Some((after, _)) => now.plus(*after),
            None => earliest(order, later.pause, now),
        };
        let error = later.asked.as_ref().map(|(_, why)| why.refusal().clone());
        order.platform_sync.push(noted(later.step, StepState::Waiting, Some(due_at), error));
    }
    for step in &progress.untold {
        let error = Failure::new(Code::OrderUnknownThere).refusal().clone();
        order.platform_sync.push(noted(step, StepState::Waiting, Some(now.plus(LOST_PAUSE)), Some(error)));
    }
}

/// The platform knows the order after all: what could not be told for that is told now. What waits for a pause waits on.
pub fn hurry(order: &mut Order, now: Time) {
    let is_put_off = |step: &PlatformStep| step.error.as_ref().is_some_and(|error| error.retry_after.is_none());
    waiting(order).filter(|step| is_put_off(step)).for_each(|step| step.due_at = Some(now));
}

/// When a step may follow what was told before it. After a clock was set back the wait is no longer than the pause.
pub fn earliest(order: &Order, pause: Duration, now: Time) -> Time {
    let before = order.platform_sync.iter().rev().find(|step| step.state != StepState::Failed);
    match before {
        Some(PlatformStep { state: StepState::Waiting, due_at: Some(due), .. }) => due.plus(pause).max(now),
        Some(step) => step.at.plus(pause).clamp(now, now.plus(pause)),
        None => now,
    }
}

/// Its platform has taken it.
pub fn is_taken(order: &Order, step: &str) -> bool {
    order.platform_sync.iter().any(|known| known.step == step && known.state == StepState::Done)
}

/// What was not told yet is not told any more.
pub fn take_back(order: &mut Order, steps: &StepProgress) {
    let is_its = |known: &PlatformStep| steps.later.iter().any(|later| later.step == known.step);
    order.platform_sync.retain(|known| known.state != StepState::Waiting || known.lapse.is_some() || !is_its(known));
}

pub fn has_waiting(order: &Order) -> bool {
    order.platform_sync.iter().any(|step| step.state == StepState::Waiting)
}

/// The order ended: what still waits will not be told.
pub fn give_up(order: &mut Order, now: Time) {
    fail_waiting(order, &Failure::new(Code::OrderClosed), now);
}

/// The platform shows these as taken, by whatever hand. Answers whether one of them was waiting.
pub fn prove(order: &mut Order, done: &[&'static str], now: Time) -> bool {
    let mut proven = false;
    for step in waiting(order).filter(|step| done.contains(&step.step.as_str())) {
        conclude(step, StepState::Done, None, now);
        proven = true;
    }
    proven
}

pub fn waiting(order: &mut Order) -> impl Iterator<Item = &mut PlatformStep> {
    order.platform_sync.iter_mut().filter(|step| step.state == StepState::Waiting)
}

fn conclude(step: &mut PlatformStep, state: StepState, error: Option<&Failure>, now: Time) {
    step.state = state;
    step.due_at = None;
    step.at = now;
    step.error = error.map(|failure| failure.refusal().clone());
}

fn fail_waiting(order: &mut Order, failure: &Failure, now: Time) {
    waiting(order).for_each(|step| conclude(step, StepState::Failed, Some(failure), now));
}

/// A repeated request wants what failed to be tried again. Answers whether there was something.
pub fn try_again(order: &mut Order, now: Time) -> bool {
    let mut found = false;
    for step in &mut order.platform_sync {
        found |= revive(step, now);
    }
    found
}

/// Has a step tried again that failed, unless the order ended first. Answers whether it was one.
pub fn revive(step: &mut PlatformStep, now: Time) -> bool {
    let is_over = step.error.as_ref().is_some_and(|error| error.code == Code::OrderClosed);
    let is_wanted = step.state == StepState::Failed && !is_over;
    if is_wanted {
        (step.state, step.due_at, step.at, step.tries) = (StepState::Waiting, Some(now), now, 0);
    }
    is_wanted
}

/// No platform gave an id to tell it by: it came without one, or is a test order of our own.
pub fn is_nameless(provider_order_id: &str) -> bool {
    provider_order_id.starts_with(MADE_UP) || is_own_test(provider_order_id)
}

/// Its platform is believed not to know it any more.
pub fn is_gone(order: &Order) -> bool {
    order.content.has_problem(UNKNOWN_THERE)
}

/// What telling a waiting step came to.
pub fn record(order: &mut Order, name: &str, told: &Result<Told>, pause_of: &dyn Fn(&str) -> Duration, now: Time) {
    settle(order, name, told, pause_of, now);
    // What was erased may be what the platform speaks of.
    if order.erased_at.is_some() {
        order.platform_sync.iter_mut().for_each(PlatformStep::forget_words);
    }
}

fn settle(order: &mut Order, name: &str, told: &Result<Told>, pause_of: &dyn Fn(&str) -> Duration, now: Time) {
    let (scheduled_at, is_lost) = (order.content.scheduled_at, is_gone(order));
    let Some(step) = waiting(order).find(|step| step.step == name) else { return };
    // A scheduled order may have waited for its day.
    let since = scheduled_at.map_or(step.at, |at| at.max(step.at).min(step.at.plus(FARTHEST)));
    let is_old = now.since(since) > GIVE_UP;
    if step.lapse.is_some() && is_retold_for_now(step, told, now) {
        conclude(step, StepState::Done, None, now);
        if let Some(next) = waiting(order).next() {
            next.due_at = Some(now.plus(pause_of(&next.step)));
        }
        return;
    }
    match told {
        Ok(Told::Taken) => {
            conclude(step, StepState::Done, None, now);
            if let Some(next) = waiting(order).next() {
                next.due_at = Some(now.plus(pause_of(&next.step)));
            } else if order.status == Status::Delivered {
                order.is_delivery_confirmed = true;
            }
        }
        Ok(Told::Ours) => {
            order.platform_sync.retain(|known| known.step != name || known.state != StepState::Waiting);
            if let Some(next) = waiting(order).next() {
                next.due_at = Some(now);
            }
        }
        Ok(Told::Gone) => give_up(order, now),
        Ok(Told::NotYet { why, .. }) if is_old => conclude(step, StepState::Failed, Some(&wants_later(why)), now),
        Ok(Told::NotYet { after, why }) => {
            step.due_at = Some(now.plus(*after));
            step.error = Some(wants_later(why).refusal().clone());
            step.tries = 0;
        }
        Err(failure) if failure.code == Code::IntegrationNotFound => fail_waiting(order, failure, now),
        Err(failure) => {
            step.tries = step.tries.saturating_add(1);
            // After a night switched off the first try may come before the network does.
            let is_unknown_for_long = is_not_found(failure) && !is_lost && now.since(step.at) > FOUND_WITHIN;
            let is_hopeless = is_old || is_unknown_for_long || !(failure.is_passing || failure.is_in_doubt);
            if is_hopeless && step.tries >= REFUSALS {
                tracing::warn!(order = %order.id, step = name, cause = %failure, "the platform was not told");
                let Some(step) = waiting(order).find(|step| step.step == name) else { return };
                conclude(step, StepState::Failed, Some(failure), now);
                if let Some(next) = waiting(order).next() {
                    next.due_at = Some(now);
                }
            } else {
                put_off(step, failure, is_lost, now);
            }
        }
    }
}

/// The platform had taken it once and was told again in vain: it is not told on and on, as what polls show counts.
fn is_retold_for_now(step: &PlatformStep, told: &Result<Told>, now: Time) -> bool {
    match told {
        Ok(Told::NotYet { after, .. }) => now.plus(*after).since(step.at) > RETOLD_WITHIN,
        Ok(_) => false,
        Err(failure) => failure.code != Code::IntegrationNotFound,
    }
}

/// Its platform cannot be told just now. It is tried again, ever more rarely.
fn put_off(step: &mut PlatformStep, failure: &Failure, is_lost: bool, now: Time) {
    let longest = if is_not_found(failure) { LOST_PAUSE } else { LONGEST_PAUSE };
    let pause = match is_lost {
        true => LOST_PAUSE,
        false => FIRST_PAUSE.saturating_mul(1 << (step.tries - 1).min(6)).min(longest),
    };
    let asked = failure.retry_after;
    step.due_at = Some(now.plus(asked.unwrap_or(pause).max(FIRST_PAUSE)));
    step.error = Some(failure.refusal().clone());
}
