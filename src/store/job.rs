//! A write job on its way to the writer and back.

use super::tx::Tx;
use model::Failure;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A queued job with the way back to its caller.
pub(super) trait Job: Send {
    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict;
    /// Answers the caller: what the job returned, or `failure` if its work is not on the disk.
    fn answer(self: Box<Self>, failure: Option<Failure>);
}

#[derive(PartialEq, Eq)]
pub(super) enum Verdict {
    Fine,
    /// Refused; what was written before the refusal decides whether the batch survives.
    Refused,
}

pub(super) struct Task<F, T, R> {
    pub job: F,
    pub result: Option<Result<T, Failure>>,
    /// Called on the writer's thread: it must not wait.
    pub then: R,
}

impl<F, T, R> Job for Task<F, T, R>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send,
    T: Send,
    R: FnOnce(Result<T, Failure>) + Send,
{
    fn run(&mut self, tx: &mut Tx<'_>) -> Verdict {
        let outcome = catch_unwind(AssertUnwindSafe(|| (self.job)(tx)));
        let result = outcome.unwrap_or_else(|_| {
            // What a panicking job wrote before it fell is unknown.
            tx.wrote = true;
            Err(Failure::fault("a write job panicked"))
        });
        let verdict = if result.is_ok() { Verdict::Fine } else { Verdict::Refused };
        self.result = Some(result);
        verdict
    }

    fn answer(self: Box<Self>, failure: Option<Failure>) {
        let Task { result, then, .. } = *self;
        let result = match (failure, result) {
            (None, Some(result)) => result,
            // Its own refusal does not count either: it may rest on what others of the lost batch wrote before it.
            (Some(failure), _) => Err(failure),
            (None, None) => Err(Failure::fault("a write job was not run")),
        };
        then(result);
    }
}
