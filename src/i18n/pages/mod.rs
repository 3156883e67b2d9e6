//! The texts of the panel, page by page, and those of the API. A new page is entered in `pages!`.
//!
//! Turkish: no plural after a number, no ending glued to a name or number that is filled in (a sentence is built around
//! "… alanı" or a colon), decimal comma, the per cent sign before the number; İ/ı are left to CSS with `lang="tr"`.

mod api;
pub mod audit;
pub mod authorities;
pub mod backups;
pub mod board;
pub mod common;
pub mod confirm;
pub mod deliveries;
pub mod dishes;
pub mod heartbeat;
pub mod integrations;
pub mod keys;
pub mod kitchen;
pub mod order;
pub mod orders;
pub mod payments;
pub mod reports;
pub mod restaurants;
pub mod restore;
pub mod second_factor;
pub mod settings;
pub mod sign;
pub mod start;
pub mod status;
pub mod troubles;
pub mod trust;
pub mod users;
pub mod webhooks;
pub mod words;

macro_rules! pages {
    ($($field:ident: $page:ident::$Texts:ident,)+) => {
        /// Every text that needs no values. One static per language.
        pub struct Texts {
            $(pub $field: &'static $page::$Texts,)+
        }
        pub static TR: Texts = Texts { $($field: &$page::TR,)+ };
        pub static EN: Texts = Texts { $($field: &$page::EN,)+ };
    };
}

pages! {
    api: api::ApiTexts,
    common: common::CommonTexts,
    confirm: confirm::ConfirmTexts,
    sign: sign::SignTexts,
    start_page: start::StartTexts,
    board_page: board::BoardTexts,
    order_page: order::OrderPageTexts,
    orders_page: orders::OrdersTexts,
    reports_page: reports::ReportsTexts,
    payments_page: payments::PaymentsTexts,
    restaurants_page: restaurants::RestaurantsTexts,
    dishes_page: dishes::DishesTexts,
    integrations_page: integrations::IntegrationsTexts,
    webhooks_page: webhooks::WebhooksTexts,
    authorities_page: authorities::AuthoritiesTexts,
    deliveries_page: deliveries::DeliveriesTexts,
    keys_page: keys::KeysTexts,
    users_page: users::UsersTexts,
    kitchen_page: kitchen::KitchenTexts,
    audit_page: audit::AuditTexts,
    second_factor_page: second_factor::SecondFactorTexts,
    settings_page: settings::SettingsTexts,
    heartbeat_page: heartbeat::HeartbeatTexts,
    status_page: status::StatusTexts,
    backups_page: backups::BackupTexts,
    restore_page: restore::RestoreTexts,
    trust_page: trust::TrustTexts,
}
