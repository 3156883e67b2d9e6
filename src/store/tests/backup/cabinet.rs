//! A folder for tests: it keeps apart what was written and what was synced, names as well as contents, loses power and runs
//! full at a chosen step. Clones are the same folder.

use super::super::{
    super::backup::shelf::{FileShelf, SyncedWrite},
    dice::Dice,
    disk::{Disk, Fault},
};
use parking_lot::Mutex;
use redb::StorageBackend;
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{self, ErrorKind, Write},
    sync::Arc,
};

#[derive(Clone, Debug, Default)]
pub struct Cabinet(Arc<Mutex<Drawer>>);

#[derive(Debug, Default)]
struct Drawer {
    files: Vec<Disk>,
    /// What somebody sees who looks, and what is there after a power cut whatever happens.
    names: BTreeMap<String, usize>,
    synced: BTreeMap<String, usize>,
    /// What is on its way from the one to the other.
    unsynced: Vec<NameChange>,
    failing: Option<(u64, Fault)>,
    free: Option<u64>,
    has_no_links: bool,
}

#[derive(Clone, Debug)]
enum NameChange {
    Put(String, usize),
    Rename(String, String),
    Remove(String),
}

impl NameChange {
    fn apply(&self, names: &mut BTreeMap<String, usize>) {
        match self {
            NameChange::Put(name, file) => drop(names.insert(name.clone(), *file)),
            NameChange::Remove(name) => drop(names.remove(name)),
            NameChange::Rename(from, to) => {
                if let Some(file) = names.remove(from) {
                    names.insert(to.clone(), file);
                }
            }
        }
    }

    fn touches(&self) -> Vec<&String> {
        match self {
            NameChange::Put(name, _) | NameChange::Remove(name) => vec![name],
            NameChange::Rename(from, to) => vec![from, to],
        }
    }
}

impl Cabinet {
    /// A file that is on the disk.
    pub fn lay(&self, name: &str, content: Vec<u8>) {
        let mut drawer = self.0.lock();
        drawer.files.push(Disk::holding(content));
        let file = drawer.files.len() - 1;
        drawer.names.insert(name.to_owned(), file);
        drawer.synced.insert(name.to_owned(), file);
    }

    /// Another folder with the same in it.
    pub fn copy(&self) -> Cabinet {
        let copy = Cabinet::default();
        for name in self.names().unwrap() {
            copy.lay(&name, self.content(&name).unwrap());
        }
        copy
    }

    /// The next `steps` changes still work; those after them fail.
    pub fn fail_after(&self, steps: u64, fault: Fault) {
        self.0.lock().failing = Some((steps, fault));
    }

    pub fn mend(&self) {
        self.0.lock().failing = None;
    }

    pub fn set_free(&self, free: u64) {
        self.0.lock().free = Some(free);
    }

    pub fn without_links(self) -> Cabinet {
        self.0.lock().has_no_links = true;
        self
    }

    pub fn disk(&self, name: &str) -> Option<Disk> {
        let drawer = self.0.lock();
        drawer.names.get(name).map(|file| drawer.files[*file].clone())
    }

    pub fn content(&self, name: &str) -> Option<Vec<u8>> {
        self.disk(name).map(|disk| disk.image())
    }

    /// A folder with all that was synced and, as the dice say, some of what was not. A change of a name is there whole or not
    /// at all, and never before an earlier one of the same name.
    pub fn after_power_loss(&self, dice: &mut Dice) -> Cabinet {
        let drawer = self.0.lock();
        let mut names = drawer.synced.clone();
        let all = dice.below(4);
        let mut lost: BTreeSet<&String> = BTreeSet::new();
        for change in &drawer.unsynced {
            let is_lost = match all {
                0 => true,
                1 => false,
                _ => dice.one_in(2) || change.touches().iter().any(|name| lost.contains(name)),
            };
            match is_lost {
                true => lost.extend(change.touches()),
                false => change.apply(&mut names),
            }
        }
        let files = drawer.files.iter().map(|file| file.after_power_loss(dice)).collect();
        let has_no_links = drawer.has_no_links;
        let found = Drawer { files, synced: names.clone(), names, has_no_links, ..Drawer::default() };
        Cabinet(Arc::new(Mutex::new(found)))
    }

    /// One step. The change during which the power goes may have got through; after that nothing does.
    fn step<T>(&self, takes_room: bool, change: impl FnOnce(&mut Drawer) -> io::Result<T>) -> io::Result<T> {
        let mut drawer = self.0.lock();
        match &mut drawer.failing {
            Some((0, Fault::Full)) if !takes_room => change(&mut drawer),
            Some((0, Fault::Full)) => Err(ErrorKind::StorageFull.into()),
            Some((0, _)) => Err(ErrorKind::NotConnected.into()),
            Some((left, fault)) => {
                *left -= 1;
                let is_last = *left == 0 && *fault == Fault::Dark;
                let done = change(&mut drawer);
                if is_last { Err(ErrorKind::NotConnected.into()) } else { done }
            }
            None => change(&mut drawer),
        }
    }

    fn change(&self, change: NameChange) -> io::Result<()> {
        self.step(matches!(change, NameChange::Put(..)), |drawer| {
            change.apply(&mut drawer.names);
            drawer.unsynced.push(change);
            Ok(())
        })
    }

    fn create(&self, name: &str) -> io::Result<CabinetFile> {
        let disk = Disk::default();
        let file = {
            let mut drawer = self.0.lock();
            drawer.files.push(disk.clone());
            drawer.files.len() - 1
        };
        self.change(NameChange::Put(name.to_owned(), file))?;
        Ok(CabinetFile { disk, cabinet: self.clone() })
    }

    fn at(&self, name: &str) -> io::Result<usize> {
        self.0.lock().names.get(name).copied().ok_or(ErrorKind::NotFound.into())
    }
}

impl FileShelf for Cabinet {
    type Database = CabinetFile;
    type Draft = CabinetDraft;

    fn database(&self, name: &str) -> io::Result<CabinetFile> {
        self.create(name)
    }

    fn draft(&self, name: &str) -> io::Result<CabinetDraft> {
        Ok(CabinetDraft { file: self.create(name)?, length: 0 })
    }

    fn sync_file(&self, name: &str) -> io::Result<()> {
        let disk = self.disk(name).ok_or(ErrorKind::NotFound)?;
        self.step(false, |_| disk.sync_data())
    }

    fn text(&self, name: &str) -> io::Result<Option<String>> {
        Ok(self.content(name).map(|bytes| String::from_utf8(bytes).unwrap()))
    }

    fn names(&self) -> io::Result<Vec<String>> {
        Ok(self.0.lock().names.keys().cloned().collect())
    }

    fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        self.at(from)?;
        self.change(NameChange::Rename(from.to_owned(), to.to_owned()))
    }

    fn link(&self, from: &str, to: &str) -> io::Result<()> {
        if self.0.lock().has_no_links {
            return Err(ErrorKind::Unsupported.into());
        }
        let file = self.at(from)?;
        assert!(self.at(to).is_err(), "{to} is taken");
        self.change(NameChange::Put(to.to_owned(), file))
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        match self.at(name) {
            Ok(_) => self.change(NameChange::Remove(name.to_owned())),
            Err(_) => Ok(()),
        }
    }

    fn sync(&self) -> io::Result<()> {
        self.step(false, |drawer| {
            drawer.synced = drawer.names.clone();
            drawer.unsynced.clear();
            Ok(())
        })
    }

    fn free_bytes(&self) -> Option<u64> {
        self.0.lock().free
    }
}

#[derive(Debug)]
pub struct CabinetFile {
    disk: Disk,
    cabinet: Cabinet,
}

impl StorageBackend for CabinetFile {
    fn len(&self) -> io::Result<u64> {
        self.disk.len()
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.disk.read(offset, out)
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.cabinet.step(true, |_| self.disk.set_len(len))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.cabinet.step(false, |_| self.disk.sync_data())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.cabinet.step(true, |_| self.disk.write(offset, data))
    }
}

/// A file that is written from its beginning to its end.
pub struct CabinetDraft {
    file: CabinetFile,
    length: u64,
}

impl Write for CabinetDraft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(self.length, bytes)?;
        self.length += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl SyncedWrite for CabinetDraft {
    fn sync(&mut self) -> io::Result<()> {
        self.file.sync_data()
    }
}
