//! Somebody at the panel: signs in and opens pages as a browser does.

use crate::{harness::Garson, intake::address, load::is_whole};
use std::{
    io::{self, Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

/// What a browser sends with every page.
const BROWSER: &str = "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\nAccept-Language: tr-TR,tr;q=0.9\r\n\
    Accept-Encoding: gzip, deflate, br, zstd\r\n";
/// How long a page may take before the benchmark gives up.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Visitor {
    address: String,
    session: String,
    /// Made when the first page is opened: a connection that says nothing for five seconds is closed.
    stream: Option<TcpStream>,
}

impl Visitor {
    /// The owner whom the harness sets up.
    pub fn sign_in(garson: &Garson) -> Visitor {
        Visitor::try_sign_in(garson).unwrap()
    }

    /// The same, where the program may be killed for it.
    pub fn try_sign_in(garson: &Garson) -> Result<Visitor, String> {
        let form = "guard=&name=ay%C5%9Fe&password=do%C4%9Fru%20at%20pil%20z%C4%B1mba";
        let headers = [("Authorization", ""), ("Content-Type", "application/x-www-form-urlencoded")];
        let reply = garson.try_send("POST", "/login", Some(form.as_bytes()), &headers)?;
        let cookie = reply.header("set-cookie").and_then(|cookie| cookie.split(';').next());
        let session = cookie.filter(|_| reply.status == 303).ok_or_else(|| format!("no session: {reply}"))?.to_owned();
        let address = address(garson).to_owned();
        Ok(Visitor { address, session, stream: None })
    }

    /// The bytes of a page as they came over the wire, headers and all, and how long it took.
    pub fn open(&mut self, path: &str) -> (Vec<u8>, Duration) {
        let began = Instant::now();
        let answer = self.try_open(path).unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{path}: {}", String::from_utf8_lossy(&answer));
        (answer, began.elapsed())
    }

    /// Closes the connection, as the program does with one that says nothing; the next page opens another.
    pub fn hang_up(&mut self) {
        self.stream = None;
    }

    /// A page as a person reads it.
    pub fn read(&mut self, path: &str) -> String {
        let (answer, _) = self.open(path);
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
        let (head, body) = answer.split_at(end);
        if !String::from_utf8_lossy(head).contains("content-encoding: gzip") {
            return String::from_utf8_lossy(body).into_owned();
        }
        let mut text = String::new();
        flate2::read::GzDecoder::new(body).read_to_string(&mut text).unwrap();
        text
    }

    /// The same, where the program may be killed in the middle.
    pub fn try_open(&mut self, path: &str) -> io::Result<Vec<u8>> {
        let session = &self.session;
        let stream = self.stream.get_or_insert_with(|| connect(&self.address));
        write!(stream, "GET {path} HTTP/1.1\r\nHost: localhost\r\n{BROWSER}Cookie: {session}\r\n\r\n")?;
        let (mut answer, mut part) = (Vec::new(), vec![0; 128 * 1024]);
        while !is_whole(&answer) {
            match stream.read(&mut part)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                length => answer.extend_from_slice(&part[..length]),
            }
        }
        Ok(answer)
    }

    /// A screen that shows the board: the stream of its changes, which is read and thrown away until the program ends.
    pub fn watch_the_board(&self) {
        let mut stream = connect(&self.address);
        write!(stream, "GET /live HTTP/1.1\r\nHost: localhost\r\nCookie: {}\r\n\r\n", self.session).unwrap();
        std::thread::spawn(move || std::io::copy(&mut stream, &mut std::io::sink()));
    }
}

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}
