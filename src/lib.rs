//! garson: orders from delivery platforms in, one REST API for the till, events out, in one binary.
//!
//! ```text
//! platform ──► intake ─┐
//! till     ──► api    ─┼─► ops ──► store ──► (bell) ──► delivery ──► webhook
//! person   ──► panel  ─┤    └──► platforms ──► platform
//! clock    ──► sync   ─┘
//! ```
//!
//! What holds everywhere, each a sentence to hold against a change:
//! - A door decodes, names who acts, calls exactly one operation and renders its result.
//! - A rule stands once, in `ops` or `model`; both the API and the panel go through it.
//! - What was acknowledged is on the disk: `Store::write` answers after the commit, never before.
//! - A change and the event that tells of it are one transaction.
//! - A platform is told before a change is stored, and an intent is stored before it is told.
//! - Only `store` names redb, only `net` names ureq, only `http` names warp.
//! - Nothing that a stranger sends makes the program panic.
//!
//! `src/README.md` is the map.

pub mod api;
pub mod app;
pub mod control;
pub mod delivery;
pub mod http;
pub mod i18n;
pub mod intake;
pub mod lan;
pub mod panel;
pub mod sync;

pub use app::run;
pub use {clock, model, net, ops, platforms, store};
