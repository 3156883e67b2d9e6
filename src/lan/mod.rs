//! This machine on its own network: HTTPS with an authority of its own or with the owner's certificate, and a name of `.local`.
//!
//! `app` opens it before the port answers and lets it keep itself up to date; `http` is given how to encrypt. What it comes to
//! is in the `LanReport`. It knows nothing of orders, requests or the store.

mod announcement;
mod authority;
mod machine;
mod served;

pub use machine::label;
pub use served::PairFiles;

use crate::clock;
use crate::model::{CertificateFacts, HttpsReport, LanName, LanReport, ServedCertificate, Vouched};
use announcement::Announcement;
use authority::Authority;
use parking_lot::RwLock;
use served::{Pair, Served};
use std::{net::SocketAddr, path::Path, sync::Arc, time::SystemTime};
use tokio::time::{MissedTickBehavior, interval};
use tokio_rustls::rustls::ServerConfig;

/// How connections are to be encrypted.
#[derive(Clone, Debug, Default)]
pub enum TlsChoice {
    #[default]
    Off,
    /// With certificates that an authority of our own vouches for.
    Auto,
    Given(PairFiles),
}

pub struct LanOptions {
    pub listen: SocketAddr,
    pub local_url: String,
    /// What this machine is to be called, without `.local`.
    pub name: String,
    pub is_announced: bool,
    pub tls: TlsChoice,
    pub is_https_only: bool,
}

/// Keeps certificate and report as the machine is.
pub struct Lan {
    listen: SocketAddr,
    name: LanName,
    announcement: Option<Announcement>,
    encryption: Option<Encryption>,
    report: Arc<RwLock<LanReport>>,
}

struct Encryption {
    served: Arc<Served>,
    config: Arc<ServerConfig>,
    source: Source,
}

/// Where the next certificate comes from.
enum Source {
    Authority { authority: Box<Authority>, vouched: Vouched },
    Files { files: PairFiles, marks: [Option<(SystemTime, u64)>; 2] },
}

fn vouched_now(authority: &Authority, names: &LanName) -> Vouched {
    Vouched { hosts: authority.hosts(names), addresses: authority.addresses() }
}

fn pair_for(vouched: &Vouched, authority: &Authority) -> Result<Pair, String> {
    authority.vouch(&vouched.hosts, &vouched.addresses, clock::now()).map_err(|error| error.to_string())
}

impl Lan {
    /// What the command line says, with whatever it needs from the data folder; an error is a sentence.
    pub fn open(folder: &Path, options: LanOptions) -> Result<Lan, String> {
        let LanOptions { listen, local_url, name, is_announced, tls, is_https_only } = options;
        let name = LanName { wished: name.clone(), given: name };
        let (encryption, https) = match tls {
            TlsChoice::Off => (None, HttpsReport::Off),
            TlsChoice::Auto => {
                let authority = Box::new(Authority::open(folder)?);
                let vouched = vouched_now(&authority, &name);
                let no_certificate = |error: String| format!("No certificate for HTTPS can be made: {error}.");
                let pair = pair_for(&vouched, &authority).map_err(no_certificate)?;
                let (served, facts) = Served::new(pair).map_err(no_certificate)?;
                let report = HttpsReport::Auto {
                    authority: authority.certificate.clone(),
                    served: fresh(facts),
                    vouched: vouched.clone(),
                };
                (Some((served, Source::Authority { authority, vouched })), report)
            }
            TlsChoice::Given(files) => {
                let marks = files.marks();
                let (served, facts) = Pair::of_files(&files)
                    .and_then(Served::new)
                    .map_err(|error| format!("The certificate of --tls cannot be used: {error}."))?;
                (Some((served, Source::Files { files, marks })), HttpsReport::Given(fresh(facts)))
            }
        };
        let encryption = match encryption {
            Some((served, source)) => Some(Encryption { config: served.config()?, served, source }),
            None => None,
        };
        let (mut announcement, mut name_trouble) = (None, None);
        if is_announced && !listen.ip().is_loopback() {
            match Announcement::make(&name.given, listen, encryption.is_some()) {
                Ok(made) => announcement = Some(made),
                Err(error) => {
                    tracing::warn!(%error, "{} cannot be made known on the network", name.host());
                    name_trouble = Some(error.to_string());
                }
            }
        }
        let report = LanReport {
            local_url,
            port: listen.port(),
            addresses: machine::open_addresses(listen),
            name: announcement.is_some().then_some(name.clone()),
            name_trouble,
            https,
            is_https_only,
        };
        Ok(Lan { listen, name, announcement, encryption, report: Arc::new(RwLock::new(report)) })
    }

    pub fn encryption(&self) -> Option<Arc<ServerConfig>> {
        self.encryption.as_ref().map(|encryption| encryption.config.clone())
    }

    /// How it stands, now and later.
    pub fn report(&self) -> Arc<RwLock<LanReport>> {
        self.report.clone()
    }

    /// Follows the machine until it is dropped.
    pub async fn keep(mut self) {
        let mut looks = interval(machine::LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            looks.tick().await;
            self.look();
        }
    }

    fn look(&mut self) {
        let addresses = machine::open_addresses(self.listen);
        if self.report.read().addresses != addresses {
            self.report.write().addresses = addresses;
        }
        if let Some(given) = self.announcement.as_ref().and_then(Announcement::news) {
            let wished = &self.name.wished;
            tracing::warn!("another machine on the network is called {wished}.local; this one is {given}.local now");
            self.name.given = given;
            self.report.write().name = Some(self.name.clone());
        }
        let Some(Encryption { served, source, .. }) = &mut self.encryption else { return };
        let outcome = match source {
            Source::Authority { authority, vouched } => {
                let now = vouched_now(authority, &self.name);
                let is_due = |facts: &CertificateFacts| authority::is_due(facts, clock::now());
                if now == *vouched && !self.report.read().served().is_some_and(|served| is_due(&served.facts)) {
                    return;
                }
                *vouched = now;
                let outcome = pair_for(vouched, authority).and_then(|pair| served.exchange(pair));
                if outcome.is_ok()
                    && let HttpsReport::Auto { vouched: shown, .. } = &mut self.report.write().https
                {
                    *shown = vouched.clone();
                }
                outcome
            }
            Source::Files { files, marks } => {
                let now = files.marks();
                if now == *marks {
                    return;
                }
                *marks = now;
                Pair::of_files(files).and_then(|pair| served.exchange(pair))
            }
        };
        let mut report = self.report.write();
        let (HttpsReport::Given(served) | HttpsReport::Auto { served, .. }) = &mut report.https else { return };
        match outcome {
            Ok(facts) => {
                tracing::info!(subject = facts.subject, until = %facts.ends, "HTTPS has a new certificate");
                *served = fresh(facts);
            }
            Err(error) => {
                tracing::warn!(%error, "the new certificate for HTTPS cannot be used; the last one stays");
                served.trouble = Some(error);
            }
        }
    }
}

fn fresh(facts: CertificateFacts) -> ServedCertificate {
    ServedCertificate { facts, trouble: None }
}
