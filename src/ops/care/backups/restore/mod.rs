//! A backup of the list in the place of the store: what is in it, what would be lost, and asking the running program for it. What is
//! done then, stopping, the files and starting again, is `app/serve`'s.

mod losses;
pub(crate) mod memory;
mod note;

pub use losses::{COUNTED, RestoreLosses, losses};
pub use memory::RestoreWish;
pub use note::{failed, settle};

use super::place::{BackupPlace, moment};
use super::{passphrase, run::open_key};
use crate::{AppState, Ctx, on_a_thread};
use model::{BackupContents, BackupPlan, Code, Failure, RestoreFlaw, Result, Why};
use note::flaw_of;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::backup::{
    error::BackupError, header::BackupHeader, key::BackupKey, load::BackupFile, restore::has_room, swap,
};

/// As much of a name as says the minute: `20261118-0400`.
const MINUTE: usize = 13;

/// A backup that lies in the folder and proved itself when it was made.
pub struct RestorableBackup {
    pub name: String,
    pub bytes: u64,
    pub header: BackupHeader,
    /// Nothing where an older garson made it, or where its passphrase is not known here.
    pub contents: Option<BackupContents>,
    /// It is encrypted with another passphrase than new ones are.
    pub asks_passphrase: bool,
}

impl RestorableBackup {
    /// What is typed to show that it is this one that is meant: its day and its time, as its name has them.
    pub fn word(&self) -> &str {
        moment(&self.name).and_then(|moment| moment.get(..MINUTE)).unwrap_or(&self.name)
    }
}

/// What the store holds now.
pub fn contents(app: &AppState) -> Result<BackupContents> {
    store::backup::contents::contents(&app.store.read()?)
}

/// Looks at the beginning of one, which says what is in it. The outer error: there is none of this name.
pub async fn look(app: &Arc<AppState>, name: String) -> Result<Result<RestorableBackup, RestoreFlaw>> {
    let (works, plan) = (app.clone(), plan(app)?);
    // A disk that sleeps, or a share that is gone, takes its time; whoever reads long meanwhile does not wait for it.
    on_a_thread(move || {
        let (path, bytes) = find(&plan, &name)?;
        let looked = || -> Result<RestorableBackup, BackupError> {
            let file = open(&path)?;
            let header = file.header.clone();
            let key = own_key(&works, &plan, &header)?;
            let asks_passphrase = header.encryption.is_some() && key.is_none();
            let contents = if asks_passphrase { None } else { file.contents(key.as_ref())? };
            Ok(RestorableBackup { name, bytes, header, contents, asks_passphrase })
        };
        Ok(looked().map_err(|error| flaw_of(&error)))
    })
    .await
}

/// Has the program stop taking anything in, put the backup into the place of the store, and start again with it. What can be
/// found out before is: then nothing stops.
pub async fn begin(ctx: &Ctx, name: String, words: String) -> Result<Result<(), RestoreFlaw>> {
    let app = ctx.app.clone();
    if app.care.upgrades.is_wanted() {
        return Err(Failure::new(Code::Unavailable).why(Why::UpgradeUnderWay));
    }
    if app.care.restores.is_wanted() {
        return Err(Failure::new(Code::Unavailable).why(Why::RestoreUnderWay));
    }
    let (works, plan, by) = (app.clone(), plan(&app)?, ctx.actor.clone());
    let prepared = on_a_thread(move || {
        let (file, bytes) = find(&plan, &name)?;
        let prepare = || -> Result<RestoreWish, BackupError> {
            let backup = open(&file)?;
            let key = match own_key(&works, &plan, &backup.header)? {
                None => {
                    backup.header.encryption.as_ref().map(|origin| passphrase::derive(&words, origin)).transpose()?
                }
                known => known,
            };
            backup.contents(key.as_ref())?;
            has_room(&works.config.data, bytes)?;
            Ok(RestoreWish { file, name, key, by, begun: clock::now() })
        };
        let wish = prepare().map_err(|error| flaw_of(&error));
        // On the disk first: a program that is killed from now on says what became of it.
        Ok(wish.and_then(|wish| {
            wish.note(&works.config.data).map_err(|error| RestoreFlaw::Store(error.to_string()))?;
            Ok(wish)
        }))
    });
    let wish = match prepared.await? {
        Ok(wish) => wish,
        Err(flaw) => return Ok(Err(flaw)),
    };
    tracing::info!(backup = wish.name, "a backup is to be restored");
    match app.care.restores.want(wish) {
        true => Ok(Ok(())),
        false => Err(Failure::new(Code::Unavailable).why(Why::RestoreUnderWay)),
    }
}

/// The files of the store that the last restore put aside, where they still lie in the data folder.
pub fn put_aside(data: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(data).into_iter().flatten().flatten();
    let mut found: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    // What they end with has the time in it.
    let last = found.iter().filter_map(|name| swap::aside_ending(name)).max().map(str::to_owned);
    found.retain(|name| last.is_some() && swap::aside_ending(name) == last.as_deref());
    found.sort_unstable();
    found.into_iter().map(|name| data.join(name)).collect()
}

fn plan(app: &AppState) -> Result<BackupPlan> {
    app.care.backups.book().plan.ok_or_else(|| Failure::new(Code::NotFound))
}

/// Where it lies, and how long it is: one of the list, so that no name leads anywhere else.
fn find(plan: &BackupPlan, name: &str) -> Result<(PathBuf, u64)> {
    let place = BackupPlace::of(plan);
    let found = place.list().unwrap_or_default().into_iter().find(|found| found.is_proven && found.name == name);
    let found = found.ok_or_else(|| Failure::new(Code::NotFound))?;
    Ok((place.folder.join(&found.name), found.bytes))
}

fn open(path: &Path) -> Result<BackupFile<BufReader<File>>, BackupError> {
    BackupFile::open(BufReader::new(File::open(path).map_err(BackupError::reading)?))
}

/// The key that new ones are encrypted with, where this one is too.
fn own_key(app: &AppState, plan: &BackupPlan, header: &BackupHeader) -> Result<Option<BackupKey>, BackupError> {
    let key = plan.key.as_ref().map(|sealed| open_key(app, sealed)).transpose()?;
    Ok(key.filter(|key| header.encryption.as_ref() == Some(&key.origin)))
}
