//! A file that is not as it was written: whatever is wrong with it, the answer is a clear error, and nothing of it is used.

use super::super::{
    super::backup::{error::BackupError, header::FILE_VERSION},
    dice::Dice,
};
use super::{cabinet::Cabinet, folder_with, kept, key, proven, restored, with_orders};
use crate::backup::{key::BackupKey, load::BackupFile, pieces::PieceKind, shelf::FileShelf};
use std::cell::Cell;

/// A backup, where its header ends, and where each of its pieces does.
struct Cut {
    bytes: Vec<u8>,
    key: Option<BackupKey>,
    borders: Vec<usize>,
    asked: Cell<u64>,
}

/// A proof takes as long as reading it through a hundred times.
const PROVE_EVERY: u64 = 16;

impl Cut {
    fn of(key: Option<BackupKey>) -> Cut {
        let (bytes, _) = kept(&with_orders(5).store.read().unwrap(), key.as_ref());
        let lines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
        let mut borders = vec![lines.take(2).last().unwrap()];
        while *borders.last().unwrap() < bytes.len() {
            let at = *borders.last().unwrap();
            let length = u32::from_be_bytes(bytes[at + 1..at + 5].try_into().unwrap()) as usize;
            borders.push(at + 5 + length + 32);
        }
        Cut { bytes, key, borders, asked: Cell::new(0) }
    }

    fn pieces(&self) -> Vec<&[u8]> {
        self.borders.windows(2).map(|border| &self.bytes[border[0]..border[1]]).collect()
    }

    fn header(&self) -> &[u8] {
        &self.bytes[..self.borders[0]]
    }

    /// Why it is refused: by whoever reads it and, now and then, by a proof and a restore, which leave the folder as it was.
    #[track_caller]
    fn refused(&self, folder: &Cabinet, bytes: &[u8]) -> BackupError {
        let walked = read_through(bytes, self.key.as_ref());
        if let Err(error) = &walked
            && !self.asked.replace(self.asked.get() + 1).is_multiple_of(PROVE_EVERY)
        {
            return error.clone();
        }
        let before = (folder.content("garson.redb"), folder.names().unwrap());
        let error = proven(folder, bytes, self.key.as_ref()).unwrap_err();
        assert_eq!(restored(folder, bytes, self.key.as_ref()).map(drop), Err(error.clone()));
        assert!((folder.content("garson.redb"), folder.names().unwrap()) == before, "{error}");
        error
    }
}

fn read_through(bytes: &[u8], key: Option<&BackupKey>) -> Result<(), BackupError> {
    let mut pieces = BackupFile::open(bytes)?.pieces(key)?;
    while pieces.piece()?.0 != PieceKind::Closing {}
    Ok(())
}

fn both() -> [Cut; 2] {
    [Cut::of(None), Cut::of(Some(key()))]
}

#[test]
fn a_backup_that_was_cut_off_anywhere_is_not_whole() {
    let folder = folder_with(2);
    for cut in both() {
        let mut dice = Dice::new(1);
        let random = (0..60).map(|_| 1 + dice.below(cut.bytes.len() as u64 - 1) as usize);
        let borders = cut.borders.iter().flat_map(|at| [at - 1, *at, at + 1, at + 5, at + 6]);
        for length in borders.chain(random).chain(1..30).filter(|length| *length < cut.bytes.len()) {
            let error = cut.refused(&folder, &cut.bytes[..length]);
            assert_eq!(error, BackupError::CutOff, "{length} of {}", cut.bytes.len());
        }
    }
}

#[test]
fn a_backup_that_was_altered_anywhere_is_found_out() {
    let folder = folder_with(2);
    for cut in both() {
        // The header, every head, every checksum, and somewhere in each body.
        let parts = cut.borders.windows(2).flat_map(|border| {
            let (start, end) = (border[0], border[1]);
            (start..start + 6).chain([(start + end) / 2, end - 33, end - 32, end - 1])
        });
        for at in (0..cut.borders[0]).chain(parts) {
            let mut bytes = cut.bytes.clone();
            bytes[at] ^= 1;
            let error = cut.refused(&folder, &bytes);
            let is_found = matches!(
                error,
                BackupError::Altered(_) | BackupError::NotABackup | BackupError::CutOff | BackupError::NewerFile(_)
                // A salt, or whether there is one at all, is part of what a key is.
                | BackupError::WrongPassphrase | BackupError::NeedsPassphrase | BackupError::NewerStore(_)
            );
            assert!(is_found, "byte {at}: {error:?}");
        }
    }
}

#[test]
fn pieces_that_are_missing_doubled_swapped_or_of_another_backup_are_found_out() {
    let folder = folder_with(2);
    for (cut, other) in both().iter().zip(both()) {
        let pieces = cut.pieces();
        assert!(pieces.len() > 20, "{}", pieces.len());
        for at in 0..pieces.len() - 1 {
            let (mut missing, mut doubled, mut swapped) = (pieces.clone(), pieces.clone(), pieces.clone());
            missing.remove(at);
            doubled.insert(at, pieces[at]);
            swapped.swap(at, at + 1);
            let mut foreign = pieces.clone();
            foreign[at] = other.pieces()[at];
            for wrong in [missing, doubled, swapped, foreign] {
                let error = cut.refused(&folder, &[cut.header(), &wrong.concat()].concat());
                assert_eq!(error, BackupError::Altered("a piece of it does not fit its checksum"), "piece {at}");
            }
        }
        let more = [&cut.bytes, b"x".as_slice()].concat();
        assert_eq!(cut.refused(&folder, &more), BackupError::Altered("it goes on behind its end"));
        let other_header = [other.header(), &pieces.concat()].concat();
        assert!(matches!(cut.refused(&folder, &other_header), BackupError::Altered(_) | BackupError::WrongPassphrase));
    }
}

#[test]
fn what_is_no_backup_or_of_a_newer_program_is_told_apart() {
    let (folder, cut) = (folder_with(2), Cut::of(None));
    for other in
        [b"".as_slice(), b"x", b"SQLite format 3\0", b"garson backup one\n", b"garson backup 0\n{}\n", &[0; 9_000]]
    {
        assert_eq!(cut.refused(&folder, other), BackupError::NotABackup, "{other:?}");
    }
    let begins = format!("garson backup {FILE_VERSION}\n");
    let rest = &cut.bytes[begins.len()..];
    let newer = [format!("garson backup {}\n", FILE_VERSION + 1).as_bytes(), rest].concat();
    assert_eq!(cut.refused(&folder, &newer), BackupError::NewerFile(FILE_VERSION + 1));
    assert!(BackupError::NewerFile(2).to_string().contains("newer garson"));
    let endless = [begins.as_bytes(), &vec![b' '; 100_000]].concat();
    assert_eq!(cut.refused(&folder, &endless), BackupError::Altered("its header cannot be read"));
    assert_eq!(
        cut.refused(&folder, &[begins.as_bytes(), b"{}\n"].concat()),
        BackupError::Altered("its header cannot be read")
    );
}

#[test]
fn a_wrong_key_is_told_from_a_damaged_file() {
    let (folder, right) = (folder_with(2), key());
    let (bytes, _) = kept(&with_orders(5).store.read().unwrap(), Some(&right));
    assert_eq!(proven(&folder, &bytes, None).unwrap_err(), BackupError::NeedsPassphrase);
    // Another passphrase with the same salt, and one with another.
    for wrong in [BackupKey::new(right.origin.clone(), [8; 32]), key()] {
        assert_eq!(restored(&folder, &bytes, Some(&wrong)).map(drop), Err(BackupError::WrongPassphrase));
    }
    proven(&folder, &bytes, Some(&right)).unwrap();
}

#[test]
fn a_header_that_would_wear_the_machine_out_is_refused() {
    let (folder, cut) = (folder_with(2), Cut::of(Some(key())));
    let text = String::from_utf8(cut.header().to_vec()).unwrap();
    for (from, to) in [
        ("\"memoryKib\":65536", "\"memoryKib\":99999999"),
        ("\"passes\":3", "\"passes\":9999"),
        ("\"lanes\":1", "\"lanes\":0"),
        ("\"lanes\":1", "\"lanes\":600000000"),
    ] {
        assert!(text.contains(from), "{text}");
        let bytes = [text.replace(from, to).as_bytes(), &cut.bytes[cut.borders[0]..]].concat();
        let error = cut.refused(&folder, &bytes);
        assert_eq!(error, BackupError::Altered("its header asks for what garson never asks for"), "{to}");
    }
}

#[test]
fn a_disk_without_room_is_said_before_it_is_filled() {
    let (folder, cut) = (folder_with(2), Cut::of(None));
    folder.set_free(1_000_000);
    assert!(matches!(cut.refused(&folder, &cut.bytes), BackupError::NoRoom { free: 1_000_000, .. }));
}
