//! Small libraries that are preloaded into the program under test and play what a machine does to it.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, OnceLock},
};
use tempfile::TempDir;

/// The library made of `tests/shim/<name>.c`, compiled once.
pub fn shim(name: &'static str) -> PathBuf {
    static MADE: OnceLock<(TempDir, Mutex<HashMap<&'static str, PathBuf>>)> = OnceLock::new();
    let (folder, made) = MADE.get_or_init(|| (tempfile::tempdir().unwrap(), Mutex::default()));
    let mut made = made.lock().unwrap();
    let compile = || {
        let path = folder.path().join(format!("{name}.so"));
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/shim/{name}.c"));
        let mut compiler = Command::new("cc");
        compiler.args(["-shared", "-fPIC", "-O1", "-Wall", "-o"]).arg(&path).arg(source).arg("-ldl");
        assert!(compiler.status().unwrap().success());
        path
    };
    made.entry(name).or_insert_with(compile).clone()
}
