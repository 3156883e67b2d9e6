//! `Webhook`: an address that wants to hear of events, and `Kind`: what it can choose from.

use super::{Event, Id, Time, What};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    pub id: Id,
    pub form: WebhookForm,
    pub created_at: Time,
    pub updated_at: Time,
    /// Something was given up since an owner last looked: the panel says so on every page until one does.
    #[serde(default)]
    pub has_unseen_failure: bool,
}

/// What a caller may write; an update replaces all of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookForm {
    pub url: String,
    /// None means all.
    pub events: Vec<Kind>,
    /// None means all; one that is gone is kept, so that a webhook is never widened.
    pub restaurant_ids: Vec<Id>,
    pub auth_style: AuthStyle,
    /// A paused one collects what it is to hear and gets it when it is resumed.
    pub is_active: bool,
}

/// How the account's primary key stands in `Authorization`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AuthStyle {
    Bearer,
    Bare,
}

impl AuthStyle {
    pub const WORDS: [(&'static str, AuthStyle); 2] = [("bearer", AuthStyle::Bearer), ("bare", AuthStyle::Bare)];
}

impl Webhook {
    pub fn wants(&self, event: &Event) -> bool {
        let kind = event.what.kind();
        kind != Kind::PaymentMatching
            && (self.form.events.is_empty() || self.form.events.contains(&kind))
            && (self.form.restaurant_ids.is_empty() || self.form.restaurant_ids.contains(&event.restaurant_id))
    }
}

/// What a delivery tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    #[serde(rename = "siparis.olusturuldu")]
    OrderCreated,
    #[serde(rename = "siparis.iptal_edildi")]
    OrderCancelled,
    #[serde(rename = "siparis.durum_degisti")]
    OrderMoved,
    #[serde(rename = "entegrasyon.durum_degisti")]
    IntegrationSwitched,
    /// Not an event for webhooks: a delivered order, told to its restaurant's `paymentMatchingUrl`.
    #[serde(rename = "payment_matching")]
    PaymentMatching,
}

impl Kind {
    pub const ALL: [Kind; 5] =
        [Kind::OrderCreated, Kind::OrderCancelled, Kind::OrderMoved, Kind::IntegrationSwitched, Kind::PaymentMatching];

    /// What a webhook may choose.
    pub const EVENTS: [(&'static str, Kind); 4] = [
        ("siparis.olusturuldu", Kind::OrderCreated),
        ("siparis.iptal_edildi", Kind::OrderCancelled),
        ("siparis.durum_degisti", Kind::OrderMoved),
        ("entegrasyon.durum_degisti", Kind::IntegrationSwitched),
    ];

    /// The value of `olay`.
    pub fn name(self) -> &'static str {
        match self {
            Kind::OrderCreated => "siparis.olusturuldu",
            Kind::OrderCancelled => "siparis.iptal_edildi",
            Kind::OrderMoved => "siparis.durum_degisti",
            Kind::IntegrationSwitched => "entegrasyon.durum_degisti",
            Kind::PaymentMatching => "payment_matching",
        }
    }

    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// One byte in index keys. These numbers are part of the file format.
    pub fn byte(self) -> u8 {
        match self {
            Kind::OrderCreated => 1,
            Kind::OrderCancelled => 2,
            Kind::OrderMoved => 3,
            Kind::IntegrationSwitched => 4,
            Kind::PaymentMatching => 5,
        }
    }
}

impl What {
    pub fn kind(&self) -> Kind {
        match self {
            What::OrderCreated { .. } => Kind::OrderCreated,
            What::OrderCancelled { .. } => Kind::OrderCancelled,
            What::OrderMoved { .. } => Kind::OrderMoved,
            What::IntegrationSwitched { .. } => Kind::IntegrationSwitched,
            What::PaymentMatching { .. } => Kind::PaymentMatching,
        }
    }
}
