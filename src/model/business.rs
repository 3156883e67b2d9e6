//! `Business`: the top-level record that restaurants belong to.

use super::{id::Id, time::Time};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Business {
    pub id: Id,
    pub form: BusinessForm,
    pub created_at: Time,
    pub updated_at: Time,
}

/// What a caller may write; an update replaces all of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BusinessForm {
    pub name: String,
    pub description: Option<String>,
    pub vat_number: Option<String>,
    pub tax_office: Option<String>,
    pub address: Option<String>,
    pub city: Option<String>,
    pub country: Option<String>,
    pub zip_code: Option<String>,
    pub phone: Option<String>,
    pub email: Option<String>,
}
