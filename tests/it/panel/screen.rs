//! A screen without a browser: reads the stream of server-sent events, byte by byte, and counts them.

use super::Browser;
use crate::harness::Garson;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    time::Duration,
};

/// One comes every five seconds.
const MOST_BEATS: usize = 12;

pub struct Screen {
    stream: BufReader<TcpStream>,
    text: String,
    /// Received so far, with all framing.
    pub bytes: u64,
    /// Of these there is one every five seconds, by the program's own clock.
    pub beats: usize,
    /// What keeps orders away, as it was last told.
    pub trouble: String,
    /// How long the kitchen takes, as it was last told.
    pub took: String,
}

impl Screen {
    pub fn open(garson: &Garson, browser: &Browser<'_>, path: &str) -> Screen {
        let host = garson.base.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let cookie = |name: &str| browser.cookie(name).map(|token| format!("{name}={token}"));
        let session = cookie("garson_session").or_else(|| cookie("garson_screen")).unwrap();
        let lang = browser.lang();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {session}\r\nAccept-Language: {lang}\r\n\r\n")
            .unwrap();
        let [text, trouble, took] = [const { String::new() }; 3];
        let mut screen = Screen { stream: BufReader::new(stream), text, bytes: 0, beats: 0, trouble, took };
        let mut head = Vec::new();
        loop {
            let line = screen.line().expect("a header");
            if line.is_empty() {
                break;
            }
            head.push(line.to_ascii_lowercase());
        }
        assert!(head[0].starts_with("http/1.1 200"), "{head:?}");
        assert!(head.contains(&"content-type: text/event-stream".to_owned()), "{head:?}");
        screen
    }

    /// The next event and its data; `None` at the end of the stream.
    pub fn try_next(&mut self) -> Option<(String, String)> {
        loop {
            if let Some((frame, rest)) = self.text.split_once("\n\n") {
                let event = frame.lines().find_map(|line| line.strip_prefix("event: ")).unwrap_or_default().to_owned();
                let data: Vec<&str> = frame.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
                let data = data.join("\n");
                self.text = rest.to_owned();
                self.beats += usize::from(event == "beat");
                let kept = match event.as_str() {
                    "trouble" => Some(&mut self.trouble),
                    "took" => Some(&mut self.took),
                    _ => None,
                };
                if let Some(kept) = kept {
                    *kept = data;
                    continue;
                }
                return Some((event, data));
            }
            let size = usize::from_str_radix(&self.line()?, 16).unwrap();
            if size == 0 {
                return None;
            }
            let mut chunk = vec![0; size];
            self.stream.read_exact(&mut chunk).ok()?;
            self.bytes += size as u64;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
            self.line()?;
        }
    }

    #[track_caller]
    pub fn next(&mut self) -> (String, String) {
        self.try_next().expect("the stream goes on")
    }

    /// The next event that is not a beat.
    #[track_caller]
    pub fn change(&mut self) -> (String, String) {
        let mut events = std::iter::repeat_with(|| self.next()).take(MOST_BEATS);
        events.find(|event| event.0 != "beat").expect("something other than beats, within a minute")
    }

    /// Reads on until it was told such trouble.
    #[track_caller]
    pub fn await_trouble(&mut self, is_wanted: impl Fn(&str) -> bool) {
        for _ in 0..MOST_BEATS {
            if is_wanted(&self.trouble) {
                return;
            }
            self.next();
        }
        panic!("it was last told {}", self.trouble);
    }

    fn line(&mut self) -> Option<String> {
        let mut line = String::new();
        let read = self.stream.read_line(&mut line).ok().filter(|read| *read > 0)?;
        self.bytes += read as u64;
        Some(line.trim_end().to_owned())
    }
}

/// What a process has used, user and system together, in milliseconds.
pub fn cpu_ms(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    // The name, in brackets, may hold anything; what follows it does not.
    let fields: Vec<&str> = stat.rsplit_once(')').unwrap().1.split_whitespace().collect();
    let ticks: f64 = fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap();
    // Linux counts hundredths of a second here on every machine that matters.
    ticks * 10.0
}
