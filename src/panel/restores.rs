//! Restoring a backup of the list: what is in it beside what is there now, what would be lost, the form that begins it, and what
//! came of it. How far it is meanwhile is `waiting`'s.

use super::{
    confirm::is_typed,
    figures,
    frame::{Frame, Here},
    page::{go_to, page, page_with},
    shell::quoted,
    show,
    visit::{Visit, browser_of},
    waiting,
};
use askama::Template;
use http::Answer;
use hyper::StatusCode;
use i18n::{
    Lang, Spoken,
    pages::restore::{self as texts, RestoreTexts},
};
use jiff::tz::TimeZone;
use model::{Aftermath, BackupContents, Failure, NewestOrder, Order, RestoreFlaw, RestoreStep, Time};
use ops::{
    care::{
        aftermath,
        backups::restore::{self, COUNTED, RestorableBackup, RestoreLosses},
        settings,
        upgrades::release,
    },
    people::{guesses::Tried, sign_in},
};
use platforms::facts;
use std::path::{Path, PathBuf};

#[derive(Template)]
#[template(path = "restore.html")]
struct RestorePage {
    frame: Frame,
    name: String,
    /// Nothing where it cannot be read.
    backup: Option<BackupView>,
    /// Why it cannot be restored.
    flaw: Option<String>,
    typed: String,
    asks_code: bool,
    /// Which field was not accepted, and why.
    wrong: Option<(&'static str, String)>,
}

struct BackupView {
    /// What has to be typed.
    word: String,
    rows: Vec<ComparedRow>,
    has_figures: bool,
    asks_passphrase: bool,
    /// Each a sentence.
    lost: Vec<String>,
    newest: Vec<LostOrder>,
    has_settings: bool,
}

/// The same figure of the backup and of what is there now.
struct ComparedRow {
    label: &'static str,
    there: String,
    here: String,
}

struct LostOrder {
    path: String,
    code: String,
    platform: &'static str,
    when: String,
}

#[derive(Template)]
#[template(path = "restored.html")]
struct RestoredPage {
    frame: Frame,
    failed: Option<FailedRestore>,
    done: Option<DoneRestore>,
}

struct FailedRestore {
    sentence: String,
    when: String,
    backup: String,
}

struct DoneRestore {
    facts: Vec<(&'static str, String)>,
    has_held: bool,
    /// The files of the store of before, and how it is put back.
    aside: Vec<String>,
    commands: String,
}

impl RestorePage {
    async fn of(visit: &Visit) -> Result<RestorePage, Failure> {
        let name = visit.param(0);
        let (backup, flaw) = match restore::look(&visit.app, name.clone()).await? {
            Ok(found) => (Some(BackupView::of(visit, &found).await?), None),
            Err(flaw) => (None, Some(texts::restore_flaw(visit.lang, &flaw))),
        };
        Ok(RestorePage {
            frame: Frame::of(visit, Here::Health, visit.lang.texts().restore_page.title),
            name,
            backup,
            flaw,
            typed: String::new(),
            asks_code: visit.user()?.second_factor.is_some(),
            wrong: None,
        })
    }

    fn error(&self, field: &str) -> Option<&str> {
        self.wrong.as_ref().filter(|(name, _)| *name == field).map(|(_, sentence)| sentence.as_str())
    }
}

impl BackupView {
    async fn of(visit: &Visit, found: &RestorableBackup) -> Result<BackupView, Failure> {
        let (lang, app, since) = (visit.lang, visit.app.clone(), found.header.at);
        let losses = visit.reader()?.read(move || restore::losses(&app, since)).await?;
        let zone = settings::zone(&visit.app)?;
        Ok(BackupView {
            word: found.word().to_owned(),
            rows: compared(lang, found, &losses, &zone),
            has_figures: found.contents.is_some(),
            asks_passphrase: found.asks_passphrase,
            lost: lost(lang, &losses),
            newest: losses.newest.iter().map(|order| LostOrder::of(lang, order, &zone)).collect(),
            has_settings: losses.settings > 0,
        })
    }
}

impl LostOrder {
    fn of(lang: Lang, order: &Order, zone: &TimeZone) -> LostOrder {
        LostOrder {
            path: format!("/orders/{}", order.id),
            code: order.code.clone().unwrap_or_else(|| order.provider_order_id.clone()),
            platform: facts(order.provider).short_name_in(lang),
            when: show::time(lang, order.created_at, zone),
        }
    }
}

fn compared(lang: Lang, found: &RestorableBackup, losses: &RestoreLosses, zone: &TimeZone) -> Vec<ComparedRow> {
    let header = &found.header;
    let t = lang.texts().restore_page;
    let row = |label, there, here| ComparedRow { label, there, here };
    let mut rows = vec![row(t.as_of, show::exact(lang, header.at, zone), show::exact(lang, clock::now(), zone))];
    let unknown = || t.not_noted.to_owned();
    let there = found.contents.as_ref().map(|contents| counted(lang, t, contents, zone));
    let here = counted(lang, t, &losses.now, zone);
    let there = there.unwrap_or_else(|| here.iter().map(|(label, _)| (*label, unknown())).collect());
    rows.extend(there.into_iter().zip(here).map(|((label, there), (_, here))| row(label, there, here)));
    let size = |bytes| figures::bytes(lang, bytes);
    rows.push(row(t.size, size(found.bytes), size(losses.bytes)));
    let version = format!("{} {}", header.garson, texts::format_number(lang, header.format));
    rows.push(row(t.version, version, release::own_version().to_string()));
    rows
}

/// What a store holds, by name.
fn counted(lang: Lang, t: &RestoreTexts, contents: &BackupContents, zone: &TimeZone) -> Vec<(&'static str, String)> {
    let newest = |order: &NewestOrder| format!("{} · {}", order.code, show::time(lang, order.at, zone));
    vec![
        (t.orders, figures::number(lang, contents.orders)),
        (t.newest_order, contents.newest_order.as_ref().map_or_else(|| t.no_order.to_owned(), newest)),
        (t.restaurants, figures::number(lang, contents.restaurants)),
        (t.people, figures::number(lang, contents.people)),
    ]
}

/// What would be lost, each a sentence.
fn lost(lang: Lang, losses: &RestoreLosses) -> Vec<String> {
    let t = lang.texts().restore_page;
    let many = |count: usize| {
        let number = figures::number(lang, count as u64);
        if count >= COUNTED { texts::or_more(lang, &number) } else { number }
    };
    let mut sentences: Vec<String> = [
        (losses.came > 0).then(|| texts::lost_orders(lang, &many(losses.came))),
        (losses.changed > 0).then(|| texts::lost_changes(lang, &many(losses.changed))),
        (losses.waiting > 0).then(|| texts::lost_waiting(lang, &many(losses.waiting))),
        (losses.settings > 0).then(|| texts::lost_settings(lang, &many(losses.settings))),
        (losses.settings > 0).then(|| t.removed_back.to_owned()),
        losses.has_erased.then(|| t.erased_back.to_owned()),
    ]
    .into_iter()
    .flatten()
    .collect();
    if sentences.is_empty() {
        sentences.push(t.nothing_lost.to_owned());
    }
    sentences
}

pub async fn ask(visit: Visit) -> Answer {
    page(&RestorePage::of(&visit).await?)
}

/// The password is asked for each time, however lately it was given.
pub async fn begin(visit: Visit) -> Answer {
    let shown = RestorePage::of(&visit).await?;
    let t = visit.lang.texts().restore_page;
    let refuse = |mut shown: RestorePage, status: StatusCode, field: &'static str, sentence: String| {
        shown.typed = visit.trimmed("typed")?;
        shown.wrong = Some((field, sentence));
        page_with(status, &shown)
    };
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    let Some(backup) = &shown.backup else { return page_with(unprocessable, &shown) };
    if !is_typed(&visit, &backup.word)? {
        return refuse(shown, unprocessable, "typed", t.not_the_word.to_owned());
    }
    let (password, code, browser) = (visit.typed("password")?, visit.typed("code")?, browser_of(&visit.call));
    let confirm = visit.lang.texts().confirm;
    match sign_in::confirm(&visit.ctx(), visit.person()?, &password, &code, &browser).await? {
        Tried::Right(()) => {}
        Tried::Wrong => {
            let wrong = if shown.asks_code { confirm.wrong } else { confirm.wrong_password };
            return refuse(shown, unprocessable, "password", wrong.to_owned());
        }
        Tried::TooSoon(wait) => {
            let wait = show::wait(visit.lang, wait);
            return refuse(shown, StatusCode::TOO_MANY_REQUESTS, "password", wait);
        }
    }
    match restore::begin(&visit.ctx(), shown.name.clone(), visit.typed("passphrase")?).await? {
        Ok(()) => go_to("/backups/restoring"),
        Err(RestoreFlaw::WrongPassphrase) => refuse(shown, unprocessable, "passphrase", t.wrong_passphrase.to_owned()),
        Err(flaw) => {
            let flaw = Some(texts::restore_flaw(visit.lang, &flaw));
            page_with(unprocessable, &RestorePage { flaw, ..shown })
        }
    }
}

/// How far it is, and then what came of it.
pub async fn watch(visit: Visit) -> Answer {
    let (lang, app, now) = (visit.lang, &visit.app, clock::now());
    if app.care.restores.is_wanted() {
        return waiting::show_step(lang, RestoreStep::Closing);
    }
    let zone = settings::zone(app)?;
    let failed = restore::failed(app, now).map(|(note, flaw)| FailedRestore {
        sentence: texts::restore_flaw(lang, &flaw),
        when: show::exact(lang, note.begun, &zone),
        backup: note.backup,
    });
    let done = match aftermath::last(app) {
        Some(last) if failed.is_none() => Some(DoneRestore::of(&visit, &last, &zone).await?),
        _ => None,
    };
    page(&RestoredPage { frame: Frame::of(&visit, Here::Health, lang.texts().restore_page.outcome), failed, done })
}

impl DoneRestore {
    async fn of(visit: &Visit, last: &Aftermath, zone: &TimeZone) -> Result<DoneRestore, Failure> {
        let (lang, app, data) = (visit.lang, visit.app.clone(), visit.app.config.data.clone());
        let t = lang.texts().restore_page;
        let (contents, aside) =
            visit.reader()?.read(move || Ok((restore::contents(&app)?, restore::put_aside(&data)))).await?;
        let time = |at: Time| show::exact(lang, at, zone);
        let mut facts = vec![(t.restored_at, time(last.restored_at)), (t.as_of, time(last.made_at))];
        facts.extend(counted(lang, t, &contents, zone));
        Ok(DoneRestore {
            facts,
            has_held: aftermath::is_word_wanted(&visit.app),
            commands: going_back(&aside),
            aside: aside.iter().map(|path| path.display().to_string()).collect(),
        })
    }
}

/// What is typed to give the files of before their names again.
fn going_back(aside: &[PathBuf]) -> String {
    let command = |path: &PathBuf| {
        let name = path.file_name()?.to_str()?;
        let (old, _) = name.split_once(".before-")?;
        let word = if cfg!(windows) { "move /Y" } else { "mv -f" };
        let shown =
            |path: &Path| quoted(&std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string());
        Some(format!("{word} {} {}", shown(path), shown(&path.with_file_name(old))))
    };
    aside.iter().filter_map(command).collect::<Vec<_>>().join("\n")
}
