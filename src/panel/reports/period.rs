//! Which days a report is about: one of a few that people ask for again and again, or any from and to.

use super::super::{field::trimmed, listing, select::SelectOption};
use http::Query;
use i18n::{Lang, Spoken};
use model::{Day, Failure, Why};

/// Days of one report.
pub const MOST_DAYS: i32 = 366;

pub struct Period {
    /// The preset; empty where days were typed.
    pub key: &'static str,
    pub first: Day,
    pub last: Day,
    /// What it is compared with.
    pub before: (Day, Day),
}

const PRESETS: [&str; 6] = ["today", "yesterday", "week", "7-days", "month", "last-month"];

impl Period {
    /// This week, unless the address says otherwise.
    pub fn read(query: &Query<'_>, today: Day) -> Result<Period, Failure> {
        let day = |name| listing::day(name, &trimmed(query, name)?);
        let (from, to) = (day("from")?, day("to")?);
        if from.is_some() || to.is_some() {
            return Period::between(from, to, today);
        }
        let wanted = query.one("period")?.unwrap_or("week");
        let key = PRESETS.into_iter().find(|key| *key == wanted).unwrap_or("week");
        Ok(Period::preset(key, today))
    }

    fn between(from: Option<Day>, to: Option<Day>, today: Day) -> Result<Period, Failure> {
        let last = to.unwrap_or_else(|| today.max(from.unwrap_or(today)));
        let first = from.unwrap_or(last);
        if last < first {
            return Err(Failure::unreadable("to", Why::EndsBeforeStart));
        }
        if last.0 - first.0 >= MOST_DAYS {
            return Err(Failure::unreadable("to", Why::TooMany(MOST_DAYS as usize)));
        }
        Ok(Period { key: "", first, last, before: right_before(first, last) })
    }

    fn preset(key: &'static str, today: Day) -> Period {
        let month = today.first_of_month();
        let month_before = month.plus(-1).first_of_month();
        let (first, last) = match key {
            "today" => (today, today),
            "yesterday" => (today.plus(-1), today.plus(-1)),
            "7-days" => (today.plus(-6), today),
            "month" => (month, today),
            "last-month" => (month_before, month.plus(-1)),
            _ => (today.plus(-today.weekday()), today),
        };
        // A Friday is held against a Friday, the first of a month against the first.
        let before = match key {
            "today" | "yesterday" | "week" => (first.plus(-7), last.plus(-7)),
            "month" => (month_before, month_before.plus(today.0 - month.0).min(month.plus(-1))),
            "last-month" => (month_before.plus(-1).first_of_month(), month_before.plus(-1)),
            _ => right_before(first, last),
        };
        Period { key, first, last, before }
    }
}

/// What there is to choose from.
pub fn presets(lang: Lang, chosen: &str) -> Vec<SelectOption> {
    let t = lang.texts().reports_page;
    let names = [t.today, t.yesterday, t.this_week, t.seven_days, t.this_month, t.last_month];
    let each = PRESETS.into_iter().zip(names);
    each.map(|(key, text)| SelectOption::of(key, text, chosen)).collect()
}

/// As many days, right before.
fn right_before(first: Day, last: Day) -> (Day, Day) {
    (first.plus(first.0 - last.0 - 1), first.plus(-1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_the_days_that_people_mean() {
        // A Saturday.
        let today = Day::parse("2026-03-14").unwrap();
        let of = |query: &str| {
            let period = Period::read(&Query::parse(query).unwrap(), today).unwrap();
            let (from, to) = period.before;
            format!("{}..{} after {from}..{to}", period.first, period.last)
        };
        assert_eq!(of(""), "2026-03-09..2026-03-14 after 2026-03-02..2026-03-07");
        assert_eq!(of("period=today"), "2026-03-14..2026-03-14 after 2026-03-07..2026-03-07");
        assert_eq!(of("period=yesterday"), "2026-03-13..2026-03-13 after 2026-03-06..2026-03-06");
        assert_eq!(of("period=7-days"), "2026-03-08..2026-03-14 after 2026-03-01..2026-03-07");
        assert_eq!(of("period=month"), "2026-03-01..2026-03-14 after 2026-02-01..2026-02-14");
        assert_eq!(of("period=last-month"), "2026-02-01..2026-02-28 after 2026-01-01..2026-01-31");
        assert_eq!(of("from=2026-01-01&to=2026-01-10"), "2026-01-01..2026-01-10 after 2025-12-22..2025-12-31");
        assert_eq!(of("from=2026-03-13"), "2026-03-13..2026-03-14 after 2026-03-11..2026-03-12");
        assert_eq!(of("to=2026-03-02"), "2026-03-02..2026-03-02 after 2026-03-01..2026-03-01");
        assert_eq!(of("period=nonsense"), of("period=week"));
        for wrong in ["from=2026-03-02&to=2026-03-01", "from=x", "from=2024-01-01&to=2026-01-01"] {
            assert!(Period::read(&Query::parse(wrong).unwrap(), today).is_err(), "{wrong}");
        }
    }
}
