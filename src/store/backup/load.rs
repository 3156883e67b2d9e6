//! Reads a backup into an empty database. Nothing in the file is believed before it fits its checksum, and nothing of it is
//! there before all of it is: the rows are one transaction, which ends when the closing piece was read.

use super::contents::CONTENTS;
use super::pieces::{PieceKind, PieceReader};
use super::sums::{TreeSum, take_row};
use super::{error::BackupError, header::BackupHeader, key::BackupKey, make::KeptFiles};
use crate::{engine::begin, tables::JOURNAL};
use model::BackupContents;
use redb::{Database, TableDefinition, WriteTransaction};
use std::collections::BTreeSet;
use std::io::{self, BufRead};

/// More than a store has, and few enough to be listed.
const MOST_TREES: usize = 200;
const LONGEST_NAME: usize = 100;

/// A backup whose header was read.
pub struct BackupFile<R> {
    pub header: BackupHeader,
    hash: [u8; 32],
    input: R,
}

impl<R: BufRead> BackupFile<R> {
    pub fn open(mut input: R) -> Result<BackupFile<R>, BackupError> {
        let (header, hash) = BackupHeader::read(&mut input)?;
        Ok(BackupFile { header, hash, input })
    }

    /// What its beginning says of the rest; nothing where an older garson made it. No more of the file is read than that, and a
    /// key that does not fit is found out.
    pub fn contents(self, key: Option<&BackupKey>) -> Result<Option<BackupContents>, BackupError> {
        let files: KeptFiles = match self.pieces(key)?.piece()? {
            (PieceKind::Files, clear) => read_json(&clear)?,
            _ => return Err(makes_no_sense()),
        };
        Ok(files.get(CONTENTS).and_then(|text| serde_json::from_str(text).ok()))
    }

    pub(crate) fn pieces(self, key: Option<&BackupKey>) -> Result<PieceReader<R>, BackupError> {
        let key = match (&self.header.encryption, key) {
            (None, _) => None,
            (Some(_), None) => return Err(BackupError::NeedsPassphrase),
            (Some(origin), Some(key)) if key.origin != *origin => return Err(BackupError::WrongPassphrase),
            (Some(_), key) => key,
        };
        PieceReader::new(self.input, self.hash, key)
    }
}

/// What was in a backup beside its rows.
pub(super) struct Loaded {
    pub header: BackupHeader,
    pub files: KeptFiles,
    /// As the snapshot had them.
    pub trees: Vec<TreeSum>,
}

/// `on_piece` hears after each piece how many bytes were read so far, and may end it.
pub(super) fn load<R: BufRead>(
    file: BackupFile<R>,
    key: Option<&BackupKey>,
    to: &Database,
    on_piece: &mut dyn FnMut(u64) -> Result<(), BackupError>,
) -> Result<Loaded, BackupError> {
    let header = file.header.clone();
    let mut pieces = file.pieces(key)?;
    let files = match pieces.piece()? {
        (PieceKind::Files, clear) => read_json(&clear)?,
        _ => return Err(makes_no_sense()),
    };
    let txn = begin(to).map_err(from_redb)?;
    let mut trees: BTreeSet<String> = BTreeSet::new();
    let mut filling: Option<Filling> = None;
    let told: Vec<TreeSum> = loop {
        let (kind, clear) = pieces.piece()?;
        match (kind, &mut filling) {
            (PieceKind::Tree, _) => {
                let filled = Filling::begin(&txn, clear)?;
                if !trees.insert(filled.name.clone()) || trees.len() > MOST_TREES {
                    return Err(makes_no_sense());
                }
                filling = Some(filled);
            }
            (PieceKind::Rows, Some(filling)) => filling.fill(&txn, &clear)?,
            (PieceKind::Closing, _) => break read_json(&clear)?,
            (PieceKind::Rows, None) | (PieceKind::Files, _) => return Err(makes_no_sense()),
        }
        on_piece(pieces.bytes)?;
    };
    txn.commit().map_err(from_redb)?;
    Ok(Loaded { header, files, trees: told })
}

/// A tree whose rows are being read.
struct Filling {
    name: String,
    last_key: Option<Vec<u8>>,
}

impl Filling {
    fn begin(txn: &WriteTransaction, name: Vec<u8>) -> Result<Filling, BackupError> {
        let is_fine = |name: &String| (1..=LONGEST_NAME).contains(&name.len()) && name != JOURNAL;
        let name = String::from_utf8(name).ok().filter(is_fine);
        let name = name.ok_or_else(makes_no_sense)?;
        txn.open_table(TableDefinition::<&[u8], &[u8]>::new(&name)).map_err(from_redb)?;
        Ok(Filling { name, last_key: None })
    }

    fn fill(&mut self, txn: &WriteTransaction, mut rows: &[u8]) -> Result<(), BackupError> {
        let mut table = txn.open_table(TableDefinition::<&[u8], &[u8]>::new(&self.name)).map_err(from_redb)?;
        while !rows.is_empty() {
            let (key, value) = take_row(&mut rows).ok_or_else(makes_no_sense)?;
            if self.last_key.as_deref().is_some_and(|last| last >= key) {
                return Err(makes_no_sense());
            }
            table.insert(key, value).map_err(from_redb)?;
            let last_key = self.last_key.get_or_insert_default();
            last_key.clear();
            last_key.extend_from_slice(key);
        }
        Ok(())
    }
}

fn read_json<T: serde::de::DeserializeOwned>(clear: &[u8]) -> Result<T, BackupError> {
    serde_json::from_slice(clear).map_err(|_| makes_no_sense())
}

/// The pieces are as they were written, but no garson writes such.
fn makes_no_sense() -> BackupError {
    BackupError::Altered("what is in it makes no sense")
}

pub(super) fn from_redb(error: impl Into<redb::Error>) -> BackupError {
    match error.into() {
        redb::Error::Io(error) if error.kind() == io::ErrorKind::StorageFull => {
            BackupError::NoRoom { free: 0, wanted: 1 }
        }
        error => BackupError::store(error),
    }
}
