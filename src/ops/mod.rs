//! What may be done, by whom, and what follows from it: one function per thing that a person can do.
//!
//! The doors call these with a `Ctx` that says who acts. Each checks, tells the platform where it must, and changes
//! everything in one write job: the record, the outbox row, the stored answer. Never: warp, askama, HTTP statuses.

pub mod businesses;
pub mod deliveries;
pub mod integrations;
pub mod keyring;
pub mod keys;
mod locks;
pub mod menus;
mod once;
pub mod orders;
mod passwords;
pub mod payments;
pub mod privacy;
pub mod reports;
pub mod restaurants;
pub mod sessions;
pub mod settings;
pub mod system;
mod tasks;
pub mod threads;
pub mod users;
pub mod webhooks;

pub use once::{forget_receipts, once};

use crate::{
    model::{Actor, Code, Failure, Id, Lang, Provider, Receipt, ReceiptSlot, Refusal, Sha},
    net::{Guard, Net},
    platforms::{self, Client, Link, Platform, Sessions},
    store::{Sealer, Store, Tx},
};
use integrations::{Outages, Pulses};
use keyring::Keyring;
use locks::Locks;
use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use sessions::Doorman;
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};
use tasks::Tasks;
use threads::Threads;
use tokio::{
    sync::{Semaphore, watch},
    time::timeout,
};

const PLATFORM_PLACES: usize = 8;
const PUSH_PLACES: usize = 2;
/// How long a call waits for a place before its caller is told that the platform is too slow.
const PLATFORM_WAIT: Duration = Duration::from_secs(10);

/// Everything that operations work with. There is one per running program.
pub struct AppState {
    pub store: Store,
    pub net: Net,
    /// What `net` was made with: the command line's word, which no setting opens.
    floor: Arc<Guard>,
    pub keyring: Keyring,
    /// Where platforms reach us, without a slash at its end.
    pub public_url: String,
    /// For how many days a settled delivery stays in the log.
    pub keep_days: u32,
    pub threads: Threads,
    /// Something that a platform was told of may still have to be stored.
    unsettled: AtomicBool,
    is_cut_off: AtomicBool,
    tasks: Tasks,
    /// What calls of one account share.
    sessions: Sessions,
    /// Steps that wait are left alone until then: the store could not take what telling one came to.
    steps_rest_until: AtomicI64,
    /// Cancellations that came before their order.
    early: orders::Early,
    /// Orders that their platform did not find.
    absent: orders::Absent,
    /// How each integration fares.
    pulses: Pulses,
    /// Whose platform cannot be asked.
    pub outages: Outages,
    doorman: Doorman,
    started: Instant,
    /// What somebody elsewhere has to know to claim a box that nobody owns.
    pub setup_code: String,
    integrations: watch::Sender<()>,
    /// Calls under way to one restaurant's platform: a slow one must not use up the threads of all.
    platform_places: Mutex<HashMap<(Id, Provider, For), Arc<Semaphore>>>,
    order_locks: Locks<Id>,
    receipt_locks: Locks<(Id, Sha)>,
}

impl AppState {
    pub fn new(store: Store, net: Net, keyring: Keyring, public_url: String, keep_days: u32) -> Arc<AppState> {
        Arc::new(AppState {
            store,
            floor: net.guard(),
            net,
            keyring,
            public_url,
            keep_days,
            threads: Threads::default(),
            // A crash may have left something.
            unsettled: AtomicBool::new(true),
            is_cut_off: AtomicBool::new(false),
            tasks: Tasks::default(),
            sessions: Sessions::default(),
            steps_rest_until: AtomicI64::new(0),
            early: orders::Early::default(),
            absent: orders::Absent::default(),
            pulses: Pulses::default(),
            outages: Outages::default(),
            doorman: Doorman::default(),
            started: Instant::now(),
            setup_code: setup_code(),
            integrations: watch::Sender::new(()),
            platform_places: Mutex::default(),
            order_locks: Locks::default(),
            receipt_locks: Locks::default(),
        })
    }

    /// Rung when one was added, changed or taken away: polls need not wait for their turn to notice.
    pub fn integrations_bell(&self) -> watch::Receiver<()> {
        self.integrations.subscribe()
    }

    fn integrations_changed(&self) {
        let _ = self.integrations.send(());
    }

    fn leave_unsettled(&self) {
        self.unsettled.store(true, Ordering::Relaxed);
    }

    /// The program is about to end: what is not stored by now will not be.
    pub fn is_stopping(&self) -> bool {
        self.is_cut_off.load(Ordering::Relaxed)
    }

    /// Ends every call to a platform: the program stops and can wait no longer.
    pub fn cut_off(&self) {
        self.is_cut_off.store(true, Ordering::Relaxed);
        self.net.close();
    }

    /// Runs an errand to a platform on a thread that may wait, a few at a time for each restaurant. People and the
    /// program have places of their own, so that nobody waits behind what can wait.
    async fn errand<T: Send + 'static>(
        self: &Arc<AppState>,
        platform: &'static dyn Platform,
        link: &Link,
        errand_for: For,
        errand: impl FnOnce(&Client<'_>) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let places = {
            let mut all = self.platform_places.lock();
            let whose = (link.restaurant_id, link.provider, errand_for);
            all.entry(whose).or_insert_with(|| Arc::new(Semaphore::new(errand_for.places()))).clone()
        };
        let Ok(Ok(_place)) = timeout(PLATFORM_WAIT, places.acquire()).await else {
            return Err(Failure::new(Code::PlatformTimedOut).cause("too many calls to this platform are under way"));
        };
        let whose = (link.restaurant_id, link.provider);
        let (app, link) = (self.clone(), link.clone());
        let run = move || {
            let session = app.sessions.of(platforms::account(platform, &link));
            errand(&Client::new(&link, &session, &app.net, platform.home(), errand_for.limit()))
        };
        let outcome = on_a_thread(run).await;
        if errand_for != For::Polls && outcome.as_ref().map_or_else(is_answer, |_| true) {
            self.outages.heard(whose);
        }
        outcome
    }

    /// Does something to its end, whoever asked for it and hung up.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        self.tasks.run(work).await
    }

    /// Returns when all work that must end whoever hangs up has ended.
    pub async fn finish_tasks(&self) {
        self.tasks.finished().await;
    }
}

/// Eight digits, in two groups: easy to read from a terminal and to type on a phone.
fn setup_code() -> String {
    let mut bytes = [0; 8];
    // Without randomness there is no code that nobody could guess, so none fits.
    if getrandom::fill(&mut bytes).is_err() {
        return String::new();
    }
    let number = u64::from_be_bytes(bytes) % 100_000_000;
    format!("{:04}-{:04}", number / 10_000, number % 10_000)
}

/// The platform spoke, if only to refuse; a pause that is kept, or trouble on its side, is no word of it.
fn is_answer(failure: &Failure) -> bool {
    let status = failure.details.as_ref().and_then(|details| details["statusCode"].as_u64());
    failure.retry_after.is_none() && status.is_some_and(|status| status < 500)
}

/// Whom a platform is called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum For {
    /// Somebody waits for the answer.
    People,
    /// A step that had to wait, or something left over.
    Later,
    /// An order that a push speaks of. Anybody may push, so these have few places and take nobody else's.
    Pushes,
    /// All pages of a poll. What does not fit comes with the next.
    Polls,
}

impl For {
    fn limit(self) -> Duration {
        match self {
            For::People | For::Later | For::Pushes => Duration::from_secs(10),
            For::Polls => Duration::from_secs(45),
        }
    }

    fn places(self) -> usize {
        match self {
            For::People | For::Later | For::Polls => PLATFORM_PLACES,
            For::Pushes => PUSH_PLACES,
        }
    }
}

/// Who asks for something, in which language, and where the answer is kept for a repetition.
#[derive(Clone)]
pub struct Ctx {
    pub app: Arc<AppState>,
    pub actor: Actor,
    pub lang: Lang,
    keep: Option<Arc<Keep>>,
}

struct Keep {
    slot: ReceiptSlot,
    is_kept: AtomicBool,
}

/// A stored answer: what the operation returned, or why it refused.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kept<T> {
    Done(T),
    Refused(Refusal),
}

impl Ctx {
    pub fn new(app: Arc<AppState>, actor: Actor, lang: Lang) -> Ctx {
        Ctx { app, actor, lang, keep: None }
    }

    /// The program itself acts.
    pub fn system(app: Arc<AppState>) -> Ctx {
        Ctx::new(app, Actor::System, Lang::En)
    }

    /// Runs a write job; its result is kept in the same transaction where the caller sent an Idempotency-Key.
    pub async fn write<T, F>(&self, job: F) -> Result<T, Failure>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send + 'static,
        T: Serialize + Send + 'static,
    {
        self.write_keeping(job, |result| serde_json::to_vec(&Kept::Done(result))).await
    }

    /// The same, where what is kept is not simply the result.
    async fn write_keeping<T, F>(&self, mut job: F, kept: fn(&T) -> serde_json::Result<Vec<u8>>) -> Result<T, Failure>
    where
        F: FnMut(&mut Tx<'_>) -> Result<T, Failure> + Send + 'static,
        T: Send + 'static,
    {
        let Some(keep) = self.keep.clone() else {
            return self.app.store.write(job).await;
        };
        let sealer = self.app.store.sealer().clone();
        let slot = keep.slot.clone();
        let result = self
            .app
            .store
            .write(move |tx| {
                let result = job(tx)?;
                keep_answer(tx, &sealer, &slot, kept(&result))?;
                Ok(result)
            })
            .await?;
        keep.is_kept.store(true, Ordering::Relaxed);
        Ok(result)
    }
}

fn keep_answer(
    tx: &mut Tx<'_>,
    sealer: &Sealer,
    slot: &ReceiptSlot,
    kept: serde_json::Result<Vec<u8>>,
) -> Result<(), Failure> {
    let outcome = sealer.seal("receipt", &kept.map_err(Failure::fault)?)?;
    tx.put_receipt(slot, &Receipt { request: slot.request, at: tx.now, outcome })
}

/// A call that blocks, on a thread that may wait.
async fn on_a_thread<T: Send + 'static>(
    call: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> Result<T, Failure> {
    tokio::task::spawn_blocking(call).await.unwrap_or_else(|e| Err(Failure::fault(format!("a call out: {e}"))))
}

/// For tests of what lives in an `AppState`.
#[cfg(test)]
pub mod testing {
    use super::*;
    use crate::store::{Folder, Progress};

    /// One on an empty store; its folder goes with what is returned beside it.
    pub fn an_empty_app() -> (Arc<AppState>, tempfile::TempDir) {
        let data = tempfile::tempdir().unwrap();
        let folder = Folder::hold(data.path(), "a test").unwrap();
        let quietly: Progress = Arc::new(|_, _| {});
        let (store, _) = Store::open(&folder, &quietly).unwrap();
        let keyring = Keyring::load(&store, 0).unwrap();
        (AppState::new(store, Net::new(Guard::default()), keyring, String::new(), 90), data)
    }
}
