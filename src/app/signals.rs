//! What stops the program from outside, and how long its last tasks may take then.

use std::time::Duration;

/// For what must end even if the client hangs up, a platform call above all; closing the rest fits into what is left of 12 s.
pub const LAST_TASKS: Duration = Duration::from_secs(11);
/// Windows ends a program five seconds after its window was closed.
#[cfg(windows)]
const WINDOW_CLOSED: Duration = Duration::from_secs(3);

/// Ctrl-C and what a service manager sends.
pub struct Signals {
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    /// The window in which it runs was closed.
    #[cfg(unix)]
    hang_up: tokio::signal::unix::Signal,
    #[cfg(windows)]
    ctrl_break: tokio::signal::windows::CtrlBreak,
    #[cfg(windows)]
    window_closed: tokio::signal::windows::CtrlClose,
    #[cfg(windows)]
    shutdown: tokio::signal::windows::CtrlShutdown,
}

impl Signals {
    #[cfg(unix)]
    pub fn new() -> std::io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { terminate: signal(SignalKind::terminate())?, hang_up: signal(SignalKind::hangup())? })
    }

    #[cfg(windows)]
    pub fn new() -> std::io::Result<Signals> {
        use tokio::signal::windows::{ctrl_break, ctrl_close, ctrl_shutdown};
        Ok(Signals { ctrl_break: ctrl_break()?, window_closed: ctrl_close()?, shutdown: ctrl_shutdown()? })
    }

    /// Returns when one comes, with the time that is left for the last tasks.
    #[cfg(unix)]
    pub async fn next(&mut self) -> Duration {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.hang_up.recv() => {}
            _ = tokio::signal::ctrl_c() => {}
        }
        LAST_TASKS
    }

    #[cfg(windows)]
    pub async fn next(&mut self) -> Duration {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => LAST_TASKS,
            _ = self.ctrl_break.recv() => LAST_TASKS,
            _ = self.window_closed.recv() => WINDOW_CLOSED,
            _ = self.shutdown.recv() => WINDOW_CLOSED,
        }
    }
}
