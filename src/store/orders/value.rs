//! How one order lies in the file, in one value: a short head, the list item as JSON, the rest of its record as JSON, and
//! packed with LZ4 its content as JSON followed by the platform's own.
//!
//! So a page of a list is a concatenation, an answer with one order is spliced from texts that are already there, and a
//! step that moves an order copies what is packed as it is.

use super::super::{page_draft::Weighed, view::hex};
use model::order::{Cancellation, Content, Courier, HistoryEntry, OrderSummary, PaymentType, PlatformStep};
use model::{Day, Failure, Id, Order, Time};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// Says also which dictionary was used.
const VERSION: u8 = 1;
/// version, created time, updated time, length of the list item, length of the rest.
const HEAD: usize = 1 + 8 + 8 + 4 + 4;
/// Length of the content, length of all that is packed.
const PACKED_HEAD: usize = 4 + 4;
/// LZ4 packs at most this many bytes into one: a damaged length must not become a request for gigabytes.
const TIGHTEST: usize = 255;

/// What the JSON of orders looks like, ours and the platforms'. LZ4 points into it. Part of the file format: it never
/// changes; a better one would be another beside it, under another version.
const DICTIONARY: &[u8] = include_bytes!("dictionary.txt");

/// Where the content goes on from what was ordered to how it is handled. No text can hold this: a quotation mark in one has a
/// backslash before it.
const HANDLING: &[u8] = b",\"deliveryType\":";

/// Content and platform's JSON, ready to be stored.
#[derive(Clone, Debug)]
pub struct Packed(Vec<u8>);

impl Packed {
    /// Takes its time, so that it is better made before the writer has the order.
    pub fn of(content: &Content, raw: &[u8]) -> Result<Packed, Failure> {
        let mut text = Vec::with_capacity(1_024 + 2 * raw.len());
        serde_json::to_writer(&mut text, content).map_err(Failure::fault)?;
        let length = text.len();
        text.extend_from_slice(raw);
        let mut packed = vec![0; PACKED_HEAD + lz4_flex::block::get_maximum_output_size(text.len())];
        packed[..4].copy_from_slice(&length_bytes(length)?);
        packed[4..PACKED_HEAD].copy_from_slice(&length_bytes(text.len())?);
        let body = lz4_flex::block::compress_into_with_dict(&text, &mut packed[PACKED_HEAD..], DICTIONARY);
        packed.truncate(PACKED_HEAD + body.map_err(Failure::fault)?);
        Ok(Packed(packed))
    }
}

fn length_bytes(length: usize) -> Result<[u8; 4], Failure> {
    Ok(u32::try_from(length).map_err(Failure::fault)?.to_le_bytes())
}

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
pub fn value(order: &Order, Packed(packed): &Packed) -> Result<Vec<u8>, Failure> {
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
    };
    let mut value = Vec::with_capacity(HEAD + 768 + packed.len());
    value.resize(HEAD, VERSION);
    serde_json::to_writer(&mut value, &OrderSummary::from(order)).map_err(Failure::fault)?;
    let line = value.len() - HEAD;
    serde_json::to_writer(&mut value, &rest).map_err(Failure::fault)?;
    let rest = value.len() - HEAD - line;
    value[1..9].copy_from_slice(&created_at.0.to_le_bytes());
    value[9..17].copy_from_slice(&updated_at.0.to_le_bytes());
    value[17..21].copy_from_slice(&length_bytes(line)?);
    value[21..HEAD].copy_from_slice(&length_bytes(rest)?);
    value.extend_from_slice(packed);
    Ok(value)
}

/// A value, taken apart where it lies.
pub struct StoredOrder<'a> {
    pub created_at: Time,
    pub updated_at: Time,
    /// The list item.
    pub line: &'a [u8],
    rest: &'a [u8],
    packed: &'a [u8],
}

impl<'a> StoredOrder<'a> {
    pub fn read(value: &'a [u8]) -> Option<StoredOrder<'a>> {
        let (head, texts) = value.split_at_checked(HEAD)?;
        let time = |at: usize| head[at..].first_chunk().copied().map(i64::from_le_bytes).map(Time);
        let (line, texts) = texts.split_at_checked(length_at(head, 17)?)?;
        let (rest, packed) = texts.split_at_checked(length_at(head, 21)?)?;
        let stored = StoredOrder { created_at: time(1)?, updated_at: time(9)?, line, rest, packed };
        (head[0] == VERSION).then_some(stored)
    }

    /// What is packed, as it is.
    pub fn packed(&self) -> Packed {
        Packed(self.packed.to_vec())
    }

    /// All of it as text.
    pub fn texts(&self) -> Option<OrderTexts> {
        let (content, all) = (length_at(self.packed, 0)?, length_at(self.packed, 4)?);
        let body = self.packed.get(PACKED_HEAD..)?;
        if content > all || all > body.len().saturating_mul(TIGHTEST) {
            return None;
        }
        let (line, rest) = (self.line.len(), self.rest.len());
        let mut text = Vec::with_capacity(line + rest + all);
        text.extend_from_slice(self.line);
        text.extend_from_slice(self.rest);
        text.resize(line + rest + all, 0);
        let unpacked = lz4_flex::block::decompress_into_with_dict(body, &mut text[line + rest..], DICTIONARY).ok()?;
        (unpacked == all).then_some(OrderTexts { text, ends: [line, line + rest, line + rest + content] })
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

fn length_at(bytes: &[u8], at: usize) -> Option<usize> {
    let length = bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes)?;
    usize::try_from(length).ok()
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
    ends: [usize; 3],
}

impl OrderTexts {
    /// The list item, an object.
    pub fn line(&self) -> &[u8] {
        &self.text[..self.ends[0]]
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

    /// What the platform sent.
    pub fn raw(&self) -> &[u8] {
        &self.text[self.ends[2]..]
    }

    /// The record: the texts as one object.
    fn order(&self) -> Option<Order> {
        let mut whole = Vec::with_capacity(self.ends[2] + 16);
        whole.extend_from_slice(self.line().strip_suffix(b"}")?);
        whole.push(b',');
        whole.extend_from_slice(self.rest().strip_prefix(b"{")?.strip_suffix(b"}")?);
        whole.extend_from_slice(b",\"content\":");
        whole.extend_from_slice(self.content());
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
        let ends = [0, 0, content.len()];
        let texts = OrderTexts { text: [content.as_bytes(), b",\"deliveryType\":{}"].concat(), ends };
        assert_eq!(texts.handling().unwrap(), format!("{{{end}").into_bytes());
        serde_json::from_slice::<serde_json::Value>(&texts.handling().unwrap()).unwrap();
    }
}
