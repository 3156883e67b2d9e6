//! A double-click on the program: it serves in its window, opens the panel, and offers to become a service. Where there
//! is a service already, that one is started and shown instead, so that no second store takes orders beside it.

use super::manager::{self, connect, default_data, open, sentence, settings, wait_for};
use super::shell::{self, ElevatedProgram};
use crate::app::notify::{Line, News, Supervisor};
use crate::app::serve::{self, local_url};
use crate::app::{options::ServeOptions, service::store_copy};
use std::ffi::{OsStr, OsString};
use std::sync::{Arc, OnceLock, mpsc};
use std::{env, io, path::PathBuf, process::ExitCode, thread, time::Duration};
use tokio::sync::watch;
use windows_service::service::{Service, ServiceAccess, ServiceState};
use windows_service::service_manager::ServiceManagerAccess;

/// For the service to be ready; a store that is repaired takes longer, and its page says so.
const STARTING: Duration = Duration::from_secs(30);
const STOPPING: Duration = Duration::from_secs(20);
/// What an installation finds wrong before it changes anything, it finds within this.
const CHECKING: Duration = Duration::from_secs(3);
const CLOSE: &str = "Press Enter to close this window.";

pub fn is_double_click() -> bool {
    env::args_os().len() == 1 && shell::console_is_ours()
}

pub fn double_click(options: ServeOptions) -> Result<ExitCode, String> {
    let looking = ServiceAccess::QUERY_STATUS | ServiceAccess::QUERY_CONFIG;
    let result = match connect(ServiceManagerAccess::CONNECT).and_then(|manager| open(&manager, looking)) {
        Ok(None) => serve_in_window(options),
        Ok(Some(service)) => show(&service),
        Err(sentence) => Err(sentence),
    };
    if let Err(sentence) = &result {
        println!("{sentence}");
        wait_for_enter(CLOSE);
    }
    result
}

/// Whether it was pressed: there may be no user who could.
pub fn wait_for_enter(why: &str) -> bool {
    println!("\n{why}");
    io::stdin().read_line(&mut String::new()).is_ok_and(|bytes| bytes > 0)
}

/// As above, but not longer than this.
pub fn wait_for_enter_within(patience: Duration) {
    let (pressed, is_pressed) = mpsc::channel();
    thread::spawn(move || {
        wait_for_enter(CLOSE);
        let _ = pressed.send(());
    });
    let _ = is_pressed.recv_timeout(patience);
}

fn show(service: &Service) -> Result<ExitCode, String> {
    let (data, listen) = settings(service)?;
    let (url, data) = (local_url(listen), data.display());
    println!("garson is a service of this machine.\npanel at {url}\ndata in {data}");
    match bring_up(service)? {
        ServiceState::Running => println!("It runs."),
        ServiceState::Stopped => return Err(format!("The service does not run. Its log: {data}\\garson.log")),
        _ => println!("It is still starting; its page says how far it is."),
    }
    shell::open(url.as_ref());
    wait_for_enter(CLOSE);
    Ok(ExitCode::SUCCESS)
}

/// What it came to. It may be on its way already, or not yet: Windows starts it a while after the machine.
fn bring_up(service: &Service) -> Result<ServiceState, String> {
    let state = || service.query_status().map(|status| status.current_state).map_err(|e| sentence(&e));
    if state()? == ServiceState::StopPending {
        wait_for(service, ServiceState::Stopped, STOPPING)?;
    }
    if state()? == ServiceState::Stopped {
        println!("It does not run yet; it is started.");
        let manager = connect(ServiceManagerAccess::CONNECT)?;
        match open(&manager, ServiceAccess::START) {
            Ok(Some(service)) => service.start::<&str>(&[]).map_err(|e| sentence(&e))?,
            // Not everybody may start services.
            _ => {
                let words = format!("start {}", manager::NAME);
                let started = ElevatedProgram::start(shell::of_windows("sc.exe").as_ref(), words.as_ref());
                let started = started.ok_or("Windows did not allow to start it. Ask an administrator.")?;
                started.ends_within(STARTING);
            }
        }
    }
    wait_for(service, ServiceState::Running, STARTING)
}

fn serve_in_window(options: ServeOptions) -> Result<ExitCode, String> {
    let (stop, stopped) = watch::channel(false);
    let installing = Arc::new(OnceLock::new());
    let offer = Offer { data: options.data.folder(), listen: options.listen.to_string() };
    let window = Window { stop, offer, installing: installing.clone() };
    let result = serve::serve(options, None, Supervisor::with_stop(Box::new(window), false, stopped));
    let Some(installing) = installing.get() else { return result };
    println!("garson becomes a service; the other window says how.");
    if installing.ends_within(Duration::MAX) != Some(0) {
        let program = env::current_exe().map_err(|e| format!("The program cannot find itself: {e}."))?;
        println!("That did not succeed; garson goes on in a window.");
        shell::open(program.as_os_str());
    }
    Ok(ExitCode::SUCCESS)
}

/// The person before the window is the supervisor here.
struct Window {
    stop: watch::Sender<bool>,
    offer: Offer,
    /// The elevated program, once there is one.
    installing: Arc<OnceLock<ElevatedProgram>>,
}

impl Line for Window {
    fn tell(&self, news: &News<'_>) {
        let News::Ready { url, claim } = news else { return };
        shell::open(claim.unwrap_or(url).as_ref());
        let (stop, offer, installing) = (self.stop.clone(), self.offer.clone(), self.installing.clone());
        thread::spawn(move || {
            if let Some(program) = offer.is_taken() {
                let _ = installing.set(program);
                let _ = stop.send(true);
            }
        });
    }
}

/// To start with Windows from now on, with what was entered here.
#[derive(Clone)]
struct Offer {
    data: PathBuf,
    listen: String,
}

impl Offer {
    /// Returns when the elevated program has looked at everything and waits for this one, which holds store and port. It
    /// goes on serving until then.
    fn is_taken(&self) -> Option<ElevatedProgram> {
        loop {
            let (words, meaning) = self.words();
            let is_wanted = wait_for_enter(&format!(
                "garson runs until this window is closed. Press Enter to have it start with Windows instead: it moves to \
                 the background, {meaning}."
            ));
            if !is_wanted {
                return None;
            }
            let program = env::current_exe().ok()?;
            let said = match ElevatedProgram::start(program.as_os_str(), &words) {
                None => "Windows did not allow it",
                Some(program) if program.ends_within(CHECKING).is_none() => return Some(program),
                Some(_) => "It did not succeed",
            };
            println!("{said}; everything goes on as before.");
        }
    }

    /// What the elevated program is told, and what that means for what was entered here.
    fn words(&self) -> (OsString, String) {
        let mut words = OsString::from(format!("service install --listen {}", self.listen));
        let (here, there) = (&self.data, default_data());
        if *here == there {
            return (words, "with what was entered here".to_owned());
        }
        if store_copy::may_have_store(&there) {
            let (here, there) = (here.display(), there.display());
            let meaning = format!(
                "with the store that is in {there} already. What was entered here is not in that one, and stays in {here}"
            );
            return (words, meaning);
        }
        words.push(OsStr::new(" --copy-from \""));
        words.push(here);
        words.push("\"");
        (words, "with a copy of what was entered here".to_owned())
    }
}
