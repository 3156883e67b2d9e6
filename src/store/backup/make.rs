//! Makes a backup of a snapshot: every tree that the file has, row by row, into whatever takes bytes.

use super::contents::{CONTENTS, contents};
use super::pieces::{PieceKind, PieceWriter};
use super::sums::{Summing, TreeSum, put_row};
use super::{error::BackupError, header::BackupHeader, key::BackupKey};
use crate::{RawView, Reader, Table, disk, engine::unless_damaged, layout, seal::random};
use model::{Id, data_file};
use redb::{ReadableTable, ReadableTableMetadata};
use serde::{Deserialize, Serialize};
use std::io::{self, Write};
use std::{collections::BTreeMap, path::Path};

/// A piece is closed once it has as much.
const PIECE: usize = 256 << 10;

/// Hears how far it is, from 0 to 1, once for each piece, and says whether to go on.
pub type OnBackup<'a> = &'a mut dyn FnMut(f64) -> bool;

/// The small files beside a database, by name. They are secrets: a backup has them only where it is encrypted.
pub type KeptFiles = BTreeMap<String, String>;

/// What a backup came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupSummary {
    pub header: BackupHeader,
    pub trees: Vec<TreeSum>,
    /// How long the file is.
    pub bytes: u64,
}

impl BackupSummary {
    pub fn orders(&self) -> u64 {
        orders(&self.trees)
    }
}

pub(super) fn orders(trees: &[TreeSum]) -> u64 {
    trees.iter().find(|tree| tree.name == Table::Orders.name()).map_or(0, |tree| tree.rows)
}

/// Reads those of a data folder that are there.
pub fn kept_files(folder: &Path) -> io::Result<KeptFiles> {
    let mut files = KeptFiles::new();
    for name in data_file::KEPT {
        files.extend(disk::text(&folder.join(name))?.map(|text| (name.to_owned(), text)));
    }
    Ok(files)
}

/// Writes a backup of what the reader sees, as of now. `files` go into it where there is a key.
pub fn make(
    reader: &Reader,
    files: &KeptFiles,
    key: Option<&BackupKey>,
    out: &mut dyn Write,
    on_share: OnBackup<'_>,
) -> Result<BackupSummary, BackupError> {
    let damaged = || BackupError::store("a page of it is damaged: `garson check` looks at all of them");
    unless_damaged(|| write(reader, files, key, out, on_share), damaged)
}

fn write(
    reader: &Reader,
    files: &KeptFiles,
    key: Option<&BackupKey>,
    out: &mut dyn Write,
    on_share: OnBackup<'_>,
) -> Result<BackupSummary, BackupError> {
    let at = clock::now();
    let id = Id::from_parts(u64::try_from(at.0).unwrap_or(0), u128::from_be_bytes(random()?));
    let format = reader.bytes(Table::Meta, layout::FORMAT_NUMBER)?.and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
    let format = format.map(u32::from_be_bytes).ok_or_else(|| BackupError::store("its format cannot be read"))?;
    let header = BackupHeader::new(id, at, format, key.map(|key| key.origin.clone()));
    let mut pieces = PieceWriter::begin(out, &header, key)?;
    let mut files = if key.is_some() { files.clone() } else { KeptFiles::new() };
    // A backup without them is as good.
    let figures = contents(reader).ok().and_then(|figures| serde_json::to_string(&figures).ok());
    files.extend(figures.map(|figures| (CONTENTS.to_owned(), figures)));
    pieces.put(PieceKind::Files, &json(&files)?)?;
    let names = reader.tree_names()?;
    let mut all = 0;
    for name in &names {
        all += reader.named(name)?.len().map_err(|e| reader.trouble(e.into()))?;
    }
    let (mut trees, mut seen) = (Vec::new(), 0u64);
    for name in names {
        pieces.put(PieceKind::Tree, name.as_bytes())?;
        let (mut summing, mut rows) = (Summing::default(), Vec::with_capacity(PIECE + PIECE / 4));
        for row in reader.named(&name)?.iter().map_err(|e| reader.trouble(e.into()))? {
            let (key, value) = row.map_err(|e| reader.trouble(e.into()))?;
            let (key, value) = (key.value(), value.value());
            if !rows.is_empty() && rows.len() + key.len() + value.len() > PIECE {
                pieces.put(PieceKind::Rows, &rows)?;
                rows.clear();
                if !on_share(seen as f64 / all as f64) {
                    return Err(BackupError::Stopped);
                }
            }
            let place = put_row(&mut rows, key, value);
            summing.add(&rows[place]);
            seen += 1;
        }
        if !rows.is_empty() {
            pieces.put(PieceKind::Rows, &rows)?;
        }
        trees.push(summing.sum(name));
    }
    pieces.put(PieceKind::Closing, &json(&trees)?)?;
    let bytes = pieces.finish()?;
    Ok(BackupSummary { header, trees, bytes })
}

fn json(value: &impl Serialize) -> Result<Vec<u8>, BackupError> {
    serde_json::to_vec(value).map_err(BackupError::store)
}
