//! What things are: pure types and the rules that need nothing but them.
//!
//! Never: input or output, a clock, any other folder of this crate.

pub mod account;
mod actor;
mod business;
mod currency;
mod delivery;
mod event;
mod failure;
pub mod fields;
mod fold;
mod id;
pub mod integration;
mod intent;
pub mod json;
mod lang;
pub mod menu;
pub mod money;
pub mod order;
pub mod page;
pub mod payment;
mod provider;
pub mod restaurant;
pub mod schedule;
mod sealed;
mod sha;
mod status;
pub mod time;
pub mod url;
pub mod webhook;

pub use account::{Key, Role, Session, Settings, User};
pub use actor::Actor;
pub use business::{Business, BusinessForm};
pub use currency::Currency;
pub use delivery::{Attempt, Delivery, DeliveryState};
pub use event::{Event, What};
pub use failure::{Code, Failure, Refusal, Why};
pub use fields::Fields;
pub use fold::fold;
pub use id::{Id, TAIL_BITS};
pub use integration::{Integration, IntegrationKey};
pub use intent::{Act, Intent, Receipt, ReceiptSlot};
pub use lang::{Bilingual, Lang, Reason};
pub use menu::Menu;
pub use money::Money;
pub use order::Order;
pub use page::{Dir, List, Page, Paging, Walk};
pub use payment::Assignment;
pub use provider::Provider;
pub use restaurant::{Package, Restaurant, RestaurantForm};
pub use sealed::Sealed;
pub use sha::Sha;
pub use status::Status;
pub use time::{Day, Time};
pub use webhook::{EventKind, Webhook, WebhookForm};
