//! The platforms: one folder each, which turns its JSON into our order and our actions into its calls.
//!
//! `ops` asks them; calls block and run outside the async threads. To add one: a folder with a `Platform`, and a
//! line in `of`. Never: warp, redb, the store.
//!
//! `platform` is what an adapter can be asked · `facts` is what is known of it beforehand · `link` is a restaurant's
//! connection · `form` is what the owner enters · `client` is the way out · `session` is what calls of one account share · `loose` reads JSON that may be anything ·
//! `report` is what comes of it. Adapters name these files, and nothing of this one: it alone knows who there is.

mod amount;
mod client;
pub mod demo;
mod facts;
pub mod form;
pub mod getir;
mod link;
pub mod loose;
pub mod migros;
pub mod open;
mod platform;
pub mod report;
mod session;
pub mod trendyol;
mod url;
pub mod yemeksepeti;

pub use client::{Ask, Client, Reply, is_not_found, not_found, plainly, said, status_of};
#[cfg(test)]
mod tests;
pub use facts::{Facts, PosSwitch, PushMethod, PushRoute};
pub use form::Credential;
pub use link::Link;
pub use platform::{
    Asked, Case, MOST_PUSHED, Platform, Push, Refused, Standing, Step, Told, WithoutReason, account, too_many_pushed,
};
pub use report::{Arrival, Cancelled, Heard, MADE_UP, Polled, Report, made_up_id};
pub use session::{Session, Sessions, pause_words};

use crate::model::Provider;
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
