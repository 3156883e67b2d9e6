//! `Menu`: what a platform sells for a restaurant.

use super::{currency::Currency, id::Id, money::Money, provider::Provider, time::Time};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Menu {
    pub provider: Provider,
    pub restaurant_id: Id,
    pub currency: Currency,
    pub categories: Vec<Category>,
    /// When it was read from the platform, or set by it; null if it never was.
    pub fetched_at: Option<Time>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Category {
    pub id: Option<String>,
    pub name: String,
    pub products: Vec<Product>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Product {
    pub id: Option<String>,
    pub name: String,
    pub description: Option<String>,
    pub price: Money,
    pub is_active: bool,
    pub option_groups: Vec<OptionGroup>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OptionGroup {
    pub id: Option<String>,
    pub name: String,
    pub min: u32,
    pub max: Option<u32>,
    pub options: Vec<MenuOption>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MenuOption {
    pub id: Option<String>,
    pub name: String,
    pub price: Money,
    pub is_active: bool,
}
