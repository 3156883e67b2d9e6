//! The simulated platforms of `garson demo`: they pose as the real ones, live in memory, and call nobody.
//!
//! Only `garson demo` begins the pretence, on a throwaway store, before anything else runs. From then on `of` answers
//! with these instead of the real adapters, so nothing that a demo does can reach a platform.

mod dishes;
mod world;

use crate::model::{Act, Failure, Menu, Order, Provider, Reason, Status, order::DeliveryType};
use crate::platforms::{
    client::{Client, said},
    form::Credential,
    link::Link,
    platform::{Asked, Case, Platform, PushRoute, Step, Told, WithoutReason},
    report::{Polled, Report},
};
use parking_lot::{Mutex, MutexGuard};
use std::{sync::OnceLock, time::Duration};
use world::World;

/// How often the simulated platforms are asked, whatever the interval for real ones.
const POLL: Duration = Duration::from_secs(1);

static WORLD: OnceLock<Mutex<World>> = OnceLock::new();
static POSING: [Demo; 4] = [
    Demo(Provider::Getir, "Getir (demo)"),
    Demo(Provider::Yemeksepeti, "Yemeksepeti (demo)"),
    Demo(Provider::TrendyolGo, "Trendyol Go (demo)"),
    Demo(Provider::MigrosYemek, "Migros Yemek (demo)"),
];

const ACCEPT: &str = "accept";
const READY: &str = "ready";
const HANDOVER: &str = "handover";
const SEND: &str = "send";
const DELIVER: &str = "deliver";
const CANCEL: &str = "cancel";

const REASONS: [Reason; 4] = [
    Reason::fixed("out_of_stock", "Ürün tükendi", "A product is sold out"),
    Reason::fixed("too_busy", "Restoran çok yoğun", "The restaurant is too busy"),
    Reason::fixed("closed", "Restoran kapalı", "The restaurant is closed"),
    Reason::fixed("no_courier", "Kurye yok", "There is no courier"),
];

/// Begins the pretence: an order every `pace` or so.
pub fn begin(pace: Duration) {
    let _ = WORLD.set(Mutex::new(World::new(pace)));
}

/// Whether this is a demo.
pub fn is_on() -> bool {
    WORLD.get().is_some()
}

/// Who stands where this platform would; nobody unless this is a demo.
pub fn posing_as(provider: Provider) -> Option<&'static dyn Platform> {
    WORLD.get()?;
    POSING.iter().find(|demo| demo.0 == provider).map(|demo| demo as &dyn Platform)
}

fn world() -> Option<MutexGuard<'static, World>> {
    WORLD.get().map(|world| world.lock())
}

struct Demo(Provider, &'static str);

impl Platform for Demo {
    fn name(&self) -> &'static str {
        self.1
    }

    fn home(&self) -> &'static str {
        "demo"
    }

    fn credentials(&self) -> &'static [Credential] {
        &[]
    }

    fn poll_every(&self, _wanted: Duration) -> Option<Duration> {
        Some(POLL)
    }

    fn poll(&self, client: &Client<'_>, asked: &Asked<'_>) -> Polled {
        let Some(mut world) = world() else { return Polled::default() };
        world.go_on(client.link.restaurant_id, asked.now);
        let reports = world.reports(client.link.restaurant_id, self.0);
        Polled { reports, cursor: Some(asked.cursor.clone()), ..Polled::default() }
    }

    fn pushes(&self) -> &'static [PushRoute] {
        &[]
    }

    fn steps(&self, _link: &Link, order: &Order, act: &Act, to: Status) -> Vec<&'static str> {
        match (act, to, order.content.delivery_type) {
            (Act::Verify, _, _) => vec![ACCEPT],
            (Act::Cancel { .. }, _, _) => vec![CANCEL],
            (Act::Advance, Status::OnTheWay, DeliveryType::PlatformCourier) => vec![READY, HANDOVER],
            (Act::Advance, Status::OnTheWay, DeliveryType::RestaurantCourier) => vec![SEND],
            (Act::Advance, Status::OnTheWay, DeliveryType::Pickup) => vec![READY],
            (Act::Advance, Status::Delivered, _) => vec![DELIVER],
            (Act::Advance, _, _) => Vec::new(),
        }
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

    fn calls_before(&self) -> Option<Duration> {
        (self.0 == Provider::Getir).then_some(Duration::from_secs(270))
    }

    fn decides(&self, order: &Order) -> bool {
        order.status == Status::OnTheWay && order.content.delivery_type == DeliveryType::PlatformCourier
    }

    fn reasons(&self, _client: &Client<'_>, _order: &Order) -> Result<Vec<Reason>, Failure> {
        Ok(REASONS.to_vec())
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
