//! The menu, which Yemeksepeti does not show.

use super::words;
use crate::not_offered;
use model::{Failure, Menu};

pub fn menu() -> Result<Menu, Failure> {
    Err(not_offered(words::NO_MENU))
}
