//! How often a request asks for memory: exact, where times are not. The server and its client share one thread here, which is
//! the one that is counted; what the writer does for an order is not in it.

use crate::harness::{Garson, Shop, an_order, in_the_app_of};
use garson::{
    api,
    http::{self, Door, Limits, Site},
    intake,
};
use std::future::pending;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    runtime::{Builder, Runtime},
};

const REQUESTS: u64 = 100;

/// A client that has its memory before it is counted.
struct Client {
    stream: TcpStream,
    answer: Vec<u8>,
}

impl Client {
    async fn ask(&mut self, request: &[u8]) {
        self.stream.write_all(request).await.unwrap();
        let mut length = 0;
        while !is_whole(&self.answer[..length]) {
            let read = self.stream.read(&mut self.answer[length..]).await.unwrap();
            assert!(read > 0, "cut off");
            length += read;
        }
        assert!(self.answer.starts_with(b"HTTP/1.1 20"), "{}", String::from_utf8_lossy(&self.answer[..length]));
    }
}

fn is_whole(answer: &[u8]) -> bool {
    let Some(end) = answer.windows(4).position(|four| four == b"\r\n\r\n") else { return false };
    let head = std::str::from_utf8(&answer[..end]).unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    answer.len() == end + 4 + length.parse::<usize>().unwrap()
}

/// Requests for memory by one of these requests, which are all alike.
fn allocations(runtime: &Runtime, client: &mut Client, requests: &[Vec<u8>]) -> f64 {
    let (first, others) = requests.split_at(REQUESTS as usize);
    let mut ask = |requests: &[Vec<u8>]| {
        runtime.block_on(async {
            for request in requests {
                client.ask(request).await;
            }
        });
    };
    ask(first);
    let counted = allocation_counter::measure(|| ask(others));
    counted.count_total as f64 / others.len() as f64
}

#[test]
fn a_request_asks_for_memory_a_few_times() {
    let mut garson = Garson::start();
    let shop = Shop::open(&garson);
    let order = shop.order(&garson, "first");
    (0..50).for_each(|number| _ = shop.order(&garson, &format!("more-{number}")));
    garson.stop();
    let key = garson.key.clone();

    let get = |path: &str| {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\r\n");
        vec![request.into_bytes(); 2 * REQUESTS as usize]
    };
    let push = |number| {
        let body = an_order(&format!("counted-{number}")).to_string();
        let head = format!("POST {}/orders HTTP/1.1\r\nhost: localhost\r\n", shop.intake);
        format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len()).into_bytes()
    };
    let questions = [
        ("the smallest route", get("/health"), 12.0),
        ("one order", get(&format!("/web-api/v1/orders/{order}")), 44.0),
        ("a page", get("/web-api/v1/orders?limit=50"), 150.0),
        ("reasons", get(&format!("/web-api/v1/orders/reasons/{order}")), 80.0),
        ("an order in", (0..2 * REQUESTS).map(push).collect(), 150.0),
    ];

    let runtime = Builder::new_current_thread().enable_all().build().unwrap();
    in_the_app_of(garson.data(), |app| {
        // `/health` says whether they live.
        let _threads = (app.engine.threads.sync.begin(), app.engine.threads.delivery.begin());
        let mut client = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
            let site = Site::new();
            let open = Door::new("", api::open_routes(app, site.counts()));
            site.mount(vec![api::door(app), intake::door(app), open]);
            tokio::spawn(http::serve(listener, site, pending(), Limits::default()));
            Client { stream, answer: vec![0; 1 << 20] }
        });
        for (name, requests, most) in questions {
            let each = allocations(&runtime, &mut client, &requests);
            assert!(each <= most, "{name}: {each} allocations, and {most} were enough");
        }
        drop(runtime);
    });
}
