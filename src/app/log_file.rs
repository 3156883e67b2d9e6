//! A log file that never grows beyond a bound: when it is full it takes the place of the one before, and a new one begins.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Two files of this size are weeks of a busy restaurant, and nothing to a disk.
const FULL_BYTES: u64 = 5 * 1024 * 1024;

pub struct LogFile {
    path: PathBuf,
    file: File,
    bytes: u64,
}

impl LogFile {
    /// Goes on where the file ends.
    pub fn open(path: &Path) -> io::Result<LogFile> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let bytes = file.metadata()?.len();
        Ok(LogFile { path: path.to_owned(), file, bytes })
    }

    fn turn(&mut self) -> io::Result<()> {
        // Somebody may look at the old one and so keep it in its place. The bound holds all the same.
        if fs::rename(&self.path, self.path.with_extension("old.log")).is_err() {
            File::create(&self.path)?;
        }
        *self = LogFile::open(&self.path)?;
        Ok(())
    }
}

impl Write for LogFile {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if self.bytes > 0 && self.bytes + line.len() as u64 > FULL_BYTES {
            self.turn()?;
        }
        let written = self.file.write(line)?;
        self.bytes += written as u64;
        Ok(written)
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
}
