//! Businesses and their restaurants, with their menus, dishes and stations; and what goes with one that is removed.

pub mod businesses;
pub mod dishes;
pub mod menus;
pub mod removal;
pub mod restaurants;
pub mod stations;

use model::fields::{self, NAME};
use model::{Failure, Fields, Result, Why};

/// Which fields of a record a caller writes: all of them, or those that it names.
#[derive(Clone)]
pub(crate) struct NamedFields(Option<Vec<&'static str>>);

impl NamedFields {
    pub const ALL: NamedFields = NamedFields(None);

    /// Those of a body, null or not.
    pub fn of(fields: &Fields<'_>, known: &[&'static str]) -> NamedFields {
        NamedFields(Some(known.iter().copied().filter(|name| fields.has(name)).collect()))
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.as_ref().is_none_or(|named| named.contains(&name))
    }

    /// The new value of a field that is written, else the old one.
    fn pick<T: Clone>(&self, name: &str, new: &T, old: &T) -> T {
        if self.has(name) { new.clone() } else { old.clone() }
    }
}

/// A name from the command line or a form, of a user, a key or a restaurant, obeys the rules of a name in a body.
pub(crate) fn checked_name(field: &'static str, name: &str) -> Result<String> {
    let name = fields::checked_text(name, NAME).map_err(|failure| failure.field(field))?;
    name.ok_or_else(|| Failure::invalid(field, Why::Missing))
}
