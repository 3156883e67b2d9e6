//! `Webhook`: an address that wants to hear of events, with what they are signed with; and `EventKind`: what it can
//! choose from.

use super::{Event, Id, Provider, Sealed, Time, What, url};
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
    /// None means those of the contract (`EventKind::goes_unnamed`).
    pub events: Vec<EventKind>,
    /// None means all; one that is gone is kept, so that a webhook is never widened.
    pub restaurant_ids: Vec<Id>,
    /// None means all.
    #[serde(default)]
    pub providers: Vec<Provider>,
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
        WebhookForm {
            url,
            events: Vec::new(),
            restaurant_ids: Vec::new(),
            providers: Vec::new(),
            auth_style: AuthStyle::Bearer,
            is_active: true,
            key_id: None,
        }
    }

    /// What may be told of its address: what comes after the host may hold a secret.
    pub fn host(&self) -> &str {
        url::split(&self.url).map_or("", |parts| parts.host_and_port())
    }
}

words! {
    /// How the key stands in `Authorization`.
    pub enum AuthStyle: word {
        Bearer "bearer",
        Bare "bare",
    }
}

impl Webhook {
    /// What its events are signed with at that moment.
    pub fn live_secrets(&self, now: Time) -> impl Iterator<Item = &WebhookSecret> {
        self.secrets.iter().filter(move |secret| secret.ends_at.is_none_or(|end| end > now))
    }

    pub fn wants(&self, event: &Event) -> bool {
        let (kind, events) = (event.what.kind(), &self.form.events);
        let is_of_its_kinds = if events.is_empty() { kind.goes_unnamed() } else { events.contains(&kind) };
        is_of_its_kinds
            && (self.form.restaurant_ids.is_empty() || self.form.restaurant_ids.contains(&event.restaurant_id))
            && (self.form.providers.is_empty() || self.form.providers.contains(&event.provider))
    }
}

words! {
    /// What a delivery tells of; its name is the value of `olay`.
    #[derive(PartialOrd, Ord)]
    pub enum EventKind: name {
        OrderCreated = 1 "siparis.olusturuldu",
        OrderCancelled = 2 "siparis.iptal_edildi",
        OrderMoved = 3 "siparis.durum_degisti",
        IntegrationSwitched = 4 "entegrasyon.durum_degisti",
        OrderChanged = 6 "siparis.degisti",
        OrderReady = 7 "siparis.hazir",
        /// Not an event for webhooks: a delivered order, told to its restaurant's `paymentMatchingUrl`.
        PaymentMatching = 5 "payment_matching",
    }
}

bytes!(EventKind);

impl EventKind {
    /// What a webhook may name: all but the last.
    pub const EVENTS: [(&'static str, EventKind); 6] = {
        let [created, cancelled, moved, switched, changed, ready, _] = EventKind::WORDS;
        [created, cancelled, moved, switched, changed, ready]
    };

    /// Webhooks that name no events hear of it: the contract's four, which older receivers know. Any other kind goes only to
    /// those that name it.
    pub fn goes_unnamed(self) -> bool {
        match self {
            EventKind::OrderCreated
            | EventKind::OrderCancelled
            | EventKind::OrderMoved
            | EventKind::IntegrationSwitched => true,
            EventKind::OrderChanged | EventKind::OrderReady | EventKind::PaymentMatching => false,
        }
    }

    /// It tells which status its order has.
    pub fn tells_status(self) -> bool {
        match self {
            EventKind::OrderCreated
            | EventKind::OrderCancelled
            | EventKind::OrderMoved
            | EventKind::OrderChanged
            | EventKind::OrderReady => true,
            EventKind::IntegrationSwitched | EventKind::PaymentMatching => false,
        }
    }
}

impl What {
    pub fn kind(&self) -> EventKind {
        match self {
            What::OrderCreated { .. } => EventKind::OrderCreated,
            What::OrderCancelled { .. } => EventKind::OrderCancelled,
            What::OrderMoved { .. } => EventKind::OrderMoved,
            What::OrderChanged { .. } => EventKind::OrderChanged,
            What::OrderReady { .. } => EventKind::OrderReady,
            What::IntegrationSwitched { .. } => EventKind::IntegrationSwitched,
            What::PaymentMatching { .. } => EventKind::PaymentMatching,
        }
    }
}
