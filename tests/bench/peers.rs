//! The programs that garson is measured against, built when they are needed: the package in `tests/bench/peers`.

use crate::process::{Disk, Spent, counts_of};
use std::{
    io::{BufRead, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};
use tempfile::TempDir;

/// The one program of all peers, compiled.
pub struct Peers(PathBuf);

impl Peers {
    pub fn build() -> Peers {
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("peers");
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bench/peers/Cargo.toml");
        eprintln!("building the peers in {}", target.display());
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--release", "--locked", "--quiet", "--manifest-path"]).arg(manifest);
        cargo.arg("--target-dir").arg(&target);
        assert!(cargo.status().unwrap().success(), "the peers do not compile");
        Peers(target.join("release/peers"))
    }

    fn command(&self, words: &[&str], disk: Disk, folder: &Path) -> Command {
        let mut command = Command::new(&self.0);
        command.args(words).envs(disk.environment(&counts_of(folder))).stdin(Stdio::null());
        command
    }

    /// Bare hyper with one line of JSON.
    pub fn hello(&self) -> Peer {
        let folder = tempfile::tempdir().unwrap();
        Peer::start(Command::new(&self.0).arg("hello"), folder)
    }

    /// axum and SQLite, with as many of our orders as `stocked`.
    pub fn shop(&self, disk: Disk, stocked: u64) -> Peer {
        let folder = tempfile::tempdir().unwrap();
        self.fill(folder.path(), stocked);
        let at = folder.path().to_str().unwrap().to_owned();
        Peer::start(&mut self.command(&["shop", &at], disk, folder.path()), folder)
    }

    /// Puts orders into the shop's database in large transactions; the bytes of its file.
    pub fn fill(&self, folder: &Path, orders: u64) -> u64 {
        let mut command = self.command(&["fill", folder.to_str().unwrap()], Disk::Free, folder);
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        let mut lines = BufWriter::new(child.stdin.take().unwrap());
        for number in 0..orders {
            writeln!(lines, "{}", crate::orders::order(number)).unwrap();
        }
        drop(lines);
        assert!(child.wait().unwrap().success());
        folder.join("shop.sqlite").metadata().unwrap().len()
    }

    /// Pages written and synced in a second, one at a time.
    pub fn ruler(&self, disk: Disk, seconds: f64) -> f64 {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ruler");
        let words = ["ruler", file.to_str().unwrap(), &seconds.to_string()];
        let said = numbers(&mut self.command(&words, disk, folder.path()));
        said[0] / said[1]
    }

    /// Bare ureq: posts in a second, and CPU microseconds for each.
    pub fn send(&self, url: &str, count: u64, body: &[u8]) -> (f64, f64) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("body");
        std::fs::write(&file, body).unwrap();
        let said = numbers(Command::new(&self.0).args(["send", url, &count.to_string(), file.to_str().unwrap()]));
        (said[0] / said[1], said[2] * 1e6 / said[0])
    }
}

/// The numbers that a program prints on its one line.
fn numbers(command: &mut Command) -> Vec<f64> {
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    assert!(output.status.success(), "{command:?}");
    String::from_utf8(output.stdout).unwrap().split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// A peer that listens.
pub struct Peer {
    child: Child,
    folder: TempDir,
    /// Host and port.
    pub address: String,
}

impl Peer {
    fn start(command: &mut Command, folder: TempDir) -> Peer {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let listening = lines.find_map(|line| line.unwrap().strip_prefix("listening on http://").map(str::to_owned));
        Peer { child, folder, address: listening.expect("it listens") }
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    pub fn spent(&self) -> Spent {
        Spent::by(self.pid(), self.folder.path())
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
