//! `PageFile`: the database file as redb writes it, page by page, with nothing left behind the rows of a page, and what
//! was written since a moment kept in mind, so that unused pages can be overwritten beside redb.
//!
//! redb takes a row out of a page that it is still working on by moving the later rows over it; what stood at the end
//! stays there, behind the last row, and reaches the file. Its checksums end with the last row, and it never reads
//! beyond.

use parking_lot::Mutex;
use redb::{BackendError, StorageBackend};
use std::ops::{Bound, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::{borrow::Cow, io, sync::Arc};

/// redb's pages are as long as this or a multiple of it, and begin at a multiple of it.
pub const PAGE: u64 = 4_096;
/// The first byte of a page that holds rows.
const LEAF: u8 = 1;

/// Clones are the same file.
#[derive(Clone, Debug)]
pub struct PageFile(Arc<WatchedFile>);

#[derive(Debug)]
struct WatchedFile {
    file: Box<dyn StorageBackend>,
    /// The pages that redb has written since watching began; held during every write of a page.
    written: Mutex<Option<PageSet>>,
    /// All that redb has written.
    bytes: AtomicU64,
    syncs: AtomicU64,
    is_shut: AtomicBool,
}

impl PageFile {
    pub fn new(file: impl StorageBackend) -> PageFile {
        let (written, bytes, syncs) = (Mutex::new(None), AtomicU64::new(0), AtomicU64::new(0));
        PageFile(Arc::new(WatchedFile { file: Box::new(file), written, bytes, syncs, is_shut: AtomicBool::new(false) }))
    }

    /// How many bytes redb has written since the file was opened.
    pub fn bytes_written(&self) -> u64 {
        self.0.bytes.load(Ordering::Relaxed)
    }

    /// How often it was synced since.
    pub fn syncs(&self) -> u64 {
        self.0.syncs.load(Ordering::Relaxed)
    }

    /// Lets nothing of redb's through from now on.
    pub fn shut(&self) {
        self.0.is_shut.store(true, Ordering::Release);
    }

    fn must_be_open(&self) -> io::Result<()> {
        if self.0.is_shut.load(Ordering::Acquire) { Err(io::Error::other("the file was given up")) } else { Ok(()) }
    }

    /// Keeps in mind which pages redb writes from now on.
    pub fn watch(&self) {
        *self.0.written.lock() = Some(PageSet::default());
    }

    pub fn unwatch(&self) {
        *self.0.written.lock() = None;
    }

    /// Overwrites what pages of these stretches still hold, but for those that redb has written since `watch`. Says how
    /// many bytes it wrote; they are on the disk then.
    pub fn overwrite(&self, stretches: &[Range<u64>]) -> io::Result<u64> {
        let mut overwritten = 0;
        for stretch in stretches {
            overwritten += self.overwrite_one(stretch)?;
        }
        if overwritten > 0 {
            self.0.file.sync_data()?;
        }
        Ok(overwritten)
    }

    fn overwrite_one(&self, stretch: &Range<u64>) -> io::Result<u64> {
        let written = self.0.written.lock();
        let Some(written) = written.as_ref() else { return Err(io::Error::other("nobody watches the file")) };
        // redb may have made the file shorter; beyond its end nothing is left.
        let end = stretch.end.min(self.0.file.len()?);
        let mut bytes = vec![0; PAGE as usize];
        let (mut overwritten, mut dirty) = (0, stretch.start..stretch.start);
        for at in (stretch.start..end).step_by(PAGE as usize) {
            let is_ours = !written.contains(at) && {
                self.0.file.read(at, &mut bytes)?;
                bytes.iter().any(|byte| *byte != 0)
            };
            if !is_ours || dirty.end != at {
                overwritten += self.clear(&dirty)?;
                dirty = at..at;
            }
            if is_ours {
                dirty.end = at + PAGE;
            }
        }
        overwritten += self.clear(&dirty)?;
        Ok(overwritten)
    }

    fn clear(&self, dirty: &Range<u64>) -> io::Result<u64> {
        let length = dirty.end - dirty.start;
        if length > 0 {
            self.0.file.write(dirty.start, &vec![0; length as usize])?;
        }
        Ok(length)
    }
}

/// Where the rows of a page end; `None` for what is no page of rows.
///
/// A page of rows has its kind, a byte, the number of rows (two bytes), the end of every key, then the end of every
/// value (four bytes each), then the keys and the values. redb's own tables have keys of one length, whose ends are left
/// out: the ends of their values are read as those of keys, and whatever is read as the ends of values lies behind them
/// or is refused. So the end that is found here is never before the real one.
fn end_of_rows(page: &[u8]) -> Option<usize> {
    let rows = usize::from(u16::from_le_bytes([*page.get(2)?, *page.get(3)?]));
    if page[0] != LEAF || rows == 0 {
        return None;
    }
    let head = 4 + rows * 8;
    let mut last = head;
    for end in page.get(4..head)?.chunks_exact(4) {
        let end = u32::from_le_bytes(end.try_into().ok()?) as usize;
        if end < last || end > page.len() {
            return None;
        }
        last = end;
    }
    Some(last)
}

/// A page as it should reach the file.
fn without_remains(page: &[u8]) -> Cow<'_, [u8]> {
    match end_of_rows(page) {
        Some(end) if page[end..].iter().any(|byte| *byte != 0) => {
            let mut clean = page.to_vec();
            clean[end..].fill(0);
            Cow::Owned(clean)
        }
        _ => Cow::Borrowed(page),
    }
}

/// Pages by where they begin.
#[derive(Debug, Default)]
pub struct PageSet(Vec<u64>);

impl PageSet {
    fn place(at: u64) -> (usize, u64) {
        let page = at / PAGE;
        ((page / 64) as usize, 1 << (page % 64))
    }

    /// Every page that a write touches.
    pub fn insert(&mut self, at: u64, length: usize) {
        for page in at / PAGE..(at + length as u64).div_ceil(PAGE) {
            let (word, bit) = PageSet::place(page * PAGE);
            if self.0.len() <= word {
                self.0.resize(word + 1, 0);
            }
            self.0[word] |= bit;
        }
    }

    pub fn contains(&self, at: u64) -> bool {
        let (word, bit) = PageSet::place(at);
        self.0.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// The pages as stretches that do not touch, none longer than `most`.
    pub fn stretches(&self, most: u64) -> Vec<Range<u64>> {
        let mut stretches: Vec<Range<u64>> = Vec::new();
        for at in (0..self.0.len() as u64 * 64).map(|page| page * PAGE).filter(|at| self.contains(*at)) {
            match stretches.last_mut() {
                Some(last) if last.end == at && at + PAGE - last.start <= most => last.end = at + PAGE,
                _ => stretches.push(at..at + PAGE),
            }
        }
        stretches
    }
}

impl StorageBackend for PageFile {
    fn len(&self) -> io::Result<u64> {
        self.0.file.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.0.file.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.must_be_open()?;
        // Not while a page is being overwritten, which would make it longer again.
        let _written = self.0.written.lock();
        self.0.file.set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        self.must_be_open()?;
        self.0.syncs.fetch_add(1, Ordering::Relaxed);
        self.0.file.sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.must_be_open()?;
        // The first page is the header.
        let data = if offset < PAGE { Cow::Borrowed(data) } else { without_remains(data) };
        let mut written = self.0.written.lock();
        if let Some(written) = written.as_mut() {
            written.insert(offset, data.len());
        }
        self.0.bytes.fetch_add(data.len() as u64, Ordering::Relaxed);
        self.0.file.write(offset, &data)
    }

    as_the_file_has_it! {}
}
