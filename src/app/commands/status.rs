//! `garson status`: how the running program fares, in the language of the machine.

use super::{CommandResult, megabytes, say, say_json, told_by_running, unexpected};
use crate::app::{machine_lang::machine_lang, options::DataFolder};
use crate::control::{ControlReply, ControlRequest, ProgramStatus};
use crate::i18n::{Lang, pages::backups::backup_fault, terminal as texts};
use crate::model::{BackupFault, UpgradePhase, UpgradeState};
use std::process::ExitCode;

/// Exit 0 only if the program runs and all is well, or, for a health check, if the program itself does its work.
pub fn status(data: &DataFolder, as_json: bool, is_health_check: bool) -> CommandResult {
    // What programs read is the same on every machine.
    let lang = if as_json { Lang::En } else { machine_lang() };
    let ControlReply::Status(status) = told_by_running(data, &ControlRequest::Status { lang })? else {
        return unexpected();
    };
    if as_json {
        say_json(&status)?;
    } else {
        say(&status_text(lang, &status))?;
    }
    let is_well = status.ailment.is_none() && (is_health_check || status.trouble_count() == 0);
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn status_text(lang: Lang, status: &ProgramStatus) -> String {
    let t = texts::status(lang);
    let row = |label: &str, text: &str| format!("  {label:<10} {text}");
    let more = |text: &str| row("", text);
    let (hours, minutes) = (status.uptime_seconds / 3_600, status.uptime_seconds / 60 % 60);
    let mut lines = vec![
        texts::runs(lang, &status.version, status.process, hours, minutes),
        row(t.panel, &status.url),
        row(t.data, &status.data.display().to_string()),
    ];
    lines.extend(status.lan.urls.iter().map(|url| row(t.network, url)));
    if let Some(https) = &status.lan.https {
        lines.push(row("https", &texts::certificate(lang, &https.subject, &https.ends.to_string())));
        lines.extend(https.fingerprint.iter().map(|print| more(&texts::authority(lang, print))));
        lines.extend(https.trouble.iter().map(|trouble| more(&texts::next_certificate(lang, trouble))));
    }
    lines.push(row(
        t.orders,
        &match status.orders {
            Some(orders) => texts::stored(lang, orders, &megabytes(status.store_bytes)),
            None => t.unread.to_owned(),
        },
    ));
    lines.extend(status.free_bytes.map(|free| row("disk", &texts::free(lang, &megabytes(free)))));
    let of = |all: usize, ill: usize| match status.orders {
        Some(_) => texts::in_trouble(lang, all, ill),
        None => t.unread.to_owned(),
    };
    lines.push(row(t.platforms, &of(status.platforms, status.troubled_platforms.len())));
    lines.extend(status.troubled_platforms.iter().map(|trouble| more(trouble)));
    lines.push(row(t.webhooks, &of(status.webhooks, status.troubled_webhooks.len())));
    let troubled = status.troubled_webhooks.iter();
    lines.extend(troubled.map(|one| more(&texts::webhook(lang, &one.url, one.waiting, one.failed))));
    if status.failed_matches > 0 {
        lines.push(more(&texts::failed_matches(lang, status.failed_matches)));
    }
    let backups = &status.backups;
    lines.push(row(
        t.backups,
        &match (&backups.folder, backups.proven_at) {
            (None, _) => t.no_backups.to_owned(),
            (Some(folder), None) => texts::backups_unproven(lang, folder),
            (Some(folder), Some(at)) => texts::backups_proven(lang, folder, &at.to_string()),
        },
    ));
    lines.extend(backups.trouble.iter().map(|word| {
        let said = BackupFault::of_word(word).map_or(word.as_str(), |fault| backup_fault(lang, fault));
        more(&texts::backup_trouble(lang, said))
    }));
    lines.extend(status.last_upgrade.as_ref().map(|upgrade| row(t.upgrade, &upgrade_text(lang, upgrade))));
    lines.extend(status.kept_stores.iter().map(|kept| {
        let (path, until) = (kept.path.display().to_string(), kept.until.to_string());
        row(t.kept, &texts::kept_store(lang, &path, &megabytes(kept.bytes), &until))
    }));
    if !status.is_owned {
        lines.push(t.unowned.to_owned());
    }
    lines.push(match (&status.ailment, status.trouble_count()) {
        (None, 0) => t.well.to_owned(),
        (None, count) => texts::attention(lang, count),
        (Some(ailment), _) => texts::ill(lang, ailment),
    });
    lines.join("\n")
}

fn upgrade_text(lang: Lang, upgrade: &UpgradeState) -> String {
    let (from, to, begun) = (upgrade.from.to_string(), upgrade.to.to_string(), upgrade.begun.to_string());
    match (&upgrade.phase, &upgrade.why) {
        (UpgradePhase::Undone, why) => {
            let why = why.as_ref().map_or_else(String::new, |why| format!(": {why}"));
            texts::upgrade_undone(lang, &from, &to, &begun) + &why
        }
        _ => texts::upgraded(lang, &from, &to, &begun),
    }
}
