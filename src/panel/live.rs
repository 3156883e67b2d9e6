//! Live screens: a change of an order is read once, rendered once for all screens that look alike, and sent to every screen.
//!
//! One task watches the store's bell while there are screens. A screen that joins hears up to where it is informed and
//! catches up by fetching the board's pieces if it has seen less; so does one that fell behind. A stream ends with its
//! session and with the program. Never: anything of one person in what all of them get.

use super::{
    board::{
        look::BoardLook,
        took::{TookLine, TookPiece},
    },
    news::{Ear, OrderNews, bell, frame, hello},
    trouble_bar::{TroubleBar, TroubleReader, Troubles},
    visit::Visit,
};
use askama::Template;
use futures_util::stream;
use http::{Answer, reply};
use hyper::{
    body::Bytes,
    header::{CACHE_CONTROL, CONTENT_TYPE, HeaderName, HeaderValue},
};
use model::{Access, Code, Failure, Id, KitchenScreen, Quota, QuotaPlace, Sha};
use ops::{
    AppState,
    orders::{self, KitchenTimes},
    people::sessions::{self, ConnectedScreen, Visitor},
};
use parking_lot::Mutex;
use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    sync::{
        broadcast::{self, error::RecvError},
        watch,
    },
    time::{Instant, Interval, MissedTickBehavior, interval, sleep},
};

/// Changes that a slow screen may lag behind before it has to fetch the board anew.
const BACKLOG: usize = 256;
/// Changes read in one go.
const CHANGES_PER_READ: usize = 64;
/// After the bell, so that a busy evening does not make every commit a walk.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
/// Before what could not be read is tried again.
const RETRY_AFTER: Duration = Duration::from_secs(1);
/// How often a screen hears that the line is alive. A tablet out of reach knows by it that it shows nothing new, and
/// must know long before the half minute is over that platforms give for an answer.
const BEAT: Duration = Duration::from_secs(5);
/// How old the answer may be to whether a screen's session is still good, and to what keeps orders away.
const TRUSTED: Duration = Duration::from_secs(1);
/// Open streams of one session, and of all: each takes a connection for as long as it lasts, and tills need some too. A
/// board beyond that fetches its pieces every few seconds.
const PER_SESSION: usize = 32;
const IN_ALL: usize = 256;
/// A proxy that gathers answers before passing them on would make the board late.
const BUFFERING: HeaderName = HeaderName::from_static("x-accel-buffering");

pub struct Live {
    app: Arc<AppState>,
    stopped: watch::Receiver<bool>,
    stage: Mutex<Stage>,
    /// How many streams each session has.
    streams: Arc<Quota<Sha>>,
    troubles: Mutex<KnownTroubles>,
    /// Changes could not be read just now. Screens then hear no beat, and so know that they may show what is old.
    is_deaf: AtomicBool,
}

struct Stage {
    /// The latest change that was sent.
    position: Id,
    news: broadcast::Sender<Arc<OrderNews>>,
    is_watched: bool,
}

/// What keeps orders away, for all screens: each looks with every beat.
#[derive(Default)]
struct KnownTroubles {
    read_at: Option<Instant>,
    found: Arc<Troubles>,
}

impl Live {
    pub fn new(app: Arc<AppState>, stopped: watch::Receiver<bool>) -> Arc<Live> {
        let stage = Stage { position: Id::NIL, news: broadcast::Sender::new(BACKLOG), is_watched: false };
        Arc::new(Live {
            app,
            stopped,
            stage: Mutex::new(stage),
            streams: Arc::default(),
            troubles: Mutex::default(),
            is_deaf: AtomicBool::new(false),
        })
    }

    /// The endless answer to one screen.
    pub fn listen(self: &Arc<Live>, visit: &Visit, ear: Ear) -> Answer {
        let place = self.streams.take(visit.session().hash, PER_SESSION, IN_ALL);
        let place = place.ok_or_else(|| Failure::new(Code::RateLimited).retry_after(RETRY_AFTER))?;
        let (position, news) = self.join()?;
        let mut hello = hello(position);
        if let Ear::Bell = ear {
            // Read after joining: whatever comes in between is heard twice, and never missed.
            let waiting = orders::ringing(&self.app)?;
            let frames = waiting.iter().map(bell).collect::<Vec<Bytes>>().concat();
            hello = [hello, frames.into()].concat().into();
        }
        let mut ended = sessions::bell(&self.app);
        // What its page said was read before: where that is older, the screen fetches everything anew.
        let times = match ear {
            Ear::Cards(BoardLook { restaurant, .. }) => Some(orders::kitchen_times(&self.app, restaurant)?),
            Ear::Bell => None,
        };
        // The visit may have been let in just before its session ended.
        ended.mark_changed();
        let reader = TroubleReader::of(visit);
        let troubles = self.troubles();
        hello = [hello, trouble_frame(&self.app, &troubles, reader)?].concat().into();
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let screen = Screen {
            live: self.clone(),
            place,
            trusted_until: Instant::now() + TRUSTED,
            reader,
            troubles,
            ear,
            times,
            hello: Some(hello),
            news,
            beat,
            stopped: self.stopped.clone(),
            ended,
            is_over: false,
        };
        let frames = stream::unfold(screen, |mut screen| async move {
            let frame = screen.next().await?;
            Some((Ok::<Bytes, Infallible>(frame), screen))
        });
        let mut response = reply::stream(frames);
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(BUFFERING, HeaderValue::from_static("no"));
        Ok(response)
    }

    /// As of a moment ago; the same ones for as long as nothing changes.
    fn troubles(&self) -> Arc<Troubles> {
        let mut known = self.troubles.lock();
        if known.read_at.is_none_or(|at| at.elapsed() >= TRUSTED) {
            known.read_at = Some(Instant::now());
            let found = Troubles::now(&self.app, Access::FULL, &known.found);
            if found != *known.found {
                known.found = Arc::new(found);
            }
        }
        known.found.clone()
    }

    /// From where on a new screen hears of changes, and how.
    fn join(self: &Arc<Live>) -> Result<(Id, broadcast::Receiver<Arc<OrderNews>>), Failure> {
        let mut stage = self.stage.lock();
        if !stage.is_watched {
            // No screen listened, so none has missed what came before.
            stage.position = orders::last_change(&self.app)?;
            stage.is_watched = true;
            tokio::spawn(self.clone().watch());
        }
        Ok((stage.position, stage.news.subscribe()))
    }

    async fn watch(self: Arc<Live>) {
        let mut bell = orders::bell(&self.app);
        let mut stopped = self.stopped.clone();
        let mut watching = Watching { live: self.clone(), is_left: false };
        loop {
            bell.borrow_and_update();
            let live = self.clone();
            let published = tokio::task::spawn_blocking(move || live.publish()).await;
            let published = published.unwrap_or_else(|e| Err(Failure::fault(e)));
            self.is_deaf.store(published.is_err(), Ordering::Relaxed);
            let pause = match published {
                Ok(true) => SHORTEST_PAUSE,
                Ok(false) => {
                    watching.is_left = true;
                    return;
                }
                Err(failure) => {
                    tracing::warn!(cause = %failure, "screens cannot be told of changes; it will be tried again");
                    bell.mark_changed();
                    RETRY_AFTER
                }
            };
            tokio::select! {
                rung = bell.changed() => if rung.is_err() { return },
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
            tokio::select! {
                () = sleep(pause) => {}
                _ = stopped.wait_for(|stopped| *stopped) => return,
            }
        }
    }

    /// Sends what is new; `false` when there is no screen left to send it to.
    fn publish(&self) -> Result<bool, Failure> {
        let mut stage = self.stage.lock();
        loop {
            if stage.news.receiver_count() == 0 {
                stage.is_watched = false;
                return Ok(false);
            }
            let changes = orders::changes(&self.app, stage.position, CHANGES_PER_READ)?;
            let is_all = changes.len() < CHANGES_PER_READ;
            for on_board in changes {
                stage.position = on_board.order.change_id;
                // The last screen may just have gone; that is no trouble.
                let _ = stage.news.send(Arc::new(OrderNews::of(on_board)));
            }
            if is_all {
                return Ok(true);
            }
        }
    }
}

/// However the watching ends, the next screen begins it anew.
struct Watching {
    live: Arc<Live>,
    /// No screen was left, and `publish` has noted it; another may have come since.
    is_left: bool,
}

impl Drop for Watching {
    fn drop(&mut self) {
        if !self.is_left {
            let mut stage = self.live.stage.lock();
            stage.is_watched = false;
            // Screens that would hear nothing more lose their stream, and come back.
            stage.news = broadcast::Sender::new(BACKLOG);
        }
    }
}

/// One open tab.
struct Screen {
    live: Arc<Live>,
    place: QuotaPlace<Sha>,
    trusted_until: Instant,
    reader: TroubleReader,
    /// Those that it was told of.
    troubles: Arc<Troubles>,
    ear: Ear,
    /// How long the kitchen takes, as it was told.
    times: Option<KitchenTimes>,
    hello: Option<Bytes>,
    news: broadcast::Receiver<Arc<OrderNews>>,
    beat: Interval,
    stopped: watch::Receiver<bool>,
    /// Sessions ended, perhaps its own.
    ended: watch::Receiver<u64>,
    /// It was told that its session is over.
    is_over: bool,
}

/// What a screen waits for.
enum ScreenCue {
    News(Bytes),
    Beat,
    /// Its own may be among them.
    SessionsEnded,
}

impl Screen {
    /// What it is sent next; nothing when the stream ends.
    async fn next(&mut self) -> Option<Bytes> {
        if let Some(hello) = self.hello.take() {
            return Some(hello);
        }
        while !self.is_over {
            let cue = tokio::select! {
                biased;
                _ = self.stopped.wait_for(|stopped| *stopped) => return None,
                // Before any news: what is signed out hears nothing more.
                ended = self.ended.changed() => {
                    ended.ok()?;
                    ScreenCue::SessionsEnded
                }
                news = self.news.recv() => match news {
                    Ok(news) => match news.heard(self.ear, self.reader.lang) {
                        Some(frame) => ScreenCue::News(frame),
                        None => continue,
                    },
                    // Too much at once for this screen: it fetches everything anew.
                    Err(RecvError::Lagged(_)) => ScreenCue::News(frame("again", "")),
                    Err(RecvError::Closed) => return None,
                },
                _ = self.beat.tick() => {
                    if self.live.is_deaf.load(Ordering::Relaxed) {
                        continue;
                    }
                    ScreenCue::Beat
                }
            };
            let frame = match cue {
                ScreenCue::News(frame) => Some(frame),
                ScreenCue::Beat => Some(self.beat_frame()),
                ScreenCue::SessionsEnded => {
                    self.trusted_until = Instant::now();
                    None
                }
            };
            self.is_over = !self.is_welcome();
            let frame = if self.is_over { Some(self::frame("bye", "")) } else { frame };
            if frame.is_some() {
                return frame;
            }
        }
        None
    }

    /// That the line is alive, and what has changed about what keeps orders away.
    fn beat_frame(&mut self) -> Bytes {
        let beat = frame("beat", &clock::now().0.to_string());
        let told = [Some(beat), self.new_troubles(), self.new_times()];
        told.into_iter().flatten().collect::<Vec<Bytes>>().concat().into()
    }

    fn new_times(&mut self) -> Option<Bytes> {
        let Ear::Cards(BoardLook { restaurant, .. }) = self.ear else { return None };
        let times = orders::kitchen_times(&self.live.app, restaurant).ok().filter(|it| self.times != Some(*it))?;
        let told = TookPiece { took: TookLine::of(self.reader.lang, times) }.render().ok()?;
        self.times = Some(times);
        Some(frame("took", &told))
    }

    fn new_troubles(&mut self) -> Option<Bytes> {
        let found = self.live.troubles();
        if Arc::ptr_eq(&found, &self.troubles) {
            return None;
        }
        // What cannot be said just now is said with the next beat.
        let told = trouble_frame(&self.live.app, &found, self.reader).ok()?;
        self.troubles = found;
        Some(told)
    }

    /// The session goes on. Asking counts as use, so an open board keeps its session.
    fn is_welcome(&mut self) -> bool {
        if Instant::now() < self.trusted_until {
            return true;
        }
        self.trusted_until = Instant::now() + TRUSTED;
        match sessions::behind(&self.live.app, self.place.key) {
            Ok(Some(Visitor::Screen(ConnectedScreen { screen, .. }))) => self.is_shown_to(&screen),
            Ok(Some(Visitor::Person(_))) => true,
            Ok(None) => false,
            // A store that cannot be read just now says nothing about the session.
            Err(_) => true,
        }
    }

    /// It still has the role in which it looks: its owner may have given it another.
    fn is_shown_to(&self, screen: &KitchenScreen) -> bool {
        match self.ear {
            Ear::Cards(look) => screen.roles.allow(look.card.role),
            Ear::Bell => true,
        }
    }
}

fn trouble_frame(app: &AppState, found: &Troubles, reader: TroubleReader) -> Result<Bytes, Failure> {
    let bar = TroubleBar::of(app, found, reader)?;
    Ok(frame("trouble", &bar.render().map_err(Failure::fault)?))
}

#[cfg(test)]
#[path = "../ops/engine/testing.rs"]
mod testing;

#[cfg(test)]
mod tests {
    use super::{testing::an_empty_app, *};
    use i18n::Lang;
    use model::{ScreenRoles, Session, Whose};
    use tokio::time::timeout;

    #[tokio::test]
    async fn watching_that_broke_off_ends_the_streams_and_the_next_screen_begins_it_anew() {
        let (app, _data) = an_empty_app();
        let (_stop, stopped) = watch::channel(false);
        let live = Live::new(app, stopped);
        let (_, mut news) = live.join().unwrap();
        assert!(live.stage.lock().is_watched);
        drop(Watching { live: live.clone(), is_left: false });
        assert!(!live.stage.lock().is_watched);
        assert!(matches!(news.recv().await, Err(RecvError::Closed)));
        assert!(live.join().is_ok() && live.stage.lock().is_watched);
        // One that no screen was left for has noted it itself, and another may have begun.
        drop(Watching { live: live.clone(), is_left: true });
        assert!(live.stage.lock().is_watched);
    }

    /// One of a session that is believed to last.
    fn screen(live: &Arc<Live>) -> Screen {
        Screen {
            place: live.streams.take(Sha::of(b"a session"), 1, 1).unwrap(),
            trusted_until: Instant::now() + Duration::from_secs(3_600),
            reader: TroubleReader { lang: Lang::En, access: Access::FULL, is_owner: true },
            troubles: live.troubles(),
            ear: Ear::Cards(BoardLook::default()),
            times: None,
            hello: None,
            news: live.stage.lock().news.subscribe(),
            beat: interval(BEAT),
            live: live.clone(),
            stopped: live.stopped.clone(),
            ended: sessions::bell(&live.app),
            is_over: false,
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_stream_ends_with_its_session_and_not_with_the_next_beat() {
        let (app, _data) = an_empty_app();
        let (_stop, stopped) = watch::channel(false);
        let live = Live::new(app.clone(), stopped);
        let (hash, now) = (Sha::of(b"a session"), clock::now());
        let session = Session {
            hash,
            whose: Whose::Screen {
                screen_id: Id::NIL,
                screen: KitchenScreen { name: "Ocak".into(), restaurant_id: None, roles: ScreenRoles::default() },
            },
            created_at: now,
            last_seen_at: now,
            confirmed_at: None,
            device: None,
            is_in_clear: true,
            address: String::new(),
            browser: String::new(),
        };
        app.store.write(move |tx| tx.put_session(&session)).await.unwrap();
        let mut screen = screen(&live);
        assert!(screen.next().await.unwrap().starts_with(b"event: beat\n"));
        // That of somebody else.
        app.store.write(|tx| tx.remove_session(Sha::of(b"another"))).await.unwrap();
        assert!(screen.next().await.unwrap().starts_with(b"event: beat\n"));
        app.store.write(move |tx| tx.remove_session(hash)).await.unwrap();
        let ended = Instant::now();
        assert!(screen.next().await.unwrap().starts_with(b"event: bye\n"));
        assert_eq!((ended.elapsed(), screen.next().await), (Duration::ZERO, None));
    }

    #[tokio::test(start_paused = true)]
    async fn a_screen_hears_no_beat_while_changes_cannot_be_read() {
        let (app, _data) = an_empty_app();
        let (_stop, stopped) = watch::channel(false);
        let live = Live::new(app, stopped);
        let mut screen = screen(&live);
        assert!(screen.next().await.unwrap().starts_with(b"event: beat\n"));
        live.is_deaf.store(true, Ordering::Relaxed);
        assert!(timeout(10 * BEAT, screen.next()).await.is_err());
        live.is_deaf.store(false, Ordering::Relaxed);
        assert!(screen.next().await.unwrap().starts_with(b"event: beat\n"));
        // This session is unknown: it is over.
        screen.trusted_until = Instant::now();
        assert!(screen.next().await.unwrap().starts_with(b"event: bye\n"));
        assert_eq!(screen.next().await, None);
    }
}
