//! When the next attempt is due. Pure: the caller brings the clock and the dice.

use super::time::Time;
use std::time::Duration;

/// A target may ask for patience, but not for more than this.
pub const LONGEST_WISH: Duration = Duration::from_secs(3_600);

/// The moment of the next attempt after `tries` in vain; `None` when the retries are used up.
/// `dice` is between 0 and 1: it spreads each pause by ten per cent either way, so that a crowd does not come back as one.
pub fn next_attempt(tries: u32, pauses: &[Duration; 3], wish: Option<Duration>, dice: f64, now: Time) -> Option<Time> {
    let pause = pauses.get(usize::try_from(tries).ok()?.checked_sub(1)?)?;
    let spread = pause.mul_f64(0.9 + 0.2 * dice.clamp(0.0, 1.0));
    let wished = wish.unwrap_or_default().min(LONGEST_WISH);
    Some(now.plus(spread.max(wished)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PAUSES: [Duration; 3] = [Duration::from_secs(5), Duration::from_secs(120), Duration::from_secs(1_800)];

    #[test]
    fn three_retries_and_no_more() {
        let at = |tries| next_attempt(tries, &PAUSES, None, 0.5, Time(0));
        assert_eq!(at(1), Some(Time(5_000)));
        assert_eq!(at(2), Some(Time(120_000)));
        assert_eq!(at(3), Some(Time(1_800_000)));
        assert_eq!((at(4), at(0), at(99)), (None, None, None));
    }

    proptest! {
        #[test]
        fn a_pause_is_within_ten_per_cent_or_what_the_target_wished_up_to_an_hour(
            tries in 1u32..=3, dice in 0.0f64..=1.0, wish in proptest::option::of(0u64..100_000)
        ) {
            let at = next_attempt(tries, &PAUSES, wish.map(Duration::from_secs), dice, Time(1_000)).unwrap().0 - 1_000;
            let pause = PAUSES[tries as usize - 1].as_millis() as i64;
            let wished = (wish.unwrap_or(0).min(3_600) * 1_000) as i64;
            prop_assert!(at >= pause * 9 / 10 && at >= wished);
            prop_assert!(at <= (pause * 11 / 10).max(wished) + 1);
        }
    }
}
