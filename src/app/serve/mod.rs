//! `garson serve`: opens everything in order, says where it listens, and closes everything in order.

mod entrance;
mod held_ports;
mod program;
mod restoring;

use super::upgrade::{launch, place, state, trial};
use super::{log, notify::Supervisor, options::ServeOptions, signals::Signals, staging::Staging};
use crate::model::{RestoreFlaw, UpgradeFlaw, UpgradeState};
use crate::ops::care::upgrades::release;
use crate::store::{Folder, OpenError};
pub use entrance::local_url;
use program::{ClosedProgram, Program, StopWish};
use restoring::AfterRestore;
use std::time::{Duration, Instant};
use std::{path::Path, process::ExitCode, sync::Arc};
use tokio::task::JoinHandle;

/// For the program before to let go of the folder.
const LETTING_GO: Duration = Duration::from_secs(5);
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Runs until a signal or the supervisor stops it. `staging` is what a demo adds to an empty store.
pub fn serve(options: ServeOptions, staging: Option<Staging>, supervisor: Supervisor) -> Result<ExitCode, String> {
    log::start(&options)?;
    let (pauses, interval) = (options.webhook_retries.0, options.poll_interval);
    tracing::debug!(webhook_retries = ?pauses, poll_interval = ?interval, rate_limit = options.rate_limit, "settings");
    let who = format!("a running garson (process {}, {})", std::process::id(), local_url(options.listen));
    // Asked for before anything is replaced: afterwards the system may not tell.
    let program = place::own();
    let folder = hold(&options.data.folder(), &who)?;
    let last_upgrade = match trial::is_asked() {
        true => None,
        false => {
            let settled = state::settle(&folder, release::own_version())?;
            place::tidy(&program);
            settled
        }
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

/// On trial a program comes right after the one that it may replace, which has only just let go.
fn hold(folder: &Path, who: &str) -> Result<Folder, String> {
    let until = Instant::now() + if trial::is_asked() { LETTING_GO } else { Duration::ZERO };
    loop {
        match Folder::hold(folder, who) {
            Err(OpenError::InUse(..)) if Instant::now() < until => std::thread::sleep(LOOK_AGAIN),
            held => return held.map_err(|error| error.to_string()),
        }
    }
}

/// What is left to do when all is closed.
enum Ending {
    Stop(ExitCode),
    /// As the program that is in this one's place by now.
    StartAgain,
}

/// Once, and again on a store that came back from a backup.
async fn run(
    options: ServeOptions,
    mut folder: Folder,
    mut last_upgrade: Option<UpgradeState>,
    mut staging: Option<Staging>,
    supervisor: Arc<Supervisor>,
) -> Result<Ending, String> {
    let mut signals = Signals::new().map_err(|e| format!("The program cannot listen for signals: {e}."))?;
    let (mut sockets, mut staying_alive) = (Vec::new(), None::<JoinHandle<()>>);
    loop {
        let opened = Program::open(&options, folder, last_upgrade.clone(), &supervisor, &mut signals, sockets).await?;
        let (mut program, held) = match opened {
            Ok(opened) => opened,
            Err(code) => return Ok(Ending::Stop(code)),
        };
        if trial::is_asked() {
            program.prove().await?;
            trial::show_life(trial::WELL);
            return Ok(Ending::Stop(ExitCode::SUCCESS));
        }
        program.mount(&options, &held, last_upgrade.clone(), staging.take()).await?;
        // It is on record now.
        last_upgrade.iter_mut().for_each(|upgrade| upgrade.is_noted = true);
        if let Some(rests) = staying_alive.take() {
            rests.abort();
        }
        let stop = program.wait(&mut signals).await;
        let ClosedProgram { is_closed, ports, sockets: kept } = program.close(&stop).await;
        let ending = match stop.wish {
            None => return Ok(Ending::Stop(stop.code)),
            Some(StopWish::Upgrade(wish)) if is_closed => {
                let starts_again = launch::give_way(held, &wish, &supervisor, &mut signals).await;
                Err(if starts_again { Ending::StartAgain } else { Ending::Stop(stop.code) })
            }
            Some(StopWish::Upgrade(wish)) => {
                // A store that may still be written to cannot be copied.
                launch::call_off(&held, &wish, UpgradeFlaw::NotClosed);
                Err(Ending::StartAgain)
            }
            Some(StopWish::Restore(wish)) => match (&ports, is_closed) {
                (Some(ports), true) => {
                    match restoring::restore(held, wish, &ports.site, &supervisor, &mut signals).await {
                        AfterRestore::Open(folder) => Ok(folder),
                        AfterRestore::Stop => Err(Ending::Stop(stop.code)),
                        AfterRestore::StartAgain => Err(Ending::StartAgain),
                    }
                }
                _ => {
                    // Nor can it be replaced.
                    wish.note_flaw(held.path(), RestoreFlaw::NotClosed);
                    Err(Ending::StartAgain)
                }
            },
        };
        if let Some(ports) = ports {
            ports.let_go().await;
        }
        match ending {
            Ok(same) => (folder, sockets, staying_alive) = (same, kept, stop.staying_alive),
            Err(ending) => return Ok(ending),
        }
    }
}
