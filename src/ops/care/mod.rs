//! How the program itself fares and is looked after: its settings, who did what, what is erased, backups, upgrades, the size of
//! its store, and the sign of life that somebody else may hear.

pub mod aftermath;
pub mod alarm;
pub mod audit;
pub mod backups;
pub mod heartbeat;
pub mod privacy;
pub mod public_address;
pub mod settings;
pub mod system;
pub mod timekeeping;
pub mod upgrades;
pub mod upkeep;

use model::{Id, Time};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64};
use std::time::Instant;

/// What is known while the program runs of how it fares: its backups, upgrades and what a restore left to do.
#[derive(Default)]
pub struct CareMemory {
    pub(crate) audit: Arc<audit::memory::AuditMemory>,
    pub(crate) aftermath: aftermath::memory::AftermathMemory,
    /// The newest time that is stored, in milliseconds, for what is asked with every page.
    pub(crate) newest_stored: AtomicI64,
    /// The clock was found to lie behind that.
    pub(crate) is_clock_behind: AtomicBool,
    /// When it was first seen that orders are refused, while they are.
    pub(crate) refuses_orders_since: Mutex<Option<Time>>,
    pub(crate) backups: backups::memory::BackupMemory,
    pub(crate) heartbeat: heartbeat::memory::HeartbeatMemory,
    pub(crate) upkeep: upkeep::memory::Upkeep,
    pub upgrades: upgrades::memory::Upgrades,
    pub restores: backups::restore::memory::RestoreMemory,
    /// The question that the public address is being asked, and its answer.
    pub(crate) public_probe: Mutex<Option<(String, String)>>,
    /// After how many days orders were erased when it was last done to the end, and when that was.
    pub(crate) last_erasing: Mutex<Option<(Option<u32>, Instant)>>,
    /// Where the erasing of old orders goes on; empty is from the beginning.
    pub(crate) erased_up_to: Mutex<Vec<u8>>,
    pub(crate) open_erasing: Mutex<OpenErasing>,
}

/// How far open orders were looked at, so that those that stay open for good are not read every time.
pub(crate) struct OpenErasing {
    /// The last that was looked at.
    pub up_to: Id,
    /// Behind this is the first that was passed over, because its time has not come or something is under way.
    pub passed_over: Option<Id>,
}

impl Default for OpenErasing {
    fn default() -> OpenErasing {
        OpenErasing { up_to: Id::NIL, passed_over: None }
    }
}
