//! Which order somebody means.

use crate::{
    model::{Code, Failure, Id, Order, Provider},
    store::{Orders, ReadView},
};
use serde_json::{Value, json};

/// By our id or by the platform's, however old; two orders with one platform id are told apart only by ours.
pub fn find(view: &impl ReadView, id: &str) -> Result<Order, Failure> {
    find_by(view, id, |id| view.order(id))
}

/// The same, as `read` reads it.
pub fn find_by<T>(
    view: &impl ReadView,
    id: &str,
    read: impl Fn(Id) -> Result<Option<T>, Failure>,
) -> Result<T, Failure> {
    if let Some(ours) = Id::parse(id)
        && let Some(order) = read(ours)?
    {
        return Ok(order);
    }
    let found = only_one(&view.orders_with_platform_id(id)?)?;
    read(found)?.ok_or_else(|| Failure::fault(format!("order {found} is indexed but not there")))
}

/// The one order among candidates, or why there is not one.
pub fn one_of(view: &impl ReadView, found: &[(Id, Provider, Id)]) -> Result<Order, Failure> {
    let id = only_one(found)?;
    view.order(id)?.ok_or_else(|| Failure::fault(format!("order {id} is indexed but not there")))
}

fn only_one(found: &[(Id, Provider, Id)]) -> Result<Id, Failure> {
    match found {
        [] => Err(Failure::new(Code::OrderNotFound)),
        [(id, _, _)] => Ok(*id),
        many => {
            let ids: Vec<Value> = many.iter().take(100).map(|(id, _, _)| json!(id)).collect();
            Err(Failure::new(Code::AmbiguousOrder).details(json!({ "orderIds": ids })))
        }
    }
}
