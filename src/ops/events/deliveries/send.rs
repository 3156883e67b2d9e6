//! One attempt at a delivery: where it goes, what is sent, and what the target says. The delivery thread calls it.

use super::signature::{SigningSecret, signature_headers};
use super::{body::body, find::event_of};
use crate::{AppState, on_a_thread};
use model::{
    Attempt, Code, Delivery, DeliveryState, Failure, Id, Restaurant, Result, Time, Webhook, Why, restaurant::Headers,
    webhook::AuthStyle,
};
use net::{Method, Net, Request, Trouble};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};
use store::{Accounts, Deliveries, DeliveryTarget, ReadView, Store, delivery_target, seal};

const TIMEOUT: Duration = Duration::from_secs(10);
/// Of an answer, for the log.
const ANSWER: usize = 2_048;

/// What a lane is good for right now.
pub enum LaneState {
    Open(LaneAddress),
    Paused,
    /// Removed, or its address was cleared.
    Gone,
}

/// Where a lane leads, with the headers that its target is owed.
#[derive(Clone)]
pub struct LaneAddress {
    url: String,
    headers: Vec<(String, String)>,
    secrets: Arc<[SigningSecret]>,
}

impl LaneAddress {
    pub fn unsigned(url: String, headers: Headers) -> LaneAddress {
        LaneAddress { url, headers: headers.into_iter().collect(), secrets: Arc::new([]) }
    }
}

/// The keys that webhooks carry, in clear; each is opened at most once a round. The primary one has no id here.
#[derive(Default)]
pub struct CarriedKeys(HashMap<Option<Id>, String>);

impl CarriedKeys {
    fn get(&mut self, store: &Store, view: &impl ReadView, id: Option<Id>) -> Result<&str> {
        Ok(match self.0.entry(id) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(free) => free.insert(open_key(store, view, id)?),
        })
    }
}

/// Read afresh for every round, so that another key or address counts from the next attempt on.
pub fn lane_state(app: &AppState, view: &impl ReadView, lane: Id, keys: &mut CarriedKeys) -> Result<LaneState> {
    Ok(match delivery_target(view, lane)? {
        DeliveryTarget::Webhook(webhook) => {
            let key = keys.get(&app.store, view, webhook.form.key_id)?;
            LaneState::Open(webhook_address(&app.store, key, webhook)?)
        }
        DeliveryTarget::PaymentMatching(restaurant) => LaneState::Open(payment_address(&app.store, &restaurant)?),
        DeliveryTarget::Paused => LaneState::Paused,
        DeliveryTarget::Gone => LaneState::Gone,
    })
}

/// A delivery made ready to send; nothing if it has settled meanwhile.
pub fn prepare(view: &impl ReadView, address: &LaneAddress, id: Id) -> Result<Option<DeliveryRequest>> {
    let found = view.delivery(id)?.filter(|delivery| delivery.state == DeliveryState::Pending);
    let Some(delivery) = found else { return Ok(None) };
    DeliveryRequest::of(view, address.clone(), &delivery).map(Some)
}

/// What came of sending a delivery.
#[derive(Clone)]
pub struct SendOutcome {
    pub(super) id: Id,
    pub(super) attempt: Attempt,
    /// How long the target asked to be left alone.
    pub(super) wish: Option<Duration>,
    /// When it was due as it went out: another time is stored where it was asked for again meanwhile.
    pub(super) due_at: Option<Time>,
}

impl SendOutcome {
    pub fn is_success(&self) -> bool {
        self.attempt.is_success()
    }
}

/// Sends, on a thread that may wait. Nothing where that was no attempt, and it is due as before: our own stop ended the
/// call, or this machine had nothing left to make it with.
pub fn send(app: &AppState, request: &DeliveryRequest) -> Option<SendOutcome> {
    let sent = request.attempt(&app.net).inspect_err(|trouble| {
        tracing::warn!(delivery = %request.id, %trouble, "not sent; it will be tried again");
    });
    let (attempt, wish) = sent.ok()?;
    let is_cut_off = attempt.status_code.is_none() && app.is_stopping();
    (!is_cut_off).then_some(SendOutcome { id: request.id, attempt, wish, due_at: request.due_at })
}

/// One that is gone is no reason to send another, which may be worth more.
fn open_key(store: &Store, view: &impl ReadView, id: Option<Id>) -> Result<String> {
    let found = view.keys()?.into_iter().find(|key| id.map_or(key.is_primary, |id| key.id == id));
    let key = found.ok_or_else(|| Failure::fault("there is no such key to carry"))?;
    store.sealer().unseal_text("key", &key.secret)
}

/// With the header that a receiver compares with its own key.
fn webhook_address(store: &Store, key: &str, webhook: Webhook) -> Result<LaneAddress> {
    let authorization = match webhook.form.auth_style {
        AuthStyle::Bearer => format!("Bearer {key}"),
        AuthStyle::Bare => key.to_owned(),
    };
    let live = webhook.live_secrets(clock::now());
    let secrets = live.map(|secret| SigningSecret::open(store.sealer(), &secret.sealed)).collect::<Result<_, _>>()?;
    Ok(LaneAddress { url: webhook.form.url, headers: vec![("Authorization".to_owned(), authorization)], secrets })
}

fn payment_address(store: &Store, restaurant: &Restaurant) -> Result<LaneAddress> {
    let headers: Headers = match &restaurant.payment_matching_headers {
        None => Headers::new(),
        Some(sealed) => serde_json::from_slice(&store.sealer().unseal("headers", sealed)?).map_err(Failure::fault)?,
    };
    Ok(LaneAddress::unsigned(restaurant.form.payment_matching_url.clone().unwrap_or_default(), headers))
}

/// Everything that one call needs, owned, because it happens on another thread.
pub struct DeliveryRequest {
    id: Id,
    chain: Id,
    due_at: Option<Time>,
    address: LaneAddress,
    body: Vec<u8>,
}

impl DeliveryRequest {
    pub fn id(&self) -> Id {
        self.id
    }

    /// What must reach its target in order with it has the same.
    pub fn chain(&self) -> Id {
        self.chain
    }

    pub fn of(view: &impl ReadView, address: LaneAddress, delivery: &Delivery) -> Result<DeliveryRequest> {
        let event = event_of(view, delivery)?;
        let body = serde_json::to_vec(&body(view, &event, delivery)?).map_err(Failure::fault)?;
        let request = DeliveryRequest::of_body(address, delivery.id, delivery.attempt_count + 1, body);
        Ok(DeliveryRequest { due_at: delivery.due_at, chain: delivery.chain(), ..request })
    }

    /// The address's headers replace ours of the same name.
    fn of_body(mut address: LaneAddress, id: Id, attempt: u32, body: Vec<u8>) -> DeliveryRequest {
        let ours = [
            ("Content-Type", "application/json".to_owned()),
            ("X-Webhook-Id", id.to_string()),
            ("X-Webhook-Attempt", attempt.to_string()),
        ];
        for (name, value) in ours {
            if !address.headers.iter().any(|(given, _)| given.eq_ignore_ascii_case(name)) {
                address.headers.push((name.to_owned(), value));
            }
        }
        DeliveryRequest { id, chain: id, due_at: None, address, body }
    }

    /// A target that echoes what it was sent must not put a key into the log.
    fn without_secrets(&self, text: String) -> String {
        let ours = ["content-type", "x-webhook-id", "x-webhook-attempt"];
        let headers = self.address.headers.iter();
        let secrets = headers.filter(|(name, _)| !ours.iter().any(|ours| name.eq_ignore_ascii_case(ours)));
        let secrets = secrets.map(|(_, value)| value.strip_prefix("Bearer ").unwrap_or(value));
        secrets.filter(|secret| secret.len() >= 8).fold(text, |text, secret| text.replace(secret, "***"))
    }

    /// What came of sending it, and how long the target asked to be left alone; or that we could not even try.
    fn attempt(&self, net: &Net) -> Result<(Attempt, Option<Duration>), Trouble> {
        let (at, began) = (clock::now(), Instant::now());
        let signature = signature_headers(&self.address.secrets, &self.id.to_string(), at, &self.body);
        let result = net.send(&Request {
            method: Method::Post,
            url: &self.address.url,
            headers: &[self.address.headers.as_slice(), &signature].concat(),
            body: Some(&self.body),
            timeout: TIMEOUT,
            max_answer: ANSWER,
            is_once: false,
            is_to_target: true,
        });
        let took = began.elapsed();
        let blank = Attempt { at, url: self.address.url.clone(), status_code: None, took, answer: None, error: None };
        Ok(match result {
            Ok(answer) => {
                let wish = answer.retry_after(clock::now().timestamp()).filter(|_| matches!(answer.status, 429 | 503));
                let text = self.without_secrets(String::from_utf8_lossy(&answer.body).into_owned());
                let said = (!text.is_empty()).then_some(text);
                (Attempt { status_code: Some(answer.status), answer: said, ..blank }, wish)
            }
            Err(trouble @ Trouble::Exhausted(_)) => return Err(trouble),
            Err(trouble) => (Attempt { error: Some(trouble.to_string()), ..blank }, None),
        })
    }
}

/// Sends once, and what came of it.
pub async fn dispatch(app: &Arc<AppState>, request: DeliveryRequest) -> Result<Attempt> {
    let net = app.net.clone();
    let attempt = move || request.attempt(&net).map_err(|trouble| Failure::unavailable(trouble.to_string()));
    Ok(on_a_thread(attempt).await?.0)
}

/// The status that the target answered with, or that it did not.
pub fn reached(attempt: &Attempt) -> Result<u16> {
    attempt.status_code.ok_or_else(|| {
        let said = attempt.error.clone().unwrap_or_default();
        let code = if attempt.took >= TIMEOUT { Code::WebhookTargetTimedOut } else { Code::WebhookTargetUnreachable };
        Failure::new(code).why(Why::NoAnswer(said.clone())).details(json!({ "error": said })).cause(said)
    })
}

/// An id for what is sent and kept nowhere: another each time, so that no receiver takes it for a repetition.
fn passing_id() -> Result<Id> {
    let millis = u64::try_from(clock::now().0).unwrap_or(0);
    Ok(Id::from_parts(millis, u128::from_be_bytes(seal::random()?)))
}

/// What is no event, signed as events are, sent once and not recorded.
pub async fn send_signed(
    app: &Arc<AppState>,
    url: String,
    secrets: Arc<[SigningSecret]>,
    body: &Value,
) -> Result<Attempt> {
    let address = LaneAddress { url, headers: Vec::new(), secrets };
    dispatch(app, DeliveryRequest::of_body(address, passing_id()?, 1, body.to_string().into_bytes())).await
}

/// A made-up event, sent once and not recorded.
pub async fn send_test(app: &Arc<AppState>, webhook: Webhook) -> Result<Attempt> {
    let key = open_key(&app.store, &app.store.read()?, webhook.form.key_id)?;
    let (id, now) = (passing_id()?, clock::now());
    let body = json!({ "olay": "test", "veri": { "id": id, "webhookId": webhook.id }, "zaman": now });
    let address = webhook_address(&app.store, &key, webhook)?;
    dispatch(app, DeliveryRequest::of_body(address, id, 1, body.to_string().into_bytes())).await
}
