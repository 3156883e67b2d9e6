//! A walk by chance: customers order and cancel, platforms change baskets, the till acts, pushes overtake, answers are lost,
//! orders are not found for a while, acceptances do not stick, the program is killed. Whatever happens, in any order: **if
//! we say that an act was taken, the platform heard it or said itself that it was so**, and in the end both sides agree on
//! something that one of them ordered.
//!
//! Excepted are steps that `platformSync` shows as waiting or failed, and moves that the mapping calls ours alone.
//!
//! `GARSON_WALKS=N` walks N times for each platform; what is walked by default is for every run of the tests.

mod sides;

use super::{Act, Fault, Kind, Rig, Stand};
use serde_json::Value;
use sides::{agree, next, untold};
use std::{
    collections::BTreeMap,
    thread::sleep,
    time::{Duration, Instant},
};

const WALKS: u64 = 1;
const STEPS: u32 = 60;
/// The platform that is asked most rarely learns of a cancellation within a minute.
const SETTLES: Duration = Duration::from_secs(100);

macro_rules! walk_each {
    ([$($platform:ident: $fake:ty,)+]) => {
        $(
            #[test]
            fn $platform() {
                walks::<$fake>();
            }
        )+
    };
}

with_fakes!(walk_each:);

fn walks<S: Stand>() {
    let walks = std::env::var("GARSON_WALKS").ok().and_then(|count| count.parse().ok()).unwrap_or(WALKS);
    let first = std::env::var("GARSON_FIRST_WALK").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut tally = BTreeMap::new();
    for seed in first..first + walks {
        Walk::<S>::new(seed, &mut tally).run();
    }
    println!("{}: {walks} walks, {tally:?}", S::PROVIDER);
}

/// What was ordered of one order, by either side.
#[derive(Default)]
struct Ordered {
    /// How far the till asked to move it, whatever the answer.
    up_to: u64,
    cancelled: bool,
    by_customer: bool,
}

struct Walk<'a, S: Stand> {
    rig: Rig<S>,
    seed: u64,
    dice: u64,
    orders: BTreeMap<u32, Ordered>,
    /// What was done, for whoever reads of a failure.
    log: Vec<String>,
    tally: &'a mut BTreeMap<String, u32>,
    /// By how many seconds the clock on the wall is ahead.
    second: u32,
}

impl<'a, S: Stand> Walk<'a, S> {
    fn new(seed: u64, tally: &'a mut BTreeMap<String, u32>) -> Walk<'a, S> {
        let dice = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        Walk { rig: Rig::start(), seed, dice, orders: BTreeMap::new(), log: Vec::new(), tally, second: 0 }
    }

    fn below(&mut self, most: u64) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        (self.dice >> 11) % most
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn note(&mut self, what: &str, more: impl std::fmt::Display) {
        *self.tally.entry(what.to_owned()).or_default() += 1;
        self.log.push(format!("{what} {more}"));
    }

    fn run(mut self) {
        // Whatever chance brings, each walk has one acceptance that does not stick.
        self.order();
        self.forget();
        for _ in 0..STEPS {
            match self.below(24) {
                0..=3 if self.orders.len() < 8 => self.order(),
                0..=10 => self.act(),
                11..=13 => self.fail(),
                14 => self.lose(),
                15 => self.customer_cancels(),
                16 => self.kill(),
                17 => self.act_and_kill(),
                18 => self.time_passes(),
                19 => {
                    self.note("recovers", "");
                    self.rig.host.fake().recover();
                }
                20 => self.forget(),
                21 | 22 => self.basket_changes(),
                _ => sleep(Duration::from_millis(20 << self.below(5))),
            }
        }
        self.settle();
        self.rig.garson.stop_sound();
    }

    /// A customer orders: the order is pushed, before the platform's own lists have it or after, or it is found.
    fn order(&mut self) {
        let number = self.orders.len() as u32 + 1;
        let overtakes = self.below(2) == 0;
        self.note("order", format!("{number} {overtakes}"));
        if overtakes {
            self.rig.push(number);
        }
        self.rig.host.fake().fake.place(number);
        self.rig.push(number);
        self.orders.insert(number, Ordered::default());
    }

    /// What the till does next, to which order, and where that stands.
    fn wish(&mut self) -> Option<(Act, u32, u64)> {
        let known: Vec<u32> = self.orders.keys().copied().filter(|number| self.rig.find(*number).is_some()).collect();
        if known.is_empty() {
            return None;
        }
        let number = self.pick(&known);
        let act = self.pick(&[Act::Verify, Act::Verify, Act::Advance, Act::Advance, Act::Advance, Act::Cancel]);
        let before = self.rig.show(number)["status"].as_u64().unwrap();
        let ordered = self.orders.get_mut(&number).unwrap();
        match act {
            Act::Cancel => ordered.cancelled = true,
            Act::Verify | Act::Advance => ordered.up_to = ordered.up_to.max(next(before)),
        }
        Some((act, number, before))
    }

    fn act_and_kill(&mut self) {
        let Some((act, number, before)) = self.wish() else { return };
        let after = Duration::from_millis(self.below(120));
        self.note("killed in the middle", format!("{act:?} {number} {after:?}"));
        if self.below(2) == 0 {
            self.rig.host.fake().fail(Kind::Act, 1, Fault::Late);
        }
        self.rig.act_and_kill(act, number, before, after);
    }

    fn act(&mut self) {
        let Some((act, number, before)) = self.wish() else { return };
        let steps = untold(&self.rig.show(number));
        let reply = self.rig.act_from(act, number, before);
        let code = reply.json["error"]["code"].as_str().unwrap_or("ok").to_owned();
        self.note(&format!("{act:?} {} {code}", reply.status), number);
        // A reason may not fit any more, where the platform moved the order a moment ago.
        let is_expected = matches!(reply.status, 200 | 409 | 502 | 504) || code == "reason_not_accepted";
        assert!(is_expected, "{}\n{reply}", self.story());
        if reply.status == 200 {
            self.assert_told(act, number, before, &steps);
        } else {
            // What was refused has changed nothing, unless the platform itself moved it meanwhile, or an act from before
            // a kill was settled.
            let shown = self.rig.show(number);
            let after = shown["status"].as_u64().unwrap();
            let is_theirs = self.rig.host.fake().status(number).is_some_and(|theirs| agree::<S>(after, theirs));
            let is_right = after == before || is_theirs || !untold(&shown).is_empty();
            assert!(is_right, "{}\n{before} became {after}: {reply}", self.story());
        }
    }

    /// We said that it was taken: then it was, or it shows that it was not yet.
    fn assert_told(&mut self, act: Act, number: u32, before: u64, steps: &[Value]) {
        let shown = self.rig.show(number);
        let ours = shown["status"].as_u64().unwrap();
        let theirs = self.rig.host.fake().status(number).unwrap();
        // What waited or had failed before says nothing of this act, unless it waits behind that.
        let is_shown = untold(&shown).iter().any(|step| step["state"] == "waiting" || !steps.contains(step));
        if ours == before || is_shown {
            return;
        }
        let is_so = match act {
            Act::Cancel => theirs >= 1500,
            // There is no call for a delivery.
            Act::Advance if S::PROVIDER == "yemeksepeti" && ours == 900 => theirs >= 600,
            Act::Verify | Act::Advance => theirs >= ours,
        };
        assert!(is_so, "{}\n{act:?} of {number}: ours {ours}, theirs {theirs}\n{shown:#}", self.story());
    }

    fn fail(&mut self) {
        let faults = [
            Fault::NotFound,
            Fault::NotFound,
            Fault::Refused,
            Fault::Broken,
            Fault::BrokenAfter,
            Fault::HangsUp,
            Fault::HangsUpAfter,
            Fault::NotJson,
            Fault::HalfJson,
            Fault::Nothing,
            Fault::Late,
            Fault::Late,
        ];
        let (kind, fault) = (self.pick(&[Kind::Act, Kind::Act, Kind::Read, Kind::Other]), self.pick(&faults));
        // A platform that says yes to an act and does not do it is found out later: see `forget`.
        let fault = if kind == Kind::Act && fault == Fault::Nothing { Fault::NotFound } else { fault };
        let times = 1 + self.below(3) as u32;
        self.note(&format!("{fault:?} {kind:?}"), times);
        self.rig.host.fake().fail(kind, times, fault);
    }

    /// The platform says yes to an acceptance and forgets it. Nobody knows at once; in the end both sides agree all the same.
    fn forget(&mut self) {
        let is_new = |number: &u32| {
            let ours = self.rig.find(*number).is_some_and(|shown| shown["status"] == 400);
            ours && self.rig.host.fake().status(*number) == Some(400)
        };
        let new: Vec<u32> = self.orders.keys().copied().filter(is_new).collect();
        if new.is_empty() {
            return;
        }
        let number = self.pick(&new);
        self.orders.get_mut(&number).unwrap().up_to = 500;
        self.rig.host.fake().recover();
        self.rig.host.fake().fail(Kind::Act, 1, Fault::DoesNotStick);
        let reply = self.rig.act_from(Act::Verify, number, 400);
        self.note(&format!("forgets an acceptance {}", reply.status), number);
        self.rig.host.fake().recover();
    }

    /// Not found for a while, or found again.
    fn lose(&mut self) {
        let numbers: Vec<u32> = self.orders.keys().copied().collect();
        if numbers.is_empty() {
            return;
        }
        let number = self.pick(&numbers);
        let is_found = self.below(2) == 0;
        self.note(if is_found { "found" } else { "lost" }, number);
        match is_found {
            true => self.rig.host.fake().find(number),
            false => self.rig.host.fake().lose(number),
        }
    }

    fn customer_cancels(&mut self) {
        let is_open = |number: &u32| {
            let host = self.rig.host.fake();
            host.fake.order(*number).is_some_and(|order| S::status(order) < 900)
        };
        let open: Vec<u32> = self.orders.keys().copied().filter(is_open).collect();
        if open.is_empty() {
            return;
        }
        let number = self.pick(&open);
        self.note("customer cancels", number);
        self.rig.host.fake().fake.cancelled_by_customer(number);
        self.orders.get_mut(&number).unwrap().by_customer = true;
    }

    /// The platform changes what is in an order that is open there; word of it may be late.
    fn basket_changes(&mut self) {
        let is_open = |number: &u32| {
            let host = self.rig.host.fake();
            host.fake.order(*number).is_some_and(|order| S::status(order) < 900)
        };
        let open: Vec<u32> = self.orders.keys().copied().filter(is_open).collect();
        if open.is_empty() {
            return;
        }
        let number = self.pick(&open);
        let is_told = self.below(2) == 0;
        let is_changed = self.rig.host.fake().fake.change(number);
        if is_changed {
            self.note("basket changes", format!("{number} {is_told}"));
            if is_told {
                self.rig.tell_change(number);
            }
        }
    }

    /// What was not found for long enough is believed gone.
    fn time_passes(&mut self) {
        self.second += 100 + self.below(300) as u32;
        self.note("time passes", self.second);
        self.rig.at_second(self.second);
        self.rig.touch();
    }

    fn kill(&mut self) {
        self.note("killed", "");
        self.rig.garson.kill();
        self.rig.garson.restart();
    }

    /// Everything works again: both sides come to agree, on what one of them ordered.
    fn settle(&mut self) {
        self.note("settles", "");
        let is_marked = |number: &&u32| {
            let shown = self.rig.find(**number);
            shown.is_some_and(|shown| shown["problems"].as_array().unwrap().iter().any(|it| it == "platform"))
        };
        let marked = self.orders.keys().filter(is_marked).count();
        *self.tally.entry("believed gone".to_owned()).or_default() += marked as u32;
        // What waits for an order to be found waits for five minutes.
        self.rig.at_second(self.second + 400);
        self.rig.host.fake().recover();
        let numbers: Vec<u32> = self.orders.keys().copied().collect();
        for number in &numbers {
            self.rig.host.fake().find(*number);
            if self.rig.find(*number).is_none() {
                // A push that was answered with trouble comes again.
                self.rig.push(*number);
            }
            // So does one of a change.
            self.rig.tell_change(*number);
        }
        let until = Instant::now() + SETTLES;
        let (mut touched, mut passed) = (None, Instant::now());
        loop {
            let apart: Vec<String> = numbers.iter().filter_map(|number| self.apart(*number)).collect();
            if apart.is_empty() && self.rig.garson.metric("garson_intents") == 0 {
                break;
            }
            assert!(Instant::now() < until, "{}\n{}\n{}", self.story(), apart.join("\n"), self.heard());
            // Lists that are read rarely are read after somebody touched the integration.
            let now = self.rig.clock.elapsed();
            if touched.is_none_or(|at| now - at > Duration::from_secs(8)) {
                self.rig.touch();
                touched = Some(now);
            }
            // What is tried again comes sooner if time passes sooner.
            if passed.elapsed() > Duration::from_millis(500) {
                self.rig.clock.pass(Duration::from_secs(4));
                passed = Instant::now();
            }
            sleep(Duration::from_millis(50));
        }
        for number in numbers {
            let ordered = &self.orders[&number];
            let theirs = self.rig.host.fake().status(number).unwrap();
            let was_ordered = match theirs {
                1500.. => ordered.cancelled || ordered.by_customer,
                _ => theirs <= ordered.up_to.max(400),
            };
            assert!(was_ordered, "{}\nnobody ordered that {number} is {theirs} there", self.story());
        }
        self.assert_taken();
    }

    /// What was taken in all is what the orders come to that count.
    fn assert_taken(&self) {
        let kuruş = |value: &Value| (value.as_f64().unwrap() * 100.0).round() as i64;
        let orders = self.orders.keys().filter_map(|number| self.rig.find(*number));
        let counted = orders.filter(|order| order["status"].as_u64().unwrap() < 1500);
        let sum: i64 = counted.map(|order| kuruş(&order["amount"]["total"])).sum();
        let taken = self.rig.garson.get("/web-api/v1/orders/grouped-payments");
        assert_eq!(kuruş(&taken.data()["total"]), sum, "{}", self.story());
    }

    /// How the two sides differ on an order, if they do and nothing says so.
    fn apart(&self, number: u32) -> Option<String> {
        let theirs = self.rig.host.fake().status(number).unwrap();
        let Some(shown) = self.rig.find(number) else {
            // What was cancelled before it came is nobody's.
            return (theirs < 1500).then(|| format!("{number} is not here"));
        };
        let ours = shown["status"].as_u64().unwrap();
        let steps = shown["platformSync"].as_array().unwrap();
        let waits = steps.iter().any(|step| step["state"] == "waiting");
        let has_failed = steps.iter().any(|step| step["state"] == "failed");
        let is_marked = shown["problems"].as_array().unwrap().iter().any(|problem| problem == "platform");
        let is_fine = !waits && !is_marked && (agree::<S>(ours, theirs) || has_failed);
        let (total, their_total) = (shown["amount"]["total"].as_f64(), self.rig.host.fake().total(number));
        // What is cancelled is nobody's to change; where nothing says that it changed, the first stays.
        let is_its_basket = !S::SAYS_CHANGES || ours >= 1500 || theirs >= 1500 || total == their_total;
        (!is_fine || !is_its_basket)
            .then(|| format!("{number}: ours {ours} {total:?}, theirs {theirs} {their_total:?}, {steps:?}"))
    }

    fn heard(&self) -> String {
        let last: Vec<String> = self.rig.host.heard().into_iter().rev().take(12).map(|one| one.path).collect();
        format!("{}\n{}", last.join("\n"), self.rig.garson.log())
    }

    fn story(&self) -> String {
        format!("{} walk {}:\n  {}", S::PROVIDER, self.seed, self.log.join("\n  "))
    }
}
