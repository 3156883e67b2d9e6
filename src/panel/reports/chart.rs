//! Takings by day as bars. The drawing has no text in it, so that it can be stretched to any width; what is to be read
//! stands around it in the page's own letters, and as a table below.

use super::super::{figures, show};
use crate::{
    i18n::Lang,
    model::{Currency, Day, Money},
    ops::reports::Sum,
};
use std::collections::BTreeMap;

/// Units of the drawing; the page stretches it.
const HEIGHT: i64 = 1_000;
const STEP: i64 = 10;
/// Up to here each bar is named, with its amount.
const NAMED: usize = 7;
/// Names below a longer row of bars.
const LABELS: usize = 6;

pub struct Chart {
    pub width: i64,
    pub bars: Vec<Bar>,
    /// Every bar has its name and amount below it.
    pub is_named: bool,
    /// What the lines behind the bars stand for, the highest first.
    pub scale: [String; 3],
    /// One for each bar; most are empty where there are many.
    pub labels: Vec<Label>,
    pub rows: Vec<DayRow>,
}

pub struct Bar {
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    /// Shown when somebody points at it.
    pub tip: String,
}

pub struct Label {
    pub day: String,
    pub amount: String,
}

/// A day as the table says it.
pub struct DayRow {
    pub day: String,
    pub count: String,
    pub total: String,
}

pub fn chart(lang: Lang, (first, last): (Day, Day), days: &BTreeMap<Day, Sum>, currency: Currency) -> Chart {
    let all: Vec<(Day, Sum)> =
        (first.0..=last.0).map(|day| (Day(day), days.get(&Day(day)).copied().unwrap_or_default())).collect();
    let top = ceiling(all.iter().map(|(_, sum)| sum.total.0).max().unwrap_or(0));
    let every = all.len().div_ceil(LABELS);
    let gap = if all.len() > 62 { 0 } else { 3 };
    let is_named = all.len() <= NAMED;
    let mut chart = Chart {
        width: all.len() as i64 * STEP,
        bars: Vec::new(),
        is_named,
        scale: [top, top / 2, 0].map(|amount| whole(lang, amount, currency)),
        labels: Vec::new(),
        rows: Vec::new(),
    };
    for (at, (day, sum)) in all.iter().enumerate() {
        let height = (i128::from(sum.total.0.max(0)) * i128::from(HEIGHT) / i128::from(top)) as i64;
        let total = show::money(lang, sum.total, currency);
        let long = long_name(lang, *day);
        chart.bars.push(Bar {
            x: at as i64 * STEP + gap / 2,
            y: HEIGHT - height,
            width: STEP - gap,
            height,
            tip: format!("{long}: {total}"),
        });
        let (name, amount) = match (is_named, at % every == 0) {
            (true, _) => (short_name(lang, *day), whole(lang, sum.total.0, currency)),
            (false, true) => (date_name(lang, *day), String::new()),
            (false, false) => (String::new(), String::new()),
        };
        chart.labels.push(Label { day: name, amount });
        chart.rows.push(DayRow { day: long, count: figures::number(lang, sum.count), total });
    }
    chart
}

/// The next round amount: 1, 2 or 5 with zeros, of the large unit.
fn ceiling(most: i64) -> i64 {
    let mut step: i64 = 10_000;
    while let Some(larger) = step.checked_mul(10) {
        for round in [step, step.saturating_mul(2), step.saturating_mul(5)] {
            if round >= most {
                return round;
            }
        }
        step = larger;
    }
    most
}

/// Without the small unit, which nobody reads on a scale.
fn whole(lang: Lang, minor: i64, currency: Currency) -> String {
    let text = show::money(lang, Money(minor / 100 * 100), currency);
    match lang {
        Lang::Tr => text.replacen(",00", "", 1),
        Lang::En => text.strip_suffix(".00").map_or(text.clone(), str::to_owned),
    }
}

/// `Cmt 14`.
fn short_name(lang: Lang, day: Day) -> String {
    format!("{} {}", weekday(lang, day), day.date().day())
}

/// `14 Kas`.
fn date_name(lang: Lang, day: Day) -> String {
    let date = day.date();
    let months = &lang.texts().reports_page.months;
    let month = usize::try_from(date.month() - 1).ok().and_then(|at| months.get(at)).copied().unwrap_or_default();
    format!("{} {month}", date.day())
}

/// `14 Kas 2026, Cmt`.
pub fn long_name(lang: Lang, day: Day) -> String {
    format!("{} {}, {}", date_name(lang, day), day.date().year(), weekday(lang, day))
}

fn weekday(lang: Lang, day: Day) -> &'static str {
    let names = &lang.texts().reports_page.weekdays;
    usize::try_from(day.weekday()).ok().and_then(|at| names.get(at)).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_reach_as_high_as_their_share_of_a_round_amount() {
        let day = |text| Day::parse(text).unwrap();
        let sum = |total| Sum { count: 2, total: Money(total) };
        let days = [(day("2026-11-13"), sum(160_000)), (day("2026-11-14"), sum(80_050))].into_iter().collect();
        let chart = chart(Lang::Tr, (day("2026-11-12"), day("2026-11-14")), &days, Currency::TRY);
        assert_eq!(chart.scale, ["2.000 ₺", "1.000 ₺", "0 ₺"]);
        let heights: Vec<i64> = chart.bars.iter().map(|bar| bar.height).collect();
        assert_eq!(heights, [0, 800, 400]);
        assert!(chart.bars.iter().all(|bar| bar.y + bar.height == HEIGHT && bar.x + bar.width <= chart.width));
        assert_eq!((chart.labels[2].day.as_str(), chart.labels[2].amount.as_str()), ("Cmt 14", "800 ₺"));
        assert_eq!(chart.rows[2].day, "14 Kas 2026, Cmt");
        assert_eq!(chart.bars[1].tip, "13 Kas 2026, Cum: 1.600,00 ₺");
    }

    #[test]
    fn a_year_and_an_empty_day_are_drawn_too() {
        let year = chart(Lang::En, (Day(20_000), Day(20_365)), &BTreeMap::new(), Currency::TRY);
        assert_eq!((year.bars.len(), year.labels.iter().filter(|label| !label.day.is_empty()).count()), (366, 6));
        assert_eq!(year.scale[0], "₺100");
        assert_eq!(ceiling(i64::MAX), i64::MAX);
    }
}
