//! `Supervisor`: whoever started the program and wants to hear how it fares. systemd hears it on its socket, Windows
//! through its service manager. A program that was started by hand has none, and then telling does nothing.

use std::{future::pending, time::Duration};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

/// Before the work is asked again that said that it is not well.
const ASK_AGAIN: Duration = Duration::from_secs(1);
/// How often a long start says that it goes on, and for how long that holds.
const STILL_STARTING: Duration = Duration::from_secs(5);
const PATIENCE: Duration = Duration::from_secs(60);

pub enum News<'a> {
    /// Not ready yet; it may take this much longer.
    Starting {
        status: Option<&'a str>,
        patience: Duration,
    },
    Ready {
        url: &'a str,
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
}

impl Supervisor {
    /// The one that the environment names.
    pub fn found() -> Supervisor {
        #[cfg(unix)]
        return unix::found();
        #[cfg(not(unix))]
        Supervisor { line: None, is_service: false, stop: None }
    }

    /// One that also stops the program, by a word of its own.
    #[cfg(windows)]
    pub fn with_stop(line: Box<dyn Line>, is_service: bool, stop: watch::Receiver<bool>) -> Supervisor {
        Supervisor { line: Some(line), is_service, stop: Some(stop) }
    }

    pub fn tell(&self, news: &News<'_>) {
        if let Some(line) = &self.line {
            line.tell(news);
        }
    }

    pub fn starts(&self, status: &str) {
        self.tell(&News::Starting { status: Some(status), patience: PATIENCE });
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

    /// Says that the start goes on, for as long as it is asked to.
    pub async fn have_patience(&self) {
        loop {
            sleep(STILL_STARTING).await;
            self.tell(&News::Starting { status: None, patience: PATIENCE });
        }
    }

    /// Lets the watchdog rest for as long as `is_well` says so. While that hangs, nothing is said.
    pub async fn keep_watch(&self, is_well: impl AsyncFn() -> bool) {
        let Some(limit) = self.line.as_ref().and_then(|line| line.watchdog()) else { return pending().await };
        let unwell = || self.tell(&News::Unwell { status: "The store's writer or a thread does not answer" });
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
        Supervisor { is_service: line.is_some() || is_started_by_systemd, line, stop: None }
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
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    #[derive(Clone, Default)]
    struct Counted {
        alive: Arc<AtomicUsize>,
        unwell: Arc<AtomicUsize>,
    }

    impl Line for Counted {
        fn tell(&self, news: &News<'_>) {
            match news {
                News::Alive => self.alive.fetch_add(1, Ordering::Relaxed),
                News::Unwell { .. } => self.unwell.fetch_add(1, Ordering::Relaxed),
                _ => 0,
            };
        }

        fn watchdog(&self) -> Option<Duration> {
            Some(Duration::from_millis(80))
        }
    }

    /// How often it said to be alive and how often not, in 400 ms of a watchdog of 80 ms.
    async fn watched(is_well: impl AsyncFn() -> bool) -> (usize, usize) {
        let counted = Counted::default();
        let supervisor = Supervisor { line: Some(Box::new(counted.clone())), is_service: true, stop: None };
        let _ = timeout(Duration::from_millis(400), supervisor.keep_watch(is_well)).await;
        (counted.alive.load(Ordering::Relaxed), counted.unwell.load(Ordering::Relaxed))
    }

    #[tokio::test]
    async fn the_watchdog_hears_nothing_of_work_that_hangs_or_fails() {
        let (alive, unwell) = watched(async || true).await;
        assert!((2..=11).contains(&alive) && unwell == 0, "{alive} {unwell}");
        assert_eq!(watched(async || pending().await).await, (0, 1));
        let (alive, unwell) = watched(async || false).await;
        assert!(alive == 0 && unwell > 1, "{alive} {unwell}");
    }
}
