//! Connections: their limits, their end, and what a panic leaves standing.

use super::*;
use model::{Failure, Why};
use std::sync::{
    atomic::{AtomicUsize, Ordering},
    mpsc,
};
use tokio::sync::Notify;

const HEADER: Duration = Duration::from_secs(20);

/// With less time for a header than for anything else.
fn brief() -> Limits {
    Limits { header: HEADER, silence: 2 * HEADER, ..Limits::default() }
}

#[test]
fn before_the_doors_open_everything_is_unavailable() {
    let server = Server::start(Limits::default());
    let mut client = server.client();
    let got = client.ask("GET", "/health");
    assert_eq!((got.status, got.code().as_str()), (503, "unavailable"));
    assert!(got.header("x-request-id").is_some() && got.header("retry-after").is_some());
    server.site.waits_for(Why::Repairing(40));
    let got = client.ask("GET", "/anything");
    assert!(got.json()["error"]["message"].as_str().unwrap().contains("40%"), "{}", got.body);
    server.site.mount(vec![Door::new("", vec![get("health", echo("health"))])]);
    assert_eq!(client.ask("GET", "/health").status, 200);
    let counts = server.site.counts().by_class();
    assert_eq!(counts, [("2xx", 1), ("3xx", 0), ("4xx", 0), ("5xx", 2)]);
}

#[test]
fn a_panic_is_a_500_of_one_request() {
    let panics = |_: Call| async { panic!("a secret detail") };
    let at_once = |_: Call| -> std::future::Ready<Answer> { panic!("a secret detail") };
    let faulty = |_: Call| async { Err(Failure::fault("a secret detail")) };
    let routes = vec![get("panics", panics), get("at-once", at_once), get("faulty", faulty), get("fine", echo("fine"))];
    let server =
        Server::with(vec![Door::new("", routes), Door::new("shut", vec![]).gate(|_| panic!("a secret detail"))]);
    let mut client = server.client();
    for path in ["/panics", "/at-once", "/faulty", "/shut/x"] {
        let got = client.ask("GET", path);
        assert_eq!((got.status, got.code().as_str()), (500, "internal"), "{path}");
        assert!(!got.body.contains("secret"));
        assert_eq!(client.ask("GET", "/fine").status, 200);
    }
}

#[test]
fn a_door_may_show_its_failures_in_its_own_way() {
    let door = Door::new("panel", vec![]).render(|failure, request| {
        let words = format!("{} {} {}", failure.code.key(), request.path(), request.lang.tag());
        reply::text(status(failure.code), "text/html", words).unwrap()
    });
    let server = Server::with(vec![door]);
    let got = server.ask("GET", "/panel/x");
    assert_eq!((got.status, got.body.as_str()), (404, "not_found /panel/x en"));
    assert!(got.header("x-request-id").is_some());
}

#[test]
fn an_idle_connection_does_not_hold_up_the_stop() {
    let server = Server::with(vec![Door::new("", vec![get("fine", echo("fine"))])]);
    let mut idle = server.client();
    assert_eq!(idle.ask("GET", "/fine").status, 200);
    let _silent = server.client();
    assert!(server.stop() < SOON);
    assert!(idle.closed_after() < SOON);
}

/// A handler that tells when it started and ends when it is let.
fn slow(site: &Site) -> (mpsc::Receiver<()>, Arc<Notify>) {
    let (started, starts) = mpsc::channel();
    let end = Arc::new(Notify::new());
    let ends = end.clone();
    let slow = move |_: Call| {
        started.send(()).unwrap();
        let ends = ends.clone();
        async move {
            ends.notified().await;
            reply::done()
        }
    };
    site.mount(vec![Door::new("", vec![get("slow", slow)])]);
    (starts, end)
}

#[test]
fn what_is_under_way_is_finished_before_the_stop() {
    let server = Server::start(Limits { drain: PATIENCE, ..Limits::default() });
    let (starts, end) = slow(&server.site);
    let mut client = server.client();
    client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
    starts.recv().unwrap();
    let Server { runtime, addr, stop, serving, .. } = server;
    stop.send(()).unwrap();
    // The door is shut before it is waited for who is inside.
    while TcpStream::connect(addr).is_ok() {
        std::thread::yield_now();
    }
    assert!(!serving.is_finished());
    end.notify_one();
    assert_eq!(client.read(false).status, 200);
    runtime.block_on(serving).unwrap();
}

#[test]
fn what_takes_longer_than_the_deadline_is_cut() {
    let server = Server::start(Limits { drain: Duration::from_millis(300), ..Limits::default() });
    let (starts, _end) = slow(&server.site);
    let mut client = server.client();
    client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n");
    starts.recv().unwrap();
    let took = server.stop();
    assert!(took >= Duration::from_millis(300) && took < SOON, "{took:?}");
    client.closed_after();
}

#[test]
fn a_header_that_does_not_end_is_not_waited_for() {
    let server = HeldServer::start(brief());
    for sent in ["", "P", "PRI * HT", "GET / HTTP/1.1\r\nHost: x\r\n"] {
        let mut client = server.client();
        client.send(sent);
        let passed = server.passes_until_closed(&mut client, HEADER / 4);
        assert!(passed >= HEADER, "{sent:?} {passed:?}");
    }
    let mut kept = server.client();
    kept.ask("GET", "/");
    assert!(server.passes_until_closed(&mut kept, HEADER / 4) >= HEADER);
}

#[test]
fn a_request_may_take_longer_than_its_header() {
    let server = HeldServer::start(brief());
    let (starts, end) = slow(&server.site);
    let mut client = server.client();
    client.send("GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n");
    starts.recv().unwrap();
    server.pass(3 * HEADER);
    end.notify_one();
    assert_eq!(client.read(false).status, 200);
}

#[test]
fn a_connection_over_the_cap_waits_for_one_to_end() {
    let server = Server::start(Limits { connections: 1, ..Limits::default() });
    let count = AtomicUsize::new(0);
    let turn = move |_: Call| std::future::ready(reply::ok(&count.fetch_add(1, Ordering::Relaxed)));
    server.site.mount(vec![Door::new("", vec![get("turn", turn)])]);
    let mut first = server.client();
    assert_eq!(first.ask("GET", "/turn").json()["data"], 0);
    let mut second = server.client();
    second.send("GET /turn HTTP/1.1\r\nHost: x\r\n\r\n");
    for turn in 1..20 {
        assert_eq!(first.ask("GET", "/turn").json()["data"], turn, "the second had its turn");
    }
    drop(first);
    assert_eq!(second.read(false).json()["data"], 20);
}

#[test]
fn connections_leave_files_for_our_own_calls() {
    let of = |files| {
        let limits = Limits::default().within_files(files);
        (limits.connections, limits.per_address)
    };
    assert_eq!((of(u64::MAX), of(1_024), of(128), of(0)), ((1_024, 128), (682, 128), (84, 42), (1, 1)));
}

#[test]
fn an_address_has_so_many_connections_and_no_more() {
    let server = Server::start(Limits { per_address: 2, ..Limits::default() });
    let (mut first, mut second) = (server.client(), server.client());
    assert!(first.ask("GET", "/").status == 503 && second.ask("GET", "/").status == 503, "they are served");
    let turned_away = server.client().read(false);
    assert_eq!((turned_away.status, turned_away.code().as_str()), (503, "unavailable"));
    assert_eq!(turned_away.header("retry-after"), Some("5"));
    drop(first);
    // The place is free once the server has noticed; a site that has no doors yet names a shorter pause.
    let is_served = || {
        let (mut client, mut said) = (server.client(), Vec::new());
        let _ = client.stream.get_mut().write_all(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        let _ = client.stream.read_to_end(&mut said);
        String::from_utf8_lossy(&said).contains("retry-after: 1\r")
    };
    let until = Instant::now() + PATIENCE;
    while !is_served() {
        assert!(Instant::now() < until, "the place is still taken");
    }
    assert_eq!(second.ask("GET", "/").status, 503);
}

#[test]
fn whoever_says_nothing_is_cut_long_before_whoever_says_something() {
    let limits = Limits::default();
    let server = HeldServer::start(limits);
    let (mut slow, mut other) = (server.client(), server.client());
    slow.send("G");
    assert_eq!(other.ask("GET", "/").status, 503, "what came before was read as well");
    let mut silent = server.client();
    let passed = server.passes_until_closed(&mut silent, limits.silence / 4);
    assert!(passed >= limits.silence && passed < limits.header, "{passed:?}");
    slow.send("ET / HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_eq!(slow.read(false).status, 503);
}

#[test]
fn a_client_that_does_not_read_is_cut() {
    let server = Server::start(Limits { connections: 1, stall: Duration::from_millis(300), ..Limits::default() });
    let large = |_: Call| async { reply::text(hyper::StatusCode::OK, "text/plain", vec![b'x'; 64 << 20]) };
    server.site.mount(vec![Door::new("", vec![get("large", large)])]);
    let mut client = server.client();
    client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    // The one place that there is gets free, and not because anything was taken.
    assert_eq!(server.ask("GET", "/nothing").status, 404);
    let mut got = Vec::new();
    let _ = client.stream.read_to_end(&mut got);
    assert!(got.len() < 64 << 20, "{}", got.len());
}

#[test]
fn a_request_that_names_no_path_is_answered() {
    let server = Server::with(vec![Door::new("", vec![get("fine", echo("fine"))])]);
    let mut client = server.client();
    client.send("CONNECT a:1 HTTP/1.1\r\nHost: a:1\r\n\r\n");
    let mut head = [0; 12];
    client.stream.read_exact(&mut head).unwrap();
    assert_eq!(&head, b"HTTP/1.1 404");
    assert!(client.closed_after() < SOON);
}

#[test]
fn a_request_that_names_two_hosts_is_the_last_of_its_connection() {
    let server = Server::with(vec![Door::new("", vec![get("fine", echo("fine"))])]);
    let mut client = server.client();
    client.send("GET /fine HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n");
    let got = client.read(false);
    assert_eq!((got.status, got.header("connection")), (400, Some("close")));
}
