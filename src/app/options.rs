//! What each command takes, and how it is written on the command line.

use super::{data, heartbeat_options::HeartbeatOptions};
use crate::lan::{self, PairFiles, TlsChoice};
use crate::model::{AddressRange, url};
use crate::net::Authorities;
use clap::{Args, Subcommand, ValueEnum};
use jiff::fmt::friendly::SpanParser;
use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// What a pause may be: anything shorter would be a loop, anything longer a mistake.
const SHORTEST_PAUSE: Duration = Duration::from_millis(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(7 * 24 * 3_600);

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Make a key; it is shown once
    Add {
        name: String,
        /// Make it the one that webhooks carry
        #[arg(long)]
        primary: bool,
        /// What it may do
        #[arg(long, value_enum, default_value_t = ScopeWord::All)]
        scope: ScopeWord,
        /// The only restaurant that it is for, by its id or its name
        #[arg(long, value_name = "RESTAURANT")]
        restaurant: Option<String>,
        /// Its last day, such as 2026-12-31, or the exact time of its end
        #[arg(long, value_name = "DAY")]
        ends: Option<String>,
        /// Print only JSON on standard output
        #[arg(long)]
        json: bool,
    },
    /// List the keys
    List,
    /// End a key
    Revoke { id: String },
}

#[derive(Clone, Copy, ValueEnum)]
pub enum ScopeWord {
    /// Everything
    All,
    /// Read, and move orders
    Orders,
    /// Read
    Read,
    /// Nothing here: webhooks carry it
    Webhooks,
}

/// Never an argument: others on the machine see those.
#[derive(Args)]
pub struct PassphraseOptions {
    /// Read the passphrase from standard input
    #[arg(long, conflicts_with = "passphrase_file")]
    pub passphrase_stdin: bool,
    /// Read the passphrase from the first line of this file
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
}

#[derive(Args)]
pub struct BackupOptions {
    /// Where to write it; - is standard output
    pub file: PathBuf,
    #[command(flatten)]
    pub passphrase: PassphraseOptions,
    /// Do not ask for a passphrase: the backup lies open, and the key file is not inside
    #[arg(long, conflicts_with_all = ["passphrase_stdin", "passphrase_file"])]
    pub no_passphrase: bool,
    /// Replace a file that is there
    #[arg(long)]
    pub force: bool,
    /// Do not restore it into a throwaway store to prove it
    #[arg(long)]
    pub no_proof: bool,
}

#[derive(Args)]
pub struct RestoreOptions {
    pub file: PathBuf,
    #[command(flatten)]
    pub passphrase: PassphraseOptions,
    /// The garson.key of the backup's store, for a backup that has none inside
    #[arg(long, value_name = "FILE")]
    pub key_file: Option<PathBuf>,
    /// Put a store that is there aside
    #[arg(long)]
    pub force: bool,
}

#[derive(Subcommand)]
pub enum UserCommand {
    /// Add a person
    Add {
        name: String,
        #[arg(long, value_enum, default_value_t = RoleWord::Staff)]
        role: RoleWord,
        /// Read the password from standard input (8 to 200 characters)
        #[arg(long)]
        password_stdin: bool,
    },
    /// List the people
    List,
    /// Change a password
    Password {
        name: String,
        /// Read the password from standard input (8 to 200 characters)
        #[arg(long)]
        password_stdin: bool,
    },
    /// Remove a person
    Remove { name: String },
    /// Turn off the two-step sign-in of a person who lost their telephone and their recovery codes
    SecondFactorOff { name: String },
}

#[derive(Subcommand)]
pub enum ServiceCommand {
    /// Have garson start with this machine, and start it
    Install(InstallOptions),
    /// Stop the service and remove it; the data stays
    Uninstall,
    /// Say whether the service is installed and runs; exit 0 only if it runs
    Status,
    /// What Windows starts
    #[cfg(windows)]
    #[command(hide = true)]
    Run(ServeOptions),
}

#[derive(Args)]
pub struct InstallOptions {
    /// Folder of the database and the key file [default: the system's folder for it]
    #[arg(long, value_name = "DIR")]
    pub data: Option<PathBuf>,
    /// Address and port to listen on [default: 0.0.0.0:8080]
    #[arg(long, value_name = "ADDRESS")]
    pub listen: Option<SocketAddr>,
    /// Begin with a copy of the store in this folder
    #[arg(long, value_name = "DIR")]
    pub copy_from: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub enum RoleWord {
    Owner,
    Staff,
}

#[derive(Args)]
pub struct DataFolder {
    /// Folder of the database and the key file [default: the user's data folder]
    #[arg(long, env = "GARSON_DATA", value_name = "DIR", global = true)]
    data: Option<PathBuf>,
}

impl DataFolder {
    pub fn folder(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(data::default_folder)
    }
}

#[derive(Args)]
pub struct ServeOptions {
    #[command(flatten)]
    pub data: DataFolder,
    /// Address and port to listen on
    #[arg(long, env = "GARSON_LISTEN", value_name = "ADDRESS", default_value = "0.0.0.0:8080")]
    pub listen: SocketAddr,
    /// Another address and port, where orders are taken and nothing else is: for what the internet may reach
    #[arg(long, env = "GARSON_LISTEN_INTAKE", value_name = "ADDRESS")]
    pub listen_intake: Option<SocketAddr>,
    /// Serve HTTPS on the same port too: `auto` makes certificates itself, whose authority devices are told to trust; or give
    /// a certificate and its key as PEM files
    #[arg(long, env = "GARSON_TLS", value_names = ["auto|CERTIFICATE", "KEY"], num_args = 1..=2, value_delimiter = ',')]
    pub tls: Vec<String>,
    /// From another machine the panel opens over HTTPS alone: over HTTP there is no sign-in and no session; the API and intake
    /// addresses stay open to HTTP
    #[arg(long, env = "GARSON_TLS_ONLY", value_parser = is_wanted)]
    pub tls_only: bool,
    /// What this machine is called on the local network: NAME.local
    #[arg(long, env = "GARSON_NAME", value_name = "NAME", default_value = "garson", value_parser = lan::label)]
    pub name: String,
    /// Whether it makes that name known, by mDNS; it does so only where it listens to other machines
    #[arg(long, env = "GARSON_MDNS", value_enum, default_value_t = Switch::On)]
    pub mdns: Switch,
    /// Address under which platforms reach this machine, as in intake addresses
    #[arg(long, env = "GARSON_PUBLIC_URL", value_name = "URL", value_parser = public_url)]
    pub public_url: Option<String>,
    /// Proxies whose forwarding headers count, by address or range; from others they are ignored
    #[arg(long, env = "GARSON_TRUSTED_PROXY", value_name = "ADDRESSES", value_delimiter = ',', value_parser = address_range)]
    pub trusted_proxy: Vec<AddressRange>,
    /// The three pauses between attempts at a webhook
    #[arg(long, env = "GARSON_WEBHOOK_RETRIES", value_name = "PAUSES", default_value = "5s,2m,30m", value_parser = retries)]
    pub webhook_retries: Retries,
    /// How often platforms are asked for orders
    #[arg(long, env = "GARSON_POLL_INTERVAL", value_name = "PAUSE", default_value = "10s", value_parser = duration)]
    pub poll_interval: Duration,
    /// Requests per API key and second, four seconds' worth at once; 0 is no limit, for intake addresses neither
    #[arg(long, env = "GARSON_RATE_LIMIT", value_name = "NUMBER", default_value_t = 50)]
    pub rate_limit: u32,
    /// For how many days deliveries stay in the log once they are delivered or failed
    #[arg(long, env = "GARSON_KEEP_DAYS", value_name = "DAYS", default_value_t = 90, value_parser = clap::value_parser!(u32).range(1..=3_650))]
    pub keep_days: u32,
    /// Megabytes of the disk to keep free, beside a reserve of half of it and 16 at most: with less, new orders are refused,
    /// with half of it every write [default: 32, of a small disk an eighth]; 0 is until the disk is full
    #[arg(long, env = "GARSON_KEEP_FREE", value_name = "MB", value_parser = clap::value_parser!(u64).range(..=1_000_000_000_000))]
    pub keep_free: Option<u64>,
    /// Addresses that nothing may be sent to, beside those that are always refused: ranges like 10.0.0.0/8, `private`,
    /// `loopback`
    #[arg(long, env = "GARSON_DENY", value_name = "ADDRESSES", value_delimiter = ',', value_parser = denied)]
    pub deny: Vec<DeniedAddresses>,
    /// Whose certificates to believe, in place of the public ones that are built in: a file of PEM certificates, such as
    /// the system's own list with those that your network added
    #[arg(long, env = "GARSON_CA_FILE", value_name = "FILE", value_parser = authorities)]
    pub ca_file: Option<Authorities>,
    #[command(flatten)]
    pub heartbeat: HeartbeatOptions,
    /// How log lines are written
    #[arg(long, env = "GARSON_LOG", value_enum, default_value_t = LogStyle::Text)]
    pub log: LogStyle,
    /// Write log lines to this file and keep it small, instead of to standard error
    #[arg(long, env = "GARSON_LOG_FILE", value_name = "FILE")]
    pub log_file: Option<PathBuf>,
    /// What is logged: error, warn, info, debug
    #[arg(long, env = "GARSON_LOG_LEVEL", value_name = "LEVEL", default_value = "info")]
    pub log_level: tracing::Level,
}

#[derive(Args)]
pub struct DemoOptions {
    /// Address and port to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,
    /// How often an order comes in, more or less
    #[arg(long, value_name = "PAUSE", default_value = "6s", value_parser = duration)]
    pub pace: Duration,
    /// What is logged: error, warn, info, debug
    #[arg(long, value_name = "LEVEL", default_value = "error")]
    pub log_level: tracing::Level,
}

impl ServeOptions {
    /// What a demo serves with: quick retries, so that a failing receiver is seen to recover.
    pub fn of_demo(demo: &DemoOptions, folder: PathBuf) -> ServeOptions {
        ServeOptions {
            data: DataFolder { data: Some(folder) },
            listen: demo.listen,
            listen_intake: None,
            tls: Vec::new(),
            tls_only: false,
            name: "garson".into(),
            mdns: Switch::Off,
            public_url: None,
            trusted_proxy: Vec::new(),
            webhook_retries: Retries([2, 5, 15].map(Duration::from_secs)),
            poll_interval: Duration::from_secs(1),
            rate_limit: 50,
            keep_days: 1,
            keep_free: None,
            deny: Vec::new(),
            ca_file: None,
            heartbeat: HeartbeatOptions::default(),
            log: LogStyle::Text,
            log_file: None,
            log_level: demo.log_level,
        }
    }

    pub fn tls(&self) -> Result<TlsChoice, String> {
        match self.tls.iter().map(String::as_str).collect::<Vec<_>>()[..] {
            [] | ["" | "off"] if self.tls_only => {
                Err("--tls-only needs --tls: there is no HTTPS to send anybody to.".into())
            }
            [] | ["" | "off"] => Ok(TlsChoice::Off),
            ["auto"] => Ok(TlsChoice::Auto),
            [certificate, key] => Ok(TlsChoice::Given(PairFiles { certificate: certificate.into(), key: key.into() })),
            _ => Err("--tls takes `auto`, or two files: the certificate and its key.".into()),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Retries(pub [Duration; 3]);

#[derive(Clone, Debug)]
pub enum DeniedAddresses {
    Private,
    Loopback,
    Range(AddressRange),
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LogStyle {
    Text,
    Json,
}

fn authorities(file: &str) -> Result<Authorities, String> {
    let text = std::fs::read(file).map_err(|error| error.to_string())?;
    Authorities::of_pem(&text).map_err(str::to_owned)
}

/// As people write spans of time: `250ms`, `10s`, `1h 30m`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let duration = SpanParser::new().parse_unsigned_duration(text);
    let duration = duration.map_err(|_| "give a number with ms, s, m or h, like 10s")?;
    if !(SHORTEST_PAUSE..=LONGEST_PAUSE).contains(&duration) {
        return Err("give a time between 1ms and 168h".into());
    }
    Ok(duration)
}

fn retries(text: &str) -> Result<Retries, String> {
    let pauses = text.split(',').map(|pause| duration(pause.trim())).collect::<Result<Vec<_>, _>>()?;
    <[Duration; 3]>::try_from(pauses).map(Retries).map_err(|_| "give exactly three pauses, like 5s,2m,30m".into())
}

/// A switch as people write it into a file of settings; nothing is off.
fn is_wanted(text: &str) -> Result<bool, String> {
    match text.trim().to_ascii_lowercase().as_str() {
        "1" | "true" | "t" | "yes" | "y" | "on" => Ok(true),
        "" | "0" | "false" | "f" | "no" | "n" | "off" => Ok(false),
        _ => Err("give yes or no".into()),
    }
}

fn denied(text: &str) -> Result<DeniedAddresses, String> {
    match text.trim() {
        "private" => Ok(DeniedAddresses::Private),
        "loopback" => Ok(DeniedAddresses::Loopback),
        range => range
            .parse()
            .map(DeniedAddresses::Range)
            .map_err(|_| "give a range like 10.0.0.0/8, `private` or `loopback`".into()),
    }
}

fn address_range(text: &str) -> Result<AddressRange, String> {
    text.parse().map_err(|_| "give an address or a range, like 127.0.0.1 or 10.0.0.0/8".into())
}

fn public_url(text: &str) -> Result<String, String> {
    let url = text.trim_end_matches('/');
    let is_plain = url::split(url).is_some_and(|parts| {
        matches!(parts.scheme, "https" | "http")
            && !(parts.authority.is_empty() && parts.rest.is_empty())
            && !url.contains(|c: char| c.is_whitespace() || matches!(c, '?' | '#' | '@'))
    });
    if is_plain { Ok(url.to_owned()) } else { Err("give an address like https://orders.example.com".into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_take_their_unit() {
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert_eq!(duration("168h"), Ok(LONGEST_PAUSE));
        assert_eq!(
            (duration("1h30m"), duration("1.5h")),
            (Ok(Duration::from_secs(5_400)), Ok(Duration::from_secs(5_400)))
        );
        for bad in ["", "5", "s", "-1s", "0s", "999us", "1d", "1mo", "99999999999999999999s", "1000h", "169h"] {
            assert!(duration(bad).is_err(), "{bad}");
        }
        assert!(retries("1s,2s").is_err());
        assert!(retries("1s,2s,3s,4s").is_err());
        assert!(retries("1s, 2s, 3s").is_ok());
    }

    #[test]
    fn a_public_address_has_no_slash_at_its_end() {
        assert_eq!(public_url("https://x.example/"), Ok("https://x.example".into()));
        for bad in ["x.example", "ftp://x", "https://", "https://a b", "https://x?y"] {
            assert!(public_url(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_switch_is_taken_as_people_write_it() {
        assert!(["1", "yes", "TRUE", "on"].iter().all(|text| is_wanted(text) == Ok(true)));
        assert!(["", "0", "no", "False", "off"].iter().all(|text| is_wanted(text) == Ok(false)));
        assert!(is_wanted("perhaps").is_err());
    }
}
