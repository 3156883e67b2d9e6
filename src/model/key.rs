//! `Key`: a named API key, with what it may do (`Scope`) and whose records it sees; together its `Access`.
//!
//! Operations that read by restaurant are given an `Access`, so that none of them can forget it.

use super::{id::Id, sealed::Sealed, sha::Sha, time::Time};
use serde::{Deserialize, Serialize};

/// The key itself is sealed, because any may become one that webhooks carry.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Key {
    pub id: Id,
    pub name: String,
    /// The first eight characters, to tell keys apart.
    pub prefix: String,
    /// What requests are checked against.
    pub hash: Sha,
    pub secret: Sealed,
    pub is_primary: bool,
    #[serde(default)]
    pub scope: Scope,
    /// The one restaurant that it is for; `None`: all.
    #[serde(default)]
    pub restaurant_id: Option<Id>,
    /// From then on it is refused. Webhooks go on carrying it.
    #[serde(default)]
    pub ends_at: Option<Time>,
    /// Its end has come once, and a clock that is set back does not undo that.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_over: bool,
    pub created_at: Time,
    pub last_used_at: Option<Time>,
    #[serde(default)]
    pub last_used_from: Option<String>,
    /// Not shown since it was made; the first to need it is shown it, once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_unseen: bool,
}

impl Key {
    pub fn access(&self) -> Access {
        let ends_at = if self.is_over { Some(Time(0)) } else { self.ends_at };
        Access { scope: self.scope, restaurant: self.restaurant_id, ends_at }
    }
}

words! {
    /// What a key is good for.
    #[derive(Default)]
    pub enum Scope: word {
        #[default]
        All "all",
        /// Reads, and moves orders.
        Orders "orders",
        Read "read",
        /// Webhooks carry it; no request is let in with it.
        Webhooks "webhooks",
    }
}

/// What a request needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Power {
    /// Reads what belongs to restaurants. A key of one restaurant sees what is its own.
    Read,
    /// Reads what belongs to the account as a whole: businesses, webhooks and their log.
    ReadAccount,
    /// Moves orders, and marks them as reported.
    MoveOrders,
    /// Changes a restaurant and its integrations, and sees their secrets.
    Manage,
    /// Changes the account: restaurants themselves, businesses, webhooks, keys.
    ManageAccount,
}

/// What a caller may do here, and whose records they see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub scope: Scope,
    /// `None`: every restaurant.
    pub restaurant: Option<Id>,
    /// `None`: for good.
    pub ends_at: Option<Time>,
}

impl Access {
    /// A person in the panel, a command, and the program itself.
    pub const FULL: Access = Access { scope: Scope::All, restaurant: None, ends_at: None };

    pub fn may(self, power: Power) -> bool {
        let is_of_account = matches!(power, Power::ReadAccount | Power::ManageAccount);
        let is_in_scope = match self.scope {
            Scope::All => true,
            Scope::Orders => matches!(power, Power::Read | Power::ReadAccount | Power::MoveOrders),
            Scope::Read => matches!(power, Power::Read | Power::ReadAccount),
            Scope::Webhooks => false,
        };
        is_in_scope && (self.restaurant.is_none() || !is_of_account)
    }

    /// Every restaurant, with its secrets.
    pub fn sees_everything(self) -> bool {
        self.restaurant.is_none() && self.may(Power::Manage)
    }

    pub fn sees(self, restaurant: Id) -> bool {
        self.restaurant.is_none_or(|own| own == restaurant)
    }

    pub fn has_ended(self, now: Time) -> bool {
        self.ends_at.is_some_and(|end| end <= now)
    }

    /// Whether it holds all that another would: only that may be handed on.
    pub fn covers(self, other: Access) -> bool {
        let is_in_scope = match self.scope {
            Scope::All => true,
            Scope::Orders => other.scope != Scope::All,
            Scope::Read => matches!(other.scope, Scope::Read | Scope::Webhooks),
            Scope::Webhooks => other.scope == Scope::Webhooks,
        };
        let is_in_time = self.ends_at.is_none_or(|end| other.ends_at.is_some_and(|other| other <= end));
        is_in_scope && is_in_time && (self.restaurant.is_none() || self.restaurant == other.restaurant)
    }

    /// Whose records a list shows, of those that were asked for; `Id::NIL`, which has none, for another restaurant's.
    pub fn narrow(self, asked: Option<Id>) -> Option<Id> {
        match (self.restaurant, asked) {
            (None, asked) => asked,
            (Some(own), None) => Some(own),
            (Some(own), Some(asked)) => Some(if own == asked { own } else { Id::NIL }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_narrowed_and_never_widened() {
        let (own, other) = (Id::from_parts(1, 1), Id::from_parts(1, 2));
        let limited = Access { restaurant: Some(own), ..Access::FULL };
        assert_eq!(
            [None, Some(own), Some(other)].map(|asked| limited.narrow(asked)),
            [Some(own), Some(own), Some(Id::NIL)]
        );
        assert_eq!([None, Some(other)].map(|asked| Access::FULL.narrow(asked)), [None, Some(other)]);
        assert!(limited.sees(own) && !limited.sees(other) && Access::FULL.sees(other));
    }

    #[test]
    fn what_is_handed_on_is_never_more() {
        let with = |scope, restaurant: Option<u128>, ends_at: Option<i64>| Access {
            scope,
            restaurant: restaurant.map(|id| Id::from_parts(1, id)),
            ends_at: ends_at.map(Time),
        };
        let own = with(Scope::Orders, Some(1), Some(5));
        for (other, is_covered) in [
            (own, true),
            (with(Scope::Read, Some(1), Some(4)), true),
            (with(Scope::Webhooks, Some(1), Some(5)), true),
            (with(Scope::All, Some(1), Some(5)), false),
            (with(Scope::Orders, Some(2), Some(5)), false),
            (with(Scope::Orders, None, Some(5)), false),
            (with(Scope::Orders, Some(1), Some(6)), false),
            (with(Scope::Orders, Some(1), None), false),
        ] {
            assert_eq!(own.covers(other), is_covered, "{other:?}");
            assert!(Access::FULL.covers(other));
        }
        assert!(own.has_ended(Time(5)) && !own.has_ended(Time(4)) && !Access::FULL.has_ended(Time(i64::MAX)));
    }

    #[test]
    fn a_key_of_an_older_file_may_do_everything() {
        let id = Id::from_parts(1, 1);
        let old = serde_json::json!({
            "id": id, "name": "first", "prefix": "gsn_abcd", "hash": Sha::of(b"x"), "secret": "", "isPrimary": true,
            "createdAt": "2026-11-14T18:02:11.123Z", "lastUsedAt": null
        });
        let key: Key = serde_json::from_value(old).unwrap();
        assert_eq!((key.access(), key.ends_at), (Access::FULL, None));
    }
}
