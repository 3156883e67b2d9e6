//! `Crowd`: the connections of a listener in the order in which they came, and which of them goes when all places are taken.
//!
//! `server` keeps one. A client that sends its request in one go is served at once, so a place is not kept for one that still
//! has to send its own while others wait outside: whoever has sent least for longest goes, and orders need not wait for a
//! limit of time to pass.

use crate::connection::patient_stream::{AwaitedPart, Connection};
use crate::connection::slots::{Slot, Slots};
use std::{collections::VecDeque, sync::Arc, time::Duration};
use tokio::{task::AbortHandle, time::timeout};

/// All of them may be at work just now, and one may wait for its client in a moment.
const LOOK_AGAIN: Duration = Duration::from_millis(100);

pub struct Crowd {
    all: VecDeque<Member>,
    most: usize,
}

struct Member {
    connection: Arc<Connection>,
    task: AbortHandle,
}

impl Crowd {
    /// Of at most so many connections at once.
    pub fn new(most: usize) -> Crowd {
        Crowd { all: VecDeque::new(), most }
    }

    pub fn admit(&mut self, connection: Arc<Connection>, task: AbortHandle) {
        // Not with each one: most of the time nobody asks.
        if self.all.len() >= self.most.saturating_mul(2) {
            self.forget_ended();
        }
        self.all.push_back(Member { connection, task });
    }

    /// A place where all are taken, for which another client goes. Where none can go it waits until one ends.
    pub async fn room(&mut self, slots: &Arc<Slots>) -> Option<Slot> {
        loop {
            if let Some(slot) = slots.take_free() {
                return Some(slot);
            }
            self.end_one();
            if let Ok(slot) = timeout(LOOK_AGAIN, slots.take()).await {
                return slot;
            }
        }
    }

    /// Ends the oldest that no door has let in; where there is none, the oldest whose body is not in.
    fn end_one(&mut self) {
        self.forget_ended();
        let oldest = |part| self.all.iter().position(|one| one.connection.awaited_part() == Some(part));
        let found = oldest(AwaitedPart::Anything).or_else(|| oldest(AwaitedPart::Body));
        if let Some(one) = found.and_then(|at| self.all.remove(at)) {
            tracing::debug!(peer = %one.connection.peer, "cut, as all places are taken and its request is not in");
            one.task.abort();
        }
    }

    fn forget_ended(&mut self) {
        self.all.retain(|one| !one.task.is_finished());
    }
}
