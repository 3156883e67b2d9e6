//! Settings: a person's language, the account's time and money, what the board takes for late and marks as an allergy, how long customers' data is
//! kept, how everybody signs in, what intake addresses take, which addresses may be dialled, and where newer versions lie. Each is a form of its own, so
//! that a mistake in one keeps nothing else from being saved.

use super::{
    currencies::currencies,
    figures,
    frame::{Frame, Here},
    page::{go_to, page, refused},
    select::SelectOption,
    visit::Visit,
    zones::zones,
};
use askama::Template;
use http::Answer;
use i18n::{self, Spoken, pages::settings::will_erase};
use model::{AllergyWords, Code, Failure, Settings, Tempo, Why};
use ops::care::{
    heartbeat, privacy,
    settings::{self, SettingsOverview},
};

/// What is counted before the owner is asked whether to erase it.
const COUNTED: usize = 10_000;
const SAVED: &str = "/settings?said=saved";

#[derive(Template)]
#[template(path = "settings.html")]
struct SettingsPage {
    frame: Frame,
    timezone: String,
    currency: String,
    erases: bool,
    days: String,
    requires_second_factor: bool,
    per_second: String,
    /// The command line has switched these off.
    is_unlimited: bool,
    upgrade_folder: String,
    sends_heartbeats: bool,
    kitchen_minutes: String,
    road_minutes: String,
    soon_minutes: String,
    allergy_words: String,
    undo_seconds: String,
    accept_undo_seconds: String,
    denied: String,
    allows_private: bool,
    allows_loopback: bool,
    /// Webhooks outside the local network need https.
    https_only: bool,
    /// What the command line closed.
    closed: Vec<String>,
    /// Addresses of webhooks that may not be dialled.
    cut_off: Vec<String>,
    /// Which field was not accepted, and why.
    wrong: Option<(&'static str, String)>,
    /// What the chosen number of days would erase at once.
    ask: Option<String>,
}

impl SettingsPage {
    fn of(visit: &Visit) -> Result<SettingsPage, Failure> {
        let SettingsOverview { settings, floor, cut_off } = settings::overview(&visit.app)?;
        let Settings {
            currency,
            timezone,
            denied_addresses,
            allow_private_addresses,
            allow_loopback_addresses,
            refuse_plain_http,
            personal_days,
            requires_second_factor,
            intake_per_second,
            upgrade_folder,
            pace,
            undo_seconds,
            accept_undo_seconds,
            allergy_words,
            ..
        } = settings;
        let t = visit.lang.texts().settings_page;
        let mut closed: Vec<String> = floor.deny.iter().map(ToString::to_string).collect();
        closed.extend((!floor.allow_private).then(|| t.private.to_owned()));
        closed.extend((!floor.allow_loopback).then(|| t.loopback.to_owned()));
        Ok(SettingsPage {
            frame: Frame::of(visit, Here::Settings, t.title),
            timezone,
            currency: currency.as_str().to_owned(),
            erases: personal_days.is_some(),
            days: personal_days.map_or(String::new(), |days| days.to_string()),
            requires_second_factor,
            per_second: intake_per_second.to_string(),
            is_unlimited: visit.app.keyring.is_unlimited(),
            upgrade_folder: upgrade_folder.unwrap_or_default(),
            sends_heartbeats: heartbeat::overview(&visit.app)?.is_on(),
            kitchen_minutes: pace.kitchen_minutes.to_string(),
            road_minutes: pace.road_minutes.to_string(),
            soon_minutes: pace.soon_minutes.to_string(),
            allergy_words: AllergyWords::lines(allergy_words.as_deref()),
            undo_seconds: undo_seconds.to_string(),
            accept_undo_seconds: accept_undo_seconds.to_string(),
            denied: denied_addresses.join("\n"),
            allows_private: allow_private_addresses,
            allows_loopback: allow_loopback_addresses,
            https_only: refuse_plain_http,
            closed,
            cut_off: cut_off.into_iter().map(|webhook| webhook.form.url).collect(),
            wrong: None,
            ask: None,
        })
    }

    fn zones(&self) -> Vec<SelectOption> {
        zones(self.frame.lang, &self.timezone)
    }

    fn currencies(&self) -> Vec<SelectOption> {
        currencies(self.frame.lang, &self.currency)
    }

    fn error(&self, field: &str) -> Option<&str> {
        self.wrong.as_ref().filter(|(name, _)| *name == field).map(|(_, sentence)| sentence.as_str())
    }

    /// The form again, with what was typed and what is wrong with it.
    fn again(mut self, visit: &Visit, failure: Failure) -> Answer {
        let t = visit.lang.texts().settings_page;
        let (field, label) = match failure.field.as_deref() {
            Some("timezone") => ("timezone", t.timezone),
            Some("currency") => ("currency", t.currency),
            Some("days") => ("days", t.days),
            Some("perSecond") => ("perSecond", t.per_second),
            Some("kitchenMinutes") => ("kitchenMinutes", t.kitchen_minutes),
            Some("roadMinutes") => ("roadMinutes", t.road_minutes),
            Some("soonMinutes") => ("soonMinutes", t.soon_minutes),
            Some("undoSeconds") => ("undoSeconds", t.undo_seconds),
            Some("acceptUndoSeconds") => ("acceptUndoSeconds", t.accept_undo_seconds),
            Some("allergyWords") => ("allergyWords", t.allergy_words),
            Some("denied") => ("denied", t.denied),
            Some("upgradeFolder") => ("upgradeFolder", t.upgrade_folder),
            _ => return Err(failure),
        };
        self.wrong = Some((field, i18n::failure(visit.lang, &failure.field(label))));
        refused(&self)
    }
}

pub async fn show(visit: Visit) -> Answer {
    page(&SettingsPage::of(&visit)?)
}

/// What a form came to: `typed` puts into the page what was not accepted.
fn answer(visit: &Visit, saved: Result<(), Failure>, typed: impl FnOnce(SettingsPage) -> SettingsPage) -> Answer {
    match saved {
        Err(failure) if failure.code == Code::ValidationFailed => typed(SettingsPage::of(visit)?).again(visit, failure),
        saved => saved.and_then(|()| go_to(SAVED)),
    }
}

pub async fn change_account(visit: Visit) -> Answer {
    let (timezone, currency) = (visit.trimmed("timezone")?, visit.trimmed("currency")?);
    let saved = settings::change_account(visit.ctx(), &timezone, &currency).await;
    answer(&visit, saved, |page| SettingsPage { timezone, currency, ..page })
}

pub async fn change_privacy(visit: Visit) -> Answer {
    let form = visit.form();
    let erases = form.one("retention")? == Some("erase");
    let typed = visit.trimmed("days")?;
    let again = |page: SettingsPage| SettingsPage { erases, days: typed.clone(), ..page };
    let days = match (erases, typed.parse::<u32>()) {
        (false, _) => None,
        (true, Ok(days)) => Some(days),
        (true, Err(_)) => {
            let range = Why::out_of(settings::LEAST_DAYS, settings::MOST_DAYS);
            return answer(&visit, Err(Failure::invalid("days", range)), again);
        }
    };
    // What is gone is gone: before the time is shortened the owner is told what that does.
    let is_sure = form.one("sure")? == Some("yes");
    let is_valid = |days: &u32| (settings::LEAST_DAYS..=settings::MOST_DAYS).contains(days);
    if let Some(days) = days.filter(|days| !is_sure && is_valid(days)) {
        let app = visit.app.clone();
        let counted = move || privacy::would_erase(&app, days, COUNTED + 1);
        let count = visit.reader()?.read(counted).await?;
        if count > 0 {
            let number = figures::number(visit.lang, count.min(COUNTED) as u64);
            let ask = Some(will_erase(visit.lang, &number, count == 1, count > COUNTED));
            return page(&SettingsPage { ask, ..again(SettingsPage::of(&visit)?) });
        }
    }
    answer(&visit, settings::change_retention(visit.ctx(), days).await, again)
}

pub async fn change_safety(visit: Visit) -> Answer {
    let requires = visit.form().one("second_factor")? == Some("yes");
    settings::require_second_factor(visit.ctx(), requires).await?;
    go_to(SAVED)
}

pub async fn change_intake(visit: Visit) -> Answer {
    let per_second = visit.trimmed("perSecond")?;
    let saved = settings::change_intake(visit.ctx(), number(&per_second)).await;
    answer(&visit, saved, |page| SettingsPage { per_second, ..page })
}

pub async fn change_board(visit: Visit) -> Answer {
    let (kitchen_minutes, road_minutes) = (visit.trimmed("kitchenMinutes")?, visit.trimmed("roadMinutes")?);
    let soon_minutes = visit.trimmed("soonMinutes")?;
    let (undo_seconds, accept_undo_seconds) = (visit.trimmed("undoSeconds")?, visit.trimmed("acceptUndoSeconds")?);
    let pace = Tempo {
        kitchen_minutes: number(&kitchen_minutes),
        road_minutes: number(&road_minutes),
        soon_minutes: number(&soon_minutes),
    };
    let saved = settings::change_board(visit.ctx(), pace, number(&undo_seconds), number(&accept_undo_seconds)).await;
    answer(&visit, saved, |page| SettingsPage {
        kitchen_minutes,
        road_minutes,
        soon_minutes,
        undo_seconds,
        accept_undo_seconds,
        ..page
    })
}

pub async fn change_allergy_words(visit: Visit) -> Answer {
    let allergy_words = visit.typed("allergyWords")?;
    let saved = settings::change_allergy_words(visit.ctx(), &allergy_words).await;
    answer(&visit, saved, |page| SettingsPage { allergy_words, ..page })
}

/// What is no number is out of every range.
fn number(text: &str) -> u32 {
    text.parse().unwrap_or(u32::MAX)
}

pub async fn change_addresses(visit: Visit) -> Answer {
    let form = visit.form();
    let denied = visit.typed("denied")?;
    let is_on = |name| Ok::<_, Failure>(form.one(name)? == Some("yes"));
    let (allows_private, allows_loopback, https_only) = (is_on("private")?, is_on("loopback")?, is_on("https_only")?);
    let saved = settings::change_guard(visit.ctx(), &denied, allows_private, allows_loopback, https_only).await;
    answer(&visit, saved, |page| SettingsPage { denied, allows_private, allows_loopback, https_only, ..page })
}

pub async fn change_upgrades(visit: Visit) -> Answer {
    let upgrade_folder = visit.trimmed("upgradeFolder")?;
    let saved = settings::change_upgrade_folder(visit.ctx(), &upgrade_folder).await;
    answer(&visit, saved, |page| SettingsPage { upgrade_folder, ..page })
}
