//! The command: checks the file, has the new program tried out, and puts it into its place when it has shown itself.

use super::launch::{TrialEnd, try_out};
use super::{place, state};
use crate::app::commands::{CommandResult, ask_running, hold, needs_store, say};
use crate::app::{machine_lang::machine_lang, notify::Supervisor, options::DataFolder, signals::Signals};
use crate::clock;
use crate::control::{AskError, ControlReply, ControlRequest, sentence};
use crate::model::{Lang, UpgradeFlaw, UpgradePhase, UpgradeState, Version, data_file};
use crate::ops::care::upgrades::release::{self, ReleaseFlaw};
use crate::ops::care::upgrades::{self, UpgradeWish};
use crate::store::{FORMAT, Folder, disk};
use std::time::{Duration, Instant};
use std::{ffi::OsString, path::Path, process::ExitCode, thread::sleep};

const LOOK: Duration = Duration::from_millis(50);
/// After the new program is in its place: for it to open its store once more.
const STARTING: Duration = Duration::from_secs(120);
/// The running program ends what is under way, and copies its store.
const STOPPING: Duration = Duration::from_secs(10 * 60);

pub fn upgrade(data: &DataFolder, file: &Path, patience: Duration) -> CommandResult {
    let (to, bytes) = published(file)?;
    let folder = data.folder();
    let running = match ask_running(data, &ControlRequest::Status { lang: Lang::En }) {
        Ok(ControlReply::Status(status)) => Some(status.program),
        Ok(_) => return Err("The running garson gave another answer than was asked for.".to_owned()),
        Err(AskError::NobodyThere) => None,
        Err(error) => return Err(error.to_string()),
    };
    let program = running.clone().unwrap_or_else(place::own);
    if program.as_os_str().is_empty() {
        return Err("The running garson does not say where it lies. Restart it first.".to_owned());
    }
    place::is_ours_to_change(&program)?;
    let _claim = place::claim(&program)?;
    let wish = |program| UpgradeWish { program, to, begun: clock::now(), patience };
    if running.is_none() {
        upgrades::is_newer(to).map_err(|failure| sentence(machine_lang(), &failure))?;
        needs_store(&folder)?;
        is_own_folder(&folder)?;
        // Before the new program is written: one that is tried out just now holds the folder, and lies in the same place.
        let held = hold(&folder).map_err(|error| format!("{error} Nothing was changed."))?;
        return alone(held, &wish(place::put(&bytes, &program)?), &program);
    }
    ask_running(data, &ControlRequest::MayUpgrade { to }).map_err(|error| error.to_string())?;
    let wish = wish(place::put(&bytes, &program)?);
    let request = ControlRequest::Upgrade {
        program: wish.program.clone(),
        to,
        begun: wish.begun,
        patience_seconds: patience.as_secs().max(1),
    };
    if let Err(error) = ask_running(data, &request) {
        let _ = disk::remove(&wish.program);
        return Err(error.to_string());
    }
    say(&format!("Trying {to} out. Orders are asked to come again in a moment."))?;
    accompany(data, &wish, &program)
}

/// A program for this machine, as we published it.
fn published(file: &Path) -> Result<(Version, Vec<u8>), String> {
    let (shown, machine) = (file.display(), release::own_machine());
    let found = release::read(file).map_err(|flaw| match flaw {
        ReleaseFlaw::Unreadable(sentence) => {
            format!(
                "{sentence} The file and its signature, FILE.minisig, have to lie side by side. Nothing was changed."
            )
        }
        ReleaseFlaw::NotOurs(why) => format!("{shown} must NOT be used: {why}. Nothing was changed."),
    })?;
    let Some(program) = found.program else {
        return Err(format!("{shown} is no program, but another file that was published. Nothing was changed."));
    };
    if program.machine != machine {
        let theirs = program.machine;
        return Err(format!("{shown} is for {theirs}, and this machine is {machine}. Nothing was changed."));
    }
    Ok((program.version, found.bytes))
}

/// A trial makes files in the folder, which are to belong to the folder's owner.
fn is_own_folder(folder: &Path) -> Result<(), String> {
    #[cfg(unix)]
    if let Ok(about) = std::fs::metadata(folder)
        && std::os::unix::fs::MetadataExt::uid(&about) != rustix::process::geteuid().as_raw()
    {
        return Err(format!(
            "{} belongs to another user, and garson does not run. Start it first: the running program tries the new one \
             out. Nothing was changed.",
            folder.display()
        ));
    }
    let _ = folder;
    Ok(())
}

/// Where none runs, this command is the old program.
fn alone(held: Folder, wish: &UpgradeWish, program: &Path) -> CommandResult {
    let folder = held.path().to_owned();
    state::settle(&held, release::own_version())?;
    let words = ["serve", "--listen", "127.0.0.1:0", "--data"].map(OsString::from);
    let words: Vec<OsString> = words.into_iter().chain([folder.as_os_str().to_owned()]).collect();
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.map_err(|e| format!("The command cannot start: {e}."))?;
    let end = runtime.block_on(async {
        let mut signals = Signals::new().map_err(|e| format!("The command cannot listen for signals: {e}."))?;
        Ok::<_, String>(try_out(held, wish, &words, &Supervisor::found(), &mut signals).await)
    })?;
    let failed = match end {
        TrialEnd::Healthy => match place::swap(program) {
            Ok(()) => None,
            Err(error) => {
                eprintln!("garson: {} cannot be replaced: {error}.", program.display());
                Some(UpgradeFlaw::NotPlaced)
            }
        },
        TrialEnd::Failed(why) => Some(why),
        TrialEnd::Stopped => Some(UpgradeFlaw::CutOff),
    };
    // Whichever program is in its place now is the one whose upgrade this was, or was not.
    let own = if failed.is_none() { wish.to } else { release::own_version() };
    let held = hold(&folder).map_err(|error| error.to_string())?;
    state::settle(&held, own)?;
    match failed {
        None => {
            say(&format!("garson is version {} now. Start it as you did before.\n{}", wish.to, kept_words(program)))
        }
        Some(why) => undone(wish.to, &why, &wish.program),
    }
}

/// Waits for the running program, and puts the new one into its place when that has shown itself.
fn accompany(data: &DataFolder, wish: &UpgradeWish, program: &Path) -> CommandResult {
    let folder = data.folder();
    let is_up = || ask_running(data, &ControlRequest::Status { lang: Lang::En }).is_ok();
    let (mut since, mut phase) = (Instant::now(), None);
    loop {
        let found = state::read(&folder).filter(|state| state.begun == wish.begun);
        let now = found.as_ref().map(|state| state.phase);
        if now != phase {
            (since, phase) = (Instant::now(), now);
        }
        let silence = match found {
            Some(UpgradeState { phase: UpgradePhase::Done, .. }) if is_up() => {
                return say(&format!("garson {} runs now.\n{}", wish.to, kept_words(program)));
            }
            Some(UpgradeState { phase: UpgradePhase::Undone, why, .. }) => {
                return undone(wish.to, &why.unwrap_or(UpgradeFlaw::CutOff), &wish.program);
            }
            Some(UpgradeState { phase: UpgradePhase::Done, .. }) => STARTING,
            Some(UpgradeState { phase: UpgradePhase::Healthy, .. }) => {
                if wish.program.exists()
                    && let Err(error) = place::swap(program)
                {
                    return Err(format!("{} cannot be replaced: {error}. The old program goes on.", program.display()));
                }
                STARTING
            }
            _ => STOPPING + wish.patience,
        };
        if since.elapsed() > silence {
            return Err(
                "The running garson says no more. `garson status` tells how it fares; whatever happened, what was \
                        taken in is stored."
                    .to_owned(),
            );
        }
        sleep(LOOK);
    }
}

fn kept_words(program: &Path) -> String {
    format!(
        "Kept: the old program as {}, until the next upgrade; the store of before as {}{FORMAT} in the data folder, for 14 \
         days at most. /help/back in the panel says how to go back.",
        place::kept(program).display(),
        data_file::OF_FORMAT
    )
}

fn undone(to: Version, why: &UpgradeFlaw, waiting: &Path) -> CommandResult {
    let _ = disk::remove(waiting);
    eprintln!(
        "garson: {to} did not come up: {why}.\nThe old program goes on with its store as it was; nothing is lost."
    );
    Ok(ExitCode::FAILURE)
}
