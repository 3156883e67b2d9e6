//! Backups: those that are asked for, made while the program serves, and those that it makes by itself each night. Each
//! proves itself: it is put back at once into a throwaway store, checked in full and compared with what it was made of.

mod due;
pub mod memory;
pub mod passphrase;
mod place;
mod plan;
pub mod restore;
mod run;
mod stream;

pub use memory::BackupProgress;
pub use place::FoundBackup;
pub use plan::{
    BackupForm, BackupOverview, ChosenPassphrase, HOURS, KEEP, USUAL_HOUR, USUAL_KEEP, begin_anew, choose, cut_off,
    load, overview, stop, trouble,
};
pub use run::{begin, start_due};
pub use store::backup::{
    draft::BackupDraft,
    error::BackupError,
    header::BackupHeader,
    key::{BackupKey, KeyOrigin},
    make::{BackupSummary, KeptFiles, kept_files, make},
    prove::{BackupProof, ToProve, prove},
};
pub use stream::{Pace, gently, stream};
