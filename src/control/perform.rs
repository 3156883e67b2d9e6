//! Carries out what was typed: each command is one operation, and a refusal is a sentence for a terminal.

use super::request::{
    BackupStatus, ControlReply, ControlRequest, HeartbeatStatus, ListedKey, ListedUser, MadeKey, ProgramStatus,
    SetupLinks, TroubledWebhook,
};
use super::wire::VERSION;
use crate::i18n::pages::{status::compaction_no_room, troubles};
use crate::i18n::{self, Spoken, terminal as texts};
use crate::model::{Code, Failure, Id, Lang, Time};
use crate::ops::care::upgrades::{self, UpgradeWish};
use crate::ops::care::upkeep::{self, CompactError, StoreSize};
use crate::ops::care::{backups, heartbeat, public_address, system};
use crate::ops::keys::{self, Carriers, KeyForm, NewKey};
use crate::ops::people::setup::{self, Claim, Setup};
use crate::ops::people::users::{self, Whom};
use crate::ops::{AppState, Ctx, people::second_factor, places::restaurants};
use crate::platforms;
use std::sync::{Arc, atomic::Ordering};
use std::time::Duration;

/// Hears how far a long command is, from 0 to 1, and says whether it is still waited for.
pub type OnProgress = Arc<dyn Fn(f64) -> bool + Send + Sync>;

/// Takes what comes beside the answer, and says whether to go on. It may wait: it is called on a thread that does.
pub type OnBytes = Arc<dyn Fn(Vec<u8>) -> bool + Send + Sync>;

pub async fn perform(
    app: &Arc<AppState>,
    request: ControlRequest,
    lang: Lang,
    on_progress: OnProgress,
    on_bytes: OnBytes,
) -> Result<ControlReply, String> {
    let plain = |failure: Failure| sentence(lang, &failure);
    let here = Ctx::command_line(app.clone());
    match request {
        ControlRequest::Status { lang } => {
            status(app, lang).map(|status| ControlReply::Status(Box::new(status))).map_err(plain)
        }
        ControlRequest::SetupLink => setup_link(app, lang),
        ControlRequest::Setup { user, password } => set_up(app, user, password, lang).await,
        ControlRequest::KeyAdd { name, is_primary, scope, restaurant, ends } => {
            let form =
                KeyForm { scope: Some(scope), is_primary: Some(is_primary), ..KeyForm::named(&name).map_err(plain)? };
            add_key(here, form, restaurant, ends).await.map(|made| ControlReply::Key(made.into())).map_err(plain)
        }
        ControlRequest::KeyList => list_keys(app).map(ControlReply::Keys).map_err(plain),
        ControlRequest::KeyRevoke { id } => revoke(app, id, lang).await,
        ControlRequest::UserAdd { name, role, password } => {
            users::add(&here, &name, role, &password).await.map_err(plain)?;
            Ok(ControlReply::Done(texts::user_added(lang, &name)))
        }
        ControlRequest::UserList => {
            let users = users::list(app).map_err(plain)?.into_iter();
            Ok(ControlReply::Users(users.map(|user| ListedUser { name: user.name, role: user.role }).collect()))
        }
        ControlRequest::UserPassword { name, password } => {
            users::change_password(&here, Whom::Name(name.clone()), &password, None).await.map_err(plain)?;
            Ok(ControlReply::Done(texts::password_changed(lang, &name)))
        }
        ControlRequest::UserRemove { name } => {
            users::remove(&here, Whom::Name(name.clone())).await.map_err(plain)?;
            Ok(ControlReply::Done(texts::user_removed(lang, &name)))
        }
        ControlRequest::UserSecondFactorOff { name } => {
            second_factor::switch_off(&here, Whom::Name(name.clone())).await.map_err(plain)?;
            Ok(ControlReply::Done(texts::second_factor_off(lang, &name)))
        }
        ControlRequest::MayUpgrade { to } => {
            upgrades::may_begin(app, to).map_err(plain)?;
            Ok(ControlReply::Done(format!("{to} may be tried out.")))
        }
        ControlRequest::Upgrade { program, to, begun, patience_seconds } => {
            let wish = UpgradeWish { program, to, begun, patience: Duration::from_secs(patience_seconds) };
            upgrades::begin(app, wish).map_err(plain)?;
            Ok(ControlReply::Done(format!("{to} is tried out.")))
        }
        ControlRequest::PublicAddress => {
            public_address::look(app).await.map(ControlReply::PublicAddress).map_err(plain)
        }
        ControlRequest::Check => check(app, lang, on_progress).await,
        ControlRequest::Size => {
            let app = app.clone();
            let size = tokio::task::spawn_blocking(move || upkeep::size(&app)).await;
            let size = size.unwrap_or_else(|error| Err(Failure::fault(error)));
            let told = |size: StoreSize| ControlReply::Size {
                file: size.file,
                live: size.live,
                compacted: size.compacted(),
                seconds: size.takes.as_secs() + 1,
            };
            size.map(told).map_err(plain)
        }
        ControlRequest::Compact => {
            let copied = upkeep::compact(app, Box::new(move |share| on_progress(share))).await;
            copied.map(ControlReply::Compacted).map_err(|error| not_compacted(lang, &error))
        }
        ControlRequest::Backup { key } => {
            let made = backups::stream(app, key, move |bytes| on_bytes(bytes), move |share| on_progress(share)).await;
            made.map(|made| ControlReply::BackedUp(Box::new(made))).map_err(|error| error.to_string())
        }
    }
}

async fn set_up(app: &Arc<AppState>, user: String, password: String, lang: Lang) -> Result<ControlReply, String> {
    let setup = Setup {
        owner: user,
        password,
        key: "first".to_owned(),
        lang: None,
        restaurant: None,
        integrations: Vec::new(),
        webhook: None,
        browser: None,
    };
    match setup::set_up(&Ctx::command_line(app.clone()), setup).await.map_err(|failure| sentence(lang, &failure))? {
        Claim::Made(made) => Ok(ControlReply::Key(made.key.into())),
        Claim::Taken => Err(texts::has_owner(lang).to_owned()),
    }
}

async fn add_key(ctx: Ctx, form: KeyForm, restaurant: Option<String>, ends: Option<String>) -> Result<NewKey, Failure> {
    // An unknown name is looked for as an id, and refused as one.
    let restaurant = restaurant.map(|named| {
        let names = restaurants::names(&ctx.app)?.into_iter().find(|(_, name)| *name == named);
        Ok::<_, Failure>(names.map_or(named, |(id, _)| id.to_string()))
    });
    let ends_at = ends.map(|text| Time::parse(&text).map_or_else(|| keys::end_of_day(&ctx.app, &text), Ok));
    let form = KeyForm { restaurant: Some(restaurant.transpose()?), ends_at: Some(ends_at.transpose()?), ..form };
    keys::add(ctx, form).await
}

fn list_keys(app: &AppState) -> Result<Vec<ListedKey>, Failure> {
    let names = restaurants::names(app)?;
    let name_of =
        |id: Id| names.iter().find(|(other, _)| *other == id).map_or(id.to_string(), |(_, name)| name.clone());
    let listed = keys::list(app)?.into_iter().map(|key| ListedKey {
        id: key.id,
        prefix: key.prefix,
        name: key.name,
        is_primary: key.is_primary,
        created_at: key.created_at,
        last_used_at: key.last_used_at,
        last_used_from: key.last_used_from,
        scope: key.scope,
        restaurant: key.restaurant_id.map(name_of),
        ends_at: key.ends_at,
    });
    Ok(listed.collect())
}

async fn revoke(app: &Arc<AppState>, id: String, lang: Lang) -> Result<ControlReply, String> {
    let revoked = keys::revoke(Ctx::command_line(app.clone()), id.clone(), Carriers::Refuse).await;
    let key = revoked.map_err(|failure| match failure.code {
        Code::KeyNotFound => texts::no_key(lang, &id),
        Code::KeyIsPrimary => texts::key_is_primary(lang).to_owned(),
        Code::KeyInUse => texts::key_in_use(lang).to_owned(),
        _ => sentence(lang, &failure),
    })?;
    Ok(ControlReply::Done(texts::key_revoked(lang, &key.name, &key.prefix)))
}

async fn check(app: &Arc<AppState>, lang: Lang, on_progress: OnProgress) -> Result<ControlReply, String> {
    let app = app.clone();
    let gone = || Failure::unavailable("nobody waits for this any more");
    let walk = move || upkeep::check(&app, &mut |share| if on_progress(share) { Ok(()) } else { Err(gone()) });
    let found = tokio::task::spawn_blocking(walk).await.unwrap_or_else(|error| Err(Failure::fault(error)));
    found.map(ControlReply::Checked).map_err(|failure| {
        log(&failure);
        texts::store_unreadable(lang).to_owned()
    })
}

fn not_compacted(lang: Lang, error: &CompactError) -> String {
    let t = lang.texts().status_page;
    let megabytes = |bytes: u64| format!("{} MB", bytes / 1_000_000);
    match error {
        CompactError::Busy => t.compact_busy.to_owned(),
        CompactError::NotSound => t.compact_unsound.to_owned(),
        CompactError::NoRoom { free, wanted } => compaction_no_room(lang, &megabytes(*free), &megabytes(*wanted)),
        // It is in the log already.
        CompactError::Failed(failure) => format!("{} {}", t.compact_failed, i18n::typed(lang, failure)),
    }
}

fn setup_link(app: &AppState, lang: Lang) -> Result<ControlReply, String> {
    if users::has_owner(app).map_err(|failure| sentence(lang, &failure))? {
        return Err(texts::is_claimed(lang, &app.config.local_url()));
    }
    let urls = app.config.lan.read().urls().iter().map(|url| app.people.setup_code.link(url)).collect();
    Ok(ControlReply::SetupLink(SetupLinks { code: app.people.setup_code.digits.clone(), urls }))
}

fn status(app: &AppState, lang: Lang) -> Result<ProgramStatus, Failure> {
    let vitals = system::vitals(app)?;
    let troubled_platforms = vitals.troubles.iter().map(|trouble| {
        let name = platforms::facts(trouble.provider).short_name_in(lang);
        let since = troubles::since(lang, &trouble.since.to_string());
        format!("{name}: {} {since}", troubles::sentence(lang, &trouble.fault))
    });
    let platform_advice = vitals.troubles.iter().map(|trouble| troubles::advice(lang, &trouble.fault).to_owned());
    let troubled_webhooks = vitals.troubled_webhooks().map(|one| TroubledWebhook {
        url: one.webhook.form.url.clone(),
        waiting: one.waiting,
        failed: one.failed,
    });
    Ok(ProgramStatus {
        version: VERSION.to_owned(),
        process: std::process::id(),
        url: app.config.local_url(),
        data: app.config.data.clone(),
        program: app.config.program.clone(),
        last_upgrade: app.config.last_upgrade.clone(),
        kept_stores: upgrades::kept_stores(app),
        uptime_seconds: vitals.uptime.as_secs(),
        ailment: vitals.ailment.as_ref().map(ToString::to_string),
        // A store that is closed says nothing of it.
        is_owned: users::has_owner(app).unwrap_or(true),
        clock_lags_seconds: vitals.clock_lags.as_secs(),
        has_unknown_proxy: app.config.has_unknown_proxy.load(Ordering::Relaxed),
        orders: vitals.orders,
        store_bytes: vitals.store_bytes,
        free_bytes: vitals.free_bytes,
        is_disk_short: vitals.is_disk_short,
        most_files: most_files(),
        troubled_platforms: troubled_platforms.collect(),
        platform_advice: platform_advice.collect(),
        platforms: vitals.integrations.len(),
        troubled_webhooks: troubled_webhooks.collect(),
        webhooks: vitals.webhooks.len(),
        failed_matches: vitals.failed_matches,
        backups: BackupStatus {
            folder: vitals.backups.plan.map(|plan| plan.folder),
            proven_at: vitals.backups.proven.map(|proven| proven.at),
            trouble: backups::trouble(app).map(|fault| fault.word().to_owned()),
        },
        heartbeat: heartbeat_status(app),
        lan: (&*app.config.lan.read()).into(),
    })
}

/// A store that is closed says nothing of it.
fn heartbeat_status(app: &AppState) -> HeartbeatStatus {
    let Ok(found) = heartbeat::overview(app) else { return HeartbeatStatus::default() };
    let (host, record) = (found.host().map(str::to_owned), &found.record);
    HeartbeatStatus { host, taken_at: record.taken_at, failing_since: record.failing_since() }
}

/// Nothing where the system has no such limit.
fn most_files() -> Option<u64> {
    #[cfg(unix)]
    {
        let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile);
        Some(limit.current.unwrap_or(u64::MAX))
    }
    #[cfg(not(unix))]
    None
}

impl From<NewKey> for MadeKey {
    fn from(made: NewKey) -> MadeKey {
        MadeKey { api_key: made.secret, key_id: made.key.id, key_name: made.key.name }
    }
}

/// What a person at a terminal reads. Its cause goes to the log, which is that of the running program, or else what the
/// command itself writes on standard error.
pub fn sentence(lang: Lang, failure: &Failure) -> String {
    log(failure);
    i18n::typed(lang, failure)
}

fn log(failure: &Failure) {
    if failure.cause.is_some() {
        tracing::warn!("a command was not carried out: {failure}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Why;

    #[test]
    fn what_is_for_the_log_alone_is_not_said_in_a_terminal() {
        for failure in [Failure::fault("a secret detail"), Failure::unavailable("a secret detail")] {
            let [tr, en] = [Lang::Tr, Lang::En].map(|lang| sentence(lang, &failure));
            assert!(!tr.contains("secret") && tr.contains("günlük"), "{tr}");
            assert!(!en.contains("secret") && en.contains("log"), "{en}");
        }
        let none = Failure::new(Code::NotFound).why(Why::NoSuchUser).cause("a secret detail");
        assert_eq!(sentence(Lang::Tr, &none), "Böyle bir kullanıcı yok.");
        assert_eq!(sentence(Lang::En, &none), "There is no such user.");
    }
}
