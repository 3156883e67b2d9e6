//! A file whose every checksum fits, because whoever made it reckoned them anew: it is believed no more than the rest.

use super::super::super::backup::{
    error::BackupError,
    header::BackupHeader,
    make::KeptFiles,
    pieces::{MOST_BYTES, PieceKind, PieceWriter},
    shelf::FileShelf,
    sums::put_row,
};
use super::{folder_with, proven, restored};
use crate::tables::FORMAT;
use model::{Id, Time};

type Piece<'a> = (PieceKind, &'a [u8]);

fn forged(format: u32, pieces: &[Piece<'_>]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let header = BackupHeader::new(Id::from_parts(1, 1), Time(1), format, None);
    let mut writer = PieceWriter::begin(&mut bytes, &header, None).unwrap();
    pieces.iter().for_each(|(kind, clear)| writer.put(*kind, clear).unwrap());
    writer.finish().unwrap();
    bytes
}

fn refused(pieces: &[Piece<'_>]) -> BackupError {
    let (folder, bytes) = (folder_with(1), forged(FORMAT, pieces));
    let before = (folder.content("garson.redb"), folder.names().unwrap());
    let error = proven(&folder, &bytes, None).unwrap_err();
    assert_eq!(restored(&folder, &bytes, None).map(drop), Err(error.clone()));
    assert!((folder.content("garson.redb"), folder.names().unwrap()) == before, "{error}");
    error
}

#[test]
fn pieces_in_an_order_that_makes_no_sense_are_refused() {
    use PieceKind::{Closing, Files, Rows, Tree};
    let mut row = Vec::new();
    put_row(&mut row, b"a", b"1");
    let mut twice = row.clone();
    put_row(&mut twice, b"a", b"2");
    let too_long = [&9u32.to_be_bytes(), &9u32.to_be_bytes(), b"abc".as_slice()].concat();
    let huge = [&u32::MAX.to_be_bytes(), &u32::MAX.to_be_bytes(), b"abc".as_slice()].concat();
    let (files, name, long) = ((Files, b"{}".as_slice()), (Tree, b"meta".as_slice()), vec![b'x'; 101]);
    for wrong in [
        vec![name],
        vec![(Closing, b"[]")],
        vec![files, files],
        vec![files, (Rows, &row)],
        vec![files, name, (Rows, &twice)],
        vec![files, name, (Rows, &row), (Rows, &row)],
        vec![files, name, (Rows, &too_long)],
        vec![files, name, (Rows, &huge)],
        vec![files, name, (Rows, b"abc")],
        vec![files, name, name],
        vec![files, (Tree, b"")],
        vec![files, (Tree, &long)],
        vec![files, (Tree, b"\xff")],
        vec![(Files, b"[1]")],
        vec![files, name, (Closing, b"{")],
    ] {
        assert_eq!(refused(&wrong), BackupError::Altered("what is in it makes no sense"), "{wrong:?}");
    }
    let names: Vec<String> = (0..300).map(|number| format!("tree {number}")).collect();
    let many: Vec<Piece<'_>> = [files].into_iter().chain(names.iter().map(|name| (Tree, name.as_bytes()))).collect();
    assert_eq!(refused(&many), BackupError::Altered("what is in it makes no sense"));
}

#[test]
fn what_is_not_what_it_says_or_no_store_is_refused() {
    use PieceKind::{Closing, Files, Rows, Tree};
    let mut row = Vec::new();
    put_row(&mut row, b"a", b"1");
    let files = (Files, b"{}".as_slice());
    // Another tree than it says.
    let told = br#"[{"name":"meta","rows":1,"bytes":2,"hash":"0000000000000000000000000000000000000000000000000000000000000000"}]"#;
    assert_eq!(
        refused(&[files, (Tree, b"meta"), (Rows, &row), (Closing, told)]),
        BackupError::Different("meta".into())
    );
    assert_eq!(
        refused(&[files, (Tree, b"meta"), (Rows, &row), (Closing, b"[]")]),
        BackupError::Different("meta".into())
    );
    assert_eq!(refused(&[files, (Closing, b"[]")]), BackupError::Altered("there is no store in it"));
    // A store of a later format is not even read.
    let folder = folder_with(1);
    let later = forged(FORMAT + 1, &[files, (Closing, b"[]")]);
    assert_eq!(proven(&folder, &later, None).unwrap_err(), BackupError::NewerStore(FORMAT + 1));
}

#[test]
fn a_length_that_is_told_takes_no_memory_and_a_row_that_is_too_large_is_not_kept() {
    let folder = folder_with(1);
    let mut bytes = forged(FORMAT, &[]);
    // A piece that says it has four gigabytes, and one whose content would unpack to as much.
    let told = [b"F".as_slice(), &u32::MAX.to_be_bytes()].concat();
    assert!(matches!(proven(&folder, &[&*bytes, &told].concat(), None), Err(BackupError::Altered(_))));
    let length = 20u32;
    bytes.extend([b"F".as_slice(), &length.to_be_bytes(), &[0xff; 20], &[0; 32]].concat());
    assert!(matches!(proven(&folder, &bytes, None), Err(BackupError::Altered(_))));
    let mut out = Vec::new();
    let header = BackupHeader::new(Id::from_parts(1, 1), Time(1), FORMAT, None);
    let mut writer = PieceWriter::begin(&mut out, &header, None).unwrap();
    assert!(writer.put(PieceKind::Rows, &vec![0; MOST_BYTES + 1]).is_err());
}

#[test]
fn a_file_inside_that_is_not_one_of_ours_is_written_nowhere() {
    let (rig, key) = (super::with_orders(2), super::key());
    let mut files = super::key_files();
    for name in ["../outside", "/etc/passwd", "garson.redb", "garson.lock", "notes.txt"] {
        files.insert(name.to_owned(), "mine".to_owned());
    }
    let mut bytes = Vec::new();
    let files: KeptFiles = files;
    let reader = rig.store.read().unwrap();
    crate::backup::make::make(&reader, &files, Some(&key), &mut bytes, &mut |_| true).unwrap();
    let folder = folder_with(1);
    restored(&folder, &bytes, Some(&key)).unwrap();
    let names = folder.names().unwrap();
    assert!(names.iter().all(|name| name.starts_with("garson.key") || name.starts_with("garson.redb")), "{names:?}");
    assert_eq!(folder.content("garson.key").unwrap(), super::key_text().into_bytes());
}
