//! Turkish and English: which of the two a client reads, and every sentence that the program says in them.
//!
//! The doors and `http` call it. It knows `model` and nothing else: no status codes, no JSON, no I/O.
//! A sentence exists in both languages or the program does not compile: fixed texts are fields of `Texts`,
//! refusals are matches without a default arm.

#[macro_use]
mod texts;

mod en;
pub mod pages;
mod tr;

pub use crate::model::Lang;

use crate::model::Failure;

/// Texts that need no values. One static per language.
pub struct Texts {
    pub orders: Orders,
    pub deliveries: Deliveries,
    pub integrations: Integrations,
    pub common: &'static pages::common::CommonTexts,
    pub sign: &'static pages::sign::SignTexts,
    pub board_page: &'static pages::board::BoardTexts,
    pub order_page: &'static pages::order::OrderTexts,
    pub orders_page: &'static pages::orders::OrdersTexts,
    pub reports_page: &'static pages::reports::ReportsTexts,
    pub payments_page: &'static pages::payments::PaymentsTexts,
    pub restaurants_page: &'static pages::restaurants::RestaurantsTexts,
    pub integrations_page: &'static pages::integrations::IntegrationsTexts,
    pub webhooks_page: &'static pages::webhooks::WebhooksTexts,
    pub deliveries_page: &'static pages::deliveries::DeliveriesTexts,
    pub keys_page: &'static pages::keys::KeysTexts,
    pub users_page: &'static pages::users::UsersTexts,
    pub settings_page: &'static pages::settings::SettingsTexts,
    pub status_page: &'static pages::status::StatusTexts,
    pub reference_page: &'static pages::reference::ReferenceTexts,
}

pub struct Orders {
    /// What `verify` says when the order moved.
    pub accepted: &'static str,
    /// What `verify` says when it had been verified before.
    pub already_accepted: &'static str,
}

pub struct Deliveries {
    /// What retry-webhook says of a 2xx, and of any other answer.
    pub accepted: &'static str,
    pub not_accepted: &'static str,
}

pub struct Integrations {
    /// What a connection test says when it went well.
    pub connection_works: &'static str,
}

impl Lang {
    /// The better liked of the two in an `Accept-Language` header; English where it names neither.
    pub fn of(accept_language: Option<&str>) -> Lang {
        let mut best = (0, Lang::En);
        for item in accept_language.unwrap_or_default().split(',') {
            let mut parts = item.split(';').map(str::trim);
            let tag = parts.next().unwrap_or_default();
            let primary = tag.split_once('-').map_or(tag, |(primary, _)| primary);
            let lang = match primary {
                _ if primary.eq_ignore_ascii_case("tr") => Lang::Tr,
                _ if primary.eq_ignore_ascii_case("en") => Lang::En,
                _ => continue,
            };
            let weight = parts.find_map(|part| part.strip_prefix("q=").or_else(|| part.strip_prefix("Q=")));
            let weight = weight.map_or(1_000, thousandths);
            if weight > best.0 {
                best = (weight, lang);
            }
        }
        best.1
    }

    /// For `lang="…"` in a page.
    pub fn tag(self) -> &'static str {
        match self {
            Lang::Tr => "tr",
            Lang::En => "en",
        }
    }

    pub fn texts(self) -> &'static Texts {
        match self {
            Lang::Tr => &tr::TEXTS,
            Lang::En => &en::TEXTS,
        }
    }
}

/// A refusal as a whole sentence that tells the reader what to change.
pub fn failure(lang: Lang, failure: &Failure) -> String {
    match lang {
        Lang::Tr => tr::failure(failure),
        Lang::En => en::failure(failure),
    }
}

/// Too many tries.
pub fn wait(lang: Lang, seconds: u32) -> String {
    match lang {
        Lang::Tr => format!("Çok fazla deneme yapıldı. {seconds} saniye bekleyip yeniden deneyin."),
        Lang::En if seconds == 1 => "Too many tries. Wait one second, then try again.".to_owned(),
        Lang::En => format!("Too many tries. Wait {seconds} seconds, then try again."),
    }
}

/// A quality value as a whole number, because floats do not order. What cannot be read counts as unwanted.
fn thousandths(quality: &str) -> u32 {
    let quality = quality.parse::<f32>().unwrap_or(0.0);
    (quality.clamp(0.0, 1.0) * 1_000.0) as u32
}

/// A size as people read it. Limits are round, so a whole unit says it exactly.
fn size(bytes: usize) -> String {
    match bytes {
        _ if bytes >= 1 << 20 && bytes.is_multiple_of(1 << 20) => format!("{} MiB", bytes >> 20),
        _ if bytes >= 1 << 10 && bytes.is_multiple_of(1 << 10) => format!("{} KiB", bytes >> 10),
        _ => format!("{bytes} B"),
    }
}

#[cfg(test)]
mod tests;
