//! Databases of before, beside the database: as it was before an upgrade of the program, while that is tried out, and as it
//! was before a newer program changed its format, for some days. `back` goes back to one of those.
//!
//! Each is copied while it is closed, and is whole under its name or not there. What was erased since then is still in it,
//! so `age` has it gone after its time.

mod age;
mod back;

pub use age::{KeptStore, LOOK_AT_KEPT};
pub use back::{BackError, WentBack};

use super::disk::{self, DiskSpace, beside, remove, sync_folder};
use super::{Folder, OpenProgress, Work, room};
use model::data_file::{self, OF_FORMAT};
use std::path::{Path, PathBuf};
use std::{fs, io};

impl Folder {
    /// Copies the database, which must not be open, before a new program is tried out.
    pub fn keep_copy(&self) -> io::Result<()> {
        let (database, kept) = (self.database_path(), kept_in(self.path()));
        remove(&kept)?;
        if !database.try_exists()? {
            return Ok(());
        }
        self.copy_to(&kept, &mut |_| {})
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

    /// Gives the copy, if there is one, the name of its format: the new program is in its place, and nothing puts it back by
    /// itself any more.
    pub fn name_copy(&self, format: u32) -> io::Result<()> {
        let kept = kept_in(self.path());
        if kept.try_exists()? {
            fs::rename(&kept, of_format(self.path(), format))?;
            sync_folder(self.path())?;
        }
        Ok(())
    }

    /// Copies a database of an older format, which must not be open, before it is brought up. Without room for that it is
    /// brought up all the same.
    pub(super) fn keep_older(&self, format: u32, progress: &OpenProgress) {
        let kept = of_format(self.path(), format);
        let shown = kept.display();
        match self.copy_older(&kept, progress) {
            Ok(()) => tracing::info!(
                file = %shown, format,
                "the store as it was is kept, for 14 days at most; `garson back` goes back to it"
            ),
            Err(error) => tracing::warn!(
                %error, format,
                "the store as it was could not be kept; it is brought to the new format without a way back"
            ),
        }
    }

    fn copy_older(&self, kept: &Path, progress: &OpenProgress) -> io::Result<()> {
        let length = |path: &Path| fs::metadata(path).map(|about| about.len());
        let bytes = length(&self.database_path())?;
        // One of an earlier try, or of a program that was gone back to: the store itself is newer, and goes no further now.
        let freed = length(kept).unwrap_or(0);
        if let Some(space) = disk::space(self.path()) {
            has_room(space, freed, bytes)?;
        }
        remove(kept)?;
        self.copy_to(kept, &mut |share| progress(Work::Keep, share))
    }

    /// Half a copy never stands under the name of a whole one.
    fn copy_to(&self, kept: &Path, tell: &mut dyn FnMut(f64)) -> io::Result<()> {
        self.make_whole().map_err(|e| io::Error::other(e.to_string()))?;
        let draft = beside(kept, data_file::NEW);
        let copied = disk::copy_telling(&self.database_path(), &draft, tell).and_then(|()| fs::rename(&draft, kept));
        if copied.is_err() {
            let _ = remove(&draft);
        }
        copied.and_then(|()| sync_folder(self.path()))
    }

    /// Removes half a copy that a power cut left, while none is being made.
    pub fn drop_drafts(folder: &Path) {
        for name in names(folder) {
            if name.starts_with(data_file::OLD_DATABASE) && name.ends_with(data_file::NEW) {
                // One that stays takes room and does no harm.
                let _ = remove(&folder.join(name));
            }
        }
    }
}

/// The copy takes as much as the store, and bringing that up may take as much again; and the program wants some free.
fn has_room(space: DiskSpace, freed: u64, bytes: u64) -> io::Result<()> {
    let wanted = bytes.saturating_mul(2).saturating_add(room::kept_free(space.total));
    let free = space.free.saturating_add(freed);
    if free >= wanted {
        return Ok(());
    }
    let sentence = format!("the disk has no room for a copy: {free} bytes are free, and {wanted} would have to be");
    Err(io::Error::new(io::ErrorKind::StorageFull, sentence))
}

fn kept_in(folder: &Path) -> PathBuf {
    folder.join(data_file::OLD_DATABASE)
}

fn of_format(folder: &Path, format: u32) -> PathBuf {
    folder.join(format!("{OF_FORMAT}{format}"))
}

/// The format that the name of a kept database says.
fn format_in(name: &str) -> Option<u32> {
    name.strip_prefix(OF_FORMAT)?.parse().ok()
}

/// All names in a folder that can be read.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_for_a_trial_is_put_back_or_named() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::hold(place.path(), "a test").unwrap();
        let (database, kept) = (folder.database_path(), kept_in(folder.path()));
        folder.keep_copy().unwrap();
        folder.put_back().unwrap();
        folder.name_copy(2).unwrap();
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
        folder.name_copy(2).unwrap();
        assert_eq!(fs::read_to_string(of_format(folder.path(), 2)).unwrap(), "before");
        fs::write(beside(&of_format(folder.path(), 2), ".new"), "half").unwrap();
        fs::write(beside(&kept, ".new"), "half").unwrap();
        Folder::drop_drafts(folder.path());
        assert!(names(folder.path()).iter().all(|name| !name.ends_with(".new")));
        assert!(of_format(folder.path(), 2).exists() && database.exists());
    }

    #[test]
    fn a_copy_is_made_only_where_there_is_room_for_it_and_for_what_follows() {
        let space = |free| DiskSpace { free, total: 16 << 30 };
        let (store, kept_free) = (100_000_000, 32_000_000);
        assert!(has_room(space(2 * store + kept_free), 0, store).is_ok());
        assert!(has_room(space(2 * store + kept_free - 1), 0, store).is_err());
        assert!(has_room(space(store + kept_free), store, store).is_ok(), "the one of before goes first");
    }

    #[test]
    fn a_name_says_its_format() {
        assert_eq!(format_in("garson.redb.before.format-2"), Some(2));
        for other in ["garson.redb.before", "garson.redb.before.format-2.new", "garson.redb.before.format-", "x"] {
            assert_eq!(format_in(other), None, "{other}");
        }
    }
}
