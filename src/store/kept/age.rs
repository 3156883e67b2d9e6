//! How long databases of before have been kept, and their end.
//!
//! A clock may be set back, or begin anew with every start. So it is written down how old each is, and at every look it gets
//! older by what has passed by the clock, or by the time that the program has run if that is more.

use super::names;
use crate::disk::remove;
use crate::{Folder, private_file};
use model::Time;
use model::data_file::{self, is_kept};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

/// By then it has shown whether the new program can be lived with.
const STAYS: Duration = Duration::from_hours(14 * 24);
/// How often a program that runs looks at them.
pub const LOOK_AT_KEPT: Duration = Duration::from_hours(6);

/// A database of before that lies in the folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KeptStore {
    pub path: PathBuf,
    pub bytes: u64,
    /// It is gone by then.
    pub until: Time,
}

impl Folder {
    /// What is kept in a folder, as far as it can be read.
    pub fn kept_stores(folder: &Path, now: Time) -> Vec<KeptStore> {
        let ages = KeptAges::read(folder);
        let passed = now.since(ages.seen);
        let about = |name: String| {
            let path = folder.join(&name);
            let about = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
            let made = made(&about).ok()?;
            let age = ages.of(&name, made).map_or_else(|| now.since(made), |age| age.saturating_add(passed));
            Some(KeptStore { path, bytes: about.len(), until: now.plus(STAYS.saturating_sub(age)) })
        };
        names(folder).into_iter().filter(|name| is_kept(name)).filter_map(about).collect()
    }

    /// Removes what was kept for long enough, and half a copy, while none is being made. `passed` is how long ago this was
    /// done before, by a clock that only runs forward.
    pub fn age_kept(folder: &Path, now: Time, passed: Duration) {
        Folder::drop_drafts(folder);
        let before = KeptAges::read(folder);
        let passed = now.since(before.seen).max(passed);
        let mut ages = KeptAges { seen: now, files: BTreeMap::new() };
        for name in names(folder).into_iter().filter(|name| is_kept(name)) {
            let path = folder.join(&name);
            let Ok(made) = fs::symlink_metadata(&path).and_then(|about| made(&about)) else { continue };
            let age = before.of(&name, made).map_or_else(|| now.since(made), |age| age.saturating_add(passed));
            // Not after its time has come, but before the next look would be too late.
            if age.saturating_add(LOOK_AT_KEPT) > STAYS {
                match remove(&path) {
                    Ok(()) => {
                        tracing::info!(file = %path.display(), "a store of before was kept long enough and is removed")
                    }
                    Err(error) => tracing::warn!(file = %path.display(), %error, "a store of before cannot be removed"),
                }
            }
            if path.exists() {
                ages.files.insert(name, KeptAge { made, seconds: age.as_secs() });
            }
        }
        let written = match ages.files.is_empty() {
            true => remove(&folder.join(data_file::AGES)),
            false => ages.write(folder),
        };
        if let Err(error) = written {
            tracing::warn!(%error, "how long a store of before has been kept is not written down");
        }
    }
}

/// What is written beside them.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeptAges {
    /// When this was last looked at, as the clock was then.
    seen: Time,
    /// By name.
    files: BTreeMap<String, KeptAge>,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct KeptAge {
    /// By this it is known: another of the same name begins anew.
    made: Time,
    seconds: u64,
}

impl KeptAges {
    /// Where nothing can be read, the files themselves say when they were made.
    fn read(folder: &Path) -> KeptAges {
        let text = fs::read(folder.join(data_file::AGES)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    fn write(&self, folder: &Path) -> io::Result<()> {
        private_file::make(&folder.join(data_file::AGES), &serde_json::to_vec(self)?)
    }

    fn of(&self, name: &str, made: Time) -> Option<Duration> {
        let known = self.files.get(name).filter(|known| known.made == made)?;
        Some(Duration::from_secs(known.seconds))
    }
}

fn made(about: &fs::Metadata) -> io::Result<Time> {
    let since = about.modified()?.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    Ok(Time(0).plus(since))
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_hours(24);
    const KEPT: [&str; 3] =
        ["garson.redb.before", "garson.redb.before.format-2", "garson.redb.before.back-20261118T101112"];

    fn folder() -> tempfile::TempDir {
        let place = tempfile::tempdir().unwrap();
        for name in KEPT.iter().chain(&["garson.redb", "garson.redb.before-20261118T101112"]) {
            fs::write(place.path().join(name), "orders").unwrap();
        }
        place
    }

    /// How many are left, and what else is there stays.
    fn left(place: &tempfile::TempDir) -> usize {
        let others = ["garson.redb", "garson.redb.before-20261118T101112"];
        assert!(others.iter().all(|name| place.path().join(name).exists()));
        KEPT.iter().filter(|name| place.path().join(name).exists()).count()
    }

    #[test]
    fn what_is_kept_goes_after_fourteen_days_at_the_latest() {
        let (place, now) = (folder(), clock::now());
        Folder::age_kept(place.path(), now, Duration::ZERO);
        let kept = Folder::kept_stores(place.path(), now.plus(DAY));
        let at_most = now.plus(STAYS).plus(Duration::from_secs(60));
        assert!(
            kept.len() == 3 && kept.iter().all(|one| one.until > now.plus(DAY * 13) && one.until < at_most),
            "{kept:?}"
        );
        // The machine was off meanwhile, and then runs.
        Folder::age_kept(place.path(), now.plus(DAY * 13), Duration::ZERO);
        assert_eq!(left(&place), 3);
        Folder::age_kept(place.path(), now.plus(DAY * 14), LOOK_AT_KEPT);
        assert_eq!((left(&place), place.path().join(data_file::AGES).exists()), (0, false));
    }

    #[test]
    fn a_clock_that_is_set_back_or_begins_anew_with_every_start_gives_no_more_days() {
        let (place, now) = (folder(), clock::now());
        Folder::age_kept(place.path(), now, Duration::ZERO);
        // Set back by a year, it runs for six days.
        let mut clock = now.minus(DAY * 365);
        for _ in 0..24 {
            clock = clock.plus(LOOK_AT_KEPT);
            Folder::age_kept(place.path(), clock, LOOK_AT_KEPT);
        }
        assert_eq!(left(&place), 3);
        // And then it begins at the same moment with every start, each day.
        let mut starts = 0;
        while left(&place) > 0 {
            starts += 1;
            Folder::age_kept(place.path(), Time(0), Duration::ZERO);
            for look in 1..4 {
                Folder::age_kept(place.path(), Time(0).plus(LOOK_AT_KEPT * look), LOOK_AT_KEPT);
            }
        }
        // Of each day three looks of four count.
        assert!((8..=11).contains(&starts), "{starts}");
    }

    #[test]
    fn a_clock_that_was_ahead_when_it_was_kept_gives_no_more_days() {
        let (place, now) = (folder(), clock::now().minus(DAY * 1_000));
        Folder::age_kept(place.path(), now, Duration::ZERO);
        Folder::age_kept(place.path(), now.plus(DAY * 13), Duration::ZERO);
        assert_eq!(left(&place), 3);
        Folder::age_kept(place.path(), now.plus(DAY * 14), Duration::ZERO);
        assert_eq!(left(&place), 0);
    }

    #[test]
    fn another_of_the_same_name_begins_anew() {
        let (place, now) = (folder(), clock::now());
        Folder::age_kept(place.path(), now, Duration::ZERO);
        Folder::age_kept(place.path(), now.plus(DAY * 10), Duration::ZERO);
        let path = place.path().join(KEPT[1]);
        let later = SystemTime::UNIX_EPOCH + now.plus(DAY * 10).since(Time(0));
        fs::File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
        Folder::age_kept(place.path(), now.plus(DAY * 14), Duration::ZERO);
        assert!(left(&place) == 1 && path.exists());
    }
}
