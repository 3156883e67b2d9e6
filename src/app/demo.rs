//! `garson demo`: the whole product on a throwaway store, with simulated platforms, a kitchen that works, and a
//! receiver of webhooks that sometimes fails. Nothing of it outlives the program.

use super::options::{DemoOptions, ServeOptions};
use super::{notify::Supervisor, serve, staging::Staging};
use crate::platforms;
use crate::store::{Folder, seal};
use std::path::{Path, PathBuf};
use std::{fs, io, process::ExitCode, time::Duration};

/// Where only this machine can reach it.
const PASSWORD: &str = "afiyet olsun";
const PREFIX: &str = "garson-demo-";
const JUST_MADE: Duration = Duration::from_secs(60);

pub fn demo(options: &DemoOptions) -> Result<ExitCode, String> {
    sweep();
    let throwaway = Throwaway::new().map_err(|e| format!("A throwaway folder cannot be made: {e}."))?;
    platforms::begin_demo(options.pace);
    // Where other machines can reach it, a password that is public must not open it.
    let password = match options.listen.ip().is_loopback() {
        true => PASSWORD.to_owned(),
        false => seal::random_text::<9>().map_err(|failure| format!("The demo cannot start: {failure}."))?,
    };
    let options = ServeOptions::of_demo(options, throwaway.0.clone());
    serve::serve(options, Some(Staging { password }), Supervisor::found())
}

/// The data folder of one demo. It goes when the program ends, however it went.
struct Throwaway(PathBuf);

impl Throwaway {
    fn new() -> io::Result<Throwaway> {
        let mut bytes = [0u8; 8];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let path = std::env::temp_dir().join(format!("{PREFIX}{:016x}", u64::from_be_bytes(bytes)));
        #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has modes to set"))]
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&path)?;
        Ok(Throwaway(path))
    }
}

impl Drop for Throwaway {
    fn drop(&mut self) {
        if let Err(e) = fs::remove_dir_all(&self.0) {
            eprintln!("garson: the demo's folder {} could not be removed: {e}", self.0.display());
        }
    }
}

/// A folder that another user made may be a trap.
fn is_own(path: &Path) -> bool {
    let Ok(about) = fs::symlink_metadata(path) else { return false };
    #[cfg(unix)]
    let is_mine = std::os::unix::fs::MetadataExt::uid(&about) == rustix::process::geteuid().as_raw();
    #[cfg(not(unix))]
    let is_mine = true;
    about.is_dir() && is_mine
}

/// Removes what a demo left that was killed; one that runs holds its lock.
fn sweep() {
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else { return };
    let is_demo = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(PREFIX));
    for path in entries.flatten().map(|entry| entry.path()).filter(|path| is_demo(path) && is_own(path)) {
        // One that was just made has no lock yet; it is left alone for a minute.
        let age = fs::metadata(&path).and_then(|folder| folder.modified()).ok().and_then(|at| at.elapsed().ok());
        let is_begun = Folder::database_in(&path).exists() || age.is_some_and(|age| age > JUST_MADE);
        if is_begun && Folder::hold(&path, "a sweep").is_ok() {
            let _ = fs::remove_dir_all(&path);
        }
    }
}
