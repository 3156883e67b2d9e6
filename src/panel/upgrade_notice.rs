//! What the page Health says of upgrades: that a newer program lies ready, and what became of the last one.

use super::{figures, show};
use i18n::{
    Lang, Spoken,
    pages::status::{
        folder_file_unreadable, folder_flawed, folder_missing, folder_silent, folder_unreadable, kept_store,
        newer_lies_ready, upgrade_done, upgrade_silent, upgrade_undone,
    },
};
use jiff::tz::TimeZone;
use model::{Failure, Time, UpgradeFlaw, UpgradePhase};
use ops::{
    AppState,
    care::upgrades::{
        KeptStore, kept_stores,
        offer::{self, FolderLook, FolderTrouble},
    },
};
use std::{path::Path, time::Duration};

/// For so long it is news that an upgrade was undone.
const NEWS: Duration = Duration::from_hours(7 * 24);

/// What is to be said of the folder that the owner chose.
#[derive(Default)]
pub struct UpgradeFolderNotice {
    pub newer: Option<NewerProgram>,
    /// What is wrong with the folder, or with a file in it.
    pub trouble: Option<String>,
}

/// A newer program, and what to type.
pub struct NewerProgram {
    pub sentence: String,
    pub command: String,
}

pub async fn folder(lang: Lang, app: &AppState) -> Result<UpgradeFolderNotice, Failure> {
    let Some((folder, found)) = offer::look(app).await? else { return Ok(UpgradeFolderNotice::default()) };
    let trouble = match &found {
        Ok(FolderLook { flawed, unreadable, .. }) => {
            let flawed = (!flawed.is_empty()).then(|| folder_flawed(lang, &folder, &flawed.join(", ")));
            let unreadable =
                (!unreadable.is_empty()).then(|| folder_file_unreadable(lang, &folder, &unreadable.join(", ")));
            let sentences: Vec<String> = flawed.into_iter().chain(unreadable).collect();
            (!sentences.is_empty()).then(|| sentences.join(" "))
        }
        Err(FolderTrouble::Missing) => Some(folder_missing(lang, &folder)),
        Err(FolderTrouble::Unreadable(why)) => Some(folder_unreadable(lang, &folder, why)),
        Err(FolderTrouble::Silent) => Some(folder_silent(lang, &folder)),
    };
    let newer = found.ok().and_then(|found| found.newest).map(|offer| NewerProgram {
        sentence: newer_lies_ready(lang, &offer.version.to_string()),
        command: command(&offer.file),
    });
    Ok(UpgradeFolderNotice { newer, trouble })
}

/// The last upgrade in a few words, with the version that it came from.
pub fn last(lang: Lang, app: &AppState, zone: &TimeZone) -> Option<String> {
    let last = app.config.last_upgrade.as_ref().filter(|last| last.phase == UpgradePhase::Done)?;
    Some(upgrade_done(lang, &last.from.to_string(), &show::time(lang, last.begun, zone)))
}

/// A store of before: where it is, and that it goes by itself.
pub struct KeptStoreNotice {
    pub path: String,
    pub sentence: String,
}

pub fn kept(lang: Lang, app: &AppState, zone: &TimeZone) -> Vec<KeptStoreNotice> {
    let notice = |kept: KeptStore| KeptStoreNotice {
        path: kept.path.display().to_string(),
        sentence: kept_store(lang, &figures::bytes(lang, kept.bytes), &show::time(lang, kept.until, zone)),
    };
    kept_stores(app).into_iter().map(notice).collect()
}

/// That it was undone lately, and why.
pub fn undone(lang: Lang, app: &AppState, now: Time) -> Option<String> {
    let last = app.config.last_upgrade.as_ref().filter(|last| last.phase == UpgradePhase::Undone)?;
    let is_news = now.since(last.begun) < NEWS;
    is_news.then(|| {
        upgrade_undone(lang, &last.to.to_string(), &flaw(lang, last.why.as_ref().unwrap_or(&UpgradeFlaw::CutOff)))
    })
}

fn flaw(lang: Lang, flaw: &UpgradeFlaw) -> String {
    let t = lang.texts().status_page;
    match flaw {
        UpgradeFlaw::CutOff => t.upgrade_cut_off.to_owned(),
        UpgradeFlaw::NotClosed => t.upgrade_not_closed.to_owned(),
        UpgradeFlaw::NotCopied(why) => format!("{} ({why})", t.upgrade_not_copied),
        UpgradeFlaw::NotWritten(why) => format!("{} ({why})", t.upgrade_not_written),
        UpgradeFlaw::NotStarted(why) => format!("{} ({why})", t.upgrade_not_started),
        UpgradeFlaw::Ended(why) => format!("{} ({why})", t.upgrade_ended),
        UpgradeFlaw::Silent(seconds) => upgrade_silent(lang, &seconds.to_string()),
        UpgradeFlaw::NotPlaced => t.upgrade_not_placed.to_owned(),
    }
}

/// In quotes where a shell needs them.
fn command(file: &Path) -> String {
    let path = file.display().to_string();
    let is_plain = path.chars().all(|c| c.is_ascii_alphanumeric() || "/._-:\\".contains(c));
    let quoted = match (is_plain, cfg!(windows)) {
        (true, _) => path,
        (false, true) => format!("\"{path}\""),
        (false, false) => format!("'{}'", path.replace('\'', r"'\''")),
    };
    if cfg!(windows) { format!("garson upgrade {quoted}") } else { format!("sudo garson upgrade {quoted}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn what_is_to_be_typed_can_be_typed() {
        assert_eq!(command(Path::new("/srv/garson-0.2.0")), "sudo garson upgrade /srv/garson-0.2.0");
        assert_eq!(command(Path::new("/media/my stick/it's")), r"sudo garson upgrade '/media/my stick/it'\''s'");
    }
}
