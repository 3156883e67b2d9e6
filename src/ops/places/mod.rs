//! Businesses and their restaurants, with their menus; and what goes with one that is removed.

pub mod businesses;
pub mod menus;
pub mod removal;
pub mod restaurants;

use model::fields::{self, NAME};
use model::{Failure, Result, Why};

/// A name from the command line or a form, of a user, a key or a restaurant, obeys the rules of a name in a body.
pub(crate) fn checked_name(field: &'static str, name: &str) -> Result<String> {
    let name = fields::checked_text(name, NAME).map_err(|failure| failure.field(field))?;
    name.ok_or_else(|| Failure::invalid(field, Why::Missing))
}
