//! What calls of several adapters have in common: groups of them that share one limit, and a token that has to be logged in
//! for.

use super::client::{Client, Reply, too_many};
use model::{Bilingual, Failure};
use std::{sync::Arc, time::Duration};

/// Calls that share one limit or pause.
pub struct CallGroup {
    /// Whose they are.
    pub platform: &'static str,
    pub name: &'static str,
    /// The least time between two of them; zero where a person waits.
    pub gap: Duration,
    /// After a 429 that does not say how long.
    pub pause: Duration,
}

impl CallGroup {
    /// Waits, or refuses, so that the next call of this group is one that the platform wants to hear.
    pub fn wait(&self, client: &Client<'_>) -> Result<(), Failure> {
        if !self.gap.is_zero() {
            return client.session.pace(self.name, self.gap, client.deadline);
        }
        client.session.held_off(self.name).map_or(Ok(()), |wait| Err(too_many(self.platform, wait)))
    }

    /// Remembers the pause that a 429 asks for.
    pub fn obey(&self, client: &Client<'_>, reply: &Reply) -> Duration {
        let wait = reply.pause.unwrap_or(self.pause);
        client.session.hold_off(self.name, wait);
        wait
    }

    /// The same, as a refusal.
    pub fn refuse(&self, client: &Client<'_>, reply: &Reply) -> Failure {
        too_many(self.platform, self.obey(client, reply))
    }
}

/// How an account comes by its token, and is told that it has ended.
pub struct TokenRule {
    /// The token, and how long it may be used.
    pub login: fn(&Client<'_>) -> Result<(String, Duration), Failure>,
    /// An answer that says so for certain.
    pub refuses: fn(&Reply) -> bool,
    /// Where it says so of a token that it has just given.
    pub refuses_new: Bilingual,
}

impl TokenRule {
    /// Sends one call with the token. A refused token was not looked at further, so the call goes out again with a new
    /// one. `may_be_old` is asked of an answer whether it may mean as much, with whether the token was brought just now;
    /// `note_again` sees the answer to the new one.
    pub fn call(
        &self,
        client: &Client<'_>,
        send: impl Fn(&str) -> Result<Reply, Failure>,
        may_be_old: impl Fn(&Reply, bool) -> bool,
        note_again: impl Fn(&Reply),
    ) -> Result<Reply, Failure> {
        let (token, is_new) = self.token(client)?;
        let reply = send(&token)?;
        if !(self.refuses)(&reply) && !may_be_old(&reply, is_new) {
            return Ok(reply);
        }
        client.session.forget_token(&token);
        let (token, _) = self.token(client)?;
        let reply = send(&token)?;
        note_again(&reply);
        if (self.refuses)(&reply) {
            client.session.forget_token(&token);
            return Err(reply.refused_as(self.refuses_new.clone()));
        }
        Ok(reply)
    }

    /// The token, and whether it was brought just now.
    fn token(&self, client: &Client<'_>) -> Result<(Arc<str>, bool), Failure> {
        let mut is_new = false;
        let login = || {
            is_new = true;
            (self.login)(client)
        };
        // Nothing but a login was asked, so whatever went wrong, the errand itself is not in doubt.
        let token = client.session.token(client.deadline, login).map_err(|failure| failure.in_doubt(false))?;
        Ok((token, is_new))
    }
}
