//! Bytes on a socket, for what no HTTP client would send.

use super::{Garson, PATIENCE};
use std::{
    io::{Read, Write},
    net::TcpStream,
};

/// Sends bytes as they are on a connection of their own and reads until the other side closes.
pub fn raw_exchange(garson: &Garson, bytes: &[u8]) -> String {
    let address = garson.base.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}
