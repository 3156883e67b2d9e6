//! The simulated platforms of `garson demo`: they pose as the real ones, live in memory, and make no calls.
//!
//! Only `garson demo` begins the pretence, on a throwaway store, before anything else runs. From then on `of` answers
//! with these instead of the real adapters, so nothing that a demo does can reach a platform.

mod diners;
mod dishes;
mod world;

use self::world::{ACCEPT, CANCEL, DELIVER, HANDOVER, READY, SEND, World};
use crate::{Case, Client, Facts, Link, Platform, PollRequest, Polled, Report, Step, Told, WithoutReason, said};
use model::{Act, DeliveryType, Failure, Menu, Order, Provider, Reason, Status};
use parking_lot::{Mutex, MutexGuard};
use std::{sync::OnceLock, time::Duration};

/// How often the simulated platforms are asked, whatever the interval for real ones.
const POLL: Duration = Duration::from_secs(1);

static WORLD: OnceLock<Mutex<World>> = OnceLock::new();
static POSING: OnceLock<Vec<Pretender>> = OnceLock::new();

static REASONS: [Reason; 4] = [
    Reason::fixed("out_of_stock", "Ürün tükendi", "A product is sold out"),
    Reason::fixed("too_busy", "Restoran çok yoğun", "The restaurant is too busy"),
    Reason::fixed("closed", "Restoran kapalı", "The restaurant is closed"),
    Reason::fixed("no_courier", "Kurye yok", "There is no courier"),
];

/// Begins the pretence, as these platforms: an order every `pace` or so.
pub fn begin(pace: Duration, platforms: impl Iterator<Item = (Provider, &'static Facts)>) {
    let posing: Vec<Pretender> =
        platforms.map(|(provider, real)| Pretender { provider, facts: posing(real) }).collect();
    let providers: Vec<Provider> = posing.iter().map(|demo| demo.provider).collect();
    let _ = POSING.set(posing);
    let _ = WORLD.set(Mutex::new(World::new(pace, &providers)));
}

pub fn is_on() -> bool {
    WORLD.get().is_some()
}

/// What stands in for this platform; `None` unless this is a demo.
pub fn posing_as(provider: Provider) -> Option<&'static dyn Platform> {
    POSING.get()?.iter().find(|demo| demo.provider == provider).map(|demo| demo as &dyn Platform)
}

/// It looks like the real one, makes no calls and asks for nothing. It lives as long as the program, so it may be leaked.
fn posing(real: &'static Facts) -> &'static Facts {
    Box::leak(Box::new(Facts {
        name: format!("{} (demo)", real.short_name.tr).leak(),
        home: "demo",
        credentials: &[],
        caveat: None,
        is_experimental: false,
        takes_callback_url: false,
        takes_minutes: false,
        needs_public_address: false,
        pushes: &[],
        can_look: true,
        pos_switch: None,
        ..real.clone()
    }))
}

fn world() -> Option<MutexGuard<'static, World>> {
    WORLD.get().map(|world| world.lock())
}

struct Pretender {
    provider: Provider,
    facts: &'static Facts,
}

impl Platform for Pretender {
    fn facts(&self) -> &'static Facts {
        self.facts
    }

    fn poll_every(&self, _wanted: Duration) -> Option<Duration> {
        Some(POLL)
    }

    fn poll(&self, client: &Client<'_>, asked: &PollRequest<'_>) -> Polled {
        let Some(mut world) = world() else { return Polled::default() };
        world.go_on(client.link.restaurant_id, asked.now);
        let reports = world.reports(client.link.restaurant_id, self.provider);
        Polled { reports, cursor: Some(asked.cursor.clone()), ..Polled::default() }
    }

    fn steps(&self, _link: &Link, order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
        match (act, to, order.content.delivery_type) {
            (Act::Verify { .. }, _, _) => vec![ACCEPT],
            (Act::Cancel { .. }, _, _) => vec![CANCEL],
            (Act::Advance, Status::OnTheWay, DeliveryType::PlatformCourier) => vec![READY, HANDOVER],
            (Act::Advance, Status::OnTheWay, DeliveryType::RestaurantCourier) => vec![SEND],
            (Act::Advance, Status::OnTheWay, DeliveryType::Pickup) => vec![READY],
            (Act::Advance, Status::Delivered, _) => vec![DELIVER],
            (Act::Advance, _, _) => Vec::new(),
        }
    }

    fn ready_step(&self, order: &Order) -> Option<&'static str> {
        (order.content.delivery_type == DeliveryType::PlatformCourier).then_some(READY)
    }

    fn tell(&self, _client: &Client<'_>, case: &Case<'_>, step: &Step<'_>) -> Result<Told, Failure> {
        let Some(mut world) = world() else { return Err(said("the demo is over")) };
        Ok(match step.name {
            ACCEPT => world.move_to(&case.order.provider_order_id, step.to),
            READY => world.ready(&case.order.provider_order_id),
            HANDOVER => world.hand_over(&case.order.provider_order_id),
            SEND => world.move_to(&case.order.provider_order_id, Status::OnTheWay),
            DELIVER => world.move_to(&case.order.provider_order_id, Status::Delivered),
            _ => world.move_to(&case.order.provider_order_id, Status::CancelledByRestaurant),
        })
    }

    fn look(&self, _client: &Client<'_>, provider_order_id: &str) -> Result<Report, Failure> {
        let found = world().and_then(|world| world.look(provider_order_id));
        found.ok_or_else(|| said("there is no such order in the demo"))
    }

    fn fixed_reasons(&self) -> Option<&'static [Reason]> {
        Some(&REASONS)
    }

    fn without_reason(&self, _order: &Order) -> WithoutReason {
        WithoutReason::Means("too_busy")
    }

    fn test(&self, _client: &Client<'_>) -> Result<Option<String>, Failure> {
        Ok(Some("Lezzet Durağı (demo)".to_owned()))
    }

    fn menu(&self, client: &Client<'_>) -> Result<Option<Menu>, Failure> {
        Ok(Some(dishes::menu(client.link)))
    }

    fn set_open(&self, _client: &Client<'_>, _is_open: bool) -> Result<(), Failure> {
        Ok(())
    }
}
