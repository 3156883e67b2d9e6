//! What comes of one request: an answer, or which trouble.

use super::peer::*;
use crate::client::BUFFER_SIZE;
use crate::*;
use std::io::{Read, Write};
use std::net::IpAddr;
use std::sync::{Mutex, mpsc};
use std::time::Duration;

#[test]
fn an_answer_comes_back_with_status_header_and_body() {
    let answer = send(&Peer::answering(OK).url()).unwrap();
    assert_eq!((answer.status, answer.body.as_slice(), answer.cut), (200, b"ok".as_slice(), false));
    assert_eq!((answer.header("retry-after"), answer.header("Location")), (Some("7"), None));
}

#[test]
fn the_request_goes_out_as_it_was_given() {
    let (tell, told) = mpsc::channel();
    let tell = Mutex::new(tell);
    let peer = Peer::new(move |_, mut stream| {
        while let Some(request) = read_request(&mut stream) {
            tell.lock().unwrap().send(request).unwrap();
            stream.get_mut().write_all(OK.as_bytes()).unwrap();
        }
    });
    let net = Net::new(Guard::default());
    let url = format!("{}?a=b", peer.url());
    let headers = [("Authorization".to_owned(), "Bearer x".to_owned()), ("X-Webhook-Id".to_owned(), "1".to_owned())];
    let long = "x".repeat(100_000);
    for (method, body, line, length) in [
        (Method::Post, Some("{}"), "POST /hook?a=b HTTP/1.1\r\n", Some("content-length: 2\r\n")),
        (Method::Put, Some(long.as_str()), "PUT /hook?a=b HTTP/1.1\r\n", Some("content-length: 100000\r\n")),
        (Method::Post, None, "POST /hook?a=b HTTP/1.1\r\n", Some("content-length: 0\r\n")),
        (Method::Patch, Some(""), "PATCH /hook?a=b HTTP/1.1\r\n", Some("content-length: 0\r\n")),
        (Method::Delete, Some("{}"), "DELETE /hook?a=b HTTP/1.1\r\n", Some("content-length: 2\r\n")),
        (Method::Delete, None, "DELETE /hook?a=b HTTP/1.1\r\n", None),
        (Method::Get, None, "GET /hook?a=b HTTP/1.1\r\n", None),
    ] {
        let body = body.map(str::as_bytes);
        let request = Request { method, headers: &headers, body, ..post(&url, Duration::from_secs(10)) };
        assert_eq!(net.send(&request).unwrap().status, 200);
        let text = told.recv().unwrap();
        let (head, sent) = text.split_once("\r\n\r\n").unwrap();
        let head = format!("{head}\r\n");
        assert!(head.starts_with(line), "{head}");
        assert_eq!(sent.as_bytes(), body.unwrap_or_default());
        let head = head.to_lowercase();
        assert_eq!(head.contains("content-length"), length.is_some(), "{head}");
        assert!(head.contains(length.unwrap_or_default()), "{head}");
        assert!(head.contains("authorization: bearer x\r\n") && head.contains("x-webhook-id: 1\r\n"), "{head}");
        assert!(head.contains(&format!("user-agent: garson/{}\r\n", env!("CARGO_PKG_VERSION"))), "{head}");
        assert!(!head.contains("accept-encoding") && !head.contains("transfer-encoding"), "{head}");
    }
    assert_eq!(peer.connections(), 1);
}

#[test]
fn every_status_is_an_answer() {
    for status in [204, 304, 400, 404, 429, 500, 503] {
        let length = if matches!(status, 204 | 304) { "" } else { "Content-Length: 0\r\n" };
        let peer = Peer::answering(format!("HTTP/1.1 {status} Some\r\n{length}\r\n"));
        assert_eq!(send(&peer.url()).unwrap().status, status);
    }
    let early = format!("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n{OK}");
    assert_eq!(send(&Peer::answering(early).url()).unwrap().status, 200);
}

#[test]
fn a_redirect_is_not_followed() {
    let elsewhere = Peer::answering(OK);
    for status in [301, 302, 303, 307, 308] {
        let location = elsewhere.url();
        let text = format!("HTTP/1.1 {status} Moved\r\nLocation: {location}\r\nContent-Length: 4\r\n\r\ngone");
        let answer = send(&Peer::answering(text).url()).unwrap();
        assert_eq!((answer.status, answer.header("location")), (status, Some(location.as_str())));
        assert_eq!(answer.body, b"gone");
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[test]
fn a_peer_that_never_answers_times_out() {
    let peer = Peer::new(|_, stream| wait_for_end(stream));
    assert_eq!(send_briefly(&peer.url()), Trouble::TimedOut);
}

#[test]
fn a_peer_that_drips_times_out() {
    let unfinished_header = "HTTP/1.1 200 OK\r\nX: ";
    for head in [unfinished_header, "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n"] {
        let peer = Peer::new(move |_, mut stream| {
            read_request(&mut stream).unwrap();
            let mut stream = stream.into_inner();
            stream.write_all(head.as_bytes()).unwrap();
            stream.set_read_timeout(Some(Duration::from_millis(10))).unwrap();
            while stream.write_all(b"H").is_ok() {
                // Waits its turn, or ends as soon as the client hangs up.
                if matches!(stream.read(&mut [0]), Ok(0)) {
                    return;
                }
            }
        });
        assert_eq!(send_briefly(&peer.url()), Trouble::TimedOut, "{head}");
    }
}

#[test]
fn nobody_listening_is_unreachable() {
    // A port below those that are handed out: one that was only just let go of may be the next one's.
    let trouble = send("http://127.0.0.1:1/").unwrap_err();
    assert_eq!(trouble, Trouble::Unreachable("connect: refused".into()));
    assert!(trouble.nothing_was_sent());
}

#[test]
fn a_peer_that_hangs_up_breaks_the_answer_or_gives_none() {
    let broken = || Trouble::Broken("closed mid-answer".into());
    for (text, expected) in [
        ("", Trouble::Silent),
        ("HTTP/1.1 200", broken()),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", broken()),
    ] {
        let peer = Peer::new(move |_, mut stream| {
            read_request(&mut stream).unwrap();
            stream.get_mut().write_all(text.as_bytes()).unwrap();
        });
        let trouble = send(&peer.url()).unwrap_err();
        assert_eq!(trouble, expected, "{text}");
        assert!(!trouble.nothing_was_sent());
        assert_eq!(peer.connections(), 1, "a fresh connection that breaks is not tried again");
    }
}

#[test]
fn what_is_not_http_breaks_the_answer() {
    let long_header = format!("HTTP/1.1 200 OK\r\nX: {}\r\n\r\n", "x".repeat(2 * BUFFER_SIZE));
    for text in ["SSH-2.0-OpenSSH_9.2\r\n\r\n", long_header.as_str()] {
        let trouble = send(&Peer::answering(text).url()).unwrap_err();
        assert!(matches!(&trouble, Trouble::Broken(reason) if reason != "closed mid-answer"), "{trouble:?}");
    }
}

#[test]
fn a_long_answer_is_cut_and_the_rest_is_not_read() {
    let peer = Peer::new(|_, mut stream| {
        read_request(&mut stream).unwrap();
        let _ = stream.get_mut().write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n");
        let _ = stream.get_mut().write_all(&vec![b'x'; 10_000_000]);
    });
    let answer = send(&peer.url()).unwrap();
    assert_eq!((answer.status, answer.body.len(), answer.cut), (200, 2048, true));
}

#[test]
fn an_answer_of_just_the_allowed_length_is_whole() {
    let chunks =
        format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n800\r\n{}\r\n0\r\n\r\n", "x".repeat(2048));
    let peer = Peer::answering(chunks);
    let net = Net::new(Guard::default());
    for _ in 0..3 {
        let answer = net.send(&post(&peer.url(), Duration::from_secs(10))).unwrap();
        assert_eq!((answer.body.len(), answer.cut), (2048, false));
    }
    assert_eq!(peer.connections(), 1);
}

#[test]
fn what_may_not_be_sent_is_not_sent() {
    let peer = Peer::answering(OK);
    let headers = [("X".to_owned(), "a\r\nb".to_owned())];
    let url = peer.url();
    let request = Request { headers: &headers, ..post(&url, Duration::from_secs(10)) };
    assert_eq!(Net::new(Guard::default()).send(&request).unwrap_err(), Trouble::BadHeader("X".into()));
    assert!(matches!(send("ftp://127.0.0.1/"), Err(Trouble::BadUrl(_))));
    assert_eq!(peer.connections(), 0);
}

#[test]
fn an_unknown_name_is_unreachable() {
    let net = net_where("known.example", "127.0.0.1");
    let trouble = net.send(&post("http://unknown.example/", Duration::from_secs(10))).unwrap_err();
    assert_eq!(trouble, Trouble::Unreachable("dns: no such name".into()));
}

#[test]
fn a_name_that_leads_to_the_metadata_service_is_refused() {
    let net = net_where("rebound.example", "169.254.169.254");
    let url = "http://rebound.example/latest/meta-data";
    assert_eq!(net.guard().check_url(url), Ok(()), "the name alone gives nothing away");
    let address = IpAddr::from([169, 254, 169, 254]);
    let refused = Trouble::Refused { address, rule: Rule::LinkLocal };
    assert_eq!(net.send(&post(url, Duration::from_secs(10))).unwrap_err(), refused);
    for literal in ["http://169.254.169.254/", "http://2852039166/", "http://[::ffff:a9fe:a9fe]/"] {
        assert!(matches!(send(literal), Err(Trouble::Refused { rule: Rule::LinkLocal, .. })), "{literal}");
    }
}
