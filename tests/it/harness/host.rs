//! A host that stands where a platform would: a `Fake` keeps the platform's state and answers by its rules.

use super::{Heard, eventually, gate::Gate, receiver::read_request};
use serde_json::Value;
use std::{
    io::{BufReader, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

pub trait Fake: Send + 'static {
    /// What the platform does with a request; it has done it when this returns, however late the answer comes.
    fn answer(&mut self, heard: &Heard) -> Answered;
}

/// So late as the test says (`Host::release`).
pub const HELD: Duration = Duration::MAX;

pub struct Answered {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    late: Duration,
    /// Hang up instead of answering.
    hangs_up: bool,
}

impl Answered {
    pub fn json(status: u16, body: &Value) -> Answered {
        Answered::text(status, &body.to_string())
    }

    pub fn text(status: u16, body: &str) -> Answered {
        let headers = vec![("content-type", "application/json".to_owned())];
        Answered { status, headers, body: body.as_bytes().to_vec(), late: Duration::ZERO, hangs_up: false }
    }

    pub fn header(mut self, name: &'static str, value: impl ToString) -> Answered {
        self.headers.push((name, value.to_string()));
        self
    }

    /// Done, but the answer takes this long.
    pub fn late(mut self, by: Duration) -> Answered {
        self.late = by;
        self
    }

    /// Done, but no answer comes before the test lets go.
    pub fn held(self) -> Answered {
        self.late(HELD)
    }

    /// Done, but the connection closes without an answer.
    pub fn hang_up(mut self) -> Answered {
        self.hangs_up = true;
        self
    }
}

/// The running host. Everything that it was asked is kept.
pub struct Host<F> {
    pub url: String,
    fake: Arc<Mutex<F>>,
    heard: Arc<Mutex<Vec<Heard>>>,
    gate: Gate,
}

impl<F: Fake> Host<F> {
    pub fn start(fake: F) -> Host<F> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (fake, heard) = (Arc::new(Mutex::new(fake)), Arc::new(Mutex::new(Vec::new())));
        let gate = Gate::default();
        let (playing, told, closed) = (fake.clone(), heard.clone(), gate.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (playing, told, closed) = (playing.clone(), told.clone(), closed.clone());
                std::thread::spawn(move || converse(stream, &playing, &told, &closed));
            }
        });
        Host { url, fake, heard, gate }
    }

    /// The platform's own state, to look at and to change.
    pub fn fake(&self) -> MutexGuard<'_, F> {
        self.fake.lock().unwrap()
    }

    /// Lets every answer go that is held.
    pub fn release(&self) {
        self.gate.open();
    }

    /// Everything that it was asked so far.
    pub fn heard(&self) -> Vec<Heard> {
        self.heard.lock().unwrap().clone()
    }

    /// How often it was asked anything.
    pub fn heard_count(&self) -> usize {
        self.heard.lock().unwrap().len()
    }

    /// Returns when it was asked this so often.
    #[track_caller]
    pub fn await_count(&self, asked: &str, count: usize) {
        eventually(&format!("{count} times {asked}"), || (self.count(asked) >= count).then_some(()));
    }

    /// How often it was asked this: `"POST /food-orders/1/verify"`, without the query.
    pub fn count(&self, asked: &str) -> usize {
        let line = |heard: &Heard| format!("{} {}", heard.method, heard.path.split('?').next().unwrap_or_default());
        self.heard.lock().unwrap().iter().filter(|heard| line(heard) == asked).count()
    }
}

fn converse<F: Fake>(stream: TcpStream, fake: &Mutex<F>, told: &Mutex<Vec<Heard>>, gate: &Gate) -> Option<()> {
    stream.set_read_timeout(Some(Duration::from_secs(60))).ok()?;
    let mut writer = stream.try_clone().ok()?;
    let mut reader = BufReader::new(stream);
    loop {
        let heard = read_request(&mut reader)?;
        told.lock().ok()?.push(heard.clone());
        let answered = fake.lock().ok()?.answer(&heard);
        match answered.late {
            HELD => gate.wait(),
            late => std::thread::sleep(late),
        }
        if answered.hangs_up {
            return None;
        }
        let mut head = format!("HTTP/1.1 {} X\r\nContent-Length: {}\r\n", answered.status, answered.body.len());
        for (name, value) in answered.headers {
            head += &format!("{name}: {value}\r\n");
        }
        writer.write_all(format!("{head}\r\n").as_bytes()).ok()?;
        writer.write_all(&answered.body).ok()?;
    }
}
