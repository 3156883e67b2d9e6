//! HTTP/2 frame by frame, as no honest client would send them.

use super::{Tls, encrypted, root_of, shake_hands, shake_hands_on};
use crate::harness::{Garson, Shop, connect_from};
use std::io::{ErrorKind, Read, Write};

const DATA: u8 = 0;
const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const GOAWAY: u8 = 7;
const CONTINUATION: u8 = 9;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const ACK: u8 = 1;
/// The setting of how much of an answer may come unasked.
const WINDOW: [u8; 2] = [0, 4];

struct Frames {
    stream: Tls,
    next: u32,
}

struct Frame {
    kind: u8,
    flags: u8,
    stream: u32,
    payload: Vec<u8>,
}

impl Frames {
    fn open(garson: &Garson, window: u32) -> Frames {
        Frames::begin(shake_hands(garson, &root_of(garson), "localhost", "h2").unwrap(), window)
    }

    fn open_from(garson: &Garson, address: &str, window: u32) -> Option<Frames> {
        let stream = connect_from(garson, address);
        shake_hands_on(stream, &root_of(garson), "localhost", "h2").ok().map(|stream| Frames::begin(stream, window))
    }

    fn begin(mut stream: Tls, window: u32) -> Frames {
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").unwrap();
        let mut frames = Frames { stream, next: 1 };
        frames.send(SETTINGS, 0, 0, &[&WINDOW[..], &window.to_be_bytes()].concat()).unwrap();
        frames
    }

    fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) -> std::io::Result<()> {
        let length = (payload.len() as u32).to_be_bytes();
        let head = [&length[1..], &[kind, flags], &stream.to_be_bytes()].concat();
        self.stream.write_all(&[&head, payload].concat())
    }

    fn receive(&mut self) -> std::io::Result<Frame> {
        let mut head = [0; 9];
        self.stream.read_exact(&mut head)?;
        let mut payload = vec![0; u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize];
        self.stream.read_exact(&mut payload)?;
        let stream = u32::from_be_bytes([head[5], head[6], head[7], head[8]]);
        Ok(Frame { kind: head[3], flags: head[4], stream, payload })
    }

    /// A question; the number of its stream.
    fn get(&mut self, path: &str, headers: &[(&str, &str)]) -> std::io::Result<u32> {
        let block = block("GET", path, headers);
        let stream = self.next;
        self.next += 2;
        self.send(HEADERS, END_STREAM | END_HEADERS, stream, &block)?;
        Ok(stream)
    }

    /// The whole answer: its first byte of headers, which says the status, and its body.
    fn answer(&mut self, stream: u32) -> (u8, Vec<u8>) {
        let (mut status, mut body) = (0, Vec::new());
        loop {
            let frame = self.receive().unwrap();
            match frame.kind {
                SETTINGS if frame.flags & ACK == 0 => self.send(SETTINGS, ACK, 0, &[]).unwrap(),
                HEADERS if frame.stream == stream => status = frame.payload[0],
                DATA if frame.stream == stream => body.extend(&frame.payload),
                GOAWAY => panic!("it went away"),
                _ => {}
            }
            if frame.stream == stream && frame.flags & END_STREAM != 0 && frame.kind <= HEADERS {
                return (status, body);
            }
        }
    }

    /// Reads until the other side closes; the last reason that it gave.
    fn end(&mut self) -> Option<u32> {
        let mut reason = None;
        loop {
            match self.receive() {
                Ok(frame) if frame.kind == GOAWAY => {
                    reason = Some(u32::from_be_bytes(frame.payload[4..8].try_into().unwrap()));
                }
                Ok(_) => {}
                Err(error) => {
                    assert!(!matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut), "it stays open");
                    return reason;
                }
            }
        }
    }
}

/// Headers as HPACK writes them at its plainest.
fn block(method: &str, path: &str, headers: &[(&str, &str)]) -> Vec<u8> {
    let text = |text: &str| [&[text.len() as u8], text.as_bytes()].concat();
    let mut block = vec![if method == "GET" { 0x82 } else { 0x83 }, 0x87];
    block.extend([&[0x04][..], &text(path), &[0x01], &text("localhost")].concat());
    for (name, value) in headers {
        block.extend([&[0x00][..], &text(name), &text(value)].concat());
    }
    block
}

const OK: u8 = 0x88;

/// Others are answered, in clear and encrypted, while they have patience.
fn is_well(garson: &Garson) {
    assert_eq!(garson.get("/health").status, 200);
    let mut other = Frames::open(garson, 65_535);
    let stream = other.get("/health", &[]).unwrap();
    assert_eq!(other.answer(stream).0, OK);
}

#[test]
fn an_order_comes_in_without_saying_how_long_it_is() {
    let garson = encrypted();
    let shop = Shop::open(&garson);
    let mut frames = Frames::open(&garson, 65_535);
    let order = crate::harness::an_order("7").to_string();
    let head = block("POST", &format!("{}/orders", shop.intake), &[("content-type", "application/json")]);
    frames.send(HEADERS, END_HEADERS, 1, &head).unwrap();
    let (first, rest) = order.as_bytes().split_at(20);
    frames.send(DATA, 0, 1, first).unwrap();
    frames.send(DATA, END_STREAM, 1, rest).unwrap();
    let (status, body) = frames.answer(1);
    assert_eq!(status, OK, "{}", String::from_utf8_lossy(&body));
    // A body that is too large ends its own request and no other.
    let head = block(
        "POST",
        &format!("{}/orders", shop.intake),
        &[("content-type", "application/json"), ("content-length", "90000000")],
    );
    frames.send(HEADERS, END_HEADERS, 3, &head).unwrap();
    let (status, _) = frames.answer(3);
    assert_ne!(status, OK);
    frames.next = 5;
    let stream = frames.get("/health", &[]).unwrap();
    assert_eq!(frames.answer(stream).0, OK);
    // Two names for one host.
    let stream = frames.get("/health", &[("host", "localhost"), ("host", "elsewhere")]).unwrap();
    assert_eq!(frames.answer(stream).0, 0x8c, "400");
}

#[test]
fn questions_that_are_taken_back_end_the_connection() {
    let garson = encrypted();
    let mut frames = Frames::open(&garson, 65_535);
    let key = format!("Bearer {}", garson.key);
    let cut = (0..20_000).find(|_| {
        let Ok(stream) = frames.get("/web-api/v1/orders?limit=200", &[("authorization", &key)]) else { return true };
        frames.send(RST_STREAM, 0, stream, &8u32.to_be_bytes()).is_err()
    });
    assert!(cut.is_some(), "20,000 questions were asked and taken back");
    is_well(&garson);
}

#[test]
fn answers_that_nobody_takes_hold_one_address_and_no_other() {
    let garson = encrypted();
    let shop = Shop::open(&garson);
    for number in 0..40 {
        shop.order(&garson, &number.to_string());
    }
    let key = format!("Bearer {}", garson.key);
    let mut greedy: Vec<Frames> = Vec::new();
    // A window of nothing: each answer lies there until it is asked for.
    const EACH: usize = 30;
    let cut = (0..12).any(|_| {
        let Some(mut frames) = Frames::open_from(&garson, "127.0.0.9", 0) else { return true };
        for _ in 0..EACH {
            if frames.get("/web-api/v1/orders?limit=200", &[("authorization", &key)]).is_err() {
                return true;
            }
        }
        greedy.push(frames);
        false
    });
    // What is too much is refused, in a frame that is not that address's to hold back. Which of them, the order of work says.
    let refused = greedy.iter_mut().any(|frames| {
        let heads = std::iter::from_fn(|| frames.receive().ok()).filter(|frame| frame.kind == HEADERS);
        heads.take(EACH).any(|head| head.payload.first() != Some(&OK))
    });
    assert!(cut || refused, "all were answered");
    is_well(&garson);
    shop.order(&garson, "one more");
}

#[test]
fn headers_without_an_end_are_not_collected() {
    let garson = encrypted();
    let mut frames = Frames::open(&garson, 65_535);
    frames.send(HEADERS, END_STREAM, 1, &block("GET", "/health", &[])).unwrap();
    let piece = [&[0x00, 0x01][..], b"x", &[0x7f, 0x81, 0x7e], &[b'a'; 16_000]].concat();
    let cut = (0..5_000).find(|_| frames.send(CONTINUATION, 0, 1, &piece).is_err());
    assert!(cut.is_some(), "80 MB of headers were taken");
    is_well(&garson);
}

#[test]
fn more_at_once_than_was_agreed_are_refused_one_by_one() {
    let garson = encrypted();
    let mut frames = Frames::open(&garson, 0);
    for _ in 0..300 {
        if frames.get("/openapi.json", &[]).is_err() {
            break;
        }
    }
    // Either stream by stream, or at last the connection.
    let mut refused = 0;
    while refused < 200 {
        match frames.receive() {
            Ok(frame) if frame.kind == RST_STREAM => refused += 1,
            Ok(frame) if frame.kind == GOAWAY => break,
            Ok(_) => {}
            Err(_) => break,
        }
    }
    is_well(&garson);
    drop(frames);
    // One that breaks the rules is told so.
    let mut frames = Frames::open(&garson, 65_535);
    frames.send(DATA, 0, 0, b"x").unwrap();
    assert_eq!(frames.end(), Some(1), "a protocol error");
}
