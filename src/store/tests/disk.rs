//! A disk for tests: it keeps apart what was written and what was synced, loses power, runs full or is as large as a test
//! says, and counts.
//!
//! Clones are the same disk. `after_power_loss` is what a new machine would find on it.

use super::super::{
    OpenError, OpenProgress,
    disk::DiskSpace,
    folder::{Accept, Medium, Opened, open_on},
    room::Space,
};
use super::dice::Dice;
use parking_lot::{Condvar, Mutex, MutexGuard};
use redb::{Database, StorageBackend};
use std::{
    collections::BTreeSet,
    io::{self, ErrorKind},
    sync::Arc,
    time::Duration,
};

/// Longer than anything that a test waits for takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// What a disk writes as one.
const SECTOR: usize = 512;

#[derive(Clone, Debug, Default)]
pub struct Disk(Arc<(Mutex<State>, Condvar)>, Plugged);

/// How often it had been put back when this handle was opened.
type Plugged = u64;

#[derive(Default)]
struct State {
    /// What a reader of the running machine sees.
    written: Vec<u8>,
    /// What is there after a power cut whatever happens.
    synced: Vec<u8>,
    /// What is on its way from the one to the other.
    unsynced: Vec<Change>,
    /// The last change made the file longer.
    has_grown: bool,
    counts: Counts,
    failing: Option<Failing>,
    /// A second file, for a copy.
    beside: Option<Disk>,
    /// How long the next copy goes well.
    copy_fails_after: Option<(u64, Fault)>,
    /// How large it is, and what is taken of it; nothing where it has no end.
    capacity: Option<Capacity>,
    /// It does not tell how large it is.
    is_silent: bool,
    plugged: Plugged,
}

/// A file takes the pages that were written, however long it is.
#[derive(Clone, Default)]
struct Capacity {
    bytes: u64,
    pages: BTreeSet<u64>,
    reserve: u64,
    others: u64,
    /// Writes for which there was no room.
    refused: u64,
}

impl Capacity {
    const PAGE: u64 = 4_096;

    fn free(&self) -> u64 {
        self.bytes.saturating_sub(self.pages.len() as u64 * Capacity::PAGE + self.reserve + self.others)
    }

    fn takes(&mut self, change: &Change) -> bool {
        match change {
            Change::Length(length) => self.pages.retain(|page| page * Capacity::PAGE < *length as u64),
            Change::Write(at, data) => {
                let (start, end) = (*at as u64, (at + data.len()) as u64);
                let pages = start / Capacity::PAGE..end.div_ceil(Capacity::PAGE);
                let new: Vec<u64> = pages.filter(|page| !self.pages.contains(page)).collect();
                if new.len() as u64 * Capacity::PAGE > self.free() {
                    self.refused += 1;
                    return false;
                }
                self.pages.extend(new);
            }
        }
        true
    }
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes, {:?}", self.written.len(), self.counts)
    }
}

#[derive(Clone)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

/// How many more changes work, how the later ones fail, and whether one has.
struct Failing {
    left: u64,
    fault: Fault,
    begun: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The cable is out.
    Dark,
    /// No space left; a write stops half-way, as it does on a real disk.
    Full,
    /// redb itself falls over.
    Panic,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub reads: u64,
    /// Without the one that redb adds whenever it has made the file longer.
    pub syncs: u64,
    /// Bytes written.
    pub written: u64,
    /// How often it was tried out.
    pub probes: u64,
}

impl Disk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.0.lock()
    }

    pub fn counts(&self) -> Counts {
        self.state().counts
    }

    /// The next `changes` writes, resizes and syncs still work; those after them fail.
    pub fn fail_after(&self, changes: u64, fault: Fault) {
        self.state().failing = Some(Failing { left: changes, fault, begun: false });
    }

    /// As `fail_after`, for the next copy that is begun beside it.
    pub fn fail_copy_after(&self, changes: u64, fault: Fault) {
        self.state().copy_fails_after = Some((changes, fault));
    }

    pub fn has_copy(&self) -> bool {
        self.state().beside.is_some()
    }

    /// One that has so much room and no more.
    pub fn of_size(bytes: u64) -> Disk {
        let disk = Disk::default();
        disk.state().capacity = Some(Capacity { bytes, ..Capacity::default() });
        disk
    }

    /// As one with a quota, which refuses writes and says that it has room.
    pub fn silent(self) -> Disk {
        self.state().is_silent = true;
        self
    }

    /// It was pulled out and put back: everything works again, but for what was opened before.
    pub fn plug_in_again(&self) {
        let mut state = self.state();
        state.failing = None;
        state.plugged += 1;
    }

    /// What is free; others take all but `left` of it, or give theirs back.
    pub fn others_leave(&self, left: Option<u64>) -> u64 {
        let mut state = self.state();
        let capacity = state.capacity.as_mut().expect("it has a size");
        capacity.others = 0;
        capacity.others = left.map_or(0, |left| capacity.free().saturating_sub(left));
        capacity.free()
    }

    /// How many writes found no room.
    pub fn refused(&self) -> u64 {
        self.state().capacity.as_ref().map_or(0, |capacity| capacity.refused)
    }

    /// Everything works again; says how many syncs there were until now.
    pub fn mend(&self) -> u64 {
        let mut state = self.state();
        state.failing = None;
        state.counts.syncs
    }

    /// Waits until a change has failed or this many syncs were seen; says whether one failed.
    pub fn wait_for(&self, syncs: u64) -> bool {
        let waiting = |state: &mut State| state.counts.syncs < syncs && !state.has_failed();
        let mut state = self.state();
        let waited = self.0.1.wait_while_for(&mut state, waiting, PATIENCE);
        assert!(!waited.timed_out(), "neither {syncs} syncs nor a failure: {state:?}");
        state.has_failed()
    }

    /// A disk with all that was synced and, as the dice say, some of what was not: whole, lost, or torn between two sectors.
    pub fn after_power_loss(&self, dice: &mut Dice) -> Disk {
        let state = self.state();
        let mut image = state.synced.clone();
        let all_lost = dice.below(4) == 0;
        for change in &state.unsynced {
            match (change, dice.below(3)) {
                _ if all_lost => {}
                (_, 0) => {}
                (Change::Write(at, data), 1) => {
                    let cut = (dice.below(data.len() as u64 + 1) as usize).next_multiple_of(SECTOR).min(data.len());
                    let (from, to) = if dice.below(2) == 0 { (0, cut) } else { (cut, data.len()) };
                    apply(&mut image, &Change::Write(at + from, data[from..to].to_vec()));
                }
                (change, _) => apply(&mut image, change),
            }
        }
        Disk::holding(image)
    }

    /// What a reader sees.
    pub fn image(&self) -> Vec<u8> {
        self.state().written.clone()
    }

    /// Another disk with the same on it.
    pub fn copy(&self) -> Disk {
        Disk::holding(self.image())
    }

    pub fn holding(image: Vec<u8>) -> Disk {
        let disk = Disk::default();
        *disk.state() = State { written: image.clone(), synced: image, ..State::default() };
        disk
    }

    fn change(&self, change: Option<Change>) -> io::Result<()> {
        let mut state = self.state();
        if self.1 < state.plugged {
            return Err(ErrorKind::NotConnected.into());
        }
        match &mut state.failing {
            Some(failing) if failing.left == 0 => {
                let (fault, begins) = (failing.fault, !failing.begun);
                failing.begun = true;
                self.0.1.notify_all();
                return state.fail(fault, begins, change);
            }
            Some(failing) => failing.left -= 1,
            None => {}
        }
        if let (Some(change), Some(capacity)) = (&change, &mut state.capacity)
            && !capacity.takes(change)
        {
            return Err(ErrorKind::StorageFull.into());
        }
        match change {
            Some(change) => {
                state.has_grown = matches!(change, Change::Length(length) if length > state.written.len());
                if let Change::Write(_, data) = &change {
                    state.counts.written += data.len() as u64;
                }
                apply(&mut state.written, &change);
                state.unsynced.push(change);
            }
            None => {
                for change in std::mem::take(&mut state.unsynced) {
                    apply(&mut state.synced, &change);
                }
                state.counts.syncs += u64::from(!std::mem::take(&mut state.has_grown));
                self.0.1.notify_all();
            }
        }
        Ok(())
    }
}

impl State {
    fn has_failed(&self) -> bool {
        self.failing.as_ref().is_some_and(|failing| failing.begun)
    }

    /// The change during which it happens may have got through, or half of it.
    fn fail(&mut self, fault: Fault, begins: bool, change: Option<Change>) -> io::Result<()> {
        match (fault, change) {
            (Fault::Dark, Some(change)) if begins => self.unsynced.push(change),
            (Fault::Full, Some(Change::Write(at, data))) => {
                let half = Change::Write(at, data[..data.len() / 2].to_vec());
                apply(&mut self.written, &half);
                self.unsynced.push(half);
            }
            (Fault::Panic, _) => std::panic::resume_unwind(Box::new("a test's own panic")),
            _ => {}
        }
        Err(if fault == Fault::Full { ErrorKind::StorageFull } else { ErrorKind::NotConnected }.into())
    }
}

fn apply(image: &mut Vec<u8>, change: &Change) {
    match change {
        Change::Length(length) => image.resize(*length, 0),
        Change::Write(at, data) => {
            if image.len() < at + data.len() {
                image.resize(at + data.len(), 0);
            }
            image[*at..at + data.len()].copy_from_slice(data);
        }
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state().written.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut state = self.state();
        state.counts.reads += 1;
        let offset = offset as usize;
        let found = state.written.get(offset..offset + out.len()).ok_or(ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(found);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.change(Some(Change::Length(len as usize)))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.change(None)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.change(Some(Change::Write(offset as usize, data.to_vec())))
    }
}

impl Space for Disk {
    fn ask(&self) -> Option<DiskSpace> {
        let state = self.state();
        let told = state.capacity.as_ref().filter(|_| !state.is_silent);
        told.map(|capacity| DiskSpace { free: capacity.free(), total: capacity.bytes })
    }

    fn reserved(&self) -> u64 {
        self.state().capacity.as_ref().map_or(0, |capacity| capacity.reserve)
    }

    fn reserve(&self, bytes: u64) -> io::Result<()> {
        match &mut self.state().capacity {
            Some(capacity) if capacity.free() >= bytes => capacity.reserve = bytes,
            _ => return Err(ErrorKind::StorageFull.into()),
        }
        Ok(())
    }

    fn give_back(&self) -> io::Result<()> {
        if let Some(capacity) = &mut self.state().capacity {
            capacity.reserve = 0;
        }
        Ok(())
    }

    fn probe(&self, bytes: usize) -> io::Result<()> {
        let mut state = self.state();
        state.counts.probes += 1;
        if state.failing.as_ref().is_some_and(|failing| failing.left == 0) {
            return Err(ErrorKind::StorageFull.into());
        }
        match &state.capacity {
            Some(capacity) if capacity.free() < bytes as u64 => Err(ErrorKind::StorageFull.into()),
            _ => Ok(()),
        }
    }
}

/// The disk as the store's medium.
pub struct DiskMedium {
    pub disk: Disk,
    pub cache: usize,
}

impl Medium for DiskMedium {
    fn open(&self, progress: &OpenProgress, accept: Accept<'_>) -> Result<Opened, OpenError> {
        if self.disk.state().written.is_empty() {
            // In a folder an empty database appears as a whole, by a rename.
            drop(Database::builder().create_with_backend(self.disk.clone()).map_err(OpenError::from_redb)?);
        }
        let handle = Disk(self.disk.0.clone(), self.disk.state().plugged);
        open_on(handle, self.cache, progress, accept)
    }

    fn space(&self) -> Option<Box<dyn Space>> {
        Some(Box::new(self.disk.clone()))
    }

    fn draft(&self) -> Result<Database, OpenError> {
        let copy = Disk::default();
        if let Some((changes, fault)) = self.disk.state().copy_fails_after.take() {
            copy.fail_after(changes, fault);
        }
        self.disk.state().beside = Some(copy.clone());
        Database::builder().create_with_backend(copy).map_err(OpenError::from_redb)
    }

    fn discard(&self) {
        self.disk.state().beside = None;
    }

    fn adopt(&self) -> Result<(), OpenError> {
        let mut state = self.disk.state();
        let copy = state.beside.take().expect("there is a draft");
        let copy = copy.state();
        // A rename takes what is there; whoever did not sync it first would lose it.
        (state.written, state.synced) = (copy.synced.clone(), copy.synced.clone());
        state.unsynced.clear();
        if let Some(capacity) = &mut state.capacity {
            capacity.pages = (0..copy.synced.len() as u64 / Capacity::PAGE).collect();
        }
        Ok(())
    }
}
