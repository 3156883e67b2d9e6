//! Drives the real binary over a real socket: starts it on a free port, talks to it, kills it, starts it again.
//!
//! Nothing here sleeps to synchronise or guesses a port: the program prints where it listens. A failed assertion on a
//! `Reply` prints the request, the answer and the last lines of the log.

mod clock;
mod commands;
mod gate;
mod host;
mod inside;
mod masked;
mod receiver;
mod reply;
mod shim;
mod shop;
mod slowly;
mod time_of_day;
mod wire;

pub use clock::Clock;
pub use commands::{garson, run_with_input, signal};
pub use host::{Answered, Fake, HELD, Host};
pub use inside::{in_an_empty_app, in_the_app_of};
pub use masked::{OF_AN_ORDER, masked};
pub use receiver::{Heard, Receiver, Script};
pub use reply::Reply;
pub use shim::shim;
pub use shop::{Shop, an_order};
pub use slowly::{slowly, slowly_with_a_clock};
pub use time_of_day::TimeOfDay;
pub use wire::{NOBODY, await_taken, connect, connect_from, connect_many, exchange_on, hang_up, raw_exchange};

use commands::{command, run_set_up, set_up};
use serde_json::Value;
use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ExitStatus, Stdio},
    sync::Barrier,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// How long anything that is awaited may take before the test fails: far longer than it takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running appliance with its own data folder, its owner set up and its first key known.
pub struct Garson {
    child: Option<Child>,
    program: PathBuf,
    data: TempDir,
    flags: Vec<String>,
    environment: Vec<(String, String)>,
    pub base: String,
    /// Of the listener that has intake alone, where there is one.
    pub intake_base: String,
    pub key: String,
    agent: ureq::Agent,
}

impl Garson {
    pub fn start() -> Garson {
        Garson::start_with(&[])
    }

    /// With more flags of `serve`. The rate limit is off unless a test asks for one.
    pub fn start_with(flags: &[&str]) -> Garson {
        Garson::prepare(flags).serve()
    }

    /// Set up, but not started yet.
    pub fn prepare(flags: &[&str]) -> Garson {
        let mut garson = Garson::unowned(flags);
        garson.key = set_up(garson.data.path());
        garson
    }

    /// Nobody has set it up, and it is not started yet.
    pub fn unowned(flags: &[&str]) -> Garson {
        let data = tempfile::tempdir().unwrap();
        let flags = if flags.contains(&"--rate-limit") { vec![] } else { vec!["--rate-limit", "0"] }
            .into_iter()
            .chain(flags.iter().copied())
            .map(str::to_owned)
            .collect();
        let agent = agent(10);
        let [base, intake_base, key] = [const { String::new() }; 3];
        let program = env!("CARGO_BIN_EXE_garson").into();
        Garson { child: None, program, data, flags, environment: Vec::new(), base, intake_base, key, agent }
    }

    /// Set up anew in its own environment, by its own clock.
    pub fn set_up(mut self) -> Garson {
        self.key = run_set_up(garson().envs(self.environment.iter().cloned()), self.data.path());
        self
    }

    /// An environment variable for the next start.
    pub fn env(mut self, name: &str, value: impl Into<String>) -> Garson {
        self.environment.push((name.to_owned(), value.into()));
        self
    }

    /// Time passes for it as the test says.
    pub fn clock(mut self, clock: &Clock) -> Garson {
        self.environment.extend(clock.environment());
        // What is idle between two requests would have been for as long as the test let pass in between.
        self.agent = agent(0);
        self
    }

    /// Another binary than the one under test, or a copy of it.
    pub fn program(mut self, program: &Path) -> Garson {
        program.clone_into(&mut self.program);
        self
    }

    /// Its data below this folder, which lies on another disk; before it is started.
    #[allow(dead_code, reason = "the benchmark has a disk of its own")]
    pub fn on(mut self, disk: &Path) -> Garson {
        let data = tempfile::tempdir_in(disk).unwrap();
        for file in std::fs::read_dir(self.data.path()).unwrap().map(Result::unwrap) {
            std::fs::copy(file.path(), data.path().join(file.file_name())).unwrap();
        }
        self.data = data;
        self
    }

    pub fn serve(mut self) -> Garson {
        self.launch();
        self
    }

    pub fn data(&self) -> &Path {
        self.data.path()
    }

    /// The bytes of its database and journal.
    pub fn store_bytes(&self) -> Vec<u8> {
        ["garson.redb", "garson.journal"].map(|name| std::fs::read(self.data().join(name)).unwrap()).concat()
    }

    pub fn pid(&self) -> u32 {
        self.child.as_ref().expect("it runs").id()
    }

    /// Sends SIGTERM and waits; how it ended and how long that took.
    pub fn stop(&mut self) -> (ExitStatus, Duration) {
        let mut child = self.child.take().expect("it runs");
        let began = Instant::now();
        signal(child.id(), "TERM");
        (child.wait().unwrap(), began.elapsed())
    }

    /// SIGKILL: what a power cut is to a process.
    pub fn kill(&mut self) {
        let mut child = self.child.take().expect("it runs");
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Starts again on the same data; ends the running one properly first.
    pub fn restart(&mut self) {
        if self.child.is_some() {
            self.stop();
        }
        self.launch();
    }

    /// Whether the process has ended by itself.
    pub fn has_ended(&mut self) -> bool {
        self.child.as_mut().is_some_and(|child| child.try_wait().unwrap().is_some())
    }

    fn launch(&mut self) {
        let log = File::options().create(true).append(true).open(self.log_path()).unwrap();
        let mut child = command(&self.program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(self.data.path())
            .args(&self.flags)
            .envs(self.environment.iter().map(|(name, value)| (name, value)))
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let listening = lines.find_map(|line| {
            let line = line.unwrap();
            if let Some(base) = line.strip_prefix("intake alone on ") {
                self.intake_base = base.to_owned();
            }
            line.strip_prefix("listening on ").map(str::to_owned)
        });
        let Some(base) = listening else {
            let status = child.wait().unwrap();
            panic!("it ended with {status} before it listened:\n{}", self.log());
        };
        // Read on, or the program would block on a full pipe one day.
        let mut said = File::options().create(true).append(true).open(self.out_path()).unwrap();
        writeln!(said, "listening on {base}").unwrap();
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(|line| _ = writeln!(said, "{line}")));
        self.base = base;
        self.child = Some(child);
    }

    fn out_path(&self) -> PathBuf {
        self.data.path().join("test.out")
    }

    /// What it has printed so far.
    pub fn printed(&self) -> String {
        std::fs::read_to_string(self.out_path()).unwrap_or_default()
    }

    fn log_path(&self) -> PathBuf {
        self.data.path().join("test.log")
    }

    /// What it has logged so far.
    pub fn log(&self) -> String {
        std::fs::read_to_string(self.log_path()).unwrap_or_default()
    }

    pub fn get(&self, path: &str) -> Reply {
        self.send("GET", path, None, &[])
    }

    pub fn post(&self, path: &str, body: Value) -> Reply {
        self.send("POST", path, Some(body.to_string().as_bytes()), &[])
    }

    pub fn put(&self, path: &str, body: Value) -> Reply {
        self.send("PUT", path, Some(body.to_string().as_bytes()), &[])
    }

    pub fn delete(&self, path: &str) -> Reply {
        self.send("DELETE", path, None, &[])
    }

    /// Any request under the base address or to a full one; JSON and our key unless the headers say otherwise.
    pub fn send(&self, method: &str, path: &str, body: Option<&[u8]>, headers: &[(&str, &str)]) -> Reply {
        self.try_send(method, path, body, headers).unwrap_or_else(|error| panic!("{error}\n{}", self.log_tail()))
    }

    /// The same, where no answer at all may come.
    pub fn try_send(
        &self,
        method: &str,
        path: &str,
        body: Option<&[u8]>,
        headers: &[(&str, &str)],
    ) -> Result<Reply, String> {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base) };
        let has = |name: &str| headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name));
        let mut request = ureq::http::Request::builder().method(method).uri(&url);
        if !has("authorization") {
            request = request.header("Authorization", format!("Bearer {}", self.key));
        }
        if body.is_some() && !has("content-type") {
            request = request.header("Content-Type", "application/json");
        }
        // An empty value means: not at all.
        for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
            request = request.header(*name, *value);
        }
        let shown = body.unwrap_or_default();
        let sent = format!("{method} {path} {}", String::from_utf8_lossy(&shown[..shown.len().min(2_000)]));
        let answer = match body {
            Some(body) => self.agent.run(request.body(body).unwrap()),
            None => self.agent.run(request.body(()).unwrap()),
        };
        let mut answer = answer.map_err(|error| format!("{sent}\nno answer: {error}"))?;
        let mut text = Vec::new();
        let read = answer.body_mut().as_reader().read_to_end(&mut text);
        read.map_err(|error| format!("{sent}\nthe answer broke off: {error}"))?;
        Ok(Reply {
            status: answer.status().as_u16(),
            headers: answer
                .headers()
                .iter()
                .map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()))
                .collect(),
            json: serde_json::from_slice(&text).unwrap_or(Value::Null),
            text: String::from_utf8_lossy(&text).into_owned(),
            context: format!("{sent}\n{}", self.log_tail()),
        })
    }

    fn log_tail(&self) -> String {
        let log = self.log();
        let lines: Vec<&str> = log.lines().collect();
        format!("log:\n{}", lines[lines.len().saturating_sub(15)..].join("\n"))
    }

    /// A request with another key than the first.
    pub fn send_with(&self, key: &str, method: &str, path: &str, body: Option<&Value>) -> Reply {
        let body = body.map(ToString::to_string);
        let headers = [("Authorization", format!("Bearer {key}"))];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        self.send(method, path, body.as_deref().map(str::as_bytes), &headers)
    }

    /// One number of `/metrics`.
    #[track_caller]
    pub fn metric(&self, name: &str) -> u64 {
        let metrics = self.get("/metrics");
        let line = metrics.text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("no {name} in {metrics}"))
    }

    /// `garson check` on the stopped store: its exit code and what it said.
    pub fn check(&self) -> (bool, String) {
        let output = garson().args(["check", "--data"]).arg(self.data.path()).output().unwrap();
        (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
    }

    #[track_caller]
    pub fn assert_sound(&self) {
        let (is_sound, said) = self.check();
        assert!(is_sound, "{said}\n{}", self.log_tail());
    }

    /// Stops it and has the whole store checked.
    #[track_caller]
    pub fn stop_sound(&mut self) {
        let (status, _) = self.stop();
        assert!(status.success(), "{status}\n{}", self.log_tail());
        self.assert_sound();
    }

    /// Another API key, made while it is stopped: its id and its clear text.
    pub fn add_key(&self, name: &str) -> (String, String) {
        let made = garson().args(["key", "add", name, "--json", "--data"]).arg(self.data.path()).output().unwrap();
        let made: Value = serde_json::from_slice(&made.stdout).unwrap();
        (made["keyId"].as_str().unwrap().to_owned(), made["apiKey"].as_str().unwrap().to_owned())
    }
}

impl Drop for Garson {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Keeps so many connections for the next requests.
fn agent(idle: usize) -> ureq::Agent {
    let config = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
    let config = config.max_redirects(0).proxy(None).allow_non_standard_methods(true).max_idle_connections(idle);
    config.build().new_agent()
}

/// What lies in a folder, by name.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Does the same in so many threads at once; what each came to.
pub fn at_once<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let start = Barrier::new(threads);
    let run = |number| {
        start.wait();
        work(number)
    };
    let run = &run;
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|number| scope.spawn(move || run(number))).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

/// Asks again until the answer is `Some`, less and less often, or fails with what was waited for.
#[track_caller]
pub fn eventually<T>(what: &str, mut ask: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    let mut pause = Duration::from_millis(5);
    loop {
        if let Some(answer) = ask() {
            return answer;
        }
        assert!(Instant::now() < until, "waited in vain: {what}");
        std::thread::sleep(pause);
        pause = (pause * 5 / 4).min(Duration::from_millis(100));
    }
}
