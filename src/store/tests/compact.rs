//! Compacting: whatever happens meanwhile, the store is there, whole, and takes writes.

use super::super::{Folder, Store};
use super::{
    dice::Dice,
    disk::Fault,
    rig::{Deed, Rig, Spec, quiet, wait},
};
use std::{fs, sync::mpsc, time::Duration};

#[test]
fn a_copy_has_everything_and_takes_less_room() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::hold(place.path(), "a test").unwrap();
    // What a compaction that was cut off leaves.
    fs::write(place.path().join("garson.redb.copy"), [0; 100]).unwrap();
    let (store, closing) = Store::open(&folder, &quiet()).unwrap();
    assert!(!place.path().join("garson.redb.copy").exists());
    for number in 0..300 {
        wait(store.write(move |tx| Spec::plain(number).add(tx))).unwrap();
    }
    let reader = store.read().unwrap();
    let compacted = wait(store.compact(Box::new(|share| (0.0..=1.0).contains(&share)))).unwrap();
    assert!(compacted.after < compacted.before, "{compacted:?}");
    assert_eq!(compacted.after, store.file_bytes());
    // Whoever reads since before goes on reading, and writes go on in the new file.
    assert_eq!(super::super::Orders::order_count(&reader).unwrap(), 300);
    drop(reader);
    wait(store.write(|tx| Spec::plain(1_000).add(tx))).unwrap();
    drop(store);
    closing.wait();
    let (store, closing) = Store::open(&folder, &quiet()).unwrap();
    let reader = store.read().unwrap();
    assert_eq!(super::super::Orders::order_count(&reader).unwrap(), 301);
    let found = super::super::check::check(&reader, store.sealer(), &mut |_| Ok(())).unwrap();
    assert!(found.is_sound(), "{found}");
    let files: Vec<_> = fs::read_dir(place.path()).unwrap().map(|file| file.unwrap().file_name()).collect();
    assert!(files.iter().all(|name| !name.to_string_lossy().ends_with(".copy")), "{files:?}");
    drop((reader, store));
    closing.wait();
}

#[test]
fn a_copy_that_fails_at_any_change_leaves_the_store_as_it_was() {
    let mut dice = Dice::new(11);
    let rig = Rig::new();
    for number in 0..40 {
        rig.add(&Spec::random(number, &mut dice)).unwrap();
    }
    let mut failed = 0;
    for changes in 0.. {
        let before = rig.orders();
        rig.disk.fail_copy_after(changes, if dice.one_in(2) { Fault::Dark } else { Fault::Full });
        let outcome = wait(rig.store.compact(Box::new(|_| true)));
        assert!(!rig.disk.has_copy(), "a copy was left after {changes} changes");
        assert_eq!(rig.orders(), before);
        rig.add(&Spec::random(100 + changes, &mut dice)).unwrap();
        match outcome {
            Ok(_) => break,
            Err(_) => failed += 1,
        }
        assert!(changes < 5_000, "it never goes well");
    }
    assert!(failed > 10, "{failed}");
    rig.assert_sound();
    let (disk, orders) = (rig.disk.clone(), rig.orders());
    // The power goes right after: the new file is on the disk.
    let after = Rig::on(&disk.after_power_loss(&mut dice)).unwrap();
    assert_eq!(after.orders(), orders);
    after.assert_sound();
    rig.close();
}

#[test]
fn whoever_waits_no_longer_ends_it() {
    let rig = Rig::new();
    let many: Vec<Spec> = (0..400).map(Spec::plain).collect();
    rig.write(move |tx| many.iter().map(|spec| spec.add(tx)).collect::<Result<Vec<_>, _>>()).unwrap();
    let before = rig.orders();
    assert!(wait(rig.store.compact(Box::new(|_| false))).is_err());
    assert!(rig.orders() == before && !rig.disk.has_copy());
    assert!(wait(rig.store.compact(Box::new(|_| true))).is_ok());
    assert!(rig.reopen().orders() == before);
}

#[test]
fn writes_that_come_meanwhile_wait_and_are_kept() {
    let rig = Rig::new();
    let mut dice = Dice::new(3);
    for number in 0..50 {
        rig.add(&Spec::random(number, &mut dice)).unwrap();
    }
    let id = *rig.orders().keys().next().unwrap();
    let deed = Deed::random(&mut dice);
    let (compacted, added, _) = wait(async {
        tokio::join!(
            rig.store.compact(Box::new(|_| true)),
            rig.store.write(|tx| Spec::plain(900).add(tx)),
            rig.store.write(move |tx| deed.run(tx, id, None)),
        )
    });
    compacted.unwrap();
    let added = added.unwrap();
    assert!(rig.orders().contains_key(&added.id));
    rig.assert_sound();
}

#[tokio::test]
async fn a_writer_that_copies_is_at_work_and_one_that_hangs_is_not() {
    let place = tempfile::tempdir().unwrap();
    let folder = Folder::hold(place.path(), "a test").unwrap();
    let (store, closing) = Store::open(&folder, &quiet()).unwrap();
    let many = |tx: &mut super::super::Tx<'_>| (0..300).try_for_each(|number| Spec::plain(number).add(tx).map(drop));
    store.write(many).await.unwrap();
    assert!(store.writer_answers().await);
    let answers = || tokio::time::timeout(Duration::from_secs(60), store.writer_answers());

    let (go_on, held) = mpsc::channel::<()>();
    let (begun, has_begun) = tokio::sync::oneshot::channel();
    let mut begun = Some(begun);
    let copying = store.compact(Box::new(move |_| {
        if let Some(begun) = begun.take() {
            begun.send(()).unwrap();
            held.recv().unwrap();
        }
        true
    }));
    let asking = async {
        has_begun.await.unwrap();
        let answer = answers().await;
        go_on.send(()).unwrap();
        answer
    };
    let (copied, answer) = tokio::join!(copying, asking);
    copied.unwrap();
    assert_eq!(answer, Ok(true));

    let (go_on, held) = mpsc::channel::<()>();
    let hanging = store.write(move |_| {
        held.recv().unwrap();
        Ok(())
    });
    let asking = async {
        let answer = answers().await;
        go_on.send(()).unwrap();
        answer
    };
    // A clock that goes on by itself when nobody has anything to do: the minute is over at once.
    tokio::time::pause();
    let (hung, answer) = tokio::join!(hanging, asking);
    tokio::time::resume();
    hung.unwrap();
    assert!(answer.is_err(), "a writer that hangs was taken for one at work");
    assert!(store.writer_answers().await);
    drop(store);
    closing.wait();
}
