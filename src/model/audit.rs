//! The record of who did what: each entry is one deed, with what it changed but never a secret or a customer's data.

use super::{actor::Actor, fold::fold, id::Id, time::Time};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// As much of a value as is kept, in characters.
const LONGEST_VALUE: usize = 200;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AuditEntry {
    pub id: Id,
    pub at: Time,
    pub by: Actor,
    /// The address that it was asked for from; none for the command line and for what happens by itself.
    pub from: Option<String>,
    pub deed: Deed,
    /// What it was done to.
    pub about: Option<AuditSubject>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<FieldChange>,
    /// How often, from `at` to `until`, where one entry stands for several deeds.
    pub count: u64,
    pub until: Time,
}

/// What something was done to: its id, where it has one, and what people call it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditSubject {
    pub id: Option<Id>,
    pub name: String,
}

/// A field that was changed; without values where it may hold a secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FieldChange {
    pub field: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
}

impl AuditEntry {
    /// Whether a folded text is part of who did it, from where, or of what it was done to.
    pub fn mentions(&self, text: &str) -> bool {
        let by = self.by.to_string();
        let about = self.about.as_ref().map_or("", |about| about.name.as_str());
        [by.as_str(), self.from.as_deref().unwrap_or_default(), about].iter().any(|part| fold(part).contains(text))
    }
}

macro_rules! deeds {
    ($($area:ident: $($deed:ident = $byte:literal $word:literal),+;)+) => {
        words! {
            /// What was done.
            #[derive(Hash, PartialOrd, Ord)]
            pub enum Deed: word { $($($deed = $byte $word,)+)+ }
        }

        bytes!(Deed);

        impl Deed {
            pub const fn area(self) -> Area {
                match self { $($(Deed::$deed => Area::$area,)+)+ }
            }
        }
    };
}

deeds! {
    SignIn: SetUp = 1 "set_up", SetUpRefused = 2 "set_up_refused", SignedIn = 3 "signed_in",
        SignInRefused = 4 "sign_in_refused", SignedOut = 5 "signed_out", SessionEnded = 6 "session_ended",
        RecoveryCodeUsed = 7 "recovery_code_used";
    People: PersonAdded = 20 "person_added", PersonRemoved = 21 "person_removed", RoleChanged = 22 "role_changed",
        PasswordChanged = 23 "password_changed", SecondFactorOn = 24 "second_factor_on",
        SecondFactorOff = 25 "second_factor_off", RecoveryCodesMade = 26 "recovery_codes_made",
        ScreenAdded = 27 "screen_added", ScreenEnded = 28 "screen_ended", ScreenRenamed = 29 "screen_renamed",
        ScreenRolesChanged = 30 "screen_roles_changed";
    Keys: KeyMade = 40 "key_made", KeyChanged = 41 "key_changed", KeyRevoked = 42 "key_revoked",
        KeyMadePrimary = 43 "key_made_primary", KeyRefused = 44 "key_refused",
        KeyShown = 45 "key_shown";
    Settings: SettingsChanged = 60 "settings_changed", PaymentAssigned = 61 "payment_assigned",
        PaymentUnassigned = 62 "payment_unassigned", StoreCompacted = 63 "store_compacted",
        StoreRestored = 64 "store_restored", ProgramUpgraded = 65 "program_upgraded",
        OldEventsDecided = 66 "old_events_decided", BackupsChanged = 67 "backups_changed",
        BackupProven = 68 "backup_proven", BackupFailed = 69 "backup_failed",
        UpgradeUndone = 70 "upgrade_undone";
    Restaurants: BusinessAdded = 80 "business_added", BusinessChanged = 81 "business_changed",
        BusinessRemoved = 82 "business_removed", RestaurantAdded = 83 "restaurant_added",
        RestaurantChanged = 84 "restaurant_changed", RestaurantRemoved = 85 "restaurant_removed",
        PackagesChanged = 86 "packages_changed", StationAdded = 87 "station_added",
        StationRenamed = 88 "station_renamed", StationRemoved = 89 "station_removed",
        DishesSorted = 90 "dishes_sorted";
    Integrations: IntegrationChanged = 100 "integration_changed", IntegrationRemoved = 101 "integration_removed",
        IntakeTokenRotated = 102 "intake_token_rotated", ShopOpened = 103 "shop_opened",
        ShopClosed = 104 "shop_closed", PosSwitched = 105 "pos_switched";
    Webhooks: WebhookAdded = 120 "webhook_added", WebhookChanged = 121 "webhook_changed",
        WebhookRemoved = 122 "webhook_removed", WebhookSecretMade = 123 "webhook_secret_made",
        WebhookSecretEnded = 124 "webhook_secret_ended", DeliveryResent = 125 "delivery_resent",
        DeliveriesResent = 126 "deliveries_resent", DeliverySentElsewhere = 127 "delivery_sent_elsewhere",
        AuthorityAdded = 128 "authority_added", AuthorityRemoved = 129 "authority_removed";
    Orders: OrderCancelled = 140 "order_cancelled", OrdersExported = 141 "orders_exported",
        TakingsExported = 142 "takings_exported", AuditExported = 143 "audit_exported",
        OrderChangeSeen = 144 "order_change_seen", OrderActTakenBack = 145 "order_act_taken_back",
        OrderCancellationSeen = 146 "order_cancellation_seen";
    Erasures: CustomersErased = 160 "customers_erased", FileOverwritten = 161 "file_overwritten";
}

words! {
    /// What a deed has to do with.
    pub enum Area: word {
        SignIn "sign_in",
        People "people",
        Keys "keys",
        Settings "settings",
        Restaurants "restaurants",
        Integrations "integrations",
        Webhooks "webhooks",
        Orders "orders",
        Erasures "erasures",
    }
}

impl Deed {
    /// Something was refused, which any caller can cause as often as they like.
    pub const fn is_refusal(self) -> bool {
        matches!(self, Deed::SetUpRefused | Deed::SignInRefused | Deed::KeyRefused)
    }
}

/// A deed before it is written down.
#[derive(Clone, Debug)]
pub struct Note {
    pub deed: Deed,
    pub about: Option<AuditSubject>,
    pub changes: Vec<FieldChange>,
}

impl Note {
    pub fn of(deed: Deed) -> Note {
        Note { deed, about: None, changes: Vec::new() }
    }

    /// What it was done to, by its id and what people call it.
    pub fn about(mut self, id: Id, name: impl Into<String>) -> Note {
        self.about = Some(AuditSubject { id: Some(id), name: cut_text(name.into()) });
        self
    }

    /// What it was done to, which has no id.
    pub fn named(mut self, name: impl Into<String>) -> Note {
        self.about = Some(AuditSubject { id: None, name: cut_text(name.into()) });
        self
    }

    /// Something of it, as it is now.
    pub fn with(mut self, field: &str, value: impl Serialize) -> Note {
        let after = serde_json::to_value(value).ok().map(cut);
        self.changes.push(FieldChange { field: field.to_owned(), before: None, after });
        self
    }

    /// A field that was changed and whose values must not be readable here.
    pub fn touched(mut self, field: &str) -> Note {
        self.changes.push(FieldChange { field: field.to_owned(), before: None, after: None });
        self
    }

    /// The fields in which two versions of a record differ: of those in `shown` the values, of others only the names.
    pub fn changed<T: Serialize>(mut self, before: &T, after: &T, shown: &[&str]) -> Note {
        let fields = |record: &T| match serde_json::to_value(record) {
            Ok(Value::Object(fields)) => fields,
            _ => serde_json::Map::new(),
        };
        let (before, after) = (fields(before), fields(after));
        let names: std::collections::BTreeSet<&String> = before.keys().chain(after.keys()).collect();
        for name in names {
            let (old, new) = (before.get(name), after.get(name));
            if old == new || name == "updatedAt" {
                continue;
            }
            let is_shown = shown.contains(&name.as_str());
            let value = |value: Option<&Value>| value.filter(|_| is_shown).cloned().map(cut);
            self.changes.push(FieldChange { field: name.clone(), before: value(old), after: value(new) });
        }
        self
    }

    /// The fields that a new record came with.
    pub fn made<T: Serialize>(self, record: &T, shown: &[&str]) -> Note {
        let Ok(Value::Object(fields)) = serde_json::to_value(record) else { return self };
        let shown = fields.iter().filter(|(name, value)| shown.contains(&name.as_str()) && !value.is_null());
        shown.fold(self, |note, (name, value)| note.with(name, value))
    }
}

fn cut_text(text: String) -> String {
    match text.chars().count() > LONGEST_VALUE {
        true => text.chars().take(LONGEST_VALUE).chain(['…']).collect(),
        false => text,
    }
}

/// Long values are cut: an entry tells what happened, the record itself holds the rest.
fn cut(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(cut_text(text)),
        Value::Array(_) | Value::Object(_) if value.to_string().len() > 4 * LONGEST_VALUE => Value::String("…".into()),
        value => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_deed_has_a_byte_and_a_word_of_its_own() {
        for deed in Deed::ALL {
            assert_eq!((Deed::from_byte(deed.byte()), Deed::parse(deed.word())), (Some(deed), Some(deed)));
        }
        for (word, area) in Area::WORDS {
            assert_eq!((Area::parse(word), area.word()), (Some(area), word));
            assert!(Deed::ALL.iter().any(|deed| deed.area() == area), "{word} has no deed");
        }
    }

    #[test]
    fn a_change_shows_values_only_of_fields_that_may_be_shown() {
        let (before, after) =
            (json!({"name": "a", "secret": "s1", "same": 1}), json!({"name": "b", "secret": "s2", "same": 1}));
        let note = Note::of(Deed::KeyChanged).changed(&before, &after, &["name", "same"]);
        assert_eq!(
            serde_json::to_value(&note.changes).unwrap(),
            json!([{"field": "name", "before": "a", "after": "b"}, {"field": "secret"}])
        );
        let long = Note::of(Deed::KeyMade).with("name", "x".repeat(1_000));
        assert!(long.changes[0].after.as_ref().unwrap().as_str().unwrap().chars().count() == LONGEST_VALUE + 1);
    }
}
