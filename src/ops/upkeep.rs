//! Looking after the store while the program runs.

use super::state::AppState;
use crate::{
    model::Failure,
    store::check::{self, OnShare},
};

pub use crate::store::check::Findings;

/// Walks the whole store as it is now, while others go on.
pub fn check(app: &AppState, on_share: OnShare<'_>) -> Result<Findings, Failure> {
    check::check(&app.store.read()?, app.store.sealer(), on_share)
}
