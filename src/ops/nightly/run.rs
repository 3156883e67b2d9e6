//! Makes one backup, proves it, and writes down how it went.

use super::{
    due,
    place::{BackupPlace, PlaceTrouble},
};
use crate::{
    clock,
    model::{BackupBook, BackupFault, BackupPlan, BackupTrouble, Deed, Failure, Note, ProvenBackup, Sealed, Time},
    ops::{
        audit,
        backups::{BackupDraft, BackupError, BackupKey, Pace, ToProve, gently, kept_files, make, passphrase, prove},
        settings,
        state::AppState,
        tasks::on_a_thread,
    },
    store::{Accounts, Tx},
};
use jiff::tz::TimeZone;
use std::{fs::File, io::BufReader, sync::Arc, time::Instant};

/// What its key is sealed for.
const PURPOSE: &str = "backup";

/// Begins where one is due; and looks now and then whether the disk is there.
pub fn start_due(app: &Arc<AppState>) -> Result<(), Failure> {
    if app.nightly.progress().is_some() || app.nightly.ask(|book| book.plan.is_none()) {
        return Ok(());
    }
    let zone = settings::zone(app)?;
    if app.nightly.ask(|book| due::is_due(book, clock::now(), &zone)) {
        begin(app);
    } else if app.nightly.wants_look() {
        let app = app.clone();
        tokio::spawn(async move {
            let Some(plan) = app.nightly.book().plan else { return };
            // A share that is gone may take long to say so.
            let looked = on_a_thread(move || Ok(BackupPlace::of(&plan).look())).await;
            if let Ok(Err(trouble)) = looked {
                note(&app, Err(trouble)).await;
            }
        });
    }
    Ok(())
}

/// Makes one now, unless one is being made. Nobody waits for it.
pub fn begin(app: &Arc<AppState>) {
    let Some(plan) = app.nightly.book().plan else { return };
    if !app.nightly.begin() {
        return;
    }
    let app = app.clone();
    tokio::spawn(async move {
        let outcome = match settings::zone(&app) {
            Ok(zone) => {
                let works = app.clone();
                let outcome = gently(move || Ok(back_up(&works, &plan, &zone))).await;
                outcome.unwrap_or_else(|error| Err((BackupFault::Store, error.to_string())))
            }
            Err(failure) => Err((BackupFault::Store, failure.to_string())),
        };
        // What our own stop ended is made after the next start.
        if !app.nightly.is_stopping() {
            note(&app, outcome).await;
        }
        app.nightly.end();
    });
}

/// On a thread that may wait.
fn back_up(app: &AppState, plan: &BackupPlan, zone: &TimeZone) -> Result<ProvenBackup, PlaceTrouble> {
    let place = BackupPlace::of(plan);
    place.look()?;
    let trouble = |error: BackupError| trouble_of(&place, &error);
    place.tidy_drafts();
    let key = plan.key.as_ref().map(|sealed| open_key(app, sealed)).transpose();
    let key = key.map_err(|failure| (BackupFault::Store, failure.to_string()))?;
    let (at, began) = (clock::now(), Instant::now());
    let name = place.name(at, zone);
    let path = place.folder.join(&name);
    let mut pace = Pace::new();
    let mut told = |is_proving: bool, share: f64| {
        pace.pause();
        app.nightly.tell(is_proving, share);
        !app.nightly.is_stopping()
    };
    let mut draft = BackupDraft::at(&path, false).map_err(trouble)?;
    let made = {
        let files = kept_files(&app.config.data).map_err(|error| trouble(BackupError::store(error)))?;
        let reader = app.store.read().map_err(|failure| trouble(failure.into()))?;
        make(&reader, &files, key.as_ref(), &mut draft, &mut |share| told(false, share)).map_err(trouble)?
    };
    draft.finish().map_err(trouble)?;
    let making = began.elapsed();
    let file = File::open(&path).map_err(|error| trouble(BackupError::reading(error)))?;
    let backup = ToProve { input: BufReader::new(file), length: made.bytes, key: key.as_ref(), made: Some(&made) };
    let proof = prove(backup, &app.config.data, &mut |share| told(true, share)).map_err(|error| {
        let trouble = trouble(error);
        if trouble.0 == BackupFault::Unproven {
            place.set_aside(&name);
        }
        trouble
    })?;
    // Only now is an older one too many.
    place.tidy(plan.keep).map_err(|error| trouble(BackupError::writing(error)))?;
    let is_encrypted = key.is_some();
    Ok(ProvenBackup { at, name, bytes: made.bytes, orders: proof.orders, making, proving: proof.took, is_encrypted })
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
pub async fn sealed_key(app: &AppState, words: String) -> Result<Sealed, Failure> {
    let key = on_a_thread(move || passphrase::choose(&words)).await?;
    app.store.sealer().seal(PURPOSE, &serde_json::to_vec(&key).map_err(Failure::fault)?)
}

fn open_key(app: &AppState, sealed: &Sealed) -> Result<BackupKey, Failure> {
    serde_json::from_slice(&app.store.sealer().unseal(PURPOSE, sealed)?).map_err(Failure::fault)
}

/// Writes down how it went; what cannot be written is said in the log and shown all the same.
async fn note(app: &AppState, outcome: Result<ProvenBackup, PlaceTrouble>) {
    match &outcome {
        Ok(proven) => tracing::info!(name = proven.name, bytes = proven.bytes, "a backup was made and proven"),
        Err((fault, detail)) => tracing::warn!(fault = fault.word(), detail, "no backup was made"),
    }
    let recorder = audit::by_itself(app);
    let written = outcome.clone();
    let written = app.store.write(move |tx: &mut Tx<'_>| {
        let before = tx.backup_book()?;
        let after = noted(&before, &written, tx.now);
        match (&written, &before.trouble) {
            (Ok(proven), _) => {
                let deed = Note::of(Deed::BackupProven).with("name", &proven.name).with("bytes", proven.bytes);
                recorder.note(tx, deed.with("orders", proven.orders))?;
            }
            (Err((fault, _)), None) => recorder.note(tx, Note::of(Deed::BackupFailed).with("fault", fault))?,
            // It is on record already.
            (Err(_), Some(_)) => {}
        }
        tx.put_backup_book(&after)?;
        Ok(after)
    });
    match written.await {
        Ok(book) => app.nightly.set(book),
        Err(failure) => {
            tracing::warn!(cause = %failure, "how the backup went could not be written down");
            app.nightly.set(noted(&app.nightly.book(), &outcome, clock::now()));
        }
    }
}

fn noted(before: &BackupBook, outcome: &Result<ProvenBackup, PlaceTrouble>, now: Time) -> BackupBook {
    let before = before.clone();
    match outcome {
        Ok(proven) => BackupBook { proven: Some(proven.clone()), tried_at: Some(now), trouble: None, ..before },
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
    use crate::ops::testing::an_empty_app;
    use std::fs;

    fn plan(folder: &std::path::Path) -> BackupPlan {
        let folder = folder.to_str().unwrap().to_owned();
        BackupPlan { folder, tag: "cafe".into(), keep: 2, hour: 4, key: None, since: Time(0) }
    }

    #[tokio::test]
    async fn one_that_cannot_be_restored_is_no_backup_and_the_proven_one_before_stays() {
        let (app, data) = an_empty_app();
        let disk = tempfile::tempdir().unwrap();
        let place = BackupPlace::claim(disk.path().to_str().unwrap(), "cafe", data.path()).unwrap();
        let plan = plan(disk.path());
        let proven = back_up(&app, &plan, &TimeZone::UTC).unwrap();
        assert_eq!(place.list().unwrap()[0].name, proven.name);
        // Whoever finds it later must not take it for one.
        let bad = place.name(Time(i64::from(u32::MAX) * 1_000), &TimeZone::UTC);
        fs::write(disk.path().join(&bad), "x").unwrap();
        place.set_aside(&bad);
        let trouble = trouble_of(&place, &BackupError::Altered("a piece of it does not fit its checksum"));
        assert_eq!(trouble.0, BackupFault::Unproven);
        let names: Vec<String> = place.list().unwrap().into_iter().map(|kept| kept.name).collect();
        assert_eq!(names, [proven.name]);
        // It goes when the next one is made.
        back_up(&app, &plan, &TimeZone::UTC).unwrap();
        assert_eq!(fs::read_dir(disk.path()).unwrap().count(), 3);
    }

    #[tokio::test]
    async fn what_went_wrong_is_remembered_since_it_began_and_forgotten_with_the_next_that_is_right() {
        let (app, _data) = an_empty_app();
        let plan = Some(plan(std::path::Path::new("/media/none")));
        app.store
            .write({
                let book = BackupBook { plan: plan.clone(), ..BackupBook::default() };
                move |tx| tx.put_backup_book(&book)
            })
            .await
            .unwrap();
        for fault in [BackupFault::Missing, BackupFault::Full] {
            note(&app, Err((fault, "no disk".to_owned()))).await;
        }
        let book = app.store.read().unwrap().backup_book().unwrap();
        assert_eq!(app.nightly.book(), book);
        let trouble = book.trouble.unwrap();
        assert!(trouble.fault == BackupFault::Full && trouble.since <= book.tried_at.unwrap());
        let proven = ProvenBackup {
            at: Time(1),
            name: "a".into(),
            bytes: 1,
            orders: 1,
            making: std::time::Duration::ZERO,
            proving: std::time::Duration::ZERO,
            is_encrypted: false,
        };
        note(&app, Ok(proven.clone())).await;
        let book = app.nightly.book();
        assert!(book.trouble.is_none() && book.proven == Some(proven) && book.plan == plan);
    }
}
