//! The one writer: callers share commits, a commit costs one sync, and nobody pays for another's failure.

use super::super::Store;
use super::{
    disk::Disk,
    rig::{Rig, Spec, wait},
};
use futures_util::FutureExt;
use model::{Code, Failure, Order};
use std::{
    panic::resume_unwind,
    sync::mpsc::{Sender, channel},
};
use tokio::task::JoinHandle;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).build().unwrap()
}

/// With a journal that has room for all that a test writes.
fn rig() -> Rig {
    Rig::on(&Disk::default().with_long_journal()).unwrap()
}

/// Keeps the writer busy until the sender is dropped, so that what is written meanwhile waits for one batch.
fn occupy(runtime: &tokio::runtime::Runtime, store: &Store) -> (Sender<()>, JoinHandle<Result<(), Failure>>) {
    let (until, held) = channel();
    let (begun, begins) = channel();
    let store = store.clone();
    let task = runtime.spawn(async move {
        let job = move |_: &mut super::super::Tx<'_>| {
            let _ = begun.send(());
            let _: Result<(), _> = held.recv();
            Ok(())
        };
        store.write(job).await
    });
    begins.recv().unwrap();
    (until, task)
}

/// Commits, and the syncs that the disk saw.
fn costs(rig: &Rig) -> (u64, u64) {
    (rig.store.counts().0, rig.disk.counts().syncs)
}

#[test]
fn a_commit_costs_exactly_one_sync() {
    let rig = rig();
    let (commits, syncs) = costs(&rig);
    for number in 0..200 {
        rig.add(&Spec::plain(number)).unwrap();
    }
    let after = costs(&rig);
    assert_eq!(after.0 - commits, 200, "a lone caller has a commit to itself");
    // That of the journal.
    assert_eq!(after.1 - syncs, 200);
}

#[test]
fn callers_that_wait_at_the_same_time_share_one_commit() {
    let (rig, runtime) = (rig(), runtime());
    let (until, first) = occupy(&runtime, &rig.store);
    let before = costs(&rig);
    let mut waiting: Vec<_> = (0..300).map(|n| Box::pin(rig.store.write(move |tx| Spec::plain(n).add(tx)))).collect();
    for caller in &mut waiting {
        assert!(caller.as_mut().now_or_never().is_none());
    }
    drop(until);
    wait(first).unwrap().unwrap();
    for caller in waiting {
        wait(caller).unwrap();
    }
    let after = costs(&rig);
    assert_eq!((after.0 - before.0, after.1 - before.1), (1, 1));
    assert_eq!(rig.orders().len(), 300);
    rig.assert_sound();
}

#[test]
fn what_nobody_waits_for_goes_along_with_others_or_by_itself_and_is_not_lost_at_the_end() {
    let (rig, runtime) = (rig(), runtime());
    let (told, heard) = channel();
    let along = |number| {
        let told = told.clone();
        let then = move |added: Result<Order, Failure>| told.send(added.map(|_| number)).unwrap();
        rig.store.write_unhurried_then(move |tx| Spec::plain(number).add(tx), then);
    };
    let (until, first) = occupy(&runtime, &rig.store);
    let before = costs(&rig);
    (0..3).for_each(along);
    let mut waits = Box::pin(rig.store.write(|tx| Spec::plain(3).add(tx)));
    assert!(waits.as_mut().now_or_never().is_none());
    drop(until);
    wait(first).unwrap().unwrap();
    wait(waits).unwrap();
    for number in 0..3 {
        assert_eq!(heard.recv().unwrap().unwrap(), number);
    }
    let after = costs(&rig);
    assert_eq!((after.0 - before.0, after.1 - before.1), (1, 1));
    along(4);
    assert_eq!(heard.recv().unwrap().unwrap(), 4, "nobody else came");
    along(5);
    let rig = rig.reopen();
    assert_eq!(heard.recv().unwrap().unwrap(), 5);
    assert_eq!(rig.orders().len(), 6);
    rig.assert_sound();
}

#[test]
fn many_callers_under_load_share_commits_and_every_commit_is_one_sync() {
    let (rig, runtime) = (rig(), runtime());
    let before = (costs(&rig), rig.store.counts().1);
    let callers: Vec<_> = (0..32)
        .map(|caller| {
            let store = rig.store.clone();
            runtime.spawn(async move {
                for number in 0..20 {
                    store.write(move |tx| Spec::plain(caller * 100 + number).add(tx)).await.unwrap();
                }
            })
        })
        .collect();
    for caller in callers {
        wait(caller).unwrap();
    }
    let (after, jobs) = (costs(&rig), rig.store.counts().1 - before.1);
    let (commits, syncs) = (after.0 - before.0.0, after.1 - before.0.1);
    assert_eq!((jobs, syncs), (640, commits));
    assert!(commits <= 320, "{commits} commits for 640 jobs");
    rig.assert_sound();
}

#[test]
fn a_refusal_before_writing_costs_no_commit_and_rings_no_bell() {
    let rig = Rig::new();
    let (before, bell) = (costs(&rig), rig.store.bell());
    let refused: Result<(), _> = rig.write(|tx| {
        tx.next_id();
        Err(Failure::new(Code::OrderClosed))
    });
    assert_eq!(refused.unwrap_err().code, Code::OrderClosed);
    rig.write(|_| Ok(())).unwrap();
    assert_eq!(costs(&rig), before);
    assert!(!bell.has_changed().unwrap());
    rig.add(&Spec::plain(1)).unwrap();
    assert!(bell.has_changed().unwrap());
}

#[test]
fn only_the_job_that_fails_after_writing_or_panics_fails() {
    let (rig, runtime) = (rig(), runtime());
    let (until, first) = occupy(&runtime, &rig.store);
    let before = costs(&rig);
    let waiting: Vec<_> = (0..40u64)
        .map(|number| {
            let mut caller = Box::pin(rig.store.write(move |tx| {
                if number % 8 == 1 {
                    return Err(Failure::new(Code::StatusChanged));
                }
                if number % 8 == 2 {
                    // Not `panic!`: the hook would print it among the results.
                    resume_unwind(Box::new("before writing"));
                }
                let order = Spec::plain(number).add(tx)?;
                match number % 8 {
                    3 => Err(Failure::new(Code::OrderClosed)),
                    4 => resume_unwind(Box::new("after writing")),
                    _ => Ok(order),
                }
            }));
            assert!(caller.as_mut().now_or_never().is_none());
            caller
        })
        .collect();
    drop(until);
    wait(first).unwrap().unwrap();
    for (number, caller) in waiting.into_iter().enumerate() {
        let code = wait(caller).map(|order| order.provider_order_id).map_err(|failure| failure.code);
        let expected = match number % 8 {
            1 => Err(Code::StatusChanged),
            2 | 4 => Err(Code::Internal),
            3 => Err(Code::OrderClosed),
            _ => Ok(format!("p-{number}")),
        };
        assert_eq!(code, expected);
    }
    let after = costs(&rig);
    assert_eq!((after.0 - before.0, after.1 - before.1), (1, 1));
    assert_eq!(rig.orders().len(), 20);
    rig.assert_sound();
    let rig = rig.reopen();
    assert_eq!(rig.orders().len(), 20);
}

#[test]
fn a_lone_job_that_fails_after_writing_leaves_nothing_behind() {
    let rig = Rig::new();
    let before = costs(&rig);
    let failed: Result<(), _> = rig.write(|tx| {
        Spec::plain(1).add(tx)?;
        Err(Failure::new(Code::OrderClosed))
    });
    assert_eq!(failed.unwrap_err().code, Code::OrderClosed);
    assert_eq!(costs(&rig), before);
    assert!(rig.orders().is_empty());
    rig.assert_sound();
}

#[test]
fn a_caller_that_has_gone_is_no_error_and_its_work_is_done() {
    let rig = Rig::new();
    let left = rig.store.write(|tx| Spec::plain(1).add(tx)).now_or_never();
    assert!(left.is_none() || left.is_some_and(|answer| answer.is_ok()));
    rig.add(&Spec::plain(2)).unwrap();
    assert_eq!(rig.orders().len(), 2);
}

#[test]
fn a_full_queue_says_so_at_once() {
    let (rig, runtime) = (rig(), runtime());
    let (until, first) = occupy(&runtime, &rig.store);
    let mut waiting: Vec<_> = (0..4_096).map(|_| Box::pin(rig.store.write(|_| Ok(())))).collect();
    for caller in &mut waiting {
        assert!(caller.as_mut().now_or_never().is_none());
    }
    let refused = rig.add(&Spec::plain(1)).unwrap_err();
    assert_eq!((refused.code, refused.retry_after), (Code::Unavailable, Some(std::time::Duration::from_secs(1))));
    drop(until);
    wait(first).unwrap().unwrap();
    for caller in waiting {
        wait(caller).unwrap();
    }
    rig.add(&Spec::plain(2)).unwrap();
    assert_eq!(rig.orders().len(), 1);
}

#[test]
fn a_refusal_is_not_told_when_what_it_rests_on_was_lost() {
    let (rig, runtime) = (rig(), runtime());
    let (until, first) = occupy(&runtime, &rig.store);
    let mut adds = Box::pin(rig.store.write(|tx| Spec::plain(1).add(tx)));
    let mut refuses = Box::pin(rig.store.write(|tx| -> Result<(), Failure> {
        let twice = super::super::Orders::orders_with_platform_id(tx, "p-1")?.len() == 1;
        Err(Failure::new(if twice { Code::AmbiguousOrder } else { Code::OrderNotFound }))
    }));
    assert!(adds.as_mut().now_or_never().is_none() && refuses.as_mut().now_or_never().is_none());
    rig.disk.fail_after(0, super::disk::Fault::Full);
    drop(until);
    wait(first).unwrap().unwrap();
    assert_eq!(wait(adds).unwrap_err().code, Code::Unavailable);
    assert_eq!(wait(refuses).unwrap_err().code, Code::Unavailable);
}
