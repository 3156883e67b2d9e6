//! Which order is meant.

use model::{Access, Code, Failure, Id, Order, Provider, Result, Why, bilingual};
use serde_json::{Value, json};
use store::{Orders, ReadView};

bilingual! {
    /// A program whose variable was empty asks so.
    NO_ID: "Adreste siparişin kimliği boş." / "The id of the order is empty in the address.",
}

/// By our id or by the platform's, however old; two orders with one platform id are told apart only by ours. What the caller
/// may not see is not there for them, and makes nothing ambiguous.
pub fn find(view: &impl ReadView, access: Access, id: &str) -> Result<Order> {
    find_by(view, access, id, |id| view.order(id), |order| Ok(order.restaurant_id))
}

/// An order by our id or by the platform's, as `read` reads it; `owner` says whose it is.
pub fn find_by<T>(
    view: &impl ReadView,
    access: Access,
    id: &str,
    read: impl Fn(Id) -> Result<Option<T>>,
    owner: impl Fn(&T) -> Result<Id>,
) -> Result<T> {
    if id.is_empty() {
        return Err(Failure::new(Code::OrderNotFound).why(Why::Plain(NO_ID)));
    }
    if let Some(ours) = Id::parse(id)
        && let Some(order) = read(ours)?
        && (access.restaurant.is_none() || access.sees(owner(&order)?))
    {
        return Ok(order);
    }
    let found = only_one(access, view.orders_with_platform_id(id)?)?;
    read(found)?.ok_or_else(|| Failure::fault(format!("order {found} is indexed but not there")))
}

/// The one order among candidates, or why there is not one.
pub fn one_of(view: &impl ReadView, access: Access, found: Vec<(Id, Provider, Id)>) -> Result<Order> {
    let id = only_one(access, found)?;
    view.order(id)?.ok_or_else(|| Failure::fault(format!("order {id} is indexed but not there")))
}

fn only_one(access: Access, mut found: Vec<(Id, Provider, Id)>) -> Result<Id> {
    found.retain(|(_, _, restaurant)| access.sees(*restaurant));
    match found.as_slice() {
        [] => Err(Failure::new(Code::OrderNotFound)),
        [(id, _, _)] => Ok(*id),
        many => {
            let ids: Vec<Value> = many.iter().take(100).map(|(id, _, _)| json!(id)).collect();
            Err(Failure::new(Code::AmbiguousOrder).details(json!({ "orderIds": ids })))
        }
    }
}
