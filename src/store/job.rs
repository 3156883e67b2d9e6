//! A write job on its way to the writer and back.
//!
//! The writer sends the job itself back, with what it returned inside. So the way there and back, a channel and the
//! care for panics, is compiled once and not for every kind of answer, and what a job holds is dropped by its caller.

use super::tx::Tx;
use model::Failure;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::task::{Context, Poll, ready};
use std::{any::Any, marker::PhantomData, pin::Pin};
use tokio::sync::oneshot;

pub(super) trait Job: Send {
    /// May be called again, when another job of the batch spoiled it.
    fn run(&mut self, tx: &mut Tx<'_>) -> Result<(), Failure>;
    /// What it returned, in an `Option` of its type.
    fn returned(&mut self) -> &mut dyn Any;
}

pub(super) struct Task<F, T> {
    job: F,
    returned: Option<T>,
}

impl<F, T> Task<F, T>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send + 'static,
    T: Send + 'static,
{
    pub fn boxed(job: F) -> Box<dyn Job> {
        Box::new(Task { job, returned: None })
    }
}

impl<F, T> Job for Task<F, T>
where
    F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send,
    T: Send + 'static,
{
    fn run(&mut self, tx: &mut Tx<'_>) -> Result<(), Failure> {
        self.returned = Some((self.job)(tx)?);
        Ok(())
    }

    fn returned(&mut self) -> &mut dyn Any {
        &mut self.returned
    }
}

/// The job, once its work is done and on the disk if a caller waits for that, or why it is not.
pub(super) type EndedJob = Result<Box<dyn Job>, Failure>;

/// A job in the queue, with the way back to its caller.
pub(super) struct QueuedJob {
    job: Box<dyn Job>,
    refusal: Option<Failure>,
    /// Called on the writer's thread: it must not wait.
    then: Then,
}

enum Then {
    Tell(oneshot::Sender<EndedJob>),
    Call(Box<dyn FnOnce(EndedJob) + Send>),
}

#[derive(PartialEq, Eq)]
pub(super) enum Verdict {
    Fine,
    /// Refused; what was written before the refusal decides whether the batch survives.
    Refused,
}

impl QueuedJob {
    /// A job that a caller waits for.
    pub fn awaited(job: Box<dyn Job>) -> (QueuedJob, oneshot::Receiver<EndedJob>) {
        let (reply, ended) = oneshot::channel();
        (QueuedJob { job, refusal: None, then: Then::Tell(reply) }, ended)
    }

    /// A job that no caller waits for, and whose work a crash may undo.
    pub fn followed(job: Box<dyn Job>, then: Box<dyn FnOnce(EndedJob) + Send>) -> QueuedJob {
        QueuedJob { job, refusal: None, then: Then::Call(then) }
    }

    pub fn is_awaited(&self) -> bool {
        matches!(self.then, Then::Tell(_))
    }

    pub fn run(&mut self, tx: &mut Tx<'_>) -> Verdict {
        let outcome = catch_unwind(AssertUnwindSafe(|| self.job.run(tx)));
        let outcome = outcome.unwrap_or_else(|_| {
            // What a panicking job wrote before it fell is unknown.
            tx.wrote = true;
            Err(Failure::fault("a write job panicked"))
        });
        self.refusal = outcome.err();
        if self.refusal.is_none() { Verdict::Fine } else { Verdict::Refused }
    }

    /// Answers the caller: what the job returned, or `failure` if its work is not on the disk.
    pub fn answer(self, failure: Option<Failure>) {
        // Its own refusal does not count then: it may rest on what others of the lost batch wrote before it.
        let ended = match failure.or(self.refusal) {
            Some(failure) => Err(failure),
            None => Ok(self.job),
        };
        match self.then {
            // A caller that has gone is not an error: the work is done all the same.
            Then::Tell(reply) => drop(reply.send(ended)),
            Then::Call(then) => then(ended),
        }
    }
}

pub(super) fn returned<T: 'static>(ended: EndedJob) -> Result<T, Failure> {
    let returned = ended?.returned().downcast_mut().and_then(Option::take);
    returned.ok_or_else(|| Failure::fault("a write job was not run"))
}

/// What a job returned, once that is on the disk.
#[must_use = "whether the work is on the disk is not known before"]
pub struct Written<T> {
    ended: oneshot::Receiver<EndedJob>,
    returned: PhantomData<fn() -> T>,
}

impl<T> Written<T> {
    pub(super) fn of(ended: oneshot::Receiver<EndedJob>) -> Written<T> {
        Written { ended, returned: PhantomData }
    }
}

impl<T: 'static> Future for Written<T> {
    type Output = Result<T, Failure>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Result<T, Failure>> {
        poll_end(&mut self.ended, cx).map(returned)
    }
}

fn poll_end(ended: &mut oneshot::Receiver<EndedJob>, cx: &mut Context<'_>) -> Poll<EndedJob> {
    let ended = ready!(Pin::new(ended).poll(cx));
    Poll::Ready(ended.unwrap_or_else(|_| Err(Failure::unavailable("the writer is gone"))))
}
