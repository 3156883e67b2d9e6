//! The first steps of an owner and which of them are done. Each answer is a fact; nothing is ticked off by hand.

use crate::{AppState, care::settings, keys, people::sessions};
use model::Result;
use platforms::demo;
use std::net::IpAddr;
use store::{Deliveries, Integrations, Orders, Places};

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstSteps {
    pub has_restaurant: bool,
    /// Some platform sends orders, or is asked for them.
    pub has_platform: bool,
    /// An order was on the board, be it a test.
    pub has_order: bool,
    /// Backups are made every night.
    pub has_backups: bool,
    /// A user is signed in at another machine than this one.
    pub has_other_device: bool,
    /// A program uses a key, or is told of events.
    pub has_till: bool,
    pub has_staff: bool,
}

impl FirstSteps {
    /// Those that no restaurant does without. A single screen, no till and no second user are a restaurant too.
    fn needed(self) -> [bool; 4] {
        [self.has_restaurant, self.has_platform, self.has_order, self.has_backups]
    }
}

/// How many of the steps that everybody takes are done, and of how many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepCount {
    pub done: usize,
    pub of: usize,
}

pub fn first_steps(app: &AppState) -> Result<FirstSteps> {
    let people = sessions::people(app)?;
    let is_elsewhere = |address: &str| address.parse().is_ok_and(|address: IpAddr| !address.is_loopback());
    let reader = app.store.read()?;
    Ok(FirstSteps {
        has_restaurant: reader.restaurant_count()? > 0,
        has_platform: reader.all_integrations()?.iter().any(|one| one.is_active),
        has_order: reader.order_count()? > 0,
        has_backups: app.care.backups.book().plan.is_some(),
        has_other_device: people.signed_in.iter().any(|one| is_elsewhere(&one.session.address)),
        has_till: !reader.webhooks()?.is_empty() || keys::list(app)?.iter().any(|key| key.last_used_at.is_some()),
        has_staff: people.users.len() > 1,
    })
}

/// What the board says of them: nothing once all are done, or the owner has put them away.
pub fn steps_left(app: &AppState) -> Result<Option<StepCount>> {
    if demo::is_on() || settings::show(app)?.hides_first_steps {
        return Ok(None);
    }
    let needed = first_steps(app)?.needed();
    let count = StepCount { done: needed.iter().filter(|is_done| **is_done).count(), of: needed.len() };
    Ok((count.done < count.of).then_some(count))
}
