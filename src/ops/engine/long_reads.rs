//! `LongReads`: reads that may take long have their turn, on a thread that may wait, so that short requests find the workers
//! free.
//!
//! A reader waits for itself first: of each key and each session one read is under way or stands in line, so that a caller
//! that asks again and again delays others by one read at most.

use crate::{
    engine::{locks::Locks, tasks::cores},
    on_a_thread,
};
use model::{Code, Failure, Id, Quota, QuotaPlace, Result, Sha};
use std::{sync::Arc, time::Duration};
use tokio::sync::Semaphore;

/// Reads that one key or session may have asked for and not heard of yet, and all keys or all sessions together. A browser has six.
const OF_EACH: usize = 8;
const OF_ALL: usize = 128;
/// After which one that was turned away may find a place.
const ASK_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asker {
    Key(Id),
    Session(Sha),
}

pub struct LongReads {
    /// Each read holds one; half of the cores are left to everything else.
    turns: Arc<Semaphore>,
    askers: Arc<Locks<Asker>>,
    /// Of keys and of people apart: however many windows a person opens, tills go on reading.
    places: [Arc<Quota<Asker>>; 2],
}

impl Default for LongReads {
    fn default() -> LongReads {
        let turns = Arc::new(Semaphore::new((cores() / 2).max(1)));
        LongReads { turns, askers: Arc::default(), places: Default::default() }
    }
}

impl LongReads {
    /// A place for one who reads: once, or one stretch after the other.
    pub fn join(&self, asker: Asker) -> Result<LongReader> {
        let [of_keys, of_people] = &self.places;
        let places = if matches!(asker, Asker::Key(_)) { of_keys } else { of_people };
        let place = places.take(asker, OF_EACH, OF_ALL);
        let place = place.ok_or_else(|| Failure::new(Code::RateLimited).retry_after(ASK_AGAIN_AFTER))?;
        Ok(LongReader { turns: self.turns.clone(), askers: self.askers.clone(), place: Arc::new(place) })
    }
}

/// A reader that has a place.
pub struct LongReader {
    turns: Arc<Semaphore>,
    askers: Arc<Locks<Asker>>,
    place: Arc<QuotaPlace<Asker>>,
}

impl LongReader {
    pub async fn read<T: Send + 'static>(&self, work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
        let its_own = self.askers.hold(self.place.key).await;
        let turn = self.turns.clone().acquire_owned().await.map_err(Failure::fault)?;
        // Also of one whose asker has gone, or many of those would read at once.
        let kept = (turn, its_own, self.place.clone());
        on_a_thread(move || {
            let _kept = kept;
            work()
        })
        .await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    fn key(number: u128) -> Asker {
        Asker::Key(Id::from_parts(1, number))
    }

    #[tokio::test]
    async fn one_who_asks_for_much_lets_others_go_before_and_is_turned_away_in_the_end() {
        let reads = LongReads { turns: Arc::new(Semaphore::new(1)), ..LongReads::default() };
        let reads = Arc::new(reads);
        let (go, wait) = channel::<()>();
        let first = tokio::spawn({
            let reads = reads.clone();
            async move { reads.join(key(1))?.read(move || wait.recv().map_err(Failure::fault)).await }
        });
        while reads.turns.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        let (told, heard) = channel();
        let ask = |asker: Asker, name: &'static str| {
            let (reads, told) = (reads.clone(), told.clone());
            tokio::spawn(async move { reads.join(asker)?.read(move || told.send(name).map_err(Failure::fault)).await })
        };
        let mut others: Vec<_> = (1..OF_EACH).map(|_| ask(key(1), "greedy")).collect();
        while reads.join(key(1)).is_ok() {
            tokio::task::yield_now().await;
        }
        others.push(ask(key(2), "modest"));
        tokio::task::yield_now().await;
        let refused = reads.join(key(1)).err().unwrap();
        assert_eq!((refused.code, refused.retry_after), (Code::RateLimited, Some(ASK_AGAIN_AFTER)));
        go.send(()).unwrap();
        first.await.unwrap().unwrap();
        for other in others {
            other.await.unwrap().unwrap();
        }
        let order: Vec<&str> = heard.try_iter().collect();
        assert_eq!(order.len(), OF_EACH);
        assert!(order[..2].contains(&"modest"), "one read of the other's at most came before: {order:?}");
        assert!(reads.join(key(1)).is_ok(), "and nothing is left of it");
    }

    #[tokio::test]
    async fn a_read_goes_on_without_its_asker_and_keeps_its_turn() {
        let reads = LongReads { turns: Arc::new(Semaphore::new(1)), ..LongReads::default() };
        let (go, wait) = channel::<()>();
        let (began, begun) = channel();
        let work = move || {
            let _ = began.send(());
            wait.recv().map_err(Failure::fault)
        };
        let reader = reads.join(key(1)).unwrap();
        let gone = tokio::time::timeout(Duration::from_millis(20), reader.read(work)).await;
        assert!(gone.is_err());
        begun.recv().unwrap();
        assert_eq!(reads.turns.available_permits(), 0);
        go.send(()).unwrap();
        reads.join(key(2)).unwrap().read(|| Ok(())).await.unwrap();
    }
}
