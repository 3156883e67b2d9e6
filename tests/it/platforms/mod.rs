//! Each platform's adapter against a fake of the platform, over real HTTP: one folder each.

mod frame;
pub mod getir;
pub mod migros;
mod rig;
pub mod trendyol;
mod twins;
pub mod yemeksepeti;
