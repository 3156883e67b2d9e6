//! API keys: make one (shown once), rename, make primary, revoke.

use super::{
    frame::{Frame, Here},
    page::{go_to, page, page_with},
    show,
    visit::Visit,
};
use crate::{
    clock,
    http::Answer,
    i18n::{self, Lang, pages::words::ago},
    model::{Code, Failure, Id, Key},
    ops::{keys, settings},
};
use askama::Template;
use hyper::StatusCode;
use jiff::tz::TimeZone;

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage {
    frame: Frame,
    all: Vec<KeyView>,
    name: String,
    error: Option<String>,
}

#[derive(Template)]
#[template(path = "keys_made.html")]
struct MadePage {
    frame: Frame,
    name: String,
    secret: String,
}

#[derive(Template)]
#[template(path = "keys_one.html")]
struct KeyPage {
    frame: Frame,
    key: KeyView,
    name: String,
    error: Option<String>,
}

#[derive(Template)]
#[template(path = "keys_revoke.html")]
struct RevokePage {
    frame: Frame,
    key: KeyView,
}

struct KeyView {
    id: Id,
    name: String,
    prefix: String,
    is_primary: bool,
    made: String,
    /// Nothing if it was never used.
    used: Option<String>,
    used_ago: String,
}

impl KeyView {
    fn of(key: &Key, lang: Lang, zone: &TimeZone) -> KeyView {
        KeyView {
            id: key.id,
            name: key.name.clone(),
            prefix: key.prefix.clone(),
            is_primary: key.is_primary,
            made: show::time(lang, key.created_at, zone),
            used: key.last_used_at.map(|at| show::time(lang, at, zone)),
            used_ago: key.last_used_at.map(|at| ago(lang, &show::age(lang, at, clock::now()))).unwrap_or_default(),
        }
    }
}

pub async fn list(visit: Visit) -> Answer {
    page(&list_page(&visit, String::new(), None)?)
}

fn list_page(visit: &Visit, name: String, error: Option<String>) -> Result<KeysPage, Failure> {
    let zone = settings::zone(&visit.app)?;
    let all = keys::list(&visit.app)?.iter().map(|key| KeyView::of(key, visit.lang, &zone)).collect();
    Ok(KeysPage { frame: frame(visit, visit.lang.texts().keys_page.title), all, name, error })
}

/// Answered with a page and not with a redirect: the key must stand in no address, and nothing keeps it but the store.
pub async fn make(visit: Visit) -> Answer {
    let name = typed_name(&visit)?;
    match keys::add(&visit.ctx(), &name, false).await {
        Ok(made) => page(&MadePage {
            frame: frame(&visit, visit.lang.texts().keys_page.shown),
            name: made.key.name,
            secret: made.secret,
        }),
        Err(failure) if failure.code == Code::ValidationFailed => {
            let error = about_the_name(&visit, failure);
            page_with(StatusCode::UNPROCESSABLE_ENTITY, &list_page(&visit, name, Some(error))?)
        }
        Err(failure) => Err(failure),
    }
}

pub async fn show_one(visit: Visit) -> Answer {
    let key = find(&visit)?;
    page(&one_page(&visit, &key, key.name.clone(), None)?)
}

fn one_page(visit: &Visit, key: &Key, name: String, error: Option<String>) -> Result<KeyPage, Failure> {
    let zone = settings::zone(&visit.app)?;
    Ok(KeyPage { frame: frame(visit, &key.name), key: KeyView::of(key, visit.lang, &zone), name, error })
}

pub async fn rename(visit: Visit) -> Answer {
    let name = typed_name(&visit)?;
    match keys::rename(&visit.ctx(), visit.param(0), &name).await {
        Ok(_) => go_to("/keys?said=saved"),
        Err(failure) if failure.code == Code::ValidationFailed => {
            let (key, error) = (find(&visit)?, about_the_name(&visit, failure));
            page_with(StatusCode::UNPROCESSABLE_ENTITY, &one_page(&visit, &key, name, Some(error))?)
        }
        Err(failure) => Err(failure),
    }
}

pub async fn make_primary(visit: Visit) -> Answer {
    keys::make_primary(&visit.ctx(), visit.param(0)).await?;
    go_to("/keys?said=saved")
}

pub async fn ask_revoke(visit: Visit) -> Answer {
    let (key, zone) = (find(&visit)?, settings::zone(&visit.app)?);
    let frame = frame(&visit, visit.lang.texts().keys_page.revoke_ask);
    page(&RevokePage { frame, key: KeyView::of(&key, visit.lang, &zone) })
}

pub async fn revoke(visit: Visit) -> Answer {
    keys::revoke(&visit.ctx(), visit.param(0)).await?;
    go_to("/keys?said=removed")
}

fn find(visit: &Visit) -> Result<Key, Failure> {
    keys::show(&visit.app, &visit.param(0))
}

/// As the form calls it, not as the API does.
fn about_the_name(visit: &Visit, failure: Failure) -> String {
    i18n::failure(visit.lang, &failure.field(visit.lang.texts().keys_page.name))
}

fn typed_name(visit: &Visit) -> Result<String, Failure> {
    Ok(visit.form()?.one("name")?.unwrap_or_default().to_owned())
}

fn frame(visit: &Visit, title: &str) -> Frame {
    Frame::of(visit, Here::Keys, title)
}
