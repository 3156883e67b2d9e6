//! The fastest receiver that is still one: a thread per connection, keep-alive, an empty 200 for every POST.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::Instant,
};

#[derive(Clone)]
pub struct Target {
    pub url: String,
    heard: Arc<Heard>,
}

#[derive(Default)]
struct Heard {
    count: AtomicU64,
    /// The moment of each, while latency is measured.
    moments: Mutex<Option<Vec<Instant>>>,
    more: Condvar,
    lock: Mutex<()>,
}

impl Target {
    pub fn start() -> Target {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let heard = Arc::new(Heard::default());
        let shared = heard.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let heard = shared.clone();
                std::thread::spawn(move || serve(stream, &heard));
            }
        });
        Target { url, heard }
    }

    pub fn count(&self) -> u64 {
        self.heard.count.load(Ordering::SeqCst)
    }

    /// Waits until so many have come in all.
    pub fn wait_for(&self, count: u64) {
        let mut held = self.heard.lock.lock().unwrap();
        while self.count() < count {
            held = self.heard.more.wait(held).unwrap();
        }
    }

    pub fn keep_moments(&self) {
        *self.heard.moments.lock().unwrap() = Some(Vec::new());
    }

    pub fn last_moment(&self) -> Instant {
        *self.heard.moments.lock().unwrap().as_ref().unwrap().last().unwrap()
    }
}

fn serve(stream: TcpStream, heard: &Heard) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut writer = stream.try_clone().ok()?;
    let mut reader = BufReader::with_capacity(16 * 1024, stream);
    let (mut line, mut body) = (String::new(), Vec::new());
    loop {
        let mut length = 0;
        loop {
            line.clear();
            if reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            let text = line.trim_end();
            if text.is_empty() {
                break;
            }
            if let Some((name, value)) = text.split_once(':')
                && name.eq_ignore_ascii_case("content-length")
            {
                length = value.trim().parse().ok()?;
            }
        }
        body.resize(length, 0);
        reader.read_exact(&mut body).ok()?;
        if let Some(moments) = heard.moments.lock().unwrap().as_mut() {
            moments.push(Instant::now());
        }
        heard.count.fetch_add(1, Ordering::SeqCst);
        drop(heard.lock.lock().unwrap());
        heard.more.notify_all();
        writer.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").ok()?;
    }
}
