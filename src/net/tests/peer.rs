//! The small peers, and sending to them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::names::Names;
use crate::{Authorities, Guard, Method, Net, PeerResponse, Request, Trouble};

pub const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nRetry-After: 7\r\n\r\nok";
/// For peers that never finish.
pub const SHORT: Duration = Duration::from_millis(150);

/// A server that gives each connection to `script`, with the number of connections before it.
pub struct Peer {
    pub port: u16,
    connections: Arc<AtomicUsize>,
}

pub type Stream = BufReader<TcpStream>;

impl Peer {
    pub fn new(script: impl Fn(usize, Stream) + Send + Sync + 'static) -> Peer {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let connections = Arc::new(AtomicUsize::new(0));
        let (count, script) = (Arc::clone(&connections), Arc::new(script));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (n, script) = (count.fetch_add(1, Ordering::SeqCst), Arc::clone(&script));
                thread::spawn(move || script(n, BufReader::new(stream)));
            }
        });
        Peer { port, connections }
    }

    /// Answers every request on every connection with the same text.
    pub fn answering(text: impl Into<String>) -> Peer {
        let text = text.into();
        Peer::new(move |_, mut stream| {
            while read_request(&mut stream).is_some() {
                if stream.get_mut().write_all(text.as_bytes()).is_err() {
                    return;
                }
            }
        })
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/hook", self.port)
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

pub fn read_request(stream: &mut Stream) -> Option<String> {
    let (mut text, mut length) = (String::new(), 0);
    loop {
        let start = text.len();
        if stream.read_line(&mut text).ok()? == 0 {
            return None;
        }
        let line = text[start..].to_ascii_lowercase();
        if let Some(value) = line.strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line == "\r\n" {
            break;
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    Some(text + &String::from_utf8(body).unwrap())
}

/// Returns when the client has hung up.
pub fn wait_for_end(mut stream: Stream) {
    let _ = std::io::copy(&mut stream, &mut std::io::sink());
}

pub fn post(url: &str, timeout: Duration) -> Request<'_> {
    Request {
        method: Method::Post,
        url,
        headers: &[],
        body: Some(b"{}"),
        timeout,
        max_answer: 2048,
        is_once: false,
        is_to_target: false,
    }
}

pub fn send(url: &str) -> Result<PeerResponse, Trouble> {
    Net::new(Guard::default()).send(&post(url, Duration::from_secs(10)))
}

pub fn send_briefly(url: &str) -> Trouble {
    let started = Instant::now();
    let trouble = Net::new(Guard::default()).send(&post(url, SHORT)).unwrap_err();
    let elapsed = started.elapsed();
    assert!(elapsed >= SHORT && elapsed < Duration::from_secs(10), "{elapsed:?}");
    trouble
}

pub fn net_where(name: &'static str, address: &'static str) -> Net {
    let lookup = move |asked: &str| match asked == name {
        true => Ok(vec![address.parse::<IpAddr>().unwrap()]),
        false => Err(std::io::Error::other("no such name")),
    };
    Net::with_names(Guard::default(), Authorities::default(), Names::new(Box::new(lookup)))
}
