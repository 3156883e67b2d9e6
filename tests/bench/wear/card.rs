//! A memory card: a file of its own with ext4 in it, behind a loop device that counts what is written to it, the file
//! system's own journal included. Root on Linux can make one.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

const SECTOR: u64 = 512;
const SIZE: u64 = 1 << 30;

pub struct Card {
    folder: TempDir,
    /// Such as `/dev/loop0`.
    device: String,
}

impl Card {
    /// Nothing where none can be made.
    pub fn new() -> Option<Card> {
        let folder = tempfile::tempdir().ok()?;
        let image = folder.path().join("card");
        fs::File::create(&image).and_then(|file| file.set_len(SIZE)).ok()?;
        // Without the lazy work of a new file system, which would go on for minutes.
        run("mkfs.ext4", &["-q", "-F", "-E", "lazy_itable_init=0,lazy_journal_init=0", text(&image)])?;
        let device = run("losetup", &["--find", "--show", text(&image)])?;
        let card = Card { folder, device };
        fs::create_dir(card.path()).ok()?;
        run("mount", &[&card.device, text(&card.path())])?;
        Some(card)
    }

    pub fn path(&self) -> PathBuf {
        self.folder.path().join("mounted")
    }

    /// What was written to it so far; all that waits is written first.
    pub fn bytes_written(&self) -> u64 {
        run("sync", &["-f", text(&self.path())]).expect("it is there");
        let name = self.device.rsplit('/').next().unwrap();
        let counts = fs::read_to_string(format!("/sys/block/{name}/stat")).unwrap();
        counts.split_whitespace().nth(6).and_then(|sectors| sectors.parse::<u64>().ok()).unwrap() * SECTOR
    }
}

impl Drop for Card {
    fn drop(&mut self) {
        // It may not have come so far.
        let _ = run("umount", &[text(&self.path())]);
        let _ = run("losetup", &["--detach", &self.device]);
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// What it printed, if it went well.
fn run(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
