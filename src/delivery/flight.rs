//! From the wire to the disk: what waits for a place at its target, one attempt, and writing down what came of it.

use crate::ops::events::deliveries::{self, DeliveryRequest, SendOutcome};
use crate::{model::Id, ops::AppState};
use parking_lot::Mutex;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};
use std::{collections::VecDeque, sync::Arc};
use tokio::{runtime::Handle, sync::mpsc};

/// At once to one target.
pub const PLACES: usize = 8;
/// What waited longer for its place is made ready anew: its target may have another address by now.
const STALE: Duration = Duration::from_millis(100);
/// Before a delivery that could not even be attempted is tried again.
const NOT_SENT: Duration = Duration::from_secs(1);
/// Before the outcome of one is written down again that could not be; then twice as long, and so on.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// Longest pause of these.
const LAST_PAUSE: Duration = Duration::from_secs(10);

/// What the dispatcher hears of a lane.
pub enum FlightReport {
    /// A delivery is no longer under way: it was delivered, or there is more to be done about it.
    Over { lane: Id, id: Id, is_delivered: bool },
    /// A target for which more is due than it had room for has answered.
    Answered { lane: Id },
}

/// What waits for a place at one target. Each place is a thread that takes one after the other.
#[derive(Default)]
pub struct WaitingLine(Mutex<LineQueue>);

#[derive(Default)]
struct LineQueue {
    waiting: VecDeque<Parcel>,
    /// Threads that take from it.
    places: usize,
    /// What waits, and what these threads are at.
    sending: usize,
    /// More is due than was handed over, so that the dispatcher wants to hear of every answer.
    is_crowded: bool,
}

pub struct Parcel {
    pub request: DeliveryRequest,
    pub flight: Flight,
    pub ready: Instant,
}

impl WaitingLine {
    pub fn join(self: &Arc<WaitingLine>, parcel: Parcel) {
        let mut queue = self.0.lock();
        queue.sending += 1;
        queue.waiting.push_back(parcel);
        if queue.places < PLACES {
            queue.places += 1;
            let line = self.clone();
            tokio::task::spawn_blocking(move || while line.take_one() {});
        }
    }

    /// How many are on the wire, or about to be.
    pub fn sending(&self) -> usize {
        self.0.lock().sending
    }

    pub fn is_crowded(&self) -> bool {
        self.0.lock().is_crowded
    }

    pub fn set_crowded(&self, is_crowded: bool) {
        self.0.lock().is_crowded = is_crowded;
    }

    /// Nothing more goes out.
    pub fn disperse(&self) {
        let waiting = std::mem::take(&mut self.0.lock().waiting);
        drop(waiting);
    }

    /// Sends the first that waits; whether there was one. With the last one the place is given up.
    fn take_one(&self) -> bool {
        let parcel = {
            let mut queue = self.0.lock();
            match queue.waiting.pop_front() {
                Some(parcel) => parcel,
                None => {
                    queue.places -= 1;
                    return false;
                }
            }
        };
        let (lane, tell) = (parcel.flight.lane, parcel.flight.tell.clone());
        if parcel.ready.elapsed() < STALE
            && catch_unwind(AssertUnwindSafe(|| parcel.flight.carry_out(&parcel.request))).is_err()
        {
            // It is still due: without a pause it would be tried again at once, and again.
            std::thread::sleep(NOT_SENT);
        }
        let mut queue = self.0.lock();
        queue.sending -= 1;
        if queue.is_crowded {
            let _ = tell.send(FlightReport::Answered { lane });
        }
        true
    }
}

/// One attempt, from the wire to the disk. However it ends, it says that the delivery is no longer under way.
pub struct Flight {
    pub lane: Id,
    pub id: Id,
    pub tell: mpsc::UnboundedSender<FlightReport>,
    pub app: Arc<AppState>,
    pub pauses: [Duration; 3],
    pub is_delivered: bool,
}

impl Drop for Flight {
    fn drop(&mut self) {
        let Flight { lane, id, is_delivered, .. } = *self;
        let _ = self.tell.send(FlightReport::Over { lane, id, is_delivered });
    }
}

impl Flight {
    /// Sends, on a thread that may wait.
    fn carry_out(self, request: &DeliveryRequest) {
        let sent = {
            let _under_way = self.app.engine.threads.in_flight.enter(self.lane);
            deliveries::send(&self.app, request)
        };
        match sent {
            Some(outcome) => self.write_down(Arc::new(outcome), FIRST_PAUSE),
            None if self.app.is_stopping() => {}
            None => std::thread::sleep(NOT_SENT),
        }
    }

    fn end(mut self, is_delivered: bool) {
        self.is_delivered = is_delivered;
    }

    /// What the target answered is kept until the store has it: were it forgotten, the same event would be sent again and
    /// again while the store takes nothing.
    fn write_down(self, outcome: Arc<SendOutcome>, pause: Duration) {
        let (app, pauses, runtime) = (self.app.clone(), self.pauses, Handle::current());
        let kept = outcome.clone();
        deliveries::record(&app, outcome, pauses, move |recorded| {
            let Err(failure) = recorded else { return self.end(kept.is_success()) };
            if self.app.is_stopping() {
                return;
            }
            tracing::warn!(delivery = %self.id, cause = %failure, "the outcome of a delivery could not be stored yet");
            runtime.spawn(async move {
                tokio::time::sleep(pause).await;
                self.write_down(kept, (pause * 2).min(LAST_PAUSE));
            });
        });
    }
}
