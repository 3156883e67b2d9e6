//! Time in the hands of a test: what would take the program seconds to wait for comes when the test says so.

use super::{Fake, Host, eventually, shim};
use std::{
    io::{Seek, Write},
    path::PathBuf,
    sync::{Arc, Mutex},
    thread,
    time::{Duration, Instant},
};
use tempfile::NamedTempFile;

/// When a program that was asking is taken to have asked it all.
const QUIET: Duration = Duration::from_millis(100);
/// When time is taken to have passed in vain, because the program was still at what it did before.
const IN_VAIN: Duration = Duration::from_secs(2);

/// All clocks of one program (`tests/shim/time.c`). Its sleeps, time limits and intervals go by them, also over restarts.
#[derive(Clone)]
pub struct Clock {
    began: Instant,
    /// What the test let pass, beside the time that passes by itself.
    passed: Arc<Mutex<Duration>>,
    file: Arc<NamedTempFile>,
    slower: u32,
}

impl Clock {
    /// One that goes on by itself as well.
    pub fn new() -> Clock {
        Clock::slower(1)
    }

    /// One of which so much less passes by itself. What the program does before the test lets time pass, it does without
    /// waiting for it, however slow the machine is.
    pub fn slower(by: u32) -> Clock {
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(&[0; 16]).unwrap();
        Clock { began: Instant::now(), passed: Arc::default(), file: Arc::new(file), slower: by }
    }

    /// So much time passes at once.
    pub fn pass(&self, span: Duration) {
        let mut passed = self.passed.lock().unwrap();
        *passed += span;
        let nanos = i64::try_from(passed.as_nanos()).unwrap();
        let mut file = self.file.as_file();
        file.rewind().unwrap();
        file.write_all(&nanos.to_ne_bytes()).unwrap();
    }

    /// Does something that has this asked of a platform, and lets so much time pass once it was.
    #[track_caller]
    pub fn pass_during<F: Fake, T: Send>(
        &self,
        host: &Host<F>,
        asked: &str,
        span: Duration,
        act: impl FnOnce() -> T + Send,
    ) -> T {
        let before = host.count(asked);
        thread::scope(|scope| {
            let acting = scope.spawn(act);
            host.await_count(asked, before + 1);
            self.pass(span);
            acting.join().unwrap()
        })
    }

    /// Waits for what comes of something that the program asks a platform every so often: whenever it has asked and is
    /// quiet again, that time passes at once.
    #[track_caller]
    pub fn await_by_asking<F: Fake, T>(
        &self,
        host: &Host<F>,
        every: Duration,
        what: &str,
        mut ask: impl FnMut() -> Option<T>,
    ) -> T {
        let (mut heard, mut quiet_since, mut passed) = (0, Instant::now(), None);
        eventually(what, || {
            let answer = ask();
            let now_heard = host.heard_count();
            if now_heard != heard {
                (heard, quiet_since, passed) = (now_heard, Instant::now(), None);
            }
            let is_in_vain = passed.is_none_or(|at: Instant| at.elapsed() > IN_VAIN);
            if answer.is_none() && is_in_vain && quiet_since.elapsed() > QUIET {
                passed = Some(Instant::now());
                self.pass(every);
            }
            answer
        })
    }

    /// How long it has been going, to the program.
    pub fn elapsed(&self) -> Duration {
        *self.passed.lock().unwrap() + self.began.elapsed() / self.slower
    }

    /// What the program is started with.
    pub(super) fn environment(&self) -> [(String, String); 3] {
        let text = |path: PathBuf| path.to_str().unwrap().to_owned();
        [
            ("LD_PRELOAD".to_owned(), text(shim("time"))),
            ("TIME_PASSED".to_owned(), text(self.file.path().to_owned())),
            ("TIME_SLOWER".to_owned(), self.slower.to_string()),
        ]
    }
}
