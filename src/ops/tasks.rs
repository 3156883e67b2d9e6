//! `Tasks`: work that goes on when its caller hangs up, counted so that a stop can wait for it.

use crate::model::Failure;
use std::{
    future::Future,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};
use tokio::sync::Notify;

#[derive(Default)]
pub struct Tasks {
    running: Arc<Running>,
}

#[derive(Default)]
struct Running {
    count: AtomicUsize,
    ended: Notify,
}

/// Counts down however the task ends.
struct Ticket(Arc<Running>);

impl Drop for Ticket {
    fn drop(&mut self) {
        if self.0.count.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.0.ended.notify_waiters();
        }
    }
}

impl Tasks {
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        self.running.count.fetch_add(1, Ordering::AcqRel);
        let ticket = Ticket(self.running.clone());
        let task = tokio::spawn(async move {
            let _ticket = ticket;
            work.await
        });
        task.await.unwrap_or_else(|e| Err(Failure::fault(format!("an operation ended early: {e}"))))
    }

    pub async fn finished(&self) {
        loop {
            let ended = self.running.ended.notified();
            if self.running.count.load(Ordering::Acquire) == 0 {
                return;
            }
            ended.await;
        }
    }
}
