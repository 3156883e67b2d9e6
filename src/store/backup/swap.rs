//! Puts a restored store in the place of the old one, as one change that a power cut cannot halve.
//!
//! The restored files lie whole and synced beside the old ones. Then a plan appears, by one rename: from that moment on
//! the restored store is the store, and the first process to take the folder carries the plan out, which may be done
//! again and again. Old files stay, under names that say when.

use super::shelf::FileShelf;
use model::Time;
use model::data_file::{DATABASE, JOURNAL, STORE, is_kept};
use serde::{Deserialize, Serialize};
use std::io;

const PLAN: &str = "garson.restore";
const PLAN_DRAFT: &str = "garson.restore.new";
const RESTORED: &str = ".restored";
/// Behind the name of an old file, before the time.
const BEFORE: &str = ".before-";
/// A throwaway store, before a number.
pub const PROOF: &str = "garson.proof-";

#[derive(Serialize, Deserialize)]
struct SwapPlan {
    /// What old names end with from then on.
    aside: String,
    /// The kept file that takes the place of the database, where none was made for it.
    #[serde(default)]
    database: Option<String>,
}

/// What garson makes in its folder for a restore or a proof.
pub fn is_ours(name: &str) -> bool {
    is_passing(name) || name == PLAN || aside_ending(name).is_some()
}

/// What the name of a file ends with that was put aside; nothing for any other. Of all files of one store it is the same.
pub fn aside_ending(name: &str) -> Option<&str> {
    let files = STORE.into_iter().chain([JOURNAL]);
    files.into_iter().find_map(|file| name.strip_prefix(file).filter(|rest| rest.starts_with(BEFORE)))
}

/// What is of no use once the process that made it is gone.
fn is_passing(name: &str) -> bool {
    name == PLAN_DRAFT || name.starts_with(PROOF) || STORE.into_iter().any(|file| restored(file) == name)
}

/// Where a file lies until it takes its place.
pub fn restored(file: &str) -> String {
    format!("{file}{RESTORED}")
}

/// A moment as it stands in the name of a file.
pub fn stamp(now: Time) -> String {
    now.to_string().chars().take(19).filter(|letter| !matches!(letter, '-' | ':')).collect()
}

/// Decides that the restored files are the store from now on. They are whole, and their content is on the disk; `time` is
/// part of the names that old files get. Says how those will end.
pub fn decide(shelf: &impl FileShelf, time: &str) -> io::Result<String> {
    decide_on(shelf, &format!("{BEFORE}{time}"), None)
}

/// As `decide`, where old names are to end with `ending`, and a kept file may be the database from now on.
pub fn decide_on(shelf: &impl FileShelf, ending: &str, database: Option<String>) -> io::Result<String> {
    let names = shelf.names()?;
    let is_free = |aside: &String| STORE.into_iter().all(|file| !names.contains(&format!("{file}{aside}")));
    let mut asides = (1..).map(|number: u32| match number {
        1 => ending.to_owned(),
        number => format!("{ending}-{number}"),
    });
    let aside = asides.find(is_free).unwrap_or_default();
    shelf.put(PLAN_DRAFT, &serde_json::to_string(&SwapPlan { aside: aside.clone(), database })?)?;
    // The plan must not be there before all that it is about.
    shelf.sync()?;
    shelf.rename(PLAN_DRAFT, PLAN)?;
    shelf.sync()?;
    Ok(aside)
}

/// Carries out what was decided, if anything was, and clears away what came to nothing. The caller must hold the folder.
pub fn finish(shelf: &impl FileShelf) -> io::Result<()> {
    if let Some(plan) = shelf.text(PLAN)? {
        let SwapPlan { aside, database } = serde_json::from_str(&plan)?;
        // Only now that it is decided: without a plan it would be cleared away under that name.
        if let Some(kept) = database.filter(|name| is_kept(name))
            && shelf.has(&kept)?
        {
            shelf.rename(&kept, &restored(DATABASE))?;
        }
        for file in STORE {
            let old = format!("{file}{aside}");
            // Where the old name is taken the old file has it already, and what lies in its place is it again.
            if shelf.has(&restored(file))? && shelf.has(file)? && !shelf.has(&old)? {
                // With two names for a moment there is a store at every moment; not every disk can.
                shelf.link(file, &old).or_else(|_| shelf.rename(file, &old))?;
            }
        }
        shelf.sync()?;
        for file in STORE {
            if shelf.has(&restored(file))? {
                shelf.rename(&restored(file), file)?;
            }
        }
        shelf.sync()?;
        shelf.remove(PLAN)?;
        shelf.sync()?;
    }
    for name in shelf.names()?.iter().filter(|name| is_passing(name)) {
        // One that stays takes room and does no harm.
        let _ = shelf.remove(name);
    }
    Ok(())
}

/// Whether a store was decided upon that does not lie in its place yet.
pub fn is_decided(shelf: &impl FileShelf) -> io::Result<bool> {
    shelf.has(PLAN)
}
