//! What keeps orders away, in red at the foot of every page and on every screen: what, since when, and what to do.

use super::{crumbs::integration_path, show, visit::Visit};
use askama::Template;
use i18n::{Lang, pages::troubles as texts};
use model::{Access, Failure, PlatformTrouble};
use ops::{AppState, care::settings, integrations, places::restaurants};
use platforms::facts;

/// More would cover what they are said beside; the page Health has all of them.
const MOST_ROWS: usize = 3;

#[derive(Default, Template)]
#[template(path = "trouble.html")]
pub struct TroubleBar {
    rows: Vec<TroubleRow>,
    /// How many more there are, and for an owner the way to them.
    more: Option<(String, Option<&'static str>)>,
    fix: &'static str,
}

struct TroubleRow {
    /// The same for as long as it lasts: a device rings once for it.
    key: String,
    who: String,
    sentence: String,
    since: String,
    advice: &'static str,
    /// Where an owner mends it.
    path: Option<String>,
}

/// Who reads it.
#[derive(Clone, Copy)]
pub struct TroubleReader {
    pub lang: Lang,
    pub access: Access,
    pub is_owner: bool,
}

impl TroubleReader {
    pub fn of(visit: &Visit) -> TroubleReader {
        TroubleReader { lang: visit.lang, access: visit.access(), is_owner: visit.is_owner() }
    }
}

impl TroubleBar {
    /// As it stands now. A store that cannot be read just now is told of elsewhere.
    pub fn now(visit: &Visit) -> TroubleBar {
        let reader = TroubleReader::of(visit);
        let found = integrations::troubles(&visit.app, reader.access);
        found.and_then(|found| TroubleBar::of(&visit.app, &found, reader)).unwrap_or_default()
    }

    pub fn of(app: &AppState, found: &[PlatformTrouble], reader: TroubleReader) -> Result<TroubleBar, Failure> {
        let TroubleReader { lang, access, is_owner } = reader;
        let seen: Vec<&PlatformTrouble> = found.iter().filter(|one| access.sees(one.restaurant)).collect();
        let rows = seen.iter().take(MOST_ROWS).map(|one| TroubleRow::of(app, one, reader)).collect::<Result<_, _>>()?;
        let left = seen.len().saturating_sub(MOST_ROWS);
        let more = (left > 0).then(|| (texts::more(lang, left), is_owner.then(|| texts::see_all(lang))));
        Ok(TroubleBar { rows, more, fix: texts::fix(lang) })
    }
}

impl TroubleRow {
    fn of(app: &AppState, trouble: &PlatformTrouble, reader: TroubleReader) -> Result<TroubleRow, Failure> {
        let TroubleReader { lang, is_owner, .. } = reader;
        let PlatformTrouble { restaurant: id, provider, since, fault } = trouble;
        let restaurant = restaurants::show(app, Access::FULL, &id.to_string())?.restaurant;
        let platform = facts(*provider).short_name_in(lang);
        let is_one_of_many = restaurants::names(app)?.len() > 1;
        let zone = settings::zone_of(app, &restaurant)?;
        Ok(TroubleRow {
            key: format!("{id}/{provider}/{}", since.0),
            who: if is_one_of_many {
                format!("{platform} · {}:", restaurant.form.name)
            } else {
                format!("{platform}:")
            },
            sentence: texts::sentence(lang, fault),
            since: texts::since(lang, &show::time(lang, *since, &zone)),
            advice: if is_owner { texts::advice(lang, fault) } else { texts::advice_to_staff(lang, fault) },
            path: is_owner.then(|| integration_path(*id, *provider)),
        })
    }
}
