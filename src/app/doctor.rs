//! `garson doctor`: looks at all that has to be right for the program to work, and says what to do about what is not.

use super::commands::{ask, ask_running, say};
use super::{machine_lang::machine_lang, options::DataFolder};
use crate::clock;
use crate::control::{
    AskError, BackupStatus, ControlReply, ControlRequest, HeartbeatStatus, HttpsStatus, LanStatus, ProgramStatus,
};
use crate::i18n::pages::backups::{backup_fault, backup_help};
use crate::i18n::{Lang, doctor as texts, span};
use crate::model::{BackupFault, Time};
use crate::ops::care::public_address::{IntakeReach, PublicFindings};
use crate::ops::care::timekeeping::LAG;
use crate::store::{Folder, disk::free_bytes};
use serde::Serialize;
use serde_json::json;
use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, SystemTime};
use std::{fs, io, iter::repeat, path::Path, process::ExitCode};

/// A store grows by a few hundred megabytes a year.
const LOW_DISK: u64 = 500_000_000;
/// Below this a busy evening may fill it.
const NO_DISK: u64 = 100_000_000;
#[cfg(unix)]
const FEW_FILES: u64 = 1_024;
const DAY: Duration = Duration::from_hours(24);
/// The owner's own certificate should have a successor by then.
const SOON: Duration = DAY.saturating_mul(14);

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
enum Wellness {
    Good,
    Warning,
    Bad,
}

/// One thing that was looked at.
#[derive(Serialize)]
struct Diagnosis {
    topic: &'static str,
    wellness: Wellness,
    sentence: String,
    /// What to do; nothing where nothing is to be done.
    advice: Option<String>,
}

/// The program that should run on the folder.
enum Found {
    Running(Box<ProgramStatus>),
    Nobody,
    /// Something runs, or may; it says nothing of use.
    Silent,
}

/// What was found so far.
struct Examination {
    lang: Lang,
    found: Vec<Diagnosis>,
}

pub fn doctor(data: &DataFolder, listen: SocketAddr, as_json: bool) -> Result<ExitCode, String> {
    let (folder, lang) = (data.folder(), machine_lang());
    let mut at = Examination { lang, found: Vec::new() };
    let found = at.program(data);
    at.folder(&folder);
    at.disk(&folder, &found);
    at.kept(&folder);
    at.files(&found);
    let clock_lags_seconds = match &found {
        Found::Running(status) => {
            at.running(status);
            at.public_address(data);
            status.clock_lags_seconds
        }
        Found::Nobody => at.stopped(data, &folder, listen),
        Found::Silent => 0,
    };
    at.clock(clock_lags_seconds);
    let found = at.found;
    let ill = found.iter().filter(|one| one.wellness != Wellness::Good).count();
    if as_json {
        say(&json!({ "isWell": ill == 0, "findings": found }).to_string())?;
    } else {
        for one in &found {
            let mark = match one.wellness {
                Wellness::Good => "ok",
                Wellness::Warning => "!",
                Wellness::Bad => "!!",
            };
            say(&format!("{mark:>2}  {}", one.sentence))?;
            if let Some(advice) = &one.advice {
                say(&format!("    → {advice}"))?;
            }
        }
        say(&if ill == 0 { texts::all_well(lang).to_owned() } else { texts::not_well(lang, ill) })?;
    }
    Ok(if ill == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Examination {
    fn good(&mut self, topic: &'static str, sentence: impl Into<String>) {
        self.found.push(Diagnosis { topic, wellness: Wellness::Good, sentence: sentence.into(), advice: None });
    }

    fn warn(&mut self, topic: &'static str, sentence: impl Into<String>, advice: impl Into<String>) {
        self.ill(topic, Wellness::Warning, sentence.into(), advice.into());
    }

    fn bad(&mut self, topic: &'static str, sentence: impl Into<String>, advice: impl Into<String>) {
        self.ill(topic, Wellness::Bad, sentence.into(), advice.into());
    }

    fn ill(&mut self, topic: &'static str, wellness: Wellness, sentence: String, advice: String) {
        self.found.push(Diagnosis { topic, wellness, sentence, advice: Some(advice) });
    }

    /// How the running program says that it fares.
    fn program(&mut self, data: &DataFolder) -> Found {
        let lang = self.lang;
        match ask_running(data, &ControlRequest::Status { lang }) {
            Ok(ControlReply::Status(status)) => {
                self.good("program", texts::runs(lang, &status.version, &status.url));
                Found::Running(status)
            }
            Err(AskError::NobodyThere) => {
                self.bad("program", texts::does_not_run(lang), texts::start_it(lang));
                Found::Nobody
            }
            Err(AskError::NotAllowed(folder)) => {
                let sentence = texts::program_not_yours(lang, &folder.display().to_string());
                self.bad("program", sentence, texts::folder_closed_help(lang));
                Found::Silent
            }
            other => {
                let why = other.err().map_or_else(String::new, |error| error.to_string());
                self.bad("program", texts::program_silent(lang, &why), texts::program_silent_help(lang));
                Found::Silent
            }
        }
    }

    fn folder(&mut self, folder: &Path) {
        let (lang, shown) = (self.lang, folder.display().to_string());
        if !folder.is_dir() {
            return self.good("folder", texts::no_folder(lang, &shown));
        }
        let trial = folder.join(".garson-doctor");
        let written = fs::write(&trial, b"").and_then(|()| fs::remove_file(&trial));
        // A full disk is told of below.
        if written.is_err_and(|error| error.kind() != io::ErrorKind::StorageFull) {
            return self.bad("folder", texts::folder_closed(lang, &shown), texts::folder_closed_help(lang));
        }
        #[cfg(unix)]
        if let Ok(about) = folder.metadata() {
            use std::os::unix::fs::PermissionsExt;
            if about.permissions().mode() & 0o077 != 0 {
                let help = texts::folder_open_help(lang, &shown);
                return self.warn("folder", texts::folder_open(lang, &shown), help);
            }
        }
        self.good("folder", texts::folder_fine(lang, &shown));
    }

    fn disk(&mut self, folder: &Path, found: &Found) {
        let Some(free) = folder.ancestors().find(|path| path.exists()).and_then(free_bytes) else { return };
        let sentence = texts::disk_free(self.lang, free / 1_000_000);
        let is_short = matches!(found, Found::Running(status) if status.is_disk_short);
        match free {
            _ if is_short => self.bad("disk", sentence, texts::disk_help(self.lang)),
            0..NO_DISK => self.bad("disk", sentence, texts::disk_help(self.lang)),
            NO_DISK..LOW_DISK => self.warn("disk", sentence, texts::disk_help(self.lang)),
            _ => self.good("disk", sentence),
        }
    }

    fn kept(&mut self, folder: &Path) {
        for kept in Folder::kept_stores(folder, clock::now()) {
            let (path, until) = (kept.path.display().to_string(), kept.until.to_string());
            self.good("kept", texts::kept_store(self.lang, &path, kept.bytes.div_ceil(1_000_000), &until));
        }
    }

    /// A clock can be seen to be wrong where it is behind something that has happened already.
    fn clock(&mut self, lag: u64) {
        let (lang, now) = (self.lang, clock::now());
        let built = std::env::current_exe().and_then(|program| program.metadata()).and_then(|about| about.modified());
        let at = SystemTime::UNIX_EPOCH + now.since(Time(0));
        let is_behind = built.is_ok_and(|built| built > at + DAY);
        let shown = now.to_string();
        if is_behind {
            self.bad("clock", texts::clock_behind(lang, &shown), texts::clock_help(lang));
        } else if lag > LAG.as_secs() {
            self.warn(
                "clock",
                texts::clock_lags(lang, &shown, &span(lang, Duration::from_secs(lag))),
                texts::clock_lags_help(lang),
            );
        } else {
            self.good("clock", texts::clock_fine(lang, &shown));
        }
    }

    fn files(&mut self, found: &Found) {
        #[cfg(unix)]
        {
            // The program raises its own limit as far as this; what a service was given may be another.
            let own = || rustix::process::getrlimit(rustix::process::Resource::Nofile).maximum.unwrap_or(u64::MAX);
            let running = if let Found::Running(status) = found { status.most_files } else { None };
            let most = running.unwrap_or_else(own);
            if most < FEW_FILES {
                self.warn("files", texts::files_few(self.lang, most), texts::files_help(self.lang));
            } else {
                self.good("files", texts::files_fine(self.lang, most));
            }
        }
        #[cfg(not(unix))]
        let _ = found;
    }

    fn running(&mut self, status: &ProgramStatus) {
        let lang = self.lang;
        match &status.ailment {
            None => self.good("store", texts::store_fine(lang, status.orders.unwrap_or_default())),
            Some(why) if status.is_disk_short => self.bad("store", texts::store_ill(lang, why), texts::disk_help(lang)),
            Some(why) => self.bad("store", texts::store_ill(lang, why), texts::store_help(lang)),
        }
        match status.is_owned {
            true => self.good("owner", texts::owned(lang)),
            false => self.warn("owner", texts::not_owned(lang), texts::not_owned_help(lang)),
        }
        if status.has_unknown_proxy {
            self.warn("proxy", texts::proxy_unknown(lang), texts::proxy_help(lang));
        }
        self.network(&status.lan);
        if status.troubled_platforms.is_empty() {
            self.good("platforms", texts::platforms_fine(lang, status.platforms));
        }
        let advice = status.platform_advice.iter().map(String::as_str).chain(repeat(texts::platform_help(lang)));
        for (trouble, advice) in status.troubled_platforms.iter().zip(advice) {
            self.bad("platforms", texts::platform_ill(lang, trouble), advice);
        }
        if status.troubled_webhooks.is_empty() {
            self.good("webhooks", texts::webhooks_fine(lang, status.webhooks));
        }
        for one in &status.troubled_webhooks {
            let sentence = texts::webhook_ill(lang, &one.url, one.waiting, one.failed);
            self.bad("webhooks", sentence, texts::webhook_help(lang));
        }
        if status.failed_matches > 0 {
            let sentence = texts::matching_ill(lang, status.failed_matches);
            self.bad("webhooks", sentence, texts::matching_help(lang));
        }
        self.backups(&status.backups);
        self.heartbeat(&status.heartbeat);
    }

    /// Nothing is said of it where none is sent.
    fn heartbeat(&mut self, heartbeat: &HeartbeatStatus) {
        let lang = self.lang;
        let Some(host) = &heartbeat.host else { return };
        match heartbeat.failing_since {
            None => self.good("heartbeat", texts::heartbeat_fine(lang, host)),
            Some(since) => {
                let sentence = texts::heartbeat_ill(lang, host, &since.to_string());
                self.warn("heartbeat", sentence, texts::heartbeat_help(lang));
            }
        }
    }

    fn backups(&mut self, backups: &BackupStatus) {
        let lang = self.lang;
        match (&backups.trouble, &backups.folder) {
            (Some(word), _) => {
                let fault = BackupFault::of_word(word);
                let sentence = fault.map_or(word.as_str(), |fault| backup_fault(lang, fault));
                self.bad(
                    "backups",
                    sentence,
                    fault.map_or(texts::backups_look(lang), |fault| backup_help(lang, fault)),
                );
            }
            (None, Some(folder)) => self.good("backups", texts::backups_fine(lang, folder)),
            (None, None) => self.good("backups", texts::backups_none(lang)),
        }
    }

    fn network(&mut self, lan: &LanStatus) {
        let (lang, now) = (self.lang, clock::now());
        match (&lan.name, &lan.wished_name, &lan.name_trouble) {
            (_, _, Some(why)) => self.warn("name", texts::name_silent(lang, why), texts::name_silent_help(lang)),
            (Some(name), Some(wished), _) => {
                self.warn("name", texts::name_taken(lang, name, wished), texts::name_taken_help(lang));
            }
            (Some(name), None, _) => self.good("name", texts::name_fine(lang, name)),
            (None, ..) => {}
        }
        let Some(https) = &lan.https else { return self.good("https", texts::https_off(lang)) };
        let HttpsStatus { subject, starts, ends, trouble, .. } = https;
        let (from, until) = (starts.to_string(), ends.to_string());
        let sentence = match trouble {
            Some(why) => texts::https_troubled(lang, why),
            None if now < *starts || now > *ends => texts::https_over(lang, subject, &from, &until),
            None if now.plus(SOON) > *ends => texts::https_ends(lang, subject, &until),
            None => return self.good("https", texts::https_fine(lang, subject, &until)),
        };
        self.warn("https", sentence, texts::https_help(lang));
    }

    /// Whether platforms get to intake, and strangers to nothing else.
    fn public_address(&mut self, data: &DataFolder) {
        let lang = self.lang;
        let asked = ask_running(data, &ControlRequest::PublicAddress);
        let Ok(ControlReply::PublicAddress(Some(found))) = asked else { return };
        let PublicFindings { url, intake, exposed, open_port } = found;
        if let Some(port) = &open_port {
            self.warn("publicPanel", texts::public_port(lang, port), texts::public_port_help(lang));
        }
        match intake {
            IntakeReach::Here => self.good("publicAddress", texts::public_reached(lang, &url)),
            IntakeReach::Elsewhere(status) => {
                let sentence = texts::public_elsewhere(lang, &url, &status.to_string());
                self.bad("publicAddress", sentence, texts::public_elsewhere_help(lang));
            }
            IntakeReach::Nowhere(why) => {
                let help = texts::public_nowhere_help(lang);
                return self.bad("publicAddress", texts::public_nowhere(lang, &url, &why), help);
            }
        }
        if !exposed.is_empty() {
            let sentence = texts::public_exposed(lang, &url, &exposed.join(", "));
            self.warn("publicPanel", sentence, texts::public_exposed_help(lang));
        } else if open_port.is_none() {
            self.good("publicPanel", texts::public_closed(lang, &url));
        }
    }

    /// What can be told without a running program; and by how many seconds the clock lies behind what is stored.
    fn stopped(&mut self, data: &DataFolder, folder: &Path, listen: SocketAddr) -> u64 {
        let (lang, address) = (self.lang, listen.to_string());
        match TcpListener::bind(listen) {
            Ok(_) => self.good("port", texts::port_free(lang, &address)),
            Err(error) => {
                let sentence = match error.kind() {
                    io::ErrorKind::AddrInUse => texts::port_taken(lang, &address),
                    _ => texts::port_refused(lang, &address, &error.to_string()),
                };
                self.bad("port", sentence, texts::port_help(lang));
            }
        }
        // That the folder may not be read was said above.
        let Ok(has_store) = Folder::has_database(folder) else { return 0 };
        if !has_store {
            self.good("store", texts::store_new(lang));
            return 0;
        }
        match ask(data, ControlRequest::Status { lang }) {
            Ok(answer) => {
                self.good("store", texts::store_opens(lang));
                if let ControlReply::Status(status) = answer.reply { status.clock_lags_seconds } else { 0 }
            }
            Err(why) => {
                self.bad("store", texts::store_ill(lang, &why), texts::store_help(lang));
                0
            }
        }
    }
}
