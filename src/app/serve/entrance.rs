//! The ports of the program. They are open before the store is: while a long repair runs, requests are answered with how far
//! it is.

use crate::app::options::{ServeOptions, Switch};
use crate::app::{machine_lang::machine_lang, upgrade::trial};
use crate::http::{self, Door, Front, Limits, Site};
use crate::lan::{Lan, LanOptions};
use crate::model::{RestoreStep, Why};
use crate::{api, control::ControlServer, i18n::terminal as texts, intake, ops::AppState, panel};
use std::sync::{Arc, OnceLock, atomic::AtomicBool};
use std::{io, net::SocketAddr, path::Path};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

/// Connections, calls to a hundred webhooks that all hang, to platforms, and some more.
#[cfg(unix)]
const ENOUGH_FILES: u64 = 8_192;

pub struct Entrance {
    pub url: String,
    pub site: Arc<Site>,
    serving: JoinHandle<()>,
    intake: Option<IntakeEntrance>,
    /// The same sockets once more, to be held when this program gives way to another one.
    spare: Vec<std::net::TcpListener>,
    pub has_unknown_proxy: Arc<AtomicBool>,
    /// Typed commands are carried out with it once there is one.
    ready: Arc<OnceLock<Arc<AppState>>>,
    controlling: Option<JoinHandle<()>>,
}

/// Where orders are taken and nothing else is.
struct IntakeEntrance {
    url: String,
    site: Arc<Site>,
    serving: JoinHandle<()>,
}

impl Entrance {
    /// `sockets` are those of the run before in this process, which closed its store for a restore; none at the first.
    pub async fn open(
        options: &ServeOptions,
        data: &Path,
        stopped: &watch::Receiver<bool>,
        sockets: Vec<std::net::TcpListener>,
    ) -> Result<(Entrance, Lan), String> {
        let is_restored = !sockets.is_empty();
        let (mut spare, mut sockets) = (Vec::new(), sockets.into_iter());
        let (listener, address) = listen("--listen", options.listen, sockets.next(), &mut spare).await?;
        let intake = match options.listen_intake {
            Some(address) => Some(listen("--listen-intake", address, sockets.next(), &mut spare).await?),
            None => None,
        };
        let url = local_url(address);
        let lan = LanOptions {
            listen: address,
            local_url: url.clone(),
            name: options.name.clone(),
            is_announced: options.mdns == Switch::On,
            tls: options.tls()?,
            is_https_only: options.tls_only,
        };
        let lan = Lan::open(data, lan)?;
        let (trusted, public_url) = (options.trusted_proxy.clone(), options.public_url.clone());
        let front = Front { trusted, public_url, encryption: lan.encryption(), ..Front::default() };
        let has_unknown_proxy = front.has_unknown_proxy.clone();
        let site = Site::behind(front);
        site.wait_at(panel::waiting_door);
        if is_restored {
            site.waits_for(Why::Restoring(RestoreStep::Opening));
        }
        // Each listener has places of its own: clients that take all of the internet's leave those of the panel free.
        let limits = Limits::default().within_files(most_files() / if intake.is_some() { 2 } else { 1 });
        let serve = |listener, site: &Arc<Site>| {
            tokio::spawn(http::serve(listener, site.clone(), until(stopped.clone()), limits))
        };
        let serving = serve(listener, &site);
        let intake = intake.map(|(listener, address)| {
            let site = site.beside();
            let serving = serve(listener, &site);
            IntakeEntrance { url: local_url(address), site, serving }
        });
        let ready = Arc::new(OnceLock::new());
        let controlling = ControlServer::listen(data, ready.clone(), stopped.clone())
            .map(|server| tokio::spawn(server.serve()))
            // A stick or a share may have no sockets. Everything else works there.
            .inspect_err(|error| tracing::warn!(%error, "commands that are typed will not reach the running program"))
            .ok();
        Ok((Entrance { url, site, serving, intake, spare, has_unknown_proxy, ready, controlling }, lan))
    }

    /// From now on requests are answered, and commands carried out.
    pub fn mount(&self, app: &Arc<AppState>, stopped: watch::Receiver<bool>) {
        let mut open_routes = api::open_routes(app, self.site.counts());
        open_routes.extend(panel::routes(app, stopped));
        let panel = Door::new("", open_routes).gate(panel::gate(app)).render(panel::render);
        let panel = panel.packs_pages().gives_way_but_for("health");
        let orders = || [intake::door(app), intake::reach(app)];
        let mut doors = vec![api::door(app), panel, api::wrong_base(), intake::wrong_base()];
        doors.extend(orders());
        self.site.mount(doors);
        if let Some(intake) = &self.intake {
            intake.site.mount(orders().into());
        }
        let _ = self.ready.set(app.clone());
    }

    /// Where orders are taken and nothing else is, if there is such a port.
    pub fn intake_url(&self) -> Option<&str> {
        self.intake.as_ref().map(|intake| intake.url.as_str())
    }

    /// The sockets once more. Until they are asked for and dropped, clients wait at a port that nobody answers.
    pub fn take_spare(&mut self) -> Vec<std::net::TcpListener> {
        std::mem::take(&mut self.spare)
    }

    /// Returns when the last request has its answer. The caller has said that the program stops.
    pub async fn close(&mut self) {
        let _ = (&mut self.serving).await;
        if let Some(intake) = &mut self.intake {
            let _ = (&mut intake.serving).await;
        }
    }

    /// Returns when the last command has its answer, and lets go of what requests and commands are carried out with.
    pub async fn leave(self) {
        if let Some(controlling) = self.controlling {
            let _ = controlling.await;
        }
    }
}

/// Puts the same socket aside as well.
async fn listen(
    flag: &str,
    address: SocketAddr,
    socket: Option<std::net::TcpListener>,
    spare: &mut Vec<std::net::TcpListener>,
) -> Result<(TcpListener, SocketAddr), String> {
    let listener = match socket {
        Some(socket) => socket,
        None => bind(flag, address).await?.into_std().map_err(|e| e.to_string())?,
    };
    spare.push(listener.try_clone().map_err(|e| e.to_string())?);
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    Ok((TcpListener::from_std(listener).map_err(|e| e.to_string())?, address))
}

async fn bind(flag: &str, address: SocketAddr) -> Result<TcpListener, String> {
    let bound = match TcpListener::bind(address).await {
        // The program that this one may replace answers there; a trial takes nothing in.
        Err(e) if e.kind() == io::ErrorKind::AddrInUse && trial::is_asked() => {
            TcpListener::bind(SocketAddr::new(address.ip(), 0)).await
        }
        bound => bound,
    };
    bound.map_err(|e| cannot_listen(flag, address, &e))
}

fn cannot_listen(flag: &str, address: SocketAddr, error: &io::Error) -> String {
    let (lang, address, error_text) = (machine_lang(), address.to_string(), error.to_string());
    match error.kind() {
        io::ErrorKind::AddrInUse => texts::address_taken(lang, &address, &error_text, flag),
        io::ErrorKind::PermissionDenied => texts::address_forbidden(lang, &address, &error_text, flag),
        _ => texts::address_refused(lang, &address, &error_text, flag),
    }
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

pub async fn until(mut stopped: watch::Receiver<bool>) {
    // An error means that the sender is gone, and with it the program's main part.
    let _ = stopped.wait_for(|stopped| *stopped).await;
}

/// How an address is reached on this machine.
pub fn local_url(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}", address.port())
    } else {
        format!("http://{address}")
    }
}
