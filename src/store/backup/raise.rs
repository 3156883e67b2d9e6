//! Makes a store of a backup, aside, and looks at all of it: the rows are those of the snapshot, the key opens what is
//! sealed, its format is known and brought up. A proof ends here; a restore goes on.

use super::load::{BackupFile, Loaded, from_redb, load};
use super::sums::{difference, sum_up};
use super::{error::BackupError, key::BackupKey, make::OnBackup, shelf::FileShelf};
use crate::{OpenError, OpenProgress, Reader, Sealer, check, format, seal, tables::FORMAT};
use model::data_file::KEY;
use redb::{Database, ReadableDatabase};
use std::{io::BufRead, sync::Arc};

/// As for a store that is in use.
const CACHE: usize = 4 << 20;
/// What the disk of the data folder keeps free meanwhile, for the store that is in use.
const KEPT_FREE: u64 = 16_000_000;
/// Of the whole way, how far reading the file gets, and then comparing.
const READ_SHARE: f64 = 0.6;
const COMPARED_SHARE: f64 = 0.7;
/// Rows between two words about how far it is.
const SHARE_EVERY: u64 = 4_096;

/// A store that lies aside.
pub(super) struct Raised {
    pub database: Database,
    pub loaded: Loaded,
    pub sealer: Sealer,
}

/// Under a name on the shelf. `length` is how long the file is; `key_file` the text of a key file, for a backup that has none
/// inside, else the one that is here is tried.
pub(super) fn raise<R: BufRead>(
    shelf: &impl FileShelf,
    name: &str,
    file: BackupFile<R>,
    length: u64,
    key: Option<&BackupKey>,
    key_file: Option<String>,
    on_share: OnBackup<'_>,
) -> Result<Raised, BackupError> {
    if file.header.format > FORMAT {
        return Err(BackupError::NewerStore(file.header.format));
    }
    has_room(shelf, length)?;
    let backend = shelf.database(name).map_err(|e| from_redb(redb::StorageError::Io(e)))?;
    let database = Database::builder().set_cache_size(CACHE).create_with_backend(backend).map_err(from_redb)?;
    let mut loaded = load(file, key, &database, &mut |bytes| {
        has_room(shelf, 0)?;
        go_on(on_share(READ_SHARE * (bytes as f64 / length.max(1) as f64).min(1.0)))
    })?;
    compare(&read(&database)?, &loaded, on_share)?;
    let inside = loaded.files.get(KEY).cloned();
    let here = || shelf.text(KEY).map_err(BackupError::store);
    let text = inside.or(key_file).map_or_else(here, |text| Ok(Some(text)))?.ok_or(BackupError::NoKey)?;
    let sealer = seal::of_text(&text).ok_or(BackupError::WrongKey)?;
    loaded.files.insert(KEY.to_owned(), text);
    let found = format::recognise(&database, &sealer)?;
    let found = found.ok_or(BackupError::Altered("there is no store in it"))?;
    let quietly: OpenProgress = Arc::new(|_, _| {});
    format::bring_up(&database, found, &quietly)?;
    Ok(Raised { database, loaded, sealer })
}

/// Whether the disk has room for so much more. Unpacked a backup is longer than its file, by an amount not known before.
pub(super) fn has_room(shelf: &impl FileShelf, length: u64) -> Result<(), BackupError> {
    let wanted = length + KEPT_FREE;
    match shelf.free_bytes() {
        Some(free) if free < wanted => Err(BackupError::NoRoom { free, wanted }),
        _ => Ok(()),
    }
}

impl Raised {
    /// Looks at every record and every index.
    pub fn check(&self, on_share: OnBackup<'_>) -> Result<(), BackupError> {
        let mut is_stopped = false;
        let checked = check::check(&read(&self.database)?, &self.sealer, &mut |share| {
            is_stopped = !on_share(COMPARED_SHARE + (1.0 - COMPARED_SHARE) * share);
            if is_stopped { Err(model::Failure::unavailable("it was stopped")) } else { Ok(()) }
        });
        go_on(!is_stopped)?;
        let found = checked?;
        match found.is_sound() {
            true => Ok(()),
            false => Err(BackupError::NotSound {
                count: found.problem_count,
                first: found.problems.first().cloned().unwrap_or_default(),
            }),
        }
    }
}

/// That what lies in the new file is what the snapshot had, row by row.
fn compare(reader: &Reader, loaded: &Loaded, on_share: OnBackup<'_>) -> Result<(), BackupError> {
    let all: u64 = loaded.trees.iter().map(|tree| tree.rows).sum();
    let mut rows = 0u64;
    let sums = sum_up(reader, &mut || {
        rows += 1;
        let way = COMPARED_SHARE - READ_SHARE;
        go_on(!rows.is_multiple_of(SHARE_EVERY) || on_share(READ_SHARE + way * rows as f64 / all.max(1) as f64))
    })?;
    difference(&sums, &loaded.trees).map_or(Ok(()), |tree| Err(BackupError::Different(tree)))
}

fn read(database: &Database) -> Result<Reader, BackupError> {
    Ok(Reader::new(database.begin_read().map_err(OpenError::from_redb)?))
}

fn go_on(is_wanted: bool) -> Result<(), BackupError> {
    if is_wanted { Ok(()) } else { Err(BackupError::Stopped) }
}
