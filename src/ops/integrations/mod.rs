//! Integrations: connecting a restaurant to a platform, switching it, its intake address.
//!
//! `connect` adds, changes and removes, by the `draft` that a caller wrote; `find`, `link`, `venue` and `shops` are what
//! others need of one; `allowance` is how much may be sent to it; `pulse` is how it fares, `outages` are those whose platform
//! cannot be asked, `switches` are turned on the platform's side, and `troubles` is what people have to know of all this.

pub(super) mod allowance;
pub(super) mod connect;
pub(super) mod draft;
pub(super) mod find;
pub(super) mod link;
pub(super) mod memory;
pub(super) mod outages;
pub(super) mod pulse;
pub(super) mod shops;
mod switches;
pub(super) mod troubles;
pub(super) mod venue;

pub use allowance::IntakeOverrun;
pub use connect::{is_reserved, put, remove, reserve, rotate_token, switch};
pub use draft::{IntegrationDraft, draft};
pub use find::{IntegrationDetails, adapter, admit, by_token, details, known, list, overrun};
pub use link::{intake_url, open_credentials};
pub use pulse::{is_connected, pulse};
pub use switches::{ConnectionTest, PosSet, ShopOpened, set_open, set_pos, test};
pub use troubles::{is_shop_closed, troubles};
