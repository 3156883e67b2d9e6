//! Which pages of the file are unused, as redb itself has it: it is asked in a shadow of the file, where whatever it
//! writes stays in memory.
//!
//! redb does not tell. But a second redb, opened on the same file as the last commit left it, knows the same free pages,
//! and a table that is filled there until the file would have to grow is written into every one of them. Nothing of it
//! is committed, not even in the shadow.

use super::pages::{PAGE, PageFile, PageSet};
use crate::engine::{begin, unless_damaged};
use parking_lot::Mutex;
use redb::{Database, StorageBackend, TableDefinition};
use std::{collections::HashMap, io, sync::Arc};

const FILLER: TableDefinition<'static, u64, &[u8]> = TableDefinition::new("filler");
/// More than half a page, so that each row takes a page of its own.
const ROW: usize = 3_000;
/// Rows beyond the last free page: redb writes a page some time after it took it.
const BEYOND: u64 = 16;

/// The pages that are free after the last durable commit, which has stored that (`Journal::settle`). Others may write again once
/// `on_seen` was called: nothing of the file is read after that.
pub fn free_pages(file: PageFile, on_seen: impl FnOnce()) -> Result<PageSet, String> {
    let shadow = Shadow::over(file).map_err(|e| e.to_string())?;
    unless_damaged(|| fill(&shadow, on_seen), || "a page of it cannot be read".into())
}

fn fill(shadow: &Shadow, on_seen: impl FnOnce()) -> Result<PageSet, String> {
    let text = |error: redb::Error| error.to_string();
    // No cache: what redb writes is seen at once. A file that needs a repair is not as it should be here.
    let mut builder = Database::builder();
    builder.set_cache_size(0).set_repair_callback(|session| session.abort());
    let database = builder.create_with_backend(shadow.clone()).map_err(|e| text(e.into()))?;
    let txn = begin(&database).map_err(text)?;
    let mut filler = txn.open_table(FILLER).map_err(|e| text(e.into()))?;
    let mut put = |row: u64| filler.insert(row, [0; ROW].as_slice()).map(drop).map_err(|e| text(e.into()));
    shadow.0.lock().taken = Some(PageSet::default());
    put(0)?;
    shadow.0.lock().is_seen = true;
    on_seen();
    let mut rows = 1;
    while !shadow.0.lock().has_grown() {
        put(rows)?;
        rows += 1;
    }
    for row in rows..rows + BEYOND {
        put(row)?;
    }
    // From here redb only tidies up, and may fail at it.
    shadow.0.lock().taken.take().ok_or_else(|| "the shadow is gone".into())
}

#[derive(Clone, Debug)]
struct Shadow(Arc<Mutex<Shade>>);

#[derive(Debug)]
struct Shade {
    file: PageFile,
    /// How long the file is, and how long redb was told that it is.
    real_length: u64,
    length: u64,
    /// Pages as they are in the shadow, without the zeros at their ends.
    pages: HashMap<u64, Vec<u8>>,
    /// What was read of the file: pages in use.
    used: PageSet,
    /// Nothing is read from the file any more.
    is_seen: bool,
    /// What redb wrote of the file as it is.
    taken: Option<PageSet>,
}

impl Shadow {
    fn over(file: PageFile) -> io::Result<Shadow> {
        let length = file.len()?;
        Ok(Shadow(Arc::new(Mutex::new(Shade {
            file,
            real_length: length,
            length,
            pages: HashMap::new(),
            used: PageSet::default(),
            is_seen: false,
            taken: None,
        }))))
    }
}

impl Shade {
    fn has_grown(&self) -> bool {
        self.length > self.real_length
    }

    /// A page as it is in the shadow.
    fn page(&mut self, at: u64) -> io::Result<Vec<u8>> {
        let mut page = vec![0; PAGE as usize];
        if let Some(known) = self.pages.get(&at) {
            page[..known.len()].copy_from_slice(known);
        } else if at < self.real_length {
            if self.is_seen {
                return Err(io::Error::other("a page that the shadow has not seen"));
            }
            let length = (self.real_length - at).min(PAGE) as usize;
            self.file.read(at, &mut page[..length])?;
            self.used.insert(at, PAGE as usize);
            self.keep(at, &page);
        }
        Ok(page)
    }

    /// redb has written a page. What it took cannot be one that it needs; if it were, nothing here would be as thought.
    fn take(&mut self, at: u64) -> io::Result<()> {
        let Some(taken) = self.taken.as_mut().filter(|_| at < self.real_length) else { return Ok(()) };
        if self.used.contains(at) {
            return Err(io::Error::other("a page in use was taken for a free one"));
        }
        taken.insert(at, PAGE as usize);
        Ok(())
    }

    fn keep(&mut self, at: u64, page: &[u8]) {
        let length = page.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        self.pages.insert(at, page[..length].to_vec());
    }
}

/// The pages that a stretch of bytes touches: where each begins, and which part of the stretch lies in which part of it.
fn pages_of(offset: u64, length: usize) -> impl Iterator<Item = (u64, std::ops::Range<usize>, usize)> {
    let end = offset + length as u64;
    (offset / PAGE..end.div_ceil(PAGE)).map(move |page| {
        let (from, to) = (offset.max(page * PAGE), end.min((page + 1) * PAGE));
        (page * PAGE, (from - offset) as usize..(to - offset) as usize, (from - page * PAGE) as usize)
    })
}

impl StorageBackend for Shadow {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut shade = self.0.lock();
        for (at, part, within) in pages_of(offset, out.len()) {
            let page = shade.page(at)?;
            let length = part.len();
            out[part].copy_from_slice(&page[within..within + length]);
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.lock().length = len;
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut shade = self.0.lock();
        for (at, part, within) in pages_of(offset, data.len()) {
            let is_whole = part.len() == PAGE as usize;
            let mut page = if is_whole { Vec::from(&data[part.clone()]) } else { shade.page(at)? };
            page[within..within + part.len()].copy_from_slice(&data[part]);
            shade.keep(at, &page);
            shade.take(at)?;
        }
        Ok(())
    }
}
