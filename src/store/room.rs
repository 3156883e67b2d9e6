//! `RoomWatch`: what the disk of the store has left, known before a write fails for the lack of it.
//!
//! After a write that failed redb writes no more, and reads end with it until the file is open again. So the writer asks the
//! disk now and then, never for a request, and there are two steps. At the first, what can wait is refused
//! (`Store::has_room`), and the reserve is given back: a file that only takes room, so that open orders come to their end
//! even where others have filled the disk. At the second the writer refuses every job, and only reads go on.
//!
//! Where the system does not tell, as on Windows, there is always enough, and a write that fails is what is left.

use super::disk::{self, DiskSpace};
use model::{Failure, Why, data_file};
use parking_lot::Mutex;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What is kept free unless the owner says otherwise, and of a small disk at most this part. An order takes 2 to 20 kB with
/// all that is done to it: the half of it between the steps, and the reserve, are room for a thousand steps of open orders.
/// The half below the second step is what one commit may need at most while room is short: four orders of the largest
/// size (`writer`), each of them copied into a page of twice its length, and the pages above them in every table.
const KEPT_FREE: u64 = 32_000_000;
const KEPT_PART: u64 = 8;
const MOST_RESERVED: u64 = 16_000_000;
/// What is written to try out a disk that refused a write: more than the first commit on it needs.
pub(super) const PROBED: usize = 128 << 10;
/// A disk that failed once may be well for the rest of the run.
const RESERVE_AGAIN_AFTER: Duration = Duration::from_hours(1);
/// Room does not come back by itself, but a failing disk may: not so long that a customer gives up.
const RETRY_AFTER: Duration = Duration::from_secs(30);

/// What the disk has left for the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    Enough,
    /// Only for what cannot wait: steps of open orders, erasing, compacting.
    Low,
    /// Nothing is written.
    Out,
}

/// What is kept free of a disk of this size.
pub(super) fn kept_free(total: u64) -> u64 {
    KEPT_FREE.min(total / KEPT_PART)
}

/// The refusal of what can wait.
pub(super) fn low() -> Failure {
    Failure::unavailable("the disk is almost full").why(Why::DiskLow).retry_after(RETRY_AFTER)
}

/// The refusal of any write.
pub(super) fn full(cause: &str) -> Failure {
    Failure::unavailable(cause).why(Why::DiskFull).retry_after(RETRY_AFTER)
}

/// The disk that the store lies on, and the reserve there. Tests have one of their own.
pub(super) trait Space: Send + Sync {
    /// What there is, where the system tells.
    fn ask(&self) -> Option<DiskSpace>;
    /// How long the reserve is that is held; 0 where there is none.
    fn reserved(&self) -> u64;
    fn reserve(&self, bytes: u64) -> io::Result<()>;
    fn give_back(&self) -> io::Result<()>;
    /// Whether it takes a new file of so many bytes; nothing of it stays.
    fn probe(&self, bytes: usize) -> io::Result<()>;
}

/// The space of a data folder.
pub(super) struct FolderSpace {
    folder: PathBuf,
    reserve: PathBuf,
    probe: PathBuf,
}

impl FolderSpace {
    pub fn beside(database: &Path) -> FolderSpace {
        let folder = database.parent().unwrap_or(database).to_owned();
        FolderSpace { reserve: folder.join(data_file::RESERVE), probe: folder.join(data_file::PROBE), folder }
    }
}

impl Space for FolderSpace {
    fn ask(&self) -> Option<DiskSpace> {
        disk::space(&self.folder)
    }

    fn reserved(&self) -> u64 {
        self.reserve.metadata().map_or(0, |about| about.len())
    }

    fn reserve(&self, bytes: u64) -> io::Result<()> {
        let allocated = disk::create(&self.reserve).and_then(|file| disk::allocate(&file, bytes));
        if allocated.is_err() {
            let _ = self.give_back();
        }
        allocated
    }

    fn give_back(&self) -> io::Result<()> {
        disk::remove(&self.reserve)
    }

    fn probe(&self, bytes: usize) -> io::Result<()> {
        let write = |mut file: File| file.write_all(&vec![1; bytes]).and_then(|()| file.sync_all());
        let written = disk::create(&self.probe).and_then(write);
        let _ = disk::remove(&self.probe);
        match written {
            // A folder that takes no new files says nothing about the file of the store.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Ok(()),
            written => written,
        }
    }
}

pub(super) struct RoomWatch {
    space: Option<Box<dyn Space>>,
    /// Nothing until a program that serves has begun to watch.
    watched: Mutex<Option<WatchedRoom>>,
    room: AtomicU8,
    /// After so many written bytes the disk is to be asked again.
    ask_after: AtomicU64,
    /// With fewer free bytes new orders are refused.
    kept_free: AtomicU64,
}

struct WatchedRoom {
    /// What the owner wants kept free, in bytes.
    kept: Option<u64>,
    /// When it could not be had, or had to be given back for a write that failed.
    gave_up_at: Option<Instant>,
}

impl WatchedRoom {
    fn may_reserve(&self) -> bool {
        self.gave_up_at.is_none_or(|at| at.elapsed() >= RESERVE_AGAIN_AFTER)
    }
}

impl RoomWatch {
    pub fn new(space: Option<Box<dyn Space>>) -> RoomWatch {
        let (room, ask_after) = (AtomicU8::new(0), AtomicU64::new(u64::MAX));
        RoomWatch { space, watched: Mutex::new(None), room, ask_after, kept_free: AtomicU64::new(0) }
    }

    /// Begins to watch, and asks the disk at once. Where nothing is to be kept free there is nothing to watch.
    pub fn begin(&self, kept: Option<u64>) {
        *self.watched.lock() = Some(WatchedRoom { kept, gave_up_at: None });
        if kept == Some(0) {
            self.give_back();
            *self.watched.lock() = None;
        }
        self.look();
    }

    pub fn is_watched(&self) -> bool {
        self.ask_after.load(Ordering::Relaxed) != u64::MAX
    }

    pub fn ask_after(&self) -> u64 {
        self.ask_after.load(Ordering::Relaxed)
    }

    pub fn kept_free(&self) -> u64 {
        self.kept_free.load(Ordering::Relaxed)
    }

    /// As the disk was when it was last asked.
    pub fn now(&self) -> Room {
        match self.room.load(Ordering::Relaxed) {
            0 => Room::Enough,
            1 => Room::Low,
            _ => Room::Out,
        }
    }

    /// Asks the disk, and gives the reserve back or takes it, as there is room. Says whether there is more than before.
    pub fn look(&self) -> bool {
        let mut watched = self.watched.lock();
        let (Some(watched), Some(space)) = (watched.as_mut(), self.space.as_deref()) else { return false };
        let Some(DiskSpace { free, total }) = space.ask() else { return false };
        let marks = Thresholds::of(watched.kept, total);
        let held = space.reserved();
        let mut room = marks.room(free, held > 0);
        if room != Room::Enough && held > 0 && space.give_back().is_ok() {
            room = marks.room(free + held, false);
        } else if room == Room::Enough && held == 0 && marks.reserve > 0 && watched.may_reserve() {
            watched.gave_up_at = space.reserve(marks.reserve).is_err().then(Instant::now);
        }
        self.ask_after.store((marks.second / 4).max(1), Ordering::Relaxed);
        self.kept_free.store(marks.enough(space.reserved() > 0), Ordering::Relaxed);
        let before = self.now();
        self.room.store(room as u8, Ordering::Relaxed);
        match room {
            _ if room == before => {}
            Room::Enough => tracing::info!(free, "the disk has room again"),
            Room::Low => tracing::error!(free, "the disk is almost full: new orders are refused until there is room"),
            Room::Out => tracing::error!(free, "the disk is full: nothing is stored until there is room"),
        }
        room < before
    }

    /// Whether the disk takes as much as the store is about to write; nothing of the store is touched for it.
    pub fn probe(&self) -> io::Result<()> {
        self.space.as_ref().map_or(Ok(()), |space| space.probe(PROBED))
    }

    /// A write has failed all the same: whatever the system says, the room of the reserve is needed.
    pub fn give_back(&self) {
        if let (Some(watched), Some(space)) = (self.watched.lock().as_mut(), &self.space) {
            watched.gave_up_at = Some(Instant::now());
            let _ = space.give_back();
        }
    }
}

/// Below how many free bytes each step begins, and how long the reserve is.
#[derive(Clone, Copy)]
struct Thresholds {
    first: u64,
    second: u64,
    reserve: u64,
}

impl Thresholds {
    fn of(kept: Option<u64>, total: u64) -> Thresholds {
        let first = kept.unwrap_or_else(|| kept_free(total));
        Thresholds { first, second: first / 2, reserve: (first / 2).min(MOST_RESERVED) }
    }

    /// Without a reserve there is enough only where one could be taken: so what was given back does not count as new room.
    fn enough(self, is_reserved: bool) -> u64 {
        if is_reserved { self.first } else { self.first.saturating_add(self.reserve) }
    }

    fn room(self, free: u64, is_reserved: bool) -> Room {
        match free {
            _ if free >= self.enough(is_reserved) => Room::Enough,
            _ if free >= self.second => Room::Low,
            _ => Room::Out,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_steps_grow_with_the_disk_up_to_what_is_enough_for_any() {
        let card = Thresholds::of(None, 16 << 30);
        assert_eq!((card.first, card.second, card.reserve), (32_000_000, 16_000_000, 16_000_000));
        let small = Thresholds::of(None, 8 << 20);
        assert_eq!((small.first, small.second, small.reserve), (1 << 20, 512 << 10, 512 << 10));
        let wanted = Thresholds::of(Some(1 << 30), 16 << 30);
        assert_eq!((wanted.first, wanted.second, wanted.reserve), (1 << 30, 512 << 20, 16_000_000));
    }

    #[test]
    fn what_the_reserve_gave_back_is_no_new_room() {
        let marks = Thresholds { first: 100, second: 50, reserve: 30 };
        for (free, is_reserved, room) in [
            (100, true, Room::Enough),
            (99, true, Room::Low),
            (129, false, Room::Low),
            (130, false, Room::Enough),
            (50, false, Room::Low),
            (49, false, Room::Out),
        ] {
            assert_eq!(marks.room(free, is_reserved), room, "{free} free");
        }
    }

    #[test]
    fn a_folder_holds_its_reserve_and_gives_it_back() {
        let folder = tempfile::tempdir().unwrap();
        let watch = RoomWatch::new(Some(Box::new(FolderSpace::beside(&folder.path().join("garson.redb")))));
        let reserved = || folder.path().join(data_file::RESERVE).metadata().map_or(0, |about| about.len());
        watch.begin(Some(1 << 20));
        assert_eq!((watch.now(), reserved()), (Room::Enough, 512 << 10));
        // No disk has as much.
        watch.begin(Some(1 << 60));
        assert_eq!((watch.now(), reserved()), (Room::Out, 0));
        watch.begin(Some(1 << 20));
        assert_eq!((watch.now(), reserved()), (Room::Enough, 512 << 10));
        watch.give_back();
        watch.look();
        assert_eq!((watch.now(), reserved()), (Room::Enough, 0), "a write failed although there seemed to be room");
        let an_hour_ago = Instant::now().checked_sub(RESERVE_AGAIN_AFTER);
        if let (Some(watched), Some(_)) = (watch.watched.lock().as_mut(), an_hour_ago) {
            watched.gave_up_at = an_hour_ago;
        }
        watch.look();
        assert_eq!(reserved() > 0, an_hour_ago.is_some(), "that was long ago");
        watch.begin(Some(1 << 20));
        watch.begin(Some(0));
        assert_eq!((watch.now(), reserved()), (Room::Enough, 0), "it is switched off");
    }
}
