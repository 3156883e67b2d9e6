//! Our acts as the platform's calls, one step each, and what its answers to them mean.

use super::status::{INVOICED, MANUAL_DELIVERED, MANUAL_SHIPPED, PICKED, UNSUPPLIED};
use super::{calls, look::look, reasons, words};
use crate::{Case, Client, Step, TOO_MANY, Told, list_of, not_found, plainly, text_of};
use model::{Act, Code, DeliveryType, Failure, Order, Status, url::segment};
use serde_json::{Value, json};

/// The platform takes minutes between these; where the kitchen's time was not said, a common dish.
const MINUTES: (u32, u32) = (1, 120);
const USUAL_MINUTES: u32 = 20;
const ACTION: &str = "action";

pub fn steps(order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
    let delivery = order.content.delivery_type;
    match (act, to) {
        (Act::Cancel { .. }, _) => vec![UNSUPPLIED],
        (Act::Verify { .. }, _) | (Act::Advance, Status::Preparing) => vec![PICKED],
        // Nothing is under way to the customer yet; the table over there has a place for it all the same.
        (Act::Advance, Status::Delivered) if delivery == DeliveryType::Pickup => vec![MANUAL_SHIPPED, MANUAL_DELIVERED],
        (Act::Advance, Status::OnTheWay) if delivery != DeliveryType::RestaurantCourier => vec![INVOICED],
        (Act::Advance, Status::OnTheWay) => vec![INVOICED, MANUAL_SHIPPED],
        (Act::Advance, Status::Delivered) if delivery != DeliveryType::PlatformCourier => vec![MANUAL_DELIVERED],
        (Act::Advance, _) => Vec::new(),
    }
}

pub fn tell(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
    if let Some(after) = client.session.held_off(ACTION) {
        return Ok(Told::later(after));
    }
    let (rest, body) = request(client, case, step)?;
    let reply = calls::put(client, &calls::path(client.link, "order", &rest), &body)?;
    match reply.status {
        200..300 => reply.clear_success().map(|()| Told::Taken),
        // A step that was taken before, by them or by us, is refused in the same way as one that comes too early.
        409 => Err(calls::refusal(client.link, &reply).in_doubt(true)),
        404 => Err(not_found("Trendyol Go")),
        TOO_MANY => {
            let after = calls::pause(&reply);
            client.session.hold_off(ACTION, after);
            Ok(Told::later(after))
        }
        _ => Err(calls::refusal(client.link, &reply)),
    }
}

/// The path below the supplier's, and the body.
fn request(client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<(String, Value), Failure> {
    let id = &case.order.provider_order_id;
    Ok(match step.name {
        PICKED => {
            let said = step.minutes.or(client.link.preparation_minutes);
            let minutes = said.unwrap_or(USUAL_MINUTES).clamp(MINUTES.0, MINUTES.1);
            ("/packages/picked".to_owned(), json!({ "packageId": id, "preparationTime": minutes }))
        }
        INVOICED => ("/packages/invoiced".to_owned(), json!({ "packageId": id })),
        MANUAL_SHIPPED | MANUAL_DELIVERED => (format!("/packages/{}/{}", segment(id), step.name), json!({})),
        UNSUPPLIED => {
            // One that waited its turn carries no reason any more; the order has it by then.
            let known = case.order.cancellation.as_ref().and_then(|cancellation| cancellation.reason.as_deref());
            let reason = step.reason.or(known).unwrap_or(reasons::CANNOT_PREPARE);
            let reason: u32 = reason.parse().map_err(|_| Failure::new(Code::ReasonNotAccepted))?;
            // As it is now: naming a part of the pieces would cancel a part of the order.
            let fresh = look(client, id).ok().and_then(|report| report.arrival);
            let fresh = fresh.and_then(|arrival| item_ids(&serde_json::from_slice(&arrival.raw).unwrap_or_default()));
            let items = fresh.or_else(|| item_ids(&case.json()));
            let items = items.ok_or_else(|| plainly(words::NO_ITEM_NUMBERS))?;
            let body = json!({ "packageId": id, "itemIdList": items, "reasonId": reason });
            ("/packages/unsupplied".to_owned(), body)
        }
        other => return Err(Failure::fault(format!("there is no step {other}"))),
    })
}

/// Every piece that is not cancelled yet: naming all of them cancels the whole package. `None` if one has no number.
fn item_ids(package: &Value) -> Option<Vec<String>> {
    let pieces = list_of(&package["lines"]).iter().flat_map(|line| list_of(&line["items"]));
    let live = pieces.filter(|piece| piece["isCancelled"] != true);
    let ids: Option<Vec<String>> = live.map(|piece| text_of(&piece["packageItemId"])).collect();
    ids.filter(|ids| !ids.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cancellation_names_every_piece_that_is_left() {
        let piece = |id: Value, is_cancelled: bool| json!({ "packageItemId": id, "isCancelled": is_cancelled });
        let package = json!({ "lines": [
            { "items": [piece(json!("1"), false), piece(json!("2"), true)] },
            { "items": [piece(json!(3), false)] },
            {},
        ] });
        assert_eq!(item_ids(&package).unwrap(), ["1", "3"]);
        assert_eq!(item_ids(&Value::Null), None);
    }
}
