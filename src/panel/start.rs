//! First steps: what an owner does after the first visit, with what is done already; and test orders. Owners only.

use super::{
    crumbs::restaurant_path,
    frame::{Frame, Here},
    integrations::card::{self, IntegrationCard},
    page::{go_to, page},
    visit::Visit,
    way_in::WayIn,
};
use askama::Template;
use http::Answer;
use i18n::{Spoken, pages::start as words};
use model::{Access, Failure, Id};
use ops::{
    care::settings,
    keys, orders,
    people::first_steps::{self, FirstSteps},
    places::restaurants,
};

#[derive(Template)]
#[template(path = "start.html")]
struct StartPage {
    frame: Frame,
    done: FirstSteps,
    /// The restaurant that the steps are about: its name and its page.
    restaurant: Option<(String, String)>,
    /// There are others, which have pages of their own.
    has_others: bool,
    platforms: Vec<IntegrationCard>,
    way_in: Option<WayIn>,
    /// The page where the first key is shown, while it was not seen.
    unseen_key: Option<String>,
    /// The board does not lead here any more.
    is_hidden: bool,
}

pub async fn show(visit: Visit) -> Answer {
    let app = &visit.app;
    let names = restaurants::names(app)?;
    let first = names.first().map(|(id, _)| restaurants::show(app, Access::FULL, &id.to_string())).transpose()?;
    let platforms = first.as_ref().map_or_else(|| Ok(Vec::new()), |shown| card::cards(&visit, shown))?;
    let unseen = keys::list(app)?.into_iter().find(|key| key.is_unseen);
    page(&StartPage {
        frame: Frame::of(&visit, Here::Elsewhere, visit.lang.texts().start_page.title),
        done: first_steps::first_steps(app)?,
        restaurant: names.first().map(|(id, name)| (name.clone(), restaurant_path(*id))),
        has_others: names.len() > 1,
        platforms,
        way_in: WayIn::now(app)?,
        unseen_key: unseen.map(|key| format!("/keys/{}/show", key.id)),
        is_hidden: settings::show(app)?.hides_first_steps,
    })
}

/// The board leads here no more.
pub async fn hide(visit: Visit) -> Answer {
    settings::hide_first_steps(visit.ctx()).await?;
    go_to("/")
}

pub async fn send_test_order(visit: Visit) -> Answer {
    orders::send_test_order(visit.ctx(), visit.param(0)).await?;
    go_to("/")
}

/// What the board shows of this to an owner: how far the steps are, and where a test order is sent.
pub struct BoardInvitation {
    /// While steps are open, and no orders are: in a rush nothing stands above them.
    pub line: Option<String>,
    /// While there is a restaurant.
    pub test_order: Option<String>,
}

impl BoardInvitation {
    pub fn of(visit: &Visit, restaurant: Option<Id>, is_quiet: bool) -> Result<BoardInvitation, Failure> {
        if !visit.is_owner() {
            return Ok(BoardInvitation { line: None, test_order: None });
        }
        let count = if is_quiet { first_steps::steps_left(&visit.app)? } else { None };
        let line = count.map(|count| words::board_line(visit.lang, count.done, count.of));
        let test_order = restaurant.map(|id| format!("{}/test-order", restaurant_path(id)));
        Ok(BoardInvitation { line, test_order })
    }
}
