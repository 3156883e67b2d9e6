//! Who orders in a demo, and the dice that decide what.

use crate::model::{Provider, order::DeliveryType};

/// Somebody who orders, and how.
#[derive(Clone, Copy)]
pub struct Guest {
    pub provider: Provider,
    pub delivery: DeliveryType,
    pub is_scheduled: bool,
    pub changes_mind: bool,
}

const fn guest(provider: Provider, delivery: DeliveryType) -> Guest {
    Guest { provider, delivery, is_scheduled: false, changes_mind: false }
}

const GUESTS: [Guest; 10] = [
    guest(Provider::Getir, DeliveryType::RestaurantCourier),
    guest(Provider::Yemeksepeti, DeliveryType::PlatformCourier),
    Guest { changes_mind: true, ..guest(Provider::TrendyolGo, DeliveryType::RestaurantCourier) },
    guest(Provider::Getir, DeliveryType::PlatformCourier),
    Guest { is_scheduled: true, ..guest(Provider::Getir, DeliveryType::RestaurantCourier) },
    guest(Provider::MigrosYemek, DeliveryType::RestaurantCourier),
    guest(Provider::TrendyolGo, DeliveryType::PlatformCourier),
    guest(Provider::Yemeksepeti, DeliveryType::Pickup),
    Guest { changes_mind: true, ..guest(Provider::Getir, DeliveryType::PlatformCourier) },
    guest(Provider::Yemeksepeti, DeliveryType::RestaurantCourier),
];

/// They take turns. A platform that none of them orders from gets one who does.
pub fn guests(providers: &[Provider]) -> Vec<Guest> {
    let is_left_out = |provider: &&Provider| !GUESTS.iter().any(|guest| guest.provider == **provider);
    let others = providers.iter().filter(is_left_out);
    let others = others.map(|provider| guest(*provider, DeliveryType::RestaurantCourier));
    GUESTS.into_iter().chain(others).collect()
}

/// Small dice (xorshift): a demo needs variety, not secrets.
pub struct Dice(u64);

impl Dice {
    pub fn new() -> Dice {
        Dice(0x9e37_79b9_7f4a_7c15)
    }

    pub fn below(&mut self, sides: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 32) % u64::from(sides.max(1))) as u32
    }

    pub fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len() as u32) as usize % all.len()]
    }
}
