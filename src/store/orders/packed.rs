//! The end of an order's value, packed with LZ4: its content as JSON, followed by the platform's own. One that its platform
//! has changed has more: between these two what it was before, and at the end what the platform sent first.

use model::{Failure, Order, order::Content};

/// How a value begins: which of the two it ends with, and which dictionary was used. Both have the same.
pub const AS_IT_CAME: u8 = 2;
pub const CHANGED: u8 = 3;

/// Length of the content, length of all that is packed.
const HEAD: usize = 4 + 4;
/// Lengths of the content, of what it was before, and of the platform's newest JSON, length of all that is packed.
const CHANGED_HEAD: usize = 4 + 4 + 4 + 4;
/// LZ4 packs at most this many bytes into one: a damaged length must not become a request for gigabytes.
const TIGHTEST: usize = 255;

/// What the JSON of orders looks like, ours and the platforms'. LZ4 points into it. Part of the file format: it never
/// changes; a better one would be another beside it, under another version.
const DICTIONARY: &[u8] = include_bytes!("dictionary.txt");

/// Content and platform's JSON, ready to be stored.
#[derive(Clone, Debug)]
pub struct Packed {
    pub version: u8,
    pub bytes: Vec<u8>,
}

impl Packed {
    /// Takes its time, so that it is better made before the writer has the order.
    pub fn of(content: &Content, raw: &[u8]) -> Result<Packed, Failure> {
        let mut text = Vec::with_capacity(1_024 + 2 * raw.len());
        serde_json::to_writer(&mut text, content).map_err(Failure::fault)?;
        let length = text.len();
        text.extend_from_slice(raw);
        Packed::pack(AS_IT_CAME, &text, &[length, text.len()])
    }

    /// Of an order that is stored, with what belongs to its changes where it has some.
    pub fn of_order(order: &Order, raw: &[u8], first_raw: &[u8]) -> Result<Packed, Failure> {
        let Order { content, changes, .. } = order;
        if changes.is_empty() {
            return Packed::of(content, raw);
        }
        let mut text = Vec::with_capacity(2_048 + 2 * (raw.len() + first_raw.len()));
        serde_json::to_writer(&mut text, content).map_err(Failure::fault)?;
        let of_content = text.len();
        serde_json::to_writer(&mut text, changes).map_err(Failure::fault)?;
        let of_changes = text.len() - of_content;
        text.extend_from_slice(raw);
        text.extend_from_slice(first_raw);
        Packed::pack(CHANGED, &text, &[of_content, of_changes, raw.len(), text.len()])
    }

    fn pack(version: u8, text: &[u8], lengths: &[usize]) -> Result<Packed, Failure> {
        let head = 4 * lengths.len();
        let mut bytes = vec![0; head + lz4_flex::block::get_maximum_output_size(text.len())];
        for (place, length) in bytes.chunks_exact_mut(4).zip(lengths) {
            place.copy_from_slice(&length_bytes(*length)?);
        }
        let body = lz4_flex::block::compress_into_with_dict(text, &mut bytes[head..], DICTIONARY);
        bytes.truncate(head + body.map_err(Failure::fault)?);
        Ok(Packed { version, bytes })
    }
}

/// Adds all of it to a text; where in that the content, what it was before, and the platform's newest JSON end.
pub fn unpack(version: u8, packed: &[u8], text: &mut Vec<u8>) -> Option<[usize; 3]> {
    let length = |at: usize| length_at(packed, at);
    let content = length(0)?;
    let (changes, raw, all, head) = match version {
        AS_IT_CAME => (content, length(4)?, length(4)?, HEAD),
        _ => {
            let changes = content.checked_add(length(4)?)?;
            (changes, changes.checked_add(length(8)?)?, length(12)?, CHANGED_HEAD)
        }
    };
    let body = packed.get(head..)?;
    if changes > raw || raw > all || all > body.len().saturating_mul(TIGHTEST) {
        return None;
    }
    let start = text.len();
    text.reserve_exact(all);
    text.resize(start + all, 0);
    let unpacked = lz4_flex::block::decompress_into_with_dict(body, &mut text[start..], DICTIONARY).ok()?;
    (unpacked == all).then_some([start + content, start + changes, start + raw])
}

pub fn length_bytes(length: usize) -> Result<[u8; 4], Failure> {
    Ok(u32::try_from(length).map_err(Failure::fault)?.to_le_bytes())
}

fn length_at(bytes: &[u8], at: usize) -> Option<usize> {
    let length = bytes.get(at..)?.first_chunk().copied().map(u32::from_le_bytes)?;
    usize::try_from(length).ok()
}
