//! The platforms' door: `/intake/v1/{provider}/{token}`. The token in the path says whose orders these are.
//!
//! No API key here. Never: redb, ureq, the other doors.

mod open;

use crate::{http::Door, ops::House};
use std::sync::Arc;

/// Orders with long option trees, and whole menus, come in here.
const BODY_LIMIT: usize = 1024 * 1024;

pub fn door(house: &Arc<House>) -> Door {
    Door::new("intake/v1", open::routes(house)).body_limit(BODY_LIMIT).hides_paths()
}
