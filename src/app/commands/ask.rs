//! Has a command carried out: by the running program, or here on the store if none runs.

use super::progress::ProgressLine;
use crate::app::{log, machine_lang::machine_lang, options::DataFolder, upgrade::state};
use crate::control::{self, AskError, ControlReply, ControlRequest, OnBytes, OnProgress};
use crate::net::{Guard, Net};
use crate::ops::{AppState, Config, care::upgrades::release, keys::keyring::Keyring};
use crate::store::{Closing, Folder, OpenError, OpenProgress, Store, Work};
use std::time::{Duration, Instant};
use std::{path::Path, sync::Arc};
use tokio::runtime::Runtime;

/// A program that just starts holds the folder before it can be asked, and another command is soon over.
const PROGRAM_ANSWERS_WITHIN: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(50);

pub struct CommandAnswer {
    pub reply: ControlReply,
    /// A running program gave it.
    pub is_running: bool,
}

pub fn ask(data: &DataFolder, request: ControlRequest) -> Result<CommandAnswer, String> {
    ask_for_bytes(&data.folder(), request, Arc::new(|_| true))
}

/// Asks the running program, or performs the request here; bytes that come beside the answer go to `on_bytes`.
pub fn ask_for_bytes(folder: &Path, request: ControlRequest, on_bytes: OnBytes) -> Result<CommandAnswer, String> {
    let (runtime, began) = (runtime()?, Instant::now());
    if !request.may_begin() {
        needs_store(folder)?;
    }
    loop {
        let in_use = match hold(folder) {
            Ok(held) => return perform_here(&held, request, &runtime, on_bytes),
            Err(error @ OpenError::InUse(..)) => error,
            Err(error) => return Err(error.to_string()),
        };
        match reach(folder, &request, &runtime, &on_bytes) {
            Ok(reply) => return Ok(CommandAnswer { reply, is_running: true }),
            Err(AskError::NobodyThere) if began.elapsed() < PROGRAM_ANSWERS_WITHIN => std::thread::sleep(PAUSE),
            Err(AskError::NobodyThere) => {
                return Err(format!("{in_use} It takes no commands, so this one needs the store to itself."));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// A folder that was mistaken for another must not be given a store of its own.
pub fn needs_store(folder: &Path) -> Result<(), String> {
    match Folder::has_database(folder) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!(
            "There is no store in {}. Where the data lies is said with --data; `garson` makes a new store.",
            folder.display()
        )),
        Err(error) => Err(error.to_string()),
    }
}

/// What only a running program knows.
pub fn ask_running(data: &DataFolder, request: &ControlRequest) -> Result<ControlReply, AskError> {
    let nobody: OnBytes = Arc::new(|_| true);
    reach(&data.folder(), request, &runtime().map_err(AskError::Trouble)?, &nobody)
}

fn reach(
    folder: &Path,
    request: &ControlRequest,
    runtime: &Runtime,
    on_bytes: &OnBytes,
) -> Result<ControlReply, AskError> {
    let mut line = ProgressLine::new(request.doing());
    runtime.block_on(control::ask(folder, request, machine_lang(), |share| line.show(share), on_bytes))
}

/// For a command that works on the store itself; there is no other log then than its own.
pub fn hold(folder: &Path) -> Result<Folder, OpenError> {
    log::to_terminal();
    Folder::hold(folder, &format!("a garson command (process {})", std::process::id()))
}

/// Opens the store for one command and closes it in order, whatever the command came to.
fn perform_here(
    folder: &Folder,
    request: ControlRequest,
    runtime: &Runtime,
    on_bytes: OnBytes,
) -> Result<CommandAnswer, String> {
    // An upgrade that was cut off is undone first: what is written now must not be undone with it.
    state::settle(folder, release::own_version())?;
    let (store, closing) = open_store(folder)?;
    let result = match Keyring::load(&store, 0) {
        Ok(keyring) => {
            // Nothing is served or dialled meanwhile.
            let config = Config { data: folder.path().to_owned(), ..Config::default() };
            let app = AppState::new(store, Net::new(Guard::default()), keyring, config);
            let line = parking_lot::Mutex::new(ProgressLine::new(request.doing()));
            let on_progress: OnProgress = Arc::new(move |share| {
                line.lock().show(share);
                true
            });
            runtime.block_on(control::perform(&app, request, machine_lang(), on_progress, on_bytes))
        }
        Err(failure) => {
            drop(store);
            Err(control::sentence(machine_lang(), &failure))
        }
    };
    closing.wait();
    result.map(|reply| CommandAnswer { reply, is_running: false })
}

fn open_store(folder: &Folder) -> Result<(Store, Closing), String> {
    let line = parking_lot::Mutex::new(ProgressLine::new("repairing the store"));
    // Of an older format it is refused as it is, and not brought up.
    let progress: OpenProgress = Arc::new(move |work, share| {
        if work == Work::Repair {
            line.lock().show(share);
        }
    });
    Store::open_as_it_is(folder, &progress).map_err(|error| error.to_string())
}

pub fn runtime() -> Result<Runtime, String> {
    tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(cannot_start)
}

pub fn cannot_start(error: std::io::Error) -> String {
    format!("The command cannot start: {error}.")
}
