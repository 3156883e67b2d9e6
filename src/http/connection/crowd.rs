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

/// Those that have ended are looked for when so many are held, or twice as many as were left the last time.
const FEWEST: usize = 32;

#[derive(Default)]
pub struct Crowd {
    all: VecDeque<Member>,
    /// How many were left when those that had ended were last taken out.
    left: usize,
    /// The one that was cut last.
    cut: Option<AbortHandle>,
}

struct Member {
    connection: Arc<Connection>,
    task: AbortHandle,
}

impl Crowd {
    pub fn admit(&mut self, connection: Arc<Connection>, task: AbortHandle) {
        // Not with each one: most of the time nobody asks.
        if self.all.len() >= FEWEST.max(self.left * 2) {
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
            // One that was cut has yet to leave its place, and one place is all that is wanted.
            if self.cut.as_ref().is_none_or(AbortHandle::is_finished) {
                self.cut = self.end_one();
            }
            if let Ok(slot) = timeout(LOOK_AGAIN, slots.take()).await {
                return slot;
            }
        }
    }

    /// Ends the oldest that no door has let in; where there is none, the oldest whose body is not in, such that were served
    /// before last.
    fn end_one(&mut self) -> Option<AbortHandle> {
        self.forget_ended();
        let oldest = |part| self.all.iter().position(|one| one.connection.awaited_part() == Some(part));
        let found =
            [AwaitedPart::Anything, AwaitedPart::FirstBody, AwaitedPart::LaterBody].into_iter().find_map(oldest);
        let one = self.all.remove(found?)?;
        tracing::debug!(peer = %one.connection.peer, "cut, as all places are taken and its request is not in");
        one.task.abort();
        Some(one.task)
    }

    fn forget_ended(&mut self) {
        self.all.retain(|one| !one.task.is_finished());
        self.left = self.all.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::{pending, ready};
    use tokio::runtime::Builder;

    fn connection() -> Arc<Connection> {
        let slots = Slots::new(8);
        let peer = "127.0.0.1:1".parse().unwrap();
        Arc::new(Connection::new(peer, Duration::MAX, slots, Arc::default(), Arc::default()))
    }

    #[tokio::test]
    async fn what_has_ended_is_not_held_behind_what_stays() {
        let mut crowd = Crowd::default();
        let stays = tokio::spawn(pending::<()>());
        crowd.admit(connection(), stays.abort_handle());
        for _ in 0..1_000 {
            let ends = tokio::spawn(ready(()));
            crowd.admit(connection(), ends.abort_handle());
            ends.await.unwrap();
        }
        assert!(crowd.all.len() <= FEWEST, "{}", crowd.all.len());
        assert!(!crowd.all[0].task.is_finished());
    }

    #[test]
    fn one_is_cut_for_one_place_however_long_it_takes_to_go() {
        let clock = Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        // Nothing is driven there, so what is cut does not go.
        let stuck = Builder::new_current_thread().build().unwrap();
        let (mut crowd, slots) = (Crowd::default(), Slots::new(1));
        let held = slots.take_free().unwrap();
        let tasks = [(); 2].map(|()| stuck.spawn(pending::<()>()));
        tasks.iter().for_each(|task| crowd.admit(connection(), task.abort_handle()));
        clock.block_on(async {
            assert!(timeout(LOOK_AGAIN * 10, crowd.room(&slots)).await.is_err());
            assert_eq!(crowd.all.len(), 1, "the other one stays");
            drop(held);
            assert!(crowd.room(&slots).await.is_some());
        });
    }
}
