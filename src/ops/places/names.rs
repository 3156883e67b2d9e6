//! Names that people give: of users, keys, restaurants.

use model::{
    Failure, Why,
    fields::{self, NAME},
};

/// A name from the command line or a form obeys the rules of a name in a body.
pub fn checked_name(field: &'static str, name: &str) -> Result<String, Failure> {
    let name = fields::checked_text(name, NAME).map_err(|failure| failure.field(field))?;
    name.ok_or_else(|| Failure::invalid(field, Why::Missing))
}
