//! When the menu of each integration was read last, and so which are due. A restart begins anew.

use model::{Integration, IntegrationKey, Time};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex as TurnLock, OwnedMutexGuard};

const READ_EVERY: Duration = Duration::from_hours(24);
/// After one that failed: a platform that is out of reach, or refuses us, is asked about other things first.
const AGAIN_AFTER: Duration = Duration::from_hours(1);
/// After a start platforms are asked about orders first. What a web shop has set is here, and nobody is asked for it.
const AFTER_THE_START: Duration = Duration::from_mins(2);

pub struct MenuReadings {
    begun: Instant,
    read: Mutex<HashMap<IntegrationKey, MenuReading>>,
    /// Held while menus are read.
    turn: Arc<TurnLock<()>>,
}

/// When a menu was read last, or tried to be.
struct MenuReading {
    at: Instant,
    /// Which state of the integration it was.
    as_of: Time,
    outcome: MenuOutcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MenuOutcome {
    Read,
    Failed,
    /// The platform shows none.
    NotOffered,
}

impl Default for MenuReadings {
    fn default() -> MenuReadings {
        MenuReadings { begun: Instant::now(), read: Mutex::default(), turn: Arc::default() }
    }
}

impl MenuReadings {
    pub(super) fn is_due(&self, integration: &Integration, now: Instant) -> bool {
        let is_asked = !platforms::of(integration.provider).facts().home.is_empty();
        if is_asked && now.duration_since(self.begun) < AFTER_THE_START {
            return false;
        }
        let read = self.read.lock();
        let Some(last) = read.get(&integration.key()).filter(|last| last.as_of == integration.updated_at) else {
            return true;
        };
        match last.outcome {
            MenuOutcome::Read => now.duration_since(last.at) >= READ_EVERY,
            MenuOutcome::Failed => now.duration_since(last.at) >= AGAIN_AFTER,
            MenuOutcome::NotOffered => false,
        }
    }

    pub(super) fn note(&self, integration: &Integration, outcome: MenuOutcome, now: Instant) {
        let reading = MenuReading { at: now, as_of: integration.updated_at, outcome };
        self.read.lock().insert(integration.key(), reading);
    }

    /// Forgets those of integrations that are gone.
    pub(super) fn keep_only(&self, integrations: &[Integration]) {
        let keys: Vec<IntegrationKey> = integrations.iter().map(Integration::key).collect();
        self.read.lock().retain(|key, _| keys.contains(key));
    }

    /// To be held while menus are read; nothing while somebody else holds it.
    pub(super) fn turn(&self) -> Option<OwnedMutexGuard<()>> {
        self.turn.clone().try_lock_owned().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::{Id, Provider, Sealed, Sha, integration::IntegrationSettings};
    use std::collections::BTreeMap;

    #[test]
    fn a_menu_is_read_once_a_day_and_at_once_where_the_connection_was_changed() {
        let integration = Integration {
            restaurant_id: Id::NIL,
            provider: Provider::Getir,
            is_active: true,
            on_since: Time(0),
            off_since: None,
            credentials: BTreeMap::new(),
            base_url: None,
            settings: IntegrationSettings::default(),
            token: Sealed(Vec::new()),
            token_hash: Sha::of(b""),
            created_at: Time(0),
            updated_at: Time(1),
        };
        let readings = MenuReadings::default();
        let begun = readings.begun + AFTER_THE_START;
        let is_due = |one: &Integration, after| readings.is_due(one, begun + after);
        assert!(
            !readings.is_due(&integration, readings.begun) && is_due(&integration, Duration::ZERO),
            "after a start"
        );
        let shops = Integration { provider: Provider::Open, ..integration.clone() };
        assert!(readings.is_due(&shops, readings.begun), "nobody is asked");
        for (outcome, pause) in [(MenuOutcome::Read, READ_EVERY), (MenuOutcome::Failed, AGAIN_AFTER)] {
            readings.note(&integration, outcome, begun);
            assert!(
                !is_due(&integration, pause - Duration::from_secs(1)) && is_due(&integration, pause),
                "{outcome:?}"
            );
        }
        readings.note(&integration, MenuOutcome::NotOffered, begun);
        assert!(!is_due(&integration, READ_EVERY * 9));
        let changed = Integration { updated_at: Time(2), ..integration };
        assert!(is_due(&changed, Duration::ZERO));
        readings.keep_only(&[]);
        assert!(readings.read.lock().is_empty());
    }
}
