//! A log file that never grows beyond a bound: when it is full it takes the place of the one before, and a new one begins.

use crate::store::disk;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Two files of this size are weeks of a busy restaurant, and nothing to a disk.
const FULL_BYTES: u64 = 5 * 1024 * 1024;

pub struct LogFile {
    path: PathBuf,
    file: File,
    bytes: u64,
    /// It ends in the middle of a line.
    is_cut: bool,
}

impl LogFile {
    /// Goes on where the file ends, in a line of its own: a program that was killed, or a disk that was full, left half of one.
    pub fn open(path: &Path) -> io::Result<LogFile> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        // Lines name orders, and at times what a platform said of somebody.
        let file = disk::open_private(path, OpenOptions::new().create(true).append(true).read(true))?;
        // So do those of the one before, which an earlier version may have left open to others.
        let _ = disk::open_private(&before(path), OpenOptions::new().append(true));
        let bytes = file.metadata()?.len();
        let mut log = LogFile { path: path.to_owned(), file, bytes, is_cut: false };
        if bytes > 0 {
            let mut last = [0];
            log.file.seek(SeekFrom::End(-1))?;
            log.file.read_exact(&mut last)?;
            log.is_cut = last != *b"\n";
        }
        Ok(log)
    }

    fn turn(&mut self) -> io::Result<()> {
        // A reader may keep the old one open and so in its place. The bound holds all the same.
        if fs::rename(&self.path, before(&self.path)).is_err() {
            File::create(&self.path)?;
        }
        *self = LogFile::open(&self.path)?;
        Ok(())
    }
}

/// Where a full one goes.
fn before(path: &Path) -> PathBuf {
    path.with_extension("old.log")
}

impl Write for LogFile {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.bytes > 0 && self.bytes + line.len() as u64 > FULL_BYTES {
            self.turn()?;
        }
        if self.is_cut {
            self.file.write_all(b"\n")?;
            self.bytes += 1;
        }
        // Whole or not at all, as far as the next line is concerned.
        self.is_cut = true;
        self.file.write_all(line)?;
        self.is_cut = !line.ends_with(b"\n");
        self.bytes += line.len() as u64;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_takes_the_place_of_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("logs/garson.log");
        let line = vec![b'x'; 1024 * 1024];
        for round in 0..3 {
            let mut log = LogFile::open(&path).unwrap();
            for _ in 0..4 {
                log.write_all(&line).unwrap();
            }
            log.write_all(format!("round {round}\n").as_bytes()).unwrap();
        }
        let sizes = ["garson.log", "garson.old.log"].map(|name| fs::metadata(path.with_file_name(name)).unwrap().len());
        assert!(sizes.iter().all(|size| (1..=FULL_BYTES).contains(size)), "{sizes:?}");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 2);
        assert!(fs::read_to_string(&path).unwrap().ends_with("round 2\n"), "the newest line is gone");
    }

    #[cfg(unix)]
    #[test]
    fn a_log_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("garson.log");
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        drop(LogFile::open(&path).unwrap());
        assert_eq!(mode(&path), 0o600);
        fs::write(before(&path), "of an earlier version").unwrap();
        for path in [&path, &before(&path)] {
            fs::set_permissions(path, fs::Permissions::from_mode(0o644)).unwrap();
        }
        let mut log = LogFile::open(&path).unwrap();
        assert_eq!((mode(&path), mode(&before(&path))), (0o600, 0o600));
        log.write_all(&vec![b'x'; FULL_BYTES as usize]).unwrap();
        log.write_all(b"turned\n").unwrap();
        assert_eq!((mode(&path), mode(&before(&path))), (0o600, 0o600));
    }

    #[test]
    fn half_a_line_stays_a_line_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("garson.log");
        fs::write(&path, "killed in the mid").unwrap();
        let mut log = LogFile::open(&path).unwrap();
        log.write_all(b"begins anew\n").unwrap();
        log.write_all(b"goes on\n").unwrap();
        drop(LogFile::open(&path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "killed in the mid\nbegins anew\ngoes on\n");
    }

    #[test]
    fn a_log_that_cannot_be_turned_goes_on_when_it_can() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("logs/garson.log");
        let mut log = LogFile::open(&path).unwrap();
        log.write_all(&vec![b'x'; FULL_BYTES as usize]).unwrap();
        fs::rename(folder.path().join("logs"), folder.path().join("away")).unwrap();
        fs::write(folder.path().join("logs"), "in the way").unwrap();
        assert!(log.write_all(b"lost\n").is_err());
        fs::remove_file(folder.path().join("logs")).unwrap();
        fs::create_dir(folder.path().join("logs")).unwrap();
        log.write_all(b"kept\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "kept\n");
    }
}
