//! Operations on files and folders, for the store and for callers that keep something beside it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// A second or two on a slow card.
const COPY_STEP: u64 = 16 << 20;

/// A new and empty file, for its owner alone. Never into what lies there already: a link could lead anywhere.
pub fn create(path: &Path) -> io::Result<File> {
    remove(path)?;
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Opens a file for its owner alone, also where it was open to others before. A device that is written to stays as it is.
pub fn open_private(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    let file = options.open(path)?;
    #[cfg(unix)]
    if file.metadata()?.is_file() {
        // A disk that keeps no such rights, or a file of somebody else, is no reason to do without.
        let _ = file.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    }
    Ok(file)
}

/// A whole copy, for its owner alone and on the disk.
pub fn copy(from: &Path, to: &Path) -> io::Result<()> {
    copy_telling(from, to, &mut |_| {})
}

/// A whole copy, as `copy` makes it, that tells how far it is, from 0 to 1.
pub fn copy_telling(from: &Path, to: &Path, tell: &mut dyn FnMut(f64)) -> io::Result<()> {
    let (mut file, mut source) = (create(to)?, File::open(from)?);
    let (all, mut copied) = (source.metadata()?.len().max(1), 0);
    loop {
        tell(copied as f64 / all as f64);
        // The system copies a file to a file by itself; some disks then share what is the same.
        match io::copy(&mut io::Read::take(&mut source, COPY_STEP), &mut file)? {
            0 => break,
            step => copied += step,
        }
    }
    file.sync_all()
}

/// The text in a small file; nothing if there is none.
pub fn text(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The name of a file with more behind it.
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// A file that is not there is no error.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// A name in a folder is on the disk only when the folder is.
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

/// What a disk has, in bytes: free for this program, and in all.
#[derive(Clone, Copy, Debug)]
pub struct DiskSpace {
    pub free: u64,
    pub total: u64,
}

/// What the disk of a path has, where the system tells.
#[cfg(unix)]
pub fn space(path: &Path) -> Option<DiskSpace> {
    let disk = rustix::fs::statvfs(path).ok()?;
    let bytes = |blocks: u64| blocks.saturating_mul(disk.f_frsize);
    Some(DiskSpace { free: bytes(disk.f_bavail), total: bytes(disk.f_blocks) })
}

#[cfg(not(unix))]
pub fn space(_path: &Path) -> Option<DiskSpace> {
    None
}

/// What is free on the disk of a path, where the system tells.
pub fn free_bytes(path: &Path) -> Option<u64> {
    space(path).map(|space| space.free)
}

/// Takes so many bytes of the disk for an empty file, without writing them, where the system can.
#[cfg(target_os = "linux")]
pub fn allocate(file: &File, bytes: u64) -> io::Result<()> {
    Ok(rustix::fs::fallocate(file, rustix::fs::FallocateFlags::empty(), 0, bytes)?)
}

#[cfg(not(target_os = "linux"))]
pub fn allocate(_file: &File, _bytes: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
