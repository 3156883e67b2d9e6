//! The account: its panel users, their sessions, and settings.

use super::{
    currency::Currency, heartbeat::HeartbeatPlan, id::Id, lang::Lang, payment::Assignment, screen_role::ScreenRoles,
    sealed::Sealed, sha::Sha, time::Time, urgency::Tempo,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: Id,
    pub name: String,
    pub role: Role,
    /// An argon2id hash in its own text form.
    pub password: String,
    /// What the panel speaks to them; else what their browser asks for.
    #[serde(default)]
    pub lang: Option<Lang>,
    /// What is asked for beside the password.
    #[serde(default)]
    pub second_factor: Option<SecondFactor>,
    /// Browsers in which they signed in before, the latest last. Guesses made elsewhere keep none of them out.
    #[serde(default)]
    pub devices: Vec<Sha>,
    pub created_at: Time,
}

/// Codes that a telephone makes from a secret and the time, and those on paper for when it is lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SecondFactor {
    pub secret: Sealed,
    pub since: Time,
    /// The half minute of the last code that was taken: neither that one nor an earlier one is taken again.
    pub last_step: u64,
    /// Recovery codes that were not used yet.
    pub recovery: Vec<Sha>,
}

/// A browser that is signed in. Found by the hash of a token that only it has.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    pub hash: Sha,
    #[serde(flatten)]
    pub whose: Whose,
    pub created_at: Time,
    pub last_seen_at: Time,
    /// When the password was last asked for and given, if that was after the session began.
    #[serde(default)]
    pub confirmed_at: Option<Time>,
    /// The browser, as it is in `User::devices`.
    #[serde(default)]
    pub device: Option<Sha>,
    /// Its token went over the network unencrypted, where others may have read it.
    #[serde(default)]
    pub is_in_clear: bool,
    /// Where from, and with what, as the list of sessions shows it.
    pub address: String,
    pub browser: String,
}

impl Session {
    /// When its user last showed that they know the password.
    pub fn password_given_at(&self) -> Time {
        self.confirmed_at.unwrap_or(self.created_at)
    }

    pub fn screen(&self) -> Option<&KitchenScreen> {
        match &self.whose {
            Whose::Screen { screen, .. } => Some(screen),
            Whose::Person { .. } => None,
        }
    }

    pub fn is_of_person(&self, id: Id) -> bool {
        matches!(self.whose, Whose::Person { user_id } if user_id == id)
    }

    pub fn is_of_screen(&self, id: Id) -> bool {
        matches!(self.whose, Whose::Screen { screen_id, .. } if screen_id == id)
    }
}

/// Whose a session is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum Whose {
    Screen {
        /// Stored under the name that a person's has.
        #[serde(rename = "userId")]
        screen_id: Id,
        screen: KitchenScreen,
    },
    Person {
        user_id: Id,
    },
}

/// A screen in a kitchen, without a sign-in: the owner let the device in, and it works the board and nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KitchenScreen {
    pub name: String,
    /// The one restaurant that it shows; else all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub restaurant_id: Option<Id>,
    /// What it is for.
    #[serde(default, skip_serializing_if = "ScreenRoles::is_usual")]
    pub roles: ScreenRoles,
}

words! {
    pub enum Role: word {
        Owner "owner",
        Staff "staff",
        /// Of a screen in a kitchen. No person has it, so it stands in no record and no command can give it.
        #[serde(skip)]
        Kitchen "kitchen",
    }
}

impl Role {
    /// Whether this role may do what the other may.
    pub fn covers(self, other: Role) -> bool {
        let rank = |role| match role {
            Role::Kitchen => 0,
            Role::Staff => 1,
            Role::Owner => 2,
        };
        rank(self) >= rank(other)
    }
}

/// What a person may change while the program runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    pub currency: Currency,
    pub timezone: String,
    /// Addresses that no webhook or platform may be at, as `10.0.0.0/8` or a single address.
    pub denied_addresses: Vec<String>,
    pub allow_private_addresses: bool,
    pub allow_loopback_addresses: bool,
    /// A webhook that would carry its key over plain http outside the local network is refused.
    pub refuse_plain_http: bool,
    /// After how many days names, phones, addresses and notes of orders are erased; `None`: never.
    pub personal_days: Option<u32>,
    /// For how many days it is on record who did what.
    pub audit_days: u32,
    /// Whether everybody has to have a second factor.
    pub requires_second_factor: bool,
    /// How many requests may be sent to one intake address.
    pub intake_per_second: u32,
    /// Where the owner puts newer programs, for the panel to tell of them.
    pub upgrade_folder: Option<String>,
    /// The owner has put the first steps away.
    pub hides_first_steps: bool,
    /// How long an order may take, and when the board says that it is soon late.
    #[serde(flatten)]
    pub pace: Tempo,
    /// For so many seconds a press on a screen that sends an order out, has it delivered or cancels it can be taken back.
    pub undo_seconds: u32,
    /// The same of one that accepts an order.
    pub accept_undo_seconds: u32,
    /// The owner's own words of allergy; nothing while they are the usual ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allergy_words: Option<Vec<String>>,
    /// What payments mean that no table knows.
    pub payments: Vec<Assignment>,
    /// Texts of payments whose assignment changed, and whose orders are not all read anew yet.
    pub unread_payments: Vec<PaymentReread>,
    /// Who is believed of webhooks' targets beside the public authorities.
    pub authorities: Vec<AddedAuthority>,
    /// Nothing until it is first wanted.
    pub heartbeat: Option<HeartbeatPlan>,
    /// Up to this time the clock was ahead once, and when the owner said that it was right again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_ahead_until: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock_right_at: Option<Time>,
}

/// An authority whose certificates the owner believes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AddedAuthority {
    /// Its certificate (DER) as base64.
    pub certificate: String,
    pub added_at: Time,
}

/// How far reading the orders of one text anew has come.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentReread {
    /// As `payment::key` has it.
    pub text: String,
    /// The last order that was read.
    pub after: Option<Id>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            currency: Currency::TRY,
            timezone: "Europe/Istanbul".into(),
            denied_addresses: Vec::new(),
            allow_private_addresses: true,
            allow_loopback_addresses: true,
            refuse_plain_http: false,
            personal_days: None,
            audit_days: 365,
            requires_second_factor: false,
            intake_per_second: 500,
            upgrade_folder: None,
            hides_first_steps: false,
            pace: Tempo::default(),
            undo_seconds: 8,
            accept_undo_seconds: 0,
            allergy_words: None,
            payments: Vec::new(),
            unread_payments: Vec::new(),
            authorities: Vec::new(),
            heartbeat: None,
            clock_ahead_until: None,
            clock_right_at: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_and_sessions_from_before_the_second_factor_are_read() {
        let id = "01935b6e-7c00-7000-8000-000000000000";
        let at = "2026-11-01T10:00:00.000Z";
        let user = serde_json::json!({ "id": id, "name": "ayşe", "role": "owner", "password": "x", "createdAt": at });
        let user: User = serde_json::from_value(user).unwrap();
        assert!(user.second_factor.is_none() && user.devices.is_empty());
        let session = serde_json::json!({
            "hash": Sha::of(b"x"), "userId": id, "createdAt": at, "lastSeenAt": at, "address": "", "browser": ""
        });
        let session: Session = serde_json::from_value(session).unwrap();
        assert_eq!((session.password_given_at(), session.device), (session.created_at, None));
        assert!(session.screen().is_none() && session.is_of_person(user.id));
    }

    #[test]
    fn a_screen_from_before_roles_may_take_them_all() {
        let screen: KitchenScreen = serde_json::from_str(r#"{"name":"Ocak"}"#).unwrap();
        assert!(screen.roles.is_usual());
        assert_eq!(serde_json::to_string(&screen).unwrap(), r#"{"name":"Ocak"}"#);
    }

    #[test]
    fn a_kitchen_is_below_everybody_and_nobody_can_be_given_its_role() {
        let all = [Role::Kitchen, Role::Staff, Role::Owner];
        let may = all.map(|role| all.map(|other| role.covers(other)));
        assert_eq!(may, [[true, false, false], [true, true, false], [true, true, true]]);
        assert!(serde_json::from_str::<Role>("\"kitchen\"").is_err());
        assert!(serde_json::to_string(&Role::Kitchen).is_err());
    }
}
