//! A full disk and a stick that is pulled out, at every step of a backup, a proof and a restore; and a compaction in which the
//! power goes.

use super::super::{
    super::backup::{draft::BackupDraft, make::make, shelf::FileShelf},
    dice::Dice,
    disk::Fault,
    rig::{Rig, wait},
};
use super::{BackupError, cabinet::Cabinet, folder_with, kept, key, key_files, proven, restored, with_orders};
use std::io::{self, Write};

/// Tries until it goes well, with a disk that is full from a later step on each time.
fn fill(base: &Cabinet, mut work: impl FnMut(&Cabinet) -> Result<(), BackupError>) -> u64 {
    for step in 0.. {
        let folder = base.copy();
        folder.fail_after(step, Fault::Full);
        match work(&folder) {
            Ok(()) => return step,
            Err(BackupError::NoRoom { .. } | BackupError::Store(_) | BackupError::Full) => {}
            Err(error) => panic!("step {step}: {error:?}"),
        }
        assert!(folder.content("garson.redb") == base.content("garson.redb"), "step {step}");
        assert_eq!(folder.names().unwrap(), base.names().unwrap(), "step {step}: something takes room");
        // There is room again.
        folder.mend();
        if step % 16 == 0 {
            work(&folder).unwrap();
        }
        assert!(step < 2_000, "it never goes well");
    }
    unreachable!("the loop returns")
}

#[test]
fn a_disk_that_runs_full_during_a_proof_or_a_restore_leaves_the_store_as_it_was() {
    let (folder, key) = (folder_with(4), key());
    let (bytes, _) = kept(&with_orders(6).store.read().unwrap(), Some(&key));
    let proof = fill(&folder, |folder| proven(folder, &bytes, Some(&key)).map(drop));
    let restore = fill(&folder, |folder| restored(folder, &bytes, Some(&key)).map(drop));
    assert!(proof > 10 && restore > proof, "{proof} and {restore} steps");
}

#[test]
fn a_disk_that_runs_full_during_a_backup_keeps_no_half_of_one() {
    let (stick, rig) = (Cabinet::default(), with_orders(20));
    stick.lay("yesterday.garson", b"whole".to_vec());
    let steps = fill(&stick, |stick| {
        let mut draft = BackupDraft::begin(stick.clone(), "today.garson", false)?;
        make(&rig.store.read()?, &key_files(), None, &mut draft, &mut |_| true)?;
        draft.finish()
    });
    assert!(steps > 20, "{steps}");
    let again = || BackupDraft::begin(stick.clone(), "yesterday.garson", false).map(drop);
    assert!(matches!(again(), Err(BackupError::Unwritable(_))));
    rig.assert_sound();
}

/// Takes so many bytes.
struct Stick(usize);

impl Write for Stick {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0 {
            0 => Err(io::Error::from_raw_os_error(5)),
            left => {
                let taken = left.min(bytes.len());
                self.0 -= taken;
                Ok(taken)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.0 == 0 { Err(io::ErrorKind::NotConnected.into()) } else { Ok(()) }
    }
}

#[test]
fn a_stick_that_is_pulled_out_ends_the_backup_and_nothing_else() {
    let rig = with_orders(20);
    let (bytes, _) = kept(&rig.store.read().unwrap(), None);
    let mut dice = Dice::new(5);
    for length in (0..80).map(|_| dice.below(bytes.len() as u64 - 40) as usize) {
        let made = make(&rig.store.read().unwrap(), &key_files(), None, &mut Stick(length), &mut |_| true);
        assert!(matches!(made, Err(BackupError::Unwritable(_))), "{length}: {made:?}");
    }
    rig.assert_sound();
}

#[test]
fn whoever_stops_it_ends_a_backup_a_proof_and_a_restore() {
    let (rig, folder) = (with_orders(3_000), folder_with(1));
    let stopped = make(&rig.store.read().unwrap(), &key_files(), None, &mut io::sink(), &mut |_| false);
    assert_eq!(stopped.map(drop), Err(BackupError::Stopped));
    let (bytes, _) = kept(&rig.store.read().unwrap(), None);
    let mut last = 0.0;
    for end in [0.1, 0.5, 0.65, 0.8] {
        let before = folder.names().unwrap();
        let length = bytes.len() as u64;
        let backup = super::ToProve { input: bytes.as_slice(), length, key: None, made: None };
        let stopped = super::prove_on(&folder, backup, &mut |share| {
            assert!((0.0..=1.0).contains(&share), "{share}");
            last = share;
            share < end
        });
        assert_eq!(stopped.unwrap_err(), BackupError::Stopped, "{end}");
        assert!(last >= end && folder.names().unwrap() == before);
    }
}

#[test]
fn the_power_goes_while_a_store_is_compacted() {
    let mut dice = Dice::new(2);
    let rig = with_orders(40);
    let before = rig.orders();
    for changes in (0..400).step_by(7) {
        rig.disk.fail_copy_after(changes, Fault::Dark);
        let outcome = wait(rig.store.compact(Box::new(|_| true)));
        let after = Rig::on(&rig.disk.after_power_loss(&mut dice)).unwrap();
        assert_eq!(after.orders(), before, "cut after {changes} changes");
        after.assert_sound();
        if outcome.is_ok() {
            return;
        }
    }
    panic!("it never goes well");
}
