//! `AppState`: everything that operations work with.

use super::{
    errands::Errands, last_read::LastRead, locks::Locks, long_reads::LongReads, tasks::Tasks, threads::Threads,
};
use crate::{
    care::{CareMemory, heartbeat::memory::GivenHeartbeat},
    integrations::memory::IntegrationMemory,
    keys::keyring::Keyring,
    orders::memory::OrderMemory,
    people::PeopleMemory,
    places::{dishes::memory::DishMemory, menus::memory::MenuReadings, restaurants::RestaurantDetails},
};
use model::{Id, LanReport, Result, Sha, UpgradeState};
use net::{Guard, Net};
use parking_lot::RwLock;
use std::{
    path::PathBuf,
    sync::{Arc, atomic::AtomicBool},
};
use store::Store;
use tokio::sync::watch;

/// Everything that operations work with. There is one per running program.
pub struct AppState {
    pub store: Store,
    pub net: Net,
    /// What `net` was made with: the command line's word, which no setting opens.
    pub(crate) floor: Arc<Guard>,
    pub config: Config,
    pub engine: Engine,
    pub keyring: Keyring,
    pub people: PeopleMemory,
    pub care: CareMemory,
    pub(crate) integrations: IntegrationMemory,
    pub(crate) orders: OrderMemory,
    pub(crate) restaurants: LastRead<Vec<RestaurantDetails>>,
    pub(crate) dishes: DishMemory,
    pub(crate) menu_readings: MenuReadings,
}

/// What work is carried out with.
pub struct Engine {
    pub threads: Threads,
    pub(crate) tasks: Tasks,
    pub errands: Errands,
    pub long_reads: LongReads,
    pub(crate) receipt_locks: Locks<(Id, Sha)>,
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
    /// Where heartbeats go, whatever the owner chose.
    pub heartbeat: Option<GivenHeartbeat>,
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
        let engine = Engine {
            threads: Threads::default(),
            tasks: Tasks::default(),
            errands: Errands::new(net.clone()),
            long_reads: LongReads::default(),
            receipt_locks: Locks::default(),
        };
        Arc::new(AppState {
            store,
            floor: net.guard(),
            engine,
            net,
            config,
            keyring,
            people: PeopleMemory::default(),
            care: CareMemory::default(),
            integrations: IntegrationMemory::default(),
            orders: OrderMemory::default(),
            restaurants: LastRead::default(),
            dishes: DishMemory::default(),
            menu_readings: MenuReadings::default(),
        })
    }

    /// Rung when one was added, changed or taken away: polls need not wait for their turn to notice.
    pub fn integrations_bell(&self) -> watch::Receiver<()> {
        self.integrations.bell()
    }

    /// The program is about to end: what is not stored by now will not be.
    pub fn is_stopping(&self) -> bool {
        self.engine.tasks.is_stopping()
    }

    /// Ends every call to a platform: the program stops and can wait no longer.
    pub fn cut_off(&self) {
        self.engine.tasks.stop();
        self.net.close();
    }

    /// Does something to its end, even if the client hangs up.
    pub async fn run<T: Send + 'static>(&self, work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
        self.engine.tasks.run(work).await
    }

    /// Returns when all work that must end even after a hang-up has ended.
    pub async fn finish_tasks(&self) {
        self.engine.tasks.finished().await;
    }
}
