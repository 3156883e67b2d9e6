//! The load: requests over so many connections, each sent when its connection has had its answer.
//!
//! One thread with a runtime of its own, so that it takes little of the two cores that it shares with what it measures.

use std::{
    cell::{Cell, RefCell},
    io,
    rc::Rc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::LocalSet,
};

pub struct Load {
    pub answered: u64,
    pub took: Duration,
    /// Of each answer, sorted.
    pub waits: Vec<Duration>,
}

impl Load {
    pub fn per_second(&self) -> f64 {
        self.answered as f64 / self.took.as_secs_f64()
    }

    /// The wait that this share of all was not longer than.
    pub fn wait(&self, share: f64) -> Duration {
        self.waits[((self.waits.len() as f64 * share) as usize).min(self.waits.len() - 1)]
    }
}

/// A request as it goes over the wire.
pub fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    if !body.is_empty() {
        text += &format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    }
    (text + "\r\n" + body).into_bytes()
}

/// Sends every request once; every answer must be a 200.
pub fn send_all(address: &str, connections: usize, requests: &[Vec<u8>]) -> Load {
    let (load, error) = run(address, connections, requests, None, Duration::ZERO);
    if let Some(error) = error {
        panic!("the load broke off: {error}");
    }
    load
}

/// The same until something goes wrong, as it does when the program is killed.
pub fn send_until_it_fails(address: &str, connections: usize, requests: &[Vec<u8>]) -> Load {
    run(address, connections, requests, None, Duration::ZERO).0
}

/// Sends the requests in turn for so long, with a pause after each answer.
pub fn send_for(address: &str, connections: usize, requests: &[Vec<u8>], time: Duration, pause: Duration) -> Load {
    let (load, error) = run(address, connections, requests, Some(time), pause);
    if let Some(error) = error {
        panic!("the load broke off: {error}");
    }
    load
}

fn run(
    address: &str,
    connections: usize,
    requests: &[Vec<u8>],
    time: Option<Duration>,
    pause: Duration,
) -> (Load, Option<io::Error>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let requests: Rc<Vec<Vec<u8>>> = Rc::new(requests.to_vec());
    let (next, waits, error) = (Rc::new(Cell::new(0)), Rc::new(RefCell::new(Vec::new())), Rc::new(RefCell::new(None)));
    let until = time.map(|time| Instant::now() + time);
    let began = LocalSet::new().block_on(&runtime, async {
        let mut streams = Vec::new();
        for _ in 0..connections {
            let stream = TcpStream::connect(address).await.unwrap();
            stream.set_nodelay(true).unwrap();
            streams.push(stream);
        }
        let began = Instant::now();
        let tasks: Vec<_> = streams
            .into_iter()
            .map(|stream| {
                let (requests, next, waits, error) = (requests.clone(), next.clone(), waits.clone(), error.clone());
                tokio::task::spawn_local(async move {
                    let take = || {
                        let at: usize = next.get();
                        next.set(at + 1);
                        match until {
                            Some(until) => (Instant::now() < until).then(|| &requests[at % requests.len()]),
                            None => requests.get(at),
                        }
                    };
                    if let Err(failed) = converse(stream, take, &waits, pause).await {
                        error.borrow_mut().get_or_insert(failed);
                    }
                })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
        began
    });
    let took = began.elapsed();
    let mut waits = waits.take();
    waits.sort();
    (Load { answered: waits.len() as u64, took, waits }, error.take())
}

async fn converse<'a>(
    mut stream: TcpStream,
    mut take: impl FnMut() -> Option<&'a Vec<u8>>,
    waits: &RefCell<Vec<Duration>>,
    pause: Duration,
) -> io::Result<()> {
    let mut answer = Vec::with_capacity(16 * 1024);
    while let Some(request) = take() {
        let began = Instant::now();
        stream.write_all(request).await?;
        read_answer(&mut stream, &mut answer).await?;
        waits.borrow_mut().push(began.elapsed());
        if pause > Duration::ZERO {
            tokio::time::sleep(pause).await;
        }
    }
    Ok(())
}

/// One answer, which must be a 200, headers and all, as it came over the wire.
async fn read_answer(stream: &mut TcpStream, answer: &mut Vec<u8>) -> io::Result<()> {
    answer.clear();
    loop {
        if stream.read_buf(answer).await? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        if !b"HTTP/1.1 200".starts_with(&answer[..answer.len().min(12)]) {
            let text = String::from_utf8_lossy(&answer[..answer.len().min(500)]).into_owned();
            return Err(io::Error::other(text));
        }
        if is_whole(answer) {
            return Ok(());
        }
    }
}

/// Whether an answer is here to its end, by its length or its last chunk.
pub fn is_whole(answer: &[u8]) -> bool {
    let Some(head) = answer.windows(4).position(|four| four == b"\r\n\r\n") else { return false };
    let text = String::from_utf8_lossy(&answer[..head]).to_ascii_lowercase();
    match text.split("\r\ncontent-length:").nth(1).and_then(|rest| rest.lines().next()?.trim().parse::<usize>().ok()) {
        Some(length) => answer.len() >= head + 4 + length,
        None => answer.ends_with(b"0\r\n\r\n"),
    }
}
