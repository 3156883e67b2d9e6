//! Going back to the database of before a newer format, for the program that wrote it. `garson back` calls it; the newer
//! database stays beside it, under another name.

use super::{format_in, names};
use crate::backup::{shelf::FolderShelf, swap};
use crate::folder::{CACHE, backend, open_on};
use crate::{FORMAT, Folder, OpenError, OpenProgress, Sealer, format};
use model::{Time, data_file};
use redb::Database;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use std::{fs, io};

/// What was gone back to.
#[derive(Debug)]
pub struct WentBack {
    pub format: u32,
    /// When it was copied: what happened since then is not in it.
    pub made: Time,
    /// Where the newer database is now.
    pub aside: PathBuf,
}

#[derive(Debug)]
pub enum BackError {
    /// None is kept of an older format than that of the store, which is this where it can be read.
    NothingKept(Option<u32>),
    /// The one that is kept is no store of this folder any more.
    Kept(PathBuf, OpenError),
    Store(OpenError),
    /// Nothing was changed.
    Io(io::Error),
    /// It is decided, and the next that takes the folder finishes it.
    Unfinished(io::Error),
}

impl Folder {
    /// Puts the newest database of an older format in the place of the present one, as one change that a power cut cannot
    /// halve.
    pub fn go_back(&self, now: Time) -> Result<WentBack, BackError> {
        let sealer = self.sealer().map_err(BackError::Store)?;
        let present = match format_of(&self.database_path(), &sealer) {
            Ok(format) | Err(OpenError::Newer(format)) => Some(format),
            // Whatever is wrong with it, what is kept may be better.
            Err(_) => None,
        };
        let kept = names(self.path()).into_iter().filter_map(|name| Some((format_in(&name)?, name)));
        let older = kept.filter(|(format, _)| *format <= FORMAT && present.is_none_or(|present| *format < present));
        let (format, name) = older.max().ok_or(BackError::NothingKept(present))?;
        let path = self.path().join(&name);
        match format_of(&path, &sealer) {
            Ok(found) if found == format => {}
            Ok(found) => {
                let why = format!("it is of format {found}, and its name says {format}");
                return Err(BackError::Kept(path, OpenError::NotOurs(why)));
            }
            Err(error) => return Err(BackError::Kept(path, error)),
        }
        let made = fs::metadata(&path).and_then(|about| about.modified()).map_err(BackError::Io)?;
        let made = Time(0).plus(made.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default());
        let whole = self.make_whole();
        let shelf = FolderShelf(self.path().to_owned());
        let ending = format!("{}{}", data_file::WENT_BACK, swap::stamp(now));
        let aside = swap::decide_on(&shelf, &ending, Some(name)).map_err(|error| match swap::is_decided(&shelf) {
            Ok(false) => BackError::Io(error),
            _ => BackError::Unfinished(error),
        })?;
        swap::finish(&shelf).map_err(BackError::Unfinished)?;
        let aside = format!("{}{aside}", data_file::DATABASE);
        self.part_from_journal(whole, &aside).map_err(BackError::Unfinished)?;
        Ok(WentBack { format, made, aside: self.path().join(aside) })
    }
}

/// The format of a closed database that is sealed with this key file. No byte of it changes.
fn format_of(path: &Path, sealer: &Sealer) -> Result<u32, OpenError> {
    let nobody: OpenProgress = Arc::new(|_, _| {});
    // It is refused whatever it is: then nothing is written.
    let refuse = |database: &Database| -> Result<(), OpenError> {
        Err(match format::recognise(database, sealer)? {
            Some(format) => OpenError::Older(format),
            None => OpenError::NotOurs("it is empty".into()),
        })
    };
    match open_on(backend(path)?, CACHE, &nobody, &refuse) {
        Err(OpenError::Older(format)) => Ok(format),
        Err(error) => Err(error),
        Ok(_) => Err(OpenError::NotOurs("it was not looked at".into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Store, Table, layout};

    fn put(folder: &Folder) -> Vec<u8> {
        let nobody: OpenProgress = Arc::new(|_, _| {});
        let (store, closing) = Store::open(folder, &nobody).unwrap();
        drop(store);
        closing.wait();
        fs::read(folder.database_path()).unwrap()
    }

    fn set_format(folder: &Folder, format: u32) {
        let database = Database::open(folder.database_path()).unwrap();
        #[expect(clippy::disallowed_methods, reason = "nobody else has this database")]
        let txn = database.begin_write().unwrap();
        let mut meta = txn.open_table(Table::Meta.definition()).unwrap();
        meta.insert(layout::FORMAT_NUMBER, format.to_be_bytes().as_slice()).unwrap();
        drop(meta);
        txn.commit().unwrap();
    }

    #[test]
    fn the_older_program_goes_back_from_a_newer_format_as_well() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::hold(place.path(), "a test").unwrap();
        let before = put(&folder);
        let kept = place.path().join(format!("{}{FORMAT}", data_file::OF_FORMAT));
        fs::write(&kept, &before).unwrap();
        let refused = folder.go_back(clock::now());
        assert!(matches!(refused, Err(BackError::NothingKept(Some(FORMAT)))), "{refused:?}");
        set_format(&folder, FORMAT + 1);
        let newer = fs::read(folder.database_path()).unwrap();
        // A still newer one is for a newer program.
        fs::write(place.path().join(format!("{}{}", data_file::OF_FORMAT, FORMAT + 1)), &newer).unwrap();
        let went = folder.go_back(clock::now()).unwrap();
        assert_eq!(went.format, FORMAT);
        assert!(fs::read(folder.database_path()).unwrap() == before);
        assert!(fs::read(went.aside).unwrap() == newer && !kept.exists());
    }

    #[test]
    fn what_is_no_store_of_this_folder_is_refused_and_nothing_changes() {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::hold(place.path(), "a test").unwrap();
        put(&folder);
        set_format(&folder, FORMAT + 1);
        let newer = fs::read(folder.database_path()).unwrap();
        let elsewhere = tempfile::tempdir().unwrap();
        let other = put(&Folder::hold(elsewhere.path(), "a test").unwrap());
        let kept = place.path().join(format!("{}{FORMAT}", data_file::OF_FORMAT));
        for content in [&b"hello"[..], &other, &other[..other.len() / 2], &newer] {
            fs::write(&kept, content).unwrap();
            let refused = folder.go_back(clock::now());
            assert!(matches!(&refused, Err(BackError::Kept(path, _)) if *path == kept), "{refused:?}");
            assert!(fs::read(folder.database_path()).unwrap() == newer && fs::read(&kept).unwrap() == content);
        }
    }
}
