//! The folder under test as a client sees it: a real socket on port 0, bytes in, bytes out.

mod bodies;
mod held;
mod routing;
mod serving;
mod shortage;

use crate::*;
use held::HeldServer;
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{net::TcpListener, runtime::Runtime, sync::oneshot, task::JoinHandle};

/// Before any limit that a test did not set itself: what ends sooner was ended by what the test is about.
const SOON: Duration = Duration::from_secs(8);
/// For a limit that a test is not about, so that a machine that stands still for a while does not meet it.
const PATIENCE: Duration = Duration::from_secs(60);

struct Server {
    runtime: Runtime,
    addr: SocketAddr,
    site: Arc<Site>,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl Server {
    fn start(limits: Limits) -> Server {
        Server::behind(Front::default(), limits)
    }

    fn behind(front: Front, limits: Limits) -> Server {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let addr = listener.local_addr().unwrap();
        let site = Site::behind(front);
        let (stop, stopped) = oneshot::channel();
        let stopped = async {
            stopped.await.unwrap();
        };
        let serving = runtime.spawn(serve(listener, site.clone(), stopped, limits));
        Server { runtime, addr, site, stop, serving }
    }

    fn with(doors: Vec<Door>) -> Server {
        let server = Server::start(Limits::default());
        server.site.mount(doors);
        server
    }

    fn client(&self) -> Client {
        Client::of(self.addr)
    }

    fn ask(&self, method: &str, path: &str) -> Got {
        self.client().ask(method, path)
    }

    /// Asks it to stop and says how long that took.
    fn stop(self) -> Duration {
        let start = Instant::now();
        self.stop.send(()).unwrap();
        self.runtime.block_on(self.serving).unwrap();
        start.elapsed()
    }
}

struct Client {
    stream: BufReader<TcpStream>,
}

struct Got {
    status: u16,
    headers: Vec<(String, String)>,
    body: String,
}

impl Client {
    fn of(server: SocketAddr) -> Client {
        let stream = TcpStream::connect(server).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        Client { stream: BufReader::new(stream) }
    }

    fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.get_mut().write_all(bytes.as_ref()).unwrap();
    }

    fn ask(&mut self, method: &str, path: &str) -> Got {
        self.send(format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"));
        self.read(method == "HEAD")
    }

    fn post(&mut self, path: &str, body: &[u8]) -> Got {
        self.send(format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", body.len()));
        self.send(body);
        self.read(false)
    }

    fn read(&mut self, headless: bool) -> Got {
        let mut line = || {
            let mut line = String::new();
            self.stream.read_line(&mut line).unwrap();
            line.trim_end().to_owned()
        };
        let status = line().split(' ').nth(1).expect("no answer").parse().unwrap();
        let headers: Vec<(String, String)> = std::iter::from_fn(|| Some(line()).filter(|line| !line.is_empty()))
            .map(|line| line.split_once(": ").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap())
            .collect();
        let mut got = Got { status, headers, body: String::new() };
        if !headless {
            let mut body = vec![0; got.header("content-length").unwrap().parse().unwrap()];
            self.stream.read_exact(&mut body).unwrap();
            got.body = String::from_utf8(body).unwrap();
        }
        got
    }

    /// Waits for the other side to close; a reset counts too.
    fn closed_after(&mut self) -> Duration {
        let start = Instant::now();
        let mut rest = Vec::new();
        match self.stream.read_to_end(&mut rest) {
            Ok(_) => {}
            Err(e) => assert_eq!(e.kind(), std::io::ErrorKind::ConnectionReset),
        }
        start.elapsed()
    }
}

impl Got {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.body).unwrap()
    }

    fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Answers with the pattern's name and its first two captures.
fn echo(name: &'static str) -> impl Fn(Call) -> std::future::Ready<Answer> {
    move |call| std::future::ready(reply::ok(&[name, call.param(0), call.param(1)]))
}
