//! The record of who did what. Operations note their deed in the transaction that does it; refusals, which change nothing,
//! are counted and written down every few seconds.

pub mod memory;

use crate::{AppState, LongReader, people::guesses};
use memory::{AuditMemory, EntryPlace};
use model::audit::{Area, AuditSubject};
use model::{Actor, AuditEntry, Deed, Note, Page, Result, Walk};
use std::{sync::Arc, time::Duration};
use store::{Accounts, Audit, Sealer, Tx};

pub use store::AuditFilter;

const DAY: Duration = Duration::from_hours(24);
/// Refusals of each kind that are kept, whatever their age.
const MOST_REFUSALS: usize = 20_000;
/// In place of a name, where an entry stands for many deeds of any keys.
const SEVERAL_KEYS: &str = "*";
/// Entries that one write forgets at most.
const FORGOTTEN_AT_ONCE: usize = 1_000;

/// Who does something, for the record.
#[derive(Clone)]
pub struct Recorder {
    by: Actor,
    from: Option<String>,
    sealer: Sealer,
    memory: Arc<AuditMemory>,
}

impl Recorder {
    pub fn new(app: &AppState, by: Actor, from: Option<String>) -> Recorder {
        Recorder { by, from, sealer: app.store.sealer().clone(), memory: app.care.audit.clone() }
    }

    /// Another actor, for the same record.
    pub fn acting(&self, by: Actor) -> Recorder {
        Recorder { by, from: None, ..self.clone() }
    }

    pub fn actor(&self) -> &Actor {
        &self.by
    }

    /// Puts a deed on record, in the transaction that does it.
    pub fn note(&self, tx: &mut Tx<'_>, note: Note) -> Result<()> {
        // All keys have one count: renaming a key, or making another, gains no more.
        let (is_key, deed, now) = (matches!(self.by, Actor::Key(_)), note.deed, tx.now);
        let actor = if is_key { SEVERAL_KEYS.to_owned() } else { self.by.to_string() };
        let place = self.memory.minutes.lock().place(&actor, deed, now);
        let gathered = match place {
            EntryPlace::Together(Some(id)) => tx.audit_entry(deed, id, &self.sealer)?,
            EntryPlace::Together(None) | EntryPlace::Apart => None,
        };
        if let Some(entry) = gathered {
            return tx.put_audit(&AuditEntry { count: entry.count + 1, until: now, ..entry }, &self.sealer);
        }
        let id = tx.next_id();
        let (by, from, about, changes) = match place {
            EntryPlace::Apart => (self.by.clone(), self.from.clone(), note.about, note.changes),
            // What one entry says of many must be true of all.
            EntryPlace::Together(_) => {
                self.memory.minutes.lock().gather(&actor, deed, id);
                let by = if is_key { Actor::Key(SEVERAL_KEYS.to_owned()) } else { self.by.clone() };
                (by, None, None, Vec::new())
            }
        };
        tx.put_audit(&AuditEntry { id, at: now, by, from, deed, about, changes, count: 1, until: now }, &self.sealer)
    }
}

/// A try was refused. The name is that of a user: what else was typed there may be anything.
pub fn refused(app: &AppState, deed: Deed, name: Option<&str>, address: &str) {
    let name = name.map(str::to_owned);
    app.care.audit.minutes.lock().refuse(deed, name, guesses::network(address), clock::now());
}

/// Writes down what was refused since this was last called.
pub async fn write_refusals(app: &AppState) -> Result<()> {
    let counted = app.care.audit.minutes.lock().unwritten();
    if counted.is_empty() {
        return Ok(());
    }
    let sealer = app.store.sealer().clone();
    let job = move |tx: &mut Tx<'_>| {
        let mut written = Vec::new();
        for (key, counted) in &counted {
            let known = match counted.written {
                Some((id, _)) => tx.audit_entry(key.deed, id, &sealer)?.map(|entry| entry.id),
                None => None,
            };
            let id = known.unwrap_or_else(|| tx.next_id());
            let entry = AuditEntry {
                id,
                at: counted.first,
                by: Actor::Stranger,
                from: key.network.clone(),
                deed: key.deed,
                about: key.name.clone().map(|name| AuditSubject { id: None, name }),
                changes: Vec::new(),
                count: counted.count,
                until: counted.last,
            };
            tx.put_audit(&entry, &sealer)?;
            written.push((key.clone(), id, counted.count));
        }
        Ok(written)
    };
    let written = app.store.write(job).await?;
    app.care.audit.minutes.lock().wrote(written, clock::now());
    Ok(())
}

/// The newest first. Many entries may have to be opened to find a few, so that is done in turn.
pub async fn list(
    app: &Arc<AppState>,
    reader: &LongReader,
    filter: AuditFilter,
    walk: Walk,
) -> Result<Page<AuditEntry>> {
    let app = app.clone();
    reader.read(move || app.store.read()?.list_audit(&filter, &walk, app.store.sealer())).await
}

/// All that can be done in an area.
pub fn deeds_of(area: Area) -> Vec<Deed> {
    Deed::ALL.iter().copied().filter(|deed| deed.area() == area).collect()
}

/// Records that a table was taken away.
pub async fn exported(app: &AppState, recorder: Recorder, deed: Deed) -> Result<()> {
    record(app, recorder, Note::of(deed)).await
}

/// Forgets what is older than the owner wants it kept, and refusals beyond what is ever read.
pub async fn forget_old(app: &AppState) -> Result<()> {
    let some = |tx: &mut Tx<'_>| {
        let (end, mut forgotten) = (tx.now.minus(DAY.saturating_mul(tx.settings()?.audit_days)), 0);
        for deed in Deed::ALL.iter().copied() {
            forgotten += tx.forget_audit(deed, end, FORGOTTEN_AT_ONCE - forgotten)?;
            if deed.is_refusal() {
                forgotten += tx.thin_out_audit(deed, MOST_REFUSALS, FORGOTTEN_AT_ONCE - forgotten)?;
            }
            if forgotten == FORGOTTEN_AT_ONCE {
                break;
            }
        }
        Ok(forgotten)
    };
    while app.store.write(some).await? == FORGOTTEN_AT_ONCE {}
    Ok(())
}

/// One deed alone, where nothing else is written with it.
pub async fn record(app: &AppState, recorder: Recorder, note: Note) -> Result<()> {
    app.store.write(move |tx| recorder.note(tx, note.clone())).await
}

/// What happened by itself.
pub fn by_itself(app: &AppState) -> Recorder {
    Recorder::new(app, Actor::System, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{long_reads::Asker, testing::an_empty_app};
    use model::{Id, Time};

    fn reader(app: &AppState) -> LongReader {
        app.engine.long_reads.join(Asker::Key(Id::NIL)).unwrap()
    }

    async fn all(app: &Arc<AppState>) -> Vec<AuditEntry> {
        list(app, &reader(app), AuditFilter::default(), Walk::newest(200)).await.unwrap().items
    }

    #[tokio::test]
    async fn refusals_are_one_entry_for_each_name_address_and_minute() {
        let (app, _data) = an_empty_app();
        for _ in 0..500 {
            refused(&app, Deed::SignInRefused, Some("ayşe"), "192.0.2.1");
        }
        write_refusals(&app).await.unwrap();
        refused(&app, Deed::SignInRefused, Some("ayşe"), "192.0.2.1");
        refused(&app, Deed::SignInRefused, None, "192.0.2.1");
        write_refusals(&app).await.unwrap();
        let entries = all(&app).await;
        // The minute may turn meanwhile.
        assert!((2..=3).contains(&entries.len()), "{entries:?}");
        assert_eq!(entries.iter().map(|entry| entry.count).sum::<u64>(), 502);
    }

    #[tokio::test]
    async fn many_deeds_of_one_key_become_one_entry_and_none_is_uncounted() {
        let (app, _data) = an_empty_app();
        let recorder = Recorder::new(&app, Actor::Key("till".into()), Some("192.0.2.1".into()));
        for n in 0..100 {
            record(&app, recorder.clone(), Note::of(Deed::WebhookChanged).named(format!("{n}"))).await.unwrap();
        }
        let entries = all(&app).await;
        assert!(entries.len() <= 100 && entries.len() >= memory::APART as usize, "{}", entries.len());
        assert_eq!(entries.iter().map(|entry| entry.count).sum::<u64>(), 100);
        assert!(upkeep_is_sound(&app));
    }

    fn upkeep_is_sound(app: &AppState) -> bool {
        crate::care::upkeep::check(app, &mut |_| Ok(())).unwrap().is_sound()
    }

    #[tokio::test]
    async fn what_is_too_old_is_forgotten_and_filters_find_the_rest() {
        let (app, _data) = an_empty_app();
        let recorder = by_itself(&app);
        for deed in [Deed::KeyMade, Deed::KeyRevoked, Deed::PersonAdded] {
            record(&app, recorder.clone(), Note::of(deed).about(Id::NIL, "Kasa Şubesi")).await.unwrap();
        }
        let find =
            async |filter: AuditFilter| list(&app, &reader(&app), filter, Walk::newest(10)).await.unwrap().items.len();
        assert_eq!(
            find(AuditFilter { deeds: vec![Deed::KeyMade, Deed::KeyRevoked], ..AuditFilter::default() }).await,
            2
        );
        assert_eq!(find(AuditFilter { text: Some("kasa SUBESİ".into()), ..AuditFilter::default() }).await, 3);
        assert_eq!(find(AuditFilter { text: Some("nobody".into()), ..AuditFilter::default() }).await, 0);
        assert_eq!(find(AuditFilter { to: Some(Time(0)), ..AuditFilter::default() }).await, 0);
        forget_old(&app).await.unwrap();
        assert_eq!(all(&app).await.len(), 3);
        let later = clock::now().plus(DAY);
        app.store.write(move |tx| tx.forget_audit(Deed::KeyMade, later, 10)).await.unwrap();
        assert_eq!(all(&app).await.len(), 2);
    }
}
