//! A restaurant as whoever asks for it is shown.

use crate::model::{Integration, Restaurant, restaurant::Headers};
use serde::{Deserialize, Serialize};

/// A restaurant with its connections.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RestaurantDetails {
    pub restaurant: Restaurant,
    pub headers: Headers,
    pub integrations: Vec<Integration>,
}
