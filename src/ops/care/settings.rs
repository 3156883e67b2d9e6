//! What the owner chooses for the whole account while the program runs: time zone, currency, which addresses may be
//! dialled, what intake addresses take, how long customers' data is kept, how everybody signs in, and what boards take for
//! late.

use crate::{AppState, Ctx, events::authorities};
use jiff::tz::TimeZone;
use model::{
    AddressRange, Currency, Deed, Failure, LONGEST_ALLERGY_WORD, Lang, MOST_ALLERGY_WORDS, Note, PACE_MINUTES,
    Restaurant, Result, Role, Settings, Tempo, Time, Webhook, Why, bilingual, fields::TEXT, fold,
    limits::DENIED_ADDRESSES, time,
};
use net::Guard;
use std::{fmt::Display, ops::RangeInclusive, path::Path, sync::Arc};
use store::{Accounts, Deliveries};

/// Less than a day could erase what the evening still needs; more than ten years is for good.
pub const LEAST_DAYS: u32 = 1;
pub const MOST_DAYS: u32 = 3_650;
/// An intruder must not be able to wipe their own traces by tomorrow.
pub const LEAST_AUDIT_DAYS: u32 = 30;
/// What the owner may choose for one intake address: less would keep a busy shop's orders out, more is no limit.
pub const INTAKE_PER_SECOND: RangeInclusive<u32> = 1..=10_000;
/// For how long the owner may have a press wait, which nothing has happened of until then.
pub const UNDO_SECONDS: RangeInclusive<u32> = 0..=60;
/// What of the settings is on record.
const SHOWN: &[&str] = &[
    "currency",
    "timezone",
    "deniedAddresses",
    "allowPrivateAddresses",
    "allowLoopbackAddresses",
    "refusePlainHttp",
    "personalDays",
    "auditDays",
    "requiresSecondFactor",
    "intakePerSecond",
    "upgradeFolder",
    "kitchenMinutes",
    "roadMinutes",
    "soonMinutes",
    "undoSeconds",
    "acceptUndoSeconds",
    "allergyWords",
    "hidesFirstSteps",
    "clockRightAt",
];

pub fn show(app: &AppState) -> Result<Settings> {
    app.store.read()?.settings()
}

/// The account's own time, in which the panel shows times and days begin.
pub fn zone(app: &AppState) -> Result<TimeZone> {
    Ok(time::zone(&show(app)?.timezone).unwrap_or(TimeZone::UTC))
}

/// What the account is told in whoever asks: the language that its first owner has chosen, where one has.
pub fn lang(app: &AppState) -> Result<Option<Lang>> {
    let users = app.store.read()?.users()?;
    Ok(users.iter().filter(|user| user.role == Role::Owner).find_map(|user| user.lang))
}

/// Where a restaurant's clocks hang.
pub fn zone_of(app: &AppState, restaurant: &Restaurant) -> Result<TimeZone> {
    let own = restaurant.form.understood().timezone;
    let name = own.map_or_else(|| Ok::<_, Failure>(show(app)?.timezone), Ok)?;
    Ok(time::zone(&name).unwrap_or(TimeZone::UTC))
}

/// Days in reports and the currency of new orders; what is booked stays where it is booked.
pub async fn change_account(ctx: Ctx, timezone: &str, currency: &str) -> Result<()> {
    let zone = time::zone(timezone.trim()).and_then(|zone| zone.iana_name().map(str::to_owned));
    let zone = zone.ok_or_else(|| Failure::invalid("timezone", Why::NotATimeZone))?;
    let present = show(&ctx.app)?.currency;
    let currency = Currency::chosen(currency, Some(present)).map_err(|why| Failure::invalid("currency", why))?;
    change(&ctx, move |settings| {
        settings.timezone.clone_from(&zone);
        settings.currency = currency;
    })
    .await
}

/// Addresses that may be dialled. `denied` holds one range or address on each line. It counts from the next call on;
/// `https_only` outside the local network, when a webhook is added or changed.
pub async fn change_guard(ctx: Ctx, denied: &str, private: bool, loopback: bool, https_only: bool) -> Result<()> {
    let lines: Vec<&str> = denied.split(['\n', ',']).map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() > DENIED_ADDRESSES {
        return Err(Failure::invalid("denied", Why::TooMany(DENIED_ADDRESSES)));
    }
    let mut ranges = Vec::new();
    for line in lines {
        let refused = |_| Failure::invalid("denied", Why::Plain(not_a_range(line)));
        let range: AddressRange = line.parse().map_err(refused)?;
        ranges.push(range.to_string());
    }
    change(&ctx, move |settings| {
        settings.denied_addresses.clone_from(&ranges);
        settings.allow_private_addresses = private;
        settings.allow_loopback_addresses = loopback;
        settings.refuse_plain_http = https_only;
    })
    .await?;
    enforce(&ctx.app)
}

/// After how many days customers' data is erased; nothing: never.
pub async fn change_retention(ctx: Ctx, days: Option<u32>) -> Result<()> {
    days.map_or(Ok(()), |days| within("days", days, &(LEAST_DAYS..=MOST_DAYS)))?;
    change(&ctx, move |settings| settings.personal_days = days).await
}

/// For how many days it is on record who did what.
pub async fn change_audit(ctx: Ctx, days: u32) -> Result<()> {
    within("auditDays", days, &(LEAST_AUDIT_DAYS..=MOST_DAYS))?;
    change(&ctx, move |settings| settings.audit_days = days).await
}

/// Whether everybody has to have a second factor; a user without one makes one before anything else opens.
pub async fn require_second_factor(ctx: Ctx, is_required: bool) -> Result<()> {
    change(&ctx, move |settings| settings.requires_second_factor = is_required).await
}

/// How many requests a second may be sent to one intake address.
pub async fn change_intake(ctx: Ctx, per_second: u32) -> Result<()> {
    within("perSecond", per_second, &INTAKE_PER_SECOND)?;
    change(&ctx, move |settings| settings.intake_per_second = per_second).await?;
    enforce(&ctx.app)
}

/// What boards take for late, and for how many seconds what is pressed on them can be taken back: most of it, and an acceptance.
pub async fn change_board(ctx: Ctx, pace: Tempo, undo_seconds: u32, accept_undo_seconds: u32) -> Result<()> {
    within("kitchenMinutes", pace.kitchen_minutes, &PACE_MINUTES)?;
    within("roadMinutes", pace.road_minutes, &PACE_MINUTES)?;
    within("soonMinutes", pace.soon_minutes, &PACE_MINUTES)?;
    within("undoSeconds", undo_seconds, &UNDO_SECONDS)?;
    within("acceptUndoSeconds", accept_undo_seconds, &UNDO_SECONDS)?;
    change(&ctx, move |settings| {
        settings.pace = pace;
        (settings.undo_seconds, settings.accept_undo_seconds) = (undo_seconds, accept_undo_seconds);
    })
    .await
}

/// Words of allergy, one on each line. None of them: nothing is marked.
pub async fn change_allergy_words(ctx: Ctx, listed: &str) -> Result<()> {
    let mut words: Vec<String> = Vec::new();
    for word in listed.split(['\n', ',']).map(str::trim).filter(|word| !word.is_empty()) {
        if word.chars().count() > LONGEST_ALLERGY_WORD {
            return Err(Failure::invalid("allergyWords", Why::TooLong(LONGEST_ALLERGY_WORD)));
        }
        if words.iter().all(|known| fold(known) != fold(word)) {
            words.push(word.to_owned());
        }
    }
    if words.len() > MOST_ALLERGY_WORDS {
        return Err(Failure::invalid("allergyWords", Why::TooMany(MOST_ALLERGY_WORDS)));
    }
    change(&ctx, move |settings| settings.allergy_words = Some(words.clone())).await
}

/// The clock was ahead until then, and is right now.
pub async fn trust_clock(ctx: Ctx, ahead_until: Time, now: Time) -> Result<()> {
    change(&ctx, move |settings| {
        (settings.clock_ahead_until, settings.clock_right_at) = (Some(ahead_until), Some(now));
    })
    .await
}

/// Where the panel looks for newer programs; nothing: nowhere.
pub async fn change_upgrade_folder(ctx: Ctx, folder: &str) -> Result<()> {
    let folder = folder.trim();
    if folder.chars().count() > TEXT {
        return Err(Failure::invalid("upgradeFolder", Why::TooLong(TEXT)));
    }
    // One that is not there is fine: a stick may be put in later.
    if !folder.is_empty() && !Path::new(folder).is_absolute() {
        let like = if cfg!(windows) { r"D:\garson" } else { "/srv/garson" };
        return Err(Failure::invalid("upgradeFolder", Why::Plain(not_a_folder(folder, like))));
    }
    let folder = (!folder.is_empty()).then(|| folder.to_owned());
    change(&ctx, move |settings| settings.upgrade_folder.clone_from(&folder)).await
}

/// Whether the board still leads to the first steps.
pub async fn hide_first_steps(ctx: Ctx) -> Result<()> {
    change(&ctx, |settings| settings.hides_first_steps = true).await
}

/// That a number is one that may be chosen.
pub fn within<T: PartialOrd + Display>(field: &'static str, number: T, range: &RangeInclusive<T>) -> Result<()> {
    match range.contains(&number) {
        true => Ok(()),
        false => Err(Failure::invalid(field, Why::out_of(range.start(), range.end()))),
    }
}

/// Puts the stored choices of addresses, authorities and limits in force, beside what the command line closed and switched off.
pub fn enforce(app: &AppState) -> Result<()> {
    let settings = show(app)?;
    let mut guard = (*app.floor).clone();
    for range in &settings.denied_addresses {
        match range.parse() {
            Ok(range) => guard.deny.push(range),
            Err(_) => tracing::error!(range, "a denied address in the settings cannot be read"),
        }
    }
    guard.allow_private &= settings.allow_private_addresses;
    guard.allow_loopback &= settings.allow_loopback_addresses;
    app.net.set_guard(guard);
    authorities::believe(app, &settings);
    let per_second = if app.keyring.is_unlimited() { 0 } else { settings.intake_per_second };
    app.integrations.allowances.set(per_second);
    Ok(())
}

/// The settings with what they come to.
pub struct SettingsOverview {
    pub settings: Settings,
    /// What the command line closed, which cannot be opened here.
    pub floor: Arc<Guard>,
    /// Webhooks whose address is one that may not be dialled. Where a name leads shows only when it is dialled.
    pub cut_off: Vec<Webhook>,
}

pub fn overview(app: &AppState) -> Result<SettingsOverview> {
    let (guard, reader) = (app.net.guard(), app.store.read()?);
    let mut cut_off = reader.webhooks()?;
    cut_off.retain(|webhook| guard.check_url(&webhook.form.url).is_err());
    Ok(SettingsOverview { settings: reader.settings()?, floor: app.floor.clone(), cut_off })
}

async fn change(ctx: &Ctx, apply: impl Fn(&mut Settings) + Send + 'static) -> Result<()> {
    ctx.write_on_record(move |tx, recorder| {
        let before = tx.settings()?;
        let mut settings = before.clone();
        apply(&mut settings);
        if settings != before {
            recorder.note(tx, Note::of(Deed::SettingsChanged).changed(&before, &settings, SHOWN))?;
        }
        tx.put_settings(&settings)
    })
    .await
}

bilingual! {
    fn not_a_folder(folder: &str, like: &str): "“{folder}” tam bir yol değil. {like} gibi yazın."
        / "“{folder}” is not a full path. Write it like {like}.",
    fn not_a_range(line: &str): "“{line}” bir adres değil. 192.168.1.20 ya da 10.0.0.0/8 gibi yazın."
        / "“{line}” is not an address. Write it like 192.168.1.20 or 10.0.0.0/8.",
}
