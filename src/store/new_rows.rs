//! The step from format 4 to 5: the list item of an order says also what tills ask for most.

use super::orders::{FIRST_VERSION, StoredOrder, value};
use super::{OpenError, OpenProgress, Reader, Table, Tx, Work, ids::Ids, one_value::TOLD_EVERY};
use redb::{ReadableTable, ReadableTableMetadata, WriteTransaction};

pub fn bring_up(before: &Reader, txn: &WriteTransaction, progress: &OpenProgress) -> Result<(), OpenError> {
    let orders = before.named(Table::Orders.name()).map_err(OpenError::of_failure)?;
    let all = orders.len().map_err(OpenError::from_redb)?.max(1);
    // No id is given here, so that the clock stays as it is.
    let mut ids = Ids::default();
    let mut tx = Tx::new(txn, &mut ids, clock::now());
    for (seen, row) in (0u64..).zip(orders.iter().map_err(OpenError::from_redb)?) {
        if seen % TOLD_EVERY == 0 {
            progress(Work::Upgrade, seen as f64 / all as f64);
        }
        let (key, old) = row.map_err(OpenError::from_redb)?;
        // An earlier step of the same upgrade may have made it anew.
        if old.value().first() != Some(&FIRST_VERSION) {
            continue;
        }
        let stored = StoredOrder::read_first(old.value());
        let Some(stored) = stored else {
            tracing::error!("an order of which nothing can be read is left as it is");
            continue;
        };
        let new = match stored.order() {
            Some(order) => value(&order, &stored.packed()),
            // Its row can be shown, as it was before; `check` names it.
            None => stored.lifted(),
        };
        tx.put_bytes(Table::Orders, key.value(), &new.map_err(OpenError::of_failure)?)
            .map_err(OpenError::of_failure)?;
    }
    tx.finish().map_err(OpenError::of_failure)
}
