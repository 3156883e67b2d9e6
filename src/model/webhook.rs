//! `Webhook`: an address that wants to hear of events, with what they are signed with; and `EventKind`: what it can
//! choose from.

use super::{
    event::{Event, What},
    id::Id,
    sealed::Sealed,
    time::Time,
    url,
};
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
    /// What its events are signed with, the newest first: none, one, or two while its receiver changes over.
    #[serde(default)]
    pub secrets: Vec<WebhookSecret>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookSecret {
    pub sealed: Sealed,
    pub made_at: Time,
    /// From then on nothing is signed with it any more.
    pub ends_at: Option<Time>,
}

/// What a caller may write; an update replaces all of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookForm {
    pub url: String,
    /// None means all.
    pub events: Vec<EventKind>,
    /// None means all; one that is gone is kept, so that a webhook is never widened.
    pub restaurant_ids: Vec<Id>,
    pub auth_style: AuthStyle,
    /// A paused one collects what it is to hear and gets it when it is resumed.
    pub is_active: bool,
    /// The key that it carries; `None`: the account's primary one.
    #[serde(default)]
    pub key_id: Option<Id>,
}

impl WebhookForm {
    /// One that hears of everything at this address.
    pub fn to(url: String) -> WebhookForm {
        let (events, restaurant_ids) = (Vec::new(), Vec::new());
        WebhookForm { url, events, restaurant_ids, auth_style: AuthStyle::Bearer, is_active: true, key_id: None }
    }

    /// What may be told of its address: what comes after the host may hold a secret.
    pub fn host(&self) -> &str {
        url::split(&self.url).map_or("", |parts| parts.host_and_port())
    }
}

/// How the key stands in `Authorization`.
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
    /// What its events are signed with at that moment.
    pub fn live_secrets(&self, now: Time) -> impl Iterator<Item = &WebhookSecret> {
        self.secrets.iter().filter(move |secret| secret.ends_at.is_none_or(|end| end > now))
    }

    pub fn wants(&self, event: &Event) -> bool {
        let kind = event.what.kind();
        kind != EventKind::PaymentMatching
            && (self.form.events.is_empty() || self.form.events.contains(&kind))
            && (self.form.restaurant_ids.is_empty() || self.form.restaurant_ids.contains(&event.restaurant_id))
    }
}

/// What a delivery tells of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EventKind {
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

impl EventKind {
    pub const ALL: [EventKind; 5] = [
        EventKind::OrderCreated,
        EventKind::OrderCancelled,
        EventKind::OrderMoved,
        EventKind::IntegrationSwitched,
        EventKind::PaymentMatching,
    ];

    /// What a webhook may choose.
    pub const EVENTS: [(&'static str, EventKind); 4] = [
        ("siparis.olusturuldu", EventKind::OrderCreated),
        ("siparis.iptal_edildi", EventKind::OrderCancelled),
        ("siparis.durum_degisti", EventKind::OrderMoved),
        ("entegrasyon.durum_degisti", EventKind::IntegrationSwitched),
    ];

    /// The value of `olay`.
    pub fn name(self) -> &'static str {
        match self {
            EventKind::OrderCreated => "siparis.olusturuldu",
            EventKind::OrderCancelled => "siparis.iptal_edildi",
            EventKind::OrderMoved => "siparis.durum_degisti",
            EventKind::IntegrationSwitched => "entegrasyon.durum_degisti",
            EventKind::PaymentMatching => "payment_matching",
        }
    }

    pub fn parse(name: &str) -> Option<EventKind> {
        EventKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// One byte in index keys. These numbers are part of the file format.
    pub fn byte(self) -> u8 {
        match self {
            EventKind::OrderCreated => 1,
            EventKind::OrderCancelled => 2,
            EventKind::OrderMoved => 3,
            EventKind::IntegrationSwitched => 4,
            EventKind::PaymentMatching => 5,
        }
    }
}

impl What {
    pub fn kind(&self) -> EventKind {
        match self {
            What::OrderCreated { .. } => EventKind::OrderCreated,
            What::OrderCancelled { .. } => EventKind::OrderCancelled,
            What::OrderMoved { .. } => EventKind::OrderMoved,
            What::IntegrationSwitched { .. } => EventKind::IntegrationSwitched,
            What::PaymentMatching { .. } => EventKind::PaymentMatching,
        }
    }
}
