//! Backups: where they go, how the last one went, and what follows where the store itself came from one.

use super::{
    figures,
    frame::{Frame, Here},
    page::{go_to, page, refused},
    shell::quoted,
    show,
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::{
    self, Lang, Spoken,
    pages::{backups as texts, restore::restore_flaw},
};
use jiff::tz::TimeZone;
use model::{BackupPlan, Code, Failure, OldEvents, ProvenBackup, Time};
use ops::care::{
    aftermath::{self, AftermathOverview},
    backups::{self, BackupForm, BackupOverview, ChosenPassphrase, HOURS, USUAL_HOUR, USUAL_KEEP, restore},
    settings,
};
use std::path::Path;

#[derive(Template)]
#[template(path = "backups.html")]
struct BackupsPage {
    frame: Frame,
    restored: Option<RestoredNotice>,
    /// Why the last restore that was asked for came to nothing.
    not_restored: Option<String>,
    trouble: Option<TroubleNotice>,
    running: Option<RunningNotice>,
    has_plan: bool,
    proven: Option<ProvenView>,
    is_same_disk: bool,
    kept: Vec<BackupRow>,
    /// An example of how the newest would be restored.
    command: String,
    disks: Vec<String>,
    form: TypedPlan,
    hours: Vec<(String, String)>,
    has_key: bool,
    /// Which field was not accepted, and why.
    wrong: Option<(&'static str, String)>,
}

/// The store came from a backup, and something of that is still to be done.
struct RestoredNotice {
    restored_at: String,
    made_at: String,
    unsure: String,
    held: String,
    has_held: bool,
    /// The owner has said what becomes of them.
    word: Option<&'static str>,
}

struct TroubleNotice {
    sentence: &'static str,
    help: &'static str,
    detail: String,
    since: String,
}

struct RunningNotice {
    text: &'static str,
    percent: u64,
    share: String,
}

struct ProvenView {
    at: String,
    ago: String,
    name: String,
    size: String,
    orders: String,
    took: String,
    is_encrypted: bool,
}

struct BackupRow {
    name: String,
    size: String,
    is_proven: bool,
}

/// The form as it was typed, or as it is.
struct TypedPlan {
    folder: String,
    keep: String,
    hour: String,
    /// `keep`, `new` or `none`.
    encryption: String,
}

impl TypedPlan {
    fn of(plan: Option<&BackupPlan>) -> TypedPlan {
        let encryption = match plan.map(|plan| plan.key.is_some()) {
            Some(true) => "keep",
            Some(false) => "none",
            None => "new",
        };
        TypedPlan {
            folder: plan.map_or(String::new(), |plan| plan.folder.clone()),
            keep: plan.map_or(USUAL_KEEP, |plan| plan.keep).to_string(),
            hour: plan.map_or(USUAL_HOUR, |plan| plan.hour).to_string(),
            encryption: encryption.to_owned(),
        }
    }
}

impl BackupsPage {
    async fn of(visit: &Visit) -> Result<BackupsPage, Failure> {
        let (lang, app) = (visit.lang, &visit.app);
        let t = lang.texts().backups_page;
        let BackupOverview { book, progress, found, is_same_disk, disks } = backups::overview(app).await?;
        let (now, zone) = (clock::now(), settings::zone(app)?);
        let fault = backups::trouble(app);
        let detail = book.trouble.as_ref().map_or(String::new(), |trouble| trouble.detail.clone());
        let since = book.trouble.as_ref().map_or(String::new(), |trouble| show::time(lang, trouble.since, &zone));
        // The last there that is known to be good, or whatever there is: after another folder was chosen it has its own.
        let newest = found.iter().find(|found| found.is_proven).or(found.first()).map(|found| &found.name);
        let newest = newest.map_or("garson-….backup", String::as_str);
        let folder = book.plan.as_ref().map_or("", |plan| &plan.folder);
        Ok(BackupsPage {
            frame: Frame::of(visit, Here::Health, t.title),
            not_restored: restore::failed(app, now).map(|(_, flaw)| restore_flaw(lang, &flaw)),
            restored: aftermath::show(app)?.map(|found| restored(lang, &found, &zone)),
            trouble: fault.map(|fault| TroubleNotice {
                sentence: texts::backup_fault(lang, fault),
                help: texts::backup_help(lang, fault),
                detail,
                since,
            }),
            running: progress.map(|progress| {
                let percent = (progress.share * 100.0) as u64;
                let text = if progress.is_proving { t.proving } else { t.making };
                RunningNotice { text, percent, share: figures::percent(lang, percent) }
            }),
            has_plan: book.plan.is_some(),
            proven: book.proven.as_ref().map(|proven| proven_view(lang, proven, now, &zone)),
            is_same_disk,
            command: restore_command(folder, newest, &app.config.data),
            kept: found
                .iter()
                .map(|found| BackupRow {
                    name: found.name.clone(),
                    size: figures::bytes(lang, found.bytes),
                    is_proven: found.is_proven,
                })
                .collect(),
            disks: disks.iter().map(|disk| disk.display().to_string()).collect(),
            form: TypedPlan::of(book.plan.as_ref()),
            hours: HOURS.map(|hour| (hour.to_string(), format!("{hour:02}:00"))).collect(),
            has_key: book.plan.as_ref().is_some_and(|plan| plan.key.is_some()),
            wrong: None,
        })
    }

    fn error(&self, field: &str) -> Option<&str> {
        self.wrong.as_ref().filter(|(name, _)| *name == field).map(|(_, sentence)| sentence.as_str())
    }
}

/// What is typed to restore the newest into this program's own folder; it works as it stands.
fn restore_command(folder: &str, name: &str, data: &Path) -> String {
    let separator = if folder.contains('\\') { '\\' } else { '/' };
    let path = format!("{}{separator}{name}", folder.trim_end_matches(separator));
    // A shell is elsewhere than the program.
    let data = std::path::absolute(data).unwrap_or_else(|_| data.to_owned());
    format!("garson restore --force {} --data {}", quoted(&path), quoted(&data.display().to_string()))
}

fn restored(lang: Lang, found: &AftermathOverview, zone: &TimeZone) -> RestoredNotice {
    let t = lang.texts().backups_page;
    RestoredNotice {
        restored_at: show::exact(lang, found.aftermath.restored_at, zone),
        made_at: show::exact(lang, found.aftermath.made_at, zone),
        unsure: figures::number(lang, found.aftermath.unsure.len() as u64),
        held: figures::number(lang, found.held as u64),
        has_held: found.held > 0,
        word: found.aftermath.word.map(|word| match word {
            OldEvents::Send => t.sending_old,
            OldEvents::Drop => t.dropping_old,
        }),
    }
}

fn proven_view(lang: Lang, proven: &ProvenBackup, now: Time, zone: &TimeZone) -> ProvenView {
    ProvenView {
        at: show::exact(lang, proven.at, zone),
        ago: show::ago(lang, proven.at, now),
        name: proven.name.clone(),
        size: figures::bytes(lang, proven.bytes),
        orders: figures::number(lang, proven.orders),
        took: format!("{} + {}", figures::duration(lang, proven.making), figures::duration(lang, proven.proving)),
        is_encrypted: proven.is_encrypted,
    }
}

pub async fn show_page(visit: Visit) -> Answer {
    page(&BackupsPage::of(&visit).await?)
}

pub async fn choose(visit: Visit) -> Answer {
    let typed = TypedPlan {
        folder: visit.trimmed("folder")?,
        keep: visit.trimmed("keep")?,
        hour: visit.trimmed("hour")?,
        encryption: visit.trimmed("encryption")?,
    };
    let (passphrase, again) = (visit.typed("passphrase")?, visit.typed("again")?);
    let differs = typed.encryption == "new" && passphrase != again;
    let chosen = match typed.encryption.as_str() {
        "new" => ChosenPassphrase::New(passphrase),
        "none" => ChosenPassphrase::None,
        _ => ChosenPassphrase::Kept,
    };
    let plan = BackupForm {
        folder: typed.folder.clone(),
        // What is no number is out of every range.
        keep: typed.keep.parse().unwrap_or(0),
        hour: typed.hour.parse().unwrap_or(u8::MAX),
        passphrase: chosen,
    };
    let t = visit.lang.texts().backups_page;
    let wrong = match differs {
        true => ("again", t.passphrase_differs.to_owned()),
        false => match backups::choose(visit.ctx(), plan).await {
            Ok(()) => return go_to("/backups?said=saved"),
            Err(failure) if failure.code == Code::ValidationFailed => {
                let (field, label) = match failure.field.as_deref() {
                    Some("keep") => ("keep", t.keep),
                    Some("hour") => ("hour", t.hour),
                    Some("password") => ("passphrase", t.passphrase),
                    _ => ("folder", t.folder),
                };
                (field, i18n::failure(visit.lang, &failure.field(label)))
            }
            Err(failure) => return Err(failure),
        },
    };
    refused(&BackupsPage { form: typed, wrong: Some(wrong), ..BackupsPage::of(&visit).await? })
}

pub async fn make_now(visit: Visit) -> Answer {
    backups::begin(&visit.app);
    go_to("/backups")
}

pub async fn stop(visit: Visit) -> Answer {
    backups::stop(visit.ctx()).await?;
    go_to("/backups?said=saved")
}

/// The owner's word on what webhooks were owed before a restore.
pub async fn decide(visit: Visit) -> Answer {
    let word = match visit.form().one("word")? {
        Some("send") => OldEvents::Send,
        Some("drop") => OldEvents::Drop,
        _ => return go_to("/backups"),
    };
    aftermath::decide(visit.ctx(), word).await?;
    go_to("/backups?said=done")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn the_command_for_restoring_names_both_folders_as_a_shell_takes_them() {
        let command = |folder, data| restore_command(folder, "shop.garson", Path::new(data));
        assert_eq!(
            command("/media/usb/", "/var/lib/garson"),
            "garson restore --force /media/usb/shop.garson --data /var/lib/garson"
        );
        assert_eq!(
            command("/media/Ayşe's disk", "/srv/a $b"),
            r"garson restore --force '/media/Ayşe'\''s disk/shop.garson' --data '/srv/a $b'"
        );
    }
}
