//! What keeps orders away, in red at the foot of every page and on every screen: what, since when, and what to do.

use super::{crumbs::integration_path, show, visit::Visit};
use askama::Template;
use i18n::{Lang, Spoken, pages::troubles as texts};
use jiff::tz::TimeZone;
use model::{Access, Failure, PlatformTrouble};
use ops::{
    AppState,
    care::{
        alarm::{self, HouseTrouble},
        settings,
    },
    integrations,
    places::restaurants,
};
use platforms::facts;

/// More would cover what they are said beside; the page Health has all of them.
const MOST_ROWS: usize = 3;

#[derive(Default, Template)]
#[template(path = "trouble.html")]
pub struct TroubleBar {
    rows: Vec<TroubleRow>,
    /// How many more there are, and for an owner the way to them.
    more: Option<(String, Option<&'static str>)>,
}

/// What is known of it, for all readers.
#[derive(Default, PartialEq)]
pub struct Troubles {
    pub house: Vec<HouseTrouble>,
    pub platforms: Vec<PlatformTrouble>,
}

impl Troubles {
    /// As it stands now. Where the store cannot be read just now, what is known of platforms is as it was `before`.
    pub fn now(app: &AppState, access: Access, before: &Troubles) -> Troubles {
        let platforms = integrations::troubles(app, access).unwrap_or_else(|_| before.platforms.clone());
        Troubles { house: alarm::troubles(app), platforms }
    }
}

struct TroubleRow {
    /// The same for as long as it lasts: a device rings once for it.
    key: String,
    who: String,
    sentence: String,
    since: String,
    advice: &'static str,
    /// Where an owner mends it, and what that is called.
    link: Option<(String, &'static str)>,
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
    pub fn now(visit: &Visit) -> TroubleBar {
        let reader = TroubleReader::of(visit);
        let found = Troubles::now(&visit.app, reader.access, &Troubles::default());
        TroubleBar::of(&visit.app, &found, reader).unwrap_or_default()
    }

    pub fn of(app: &AppState, found: &Troubles, reader: TroubleReader) -> Result<TroubleBar, Failure> {
        let TroubleReader { lang, access, is_owner } = reader;
        let of_platforms: Vec<_> = found.platforms.iter().filter(|one| access.sees(one.restaurant)).collect();
        let count = found.house.len() + of_platforms.len();
        let house = found.house.iter().map(|one| Ok(TroubleRow::of_house(app, one, reader)));
        let of_platforms = of_platforms.into_iter().map(|one| TroubleRow::of(app, one, reader));
        let rows = house.chain(of_platforms).take(MOST_ROWS).collect::<Result<_, _>>()?;
        let left = count.saturating_sub(MOST_ROWS);
        let more = (left > 0).then(|| (texts::more(lang, left), is_owner.then(|| texts::see_all(lang))));
        Ok(TroubleBar { rows, more })
    }
}

impl TroubleRow {
    fn of_house(app: &AppState, trouble: &HouseTrouble, reader: TroubleReader) -> TroubleRow {
        let TroubleReader { lang, is_owner, .. } = reader;
        let t = lang.texts().status_page;
        // A store that cannot be read just now says nothing of the zone.
        let zone = settings::zone(app).unwrap_or(TimeZone::UTC);
        let (key, sentence, since, help, help_of_staff) = match trouble {
            HouseTrouble::RefusesOrders { since, is_disk_low } => {
                let (sentence, help) = match is_disk_low {
                    true => (t.disk_short, t.disk_short_help),
                    false => (texts::refuses_orders(lang), t.store_ill_help),
                };
                let shown = texts::since(lang, &show::time(lang, *since, &zone));
                (format!("store/{}", since.0), sentence.to_owned(), shown, help, texts::house_advice_to_staff(lang))
            }
            HouseTrouble::ClockBehind { until } => {
                let (sentence, help) = show::clock_lag(lang, until.since(clock::now()));
                let ends = texts::clock_until(lang, &show::exact(lang, *until, &zone));
                // To the minute: ids that are given meanwhile go on from there.
                let key = format!("clock/{}", until.0 / 60_000);
                (key, format!("{sentence}."), ends, help, texts::clock_advice_to_staff(lang))
            }
        };
        TroubleRow {
            key,
            who: texts::this_machine(lang).to_owned(),
            sentence,
            since,
            advice: if is_owner { help } else { help_of_staff },
            link: is_owner.then(|| ("/status".to_owned(), texts::open_health(lang))),
        }
    }

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
            link: is_owner.then(|| (integration_path(*id, *provider), texts::fix(lang))),
        })
    }
}
