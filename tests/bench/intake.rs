//! Taking orders: so many connections post orders of 3 kB, to us and to axum with SQLite, in turns of the same size.
//!
//! Under a disk whose syncs take one millisecond each, with the ruler of that disk in the same turns; then on the real
//! disk.

use crate::{
    Bench,
    harness::Garson,
    load::{Load, request, send_all},
    orders,
    peers::{Peer, Peers},
    process::{Disk, Spent, on_disk},
    report::{
        Goal::{self, AtLeast, AtMost},
        Report, median,
    },
    stock::Stock,
};

/// One number of connections, and what is to be reached with it.
struct Width {
    connections: usize,
    orders: u64,
    by_ruler: Goal,
    by_peer: Goal,
    by_peer_on_real_disk: Goal,
    /// A machine's microseconds are its own; the peer's are of the same machine and moment.
    cpu_by_peer: Goal,
    kilobytes: Goal,
}

const WIDTHS: [Width; 3] = [
    Width {
        connections: 1,
        orders: 500,
        by_ruler: AtLeast(0.6),
        by_peer: AtLeast(0.85),
        by_peer_on_real_disk: AtLeast(0.5),
        cpu_by_peer: Goal::None,
        kilobytes: AtMost(120.0),
    },
    Width {
        connections: 16,
        orders: 2_000,
        by_ruler: AtLeast(3.3),
        by_peer: AtLeast(3.5),
        by_peer_on_real_disk: AtLeast(1.0),
        cpu_by_peer: Goal::None,
        kilobytes: AtMost(45.0),
    },
    Width {
        connections: 64,
        orders: 3_000,
        by_ruler: AtLeast(5.5),
        by_peer: AtLeast(6.5),
        by_peer_on_real_disk: AtLeast(1.3),
        cpu_by_peer: AtMost(0.75),
        kilobytes: AtMost(32.0),
    },
];

const ROUNDS: usize = 5;
/// The peer is slower over many connections: it gets fewer, so that a turn is about as long.
const PEER_ORDERS: u64 = 600;
const RULER_SECONDS: f64 = 0.5;
/// In a second, when they cost little: 0.5 ms each.
const CHEAP_SYNCS: f64 = 2_000.0;
const MOST_ROUNDS: u64 = 8;
const FEWEST_ROUNDS: usize = 3;

pub fn run(bench: &mut Bench) {
    let Bench { report, stock, peers } = bench;
    let Some(peers) = peers else {
        let garson = on_disk(Disk::Steady, stock.copy(&[])).serve();
        let turn = Turn::of_ours(&garson, &stock.intakes, 4, 1_000_000..1_000_020);
        report.figure("fsyncs per order, 4 connections", turn.syncs, "", Goal::None);
        return;
    };
    for width in &WIDTHS {
        under_the_ruler(report, stock, peers, width);
    }
    for width in &WIDTHS {
        on_the_real_disk(report, stock, peers, width);
    }
}

fn under_the_ruler(report: &mut Report, stock: &Stock, peers: &Peers, width: &Width) {
    let (garson, peer) = (on_disk(Disk::Steady, stock.copy(&[])).serve(), peers.shop(Disk::Steady, stock.orders));
    let mut rounds = Vec::new();
    for round in 0..ROUNDS as u64 {
        let (ours, theirs) = pair(&garson, &peer, stock, width, round);
        rounds.push((ours, theirs, peers.ruler(Disk::Steady, RULER_SECONDS)));
    }
    let at = format!("{} connections", width.connections);
    let by_ruler: Vec<_> = rounds.iter().map(|(ours, _, ruler)| (ours.rate, *ruler)).collect();
    report.beside(format!("intake, 1-ms disk, {at}"), "orders/s", "ruler", &by_ruler, width.by_ruler);
    let mut by_peer = |name: &str, unit, figure: fn(&Turn) -> f64, goal| {
        let pairs: Vec<_> = rounds.iter().map(|(ours, theirs, _)| (figure(ours), figure(theirs))).collect();
        report.beside(format!("{name}, {at}"), unit, "axum+SQLite", &pairs, goal);
    };
    by_peer("intake, 1-ms disk", "orders/s", |turn| turn.rate, width.by_peer);
    by_peer("p99 of an order, 1-ms disk", "ms", |turn| turn.p99_millis, Goal::None);
    by_peer("CPU per order", "µs", |turn| turn.cpu_micros, width.cpu_by_peer);
    for (name, unit, figure, goal) in [
        ("written per order", "kB", (|turn| turn.kilobytes) as fn(&Turn) -> f64, width.kilobytes),
        ("fsyncs per order", "", |turn| turn.syncs, Goal::None),
    ] {
        let of = |turns: &dyn Fn(&(Turn, Turn, f64)) -> f64| median(rounds.iter().map(turns));
        let theirs = of(&|(_, theirs, _)| figure(theirs));
        report.figure_beside(
            format!("{name}, {at}"),
            of(&|(ours, ..)| figure(ours)),
            unit,
            ("axum+SQLite", theirs),
            goal,
        );
    }
}

/// Its syncs cost little at one moment and much at the next. The goal is for when they cost little, so only the rounds
/// count that had it so before and after; where there are too few of them, all are shown, and no goal.
fn on_the_real_disk(report: &mut Report, stock: &Stock, peers: &Peers, width: &Width) {
    let (garson, peer) = (on_disk(Disk::Real, stock.copy(&[])).serve(), peers.shop(Disk::Real, stock.orders));
    let (mut all, mut cheap) = (Vec::new(), Vec::new());
    let ruler = || peers.ruler(Disk::Real, RULER_SECONDS / 2.0);
    let mut syncs = ruler();
    for round in 0..MOST_ROUNDS {
        let (ours, theirs) = pair(&garson, &peer, stock, width, round);
        let (before, after) = (syncs, ruler());
        syncs = after;
        all.push((ours.rate, theirs.rate));
        if before.min(after) >= CHEAP_SYNCS {
            cheap.push((ours.rate, theirs.rate));
        }
        if cheap.len() == ROUNDS {
            break;
        }
    }
    let at = format!("{} connections", width.connections);
    if cheap.len() >= FEWEST_ROUNDS {
        let name = format!("intake, real disk with cheap fsync, {at}");
        report.beside(name, "orders/s", "axum+SQLite", &cheap, width.by_peer_on_real_disk);
    } else {
        report.beside(format!("intake, real disk with dear fsync, {at}"), "orders/s", "axum+SQLite", &all, Goal::None);
    }
}

/// A turn of ours and one of the peer's; who goes first changes.
fn pair(garson: &Garson, peer: &Peer, stock: &Stock, width: &Width, round: u64) -> (Turn, Turn) {
    let first = 1_000_000 + round * width.orders;
    let numbers = first..first + width.orders;
    let fewer = first..first + width.orders.min(PEER_ORDERS);
    let ours = || Turn::of_ours(garson, &stock.intakes, width.connections, numbers.clone());
    let theirs = || Turn::of_peer(peer, width.connections, fewer.clone());
    if round.is_multiple_of(2) {
        let ours = ours();
        (ours, theirs())
    } else {
        let theirs = theirs();
        (ours(), theirs)
    }
}

/// What one turn came to.
pub struct Turn {
    pub rate: f64,
    pub p99_millis: f64,
    pub cpu_micros: f64,
    pub kilobytes: f64,
    pub syncs: f64,
}

impl Turn {
    pub fn of_ours(garson: &Garson, intakes: &[String], connections: usize, numbers: std::ops::Range<u64>) -> Turn {
        let requests = requests(numbers, intakes);
        let spent = || Spent::by(garson.pid(), garson.data());
        let before = spent();
        let load = send_all(address(garson), connections, &requests);
        Turn::new(&load, spent().since(before))
    }

    fn of_peer(peer: &Peer, connections: usize, numbers: std::ops::Range<u64>) -> Turn {
        let intakes: Vec<String> = (0..50).map(|shop| format!("/intake/shop-{shop}/orders")).collect();
        let requests = requests(numbers, &intakes);
        let before = peer.spent();
        let load = send_all(&peer.address, connections, &requests);
        Turn::new(&load, peer.spent().since(before))
    }

    fn new(load: &Load, spent: Spent) -> Turn {
        let each = load.answered as f64;
        Turn {
            rate: load.per_second(),
            p99_millis: load.wait(0.99).as_secs_f64() * 1e3,
            cpu_micros: spent.cpu.as_secs_f64() * 1e6 / each,
            kilobytes: spent.bytes as f64 / 1e3 / each,
            syncs: spent.syncs as f64 / each,
        }
    }
}

/// Each order once, to one restaurant after the other.
pub fn requests(numbers: std::ops::Range<u64>, intakes: &[String]) -> Vec<Vec<u8>> {
    let one = |number: u64| request("POST", &intakes[number as usize % intakes.len()], &[], &orders::order(number));
    numbers.map(one).collect()
}

/// Host and port of a program.
pub fn address(garson: &Garson) -> &str {
    garson.base.strip_prefix("http://").unwrap()
}
