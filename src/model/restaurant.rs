//! `Restaurant`: a branch that takes orders, with its service plans.

use super::{currency::Currency, id::Id, sealed::Sealed, time::Time};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Restaurant {
    pub id: Id,
    pub business_id: Option<Id>,
    pub form: RestaurantForm,
    /// Header names to values, as JSON under the key file: a header value may be a password.
    pub payment_matching_headers: Option<Sealed>,
    pub packages: Vec<Package>,
    pub created_at: Time,
    pub updated_at: Time,
}

/// What a caller may write in the clear; an update replaces all of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestaurantForm {
    pub name: String,
    pub description: Option<String>,
    pub address: Option<String>,
    pub lat: Option<f64>,
    pub lon: Option<f64>,
    /// A free object, kept as it was written.
    pub config: Option<Box<RawValue>>,
    pub payment_matching_url: Option<String>,
}

pub type Headers = BTreeMap<String, String>;

/// A service plan. With none, everything works; an ended one only warns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Package {
    pub name: String,
    pub starts_at: Option<Time>,
    pub ends_at: Option<Time>,
    pub is_active: bool,
}

impl Package {
    pub fn is_active_at(&self, now: Time) -> bool {
        self.is_active && self.starts_at.is_none_or(|at| at <= now) && self.ends_at.is_none_or(|at| now < at)
    }
}

/// The keys of `config` that the program understands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Understood {
    pub timezone: Option<String>,
    pub currency: Option<Currency>,
    pub auto_accept: Option<bool>,
    pub preparation_minutes: Option<u32>,
}

impl RestaurantForm {
    /// Reads what is understood and passes over the rest; a wrong type was refused when it was saved.
    pub fn understood(&self) -> Understood {
        let Some(config) = &self.config else { return Understood::default() };
        let Ok(fields) = super::fields::Fields::parse(config.get().as_bytes()) else { return Understood::default() };
        Understood {
            timezone: fields.text("timezone", super::fields::NAME).ok().flatten(),
            currency: fields.currency("currency").ok().flatten(),
            auto_accept: fields.boolean("autoAccept").ok().flatten(),
            preparation_minutes: fields
                .whole("preparationMinutes", 0, super::integration::MOST_MINUTES)
                .ok()
                .flatten()
                .and_then(|minutes| u32::try_from(minutes).ok()),
        }
    }
}
