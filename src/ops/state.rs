//! `AppState`: everything that operations work with.

use super::{
    aftermath::memory::AftermathMemory, audit::memory::AuditMemory, errands::Errands, guesses::GuessLimiter,
    integrations::memory::IntegrationMemory, keyring::Keyring, kitchen::invitations::Invitations, last_read::LastRead,
    locks::Locks, long_reads::LongReads, nightly::memory::BackupMemory, orders::memory::OrderMemory,
    restaurant_details::RestaurantDetails, setup_code::SetupCode, tasks::Tasks, threads::Threads,
    upgrades::memory::Upgrades, upkeep::memory::Upkeep,
};
use model::{Failure, Id, LanReport, Sha, UpgradeState};
use net::{Guard, Net};
use parking_lot::RwLock;
use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};
use store::Store;
use tokio::sync::{Mutex, watch};

/// Everything that operations work with. There is one per running program.
pub struct AppState {
    pub store: Store,
    pub net: Net,
    /// What `net` was made with: the command line's word, which no setting opens.
    pub(super) floor: Arc<Guard>,
    pub config: Config,
    pub keyring: Keyring,
    /// Held while a key is written and the keyring told of it: two changes must reach both in the same order.
    pub(super) key_changes: Mutex<()>,
    pub(super) guesses: GuessLimiter,
    pub(super) audit: Arc<AuditMemory>,
    pub(super) aftermath: AftermathMemory,
    pub(super) nightly: BackupMemory,
    pub setup_code: SetupCode,
    pub(super) invitations: Invitations,
    pub threads: Threads,
    pub(super) tasks: Tasks,
    pub(super) upkeep: Upkeep,
    pub upgrades: Upgrades,
    /// The question that the public address is being asked, and its answer.
    pub(super) public_probe: parking_lot::Mutex<Option<(String, String)>>,
    pub errands: Errands,
    pub long_reads: LongReads,
    pub(super) integrations: IntegrationMemory,
    pub(super) orders: OrderMemory,
    pub(super) restaurants: LastRead<Vec<RestaurantDetails>>,
    pub(super) receipt_locks: Locks<(Id, Sha)>,
}

/// What the command line says.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// Where platforms reach us, without a slash at its end.
    pub public_url: String,
    /// It was set, and is not merely where this machine reaches itself.
    pub has_public_url: bool,
    /// For how many days a settled delivery stays in the log.
    pub keep_days: u32,
    /// How this machine is reached on its network. Nothing of it where nothing is served.
    pub lan: Arc<RwLock<LanReport>>,
    /// The folder of the store.
    pub data: PathBuf,
    /// A proxy on this machine passes visitors on and is not trusted; it is seen while the program runs.
    pub has_unknown_proxy: Arc<AtomicBool>,
    /// Where this program lies.
    pub program: PathBuf,
    /// The last upgrade, and what became of it.
    pub last_upgrade: Option<UpgradeState>,
}

impl Config {
    /// Where the panel is reached on this machine.
    pub fn local_url(&self) -> String {
        self.lan.read().local_url.clone()
    }
}

impl AppState {
    pub fn new(store: Store, net: Net, keyring: Keyring, config: Config) -> Arc<AppState> {
        Arc::new(AppState {
            store,
            floor: net.guard(),
            errands: Errands::new(net.clone()),
            net,
            long_reads: LongReads::default(),
            config,
            keyring,
            key_changes: Mutex::default(),
            guesses: GuessLimiter::default(),
            audit: Arc::default(),
            aftermath: AftermathMemory::default(),
            nightly: BackupMemory::default(),
            setup_code: SetupCode::default(),
            invitations: Invitations::default(),
            threads: Threads::default(),
            tasks: Tasks::default(),
            upkeep: Upkeep::default(),
            upgrades: Upgrades::default(),
            public_probe: parking_lot::Mutex::default(),
            integrations: IntegrationMemory::default(),
            orders: OrderMemory::default(),
            restaurants: LastRead::default(),
            receipt_locks: Locks::default(),
        })
    }

    /// Rung when one was added, changed or taken away: polls need not wait for their turn to notice.
    pub fn integrations_bell(&self) -> watch::Receiver<()> {
        self.integrations.bell()
    }

    pub(super) fn integrations_changed(&self) {
        self.integrations.changed();
    }

    /// The program is about to end: what is not stored by now will not be.
    pub fn is_stopping(&self) -> bool {
        self.tasks.is_stopping()
    }

    /// Ends every call to a platform: the program stops and can wait no longer.
    pub fn cut_off(&self) {
        self.tasks.stop();
        self.net.close();
    }

    /// Does something to its end, even if the client hangs up.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, Failure>> + Send + 'static,
    ) -> Result<T, Failure> {
        self.tasks.run(work).await
    }

    /// Returns when all work that must end even after a hang-up has ended.
    pub async fn finish_tasks(&self) {
        self.tasks.finished().await;
    }
}
