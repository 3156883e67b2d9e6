//! What goes with a restaurant that is removed, what is paused, and what stays. `restaurants` and `businesses` call it.

use crate::Recorder;
use model::{Deed, Id, Note, Restaurant, Result, Status, Walk, Webhook, What};
use store::{Deliveries, Integrations, OrderFilter, Orders, Picked, Places, ReadView, Tx};

/// Open orders are counted no further than anyone wants to know.
const COUNTED: usize = 50;

/// What removing restaurants comes to, beside what hangs on them.
pub struct Consequences {
    /// Webhooks that are left without any restaurant.
    pub paused: Vec<Webhook>,
    /// Orders that are still open there.
    pub open_orders: usize,
    /// There are more open orders than were counted.
    pub has_more: bool,
}

/// With its dishes and stations, and its integrations, each of which is thereby switched off. Orders stay, for accounting.
pub fn remove_restaurant(tx: &mut Tx<'_>, restaurant: &Restaurant, recorder: &Recorder) -> Result<()> {
    let id = restaurant.id;
    recorder.note(tx, Note::of(Deed::RestaurantRemoved).about(id, &restaurant.form.name))?;
    for integration in tx.integrations_of(id)? {
        tx.remove_integration(&integration)?;
        if integration.is_active {
            tx.emit(id, integration.provider, None, What::IntegrationSwitched { is_active: false })?;
        }
    }
    tx.remove_dishes_of(id)?;
    tx.remove_restaurant(id)?;
    for mut webhook in left_alone(tx, &[id])? {
        webhook.form.is_active = false;
        webhook.updated_at = tx.now;
        tx.put_webhook(&webhook)?;
    }
    Ok(())
}

pub fn consequences(view: &impl ReadView, restaurants: &[Id]) -> Result<Consequences> {
    let statuses: Vec<Status> = Status::ALL.into_iter().filter(|status| !status.is_closed()).collect();
    let (mut open_orders, mut has_more) = (0, false);
    for id in restaurants {
        let filter = OrderFilter { picked: Picked::orders(Some(*id), None, &statuses), ..OrderFilter::default() };
        let found = view.order_ids(&filter, &Walk::newest(COUNTED))?.items.len();
        open_orders += found;
        has_more |= found == COUNTED;
    }
    Ok(Consequences { paused: left_alone(view, restaurants)?, open_orders, has_more })
}

/// Webhooks that are on, and without these restaurants have no live one. Such a webhook is paused, never widened to all.
fn left_alone(view: &impl ReadView, gone: &[Id]) -> Result<Vec<Webhook>> {
    let mut found = Vec::new();
    for webhook in view.webhooks()?.into_iter().filter(|webhook| webhook.form.is_active) {
        let (named, others): (Vec<&Id>, Vec<&Id>) =
            webhook.form.restaurant_ids.iter().partition(|id| gone.contains(id));
        let mut is_any_alive = false;
        for id in others {
            is_any_alive |= view.restaurant(*id)?.is_some();
        }
        if !named.is_empty() && !is_any_alive {
            found.push(webhook);
        }
    }
    Ok(found)
}
