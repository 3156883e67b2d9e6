//! Polling: each integration on its own clock, with jitter, slower while its platform fails, back at once when it answers.

use crate::model::{Failure, Integration, IntegrationKey, Result, Time};
use crate::ops::{AppState, orders};
use crate::{platforms, store::Integrations};
use std::time::{Duration, Instant};
use std::{collections::HashMap, sync::Arc};
use tokio::runtime::Handle;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// The slowest that a platform is asked which refuses us: a wrong key does not mend itself.
const REFUSED: Duration = Duration::from_secs(120);
/// The slowest that one is asked which is out of reach or in trouble of its own. Getir telephones the restaurant half a
/// minute after an order and closes it after five.
const OUT_OF_REACH: Duration = Duration::from_secs(30);
/// How often the list of integrations is read again without being told that it changed.
const LIST: Duration = Duration::from_secs(60);

/// Between two polls of a platform that is heard from: pushes must not make us ask without end.
const SOONEST: Duration = Duration::from_secs(3);

/// A poll that ended.
struct EndedPoll {
    key: IntegrationKey,
    /// Which state of the integration was polled.
    as_of: Time,
    outcome: Result<()>,
}

pub struct Polls {
    wanted: Duration,
    clocks: HashMap<IntegrationKey, PollClock>,
    listed_at: Option<Instant>,
    done: (UnboundedSender<EndedPoll>, UnboundedReceiver<EndedPoll>),
}

struct PollClock {
    integration: Integration,
    every: Duration,
    started: Instant,
    next: Instant,
    is_running: bool,
    failures: u32,
    /// The platform asked to be left alone until then.
    rests_until: Option<Instant>,
    /// The last one was refused: whatever else is heard, that does not mend it.
    is_refused: bool,
    /// The next one is the first, or follows a failure.
    after_gap: bool,
}

impl Polls {
    pub fn new(wanted: Duration) -> Polls {
        Polls { wanted, clocks: HashMap::new(), listed_at: None, done: unbounded_channel() }
    }

    /// Integrations were added, changed or taken away.
    pub fn forget_list(&mut self) {
        self.listed_at = None;
    }

    /// Starts what is due; answers when to look again.
    pub fn start_due(&mut self, app: &Arc<AppState>, runtime: &Handle) -> Result<Option<Instant>> {
        self.note_done();
        self.hurry(app);
        if self.listed_at.is_none_or(|at| at.elapsed() >= LIST) {
            self.list(app)?;
        }
        let now = Instant::now();
        for (key, clock) in self.clocks.iter_mut().filter(|(_, clock)| !clock.is_running && clock.next <= now) {
            if !orders::is_wanted(app, &clock.integration)? {
                clock.next = now + clock.every;
                continue;
            }
            clock.is_running = true;
            clock.started = now;
            app.engine.errands.outages.take_heard(*key);
            let (app, integration, after_gap) = (app.clone(), clock.integration.clone(), clock.after_gap);
            let (key, as_of, tell) = (*key, integration.updated_at, self.done.0.clone());
            let work = runtime.spawn(async move { orders::poll(&app, &integration, after_gap).await });
            runtime.spawn(async move {
                // However it ended, its clock must go on.
                let outcome = work.await.unwrap_or_else(|e| Err(Failure::fault(format!("a poll ended early: {e}"))));
                let _ = tell.send(EndedPoll { key, as_of, outcome });
            });
        }
        Ok(self.clocks.values().filter(|clock| !clock.is_running).map(|clock| clock.next).min())
    }

    /// Returns when a poll has ended.
    pub async fn ended(&mut self) {
        if let Some(poll) = self.done.1.recv().await {
            self.end(poll);
        }
    }

    fn note_done(&mut self) {
        while let Ok(poll) = self.done.1.try_recv() {
            self.end(poll);
        }
    }

    /// A platform that was heard from, or that has not shown yet what it was told, can be asked again, unless it wants to be
    /// left alone.
    fn hurry(&mut self, app: &AppState) {
        let now = Instant::now();
        let waits = |clock: &PollClock| {
            !clock.is_running && !clock.is_refused && clock.rests_until.is_none_or(|until| until <= now)
        };
        for (key, clock) in self.clocks.iter_mut().filter(|(_, clock)| waits(clock)) {
            if app.engine.errands.outages.take_heard(*key) {
                clock.next = clock.next.min(now.max(clock.started + SOONEST));
            }
            // One that cannot be asked shows nothing either.
            if let Some((wait, every)) = orders::next_look(app, *key).filter(|_| clock.failures == 0) {
                clock.next = clock.next.min((now + wait).max(clock.started + every));
            }
        }
    }

    fn end(&mut self, EndedPoll { key, as_of, outcome }: EndedPoll) {
        let Some(clock) = self.clocks.get_mut(&key) else { return };
        clock.is_running = false;
        if clock.integration.updated_at != as_of {
            // It was changed meanwhile: that was the old one, and the new one is due.
            return;
        }
        clock.after_gap = outcome.is_err();
        clock.rests_until = None;
        clock.is_refused = outcome.as_ref().is_err_and(platforms::is_turned_away);
        let (restaurant, provider) = key;
        match outcome {
            Ok(()) => {
                if clock.failures > 0 {
                    tracing::info!(%provider, %restaurant, "the platform answers again");
                }
                clock.failures = 0;
            }
            Err(failure) => {
                clock.failures = clock.failures.saturating_add(1);
                // Once is news; the integration shows the rest.
                if clock.failures == 1 {
                    tracing::warn!(%provider, %restaurant, cause = %failure, "polling failed; it will be tried again");
                }
                let asked = failure.retry_after.filter(|_| !orders::is_own(&failure));
                clock.rests_until = asked.map(|asked| Instant::now() + asked);
                let pause = pause(clock.every, clock.failures, &failure);
                clock.next = Instant::now() + pause.max(asked.unwrap_or_default());
                return;
            }
        }
        clock.next = Instant::now() + jitter(clock.every);
    }

    fn list(&mut self, app: &AppState) -> Result<()> {
        let all = app.store.read()?.all_integrations()?;
        self.listed_at = Some(Instant::now());
        let mut known = std::mem::take(&mut self.clocks);
        for integration in all {
            let every = platforms::of(integration.provider).poll_every(self.wanted);
            let Some(every) = every else { continue };
            let key = integration.key();
            let fresh = PollClock {
                integration: integration.clone(),
                every,
                started: Instant::now(),
                next: Instant::now(),
                is_running: false,
                failures: 0,
                rests_until: None,
                is_refused: false,
                after_gap: true,
            };
            let clock = match known.remove(&key) {
                None => fresh,
                // One that was changed is asked at once: the user is looking whether it works now.
                Some(clock) if clock.integration.updated_at != integration.updated_at => {
                    PollClock { is_running: clock.is_running, ..fresh }
                }
                Some(clock) => PollClock { integration, ..clock },
            };
            self.clocks.insert(key, clock);
        }
        known.into_keys().for_each(|key| app.engine.errands.outages.note(key, false));
        Ok(())
    }
}

/// Doubling from the usual interval up to the longest. A rare poll that failed for want of a connection comes sooner.
fn pause(every: Duration, failures: u32, failure: &Failure) -> Duration {
    let longest = if platforms::is_turned_away(failure) { REFUSED.max(every) } else { OUT_OF_REACH };
    jitter(every.saturating_mul(1 << failures.min(10)).min(longest))
}

/// Up to a tenth less, so that many boxes do not ask in step and none asks more rarely than its owner wants.
fn jitter(every: Duration) -> Duration {
    let mut byte = [0];
    // Without randomness they are merely in step.
    let _ = getrandom::fill(&mut byte);
    every - every.mul_f64(f64::from(byte[0]) / 2_560.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Code;
    use serde_json::json;

    fn rejected(status: u16) -> Failure {
        Failure::new(Code::PlatformRejected).details(json!({ "statusCode": status }))
    }

    #[track_caller]
    fn near(seconds: u64, pause: Duration) {
        let most = Duration::from_secs(seconds);
        assert!(pause <= most && pause >= most.mul_f64(0.9), "{pause:?} is not near {most:?}");
    }

    #[test]
    fn a_platform_out_of_reach_is_asked_every_half_minute_and_one_that_refuses_us_more_rarely() {
        let (every, rarely) = (Duration::from_secs(10), Duration::from_secs(600));
        near(10, jitter(every));
        let refuses = rejected(401);
        near(20, pause(every, 1, &refuses));
        near(80, pause(every, 3, &refuses));
        near(120, pause(every, 4_000, &refuses));
        near(600, pause(rarely, 5, &refuses));
        let broken = rejected(503).passing();
        let no_json = Failure::new(Code::PlatformRejected);
        for outage in [Failure::new(Code::PlatformUnreachable), Failure::new(Code::PlatformTimedOut), broken, no_json] {
            near(20, pause(every, 1, &outage));
            near(30, pause(every, 2, &outage));
            near(30, pause(every, 4_000, &outage));
            near(30, pause(rarely, 1, &outage));
        }
    }
}
