//! How the program is: its health, and the numbers that an operator watches.

use crate::AppState;
use crate::care::{backups, timekeeping};
use crate::integrations::{IntakeOverrun, overrun, pulse::pulse, troubles::lasting_trouble};
use model::{
    BackupBook, BackupFault, DeliveryState, Dir, Integration, PlatformTrouble, Result, Time, Walk, Webhook,
    integration::Pulse,
};
use std::fmt::{self, Write};
use std::time::Duration;
use store::{Deliveries, DeliveryFilter, Integrations, Orders, Outbox, Places, Reader, Room, WipeRecord};

/// Retries take up to half an hour; what is older will hardly go out by itself.
const LATE: Duration = Duration::from_hours(1);

/// What keeps the program from doing its work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ailment {
    /// The store takes no writes, and why.
    Store(String),
    /// The disk is almost full: new orders are refused.
    Disk,
    Sync,
    Delivery,
}

impl Ailment {
    /// A word that stays the same and tells nothing of the machine.
    pub fn word(&self) -> &'static str {
        match self {
            Ailment::Store(_) => "store",
            Ailment::Disk => "disk_full",
            Ailment::Sync => "sync_stopped",
            Ailment::Delivery => "delivery_stopped",
        }
    }
}

impl fmt::Display for Ailment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ailment::Store(cause) => cause,
            Ailment::Disk => "the disk is almost full, so new orders are refused",
            Ailment::Sync => "the thread that moves scheduled orders has stopped",
            Ailment::Delivery => "the thread that sends webhooks has stopped",
        })
    }
}

/// `Ok` only while the store takes new orders and every thread that must run does.
pub fn health(app: &AppState) -> Result<(), Ailment> {
    app.store.health().map_err(Ailment::Store)?;
    if app.store.room() != Room::Enough {
        return Err(Ailment::Disk);
    }
    if !app.engine.threads.sync.get() {
        return Err(Ailment::Sync);
    }
    if !app.engine.threads.delivery.get() {
        return Err(Ailment::Delivery);
    }
    Ok(())
}

/// What does not keep the program from its work, but wants attention: words that stay the same.
pub fn warnings(app: &AppState) -> Vec<&'static str> {
    let clock = timekeeping::behind_until(app).map(|_| "clock_behind");
    backups::trouble(app).map(BackupFault::word).into_iter().chain(clock).collect()
}

/// Whether the writer and every thread that must run do, whatever else ails. What is not so, only a new start mends.
/// Returns only when the writer has answered.
pub async fn is_at_work(app: &AppState) -> bool {
    app.engine.threads.sync.get() && app.engine.threads.delivery.get() && app.store.writer_answers().await
}

/// How everything fares, for a person to look at.
pub struct Vitals {
    pub ailment: Option<Ailment>,
    pub store_bytes: u64,
    /// On the disk of the store; nothing where the system does not tell.
    pub free_bytes: Option<u64>,
    /// It has so little left that orders are refused.
    pub is_disk_short: bool,
    /// Nothing where the store cannot be read.
    pub orders: Option<u64>,
    /// What was erased, and may still lie in the file.
    pub wipe: WipeRecord,
    pub backups: BackupBook,
    pub uptime: Duration,
    /// By how much the clock lies behind what is stored.
    pub clock_lags: Duration,
    pub integrations: Vec<(Integration, Pulse)>,
    /// What keeps orders of these away.
    pub troubles: Vec<PlatformTrouble>,
    /// Integrations that were sent more lately than they take.
    pub overruns: Vec<(Integration, IntakeOverrun)>,
    pub webhooks: Vec<WebhookBacklog>,
    /// Payments that restaurants' own addresses never heard of.
    pub failed_matches: u64,
    /// When the oldest event that is still owed happened.
    pub oldest_waiting: Option<Time>,
}

/// What a webhook is owed, and how it fares.
pub struct WebhookBacklog {
    pub webhook: Webhook,
    pub waiting: u64,
    pub failed: u64,
    pub oldest_waiting: Option<Time>,
}

impl WebhookBacklog {
    /// Something has been waiting for longer than all retries take.
    pub fn is_late(&self, now: Time) -> bool {
        self.oldest_waiting.is_some_and(|at| now.since(at) > LATE)
    }
}

impl Vitals {
    /// Those that are on, and that something did not reach or reaches late.
    pub fn troubled_webhooks(&self) -> impl Iterator<Item = &WebhookBacklog> {
        let now = clock::now();
        self.webhooks.iter().filter(move |lane| lane.webhook.form.is_active && (lane.failed > 0 || lane.is_late(now)))
    }

    /// What can be told without reading the store.
    fn of_unread(app: &AppState, ailment: Option<Ailment>) -> Vitals {
        Vitals {
            ailment,
            store_bytes: app.store.file_bytes(),
            free_bytes: app.store.free_bytes(),
            is_disk_short: app.store.room() != Room::Enough,
            orders: None,
            wipe: WipeRecord::default(),
            backups: app.care.backups.book(),
            uptime: app.engine.threads.started.elapsed(),
            clock_lags: Duration::ZERO,
            integrations: Vec::new(),
            troubles: Vec::new(),
            overruns: Vec::new(),
            webhooks: Vec::new(),
            failed_matches: 0,
            oldest_waiting: None,
        }
    }
}

pub fn vitals(app: &AppState) -> Result<Vitals> {
    let reader = match (app.store.read(), app.store.health()) {
        (Ok(reader), _) => reader,
        (Err(_), Err(cause)) => return Ok(Vitals::of_unread(app, Some(Ailment::Store(cause)))),
        (Err(failure), Ok(())) => return Err(failure),
    };
    let (mut integrations, mut troubles, mut overruns) = (Vec::new(), Vec::new(), Vec::new());
    for integration in reader.all_integrations()? {
        overruns.extend(overrun(app, &integration).map(|overrun| (integration.clone(), overrun)));
        let pulse = pulse(app, &integration)?;
        troubles.extend(lasting_trouble(&reader, &integration, &pulse)?);
        integrations.push((integration, pulse));
    }
    let mut webhooks = Vec::new();
    for webhook in reader.webhooks()? {
        let lane = webhook.id;
        webhooks.push(WebhookBacklog {
            webhook,
            waiting: reader.delivery_count(lane, DeliveryState::Pending)?,
            failed: reader.delivery_count(lane, DeliveryState::Failed)?,
            oldest_waiting: reader.oldest_pending(lane)?,
        });
    }
    let mut failed_matches = 0;
    for restaurant in reader.restaurants()?.iter().filter(|one| one.form.payment_matching_url.is_some()) {
        failed_matches += reader.delivery_count(restaurant.id, DeliveryState::Failed)?;
    }
    let waiting = DeliveryFilter { state: Some(DeliveryState::Pending), ..DeliveryFilter::default() };
    let oldest = reader.list_deliveries(&waiting, &Walk { limit: 1, dir: Dir::Prev, from: None })?;
    Ok(Vitals {
        orders: Some(reader.order_count()?),
        wipe: WipeRecord::of(&reader, clock::now())?,
        clock_lags: timekeeping::newest(&reader)?.since(clock::now()),
        integrations,
        troubles,
        overruns,
        webhooks,
        failed_matches,
        oldest_waiting: oldest.items.first().map(|delivery| delivery.created_at),
        ..Vitals::of_unread(app, health(app).err())
    })
}

/// Prometheus' text format. Where the store cannot be read, what is known without it.
pub fn metrics(app: &AppState) -> String {
    let mut text = String::with_capacity(2_048);
    let (commits, jobs) = app.store.counts();
    let is_up = u8::from(health(app).is_ok());
    gauge(&mut text, "garson_up", "1 while new orders are stored and all threads run", is_up);
    counter(&mut text, "garson_store_commits_total", "Transactions committed since the start", commits);
    counter(&mut text, "garson_store_jobs_total", "Write jobs in those transactions", jobs);
    let (bytes, syncs) = app.store.wear();
    counter(&mut text, "garson_store_syncs_total", "How often database and journal were synced", syncs);
    counter(&mut text, "garson_store_written_bytes_total", "Bytes written to database and journal", bytes);
    gauge(&mut text, "garson_store_bytes", "Size of the database file", app.store.file_bytes());
    if let Some(free) = app.store.free_bytes() {
        gauge(&mut text, "garson_disk_free_bytes", "Free on the disk of the database file", free);
    }
    text.push_str(&stored_metrics(app).unwrap_or_default());
    backup_metrics(app, &mut text);
    heartbeat_metrics(app, &mut text);
    let refused = app.integrations.allowances.refused();
    let name = "garson_intake_refused_total";
    let _ = writeln!(text, "# HELP {name} Requests beyond what an intake address takes\n# TYPE {name} counter");
    let _ = writeln!(text, "{name}{{limit=\"rate\"}} {refused}");
    text
}

/// What the store holds.
fn stored_metrics(app: &AppState) -> Result<String> {
    let (mut text, reader) = (String::new(), app.store.read()?);
    gauge(&mut text, "garson_orders", "Orders stored", reader.order_count()?);
    gauge(&mut text, "garson_orders_pending_report", "Orders that wait for accounting", reader.pending_count()?);
    gauge(&mut text, "garson_events", "Events stored", reader.event_count()?);
    gauge(&mut text, "garson_intents", "Changes that a platform is being told of", reader.intents()?.len());
    wipe_metrics(&reader, &mut text)?;
    webhook_metrics(app, &reader, &mut text)?;
    Ok(text)
}

/// Whether what was erased has left the file.
fn wipe_metrics(reader: &Reader, text: &mut String) -> Result<()> {
    let now = clock::now();
    let record = WipeRecord::of(reader, now)?;
    // What was erased this very second waits as well.
    let owed = record.owed_since.map_or(0, |since| now.since(since).as_secs().max(1));
    let (last, bytes) = record.last.map_or((0, 0), |last| (last.at.0 / 1_000, last.bytes));
    gauge(text, "garson_wipe_owed_seconds", "How long erased data has waited to be overwritten in the file", owed);
    gauge(text, "garson_wipe_last_timestamp_seconds", "When erased data was last overwritten", last);
    gauge(text, "garson_wipe_last_bytes", "Bytes that were overwritten then", bytes);
    Ok(())
}

/// When a backup last proved itself, and whether something is wrong with them.
fn backup_metrics(app: &AppState, text: &mut String) {
    let proven = app.care.backups.book().proven;
    let (at, bytes) = proven.map_or((0, 0), |proven| (proven.at.0 / 1_000, proven.bytes));
    let is_failing = backups::trouble(app).is_some();
    gauge(
        text,
        "garson_backup_last_proven_timestamp_seconds",
        "When the last backup was made that was restored for a trial",
        at,
    );
    gauge(text, "garson_backup_last_proven_bytes", "How long that one is", bytes);
    gauge(text, "garson_backup_failing", "1 while something is wrong with backups", u64::from(is_failing));
}

/// Whether somebody hears that this program lives, where somebody is to.
fn heartbeat_metrics(app: &AppState, text: &mut String) {
    let record = app.care.heartbeat.record();
    let is_failing = record.last.is_some_and(|last| !last.is_success());
    let at = record.taken_at.map_or(0, |at| at.0 / 1_000);
    gauge(text, "garson_heartbeat_last_taken_timestamp_seconds", "When a heartbeat was last taken; 0 if none was", at);
    gauge(text, "garson_heartbeat_failing", "1 while heartbeats are sent and not taken", u64::from(is_failing));
}

/// What each webhook is owed, and how it fares.
fn webhook_metrics(app: &AppState, reader: &Reader, text: &mut String) -> Result<()> {
    let now = clock::now();
    let mut rows: [(&str, &str, String); 5] = [
        ("garson_deliveries_waiting", "Deliveries that are still owed", String::new()),
        ("garson_deliveries_in_flight", "Attempts under way", String::new()),
        ("garson_deliveries_delivered", "Delivered, and kept in the log", String::new()),
        ("garson_deliveries_failed", "Given up, and kept in the log", String::new()),
        ("garson_deliveries_oldest_waiting_seconds", "Age of the oldest that is still owed", String::new()),
    ];
    for webhook in reader.webhooks()? {
        let lane = webhook.id;
        let oldest = reader.oldest_pending(lane)?.map_or(0, |at| now.since(at).as_secs());
        let values = [
            reader.delivery_count(lane, DeliveryState::Pending)?,
            app.engine.threads.in_flight.in_lane(lane) as u64,
            reader.delivery_count(lane, DeliveryState::Delivered)?,
            reader.delivery_count(lane, DeliveryState::Failed)?,
            oldest,
        ];
        for ((name, _, lines), value) in rows.iter_mut().zip(values) {
            let _ = writeln!(lines, "{name}{{webhook=\"{lane}\"}} {value}");
        }
    }
    for (name, help, lines) in rows {
        let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} gauge\n{lines}");
    }
    Ok(())
}

fn gauge(text: &mut String, name: &str, help: &str, value: impl std::fmt::Display) {
    metric(text, name, help, "gauge", value);
}

fn counter(text: &mut String, name: &str, help: &str, value: impl std::fmt::Display) {
    metric(text, name, help, "counter", value);
}

fn metric(text: &mut String, name: &str, help: &str, kind: &str, value: impl std::fmt::Display) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
}
