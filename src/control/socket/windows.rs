//! A named pipe on Windows. Its name is drawn anew at each start and lies in the data folder, so that no other program can
//! wait under it beforehand. Anyone on the machine can list the pipes and read from this one, but a command has to be written,
//! and the system lets only the program's own account, administrators and the system itself do that, and never from another
//! machine.

use crate::model::data_file::PIPE;
use std::path::{Path, PathBuf};
use std::{fs, io, time::Duration};
use tokio::net::windows::named_pipe::{ClientOptions, NamedPipeClient, NamedPipeServer, ServerOptions};

/// ERROR_PIPE_BUSY: every end of the pipe is taken for the moment.
const BUSY: i32 = 231;
const TRIES: u32 = 50;

pub type LocalStream = NamedPipeServer;

pub struct LocalListener {
    name: String,
    /// The end that the next caller gets.
    next: NamedPipeServer,
    name_file: PathBuf,
}

impl LocalListener {
    pub fn bind(folder: &Path) -> io::Result<LocalListener> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let name = format!(r"\\.\pipe\garson-{:032x}", u128::from_be_bytes(bytes));
        let next = ServerOptions::new().first_pipe_instance(true).reject_remote_clients(true).create(&name)?;
        let name_file = folder.join(PIPE);
        fs::write(&name_file, &name)?;
        Ok(LocalListener { name, next, name_file })
    }

    pub async fn accept(&mut self) -> io::Result<LocalStream> {
        self.next.connect().await?;
        let next = ServerOptions::new().reject_remote_clients(true).create(&self.name)?;
        Ok(std::mem::replace(&mut self.next, next))
    }
}

impl Drop for LocalListener {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.name_file);
    }
}

pub async fn connect(folder: &Path) -> io::Result<NamedPipeClient> {
    let name = fs::read_to_string(folder.join(PIPE))?;
    for _ in 0..TRIES {
        match ClientOptions::new().open(name.trim()) {
            Err(error) if error.raw_os_error() == Some(BUSY) => tokio::time::sleep(Duration::from_millis(100)).await,
            opened => return opened,
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}
