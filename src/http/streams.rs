//! `Streams`: the requests of one HTTP/2 connection, which are many at once, and the patience that hyper has not with them.
//!
//! Each of them counts as a connection of HTTP/1.1 does: it takes a place (`slots`) and one of its address (`server`), until the
//! client has taken its answer or the time for that is over. A client that asks and takes back, that takes nothing, or that has
//! nothing to ask, loses the connection.

use super::{Limits, slots::Slot};
use crate::model::QuotaPlace;
use hyper::server::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioTimer};
use parking_lot::Mutex;
use std::{collections::BTreeMap, future::pending, net::IpAddr, sync::Arc, time::Duration};
use tokio::{
    sync::Notify,
    time::{Instant, sleep_until},
};

/// Of one connection, at once. A page with all that belongs to it asks for fewer.
const MOST_AT_ONCE: u32 = 32;
/// A browser that leaves a page takes some questions back. More than this beyond those that it let us answer is an attack.
const MOST_TAKEN_BACK: u32 = 100;
/// What of the bodies of one request, and of all, may lie here before it is asked for.
const STREAM_WINDOW: u32 = 64 << 10;
const CONNECTION_WINDOW: u32 = 256 << 10;
/// No browser or platform sends a header of more than a few kB.
const HEADER_LIST: u32 = 16 << 10;
/// What of an answer lies in hyper's hands before the client makes room for it.
const SENT_AHEAD: usize = 32 << 10;

pub fn builder() -> http2::Builder<TokioExecutor> {
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder
        .timer(TokioTimer::new())
        .max_concurrent_streams(MOST_AT_ONCE)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_header_list_size(HEADER_LIST)
        .max_send_buf_size(SENT_AHEAD)
        .max_pending_accept_reset_streams(20)
        .max_local_error_reset_streams(20);
    builder
}

pub struct Streams {
    state: Mutex<StreamsState>,
    changed: Notify,
    header: Duration,
    stall: Duration,
    lowest_rate: u32,
}

struct StreamsState {
    under_way: u32,
    last: u32,
    /// When an answer, or a piece of one, must have been taken.
    due: BTreeMap<u32, Instant>,
    /// When a connection without a request ends.
    idle_until: Instant,
    /// The last answer leaves the place to others, should they need it.
    gives_way: bool,
    answered: u32,
    taken_back: u32,
}

impl Streams {
    /// Of a connection that was just opened.
    pub fn new(limits: &Limits) -> Arc<Streams> {
        let state = StreamsState {
            under_way: 0,
            last: 0,
            due: BTreeMap::new(),
            idle_until: Instant::now() + limits.silence,
            gives_way: false,
            answered: 0,
            taken_back: 0,
        };
        let (header, stall, lowest_rate) = (limits.header, limits.stall, limits.lowest_rate.max(1));
        Arc::new(Streams { state: Mutex::new(state), changed: Notify::new(), header, stall, lowest_rate })
    }

    pub fn begin(self: &Arc<Streams>, slot: Slot, place: Option<QuotaPlace<IpAddr>>) -> StreamHold {
        let mut state = self.state.lock();
        state.under_way += 1;
        state.last = state.last.wrapping_add(1);
        self.changed.notify_one();
        StreamHold {
            streams: self.clone(),
            number: state.last,
            is_answered: false,
            gives_way: false,
            _places: (slot, place),
        }
    }

    /// Returns when the connection should end, with why. `run_short` does when places do.
    pub async fn end(&self, run_short: impl Future<Output = ()>) -> &'static str {
        let mut run_short = std::pin::pin!(run_short);
        loop {
            let (until, gives_way) = {
                let state = self.state.lock();
                if state.taken_back > MOST_TAKEN_BACK.saturating_add(state.answered) {
                    return "it takes its questions back";
                }
                let is_idle = state.under_way == 0;
                let until = if is_idle { Some(state.idle_until) } else { state.due.values().min().copied() };
                if until.is_some_and(|until| until <= Instant::now()) {
                    return if is_idle { "it asks for nothing" } else { "it does not take its answers" };
                }
                (until, is_idle && state.gives_way)
            };
            let time_is_up = async {
                match until {
                    Some(until) => sleep_until(until).await,
                    None => pending().await,
                }
            };
            tokio::select! {
                () = self.changed.notified() => {}
                () = time_is_up => {}
                () = &mut run_short, if gives_way => return "its place is needed",
            }
        }
    }
}

/// A request under way, until its answer has been taken.
pub struct StreamHold {
    streams: Arc<Streams>,
    number: u32,
    is_answered: bool,
    gives_way: bool,
    _places: (Slot, Option<QuotaPlace<IpAddr>>),
}

impl StreamHold {
    /// There is an answer; with `gives_way` the connection may go once it is sent.
    pub fn answered(&mut self, gives_way: bool) {
        (self.is_answered, self.gives_way) = (true, gives_way);
    }

    /// So much of the answer was handed over and waits for the client.
    pub fn handed_over(&self, bytes: usize) {
        let Streams { stall, lowest_rate, .. } = *self.streams;
        let patience = stall * 2 + Duration::from_secs_f64(bytes as f64 / f64::from(lowest_rate));
        self.streams.state.lock().due.insert(self.number, Instant::now() + patience);
        self.streams.changed.notify_one();
    }

    /// The client has made room for more.
    pub fn taken(&self) {
        self.streams.state.lock().due.remove(&self.number);
    }
}

impl Drop for StreamHold {
    fn drop(&mut self) {
        let mut state = self.streams.state.lock();
        state.under_way -= 1;
        state.due.remove(&self.number);
        state.idle_until = Instant::now() + self.streams.header;
        state.gives_way = self.gives_way;
        match self.is_answered {
            true => state.answered = state.answered.saturating_add(1),
            false => state.taken_back += 1,
        }
        self.streams.changed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::{super::slots::Slots, *};
    use tokio::time::timeout;

    const SOON: Duration = Duration::from_millis(40);
    const LATE: Duration = Duration::from_millis(400);

    fn streams() -> (Arc<Streams>, Arc<Slots>) {
        let limits = Limits { silence: SOON, header: SOON, stall: SOON / 2, ..Limits::default() };
        (Streams::new(&limits), Slots::new(8))
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_ends_when_it_asks_for_nothing() {
        let (streams, slots) = streams();
        assert_eq!(streams.end(pending()).await, "it asks for nothing");
        let hold = streams.begin(slots.take_now().unwrap(), None);
        assert!(timeout(LATE, streams.end(pending())).await.is_err(), "its request is under way");
        drop(hold);
        assert_eq!(streams.end(pending()).await, "it asks for nothing");
    }

    #[tokio::test(start_paused = true)]
    async fn an_answer_is_waited_for_as_long_as_its_length_allows() {
        let (streams, slots) = streams();
        let mut hold = streams.begin(slots.take_now().unwrap(), None);
        hold.answered(false);
        hold.handed_over(100);
        hold.taken();
        assert!(timeout(LATE, streams.end(pending())).await.is_err(), "it was taken");
        // Sixteen kB a second are the least.
        hold.handed_over(16 << 10);
        assert!(timeout(LATE, streams.end(pending())).await.is_err());
        hold.handed_over(1);
        assert_eq!(streams.end(pending()).await, "it does not take its answers");
    }

    #[tokio::test(start_paused = true)]
    async fn who_takes_questions_back_has_to_have_let_some_be_answered() {
        let (streams, slots) = streams();
        let ask = || streams.begin(slots.take_now().unwrap(), None);
        for _ in 0..50 {
            ask().answered(false);
        }
        for _ in 0..150 {
            drop(ask());
        }
        assert!(timeout(SOON / 4, streams.end(pending())).await.is_err());
        drop(ask());
        assert_eq!(streams.end(pending()).await, "it takes its questions back");
    }

    #[tokio::test(start_paused = true)]
    async fn a_place_is_given_to_others_after_a_page_and_not_before() {
        let (streams, slots) = streams();
        let mut page = streams.begin(slots.take_now().unwrap(), None);
        page.answered(true);
        assert!(timeout(LATE, streams.end(async {})).await.is_err(), "it is being read");
        drop(page);
        assert_eq!(streams.end(async {}).await, "its place is needed");
    }
}
