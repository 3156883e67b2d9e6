//! How values look on a page: money, times, ages, in the reader's language and the restaurant's time zone.

use super::figures;
use i18n::{self, Lang, Spoken, pages::words};
use jiff::{civil::DateTime, tz::TimeZone};
use model::{Currency, Money, Time};
use std::time::Duration;

/// `1.234,50 ₺` in Turkish, `₺1,234.50` in English.
pub fn money(lang: Lang, amount: Money, currency: Currency) -> String {
    let sign = if amount.0 < 0 { "−" } else { "" };
    let (whole, minor) = (amount.0.unsigned_abs() / 100, amount.0.unsigned_abs() % 100);
    let whole = figures::number(lang, whole);
    let mark = if currency == Currency::TRY { "₺" } else { currency.as_str() };
    match lang {
        Lang::Tr => format!("{sign}{whole},{minor:02} {mark}"),
        Lang::En => format!("{sign}{mark}{whole}.{minor:02}"),
    }
}

/// `14.11.2026 21:02` in Turkish, `14 Nov 2026, 21:02` in English.
pub fn time(lang: Lang, time: Time, zone: &TimeZone) -> String {
    match lang {
        Lang::Tr => format(time, zone, "%d.%m.%Y %H:%M"),
        Lang::En => format(time, zone, "%d %b %Y, %H:%M"),
    }
}

/// `21:02`.
pub fn clock(time: Time, zone: &TimeZone) -> String {
    format(time, zone, "%H:%M")
}

/// With seconds, for logs.
pub fn exact(lang: Lang, time: Time, zone: &TimeZone) -> String {
    match lang {
        Lang::Tr => format(time, zone, "%d.%m.%Y %H:%M:%S"),
        Lang::En => format(time, zone, "%d %b %Y, %H:%M:%S"),
    }
}

/// How long ago, in the largest unit that fits.
pub fn ago(lang: Lang, then: Time, now: Time) -> String {
    words::ago(lang, &span(lang, now.since(then)))
}

/// A length of time in the largest unit that fits.
pub fn span(lang: Lang, span: Duration) -> String {
    i18n::span(lang, span)
}

/// That the clock lies behind what is stored, by so much, and what to do.
pub fn clock_lag(lang: Lang, lag: Duration) -> (String, &'static str) {
    let t = lang.texts().status_page;
    (format!("{} {}", t.clock_lags, span(lang, lag)), t.clock_lags_help)
}

/// A length of time with minutes beside hours, where they matter.
pub fn stretch(lang: Lang, stretch: Duration) -> String {
    let [_, minute, hour, _] = lang.texts().common.units;
    let minutes = stretch.as_secs() / 60;
    match (minutes / 60, minutes % 60) {
        (0, _) | (24.., _) | (_, 0) => span(lang, stretch),
        (hours, minutes) => format!("{hours} {hour} {minutes} {minute}"),
    }
}

/// When the next try is allowed after too many.
pub fn wait(lang: Lang, wait: Duration) -> String {
    i18n::wait(lang, u32::try_from(wait.as_secs()).unwrap_or(u32::MAX))
}

/// `2026-11-14T21:02` as a browser writes it, meant in this zone.
pub fn typed_time(text: &str, zone: &TimeZone) -> Option<Time> {
    let moment = text.parse::<DateTime>().ok()?.to_zoned(zone.clone()).ok()?;
    Time::from_millis(moment.timestamp().as_millisecond())
}

pub fn format(time: Time, zone: &TimeZone, pattern: &str) -> String {
    time.timestamp().to_zoned(zone.clone()).strftime(pattern).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_and_time_read_as_people_write_them() {
        let lira = |minor| (money(Lang::Tr, Money(minor), Currency::TRY), money(Lang::En, Money(minor), Currency::TRY));
        assert_eq!(lira(123_450), ("1.234,50 ₺".into(), "₺1,234.50".into()));
        assert_eq!(lira(5), ("0,05 ₺".into(), "₺0.05".into()));
        assert_eq!(lira(-123_456_789), ("−1.234.567,89 ₺".into(), "−₺1,234,567.89".into()));
        let zone = model::time::zone("Europe/Istanbul").unwrap();
        let moment = Time::parse("2026-11-14T18:02:11Z").unwrap();
        assert_eq!(time(Lang::Tr, moment, &zone), "14.11.2026 21:02");
        assert_eq!(time(Lang::En, moment, &zone), "14 Nov 2026, 21:02");
        assert_eq!(clock(moment, &zone), "21:02");
        assert_eq!(ago(Lang::Tr, Time(0), Time(125_000)), "2 dk önce");
        assert_eq!(ago(Lang::En, Time(5_000), Time(0)), "0 s ago");
    }

    #[test]
    fn a_time_without_a_zone_is_meant_in_the_one_given() {
        let istanbul = model::time::zone("Europe/Istanbul").unwrap();
        let expected = Time::parse("2026-11-14T18:02:00Z");
        assert_eq!(typed_time("2026-11-14T21:02", &istanbul), expected);
        assert_eq!(typed_time("2026-11-14T21:02:00", &istanbul), expected);
        for bad in ["", "21:02", "yesterday", "2026-13-01T00:00", "9999-12-31T23:59"] {
            assert_eq!(typed_time(bad, &istanbul), None, "{bad}");
        }
    }
}
