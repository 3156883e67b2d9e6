//! Errands to platforms: calls on threads that may wait, a few at a time for each restaurant, and what they share.

use crate::{integrations::outages::Outages, on_a_thread};
use model::{Code, Failure, IntegrationKey, Result};
use net::Net;
use parking_lot::Mutex;
use platforms::{self, AccountSession, AccountSessions, Client, Link, Platform};
use std::{collections::HashMap, sync::Arc, time::Duration};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

const PLATFORM_PLACES: usize = 8;
const PUSH_PLACES: usize = 2;
/// How long a call waits for a place before its caller is told that the platform is too slow.
const PLATFORM_WAIT: Duration = Duration::from_secs(10);

pub struct Errands {
    net: Net,
    /// What calls of one account share.
    sessions: AccountSessions,
    /// Calls under way to one restaurant's platform: a slow one must not use up the threads of all.
    places: Mutex<HashMap<(IntegrationKey, Purpose), Arc<Semaphore>>>,
    /// Whose platform cannot be asked.
    pub outages: Outages,
}

/// Whom a platform is called for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Purpose {
    /// A person waits for the answer.
    People,
    /// A step that had to wait, or something left over.
    Later,
    /// An order that a push speaks of. Anyone may push, so these have few places, and take no others.
    Pushes,
    /// All pages of a poll. What does not fit comes with the next.
    Polls,
}

impl Errands {
    pub fn new(net: Net) -> Errands {
        Errands { net, sessions: AccountSessions::default(), places: Mutex::default(), outages: Outages::default() }
    }

    /// Runs an errand on a thread that may wait. People and the program have places of their own, so that no person waits
    /// behind what can wait.
    pub async fn run<T: Send + 'static>(
        &self,
        platform: &'static dyn Platform,
        link: &Link,
        purpose: Purpose,
        errand: impl FnOnce(&Client<'_>) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let key = (link.restaurant_id, link.provider);
        let _place = self.place(key, purpose).await?;
        let (net, session, link) = (self.net.clone(), self.session(platform, link), link.clone());
        let call = move || errand(&Client::new(&link, &session, &net, platform.facts().home, purpose.limit()));
        let outcome = on_a_thread(call).await;
        if purpose != Purpose::Polls && outcome.as_ref().map_or_else(is_answer, |_| true) {
            self.outages.heard(key);
        }
        outcome
    }

    /// What calls of a link's account share.
    pub fn session(&self, platform: &dyn Platform, link: &Link) -> Arc<AccountSession> {
        self.sessions.of(platforms::account(platform, link))
    }

    async fn place(&self, key: IntegrationKey, purpose: Purpose) -> Result<OwnedSemaphorePermit> {
        let places = {
            let mut all = self.places.lock();
            let places = all.entry((key, purpose));
            places.or_insert_with(|| Arc::new(Semaphore::new(purpose.places()))).clone()
        };
        match timeout(PLATFORM_WAIT, places.acquire_owned()).await {
            Ok(Ok(place)) => Ok(place),
            _ => Err(Failure::new(Code::PlatformTimedOut).cause("too many calls to this platform are under way")),
        }
    }
}

impl Purpose {
    fn limit(self) -> Duration {
        match self {
            Purpose::People | Purpose::Later | Purpose::Pushes => Duration::from_secs(10),
            Purpose::Polls => Duration::from_secs(45),
        }
    }

    fn places(self) -> usize {
        match self {
            Purpose::People | Purpose::Later | Purpose::Polls => PLATFORM_PLACES,
            Purpose::Pushes => PUSH_PLACES,
        }
    }
}

/// The platform spoke, if only to refuse; a pause that is kept, or trouble on its side, is no word of it.
fn is_answer(failure: &Failure) -> bool {
    failure.retry_after.is_none() && platforms::status_of(failure).is_some_and(|status| status < 500)
}
