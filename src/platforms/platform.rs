//! `Platform`: what an adapter can be asked, and what it is given and answers.
//!
//! An adapter knows nothing of locks, retries, storage or waiting: it says which steps an act means, tells one step,
//! reads one order, and reads what is sent.

use super::{Client, Facts, Heard, Link, Polled, Report, TOO_MANY, not_found, session::pause_words, status_of};
use model::{Act, Bilingual, Code, DeliveryType, Failure, Id, Menu, Order, Provider, Reason, Sha, Status, Time, Why};
use serde_json::Value;
use std::time::Duration;

/// An order that a platform is told of, with the JSON it came as.
pub struct Case<'a> {
    pub order: &'a Order,
    pub raw: &'a [u8],
    /// What it came as first, where its platform has changed it since.
    pub first_raw: Option<&'a [u8]>,
}

impl Case<'_> {
    pub fn json(&self) -> Value {
        serde_json::from_slice(self.raw).unwrap_or(Value::Null)
    }

    pub fn first_json(&self) -> Value {
        serde_json::from_slice(self.first_raw.unwrap_or(self.raw)).unwrap_or(Value::Null)
    }
}

/// One call that is part of an act.
pub struct Step<'a> {
    /// As `Platform::steps` called it.
    pub name: &'a str,
    /// Where the act leads.
    pub to: Status,
    /// For a cancellation.
    pub reason: Option<&'a str>,
    pub note: Option<&'a str>,
    /// For an acceptance: how long the kitchen takes for this order.
    pub minutes: Option<u32>,
}

/// What a platform made of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// It took it, or had it already.
    Taken,
    /// It wants it later: not before then, for this reason.
    NotYet { after: Duration, why: Bilingual },
    /// The order is cancelled there; what exactly happened is read back.
    Gone,
    /// It takes no such call for this order: the move is ours alone, and nothing was told.
    Ours,
}

impl Told {
    /// It wants a pause first.
    pub fn later(after: Duration) -> Told {
        Told::NotYet { after, why: pause_words(after) }
    }

    /// Too many calls: this one was not looked at, so it simply goes out later. Any other failure stays one.
    pub fn of_failure(failure: Failure) -> Result<Told, Failure> {
        match status_of(&failure) {
            Some(TOO_MANY) => Ok(Told::later(failure.retry_after.unwrap_or_default())),
            _ => Err(failure),
        }
    }
}

/// What became of a step that is in doubt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepOutcome {
    Taken,
    NotTaken,
    Gone,
}

/// What one push may hold; counted before any of it is read. No more real orders than this go into the largest body that is
/// taken.
pub const MOST_PUSHED: usize = 1_000;

pub fn too_many_pushed() -> Failure {
    Failure::new(Code::ValidationFailed).why(Why::TooMany(MOST_PUSHED))
}

/// What a platform pushed.
pub struct Pushed<'a> {
    /// The route's path, as it was declared.
    pub route: &'static str,
    /// What stands in the route's places, the token left out.
    pub params: &'a [String],
    /// The header of a (lower-case) name, if it came exactly once.
    pub header: &'a dyn Fn(&str) -> Option<String>,
    pub body: &'a [u8],
    pub now: Time,
}

/// What a push is answered that failed, inside the list of answers that its platform publishes.
pub struct Refused {
    /// Whose status it is given with.
    pub code: Code,
    /// In the platform's own shape, where it has one for this.
    pub body: Option<Value>,
}

/// What a poll is given.
pub struct PollRequest<'a> {
    /// What the last complete poll left; null at the very first.
    pub cursor: &'a Value,
    /// By the platform's clock, as far as its answers have told: ours may be wrong.
    pub now: Time,
    /// The first poll since the start, or after one that failed.
    pub after_gap: bool,
    /// The platform's ids of the orders that are open here: what has left its lists can be asked for.
    pub open: &'a [String],
    /// Those of them, and of orders that were just over, that were told a step which no poll has shown yet: what no list
    /// brings of these is read by itself.
    pub told: &'a [String],
}

impl PollRequest<'_> {
    /// It was told a step which no poll has shown yet.
    pub fn was_told(&self, id: &str) -> bool {
        self.told.iter().any(|told| told == id)
    }

    /// What is open here and was not told such a step.
    pub fn untold(&self) -> Vec<String> {
        self.open.iter().filter(|id| !self.was_told(id)).cloned().collect()
    }
}

/// In an adapter of a platform that is called: what it leaves to the files that all of these have.
macro_rules! left_to_its_files {
    () => {
        fn facts(&self) -> &'static $crate::Facts {
            &facts::FACTS
        }

        fn poll(&self, client: &$crate::Client<'_>, asked: &$crate::PollRequest<'_>) -> $crate::Polled {
            poll::poll(client, asked)
        }

        fn hear(&self, link: &$crate::Link, push: &$crate::Pushed<'_>) -> Result<Vec<$crate::Heard>, model::Failure> {
            push::hear(link, push)
        }

        fn steps(
            &self,
            _link: &$crate::Link,
            order: &model::Order,
            act: &model::Act,
            to: model::Status,
        ) -> Vec<&'static str> {
            steps::steps(order, act, to)
        }

        fn tell(
            &self,
            client: &$crate::Client<'_>,
            case: &$crate::Case<'_>,
            step: &$crate::Step<'_>,
        ) -> Result<$crate::Told, model::Failure> {
            steps::tell(client, case, step)
        }

        fn look(&self, client: &$crate::Client<'_>, id: &str) -> Result<$crate::Report, model::Failure> {
            look::look(client, id)
        }

        fn test(&self, client: &$crate::Client<'_>) -> Result<Option<String>, model::Failure> {
            shop::test(client)
        }

        fn menu(&self, client: &$crate::Client<'_>) -> Result<Option<model::Menu>, model::Failure> {
            menu::menu(client).map(Some)
        }

        fn set_open(&self, client: &$crate::Client<'_>, is_open: bool) -> Result<(), model::Failure> {
            shop::set_open(client, is_open)
        }
    };
}

pub trait Platform: Send + Sync {
    /// What is known of it beforehand.
    fn facts(&self) -> &'static Facts;

    /// What makes two connections one account, which shares token and limits.
    fn account(&self, link: &Link) -> String {
        format!("{:?}", link.credentials)
    }

    /// Whose keys these are: a platform may push the orders of all shops of one company to one address.
    fn company(&self, link: &Link) -> String {
        self.account(link)
    }

    // Orders in.

    /// How often it is polled, where the owner asked for `wanted`; `None` if it never is.
    fn poll_every(&self, _wanted: Duration) -> Option<Duration> {
        None
    }

    /// Reads everything that is new: every page, before the cursor moves.
    fn poll(&self, _client: &Client<'_>, _asked: &PollRequest<'_>) -> Polled {
        Polled::default()
    }

    /// Checks who pushed this and reads it. Refuses with `Unauthorized` before it looks at the body.
    fn hear(&self, _link: &Link, _push: &Pushed<'_>) -> Result<Vec<Heard>, Failure> {
        Err(Failure::new(Code::NotFound))
    }

    /// What a push is answered, with our id of each order in it that is known now.
    fn answer(&self, _route: &str, _orders: &[(Id, Status)]) -> Result<Value, Failure> {
        Ok(serde_json::json!({ "success": true }))
    }

    /// What a push is answered that failed, where the platform knows only certain answers and draws its own conclusions
    /// from others. `route` as it was declared, if one was found; `words` say what is wrong.
    fn refuse(&self, _route: Option<&str>, _failure: &Failure, _words: &str) -> Option<Refused> {
        None
    }

    /// Another platform that the same order may also come from, told by its JSON.
    fn twin(&self, _raw: &[u8]) -> Option<Provider> {
        None
    }

    /// The customer's number of an order, told by its JSON, where the platform may send that order again under a new id.
    fn number(&self, _raw: &[u8]) -> Option<String> {
        None
    }

    /// Since when what an order's JSON shows is so, by the platform's own clock, where that is said.
    fn as_of(&self, _raw: &[u8]) -> Option<Time> {
        None
    }

    // Acts out.

    /// The steps that an act means, in their order; none where it is ours alone. The first is told while the caller
    /// waits, the others follow.
    fn steps(&self, link: &Link, order: &Order, act: &Act, to: Status) -> Vec<&'static str>;

    /// The step that says that an order is cooked and may be fetched, where the platform's own courier fetches it and it has such
    /// a step apart from handing over. It is one of those that `steps` has for the way to the courier.
    fn ready_step(&self, _order: &Order) -> Option<&'static str> {
        None
    }

    /// The least time between the step before and this one.
    fn pause(&self, _link: &Link, _step: &str) -> Duration {
        Duration::ZERO
    }

    /// Tells it one step. A failure that is in doubt is followed by `look_back`.
    fn tell(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure>;

    /// Reads one order.
    fn look(&self, client: &Client<'_>, provider_order_id: &str) -> Result<Report, Failure>;

    /// Did it take the step? `Err` if that cannot be found out now.
    fn look_back(&self, client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<StepOutcome, Failure> {
        let report = self.look(client, &case.order.provider_order_id)?;
        Ok(match report.status {
            // It may be found a moment later, and then it shows what became of the step.
            _ if report.is_unknown => return Err(not_found(self.facts().name)),
            _ if report.done.contains(&step.name) => StepOutcome::Taken,
            Some(status) if status.is_cancelled() => StepOutcome::Gone,
            _ => StepOutcome::NotTaken,
        })
    }

    /// Whether a cancellation that it reports is the one that it was told with this reason, where it does not say so by the
    /// step. Asked only of one that was told and not answered.
    fn is_own_cancellation(&self, _report: &Report, _reason: Option<&str>) -> bool {
        false
    }

    /// Whether an order that it shows says if this step was taken.
    fn shows(&self, _step: &str) -> bool {
        true
    }

    /// The platform's own courier makes the next move.
    fn decides(&self, status: Status, delivery_type: DeliveryType) -> bool {
        delivery_type == DeliveryType::PlatformCourier && status == Status::OnTheWay
    }

    /// The cancellation reasons that it accepts for every order, however it stands, where there are such.
    fn fixed_reasons(&self) -> Option<&'static [Reason]> {
        None
    }

    /// Those that it accepts for this order as it stands, where that is known without asking.
    fn known_reasons(&self, _order: &Order) -> Option<Result<Vec<Reason>, Failure>> {
        self.fixed_reasons().map(|fixed| Ok(fixed.to_vec()))
    }

    /// The reasons that it accepts for this order, asked of the platform itself where they are not known.
    fn reasons(&self, _client: &Client<'_>, _order: &Order) -> Result<Vec<Reason>, Failure> {
        Ok(Vec::new())
    }

    /// One of its reasons, where what it means is known without asking: people read it in their own language.
    fn reason(&self, id: &str) -> Option<Reason> {
        self.fixed_reasons()?.iter().find(|reason| reason.id == id).cloned()
    }

    /// What a cancellation without a reason means.
    fn without_reason(&self, order: &Order) -> WithoutReason;

    // The shop.

    /// Tries the connection; answers with the restaurant's name there, if it has one.
    fn test(&self, client: &Client<'_>) -> Result<Option<String>, Failure>;

    /// Whether its switch for the till is on; `None` where there is none, or the platform does not say now.
    fn is_pos_on(&self, _client: &Client<'_>) -> Option<bool> {
        None
    }

    fn set_pos(&self, _client: &Client<'_>, _is_on: bool) -> Result<(), Failure> {
        Err(Failure::new(Code::NotOffered))
    }

    /// The menu, or `None` where the platform sends it to us and we keep it.
    fn menu(&self, client: &Client<'_>) -> Result<Option<Menu>, Failure>;

    fn set_open(&self, client: &Client<'_>, is_open: bool) -> Result<(), Failure>;
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WithoutReason {
    /// The caller has to choose.
    Refused,
    /// It is sent without one.
    Fine,
    /// This one is meant.
    Means(&'static str),
}

/// Under which a connection's session is found: other credentials or another host are another account.
pub fn account(platform: &dyn Platform, link: &Link) -> Sha {
    let base = link.base(platform.facts().home);
    Sha::of(format!("{}\n{base}\n{}", link.provider, platform.account(link)).as_bytes())
}
