//! Which delivery is meant, and the event behind it.

use model::{Code, Delivery, Event, Failure, Id, Result};
use store::{Deliveries, ReadView};

pub fn find(view: &impl ReadView, id: &str) -> Result<Delivery> {
    let found = Id::parse(id).map_or(Ok(None), |id| view.delivery(id))?;
    found.ok_or_else(|| Failure::new(Code::DeliveryNotFound))
}

pub fn event_of(view: &impl ReadView, delivery: &Delivery) -> Result<Event> {
    let found = view.event(delivery.event_id)?;
    found.ok_or_else(|| Failure::fault(format!("delivery {} has lost its event", delivery.id)))
}
