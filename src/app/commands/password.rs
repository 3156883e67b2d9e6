//! The password that a command asks for. At a terminal it is not shown while it is typed, and the terminal is as it was
//! afterwards, also after an interrupt.

use super::ask::{cannot_start, runtime};
use std::io::{BufRead, IsTerminal, Write};
use std::thread;

/// What a shell says of a program that was broken off.
const BROKEN_OFF: i32 = 130;

/// The first line of standard input. At a terminal it is asked for.
pub fn read() -> Result<String, String> {
    let password = match is_typed() {
        true => ask("Password (8 to 200 characters, not shown as you type): ")?,
        false => line()?,
    };
    if password.is_empty() {
        return Err("No password came in. Give it on standard input with --password-stdin.".into());
    }
    Ok(password)
}

/// Whether it can be typed at a terminal.
pub fn is_typed() -> bool {
    std::io::stdin().is_terminal()
}

/// Asks at the terminal.
pub fn ask(question: &str) -> Result<String, String> {
    // Before anything is hidden, or an interrupt could come in between.
    restore_when_broken_off()?;
    let hidden = terminal::hide();
    eprint!("{question}");
    let _ = std::io::stderr().flush();
    let line = line();
    terminal::restore();
    if hidden {
        eprintln!();
    }
    line
}

/// The next line of standard input, without its end.
pub fn line() -> Result<String, String> {
    first_line(std::io::stdin().lock()).map_err(|e| format!("The password cannot be read: {e}."))
}

/// Without its end.
pub fn first_line(mut input: impl BufRead) -> std::io::Result<String> {
    let mut line = String::new();
    input.read_line(&mut line)?;
    Ok(line.trim_end_matches(['\n', '\r']).to_owned())
}

fn restore_when_broken_off() -> Result<(), String> {
    let runtime = runtime()?;
    let inside = runtime.enter();
    #[cfg(unix)]
    let interrupt = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::interrupt());
    #[cfg(windows)]
    let interrupt = tokio::signal::windows::ctrl_c();
    let mut interrupt = interrupt.map_err(cannot_start)?;
    drop(inside);
    thread::spawn(move || {
        if runtime.block_on(interrupt.recv()).is_some() {
            terminal::restore();
            eprintln!();
            std::process::exit(BROKEN_OFF);
        }
    });
    Ok(())
}

#[cfg(unix)]
mod terminal {
    use parking_lot::Mutex;
    use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcsetattr};
    use std::io::stdin;

    /// As it was before.
    static BEFORE: Mutex<Option<Termios>> = Mutex::new(None);

    /// Whether it could be done.
    pub fn hide() -> bool {
        let Ok(before) = tcgetattr(stdin()) else { return false };
        let mut hidden = before.clone();
        *BEFORE.lock() = Some(before);
        hidden.local_modes.remove(LocalModes::ECHO);
        tcsetattr(stdin(), OptionalActions::Flush, &hidden).is_ok()
    }

    pub fn restore() {
        if let Some(before) = BEFORE.lock().take() {
            let _ = tcsetattr(stdin(), OptionalActions::Now, &before);
        }
    }
}

#[cfg(windows)]
mod terminal {
    use crate::app::service::show_typed;

    /// Whether it could be done.
    pub fn hide() -> bool {
        show_typed(false)
    }

    pub fn restore() {
        show_typed(true);
    }
}
