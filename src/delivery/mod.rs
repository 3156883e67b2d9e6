//! The thread that sends events: sleeps until the bell or the next due time, sends what is due, records the outcome.
//!
//! Every target has a lane of its own with a few places, so a dead one holds up no other. What is under way is known in memory
//! alone: after a crash what was due is due again. Never: warp, askama, redb.
//!
//! Where a cancellation has overtaken what is before it, it goes first, and the others of its order wait until it is known
//! whether it arrived: each says truly whether a later status was delivered.

mod flight;

use crate::clock::{self, ClockWatch, SET_BACK};
use crate::model::{Id, Result, Time};
use crate::ops::events::deliveries::{self, CarriedKeys, DeliveryRequest, LaneState};
use crate::{model::schedule::LONGEST_WISH, ops::AppState, store::Deliveries};
use flight::{Flight, FlightReport, PLACES, Parcel, WaitingLine};
use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};
use std::{sync::Arc, thread::JoinHandle};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};

/// Handed over for one target: those at once, and as many that wait for a place, so that no place waits for us.
const HANDED_OVER: usize = 2 * PLACES;
/// In a crowded lane, one in so many is the latest rather than the earliest.
const LATEST_EVERY: usize = 4;
/// Answered and not yet on the disk; beyond this a lane waits for the disk.
const MOST_RECORDING: usize = 256;
/// Longest sleep, so that a clock that was set is noticed.
const LONGEST_SLEEP: Duration = Duration::from_secs(10);
/// How often old records are looked for: each time that some are found the disk is written to.
const HOUSEKEEPING: Duration = Duration::from_hours(1);
/// For attempts under way when the program stops; one that is cut off is made again after the next start.
const LAST_ATTEMPTS: Duration = Duration::from_millis(1_500);

/// The running thread; it ends soon after `stop` becomes true.
pub fn start(
    app: Arc<AppState>,
    pauses: [Duration; 3],
    handle: Handle,
    stop: watch::Receiver<bool>,
) -> std::io::Result<JoinHandle<()>> {
    let alive = app.engine.threads.delivery.begin();
    std::thread::Builder::new().name("delivery".into()).spawn(move || {
        let _alive = alive;
        handle.block_on(Dispatcher::new(app, pauses).run(stop));
    })
}

struct Dispatcher {
    app: Arc<AppState>,
    pauses: [Duration; 3],
    lanes: HashMap<Id, LaneLoad>,
    news: mpsc::UnboundedReceiver<FlightReport>,
    tell: mpsc::UnboundedSender<FlightReport>,
}

/// What is under way to one target.
#[derive(Default)]
struct LaneLoad {
    /// On the wire, or about to be; or answered, and not yet on the disk: many of these share one commit, and the wire need
    /// not wait for it. With each its chain.
    under_way: HashMap<Id, Id>,
    /// Due, and left until what has overtaken it is over: that one with each. They are not looked at and have no place meanwhile.
    held_back: HashMap<Id, Id>,
    /// Counts what was picked while it was crowded.
    turn: usize,
    line: Arc<WaitingLine>,
}

impl LaneLoad {
    /// How many more may go now.
    fn free(&self) -> usize {
        let sending = self.line.sending();
        let recording = self.under_way.len().saturating_sub(sending);
        if recording >= MOST_RECORDING { 0 } else { HANDED_OVER.saturating_sub(sending) }
    }

    /// The latest of those in its chain that come after it and are under way, or are picked with it. What comes of that decides
    /// what this one says of itself.
    fn overtaker(&self, picked: &[DeliveryRequest], request: &DeliveryRequest) -> Option<Id> {
        let picked = picked.iter().map(|one| (one.id(), one.chain()));
        let all = self.under_way.iter().map(|(id, chain)| (*id, *chain)).chain(picked);
        all.filter(|(id, chain)| *chain == request.chain() && *id > request.id()).map(|(id, _)| id).max()
    }

    fn is_taken_care_of(&self, id: Id) -> bool {
        self.under_way.contains_key(&id) || self.held_back.contains_key(&id)
    }

    /// Whether it is worth looking for more: a lane is filled up by the half, not one by one.
    fn has_room(&self) -> bool {
        self.free() >= PLACES / 2
    }
}

impl Dispatcher {
    fn new(app: Arc<AppState>, pauses: [Duration; 3]) -> Dispatcher {
        let (tell, news) = mpsc::unbounded_channel();
        Dispatcher { app, pauses, lanes: HashMap::new(), news, tell }
    }

    async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let mut bell = self.app.store.due_bell();
        let mut housekeep_at = Instant::now();
        let (mut next, mut is_wanted) = (None, true);
        let mut clock_watch = ClockWatch::new();
        // What the clock was set back by and due times were not yet; at the start it may have been while the program was off.
        let mut owed_back = Some(Duration::ZERO);
        let mut forget_from = None;
        while !*stop.borrow() {
            if let Some(back) = clock_watch.went_back() {
                owed_back = Some(owed_back.unwrap_or_default() + back);
            }
            if let Some(back) = owed_back
                && self.redate(back).await
            {
                owed_back = None;
                is_wanted = true;
            }
            if is_wanted {
                bell.borrow_and_update();
                (next, is_wanted) = self.send_due().await;
            }
            if Instant::now() >= housekeep_at {
                housekeep_at = Instant::now() + HOUSEKEEPING;
                forget_from = Some(Vec::new());
            }
            if let Some(from) = forget_from.take() {
                match deliveries::forget_some(&self.app, from).await {
                    Ok(more) => forget_from = more,
                    Err(failure) => tracing::warn!(cause = %failure, "old deliveries could not be removed yet"),
                }
            }
            if is_wanted || forget_from.is_some() {
                // There is more to do, a small job at a time; news and the stop are looked at in between.
                tokio::task::yield_now().await;
                while let Ok(news) = self.news.try_recv() {
                    self.hear(news);
                }
                is_wanted = true;
                continue;
            }
            tokio::select! {
                _ = stop.changed() => {}
                _ = tokio::time::sleep(pause(next, clock::now())) => is_wanted = true,
                rung = bell.changed() => match rung {
                    Ok(()) => is_wanted = true,
                    Err(_) => return,
                },
                Some(news) = self.news.recv() => is_wanted |= self.hear(news),
            }
            while let Ok(news) = self.news.try_recv() {
                is_wanted |= self.hear(news);
            }
        }
        self.lanes.values().for_each(|lane| lane.line.disperse());
        let until = tokio::time::Instant::now() + LAST_ATTEMPTS;
        while !self.lanes.is_empty() {
            match tokio::time::timeout_at(until, self.news.recv()).await {
                Ok(Some(news)) => _ = self.hear(news),
                _ => break,
            }
        }
    }

    /// Due times are of the clock that made them. Where it was set back since, they would come too late, or years late.
    async fn redate(&self, went_back: Duration) -> bool {
        let longest = self.pauses.iter().max().copied().unwrap_or_default().mul_f64(1.1).max(LONGEST_WISH) + SET_BACK;
        let redated = deliveries::redate(&self.app, went_back, longest).await;
        if let Err(failure) = &redated {
            tracing::warn!(cause = %failure, "due times could not be set after the clock was; it will be tried again");
        }
        redated.is_ok()
    }

    /// Whether it is worth looking for more. What follows a delivery rings the bell when it is written.
    fn hear(&mut self, news: FlightReport) -> bool {
        let (FlightReport::Over { lane: lane_id, .. } | FlightReport::Answered { lane: lane_id }) = news;
        // A lane may be empty before the last answer is heard of.
        let Some(lane) = self.lanes.get_mut(&lane_id) else { return true };
        let is_crowded = lane.line.is_crowded();
        let FlightReport::Over { id, is_delivered, .. } = news else { return is_crowded && lane.has_room() };
        lane.under_way.remove(&id);
        let held_back = lane.held_back.len();
        lane.held_back.retain(|_, overtaker| *overtaker != id);
        let is_any_free = lane.held_back.len() < held_back;
        let is_wanted = !is_delivered || is_any_free || (is_crowded && lane.has_room());
        if lane.under_way.is_empty() {
            self.lanes.remove(&lane_id);
        }
        is_wanted
    }

    /// Sends what is due and has a place; answers when the next one will be, and whether there is more to do at once.
    async fn send_due(&mut self) -> (Option<Time>, bool) {
        let found = match self.find_due() {
            Ok(found) => found,
            Err(failure) => {
                tracing::warn!(cause = %failure, "nothing can be delivered now; it will be tried again");
                return (None, false);
            }
        };
        for (lane, request) in found.due {
            let id = request.id();
            let load = self.lanes.entry(lane).or_default();
            load.under_way.insert(id, request.chain());
            let (tell, app, pauses) = (self.tell.clone(), self.app.clone(), self.pauses);
            let flight = Flight { lane, id, tell, app, pauses, is_delivered: false };
            load.line.join(Parcel { request, flight, ready: Instant::now() });
        }
        let mut is_more = false;
        for (lane, id, overtaker) in found.held_back {
            self.lanes.entry(lane).or_default().held_back.insert(id, overtaker);
        }
        for lane in self.lanes.values() {
            lane.line.set_crowded(false);
        }
        for (lane, turn) in found.crowded {
            let Some(load) = self.lanes.get_mut(&lane) else { continue };
            load.turn = turn;
            load.line.set_crowded(true);
            // Answers that came before that did not say so.
            is_more |= load.has_room();
        }
        for id in found.broken {
            if let Err(failure) = deliveries::give_up(&self.app, id).await {
                tracing::warn!(delivery = %id, cause = %failure, "a delivery that cannot be read stays for now");
            }
        }
        for lane in found.gone {
            match deliveries::drop_some(&self.app, lane).await {
                Ok(more) => is_more |= more,
                Err(failure) => {
                    tracing::warn!(%lane, cause = %failure, "deliveries to a removed target could not be dropped yet");
                }
            }
        }
        (found.next, is_more)
    }

    fn find_due(&self) -> Result<DueDeliveries> {
        // What comes of an attempt has to be stored.
        self.app.store.may_write()?;
        let reader = self.app.store.read()?;
        let now = clock::now();
        let (mut found, mut key) = (DueDeliveries::default(), CarriedKeys::default());
        for lane_id in reader.lanes_with_due()? {
            let idle = LaneLoad::default();
            let lane = self.lanes.get(&lane_id).unwrap_or(&idle);
            let free = lane.free();
            if free == 0 {
                found.crowded.push((lane_id, lane.turn));
                continue;
            }
            let address = match deliveries::lane_state(&self.app, &reader, lane_id, &mut key) {
                Ok(LaneState::Open(address)) => address,
                Ok(LaneState::Paused) => continue,
                Ok(LaneState::Gone) => {
                    found.gone.push(lane_id);
                    continue;
                }
                Err(failure) => {
                    // One target that cannot be read is no reason to keep the others waiting.
                    tracing::warn!(lane = %lane_id, cause = %failure, "a target cannot be read; its deliveries wait");
                    continue;
                }
            };
            let mut earliest = VecDeque::new();
            reader.due_in_lane(lane_id, |at, id| {
                if at > now {
                    found.next = Some(found.next.map_or(at, |next| next.min(at)));
                } else if !lane.is_taken_care_of(id) {
                    earliest.push_back(id);
                }
                // One more than has a place, to see whether something is left over.
                at <= now && earliest.len() <= free
            })?;
            let picked = match earliest.len() <= free {
                true => earliest.into(),
                false => {
                    let reach = HANDED_OVER + lane.under_way.len() + lane.held_back.len();
                    let latest = reader.latest_due(lane_id, now, reach)?;
                    let mut turn = lane.turn;
                    let picked = pick(earliest, latest.into(), free, lane, &mut turn);
                    found.crowded.push((lane_id, turn));
                    picked
                }
            };
            let mut ready = Vec::with_capacity(picked.len());
            for id in picked {
                match deliveries::prepare(&reader, &address, id) {
                    Ok(request) => ready.extend(request),
                    Err(failure) => {
                        tracing::error!(delivery = %id, cause = %failure, "a delivery cannot be read; it has failed");
                        found.broken.push(id);
                    }
                }
            }
            let overtakers: Vec<Option<Id>> = ready.iter().map(|request| lane.overtaker(&ready, request)).collect();
            for (request, overtaker) in ready.into_iter().zip(overtakers) {
                match overtaker {
                    Some(overtaker) => found.held_back.push((lane_id, request.id(), overtaker)),
                    None => found.due.push((lane_id, request)),
                }
            }
        }
        Ok(found)
    }
}

/// After an outage thousands are due. Every few the latest has its turn, or what happens now would wait behind all that
/// happened then.
fn pick(
    mut earliest: VecDeque<Id>,
    mut latest: VecDeque<Id>,
    free: usize,
    lane: &LaneLoad,
    turn: &mut usize,
) -> Vec<Id> {
    let mut picked: Vec<Id> = Vec::with_capacity(free);
    while picked.len() < free {
        *turn = turn.wrapping_add(1);
        let line = if turn.is_multiple_of(LATEST_EVERY) { &mut latest } else { &mut earliest };
        match line.pop_front() {
            Some(id) if lane.is_taken_care_of(id) || picked.contains(&id) => {}
            Some(id) => picked.push(id),
            None if earliest.is_empty() && latest.is_empty() => break,
            None => {}
        }
    }
    picked
}

#[derive(Default)]
struct DueDeliveries {
    due: Vec<(Id, DeliveryRequest)>,
    /// Lanes for which more is due than has a place, with whose turn it is there.
    crowded: Vec<(Id, usize)>,
    /// Lane, delivery, and what is overtaking it.
    held_back: Vec<(Id, Id, Id)>,
    broken: Vec<Id>,
    gone: Vec<Id>,
    next: Option<Time>,
}

fn pause(next: Option<Time>, now: Time) -> Duration {
    next.map_or(LONGEST_SLEEP, |next| next.since(now)).clamp(Duration::from_millis(1), LONGEST_SLEEP)
}
