//! `Time` (a moment, in milliseconds) and `Day` (a local calendar day).
//!
//! Nothing here reads a clock: moments come from the store's writer or from `clock`.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde::{Deserialize, Serialize};
use std::{fmt, ops::Range, time::Duration};

/// Milliseconds since 1970; written as RFC 3339 in UTC with three decimals.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Time(pub i64);

/// The last whole second that jiff takes in milliseconds, a day before four-digit years end.
const LATEST: i64 = 253_402_207_199_999;
/// The day before the last that jiff knows.
const MOST_DAY: i32 = 2_932_895;

impl Time {
    /// Any RFC 3339 time with an offset, between 1970 and 9999.
    pub fn parse(text: &str) -> Option<Time> {
        if let Some(millis) = read_own(text) {
            return Time::from_millis(millis);
        }
        // jiff reads more than RFC 3339 (a bracketed zone, for example); what we document is what we take.
        if text.contains('[') || !text.contains(['T', 't', ' ']) {
            return None;
        }
        Time::from_millis(text.parse::<Timestamp>().ok()?.as_millisecond())
    }

    /// As a `Date` header has it: `Sun, 06 Nov 1994 08:49:37 GMT`.
    pub fn parse_http(text: &str) -> Option<Time> {
        Time::from_millis(jiff::fmt::rfc2822::parse(text).ok()?.timestamp().as_millisecond())
    }

    /// Milliseconds since 1970, up to the year 9999.
    pub fn from_millis(millis: i64) -> Option<Time> {
        (0..=LATEST).contains(&millis).then_some(Time(millis))
    }

    pub fn plus(self, span: Duration) -> Time {
        let millis = i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
        Time(self.0.saturating_add(millis).clamp(0, LATEST))
    }

    pub fn minus(self, span: Duration) -> Time {
        let millis = i64::try_from(span.as_millis()).unwrap_or(i64::MAX);
        Time(self.0.saturating_sub(millis).clamp(0, LATEST))
    }

    /// How long ago `earlier` was; nothing where the clock was set back in between and it lies ahead.
    pub fn since(self, earlier: Time) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }

    pub fn day_in(self, zone: &TimeZone) -> Day {
        let date = zone.to_datetime(self.timestamp()).date();
        Day(since_1970(date) as i32)
    }

    pub fn timestamp(self) -> Timestamp {
        Timestamp::from_millisecond(self.0.clamp(0, LATEST)).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3}", self.timestamp())
    }
}

text_in_json!(Time, "not a time", |time, serializer| serializer.collect_str(time));

/// Milliseconds since 1970 of a time as we write it, which nearly all are that are read; others are left to jiff.
fn read_own(text: &str) -> Option<i64> {
    let text: &[u8; 24] = text.as_bytes().try_into().ok()?;
    let signs = [4, 7, 10, 13, 16, 19, 23].map(|at| text[at]);
    let number = |range: Range<usize>| {
        let digits = text[range].iter();
        digits.copied().try_fold(0, |sum, digit| digit.is_ascii_digit().then(|| sum * 10 + i64::from(digit - b'0')))
    };
    let date = Date::new(number(0..4)? as i16, number(5..7)? as i8, number(8..10)? as i8).ok()?;
    let (hour, minute, second, milli) = (number(11..13)?, number(14..16)?, number(17..19)?, number(20..23)?);
    let is_own = signs == *b"--T::.Z" && hour < 24 && minute < 60 && second < 60;
    is_own.then(|| (((since_1970(date) * 24 + hour) * 60 + minute) * 60 + second) * 1_000 + milli)
}

/// In days.
fn since_1970(date: Date) -> i64 {
    date.duration_since(Date::constant(1970, 1, 1)).as_hours() / 24
}

/// Days since 1970-01-01 on a restaurant's own calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Day(pub i32);

impl Day {
    /// `YYYY-MM-DD`, from 1970 on.
    pub fn parse(text: &str) -> Option<Day> {
        if text.len() != 10 {
            return None;
        }
        let date = text.parse::<Date>().ok()?;
        let day = since_1970(date);
        (day >= 0).then_some(Day(day as i32))
    }

    pub fn plus(self, days: i32) -> Day {
        Day(self.0.saturating_add(days))
    }

    /// Days since Monday.
    pub fn weekday(self) -> i32 {
        // The first of January 1970 was a Thursday.
        (i64::from(self.0) + 3).rem_euclid(7) as i32
    }

    pub fn first_of_month(self) -> Day {
        self.plus(1 - i32::from(self.date().day()))
    }

    /// Midnight there, or where a clock jumps over it, what comes after the jump.
    pub fn starts_in(self, zone: &TimeZone) -> Time {
        self.hour_in(zone, 0)
    }

    /// When clocks there show this full hour for the first time on this day; where they jump over it, what comes after the
    /// jump.
    pub fn hour_in(self, zone: &TimeZone, hour: u8) -> Time {
        let shown = jiff::civil::Time::new(hour.cast_signed(), 0, 0, 0).unwrap_or_default();
        let moment = zone.to_ambiguous_timestamp(self.date().to_datetime(shown)).compatible();
        Time(moment.unwrap_or(Timestamp::UNIX_EPOCH).as_millisecond().clamp(0, LATEST))
    }

    /// As a calendar date; a day that no calendar has is the first that we know.
    pub fn date(self) -> Date {
        let first = Date::constant(1970, 1, 1);
        first.checked_add(jiff::Span::new().days(self.0.clamp(0, MOST_DAY))).unwrap_or(first)
    }
}

impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.date())
    }
}

/// The zone a name stands for, if the built-in table knows it.
pub fn zone(name: &str) -> Option<TimeZone> {
    TimeZone::get(name).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_of_an_answer_is_read() {
        assert_eq!(Time::parse_http("Sun, 06 Nov 1994 08:49:37 GMT"), Some(Time(784_111_777_000)));
        assert_eq!(Time::parse_http("yesterday"), None);
    }

    #[test]
    fn times_are_utc_with_milliseconds() {
        assert_eq!(Time::parse("2026-11-14T21:02:11.1234+03:00").unwrap().to_string(), "2026-11-14T18:02:11.123Z");
        assert_eq!(Time(0).to_string(), "1970-01-01T00:00:00.000Z");
        let last = Time::parse("9999-12-30T21:59:59.9999Z").unwrap();
        assert_eq!((last, last.plus(Duration::from_mins(1))), (Time(LATEST), last));
        assert_eq!(last.to_string(), "9999-12-30T21:59:59.999Z");
        for bad in [
            "",
            "9999-12-30T22:00:00.999Z",
            "2026-11-14",
            "2026-11-14T18:02:11",
            "18:02",
            "1969-12-31T23:59:59Z",
            "2026-11-14T18:02:11+03:00[Europe/Istanbul]",
            "2026-13-01T00:00:00Z",
        ] {
            assert_eq!(Time::parse(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_time_as_we_write_it_is_read_as_jiff_reads_it() {
        let ours = |year: i32, rest: &str| format!("{year:04}-{rest}");
        let rests = [
            "01-01T00:00:00.000Z",
            "02-28T23:59:59.999Z",
            "02-29T12:30:15.250Z",
            "03-01T00:00:00.001Z",
            "12-31T23:59:59.999Z",
            "13-01T00:00:00.000Z",
            "04-31T00:00:00.000Z",
            "01-01T24:00:00.000Z",
            "01-01T00:60:00.000Z",
            "01-01T00:00:60.000Z",
            "01-01t00:00:00.000z",
            "01-01 00:00:00.000Z",
            "01-01T00:00:00,000Z",
            "01-01T00:00:00.00+0",
            "0x-01T00:00:00.000Z",
        ];
        for text in (1950..9_999).step_by(7).flat_map(|year| rests.map(|rest| ours(year, rest))) {
            let by_jiff = text.parse::<Timestamp>().ok().and_then(|time| Time::from_millis(time.as_millisecond()));
            assert_eq!(Time::parse(&text), by_jiff, "{text}");
        }
    }

    #[test]
    fn a_span_is_added_taken_away_and_measured() {
        let (noon, minute) = (Time::parse("2026-11-14T12:00:00Z").unwrap(), Duration::from_mins(1));
        assert_eq!(noon.plus(minute).to_string(), "2026-11-14T12:01:00.000Z");
        assert_eq!((noon.plus(minute).since(noon), noon.since(noon.plus(minute))), (minute, Duration::ZERO));
        assert_eq!(noon.plus(minute).minus(minute), noon);
        assert_eq!((noon.plus(Duration::MAX), noon.minus(Duration::MAX)), (Time(LATEST), Time(0)));
        assert_eq!(Time(i64::MAX).since(Time(i64::MIN)), Duration::from_millis(i64::MAX as u64));
    }

    #[test]
    fn a_day_is_the_restaurants_own() {
        let istanbul = zone("Europe/Istanbul").unwrap();
        let before_midnight = Time::parse("2026-11-14T20:59:59Z").unwrap();
        let after_midnight = Time::parse("2026-11-14T21:00:00Z").unwrap();
        assert_eq!(Some(before_midnight.day_in(&istanbul)), Day::parse("2026-11-14"));
        assert_eq!(Some(after_midnight.day_in(&istanbul)), Day::parse("2026-11-15"));
        assert!(zone("Mars/Olympus").is_none());
    }

    #[test]
    fn a_day_is_shown_counted_and_begun_as_on_a_calendar() {
        let day = Day::parse("2026-11-14").unwrap();
        assert_eq!(day.to_string(), "2026-11-14");
        assert_eq!((day.weekday(), Day(0).weekday()), (5, 3), "a Saturday, and a Thursday");
        assert_eq!(
            (day.plus(1).to_string(), day.first_of_month().to_string()),
            ("2026-11-15".into(), "2026-11-01".into())
        );
        let starts = |day: &str, place: &str| Day::parse(day).unwrap().starts_in(&zone(place).unwrap()).to_string();
        assert_eq!(starts("2026-11-14", "Europe/Istanbul"), "2026-11-13T21:00:00.000Z");
        // Midnight did not happen that day in Cairo.
        assert_eq!(starts("2026-04-24", "Africa/Cairo"), "2026-04-23T22:00:00.000Z");
        // On the days that clocks are set in Berlin, four o’clock is as many hours after midnight as clocks show, and one less
        // or more have passed; two o’clock does not come on the one day, and comes twice on the other.
        let berlin = zone("Europe/Berlin").unwrap();
        let strikes = |day: &str, hour| Day::parse(day).unwrap().hour_in(&berlin, hour).to_string();
        assert_eq!(strikes("2026-03-29", 4), "2026-03-29T02:00:00.000Z");
        assert_eq!(strikes("2026-03-29", 2), "2026-03-29T01:00:00.000Z");
        assert_eq!(strikes("2026-10-25", 4), "2026-10-25T03:00:00.000Z");
        assert_eq!(strikes("2026-10-25", 2), "2026-10-25T00:00:00.000Z");
        for odd in [i32::MIN, -1, i32::MAX] {
            let _ = (Day(odd).to_string(), Day(odd).weekday(), Day(odd).starts_in(&TimeZone::UTC));
        }
    }
}
