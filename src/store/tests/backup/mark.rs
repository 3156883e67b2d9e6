//! The mark of a store that was put back stays over a restart, until it is taken off.

use super::super::{
    super::{RestoreMark, Restored},
    rig::Rig,
};
use model::{Id, Time};

#[test]
fn a_mark_stays_until_it_is_taken_off() {
    let rig = Rig::new();
    assert_eq!(rig.store.read().unwrap().restored().unwrap(), None);
    let mark = RestoreMark { at: Time(2_000), backup_id: Id::from_parts(1_000, 7), snapshot_at: Time(1_000) };
    rig.write(move |tx| tx.mark_restored(&mark)).unwrap();
    let rig = rig.reopen();
    assert_eq!(rig.store.read().unwrap().restored().unwrap(), Some(mark));
    rig.assert_sound();
    rig.write(|tx| tx.clear_restored()).unwrap();
    assert_eq!(rig.reopen().store.read().unwrap().restored().unwrap(), None);
}
