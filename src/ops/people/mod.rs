//! People and the screens of the kitchen: the first owner, users, how they sign in, and who is where.

pub mod first_steps;
pub mod guesses;
pub(crate) mod hash_memory;
pub mod kitchen;
pub(crate) mod passwords;
pub mod second_factor;
pub mod sessions;
pub mod setup;
mod setup_code;
pub mod sign_in;
pub mod tickets;
mod totp;
pub mod users;

/// What is known of people while the program runs, and is gone when it ends.
#[derive(Default)]
pub struct PeopleMemory {
    pub(crate) guesses: guesses::GuessLimiter,
    pub setup_code: setup_code::SetupCode,
    pub(crate) invitations: kitchen::invitations::Invitations,
}
