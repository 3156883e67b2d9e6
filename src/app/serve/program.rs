//! The program while it runs: opened, mounted, waited for, and closed, in this order.

use super::entrance::{Entrance, until};
use super::held_ports::HeldPorts;
#[cfg(unix)]
use crate::app::desktop;
use crate::app::notify::{News, Supervisor};
use crate::app::options::{DeniedAddresses, ServeOptions};
use crate::app::signals::{LAST_TASKS, Signals};
use crate::app::upgrade::remember::{drop_old_copies, remember};
use crate::app::upgrade::{place, trial};
use crate::app::{greeting::greet, staging::Staging};
use crate::model::{Failure, RestoreStep, UpgradeState, Why, bilingual};
use crate::net::{Guard, Net};
use crate::ops::care::backups::{
    self,
    restore::{self, RestoreWish},
};
use crate::ops::care::{aftermath, audit, heartbeat, settings, system, upgrades::UpgradeWish};
use crate::ops::keys::{self, keyring::Keyring};
use crate::ops::{AppState, Config, people::users};
use crate::store::{Closing, Folder, OpenProgress, Store, Work};
use crate::{delivery, http::Site, lan::Lan, sync};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{process::ExitCode, sync::Arc, thread, time::Duration};
use tokio::time::{Instant, sleep, timeout_at};
use tokio::{sync::watch, task::JoinHandle};

/// For the threads to end and the store to close.
const CLOSING: Duration = Duration::from_secs(1);
const DAMAGE_CHECK: Duration = Duration::from_secs(1);

bilingual! {
    TRYING_OUT: "Yeni bir sürüm deneniyor." / "A new version is being tried out.",
}

pub struct Program {
    app: Arc<AppState>,
    entrance: Entrance,
    lan: Option<Lan>,
    supervisor: Arc<Supervisor>,
    stop: watch::Sender<bool>,
    closing: Closing,
    is_new_format: bool,
    workers: Option<Workers>,
}

/// What runs beside the requests.
struct Workers {
    lan: JoinHandle<()>,
    sync: thread::JoinHandle<()>,
    delivery: thread::JoinHandle<()>,
}

/// Why it stops.
pub struct Stop {
    pub code: ExitCode,
    /// It does not merely end.
    pub wish: Option<StopWish>,
    /// For what is under way.
    last_tasks: Duration,
    /// Lets the watchdog rest until the program is back.
    pub staying_alive: Option<JoinHandle<()>>,
}

/// What it closes its store for, and is back afterwards.
pub enum StopWish {
    /// Another program wants its place.
    Upgrade(UpgradeWish),
    /// A backup is to take the place of the store.
    Restore(RestoreWish),
}

impl StopWish {
    /// What is said at the ports meanwhile.
    fn why(&self) -> Why {
        match self {
            StopWish::Upgrade(_) => Why::Plain(TRYING_OUT),
            StopWish::Restore(_) => Why::Restoring(RestoreStep::Closing),
        }
    }
}

/// What is left of it when it is closed.
pub struct ClosedProgram {
    /// All of it ended in time; else something may still write to the store.
    pub is_closed: bool,
    /// The ports, where it does not merely end.
    pub ports: Option<HeldPorts>,
    /// The sockets once more, for a program that is opened again in this process.
    pub sockets: Vec<std::net::TcpListener>,
}

impl Program {
    /// The ports first, then the store. An exit code where it was stopped before that was open.
    pub async fn open(
        options: &ServeOptions,
        folder: Folder,
        last_upgrade: Option<UpgradeState>,
        supervisor: &Arc<Supervisor>,
        signals: &mut Signals,
        sockets: Vec<std::net::TcpListener>,
    ) -> Result<Result<(Program, Folder), ExitCode>, String> {
        let (stop, stopped) = watch::channel(false);
        let (entrance, lan) = Entrance::open(options, folder.path(), &stopped, sockets).await?;
        let opening = {
            let (site, supervisor) = (entrance.site.clone(), supervisor.clone());
            tokio::task::spawn_blocking(move || {
                let (store, closing, is_new_format) = open_store(&folder, &site, supervisor)?;
                Ok::<_, String>((store, closing, is_new_format, folder))
            })
        };
        let (store, closing, is_new_format, folder) = tokio::select! {
            opened = opening => opened.map_err(|e| e.to_string())??,
            () = supervisor.have_patience() => return Ok(Err(ExitCode::FAILURE)),
            _ = signals.next() => return Ok(Err(ExitCode::SUCCESS)),
            () = supervisor.stops() => return Ok(Err(ExitCode::SUCCESS)),
        };
        let app = furnish(options, store, &folder, &lan, &entrance, last_upgrade).map_err(unreadable)?;
        let (lan, supervisor) = (Some(lan), supervisor.clone());
        let program = Program { app, entrance, lan, supervisor, stop, closing, is_new_format, workers: None };
        Ok(Ok((program, folder)))
    }

    /// Shows that a program that is on trial can work with the store, and ends.
    pub async fn prove(mut self) -> Result<(), String> {
        let verdict = trial::prove(&self.app, self.is_new_format).await;
        let _ = self.stop.send(true);
        self.entrance.close().await;
        drop((self.app, self.entrance));
        let _ = tokio::task::spawn_blocking(move || self.closing.wait()).await;
        verdict
    }

    /// Sees to what the last run left, starts the threads and opens the doors.
    pub async fn mount(
        &mut self,
        options: &ServeOptions,
        folder: &Folder,
        last_upgrade: Option<UpgradeState>,
        staging: Option<Staging>,
    ) -> Result<(), String> {
        let app = &self.app;
        app.store.keep_free(options.keep_free.map(|megabytes| megabytes * 1_000_000));
        backups::load(app).map_err(unreadable)?;
        aftermath::begin(app).await.map_err(|failure| format!("The restored store cannot be seen to: {failure}."))?;
        restore::settle(app);
        let stopped = self.stop.subscribe();
        tokio::spawn(drop_old_copies(folder.path().to_owned(), until(stopped.clone())));
        if let Some(mut upgrade) = last_upgrade.filter(|upgrade| !upgrade.is_noted) {
            remember(app, folder, &mut upgrade).await;
        }
        self.workers = self.lan.take().map(|lan| self.start_workers(options, lan)).transpose()?;
        tokio::spawn(heartbeat::keep(app.clone(), until(stopped.clone())));
        self.entrance.mount(app, stopped.clone());
        let url = &self.entrance.url;
        match staging {
            Some(staging) => staging.raise(app, url, stopped).await?,
            None => greet(app, url, self.entrance.intake_url(), folder, self.supervisor.is_service),
        }
        let claim = (!users::has_owner(app).unwrap_or(true)).then(|| app.people.setup_code.link(url));
        self.supervisor.tell(&News::Ready {
            url,
            #[cfg(windows)]
            claim: claim.as_deref(),
        });
        #[cfg(unix)]
        if let Some(link) = &claim {
            desktop::show(link, &self.supervisor);
        }
        Ok(())
    }

    fn start_workers(&self, options: &ServeOptions, lan: Lan) -> Result<Workers, String> {
        let runtime = tokio::runtime::Handle::current();
        let no_thread = |e: std::io::Error| format!("A thread cannot start: {e}.");
        let (app, stopped) = (&self.app, self.stop.subscribe());
        let lan = tokio::spawn(lan.keep());
        let sync = sync::start(app.clone(), options.poll_interval, runtime.clone(), stopped.clone());
        let delivery = delivery::start(app.clone(), options.webhook_retries.0, runtime, stopped);
        Ok(Workers { lan, sync: sync.map_err(no_thread)?, delivery: delivery.map_err(no_thread)? })
    }

    /// Returns when it is to stop.
    pub async fn wait(&self, signals: &mut Signals) -> Stop {
        let stop = Stop { code: ExitCode::SUCCESS, wish: None, last_tasks: LAST_TASKS, staying_alive: None };
        let give_way = || Some(tokio::spawn(self.supervisor.clone().stay_alive()));
        tokio::select! {
            last_tasks = signals.next() => Stop { last_tasks, ..stop },
            () = self.supervisor.stops() => stop,
            () = damage(&self.app) => Stop { code: ExitCode::FAILURE, ..stop },
            () = self.supervisor.keep_watch(async || system::is_at_work(&self.app).await) => {
                Stop { code: ExitCode::FAILURE, ..stop }
            }
            wish = self.app.care.upgrades.wanted() => {
                Stop { wish: Some(StopWish::Upgrade(wish)), staying_alive: give_way(), ..stop }
            }
            wish = self.app.care.restores.wanted() => {
                Stop { wish: Some(StopWish::Restore(wish)), staying_alive: give_way(), ..stop }
            }
        }
    }

    /// Ends requests, then tasks and threads, then the store.
    pub async fn close(self, stop: &Stop) -> ClosedProgram {
        let Program { app, mut entrance, supervisor, workers, closing, .. } = self;
        tracing::info!("stopping");
        // One that is back in a moment is no stop for the supervisor.
        if stop.wish.is_none() {
            supervisor.tell(&News::Stopping { patience: stop.last_tasks + CLOSING });
        }
        backups::cut_off(&app);
        let tasks_by = Instant::now() + stop.last_tasks;
        let spare = entrance.take_spare();
        let again = || spare.iter().map(std::net::TcpListener::try_clone).collect::<std::io::Result<Vec<_>>>();
        let is_back_here = matches!(stop.wish, Some(StopWish::Restore(_)));
        let sockets = if is_back_here { again().unwrap_or_default() } else { Vec::new() };
        let ports = stop.wish.as_ref().map(|wish| HeldPorts::hold(spare, &entrance.site, wish.why()));
        let _ = self.stop.send(true);
        let (naming, syncing, delivering) = match workers {
            Some(Workers { lan, sync, delivery }) => (Some(lan), Some(sync), Some(delivery)),
            None => (None, None, None),
        };
        if let Some(naming) = naming {
            naming.abort();
            let _ = naming.await;
        }
        entrance.close().await;
        let _ = timeout_at(tasks_by, app.finish_tasks()).await;
        // Attempts under way have a moment to end; what is then cut off is made again after the next start.
        let _ = timeout_at(tasks_by, joined(delivering)).await;
        app.cut_off();
        let end = async {
            joined(syncing).await;
            entrance.leave().await;
            let _ = keys::remember_use(&app).await;
            let _ = audit::write_refusals(&app).await;
            drop(app);
            // The store closes cleanly only when it is no longer held.
            let _ = tokio::task::spawn_blocking(move || closing.wait()).await;
        };
        let is_closed = timeout_at(tasks_by + CLOSING, end).await.is_ok();
        if !is_closed {
            tracing::warn!("something was still under way; the store will be checked at the next start");
        }
        ClosedProgram { is_closed, ports, sockets }
    }
}

async fn joined(thread: Option<thread::JoinHandle<()>>) {
    let _ = tokio::task::spawn_blocking(move || thread.map(thread::JoinHandle::join)).await;
}

/// The store, and whether it was brought to a new format.
fn open_store(
    folder: &Folder,
    site: &Arc<Site>,
    supervisor: Arc<Supervisor>,
) -> Result<(Store, Closing, bool), String> {
    let site = site.clone();
    let is_new_format = Arc::new(AtomicBool::new(false));
    let seen = is_new_format.clone();
    let progress: OpenProgress = Arc::new(move |work, share| {
        let percent = (share * 100.0).clamp(0.0, 100.0) as u8;
        trial::show_life("opening");
        match work {
            Work::Repair => {
                tracing::info!(percent, "repairing the store after a sudden end");
                site.waits_for(Why::Repairing(percent));
                supervisor.starts(&format!("Repairing the store after a sudden end: {percent} %"));
            }
            Work::Keep => {
                site.waits_for(Why::Upgrading(0));
                supervisor.starts(&format!("Keeping the store as it is, before its format changes: {percent} %"));
            }
            Work::Upgrade => {
                seen.store(true, Ordering::Relaxed);
                tracing::info!(percent, "bringing the store to the format of this version");
                site.waits_for(Why::Upgrading(percent));
                supervisor.starts(&format!("Bringing the store to the format of this version: {percent} %"));
            }
        }
    });
    let opened = match trial::is_asked() {
        true => Store::open_on_trial(folder, &progress),
        false => Store::open(folder, &progress),
    };
    let (store, closing) = opened.map_err(|error| error.to_string())?;
    Ok((store, closing, is_new_format.load(Ordering::Relaxed)))
}

fn unreadable(failure: Failure) -> String {
    format!("The store cannot be read: {failure}.")
}

fn furnish(
    options: &ServeOptions,
    store: Store,
    folder: &Folder,
    lan: &Lan,
    entrance: &Entrance,
    last_upgrade: Option<UpgradeState>,
) -> Result<Arc<AppState>, Failure> {
    let keyring = Keyring::load(&store, options.rate_limit)?;
    let lan = lan.report();
    let local_url = lan.read().local_url.clone();
    let config = Config {
        has_public_url: options.public_url.is_some(),
        public_url: options.public_url.clone().unwrap_or(local_url),
        keep_days: options.keep_days,
        lan,
        data: folder.path().to_owned(),
        has_unknown_proxy: entrance.has_unknown_proxy.clone(),
        program: place::own(),
        heartbeat: options.heartbeat.given(),
        last_upgrade,
    };
    let net = Net::trusting(floor(&options.deny), options.ca_file.clone().unwrap_or_default());
    let app = AppState::new(store, net, keyring, config);
    settings::enforce(&app)?;
    Ok(app)
}

/// What the command line closes; the settings can close more.
fn floor(denied: &[DeniedAddresses]) -> Guard {
    let mut guard = Guard::default();
    for denied in denied {
        match denied {
            DeniedAddresses::Private => guard.allow_private = false,
            DeniedAddresses::Loopback => guard.allow_loopback = false,
            DeniedAddresses::Range(range) => guard.deny.push(*range),
        }
    }
    guard
}

/// Returns when a reopen found the store damaged: going on would mean answering from what is left.
async fn damage(app: &AppState) {
    while !app.store.is_damaged() {
        sleep(DAMAGE_CHECK).await;
    }
}
