//! One rig for all fakes: a restaurant connected to any of them, with faults that any platform can have.
//!
//! `Stand` is what the tests have to know of a fake; `told` is what must hold of each, step by step, and `sticking` what holds
//! where a platform says yes and forgets it; `walk` is the same under faults by chance.

/// The same tests for every platform.
macro_rules! for_each {
    ([$($platform:ident: $fake:ty,)+] $name:ident, $($more:ident,)*) => {
        mod $name {
            $(
                #[test]
                fn $platform() {
                    super::$name::<$fake>();
                }
            )+
        }
        for_each!([$($platform: $fake,)+] $($more,)*);
    };
    ([$($platform:ident: $fake:ty,)+]) => {};
}

mod changed;
mod restored;
mod sticking;
mod told;
mod walk;

use crate::{
    harness::{Answered, Clock, Fake, Garson, Heard, Host, Reply, eventually, shim, signal},
    openapi::{Branch, Visitor},
};
use garson::clock;
use jiff::{Timestamp, fmt::rfc2822::DateTimePrinter};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, thread, time::Duration};
use tempfile::NamedTempFile;

/// What a platform sends: the path below the intake address, headers, body.
pub type Push = (String, Vec<(&'static str, String)>, Value);

/// What a fake says of itself. Orders are numbered, new, and for the restaurant's own courier.
pub trait Stand: Fake {
    const PROVIDER: &'static str;
    /// It shows every order that it knows, so that one which it does not find is missing.
    const SHOWS_ALL: bool;
    /// It says so where it changes what is in an order; else that merely differs.
    const SAYS_CHANGES: bool;
    /// An order as the fake keeps it.
    type Order: Send + Clone;

    fn open() -> Self;
    fn credentials() -> Value;
    /// The platform's id of an order.
    fn id(number: u32) -> String;
    /// A customer orders.
    fn place(&mut self, number: u32);
    fn order(&self, number: u32) -> Option<&Self::Order>;
    fn take_out(&mut self, number: u32) -> Option<Self::Order>;
    fn put_back(&mut self, number: u32, order: Self::Order);
    /// Where it stands there, in our terms.
    fn status(order: &Self::Order) -> u64;
    fn cancelled_by_customer(&mut self, number: u32);
    /// The platform changes what is in an order, where something is left to change.
    fn change(&mut self, number: u32) -> bool;
    /// How it pushes that, where it does.
    fn push_of_change(&self, _number: u32) -> Option<Push> {
        None
    }
    /// What an order comes to there.
    fn total(order: &Self::Order) -> f64;
    /// How the platform pushes a new order.
    fn push(number: u32) -> Push;
    /// What the answer to such a push tells the platform.
    fn heard_back(&mut self, _number: u32, _reply: &Reply) {}
    /// Whether a call moves an order, or reads a single one.
    fn kind(heard: &Heard) -> Kind;
    /// How it says that it does not know an order.
    fn not_found() -> Answered;
    /// A body of a cancellation that it accepts for an order of this status.
    fn reason(status: u64) -> Value;
    /// Pushes as the API document describes them.
    fn takes_orders(branch: &Branch, visitor: &mut Visitor<'_>);
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Act,
    Read,
    Other,
}

/// What goes wrong with a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    NotFound,
    Refused,
    /// It fails, and nothing is done.
    Broken,
    /// It is done, and fails all the same.
    BrokenAfter,
    HangsUp,
    HangsUpAfter,
    /// A page instead of an answer, and nothing is done.
    NotJson,
    /// Half of a JSON instead of an answer, and nothing is done.
    HalfJson,
    /// An answer with nothing in it.
    Nothing,
    /// It is done, and the answer takes a moment.
    Late,
    /// It is answered as if it were done, and the order stands as before.
    DoesNotStick,
}

/// More than any test orders.
const MOST_ORDERS: u32 = 20;

const MOMENT: Duration = Duration::from_millis(400);

/// A fake that has faults, and that may lose orders for a while.
pub struct Faulty<S: Stand> {
    pub fake: S,
    lost: BTreeMap<u32, S::Order>,
    /// Which calls, how many of them still, and what happens to them.
    faults: Vec<(Kind, u32, Fault)>,
    /// By how many minutes its clock is ahead, where it tells the time.
    pub minutes_ahead: Option<i64>,
}

impl<S: Stand> Faulty<S> {
    fn new() -> Faulty<S> {
        Faulty { fake: S::open(), lost: BTreeMap::new(), faults: Vec::new(), minutes_ahead: None }
    }

    pub fn fail(&mut self, kind: Kind, times: u32, fault: Fault) {
        self.faults.push((kind, times, fault));
    }

    pub fn recover(&mut self) {
        self.faults.clear();
    }

    /// The platform does not find it any more, in no list and by no id.
    pub fn lose(&mut self, number: u32) {
        if let Some(order) = self.fake.take_out(number) {
            self.lost.insert(number, order);
        }
    }

    pub fn find(&mut self, number: u32) {
        if let Some(order) = self.lost.remove(&number) {
            self.fake.put_back(number, order);
        }
    }

    /// What an order really comes to there, found or not.
    pub fn total(&self, number: u32) -> Option<f64> {
        self.fake.order(number).or_else(|| self.lost.get(&number)).map(S::total)
    }

    /// Where an order really stands, found or not.
    pub fn status(&self, number: u32) -> Option<u64> {
        self.fake.order(number).or_else(|| self.lost.get(&number)).map(S::status)
    }
}

impl<S: Stand> Fake for Faulty<S> {
    fn answer(&mut self, heard: &Heard) -> Answered {
        let answered = self.answer_undated(heard);
        let Some(minutes) = self.minutes_ahead else { return answered };
        let now = Timestamp::from_millisecond(clock::now().0 + minutes * 60_000).unwrap();
        answered.header("Date", DateTimePrinter::new().timestamp_to_rfc9110_string(&now).unwrap())
    }
}

impl<S: Stand> Faulty<S> {
    fn answer_undated(&mut self, heard: &Heard) -> Answered {
        let kind = S::kind(heard);
        let fault = self.faults.iter_mut().find(|(wanted, left, _)| *wanted == kind && *left > 0);
        let fault = fault.map(|(_, left, fault)| {
            *left -= 1;
            *fault
        });
        match fault {
            None => self.fake.answer(heard),
            Some(Fault::NotFound) => S::not_found(),
            Some(Fault::Refused) => Answered::json(400, &json!({ "message": "no" })),
            Some(Fault::Broken) => Answered::text(503, "trouble"),
            Some(Fault::HangsUp) => Answered::text(200, "").hang_up(),
            Some(Fault::NotJson) => Answered::text(200, "<html>"),
            Some(Fault::HalfJson) => Answered::text(200, r#"{"success": true, "resul"#),
            Some(Fault::Nothing) => Answered::text(200, "{}"),
            Some(Fault::BrokenAfter) => {
                self.fake.answer(heard);
                Answered::text(500, "trouble")
            }
            Some(Fault::HangsUpAfter) => self.fake.answer(heard).hang_up(),
            Some(Fault::Late) => self.fake.answer(heard).late(MOMENT),
            Some(Fault::DoesNotStick) => {
                let numbers = 1..=MOST_ORDERS;
                let before: Vec<_> =
                    numbers.filter_map(|number| Some((number, self.fake.order(number)?.clone()))).collect();
                let answered = self.fake.answer(heard);
                for (number, order) in before {
                    self.fake.take_out(number);
                    self.fake.put_back(number, order);
                }
                answered
            }
        }
    }
}

/// A restaurant that is connected to it.
pub struct Rig<S: Stand> {
    pub garson: Garson,
    pub host: Host<Faulty<S>>,
    /// All time of the program.
    pub clock: Clock,
    restaurant: String,
    intake: String,
    /// By how much its clock on the wall is set.
    wall: NamedTempFile,
}

impl<S: Stand> Rig<S> {
    pub fn start() -> Rig<S> {
        Rig::start_with(json!({ "stepPauseSeconds": 0 }))
    }

    /// With these settings of the integration.
    pub fn start_with(settings: Value) -> Rig<S> {
        Rig::start_by(Clock::new(), "1s", settings)
    }

    /// With its own clock, and how often the platform is asked by it where that is not too often for it.
    pub fn start_by(clock: Clock, every: &str, settings: Value) -> Rig<S> {
        let wall = NamedTempFile::new().unwrap();
        let [wall_shim, time_shim] = ["clock", "time"].map(|name| shim(name).to_str().unwrap().to_owned());
        let garson = Garson::prepare(&["--poll-interval", every])
            .clock(&clock)
            .env("LD_PRELOAD", format!("{wall_shim}:{time_shim}"))
            .env("CLOCK_SHIFT", wall.path().to_str().unwrap())
            .serve();
        let host = Host::start(Faulty::new());
        let restaurant = garson.post("/web-api/v1/restaurants", json!({ "name": "Dürümcü" })).id();
        let mut rig = Rig { garson, host, clock, restaurant, intake: String::new(), wall };
        let body = json!({ "baseUrl": rig.host.url, "credentials": S::credentials(), "settings": settings });
        let connected = rig.garson.put(&rig.path(), body);
        let url = connected.data()["intakeUrl"].as_str().unwrap();
        rig.intake = url[url.find("/intake").unwrap()..].to_owned();
        eventually("it is connected", || rig.integration()["isConnected"].as_bool().filter(|is| *is));
        rig
    }

    fn path(&self) -> String {
        format!("/web-api/v1/restaurants/{}/integrations/{}", self.restaurant, S::PROVIDER)
    }

    pub fn integration(&self) -> Value {
        let list = self.garson.get(&format!("/web-api/v1/restaurants/{}/integrations", self.restaurant));
        list.data()[0].clone()
    }

    /// A poll now: somebody touched the integration. It need not go well.
    pub fn touch(&self) {
        self.garson.put(&self.path(), json!({})).data();
    }

    /// The clock on the wall goes on by so many seconds since the start; at once, so that nobody reads half a number.
    pub fn at_second(&self, second: u32) {
        let draft = self.wall.path().with_extension("draft");
        fs::write(&draft, second.to_string()).unwrap();
        fs::rename(draft, self.wall.path()).unwrap();
    }

    /// The platform pushes an order, whether its own lists have it or not.
    pub fn push(&self, number: u32) -> Reply {
        self.push_behind("", number)
    }

    /// The same with something before the body.
    pub fn push_behind(&self, start: &str, number: u32) -> Reply {
        let (path, headers, body) = S::push(number);
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let headers = if headers.is_empty() { vec![("Authorization", "")] } else { headers };
        let path = format!("{}{path}", self.intake);
        let body = format!("{start}{body}");
        let reply = self.garson.send("POST", &path, Some(body.as_bytes()), &headers);
        self.host.fake().fake.heard_back(number, &reply);
        reply
    }

    /// The platform says that it changed what is in an order: by a push, or when it is asked.
    pub fn tell_change(&self, number: u32) {
        let push = self.host.fake().fake.push_of_change(number);
        if let Some(push) = push {
            let pushed = self.send_change(push);
            assert!(matches!(pushed.status, 200 | 404), "{pushed}");
        }
    }

    pub fn send_change(&self, (path, headers, body): Push) -> Reply {
        let headers: Vec<(&str, &str)> = headers.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.garson.send("PUT", &format!("{}{path}", self.intake), Some(body.to_string().as_bytes()), &headers)
    }

    /// A customer orders, and the order is here.
    #[track_caller]
    pub fn take(&self, number: u32) {
        self.host.fake().fake.place(number);
        let pushed = self.push(number);
        assert_eq!(pushed.status, 200, "{pushed}");
        eventually("the order is here", || self.find(number));
    }

    pub fn find(&self, number: u32) -> Option<Value> {
        let shown = self.garson.get(&format!("/web-api/v1/orders/{}", S::id(number)));
        (shown.status == 200).then(|| shown.data().clone())
    }

    #[track_caller]
    pub fn show(&self, number: u32) -> Value {
        self.find(number).expect("the order is here")
    }

    /// Ours and theirs.
    #[track_caller]
    pub fn both(&self, number: u32) -> (u64, u64) {
        (self.show(number)["status"].as_u64().unwrap(), self.host.fake().status(number).unwrap())
    }

    #[track_caller]
    pub fn act(&self, act: Act, number: u32) -> Reply {
        self.act_from(act, number, self.show(number)["status"].as_u64().unwrap())
    }

    /// As long as the order stands so.
    pub fn act_from(&self, act: Act, number: u32, status: u64) -> Reply {
        let (path, body) = request::<S>(act, number, status);
        self.garson.post(&path, body)
    }

    /// The program is killed a moment after it was asked, wherever it is by then.
    pub fn act_and_kill(&mut self, act: Act, number: u32, status: u64, after: Duration) {
        let (path, body) = request::<S>(act, number, status);
        thread::scope(|scope| {
            let (garson, body) = (&self.garson, body.to_string());
            scope.spawn(move || garson.try_send("POST", &path, Some(body.as_bytes()), &[]));
            thread::sleep(after);
            signal(garson.pid(), "KILL");
        });
        self.garson.kill();
        self.garson.restart();
    }

    /// Waits for what comes by and by; while the platform hears nothing, a few seconds pass at once.
    #[track_caller]
    pub fn eventually<T>(&self, what: &str, ask: impl FnMut() -> Option<T>) -> T {
        self.clock.await_by_asking(&self.host, Duration::from_secs(4), what, ask)
    }

    /// How often the platform was told something, or asked for one order.
    pub fn calls(&self, kind: Kind) -> usize {
        self.host.heard().iter().filter(|heard| S::kind(heard) == kind).count()
    }
}

fn request<S: Stand>(act: Act, number: u32, status: u64) -> (String, Value) {
    let (path, body) = match act {
        Act::Verify => ("verify", json!({})),
        Act::Advance => ("change-status", json!({ "from": status })),
        Act::Cancel => ("cancel", S::reason(status)),
    };
    (format!("/web-api/v1/orders/{path}/{}", S::id(number)), body)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    Verify,
    Advance,
    Cancel,
}
