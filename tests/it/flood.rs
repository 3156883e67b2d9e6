//! Many connections from many addresses, clients that do not read and such that do not send: nobody keeps others out or takes
//! the memory.

use crate::harness::{Clock, Garson, Shop, an_order, at_once, await_taken, connect_from, connect_many, eventually};
use serde_json::json;
use std::{
    io::{Read, Write},
    net::TcpStream,
};

/// The beginning of whatever the other side says.
fn beginning(stream: &mut TcpStream) -> String {
    let mut said = [0; 4 << 10];
    let length = stream.read(&mut said).unwrap_or(0);
    String::from_utf8_lossy(&said[..length]).into_owned()
}

/// More files than a shell allows by default.
fn with_many_files() {
    use rustix::process::{Resource::Nofile, Rlimit, getrlimit, setrlimit};
    let Rlimit { current, maximum } = getrlimit(Nofile);
    let wanted = maximum.unwrap_or(u64::MAX).min(4_096).max(current.unwrap_or(0));
    setrlimit(Nofile, Rlimit { current: Some(wanted), maximum }).unwrap();
}

#[test]
fn connections_from_many_addresses_keep_out_pages_and_no_order() {
    with_many_files();
    // None of them is given up for taking long.
    let garson = Garson::prepare(&[]).clock(&Clock::slower(60)).serve();
    let shop = Shop::open(&garson);
    // Half a header each: that is enough not to be taken for silent.
    let mut crowd = Vec::new();
    for neighbour in 2..8 {
        for mut one in connect_many(&garson, &format!("127.0.0.{neighbour}"), 128) {
            one.write_all(b"GET /login HTTP/1.1\r\nHost: x\r\n").unwrap();
            crowd.push(one);
        }
    }
    let refuse_a_page = || {
        let mut page = connect_from(&garson, "127.0.0.9");
        page.write_all(b"GET /login HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
        let said = beginning(&mut page).to_lowercase();
        assert!(said.starts_with("http/1.1 503") && said.contains("retry-after: 5"), "{said}");
        assert!(said.contains("connection: close"), "{said}");
    };
    refuse_a_page();
    shop.order(&garson, "1");
    assert_eq!(garson.get("/health").status, 200);
    assert_eq!(garson.get("/web-api/v1/orders").data()[0]["providerOrderId"], "1");
    // All of them were there meanwhile.
    refuse_a_page();
    // An address that comes for the rest has few of them.
    let mut greedy: Vec<TcpStream> = connect_many(&garson, "127.0.0.10", 20);
    assert!(beginning(greedy.last_mut().unwrap()).starts_with("HTTP/1.1 503"));
    drop((crowd, greedy));
    eventually("pages to be served again", || (garson.get("/login").status == 200).then_some(()));
}

#[test]
fn connections_that_take_all_places_and_send_no_request_hold_up_no_order() {
    let body = "Host: x\r\nContent-Length: 9\r\n\r\n";
    orders_come_in_beside(|shop| {
        vec![
            String::new(),
            "GET / HTTP/1.1\r\n".to_owned(),
            format!("POST /intake/v1/open/unknown/orders HTTP/1.1\r\n{body}"),
            format!("POST /login HTTP/1.1\r\n{body}"),
            format!("POST {}/orders HTTP/1.1\r\n{body}", shop.intake),
        ]
    });
}

#[test]
fn connections_on_which_all_is_refused_hold_up_no_order() {
    orders_come_in_beside(|_| {
        vec!["GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n".to_owned(), "GET /health HTTP/1.1\r\n\r\n".to_owned()]
    });
}

/// While more connections than there are places begin like this.
fn orders_come_in_beside(beginnings: impl FnOnce(&Shop) -> Vec<String>) {
    with_many_files();
    // None of them is given up for taking long, and none goes by itself.
    let garson = Garson::prepare(&[]).clock(&Clock::slower(60)).serve();
    let shop = Shop::open(&garson);
    let beginnings = beginnings(&shop);
    // As many as an address may have while there are places, and as it may have when they run short.
    let addresses = (2..8).map(|last| (format!("127.0.0.{last}"), 128));
    let more = (0..20).map(|last| (format!("127.0.1.{last}"), 16));
    let mut crowd = Vec::new();
    for (address, count) in addresses.chain(more) {
        for mut one in connect_many(&garson, &address, count) {
            // It may have been cut already.
            let _ = one.write_all(beginnings[crowd.len() % beginnings.len()].as_bytes());
            crowd.push(one);
        }
        // They come without end, and so do orders.
        shop.order(&garson, &address);
    }
    assert!(crowd.len() > 1_024);
    assert_eq!(garson.get("/web-api/v1/orders?limit=50").data().as_array().unwrap().len(), 26);
}

#[test]
fn large_bodies_that_nobody_finishes_take_no_memory() {
    const MEGA: usize = 1 << 20;
    let garson = Garson::prepare(&[]).clock(&Clock::slower(60)).serve();
    let shop = Shop::open(&garson);
    let begin = |neighbour: u8| {
        let mut client = connect_from(&garson, &format!("127.0.0.{neighbour}"));
        let head = format!("POST {}/orders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n", shop.intake);
        client.write_all(format!("{head}Content-Length: {MEGA}\r\n\r\n").as_bytes()).unwrap();
        client.write_all(&vec![b' '; MEGA - 1]).unwrap();
        await_taken(&client);
        client
    };
    let end = |client: &mut TcpStream| {
        client.write_all(b"x").unwrap();
        beginning(client)
    };
    let before = memory(&garson);
    // All that they have sent is 100 MB.
    let mut crowd: Vec<TcpStream> = (0..100).map(|number| begin(2 + number % 10)).collect();
    let taken = memory(&garson).saturating_sub(before);
    eprintln!("{} MB before, {} MB more", before >> 20, taken >> 20);
    assert!(taken < 40 << 20, "{} MB", taken >> 20);
    // Orders come in meanwhile, and elsewhere large ones too.
    shop.order(&garson, "meanwhile");
    let large = format!("{}{}", an_order("large"), " ".repeat(MEGA / 2));
    Shop::open(&garson).push_raw(&garson, large.as_bytes()).data();
    let said: Vec<String> = crowd.iter_mut().map(end).collect();
    let refused = said.iter().filter(|said| said.starts_with("HTTP/1.1 503") && said.contains("retry-after: 5"));
    let kept = said.iter().filter(|said| said.starts_with("HTTP/1.1 400")).count();
    assert!((1..=8).contains(&kept) && refused.count() + kept == 100, "{kept} were kept, {}", said[99]);
    // Once they are dealt with there is room again.
    assert!(end(&mut begin(2)).starts_with("HTTP/1.1 400"));
}

/// What the process takes of the machine's memory, in bytes.
fn memory(garson: &Garson) -> usize {
    let status = std::fs::read_to_string(format!("/proc/{}/status", garson.pid())).unwrap();
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.strip_suffix("kB"));
    kilobytes.unwrap().trim().parse::<usize>().unwrap() << 10
}

#[test]
fn the_longest_list_that_nobody_reads_takes_no_memory() {
    /// As much as all of them together may weigh, nearly.
    const RESTAURANTS: usize = 68;
    let garson = Garson::start();
    let business = garson.post("/web-api/v1/businesses", json!({ "name": "Zincir" })).id();
    let config = json!({ "note": "x".repeat(60_000) });
    at_once(4, |_| {
        for number in 0..RESTAURANTS / 4 {
            let one = json!({ "name": format!("Şube {number}"), "businessId": business, "config": config });
            garson.post("/web-api/v1/restaurants", one).data();
        }
    });
    let path = format!("/web-api/v1/businesses/{business}/restaurants");
    let length = garson.get(&path).text.len();
    assert!(length > RESTAURANTS * 60_000, "{length}");
    let before = memory(&garson);
    let ask = |neighbour: u8| {
        let mut client = connect_from(&garson, &format!("127.0.0.{neighbour}"));
        let head = format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {}\r\n\r\n", garson.key);
        client.write_all(head.as_bytes()).unwrap();
        client
    };
    // All that they would be sent is 160 MB.
    let mut greedy: Vec<TcpStream> = (0..40).map(|_| ask(2)).collect();
    let said: Vec<String> = greedy.iter_mut().map(beginning).collect();
    let served = said.iter().filter(|said| said.starts_with("HTTP/1.1 200")).count();
    let refused = said.iter().filter(|said| said.starts_with("HTTP/1.1 503") && said.contains("retry-after: 5"));
    assert!(served >= 1 && refused.count() + served == 40, "{served} were served, {}", said[39]);
    let taken = memory(&garson).saturating_sub(before);
    eprintln!("{served} of 40 served, {} MB before, {} MB more", before >> 20, taken >> 20);
    assert!(taken < 60 << 20, "{} MB", taken >> 20);
    // Others have it meanwhile, and whoever was refused once there is room.
    assert!(beginning(&mut ask(3)).starts_with("HTTP/1.1 200"));
    assert_eq!(garson.get("/health").status, 200);
    drop(greedy);
    eventually("room for another", || beginning(&mut ask(2)).starts_with("HTTP/1.1 200").then_some(()));
}
