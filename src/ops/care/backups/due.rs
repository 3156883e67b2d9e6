//! When the next backup is due. Pure: the caller brings the clock.

use jiff::tz::TimeZone;
use model::{BackupBook, BackupFault, BackupOnDisk, BackupPlan, Time};
use std::time::Duration;

/// Until it is tried again where a disk may be put back at any moment, and where something else is wrong.
const DISK_RETRY_AFTER: Duration = Duration::from_mins(10);
const FAILURE_RETRY_AFTER: Duration = Duration::from_hours(1);
/// Between two that the program begins by itself, whatever the clock says.
const SHORTEST_PAUSE: Duration = Duration::from_hours(1);
/// Two nights, and some hours in which a machine may have been off.
const OVERDUE: Duration = Duration::from_hours(54);
/// However few the owner wants: the newest, and the one before while the next is being made.
pub const LEAST_KEPT: usize = 2;
/// A clock that was set back this far makes a mess of what is noted.
const A_DAY: Duration = Duration::from_hours(24);

/// Times that only run forward: they are counted since the program’s start.
#[derive(Clone, Debug, Default)]
pub struct RunTimes {
    pub uptime: Duration,
    /// Nothing where none was begun, or none ended, in this run.
    pub since_begun: Option<Duration>,
    pub since_tried: Option<Duration>,
    /// By how much the clock lies behind what is stored.
    pub clock_lag: Duration,
}

impl RunTimes {
    /// How long something is ago at least: by this run where it was in it, else by the clock. What lies ahead by the clock was
    /// noted by one that has been set back since, and before this run.
    fn since(&self, in_run: Option<Duration>, noted: Option<Time>, now: Time) -> Duration {
        let before_run = || noted.map_or(Duration::MAX, |at| now.since(at).max(self.uptime));
        in_run.unwrap_or_else(before_run)
    }
}

/// Whether one is to be made now.
pub fn is_due(book: &BackupBook, now: Time, zone: &TimeZone, run: &RunTimes) -> bool {
    let Some(plan) = &book.plan else { return false };
    if run.since(run.since_begun, book.begun_at, now) < SHORTEST_PAUSE {
        return false;
    }
    if let (Some(trouble), Some(tried)) = (&book.trouble, book.tried_at) {
        return run.since(run.since_tried, Some(tried), now) >= pause(trouble.fault);
    }
    // The first one is made at once: it shows whether the folder is any good.
    let Some(proven) = book.proven.as_ref().filter(|_| !book.is_first_owed) else { return true };
    // A clock that begins anew with every start would never show the chosen hour of another day.
    let is_clock_lost = run.clock_lag > A_DAY && run.since_begun.is_none_or(|since| since >= A_DAY);
    is_clock_lost || proven.at > now.plus(A_DAY) || proven.at < latest_hour(plan, now, zone)
}

fn pause(fault: BackupFault) -> Duration {
    match fault {
        BackupFault::Missing => DISK_RETRY_AFTER,
        // Each try writes it full again.
        BackupFault::Full | BackupFault::Disk | BackupFault::Unproven | BackupFault::Store | BackupFault::Overdue => {
            FAILURE_RETRY_AFTER
        }
        // The backup is there, and a small disk does not grow by the hour.
        BackupFault::NoRoom => A_DAY,
    }
}

/// When the chosen hour last struck.
fn latest_hour(plan: &BackupPlan, now: Time, zone: &TimeZone) -> Time {
    let today = now.day_in(zone);
    let last = today.hour_in(zone, plan.hour);
    if last <= now { last } else { today.plus(-1).hour_in(zone, plan.hour) }
}

/// Which of those that are kept go: of each of so many days the last stays, whatever their names say, and never fewer than
/// the last two.
pub fn surplus(kept: &[BackupOnDisk], days: u32, zone: &TimeZone) -> Vec<String> {
    let (mut seen, mut gone) = (Vec::new(), Vec::new());
    for (place, one) in kept.iter().rev().enumerate() {
        let day = one.at.day_in(zone);
        let is_first = !seen.contains(&day);
        if is_first {
            seen.push(day);
        }
        if place >= LEAST_KEPT && (!is_first || seen.len() > days as usize) {
            gone.push(one.name.clone());
        }
    }
    gone
}

/// None was proven for too long, for whatever reason.
pub fn is_overdue(book: &BackupBook, now: Time) -> bool {
    book.plan.as_ref().is_some_and(|plan| {
        let last = book.proven.as_ref().map_or(plan.since, |proven| proven.at.max(plan.since));
        now.since(last) > OVERDUE
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{BackupTrouble, ProvenBackup, time::zone};

    const HOUR: i64 = 3_600_000;

    fn plan() -> BackupPlan {
        BackupPlan { folder: "/media/stick".into(), tag: "1".into(), keep: 7, hour: 4, key: None, since: Time(0) }
    }

    fn proven(at: i64) -> Option<ProvenBackup> {
        let (making, proving) = (Duration::ZERO, Duration::ZERO);
        let name = String::new();
        Some(ProvenBackup { at: Time(at), name, bytes: 0, orders: 0, making, proving, is_encrypted: false })
    }

    /// By the clock alone: right after the start.
    fn is_due(book: &BackupBook, now: Time, zone: &TimeZone) -> bool {
        super::is_due(book, now, zone, &RunTimes::default())
    }

    #[test]
    fn one_a_night_and_the_first_at_once() {
        let (zone, day) = (TimeZone::fixed(jiff::tz::offset(3)), 24 * HOUR);
        let none = BackupBook::default();
        assert!(!is_due(&none, Time(100 * HOUR), &zone));
        let mut book = BackupBook { plan: Some(plan()), ..none };
        assert!(is_due(&book, Time(100 * HOUR), &zone));
        // Four in the morning there is one in the morning here.
        book.proven = proven(10 * day + 2 * HOUR);
        assert!(!is_due(&book, Time(10 * day + 12 * HOUR), &zone));
        assert!(!is_due(&book, Time(11 * day + HOUR - 1), &zone));
        assert!(is_due(&book, Time(11 * day + HOUR), &zone));
        // A machine that was off that night makes up for it.
        assert!(is_due(&book, Time(11 * day + 9 * HOUR), &zone));
        // A clock that ran a year ahead once does not keep it from it.
        assert!(is_due(&BackupBook { proven: proven(400 * day), ..book }, Time(11 * day), &zone));
    }

    #[test]
    fn on_days_that_clocks_are_set_it_is_the_hour_that_they_show() {
        let berlin = zone("Europe/Berlin").unwrap();
        let due_at = |made: &str, at: &str| {
            let proven = proven(Time::parse(made).unwrap().0);
            let book = BackupBook { plan: Some(plan()), proven, ..BackupBook::default() };
            is_due(&book, Time::parse(at).unwrap(), &berlin)
        };
        assert!(!due_at("2026-03-28T04:00:00+01:00", "2026-03-29T03:59:59+02:00"));
        assert!(due_at("2026-03-28T04:00:00+01:00", "2026-03-29T04:00:00+02:00"));
        assert!(!due_at("2026-10-24T04:00:00+02:00", "2026-10-25T03:59:59+01:00"));
        assert!(due_at("2026-10-24T04:00:00+02:00", "2026-10-25T04:00:00+01:00"));
    }

    /// What a program does that looks every ten seconds, with a clock that shows so many days and goes on.
    fn begun_in(hours: u32, book: &mut BackupBook, day: i64, run: &mut RunTimes) -> usize {
        let (step, mut begun) = (Duration::from_secs(10), 0);
        for n in 0..hours * 360 {
            let now = Time(day * 24 * HOUR).plus(step * n);
            if super::is_due(book, now, &TimeZone::UTC, run) {
                begun += 1;
                book.proven = proven(now.0);
                (book.is_first_owed, book.begun_at, book.tried_at) = (false, Some(now), Some(now));
                (run.since_begun, run.since_tried) = (Some(Duration::ZERO), Some(Duration::ZERO));
            }
            run.uptime += step;
            run.since_begun = run.since_begun.map(|since| since + step);
            run.since_tried = run.since_tried.map(|since| since + step);
        }
        begun
    }

    #[test]
    fn a_clock_that_was_set_back_makes_no_backups_without_end_and_does_not_end_them() {
        let chosen = BackupPlan { since: Time(400 * 24 * HOUR), ..plan() };
        let book = || BackupBook { plan: Some(chosen.clone()), is_first_owed: true, ..BackupBook::default() };
        let (mut first, mut run) = (book(), RunTimes::default());
        assert_eq!(begun_in(1, &mut first, 400, &mut run), 1);
        // Before the day that they were chosen on: one, as the last is of a year ahead, and then one a night.
        run.clock_lag = A_DAY * 390;
        assert_eq!(begun_in(72, &mut first.clone(), 10, &mut run.clone()), 4);
        // Set to and fro, there is never more than one an hour.
        let days = [10, 399, 10, 398, 400, 9, 8, 7];
        let begun: usize = days.iter().map(|day| begun_in(1, &mut first, *day, &mut run)).sum();
        assert!(begun <= days.len(), "{begun}");
        // A clock that begins anew with every start: one for each, an hour after it.
        let lost = RunTimes { clock_lag: A_DAY * 390, ..RunTimes::default() };
        let starts = [(); 5].map(|()| begun_in(3, &mut first, 10, &mut lost.clone()));
        assert_eq!(starts, [1; 5]);
        // A program that is killed at it, and started again, over and over.
        let killed = BackupBook { begun_at: Some(Time(400 * 24 * HOUR)), ..book() };
        let again = |day: i64| super::is_due(&killed, Time(day * 24 * HOUR + HOUR / 2), &TimeZone::UTC, &lost);
        assert!(!again(400) && !again(10) && again(401));
    }

    #[test]
    fn the_last_of_each_day_stays_and_a_clock_that_was_wrong_pushes_none_out() {
        let day = |day: i64, hour: i64| (day * 24 + hour) * HOUR;
        let kept = |times: &[i64]| -> Vec<BackupOnDisk> {
            times.iter().map(|at| BackupOnDisk { name: at.to_string(), at: Time(*at) }).collect()
        };
        let gone = |times: &[i64], days| surplus(&kept(times), days, &TimeZone::UTC);
        assert!(gone(&[day(1, 4), day(2, 4), day(3, 4)], 3).is_empty());
        assert_eq!(gone(&[day(1, 4), day(2, 4), day(3, 4)], 2), [day(1, 4).to_string()]);
        // Pressing the button all day long costs no night.
        let pressed = [day(1, 4), day(2, 4), day(3, 4), day(3, 9), day(3, 10), day(3, 11)];
        assert_eq!(gone(&pressed, 3), [day(3, 9).to_string(), day(3, 4).to_string()]);
        // Two of a year ahead were made before: what was made last is the last.
        let ahead = [day(400, 4), day(401, 4), day(5, 4), day(6, 4)];
        assert_eq!(gone(&ahead, 2), [day(401, 4).to_string(), day(400, 4).to_string()]);
    }

    #[test]
    fn a_new_folder_begins_anew() {
        let since = Time(100 * HOUR);
        let plan = Some(BackupPlan { since, ..plan() });
        let book = BackupBook { plan, proven: proven(99 * HOUR), is_first_owed: true, ..BackupBook::default() };
        assert!(is_due(&book, Time(100 * HOUR + 1), &TimeZone::UTC));
        assert!(!is_overdue(&book, Time(150 * HOUR)) && is_overdue(&book, Time(155 * HOUR)));
    }

    #[test]
    fn what_failed_is_tried_again_sooner_where_a_disk_may_come_back() {
        let failed = |fault| BackupBook {
            plan: Some(plan()),
            proven: proven(HOUR),
            tried_at: Some(Time(100 * HOUR)),
            trouble: Some(BackupTrouble { since: Time(90 * HOUR), fault, detail: String::new() }),
            ..BackupBook::default()
        };
        let after = |minutes: i64| Time(100 * HOUR + minutes * 60_000);
        assert!(!is_due(&failed(BackupFault::Missing), after(9), &TimeZone::UTC));
        assert!(is_due(&failed(BackupFault::Missing), after(10), &TimeZone::UTC));
        assert!(!is_due(&failed(BackupFault::Unproven), after(59), &TimeZone::UTC));
        assert!(is_due(&failed(BackupFault::Unproven), after(60), &TimeZone::UTC));
    }
}
