//! Which route a path finds, and what is said where it finds none.

use super::*;
use model::{Code, Failure, Why};

fn api() -> Door {
    Door::new(
        "web-api/v1",
        vec![
            get("orders", echo("list")),
            get("orders/{id}", echo("show")),
            get("orders/pending", echo("pending")),
            post("orders/cancel/{id}", echo("cancel")),
            get("webhooks/{id}", echo("webhook")),
            put("webhooks/{anything}", echo("change")),
            delete("webhooks/{id}", echo("remove")),
            get("webhooks/deliveries", echo("deliveries")),
            get("a/{x}/c/{y}", echo("two")),
            get("a/b/d", echo("literal")),
            get("files/{*rest}", echo("file")),
        ],
    )
}

fn root() -> Door {
    Door::new("", vec![get("", echo("home")), get("health", echo("health"))])
}

#[test]
fn a_path_finds_its_route() {
    let server = Server::with(vec![root(), api()]);
    let mut client = server.client();
    let table = [
        ("GET", "/web-api/v1/orders", "list", "", ""),
        ("GET", "/web-api/v1/orders?limit=5", "list", "", ""),
        ("GET", "/web-api/v1/orders/", "show", "", ""),
        ("GET", "/web-api/v1/orders/17", "show", "17", ""),
        ("GET", "/web-api/v1/orders/pending", "pending", "", ""),
        ("GET", "/web-api/v1/orders/cancel", "show", "cancel", ""),
        ("POST", "/web-api/v1/orders/cancel/17", "cancel", "17", ""),
        ("POST", "/web-api/v1/orders/cancel/", "cancel", "", ""),
        ("PUT", "/web-api/v1/webhooks/17", "change", "17", ""),
        ("DELETE", "/web-api/v1/webhooks/17", "remove", "17", ""),
        ("GET", "/web-api/v1/a/b/c/e", "two", "b", "e"),
        ("GET", "/web-api/v1/a/b/d", "literal", "", ""),
        ("GET", "/web-api/v1/files/", "file", "", ""),
        ("GET", "/web-api/v1/files/css//x%20y.css", "file", "css//x y.css", ""),
        ("GET", "/web-api/v1/orders/a%2Fb%C5%9F+c", "show", "a/bş+c", ""),
        ("GET", "/web-api/v1/orders/%FF", "show", "\u{fffd}", ""),
        ("GET", "/web-api/v1/orders/100%", "show", "100%", ""),
        ("GET", "/", "home", "", ""),
        ("GET", "/health", "health", "", ""),
        ("GET", "http://elsewhere.example/health", "health", "", ""),
    ];
    for (method, path, name, first, second) in table {
        let got = client.ask(method, path);
        assert_eq!(got.status, 200, "{method} {path}: {}", got.body);
        assert_eq!(got.json()["data"], serde_json::json!([name, first, second]), "{method} {path}");
    }
}

#[test]
fn the_path_and_the_query_stay_as_they_were_sent() {
    let sent = |call: Call| async move {
        let named = call.query()?.one("a")?.map(str::to_owned);
        reply::ok(&(call.path(), call.path_and_query(), named))
    };
    let server = Server::with(vec![Door::new("door", vec![get("{*rest}", sent)])]);
    let mut client = server.client();
    let table = [
        ("/door/x", "/door/x", "/door/x", None),
        ("/door/x?", "/door/x", "/door/x?", None),
        ("/door/%20//%C5%9F?a=%20?b&c", "/door/%20//%C5%9F", "/door/%20//%C5%9F?a=%20?b&c", Some(" ?b")),
        ("http://elsewhere.example/door/x?a=1", "/door/x", "/door/x?a=1", Some("1")),
    ];
    for (asked, path, both, named) in table {
        assert_eq!(client.ask("GET", asked).json()["data"], serde_json::json!([path, both, named]), "{asked}");
    }
}

#[test]
fn a_host_in_the_first_line_is_heard_as_much_as_the_header() {
    let is_local = |call: Call| async move { reply::ok(&call.is_local()) };
    let server = Server::with(vec![Door::new("", vec![get("local", is_local)])]);
    let mut client = server.client();
    for (asked, expected) in
        [("/local", true), ("http://127.0.0.1:8080/local", true), ("http://elsewhere.example/local", false)]
    {
        assert_eq!(client.ask("GET", asked).json()["data"], expected, "{asked}");
    }
}

#[test]
fn what_speaks_as_proxies_do_is_not_this_machine() {
    let is_local = |call: Call| async move { reply::ok(&call.is_local()) };
    let server = Server::with(vec![Door::new("", vec![get("local", is_local)])]);
    for (version, expected) in [("1.1", true), ("1.0", false)] {
        let mut client = server.client();
        client.send(format!("GET /local HTTP/{version}\r\nHost: localhost\r\n\r\n"));
        assert_eq!(client.read(false).json()["data"], expected, "{version}");
    }
}

#[test]
fn an_unknown_path_is_not_found() {
    let server = Server::with(vec![root(), api()]);
    let mut client = server.client();
    let table = [
        "/nothing",
        "/health/",
        "//",
        "//health",
        "/web-api",
        "/web-api/v1",
        "/web-api/v1/",
        "/web-api/v2/orders",
        "/web-api//v1/orders",
        "/web-api/v1//orders",
        "/web-api/v1/orders/17/",
        "/web-api/v1/orders//17",
        "/web-api/v1/a//c/e",
        "/web-api/v1/files",
        "/web-api/v1/Orders",
        "/web-api/v1/%6Frders",
        "/web-api/v10/orders",
    ];
    for path in table {
        let got = client.ask("GET", path);
        assert_eq!((got.status, got.code().as_str()), (404, "not_found"), "{path}");
    }
}

#[test]
fn a_wrong_method_names_the_right_ones() {
    let server = Server::with(vec![root(), api()]);
    let mut client = server.client();
    let table = [
        ("POST", "/web-api/v1/orders", "GET, HEAD"),
        ("DELETE", "/web-api/v1/orders/pending", "GET, HEAD"),
        ("GET", "/web-api/v1/orders/cancel/17", "POST"),
        ("HEAD", "/web-api/v1/orders/cancel/17", "POST"),
        ("OPTIONS", "/web-api/v1/webhooks/17", "GET, HEAD, PUT, DELETE"),
        ("PATCH", "/web-api/v1/webhooks/17", "GET, HEAD, PUT, DELETE"),
        // The literal path is the one that is known, although a capture would take the method.
        ("PUT", "/web-api/v1/webhooks/deliveries", "GET, HEAD"),
        ("BREW", "/health", "GET, HEAD"),
    ];
    for (method, path, allow) in table {
        let got = client.ask(method, path);
        assert_eq!((got.status, got.header("allow")), (405, Some(allow)), "{method} {path}");
    }
}

#[test]
fn head_is_get_without_the_body() {
    let server = Server::with(vec![api()]);
    let mut client = server.client();
    let head = client.ask("HEAD", "/web-api/v1/orders/17");
    let get = client.ask("GET", "/web-api/v1/orders/17");
    assert_eq!(head.status, 200);
    assert_eq!(head.header("content-length"), get.header("content-length"));
}

#[test]
fn the_gate_comes_before_the_path_the_method_and_the_body() {
    let gated = api().gate(|call| {
        assert!(call.body.is_empty());
        let key = call.header_one(&hyper::header::AUTHORIZATION).ok().flatten().map(str::to_owned);
        call.extensions.insert(key.ok_or_else(|| Failure::new(Code::Unauthorized))?);
        Ok(())
    });
    let server = Server::with(vec![gated, root()]);
    let mut client = server.client();
    for (method, path) in
        [("GET", "/web-api/v1/orders"), ("GET", "/web-api/v1/nothing"), ("POST", "/web-api/v1/orders")]
    {
        let got = client.ask(method, path);
        assert_eq!((got.status, got.header("www-authenticate")), (401, Some("Bearer")), "{method} {path}");
    }
    assert_eq!(client.post("/web-api/v1/orders/cancel/1", &vec![b'x'; 300 << 10]).status, 401);
    assert_eq!(client.ask("GET", "/health").status, 200);
    client.send("GET /web-api/v1/orders HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n");
    assert_eq!(client.read(false).status, 401);
    client.send("GET /web-api/v1/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a\r\n\r\n");
    assert_eq!(client.read(false).status, 200);
}

#[test]
fn a_refusal_speaks_the_language_of_the_client() {
    let refuses = |call: Call| async move {
        call.query()?.one("limit")?;
        Err(Failure::invalid("name", Why::Missing)
            .details(serde_json::json!({"most": 3}))
            .retry_after(std::time::Duration::from_secs(7)))
    };
    let server = Server::with(vec![Door::new("", vec![get("refuses", refuses)])]);
    let mut client = server.client();
    client.send("GET /refuses HTTP/1.1\r\nHost: x\r\nAccept-Language: tr-TR\r\n\r\n");
    let got = client.read(false);
    assert_eq!((got.status, got.header("retry-after")), (422, Some("7")));
    let id = got.header("x-request-id").unwrap();
    let words = serde_json::json!({
        "code": "validation_failed", "message": "name alanı zorunludur.", "field": "name", "details": {"most": 3}
    });
    assert_eq!(got.json(), serde_json::json!({"success": false, "error": words, "requestId": id}));
    assert_eq!(got.header("content-type"), Some("application/json"));
    assert_eq!(got.header("cache-control"), Some("no-store"));
    assert_eq!(got.header("x-content-type-options"), Some("nosniff"));

    let twice = client.ask("GET", "/refuses?limit=1&limit=2");
    assert_eq!((twice.status, twice.code().as_str()), (400, "invalid_parameter"));
    assert_eq!(twice.json()["error"]["field"], "limit");
    assert_ne!(twice.header("x-request-id"), got.header("x-request-id"));
}

#[test]
fn a_site_lists_its_routes_in_full() {
    let server = Server::with(vec![root(), api()]);
    let routes = server.site.routes();
    let has = |method: &str, path: &str| routes.iter().any(|(m, p)| m == method && p == path);
    assert_eq!(routes.len(), 13);
    assert!(has("POST", "/web-api/v1/orders/cancel/{id}") && has("GET", "/") && has("GET", "/health"));
}
