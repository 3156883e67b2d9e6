//! `Unhurried`: jobs whose work a crash may undo, kept until a job comes that a caller waits for, or for a moment at most.
//!
//! A use of a key or a session, how far a platform was read, that a target took an event, that something old was
//! forgotten: after a crash it is seen again, asked again, sent again or forgotten again. None of it is worth a sync: all
//! readers see it, and it reaches the disk along with what does (`journal`). A commit costs as much for one of them as for
//! many, and most come in threes or more: the outcomes of an event that several targets heard of at once.

use super::job::QueuedJob;
use std::time::{Duration, Instant};

/// Longest wait for company.
const COMPANY_WITHIN: Duration = Duration::from_millis(5);
/// So many are company enough.
const ENOUGH: usize = 64;

#[derive(Default)]
pub(super) struct Unhurried {
    jobs: Vec<QueuedJob>,
    /// When the first of them came.
    since: Option<Instant>,
}

impl Unhurried {
    pub fn add(&mut self, job: QueuedJob, now: Instant) {
        self.jobs.push(job);
        self.since.get_or_insert(now);
    }

    pub fn len(&self) -> usize {
        self.jobs.len()
    }

    /// When they have waited long enough; nothing where there are none.
    pub fn due(&self) -> Option<Instant> {
        self.since.map(|since| since + COMPANY_WITHIN)
    }

    pub fn is_due(&self, now: Instant) -> bool {
        self.jobs.len() >= ENOUGH || self.due().is_some_and(|due| due <= now)
    }

    pub fn take(&mut self) -> Vec<QueuedJob> {
        self.since = None;
        std::mem::take(&mut self.jobs)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::job::Task, *};

    fn job() -> QueuedJob {
        QueuedJob::followed(Task::boxed(|_| Ok(())), Box::new(drop))
    }

    #[test]
    fn the_first_says_when_all_of_them_are_due_and_many_are_due_at_once() {
        let (mut unhurried, began) = (Unhurried::default(), Instant::now());
        assert!(unhurried.due().is_none() && !unhurried.is_due(began));
        let later = began + COMPANY_WITHIN / 2;
        unhurried.add(job(), began);
        unhurried.add(job(), later);
        assert!(!unhurried.is_due(later) && unhurried.is_due(began + COMPANY_WITHIN));
        assert_eq!((unhurried.take().len(), unhurried.due()), (2, None));
        unhurried.add(job(), later);
        assert_eq!(unhurried.due(), Some(later + COMPANY_WITHIN));
        (1..ENOUGH).for_each(|_| unhurried.add(job(), later));
        assert!(unhurried.is_due(later));
    }
}
