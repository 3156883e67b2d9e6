//! A machine that `garson service` may change: a folder as its root, and programs that only write down their calls.

use crate::harness::garson;
use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

/// Each call is a line in `calls`; what a program answers is in files beside it.
const PROGRAM: &str = r#"#!/bin/sh
here=${0%/*}/..
name=${0##*/}
echo "$name $*" >> "$here/calls"
if [ -e "$here/fail-$name" ]; then read -r words < "$here/fail-$name"; echo "$words" >&2; exit 1; fi
case "$name $1" in
"id -u") if [ -e "$here/user" ]; then read -r number < "$here/user"; echo "$number"; else exit 1; fi ;;
"useradd "*) echo 990 > "$here/user" ;;
"systemctl enable") echo enabled > "$here/enabled" ;;
"systemctl disable") : > "$here/enabled"; echo inactive > "$here/active" ;;
"systemctl restart") if [ -e "$here/start" ]; then read -r state < "$here/start"; else state=active; fi; echo "$state" > "$here/active" ;;
"systemctl stop") echo inactive > "$here/active" ;;
"systemctl show")
    read -r active < "$here/active"; read -r enabled < "$here/enabled"
    echo "ActiveState=$active"; echo "UnitFileState=$enabled"; echo "ActiveEnterTimestamp=Sun 2026-11-15 09:00:00 +03" ;;
"journalctl "*) echo "garson: The port is taken." ;;
esac
"#;
const PROGRAMS: [&str; 7] = ["systemctl", "useradd", "adduser", "userdel", "id", "chown", "journalctl"];

pub struct Machine {
    folder: TempDir,
}

impl Machine {
    pub fn new() -> Machine {
        let machine = Machine { folder: tempfile::tempdir().unwrap() };
        for folder in ["root/run/systemd/system", "root/etc/systemd/system", "root/var/lib", "programs"] {
            fs::create_dir_all(machine.folder.path().join(folder)).unwrap();
        }
        for name in PROGRAMS {
            let path = machine.folder.path().join("programs").join(name);
            fs::write(&path, PROGRAM).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        machine.answers("active", "inactive\n");
        machine.answers("enabled", "\n");
        machine
    }

    /// What the programs answer from now on.
    pub fn answers(&self, what: &str, text: &str) {
        fs::write(self.folder.path().join(what), text).unwrap();
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().join("root")
    }

    pub fn at(&self, path: &str) -> PathBuf {
        self.root().join(path.trim_start_matches('/'))
    }

    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.at(path)).unwrap_or_default()
    }

    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = garson();
        let path = format!("{}:{}", self.folder.path().join("programs").display(), env::var("PATH").unwrap());
        command.arg("service").args(words).arg("--root").arg(self.root()).env("PATH", path);
        command.env_remove("SUDO_USER").env("HOME", self.at("/home/nobody"));
        command
    }

    /// What it said, on both outputs, and whether it went well.
    pub fn service(&self, words: &[&str]) -> (String, bool) {
        run(&mut self.command(words))
    }

    /// The calls since the last time that they were asked for, without the questions.
    pub fn calls(&self) -> Vec<String> {
        let path = self.folder.path().join("calls");
        let calls = fs::read_to_string(&path).unwrap_or_default();
        let _ = fs::remove_file(path);
        let is_question = |call: &&str| call.starts_with("id ") || call.starts_with("systemctl show");
        calls.lines().filter(|call| !is_question(call)).map(str::to_owned).collect()
    }

    /// Every file and folder, to see that nothing was left.
    pub fn everything(&self) -> Vec<String> {
        let mut found = Vec::new();
        gather(&self.root(), &mut found);
        found.sort();
        found
    }
}

pub fn run(command: &mut Command) -> (String, bool) {
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (String::from_utf8_lossy(&said).into_owned(), output.status.success())
}

fn gather(folder: &Path, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        found.push(path.display().to_string());
        if path.is_dir() {
            gather(&path, found);
        }
    }
}
