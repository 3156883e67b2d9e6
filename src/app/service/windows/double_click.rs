//! A double-click on the program: it serves in its window, opens the panel, and offers to become a service.

use super::{manager::running_at, shell};
use crate::app::{
    notify::{Line, News, Supervisor},
    options::ServeOptions,
    serve,
};
use std::{
    env,
    ffi::{OsStr, OsString},
    io,
    process::ExitCode,
    thread,
};
use tokio::sync::watch;

pub fn is_double_click() -> bool {
    env::args_os().len() == 1 && shell::console_is_ours()
}

pub fn double_click(options: ServeOptions) -> Result<ExitCode, String> {
    if let Some(url) = running_at() {
        shell::shell("open", url.as_ref(), OsStr::new(""));
        return Ok(ExitCode::SUCCESS);
    }
    let mut install = OsString::from(format!("service install --listen {} --copy-from \"", options.listen));
    install.push(options.data.folder());
    install.push("\"");
    let (stop, stopped) = watch::channel(false);
    let window = Window { stop, install };
    let result = serve::serve(options, None, Supervisor::with_stop(Box::new(window), false, stopped));
    if let Err(sentence) = &result {
        println!("{sentence}");
        wait_for_enter("Press Enter to close this window.");
    }
    result
}

pub fn wait_for_enter(why: &str) {
    println!("\n{why}");
    let _ = io::stdin().read_line(&mut String::new());
}

/// The person before the window is the supervisor here.
struct Window {
    stop: watch::Sender<bool>,
    /// What the elevated program is told.
    install: OsString,
}

impl Line for Window {
    fn tell(&self, news: &News<'_>) {
        let News::Ready { url } = news else { return };
        shell::shell("open", url.as_ref(), OsStr::new(""));
        let (stop, install) = (self.stop.clone(), self.install.clone());
        thread::spawn(move || offer(&stop, &install));
    }
}

/// The elevated program waits until this one has stopped and let go of the store.
fn offer(stop: &watch::Sender<bool>, install: &OsStr) {
    loop {
        wait_for_enter(
            "garson runs until this window is closed. Press Enter to have it start with Windows instead: it moves to the \
             background, with a copy of what was entered here.",
        );
        let Ok(program) = env::current_exe() else { return };
        if shell::shell("runas", program.as_os_str(), install) {
            let _ = stop.send(true);
            return;
        }
        println!("Windows did not allow it; everything goes on as before.");
    }
}
