//! The folder that backups lie in. It is known by a small file in it: a mount point without its disk, or with another
//! one, looks the same and is not taken for it.

use jiff::tz::TimeZone;
use model::{BackupFault, BackupPlan, Failure, Result, Time, Why, bilingual};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use store::backup::draft::DRAFT;
use store::disk::{self, free_bytes, sync_folder};

const ENDING: &str = ".backup";
/// Behind that, until it was restored for a trial.
const UNPROVEN: &str = ".unproven";
const MARKER: &str = "garson keeps its backups in this folder and knows by this file that it is the right one. Please leave \
                      it here.\ngarson yedeklerini bu klasörde saklar ve doğru klasör olduğunu bu dosyadan anlar. Lütfen \
                      silmeyin.\n";

bilingual! {
    NOT_WHOLE_PATH: "Klasörün tam yolunu yazın, örneğin /media/usb/garson ya da D:\\garson."
        / "Write the whole path of the folder, such as /media/usb/garson or D:\\garson.",
    fn unwritable(error: io::Error): "Bu klasöre yazılamıyor: {error}. Diskin takılı ve programın oraya yazma izni olmalı."
        / "This folder cannot be written to: {error}. The disk must be plugged in, and the program allowed to write to it.",
    NO_FOLDER: "Böyle bir klasör yok. Disk takılı mı?" / "There is no such folder. Is its disk plugged in?",
    OWN_FOLDER: "Bu, programın kendi veri klasörü. Disk bozulursa yedekler de gider: başka bir disk seçin."
        / "This is the program’s own data folder. If its disk dies, the backups die with it: choose another disk.",
}

pub struct BackupPlace {
    pub folder: PathBuf,
    tag: String,
}

/// A backup as it lies there.
pub struct FoundBackup {
    pub name: String,
    pub bytes: u64,
    /// It proved itself when it was made: else it would not have its name.
    pub is_proven: bool,
}

/// What went wrong, and what the system said.
pub type PlaceTrouble = (BackupFault, String);

impl BackupPlace {
    pub fn of(plan: &BackupPlan) -> BackupPlace {
        BackupPlace { folder: PathBuf::from(&plan.folder), tag: plan.tag.clone() }
    }

    /// A folder that was typed: made if only its last part is missing, and from now on known.
    pub fn claim(typed: &str, tag: &str, data: &Path) -> Result<BackupPlace> {
        let refused = |words| Failure::invalid("folder", Why::Plain(words));
        let cannot = |error| refused(unwritable(error));
        let folder = PathBuf::from(typed.trim());
        if !folder.is_absolute() {
            return Err(refused(NOT_WHOLE_PATH));
        }
        if !folder.is_dir() {
            if !folder.parent().is_some_and(Path::is_dir) {
                return Err(refused(NO_FOLDER));
            }
            fs::create_dir(&folder).map_err(cannot)?;
        }
        let (real, data) = (folder.canonicalize().map_err(cannot)?, data.canonicalize().ok());
        if data.is_some_and(|data| real.starts_with(data)) {
            return Err(refused(OWN_FOLDER));
        }
        let place = BackupPlace { folder, tag: tag.to_owned() };
        place.mark().map_err(cannot)?;
        Ok(place)
    }

    /// Puts the file there by which it is known. What lies there under that name may lead anywhere, so it is taken away, not
    /// written into.
    fn mark(&self) -> io::Result<()> {
        let path = self.folder.join(self.marker());
        let mut marker = disk::create(&path)?;
        marker.write_all(MARKER.as_bytes())?;
        marker.sync_all()
    }

    /// This folder from now on under another tag, if it is there.
    pub fn tagged_anew(&self, tag: &str) -> Option<BackupPlace> {
        self.look().ok()?;
        let place = BackupPlace { folder: self.folder.clone(), tag: tag.to_owned() };
        place.mark().ok()?;
        Some(place)
    }

    fn marker(&self) -> String {
        format!("garson-{}.txt", self.tag)
    }

    /// That it is the folder that was chosen.
    pub fn look(&self) -> Result<(), PlaceTrouble> {
        match fs::symlink_metadata(self.folder.join(self.marker())) {
            Ok(found) if found.is_file() => Ok(()),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err((BackupFault::Disk, error.to_string())),
            _ => Err((BackupFault::Missing, self.folder.display().to_string())),
        }
    }

    /// What a backup of this moment is called; names sort by time.
    pub fn name(&self, at: Time, zone: &TimeZone) -> String {
        let there = zone.to_datetime(at.timestamp());
        format!("garson-{}-{}-{:03}{ENDING}", self.tag, there.strftime("%Y%m%d-%H%M%S"), at.0.rem_euclid(1_000))
    }

    /// All of ours, and what else proved itself here: of this store before it was restored, or of another machine. The latest
    /// name first.
    pub fn list(&self) -> io::Result<Vec<FoundBackup>> {
        let beginning = self.beginning();
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let entry = entry?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let is_proven = name.ends_with(ENDING) && moment(&name).is_some();
            let is_ours = name.starts_with(&beginning) && name.ends_with(UNPROVEN);
            let about = entry.metadata()?;
            if (is_proven || is_ours) && about.is_file() {
                found.push(FoundBackup { name, bytes: about.len(), is_proven });
            }
        }
        found.sort_unstable_by(|one, other| moment(&other.name).cmp(&moment(&one.name)));
        Ok(found)
    }

    fn beginning(&self) -> String {
        format!("garson-{}-", self.tag)
    }

    /// What is free on its disk, where the system tells.
    pub fn free_bytes(&self) -> Option<u64> {
        free_bytes(&self.folder)
    }

    /// Takes away what ones that came to nothing left. None is being made.
    pub fn tidy_drafts(&self) {
        self.tidy(DRAFT, "");
    }

    /// Takes away those that did not prove themselves, but for this.
    pub fn tidy_unproven(&self, but: &str) {
        self.tidy(UNPROVEN, but);
    }

    fn tidy(&self, ending: &str, but: &str) {
        let beginning = self.beginning();
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let Ok(name) = entry.file_name().into_string() else { continue };
            if name.starts_with(&beginning) && name.ends_with(ending) && name != but {
                let _ = fs::remove_file(entry.path());
            }
        }
    }

    /// How long the longest is that did not prove itself.
    pub fn longest_unproven(&self) -> u64 {
        let found = self.list().unwrap_or_default();
        found.iter().filter(|one| one.name.ends_with(UNPROVEN)).map(|one| one.bytes).max().unwrap_or_default()
    }

    /// It proved itself: it has the name of a backup from now on.
    pub fn approve(&self, name: &str) -> io::Result<()> {
        fs::rename(self.folder.join(unproven(name)), self.folder.join(name))?;
        sync_folder(&self.folder)
    }

    /// Takes these away; one that is not there, perhaps because another disk is, is no trouble.
    pub fn remove(&self, names: &[String]) -> io::Result<()> {
        for name in names {
            disk::remove(&self.folder.join(name))?;
        }
        Ok(())
    }
}

/// What stands behind the tag in the name of a backup: when it was made.
pub fn moment(name: &str) -> Option<&str> {
    let (tag, moment) = name.strip_prefix("garson-")?.split_once('-')?;
    (tag.bytes().all(|byte| byte.is_ascii_hexdigit()) && moment.starts_with(|c: char| c.is_ascii_digit()))
        .then_some(moment)
}

/// What a backup is called until it has proved itself.
pub fn unproven(name: &str) -> String {
    format!("{name}{UNPROVEN}")
}

/// Whether two folders are on one disk, where the system tells: then they die together.
#[cfg(unix)]
pub fn is_same_disk(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let disk = |path: &Path| fs::metadata(path).ok().map(|found| found.dev());
    disk(one).is_some_and(|disk_of_one| disk(other) == Some(disk_of_one))
}

#[cfg(not(unix))]
pub fn is_same_disk(one: &Path, other: &Path) -> bool {
    let disk = |path: &Path| {
        path.canonicalize().ok().and_then(|path| path.components().next().map(|first| first.as_os_str().to_owned()))
    };
    disk(one).is_some_and(|disk_of_one| disk(other) == Some(disk_of_one))
}

/// Disks that are plugged in, as suggestions.
pub fn disks() -> Vec<PathBuf> {
    let below = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect()
    };
    if cfg!(windows) {
        let roots = ('D'..='Z').map(|letter| PathBuf::from(format!("{letter}:\\")));
        return roots.filter(|root| root.is_dir()).collect();
    }
    // A disk of its own begins there.
    let is_mounted = |place: &PathBuf| place.parent().is_some_and(|parent| !is_same_disk(place, parent));
    let places = ["/media", "/run/media", "/Volumes"].iter().flat_map(|root| below(Path::new(root)));
    let places = places.flat_map(|place| [vec![place.clone()], below(&place)].concat());
    let mut found: Vec<PathBuf> = places.filter(is_mounted).collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(20);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(failure: &Failure) -> String {
        format!("{failure:?}")
    }

    #[test]
    fn a_folder_is_known_by_its_file_and_nothing_else_is_taken_for_it() {
        let (disk, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let typed = disk.path().join("garson");
        let place = BackupPlace::claim(typed.to_str().unwrap(), "cafe", data.path()).unwrap();
        place.look().unwrap();
        let other = BackupPlace { tag: "beef".into(), folder: typed.clone() };
        assert_eq!(other.look().unwrap_err().0, BackupFault::Missing);
        fs::remove_file(typed.join("garson-cafe.txt")).unwrap();
        assert_eq!(place.look().unwrap_err().0, BackupFault::Missing);
    }

    #[test]
    fn the_program_s_own_folder_is_no_place_for_backups() {
        let data = tempfile::tempdir().unwrap();
        let claim = |typed: &str| BackupPlace::claim(typed, "cafe", data.path()).err().unwrap();
        assert!(sentence(&claim(data.path().to_str().unwrap())).contains("own data folder"));
        assert!(sentence(&claim(data.path().join("inside").to_str().unwrap())).contains("own data folder"));
        assert!(sentence(&claim("backups")).contains("whole path"));
        assert!(sentence(&claim(data.path().join("no/such/place").to_str().unwrap())).contains("no such folder"));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_is_written_through_a_link_in_the_folder() {
        let (disk, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let key = data.path().join("garson.key");
        fs::write(&key, "secret").unwrap();
        std::os::unix::fs::symlink(&key, disk.path().join("garson-cafe.txt")).unwrap();
        let known = BackupPlace { tag: "cafe".into(), folder: disk.path().to_owned() };
        assert_eq!(known.look().unwrap_err().0, BackupFault::Missing);
        BackupPlace::claim(disk.path().to_str().unwrap(), "cafe", data.path()).unwrap().look().unwrap();
        assert_eq!(fs::read_to_string(&key).unwrap(), "secret");
    }

    #[test]
    fn what_is_not_ours_is_left_alone() {
        let (disk, data) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let place = BackupPlace::claim(disk.path().to_str().unwrap(), "cafe", data.path()).unwrap();
        let name = place.name(Time(0), &TimeZone::UTC);
        let others =
            ["garson-beef-20200101-000000-000.backup.unproven", "taxes.backup", "garson-cafe-1.backup.part.txt"];
        for file in others.iter().copied().chain([
            name.as_str(),
            &unproven("garson-cafe-2.backup"),
            "garson-cafe-3.backup.part",
        ]) {
            fs::write(disk.path().join(file), "x").unwrap();
        }
        place.tidy_drafts();
        assert!(!disk.path().join("garson-cafe-3.backup.part").exists());
        place.tidy_unproven(&unproven("none"));
        let found: Vec<String> = place.list().unwrap().into_iter().map(|found| found.name).collect();
        assert_eq!(found, [name]);
        assert!(others.iter().all(|file| disk.path().join(file).exists()));
        // What proved itself under another tag is there to be restored, in the order in which all were made.
        let other = "garson-beef-20200101-000000-000.backup";
        fs::write(disk.path().join(other), "x").unwrap();
        fs::create_dir(disk.path().join("garson-beef-20300101-000000-000.backup")).unwrap();
        let found: Vec<String> = place.list().unwrap().into_iter().map(|found| found.name).collect();
        assert_eq!(found, [other, &place.name(Time(0), &TimeZone::UTC)]);
        assert_eq!(fs::read_dir(disk.path()).unwrap().count(), 7);
    }
}
