//! What the command line can ask the running program, and what it may be answered.
//!
//! Both ends may be of different versions: a field that is added later needs a default, and a command that one end does
//! not know is refused with a sentence.

use crate::model::{Id, LanName, LanReport, Lang, Role, Scope, Time, UpgradeState, Version};
use crate::ops::care::backups::{BackupKey, BackupSummary};
use crate::ops::care::public_address::PublicFindings;
use crate::ops::care::timekeeping::LAG;
use crate::ops::care::upgrades::KeptStore;
use crate::ops::care::upkeep::{Compacted, Findings};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ControlRequest {
    Status {
        lang: Lang,
    },
    SetupLink,
    Setup {
        user: String,
        password: String,
    },
    KeyAdd {
        name: String,
        is_primary: bool,
        #[serde(default)]
        scope: Scope,
        /// By its id or its name.
        #[serde(default)]
        restaurant: Option<String>,
        /// A day, or a time.
        #[serde(default)]
        ends: Option<String>,
    },
    KeyList,
    KeyRevoke {
        id: String,
    },
    UserAdd {
        name: String,
        role: Role,
        password: String,
    },
    UserList,
    UserPassword {
        name: String,
        password: String,
    },
    UserRemove {
        name: String,
    },
    UserSecondFactorOff {
        name: String,
    },
    /// Whether the running program would give way to this version.
    MayUpgrade {
        to: Version,
    },
    /// Has the running program try out a new one.
    Upgrade {
        program: PathBuf,
        to: Version,
        begun: Time,
        patience_seconds: u64,
    },
    /// Has the running program ask its public address.
    PublicAddress,
    Check,
    Size,
    Compact,
    /// The backup itself comes as bytes.
    Backup {
        /// Without one it lies open, and the key file is not inside.
        key: Option<BackupKey>,
    },
}

impl ControlRequest {
    /// Whether it may make a store where there is none.
    pub fn may_begin(&self) -> bool {
        matches!(self, ControlRequest::Setup { .. })
    }

    /// What is being done meanwhile, where it takes long.
    pub fn doing(&self) -> &'static str {
        match self {
            ControlRequest::Compact => "compacting",
            ControlRequest::Backup { .. } => "backing up",
            _ => "checking",
        }
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum ControlReply {
    Status(Box<ProgramStatus>),
    SetupLink(SetupLinks),
    Key(MadeKey),
    Keys(Vec<ListedKey>),
    Users(Vec<ListedUser>),
    Checked(Findings),
    /// How long the file is, how much of it is in use, about how long it would be, and how long compacting takes.
    Size {
        file: u64,
        live: u64,
        compacted: u64,
        seconds: u64,
    },
    Compacted(Compacted),
    BackedUp(Box<BackupSummary>),
    PublicAddress(Option<PublicFindings>),
    /// It is done, in a sentence.
    Done(String),
}

/// A key that was just made; its secret is shown only now.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MadeKey {
    pub api_key: String,
    pub key_id: Id,
    pub key_name: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedKey {
    pub id: Id,
    pub prefix: String,
    pub name: String,
    pub is_primary: bool,
    pub created_at: Time,
    pub last_used_at: Option<Time>,
    #[serde(default)]
    pub last_used_from: Option<String>,
    #[serde(default)]
    pub scope: Scope,
    /// The name of the one restaurant that it is for.
    #[serde(default)]
    pub restaurant: Option<String>,
    #[serde(default)]
    pub ends_at: Option<Time>,
}

#[derive(Serialize, Deserialize)]
pub struct ListedUser {
    pub name: String,
    pub role: Role,
}

/// Where the panel is opened to claim the box.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SetupLinks {
    pub code: String,
    pub urls: Vec<String>,
}

/// How the running program fares.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProgramStatus {
    pub version: String,
    pub process: u32,
    pub url: String,
    pub data: PathBuf,
    /// Where the program lies.
    #[serde(default)]
    pub program: PathBuf,
    /// The last upgrade, and what became of it.
    #[serde(default)]
    pub last_upgrade: Option<UpgradeState>,
    /// Stores of before, which go by themselves.
    #[serde(default)]
    pub kept_stores: Vec<KeptStore>,
    pub uptime_seconds: u64,
    /// What keeps it from its work; nothing while all is well.
    pub ailment: Option<String>,
    pub is_owned: bool,
    /// By how much the clock lies behind what is stored.
    pub clock_lags_seconds: u64,
    /// A proxy on this machine passes visitors on and is not trusted.
    #[serde(default)]
    pub has_unknown_proxy: bool,
    /// Nothing where the store cannot be read.
    pub orders: Option<u64>,
    pub store_bytes: u64,
    pub free_bytes: Option<u64>,
    /// The disk is full or nearly so, and orders are refused for it.
    #[serde(default)]
    pub is_disk_short: bool,
    /// How many files and sockets it may have open at once.
    #[serde(default)]
    pub most_files: Option<u64>,
    /// Platforms that do not answer well, are switched off or whose shop was closed, as `platform: what is wrong`.
    pub troubled_platforms: Vec<String>,
    /// What to do about each of them, in the same order.
    #[serde(default)]
    pub platform_advice: Vec<String>,
    pub platforms: usize,
    pub troubled_webhooks: Vec<TroubledWebhook>,
    pub webhooks: usize,
    /// Payments that restaurants' own addresses never heard of.
    #[serde(default)]
    pub failed_matches: u64,
    #[serde(default)]
    pub backups: BackupStatus,
    #[serde(default)]
    pub heartbeat: HeartbeatStatus,
    /// How it is reached on its network.
    #[serde(default)]
    pub lan: LanStatus,
}

impl ProgramStatus {
    /// How many things want attention while the program itself does its work.
    pub fn trouble_count(&self) -> usize {
        let has_old_certificate = self.lan.https.as_ref().is_some_and(|https| https.trouble.is_some());
        let is_clock_behind = self.clock_lags_seconds > LAG.as_secs();
        let others = [self.failed_matches > 0, self.backups.trouble.is_some(), has_old_certificate, is_clock_behind];
        let others = others.into_iter().filter(|is_so| *is_so).count();
        self.troubled_platforms.len() + self.troubled_webhooks.len() + others
    }
}

/// How the backups fare that the program makes by itself.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackupStatus {
    /// Where they go; nothing where none are made.
    pub folder: Option<String>,
    pub proven_at: Option<Time>,
    /// What is wrong with them, in the words of `/health`.
    pub trouble: Option<String>,
}

/// Whether somebody hears once a minute that the program lives.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HeartbeatStatus {
    /// Where that is sent; nothing where it is not.
    pub host: Option<String>,
    pub taken_at: Option<Time>,
    /// Since when nobody has taken it, where that has lasted.
    pub failing_since: Option<Time>,
}

/// What the program knows of itself on the local network.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LanStatus {
    /// Where others reach the panel.
    pub urls: Vec<String>,
    /// What it is called there, such as `garson.local`.
    pub name: Option<String>,
    /// What it was to be called, where that name is taken.
    pub wished_name: Option<String>,
    pub name_trouble: Option<String>,
    pub https: Option<HttpsStatus>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HttpsStatus {
    /// Of the authority that devices are told to trust; none of the owner's own certificate.
    pub fingerprint: Option<String>,
    pub subject: String,
    pub starts: Time,
    pub ends: Time,
    /// Why the next certificate could not be had.
    pub trouble: Option<String>,
}

impl From<&LanReport> for LanStatus {
    fn from(report: &LanReport) -> LanStatus {
        let name = report.name.as_ref();
        LanStatus {
            urls: report.urls().into_iter().skip(1).collect(),
            name: name.map(LanName::host),
            wished_name: name.filter(|name| name.given != name.wished).map(|name| name.wished.clone()),
            name_trouble: report.name_trouble.clone(),
            https: report.served().map(|served| HttpsStatus {
                fingerprint: report.authority().map(|authority| authority.facts.shown_fingerprint()),
                subject: served.facts.subject.clone(),
                starts: served.facts.starts,
                ends: served.facts.ends,
                trouble: served.trouble.clone(),
            }),
        }
    }
}

/// A webhook that is owed something it could not be given.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TroubledWebhook {
    pub url: String,
    pub waiting: u64,
    pub failed: u64,
}
