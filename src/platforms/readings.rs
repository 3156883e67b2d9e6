//! Prices that can be read in more ways than one: an adapter lists the readings that its platform may mean, known best
//! first. Each is tried for the whole order, and the first whose sums hold is taken.

use super::amount::{sum, times};
use model::{ItemOption, Money, money::MOST};

/// The first reading whose sums miss by no more than so many kuruş; `gap` has nothing of a reading that cannot be.
pub fn first_to_hold<R>(
    readings: impl IntoIterator<Item = R>,
    slack: i64,
    gap: impl Fn(&R) -> Option<Money>,
) -> Option<R> {
    readings.into_iter().find(|reading| gap(reading).is_some_and(|gap| gap.0.abs() <= slack))
}

/// What a price is of.
#[derive(Clone, Copy)]
pub enum Per {
    Line,
    Piece,
}

/// How often an option counts.
#[derive(Clone, Copy)]
pub enum OptionCount {
    /// Its price is for all of them.
    Once,
    /// Its own number.
    Own,
    /// Its own times that of every option it lies in.
    Nested,
}

/// One way to read the prices of a line and of its options.
#[derive(Clone, Copy)]
pub struct PriceReading {
    pub price: Per,
    pub option: Per,
    pub count: OptionCount,
    /// The options are in the price already.
    pub is_inside: bool,
}

/// What a whole line costs: its dishes alone, and with what is chosen for them.
pub struct Cost {
    /// Below zero where the reading cannot be: options that cost more than the whole are not in it.
    pub dishes: Money,
    pub total: Money,
}

impl PriceReading {
    /// The options are in the price, and of as much as that is.
    pub const fn inside(price: Per) -> PriceReading {
        PriceReading { price, option: price, count: OptionCount::Once, is_inside: true }
    }

    pub const fn on_top(price: Per, option: Per, count: OptionCount) -> PriceReading {
        PriceReading { price, option, count, is_inside: false }
    }

    pub fn cost(self, price: Money, options: &[ItemOption], pieces: u32) -> Cost {
        let price = on_line(price, self.price, pieces);
        let extras = self.of_options(options, pieces, 1);
        match self.is_inside {
            true => Cost { dishes: price.minus(extras), total: price },
            false => Cost { dishes: price, total: price.plus(extras).min(MOST) },
        }
    }

    /// What one option adds to a line, those below it left out. `above`: how often the option counts that it lies in.
    pub fn of_option(self, option: &ItemOption, pieces: u32, above: u32) -> Money {
        on_line(times(option.price.unwrap_or_default(), self.number(option, above)), self.option, pieces)
    }

    /// What options add to a line, with those below them.
    pub fn of_options(self, options: &[ItemOption], pieces: u32, above: u32) -> Money {
        let with_those_below = |option: &ItemOption| {
            let below = self.of_options(&option.options, pieces, self.number(option, above));
            self.of_option(option, pieces, above).plus(below)
        };
        sum(options.iter().map(with_those_below))
    }

    fn number(self, option: &ItemOption, above: u32) -> u32 {
        match self.count {
            OptionCount::Once => 1,
            OptionCount::Own => option.quantity,
            OptionCount::Nested => option.quantity.saturating_mul(above),
        }
    }
}

fn on_line(price: Money, per: Per, pieces: u32) -> Money {
    match per {
        Per::Line => price,
        Per::Piece => times(price, pieces),
    }
}
