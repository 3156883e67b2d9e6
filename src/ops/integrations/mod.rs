//! Integrations: connecting a restaurant to a platform, switching it, its intake address.
//!
//! `connect` adds, changes and removes, by the `draft` that a caller wrote; `find`, `link`, `venue` and `shops` are what
//! others need of one; `pulse` is how it fares, `outages` are those whose platform cannot be asked, and `switches` are
//! turned on the platform's side.

pub(super) mod connect;
pub(super) mod draft;
pub(super) mod find;
pub(super) mod link;
pub(super) mod memory;
pub(super) mod outages;
pub(super) mod pulse;
pub(super) mod shops;
mod switches;
pub(super) mod venue;

pub use connect::{put, remove, rotate_token};
pub use draft::{IntegrationDraft, draft};
pub use find::{adapter, by_token, find, is_any_on, known, list};
pub use link::{intake_url, open_credentials, reach};
pub use pulse::{is_connected, pulse};
pub use switches::{ConnectionTest, PosSet, ShopOpened, set_open, set_pos, test};
