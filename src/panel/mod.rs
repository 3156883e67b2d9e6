//! The browser's door: server-rendered pages for the owner and the kitchen, in Turkish and English.
//!
//! Every page works without script; live updates and sound are added on top. A page is a struct, a template and the
//! texts under `i18n/pages`; `routes` lists them all. `visit` says who is there and guards forms, `identity` asks for the
//! password again where it matters, `frame` is what all pages share. Never: redb, ureq, the other doors.

mod assets;
mod audit;
mod backups;
mod board;
mod books;
mod confirm;
mod cookies;
mod crumbs;
mod csv;
mod currencies;
mod deliveries;
mod field;
mod figures;
mod forgery;
mod frame;
mod heartbeat;
mod help;
mod https;
mod identity;
mod integrations;
mod keys;
mod kitchen;
mod listing;
mod live;
mod manifest;
mod news;
mod order;
mod orders;
mod page;
pub mod qr;
mod refusal;
mod reports;
mod restaurants;
mod restores;
mod routes;
mod select;
mod settings;
mod shell;
mod show;
mod sign;
mod start;
mod status;
mod trouble_bar;
mod trust;
mod upgrade_notice;
mod users;
mod visit;
mod waiting;
mod way_in;
mod webhooks;
mod zones;

pub use refusal::render;
pub use routes::routes;
pub use visit::gate;
pub use waiting::waiting_door;
