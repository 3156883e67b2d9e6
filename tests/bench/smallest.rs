//! CPU per request of the smallest route, `/health`, beside bare hyper that gives the same answer.
//!
//! Both are processes of their own under the same load, in many short turns, and the median counts: whatever else the
//! machine does then falls on both. Another build named in `GARSON_BESIDE` takes its turns too, so that a change is
//! held against what was before it in one run.

use crate::cpu::ThreadTimes;
use hyper::{Request, Response, body::Incoming, header::HeaderValue, server::conn::http1, service::service_fn};
use hyper_util::rt::TokioIo;
use std::{
    convert::Infallible,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    time::Duration,
};

/// The word that has this program serve as the ruler.
pub const BARE: &str = "bare-hyper";

const BODY: &str = r#"{"status":"ok"}"#;
const THREADS: u64 = 4;
const CONNECTIONS: u64 = 4;
const ROUNDS: usize = 60;

/// What a load generator sends, and what a browser does: copying headers would show in the second.
const REQUESTS: [(&str, &str); 2] = [
    ("2 headers", "GET /health HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n"),
    (
        "12 headers",
        "GET /health HTTP/1.1\r\nHost: localhost\r\nAccept: text/html,application/xhtml+xml,*/*;q=0.8\r\n\
         Accept-Language: tr-TR,tr;q=0.9,en;q=0.5\r\nAccept-Encoding: gzip, deflate, br\r\nCache-Control: no-cache\r\n\
         User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\nDNT: 1\r\n\
         Sec-Fetch-Dest: document\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Site: none\r\n\
         Upgrade-Insecure-Requests: 1\r\nCookie: garson_lang=tr\r\n\r\n",
    ),
];

pub fn run(requests: u64) {
    let this = std::env::current_exe().unwrap();
    let mut subjects = vec![
        Subject::start("bare hyper", &this, |command| command.arg(BARE)),
        Subject::start("garson", Path::new(env!("CARGO_BIN_EXE_garson")), serve),
    ];
    if let Some(beside) = std::env::var_os("GARSON_BESIDE") {
        subjects.push(Subject::start("garson beside it", Path::new(&beside), serve));
    }
    for (name, request) in REQUESTS {
        println!("the smallest route, {name}, {} connections, {ROUNDS} rounds of {requests}", THREADS * CONNECTIONS);
        subjects.iter_mut().for_each(|subject| subject.cpu.clear());
        for round in 0..ROUNDS {
            let first = round % subjects.len();
            subjects.rotate_left(first);
            subjects.iter_mut().for_each(|subject| subject.measure(request, requests));
            subjects.rotate_right(first);
        }
        let bare = subjects[0].cpu.clone();
        for subject in &subjects {
            let ratio = median(bare.iter().zip(&subject.cpu).map(|(bare, ours)| bare / ours));
            println!("  {:<18} {:>6.2} µs CPU each   {ratio:.2}", subject.name, median(subject.cpu.iter().copied()));
        }
    }
}

/// The ruler: hyper on a runtime like garson's, with garson's answer ready.
pub fn serve_bare() {
    let answer = |_: Request<Incoming>| async {
        let mut response = Response::new(BODY.to_owned());
        let headers = response.headers_mut();
        headers.insert("content-type", HeaderValue::from_static("application/json"));
        headers.insert("x-request-id", HeaderValue::from_static("0123abcd-12345"));
        headers.insert("x-content-type-options", HeaderValue::from_static("nosniff"));
        Ok::<_, Infallible>(response)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        println!("listening on http://{}", listener.local_addr().unwrap());
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            stream.set_nodelay(true).unwrap();
            tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer)));
        }
    });
}

/// A server under measurement.
struct Subject {
    name: &'static str,
    child: Child,
    address: String,
    _data: tempfile::TempDir,
    /// Microseconds for each request, round by round.
    cpu: Vec<f64>,
}

impl Subject {
    fn start(name: &'static str, program: &Path, arguments: impl Fn(&mut Command) -> &mut Command) -> Subject {
        let data = tempfile::tempdir().unwrap();
        let mut command = Command::new(program);
        arguments(&mut command).env("GARSON_DATA", data.path()).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let listening = lines.find_map(|line| line.unwrap().strip_prefix("listening on http://").map(str::to_owned));
        Subject { name, child, address: listening.expect("it listens"), _data: data, cpu: Vec::new() }
    }

    fn measure(&mut self, request: &str, requests: u64) {
        // Until the store is open the answer is another one.
        while !visit(&self.address, request, 1) {
            std::thread::sleep(Duration::from_millis(10));
        }
        let before = ThreadTimes::of(self.child.id());
        let each = requests / THREADS / CONNECTIONS;
        std::thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| assert!(visit(&self.address, request, each), "{} gave another answer", self.name));
            }
        });
        let took = ThreadTimes::of(self.child.id()).since(&before);
        self.cpu.push(took.as_secs_f64() * 1e6 / (each * THREADS * CONNECTIONS) as f64);
    }
}

impl Drop for Subject {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn serve(command: &mut Command) -> &mut Command {
    command.args(["serve", "--listen", "127.0.0.1:0", "--rate-limit", "0"])
}

/// Sends so many requests over each of several connections and reads the answers; says whether all were the right one.
fn visit(address: &str, request: &str, each: u64) -> bool {
    let mut streams: Vec<TcpStream> = (0..CONNECTIONS).map(|_| TcpStream::connect(address).unwrap()).collect();
    streams.iter().for_each(|stream| stream.set_nodelay(true).unwrap());
    (0..each).all(|_| {
        streams.iter_mut().for_each(|stream| stream.write_all(request.as_bytes()).unwrap());
        streams.iter_mut().all(is_answered)
    })
}

/// The body is known, so its end is the end of the answer.
fn is_answered(stream: &mut TcpStream) -> bool {
    let (mut answer, mut length) = ([0; 4096], 0);
    while !answer[..length].ends_with(BODY.as_bytes()) {
        match stream.read(&mut answer[length..]).unwrap() {
            0 => return false,
            more => length += more,
        }
        if !answer[..length].starts_with(b"HTTP/1.1 200") {
            return false;
        }
    }
    true
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
