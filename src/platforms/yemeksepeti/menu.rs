//! The menu, which Yemeksepeti does not show.

use super::words;
use crate::{Client, not_offered};
use model::{Failure, Menu};

pub fn menu(_client: &Client<'_>) -> Result<Menu, Failure> {
    Err(not_offered(words::NO_MENU))
}
