//! The pieces that a backup is made of, after its header.
//!
//! Each is one byte for its kind, four for the length of its body, the body, and a SHA-256 over the one before it, its
//! number, its head and its body: a piece that is altered, missing, doubled or in another place does not fit. A body is
//! compressed, and sealed where there is a passphrase. The last piece is the closing one; without it the file is cut off.

use super::error::BackupError;
use super::header::{self, BackupHeader};
use super::key::{BackupKey, PieceSealer};
use sha2::{Digest, Sha256};
use std::io::{BufRead, Read, Write};

/// The largest that a piece may be before it is compressed: far more than any row has.
pub const MOST_BYTES: usize = 16 << 20;
/// What compressing and sealing add to what cannot be compressed.
const MOST_ADDED: usize = MOST_BYTES / 255 + 1_024;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum PieceKind {
    /// Small files that belong to the store, by name; the first piece, and the only one of its kind.
    Files = b'F',
    /// The name of a tree; its rows follow.
    Tree = b'T',
    Rows = b'R',
    /// What each tree comes to.
    Closing = b'C',
}

impl PieceKind {
    fn of(byte: u8) -> Option<PieceKind> {
        [PieceKind::Files, PieceKind::Tree, PieceKind::Rows, PieceKind::Closing]
            .into_iter()
            .find(|kind| *kind as u8 == byte)
    }
}

pub struct PieceWriter<W> {
    out: W,
    last: [u8; 32],
    number: u64,
    sealer: Option<PieceSealer>,
    pub bytes: u64,
}

impl<W: Write> PieceWriter<W> {
    /// Writes the header.
    pub fn begin(mut out: W, header: &BackupHeader, key: Option<&BackupKey>) -> Result<PieceWriter<W>, BackupError> {
        let bytes = header.to_bytes().map_err(BackupError::writing)?;
        let last = header::hash(&bytes);
        let sealer = key.map(|key| key.of_file(&last)).transpose()?;
        out.write_all(&bytes).map_err(BackupError::writing)?;
        Ok(PieceWriter { out, last, number: 0, sealer, bytes: bytes.len() as u64 })
    }

    pub fn put(&mut self, kind: PieceKind, clear: &[u8]) -> Result<(), BackupError> {
        if clear.len() > MOST_BYTES {
            return Err(BackupError::store("a row is too large for a backup"));
        }
        let mut body = lz4_flex::block::compress_prepend_size(clear);
        if let Some(sealer) = &self.sealer {
            body = sealer.seal(self.number, kind as u8, &body)?;
        }
        let head = head(kind as u8, body.len());
        self.last = check(&self.last, self.number, &head, &body);
        self.number += 1;
        let piece = [head.as_slice(), &body, &self.last].concat();
        self.out.write_all(&piece).map_err(BackupError::writing)?;
        self.bytes += piece.len() as u64;
        Ok(())
    }

    pub fn finish(mut self) -> Result<u64, BackupError> {
        self.out.flush().map_err(BackupError::writing)?;
        Ok(self.bytes)
    }
}

pub struct PieceReader<R> {
    input: R,
    last: [u8; 32],
    number: u64,
    sealer: Option<PieceSealer>,
    /// Of pieces, so far.
    pub bytes: u64,
}

impl<R: BufRead> PieceReader<R> {
    /// What comes after a header with this hash.
    pub fn new(input: R, header: [u8; 32], key: Option<&BackupKey>) -> Result<PieceReader<R>, BackupError> {
        let sealer = key.map(|key| key.of_file(&header)).transpose()?;
        Ok(PieceReader { input, last: header, number: 0, sealer, bytes: 0 })
    }

    pub fn piece(&mut self) -> Result<(PieceKind, Vec<u8>), BackupError> {
        let mut head = [0; 5];
        self.input.read_exact(&mut head).map_err(BackupError::reading)?;
        let [byte, length @ ..] = head;
        let length = u32::from_be_bytes(length) as usize;
        let altered = || BackupError::Altered("a piece of it does not fit its checksum");
        let kind = PieceKind::of(byte).filter(|_| length <= MOST_BYTES + MOST_ADDED).ok_or_else(altered)?;
        // No more memory than the file is long, whatever it says.
        let mut body = Vec::new();
        self.input.by_ref().take(length as u64).read_to_end(&mut body).map_err(BackupError::reading)?;
        let mut told = [0; 32];
        self.input.read_exact(&mut told).map_err(BackupError::reading)?;
        if check(&self.last, self.number, &head, &body) != told {
            return Err(altered());
        }
        if let Some(sealer) = &self.sealer {
            // It is as it was written, so it is the key that does not fit.
            body = sealer.open(self.number, byte, &body).ok_or(BackupError::WrongPassphrase)?;
        }
        let clear = decompress(&body).ok_or(BackupError::Altered("a piece of it cannot be unpacked"))?;
        if kind == PieceKind::Closing && self.input.read(&mut [0]).map_err(BackupError::reading)? != 0 {
            return Err(BackupError::Altered("it goes on behind its end"));
        }
        (self.last, self.number) = (told, self.number + 1);
        self.bytes += (head.len() + length + told.len()) as u64;
        Ok((kind, clear))
    }
}

fn head(kind: u8, length: usize) -> [u8; 5] {
    let mut head = [kind; 5];
    head[1..].copy_from_slice(&(length as u32).to_be_bytes());
    head
}

fn check(last: &[u8; 32], number: u64, head: &[u8; 5], body: &[u8]) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(last);
    hash.update(number.to_be_bytes());
    hash.update(head);
    hash.update(body);
    hash.finalize().into()
}

/// A length that is told must not become a request for more memory than there could be in it.
fn decompress(body: &[u8]) -> Option<Vec<u8>> {
    let (length, packed) = lz4_flex::block::uncompressed_size(body).ok()?;
    if length > MOST_BYTES || length > packed.len().saturating_mul(255) {
        return None;
    }
    lz4_flex::block::decompress(packed, length).ok().filter(|clear| clear.len() == length)
}
