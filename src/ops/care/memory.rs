//! What is known while the program runs of how it fares: its backups, upgrades and what a restore left to do.

use super::{
    aftermath::memory::AftermathMemory, audit::memory::AuditMemory, backups::memory::BackupMemory,
    upgrades::memory::Upgrades, upkeep::memory::Upkeep,
};
use parking_lot::Mutex;
use std::sync::Arc;

#[derive(Default)]
pub struct CareMemory {
    pub(crate) audit: Arc<AuditMemory>,
    pub(crate) aftermath: AftermathMemory,
    pub(crate) backups: BackupMemory,
    pub(crate) upkeep: Upkeep,
    pub upgrades: Upgrades,
    /// The question that the public address is being asked, and its answer.
    pub(crate) public_probe: Mutex<Option<(String, String)>>,
    /// Where the erasing of old orders goes on; empty is from the beginning.
    pub(crate) erased_up_to: Mutex<Vec<u8>>,
}
