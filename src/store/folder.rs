//! The data folder: its lock, its key file, its database and journal, and how they are opened.
//!
//! A file that is not ours, or that lost its end, is refused with every byte as it was (`deferred`).

use super::backup::{shelf::FolderShelf, swap};
use super::disk::{self, beside, remove, sync_folder};
use super::open_error::OpenError;
use super::room::{FolderSpace, Space};
use super::seal::{self, Sealer};
use super::{deferred::DeferredFile, engine::unless_damaged, private_file, wipe::pages::PageFile};
use model::data_file;
use redb::{Database, DatabaseError, StorageBackend, StorageError, backends::FileBackend};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// redb's own default of 1 GiB is too much for a shared Raspberry Pi. More than this gains nothing that could be measured.
pub(super) const CACHE: usize = 4 * 1024 * 1024;
/// As long as this the journal gets, and no longer: what a start after a sudden end has to read, and redb to hold in memory.
pub(super) const LONGEST_JOURNAL: u64 = 1 << 20;
const MAGIC: &[u8] = b"redb\x1A\x0A\xA9\x0D\x0A";

/// A data folder that this process holds; dropping it lets the next one in.
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Creates the folder if need be, for its owner alone, and takes its lock. `who` is shown to the next who tries.
    pub fn hold(path: &Path, who: &str) -> Result<Folder, OpenError> {
        let io = |error| OpenError::of_file(path, &error);
        let mut builder = fs::DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(path).map_err(io)?;
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        no_link(&mut options);
        let mut lock = disk::open_private(&path.join(data_file::LOCK), &mut options).map_err(io)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut holder = String::new();
                let _ = lock.read_to_string(&mut holder);
                return Err(OpenError::InUse(path.to_owned(), holder.trim().to_owned()));
            }
            Err(TryLockError::Error(error)) => return Err(io(error)),
        }
        // A full disk must not keep an owner from looking: the name in the lock is a courtesy.
        let _ = lock.set_len(0).and_then(|()| lock.write_all(who.as_bytes()));
        // A restore that was decided upon comes first, however the process that decided it ended.
        swap::finish(&FolderShelf(path.to_owned())).map_err(io)?;
        Ok(Folder { path: path.to_owned(), _lock: lock })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn database_path(&self) -> PathBuf {
        Folder::database_in(&self.path)
    }

    /// Where the database of a folder is, or would be.
    pub fn database_in(folder: &Path) -> PathBuf {
        folder.join(data_file::DATABASE)
    }

    /// Whether a folder has a database, or has one once it is taken; `NotAllowed` where the caller may not look.
    pub fn has_database(folder: &Path) -> Result<bool, OpenError> {
        let is_decided = || swap::is_decided(&FolderShelf(folder.to_owned()));
        let has_one = Folder::database_in(folder).try_exists().and_then(|is_there| Ok(is_there || is_decided()?));
        has_one.map_err(|error| OpenError::of_file(folder, &error))
    }

    /// The key file's sealer; made on first use, and never again once there is a database.
    pub(super) fn sealer(&self) -> Result<Sealer, OpenError> {
        let path = self.path.join(data_file::KEY);
        if private_file::is_open_to_others(&path) {
            return Err(OpenError::KeyOpen(path));
        }
        match seal::read_key(&path) {
            Ok(Some(sealer)) => Ok(sealer),
            Ok(None) if self.database_path().exists() => Err(OpenError::KeyMissing(path)),
            Ok(None) => {
                seal::make_key(&path).map_err(|e| OpenError::Io(format!("{} cannot be written: {e}", path.display())))
            }
            Err(error) => Err(OpenError::KeyUnreadable(path, error.to_string())),
        }
    }

    /// The database file; made on first use, and never again while the store is open.
    pub(super) fn medium(&self) -> Result<FileMedium, OpenError> {
        let path = self.database_path();
        if !path.exists() {
            create(&path)?;
        }
        // A compaction that was cut off left half a copy, which is as large as the store.
        let _ = remove(&copy_of(&path));
        Ok(FileMedium { path })
    }
}

/// What may take a while before a store is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// After a sudden end.
    Repair,
    /// A copy of a file that an earlier program wrote, before it is brought up.
    Keep,
    /// Of a file that an earlier program wrote.
    Upgrade,
}

/// Hears how far the work is, from 0 to 1.
pub type OpenProgress = Arc<dyn Fn(Work, f64) + Send + Sync>;

/// Looks at a database that was just opened; until it agrees, nothing of the file has changed.
pub(super) type Accept<'a> = &'a dyn Fn(&Database) -> Result<(), OpenError>;

/// A database, and the file under it. It can only be read, and no byte of the file changes, until it is released.
pub(super) struct Opened {
    pub database: Database,
    pub file: PageFile,
    pub release: WriteRelease,
}

/// Lets redb's writes through to the file; where the disk refuses them, it may be tried again.
pub(super) type WriteRelease = Box<dyn Fn() -> io::Result<()> + Send>;

/// Where the database lives. The writer opens it again after a failed commit; tests put a faulty disk here.
pub(super) trait Medium: Send {
    /// Opens what is there; it never makes a new one.
    fn open(&self, progress: &OpenProgress, accept: Accept<'_>) -> Result<Opened, OpenError>;

    /// The file, where there is one.
    fn path(&self) -> Option<PathBuf> {
        None
    }

    /// The disk that it lies on, where it is a disk.
    fn space(&self) -> Option<Box<dyn Space>> {
        None
    }

    /// The journal beside it, which is made if need be.
    fn journal(&self) -> Result<Box<dyn StorageBackend>, OpenError>;

    fn longest_journal(&self) -> u64 {
        LONGEST_JOURNAL
    }

    /// Where the journal is, or would be.
    fn journal_path(&self) -> PathBuf;

    fn has_journal(&self) -> bool;

    /// A new and empty database beside it, for a copy; what an earlier one left is gone.
    fn draft(&self) -> Result<Database, OpenError>;

    /// Takes away a draft that came to nothing, so that it does not fill the disk.
    fn discard(&self);

    /// Puts the draft, which is closed, in the place of the database, as one change that a power cut cannot halve.
    fn adopt(&self) -> Result<(), OpenError>;
}

pub(super) struct FileMedium {
    path: PathBuf,
}

impl Medium for FileMedium {
    fn path(&self) -> Option<PathBuf> {
        Some(self.path.clone())
    }

    fn open(&self, progress: &OpenProgress, accept: Accept<'_>) -> Result<Opened, OpenError> {
        open_on(backend(&self.path)?, CACHE, progress, accept)
    }

    fn space(&self) -> Option<Box<dyn Space>> {
        Some(Box::new(FolderSpace::beside(&self.path)))
    }

    fn journal(&self) -> Result<Box<dyn StorageBackend>, OpenError> {
        let path = self.journal_path();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        no_link(&mut options);
        let file = disk::open_private(&path, &mut options).map_err(|error| OpenError::of_file(&path, &error))?;
        // Its name is on the disk before a database says that it is needed, whoever made it.
        let folder = self.path.parent().unwrap_or(&self.path);
        sync_folder(folder).map_err(|error| OpenError::of_file(folder, &error))?;
        Ok(Box::new(FileBackend::new(file).map_err(OpenError::from_redb)?))
    }

    fn journal_path(&self) -> PathBuf {
        self.path.with_file_name(data_file::JOURNAL)
    }

    fn has_journal(&self) -> bool {
        self.journal_path().exists()
    }

    fn draft(&self) -> Result<Database, OpenError> {
        new_database(&copy_of(&self.path))
    }

    fn discard(&self) {
        let _ = remove(&copy_of(&self.path));
    }

    fn adopt(&self) -> Result<(), OpenError> {
        let io = |e: io::Error| OpenError::Io(format!("{}: {e}", self.path.display()));
        let draft = copy_of(&self.path);
        OpenOptions::new().read(true).write(true).open(&draft).and_then(|file| file.sync_all()).map_err(io)?;
        fs::rename(&draft, &self.path).map_err(io)?;
        sync_folder(self.path.parent().unwrap_or(&self.path)).map_err(io)
    }
}

/// What a link leads to is not ours to write into.
fn no_link(options: &mut OpenOptions) {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(options, rustix::fs::OFlags::NOFOLLOW.bits().cast_signed());
    #[cfg(not(unix))]
    let _ = options;
}

fn copy_of(database: &Path) -> PathBuf {
    beside(database, data_file::COPY)
}

/// The file of a database that is there.
pub(super) fn backend(path: &Path) -> Result<FileBackend, OpenError> {
    let file = OpenOptions::new().read(true).write(true).open(path);
    let file = file.map_err(|e| OpenError::Io(format!("{}: {e}", path.display())))?;
    FileBackend::new(file).map_err(OpenError::from_redb)
}

/// A new and empty database, for its owner alone; what lay there is gone.
fn new_database(path: &Path) -> Result<Database, OpenError> {
    let file = disk::create(path).map_err(StorageError::Io).map_err(OpenError::from_redb)?;
    let backend = FileBackend::new(file).map_err(OpenError::from_redb)?;
    Database::builder().set_cache_size(CACHE).create_with_backend(backend).map_err(OpenError::from_redb)
}

pub(super) fn open_on(
    backend: impl StorageBackend,
    cache: usize,
    progress: &OpenProgress,
    accept: Accept<'_>,
) -> Result<Opened, OpenError> {
    inspect(&backend)?;
    let file = PageFile::new(backend);
    let deferred = DeferredFile::new(file.clone());
    let mut builder = Database::builder();
    let progress = progress.clone();
    builder.set_cache_size(cache).set_repair_callback(move |session| progress(Work::Repair, session.progress()));
    let open = || {
        let database = builder.create_with_backend(deferred.backend()).map_err(database_error)?;
        match accept(&database) {
            Ok(()) => {
                let gate = deferred.backend();
                Ok(Opened { database, file, release: Box::new(move || gate.release()) })
            }
            Err(error) => {
                deferred.refuse();
                Err(error)
            }
        }
    };
    unless_damaged(open, || OpenError::Damaged("it cannot be read".into()))
}

/// A new database appears under its name only when it is whole: a power cut in between leaves no half of one.
fn create(path: &Path) -> Result<(), OpenError> {
    let draft = beside(path, data_file::NEW);
    drop(new_database(&draft)?);
    let is_placed = fs::rename(&draft, path).and_then(|()| sync_folder(path.parent().unwrap_or(path)));
    is_placed.map_err(StorageError::Io).map_err(OpenError::from_redb)
}

fn database_error(error: DatabaseError) -> OpenError {
    match error {
        DatabaseError::DatabaseAlreadyOpen => OpenError::Io("another program has the database file open".into()),
        DatabaseError::UpgradeRequired(version) => OpenError::NotOurs(format!("its file version is {version}")),
        DatabaseError::RepairAborted => OpenError::Damaged("its repair was stopped".into()),
        error => OpenError::from_redb(error),
    }
}

/// That the file begins like a database and is as long as its header says, by looking alone.
///
/// redb checks the length only after a clean end. Otherwise it goes by the file as it is, and where the missing pages
/// are those of the last commit it would quietly fall back to the one before. But it makes a longer file durable before
/// the header that speaks of it, and a shorter header before it shortens the file: no power cut leaves too short a file.
pub(super) fn inspect(backend: &impl StorageBackend) -> Result<(), OpenError> {
    let io = |e: io::Error| OpenError::Io(e.to_string());
    let length = backend.len().map_err(io)?;
    let mut head = vec![0; length.min(64) as usize];
    backend.read(0, &mut head).map_err(io)?;
    if !head.starts_with(MAGIC) {
        return Err(OpenError::NotOurs(
            if head.is_empty() { "it is empty" } else { "it does not begin as one" }.into(),
        ));
    }
    match expected_length(&head) {
        Some(expected) if length >= expected => Ok(()),
        Some(expected) => Err(OpenError::Damaged(format!("it has {length} of {expected} bytes"))),
        None => Err(OpenError::Damaged("its header cannot be read".into())),
    }
}

/// The length that redb's header speaks of: page size, pages of a region's header, of its data, full regions, and
/// the data pages of the last, partial region (docs/design.md of redb, file format 3).
fn expected_length(head: &[u8]) -> Option<u64> {
    let number = |at: usize| Some(u64::from(u32::from_le_bytes(head.get(at..at + 4)?.try_into().ok()?)));
    let (page, header_pages, data_pages) = (number(12)?, number(16)?, number(20)?);
    let (full_regions, trailing_pages) = (number(24)?, number(28)?);
    let mut pages = full_regions.checked_mul(header_pages.checked_add(data_pages)?)?;
    if trailing_pages > 0 {
        pages = pages.checked_add(header_pages)?.checked_add(trailing_pages)?;
    }
    // The super-header takes one page of its own.
    pages.checked_add(1)?.checked_mul(page)
}
