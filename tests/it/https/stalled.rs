//! Whoever keeps a handshake waiting.

use super::{encrypted, root_of, shake_hands};
use crate::harness::connect;
use std::io::{ErrorKind, Read, Write};

/// That the other side ends it, while we have patience.
fn assert_is_closed(stream: &mut impl Read) {
    if let Err(error) = stream.read_to_end(&mut Vec::new()) {
        assert!(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "it stays open");
    }
}

#[test]
fn a_handshake_that_stalls_is_closed_after_seconds() {
    let garson = encrypted();
    // Nothing at all; the beginning of a hello; and one that says it is longer than it is.
    let clients: Vec<_> = [&b""[..], b"\x16", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"]
        .into_iter()
        .map(|sent| {
            let mut stream = connect(&garson);
            stream.write_all(sent).unwrap();
            stream
        })
        .collect();
    let mut silent = shake_hands(&garson, &root_of(&garson), "localhost").unwrap();
    for mut stream in clients {
        assert_is_closed(&mut stream);
    }
    // One that says nothing after its handshake.
    assert_is_closed(&mut silent);
    shake_hands(&garson, &root_of(&garson), "localhost").unwrap();
}
