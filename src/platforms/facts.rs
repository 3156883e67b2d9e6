//! `Facts`: all that is known of a platform before it is asked anything. Each adapter states its own, once; the API, the
//! panel and the intake read them from there.

use super::form::Credential;
use model::{Bilingual, Lang};
use std::time::Duration;

#[derive(Clone)]
pub struct Facts {
    /// As it calls itself.
    pub name: &'static str,
    /// As people call it, where the panel names it.
    pub short_name: Bilingual,
    /// The letter that stands for it in the panel, and the colour of that letter's ground: `#` and six digits. The
    /// style sheet has the colour too, and a test compares them.
    pub mark: &'static str,
    pub colour: &'static str,
    /// Its own host; empty for one that has none and is never called by itself.
    pub home: &'static str,
    /// What the owner enters.
    pub credentials: &'static [Credential],
    /// What the owner should know before connecting, where there is something.
    pub caveat: Option<Bilingual>,
    /// Its adapter is written without the platform's own word for it.
    pub is_experimental: bool,
    /// The integration's settings have a `callbackUrl`.
    pub takes_callback_url: bool,
    /// An acceptance says how long the kitchen takes.
    pub takes_minutes: bool,
    /// How an owner connects it: its page of the manual, of which `PlatformGuide` takes the steps.
    pub guide: Bilingual,
    /// It tells of new orders only by a push: without an address that the internet reaches, none come.
    pub needs_public_address: bool,
    /// Where it may push to.
    pub pushes: &'static [PushRoute],
    /// An order can be read back at all.
    pub can_look: bool,
    /// How long before an order's `acceptBy` it calls the restaurant, where it does that.
    pub calls_before: Option<Duration>,
    /// Its switch for the till, where it has one. Only a person ever turns it.
    pub pos_switch: Option<PosSwitch>,
}

impl Facts {
    /// As people call it, in the panel's language.
    pub fn short_name_in(&'static self, lang: Lang) -> &'static str {
        self.short_name.in_lang(lang)
    }
}

/// Where a platform may push to, below `/intake/v1/`: `getir/{token}/orders`.
pub struct PushRoute {
    pub method: PushMethod,
    pub path: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushMethod {
    Post,
    Put,
}

/// A switch that a platform has for the till itself: while it is off, no orders come here. In the panel's words.
#[derive(Clone)]
pub struct PosSwitch {
    /// What is wrong while it is off.
    pub is_off: Bilingual,
    /// The button that switches it on, and what is said once that is done.
    pub switch_on: Bilingual,
    pub is_on: Bilingual,
}
