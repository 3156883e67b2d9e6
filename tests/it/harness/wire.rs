//! Bytes on a socket, for what no HTTP client would send.

use super::{Garson, PATIENCE, Reply, eventually};
use serde_json::Value;
use std::{
    io::{Read, Write},
    net::TcpStream,
};

/// An address where nobody listens: a port below those that are handed out. One that was only just let go of may be the
/// next one's.
pub const NOBODY: &str = "127.0.0.1:1";

/// A connection of one's own.
pub fn connect(garson: &Garson) -> TcpStream {
    let stream = TcpStream::connect(garson.base.strip_prefix("http://").unwrap()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// The same from another address of this machine, which is another machine as far as the program can tell.
pub fn connect_from(garson: &Garson, address: &str) -> TcpStream {
    connect_many(garson, address, 1).remove(0)
}

/// So many of them.
pub fn connect_many(garson: &Garson, address: &str, count: usize) -> Vec<TcpStream> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let to = garson.base.strip_prefix("http://").unwrap().parse().unwrap();
    let connect = async || {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.bind(format!("{address}:0").parse().unwrap()).unwrap();
        let stream = socket.connect(to).await.unwrap().into_std().unwrap();
        stream.set_nonblocking(false).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    };
    (0..count).map(|_| runtime.block_on(connect())).collect()
}

/// Returns when the program has taken in all that was sent on this connection.
pub fn await_taken(stream: &TcpStream) {
    let [ours, theirs] = [stream.local_addr(), stream.peer_addr()].map(|address| address.unwrap().port());
    eventually("it has been taken in", || (queued(theirs, ours)? == 0).then_some(()));
}

/// Hangs up; returns when the program has let go of the connection too.
pub fn hang_up(stream: TcpStream) {
    let [ours, theirs] = [stream.local_addr(), stream.peer_addr()].map(|address| address.unwrap().port());
    drop(stream);
    eventually("it has let go", || queued(theirs, ours).is_none().then_some(()));
}

/// What a connection between two ports of this machine has for its owner to read; nothing if it has none.
fn queued(port: u16, peer: u16) -> Option<usize> {
    let (established, hung_up_on) = ("01", "08");
    let table = std::fs::read_to_string("/proc/net/tcp").unwrap();
    table.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let ends = [1, 2].map(|at| fields[at].split_once(':').and_then(|(_, port)| u16::from_str_radix(port, 16).ok()));
        let is_it = ends == [Some(port), Some(peer)] && [established, hung_up_on].contains(&fields[3]);
        is_it.then(|| usize::from_str_radix(fields[4].split_once(':').unwrap().1, 16).unwrap())
    })
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
