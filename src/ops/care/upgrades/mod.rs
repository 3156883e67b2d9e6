//! Upgrades of the program: what is published and offered (`release`, `offer`), asking the running program to give way to a
//! new one, and putting on record what came of it. What is done then, files and processes, is `app/upgrade`'s.

pub(crate) mod memory;
pub mod offer;
pub mod release;

pub use memory::UpgradeWish;
pub use store::KeptStore;

use crate::{AppState, Ctx};
use model::{Code, Deed, Failure, Note, Result, UpgradePhase, UpgradeState, Version, Why};
use store::Folder;

/// Beside a copy of the store, in bytes.
const ROOM: u64 = 32 << 20;

/// The program that is to give way says so itself: that of the command may be of another version.
pub fn is_newer(to: Version) -> Result<()> {
    let own = release::own_version();
    if to > own {
        return Ok(());
    }
    Err(refused(Why::NotNewer { offered: to, own }))
}

/// Whether the running program would give way to that version now. Asked before its file is put anywhere.
pub fn may_begin(app: &AppState, to: Version) -> Result<()> {
    is_newer(to)?;
    if app.care.upgrades.is_wanted() {
        return Err(refused(Why::UpgradeUnderWay));
    }
    if app.care.restores.is_wanted() {
        return Err(refused(Why::RestoreUnderWay));
    }
    let needed = app.store.file_bytes() + ROOM;
    if let Some(free) = app.store.free_bytes().filter(|free| *free < needed) {
        return Err(refused(Why::NoRoomForCopy { needed, free }));
    }
    Ok(())
}

/// Has the program stop taking orders, try the new one out, and go on as whichever is in its place then.
pub fn begin(app: &AppState, wish: UpgradeWish) -> Result<()> {
    may_begin(app, wish.to)?;
    if app.care.upgrades.want(wish) { Ok(()) } else { Err(refused(Why::UpgradeUnderWay)) }
}

fn refused(why: Why) -> Failure {
    Failure::new(Code::Unavailable).why(why)
}

/// The stores of before that lie in the data folder.
pub fn kept_stores(app: &AppState) -> Vec<KeptStore> {
    Folder::kept_stores(&app.config.data, clock::now())
}

/// Puts on record what became of an upgrade.
pub async fn note(ctx: &Ctx, state: &UpgradeState) -> Result<()> {
    let deed = if state.phase == UpgradePhase::Undone { Deed::UpgradeUndone } else { Deed::ProgramUpgraded };
    let note = Note::of(deed).named(format!("{} → {}", state.from, state.to));
    let note = match &state.why {
        Some(why) => note.with("why", why.to_string()),
        None => note,
    };
    ctx.write_on_record(move |tx, recorder| recorder.note(tx, note.clone())).await
}
