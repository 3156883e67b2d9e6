//! Work that goes on when its caller hangs up, and how the program ends it. What it logs has the id of the request that
//! began it.

use model::{Failure, Result};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{any::Any, future::Future, pin::Pin};
use tokio::task::{JoinError, JoinHandle};
use tokio_util::task::TaskTracker;
use tracing::{Instrument, Span};

#[derive(Default)]
pub struct Tasks {
    tracker: TaskTracker,
    is_stopping: AtomicBool,
}

impl Tasks {
    /// Does something to its end; a panic in it is its failure.
    pub async fn run<T: Send + 'static>(&self, work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
        result_of(self.begin(Box::pin(async move { work.await.map(|result| Box::new(result) as AnyResult) })).await)
    }

    fn begin(&self, work: AnyWork) -> JoinHandle<Result<AnyResult>> {
        self.tracker.spawn(work.in_current_span())
    }

    /// Returns when all of it has ended. What is still begun meanwhile is waited for too.
    pub async fn finished(&self) {
        self.tracker.close();
        self.tracker.wait().await;
    }

    /// The program can wait no longer.
    pub fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
    }

    pub fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::Relaxed)
    }
}

/// How many threads do something at once, as far as the system tells.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A call that blocks, on a thread that may wait.
pub async fn on_a_thread<T: Send + 'static>(call: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    result_of(begin_call(Box::new(move || call().map(|result| Box::new(result) as AnyResult))).await)
}

fn begin_call(call: AnyCall) -> JoinHandle<Result<AnyResult>> {
    let span = Span::current();
    tokio::task::spawn_blocking(move || span.in_scope(call))
}

/// Work that nobody waits for.
pub fn spawn(work: impl Future<Output = ()> + Send + 'static) {
    let work: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(work);
    tokio::spawn(work);
}

// What tokio runs is of one type whatever it returns, or all that a task is made of would be compiled once for each
// operation.
type AnyResult = Box<dyn Any + Send>;
type AnyWork = Pin<Box<dyn Future<Output = Result<AnyResult>> + Send>>;
type AnyCall = Box<dyn FnOnce() -> Result<AnyResult> + Send>;

fn result_of<T: 'static>(ended: Result<Result<AnyResult>, JoinError>) -> Result<T> {
    let ended = ended.unwrap_or_else(|e| Err(Failure::fault(format!("an operation ended early: {e}"))));
    let result = ended?.downcast::<T>().map_err(|_| Failure::fault("an operation returned another type"))?;
    Ok(*result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::Code;
    use std::{sync::Arc, time::Duration};
    use tokio::{sync::Notify, time::timeout};

    #[tokio::test(start_paused = true)]
    async fn work_goes_on_when_its_caller_hangs_up_and_is_waited_for() {
        let (tasks, go) = (Tasks::default(), Arc::new(Notify::new()));
        let (waits, done) = (go.clone(), Arc::new(AtomicBool::new(false)));
        let is_done = done.clone();
        let work = tasks.run(async move {
            waits.notified().await;
            is_done.store(true, Ordering::Relaxed);
            Ok(())
        });
        assert!(timeout(Duration::ZERO, work).await.is_err());
        assert!(timeout(Duration::from_secs(60), tasks.finished()).await.is_err());
        go.notify_one();
        tasks.finished().await;
        assert!(done.load(Ordering::Relaxed));
    }

    #[tokio::test]
    async fn a_panic_is_a_failure() {
        let tasks = Tasks::default();
        let failure = tasks.run::<()>(async { panic!("on purpose") }).await.unwrap_err();
        assert_eq!(failure.code, Code::Internal);
        tasks.finished().await;
    }
}
