//! Bytes on a socket, for what no HTTP client would send.

use super::{Garson, PATIENCE, Reply};
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::TcpStream,
};

/// A connection of one's own.
pub fn connect(garson: &Garson) -> TcpStream {
    let stream = TcpStream::connect(garson.base.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// The same from another address of this machine, which is another machine as far as the program can tell.
pub fn connect_from(garson: &Garson, address: &str) -> TcpStream {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let stream = runtime.block_on(async {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("{address}:0").parse().unwrap()).unwrap();
        socket.connect(garson.base.strip_prefix("http://").unwrap().parse().unwrap()).await.unwrap().into_std().unwrap()
    });
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Sends bytes as they are and reads the one answer until the other side closes; the bytes should ask it to.
pub fn raw_exchange(garson: &Garson, bytes: &[u8]) -> Reply {
    exchange_on(connect(garson), garson, bytes)
}

pub fn exchange_on(mut stream: TcpStream, garson: &Garson, bytes: &[u8]) -> Reply {
    stream.write_all(bytes).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, text) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok()).unwrap_or(0);
    let headers = lines.filter_map(|line| line.split_once(": ")).map(|(name, value)| (name.into(), value.into()));
    let sent = String::from_utf8_lossy(&bytes[..bytes.len().min(1_000)]);
    Reply {
        status,
        headers: headers.collect(),
        json: serde_json::from_str(text).unwrap_or(Value::Null),
        text: text.to_owned(),
        context: format!("{sent}\n{}", garson.log_tail()),
    }
}
