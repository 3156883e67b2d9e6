//! The program as a command: set up, given something on its standard input, signalled.

use serde_json::Value;
use std::{
    io::Write,
    path::Path,
    process::{Command, Stdio},
    sync::OnceLock,
};
use tempfile::TempDir;

/// The binary under test.
pub fn garson() -> Command {
    command(Path::new(env!("CARGO_BIN_EXE_garson")))
}

pub(super) fn command(program: &Path) -> Command {
    let mut command = Command::new(program);
    // What is read back is English, whatever this machine speaks.
    command.env_remove("GARSON_DATA").env("LC_ALL", "en_US.UTF-8").stdin(Stdio::null());
    command
}

/// Runs `garson setup` in a folder, or copies one that was set up before: hashing a password is slow on purpose.
pub(super) fn set_up(data: &Path) -> String {
    static TEMPLATE: OnceLock<(TempDir, String)> = OnceLock::new();
    let (template, key) = TEMPLATE.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let key = run_set_up(&mut garson(), folder.path());
        (folder, key)
    });
    for name in ["garson.redb", "garson.key"] {
        std::fs::copy(template.path().join(name), data.join(name)).unwrap();
    }
    key.clone()
}

pub(super) fn run_set_up(garson: &mut Command, data: &Path) -> String {
    let setup = garson.args(["setup", "--user", "ayşe", "--password-stdin", "--json", "--data"]).arg(data);
    let (output, _) = run_with_input(setup, "doğru at pil zımba\n");
    let made: Value = serde_json::from_str(&output).unwrap();
    made["apiKey"].as_str().unwrap().to_owned()
}

/// Runs a command with something on its standard input; standard output and whether it went well.
pub fn run_with_input(command: &mut Command, input: &str) -> (String, bool) {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
}

pub fn signal(pid: u32, name: &str) {
    assert!(Command::new("kill").args([&format!("-{name}"), &pid.to_string()]).status().unwrap().success());
}
