//! `AccountSession`: what one account on a platform shares between calls, for as long as the program runs: its token, whose
//! turn it is, how soon each group of calls may come again, and answers worth keeping for a while.

use jiff::SignedDuration;
use model::{Bilingual, Code, Failure, Sha, Time, Why};
use parking_lot::{Mutex, MutexGuard};
use serde_json::Value;
use std::time::{Duration, Instant};
use std::{collections::HashMap, mem, sync::Arc, thread::sleep};

/// Below the first, two clocks agree; above the second, one of them is wrong.
const SAME_TIME: Duration = Duration::from_secs(5);
const WRONG_TIME: Duration = Duration::from_secs(120);
/// The longest span of time in which calls are counted.
const LONGEST_SPAN: Duration = Duration::from_secs(600);
/// Kept answers in one session.
const MOST_KEPT: usize = 256;

#[derive(Default)]
pub struct AccountSession {
    turn: Mutex<()>,
    token: Mutex<Option<LoginToken>>,
    /// Not before: by group of calls.
    gaps: Mutex<HashMap<&'static str, Instant>>,
    /// When calls of a group went out that few are allowed of.
    few: Mutex<HashMap<&'static str, Vec<Time>>>,
    kept: Mutex<HashMap<String, (Instant, Arc<Value>)>>,
    /// By how much the platform's clock is ahead of ours.
    ahead: Mutex<SignedDuration>,
}

struct LoginToken {
    text: Arc<str>,
    ends: Instant,
}

/// Every session of the program, by account.
#[derive(Default)]
pub struct AccountSessions(Mutex<HashMap<Sha, Arc<AccountSession>>>);

impl AccountSessions {
    pub fn of(&self, account: Sha) -> Arc<AccountSession> {
        self.0.lock().entry(account).or_default().clone()
    }
}

impl AccountSession {
    /// The token, or the one that `login` brings (with how long it may be used); one login at a time.
    pub fn token(
        &self,
        deadline: Instant,
        login: impl FnOnce() -> Result<(String, Duration), Failure>,
    ) -> Result<Arc<str>, Failure> {
        let mut present = lock_until(&self.token, deadline)?;
        if let Some(token) = present.as_ref().filter(|token| token.ends > Instant::now()) {
            return Ok(token.text.clone());
        }
        let (text, lasts) = login()?;
        let text: Arc<str> = text.into();
        *present = Some(LoginToken { text: text.clone(), ends: Instant::now() + lasts });
        Ok(text)
    }

    /// The platform no longer takes this token; a newer one that another login brought meanwhile stays.
    pub fn forget_token(&self, refused: &str) {
        // During a login, the old one is as good as forgotten.
        if let Some(mut present) = self.token.try_lock()
            && present.as_ref().is_some_and(|token| &*token.text == refused)
        {
            *present = None;
        }
    }

    /// The token, if there is one and it is not just being renewed.
    pub fn present_token(&self) -> Option<Arc<str>> {
        self.token.try_lock()?.as_ref().map(|token| token.text.clone())
    }

    /// Held during a poll: those of one account run one at a time.
    pub fn turn(&self, deadline: Instant) -> Result<MutexGuard<'_, ()>, Failure> {
        lock_until(&self.turn, deadline)
    }

    /// Waits until a call of this group may go out, and lets the next one wait for `gap`. For polls; people never wait.
    pub fn pace(&self, group: &'static str, gap: Duration, deadline: Instant) -> Result<(), Failure> {
        loop {
            let wait = {
                let mut gaps = self.gaps.lock();
                let now = Instant::now();
                match gaps.get(group).map(|at| at.saturating_duration_since(now)).filter(|wait| !wait.is_zero()) {
                    Some(wait) => wait,
                    None => {
                        gaps.insert(group, now + gap);
                        return Ok(());
                    }
                }
            };
            if Instant::now() + wait > deadline {
                return Err(hold_off(wait));
            }
            sleep(wait);
        }
    }

    /// After a 429: no call of this group before then.
    pub fn hold_off(&self, group: &'static str, wait: Duration) {
        let until = Instant::now() + wait;
        let mut gaps = self.gaps.lock();
        let at = gaps.entry(group).or_insert(until);
        *at = until.max(*at);
    }

    /// How long a call of this group still has to wait.
    pub fn held_off(&self, group: &'static str) -> Option<Duration> {
        let wait = self.gaps.lock().get(group)?.saturating_duration_since(Instant::now());
        (!wait.is_zero()).then_some(wait)
    }

    /// A call of a group went out of which a platform allows few in a span of time.
    pub fn count(&self, group: &'static str, now: Time) {
        let mut few = self.few.lock();
        let times = few.entry(group).or_default();
        times.retain(|at| *at <= now && at.plus(LONGEST_SPAN) > now);
        times.push(now);
    }

    /// Fewer than `most` of them went out in the last `span`: what can wait need not.
    pub fn has_room(&self, group: &'static str, most: usize, span: Duration, now: Time) -> bool {
        let mut few = self.few.lock();
        let times = few.entry(group).or_default();
        // One in the future is of a clock that has been set back since.
        times.retain(|at| *at <= now && at.plus(span) > now);
        times.len() < most
    }

    /// Every answer says what time it is there. A box with a wrong clock would else ask for the wrong orders.
    pub fn note_time(&self, theirs: Time, ours: Time) {
        let ahead = theirs.timestamp().duration_since(ours.timestamp());
        // An answer's time is in whole seconds, and it was under way.
        let ahead = if ahead.unsigned_abs() < SAME_TIME { SignedDuration::ZERO } else { ahead };
        let before = mem::replace(&mut *self.ahead.lock(), ahead);
        if ahead.unsigned_abs() > WRONG_TIME && before.unsigned_abs() <= WRONG_TIME {
            let minutes = ahead.as_mins();
            tracing::warn!(minutes, "the platform's clock is ahead of this machine's by this much; set this machine's");
        }
    }

    /// A moment of our clock, by the platform's.
    pub fn their_time(&self, ours: Time) -> Time {
        shifted(ours, *self.ahead.lock())
    }

    /// The other way round.
    pub fn our_time(&self, theirs: Time) -> Time {
        shifted(theirs, -*self.ahead.lock())
    }

    /// An answer that is good for a while, asked for once.
    pub fn kept(
        &self,
        key: &str,
        lasts: Duration,
        ask: impl FnOnce() -> Result<Value, Failure>,
    ) -> Result<Arc<Value>, Failure> {
        let now = Instant::now();
        if let Some((until, value)) = self.kept.lock().get(key)
            && *until > now
        {
            return Ok(value.clone());
        }
        let value = Arc::new(ask()?);
        let mut kept = self.kept.lock();
        if kept.len() >= MOST_KEPT {
            kept.retain(|_, (until, _)| *until > now);
        }
        if kept.len() < MOST_KEPT {
            kept.insert(key.to_owned(), (now + lasts, value.clone()));
        }
        Ok(value)
    }
}

fn shifted(time: Time, by: SignedDuration) -> Time {
    if by.is_negative() { time.minus(by.unsigned_abs()) } else { time.plus(by.unsigned_abs()) }
}

bilingual! {
    fn pause_of(seconds: u64): "Platform {seconds} saniye beklenmesini istiyor."
        / "The platform wants a pause of {seconds} seconds.",
}

/// That the platform wants a pause, in words.
pub fn pause_words(wait: Duration) -> Bilingual {
    pause_of(wait.as_secs().max(1))
}

/// Too many calls: the platform asked for a pause, or its published limit does.
pub fn hold_off(wait: Duration) -> Failure {
    Failure::new(Code::PlatformRejected)
        .why(Why::Plain(pause_words(wait)))
        .retry_after(wait + Duration::from_secs(1))
        .passing()
        .cause("a pause is wanted")
}

fn lock_until<T>(lock: &Mutex<T>, deadline: Instant) -> Result<MutexGuard<'_, T>, Failure> {
    let timed_out = || Failure::new(Code::PlatformTimedOut).cause("another call to this account is under way");
    lock.try_lock_until(deadline).ok_or_else(timed_out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn soon() -> Instant {
        Instant::now() + Duration::from_millis(50)
    }

    #[test]
    fn one_login_serves_all_until_the_token_is_refused() {
        let session = AccountSession::default();
        let hour = Duration::from_secs(3_600);
        let first = session.token(soon(), || Ok(("a".into(), hour))).unwrap();
        let second = session.token(soon(), || Ok(("b".into(), hour))).unwrap();
        assert_eq!((&*first, &*second), ("a", "a"));
        session.forget_token("another");
        assert_eq!(&*session.token(soon(), || Ok(("c".into(), hour))).unwrap(), "a");
        session.forget_token("a");
        assert_eq!(&*session.token(soon(), || Ok(("d".into(), Duration::ZERO))).unwrap(), "d");
        assert_eq!(&*session.token(soon(), || Ok(("e".into(), hour))).unwrap(), "e");
    }

    #[test]
    fn polls_keep_their_distance_and_a_pause_that_was_asked_for() {
        let session = AccountSession::default();
        let gap = Duration::from_millis(30);
        let began = Instant::now();
        for _ in 0..3 {
            session.pace("a", gap, began + Duration::from_secs(60)).unwrap();
        }
        assert!(began.elapsed() >= gap * 2);
        session.pace("b", gap, Instant::now()).unwrap();
        session.hold_off("a", Duration::from_secs(60));
        assert!(session.held_off("a").is_some_and(|wait| wait > Duration::from_secs(50)));
        let failure = session.pace("a", gap, soon()).unwrap_err();
        assert!(failure.retry_after.is_some_and(|wait| wait > Duration::from_secs(50)), "{failure:?}");
    }

    #[test]
    fn a_platform_tells_the_time() {
        let session = AccountSession::default();
        session.note_time(Time(1_001_000), Time(1_000_000));
        assert_eq!(session.their_time(Time(5)), Time(5));
        session.note_time(Time(8_000_000), Time(1_000_000));
        assert_eq!(session.their_time(Time(5)), Time(7_000_005));
        assert_eq!(session.our_time(Time(7_000_005)), Time(5));
    }

    #[test]
    fn of_some_calls_few_are_made_in_a_minute_whatever_the_clock_does() {
        let (session, minute) = (AccountSession::default(), Duration::from_secs(60));
        let has_room = |now| session.has_room("look", 2, minute, Time(now));
        assert!(has_room(100_000));
        session.count("look", Time(100_000));
        session.count("look", Time(130_000));
        assert!(!has_room(159_999));
        assert!(has_room(160_000));
        session.count("look", Time(160_000));
        assert!(!has_room(189_000));
        assert!(has_room(10_000));
    }

    #[test]
    fn a_lock_is_awaited_no_longer_than_the_caller_can_wait() {
        let session = AccountSession::default();
        let _turn = session.turn(soon()).unwrap();
        assert_eq!(session.turn(soon()).unwrap_err().code, Code::PlatformTimedOut);
    }
}
