//! A scripted HTTP receiver: stands where a shop or a till would, and does what the test says.

use super::gate::Gate;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Mutex,
        mpsc::{Receiver as Queue, Sender, channel},
    },
    time::Duration,
};

/// What the receiver does with a request.
#[derive(Clone)]
pub enum Script {
    /// Answers with this status and body.
    Answer(u16, &'static str),
    /// Says nothing until the test lets go, then answers with this status.
    Hold(u16),
    /// Answers 200 after this long.
    Late(Duration),
    /// Closes without an answer.
    Close,
    /// Sends these bytes as they are, then closes.
    Bytes(Vec<u8>),
    /// Sends a byte of an answer that never ends every so often.
    Drip(Duration),
    /// Decides by what came in.
    Choose(fn(&Heard) -> Script),
}

/// One request as it came in.
#[derive(Clone, Debug)]
pub struct Heard {
    pub method: String,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Heard {
    /// The one header of this (lower-case) name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }
}

pub struct Receiver {
    pub url: String,
    script: Arc<Mutex<Script>>,
    gate: Gate,
    heard: Mutex<Queue<Heard>>,
}

impl Receiver {
    pub fn start(script: Script) -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let (tell, heard) = channel();
        let script = Arc::new(Mutex::new(script));
        let gate = Gate::default();
        let (plan, closed) = (script.clone(), gate.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (plan, closed, tell) = (plan.clone(), closed.clone(), tell.clone());
                std::thread::spawn(move || converse(stream, &plan, &closed, &tell));
            }
        });
        Receiver { url, script, gate, heard: Mutex::new(heard) }
    }

    /// What it does from the next request on.
    pub fn play(&self, script: Script) {
        *self.script.lock().unwrap() = script;
    }

    /// Lets every request that is held go on.
    pub fn release(&self) {
        self.gate.open();
    }

    /// The next request, waited for.
    #[track_caller]
    pub fn next(&self) -> Heard {
        self.heard.lock().unwrap().recv_timeout(super::PATIENCE).expect("no request came")
    }

    /// What has come already and was not asked for yet.
    pub fn try_next(&self) -> Option<Heard> {
        self.heard.lock().unwrap().try_recv().ok()
    }

    /// That nothing more has come.
    pub fn heard_nothing(&self) -> bool {
        self.heard.lock().unwrap().try_recv().is_err()
    }
}

fn converse(stream: TcpStream, plan: &Mutex<Script>, gate: &Gate, tell: &Sender<Heard>) -> Option<()> {
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let mut writer = stream.try_clone().ok()?;
    let mut reader = BufReader::new(stream);
    loop {
        let heard = read_request(&mut reader)?;
        let script = match plan.lock().ok()?.clone() {
            Script::Choose(choose) => choose(&heard),
            script => script,
        };
        tell.send(heard).ok()?;
        let (status, text) = match script {
            Script::Answer(status, text) => (status, text),
            Script::Late(pause) => {
                std::thread::sleep(pause);
                (200, "")
            }
            Script::Close | Script::Choose(_) => return None,
            Script::Bytes(bytes) => {
                writer.write_all(&bytes).ok()?;
                return None;
            }
            Script::Drip(pause) => {
                write!(writer, "HTTP/1.1 200 X\r\nContent-Length: 100000\r\n\r\n").ok()?;
                loop {
                    writer.write_all(b".").ok()?;
                    std::thread::sleep(pause);
                }
            }
            Script::Hold(status) => {
                gate.wait();
                (status, "")
            }
        };
        write!(writer, "HTTP/1.1 {status} X\r\nContent-Length: {}\r\n\r\n{text}", text.len()).ok()?;
    }
}

/// One request; nothing if the other side hung up.
pub fn read_request(reader: &mut BufReader<TcpStream>) -> Option<Heard> {
    let mut line = String::new();
    if reader.read_line(&mut line).ok()? == 0 {
        return None;
    }
    let mut words = line.split_whitespace();
    let (method, path) = (words.next()?.to_owned(), words.next()?.to_owned());
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        match line.trim_end().split_once(':') {
            Some((name, value)) => headers.push((name.to_ascii_lowercase(), value.trim().to_owned())),
            None => break,
        }
    }
    let length = headers.iter().find(|(name, _)| name == "content-length").map_or(0, |(_, n)| n.parse().unwrap_or(0));
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    let body = String::from_utf8_lossy(&body).into_owned();
    Some(Heard { method, path, headers, body })
}
