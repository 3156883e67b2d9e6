//! A restaurant as callers are shown it.

use model::{Access, Integration, Power, Restaurant, restaurant::Headers};
use serde::{Deserialize, Serialize};

/// A restaurant with its connections.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RestaurantDetails {
    pub restaurant: Restaurant,
    pub headers: Headers,
    pub integrations: Vec<Integration>,
}

/// In place of a value that the caller may not see.
const HIDDEN: &str = "***";

impl RestaurantDetails {
    /// What a header says is a secret of the address that it is for.
    pub fn seen_with(mut self, access: Access) -> RestaurantDetails {
        if !access.may(Power::Manage) {
            self.headers.values_mut().for_each(|value| HIDDEN.clone_into(value));
        }
        self
    }
}
