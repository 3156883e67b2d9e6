//! Makes one backup, proves it, and writes down how it went.

use super::due::{self, RunTimes};
use super::place::{BackupPlace, PlaceTrouble, is_same_disk, unproven};
use super::{BackupDraft, BackupError, BackupKey, Pace, ToProve, gently, kept_files, make, passphrase, prove};
use crate::care::{audit, settings, timekeeping};
use crate::{AppState, on_a_thread, spawn};
use jiff::tz::TimeZone;
use model::{
    BackupBook, BackupFault, BackupOnDisk, BackupTrouble, Deed, Failure, Note, ProvenBackup, Result, Sealed, Time,
};
use std::{cell::Cell, fs::File, io::BufReader, sync::Arc, time::Instant};
use store::{Accounts, Tx};

/// What its key is sealed for.
const PURPOSE: &str = "backup";

/// Begins where one is due; and looks now and then whether the disk is there.
pub fn start_due(app: &Arc<AppState>) -> Result<()> {
    if app.care.backups.progress().is_some() || app.care.backups.ask(|book| book.plan.is_none()) {
        return Ok(());
    }
    let zone = settings::zone(app)?;
    let (since_begun, since_tried) = app.care.backups.since_last();
    let (uptime, clock_lag) = (app.engine.threads.started.elapsed(), timekeeping::lag(app).unwrap_or_default());
    let run = RunTimes { uptime, since_begun, since_tried, clock_lag };
    if app.care.backups.ask(|book| due::is_due(book, clock::now(), &zone, &run)) {
        begin(app);
    } else if app.care.backups.wants_look() {
        let app = app.clone();
        spawn(async move {
            let Some(plan) = app.care.backups.book().plan else { return };
            // A share that is gone may take long to say so.
            let looked = on_a_thread(move || Ok(BackupPlace::of(&plan).look())).await;
            if let Ok(Err(trouble)) = looked {
                note(&app, Err(trouble)).await;
            }
        });
    }
    Ok(())
}

/// Makes one now, unless one is being made. It is not waited for.
pub fn begin(app: &Arc<AppState>) {
    let book = app.care.backups.book();
    if book.plan.is_none() || !app.care.backups.begin() {
        return;
    }
    let app = app.clone();
    spawn(async move {
        let outcome = attempt(&app, book).await;
        // What our own stop ended is made after the next start.
        if !app.care.backups.is_stopping() {
            note(&app, outcome).await;
        }
        app.care.backups.end();
    });
}

async fn attempt(app: &Arc<AppState>, book: BackupBook) -> Result<BackupBook, PlaceTrouble> {
    let of_store = |failure: Failure| (BackupFault::Store, failure.to_string());
    let zone = settings::zone(app).map_err(of_store)?;
    let place = book.plan.as_ref().map(BackupPlace::of);
    on_a_thread(move || Ok(place.map_or(Ok(()), |place| place.look()))).await.map_err(of_store)??;
    // On the disk before it is begun: a program that is killed at it would else begin it with every start.
    app.care.backups.note_begun();
    let begun = |tx: &mut Tx<'_>| {
        let before = tx.backup_book()?;
        tx.put_backup_book(&BackupBook { begun_at: Some(tx.now), ..before })
    };
    if let Err(failure) = app.store.write(begun).await {
        tracing::warn!(cause = %failure, "that a backup is begun could not be written down");
    }
    let works = app.clone();
    let outcome = gently(move || Ok(back_up(&works, &book, &zone))).await;
    outcome.unwrap_or_else(|error| Err((BackupFault::Store, error.to_string())))
}

/// On a thread that may wait.
fn back_up(app: &AppState, book: &BackupBook, zone: &TimeZone) -> Result<BackupBook, PlaceTrouble> {
    let Some(plan) = &book.plan else { return Ok(book.clone()) };
    let place = BackupPlace::of(plan);
    place.look()?;
    let mut kept = book.kept.clone();
    place.tidy_drafts();
    // New orders come before a backup: neither it nor its trial takes the room that is kept for them.
    let (kept_free, is_same_disk) = (app.store.kept_free(), is_same_disk(&app.config.data, &place.folder));
    make_room(&place, book, &mut kept, if is_same_disk { kept_free } else { 0 });
    let trouble = |error: BackupError| trouble_of(&place, &error);
    let key = plan.key.as_ref().map(|sealed| open_key(app, sealed)).transpose();
    let key = key.map_err(|failure| (BackupFault::Store, failure.to_string()))?;
    let (at, began) = (clock::now(), Instant::now());
    let name = place.name(at, zone);
    let path = place.folder.join(unproven(&name));
    let mut pace = Pace::new();
    let no_room = Cell::new(None);
    let mut told = |is_proving: bool, share: f64| {
        pace.pause();
        app.care.backups.tell(is_proving, share);
        let free = app.store.free_bytes().filter(|free| (is_proving || is_same_disk) && *free < kept_free);
        no_room.set(free);
        free.is_none() && !app.care.backups.is_stopping()
    };
    let making = |error| if no_room.get().is_some() { BackupError::Full } else { error };
    let proving = |error| no_room.get().map_or(error, |free| BackupError::NoRoom { free, wanted: kept_free });
    let mut draft = BackupDraft::at(&path, false).map_err(trouble)?;
    let made = {
        let files = kept_files(&app.config.data).map_err(|error| trouble(BackupError::store(error)))?;
        let reader = app.store.read().map_err(|failure| trouble(failure.into()))?;
        make(&reader, &files, key.as_ref(), &mut draft, &mut |share| told(false, share))
            .map_err(making)
            .map_err(trouble)?
    };
    draft.finish().map_err(trouble)?;
    place.tidy_unproven(&unproven(&name));
    let took = began.elapsed();
    let file = File::open(&path).map_err(|error| trouble(BackupError::reading(error)))?;
    let backup = ToProve { input: BufReader::new(file), length: made.bytes, key: key.as_ref(), made: Some(&made) };
    let proof = prove(backup, &app.config.data, &mut |share| told(true, share)).map_err(proving).map_err(trouble)?;
    let writing = |error| trouble(BackupError::writing(error));
    place.approve(&name).map_err(writing)?;
    kept.push(BackupOnDisk { name: name.clone(), at });
    // Only now is an older one too many.
    let gone = due::surplus(&kept, plan.keep, zone);
    place.remove(&gone).map_err(writing)?;
    kept.retain(|one| !gone.contains(&one.name));
    let is_encrypted = key.is_some();
    let proven = ProvenBackup {
        at,
        name,
        bytes: made.bytes,
        orders: proof.orders,
        making: took,
        proving: proof.took,
        is_encrypted,
    };
    Ok(BackupBook { proven: Some(proven), kept, ..book.clone() })
}

/// Where the disk has no room for another one as long as the last, those go that did not prove themselves, and then the
/// oldest, but for the last two.
fn make_room(place: &BackupPlace, book: &BackupBook, kept: &mut Vec<BackupOnDisk>, kept_free: u64) {
    let last = book.proven.as_ref().map_or(0, |proven| proven.bytes).max(place.longest_unproven());
    let wanted = last + last / 8 + kept_free;
    let is_short = || place.free_bytes().is_some_and(|free| free < wanted);
    if is_short() || book.trouble.as_ref().is_some_and(|trouble| trouble.fault == BackupFault::Full) {
        place.tidy_unproven("");
    }
    while kept.len() > due::LEAST_KEPT && is_short() {
        let oldest = kept.remove(0);
        tracing::info!(name = oldest.name, "the disk of the backups is full: the oldest goes");
        if place.remove(&[oldest.name]).is_err() {
            return;
        }
    }
}

fn trouble_of(place: &BackupPlace, error: &BackupError) -> PlaceTrouble {
    let fault = match error {
        BackupError::Full => BackupFault::Full,
        BackupError::NoRoom { .. } => BackupFault::NoRoom,
        // A stick that was pulled out is no broken one.
        BackupError::Unreadable(_) | BackupError::Unwritable(_) => match place.look() {
            Ok(()) => BackupFault::Disk,
            Err((fault, _)) => fault,
        },
        BackupError::Store(_) | BackupError::Stopped | BackupError::HasStore => BackupFault::Store,
        _ => BackupFault::Unproven,
    };
    (fault, error.to_string())
}

/// What a passphrase comes to, sealed for the book.
pub async fn sealed_key(app: &AppState, words: String) -> Result<Sealed> {
    let key = on_a_thread(move || passphrase::choose(&words)).await?;
    app.store.sealer().seal(PURPOSE, &serde_json::to_vec(&key).map_err(Failure::fault)?)
}

pub fn open_key(app: &AppState, sealed: &Sealed) -> Result<BackupKey> {
    serde_json::from_slice(&app.store.sealer().unseal(PURPOSE, sealed)?).map_err(Failure::fault)
}

/// Writes down how it went; what cannot be written is said in the log and shown all the same.
async fn note(app: &AppState, outcome: Result<BackupBook, PlaceTrouble>) {
    match &outcome {
        Ok(made) => {
            let (name, bytes) = made.proven.as_ref().map_or(("", 0), |proven| (proven.name.as_str(), proven.bytes));
            tracing::info!(name, bytes, "a backup was made and proven");
        }
        Err((fault, detail)) => tracing::warn!(fault = fault.word(), detail, "no backup was made"),
    }
    app.care.backups.note_tried();
    let recorder = audit::by_itself(app);
    let written = outcome.clone();
    let written = app.store.write(move |tx: &mut Tx<'_>| {
        let before = tx.backup_book()?;
        let after = noted(&before, &written, tx.now);
        match (&written, &before.trouble) {
            (Ok(made), _) => {
                if let Some(proven) = &made.proven {
                    let deed = Note::of(Deed::BackupProven).with("name", &proven.name).with("bytes", proven.bytes);
                    recorder.note(tx, deed.with("orders", proven.orders))?;
                }
            }
            (Err((fault, _)), None) => recorder.note(tx, Note::of(Deed::BackupFailed).with("fault", fault))?,
            // It is on record already.
            (Err(_), Some(_)) => {}
        }
        tx.put_backup_book(&after)?;
        Ok(after)
    });
    match written.await {
        Ok(book) => app.care.backups.set(book),
        Err(failure) => {
            tracing::warn!(cause = %failure, "how the backup went could not be written down");
            app.care.backups.set(noted(&app.care.backups.book(), &outcome, clock::now()));
        }
    }
}

/// The plan may have been changed meanwhile; what was made and what is kept is as it was made.
fn noted(before: &BackupBook, outcome: &Result<BackupBook, PlaceTrouble>, now: Time) -> BackupBook {
    let before = before.clone();
    match outcome {
        Ok(made) => {
            let (proven, kept) = (made.proven.clone(), made.kept.clone());
            // One of another plan is not the first of this one.
            let is_first_owed = before.is_first_owed && made.plan != before.plan;
            BackupBook { proven, kept, is_first_owed, tried_at: Some(now), trouble: None, ..before }
        }
        Err((fault, detail)) => {
            let since = before.trouble.as_ref().map_or(now, |trouble| trouble.since);
            let trouble = Some(BackupTrouble { since, fault: *fault, detail: detail.clone() });
            // One that is not wanted any more has no trouble either.
            BackupBook { tried_at: Some(now), trouble: trouble.filter(|_| before.plan.is_some()), ..before }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::testing::an_empty_app;
    use model::BackupPlan;
    use std::fs;

    fn plan(folder: &std::path::Path) -> BackupPlan {
        let folder = folder.to_str().unwrap().to_owned();
        BackupPlan { folder, tag: "cafe".into(), keep: 2, hour: 4, key: None, since: Time(0) }
    }

    fn book(plan: BackupPlan) -> BackupBook {
        BackupBook { plan: Some(plan), ..BackupBook::default() }
    }

    #[tokio::test]
    async fn one_has_the_name_of_a_backup_only_when_it_has_proved_itself() {
        let (app, data) = an_empty_app();
        let disk = tempfile::tempdir().unwrap();
        let place = BackupPlace::claim(disk.path().to_str().unwrap(), "cafe", data.path()).unwrap();
        let made = back_up(&app, &book(plan(disk.path())), &TimeZone::UTC).unwrap();
        let first = made.proven.clone().unwrap();
        assert_eq!(place.list().unwrap()[0].name, first.name);
        // Without its key it cannot be restored.
        let key = data.path().join("garson.key");
        fs::rename(&key, data.path().join("hidden")).unwrap();
        let (fault, _) = back_up(&app, &made, &TimeZone::UTC).unwrap_err();
        assert_eq!(fault, BackupFault::Unproven);
        let names: Vec<String> = place.list().unwrap().into_iter().map(|found| found.name).collect();
        assert!(
            names.len() == 2 && names.contains(&first.name) && names.iter().any(|name| name.ends_with(".unproven"))
        );
        // It goes when the next one is made.
        fs::rename(data.path().join("hidden"), &key).unwrap();
        let next = back_up(&app, &made, &TimeZone::UTC).unwrap();
        let names: Vec<String> = next.kept.iter().map(|kept| kept.name.clone()).collect();
        assert_eq!(names, [first.name, next.proven.unwrap().name]);
        assert_eq!(fs::read_dir(disk.path()).unwrap().count(), 3);
    }

    #[tokio::test]
    async fn neither_a_backup_nor_its_trial_takes_the_room_that_is_kept_for_orders() {
        let (app, data) = an_empty_app();
        let disk = tempfile::tempdir().unwrap();
        BackupPlace::claim(disk.path().to_str().unwrap(), "cafe", data.path()).unwrap();
        // No disk has as much.
        app.store.keep_free(Some(1 << 60));
        let (fault, detail) = back_up(&app, &book(plan(disk.path())), &TimeZone::UTC).unwrap_err();
        assert!(matches!(fault, BackupFault::NoRoom | BackupFault::Full), "{fault:?} {detail}");
    }

    #[tokio::test]
    async fn what_a_killed_one_left_is_gone_before_the_next_is_written() {
        let (app, data) = an_empty_app();
        let disk = tempfile::tempdir().unwrap();
        BackupPlace::claim(disk.path().to_str().unwrap(), "cafe", data.path()).unwrap();
        let left = |name: &str| disk.path().join(name);
        let [draft, unproven] =
            ["garson-cafe-1.backup.unproven.00c0ffee.part", "garson-cafe-0.backup.unproven"].map(left);
        fs::write(&draft, "half").unwrap();
        fs::write(&unproven, "whole").unwrap();
        // The next comes to nothing as well, before any of it is written.
        let planned = book(BackupPlan { key: Some(Sealed(Vec::new())), ..plan(disk.path()) });
        assert!(back_up(&app, &planned, &TimeZone::UTC).is_err());
        // A whole one may be all that there is, so it stays for as long as there is room.
        assert!(!draft.exists() && unproven.exists());
        let trouble = Some(BackupTrouble { since: Time(0), fault: BackupFault::Full, detail: String::new() });
        assert!(back_up(&app, &BackupBook { trouble, ..planned }, &TimeZone::UTC).is_err());
        assert!(!unproven.exists());
    }

    #[tokio::test]
    async fn that_one_is_begun_is_written_down_and_only_one_of_this_plan_is_its_first() {
        let (app, data) = an_empty_app();
        let disk = tempfile::tempdir().unwrap();
        BackupPlace::claim(disk.path().to_str().unwrap(), "cafe", data.path()).unwrap();
        let owed = BackupBook { is_first_owed: true, ..book(plan(disk.path())) };
        let stored = owed.clone();
        app.store.write(move |tx| tx.put_backup_book(&stored)).await.unwrap();
        let made = attempt(&app, owed.clone()).await.unwrap();
        assert!(app.store.read().unwrap().backup_book().unwrap().begun_at.is_some());
        let other =
            BackupBook { plan: owed.plan.clone().map(|plan| BackupPlan { since: Time(1), ..plan }), ..owed.clone() };
        let still_owed = |before: &BackupBook| noted(before, &Ok(made.clone()), Time(2)).is_first_owed;
        assert_eq!((still_owed(&owed), still_owed(&other)), (false, true));
    }

    #[tokio::test]
    async fn what_went_wrong_is_remembered_since_it_began_and_forgotten_with_the_next_that_is_right() {
        let (app, _data) = an_empty_app();
        let planned = book(plan(std::path::Path::new("/media/none")));
        let stored = planned.clone();
        app.store.write(move |tx| tx.put_backup_book(&stored)).await.unwrap();
        for fault in [BackupFault::Missing, BackupFault::Full] {
            note(&app, Err((fault, "no disk".to_owned()))).await;
        }
        let noted = app.store.read().unwrap().backup_book().unwrap();
        assert_eq!(app.care.backups.book(), noted);
        let trouble = noted.trouble.unwrap();
        assert!(trouble.fault == BackupFault::Full && trouble.since <= noted.tried_at.unwrap());
        let kept = vec![BackupOnDisk { name: "a".into(), at: Time(1) }];
        note(&app, Ok(BackupBook { kept: kept.clone(), ..planned.clone() })).await;
        let noted = app.care.backups.book();
        assert!(noted.trouble.is_none() && noted.kept == kept && noted.plan == planned.plan);
    }
}
