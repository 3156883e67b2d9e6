//! The old program's part: it has closed its store, keeps a copy of it, starts the new program on trial and watches it.
//! Then it becomes whichever program is in its place.

use super::{place, state, trial};
use crate::app::{notify::Supervisor, signals::Signals};
use crate::model::{UpgradeFlaw, UpgradePhase, UpgradeState};
use crate::ops::care::upgrades::{UpgradeWish, release};
use crate::store::{FORMAT, Folder};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};
use std::{env, ffi::OsString, thread};
use tokio::time::sleep;

const LOOK: Duration = Duration::from_millis(50);
/// A trial that goes on and on is none.
const LONGEST_TRIAL: Duration = Duration::from_hours(1);
/// For the upgrade command to put the new program into its place; it waits for that very moment.
const SWAPPING: Duration = Duration::from_secs(60);
/// For a new program that is no longer wanted to close its store.
#[cfg(unix)]
const CLOSING: Duration = Duration::from_secs(10);

/// What the trial came to.
#[derive(Debug)]
pub enum TrialEnd {
    Healthy,
    /// It is as it was before, once it has been settled.
    Failed(UpgradeFlaw),
    /// This program is to stop; the next one to start settles it.
    Stopped,
}

/// All of it for the running program, which has closed its store. False where it is to stop instead of starting again.
pub async fn give_way(folder: Folder, wish: &UpgradeWish, supervisor: &Supervisor, signals: &mut Signals) -> bool {
    match try_out(folder, wish, &own_words(), supervisor, signals).await {
        TrialEnd::Healthy => tokio::select! {
            is_swapped = is_swapped(wish) => {
                if !is_swapped {
                    tracing::warn!("nobody put the new program into its place; the old one goes on");
                }
                true
            }
            _ = signals.next() => false,
            () = supervisor.stops() => false,
        },
        TrialEnd::Failed(why) => {
            tracing::error!(%why, "the new program was tried out in vain; the old one goes on");
            true
        }
        TrialEnd::Stopped => false,
    }
}

/// Puts on record that an upgrade did not even begin: its caller waits to hear.
pub fn call_off(folder: &Folder, wish: &UpgradeWish, why: UpgradeFlaw) {
    tracing::error!(%why, "the new program is not tried out; the old one goes on");
    let record = UpgradeState { why: Some(why), ..record(wish, UpgradePhase::Undone) };
    if let Err(error) = state::write(folder.path(), &record) {
        tracing::warn!(%error, "that an upgrade was called off is not written down");
    }
}

fn record(wish: &UpgradeWish, phase: UpgradePhase) -> UpgradeState {
    let from = release::own_version();
    UpgradeState { phase, from, to: wish.to, begun: wish.begun, format: Some(FORMAT), why: None, is_noted: false }
}

/// Copies the store, which is closed, and has the new program show itself. `words` are what it is started with.
pub async fn try_out(
    folder: Folder,
    wish: &UpgradeWish,
    words: &[OsString],
    supervisor: &Supervisor,
    signals: &mut Signals,
) -> TrialEnd {
    let path = folder.path().to_owned();
    let mut record = record(wish, UpgradePhase::Copying);
    let tried = async {
        copy(folder, &record).await?;
        record.phase = UpgradePhase::Trial;
        note(&path, &record)?;
        Ok(watch(wish, words, supervisor, signals).await)
    };
    let end = tried.await.unwrap_or_else(TrialEnd::Failed);
    match &end {
        TrialEnd::Healthy => {
            record.phase = UpgradePhase::Healthy;
            if let Err(why) = note(&path, &record) {
                return TrialEnd::Failed(why);
            }
        }
        TrialEnd::Failed(why) => {
            record.why = Some(why.clone());
            // Where that fails too, the phase says enough.
            let _ = state::write(&path, &record);
        }
        TrialEnd::Stopped => {}
    }
    end
}

fn note(folder: &Path, record: &UpgradeState) -> Result<(), UpgradeFlaw> {
    state::write(folder, record).map_err(|error| UpgradeFlaw::NotWritten(error.to_string()))
}

/// The folder is free when this returns.
async fn copy(folder: Folder, record: &UpgradeState) -> Result<(), UpgradeFlaw> {
    note(folder.path(), record)?;
    let copied = tokio::task::spawn_blocking(move || folder.keep_copy()).await;
    copied.unwrap_or_else(|e| Err(e.into())).map_err(|error| UpgradeFlaw::NotCopied(error.to_string()))
}

async fn watch(wish: &UpgradeWish, words: &[OsString], supervisor: &Supervisor, signals: &mut Signals) -> TrialEnd {
    let mut trial = match Trial::start(&wish.program, words) {
        Ok(trial) => trial,
        Err(error) => return TrialEnd::Failed(UpgradeFlaw::NotStarted(error.to_string())),
    };
    tracing::info!(version = %wish.to, "trying out the new program");
    let (began, mut heard) = (Instant::now(), Instant::now());
    let mut is_well = false;
    loop {
        while let Ok(line) = trial.lines.try_recv() {
            heard = Instant::now();
            is_well |= line == trial::WELL;
        }
        match trial.child.try_wait() {
            Ok(None) => {}
            Ok(Some(status)) => {
                trial.lines.iter().for_each(|line| is_well |= line == trial::WELL);
                return if status.success() && is_well {
                    TrialEnd::Healthy
                } else {
                    TrialEnd::Failed(UpgradeFlaw::Ended(trial.last_words(status)))
                };
            }
            Err(error) => return TrialEnd::Failed(UpgradeFlaw::Ended(error.to_string())),
        }
        if heard.elapsed() > wish.patience || began.elapsed() > LONGEST_TRIAL {
            trial.end().await;
            return TrialEnd::Failed(UpgradeFlaw::Silent(heard.elapsed().as_secs()));
        }
        let is_to_stop = tokio::select! {
            () = sleep(LOOK) => false,
            _ = signals.next() => true,
            () = supervisor.stops() => true,
        };
        if is_to_stop {
            trial.end().await;
            return TrialEnd::Stopped;
        }
    }
}

/// The new program, started.
struct Trial {
    child: Child,
    lines: mpsc::Receiver<String>,
    errors: mpsc::Receiver<String>,
}

impl Trial {
    fn start(program: &Path, words: &[OsString]) -> std::io::Result<Trial> {
        let mut command = Command::new(program);
        command.args(words).env(trial::ASKED, "1");
        // It is not the service, and has nothing to say to the supervisor.
        ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"].iter().for_each(|name| _ = command.env_remove(name));
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let lines = lines_of(child.stdout.take(), false);
        let errors = lines_of(child.stderr.take(), true);
        Ok(Trial { child, lines, errors })
    }

    /// What it said at last is most likely why.
    fn last_words(&self, status: ExitStatus) -> String {
        match self.errors.iter().filter(|line| !line.trim().is_empty()).last() {
            Some(said) => format!("{status}: {said}"),
            None => status.to_string(),
        }
    }

    /// In order if it listens, else at once.
    async fn end(&mut self) {
        #[cfg(unix)]
        if let Some(id) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            let _ = rustix::process::kill_process(id, rustix::process::Signal::TERM);
            let until = Instant::now() + CLOSING;
            while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
                sleep(LOOK).await;
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a program says, line by line; what is for the log goes on to ours.
fn lines_of(stream: Option<impl Read + Send + 'static>, is_log: bool) -> mpsc::Receiver<String> {
    let (tell, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in stream.into_iter().flat_map(|stream| BufReader::new(stream).lines().map_while(Result::ok)) {
            if is_log {
                let _ = writeln!(std::io::stderr(), "{line}");
            }
            if tell.send(line).is_err() {
                break;
            }
        }
    });
    lines
}

/// Returns when the new program has left the place where it waited, or is not taken from there in time.
async fn is_swapped(wish: &UpgradeWish) -> bool {
    let until = Instant::now() + SWAPPING;
    while Instant::now() < until {
        if !wish.program.exists() {
            return true;
        }
        sleep(LOOK).await;
    }
    false
}

/// What this program was started with. As a service of Windows it is called another way.
fn own_words() -> Vec<OsString> {
    let mut words: Vec<OsString> = env::args_os().skip(1).collect();
    if let [first, second, ..] = words.as_slice()
        && first == "service"
        && second == "run"
    {
        words.splice(..2, [OsString::from("serve")]);
    }
    words
}

/// Becomes the program that is in this one's place, be it the same: one process for the supervisor.
pub fn become_whoever_is_there(supervisor: &Arc<Supervisor>) -> Result<ExitCode, String> {
    let program: PathBuf = place::own();
    let mut command = Command::new(&program);
    command.args(env::args_os().skip(1));
    let cannot = |error: std::io::Error| format!("{} cannot be started: {error}.", program.display());
    #[cfg(unix)]
    {
        let _ = supervisor;
        Err(cannot(std::os::unix::process::CommandExt::exec(&mut command)))
    }
    #[cfg(not(unix))]
    {
        if supervisor.is_service {
            // A service cannot become another program here; Windows starts one again that ends like this.
            return Ok(ExitCode::FAILURE);
        }
        let status = command.status().map_err(cannot)?;
        Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
