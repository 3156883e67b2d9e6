//! Invitations of screens into the kitchen: a name, and a code that lets one device in, once, while it is fresh. They are
//! kept in memory alone. The operations beside this file make and take them.

use crate::people::setup_code::{is_same, is_same_digits, random_digits};
use model::{Id, KitchenScreen, Result, Time};
use parking_lot::Mutex;
use std::time::Duration;
use store::seal;

/// From the owner's screen to the device in the kitchen, with a walk in between.
pub const FRESH: Duration = Duration::from_secs(10 * 60);
/// As many as are remembered, used ones too; of more the oldest is forgotten.
const MOST: usize = 20;

/// What a device has to know to come in without a sign-in.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// By which the owner's page finds it again; it opens nothing.
    pub handle: String,
    pub wanted: KitchenScreen,
    /// To be typed: eight digits, for a television without a camera. Guessing is slowed down.
    pub digits: String,
    /// Too long to be guessed, for the square that is scanned.
    pub link: String,
    /// Who made it.
    pub by: String,
    made_at: Time,
    state: InvitationState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum InvitationState {
    Open,
    /// A device is coming in with it.
    Taken,
    Used(Id),
}

impl Invitation {
    pub fn new(wanted: KitchenScreen, by: &str) -> Result<Invitation> {
        Ok(Invitation {
            handle: seal::random_text::<12>()?,
            wanted,
            digits: random_digits(),
            link: seal::random_text::<24>()?,
            by: by.to_owned(),
            made_at: clock::now(),
            state: InvitationState::Open,
        })
    }

    /// For how long it still lets a device in.
    pub fn left(&self) -> Duration {
        let (now, end) = (clock::now(), self.made_at.plus(FRESH));
        // One that was made in the future was made by a clock that has been set back since.
        let is_fresh = self.state == InvitationState::Open && self.made_at <= now;
        if is_fresh { end.since(now) } else { Duration::ZERO }
    }

    /// The screen that came in with it.
    pub fn screen(&self) -> Option<Id> {
        match self.state {
            InvitationState::Used(screen) => Some(screen),
            InvitationState::Open | InvitationState::Taken => None,
        }
    }
}

#[derive(Default)]
pub struct Invitations(Mutex<Vec<Invitation>>);

impl Invitations {
    pub fn add(&self, invitation: Invitation) {
        let mut all = self.0.lock();
        let too_many = (all.len() + 1).saturating_sub(MOST);
        all.drain(..too_many);
        all.push(invitation);
    }

    /// By the handle that the owner's page has.
    pub fn show(&self, handle: &str) -> Option<Invitation> {
        self.0.lock().iter().find(|one| is_same(handle, &one.handle)).cloned()
    }

    /// That of a link, if it still lets a device in.
    pub fn of_link(&self, given: &str) -> Option<Invitation> {
        self.0.lock().iter().find(|one| is_same(given, &one.link) && !one.left().is_zero()).cloned()
    }

    /// Takes it for the one device that comes in with it.
    pub fn take(&self, given: &str) -> Option<Invitation> {
        let mut all = self.0.lock();
        let is_meant = |one: &Invitation| is_same(given, &one.link) || is_same_digits(given, &one.digits);
        let taken = all.iter_mut().find(|one| !one.left().is_zero() && is_meant(one))?;
        taken.state = InvitationState::Taken;
        Some(taken.clone())
    }

    /// What came of it: a screen, or nothing, and then it lets in as before.
    pub fn settle(&self, handle: &str, screen: Option<Id>) {
        if let Some(one) = self.0.lock().iter_mut().find(|one| one.handle == handle) {
            one.state = screen.map_or(InvitationState::Open, InvitationState::Used);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use model::ScreenRoles;

    fn invitation(name: &str) -> Invitation {
        Invitation::new(KitchenScreen { name: name.into(), restaurant_id: None, roles: ScreenRoles::default() }, "ayşe")
            .unwrap()
    }

    #[test]
    fn one_device_comes_in_by_link_or_by_digits_and_no_second() {
        let all = Invitations::default();
        let (one, other) = (invitation("Ocak"), invitation("Paket"));
        all.add(one.clone());
        all.add(other.clone());
        assert!(all.of_link(&one.link).is_some() && all.of_link(&one.digits).is_none());
        assert_eq!(all.take(&one.link).unwrap().handle, one.handle);
        assert!(all.take(&one.link).is_none() && all.take(&one.digits).is_none() && all.of_link(&one.link).is_none());
        // What failed lets in as before, what went well does not.
        all.settle(&one.handle, None);
        assert!(all.take(&one.digits.replace('-', " ")).is_some());
        all.settle(&one.handle, Some(Id::NIL));
        assert!(all.take(&one.link).is_none());
        assert_eq!(all.show(&one.handle).unwrap().screen(), Some(Id::NIL));
        assert_eq!(all.take(&other.digits).unwrap().handle, other.handle);
        for nothing in ["", "-", "1234", &one.handle] {
            assert!(all.take(nothing).is_none(), "{nothing}");
        }
    }

    #[test]
    fn they_are_over_after_ten_minutes_or_when_the_clock_was_set_back_and_few_are_kept() {
        let all = Invitations::default();
        let now = clock::now();
        for (made_at, is_open) in [
            (now.minus(FRESH - Duration::from_secs(5)), true),
            (now.minus(FRESH), false),
            (now.plus(Duration::from_secs(60)), false),
        ] {
            let one = Invitation { made_at, ..invitation("Ocak") };
            all.add(one.clone());
            assert_eq!((all.of_link(&one.link).is_some(), all.take(&one.digits).is_some()), (is_open, is_open));
        }
        let first = invitation("ilk");
        all.add(first.clone());
        (0..MOST).for_each(|_| all.add(invitation("x")));
        assert!(all.show(&first.handle).is_none());
        assert_eq!(all.0.lock().len(), MOST);
    }
}
