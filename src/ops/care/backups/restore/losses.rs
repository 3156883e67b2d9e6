//! What a restore would take away: all that came and was changed since the backup's snapshot.

use crate::AppState;
use model::{BackupContents, Deed, DeliveryState, Id, Order, Result, Time, Walk, audit::Area};
use std::collections::HashSet;
use store::backup::contents::contents;
use store::{Audit, AuditFilter, Deliveries, DeliveryFilter, OrderFilter, Orders};

/// More than this is many; counting costs no more however much was stored.
pub const COUNTED: usize = 1_000;
/// As many of the newest are named.
const NAMED: usize = 5;

pub struct RestoreLosses {
    /// What is there now, and how much the store takes of the disk.
    pub now: BackupContents,
    pub bytes: u64,
    /// Orders that came since; `COUNTED` stands for as many or more, here and below.
    pub came: usize,
    /// Orders of before that were changed since.
    pub changed: usize,
    /// Of those that came, the newest.
    pub newest: Vec<Order>,
    /// Notifications of since then that are not sent yet.
    pub waiting: usize,
    /// Settings, people, keys, restaurants, platforms and webhooks: how often one of them was changed.
    pub settings: usize,
    /// Customers were erased since, and would be back.
    pub has_erased: bool,
}

/// Since a snapshot. It may take a while: in its turn.
pub fn losses(app: &AppState, since: Time) -> Result<RestoreLosses> {
    let reader = app.store.read()?;
    let newest = Walk::newest(COUNTED);
    let came = reader.order_ids(&OrderFilter { from: Some(since), ..OrderFilter::default() }, &newest)?.items;
    let changed =
        reader.order_ids(&OrderFilter { updated_since: Some(since), ..OrderFilter::default() }, &newest)?.items;
    let new: HashSet<Id> = came.iter().copied().collect();
    // Of very many that came not all are known here; the others are told by their ids.
    let is_older = |id: &Id| !new.contains(id) && (came.len() < COUNTED || id.time() < since);
    let orders: Result<Vec<Option<Order>>> = came.iter().take(NAMED).map(|id| reader.order(*id)).collect();
    let audit = |deeds: Vec<Deed>, most: usize| {
        let filter = AuditFilter { deeds, from: Some(since), ..AuditFilter::default() };
        reader.list_audit(&filter, &Walk::newest(most), app.store.sealer()).map(|found| found.items.len())
    };
    // Those of before are in the backup too: they are held, and the owner is asked.
    let unsent = DeliveryFilter { state: Some(DeliveryState::Pending), from: Some(since), ..DeliveryFilter::default() };
    Ok(RestoreLosses {
        now: contents(&reader)?,
        bytes: app.store.file_bytes(),
        came: came.len(),
        changed: changed.iter().filter(|id| is_older(id)).count(),
        newest: orders?.into_iter().flatten().collect(),
        waiting: reader.list_deliveries(&unsent, &newest)?.items.len(),
        settings: audit(Deed::ALL.into_iter().filter(|deed| changes_settings(*deed)).collect(), COUNTED)?,
        has_erased: audit(vec![Deed::CustomersErased], 1)? > 0,
    })
}

/// Something that was set is another after it.
fn changes_settings(deed: Deed) -> bool {
    use Deed::*;
    match deed.area() {
        Area::SignIn | Area::Orders | Area::Erasures => false,
        Area::People | Area::Keys | Area::Settings | Area::Restaurants | Area::Integrations | Area::Webhooks => {
            !matches!(
                deed,
                KeyRefused
                    | KeyShown
                    | StoreCompacted
                    | StoreRestored
                    | ProgramUpgraded
                    | UpgradeUndone
                    | OldEventsDecided
                    | BackupProven
                    | BackupFailed
                    | DeliveryResent
                    | DeliveriesResent
                    | DeliverySentElsewhere
            )
        }
    }
}
