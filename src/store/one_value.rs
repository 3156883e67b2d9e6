//! The step from formats 1 and 2 to 3: an order, its list item and its raw JSON become one value, what is derived moves
//! into one tree, and words into segments.
//!
//! What is derived from orders is derived anew, so that it does not matter what the old format had of it.

use super::orders::{Packed, index_entries, value};
use super::{OpenError, OpenProgress, Reader, Table, Tx, Work, decode, ids::Ids, totals::Recount, words};
use model::{Failure, Order};
use redb::{ReadableTable, ReadableTableMetadata, TableHandle, WriteTransaction};

/// Orders between two words about how far it is.
pub const TOLD_EVERY: u64 = 10_000;

/// What was a tree of its own and is derived from other records than orders: it is copied as it is.
const COPIED: [Table; 7] = [
    Table::DeliveriesBySlot,
    Table::DeliveriesByOrder,
    Table::DeliveryQueue,
    Table::DeliveriesDue,
    Table::DeliveryCounts,
    Table::IntegrationsByToken,
    Table::ReceiptsByTime,
];

pub fn bring_up(before: &Reader, txn: &WriteTransaction, progress: &OpenProgress) -> Result<(), OpenError> {
    let old = |name: &'static str| before.named(name).map_err(OpenError::of_failure);
    let (orders, raws) = (old(Table::Orders.name())?, old("order_raws")?);
    // Their pages stay until the end of the transaction, for `before`.
    let is_gone = |name: &str| name == Table::Orders.name() || Table::trees().all(|tree| tree.name() != name);
    for table in txn.list_tables().map_err(OpenError::from_redb)? {
        if is_gone(table.name()) {
            txn.delete_table(table).map_err(OpenError::from_redb)?;
        }
    }
    for tree in Table::trees() {
        txn.open_table(tree.definition()).map_err(OpenError::from_redb)?;
    }
    // No id is given here, so that the clock stays as it is.
    let mut ids = Ids::default();
    let mut tx = Tx::new(txn, &mut ids, clock::now());
    for table in COPIED {
        for row in old(table.name())?.iter().map_err(OpenError::from_redb)? {
            let (key, value) = row.map_err(OpenError::from_redb)?;
            tx.put_bytes(table, key.value(), value.value()).map_err(OpenError::of_failure)?;
        }
    }
    let all = orders.len().map_err(OpenError::from_redb)?.max(1);
    let mut recount = Recount::default();
    for (seen, row) in (0u64..).zip(orders.iter().map_err(OpenError::from_redb)?) {
        if seen % TOLD_EVERY == 0 {
            progress(Work::Upgrade, seen as f64 / all as f64);
        }
        let (key, record) = row.map_err(OpenError::from_redb)?;
        let raw = raws.get(key.value()).map_err(OpenError::from_redb)?;
        let raw = raw.as_ref().and_then(|raw| unpacked(raw.value()));
        match (decode::<Order>(Table::Orders, key.value(), record.value()), raw) {
            (Ok(order), Some(raw)) => {
                add(&mut tx, &order, &raw).map_err(OpenError::of_failure)?;
                recount.add(&order);
            }
            (order, _) => {
                // It cannot be read in any format, so it is in no list and in no total; `check` names it.
                let cause = order.err().map_or_else(|| "its raw JSON cannot be read".into(), |e| e.to_string());
                tracing::error!(cause, "an order is passed over");
                tx.put_bytes(Table::Orders, key.value(), record.value()).map_err(OpenError::of_failure)?;
            }
        }
    }
    for (key, value) in recount.rows() {
        tx.put_bytes(Table::Totals, &key, &value).map_err(OpenError::of_failure)?;
    }
    tx.finish().map_err(OpenError::of_failure)
}

fn add(tx: &mut Tx<'_>, order: &Order, raw: &[u8]) -> Result<(), Failure> {
    tx.put_bytes(Table::Orders, &order.id.bytes(), &value(order, &Packed::of(&order.content, raw)?)?)?;
    tx.change_entries(&[], &index_entries(order))?;
    tx.add_words(order.id, &words::row_of(order))?;
    tx.counts()?.pending += u64::from(order.awaits_report());
    tx.close_segment_if_full()
}

/// A damaged length must not become a request for gigabytes: LZ4 packs at most 255 bytes into one.
fn unpacked(packed: &[u8]) -> Option<Vec<u8>> {
    match lz4_flex::block::uncompressed_size(packed) {
        Ok((length, body)) if length <= body.len() * 255 => lz4_flex::block::decompress(body, length).ok(),
        _ => None,
    }
}
