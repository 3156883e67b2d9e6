//! Which order somebody means.

use crate::{
    model::{Code, Failure, Id, Order, Provider},
    store::{Orders, ReadView},
};
use serde_json::{Value, json};

/// By our id or by the platform's, however old; two orders with one platform id are told apart only by ours.
pub fn find(view: &impl ReadView, id: &str) -> Result<Order, Failure> {
    if let Some(ours) = Id::parse(id)
        && let Some(order) = view.order(ours)?
    {
        return Ok(order);
    }
    let found = view.orders_with_platform_id(id)?;
    one_of(view, &found)
}

/// The one order among candidates, or why there is not one.
pub fn one_of(view: &impl ReadView, found: &[(Id, Provider, Id)]) -> Result<Order, Failure> {
    match found {
        [] => Err(Failure::new(Code::OrderNotFound)),
        [(id, _, _)] => view.order(*id)?.ok_or_else(|| Failure::fault(format!("order {id} is indexed but not there"))),
        many => {
            let ids: Vec<Value> = many.iter().take(100).map(|(id, _, _)| json!(id)).collect();
            Err(Failure::new(Code::AmbiguousOrder).details(json!({ "orderIds": ids })))
        }
    }
}
