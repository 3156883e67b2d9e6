//! The thread that sends events: sleeps until the bell or the next due time, sends what is due, records the outcome.
//!
//! Every target has a lane of its own with a few places, so a dead one holds up nobody else. What is under way is
//! known in memory alone: after a crash what was due is due again. Never: warp, askama, redb.

use crate::{
    clock,
    model::{Id, Time},
    ops::{House, deliveries},
    store::Deliveries,
};
use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::Arc,
    thread::JoinHandle,
    time::{Duration, Instant},
};
use tokio::{
    runtime::Handle,
    sync::{mpsc, watch},
};

/// At once to one target.
const PLACES: usize = 8;
/// In a crowded lane, one in so many is the latest rather than the earliest.
const LATEST_EVERY: usize = 4;
/// Longest sleep, so that a clock that was set is noticed.
const LONGEST: Duration = Duration::from_secs(10);
/// How often old records are looked for.
const HOUSEKEEPING: Duration = Duration::from_secs(60);
/// For attempts under way when the program stops; one that is cut off is made again after the next start.
const LAST_ATTEMPTS: Duration = Duration::from_millis(1_500);

/// The running thread; it ends soon after `stop` becomes true.
pub fn start(
    house: Arc<House>,
    pauses: [Duration; 3],
    handle: Handle,
    stop: watch::Receiver<bool>,
) -> std::io::Result<JoinHandle<()>> {
    house.threads.delivery.set(true);
    std::thread::Builder::new().name("delivery".into()).spawn(move || {
        let alive = Alive(house);
        handle.block_on(Dispatcher::new(alive.0.clone(), pauses).run(stop));
    })
}

/// Says that the thread has ended, however it did.
struct Alive(Arc<House>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.threads.delivery.set(false);
    }
}

struct Dispatcher {
    house: Arc<House>,
    pauses: [Duration; 3],
    /// Counts what was picked in crowded lanes.
    turn: usize,
    /// By lane, what is under way.
    under_way: HashMap<Id, HashSet<Id>>,
    ended: mpsc::UnboundedReceiver<(Id, Id)>,
    tell: mpsc::UnboundedSender<(Id, Id)>,
}

impl Dispatcher {
    fn new(house: Arc<House>, pauses: [Duration; 3]) -> Dispatcher {
        let (tell, ended) = mpsc::unbounded_channel();
        Dispatcher { house, pauses, turn: 0, under_way: HashMap::new(), ended, tell }
    }

    async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let mut bell = self.house.store.bell();
        let mut housekeep_at = Instant::now();
        while !*stop.borrow() {
            bell.borrow_and_update();
            let next = self.send_due().await;
            if Instant::now() >= housekeep_at {
                housekeep_at = Instant::now() + HOUSEKEEPING;
                if let Err(failure) = deliveries::forget_old(&self.house).await {
                    tracing::warn!(cause = %failure, "old deliveries could not be removed; it will be tried again");
                }
            }
            tokio::select! {
                _ = stop.changed() => {}
                _ = tokio::time::sleep(pause(next, clock::now())) => {}
                rung = bell.changed() => if rung.is_err() { return },
                Some((lane, id)) = self.ended.recv() => {
                    self.leave(lane, id);
                    while let Ok((lane, id)) = self.ended.try_recv() {
                        self.leave(lane, id);
                    }
                }
            }
        }
        let until = tokio::time::Instant::now() + LAST_ATTEMPTS;
        while !self.under_way.is_empty() {
            match tokio::time::timeout_at(until, self.ended.recv()).await {
                Ok(Some((lane, id))) => self.leave(lane, id),
                _ => break,
            }
        }
    }

    /// Sends what is due and has a place; answers when the next one will be.
    async fn send_due(&mut self) -> Option<Time> {
        let found = match self.find_due() {
            Ok(found) => found,
            Err(failure) => {
                tracing::warn!(cause = %failure, "due deliveries cannot be read; it will be tried again");
                return None;
            }
        };
        for lane in found.gone {
            if let Err(failure) = deliveries::drop_lane(&self.house, lane).await {
                tracing::warn!(%lane, cause = %failure, "deliveries to a removed target could not be dropped yet");
            }
        }
        for (lane, id) in found.due {
            self.under_way.entry(lane).or_default().insert(id);
            self.house.threads.in_flight.enter(lane);
            let (house, tell, pauses) = (self.house.clone(), self.tell.clone(), self.pauses);
            tokio::spawn(async move {
                if let Err(failure) = deliveries::attempt(&house, id, &pauses).await {
                    tracing::warn!(delivery = %id, cause = %failure, "the outcome of a delivery could not be stored");
                    // It is still due: without a pause it would be sent again at once, and again.
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                let _ = tell.send((lane, id));
            });
        }
        found.next
    }

    fn find_due(&mut self) -> Result<Found, crate::model::Failure> {
        let reader = self.house.store.read()?;
        let now = clock::now();
        let mut found = Found::default();
        for lane in reader.lanes_with_due()? {
            match deliveries::standing(&reader, lane)? {
                deliveries::Standing::Open => {}
                deliveries::Standing::Paused => continue,
                deliveries::Standing::Gone => {
                    found.gone.push(lane);
                    continue;
                }
            }
            let busy = self.under_way.get(&lane);
            let free = PLACES.saturating_sub(busy.map_or(0, HashSet::len));
            let is_busy = |id: &Id| busy.is_some_and(|busy| busy.contains(id));
            let mut earliest = VecDeque::new();
            reader.due_in_lane(lane, |at, id| {
                if at > now {
                    found.next = Some(found.next.map_or(at, |next| next.min(at)));
                } else if !is_busy(&id) {
                    earliest.push_back(id);
                }
                // One more than has a place, to see whether something is left over.
                at <= now && earliest.len() <= free
            })?;
            if earliest.len() <= free {
                found.due.extend(earliest.into_iter().map(|id| (lane, id)));
                continue;
            }
            // After an outage thousands are due. Every few the latest has its turn, or what happens now would wait
            // behind all that happened then.
            let mut latest: VecDeque<Id> = reader.latest_due(lane, now, PLACES + free)?.into();
            let mut picked: Vec<Id> = Vec::with_capacity(free);
            while picked.len() < free {
                self.turn = self.turn.wrapping_add(1);
                let line = if self.turn.is_multiple_of(LATEST_EVERY) { &mut latest } else { &mut earliest };
                match line.pop_front() {
                    Some(id) if is_busy(&id) || picked.contains(&id) => {}
                    Some(id) => picked.push(id),
                    None if earliest.is_empty() && latest.is_empty() => break,
                    None => {}
                }
            }
            found.due.extend(picked.into_iter().map(|id| (lane, id)));
        }
        Ok(found)
    }

    fn leave(&mut self, lane: Id, id: Id) {
        self.house.threads.in_flight.leave(lane);
        if let Some(busy) = self.under_way.get_mut(&lane) {
            busy.remove(&id);
            if busy.is_empty() {
                self.under_way.remove(&lane);
            }
        }
    }
}

#[derive(Default)]
struct Found {
    due: Vec<(Id, Id)>,
    gone: Vec<Id>,
    next: Option<Time>,
}

fn pause(next: Option<Time>, now: Time) -> Duration {
    let until = next.map_or(i64::MAX, |next| next.0.saturating_sub(now.0));
    Duration::from_millis(u64::try_from(until).unwrap_or(0)).clamp(Duration::from_millis(1), LONGEST)
}
