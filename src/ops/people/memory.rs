//! What is known of people while the program runs, and is gone when it ends.

use super::{guesses::GuessLimiter, kitchen::invitations::Invitations, setup_code::SetupCode};

#[derive(Default)]
pub struct PeopleMemory {
    pub(crate) guesses: GuessLimiter,
    pub setup_code: SetupCode,
    pub(crate) invitations: Invitations,
}
