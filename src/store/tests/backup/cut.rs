//! The power goes, at every step of a backup, a proof and a restore: the old store is there and sound, or the new one is.

use super::super::{
    super::{
        Restored, Sealer,
        backup::{
            draft::BackupDraft,
            error::BackupError,
            shelf::FileShelf,
            swap::{self, is_ours},
        },
        seal,
    },
    dice::Dice,
    disk::Fault,
    rig::{CACHE, Rig, quiet},
};
use super::{cabinet::Cabinet, kept, key, proven, restored, with_orders};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use std::io::Write;

const OLD: u64 = 5;
const NEW: u64 = 3;
/// How often each step is cut; what of the unsynced is there then differs.
const CUTS: u64 = 4;

/// A folder with an old store, whose key is another than that of what is restored.
fn old_folder() -> Cabinet {
    let cabinet = Cabinet::default();
    let rig = Rig::sealed(&Default::default(), CACHE, Sealer::for_tests([1; 32]), &quiet()).unwrap();
    for number in 0..OLD {
        rig.add(&super::super::rig::Spec::plain(number)).unwrap();
    }
    cabinet.lay("garson.redb", rig.close().image());
    cabinet.lay("garson.key", URL_SAFE_NO_PAD.encode([1; 32]).into_bytes());
    cabinet
}

/// How many orders are in a store of the folder, which is sound, and whether it was restored.
fn look(folder: &Cabinet, aside: &str) -> (u64, bool) {
    let text = folder.text(&format!("garson.key{aside}")).unwrap().unwrap();
    let disk = folder.disk(&format!("garson.redb{aside}")).unwrap().copy();
    let rig = Rig::sealed(&disk, CACHE, seal::of_text(&text).unwrap(), &quiet()).unwrap();
    rig.assert_sound();
    let is_restored = rig.store.read().unwrap().restored().unwrap().is_some();
    (rig.orders().len() as u64, is_restored)
}

/// The next start, with more cuts in the middle of it; then one that gets through.
fn start(mut folder: Cabinet, dice: &mut Dice) -> Cabinet {
    while dice.one_in(2) {
        folder.fail_after(1 + dice.below(12), Fault::Dark);
        let _ = swap::finish(&folder);
        folder = folder.after_power_loss(dice);
    }
    swap::finish(&folder).unwrap();
    folder
}

fn cut_a_restore_at_every_step(base: &Cabinet, bytes: &[u8], key: &super::BackupKey) {
    let (mut kept_old, mut took_new) = (0, 0);
    for step in 1.. {
        let folder = base.copy();
        folder.fail_after(step, Fault::Dark);
        let outcome = restored(&folder, bytes, Some(key));
        if swap::is_decided(&folder).unwrap() {
            assert!(matches!(outcome, Err(BackupError::Unfinished(_))), "step {step}: {outcome:?}");
        }
        for cut in 0..CUTS {
            let mut dice = Dice::new(step * CUTS + cut);
            let after = start(folder.after_power_loss(&mut dice), &mut dice);
            let names = after.names().unwrap();
            match look(&after, "") {
                (OLD, false) => {
                    assert!(outcome.is_err(), "step {step}: it was acknowledged");
                    assert_eq!(names, ["garson.key", "garson.redb"], "step {step}");
                    kept_old += 1;
                }
                (NEW, true) => {
                    let aside = names.iter().find_map(|name| name.strip_prefix("garson.redb.before"));
                    let aside = format!(".before{}", aside.expect("the old store is kept"));
                    assert_eq!(look(&after, &aside), (OLD, false), "step {step}");
                    assert!(
                        names.len() == 4 && names.iter().skip(1).all(|name| name == "garson.redb" || is_ours(name))
                    );
                    took_new += 1;
                }
                other => panic!("step {step}: {other:?}, {names:?}"),
            }
        }
        if outcome.is_ok() {
            break;
        }
        assert!(step < 2_000, "it never goes well");
    }
    assert!(kept_old > 100 && took_new > 10, "{kept_old} times the old one, {took_new} times the new one");
}

#[test]
fn a_restore_that_is_cut_at_any_step_leaves_the_old_store_or_the_new_one() {
    let key = key();
    let (bytes, _) = kept(&with_orders(NEW).store.read().unwrap(), Some(&key));
    cut_a_restore_at_every_step(&old_folder(), &bytes, &key);
}

#[test]
fn so_does_one_on_a_disk_that_has_no_second_names() {
    let key = key();
    let (bytes, _) = kept(&with_orders(NEW).store.read().unwrap(), Some(&key));
    // Only the moment of the change differs.
    let whole = old_folder();
    restored(&whole, &bytes, Some(&key)).unwrap();
    let base = old_folder();
    for step in 1..16 {
        for cut in 0..CUTS {
            let mut dice = Dice::new(step * 100 + cut);
            let folder = base.copy().without_links();
            folder.lay("garson.redb.restored", whole.content("garson.redb").unwrap());
            folder.lay("garson.key.restored", whole.content("garson.key").unwrap());
            folder.fail_after(step, Fault::Dark);
            let decided = swap::decide(&folder, "now").and_then(|_| swap::finish(&folder));
            let after = start(folder.after_power_loss(&mut dice), &mut dice);
            match look(&after, "") {
                (OLD, false) => assert!(decided.is_err(), "step {step}"),
                (NEW, true) => assert_eq!(look(&after, ".before-now"), (OLD, false), "step {step}"),
                other => panic!("step {step}: {other:?}"),
            }
        }
    }
}

#[test]
fn going_back_that_is_cut_at_any_step_leaves_the_newer_store_or_the_kept_one() {
    const KEPT: &str = "garson.redb.before.format-2";
    for has_links in [true, false] {
        let (mut stayed, mut went) = (0, 0);
        for (step, cut) in (1..16).flat_map(|step| (0..CUTS * 4).map(move |cut| (step, cut))) {
            let mut dice = Dice::new(step * 100 + cut);
            let folder = Cabinet::default();
            folder.lay("garson.redb", b"newer".to_vec());
            folder.lay("garson.key", b"key".to_vec());
            folder.lay(KEPT, b"older".to_vec());
            let folder = if has_links { folder } else { folder.without_links() };
            folder.fail_after(step, Fault::Dark);
            let decided =
                swap::decide_on(&folder, ".before.back-now", Some(KEPT.to_owned())).and_then(|_| swap::finish(&folder));
            let after = start(folder.after_power_loss(&mut dice), &mut dice);
            let content = |name: &str| after.content(name);
            match content("garson.redb").as_deref() {
                Some(b"newer") => {
                    assert!(decided.is_err(), "step {step}: it was acknowledged");
                    assert_eq!(content(KEPT).as_deref(), Some(&b"older"[..]), "step {step}");
                    stayed += 1;
                }
                Some(b"older") => {
                    assert_eq!(content("garson.redb.before.back-now").as_deref(), Some(&b"newer"[..]), "step {step}");
                    went += 1;
                }
                other => panic!("step {step}: {other:?}, {:?}", after.names()),
            }
            assert_eq!(after.names().unwrap().len(), 3, "step {step}: {:?}", after.names());
        }
        assert!(stayed > 10 && went > 10, "{stayed} stayed, {went} went");
    }
}

#[test]
fn a_proof_that_is_cut_at_any_step_changes_nothing() {
    let key = key();
    let (bytes, _) = kept(&with_orders(NEW).store.read().unwrap(), Some(&key));
    let base = old_folder();
    for step in 1.. {
        let folder = base.copy();
        folder.fail_after(step, Fault::Dark);
        let outcome = proven(&folder, &bytes, Some(&key));
        let mut dice = Dice::new(step);
        let after = start(folder.after_power_loss(&mut dice), &mut dice);
        assert_eq!(after.names().unwrap(), ["garson.key", "garson.redb"], "step {step}");
        assert!(after.content("garson.redb") == base.content("garson.redb"), "step {step}");
        if outcome.is_ok() {
            break;
        }
        assert!(step < 2_000, "it never goes well");
    }
}

#[test]
fn a_backup_that_is_cut_at_any_step_is_the_old_file_or_the_new_one() {
    let (bytes, _) = kept(&with_orders(NEW).store.read().unwrap(), None);
    let stick = Cabinet::default();
    stick.lay("shop.garson", b"the one of yesterday".to_vec());
    for step in 1.. {
        let folder = stick.copy();
        folder.fail_after(step, Fault::Dark);
        let outcome = BackupDraft::begin(folder.clone(), "shop.garson", true).and_then(|mut draft| {
            let written = bytes.chunks(1_000).try_for_each(|piece| draft.write_all(piece));
            written.map_err(super::BackupError::writing)?;
            draft.finish()
        });
        for cut in 0..CUTS {
            let mut dice = Dice::new(step * CUTS + cut);
            let found = folder.after_power_loss(&mut dice).content("shop.garson").unwrap();
            match &outcome {
                Ok(()) => assert!(found == bytes, "step {step}: it was acknowledged"),
                Err(_) => assert!(found == bytes || found == b"the one of yesterday", "step {step}"),
            }
        }
        if outcome.is_ok() {
            break;
        }
        assert!(step < 2_000, "it never goes well");
    }
}
