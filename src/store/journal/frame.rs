//! The bytes of the journal: its head, and frames that hold rows that were put and removed.
//!
//! The first two pages are heads, of which each says what it is, its version, and its generation, with the sum of these bytes:
//! a generation writes over the head of the one before the last, so that a page that the power left half written is no loss.
//! A frame fills whole pages, so that writing the next one touches nothing of it: the sum of its bytes (four), the length of
//! its rows (four), its generation and its number in that (eight each), then its rows. Numbers have their lowest byte first.

use super::super::tables::Table;

/// What a disk writes as one; frames begin at a multiple of it.
pub const PAGE: usize = 4_096;
const HEAD: usize = 24;
const MAGIC: &[u8; 16] = b"garson journal\x001";
/// In the place of the length of a value: the row was removed.
const REMOVED: u32 = u32::MAX;

/// Rows that were put and removed, in this order.
#[derive(Clone, Debug, Default)]
pub struct WrittenRows(Vec<u8>);

/// One of them: its tree, its key, and its value unless it was removed.
pub type WrittenRow<'a> = (&'a str, &'a [u8], Option<&'a [u8]>);

impl WrittenRows {
    /// `key` is whole: that of a table in `Index` begins with the byte of that table.
    pub fn add(&mut self, table: Table, key: &[u8], value: Option<&[u8]>) {
        let (name, bytes) = (table.tree().name(), &mut self.0);
        bytes.reserve(9 + name.len() + key.len() + value.map_or(0, <[u8]>::len));
        bytes.push(name.len() as u8);
        bytes.extend_from_slice(name.as_bytes());
        bytes.extend_from_slice(&(key.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&value.map_or(REMOVED, |value| value.len() as u32).to_le_bytes());
        bytes.extend_from_slice(key);
        bytes.extend_from_slice(value.unwrap_or_default());
    }

    pub fn append(&mut self, mut others: WrittenRows) {
        match self.0.is_empty() {
            true => *self = others,
            false => self.0.append(&mut others.0),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn bytes(&self) -> usize {
        self.0.len()
    }

    /// How much of the journal a frame of these and others would take.
    pub fn framed(&self, others: &WrittenRows) -> usize {
        (HEAD + self.0.len() + others.0.len()).next_multiple_of(PAGE)
    }

    /// All of them, or `None` from where they make no sense.
    pub fn iter(&self) -> impl Iterator<Item = Option<WrittenRow<'_>>> {
        let mut rest = self.0.as_slice();
        std::iter::from_fn(move || {
            if rest.is_empty() {
                return None;
            }
            let row = read_row(&mut rest);
            if row.is_none() {
                rest = &[];
            }
            Some(row)
        })
    }
}

fn read_row<'a>(rest: &mut &'a [u8]) -> Option<WrittenRow<'a>> {
    let name = *take(rest, 1)?.first()?;
    let name = std::str::from_utf8(take(rest, usize::from(name))?).ok()?;
    let (key, value) = (number(rest)?, number(rest)?);
    let key = take(rest, key as usize)?;
    let value = if value == REMOVED { None } else { Some(take(rest, value as usize)?) };
    Some((name, key, value))
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> Option<&'a [u8]> {
    let (taken, left) = rest.split_at_checked(length)?;
    *rest = left;
    Some(taken)
}

fn number(rest: &mut &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(take(rest, 4)?.try_into().ok()?))
}

/// Which frame it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramePlace {
    pub generation: u64,
    pub number: u64,
}

/// Where the first frame begins: behind both heads.
pub const FIRST: u64 = 2 * PAGE as u64;

/// Where the head of a generation is.
pub fn head_at(generation: u64) -> u64 {
    generation % 2 * PAGE as u64
}

/// The head of a journal of this generation.
pub fn head(generation: u64) -> Vec<u8> {
    let mut bytes = [MAGIC.as_slice(), &generation.to_le_bytes()].concat();
    bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
    bytes.resize(PAGE, 0);
    bytes
}

/// Whether one of the heads that a journal begins with names this generation.
pub fn names(bytes: &[u8], generation: u64) -> bool {
    bytes.chunks(PAGE).take(2).any(|page| read_head(page) == Some(generation))
}

fn read_head(bytes: &[u8]) -> Option<u64> {
    let (named, rest) = bytes.split_at_checked(MAGIC.len() + 8)?;
    let is_whole = named.starts_with(MAGIC) && rest.get(..4)? == crc32fast::hash(named).to_le_bytes();
    is_whole.then(|| u64::from_le_bytes(named[MAGIC.len()..].try_into().unwrap_or_default()))
}

/// Whether a whole frame of this generation, with this number or a higher one, begins with these bytes.
pub fn is_later_frame(bytes: &[u8], place: FramePlace) -> bool {
    let long = |at: usize| bytes.get(at..at + 8)?.try_into().ok().map(u64::from_le_bytes);
    let number = long(16).filter(|number| *number >= place.number && long(8) == Some(place.generation));
    number.is_some_and(|number| read_frame(bytes, FramePlace { number, ..place }).is_some())
}

/// One frame that holds first the one and then the other rows.
pub fn frame(place: FramePlace, first: &WrittenRows, then: &WrittenRows) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(first.framed(then));
    bytes.extend_from_slice(&[0; 4]);
    bytes.extend_from_slice(&((first.0.len() + then.0.len()) as u32).to_le_bytes());
    bytes.extend_from_slice(&place.generation.to_le_bytes());
    bytes.extend_from_slice(&place.number.to_le_bytes());
    bytes.extend_from_slice(&first.0);
    bytes.extend_from_slice(&then.0);
    let sum = crc32fast::hash(&bytes[4..]);
    bytes[..4].copy_from_slice(&sum.to_le_bytes());
    bytes.resize(bytes.len().next_multiple_of(PAGE), 0);
    bytes
}

/// The rows of the frame that these bytes begin with, and how long it is; nothing where it is another, or not whole.
pub fn read_frame(bytes: &[u8], place: FramePlace) -> Option<(WrittenRows, usize)> {
    let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let long = |at: usize| Some(u64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
    if (long(8)?, long(16)?) != (place.generation, place.number) {
        return None;
    }
    let end = HEAD.checked_add(number(4)? as usize)?;
    let is_whole = crc32fast::hash(bytes.get(4..end)?) == number(0)?;
    is_whole.then(|| (WrittenRows(bytes[HEAD..end].to_vec()), end.next_multiple_of(PAGE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: FramePlace = FramePlace { generation: 7, number: 2 };

    fn rows() -> WrittenRows {
        let mut rows = WrittenRows::default();
        rows.add(Table::Orders, b"key", Some(b"value"));
        rows.add(Table::Pending, b"\x14gone", None);
        rows.add(Table::Events, b"", Some(b""));
        rows
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let (rows, mut more) = (rows(), WrittenRows::default());
        more.add(Table::Meta, b"clock", Some(&[9; 5_000]));
        let bytes = frame(PLACE, &rows, &more);
        assert_eq!((bytes.len(), rows.framed(&more)), (2 * PAGE, 2 * PAGE));
        let (read, length) = read_frame(&bytes, PLACE).unwrap();
        assert_eq!(length, bytes.len());
        let expected: [WrittenRow<'_>; 4] = [
            ("orders", b"key", Some(b"value")),
            ("index", b"\x14gone", None),
            ("events", b"", Some(b"")),
            ("meta", b"clock", Some(&[9; 5_000])),
        ];
        assert!(read.iter().map(Option::unwrap).eq(expected));
    }

    #[test]
    fn a_frame_that_is_not_whole_or_another_is_not_read() {
        let bytes = frame(PLACE, &rows(), &WrittenRows::default());
        let end = HEAD + rows().bytes();
        for at in 0..end {
            let mut torn = bytes.clone();
            torn[at] ^= 1;
            assert!(read_frame(&torn, PLACE).is_none(), "byte {at}");
            assert!(read_frame(&bytes[..at], PLACE).is_none(), "{at} bytes");
        }
        assert!(read_frame(&bytes[..end], PLACE).is_some());
        assert!(read_frame(&bytes, FramePlace { number: 3, ..PLACE }).is_none());
        assert!(read_frame(&bytes, FramePlace { generation: 8, ..PLACE }).is_none());
        assert!(read_frame(&[0; PAGE], PLACE).is_none());
    }

    #[test]
    fn a_head_names_its_generation_or_is_none() {
        let bytes = head(u64::MAX - 5);
        assert_eq!((bytes.len(), read_head(&bytes)), (PAGE, Some(u64::MAX - 5)));
        for at in 0..MAGIC.len() + 12 {
            let mut torn = bytes.clone();
            torn[at] ^= 1;
            assert_eq!(read_head(&torn), None, "byte {at}");
            assert_eq!(read_head(&bytes[..at]), None, "{at} bytes");
        }
    }

    #[test]
    fn rows_that_make_no_sense_end_there() {
        let whole = rows();
        for length in 1..whole.bytes() {
            let cut = WrittenRows(whole.0[..length].to_vec());
            let read: Vec<_> = cut.iter().collect();
            assert!(read.len() <= 3);
            assert!(read.iter().rev().skip(1).all(Option::is_some), "{length}");
        }
    }
}
