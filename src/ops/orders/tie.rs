//! An order's tie to its platform: whom to tell, and how.

use super::progress::{StepProgress, is_nameless, is_taken};
use crate::{AppState, integrations::link::link};
use model::{Act, Id, Order, Result, Status};
use platforms::{self, Link, Platform};
use store::{Integrations, Orders, ReadView};

/// An order's platform and, while the restaurant is connected, the link to it.
#[derive(Clone)]
pub struct Tie {
    platform: &'static dyn Platform,
    link: Option<Link>,
}

impl Tie {
    /// An order and its tie as they are stored; nothing where there is no such order.
    pub fn load(app: &AppState, id: Id) -> Result<Option<(Order, Tie)>> {
        let reader = app.store.read()?;
        let Some(order) = reader.order(id)? else { return Ok(None) };
        let tie = Tie::of(app, &reader, &order)?;
        Ok(Some((order, tie)))
    }

    pub fn of(app: &AppState, view: &impl ReadView, order: &Order) -> Result<Tie> {
        let platform = platforms::of(order.provider);
        let integration = view.integration(order.restaurant_id, order.provider)?;
        let link = integration.map(|integration| link(app, view, &integration)).transpose()?;
        Ok(Tie { platform, link })
    }

    /// Platform and link together, where there is a platform to tell.
    pub fn both(&self) -> Option<(&'static dyn Platform, &Link)> {
        Some((self.platform, self.link.as_ref()?))
    }

    /// The steps that a platform is to be told of an act; none for an order that it has no id for. That the order is ready is
    /// not told again where it was told when it was.
    pub fn steps(&self, order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
        let Some((platform, link)) = self.named(order) else { return Vec::new() };
        let mut steps = platform.steps(link, order, act, to);
        if let Some(ready) = platform.ready_step(order).filter(|ready| is_taken(order, ready)) {
            steps.retain(|step| *step != ready);
        }
        steps
    }

    /// That the order is ready, for the platform whose courier fetches it.
    pub fn ready_later(&self, order: &Order) -> StepProgress {
        let told = |(platform, link): (&'static dyn Platform, &Link)| {
            Some(StepProgress::later(platform, link, &[platform.ready_step(order)?]))
        };
        self.named(order).and_then(told).unwrap_or_default()
    }

    /// Platform and link, where there is a platform that knows the order by an id.
    fn named(&self, order: &Order) -> Option<(&'static dyn Platform, &Link)> {
        self.both().filter(|_| !is_nameless(&order.provider_order_id))
    }

    /// The steps that a platform is to be told of an act, none of them at once.
    pub fn steps_later(&self, order: &Order, act: &Act, to: Status) -> StepProgress {
        let steps = self.steps(order, act, to);
        self.both().map(|(platform, link)| StepProgress::later(platform, link, &steps)).unwrap_or_default()
    }
}
