//! `garson back`: the store as it was before a newer program changed its format takes its place again, with the program
//! stopped. The version of before is put in its place by whoever put the newer one there.

use super::{CommandResult, ask::hold, needs_store, say};
use crate::app::{machine_lang::machine_lang, options::DataFolder, upgrade::state};
use crate::i18n::terminal as texts;
use crate::store::{BackError, OpenError};
use crate::{clock, ops::care::upgrades::release};

pub fn back(data: &DataFolder) -> CommandResult {
    let (folder, lang) = (data.folder(), machine_lang());
    needs_store(&folder)?;
    let held = hold(&folder).map_err(|error| match error {
        error @ OpenError::InUse(..) => texts::back_in_use(lang, &error.to_string()),
        error => error.to_string(),
    })?;
    // An upgrade that was cut off is undone first: the next start would put its store over this one.
    state::settle(&held, release::own_version())?;
    let shown = |path: &std::path::Path| path.display().to_string();
    match held.go_back(clock::now()) {
        Ok(went) => say(&texts::went_back(lang, went.format, &went.made.to_string(), &shown(&went.aside))),
        Err(BackError::NothingKept(present)) => {
            let format = present.map_or_else(|| "?".to_owned(), |format| format.to_string());
            Err(texts::nothing_kept(lang, &shown(&folder), &format))
        }
        Err(BackError::Kept(path, error)) => Err(texts::kept_unusable(lang, &shown(&path), &error.to_string())),
        Err(BackError::Store(error)) => Err(error.to_string()),
        Err(BackError::Io(error)) => Err(texts::back_failed(lang, &error.to_string())),
        Err(BackError::Unfinished(error)) => Err(texts::back_unfinished(lang, &error.to_string())),
    }
}
