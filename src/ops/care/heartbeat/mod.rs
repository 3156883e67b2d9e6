//! Heartbeats: once a minute a small JSON, signed as webhooks are, tells somebody who looks after many shops how this one fares.
//!
//! Off unless the owner or the command line says where they go. They are read and sent beside everything else, one at a time:
//! one that is missed is not sent later, and none is stored.

mod beat;
pub mod memory;

use crate::events::deliveries::{self, SigningSecret};
use crate::{AppState, Ctx, on_a_thread, places::restaurants::check_url};
use beat::beat;
use memory::HeartbeatRecord;
use model::{
    Attempt, Code, Deed, Failure, HeartbeatPlan, Note, Result, Why, bilingual,
    fields::{NAME, TEXT},
    url,
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use store::{Accounts, Tx, seal};
use tokio::time::{Instant, sleep_until};

const EVERY: Duration = Duration::from_mins(1);
/// What of a plan is on record. Its path may hold a secret, so of an address that is the host alone.
const SHOWN: &[&str] = &["heartbeatIsOn", "heartbeatHost", "heartbeatName"];

bilingual! {
    IN_CLEAR: "Bu adres yerel ağın dışında ve http:// ile başlıyor: gönderilenler yolda okunabilir. https:// ile başlayan bir \
             adres girin."
        / "This address is outside the local network and begins with http://, so others could read what is sent on the way. \
             Give one that begins with https://.",
}

/// How heartbeats stand.
pub struct HeartbeatOverview {
    pub plan: HeartbeatPlan,
    /// Where the command line has them sent, whatever the plan says.
    pub given_url: Option<String>,
    pub record: HeartbeatRecord,
}

impl HeartbeatOverview {
    pub fn is_on(&self) -> bool {
        self.plan.is_on || self.given_url.is_some()
    }

    /// Where they go, if they do.
    pub fn host(&self) -> Option<&str> {
        let to = self.given_url.as_deref().unwrap_or(&self.plan.url);
        self.is_on().then(|| host(to))
    }
}

pub fn overview(app: &AppState) -> Result<HeartbeatOverview> {
    Ok(HeartbeatOverview {
        plan: app.store.read()?.settings()?.heartbeat.unwrap_or_default(),
        given_url: app.config.heartbeat.as_ref().map(|given| given.url.clone()),
        record: app.care.heartbeat.record(),
    })
}

/// Sends one a minute until `stopped`, whatever becomes of the one before.
pub async fn keep(app: Arc<AppState>, stopped: impl Future<Output = ()>) {
    tokio::select! {
        () = stopped => {}
        () = go_on(&app) => {}
    }
}

async fn go_on(app: &Arc<AppState>) {
    if app.config.heartbeat.is_some()
        && let Err(failure) = name_installation(app).await
    {
        tracing::warn!(cause = %failure, "this installation has no id of its own in heartbeats yet");
    }
    loop {
        let next = Instant::now() + EVERY;
        if let Err(failure) = send(app).await {
            tracing::warn!(cause = %failure, "no heartbeat was sent; the next is due in a minute");
        }
        tokio::select! {
            () = sleep_until(next) => {}
            () = app.care.heartbeat.rung() => {}
        }
    }
}

/// Sends one now, for whoever wants to see it: what was sent, and what came of it. Nothing where they are off.
pub async fn send(app: &Arc<AppState>) -> Result<Option<(Value, Attempt)>> {
    let _turn = app.care.heartbeat.turn().await;
    let Some(target) = target(app)? else { return Ok(None) };
    let HeartbeatTarget { url, secrets, id, name } = target;
    let reader = app.clone();
    let body = on_a_thread(move || Ok(beat(&reader, &id, &name))).await?;
    let attempt = deliveries::send_signed(app, url, secrets, &body).await?;
    app.care.heartbeat.note(attempt.clone());
    Ok(Some((body, attempt)))
}

/// Where one goes, and what it is signed with.
struct HeartbeatTarget {
    url: String,
    secrets: Arc<[SigningSecret]>,
    id: String,
    name: String,
}

/// Read afresh for each, so that what was changed counts from the next on.
fn target(app: &AppState) -> Result<Option<HeartbeatTarget>> {
    let HeartbeatPlan { id, is_on, url, name, secret } = app.store.read()?.settings()?.heartbeat.unwrap_or_default();
    if let Some(given) = &app.config.heartbeat {
        return Ok(Some(HeartbeatTarget { url: given.url.clone(), secrets: given.secrets.clone(), id, name }));
    }
    let Some(secret) = secret.filter(|_| is_on) else { return Ok(None) };
    let secrets = [SigningSecret::open(app.store.sealer(), &secret)?].into();
    Ok(Some(HeartbeatTarget { url, secrets, id, name }))
}

/// From now on one a minute goes to this address, the first at once; the secret, this once, where one was made. Where the
/// command line names the address, only the name is changed.
pub async fn change(ctx: Ctx, url: &str, name: &str) -> Result<Option<String>> {
    let (url, name, is_given) = (url.trim().to_owned(), name.trim().to_owned(), ctx.app.config.heartbeat.is_some());
    if name.chars().count() > NAME {
        return Err(Failure::invalid("name", Why::TooLong(NAME)));
    }
    if !is_given {
        check_target(&ctx.app, &url)?;
    }
    let secret = SigningSecret::make()?;
    let sealed = secret.seal(ctx.app.store.sealer())?;
    let is_new = write(&ctx, move |plan| {
        plan.name.clone_from(&name);
        if is_given {
            return false;
        }
        plan.url.clone_from(&url);
        plan.is_on = true;
        let is_new = plan.secret.is_none();
        plan.secret.get_or_insert_with(|| sealed.clone());
        is_new
    });
    Ok(is_new.await?.then(|| secret.text()))
}

/// Signs with another secret from the next on.
pub async fn make_secret(ctx: Ctx) -> Result<String> {
    if overview(&ctx.app)?.plan.secret.is_none() {
        return Err(Failure::new(Code::NotFound));
    }
    let secret = SigningSecret::make()?;
    let sealed = secret.seal(ctx.app.store.sealer())?;
    write(&ctx, move |plan| plan.secret = Some(sealed.clone())).await?;
    Ok(secret.text())
}

/// Nothing more is sent. Address and secret are kept, for when it is switched on again.
pub async fn switch_off(ctx: Ctx) -> Result<()> {
    write(&ctx, |plan| plan.is_on = false).await
}

/// One that the program will dial, and where nobody reads along.
fn check_target(app: &AppState, url: &str) -> Result<()> {
    if url.chars().count() > TEXT {
        return Err(Failure::invalid("url", Why::TooLong(TEXT)));
    }
    check_url(app, "url", url)?;
    match net::is_in_clear_outside(url) {
        true => Err(Failure::invalid("url", Why::Plain(IN_CLEAR))),
        false => Ok(()),
    }
}

async fn write<T>(ctx: &Ctx, apply: impl Fn(&mut HeartbeatPlan) -> T + Send + 'static) -> Result<T>
where
    T: serde::Serialize + Send + 'static,
{
    let id = new_id()?;
    let written = ctx.write_on_record(move |tx, recorder| {
        let mut settings = tx.settings()?;
        let before = settings.heartbeat.clone().unwrap_or_else(|| named(&id));
        let mut after = before.clone();
        let made = apply(&mut after);
        if after != before {
            let note = Note::of(Deed::SettingsChanged).changed(&on_record(&before), &on_record(&after), SHOWN);
            recorder.note(tx, note)?;
        }
        settings.heartbeat = Some(after);
        tx.put_settings(&settings)?;
        Ok(made)
    });
    let made = written.await?;
    ctx.app.care.heartbeat.begin_anew();
    Ok(made)
}

/// Without an id no receiver could tell two installations apart that send by the same words of a command line.
async fn name_installation(app: &AppState) -> Result<()> {
    if app.store.read()?.settings()?.heartbeat.is_some() {
        return Ok(());
    }
    let id = new_id()?;
    let job = move |tx: &mut Tx<'_>| {
        let mut settings = tx.settings()?;
        settings.heartbeat.get_or_insert_with(|| named(&id));
        tx.put_settings(&settings)
    };
    app.store.write(job).await
}

fn new_id() -> Result<String> {
    seal::random_text::<12>()
}

fn named(id: &str) -> HeartbeatPlan {
    HeartbeatPlan { id: id.to_owned(), ..HeartbeatPlan::default() }
}

fn on_record(plan: &HeartbeatPlan) -> Value {
    let HeartbeatPlan { id: _, is_on, url, name, secret } = plan;
    json!({
        "heartbeatIsOn": is_on, "heartbeatHost": host(url), "heartbeatName": name, "heartbeatSecret": secret,
        // The host may be the same.
        "heartbeatUrl": url
    })
}

fn host(to: &str) -> &str {
    url::split(to).map_or("", |parts| parts.host_and_port())
}
