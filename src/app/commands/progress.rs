//! How far long work is: a bar at a terminal, a line now and then where there is none. Work that is soon over shows nothing.

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

const QUIET: Duration = Duration::from_secs(1);
const BAR_EVERY: Duration = Duration::from_millis(100);
const LINE_EVERY: Duration = Duration::from_secs(10);
const WIDTH: usize = 30;

pub struct ProgressLine {
    what: &'static str,
    is_terminal: bool,
    began: Instant,
    last: Option<Instant>,
}

impl ProgressLine {
    pub fn new(what: &'static str) -> ProgressLine {
        ProgressLine { what, is_terminal: std::io::stderr().is_terminal(), began: Instant::now(), last: None }
    }

    /// From 0 to 1.
    pub fn show(&mut self, share: f64) {
        let now = Instant::now();
        let every = if self.is_terminal { BAR_EVERY } else { LINE_EVERY };
        let is_due = self.last.map_or(now - self.began >= QUIET, |last| now - last >= every);
        if !is_due {
            return;
        }
        self.last = Some(now);
        let mut out = std::io::stderr();
        // A lost reader is no reason to stop.
        let _ = match self.is_terminal {
            true => write!(out, "\r{}\x1b[K", bar(self.what, share)).and_then(|()| out.flush()),
            false => writeln!(out, "{}: {:.0} %", self.what, share * 100.0),
        };
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if self.is_terminal && self.last.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

fn bar(what: &str, share: f64) -> String {
    let full = (share.clamp(0.0, 1.0) * WIDTH as f64) as usize;
    format!("{what} [{}{}] {:3.0} %", "#".repeat(full), ".".repeat(WIDTH - full), share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_is_as_long_at_each_share() {
        assert_eq!(bar("x", 0.0), format!("x [{}]   0 %", ".".repeat(WIDTH)));
        assert_eq!(bar("x", 1.0), format!("x [{}] 100 %", "#".repeat(WIDTH)));
        assert_eq!(bar("x", 0.5).len(), bar("x", 0.0).len());
    }
}
