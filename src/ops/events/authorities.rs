//! Authorities that the owner adds, so that webhooks and payment matching reach targets with a certificate of the house.
//!
//! Platforms are believed by the public ones (or those of `--ca-file`) alone.

use crate::{AppState, Ctx};
use base64::{Engine, engine::general_purpose::STANDARD};
use model::{
    AddedAuthority, CertificateFacts, Code, Deed, Failure, Note, Result, Settings, Time, Why, bilingual,
    limits::AUTHORITIES,
};
use net::Authorities;
use store::Accounts;

/// One certificate has one or two kB; a list of all authorities of a country is not meant.
const LONGEST_TEXT: usize = 48 << 10;

bilingual! {
    PRIVATE_KEY: "Bu bir gizli anahtar. Onu kimseyle paylaşmayın; yalnızca sertifikayı yapıştırın."
        / "This is a private key. Share it with nobody, and paste the certificate alone.",
    UNREADABLE: "Burada okunabilen bir sertifika yok. -----BEGIN CERTIFICATE----- satırıyla başlar."
        / "There is no certificate here that can be read. It begins with -----BEGIN CERTIFICATE-----.",
    EXPIRED: "Bu sertifikanın süresi dolmuş." / "This certificate has expired.",
}

pub struct ListedAuthority {
    pub facts: CertificateFacts,
    pub added_at: Time,
}

pub fn list(app: &AppState) -> Result<Vec<ListedAuthority>> {
    let all = app.store.read()?.settings()?.authorities;
    let listed = |one: &AddedAuthority| {
        Some(ListedAuthority { facts: CertificateFacts::of_der(&der(one)?)?, added_at: one.added_at })
    };
    Ok(all.iter().filter_map(listed).collect())
}

/// Those whose certificates stand in a text (PEM). They count from the next attempt on.
pub async fn add(ctx: Ctx, text: &str) -> Result<()> {
    let refused = |words| Failure::invalid("certificate", Why::Plain(words));
    let unreadable = || refused(UNREADABLE);
    if text.contains("PRIVATE KEY") {
        return Err(refused(PRIVATE_KEY));
    }
    if text.len() > LONGEST_TEXT {
        return Err(unreadable());
    }
    let certificates = Authorities::of_pem(text.trim().as_bytes()).map_err(|_| unreadable())?.certificates();
    let (mut added, now) = (Vec::new(), clock::now());
    for der in certificates {
        let facts = CertificateFacts::of_der(&der).ok_or_else(unreadable)?;
        if facts.ends < now {
            return Err(refused(EXPIRED));
        }
        added.push((facts, AddedAuthority { certificate: STANDARD.encode(der), added_at: now }));
    }
    ctx.write_with_room(move |tx, recorder| {
        let mut settings = tx.settings()?;
        for (facts, one) in &added {
            if settings.authorities.iter().any(|other| other.certificate == one.certificate) {
                continue;
            }
            settings.authorities.push(one.clone());
            recorder.note(tx, Note::of(Deed::AuthorityAdded).named(named(facts)))?;
        }
        if settings.authorities.len() > AUTHORITIES {
            return Err(Failure::invalid("certificate", Why::TooMany(AUTHORITIES)));
        }
        tx.put_settings(&settings)
    })
    .await?;
    enforce(&ctx.app)
}

/// By its fingerprint.
pub async fn remove(ctx: Ctx, fingerprint: &str) -> Result<()> {
    let fingerprint = fingerprint.to_owned();
    ctx.write_on_record(move |tx, recorder| {
        let mut settings = tx.settings()?;
        let facts = |one: &AddedAuthority| CertificateFacts::of_der(&der(one)?);
        let is_it = |one: &AddedAuthority| facts(one).is_some_and(|facts| facts.fingerprint.to_string() == fingerprint);
        let at = settings.authorities.iter().position(is_it).ok_or_else(|| Failure::new(Code::NotFound))?;
        let gone = settings.authorities.remove(at);
        if let Some(facts) = facts(&gone) {
            recorder.note(tx, Note::of(Deed::AuthorityRemoved).named(named(&facts)))?;
        }
        tx.put_settings(&settings)
    })
    .await?;
    enforce(&ctx.app)
}

/// Puts the stored ones in force.
pub fn enforce(app: &AppState) -> Result<()> {
    believe(app, &app.store.read()?.settings()?);
    Ok(())
}

pub(crate) fn believe(app: &AppState, settings: &Settings) {
    let all: Vec<Vec<u8>> = settings.authorities.iter().filter_map(der).collect();
    app.net.set_added(Authorities::of_certificates(&all));
}

fn der(one: &AddedAuthority) -> Option<Vec<u8>> {
    STANDARD.decode(&one.certificate).ok()
}

fn named(facts: &CertificateFacts) -> String {
    let print = facts.shown_fingerprint();
    format!("{} ({}…)", facts.subject, print.get(..11).unwrap_or_default())
}
