//! The platforms: one folder each, which turns its JSON into our order and our actions into its calls.
//!
//! `ops` asks them; calls block and run outside the async threads. Never: warp, redb, the store.
//!
//! `platform` is what an adapter can be asked · `facts` is what is known of it beforehand · `form` is what the owner
//! enters, `guide` how he gets it · `link` is a restaurant's connection · `client` is the way out, `calls` what calls have
//! in common, `session` what those of one account share · `loose` reads JSON that may be anything, `amount` what is money in
//! it, `readings` what may be meant by it · `report` is what comes of it, `unlisted` how it is asked for.
//! Adapters take what these files hold from here, and nothing else: this one alone knows who there is.

#[macro_use(bilingual)]
extern crate model;
#[macro_use]
pub mod form;
#[macro_use]
mod platform;

mod amount;
mod calls;
mod client;
pub mod demo;
mod facts;
pub mod getir;
mod guide;
mod link;
pub mod loose;
pub mod migros;
pub mod open;
mod readings;
pub mod report;
mod session;
#[cfg(test)]
mod tests;
pub mod trendyol;
mod unlisted;
pub mod yemeksepeti;

pub use client::{Client, is_exhausted, is_not_found, is_turned_away, not_found, plainly, said, status_of};
pub use facts::{Facts, PosSwitch, PushMethod, PushRoute};
pub use form::Credential;
pub use guide::{GuidePiece, PlatformGuide};
pub use link::Link;
pub use platform::{
    Case, MOST_PUSHED, Platform, PollRequest, Pushed, Step, StepOutcome, Told, WithoutReason, account, too_many_pushed,
};
pub use report::{Arrival, Heard, MADE_UP, Polled, Report, ToldChange};
pub use session::{AccountSession, AccountSessions};

pub(crate) use amount::{sum, times};
pub(crate) use calls::{CallGroup, TokenRule};
pub(crate) use client::{PlatformCall, Reply, TOO_MANY, not_offered};
pub(crate) use loose::{Loose, NAMELESS, Paper, is_object, joined, list_of, objects, raw_field, settle_depth, text_of};
pub(crate) use platform::Refused;
pub(crate) use readings::{Cost, OptionCount, Per, PriceReading, first_to_hold};
pub(crate) use report::{ToldCancellation, made_up_id};
pub(crate) use unlisted::{Turn, follow, in_turn, look_through};

use model::Provider;
use std::time::Duration;

/// The adapter of a platform.
pub fn of(provider: Provider) -> &'static dyn Platform {
    demo::posing_as(provider).unwrap_or_else(|| real(provider))
}

/// What is known of it, also while another stands in for it.
pub fn facts(provider: Provider) -> &'static Facts {
    real(provider).facts()
}

fn real(provider: Provider) -> &'static dyn Platform {
    match provider {
        Provider::Open => &open::Open,
        Provider::Getir => &getir::Getir,
        Provider::TrendyolGo => &trendyol::TrendyolGo,
        Provider::Yemeksepeti => &yemeksepeti::Yemeksepeti,
        Provider::MigrosYemek => &migros::MigrosYemek,
    }
}

/// From now on the demo stands in for every platform that would be called.
pub fn begin_demo(pace: Duration) {
    demo::begin(pace, called());
}

/// Those with a host of their own, which is every platform but `open`.
pub fn called() -> impl Iterator<Item = (Provider, &'static Facts)> {
    let known = Provider::ALL.into_iter().map(|provider| (provider, facts(provider)));
    known.filter(|(_, facts)| !facts.home.is_empty())
}

/// Every platform that can be connected.
pub fn all() -> impl Iterator<Item = (Provider, &'static dyn Platform)> {
    Provider::ALL.into_iter().map(|provider| (provider, of(provider)))
}
