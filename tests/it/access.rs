//! Keys, headers and limits: who gets in, and how often.

use crate::harness::{Clock, Garson, Reply, Shop, an_order, garson, raw_exchange};
#[cfg(target_os = "linux")]
use crate::harness::{connect_many, eventually};
use serde_json::json;
#[cfg(target_os = "linux")]
use std::io::Read;
use std::time::Duration;

/// The one 401 there is: nothing in it says what was wrong, or whether the path exists.
#[track_caller]
fn shut_out(reply: &Reply) {
    let error = reply.refused(401, "unauthorized");
    assert_eq!(error.as_object().unwrap().len(), 2, "{reply}");
    assert_eq!(reply.json.as_object().unwrap().len(), 3, "{reply}");
    assert_eq!(reply.header("www-authenticate"), Some("Bearer"), "{reply}");
    assert_eq!(reply.header("allow"), None, "{reply}");
}

#[test]
fn without_a_good_key_every_path_is_the_same_401() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    let key = &garson.key;
    let basic = "Basic YTpi";
    let bad = [
        "".to_owned(),
        "Bearer".to_owned(),
        "Bearer ".to_owned(),
        key.clone(),
        format!("Basic {key}"),
        basic.to_owned(),
        format!("Token {key}"),
        "Bearer gsn_unknown".to_owned(),
        format!("Bearer {key}x"),
        format!("Bearer {}", &key[..key.len() - 1]),
        format!("Bearer {}", key.to_uppercase()),
        format!("Bearer {key}, Bearer {key}"),
        format!("Bearer Bearer {key}"),
    ];
    let mut messages = Vec::new();
    for header in &bad {
        for (method, path) in [
            ("GET", "/web-api/v1/orders"),
            ("GET", "/web-api/v1/orders/1"),
            ("GET", "/web-api/v1/orders/unknown"),
            ("GET", "/web-api/v1/no/such/path"),
            ("GET", "/web-api/v1"),
            ("GET", "/web-api/v1/"),
            ("DELETE", "/web-api/v1/orders"),
            ("POST", "/web-api/v1/orders/verify/1"),
            ("BREW", "/web-api/v1/orders"),
        ] {
            let body = (method == "POST").then_some(&b"not even JSON"[..]);
            let reply = garson.send(method, path, body, &[("Authorization", header)]);
            shut_out(&reply);
            messages.push(reply.json["error"].clone());
        }
    }
    messages.dedup();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_eq!(garson.get("/web-api/v1/orders/1").data()["status"], 400);
}

#[test]
fn a_header_that_comes_twice_or_as_bytes_is_no_key() {
    let garson = Garson::start();
    let ask = |lines: &[u8]| {
        let head = b"GET /web-api/v1/orders HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
        raw_exchange(&garson, &[head, lines, b"\r\n"].concat())
    };
    let good = format!("Authorization: Bearer {}\r\n", garson.key);
    ask(good.as_bytes()).data();
    shut_out(&ask(format!("{good}{good}").as_bytes()));
    shut_out(&ask(format!("{good}Authorization: Bearer x\r\n").as_bytes()));
    shut_out(&ask(format!("authorization:\r\n{good}").as_bytes()));
    shut_out(&ask(b"Authorization: Bearer \xff\xfe\r\n"));
    shut_out(&ask(b"Authorization:\r\n"));
    shut_out(&ask(b""));
}

#[test]
fn the_scheme_may_be_written_in_any_case() {
    let garson = Garson::start();
    for scheme in ["bearer", "BEARER", "Bearer", "bEaReR", "Bearer "] {
        let header = format!("{scheme} {}", garson.key);
        garson.send("GET", "/web-api/v1/orders", None, &[("Authorization", &header)]).data();
    }
}

#[test]
fn a_revoked_key_opens_nothing_any_more() {
    let mut appliance = Garson::prepare(&[]);
    let (id, key) = appliance.add_key("Kasa 2");
    appliance.restart();
    let bearer = format!("Bearer {key}");
    let knock = |appliance: &Garson| appliance.send("GET", "/web-api/v1/orders", None, &[("Authorization", &bearer)]);
    knock(&appliance).data();
    appliance.stop();
    assert!(garson().args(["key", "revoke", &id, "--data"]).arg(appliance.data()).status().unwrap().success());
    appliance.restart();
    shut_out(&knock(&appliance));
    appliance.get("/web-api/v1/orders").data();
}

#[test]
fn what_needs_no_key_is_open_and_the_numbers_are_for_this_machine() {
    let garson = Garson::start();
    let open = |path: &str, headers: &[(&str, &str)]| {
        garson.send("GET", path, None, &[&[("Authorization", "")], headers].concat())
    };
    assert_eq!(open("/health", &[]).json, json!({ "status": "ok" }));
    let reference = open("/openapi.json", &[]);
    assert_eq!((reference.status, &reference.json["openapi"]), (200, &json!("3.1.0")), "{}", reference.status);
    assert!(open("/metrics", &[]).text.contains("garson_up 1"));
    let bearer = format!("Bearer {}", garson.key);
    for stranger in [
        ("X-Forwarded-For", "127.0.0.1"),
        ("X-Forwarded-Proto", "https"),
        ("Forwarded", "for=127.0.0.1"),
        ("Via", "1.1 proxy"),
        ("Host", "garson.example"),
        ("Host", "127.0.0.1.evil.example"),
    ] {
        shut_out(&open("/metrics", &[stranger]));
        let with_key = garson.send("GET", "/metrics", None, &[("Authorization", &bearer), stranger]);
        assert!(with_key.text.contains("garson_up 1"), "{with_key}");
        assert_eq!(open("/health", &[stranger]).status, 200);
    }
}

#[test]
fn being_on_this_machine_opens_nothing_where_a_proxy_may_be() {
    for flags in [["--public-url", "https://orders.example"], ["--trusted-proxy", "10.0.0.0/8"]] {
        let garson = Garson::start_with(&flags);
        shut_out(&garson.send("GET", "/metrics", None, &[("Authorization", "")]));
        assert!(garson.get("/metrics").text.contains("garson_up 1"));
    }
}

#[test]
fn what_a_proxy_brings_is_not_of_this_machine() {
    let garson = Garson::start();
    for sign in ["X-Real-IP", "CF-Connecting-IP", "X-Forwarded-For", "Via", "True-Client-IP"] {
        shut_out(&garson.send("GET", "/metrics", None, &[("Authorization", ""), (sign, "192.0.2.1")]));
    }
    assert_eq!(garson.send("GET", "/metrics", None, &[("Authorization", "")]).status, 200);
}

#[test]
fn a_key_has_four_seconds_of_requests_and_then_waits() {
    let clock = Clock::slower(1_000);
    let mut garson = Garson::prepare(&["--rate-limit", "5"]).clock(&clock);
    let (_, other) = garson.add_key("Kasa 2");
    garson.restart();
    let with =
        |key: &str| garson.send("GET", "/web-api/v1/orders", None, &[("Authorization", &format!("Bearer {key}"))]);
    for _ in 0..50 {
        shut_out(&with("nobody"));
    }
    let answers: Vec<Reply> = (0..30).map(|_| with(&garson.key)).collect();
    let (taken, refused) = answers.split_at(20);
    assert!(taken.iter().all(|reply| reply.status == 200), "{}", taken[19]);
    for reply in refused {
        reply.refused(429, "rate_limited");
        assert_eq!(reply.header("retry-after"), Some("1"), "{reply}");
    }
    // Every answer says what is left.
    let left = |reply: &Reply| {
        ["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset"]
            .map(|name| reply.header(name).map(|value| value.parse::<u32>().unwrap()))
    };
    assert_eq!(left(&answers[0]), [Some(20), Some(19), Some(1)]);
    assert!(refused.iter().all(|reply| left(reply) == [Some(20), Some(0), Some(4)]), "{}", refused[0]);
    let fresh = with(&other);
    fresh.data();
    assert_eq!(left(&fresh)[1], Some(19), "each key has its own");
    let bearer = format!("Bearer {other}");
    let unknown = garson.send("DELETE", "/web-api/v1/no/such/path", None, &[("Authorization", &bearer)]);
    unknown.refused(404, "not_found");
    assert_eq!(left(&unknown), [Some(20), Some(18), Some(1)], "{unknown}");
    let stranger = with("nobody");
    shut_out(&stranger);
    assert_eq!(left(&stranger), [None; 3]);
    // Nor do the open paths count.
    let health = garson.send("GET", "/health", None, &[("Authorization", "")]);
    assert_eq!((health.status, left(&health)), (200, [None; 3]));
    // A second brings what it is allowed in one.
    clock.pass(Duration::from_secs(1));
    let statuses: Vec<u16> = (0..7).map(|_| with(&garson.key).status).collect();
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429]);
}

#[test]
fn where_there_is_no_limit_nothing_is_said_of_one() {
    let garson = Garson::start_with(&["--rate-limit", "0"]);
    assert_eq!(garson.get("/web-api/v1/orders").header("ratelimit-limit"), None);
}

#[test]
fn a_wrong_method_is_told_the_right_ones() {
    let garson = Garson::start();
    for (method, path, allow) in [
        ("POST", "/web-api/v1/orders", "GET, HEAD"),
        ("POST", "/web-api/v1/restaurants/1", "GET, HEAD, PUT, PATCH, DELETE"),
        ("GET", "/web-api/v1/orders/verify/1", "POST"),
        ("DELETE", "/web-api/v1/businesses", "GET, HEAD, POST"),
        ("OPTIONS", "/web-api/v1/orders", "GET, HEAD"),
        ("POST", "/health", "GET, HEAD"),
    ] {
        let reply = garson.send(method, path, None, &[]);
        reply.refused(405, "method_not_allowed");
        let mut given: Vec<&str> = reply.header("allow").unwrap_or_default().split(", ").collect();
        let mut expected: Vec<&str> = allow.split(", ").collect();
        given.sort_unstable();
        expected.sort_unstable();
        assert_eq!(given, expected, "{reply}");
    }
}

#[test]
fn head_is_get_without_the_body() {
    let garson = Garson::start();
    for (path, status) in [("/web-api/v1/orders", 200), ("/web-api/v1/orders/9", 404), ("/health", 200)] {
        let (head, get) = (garson.send("HEAD", path, None, &[]), garson.get(path));
        assert_eq!((head.status, head.text.as_str()), (status, ""), "{head}");
        assert_eq!(head.header("content-type"), get.header("content-type"));
        assert_eq!(head.header("content-length"), get.header("content-length"));
        assert!(head.header("x-request-id").is_some());
    }
    let head = garson.send("HEAD", "/web-api/v1/orders", None, &[("Authorization", "")]);
    assert_eq!((head.status, head.header("www-authenticate")), (401, Some("Bearer")));
}

#[test]
fn an_intake_address_is_known_only_with_its_whole_token() {
    let garson = Garson::start();
    let shop = Shop::open(&garson);
    let order = an_order("1").to_string();
    let token = shop.intake.rsplit('/').next().unwrap();
    let push = |path: &str, key: &str| garson.send("POST", path, Some(order.as_bytes()), &[("Authorization", key)]);
    let bearer = format!("Bearer {}", garson.key);
    for path in [
        "/intake/v1/open/unknown/orders".to_owned(),
        format!("/intake/v1/open/{}/orders", &token[1..]),
        format!("/intake/v1/open/{}/orders", token.to_lowercase()),
        "/intake/v1/open//orders".to_owned(),
        "/intake/v1/open/%FF/orders".to_owned(),
        format!("/intake/v1/getir/{token}/orders"),
        format!("/intake/v1/getir/{token}"),
        format!("/intake/v1/yemeksepeti/{token}/order/1"),
        format!("/intake/v1/unknown/{token}/orders"),
        format!("/intake/v1/open/{token}"),
        format!("/intake/v1/open/{token}/orders/"),
    ] {
        push(&path, "").refused(404, "not_found");
        // The key of the account opens no door of the platforms.
        push(&path, &bearer).refused(404, "not_found");
    }
    assert_eq!(*garson.get("/web-api/v1/orders").data(), json!([]));
    push(&format!("{}/orders", shop.intake), "").data();
    push(&format!("{}/orders", shop.intake), "Bearer nonsense").data();
}

#[test]
fn no_secret_is_written_to_the_log() {
    let garson = Garson::start_with(&["--log-level", "debug"]);
    let shop = Shop::open(&garson);
    shop.order(&garson, "1");
    let token = shop.intake.rsplit('/').next().unwrap().to_owned();
    let headers = json!({ "X-Till": "kasa-parolası" });
    garson.post("/web-api/v1/restaurants", json!({ "name": "a", "paymentMatchingHeaders": headers })).data();
    garson.send("POST", &format!("{}/orders", shop.intake), Some(b"{"), &[]).refused(400, "invalid_json");
    garson.send("POST", &format!("{}/nothing", shop.intake), Some(b"{"), &[]).refused(404, "not_found");
    garson.send("GET", "/web-api/v1/x", None, &[("Authorization", "Bearer gsn_wrong")]).refused(401, "unauthorized");
    let log = garson.log();
    assert!(log.contains("not valid JSON") || log.contains("InvalidJson") || log.contains("invalid_json"), "{log}");
    for secret in [garson.key.as_str(), token.as_str(), "kasa-parolası", "gsn_wrong"] {
        assert!(!log.contains(secret), "{secret} is in the log:\n{log}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn whoever_takes_connections_and_says_nothing_keeps_nobody_out() {
    // None of them is given up for having been silent for long.
    let garson = Garson::prepare(&[]).clock(&Clock::slower(60)).serve();
    let shop = Shop::open(&garson);
    // Another machine, as far as the program can tell.
    let mut sockets = connect_many(&garson, "127.0.0.2", 400);
    sockets.iter().for_each(|socket| socket.set_nonblocking(true).unwrap());
    assert_eq!(garson.get("/health").status, 200);
    shop.order(&garson, "1");
    let mut turned_away = 0;
    let mut count = || {
        let mut said = [0; 64];
        let before = sockets.len();
        // One that has nothing to say yet holds its place.
        sockets.retain(|mut socket| match socket.read(&mut said) {
            Ok(length) => !said[..length].starts_with(b"HTTP/1.1 503"),
            Err(_) => true,
        });
        turned_away += before - sockets.len();
        turned_away
    };
    eventually("all that are too many are turned away", || (count() >= 400 - 128).then_some(()));
    shop.order(&garson, "2");
    assert_eq!((count(), garson.get("/health").status), (400 - 128, 200));
}
