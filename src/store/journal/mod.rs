//! `Journal`: the rows that were written since redb last put everything on the disk, in a file of their own.
//!
//! A durable commit of redb writes the way from the root to every leaf that changed, some 17 pages for one step of an
//! order, and a start after a sudden end walks through the whole file unless that commit also wrote down which pages are
//! free. So a batch is written here first, as rows, and synced; then redb commits it in memory. When the journal is full, or
//! the disk short of room, the commit of that batch is a durable one instead: everything is on the disk with it, the
//! next start is quick, and the journal begins anew. After a sudden end its rows are put into redb again.
//!
//! The database says which generation of the journal belongs to it, and each durable commit begins another. A frame of
//! an earlier one, or that is not whole, is none. A store that was closed needs no journal, and neither does a copy.

mod frame;
mod whole;

pub use frame::WrittenRows;

use super::engine::begin;
use super::folder::Medium;
use super::open_error::OpenError;
use super::tables::{JOURNAL, Table};
use frame::{FIRST, FramePlace, PAGE, frame, head, head_at, is_later_frame, names, read_frame};
use redb::{Database, Durability, ReadableDatabase, StorageBackend, TableDefinition, TableError, WriteTransaction};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const GENERATION: TableDefinition<'static, (), u64> = TableDefinition::new(JOURNAL);
/// On a small disk it may be as short as this: what redb holds in memory has to find room there later.
const SHORTEST: u64 = 64 << 10;
/// It grows by so much at once: a file that keeps its length is synced without a word about its length.
const GROWS_BY: u64 = 128 << 10;
/// As long as that, and no longer, something may be in memory alone that a crash may undo.
const SAVED_WITHIN: Duration = Duration::from_hours(1);
/// As many bytes, and no more.
const MOST_UNSAVED: usize = 256 << 10;

pub struct Journal {
    /// Nothing where none can be made; then every commit is durable.
    file: Option<Box<dyn StorageBackend>>,
    place: FramePlace,
    /// Whether the database names this generation.
    is_begun: bool,
    /// A commit was tried after which it names none.
    is_closing: bool,
    /// Where the next frame goes.
    end: u64,
    /// How long the file is.
    length: u64,
    /// How long it may get, and how long on this disk at the moment.
    longest: u64,
    most: u64,
    /// Rows that are in memory alone and that a crash may undo. They go along with the next frame.
    unsaved: WrittenRows,
    unsaved_since: Option<Instant>,
    wear: Arc<JournalWear>,
}

/// What the file was given.
#[derive(Default)]
pub struct JournalWear {
    pub bytes: AtomicU64,
    pub syncs: AtomicU64,
}

/// How a batch gets onto the disk.
pub enum Durably {
    /// Its rows are in the journal, up to this place.
    ByJournal { end: u64 },
    /// Nowhere yet: a crash may undo it.
    Later,
    /// By redb's own commit.
    ByCommit,
}

impl Journal {
    /// The journal of a medium whose database was just opened, with what redb lacks of it put into redb, in memory.
    pub fn open(medium: &dyn Medium, database: &Database) -> Result<Journal, OpenError> {
        let mut journal = Journal {
            file: None,
            place: FramePlace { generation: 0, number: 0 },
            is_begun: false,
            is_closing: false,
            end: FIRST,
            length: 0,
            longest: medium.longest_journal(),
            most: medium.longest_journal(),
            unsaved: WrittenRows::default(),
            unsaved_since: None,
            wear: Arc::default(),
        };
        match generation_of(database)? {
            None => {
                journal.forget();
                // Nothing needs it, so the store can do without.
                if let Err(error) = journal.open_file(medium) {
                    tracing::warn!(%error, "there is no journal: each change is written by the database itself");
                }
            }
            Some(generation) => {
                journal.begin(generation);
                journal.open_file(medium)?;
                let frames = journal.read(None)?;
                journal.put_into(database, &frames)?;
            }
        }
        Ok(journal)
    }

    /// The database was opened again: what was acknowledged and redb lacks is put into it, in memory.
    pub fn open_again(&mut self, medium: &dyn Medium, database: &Database) -> Result<(), OpenError> {
        self.open_file(medium)?;
        let generation = generation_of(database)?;
        if self.is_begun && generation == Some(self.place.generation) {
            let acknowledged = self.place.number;
            let mut frames = self.read(Some(acknowledged))?;
            if (frames.len() as u64) < acknowledged {
                return Err(OpenError::Damaged("what came in last is not in its journal any more".into()));
            }
            frames.push(self.unsaved.clone());
            return self.put_into(database, &frames);
        }
        match generation {
            // A durable commit that failed has got through all the same: all is in it.
            Some(next) if next == self.place.generation + 1 => {
                self.begin(next);
                self.write_head();
                Ok(())
            }
            None if self.is_closing || !self.is_begun => {
                self.forget();
                Ok(())
            }
            _ => Err(OpenError::Damaged("it is not the file that it was".into())),
        }
    }

    fn open_file(&mut self, medium: &dyn Medium) -> Result<(), OpenError> {
        self.file = None;
        let file = medium.journal()?;
        self.length = file.len().map_err(io)?;
        self.file = Some(file);
        Ok(())
    }

    pub fn wear(&self) -> Arc<JournalWear> {
        self.wear.clone()
    }

    /// Which generation it is now; what it held belongs to an earlier one.
    fn begin(&mut self, generation: u64) {
        self.place = FramePlace { generation, number: 0 };
        (self.is_begun, self.is_closing, self.end) = (true, false, FIRST);
        (self.unsaved, self.unsaved_since) = (WrittenRows::default(), None);
    }

    /// No generation belongs to the database, until it is given one.
    fn forget(&mut self) {
        let mut bytes = [0; 8];
        if let Err(error) = getrandom::fill(&mut bytes) {
            // By chance alone a frame of an earlier run is none of this one.
            tracing::warn!(%error, "there is no journal: the system gives no random numbers");
            self.file = None;
        }
        self.begin(u64::from_le_bytes(bytes) >> 1);
        self.is_begun = false;
    }

    /// Names the generation in the file; without that the file is not used.
    fn write_head(&mut self) {
        let Some(file) = &self.file else { return };
        let bytes = head(self.place.generation);
        match file.write(head_at(self.place.generation), &bytes).and_then(|()| file.sync_data()) {
            Ok(()) => {
                self.count(bytes.len());
                self.length = self.length.max(FIRST);
            }
            Err(error) => {
                tracing::warn!(%error, "the journal takes no writes: each change is written by the database itself");
                self.file = None;
            }
        }
    }

    /// Whether the next start has something to read here.
    pub fn is_begun(&self) -> bool {
        self.is_begun
    }

    /// It gets no longer than a part of what the disk may be given before it is asked again.
    pub fn fit(&mut self, bytes: u64) {
        self.most = (bytes / 2).max(SHORTEST).min(self.longest);
    }

    /// When what a crash may undo is to be on the disk.
    pub fn save_due(&self) -> Option<Instant> {
        self.unsaved_since.map(|since| since + SAVED_WITHIN)
    }

    /// Gets the rows of a batch onto the disk, before redb commits them; those that a crash may undo only with others.
    pub fn write(&mut self, rows: &WrittenRows, is_awaited: bool) -> Durably {
        if !self.is_begun {
            return Durably::ByCommit;
        }
        if !is_awaited && self.unsaved.bytes() + rows.bytes() <= MOST_UNSAVED {
            return Durably::Later;
        }
        self.append(rows).map_or(Durably::ByCommit, |end| Durably::ByJournal { end })
    }

    /// Where the frame ends; nothing where there is no room for it, or the disk refuses it.
    fn append(&mut self, rows: &WrittenRows) -> Option<u64> {
        let file = self.file.as_ref()?;
        let end = self.end + self.unsaved.framed(rows) as u64;
        if end > self.most {
            return None;
        }
        let mut bytes = frame(self.place, &self.unsaved, rows);
        let length = if end > self.length { end.next_multiple_of(GROWS_BY) } else { self.length };
        if length > self.length {
            bytes.resize((length - self.end) as usize, 0);
        }
        if let Err(error) = file.write(self.end, &bytes).and_then(|()| file.sync_data()) {
            tracing::warn!(%error, "the journal takes no writes");
            self.take_back(bytes.len());
            return None;
        }
        self.count(bytes.len());
        self.length = length;
        Some(end)
    }

    /// The frame behind the last that counts was refused: it must not be found after a crash, if the disk still allows.
    fn take_back(&self, length: usize) {
        if let Some(file) = &self.file {
            let _ = file.write(self.end, &vec![0; length]).and_then(|()| file.sync_data());
        }
    }

    fn count(&self, bytes: usize) {
        self.wear.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
        self.wear.syncs.fetch_add(1, Ordering::Relaxed);
    }

    /// Commits a transaction whose rows `write` has seen. Only now a frame counts: where this fails, the next is written
    /// over it.
    pub fn commit(
        &mut self,
        mut txn: WriteTransaction,
        rows: WrittenRows,
        durably: &Durably,
    ) -> Result<(), redb::Error> {
        if matches!(durably, Durably::ByCommit) {
            return self.checkpoint(txn);
        }
        txn.set_durability(Durability::None)?;
        if let Err(error) = txn.commit() {
            if let Durably::ByJournal { end } = durably {
                self.take_back((end - self.end) as usize);
            }
            return Err(error.into());
        }
        match durably {
            Durably::ByJournal { end } => self.accept(*end),
            Durably::Later | Durably::ByCommit => {
                self.unsaved.append(rows);
                self.unsaved_since.get_or_insert_with(Instant::now);
            }
        }
        Ok(())
    }

    /// The frame up to here counts.
    fn accept(&mut self, end: u64) {
        self.end = end;
        self.place.number += 1;
        (self.unsaved, self.unsaved_since) = (WrittenRows::default(), None);
    }

    /// Puts on the disk what a crash may undo; whether there was room for it.
    pub fn save(&mut self) -> bool {
        let end = self.append(&WrittenRows::default());
        end.inspect(|end| self.accept(*end)).is_some()
    }

    /// Commits a transaction so that everything is on the disk with it and a start is quick; the journal begins anew.
    pub fn checkpoint(&mut self, txn: WriteTransaction) -> Result<(), redb::Error> {
        if !self.is_begun {
            // So that the next one is known to belong to it.
            self.write_head();
        }
        let next = self.file.as_ref().map(|_| self.place.generation + 1);
        commit_durably(txn, next)?;
        match next {
            Some(generation) => {
                self.begin(generation);
                self.write_head();
            }
            None => self.forget(),
        }
        Ok(())
    }

    /// A checkpoint that changes nothing.
    pub fn settle(&mut self, database: &Database) -> Result<(), redb::Error> {
        self.checkpoint(begin(database)?)
    }

    /// The last commit before the database is closed: it is whole without the journal then.
    pub fn close(&mut self, database: &Database) -> Result<(), redb::Error> {
        self.is_closing = true;
        commit_durably(begin(database)?, None)?;
        self.forget();
        Ok(())
    }

    /// Overwrites what earlier generations left; this one has written nothing yet.
    pub fn wipe(&mut self) -> std::io::Result<u64> {
        let Some(file) = self.file.as_ref().filter(|_| self.end == FIRST && self.length > FIRST) else { return Ok(0) };
        let mut bytes = vec![0; (self.length - FIRST) as usize];
        file.read(FIRST, &mut bytes)?;
        // What is clean is not written again.
        let Some(last) = bytes.iter().rposition(|byte| *byte != 0) else { return Ok(0) };
        bytes.truncate((last + 1).next_multiple_of(PAGE).min(bytes.len()));
        bytes.fill(0);
        file.write(FIRST, &bytes)?;
        file.sync_data()?;
        self.count(bytes.len());
        Ok(bytes.len() as u64)
    }

    /// The frames of this generation, or the first `most` of them; the next one goes behind them.
    fn read(&mut self, most: Option<u64>) -> Result<Vec<WrittenRows>, OpenError> {
        let Some(file) = &self.file else { return Ok(Vec::new()) };
        let mut bytes = vec![0; self.length as usize];
        file.read(0, &mut bytes).map_err(io)?;
        let (mut frames, mut place, mut end) = (Vec::new(), FramePlace { number: 0, ..self.place }, FIRST);
        if names(&bytes, place.generation) {
            while most.is_none_or(|most| place.number < most)
                && let Some(rest) = bytes.get(end as usize..)
                && let Some((rows, length)) = read_frame(rest, place)
            {
                frames.push(rows);
                place.number += 1;
                end += length as u64;
            }
            // No frame is written before those in front of it are on the disk.
            let rest = bytes.get(end as usize..).unwrap_or_default();
            let mut later = (PAGE..rest.len()).step_by(PAGE);
            if most.is_none() && later.any(|at| is_later_frame(&rest[at..], place)) {
                return Err(OpenError::Damaged("a page of its journal cannot be read".into()));
            }
        } else {
            // The power went after the commit that began this generation; or there is no journal, and the owner knows.
            self.write_head();
        }
        (self.place, self.end) = (place, end);
        Ok(frames)
    }

    fn put_into(&self, database: &Database, frames: &[WrittenRows]) -> Result<(), OpenError> {
        if frames.iter().all(WrittenRows::is_empty) {
            return Ok(());
        }
        let mut txn = begin(database).map_err(OpenError::from_redb)?;
        txn.set_durability(Durability::None).map_err(OpenError::from_redb)?;
        for row in frames.iter().flat_map(WrittenRows::iter) {
            let (tree, key, value) =
                row.filter(|(tree, ..)| Table::trees().any(|known| known.name() == *tree)).ok_or_else(unreadable)?;
            let mut tree = txn.open_table(TableDefinition::<&[u8], &[u8]>::new(tree)).map_err(OpenError::from_redb)?;
            match value {
                Some(value) => tree.insert(key, value).map(drop),
                None => tree.remove(key).map(drop),
            }
            .map_err(OpenError::from_redb)?;
        }
        txn.commit().map_err(OpenError::from_redb)
    }
}

/// Refuses a database whose journal is not there, or is another.
pub fn belongs(medium: &dyn Medium, database: &Database) -> Result<(), OpenError> {
    let Some(generation) = generation_of(database)? else { return Ok(()) };
    if !medium.has_journal() {
        return Err(OpenError::JournalMissing(medium.journal_path()));
    }
    let file = medium.journal()?;
    let mut heads = vec![0; file.len().map_err(io)?.min(FIRST) as usize];
    file.read(0, &mut heads).map_err(io)?;
    // An empty one is the owner's word that it is lost. The one before, if the power went before the head was written.
    if heads.is_empty() || names(&heads, generation) || names(&heads, generation.wrapping_sub(1)) {
        return Ok(());
    }
    Err(OpenError::JournalWrong(medium.journal_path()))
}

/// Which generation of the journal a database needs; nothing where it was closed, or has none.
fn generation_of(database: &Database) -> Result<Option<u64>, OpenError> {
    let txn = database.begin_read().map_err(OpenError::from_redb)?;
    match txn.open_table(GENERATION) {
        Ok(table) => Ok(table.get(()).map_err(OpenError::from_redb)?.map(|generation| generation.value())),
        Err(TableError::TableDoesNotExist(_)) => Ok(None),
        Err(error @ (TableError::TableTypeMismatch { .. } | TableError::TypeDefinitionChanged { .. })) => {
            Err(OpenError::NotOurs(error.to_string()))
        }
        Err(error) => Err(OpenError::from_redb(error)),
    }
}

fn commit_durably(mut txn: WriteTransaction, generation: Option<u64>) -> Result<(), redb::Error> {
    txn.set_durability(Durability::Immediate)?;
    txn.set_quick_repair(true);
    let mut table = txn.open_table(GENERATION)?;
    match generation {
        Some(generation) => table.insert((), generation).map(drop)?,
        None => table.remove(()).map(drop)?,
    }
    drop(table);
    Ok(txn.commit()?)
}

fn unreadable() -> OpenError {
    OpenError::Damaged("a row of its journal cannot be read".into())
}

fn io(error: std::io::Error) -> OpenError {
    OpenError::Io(error.to_string())
}
