//! Orders that wait for accounting: which there are, and marking them as handed over.

use crate::orders::find::{find, one_of};
use crate::{AppState, Ctx, places::restaurants};
use model::{Access, Code, Dir, Failure, Id, Order, Page, Provider, Result, Walk};
use serde::{Deserialize, Serialize};
use store::{Included, OrderFilter, Orders, ReadView, SummaryText, Tx};

/// Orders marked in one write job: small, so that no order waits for it.
const ORDERS_PER_WRITE: usize = 200;

pub fn pending(
    app: &AppState,
    access: Access,
    mut filter: OrderFilter,
    included: Included,
    walk: &Walk,
) -> Result<Page<SummaryText>> {
    filter.picked.owner = access.narrow(filter.picked.owner);
    app.store.read()?.list_pending(&filter, included, walk)
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Marked {
    pub provider_order_id: String,
    pub is_report: bool,
}

/// One of several that were marked together.
#[derive(Serialize, Deserialize)]
pub struct MarkedOne {
    pub id: Id,
    #[serde(flatten)]
    pub marked: Marked,
}

/// Which order is meant, where shops share a number.
#[derive(Clone, Debug, Default)]
pub struct Meant {
    pub provider_order_id: String,
    pub provider: Option<Provider>,
    pub restaurant: Option<Id>,
}

/// Which order is meant, where several are named in one go.
#[derive(Clone, Debug)]
pub enum MeantOne {
    /// By our id; what else is said of it must be so.
    Ours {
        id: String,
        provider_order_id: Option<String>,
        provider: Option<Provider>,
        restaurant: Option<Id>,
    },
    Theirs(Meant),
}

/// Stamps an order as handed over. Doing it twice is fine; the first time counts.
pub async fn mark(ctx: Ctx, meant: Meant) -> Result<Marked> {
    let access = ctx.access;
    ctx.write(move |tx| {
        let order = meant.find(tx, access)?;
        stamp(tx, &order)?;
        Ok(Marked::of(order))
    })
    .await
}

/// Stamps all of them, or none where one cannot be found: then `path` and the name of the field say which.
pub async fn mark_several(ctx: Ctx, all: Vec<(String, MeantOne)>) -> Result<Vec<MarkedOne>> {
    let access = ctx.access;
    ctx.write(move |tx| {
        let mut orders = Vec::with_capacity(all.len());
        for (path, meant) in &all {
            orders.push(meant.find(tx, access, path)?);
        }
        for order in &orders {
            // It may be in the list twice.
            let order = tx.order(order.id)?.ok_or_else(|| Failure::new(Code::OrderNotFound))?;
            stamp(tx, &order)?;
        }
        Ok(orders.into_iter().map(|order| MarkedOne { id: order.id, marked: Marked::of(order) }).collect())
    })
    .await
}

impl Marked {
    fn of(order: Order) -> Marked {
        Marked { provider_order_id: order.provider_order_id, is_report: true }
    }
}

impl Meant {
    fn find(&self, view: &impl ReadView, access: Access) -> Result<Order> {
        let mut found = view.orders_with_platform_id(&self.provider_order_id)?;
        found.retain(|(_, provider, restaurant)| {
            access.sees(*restaurant)
                && self.provider.is_none_or(|wanted| wanted == *provider)
                && self.restaurant.is_none_or(|wanted| wanted == *restaurant)
        });
        // Orders outlive their restaurant; one that never was is unknown.
        if let Some(restaurant) = self.restaurant.filter(|_| found.is_empty()) {
            restaurants::find(view, access, &restaurant.to_string())?;
        }
        one_of(view, access, found)
    }
}

impl MeantOne {
    fn find(&self, view: &impl ReadView, access: Access, path: &str) -> Result<Order> {
        match self {
            MeantOne::Theirs(meant) => meant.find(view, access).map_err(|failure| {
                let name = if failure.code == Code::RestaurantNotFound { "restaurantId" } else { "providerOrderId" };
                failure.field(format!("{path}.{name}"))
            }),
            MeantOne::Ours { id, provider_order_id, provider, restaurant } => {
                let order = Id::parse(id).map_or(Ok(None), |id| view.order(id))?;
                let order = order.filter(|order| {
                    access.sees(order.restaurant_id)
                        && provider_order_id.as_ref().is_none_or(|wanted| *wanted == order.provider_order_id)
                        && provider.is_none_or(|wanted| wanted == order.provider)
                        && restaurant.is_none_or(|wanted| wanted == order.restaurant_id)
                });
                order.ok_or_else(|| Failure::new(Code::OrderNotFound).field(format!("{path}.id")))
            }
        }
    }
}

/// Marks an order of which the id is known.
pub async fn mark_one(ctx: Ctx, id: String) -> Result<()> {
    let access = ctx.access;
    ctx.write(move |tx| {
        let order = find(tx, access, &id)?;
        stamp(tx, &order).map(drop)
    })
    .await
}

/// Whether it was new.
fn stamp(tx: &mut Tx<'_>, before: &Order) -> Result<bool> {
    if before.reported_at.is_some() {
        return Ok(false);
    }
    let mut after = before.clone();
    after.reported_at = Some(tx.now);
    tx.change_order(before, &after)?;
    Ok(true)
}

/// How much waits for accounting under a filter: how many, counted up to `most`, and the newest of them.
pub fn waiting(app: &AppState, filter: &OrderFilter, most: usize) -> Result<(usize, Option<Id>)> {
    let ids = app.store.read()?.pending_ids(filter, &Walk::newest(most))?.items;
    Ok((ids.len(), ids.first().copied()))
}

/// How many orders wait for accounting in all.
pub fn waiting_in_all(app: &AppState) -> Result<u64> {
    app.store.read()?.pending_count()
}

/// Marks everything that waits under a filter, in small write jobs: up to the newest that the caller has been shown, since
/// what came after it was not looked at. How many that were.
pub async fn mark_all(ctx: Ctx, filter: OrderFilter, newest: Id) -> Result<u64> {
    let app = ctx.app.clone();
    // Half of it done because a window was closed would be worse than either.
    app.engine.tasks.run(mark_each(ctx, filter, newest)).await
}

async fn mark_each(ctx: Ctx, filter: OrderFilter, newest: Id) -> Result<u64> {
    let store = &ctx.app.store;
    // The smallest position above it, so that it is the first.
    let mut from = Some([newest.bytes().as_slice(), &[0]].concat());
    let mut count = 0;
    while from.is_some() {
        let Page { items: ids, next, .. } =
            store.read()?.pending_ids(&filter, &Walk { limit: ORDERS_PER_WRITE, dir: Dir::Next, from })?;
        from = next;
        let job = move |tx: &mut Tx<'_>| {
            let mut count = 0;
            for id in &ids {
                if let Some(order) = tx.order(*id)?.filter(Order::awaits_report) {
                    count += u64::from(stamp(tx, &order)?);
                }
            }
            Ok(count)
        };
        count += store.write(job).await?;
    }
    Ok(count)
}
