//! The database as it was before an upgrade: copied while it is closed, and put back as one change.
//!
//! There is one such copy at most. What was erased since then is still in it, so it does not stay for long.

use super::Folder;
use super::disk::{beside, copy, remove, sync_folder};
use model::{Time, data_file};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};
use std::{fs, io};

/// By then it has shown whether the new program can be lived with.
const STAYS: Duration = Duration::from_hours(7 * 24);

impl Folder {
    /// Copies the database, which must not be open. Half a copy never stands under the name of a whole one.
    pub fn keep_copy(&self) -> io::Result<()> {
        let (database, kept) = (self.database_path(), kept_in(self.path()));
        remove(&kept)?;
        if !database.try_exists()? {
            return Ok(());
        }
        let draft = draft_in(self.path());
        let copied = copy(&database, &draft).and_then(|()| fs::rename(&draft, &kept));
        if copied.is_err() {
            let _ = remove(&draft);
        }
        copied.and_then(|()| sync_folder(self.path()))
    }

    /// Puts the copy in the place of the database, if there is one.
    pub fn put_back(&self) -> io::Result<()> {
        let kept = kept_in(self.path());
        if kept.try_exists()? {
            fs::rename(&kept, self.database_path())?;
            sync_folder(self.path())?;
        }
        Ok(())
    }

    /// Removes the copy once its time is over, and half of one, while none is being made.
    pub fn drop_old_copy(folder: &Path, now: Time) {
        // One that stays takes room and does no harm.
        let _ = remove(&draft_in(folder));
        let now = SystemTime::UNIX_EPOCH + now.since(Time(0));
        let made = fs::metadata(kept_in(folder)).and_then(|about| about.modified());
        if made.is_ok_and(|made| now.duration_since(made).is_ok_and(|age| age > STAYS)) {
            let _ = remove(&kept_in(folder));
        }
    }
}

fn kept_in(folder: &Path) -> PathBuf {
    folder.join(data_file::OLD_DATABASE)
}

fn draft_in(folder: &Path) -> PathBuf {
    beside(&kept_in(folder), data_file::NEW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_put_back_and_does_not_stay_for_ever() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::hold(place.path(), "a test").unwrap();
        let (database, kept) = (folder.database_path(), kept_in(folder.path()));
        folder.keep_copy().unwrap();
        folder.put_back().unwrap();
        assert!(!database.exists() && !kept.exists());
        fs::write(&database, "before").unwrap();
        folder.keep_copy().unwrap();
        fs::write(&database, "after").unwrap();
        folder.put_back().unwrap();
        assert_eq!((fs::read_to_string(&database).unwrap().as_str(), kept.exists()), ("before", false));
        // A second time there is nothing to put back, and nothing is lost.
        folder.put_back().unwrap();
        assert!(database.exists());
        folder.keep_copy().unwrap();
        fs::write(draft_in(folder.path()), "half").unwrap();
        Folder::drop_old_copy(folder.path(), clock::now());
        assert!(kept.exists() && !draft_in(folder.path()).exists());
        Folder::drop_old_copy(folder.path(), clock::now().plus(STAYS * 2));
        assert!(!kept.exists());
    }
}
