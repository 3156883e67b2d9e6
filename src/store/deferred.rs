//! `DeferredFile`: a database file that redb cannot change before it was opened, found whole and recognised.
//!
//! redb writes while it opens: it notes that it is open, and a repair rewrites the header before it has seen whether
//! there is anything to repair. Then what the journal holds is put into it. All of that waits here and reaches the file in its
//! own order once the store wants the file. A file that is refused keeps every byte.

use parking_lot::Mutex;
use redb::{BackendError, StorageBackend};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, ops::Bound, sync::Arc};

/// In a `StorageBackend` over a file: its end and its locks are the file's own.
macro_rules! as_the_file_has_it {
    () => {
        as_the_file_has_it! {
            try_lock_range -> bool, try_lock_shared_range -> bool, lock_range -> (), lock_shared_range -> (),
            unlock_range -> (), query_lock_range -> bool
        }

        fn close(&self) -> io::Result<()> {
            self.0.file.close()
        }
    };
    ($($lock:ident -> $answer:ty),+) => {
        $(fn $lock(&self, start: Bound<u64>, end: Bound<u64>) -> Result<$answer, BackendError> {
            self.0.file.$lock(start, end)
        })+
    };
}

#[derive(Debug)]
pub(super) struct DeferredFile<B>(Arc<Inner<B>>);

#[derive(Debug)]
struct Inner<B> {
    file: B,
    /// Set once, so that an open database pays one atomic load for each access.
    released: AtomicBool,
    /// What waits; `None` once nothing may be written any more.
    waiting: Mutex<Option<Vec<DeferredCall>>>,
}

#[derive(Debug)]
enum DeferredCall {
    Write(u64, Vec<u8>),
    Length(u64),
    Sync,
}

impl<B: StorageBackend> DeferredFile<B> {
    pub fn new(file: B) -> DeferredFile<B> {
        DeferredFile(Arc::new(Inner { file, released: AtomicBool::new(false), waiting: Mutex::new(Some(Vec::new())) }))
    }

    /// The other end, for redb.
    pub fn backend(&self) -> DeferredFile<B> {
        DeferredFile(self.0.clone())
    }

    /// Writes what waited, with a sync wherever redb asked for one, and lets everything through from now on. Where that
    /// fails all of it waits on, and can be tried again: each write is the same bytes at the same place.
    pub fn release(&self) -> io::Result<()> {
        let mut waiting = self.0.waiting.lock();
        for call in waiting.iter().flatten() {
            match call {
                DeferredCall::Write(offset, data) => self.0.file.write(*offset, data)?,
                DeferredCall::Length(length) => self.0.file.set_len(*length)?,
                DeferredCall::Sync => self.0.file.sync_data()?,
            }
        }
        *waiting = None;
        self.0.released.store(true, Ordering::Release);
        Ok(())
    }

    /// Forgets what waited; closing the database then changes nothing either.
    pub fn refuse(&self) {
        *self.0.waiting.lock() = None;
    }

    fn is_released(&self) -> bool {
        self.0.released.load(Ordering::Acquire)
    }

    fn defer(&self, call: DeferredCall) -> io::Result<()> {
        match &mut *self.0.waiting.lock() {
            Some(waiting) => waiting.push(call),
            None => return Err(io::Error::other("the database file was refused")),
        }
        Ok(())
    }
}

impl<B: StorageBackend> StorageBackend for DeferredFile<B> {
    fn len(&self) -> io::Result<u64> {
        if self.is_released() {
            return self.0.file.len();
        }
        let waiting = self.0.waiting.lock();
        waiting_length(&waiting).map_or_else(|| self.0.file.len(), Ok)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        if self.is_released() {
            return self.0.file.read(offset, out);
        }
        // Held until all is read: what waits may be on its way to the file just now.
        let waiting = self.0.waiting.lock();
        // Where a file is to become longer there is nothing yet.
        let real = if waiting_length(&waiting).is_some() { self.0.file.len()? } else { u64::MAX };
        let length = real.saturating_sub(offset).min(out.len() as u64) as usize;
        self.0.file.read(offset, &mut out[..length])?;
        out[length..].fill(0);
        for call in waiting.iter().flatten() {
            let DeferredCall::Write(at, data) = call else { continue };
            let (start, end) = (offset.max(*at), (offset + out.len() as u64).min(at + data.len() as u64));
            if start < end {
                let length = (end - start) as usize;
                let (to, from) = ((start - offset) as usize, (start - at) as usize);
                out[to..to + length].copy_from_slice(&data[from..from + length]);
            }
        }
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        if self.is_released() { self.0.file.set_len(len) } else { self.defer(DeferredCall::Length(len)) }
    }

    fn sync_data(&self) -> io::Result<()> {
        if self.is_released() { self.0.file.sync_data() } else { self.defer(DeferredCall::Sync) }
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        if self.is_released() {
            self.0.file.write(offset, data)
        } else {
            self.defer(DeferredCall::Write(offset, data.to_vec()))
        }
    }

    as_the_file_has_it! {}
}

/// The last length that waits.
fn waiting_length(waiting: &Option<Vec<DeferredCall>>) -> Option<u64> {
    waiting.iter().flatten().rev().find_map(|call| match call {
        DeferredCall::Length(length) => Some(*length),
        _ => None,
    })
}
