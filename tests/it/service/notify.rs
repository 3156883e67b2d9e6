//! What the program tells systemd, heard on a socket of ours.

use crate::{
    golden,
    harness::{Garson, PATIENCE, connect, eventually, garson, shim},
};
use serde_json::json;
use std::{
    fs,
    io::{BufRead, BufReader, Read},
    os::{
        linux::net::SocketAddrExt,
        unix::net::{SocketAddr, UnixDatagram},
    },
    path::Path,
    process::Stdio,
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// Half a second between two signs of life.
const WATCHDOG: Duration = Duration::from_secs(1);

struct Systemd {
    socket: UnixDatagram,
    name: String,
    _folder: TempDir,
}

impl Systemd {
    fn new() -> Systemd {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notify");
        let socket = UnixDatagram::bind(&path).unwrap();
        Systemd { socket, name: path.to_str().unwrap().to_owned(), _folder: folder }
    }

    fn starts(&self, garson: Garson) -> Garson {
        garson.env("NOTIFY_SOCKET", &self.name).env("WATCHDOG_USEC", WATCHDOG.as_micros().to_string()).serve()
    }

    /// All that was said and not heard yet.
    fn has_heard(&self) -> Vec<String> {
        self.socket.set_nonblocking(true).unwrap();
        let heard = std::iter::from_fn(|| self.receive()).collect();
        self.socket.set_nonblocking(false).unwrap();
        heard
    }

    fn next(&self, within: Duration) -> Option<String> {
        self.socket.set_read_timeout(Some(within)).unwrap();
        self.receive()
    }

    fn receive(&self) -> Option<String> {
        let mut words = [0; 4_096];
        let length = self.socket.recv(&mut words).ok()?;
        Some(String::from_utf8(words[..length].to_vec()).unwrap())
    }

    /// Everything until something is said.
    fn hears_until(&self, wanted: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let Some(words) = self.next(PATIENCE) else { panic!("no {wanted:?} after {heard:?}") };
            heard.push(words);
            if heard.last().unwrap().lines().any(|line| line.starts_with(wanted)) {
                return heard;
            }
        }
    }
}

#[test]
fn ready_is_said_when_the_doors_are_open_and_then_that_it_lives_until_it_stops() {
    let systemd = Systemd::new();
    let prepared = Garson::prepare(&[]);
    let began = Instant::now();
    let mut garson = systemd.starts(prepared);
    let ready = systemd.hears_until("READY=1").pop().unwrap();
    assert_eq!(ready, format!("READY=1\nSTATUS=Listening on {}", garson.base));
    assert_eq!(garson.get("/health").status, 200);
    systemd.hears_until("WATCHDOG=1");
    let commits = garson.metric("garson_store_commits_total");
    for sign in 2..=6 {
        let heard = systemd.next(WATCHDOG * 5);
        assert_eq!(heard.as_deref(), Some("WATCHDOG=1"));
        // Twice in the time that the watchdog waits, and not more often.
        assert!(WATCHDOG / 2 * (sign - 1) <= began.elapsed(), "{sign} signs of life after {:?}", began.elapsed());
    }
    assert_eq!(garson.metric("garson_store_commits_total"), commits, "a sign of life wrote something");
    assert!(garson.stop().0.success());
    let last = systemd.hears_until("STOPPING=1");
    assert!(last.last().unwrap().contains("\nEXTEND_TIMEOUT_USEC="), "{last:?}");
    assert_eq!(systemd.has_heard(), Vec::<String>::new(), "something was said after the end");
}

#[test]
fn a_socket_that_is_on_no_disk_hears_it_too() {
    let mut systemd = Systemd::new();
    let name = format!("garson-test-{}", std::process::id());
    systemd.socket = UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(&name).unwrap()).unwrap();
    systemd.name = format!("@{name}");
    let _garson = systemd.starts(Garson::prepare(&[]));
    systemd.hears_until("READY=1");
}

#[test]
fn while_the_writer_hangs_the_watchdog_hears_nothing() {
    let systemd = Systemd::new();
    let flags = tempfile::tempdir().unwrap();
    let flag = flags.path().join("flag");
    let garson =
        Garson::prepare(&[]).env("LD_PRELOAD", shim("disk").to_str().unwrap()).env("DISK_FLAG", flag.to_str().unwrap());
    let garson = systemd.starts(garson);
    systemd.hears_until("WATCHDOG=1");
    fs::write(&flag, "h").unwrap();
    std::thread::scope(|scope| {
        let hanging = scope.spawn(|| garson.post("/web-api/v1/restaurants", json!({ "name": "Köfteci" })));
        systemd.hears_until("STATUS=The store's writer");
        // By the program's own clock five seconds pass until it ends a connection that says nothing.
        let _ = connect(&garson).read(&mut [0]);
        let heard = systemd.has_heard();
        // Lifted before anything is judged, or a failure would hang as well.
        fs::remove_file(&flag).unwrap();
        assert_eq!(heard, Vec::<String>::new());
        hanging.join().unwrap().data();
    });
    systemd.hears_until("WATCHDOG=1");
}

#[test]
fn a_full_disk_is_no_reason_to_begin_anew() {
    let systemd = Systemd::new();
    let flags = tempfile::tempdir().unwrap();
    let flag = flags.path().join("flag");
    let garson =
        Garson::prepare(&[]).env("LD_PRELOAD", shim("disk").to_str().unwrap()).env("DISK_FLAG", flag.to_str().unwrap());
    let garson = systemd.starts(garson);
    systemd.hears_until("WATCHDOG=1");
    fs::write(&flag, "f").unwrap();
    garson.post("/web-api/v1/restaurants", json!({ "name": "Köfteci" })).refused(503, "unavailable");
    eventually("the store is closed", || (garson.get("/health").status == 503).then_some(()));
    systemd.has_heard();
    systemd.hears_until("WATCHDOG=1");
    systemd.hears_until("WATCHDOG=1");
    assert_eq!(garson.get("/health").status, 503);
    fs::remove_file(&flag).unwrap();
}

#[test]
fn a_store_that_is_brought_up_says_how_far_it_is_before_it_is_ready() {
    let systemd = Systemd::new();
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/files/format-1");
    let _garson = systemd.starts(golden::opened(&old).0);
    let heard = systemd.hears_until("READY=1");
    let told =
        |words: &String| words.starts_with("STATUS=Bringing") && words.contains("\nEXTEND_TIMEOUT_USEC=60000000");
    assert!(heard.iter().any(told), "{heard:?}");
}

/// The greeting of a box that nobody owns, with these variables.
fn greeting(variables: &[(&str, &str)]) -> String {
    let data = tempfile::tempdir().unwrap();
    let mut child = garson()
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(data.path())
        .env_remove("INVOCATION_ID")
        .env_remove("NOTIFY_SOCKET")
        .envs(variables.iter().copied())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut said = String::new();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    while !said.contains("Nobody owns") {
        said += &(lines.next().unwrap() + "\n");
    }
    crate::harness::signal(child.id(), "TERM");
    lines.for_each(|line| said += &line);
    assert!(child.wait().unwrap().success());
    said
}

#[test]
fn a_setup_code_is_printed_for_a_person_and_not_for_a_log() {
    let has_code = |text: &str| {
        let digits = |part: &str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit());
        text.split_whitespace().any(|word| word.split_once('-').is_some_and(|(a, b)| digits(a) && digits(b)))
    };
    let by_hand = greeting(&[]);
    assert!(has_code(&by_hand), "{by_hand}");
    let systemd = Systemd::new();
    for variables in [[("INVOCATION_ID", "4f")], [("NOTIFY_SOCKET", &*systemd.name)]] {
        let as_service = greeting(&variables);
        assert!(!has_code(&as_service) && as_service.contains("garson setup-link"), "{as_service}");
    }
}
