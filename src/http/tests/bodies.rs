//! Bodies: how large, how slow, of what type.

use super::*;
use model::Fields;

const LIMIT: usize = 1_000;

/// Says how many bytes came.
fn server() -> Server {
    server_with(Limits::default())
}

fn server_with(limits: Limits) -> Server {
    let length = |call: Call| async move { reply::ok(&call.body.len()) };
    let parsed = |call: Call| async move { reply::ok(&Fields::parse(call.json_body()?)?.has("a")) };
    let form = |call: Call| async move { reply::ok(&call.form()?.one("name")?) };
    let routes = vec![
        post("length", length),
        get("length", length),
        delete("length", length),
        post("json", parsed),
        post("form", form),
    ];
    let server = Server::start(limits);
    server.site.mount(vec![Door::new("", routes).body_limit(LIMIT)]);
    server
}

fn chunked(body: &[u8], size: usize) -> Vec<u8> {
    let mut sent = b"POST /length HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n".to_vec();
    for chunk in body.chunks(size) {
        sent.extend_from_slice(format!("{:x}\r\n", chunk.len()).as_bytes());
        sent.extend_from_slice(chunk);
        sent.extend_from_slice(b"\r\n");
    }
    sent.extend_from_slice(b"0\r\n\r\n");
    sent
}

#[test]
fn a_body_may_be_as_large_as_the_limit_and_no_larger() {
    let server = server();
    let mut client = server.client();
    for (size, status) in [(0, 200), (1, 200), (LIMIT, 200), (LIMIT + 1, 413), (900 << 10, 413), (LIMIT, 200)] {
        let got = client.post("/length", &vec![b'x'; size]);
        assert_eq!(got.status, status, "{size}");
        if status == 200 {
            assert_eq!(got.json()["data"], size);
        } else {
            assert_eq!(got.code(), "payload_too_large");
        }
    }
    for (size, status) in [(0, 200), (LIMIT, 200), (LIMIT + 1, 413), (LIMIT, 200)] {
        client.send(chunked(&vec![b'x'; size], 7));
        let got = client.read(false);
        assert_eq!(got.status, status, "chunked {size}");
    }
}

#[test]
fn the_length_that_counts_is_the_one_that_was_sent() {
    let server = server();
    let mut client = server.client();
    client.send("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc");
    assert_eq!(client.read(false).json()["data"], 3);
    let both = "Content-Length: 9000000\r\nTransfer-Encoding: chunked\r\n";
    client.send(format!("POST /length HTTP/1.1\r\nHost: x\r\n{both}\r\n2\r\nab\r\n0\r\nX-After: 1\r\n\r\n"));
    assert_eq!(client.read(false).json()["data"], 2);
}

#[test]
fn a_body_in_pieces_is_put_together() {
    let server = server();
    let mut client = server.client();
    let body: String = format!("{{\"x\":\"{}\",\"a\":1}}", "ş".repeat(300));
    let head = "POST /json HTTP/1.1\r\nHost: x\r\nContent-Type: application/json; charset=utf-8\r\n";
    client.send(format!("{head}Content-Length: {}\r\n\r\n", body.len()));
    let mut other = server.client();
    for piece in body.as_bytes().chunks(100) {
        client.send(piece);
        // While another client is answered, what came is taken.
        assert_eq!(other.ask("GET", "/length").status, 200);
    }
    let got = client.read(false);
    assert_eq!((got.status, got.json()["data"].as_bool()), (200, Some(true)), "{}", got.body);
}

#[test]
fn a_declared_size_far_over_the_limit_is_refused_at_once_and_the_sender_still_sees_it() {
    let server = server();
    let mut client = server.client();
    client.send("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n");
    let got = client.read(false);
    assert_eq!((got.status, got.header("connection")), (413, Some("close")));

    // One that writes everything before it reads must not be met by a reset.
    let got = server.client().post("/length", &vec![b'x'; 10_000_000]);
    assert_eq!(got.status, 413);

    let mut endless = server.client();
    endless.send(chunked(&vec![b'x'; 4 << 20], 64 << 10));
    assert_eq!(endless.read(false).status, 413);
}

#[test]
fn a_client_that_asks_first_is_spared_the_sending() {
    let server = server();
    let mut client = server.client();
    client.send("POST /length HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 2000\r\n\r\n");
    assert_eq!(client.read(false).status, 413);
    let mut client = server.client();
    client.send("POST /length HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
    assert_eq!(client.read(true).status, 100);
    client.send("abc");
    assert_eq!(client.read(false).json()["data"], 3);
}

#[test]
fn a_body_that_nobody_wants_is_dropped_and_the_connection_goes_on() {
    let server = server();
    let mut client = server.client();
    for (method, path, status) in [("GET", "/length", 200), ("DELETE", "/length", 200), ("POST", "/nothing", 404)] {
        client.send(format!("{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 500000\r\n\r\n"));
        client.send(vec![b'x'; 500_000]);
        let got = client.read(false);
        assert_eq!(got.status, status, "{method} {path}");
        assert!(status != 200 || got.json()["data"] == 0);
    }
}

#[test]
fn a_body_must_be_of_the_expected_type() {
    let server = server();
    let mut client = server.client();
    let mut post = |path: &str, content_type: &str, body: &str| {
        let length = body.len();
        client.send(format!("POST {path} HTTP/1.1\r\nHost: x\r\n{content_type}Content-Length: {length}\r\n\r\n{body}"));
        client.read(false)
    };
    for (header, body, status) in [
        ("Content-Type: application/json\r\n", "{}", 200),
        ("Content-Type: Application/JSON ; charset=utf-8\r\n", "{}", 200),
        ("", "", 200),
        ("Content-Type: text/plain\r\n", "", 200),
        ("", "{}", 415),
        ("Content-Type: text/plain\r\n", "{}", 415),
        ("Content-Type: application/jsonp\r\n", "{}", 415),
        ("Content-Type: application/json\r\n", "{", 400),
    ] {
        assert_eq!(post("/json", header, body).status, status, "{header} {body}");
    }
    let form = "Content-Type: application/x-www-form-urlencoded\r\n";
    assert_eq!(post("/form", form, "name=%C5%9Eule+x").json()["data"], "Şule x");
    assert_eq!(post("/form", "", "name=x").status, 415);
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let server = server_with(Limits { body: Duration::from_millis(200), ..Limits::default() });
    let mut client = server.client();
    client.send("POST /length HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc");
    let got = client.read(false);
    assert_eq!((got.status, got.code().as_str()), (400, "invalid_parameter"));
    assert_eq!(got.header("connection"), Some("close"));

    let mut client = server.client();
    client.send("POST /length HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    assert_eq!(client.read(false).status, 400);
}
