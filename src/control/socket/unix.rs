//! A Unix socket that only the program's own user and root may use: by the folder's mode, by the socket's, and by what the
//! system says of the caller.

use crate::model::data_file::SOCKET;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::{fd::AsRawFd, unix::fs::PermissionsExt};
use std::path::{Path, PathBuf};
use tokio::net::{UnixListener, UnixStream};

/// What fits into a socket's address everywhere, with its end.
const LONGEST_PATH: usize = 100;

pub type LocalStream = UnixStream;

pub struct LocalListener {
    listener: UnixListener,
    path: PathBuf,
}

impl LocalListener {
    pub fn bind(folder: &Path) -> io::Result<LocalListener> {
        let path = folder.join(SOCKET);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let place = Place::of(folder)?;
        let listener = UnixListener::bind(&place.path)?;
        fs::set_permissions(&path, Permissions::from_mode(0o600))?;
        Ok(LocalListener { listener, path })
    }

    /// The next caller that may speak; others are hung up on.
    pub async fn accept(&mut self) -> io::Result<LocalStream> {
        loop {
            let (stream, _) = self.listener.accept().await?;
            let caller = stream.peer_cred()?.uid();
            if caller == rustix::process::geteuid().as_raw() || caller == 0 {
                return Ok(stream);
            }
            tracing::warn!(user = caller, "a command of another user was refused");
        }
    }
}

impl Drop for LocalListener {
    fn drop(&mut self) {
        // Without the file callers know at once that no program runs; one that stays is replaced at the next start.
        let _ = fs::remove_file(&self.path);
    }
}

pub async fn connect(folder: &Path) -> io::Result<UnixStream> {
    UnixStream::connect(&Place::of(folder)?.path).await
}

/// The socket under a name that is short enough; longer ones go through the folder's descriptor while it is open.
struct Place {
    path: PathBuf,
    _folder: Option<File>,
}

impl Place {
    fn of(folder: &Path) -> io::Result<Place> {
        let path = folder.join(SOCKET);
        if path.as_os_str().len() <= LONGEST_PATH {
            return Ok(Place { path, _folder: None });
        }
        let folder = File::open(folder)?;
        let path = PathBuf::from(format!("/proc/self/fd/{}", folder.as_raw_fd())).join(SOCKET);
        Ok(Place { path, _folder: Some(folder) })
    }
}
