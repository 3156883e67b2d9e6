//! garson: orders from delivery platforms in, one REST API for the till, events out, in one binary.
//!
//! ```text
//! platform ──► intake ─┐
//! till     ──► api    ─┼─► ops ──► store ──► (bell) ──► delivery ──► webhook
//! person   ──► panel  ─┤    └──► platforms ──► platform (told first, stored after)
//! terminal ──► control ┤
//! clock    ──► sync   ─┘
//! ```
//!
//! What holds everywhere, each a sentence to hold against a change:
//! - A door decodes, names who acts, leaves each change to exactly one operation and renders its result.
//! - A rule stands once, in `ops` or `model`; every door goes through it.
//! - What was acknowledged is on the disk: `Store::write` answers after the commit, never before.
//! - A change and the event that tells of it are one transaction.
//! - A platform is told the first step of a change before the change is stored, and an intent is stored before it is told;
//!   steps that have to wait are part of the order.
//! - Only `store` names redb, only `net` names ureq, only `http` names warp, and only `clock` asks for the time of day.
//! - What people read is there in Turkish and in English; the cause of a `Failure` is for the log alone.
//! - Nothing that a stranger sends makes the program panic.
//!
//! `src/README.md` is the map.

pub mod api;
pub mod app;
pub mod control;
pub mod delivery;
pub mod intake;
pub mod lan;
pub mod sync;

pub use app::run;
pub use {clock, document, http, i18n, model, net, ops, panel, platforms, store};
