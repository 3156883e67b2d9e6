//! What a test publishes: programs of other versions and things that only pretend to be one, signed as minisign signs.

use base64::{Engine, prelude::BASE64_STANDARD};
use blake2::{Blake2b512, Digest};
use ring::signature::{Ed25519KeyPair, KeyPair};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
};
use tempfile::TempDir;

const KEY_ID: &[u8; 8] = b"a test's";
const SEED: [u8; 32] = [7; 32];
/// What every program believes.
const RELEASE_KEY: &str = include_str!("../../../packaging/release.pub");

pub struct Publisher {
    pair: Ed25519KeyPair,
    pub folder: TempDir,
}

impl Publisher {
    /// The one that the programs of these tests believe.
    pub fn new() -> Publisher {
        Publisher::with_seed(SEED)
    }

    /// Another publisher, of the same name.
    pub fn with_seed(seed: [u8; 32]) -> Publisher {
        Publisher { pair: Ed25519KeyPair::from_seed_unchecked(&seed).unwrap(), folder: tempfile::tempdir().unwrap() }
    }

    /// The public key, as the second line of a key file has it.
    pub fn key(&self) -> String {
        BASE64_STANDARD.encode([b"Ed", &KEY_ID[..], self.pair.public_key().as_ref()].concat())
    }

    /// Writes a file and its signature, which holds the name that it is published under.
    pub fn publish(&self, name: &str, bytes: &[u8]) -> PathBuf {
        self.publish_as(name, name, bytes)
    }

    pub fn publish_as(&self, file: &str, name: &str, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join(file);
        let signature = self.pair.sign(&Blake2b512::digest(bytes));
        let comment = format!("timestamp:1700000000\tfile:{name}\thashed");
        let whole = self.pair.sign(&[signature.as_ref(), comment.as_bytes()].concat());
        let line = BASE64_STANDARD.encode([b"ED", &KEY_ID[..], signature.as_ref()].concat());
        let whole = BASE64_STANDARD.encode(whole.as_ref());
        let text = format!("untrusted comment: of a test\n{line}\ntrusted comment: {comment}\n{whole}\n");
        fs::write(&path, bytes).unwrap();
        fs::write(path.with_file_name(format!("{file}.minisig")), text).unwrap();
        path
    }

    /// The program under test as another version, for this machine.
    pub fn program(&self, version: &str) -> PathBuf {
        let bytes = [program_bytes(), format!("\ngarson version {version}\n").as_bytes()].concat();
        self.publish(&name(version), &bytes)
    }

    /// A program that does what a shell does.
    pub fn script(&self, version: &str, lines: &str) -> PathBuf {
        self.publish(&name(version), format!("#!/bin/sh\n{lines}\n").as_bytes())
    }
}

pub fn name(version: &str) -> String {
    let processor = if std::env::consts::ARCH == "arm" { "armv7" } else { std::env::consts::ARCH };
    format!("garson-{version}-linux-{processor}")
}

/// The program under test, without what only a debugger needs, for it is copied often; and with the tests' key in the
/// place of the one that is built in, which it has no other way to be given.
fn program_bytes() -> &'static [u8] {
    static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
    BYTES.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let (program, small) = (env!("CARGO_BIN_EXE_garson"), folder.path().join("small"));
        let is_stripped =
            Command::new("strip").arg("-o").arg(&small).arg(program).status().is_ok_and(|done| done.success());
        let program = if is_stripped { &small } else { Path::new(program) };
        let (own, other) = (RELEASE_KEY.lines().nth(1).unwrap(), Publisher::new().key());
        assert_eq!(own.len(), other.len());
        let mut bytes = fs::read(program).unwrap();
        for at in places_of(own, program) {
            bytes[at..at + other.len()].copy_from_slice(other.as_bytes());
        }
        bytes
    })
}

/// Where a text stands in a file.
fn places_of(text: &str, file: &Path) -> Vec<usize> {
    let mut grep = Command::new("grep");
    let output = grep.args(["--text", "--byte-offset", "--only-matching", "--fixed-strings", text]).arg(file).output();
    let lines = String::from_utf8(output.unwrap().stdout).unwrap();
    let places: Vec<usize> = lines.lines().map(|line| line.split(':').next().unwrap().parse().unwrap()).collect();
    assert!(!places.is_empty(), "{text} is not in {}", file.display());
    places
}

/// The program under test in a folder of its own, where it may be replaced.
pub fn install(folder: &Path) -> PathBuf {
    let (published, program) = (folder.join("published"), folder.join("garson"));
    fs::write(&published, program_bytes()).unwrap();
    put(&published, &program);
    program
}

/// Another process copies it: a file that this one has open for writing, or a child of another test, does not start.
pub fn put(published: &Path, program: &Path) {
    assert!(Command::new("cp").arg(published).arg(program).status().unwrap().success());
    fs::set_permissions(program, PermissionsExt::from_mode(0o755)).unwrap();
}
