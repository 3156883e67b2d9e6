//! A disk that fills up is known before a write fails: what can wait is refused first, then all writes, and reads never.

use super::super::{Orders, Room, Tx};
use super::{
    disk::Disk,
    rig::{Deed, Rig, Spec, put_order, until, wait},
};
use model::{Code, Failure, Id, Why};

/// The smallest that anybody would try it on.
const SMALL_DISK: u64 = 8 << 20;

/// An order as a platform sends it, with JSON that does not pack well.
fn add(tx: &mut Tx<'_>, number: u64) -> Result<Id, Failure> {
    let order = Spec::plain(number).unstored(tx);
    let noise = (0..500_u64).map(|at| (number * 1_000 + at).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let raw = format!("{{\"note\":\"{}\"}}", noise.map(|word| format!("{word:x}")).collect::<String>());
    put_order(tx, &order, raw.as_bytes())?;
    Ok(order.id)
}

fn refused(result: Result<(), Failure>, why: &Why) {
    let failure = result.unwrap_err();
    assert_eq!((failure.code, failure.why.as_ref()), (Code::Unavailable, Some(why)), "{failure}");
    assert!(failure.retry_after.is_some(), "{failure}");
}

#[test]
fn a_disk_that_fills_up_refuses_what_can_wait_then_all_writes_and_no_write_ever_fails() {
    let rig = Rig::on(&Disk::of_size(SMALL_DISK)).unwrap();
    rig.store.keep_free(None);
    let mut ids = Vec::new();
    while rig.store.has_room().is_ok() {
        let number = ids.len() as u64;
        ids.push(rig.write(move |tx| add(tx, number)).unwrap());
    }
    assert!(ids.len() > 200, "{} orders were all that the disk took", ids.len());
    assert_eq!(rig.store.room(), Room::Low);
    refused(rig.store.has_room(), &Why::DiskLow);

    // Orders that are open come to their end, and customers are erased.
    for id in ids.iter().copied().take(100) {
        rig.write(move |tx| Deed::Advance.run(tx, id, None)).unwrap();
        rig.write(move |tx| Deed::Cancel(model::Status::CancelledByRestaurant).run(tx, id, None)).unwrap();
        rig.write(move |tx| {
            let order = tx.order(id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
            tx.erase_order(&order)
        })
        .unwrap();
    }
    assert_eq!((rig.store.room(), rig.disk.refused()), (Room::Low, 0));

    // Others take what is left.
    rig.disk.others_leave(Some(64 << 10));
    rig.store.keep_free(None);
    let last = ids[199];
    refused(rig.write(move |tx| Deed::Advance.run(tx, last, None)).map(drop), &Why::DiskFull);
    refused(rig.store.has_room(), &Why::DiskFull);
    refused(wait(rig.store.wipe()).map(drop), &Why::DiskFull);
    assert!(rig.store.health().unwrap_err().contains("disk"));
    assert_eq!(rig.orders().len(), ids.len(), "reading needs no room");
    assert_eq!(rig.disk.refused(), 0, "redb was never let into a full disk");

    // Compacting needs no room of the file itself, and makes some; the writer notices by itself.
    rig.disk.others_leave(None);
    wait(rig.store.compact(Box::new(|_| true))).unwrap();
    until(|| rig.store.health().is_ok());
    rig.write(move |tx| Deed::Advance.run(tx, last, None)).unwrap();
    assert_eq!(rig.disk.refused(), 0);
    rig.assert_sound();
}

#[test]
fn others_that_fill_the_disk_leave_the_reserve_for_open_orders() {
    let rig = Rig::on(&Disk::of_size(SMALL_DISK)).unwrap();
    rig.store.keep_free(None);
    let order = rig.add(&Spec::plain(1)).unwrap();
    assert_eq!(rig.disk.others_leave(Some(0)), 0);
    until(|| rig.store.room() != Room::Enough);
    assert_eq!(rig.store.room(), Room::Low, "what was reserved is free now");
    rig.write(move |tx| Deed::Advance.run(tx, order.id, None)).unwrap();
    refused(rig.store.has_room(), &Why::DiskLow);
    rig.disk.others_leave(None);
    until(|| rig.store.has_room().is_ok());
    rig.add(&Spec::plain(2)).unwrap();
    assert_eq!(rig.disk.refused(), 0);
}
