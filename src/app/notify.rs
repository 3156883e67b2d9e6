//! `Supervisor`: what started the program and wants to hear how it fares. systemd hears it on its socket, Windows through its
//! service manager. A program that was started by hand has none, and then telling does nothing.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::{future::pending, sync::Arc, time::Duration};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

/// Before the work is asked again that said that it is not well.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// How often work that takes long says that it goes on; systemd waits for several times as long.
const STILL_ALIVE: Duration = Duration::from_secs(2);
/// How often a long start says that it goes on, and for how long that holds.
const STILL_STARTING: Duration = Duration::from_secs(5);
const STARTING_HOLDS_FOR: Duration = Duration::from_secs(60);
/// A start that moves nothing for so long hangs, and no more time is asked for.
const HANGS: Duration = Duration::from_secs(10 * 60);
/// Where a service has no watchdog, it is its own: how often it asks, and how long an answer may take. The answer is
/// late when a disk is slow, so that only several in a row count.
const OWN_WATCH: Duration = Duration::from_secs(20);
const CHANCES: u32 = 4;

const UNWELL: &str = "The store's writer or a thread does not answer";

pub enum News<'a> {
    /// Not ready yet; it may take this much longer.
    Starting {
        status: Option<&'a str>,
        patience: Duration,
    },
    Ready {
        url: &'a str,
        /// Where a box without an owner is claimed: for a person's eyes, not for a log.
        #[cfg(windows)]
        claim: Option<&'a str>,
    },
    /// The watchdog can rest for another round.
    Alive,
    Unwell {
        status: &'a str,
    },
    Stopping {
        patience: Duration,
    },
}

/// The way to a supervisor.
pub trait Line: Send + Sync {
    fn tell(&self, news: &News<'_>);

    /// It ends a program that is silent for so long.
    fn watchdog(&self) -> Option<Duration> {
        None
    }
}

pub struct Supervisor {
    line: Option<Box<dyn Line>>,
    /// What is printed goes to a log that others read.
    pub is_service: bool,
    stop: Option<watch::Receiver<bool>>,
    /// How often the start got further.
    progress: AtomicUsize,
}

impl Supervisor {
    /// The one that the environment names.
    pub fn found() -> Supervisor {
        #[cfg(unix)]
        return unix::found();
        #[cfg(not(unix))]
        Supervisor::new(None, false, None)
    }

    /// One that also stops the program, by a word of its own.
    #[cfg(windows)]
    pub fn with_stop(line: Box<dyn Line>, is_service: bool, stop: watch::Receiver<bool>) -> Supervisor {
        Supervisor::new(Some(line), is_service, Some(stop))
    }

    fn new(line: Option<Box<dyn Line>>, is_service: bool, stop: Option<watch::Receiver<bool>>) -> Supervisor {
        Supervisor { line, is_service, stop, progress: AtomicUsize::new(0) }
    }

    pub fn tell(&self, news: &News<'_>) {
        if let Some(line) = &self.line {
            line.tell(news);
        }
    }

    /// The start got further.
    pub fn starts(&self, status: &str) {
        self.progress.fetch_add(1, Ordering::Relaxed);
        self.tell(&News::Starting { status: Some(status), patience: STARTING_HOLDS_FOR });
    }

    /// Returns when it asks the program to stop, which systemd does with a signal instead.
    pub async fn stops(&self) {
        match self.stop.clone() {
            Some(mut stop) => {
                if stop.wait_for(|stop| *stop).await.is_err() {
                    pending::<()>().await;
                }
            }
            None => pending().await,
        }
    }

    /// Lets the watchdog rest while the program gives way to another: closing, copying a large store and trying out take long.
    pub async fn stay_alive(self: Arc<Self>) {
        loop {
            self.tell(&News::Alive);
            sleep(STILL_ALIVE).await;
        }
    }

    /// Says that the start goes on, for as long as it does. Then the supervisor's own limit ends it.
    pub async fn have_patience(&self) {
        self.have_patience_with(STILL_STARTING, HANGS).await;
    }

    async fn have_patience_with(&self, pause: Duration, hangs: Duration) {
        let (mut progress, mut since) = (self.progress.load(Ordering::Relaxed), Instant::now());
        while since.elapsed() < hangs {
            sleep(pause).await;
            self.tell(&News::Starting { status: None, patience: STARTING_HOLDS_FOR });
            let now = self.progress.load(Ordering::Relaxed);
            if now != progress {
                (progress, since) = (now, Instant::now());
            }
        }
        tracing::error!("the start does not get any further");
        pending().await
    }

    /// Lets the watchdog rest for as long as `is_well` says so. While that hangs, nothing is said. A service without a
    /// watchdog returns when its work stands still, so that it ends and is started again.
    pub async fn keep_watch(&self, is_well: impl AsyncFn() -> bool) {
        let Some(limit) = self.line.as_ref().and_then(|line| line.watchdog()) else {
            return if self.is_service { self.watch_alone(OWN_WATCH, is_well).await } else { pending().await };
        };
        let unwell = || self.tell(&News::Unwell { status: UNWELL });
        loop {
            let mut asked = Box::pin(is_well());
            let answer = match timeout(limit / 4, &mut asked).await {
                Ok(answer) => answer,
                Err(_) => {
                    unwell();
                    asked.await
                }
            };
            if answer {
                self.tell(&News::Alive);
                sleep(limit / 2).await;
            } else {
                unwell();
                sleep(ASK_AGAIN.min(limit / 4)).await;
            }
        }
    }

    async fn watch_alone(&self, pause: Duration, is_well: impl AsyncFn() -> bool) {
        let mut failures = 0;
        while failures < CHANCES {
            sleep(pause).await;
            if timeout(pause, is_well()).await == Ok(true) {
                failures = 0;
            } else {
                failures += 1;
                self.tell(&News::Unwell { status: UNWELL });
            }
        }
        tracing::error!("the work stands still; the program ends, to be started again");
    }
}

#[cfg(unix)]
mod unix {
    //! systemd's protocol: one datagram of `NAME=value` lines, to the socket that NOTIFY_SOCKET names.

    use super::{Line, News, Supervisor};
    use std::{
        env,
        io::{self, IsTerminal},
        os::unix::{
            ffi::OsStrExt,
            net::{SocketAddr, UnixDatagram},
        },
        time::Duration,
    };

    pub fn found() -> Supervisor {
        let line = match NotifySocket::found() {
            Ok(line) => line.map(|line| Box::new(line) as Box<dyn Line>),
            Err(e) => {
                eprintln!("garson: the service manager cannot be told anything: {e}");
                None
            }
        };
        // A terminal in a desktop session inherits the first variable; who reads a terminal may see what is printed.
        let is_started_by_systemd = env::var_os("INVOCATION_ID").is_some() && !io::stdout().is_terminal();
        // The first process of a container writes to the container's log.
        let is_in_container = std::process::id() == 1 && !io::stdout().is_terminal();
        let is_service = line.is_some() || is_started_by_systemd || is_in_container;
        Supervisor::new(line, is_service, None)
    }

    struct NotifySocket {
        socket: UnixDatagram,
        watchdog: Option<Duration>,
    }

    impl NotifySocket {
        fn found() -> io::Result<Option<NotifySocket>> {
            let Some(name) = env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty()) else { return Ok(None) };
            let socket = UnixDatagram::unbound()?;
            socket.connect_addr(&address(name.as_bytes())?)?;
            // Late is better than never, but a supervisor that does not read must not stop the work.
            socket.set_write_timeout(Some(Duration::from_secs(1)))?;
            let number = |name: &str| env::var(name).ok()?.parse::<u64>().ok();
            let is_ours = number("WATCHDOG_PID").is_none_or(|id| id == u64::from(std::process::id()));
            let watchdog = number("WATCHDOG_USEC").filter(|limit| is_ours && *limit > 0).map(Duration::from_micros);
            Ok(Some(NotifySocket { socket, watchdog }))
        }
    }

    impl Line for NotifySocket {
        fn tell(&self, news: &News<'_>) {
            if let Err(e) = self.socket.send(words(news).as_bytes()) {
                tracing::warn!("the service manager was not told: {e}");
            }
        }

        fn watchdog(&self) -> Option<Duration> {
            self.watchdog
        }
    }

    fn words(news: &News<'_>) -> String {
        let extend = |patience: &Duration| format!("EXTEND_TIMEOUT_USEC={}", patience.as_micros());
        match news {
            News::Starting { status: Some(status), patience } => {
                format!("STATUS={}\n{}", one_line(status), extend(patience))
            }
            News::Starting { status: None, patience } => extend(patience),
            News::Ready { url } => format!("READY=1\nSTATUS=Listening on {}", one_line(url)),
            News::Alive => "WATCHDOG=1".to_owned(),
            News::Unwell { status } => format!("STATUS={}", one_line(status)),
            News::Stopping { patience } => format!("STOPPING=1\nSTATUS=Stopping\n{}", extend(patience)),
        }
    }

    fn one_line(text: &str) -> String {
        text.replace(['\n', '\r'], " ")
    }

    /// A path, or with `@` in front a name that is on no disk.
    fn address(name: &[u8]) -> io::Result<SocketAddr> {
        match name {
            #[cfg(target_os = "linux")]
            [b'@', name @ ..] => <SocketAddr as std::os::linux::net::SocketAddrExt>::from_abstract_name(name),
            [b'/', ..] => SocketAddr::from_pathname(std::ffi::OsStr::from_bytes(name)),
            _ => Err(io::Error::new(io::ErrorKind::InvalidInput, "NOTIFY_SOCKET is neither a path nor begins with @")),
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_status_cannot_say_more_than_a_status() {
            let news = News::Unwell { status: "slow\nREADY=1" };
            assert_eq!(words(&news), "STATUS=slow READY=1");
        }

        #[test]
        fn the_socket_is_a_path_or_a_name() {
            assert!(address(b"/run/notify").unwrap().as_pathname().is_some());
            assert!(address(b"notify").is_err());
            #[cfg(target_os = "linux")]
            assert!(address(b"@notify").unwrap().as_pathname().is_none());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TICK: Duration = Duration::from_millis(10);

    #[derive(Clone, Default)]
    struct Counted {
        starting: Arc<AtomicUsize>,
        alive: Arc<AtomicUsize>,
        unwell: Arc<AtomicUsize>,
        watchdog: Option<Duration>,
    }

    impl Counted {
        fn supervisor(&self) -> Supervisor {
            Supervisor::new(Some(Box::new(self.clone())), true, None)
        }
    }

    impl Line for Counted {
        fn tell(&self, news: &News<'_>) {
            match news {
                News::Starting { .. } => self.starting.fetch_add(1, Ordering::Relaxed),
                News::Alive => self.alive.fetch_add(1, Ordering::Relaxed),
                News::Unwell { .. } => self.unwell.fetch_add(1, Ordering::Relaxed),
                _ => 0,
            };
        }

        fn watchdog(&self) -> Option<Duration> {
            self.watchdog
        }
    }

    /// How often it said to be alive and how often not, in five times of a watchdog.
    async fn watched(is_well: impl AsyncFn() -> bool) -> (usize, usize) {
        let counted = Counted { watchdog: Some(TICK * 8), ..Counted::default() };
        let _ = timeout(TICK * 40, counted.supervisor().keep_watch(is_well)).await;
        (counted.alive.load(Ordering::Relaxed), counted.unwell.load(Ordering::Relaxed))
    }

    #[tokio::test(start_paused = true)]
    async fn the_watchdog_hears_nothing_of_work_that_hangs_or_fails() {
        assert_eq!(watched(async || true).await, (11, 0));
        assert_eq!(watched(async || pending().await).await, (0, 1));
        assert_eq!(watched(async || false).await, (0, 21));
    }

    #[tokio::test(start_paused = true)]
    async fn a_service_without_a_watchdog_ends_when_its_work_stands_still() {
        let counted = Counted::default();
        let supervisor = counted.supervisor();
        supervisor.watch_alone(TICK, async || false).await;
        supervisor.watch_alone(TICK, async || pending().await).await;
        assert_eq!(counted.unwell.load(Ordering::Relaxed), 2 * CHANCES as usize);

        // One good answer in between, and all chances are there again.
        let asked = AtomicUsize::new(0);
        let comes_and_goes = async || asked.fetch_add(1, Ordering::Relaxed).is_multiple_of(CHANCES as usize);
        assert!(timeout(TICK * 40, supervisor.watch_alone(TICK, comes_and_goes)).await.is_err());
        assert!(asked.load(Ordering::Relaxed) > CHANCES as usize + 1, "{asked:?}");

        let by_hand = Supervisor::new(None, false, None);
        assert!(timeout(TICK * 10, by_hand.keep_watch(async || false)).await.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_start_that_hangs_asks_for_no_more_time() {
        let counted = Counted::default();
        let supervisor = counted.supervisor();
        let told = || counted.starting.load(Ordering::Relaxed);
        let (tick, hangs) = (TICK * 3, TICK * 120);
        let _ = timeout(hangs * 2, supervisor.have_patience_with(tick, hangs)).await;
        assert_eq!(told(), 40, "of a start that hangs");

        // Something moves in each quarter of the time, so it goes on until it is no longer asked.
        let moves = async {
            for percent in 0..12 {
                supervisor.starts(&format!("{percent} %"));
                let before = told();
                sleep(hangs / 4).await;
                assert!(told() > before, "after {percent} of 12");
            }
        };
        tokio::select! {
            () = supervisor.have_patience_with(tick, hangs) => {}
            () = moves => {}
        }
    }
}
