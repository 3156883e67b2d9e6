//! What is not for everybody: staff and strangers at every door, and what is left in caches and frames.

use super::{FOR_STRANGERS, Target};
use crate::panel::{Browser, routes::is_endless};

/// What staff may do: see orders and move them, and look after themselves.
const FOR_STAFF: [&str; 33] = [
    "/",
    "/kitchen",
    "/kitchen/join",
    "/kitchen/orders/{orderId}",
    "/board",
    "/board/recall",
    "/board/faring",
    "/bell",
    "/live",
    "/orders",
    "/orders/{orderId}",
    "/orders/{orderId}/ticket",
    "/orders/{orderId}/cancel",
    "/orders/{orderId}/seen",
    "/orders/{orderId}/bring-back",
    "/orders/{orderId}/cancellation-seen",
    "/orders/{orderId}/dishes",
    "/orders/{orderId}/ready",
    "/orders/{orderId}/undo",
    "/orders/{orderId}/verify",
    "/orders/{orderId}/advance",
    "/me",
    "/me/password",
    "/me/second-factor",
    "/me/second-factor/codes",
    "/me/second-factor/off",
    "/me/sign-out",
    "/me/sign-out-elsewhere",
    "/logout",
    "/login",
    "/login/code",
    "/setup",
    "/language",
];

fn is_for_staff(pattern: &str) -> bool {
    FOR_STAFF.contains(&pattern) || is_for_anybody(pattern)
}

/// What a device needs before anybody signs in on it, and the books, which hold no secret.
fn is_for_anybody(pattern: &str) -> bool {
    pattern.starts_with("/trust") || pattern == "/manifest.webmanifest" || is_book(pattern)
}

fn is_book(pattern: &str) -> bool {
    ["/api", "/api/{*page}", "/reference", "/help", "/help/{*page}"].contains(&pattern)
}

#[test]
fn staff_get_nowhere_that_is_for_owners() {
    let target = Target::start();
    let (owner, staff) = (Browser::owner(&target.garson, "en"), Browser::staff(&target.garson, "en"));
    let mut refused = 0;
    for (_, path) in target.all("GET").iter().filter(|(pattern, _)| !is_for_staff(pattern)) {
        assert_eq!(owner.get(path).status, 200, "{path} is there");
        for method in ["GET", "HEAD"] {
            assert_eq!(staff.send(method, path, None, &[]).status, 404, "{method} {path}");
        }
        refused += 1;
    }
    let fields = [("name", "Kasa"), ("role", "owner"), ("password", "uzun bir parola"), ("url", "http://x.example/")];
    for (_, path) in target.all("POST").iter().filter(|(pattern, _)| !is_for_staff(pattern)) {
        let reply = staff.post(path, &fields);
        assert_eq!(reply.status, 404, "{reply}");
        refused += 1;
    }
    assert!(refused > 60, "{refused}");
    // Nothing came of any of it.
    let api = |path: &str| target.garson.get(&format!("/web-api/v1/{path}")).data().as_array().unwrap().len();
    assert_eq!((api("restaurants"), api("businesses"), api("webhooks")), (1, 1, 1));
    assert_eq!(owner.page("/users").matches("Manage: ").count(), 2);
}

#[test]
fn strangers_are_sent_to_the_door() {
    let target = Target::start();
    let (stranger, ended) = (Browser::new(&target.garson, "en"), Browser::owner(&target.garson, "en"));
    let token = ended.cookie("garson_session").unwrap();
    ended.post("/logout", &[]);
    ended.keep("garson_session", &token);
    for visitor in [&stranger, &ended] {
        let is_closed = |pattern: &str| !["/login", "/kitchen/join"].contains(&pattern) && !is_for_anybody(pattern);
        for (pattern, path) in target.all("GET").iter().filter(|(pattern, _)| is_closed(pattern)) {
            let reply = visitor.get(path);
            let leads_to = reply.header("location").unwrap_or_default().split('?').next().unwrap_or_default();
            let door = match pattern.as_str() {
                "/setup" => "/",
                "/kitchen" => "/kitchen/join",
                _ => "/login",
            };
            assert_eq!((reply.status, leads_to, reply.text.as_str()), (303, door, ""), "{path} {reply}");
        }
        for (_, path) in target.all("POST").iter().filter(|(pattern, _)| !FOR_STRANGERS.contains(&pattern.as_str())) {
            let reply = visitor.post_raw(path, &[("name", "x")], &[]);
            assert_eq!((reply.status, reply.header("location")), (303, Some("/login")), "{path} {reply}");
        }
    }
}

#[test]
fn what_is_private_stays_in_no_cache_and_no_frame() {
    let target = Target::start();
    let owner = Browser::owner(&target.garson, "en");
    for (pattern, path) in target.all("GET").iter().filter(|(pattern, _)| !is_endless(pattern)) {
        let reply = owner.get(path);
        let kept = if is_book(pattern) && reply.status == 200 { "no-cache" } else { "no-store" };
        assert_eq!(reply.header("cache-control"), Some(kept), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"), "{path}");
        if reply.header("content-type").is_some_and(|kind| kind.starts_with("text/html")) {
            let policy = reply.header("content-security-policy").unwrap_or_default();
            for part in ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"] {
                assert!(policy.contains(part), "{path} {policy}");
            }
            assert!(!policy.contains("unsafe") && !policy.contains('*'), "{path} {policy}");
            assert_eq!(reply.header("referrer-policy"), Some("same-origin"), "{path}");
        }
    }
    // Who is asked to sign in, or told that something is not there, gets the same protection.
    for path in ["/login", "/nothing", "/orders/nobody"] {
        let reply = Browser::new(&target.garson, "en").get(path);
        assert_eq!(reply.header("cache-control"), Some("no-store"), "{path}");
    }
    assert!(owner.get("/nothing").header("content-security-policy").is_some());
    // No other site may read anything, whatever it asks for.
    let asked = owner.send("GET", "/orders", None, &[("Origin", "https://evil.example")]);
    assert!(asked.headers.iter().all(|(name, _)| !name.starts_with("access-control")), "{asked}");
}
