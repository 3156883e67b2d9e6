//! A disk for tests: it keeps apart what was written and what was synced, loses power, runs full or is as large as a test
//! says, and counts.
//!
//! It has two files, the database and its journal. Clones are the same disk. `after_power_loss` is what a new machine would find on it.

mod capacity;
mod medium;

pub use medium::DiskMedium;

use super::dice::Dice;
use crate::{disk::DiskSpace, room::Space};
use capacity::Capacity;
use parking_lot::{Condvar, Mutex, MutexGuard};
use redb::StorageBackend;
use std::{
    io::{self, ErrorKind},
    sync::Arc,
    time::Duration,
};

/// Longer than anything that a test waits for takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// So short that a test meets its end.
const SHORT_JOURNAL: u64 = 64 << 10;
/// What a disk writes as one.
const SECTOR: usize = 512;

#[derive(Clone, Debug, Default)]
pub struct Disk(Arc<(Mutex<State>, Condvar)>, Plugged);

/// How often it had been put back when this handle was opened.
type Plugged = u64;

/// The files of a disk.
const DATABASE: usize = 0;
const JOURNAL: usize = 1;

#[derive(Default)]
struct TestFile {
    /// What a reader of the running machine sees.
    written: Vec<u8>,
    /// What is there after a power cut whatever happens.
    synced: Vec<u8>,
    /// What is on its way from the one to the other.
    unsynced: Vec<Change>,
    /// The last change made the file longer.
    has_grown: bool,
}

#[derive(Default)]
struct State {
    files: [TestFile; 2],
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
    says_full: bool,
    /// So many reads of the journal fail.
    bad_reads: u64,
    adopt_fails: bool,
    has_long_journal: bool,
    plugged: Plugged,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes, {:?}", self.files[DATABASE].written.len(), self.counts)
    }
}

#[derive(Clone)]
pub enum Change {
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

    /// With a journal as long as that of a folder; before it is opened.
    pub fn with_long_journal(self) -> Disk {
        self.state().has_long_journal = true;
        self
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

    pub fn fail_reads_of_journal(&self, reads: u64) {
        self.state().bad_reads = reads;
    }

    /// The copy that is to take the place of the database does not.
    pub fn fail_adoption(&self) {
        self.state().adopt_fails = true;
    }

    /// It says that nothing is free, and yet takes writes.
    pub fn say_full(&self) {
        self.state().says_full = true;
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
        let all_lost = dice.below(4) == 0;
        let images = state.files.each_ref().map(|file| file.after_power_loss(all_lost, dice));
        Disk::holding_both(images)
    }

    /// What a reader sees.
    pub fn image(&self) -> Vec<u8> {
        self.state().files[DATABASE].written.clone()
    }

    /// What a reader sees of the journal.
    pub fn journal_image(&self) -> Vec<u8> {
        self.state().files[JOURNAL].written.clone()
    }

    /// Another disk with the same on it.
    pub fn copy(&self) -> Disk {
        Disk::holding_both([self.image(), self.journal_image()])
    }

    /// It is taken away, and another that holds what this one does is in its place.
    pub fn become_copy_of(&self, other: &Disk) {
        let images = [other.image(), other.journal_image()];
        self.plug_in_again();
        self.state().files = images.map(TestFile::holding);
    }

    pub fn holding(image: Vec<u8>) -> Disk {
        Disk::holding_both([image, Vec::new()])
    }

    fn holding_both(images: [Vec<u8>; 2]) -> Disk {
        let disk = Disk::default();
        disk.state().files = images.map(TestFile::holding);
        disk
    }

    /// A change of a file, or a sync.
    fn change(&self, file: usize, change: Option<Change>) -> io::Result<()> {
        let mut state = self.state();
        if self.1 < state.plugged {
            return Err(ErrorKind::NotConnected.into());
        }
        match &mut state.failing {
            Some(failing) if failing.left == 0 => {
                let (fault, begins) = (failing.fault, !failing.begun);
                failing.begun = true;
                self.0.1.notify_all();
                return state.files[file].fail(fault, begins, change);
            }
            Some(failing) => failing.left -= 1,
            None => {}
        }
        if let (Some(change), Some(capacity)) = (&change, &mut state.capacity)
            && !capacity.takes(file, change)
        {
            return Err(ErrorKind::StorageFull.into());
        }
        match change {
            Some(change) => {
                let file = &mut state.files[file];
                file.has_grown = matches!(change, Change::Length(length) if length > file.written.len());
                apply(&mut file.written, &change);
                file.unsynced.push(change.clone());
                if let Change::Write(_, data) = &change {
                    state.counts.written += data.len() as u64;
                }
            }
            None => {
                let file = &mut state.files[file];
                for change in std::mem::take(&mut file.unsynced) {
                    apply(&mut file.synced, &change);
                }
                let has_grown = std::mem::take(&mut file.has_grown);
                state.counts.syncs += u64::from(!has_grown);
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
}

impl TestFile {
    fn holding(image: Vec<u8>) -> TestFile {
        TestFile { written: image.clone(), synced: image, ..TestFile::default() }
    }

    /// All that was synced and, as the dice say, some of what was not.
    fn after_power_loss(&self, all_lost: bool, dice: &mut Dice) -> Vec<u8> {
        let mut image = self.synced.clone();
        for change in &self.unsynced {
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
        image
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

/// One of its files, as redb and the journal know it.
#[derive(Clone, Debug)]
struct FileOn(Disk, usize);

impl StorageBackend for FileOn {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.state().files[self.1].written.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let mut state = self.0.state();
        state.counts.reads += 1;
        if self.1 == JOURNAL && state.bad_reads > 0 {
            state.bad_reads -= 1;
            return Err(ErrorKind::TimedOut.into());
        }
        let offset = offset as usize;
        let found = state.files[self.1].written.get(offset..offset + out.len()).ok_or(ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(found);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.0.change(self.1, Some(Change::Length(len as usize)))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.0.change(self.1, None)
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.0.change(self.1, Some(Change::Write(offset as usize, data.to_vec())))
    }
}

/// Its database.
impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        FileOn(self.clone(), DATABASE).len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        FileOn(self.clone(), DATABASE).read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        FileOn(self.clone(), DATABASE).set_len(len)
    }

    fn sync_data(&self) -> io::Result<()> {
        FileOn(self.clone(), DATABASE).sync_data()
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        FileOn(self.clone(), DATABASE).write(offset, data)
    }
}

impl Space for Disk {
    fn ask(&self) -> Option<DiskSpace> {
        let state = self.state();
        let told = state.capacity.as_ref().filter(|_| !state.is_silent);
        let free = |capacity: &Capacity| if state.says_full { 0 } else { capacity.free() };
        told.map(|capacity| DiskSpace { free: free(capacity), total: capacity.bytes })
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
