//! Heartbeats: where they go, what came of the last one, sending one now, and the secret that they are signed with.

use super::{
    deliveries::AttemptView,
    frame::{Frame, Here},
    page::{go_to, page, refused},
    show,
    visit::Visit,
};
use askama::Template;
use http::Answer;
use i18n::{self, Spoken};
use model::{Code, Failure};
use ops::care::{
    heartbeat::{self, HeartbeatOverview},
    settings,
};

const SAVED: &str = "/settings/heartbeat?said=saved";

#[derive(Template)]
#[template(path = "heartbeat.html")]
struct HeartbeatPage {
    frame: Frame,
    is_on: bool,
    /// The command line says where they go: no form can.
    given: Option<String>,
    url: String,
    name: String,
    has_secret: bool,
    last: Option<AttemptView>,
    last_age: String,
    /// When one was last taken.
    taken: Option<String>,
    is_failing: bool,
    /// What was just sent by hand, and what came of it.
    sent: Option<(String, AttemptView)>,
    /// Which field was not accepted, and why.
    wrong: Option<(&'static str, String)>,
}

#[derive(Template)]
#[template(path = "heartbeat_secret.html")]
struct HeartbeatSecretPage {
    frame: Frame,
    secret: String,
}

impl HeartbeatPage {
    fn of(visit: &Visit) -> Result<HeartbeatPage, Failure> {
        let found = heartbeat::overview(&visit.app)?;
        let (is_on, lang, zone) = (found.is_on(), visit.lang, settings::zone(&visit.app)?);
        let HeartbeatOverview { plan, given_url, record } = found;
        let (now, is_failing) = (clock::now(), record.failing_since().is_some());
        Ok(HeartbeatPage {
            frame: Frame::of(visit, Here::Settings, lang.texts().heartbeat_page.title),
            is_on,
            given: given_url,
            url: plan.url,
            name: plan.name,
            has_secret: plan.secret.is_some(),
            last_age: record.last.as_ref().map(|last| show::ago(lang, last.at, now)).unwrap_or_default(),
            last: record.last.filter(|_| is_on).map(|last| AttemptView::of(&last, lang, &zone)),
            taken: record.taken_at.map(|at| show::ago(lang, at, now)),
            is_failing,
            sent: None,
            wrong: None,
        })
    }

    fn error(&self, field: &str) -> Option<&str> {
        self.wrong.as_ref().filter(|(name, _)| *name == field).map(|(_, sentence)| sentence.as_str())
    }
}

pub async fn show_page(visit: Visit) -> Answer {
    page(&HeartbeatPage::of(&visit)?)
}

/// Switches it on. A secret that was made for it is shown once, so that is answered with a page.
pub async fn change(visit: Visit) -> Answer {
    let (url, name) = (visit.trimmed("url")?, visit.trimmed("name")?);
    match heartbeat::change(visit.ctx(), &url, &name).await {
        Ok(None) => go_to(SAVED),
        Ok(Some(secret)) => show_secret(&visit, secret),
        Err(failure) if failure.code == Code::ValidationFailed => {
            let t = visit.lang.texts().heartbeat_page;
            let (field, label) = match failure.field.as_deref() {
                Some("url") => ("url", t.address),
                Some("name") => ("name", t.name),
                _ => return Err(failure),
            };
            let wrong = Some((field, i18n::failure(visit.lang, &failure.field(label))));
            refused(&HeartbeatPage { url, name, wrong, ..HeartbeatPage::of(&visit)? })
        }
        Err(failure) => Err(failure),
    }
}

pub async fn make_secret(visit: Visit) -> Answer {
    let secret = heartbeat::make_secret(visit.ctx()).await?;
    show_secret(&visit, secret)
}

fn show_secret(visit: &Visit, secret: String) -> Answer {
    let frame = Frame::of(visit, Here::Settings, visit.lang.texts().webhooks_page.secret_shown);
    page(&HeartbeatSecretPage { frame, secret })
}

pub async fn switch_off(visit: Visit) -> Answer {
    heartbeat::switch_off(visit.ctx()).await?;
    go_to(SAVED)
}

/// What came back is shown at once and kept nowhere.
pub async fn send_now(visit: Visit) -> Answer {
    let Some((body, attempt)) = heartbeat::send(&visit.app).await? else { return go_to("/settings/heartbeat") };
    let zone = settings::zone(&visit.app)?;
    let body = serde_json::to_string_pretty(&body).map_err(Failure::fault)?;
    let sent = Some((body, AttemptView::of(&attempt, visit.lang, &zone)));
    page(&HeartbeatPage { sent, ..HeartbeatPage::of(&visit)? })
}
