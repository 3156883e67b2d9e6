//! Events on their way out: who hears of them, whose certificates are believed, and what became of each delivery.

pub mod authorities;
pub mod deliveries;
pub mod webhooks;

use model::{Failure, Fields, Result, Why, fields::TEXT, restaurant::Headers};

/// Headers that a caller wants sent to an address: a plain object of texts that can stand in a request; nothing where there is
/// none.
pub(crate) fn read_headers(fields: &Fields<'_>, name: &'static str, most: usize) -> Result<Option<Headers>> {
    let Some(object) = fields.object(name)? else { return Ok(None) };
    let mut headers = Headers::new();
    for (header, entry) in object.entries() {
        if headers.len() == most {
            return Err(fields.invalid(name, Why::TooMany(most)));
        }
        let value = entry.text(TEXT)?;
        if !net::valid_header(&header, &value) {
            return Err(Failure::invalid(entry.path, Why::NotAHeader));
        }
        headers.insert(header, value);
    }
    Ok(Some(headers))
}
