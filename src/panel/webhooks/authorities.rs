//! Authorities whose certificates are believed of targets: the list, adding one, removing one.

use crate::{
    frame::{Frame, Here},
    page::{go_to, page_with},
    show,
    visit::Visit,
};
use askama::Template;
use http::Answer;
use hyper::StatusCode;
use i18n::{self, Spoken};
use model::Code;
use ops::{care::settings, events::authorities};

const HERE: &str = "/webhooks/authorities";

#[derive(Template)]
#[template(path = "webhook_authorities.html")]
struct AuthoritiesPage {
    frame: Frame,
    all: Vec<AuthorityRow>,
    /// As it was pasted before it was refused.
    pasted: String,
    error: Option<String>,
}

struct AuthorityRow {
    subject: String,
    is_of_authority: bool,
    fingerprint: String,
    /// As the form names it.
    id: String,
    ends: String,
    is_over: bool,
    added: String,
}

pub async fn list(visit: Visit) -> Answer {
    shown(&visit, StatusCode::OK, String::new(), None)
}

fn shown(visit: &Visit, status: StatusCode, pasted: String, error: Option<String>) -> Answer {
    let (zone, now) = (settings::zone(&visit.app)?, clock::now());
    let row = |one: &authorities::ListedAuthority| AuthorityRow {
        subject: one.facts.subject.clone(),
        is_of_authority: one.facts.is_of_authority,
        fingerprint: one.facts.shown_fingerprint(),
        id: one.facts.fingerprint.to_string(),
        ends: show::time(visit.lang, one.facts.ends, &zone),
        is_over: one.facts.ends < now,
        added: show::time(visit.lang, one.added_at, &zone),
    };
    let all = authorities::list(&visit.app)?.iter().map(row).collect();
    let frame = Frame::of(visit, Here::Webhooks, visit.lang.texts().authorities_page.title);
    page_with(status, &AuthoritiesPage { frame, all, pasted, error })
}

pub async fn add(visit: Visit) -> Answer {
    let pasted = visit.typed("certificate")?;
    match authorities::add(visit.ctx(), &pasted).await {
        Ok(()) => go_to(&format!("{HERE}?said=saved")),
        Err(failure) if failure.code == Code::ValidationFailed => {
            let label = visit.lang.texts().authorities_page.certificate;
            let sentence = i18n::failure(visit.lang, &failure.field(label));
            // A private key does not stand in a page.
            let again = if pasted.contains("PRIVATE KEY") { String::new() } else { pasted };
            shown(&visit, StatusCode::UNPROCESSABLE_ENTITY, again, Some(sentence))
        }
        Err(failure) => Err(failure),
    }
}

pub async fn remove(visit: Visit) -> Answer {
    authorities::remove(visit.ctx(), &visit.typed("which")?).await?;
    go_to(&format!("{HERE}?said=removed"))
}
