//! `garson.upgrade` in the data folder: how far an upgrade is, on the disk before each step is taken; and what the next
//! program to start makes of it.
//!
//! The old program is in its place until the new one has shown itself, and until then nothing is taken in. So where the old
//! program finds an upgrade under way, the store of before is put back and nothing is lost; where the new one does, it was put
//! into its place, and the upgrade is done. Then nothing is undone any more.

use crate::model::{UpgradeFlaw, UpgradePhase, UpgradeState, Version, data_file};
use crate::store::{Folder, private_file};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// It is a few hundred bytes.
const LONGEST_STATE_BYTES: u64 = 64 * 1024;

/// What is written there; nothing where that is no plain file of ours.
pub fn read(folder: &Path) -> Option<UpgradeState> {
    let path = folder.join(data_file::UPGRADE);
    if !fs::symlink_metadata(&path).ok()?.is_file() {
        return None;
    }
    let mut text = Vec::new();
    File::open(&path).ok()?.take(LONGEST_STATE_BYTES).read_to_end(&mut text).ok()?;
    serde_json::from_slice(&text).ok()
}

/// It is on the disk when this returns, whole or not at all.
pub fn write(folder: &Path, state: &UpgradeState) -> io::Result<()> {
    private_file::make(&folder.join(data_file::UPGRADE), &serde_json::to_vec(state)?)
}

/// Brings an upgrade that was under way to one of its ends, before the store is opened. Returns the last one.
pub fn settle(folder: &Folder, own: Version) -> Result<Option<UpgradeState>, String> {
    let Some(mut state) = read(folder.path()) else { return Ok(None) };
    if !state.is_under_way() {
        name_copy(folder, &state);
        return Ok(Some(state));
    }
    if own != state.from {
        // Before anything is taken: the old program would put its store back over what comes now.
        state.phase = UpgradePhase::Done;
        let unwritten = |e| format!("That the program was upgraded cannot be written down: {e}. Is the disk full?");
        write(folder.path(), &state).map_err(unwritten)?;
        name_copy(folder, &state);
        return Ok(Some(state));
    }
    // While it was copied nothing else was done, and the copy may be half of one.
    if state.phase != UpgradePhase::Copying {
        let place = folder.path().display();
        folder
            .put_back()
            .map_err(|e| format!("The store of before the upgrade, in {place}, cannot be put back: {e}."))?;
    }
    // Half a copy takes room that the program needs.
    Folder::drop_drafts(folder.path());
    state.phase = UpgradePhase::Undone;
    state.why.get_or_insert(UpgradeFlaw::CutOff);
    // Where that fails, the next start finds nothing to put back and says the same.
    if let Err(error) = write(folder.path(), &state) {
        tracing::warn!(%error, "that an upgrade was undone is not written down yet");
    }
    Ok(Some(state))
}

/// Nothing puts the store of before back by itself once an upgrade is done. Where the name cannot be changed, the next start
/// tries again.
fn name_copy(folder: &Folder, state: &UpgradeState) {
    if let (UpgradePhase::Done, Some(format)) = (state.phase, state.format)
        && let Err(error) = folder.name_copy(format)
    {
        tracing::warn!(%error, "the store of before the upgrade keeps its name");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    const PHASES: [UpgradePhase; 3] = [UpgradePhase::Copying, UpgradePhase::Trial, UpgradePhase::Healthy];

    fn state(phase: UpgradePhase) -> UpgradeState {
        let version = |text| Version::parse(text).unwrap();
        let (from, to) = (version("1.0.0"), version("1.1.0"));
        UpgradeState { phase, from, to, begun: clock::now(), format: Some(2), why: None, is_noted: false }
    }

    /// A folder as it is when everything dies in this phase: its store as the trial left it, and beside it the copy.
    fn cut_off(phase: UpgradePhase) -> (tempfile::TempDir, Folder) {
        let place = tempfile::tempdir().unwrap();
        let folder = Folder::hold(place.path(), "a test").unwrap();
        fs::write(folder.database_path(), "before").unwrap();
        match phase {
            // Half a copy, and a whole one of another time.
            UpgradePhase::Copying => {
                fs::write(place.path().join("garson.redb.before"), "long ago").unwrap();
                fs::write(place.path().join("garson.redb.before.new"), "bef").unwrap();
            }
            _ => {
                folder.keep_copy().unwrap();
                fs::write(folder.database_path(), "of the trial").unwrap();
            }
        }
        write(place.path(), &state(phase)).unwrap();
        (place, folder)
    }

    #[test]
    fn the_old_program_goes_on_with_the_store_of_before_whenever_everything_died() {
        for phase in PHASES {
            let (_place, folder) = cut_off(phase);
            for _ in 0..2 {
                let settled = settle(&folder, state(phase).from).unwrap().unwrap();
                assert_eq!(
                    (settled.phase, settled.why),
                    (UpgradePhase::Undone, Some(UpgradeFlaw::CutOff)),
                    "{phase:?}"
                );
                assert_eq!(fs::read_to_string(folder.database_path()).unwrap(), "before", "{phase:?}");
                assert!(!folder.path().join("garson.redb.before.new").exists());
            }
            // What is taken from then on is never undone, not even by the program of another version.
            fs::write(folder.database_path(), "later").unwrap();
            for version in ["1.0.0", "1.1.0", "0.9.0"] {
                settle(&folder, Version::parse(version).unwrap()).unwrap();
            }
            assert_eq!(fs::read_to_string(folder.database_path()).unwrap(), "later", "{phase:?}");
        }
    }

    #[test]
    fn the_new_program_in_its_place_keeps_its_store_and_nobody_takes_it_back() {
        let (_place, folder) = cut_off(UpgradePhase::Healthy);
        let settled = settle(&folder, state(UpgradePhase::Healthy).to).unwrap().unwrap();
        assert_eq!((settled.phase, settled.why), (UpgradePhase::Done, None));
        let kept = folder.path().join("garson.redb.before.format-2");
        assert_eq!(fs::read_to_string(&kept).unwrap(), "before");
        // Cut off before it had that name.
        fs::rename(&kept, folder.path().join(data_file::OLD_DATABASE)).unwrap();
        fs::write(folder.database_path(), "with new orders").unwrap();
        // The old program is put back by hand.
        let settled = settle(&folder, state(UpgradePhase::Healthy).from).unwrap().unwrap();
        assert_eq!(settled.phase, UpgradePhase::Done);
        assert_eq!(fs::read_to_string(folder.database_path()).unwrap(), "with new orders");
        assert_eq!(fs::read_to_string(&kept).unwrap(), "before");
    }

    #[test]
    fn what_is_no_state_is_none() {
        let place = tempfile::tempdir().unwrap();
        assert_eq!(read(place.path()), None);
        for text in ["", "{}", "{\"phase\":\"trial\"", "hello"] {
            fs::write(place.path().join(data_file::UPGRADE), text).unwrap();
            assert_eq!(read(place.path()), None, "{text}");
        }
        fs::remove_file(place.path().join(data_file::UPGRADE)).unwrap();
        fs::create_dir(place.path().join(data_file::UPGRADE)).unwrap();
        assert_eq!(read(place.path()), None);
    }
}
