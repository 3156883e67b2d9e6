//! How platforms fare, from the board: which of them send orders, and which do not and why.

use super::look::BoardLook;
use crate::{crumbs::integration_path, page::page, show, visit::Visit};
use askama::Template;
use http::Answer;
use i18n::{
    Spoken,
    pages::{board::BoardTexts, troubles},
};
use model::Provider;
use ops::{care::settings, integrations, places::restaurants};
use platforms::facts;

#[derive(Template)]
#[template(path = "board_faring.html")]
struct FaringPiece {
    t: &'static BoardTexts,
    rows: Vec<FaringRow>,
}

struct FaringRow {
    provider: Provider,
    mark: &'static str,
    who: String,
    tone: &'static str,
    state: String,
    since: Option<String>,
    /// Where an owner opens, closes and mends it.
    path: Option<String>,
}

pub async fn show(visit: Visit) -> Answer {
    let (lang, look) = (visit.lang, BoardLook::of_piece(&visit)?);
    let (t, access) = (lang.texts().board_page, visit.access());
    let found = integrations::troubles(&visit.app, access)?;
    let names = restaurants::names(&visit.app)?;
    let shown = names.iter().filter(|(id, _)| access.sees(*id) && look.restaurant.is_none_or(|one| one == *id));
    let mut rows = Vec::new();
    for (id, name) in shown {
        let zone = settings::zone(&visit.app)?;
        for known in integrations::list(&visit.app, access, &id.to_string())? {
            let provider = known.integration.provider;
            let trouble = found.iter().find(|one| (one.restaurant, one.provider) == (*id, provider));
            let platform = facts(provider).short_name_in(lang);
            if trouble.is_none() && !known.is_connected {
                continue;
            }
            rows.push(FaringRow {
                provider,
                mark: facts(provider).mark,
                who: if names.len() > 1 { format!("{platform} · {name}") } else { platform.to_owned() },
                tone: if trouble.is_some() { "bad" } else { "good" },
                state: trouble.map_or(t.working.to_owned(), |one| troubles::sentence(lang, &one.fault)),
                since: trouble.map(|one| troubles::since(lang, &show::time(lang, one.since, &zone))),
                path: visit.is_owner().then(|| integration_path(*id, provider)),
            });
        }
    }
    page(&FaringPiece { t, rows })
}
