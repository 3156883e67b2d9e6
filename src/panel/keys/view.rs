//! A key as pages show it.

use crate::{show, visit::Visit};
use i18n::{Lang, Spoken, pages::keys::scope};
use jiff::tz::TimeZone;
use model::{Failure, Id, Key, Scope, Time};
use ops::{care::settings, keys, places::restaurants};
use std::{collections::HashMap, time::Duration};

pub struct KeyView {
    pub id: Id,
    pub name: String,
    pub prefix: String,
    pub is_primary: bool,
    pub is_for_webhooks: bool,
    pub scope: &'static str,
    /// Nothing where it is for all.
    pub restaurant: Option<String>,
    /// Its last day; nothing where it has no end.
    pub ends: Option<String>,
    pub has_ended: bool,
    pub made: String,
    /// Nothing if it was never used.
    pub used: Option<String>,
    pub used_ago: String,
    pub used_from: Option<String>,
    pub is_unseen: bool,
}

/// What all of them need to be shown.
pub struct KeyViews {
    lang: Lang,
    zone: TimeZone,
    restaurants: HashMap<Id, String>,
}

impl KeyViews {
    pub fn read(visit: &Visit) -> Result<KeyViews, Failure> {
        let restaurants = restaurants::names(&visit.app)?.into_iter().collect();
        Ok(KeyViews { lang: visit.lang, zone: settings::zone(&visit.app)?, restaurants })
    }

    pub fn view(&self, key: &Key) -> KeyView {
        let KeyViews { lang, zone, restaurants } = self;
        let gone = lang.texts().webhooks_page.gone_restaurant;
        let name = |id: &Id| restaurants.get(id).cloned().unwrap_or_else(|| gone.to_owned());
        KeyView {
            id: key.id,
            name: key.name.clone(),
            prefix: key.prefix.clone(),
            is_primary: key.is_primary,
            is_for_webhooks: key.scope == Scope::Webhooks,
            scope: scope(*lang, key.scope),
            restaurant: key.restaurant_id.as_ref().map(name),
            ends: key.ends_at.map(|end| show::time(*lang, last_moment(end), zone)),
            has_ended: keys::has_ended(key),
            made: show::time(*lang, key.created_at, zone),
            used: key.last_used_at.map(|at| show::time(*lang, at, zone)),
            used_ago: key.last_used_at.map(|at| show::ago(*lang, at, clock::now())).unwrap_or_default(),
            used_from: key.last_used_from.clone(),
            is_unseen: key.is_unseen,
        }
    }
}

/// A key that ends at midnight is good until the minute before.
pub fn last_moment(end: Time) -> Time {
    end.minus(Duration::from_millis(1))
}

/// The primary key, where more can be done with it than a receiver of notifications should be able to.
pub fn offer(visit: &Visit) -> Result<Option<KeyView>, Failure> {
    let (primary, _) = keys::primary(&visit.app)?;
    let views = KeyViews::read(visit)?;
    Ok(primary.filter(|key| key.scope != Scope::Webhooks).map(|key| views.view(&key)))
}
