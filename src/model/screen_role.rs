//! What a screen is for: which part of the work it shows, and what may be pressed on it. What it does not show it is not sent.

use serde::{Deserialize, Serialize};

words! {
    /// One part of the work on orders.
    #[derive(PartialOrd, Ord, Hash, Default)]
    pub enum ScreenRole: word {
        /// Everything, for a small shop with one screen.
        #[default]
        All "all",
        /// Accepts, hands over, sees couriers and money.
        Counter "counter",
        /// Cooks.
        Kitchen "kitchen",
        /// Cooks the dishes of one station.
        Station "station",
        /// Puts orders together and hands them over.
        Pass "pass",
    }
}

/// What can be pressed on a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenAct {
    /// An order is accepted, or begun before its time.
    Accept,
    /// An order leaves the kitchen: it is sent out, or ready for its courier.
    HandOver,
    /// An order is with its customer.
    Deliver,
    Cancel,
    /// A dish is struck off, or back on.
    Strike,
    /// All of an order is ready, or not.
    Ready,
    /// An order comes back to the cooks, or leaves the board again.
    BringBack,
    /// What changed or was cancelled elsewhere has been seen.
    See,
}

impl ScreenRole {
    /// It shows what an order costs, who ordered it and how they are reached.
    pub const fn has_money(self) -> bool {
        matches!(self, ScreenRole::All | ScreenRole::Counter)
    }

    /// It asks for an answer to new orders.
    pub const fn answers(self) -> bool {
        self.may(ScreenAct::Accept)
    }

    /// What each role may do. What was pressed is taken back by those who may press it.
    pub const fn may(self, act: ScreenAct) -> bool {
        use ScreenAct::{Accept, BringBack, HandOver, Ready, See, Strike};
        match self {
            ScreenRole::All | ScreenRole::Counter => true,
            ScreenRole::Kitchen => matches!(act, Accept | Strike | Ready | BringBack | See),
            ScreenRole::Station => matches!(act, Strike | See),
            // Dishes of no station, or of one without a screen, are struck off where they come together.
            ScreenRole::Pass => matches!(act, HandOver | Strike | Ready | BringBack | See),
        }
    }
}

/// The roles that a screen may take: never none. One that may take all of it takes any.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<ScreenRole>", into = "Vec<ScreenRole>")]
pub struct ScreenRoles(Vec<ScreenRole>);

impl Default for ScreenRoles {
    fn default() -> ScreenRoles {
        ScreenRoles(vec![ScreenRole::All])
    }
}

impl ScreenRoles {
    /// Nothing where none is named.
    pub fn of(roles: impl IntoIterator<Item = ScreenRole>) -> Option<ScreenRoles> {
        let mut roles: Vec<ScreenRole> = roles.into_iter().collect();
        roles.sort();
        roles.dedup();
        if roles.first() == Some(&ScreenRole::All) {
            roles.truncate(1);
        }
        (!roles.is_empty()).then_some(ScreenRoles(roles))
    }

    pub fn is_usual(&self) -> bool {
        *self == ScreenRoles::default()
    }

    /// As they were chosen.
    pub fn chosen(&self) -> &[ScreenRole] {
        &self.0
    }

    /// What it shows until another is asked for.
    pub fn first(&self) -> ScreenRole {
        self.0.first().copied().unwrap_or_default()
    }

    pub fn allow(&self, role: ScreenRole) -> bool {
        self.0.contains(&ScreenRole::All) || self.0.contains(&role)
    }

    /// Some role that it may take does that.
    pub fn may(&self, act: ScreenAct) -> bool {
        self.0.iter().any(|role| role.may(act))
    }

    /// It may take a role that shows money.
    pub fn have_money(&self) -> bool {
        self.0.iter().any(|role| role.has_money())
    }
}

impl TryFrom<Vec<ScreenRole>> for ScreenRoles {
    type Error = &'static str;

    fn try_from(roles: Vec<ScreenRole>) -> Result<ScreenRoles, &'static str> {
        ScreenRoles::of(roles).ok_or("a screen has a role")
    }
}

impl From<ScreenRoles> for Vec<ScreenRole> {
    fn from(roles: ScreenRoles) -> Vec<ScreenRole> {
        roles.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ScreenAct::{Accept, BringBack, Cancel, Deliver, HandOver, Ready, See, Strike};
    use ScreenRole::{All, Counter, Kitchen, Pass, Station};

    #[test]
    fn what_each_role_may_do_and_who_sees_money() {
        let acts = [Accept, HandOver, Deliver, Cancel, Strike, Ready, BringBack, See];
        let may = |role: ScreenRole| acts.map(|act| u8::from(role.may(act)));
        assert_eq!(may(All), [1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(may(Counter), [1, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!(may(Kitchen), [1, 0, 0, 0, 1, 1, 1, 1]);
        assert_eq!(may(Station), [0, 0, 0, 0, 1, 0, 0, 1]);
        assert_eq!(may(Pass), [0, 1, 0, 0, 1, 1, 1, 1]);
        assert_eq!(ScreenRole::ALL.map(ScreenRole::has_money), [true, true, false, false, false]);
    }

    #[test]
    fn a_screen_takes_what_it_was_given_and_all_is_everything() {
        let of = |roles: &[ScreenRole]| ScreenRoles::of(roles.iter().copied());
        assert_eq!(of(&[]), None);
        let two = of(&[Pass, Kitchen, Pass]).unwrap();
        assert_eq!((two.chosen(), two.first()), ([Kitchen, Pass].as_slice(), Kitchen));
        assert!(two.allow(Pass) && !two.allow(Counter) && !two.allow(All));
        assert!(two.may(Accept) && two.may(HandOver) && !two.may(Cancel) && !two.have_money());
        let all = of(&[Kitchen, All]).unwrap();
        assert!(all.is_usual() && ScreenRole::ALL.iter().all(|role| all.allow(*role)));
    }

    #[test]
    fn it_is_stored_as_words_and_never_as_none() {
        let two = ScreenRoles::of([Kitchen, Station]).unwrap();
        let text = serde_json::to_string(&two).unwrap();
        assert_eq!(text, r#"["kitchen","station"]"#);
        assert_eq!(serde_json::from_str::<ScreenRoles>(&text).unwrap(), two);
        assert!(serde_json::from_str::<ScreenRoles>("[]").is_err());
    }
}
