//! The platforms: one folder each, which turns its JSON into our order and our actions into its calls.
//!
//! `ops` asks them; calls block and run outside the async threads. To add one: a folder with a `Platform`, and a
//! line in `of`. Never: warp, redb, the store.

pub mod open;

use crate::{
    model::{
        Act, Code, Currency, Failure, Id, Menu, Order, Provider, Reason, Status, Why, integration::Settings,
        order::Content,
    },
    net::{Net, Trouble},
};
use std::collections::BTreeMap;

/// The adapter of a platform; `None` for one that is known by name only.
pub fn of(provider: Provider) -> Option<&'static dyn Platform> {
    match provider {
        Provider::Open => Some(&open::Open),
        Provider::Getir | Provider::Yemeksepeti | Provider::TrendyolGo | Provider::MigrosYemek => None,
    }
}

/// What an adapter makes of a platform's JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrival {
    pub provider_order_id: String,
    pub code: Option<String>,
    pub content: Content,
}

/// One restaurant's connection, with its secrets in clear for the length of a call.
#[derive(Clone)]
pub struct Link {
    pub restaurant_id: Id,
    pub currency: Currency,
    pub base_url: Option<String>,
    pub credentials: BTreeMap<String, String>,
    pub settings: Settings,
}

/// One field of the form that connects a restaurant.
pub struct Credential {
    pub name: &'static str,
    pub is_required: bool,
}

/// What became of an act whose caller's process died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    Taken,
    NotTaken,
}

pub trait Platform: Send + Sync {
    fn credentials(&self) -> &'static [Credential];

    /// The integration's settings have a `callbackUrl`.
    fn takes_callback_url(&self) -> bool {
        false
    }

    /// Whether this act has to be told at all; what is ours alone is simply stored.
    fn hears(&self, link: &Link, order: &Order, act: &Act) -> bool;

    /// Tells the platform. `Ok` only if it took the act.
    fn tell(&self, link: &Link, net: &Net, order: &Order, act: &Act, to: Status) -> Result<(), Failure>;

    /// After a crash between telling and storing: did the platform take it? `Err` if it cannot be found out now.
    fn look_back(&self, link: &Link, net: &Net, order: &Order, act: &Act, to: Status) -> Result<Standing, Failure>;

    /// The platform's own courier makes the next move.
    fn decides(&self, order: &Order) -> bool;

    /// The cancellation reasons that it accepts for this order as it stands.
    fn reasons(&self, link: &Link, net: &Net, order: &Order) -> Result<Vec<Reason>, Failure>;

    /// What a cancellation without a reason means.
    fn without_reason(&self, order: &Order) -> WithoutReason;

    /// Tries the connection; answers with the restaurant's name there, if it has one.
    fn test(&self, link: &Link, net: &Net) -> Result<Option<String>, Failure>;

    /// The menu, or `None` where the platform sends it to us and we keep it.
    fn menu(&self, link: &Link, net: &Net) -> Result<Option<Menu>, Failure>;

    fn set_open(&self, link: &Link, net: &Net, is_open: bool) -> Result<(), Failure>;
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

/// A call that failed, in the words of our failures.
pub fn unreached(trouble: Trouble) -> Failure {
    let code = match trouble {
        Trouble::TimedOut => Code::PlatformTimedOut,
        _ => Code::PlatformUnreachable,
    };
    let said = trouble.to_string();
    Failure::new(code).why(Why::Said(said.clone())).cause(said)
}

/// An answer that is not a success.
pub fn rejected(status: u16, body: &[u8]) -> Failure {
    const SHOWN: usize = 200;
    let text: String = String::from_utf8_lossy(body).chars().filter(|c| !c.is_control()).take(SHOWN).collect();
    let said =
        if text.trim().is_empty() { format!("HTTP {status}") } else { format!("HTTP {status}: {}", text.trim()) };
    Failure::new(Code::PlatformRejected)
        .why(Why::Said(said.clone()))
        .details(serde_json::json!({ "statusCode": status }))
        .cause(said)
}
