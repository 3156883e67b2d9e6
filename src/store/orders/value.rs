//! How one order lies in the file, in one value: a short head, the list item as JSON, the rest of its record as JSON, and
//! packed (`packed`) its content and what the platform sent.
//!
//! So a page of a list is a concatenation, an answer with one order is spliced from texts that are already there, and a
//! step that moves an order copies what is packed as it is.
//!
//! Up to format 4 list items were without `RowContent`: the first version of these values, which `new_rows` brings up.

use super::super::{page_draft::Weighed, view::hex};
use super::packed::{self, AS_IT_CAME, CHANGED, Packed, length_bytes};
use model::order::{Cancellation, Courier, HistoryEntry, OrderSummary, PaymentType, PlatformStep, RowContent};
use model::{Day, Failure, Id, Order, Time};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// What values began with up to format 4. They end as `packed::AS_IT_CAME`.
pub const FIRST_VERSION: u8 = 1;
/// version, created time, updated time, length of the list item, length of the rest.
const FIRST_HEAD: usize = 1 + 8 + 8 + 4 + 4;
/// The same, and how long the list item is up to its `RowContent`.
const HEAD: usize = FIRST_HEAD + 4;
/// Where the content goes on from what was ordered to how it is handled. No text can hold this: a quotation mark in one has a
/// backslash before it.
const HANDLING: &[u8] = b",\"deliveryType\":";

/// What the record has beside its list item and its content.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StoredRest<'a> {
    day: Day,
    change_id: Id,
    #[serde(skip_serializing_if = "Option::is_none")]
    starts_at: Option<Time>,
    #[serde(skip_serializing_if = "is_not")]
    accept_owed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reported_at: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancellation: Option<&'a Cancellation>,
    history: &'a [HistoryEntry],
    #[serde(skip_serializing_if = "is_not")]
    is_delivery_confirmed: bool,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    platform_sync: &'a [PlatformStep],
    #[serde(skip_serializing_if = "Option::is_none")]
    possible_duplicate_of: Option<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_read_as: Option<PaymentType>,
    #[serde(skip_serializing_if = "is_not")]
    is_name_lumped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    preparation_minutes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    placed_here_at: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    erased_at: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    courier: Option<&'a Courier>,
    #[serde(skip_serializing_if = "is_zero")]
    last_sequence: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    ready_at: Option<Time>,
    #[serde(skip_serializing_if = "is_not")]
    is_ready_told: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    brought_back_at: Option<Time>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_not(value: &bool) -> bool {
    !value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it")]
fn is_zero(value: &u32) -> bool {
    *value == 0
}

/// The value of an order whose content is packed already.
pub fn value(order: &Order, packed: &Packed) -> Result<Vec<u8>, Failure> {
    // Every field is named: a new one does not compile until it is decided where it is kept.
    let Order {
        id: _,
        provider_order_id: _,
        restaurant_id: _,
        provider: _,
        code: _,
        status: _,
        created_at,
        updated_at,
        day,
        content: _,
        starts_at,
        accept_owed,
        change_id,
        reported_at,
        cancellation,
        history,
        is_delivery_confirmed,
        platform_sync,
        possible_duplicate_of,
        payment_read_as,
        is_name_lumped,
        preparation_minutes,
        placed_here_at,
        erased_at,
        courier,
        last_sequence,
        // Packed with the content.
        changes: _,
        ready_at,
        is_ready_told,
        brought_back_at,
    } = order;
    let rest = StoredRest {
        day: *day,
        change_id: *change_id,
        starts_at: *starts_at,
        accept_owed: *accept_owed,
        reported_at: *reported_at,
        cancellation: cancellation.as_ref(),
        history,
        is_delivery_confirmed: *is_delivery_confirmed,
        platform_sync,
        possible_duplicate_of: *possible_duplicate_of,
        payment_read_as: *payment_read_as,
        is_name_lumped: *is_name_lumped,
        preparation_minutes: *preparation_minutes,
        placed_here_at: *placed_here_at,
        erased_at: *erased_at,
        courier: courier.as_ref(),
        last_sequence: *last_sequence,
        ready_at: *ready_at,
        is_ready_told: *is_ready_told,
        brought_back_at: *brought_back_at,
    };
    let mut value = Vec::with_capacity(HEAD + 896 + packed.bytes.len());
    value.resize(HEAD, packed.version);
    serde_json::to_writer(&mut value, &OrderSummary::from(order)).map_err(Failure::fault)?;
    value.pop();
    let own = value.len() - HEAD;
    RowContent(&order.content).add_to(&mut value).map_err(Failure::fault)?;
    value.push(b'}');
    let line = value.len() - HEAD;
    serde_json::to_writer(&mut value, &rest).map_err(Failure::fault)?;
    let rest = value.len() - HEAD - line;
    value[1..9].copy_from_slice(&created_at.0.to_le_bytes());
    value[9..17].copy_from_slice(&updated_at.0.to_le_bytes());
    value[17..21].copy_from_slice(&length_bytes(line)?);
    value[21..FIRST_HEAD].copy_from_slice(&length_bytes(rest)?);
    value[FIRST_HEAD..HEAD].copy_from_slice(&length_bytes(own)?);
    value.extend_from_slice(&packed.bytes);
    Ok(value)
}

fn length_in<const N: usize>(head: &[u8; N], at: usize) -> usize {
    u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]) as usize
}

/// A value, taken apart where it lies.
pub struct StoredOrder<'a> {
    pub created_at: Time,
    pub updated_at: Time,
    /// The list item.
    pub line: &'a [u8],
    /// How long it is up to its `RowContent`.
    own: usize,
    rest: &'a [u8],
    /// What is packed as this is.
    version: u8,
    packed: &'a [u8],
}

impl<'a> StoredOrder<'a> {
    pub fn read(value: &'a [u8]) -> Option<StoredOrder<'a>> {
        let head: &[u8; HEAD] = value.first_chunk()?;
        let version = head[0];
        if version != AS_IT_CAME && version != CHANGED {
            return None;
        }
        let own = length_in(head, FIRST_HEAD);
        let stored = StoredOrder::behind(head, value)?;
        (own < stored.line.len()).then_some(StoredOrder { own, version, ..stored })
    }

    /// One of the first version.
    pub fn read_first(value: &'a [u8]) -> Option<StoredOrder<'a>> {
        let head: &[u8; FIRST_HEAD] = value.first_chunk()?;
        if head[0] == FIRST_VERSION { StoredOrder::behind(head, value) } else { None }
    }

    /// One of the first version that cannot be read whole, so that what can be read of it is in lists as before.
    pub fn lifted(&self) -> Result<Vec<u8>, Failure> {
        let mut value = vec![self.version];
        value.extend_from_slice(&self.created_at.0.to_le_bytes());
        value.extend_from_slice(&self.updated_at.0.to_le_bytes());
        for length in [self.line.len(), self.rest.len(), self.own] {
            value.extend_from_slice(&length_bytes(length)?);
        }
        value.extend_from_slice(&[self.line, self.rest, self.packed].concat());
        Ok(value)
    }

    /// A list reads this of each of its rows: by places that the compiler knows, without a call for each.
    fn behind<const N: usize>(head: &[u8; N], value: &'a [u8]) -> Option<StoredOrder<'a>> {
        let h = head;
        let created_at = i64::from_le_bytes([h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8]]);
        let updated_at = i64::from_le_bytes([h[9], h[10], h[11], h[12], h[13], h[14], h[15], h[16]]);
        let (line, rest) = (length_in(head, 17), length_in(head, 21));
        // Counted in more bits than a length has: it may be damaged.
        if line == 0 || N as u64 + line as u64 + rest as u64 > value.len() as u64 {
            return None;
        }
        let (line_ends, rest_ends) = (N + line, N + line + rest);
        let (line, rest, packed) = (&value[N..line_ends], &value[line_ends..rest_ends], &value[rest_ends..]);
        // All but the bracket at its end.
        let (own, version) = (line.len() - 1, AS_IT_CAME);
        let (created_at, updated_at) = (Time(created_at), Time(updated_at));
        Some(StoredOrder { created_at, updated_at, line, own, rest, version, packed })
    }

    /// Its platform changed what is in it.
    pub fn is_changed(&self) -> bool {
        self.version == CHANGED
    }

    /// What is packed, as it is.
    pub fn packed(&self) -> Packed {
        Packed { version: self.version, bytes: self.packed.to_vec() }
    }

    /// All of it as text.
    pub fn texts(&self) -> Option<OrderTexts> {
        let mut text = [self.line, self.rest].concat();
        let (line, rest) = (self.line.len(), text.len());
        let [content, changes, raw] = packed::unpack(self.version, self.packed, &mut text)?;
        Some(OrderTexts { text, own: self.own, ends: [line, rest, content, changes, raw] })
    }

    pub fn order(&self) -> Option<Order> {
        self.texts()?.order()
    }

    /// A row of a list: the list item, with parts of the content as they are stored. It weighs what had to be unpacked for
    /// it, which is more than it shows.
    pub fn row(&self, included: Included) -> Option<Weighed<Vec<u8>>> {
        if included == Included::default() {
            return Some(Weighed { item: self.line.to_vec(), bytes: 0 });
        }
        let texts = self.texts()?;
        let parts: IncludedParts<'_> = serde_json::from_slice(texts.content()).ok()?;
        let mut row = Vec::with_capacity(self.line.len() + texts.content().len());
        row.extend_from_slice(self.line.strip_suffix(b"}")?);
        let mut add = |name: &[u8], part: &RawValue| row.extend_from_slice(&[name, part.get().as_bytes()].concat());
        if included.customer {
            add(b",\"customer\":", parts.customer);
        }
        if included.items {
            add(b",\"items\":", parts.items);
        }
        row.push(b'}');
        Some(Weighed { item: row, bytes: texts.text.len() })
    }
}

/// What rows of a list carry of an order's content.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Included {
    pub customer: bool,
    pub items: bool,
}

/// The parts of an order's content that `Included` names.
#[derive(Deserialize)]
struct IncludedParts<'a> {
    #[serde(borrow)]
    customer: &'a RawValue,
    #[serde(borrow)]
    items: &'a RawValue,
}

/// An order as JSON: the parts that an answer is put together from.
pub struct OrderTexts {
    text: Vec<u8>,
    /// How long the list item is up to its `RowContent`.
    own: usize,
    /// Of the list item, the rest, the content, what it was before, and the newest JSON.
    ends: [usize; 5],
}

impl OrderTexts {
    /// The list item, an object.
    pub fn line(&self) -> &[u8] {
        &self.text[..self.ends[0]]
    }

    /// What the list item has that the content does not have as well: the beginning of an object.
    pub fn own_line(&self) -> &[u8] {
        &self.text[..self.own]
    }

    /// What its record has beside that and its content, an object; what is not there is null, empty or not so.
    pub fn rest(&self) -> &[u8] {
        &self.text[self.ends[0]..self.ends[1]]
    }

    /// What was ordered, an object.
    pub fn content(&self) -> &[u8] {
        &self.text[self.ends[1]..self.ends[2]]
    }

    /// The end of that, an object too: from how it is delivered to what was not understood. Who ordered what, by far the most
    /// of it, comes before.
    pub fn handling(&self) -> Option<Vec<u8>> {
        let content = self.content();
        let is_here = |at: &usize| content[*at] == HANDLING[0] && content[*at..].starts_with(HANDLING);
        let at = (0..content.len()).rev().find(is_here)?;
        Some([b"{".as_slice(), &content[at + 1..]].concat())
    }

    /// What was in it before its platform changed it, a list; nothing for one that is as it came.
    pub fn changes(&self) -> Option<&[u8]> {
        Some(&self.text[self.ends[2]..self.ends[3]]).filter(|text| !text.is_empty())
    }

    /// What the platform sent, the newest.
    pub fn raw(&self) -> &[u8] {
        &self.text[self.ends[3]..self.ends[4]]
    }

    /// What it sent first, where it has changed that since.
    pub fn first_raw(&self) -> Option<&[u8]> {
        Some(&self.text[self.ends[4]..]).filter(|text| !text.is_empty())
    }

    /// The record: the texts as one object.
    fn order(&self) -> Option<Order> {
        let mut whole = Vec::with_capacity(self.ends[3] + 32);
        whole.extend_from_slice(self.own_line());
        whole.push(b',');
        whole.extend_from_slice(self.rest().strip_prefix(b"{")?.strip_suffix(b"}")?);
        whole.extend_from_slice(b",\"content\":");
        whole.extend_from_slice(self.content());
        if let Some(changes) = self.changes() {
            whole.extend_from_slice(b",\"changes\":");
            whole.extend_from_slice(changes);
        }
        whole.push(b'}');
        serde_json::from_slice(&whole).ok()
    }
}

/// The order in a value; one that cannot be read is a fault that names it.
pub fn read(key: &[u8], value: &[u8]) -> Result<Order, Failure> {
    see(key, value, |stored| stored.order())
}

/// What `look` makes of a value.
pub fn see<T>(key: &[u8], value: &[u8], look: impl FnOnce(StoredOrder<'_>) -> Option<T>) -> Result<T, Failure> {
    let seen = StoredOrder::read(value).and_then(look);
    seen.ok_or_else(|| Failure::fault(format!("record {} in table orders cannot be read", hex(key))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_the_content_is_found_whatever_people_write() {
        let quoted = serde_json::to_string(r#","deliveryType":"platform_courier","#).unwrap();
        let end = format!(r#""deliveryType":"pickup","pickupCode":{quoted},"problems":["deliveryType",{quoted}]}}"#);
        let content = format!(r#"{{"items":[{{"name":{quoted}}}],"note":",",{end}"#);
        let text = [content.as_bytes(), b",\"deliveryType\":{}"].concat();
        let ends = [0, 0, content.len(), content.len(), text.len()];
        let texts = OrderTexts { own: 0, text, ends };
        assert_eq!(texts.handling().unwrap(), format!("{{{end}").into_bytes());
        serde_json::from_slice::<serde_json::Value>(&texts.handling().unwrap()).unwrap();
    }
}
