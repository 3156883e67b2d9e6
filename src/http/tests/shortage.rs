//! When places for connections run short, and clients that take their time.

use super::*;

/// Eight places, of which two are kept; the one that the next connection will have counts as taken.
fn small() -> Server {
    let server = Server::start(Limits { connections: 8, per_address: 64, hurry: PATIENCE, ..Limits::default() });
    let pages = Door::new("", vec![get("page", echo("page")), get("health", echo("health"))]);
    let api = Door::new("web-api/v1", vec![get("orders", echo("orders"))]);
    server.site.mount(vec![pages.gives_way_but_for("health"), api]);
    server
}

#[test]
fn pages_give_way_to_whoever_brings_orders() {
    let server = small();
    let (mut resting, mut till) = (server.client(), server.client());
    assert_eq!((resting.ask("GET", "/page").status, till.ask("GET", "/web-api/v1/orders").status), (200, 200));
    let _others: Vec<Client> = (0..4).map(|_| server.client()).collect();
    assert!(resting.closed_after() < SOON, "a connection that rests after a page goes first");
    let _more = server.client();
    let mut page = server.client();
    let refused = page.ask("GET", "/page");
    assert_eq!((refused.status, refused.code().as_str()), (503, "unavailable"));
    assert_eq!((refused.header("retry-after"), refused.header("connection")), (Some("5"), Some("close")));
    assert!(page.closed_after() < SOON);
    let mut watcher = server.client();
    let health = watcher.ask("GET", "/health");
    assert_eq!((health.status, till.ask("GET", "/web-api/v1/orders").status), (200, 200));
    assert!(health.header("connection") == Some("close") && watcher.closed_after() < SOON, "it keeps no place");
    let mut other = server.client();
    let found = other.ask("GET", "/web-api/v1/orders");
    assert_eq!((found.status, found.header("connection")), (200, None));
    let nothing = other.ask("GET", "/web-api/v1/nothing");
    assert_eq!((nothing.status, nothing.header("connection")), (404, Some("close")));
}

#[test]
fn where_all_places_are_taken_who_has_sent_least_for_longest_goes() {
    let patient = Limits { silence: PATIENCE, header: PATIENCE, hurry: PATIENCE, body: PATIENCE, ..Limits::default() };
    let server = Server::start(Limits { connections: 4, per_address: 640, ..patient });
    let length = |call: Call| async move { reply::ok(&call.body.len()) };
    server.site.mount(vec![Door::new("", vec![get("who", echo("who")), post("length", length)])]);
    let mut till = server.client();
    assert_eq!(till.ask("GET", "/who").status, 200);
    let began = |path: &str, rest: &str| {
        let mut client = server.client();
        client.send(format!("POST {path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n{rest}"));
        client
    };
    let is_cut = |client: &mut Client| client.closed_after() < SOON;
    let mut let_in = began("/length", "Content-Length: 9\r\n\r\n");
    assert_eq!(let_in.read(true).status, 100, "its body is awaited");
    let (mut first, mut second) = (began("/length", ""), server.client());
    // All four are taken. Each of these comes in all the same, and stays.
    let mut orders = Vec::new();
    for cut in [&mut first, &mut second, &mut let_in] {
        let mut order = server.client();
        assert_eq!(order.ask("GET", "/who").status, 200);
        assert!(is_cut(cut));
        orders.push(order);
    }
    // Whoever rests between two requests keeps its place, and the next one waits for it.
    let mut late = server.client();
    late.send("GET /who HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_eq!(till.ask("GET", "/who").status, 200);
    assert!(orders.iter_mut().all(|order| order.ask("GET", "/who").status == 200));
    drop(till);
    assert_eq!(late.read(false).status, 200);
}

#[test]
fn whoever_was_only_ever_refused_goes_before_whoever_was_served() {
    let patient = Limits { silence: PATIENCE, header: PATIENCE, hurry: PATIENCE, ..Limits::default() };
    let server = Server::start(Limits { connections: 4, per_address: 640, ..patient });
    server.site.mount(vec![Door::new("", vec![get("who", echo("who"))])]);
    let (mut refused, mut till) = (server.client(), server.client());
    let nothing = refused.ask("GET", "/nothing");
    assert_eq!((nothing.status, nothing.header("connection")), (404, None), "it may ask again");
    assert_eq!(till.ask("GET", "/who").status, 200);
    let mut served = [till, server.client(), server.client(), server.client()];
    assert!(served.iter_mut().all(|client| client.ask("GET", "/who").status == 200));
    assert!(refused.closed_after() < SOON);
    assert!(served.iter_mut().all(|client| client.ask("GET", "/who").status == 200));
}

#[test]
fn an_address_has_fewer_places_where_they_run_short_and_less_time() {
    let limits = Limits { connections: 8, per_address: 8, silence: PATIENCE, ..Limits::default() };
    let server = HeldServer::start(limits);
    let mut first = server.client();
    assert_eq!(first.ask("GET", "/").status, 503);
    let kept: Vec<Client> = (0..5).map(|_| server.client()).collect();
    let turned_away = server.client().read(false);
    assert_eq!((turned_away.status, turned_away.header("retry-after")), (503, Some("5")));
    drop((first, kept));

    let server = HeldServer::start(Limits { per_address: 64, ..limits });
    let _kept: Vec<Client> = (0..6).map(|_| server.client()).collect();
    for sent in ["", "GET / HTTP/1.1\r\n"] {
        let mut late = server.client();
        late.send(sent);
        let passed = server.passes_until_closed(&mut late, limits.hurry / 4);
        assert!(passed >= limits.hurry && passed < limits.silence, "{sent:?} {passed:?}");
    }
}

#[test]
fn a_client_that_takes_a_trickle_is_cut() {
    const LENGTH: usize = 64 << 20;
    let server =
        Server::start(Limits { stall: Duration::from_millis(500), lowest_rate: 100 << 20, ..Limits::default() });
    let large = |_: Call| async { reply::text(hyper::StatusCode::OK, "text/plain", vec![b'x'; LENGTH]) };
    server.site.mount(vec![Door::new("", vec![get("large", large)])]);
    let mut client = server.client();
    client.send("GET /large HTTP/1.1\r\nHost: x\r\n\r\n");
    // It takes something long before it would count as stalled, and yet too little.
    let (mut piece, mut taken, began) = (vec![0; 256 << 10], 0, Instant::now());
    while let Ok(length @ 1..) = client.stream.get_mut().read(&mut piece) {
        taken += length;
        std::thread::sleep(Duration::from_millis(50));
        assert!(began.elapsed() < PATIENCE, "it is still served");
    }
    assert!(taken < LENGTH, "{taken}");
}

#[test]
fn behind_a_proxy_a_visitor_has_so_many_requests_under_way_and_no_more() {
    let front = Front { trusted: vec!["127.0.0.1".parse().unwrap()], ..Front::default() };
    let server = Server::behind(front, Limits { per_address: 2, ..Limits::default() });
    let take = |call: Call| async move { reply::ok(&call.visitor()) };
    server.site.mount(vec![Door::new("", vec![post("take", take), get("who", take)])]);
    let ask = |client: &mut Client, visitor: &str| {
        client.send(format!("GET /who HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {visitor}\r\n\r\n"));
        client.read(false)
    };
    // Two that never send what they announce; more connections than one address may have.
    let mut slow: Vec<Client> = (0..4).map(|_| server.client()).collect();
    for client in &mut slow[..2] {
        client.send(
            "POST /take HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
        );
        let mut go_on = *b"HTTP/1.1 100 Continue\r\n\r\n";
        client.stream.read_exact(&mut go_on).unwrap();
        assert!(go_on.starts_with(b"HTTP/1.1 100"), "it is under way");
    }
    let refused = ask(&mut slow[2], "192.0.2.1");
    assert_eq!((refused.code().as_str(), refused.header("retry-after")), ("unavailable", Some("5")));
    assert_eq!(ask(&mut slow[3], "192.0.2.2").json()["data"], "192.0.2.2");
    slow[0].send("123456789");
    assert_eq!(slow[0].read(false).json()["data"], "192.0.2.1");
    assert_eq!(ask(&mut slow[2], "192.0.2.1").status, 200);
}
