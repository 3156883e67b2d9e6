//! Connections that are kept and used again: shared, given up by the peer, forbidden by a new guard, closed.

use super::peer::*;
use crate::client::IDLE_PER_HOST;
use crate::*;
use std::io::{BufReader, Read, Write};
use std::net::TcpListener;
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

#[test]
fn senders_share_as_many_connections_as_there_are_senders() {
    let peer = Peer::answering(OK);
    let net = net_where("till.example", "127.0.0.1");
    let url = format!("http://till.example:{}/", peer.port);
    thread::scope(|scope| {
        for _ in 0..IDLE_PER_HOST {
            scope.spawn(|| {
                for _ in 0..20 {
                    assert_eq!(net.send(&post(&url, Duration::from_secs(10))).unwrap().status, 200);
                }
            });
        }
    });
    assert!(peer.connections() <= IDLE_PER_HOST, "{}", peer.connections());
}

#[test]
fn a_pooled_connection_that_the_peer_gave_up_is_replaced() {
    // The first connection answers once and then reads a request only to close.
    let peer = Peer::new(|n, mut stream| {
        while read_request(&mut stream).is_some() {
            stream.get_mut().write_all(OK.as_bytes()).unwrap();
            if n == 0 {
                read_request(&mut stream);
                return;
            }
        }
    });
    let net = Net::new(Guard::default());
    for _ in 0..3 {
        assert_eq!(net.send(&post(&peer.url(), Duration::from_secs(10))).unwrap().status, 200);
    }
    assert_eq!(peer.connections(), 2);
}

#[test]
fn a_pooled_connection_that_breaks_mid_answer_is_not_tried_again() {
    let peer = Peer::new(|_, mut stream| {
        read_request(&mut stream).unwrap();
        stream.get_mut().write_all(OK.as_bytes()).unwrap();
        read_request(&mut stream).unwrap();
        stream.get_mut().write_all(b"HTTP/1.1 2").unwrap();
    });
    let net = Net::new(Guard::default());
    assert!(net.send(&post(&peer.url(), Duration::from_secs(10))).is_ok());
    let trouble = net.send(&post(&peer.url(), Duration::from_secs(10))).unwrap_err();
    assert_eq!(trouble, Trouble::Broken("closed mid-answer".into()));
    assert_eq!(peer.connections(), 1);
}

#[test]
fn a_peer_that_reads_a_request_and_is_gone_may_have_acted_on_it() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        let mut stream = BufReader::new(listener.accept().unwrap().0);
        read_request(&mut stream).unwrap();
        stream.get_mut().write_all(OK.as_bytes()).unwrap();
        read_request(&mut stream).unwrap();
        drop(listener);
    });
    let net = Net::new(Guard::default());
    assert!(net.send(&post(&url, Duration::from_secs(10))).is_ok());
    let trouble = net.send(&post(&url, Duration::from_secs(10))).unwrap_err();
    assert!(matches!(&trouble, Trouble::Broken(reason) if reason.contains("connect: refused")), "{trouble:?}");
}

#[test]
fn tls_with_a_peer_that_does_not_speak_it_is_unreachable() {
    let plain = Peer::new(|_, mut stream| {
        let _ = stream.get_mut().write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
        wait_for_end(stream);
    });
    let closing = Peer::new(|_, mut stream| drop(stream.read(&mut [0; 1024])));
    for peer in [plain, closing] {
        let trouble = send(&peer.url().replace("http:", "https:")).unwrap_err();
        assert!(matches!(&trouble, Trouble::Unreachable(reason) if reason.starts_with("tls: ")), "{trouble:?}");
    }
    let silent = Peer::new(|_, stream| wait_for_end(stream));
    let trouble = send_briefly(&silent.url().replace("http:", "https:"));
    assert_eq!(trouble, Trouble::Unreachable("connect: timed out".into()));
}

#[test]
fn a_new_guard_also_holds_for_pooled_connections() {
    let peer = Peer::answering(OK);
    let net = Net::new(Guard::default());
    let clone = net.clone();
    assert!(clone.send(&post(&peer.url(), Duration::from_secs(10))).is_ok());
    net.set_guard(Guard { allow_loopback: false, ..Guard::default() });
    let trouble = clone.send(&post(&peer.url(), Duration::from_secs(10))).unwrap_err();
    assert!(matches!(trouble, Trouble::Refused { rule: Rule::Loopback, .. }));
    assert!(clone.guard().check_url(&peer.url()).is_err());
}

#[test]
fn closing_ends_requests_under_way() {
    let (tell, told) = mpsc::channel();
    let tell = Mutex::new(tell);
    let peer = Peer::new(move |_, mut stream| {
        read_request(&mut stream).unwrap();
        tell.lock().unwrap().send(()).unwrap();
        wait_for_end(stream);
    });
    let net = Net::new(Guard::default());
    thread::scope(|scope| {
        let waiting = scope.spawn(|| net.send(&post(&peer.url(), Duration::from_secs(60))));
        told.recv().unwrap();
        net.close();
        assert!(matches!(waiting.join().unwrap(), Err(Trouble::Silent | Trouble::Broken(_))));
    });
    assert!(net.send(&post(&peer.url(), Duration::from_secs(60))).is_err());
}
