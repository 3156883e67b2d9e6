//! Who orders in a demo, and the dice that decide what.

use model::{DeliveryType, Provider};

/// A customer, and how they order.
#[derive(Clone, Copy)]
pub struct Diner {
    pub provider: Provider,
    pub delivery: DeliveryType,
    pub is_scheduled: bool,
    pub changes_mind: bool,
}

const fn diner(provider: Provider, delivery: DeliveryType) -> Diner {
    Diner { provider, delivery, is_scheduled: false, changes_mind: false }
}

const DINERS: [Diner; 10] = [
    diner(Provider::Getir, DeliveryType::RestaurantCourier),
    diner(Provider::Yemeksepeti, DeliveryType::PlatformCourier),
    Diner { changes_mind: true, ..diner(Provider::TrendyolGo, DeliveryType::RestaurantCourier) },
    diner(Provider::Getir, DeliveryType::PlatformCourier),
    Diner { is_scheduled: true, ..diner(Provider::Getir, DeliveryType::RestaurantCourier) },
    diner(Provider::MigrosYemek, DeliveryType::RestaurantCourier),
    diner(Provider::TrendyolGo, DeliveryType::PlatformCourier),
    diner(Provider::Yemeksepeti, DeliveryType::Pickup),
    Diner { changes_mind: true, ..diner(Provider::Getir, DeliveryType::PlatformCourier) },
    diner(Provider::Yemeksepeti, DeliveryType::RestaurantCourier),
];

/// They take turns. A platform that none of them orders from gets one who does.
pub fn diners(providers: &[Provider]) -> Vec<Diner> {
    let is_left_out = |provider: &&Provider| !DINERS.iter().any(|diner| diner.provider == **provider);
    let others = providers.iter().filter(is_left_out);
    let others = others.map(|provider| diner(*provider, DeliveryType::RestaurantCourier));
    DINERS.into_iter().chain(others).collect()
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
