//! `garson serve`: opens everything in order, says where it listens, and closes everything in order.

#[cfg(unix)]
use super::desktop;
use super::{
    greeting::greet,
    log,
    machine_lang::machine_lang,
    notify::{News, Supervisor},
    opening::{hold, open_store},
    options::{DeniedAddresses, ServeOptions, Switch},
    signals::{LAST_TASKS, Signals},
    staging::Staging,
    upgrade::{
        launch, place,
        remember::{drop_old_copies, remember},
        state, trial,
    },
};
use crate::{
    api,
    control::ControlServer,
    delivery,
    http::{self, Door, Front, Limits, Site},
    i18n::terminal as texts,
    intake,
    lan::{Lan, LanOptions},
    model::{Failure, UpgradeFlaw, UpgradeState},
    net::{Guard, Net},
    ops::{
        AppState, Config,
        care::{aftermath, audit, backups, settings, system, upgrades::release},
        keys::{self, keyring::Keyring},
        people::users,
    },
    panel,
    store::{Folder, Store},
    sync,
};
use std::{
    io,
    net::SocketAddr,
    process::ExitCode,
    sync::{Arc, OnceLock, atomic::AtomicBool},
    time::Duration,
};
use tokio::{
    net::TcpListener,
    sync::watch,
    task::JoinHandle,
    time::{Instant, sleep, timeout_at},
};

/// For the threads to end and the store to close.
const CLOSING: Duration = Duration::from_secs(1);
/// Connections, calls to a hundred webhooks that all hang, to platforms, and some more.
#[cfg(unix)]
const ENOUGH_FILES: u64 = 8_192;
const DAMAGE_CHECK: Duration = Duration::from_secs(1);

/// Runs until a signal or the supervisor stops it. `staging` is what a demo adds to an empty store.
pub fn serve(options: ServeOptions, staging: Option<Staging>, supervisor: Supervisor) -> Result<ExitCode, String> {
    log::start(&options)?;
    let (pauses, interval) = (options.webhook_retries.0, options.poll_interval);
    tracing::debug!(webhook_retries = ?pauses, poll_interval = ?interval, rate_limit = options.rate_limit, "settings");
    let who = format!("a running garson (process {}, {})", std::process::id(), local_url(options.listen));
    // Asked for before anything is replaced: afterwards the system may not tell.
    place::own();
    let folder = hold(&options.data.folder(), &who)?;
    let last_upgrade = match trial::is_asked() {
        true => None,
        false => state::settle(&folder, release::own_version())?,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        // Made as they are needed. A hundred webhooks that all hang take 800, and platforms must still be called.
        .max_blocking_threads(1_024)
        .build()
        .map_err(|e| format!("The program cannot start: {e}."))?;
    let supervisor = Arc::new(supervisor);
    let ending = runtime.block_on(run(options, folder, last_upgrade, staging, supervisor.clone()));
    // A blocking call to a platform may still wait for its answer; its time is up.
    runtime.shutdown_timeout(Duration::ZERO);
    match ending? {
        Ending::Stop(code) => Ok(code),
        Ending::StartAgain => launch::become_whoever_is_there(&supervisor),
    }
}

/// What is left to do when all is closed.
enum Ending {
    Stop(ExitCode),
    /// As the program that is in this one's place by now.
    StartAgain,
}

/// How many files and sockets may be open at once, raised as far as the system lets us and we could use.
#[cfg(unix)]
fn most_files() -> u64 {
    use rustix::process::{Resource::Nofile, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Nofile);
    let current = current.unwrap_or(u64::MAX);
    let wanted = maximum.unwrap_or(u64::MAX).min(ENOUGH_FILES).max(current);
    match setrlimit(Nofile, Rlimit { current: Some(wanted), maximum }) {
        Ok(()) => wanted,
        Err(error) => {
            tracing::debug!(%error, current, "the limit of open files stays");
            current
        }
    }
}

#[cfg(not(unix))]
fn most_files() -> u64 {
    u64::MAX
}

async fn run(
    options: ServeOptions,
    folder: Folder,
    mut last_upgrade: Option<UpgradeState>,
    staging: Option<Staging>,
    supervisor: Arc<Supervisor>,
) -> Result<Ending, String> {
    let mut signals = Signals::new().map_err(|e| format!("The program cannot listen for signals: {e}."))?;
    // The port first: while a long repair runs, requests are answered with how far it is.
    let (listener, address) = listen("--listen", options.listen).await?;
    let public = match options.listen_intake {
        Some(address) => Some(listen("--listen-intake", address).await?),
        None => None,
    };
    let lan = Lan::open(
        folder.path(),
        LanOptions {
            listen: address,
            local_url: local_url(address),
            name: options.name.clone(),
            is_announced: options.mdns == Switch::On,
            tls: options.tls()?,
            is_https_only: options.tls_only,
        },
    )?;
    let (trusted, public_url) = (options.trusted_proxy.clone(), options.public_url.clone());
    let front = Front { trusted, public_url, encryption: lan.encryption(), ..Front::default() };
    let has_unknown_proxy = front.has_unknown_proxy.clone();
    let site = Site::behind(front);
    let (stop, stopped) = watch::channel(false);
    // Each listener has places of its own: clients that take all of the internet's leave those of the panel free.
    let limits = Limits::default().within_files(most_files() / if public.is_some() { 2 } else { 1 });
    let serving = tokio::spawn(http::serve(listener, site.clone(), until(stopped.clone()), limits));
    let public = public.map(|(listener, address)| {
        let site = site.beside();
        let serving = tokio::spawn(http::serve(listener, site.clone(), until(stopped.clone()), limits));
        PublicListener { address, site, serving }
    });
    let ready = Arc::new(OnceLock::new());
    let controlling = ControlServer::listen(folder.path(), ready.clone(), stopped.clone())
        .map(|server| tokio::spawn(server.serve()))
        // A stick or a share may have no sockets. Everything else works there.
        .inspect_err(|error| tracing::warn!(%error, "commands that are typed will not reach the running program"));

    let opening = {
        let (site, supervisor) = (site.clone(), supervisor.clone());
        tokio::task::spawn_blocking(move || {
            let (store, closing, is_new_format) = open_store(&folder, &site, supervisor)?;
            Ok::<_, String>((store, closing, is_new_format, folder))
        })
    };
    let (store, closing, is_new_format, folder) = tokio::select! {
        opened = opening => opened.map_err(|e| e.to_string())??,
        () = supervisor.have_patience() => return Ok(Ending::Stop(ExitCode::FAILURE)),
        _ = signals.next() => return Ok(Ending::Stop(ExitCode::SUCCESS)),
        () = supervisor.stops() => return Ok(Ending::Stop(ExitCode::SUCCESS)),
    };
    let app = furnish(&options, store, &folder, &lan, has_unknown_proxy, last_upgrade.clone())
        .map_err(|failure| format!("The store cannot be read: {failure}."))?;
    if trial::is_asked() {
        let verdict = trial::prove(&app, is_new_format).await;
        let _ = stop.send(true);
        let _ = serving.await;
        drop((app, site, public, ready));
        let _ = tokio::task::spawn_blocking(move || closing.wait()).await;
        return verdict.map(|()| {
            trial::show_life(trial::WELL);
            Ending::Stop(ExitCode::SUCCESS)
        });
    }
    backups::load(&app).map_err(|failure| format!("The store cannot be read: {failure}."))?;
    aftermath::begin(&app).await.map_err(|failure| format!("The restored store cannot be seen to: {failure}."))?;
    tokio::spawn(drop_old_copies(folder.path().to_owned(), until(stopped.clone())));
    if let Some(upgrade) = last_upgrade.as_mut().filter(|upgrade| !upgrade.is_noted) {
        remember(&app, &folder, upgrade).await;
    }
    let keeping = tokio::spawn(lan.keep());
    let runtime = tokio::runtime::Handle::current();
    let no_thread = |e: std::io::Error| format!("A thread cannot start: {e}.");
    let interval = options.poll_interval;
    let syncing = sync::start(app.clone(), interval, runtime.clone(), stopped.clone()).map_err(no_thread)?;
    let pauses = options.webhook_retries.0;
    let delivering = delivery::start(app.clone(), pauses, runtime, stopped.clone()).map_err(no_thread)?;
    let mut open_routes = api::open_routes(&app, site.counts());
    open_routes.extend(panel::routes(&app, stopped.clone()));
    let panel = Door::new("", open_routes).gate(panel::gate(&app)).render(panel::render);
    let panel = panel.packs_pages().gives_way_but_for("health");
    let nowhere = [api::wrong_base(), intake::wrong_base()];
    let mut doors = vec![api::door(&app), intake::door(&app), intake::reach(&app), panel];
    doors.extend(nowhere);
    site.mount(doors);
    if let Some(public) = &public {
        public.site.mount(vec![intake::door(&app), intake::reach(&app)]);
    }
    let _ = ready.set(app.clone());
    drop(ready);
    let url = local_url(address);
    let intake = public.as_ref().map(|public| local_url(public.address));
    match staging {
        Some(staging) => staging.raise(&app, &url, stopped).await?,
        None => greet(&app, &url, intake.as_deref(), &folder, supervisor.is_service),
    }
    let claim = if users::has_owner(&app).unwrap_or(true) { None } else { Some(app.people.setup_code.link(&url)) };
    supervisor.tell(&News::Ready {
        url: &url,
        #[cfg(windows)]
        claim: claim.as_deref(),
    });
    #[cfg(unix)]
    if let Some(link) = &claim {
        desktop::show(link, &supervisor);
    }

    let (mut code, mut wish) = (ExitCode::SUCCESS, None);
    let last_tasks = tokio::select! {
        last_tasks = signals.next() => last_tasks,
        () = supervisor.stops() => LAST_TASKS,
        () = async { tokio::select! {
            () = damage(&app) => {}
            () = supervisor.keep_watch(async || system::is_at_work(&app).await) => {}
        }} => {
            code = ExitCode::FAILURE;
            LAST_TASKS
        }
        wanted = app.care.upgrades.wanted() => {
            tokio::spawn(supervisor.clone().stay_alive());
            wish = Some(wanted);
            LAST_TASKS
        }
    };
    tracing::info!("stopping");
    // Giving way to a new program is no stop for the supervisor.
    if wish.is_none() {
        supervisor.tell(&News::Stopping { patience: last_tasks + CLOSING });
    }
    backups::cut_off(&app);
    let tasks_by = Instant::now() + last_tasks;
    let _ = stop.send(true);
    keeping.abort();
    let _ = keeping.await;
    let _ = serving.await;
    if let Some(public) = public {
        let _ = public.serving.await;
    }
    let _ = timeout_at(tasks_by, app.finish_tasks()).await;
    // Attempts under way have a moment to end; what is then cut off is made again after the next start.
    let _ = timeout_at(tasks_by, tokio::task::spawn_blocking(move || delivering.join())).await;
    app.cut_off();
    let end = async {
        let _ = tokio::task::spawn_blocking(move || syncing.join()).await;
        if let Ok(controlling) = controlling {
            let _ = controlling.await;
        }
        let _ = keys::remember_use(&app).await;
        let _ = audit::write_refusals(&app).await;
        drop((app, site));
        // The store closes cleanly only when it is no longer held.
        let _ = tokio::task::spawn_blocking(move || closing.wait()).await;
    };
    let is_closed = timeout_at(tasks_by + CLOSING, end).await.is_ok();
    if !is_closed {
        tracing::warn!("something was still under way; the store will be checked at the next start");
    }
    let Some(wish) = wish else { return Ok(Ending::Stop(code)) };
    if !is_closed {
        // A store that may still be written to cannot be copied.
        launch::call_off(&folder, &wish, UpgradeFlaw::NotClosed);
        return Ok(Ending::StartAgain);
    }
    Ok(match launch::give_way(folder, &wish, &supervisor, &mut signals).await {
        true => Ending::StartAgain,
        false => Ending::Stop(code),
    })
}

fn furnish(
    options: &ServeOptions,
    store: Store,
    folder: &Folder,
    lan: &Lan,
    has_unknown_proxy: Arc<AtomicBool>,
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
        has_unknown_proxy,
        program: place::own(),
        last_upgrade,
    };
    let net = Net::trusting(floor(&options.deny), options.ca_file.clone().unwrap_or_default());
    let app = AppState::new(store, net, keyring, config);
    settings::enforce(&app)?;
    Ok(app)
}

/// Where orders are taken and nothing else is.
struct PublicListener {
    address: SocketAddr,
    site: Arc<Site>,
    serving: JoinHandle<()>,
}

async fn listen(flag: &str, address: SocketAddr) -> Result<(TcpListener, SocketAddr), String> {
    let listener = TcpListener::bind(address).await.map_err(|e| cannot_listen(flag, address, &e))?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    Ok((listener, address))
}

fn cannot_listen(flag: &str, address: SocketAddr, error: &io::Error) -> String {
    let (lang, address, error_text) = (machine_lang(), address.to_string(), error.to_string());
    match error.kind() {
        io::ErrorKind::AddrInUse => texts::address_taken(lang, &address, &error_text, flag),
        io::ErrorKind::PermissionDenied => texts::address_forbidden(lang, &address, &error_text, flag),
        _ => texts::address_refused(lang, &address, &error_text, flag),
    }
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

/// How an address is reached on this machine.
pub fn local_url(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}", address.port())
    } else {
        format!("http://{address}")
    }
}

async fn until(mut stopped: watch::Receiver<bool>) {
    // An error means that the sender is gone, and with it the program's main part.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// Returns when a reopen found the store damaged: going on would mean answering from what is left.
async fn damage(app: &AppState) {
    while !app.store.is_damaged() {
        sleep(DAMAGE_CHECK).await;
    }
}
