//! A platform's report of one order, however it came: it is taken in, and the order accepted where that is owed.

use super::{
    accept::accept,
    arrive::{Taken, take_in},
    receive::Way,
};
use crate::engine::state::AppState;
use model::{Failure, Integration};
use platforms::Report;
use std::sync::Arc;

pub async fn report(
    app: &Arc<AppState>,
    integration: &Integration,
    report: Box<Report>,
    way: Way,
) -> Result<Taken, Failure> {
    let taken = take_in(app, integration, report, way).await?;
    // Should the client hang up now, the sync thread finds what is owed; this is only sooner.
    if let Taken::Kept(received) = &taken
        && received.is_acceptance_owed
    {
        accept(app, received.id);
    }
    Ok(taken)
}
