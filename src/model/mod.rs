//! What things are: pure types and the rules that need nothing but them.
//!
//! Never: input or output, a clock, any other folder of this crate.

#[macro_use]
mod written;

pub mod account;
mod actor;
mod address_range;
mod aftermath;
mod allergy;
pub mod audit;
mod backup;
mod business;
pub mod certificate;
mod code;
mod currency;
pub mod data_file;
mod delivery;
pub mod dish;
mod event;
mod event_place;
mod failure;
pub mod fields;
mod flaw;
mod fold;
mod given;
mod heartbeat;
mod held_act;
mod id;
pub mod integration;
mod intent;
pub mod json;
mod key;
mod lan;
mod lang;
pub mod left_out;
pub mod limits;
pub mod menu;
pub mod money;
mod nearest;
pub mod order;
pub mod page;
pub mod payment;
mod provider;
mod quota;
pub mod restaurant;
mod restore;
pub mod schedule;
mod screen_role;
mod sealed;
mod sha;
mod station;
mod status;
pub mod time;
mod upgrade;
mod urgency;
pub mod url;
pub mod webhook;

pub use account::{AddedAuthority, KitchenScreen, Role, SecondFactor, Session, Settings, User, Whose};
pub use actor::Actor;
pub use address_range::{AddressRange, BadAddressRange};
pub use aftermath::{Aftermath, OldEvents};
pub use allergy::{AllergyWords, LONGEST_ALLERGY_WORD, MOST_ALLERGY_WORDS};
pub use audit::{AuditEntry, Deed, Note};
pub use backup::{
    BackupBook, BackupContents, BackupFault, BackupOnDisk, BackupPlan, BackupTrouble, NewestOrder, ProvenBackup,
};
pub use business::{Business, BusinessForm};
pub use certificate::CertificateFacts;
pub use code::Code;
pub use currency::Currency;
pub use delivery::{Attempt, Delivery, DeliveryState};
pub use dish::{Catalogue, Dish, Lesson};
pub use event::{Event, What};
pub use event_place::EventPlace;
pub use failure::{Failure, FieldPlace, JsonKind, RangeUnit, RecordKind, Refusal, Result, Why};
pub use fields::Fields;
pub use flaw::{JsonFlaw, JsonWanted};
pub use fold::fold;
pub use heartbeat::HeartbeatPlan;
pub use held_act::{HeldAct, LONGEST_HOLD};
pub use id::{Id, TAIL_BITS};
pub use integration::{Integration, IntegrationKey, PlatformFault, PlatformTrouble};
pub use intent::{Act, Intent, Receipt, ReceiptSlot};
pub use key::{Access, Key, Power, Scope};
pub use lan::{AuthorityCertificate, HttpsReport, LanName, LanReport, ServedCertificate, Vouched};
pub use lang::{Bilingual, Lang, Reason};
pub use menu::{Category, Menu, MenuOption, OptionGroup, Product};
pub use money::Money;
pub use nearest::nearest;
pub use order::{
    Address, Amount, Content, Courier, CourierState, Customer, DeliveryType, DishPlace, Flag, IfUnavailable, Item,
    ItemOption, OptionKind, Order, PlatformStep, StepState,
};
pub use page::{Dir, List, Page, Paging, Walk};
pub use payment::{Assignment, Payment, PaymentType};
pub use provider::Provider;
pub use quota::{Quota, QuotaPlace, RequestsLeft};
pub use restaurant::{Package, Restaurant, RestaurantForm};
pub use restore::{RestoreFlaw, RestoreNote, RestoreStep};
pub use screen_role::{ScreenAct, ScreenRole, ScreenRoles};
pub use sealed::Sealed;
pub use sha::Sha;
pub use station::{Station, StationPlan, Takes, shared_codes};
pub use status::Status;
pub use time::{Day, Time};
pub use upgrade::{UpgradeFlaw, UpgradePhase, UpgradeState, Version};
pub use urgency::{Ageing, Due, DueBy, PACE_MINUTES, Tempo};
pub use webhook::{EventKind, Webhook, WebhookForm};
