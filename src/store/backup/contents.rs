//! What is in a store, in a few figures. A backup begins with them, so that nobody has to read all of it to see what it holds.

use crate::{Accounts, OrderFilter, Orders, Places, Reader};
use model::{BackupContents, Failure, NewestOrder, Walk};

/// Under this name they lie among the small files; no restore puts them anywhere.
pub(super) const CONTENTS: &str = "contents.json";

/// Of what the reader sees. What it costs does not grow with the number of orders.
pub fn contents(reader: &Reader) -> Result<BackupContents, Failure> {
    let newest = reader.order_ids(&OrderFilter::default(), &Walk::newest(1))?.items.first().copied();
    let newest = newest.map_or(Ok(None), |id| reader.order(id))?;
    Ok(BackupContents {
        orders: reader.order_count()?,
        newest_order: newest.map(|order| {
            let code = order.code.unwrap_or(order.provider_order_id);
            NewestOrder { code, at: order.created_at }
        }),
        restaurants: reader.restaurant_count()?,
        people: reader.users()?.len() as u64,
    })
}
