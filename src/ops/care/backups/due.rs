//! When the next backup is due. Pure: the caller brings the clock.

use jiff::tz::TimeZone;
use model::{BackupBook, BackupFault, BackupOnDisk, BackupPlan, Day, Time};
use std::time::Duration;

/// Until it is tried again where a disk may be put back at any moment, and where something else is wrong.
const DISK_RETRY_AFTER: Duration = Duration::from_mins(10);
const FAILURE_RETRY_AFTER: Duration = Duration::from_hours(1);
/// Two nights, and some hours in which a machine may have been off.
const OVERDUE: Duration = Duration::from_hours(54);
/// However few the owner wants: the newest, and the one before while the next is being made.
pub const LEAST_KEPT: usize = 2;
/// A clock that was set back this far makes a mess of what is noted.
const A_DAY: Duration = Duration::from_hours(24);

/// Whether one is to be made now.
pub fn is_due(book: &BackupBook, now: Time, zone: &TimeZone) -> bool {
    let Some(plan) = &book.plan else { return false };
    let since = |at: Time| if at > now.plus(A_DAY) { Duration::MAX } else { now.since(at) };
    let proven = book.proven.as_ref().map(|proven| proven.at).filter(|at| *at >= plan.since);
    match (&book.trouble, book.tried_at, proven) {
        (Some(trouble), Some(tried), _) => since(tried) >= pause(trouble.fault),
        // The first one is made at once: it shows whether the folder is any good.
        (_, _, None) => true,
        (_, _, Some(at)) => at > now.plus(A_DAY) || at < latest_hour(plan, now, zone),
    }
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
    let strikes = |day: Day| day.starts_in(zone).plus(Duration::from_hours(plan.hour.into()));
    let last = strikes(today);
    if last <= now { last } else { strikes(today.plus(-1)) }
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
    use model::{BackupTrouble, ProvenBackup};

    const HOUR: i64 = 3_600_000;

    fn plan() -> BackupPlan {
        BackupPlan { folder: "/media/stick".into(), tag: "1".into(), keep: 7, hour: 4, key: None, since: Time(0) }
    }

    fn proven(at: i64) -> Option<ProvenBackup> {
        let (making, proving) = (Duration::ZERO, Duration::ZERO);
        let name = String::new();
        Some(ProvenBackup { at: Time(at), name, bytes: 0, orders: 0, making, proving, is_encrypted: false })
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
        let book = BackupBook { plan, proven: proven(99 * HOUR), ..BackupBook::default() };
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
