//! API keys: make one (shown once), change, make primary, revoke. `form` is what is typed about one, `view` how pages show
//! it.

mod form;
pub mod view;

use super::{
    frame::{Frame, Here},
    page::{go_to, page, refused},
    visit::Visit,
};
use askama::Template;
use form::{KeyFields, WrongKey};
use http::Answer;
use i18n::Spoken;
use model::{Failure, Scope, Webhook};
use ops::keys::{self, Carriers, KeyForm, NewKey};
use view::{KeyView, KeyViews};

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage {
    frame: Frame,
    all: Vec<KeyView>,
    /// That webhooks carry a key with which more can be done.
    offers: Option<KeyView>,
    fields: KeyFields,
}

/// A new key, this once.
#[derive(Template)]
#[template(path = "keys_made.html")]
pub struct MadePage {
    frame: Frame,
    key: KeyView,
    secret: String,
    /// What the webhook signs with that was made with it.
    signing: Option<String>,
    /// Webhooks are to carry it, once their receivers know it.
    may_become_primary: bool,
    next: String,
}

#[derive(Template)]
#[template(path = "keys_one.html")]
struct KeyPage {
    frame: Frame,
    key: KeyView,
    fields: KeyFields,
}

#[derive(Template)]
#[template(path = "keys_revoke.html")]
struct RevokePage {
    frame: Frame,
    key: KeyView,
    carriers: Vec<Webhook>,
}

impl MadePage {
    pub fn of(visit: &Visit, made: NewKey, next: String) -> Result<MadePage, Failure> {
        Ok(MadePage {
            frame: Frame::of(visit, Here::Keys, visit.lang.texts().keys_page.shown),
            key: KeyViews::read(visit)?.view(&made.key),
            secret: made.secret,
            signing: None,
            may_become_primary: false,
            next,
        })
    }

    /// With what the webhook signs with that was made with the key.
    pub fn signing(self, signing: Option<String>) -> MadePage {
        MadePage { signing, ..self }
    }
}

pub async fn list(visit: Visit) -> Answer {
    page(&list_page(&visit, KeyFields::blank(&visit)?)?)
}

fn list_page(visit: &Visit, fields: KeyFields) -> Result<KeysPage, Failure> {
    let views = KeyViews::read(visit)?;
    let all = keys::list(&visit.app)?.iter().map(|key| views.view(key)).collect();
    let frame = Frame::of(visit, Here::Keys, visit.lang.texts().keys_page.title);
    Ok(KeysPage { frame, all, offers: view::offer(visit)?, fields })
}

/// Answered with a page and not with a redirect: the key must stand in no address, and nothing keeps it but the store.
pub async fn make(visit: Visit) -> Answer {
    let fields = KeyFields::typed(&visit)?;
    let made = match fields.checked(&visit, None) {
        Ok(form) => keys::add(visit.ctx(), form).await,
        Err(wrong) => return refused(&list_page(&visit, fields.with(wrong))?),
    };
    match made.map_err(|failure| WrongKey::of(&visit, failure)) {
        Ok(made) => page(&MadePage::of(&visit, made, "/keys".to_owned())?),
        Err(wrong) => refused(&list_page(&visit, fields.with(wrong?))?),
    }
}

/// A key that was never seen. A page and no redirect, as above.
pub async fn reveal(visit: Visit) -> Answer {
    let shown = keys::reveal(visit.ctx(), visit.param(0)).await?;
    page(&MadePage::of(&visit, shown, "/start#till".to_owned())?)
}

/// One that webhooks carry and that opens nothing here. At once, where that surprises no receiver; else it is shown with
/// the way to make it so.
pub async fn make_for_webhooks(visit: Visit) -> Answer {
    let (_, carrying) = keys::primary(&visit.app)?;
    let form = KeyForm {
        scope: Some(Scope::Webhooks),
        is_primary: Some(carrying == 0),
        ..KeyForm::named(visit.lang.texts().keys_page.for_webhooks)?
    };
    let made = keys::add(visit.ctx(), form).await?;
    let may_become_primary = !made.key.is_primary;
    page(&MadePage { may_become_primary, ..MadePage::of(&visit, made, "/webhooks".to_owned())? })
}

pub async fn show_one(visit: Visit) -> Answer {
    page(&one_page(&visit, None)?)
}

fn one_page(visit: &Visit, typed: Option<KeyFields>) -> Result<KeyPage, Failure> {
    let key = keys::show(&visit.app, &visit.param(0))?;
    let fields = typed.map_or_else(|| KeyFields::stored(visit, &key), Ok)?;
    let frame = Frame::of(visit, Here::Keys, key.name.clone());
    Ok(KeyPage { frame, key: KeyViews::read(visit)?.view(&key), fields })
}

pub async fn change(visit: Visit) -> Answer {
    let (fields, before) = (KeyFields::typed(&visit)?, keys::show(&visit.app, &visit.param(0))?);
    let changed = match fields.checked(&visit, Some(&before)) {
        Ok(form) => keys::change(visit.ctx(), visit.param(0), form).await,
        Err(wrong) => return refused(&one_page(&visit, Some(fields.with(wrong)))?),
    };
    match changed.map_err(|failure| WrongKey::of(&visit, failure)) {
        Ok(_) => go_to("/keys?said=saved"),
        Err(wrong) => refused(&one_page(&visit, Some(fields.with(wrong?)))?),
    }
}

pub async fn make_primary(visit: Visit) -> Answer {
    let form = KeyForm { is_primary: Some(true), ..KeyForm::default() };
    keys::change(visit.ctx(), visit.param(0), form).await?;
    go_to("/keys?said=saved")
}

pub async fn ask_revoke(visit: Visit) -> Answer {
    let (key, carriers) = keys::show_with_carriers(&visit.app, &visit.param(0))?;
    let frame = Frame::of(&visit, Here::Keys, visit.lang.texts().keys_page.revoke_ask);
    page(&RevokePage { frame, key: KeyViews::read(&visit)?.view(&key), carriers })
}

pub async fn revoke(visit: Visit) -> Answer {
    let carriers = match visit.form().one("carriers")? {
        Some("move") => Carriers::Move,
        _ => Carriers::Refuse,
    };
    keys::revoke(visit.ctx(), visit.param(0), carriers).await?;
    go_to("/keys?said=removed")
}
