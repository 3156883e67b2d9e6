//! What the owner chose of the backups that the program makes by itself, and how these stand.

use super::place::{BackupPlace, FoundBackup, disks, is_same_disk};
use super::run::{begin, sealed_key};
use super::{due, memory::BackupProgress};
use crate::{AppState, Ctx, care::settings::within, on_a_thread};
use model::{BackupBook, BackupFault, BackupPlan, Deed, Note, Result, Time};
use std::{ops::RangeInclusive, path::PathBuf};
use store::{Accounts, seal};

/// Fewer than two are none while the next is being made; more than a year of them is a disk full.
pub const KEEP: RangeInclusive<u32> = 2..=400;
pub const USUAL_KEEP: u32 = 14;
pub const HOURS: RangeInclusive<u8> = 0..=23;
pub const USUAL_HOUR: u8 = 4;

/// What was typed.
pub struct BackupForm {
    pub folder: String,
    pub keep: u32,
    pub hour: u8,
    pub passphrase: ChosenPassphrase,
}

pub enum ChosenPassphrase {
    /// As it is.
    Kept,
    None,
    New(String),
}

pub struct BackupOverview {
    pub book: BackupBook,
    pub progress: Option<BackupProgress>,
    /// What lies in the folder, the newest first; nothing where it cannot be looked at.
    pub found: Vec<FoundBackup>,
    /// Backups and store die together.
    pub is_same_disk: bool,
    /// Other disks that are plugged in.
    pub disks: Vec<PathBuf>,
}

/// What is stored, when the program starts.
pub fn load(app: &AppState) -> Result<()> {
    app.care.backups.set(app.store.read()?.backup_book()?);
    Ok(())
}

/// The program is about to end: one that is being made is made after the next start.
pub fn cut_off(app: &AppState) {
    app.care.backups.stop();
}

/// What is wrong with backups, if they are made and something is.
pub fn trouble(app: &AppState) -> Option<BackupFault> {
    app.care.backups.ask(|book| match &book.trouble {
        Some(trouble) => Some(trouble.fault),
        // Without a plan the clock need not be asked.
        None => (book.plan.is_some() && due::is_overdue(book, clock::now())).then_some(BackupFault::Overdue),
    })
}

pub async fn overview(app: &AppState) -> Result<BackupOverview> {
    let (book, progress, data) = (app.care.backups.book(), app.care.backups.progress(), app.config.data.clone());
    // A disk that sleeps, or a share that is gone, takes its time.
    on_a_thread(move || {
        let place = book.plan.as_ref().map(BackupPlace::of);
        let is_same_disk = place.as_ref().is_some_and(|place| is_same_disk(&place.folder, &data));
        let found = place.and_then(|place| place.list().ok()).unwrap_or_default();
        Ok(BackupOverview { book, progress, found, is_same_disk, disks: disks() })
    })
    .await
}

/// From now on one a night, into this folder; the first is made at once.
pub async fn choose(ctx: Ctx, form: BackupForm) -> Result<()> {
    within("keep", form.keep, &KEEP)?;
    within("hour", form.hour, &HOURS)?;
    let app = ctx.app.clone();
    let known = app.care.backups.book().plan;
    let key = match form.passphrase {
        ChosenPassphrase::Kept => known.as_ref().and_then(|plan| plan.key.clone()),
        ChosenPassphrase::None => None,
        ChosenPassphrase::New(words) => Some(sealed_key(&app, words).await?),
    };
    let tag = known.map_or_else(new_tag, |plan| Ok(plan.tag))?;
    let (typed, its_tag, data) = (form.folder.trim().to_owned(), tag.clone(), app.config.data.clone());
    on_a_thread(move || BackupPlace::claim(&typed, &its_tag, &data).map(drop)).await?;
    let (folder, keep, hour) = (form.folder.trim().to_owned(), form.keep, form.hour);
    let plan =
        move |since| Some(BackupPlan { folder: folder.clone(), tag: tag.clone(), keep, hour, key: key.clone(), since });
    put_plan(&ctx, plan).await?;
    begin(&app);
    Ok(())
}

/// What was chosen before no longer counts, nor what went wrong with it.
async fn put_plan(ctx: &Ctx, plan: impl Fn(Time) -> Option<BackupPlan> + Send + 'static) -> Result<()> {
    let book = ctx.write_on_record(move |tx, recorder| {
        let before = tx.backup_book()?;
        let plan = plan(tx.now);
        recorder.note(tx, changed(before.plan.as_ref(), plan.as_ref()))?;
        let is_first_owed = plan.is_some();
        let book = BackupBook { plan, is_first_owed, trouble: None, tried_at: None, ..before };
        tx.put_backup_book(&book)?;
        Ok(book)
    });
    ctx.app.care.backups.set(book.await?);
    Ok(())
}

fn new_tag() -> Result<String> {
    Ok(seal::random::<4>()?.map(|byte| format!("{byte:02x}")).concat())
}

/// After a restore: the box that the backup was made of may go on with its own in the same folder, so these are told apart
/// from now on.
pub async fn begin_anew(app: &AppState) -> Result<()> {
    let book = app.store.read()?.backup_book()?;
    let Some(plan) = book.plan.clone() else { return Ok(()) };
    let tag = new_tag()?;
    let (place, its_tag) = (BackupPlace::of(&plan), tag.clone());
    on_a_thread(move || Ok(place.tagged_anew(&its_tag))).await?;
    let anew = BackupBook { plan: Some(BackupPlan { tag, ..plan }), kept: Vec::new(), ..book };
    let stored = anew.clone();
    app.store.write(move |tx| tx.put_backup_book(&stored)).await?;
    app.care.backups.set(anew);
    Ok(())
}

/// No more backups. Those that are there stay.
pub async fn stop(ctx: Ctx) -> Result<()> {
    put_plan(&ctx, |_| None).await
}

/// What of a plan is on record: everything but its key.
fn changed(before: Option<&BackupPlan>, after: Option<&BackupPlan>) -> Note {
    let shown = |plan: Option<&BackupPlan>| {
        plan.map_or(serde_json::Value::Null, |plan| {
            serde_json::json!({
                "folder": plan.folder, "keep": plan.keep, "hour": plan.hour, "isEncrypted": plan.key.is_some()
            })
        })
    };
    Note::of(Deed::BackupsChanged).changed(&shown(before), &shown(after), &["folder", "keep", "hour", "isEncrypted"])
}
