//! Carries out what was typed: each command is one operation, and a refusal is a sentence for a terminal.

use super::{
    request::{
        BackupStatus, ControlReply, ControlRequest, ListedKey, ListedUser, MadeKey, ProgramStatus, SetupLinks,
        TroubledWebhook,
    },
    wire::VERSION,
};
use crate::{
    i18n,
    model::{Code, Failure, Id, Lang, Time},
    ops::{
        AppState, Ctx, backups,
        keys::{self, Carriers, KeyForm, NewKey},
        nightly, public_address, restaurants, second_factor,
        setup::{self, Claim, Setup},
        system,
        upgrades::{self, UpgradeWish},
        upkeep::{self, StoreSize},
        users::{self, Whom},
    },
    platforms,
};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

/// Hears how far a long command is, from 0 to 1, and says whether anybody still waits for it.
pub type OnProgress = Arc<dyn Fn(f64) -> bool + Send + Sync>;

/// Takes what comes beside the answer, and says whether to go on. It may wait: it is called on a thread that does.
pub type OnBytes = Arc<dyn Fn(Vec<u8>) -> bool + Send + Sync>;

pub async fn perform(
    app: &Arc<AppState>,
    request: ControlRequest,
    on_progress: OnProgress,
    on_bytes: OnBytes,
) -> Result<ControlReply, String> {
    let plain = |failure: Failure| sentence(&failure);
    let here = Ctx::command_line(app.clone());
    match request {
        ControlRequest::Status { lang } => {
            status(app, lang).map(|status| ControlReply::Status(Box::new(status))).map_err(plain)
        }
        ControlRequest::SetupLink => setup_link(app),
        ControlRequest::Setup { user, password } => set_up(app, user, password).await,
        ControlRequest::KeyAdd { name, is_primary, scope, restaurant, ends } => {
            let form =
                KeyForm { scope: Some(scope), is_primary: Some(is_primary), ..KeyForm::named(&name).map_err(plain)? };
            add_key(here, form, restaurant, ends).await.map(|made| ControlReply::Key(made.into())).map_err(plain)
        }
        ControlRequest::KeyList => list_keys(app).map(ControlReply::Keys).map_err(plain),
        ControlRequest::KeyRevoke { id } => revoke(app, id).await,
        ControlRequest::UserAdd { name, role, password } => {
            users::add(&here, &name, role, &password).await.map_err(plain)?;
            Ok(ControlReply::Done(format!("{name} was added.")))
        }
        ControlRequest::UserList => {
            let users = users::list(app).map_err(plain)?.into_iter();
            Ok(ControlReply::Users(users.map(|user| ListedUser { name: user.name, role: user.role }).collect()))
        }
        ControlRequest::UserPassword { name, password } => {
            users::change_password(&here, Whom::Name(name.clone()), &password, None).await.map_err(plain)?;
            Ok(ControlReply::Done(format!("The password of {name} was changed.")))
        }
        ControlRequest::UserRemove { name } => {
            users::remove(&here, Whom::Name(name.clone())).await.map_err(plain)?;
            Ok(ControlReply::Done(format!("{name} was removed.")))
        }
        ControlRequest::UserSecondFactorOff { name } => {
            second_factor::switch_off(&here, Whom::Name(name.clone())).await.map_err(plain)?;
            Ok(ControlReply::Done(format!("{name} now signs in with only a password.")))
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
        ControlRequest::Check => check(app, on_progress).await,
        ControlRequest::Size => {
            let app = app.clone();
            let size = tokio::task::spawn_blocking(move || upkeep::size(&app)).await.map_err(|e| e.to_string())?;
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
            copied.map(ControlReply::Compacted).map_err(|error| format!("The store was not compacted: {error}."))
        }
        ControlRequest::Backup { key } => {
            let made = backups::stream(app, key, move |bytes| on_bytes(bytes), move |share| on_progress(share)).await;
            made.map(|made| ControlReply::BackedUp(Box::new(made))).map_err(|error| error.to_string())
        }
    }
}

async fn set_up(app: &Arc<AppState>, user: String, password: String) -> Result<ControlReply, String> {
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
    match setup::set_up(&Ctx::command_line(app.clone()), setup).await.map_err(|failure| sentence(&failure))? {
        Claim::Made(made) => Ok(ControlReply::Key(made.key.into())),
        Claim::Taken => Err("There is an owner already.".to_owned()),
    }
}

async fn add_key(ctx: Ctx, form: KeyForm, restaurant: Option<String>, ends: Option<String>) -> Result<NewKey, Failure> {
    // A name that is nobody's is looked for as an id, and refused as one.
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

async fn revoke(app: &Arc<AppState>, id: String) -> Result<ControlReply, String> {
    let revoked = keys::revoke(Ctx::command_line(app.clone()), id.clone(), Carriers::Refuse).await;
    let key = revoked.map_err(|failure| match failure.code {
        Code::KeyNotFound => format!("There is no key {id}. `garson key list` shows them."),
        Code::KeyIsPrimary => "This is the primary key, which webhooks carry. Make another one primary first: \
             `garson key add NAME --primary`."
            .into(),
        Code::KeyInUse => {
            "There are webhooks that carry this key. Choose another one for them first, on their page in the \
             panel or with `keyId` over the API."
                .into()
        }
        _ => sentence(&failure),
    })?;
    Ok(ControlReply::Done(format!("The key {} ({}…) no longer works.", key.name, key.prefix)))
}

async fn check(app: &Arc<AppState>, on_progress: OnProgress) -> Result<ControlReply, String> {
    let app = app.clone();
    let gone = || Failure::unavailable("nobody waits for this any more");
    let walk = move || upkeep::check(&app, &mut |share| if on_progress(share) { Ok(()) } else { Err(gone()) });
    let found = tokio::task::spawn_blocking(walk).await.map_err(|error| error.to_string())?;
    found.map(ControlReply::Checked).map_err(|failure| format!("The store cannot be read: {failure}."))
}

fn setup_link(app: &AppState) -> Result<ControlReply, String> {
    if users::has_owner(app).map_err(|failure| sentence(&failure))? {
        return Err(format!("This box has an owner already. The panel is at {}.", app.config.local_url()));
    }
    let urls = app.config.lan.read().urls().iter().map(|url| app.setup_code.link(url)).collect();
    Ok(ControlReply::SetupLink(SetupLinks { code: app.setup_code.digits.clone(), urls }))
}

fn status(app: &AppState, lang: Lang) -> Result<ProgramStatus, Failure> {
    let vitals = system::vitals(app)?;
    let troubled_platforms = vitals.integrations.iter().filter(|(one, _)| one.is_active).filter_map(|(one, pulse)| {
        let trouble = pulse.last_error.as_ref()?;
        let name = platforms::facts(one.provider).short_name_in(lang);
        Some(format!("{name}: {}", i18n::failure(lang, &trouble.refusal.clone().into())))
    });
    let troubled_webhooks = vitals.webhooks.iter().filter(|one| one.failed > 0).map(|one| TroubledWebhook {
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
        uptime_seconds: vitals.uptime.as_secs(),
        ailment: vitals.ailment.as_ref().map(ToString::to_string),
        // A store that is closed says nothing of it.
        is_owned: users::has_owner(app).unwrap_or(true),
        clock_lags_seconds: vitals.clock_lags.as_secs(),
        has_unknown_proxy: app.config.has_unknown_proxy.load(Ordering::Relaxed),
        orders: vitals.orders,
        store_bytes: vitals.store_bytes,
        free_bytes: vitals.free_bytes,
        troubled_platforms: troubled_platforms.collect(),
        platforms: vitals.integrations.len(),
        troubled_webhooks: troubled_webhooks.collect(),
        webhooks: vitals.webhooks.len(),
        backups: BackupStatus {
            folder: vitals.backups.plan.map(|plan| plan.folder),
            proven_at: vitals.backups.proven.map(|proven| proven.at),
            trouble: nightly::trouble(app).map(|fault| fault.word().to_owned()),
        },
        lan: (&*app.config.lan.read()).into(),
    })
}

impl From<NewKey> for MadeKey {
    fn from(made: NewKey) -> MadeKey {
        MadeKey { api_key: made.secret, key_id: made.key.id, key_name: made.key.name }
    }
}

/// What a person at a terminal reads.
pub fn sentence(failure: &Failure) -> String {
    match &failure.cause {
        Some(cause) => {
            let mut letters = cause.chars();
            let first = letters.next().map(|c| c.to_uppercase().to_string()).unwrap_or_default();
            format!("{first}{}.", letters.as_str())
        }
        None => i18n::failure(Lang::En, failure),
    }
}
