//! Health: what works, what does not, since when, and what to do about it.

use super::{
    crumbs::integration_path,
    figures,
    frame::{Frame, Here},
    help,
    integrations::card::standing,
    page::{go_to, page},
    show, upgrade_notice,
    upgrade_notice::{KeptStoreNotice, UpgradeFolderNotice},
    visit::Visit,
    way_in::WayIn,
};
use askama::Template;
use http::Answer;
use i18n::{
    self, Lang, Spoken,
    pages::{backups as backup_texts, status as texts, troubles as trouble_texts},
};
use jiff::tz::TimeZone;
use model::{BackupFault, HttpsReport, Id, Integration, PlatformFault, PlatformTrouble, Time, integration::Pulse};
use ops::{
    care::{
        backups, heartbeat, settings,
        system::{self, Ailment, Vitals, WebhookBacklog},
        timekeeping,
        upkeep::{self, Care, CompactError, Compaction, StoreSize},
    },
    places::restaurants,
};
use platforms::{self, facts};
use std::{collections::HashMap, time::Duration};

/// Less than this and a busy week may fill it: a store grows by a few hundred megabytes a year.
const LOW_DISK: u64 = 500_000_000;

/// Addresses that were sent too much that are named; the others have pages of their own.
const OVERRUNS: usize = 5;

#[derive(Template)]
#[template(path = "status.html")]
struct StatusPage {
    frame: Frame,
    troubles: Vec<HealthProblem>,
    /// The clock lies behind what is stored, and the owner can say that it is right.
    is_clock_behind: bool,
    /// Which colour stands beside them: something is broken here, or only elsewhere.
    verdict: &'static str,
    uptime: String,
    /// How others on the network reach the panel.
    way_in: Option<WayIn>,
    https: &'static str,
    has_trust_page: bool,
    store_size: String,
    free: Option<String>,
    orders: String,
    /// Whether what was erased has left the file.
    erased: String,
    is_wipe_owed: bool,
    platforms: Vec<PlatformRow>,
    oldest: Option<String>,
    webhooks: Vec<WebhookRow>,
    compaction: Option<CompactionNotice>,
    /// When a backup last proved itself.
    proven: Option<String>,
    has_backups: bool,
    /// Whether a program lies ready to be upgraded to.
    folder: UpgradeFolderNotice,
    last_upgrade: Option<String>,
    kept_stores: Vec<KeptStoreNotice>,
    going_back: String,
}

/// What there is to say about the size of the database.
enum CompactionNotice {
    Offer(String),
    /// How far it is, as a number and as people write it.
    Running {
        percent: u64,
        text: String,
    },
    Done(String),
    Failed(String),
}

/// Something that keeps the program from its work, and what to do about it.
struct HealthProblem {
    sentence: String,
    help: &'static str,
    /// Where it can be looked at, and what that is called.
    link: Option<(String, &'static str)>,
}

impl HealthProblem {
    fn new(sentence: impl Into<String>, help: &'static str) -> HealthProblem {
        HealthProblem { sentence: sentence.into(), help, link: None }
    }
}

struct PlatformRow {
    platform: &'static str,
    key: &'static str,
    restaurant: String,
    restaurant_id: String,
    state: &'static str,
    tone: &'static str,
    /// When it was last reached, in words.
    last: String,
    /// What went wrong last, in words.
    error: Option<String>,
}

struct WebhookRow {
    id: String,
    url: String,
    state: &'static str,
    tone: &'static str,
    waiting: String,
    oldest: Option<String>,
    failed: String,
}

/// The folder for newer programs may be slow: nobody else's turn waits for it.
pub async fn show(visit: Visit) -> Answer {
    let (folder, reader) = (upgrade_notice::folder(visit.lang, &visit.app).await?, visit.reader()?);
    reader.read(move || compose(&visit, folder)).await
}

fn compose(visit: &Visit, folder: UpgradeFolderNotice) -> Answer {
    let app = &visit.app;
    let lang = visit.lang;
    let vitals = system::vitals(app)?;
    let (lan, t) = (app.config.lan.read().clone(), lang.texts().status_page);
    let names = restaurants::names(app)?.into_iter().collect();
    let view = StatusContext { lang, now: clock::now(), zone: settings::zone(app)?, names };
    let mut troubles = troubles(&view, &vitals, backups::trouble(app));
    if let Some(sentence) = upgrade_notice::undone(lang, app, view.now) {
        troubles.push(HealthProblem::new(sentence, t.upgrade_undone_help));
    }
    if heartbeat::overview(app).is_ok_and(|found| found.is_on() && found.record.failing_since().is_some()) {
        let words = lang.texts().heartbeat_page;
        let link = Some(("/settings/heartbeat".to_owned(), words.open));
        troubles.push(HealthProblem { link, ..HealthProblem::new(words.failing, words.failing_help) });
    }
    let shown = StatusPage {
        frame: Frame::of(visit, Here::Health, t.title),
        verdict: if is_broken(&vitals) { "bad" } else { "warn" },
        troubles,
        is_clock_behind: vitals.clock_lags > timekeeping::LAG,
        uptime: show::span(lang, vitals.uptime),
        way_in: WayIn::now(app)?,
        https: match &lan.https {
            HttpsReport::Off => t.https_off,
            HttpsReport::Given(_) => t.https_given,
            HttpsReport::Auto { .. } => t.https_auto,
        },
        has_trust_page: lan.authority().is_some(),
        store_size: figures::bytes(lang, vitals.store_bytes),
        free: vitals.free_bytes.map(|free| figures::bytes(lang, free)),
        orders: vitals.orders.map_or_else(|| "–".to_owned(), |orders| figures::number(lang, orders)),
        erased: view.erased(&vitals),
        is_wipe_owed: vitals.wipe.owed_since.is_some(),
        platforms: vitals.integrations.iter().map(|(one, pulse)| view.platform(one, pulse, &vitals)).collect(),
        oldest: vitals.oldest_waiting.map(|at| view.ago(at)),
        webhooks: vitals.webhooks.iter().map(|lane| view.webhook(lane)).collect(),
        compaction: compaction(lang, upkeep::care(app)),
        proven: vitals.backups.proven.as_ref().map(|proven| view.ago(proven.at)),
        has_backups: vitals.backups.plan.is_some(),
        folder,
        last_upgrade: upgrade_notice::last(lang, app, &view.zone),
        kept_stores: upgrade_notice::kept(lang, app, &view.zone),
        going_back: help::page(lang, "back"),
    };
    page(&shown)
}

pub async fn compact(visit: Visit) -> Answer {
    upkeep::begin_compaction(&visit.app);
    go_to("/status#compaction")
}

/// The owner says that the clock is right, whatever was stored while it was ahead.
pub async fn trust_clock(visit: Visit) -> Answer {
    timekeeping::trust(visit.ctx()).await?;
    go_to("/status?said=saved")
}

pub async fn wipe(visit: Visit) -> Answer {
    upkeep::begin_wipe(&visit.app);
    go_to("/status")
}

fn compaction(lang: Lang, care: Care) -> Option<CompactionNotice> {
    let t = lang.texts().status_page;
    let bytes = |bytes| figures::bytes(lang, bytes);
    Some(match care.compaction {
        Compaction::Running(share) => {
            let percent = (share * 100.0) as u64;
            CompactionNotice::Running { percent, text: figures::percent(lang, percent) }
        }
        Compaction::Done(done) => {
            CompactionNotice::Done(texts::compaction_done(lang, &bytes(done.before), &bytes(done.after)))
        }
        Compaction::Failed(error) => CompactionNotice::Failed(match error {
            CompactError::Busy => t.compact_busy.to_owned(),
            CompactError::NotSound => t.compact_unsound.to_owned(),
            CompactError::NoRoom { free, wanted } => texts::compaction_no_room(lang, &bytes(free), &bytes(wanted)),
            CompactError::Failed(failure) => format!("{} {}", t.compact_failed, i18n::typed(lang, &failure)),
        }),
        Compaction::Idle => {
            let size = care.size.filter(StoreSize::pays)?;
            let takes = show::span(lang, size.takes.max(Duration::from_secs(1)));
            CompactionNotice::Offer(texts::compaction_offer(lang, &bytes(size.file), &bytes(size.compacted()), &takes))
        }
    })
}

fn is_broken(vitals: &Vitals) -> bool {
    vitals.ailment.is_some() || vitals.free_bytes.is_some_and(|free| free < LOW_DISK)
}

fn troubles(view: &StatusContext, vitals: &Vitals, backup_fault: Option<BackupFault>) -> Vec<HealthProblem> {
    let lang = view.lang;
    let t = lang.texts().status_page;
    let mut troubles = Vec::new();
    match &vitals.ailment {
        None => {}
        Some(Ailment::Store(cause)) => {
            troubles.push(HealthProblem::new(format!("{} {cause}", t.store_ill), t.store_ill_help));
        }
        Some(Ailment::Disk) => troubles.push(HealthProblem::new(t.disk_short, t.disk_short_help)),
        Some(Ailment::Sync) => troubles.push(HealthProblem::new(t.sync_ill, t.restart_help)),
        Some(Ailment::Delivery) => troubles.push(HealthProblem::new(t.delivery_ill, t.restart_help)),
    }
    if vitals.ailment != Some(Ailment::Disk) && vitals.free_bytes.is_some_and(|free| free < LOW_DISK) {
        troubles.push(HealthProblem::new(t.disk_low, t.disk_low_help));
    }
    if vitals.clock_lags > timekeeping::LAG {
        let (sentence, help) = show::clock_lag(lang, vitals.clock_lags);
        let until = show::exact(lang, view.now.plus(vitals.clock_lags), &view.zone);
        let sentence = format!("{sentence}. {}", trouble_texts::clock_until(lang, &until));
        troubles.push(HealthProblem::new(sentence, help));
    }
    for PlatformTrouble { restaurant, provider, since, fault } in &vitals.troubles {
        let name = view.names.get(restaurant).map_or("", String::as_str);
        let since = trouble_texts::since(lang, &show::time(lang, *since, &view.zone));
        let platform = facts(*provider).short_name_in(lang);
        let sentence = format!("{platform} · {name}: {} {since}", trouble_texts::sentence(lang, fault));
        let link = Some((integration_path(*restaurant, *provider), trouble_texts::fix(lang)));
        troubles.push(HealthProblem { link, ..HealthProblem::new(sentence, trouble_texts::advice(lang, fault)) });
    }
    if let Some(fault) = backup_fault {
        troubles
            .push(HealthProblem::new(backup_texts::backup_fault(lang, fault), backup_texts::backup_help(lang, fault)));
    }
    if vitals.troubled_webhooks().next().is_some() {
        troubles.push(HealthProblem::new(t.webhook_ill, t.webhook_ill_help));
    }
    if vitals.failed_matches > 0 {
        let sentence = format!("{} {}", t.matching_ill, figures::number(lang, vitals.failed_matches));
        troubles.push(HealthProblem {
            link: Some(("/deliveries?state=failed".to_owned(), lang.texts().common.look)),
            ..HealthProblem::new(sentence, t.matching_ill_help)
        });
    }
    for (integration, _) in vitals.overruns.iter().take(OVERRUNS) {
        let sentence = format!("{} {}.", t.intake_over, facts(integration.provider).short_name_in(lang));
        let path = format!("{}#intake", integration_path(integration.restaurant_id, integration.provider));
        let link = Some((path, t.look_at_intake));
        troubles.push(HealthProblem { link, ..HealthProblem::new(sentence, t.intake_over_help) });
    }
    troubles
}

/// What rows are made with.
struct StatusContext {
    lang: Lang,
    now: Time,
    zone: TimeZone,
    names: HashMap<Id, String>,
}

impl StatusContext {
    fn platform(&self, integration: &Integration, pulse: &Pulse, vitals: &Vitals) -> PlatformRow {
        let t = self.lang.texts().status_page;
        // A platform without a host of its own is never asked.
        let is_asked = !platforms::of(integration.provider).facts().home.is_empty();
        let is_closed = |one: &PlatformTrouble| {
            (one.restaurant, one.provider) == integration.key() && one.fault == PlatformFault::ShopClosed
        };
        let (tone, state) = standing(self.lang, integration, pulse, vitals.troubles.iter().any(is_closed));
        let restaurant = self.names.get(&integration.restaurant_id).cloned().unwrap_or_default();
        let trouble = pulse.last_error.as_ref().filter(|_| integration.is_active);
        PlatformRow {
            platform: facts(integration.provider).short_name_in(self.lang),
            key: integration.provider.key(),
            restaurant,
            restaurant_id: integration.restaurant_id.to_string(),
            state,
            tone,
            last: match pulse.last_success_at {
                Some(at) => format!("{}: {}", t.last_read, self.ago(at)),
                None if is_asked => format!("{}: {}", t.last_read, t.not_yet),
                None => t.sends_itself.to_owned(),
            },
            error: trouble.map(|trouble| {
                let since = show::time(self.lang, trouble.at, &self.zone);
                format!("{} {since}. {}", t.since, i18n::failure(self.lang, &trouble.refusal.clone().into()))
            }),
        }
    }

    fn webhook(&self, lane: &WebhookBacklog) -> WebhookRow {
        let t = self.lang.texts().status_page;
        let (state, tone) = match () {
            () if !lane.webhook.form.is_active => (t.paused, "warn"),
            () if lane.failed > 0 => (t.failing, "bad"),
            () if lane.is_late(self.now) => (t.late, "warn"),
            () => (t.works, "good"),
        };
        WebhookRow {
            id: lane.webhook.id.to_string(),
            url: lane.webhook.form.url.clone(),
            state,
            tone,
            waiting: figures::number(self.lang, lane.waiting),
            oldest: lane.oldest_waiting.map(|at| self.ago(at)),
            failed: figures::number(self.lang, lane.failed),
        }
    }

    fn erased(&self, vitals: &Vitals) -> String {
        let t = self.lang.texts().status_page;
        match (vitals.wipe.owed_since, vitals.wipe.last) {
            (Some(since), _) => format!("{} ({})", t.erased_waits, self.ago(since)),
            (None, Some(last)) => {
                format!("{} ({}, {})", t.erased_gone, self.ago(last.at), figures::bytes(self.lang, last.bytes))
            }
            (None, None) => t.erased_nothing.to_owned(),
        }
    }

    fn ago(&self, at: Time) -> String {
        show::ago(self.lang, at, self.now)
    }
}
