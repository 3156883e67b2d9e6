//! Takings by day as bars. The drawing has no text in it, so that it can be stretched to any width; what is to be read
//! stands around it in the page's own letters, and as a table below.

use super::super::{figures, show};
use i18n::{Lang, Spoken};
use model::{Currency, Day, Money};
use ops::money::reports::Sum;
use std::collections::BTreeMap;

/// Units of the drawing; the page stretches it.
const HEIGHT: i64 = 1_000;
const STEP: i64 = 10;
/// Up to here each bar is named, with its amount.
const NAMED: usize = 7;
/// Names below a longer row of bars.
const LABELS: usize = 6;
/// From here on months are named instead of days.
const MONTHS: usize = 92;
/// Lines above nothing, at most.
const LINES: u64 = 5;

pub struct Chart {
    pub width: i64,
    pub bars: Vec<Bar>,
    /// Every bar has its name and amount below it.
    pub is_named: bool,
    /// The lines behind the bars and what they stand for, the highest first; the last is nothing.
    pub lines: Vec<i64>,
    pub scale: Vec<String>,
    /// One for each bar; most are empty where there are many.
    pub labels: Vec<Label>,
    pub rows: Vec<DayRow>,
}

pub struct Bar {
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    /// Shown when it is pointed at.
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
    let (step, steps) = scale(all.iter().map(|(_, sum)| sum.total.0).max().unwrap_or(0));
    let top = step.saturating_mul(steps);
    let gap = if all.len() > 62 { 0 } else { 3 };
    let is_named = all.len() <= NAMED;
    let mut chart = Chart {
        width: all.len() as i64 * STEP,
        bars: Vec::new(),
        is_named,
        lines: (0..=steps).map(|line| HEIGHT * line / steps).collect(),
        scale: (0..=steps).rev().map(|line| whole(lang, step.saturating_mul(line), currency)).collect(),
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
        let (name, amount) = match is_named {
            true => (short_name(lang, *day), whole(lang, sum.total.0, currency)),
            false => (below(lang, *day, at, all.len()).unwrap_or_default(), String::new()),
        };
        chart.labels.push(Label { day: name, amount });
        chart.rows.push(DayRow { day: long, count: figures::number(lang, sum.count), total });
    }
    chart
}

/// How far apart the lines lie and how many there are above nothing: round amounts of the large unit, 1, 2 or 5 with
/// zeros, and no more room above the highest bar than between two of them.
fn scale(most: i64) -> (i64, i64) {
    let most = most.max(1);
    let mut power: i64 = 100;
    loop {
        for round in [1, 2, 5] {
            let step = power.saturating_mul(round);
            let steps = most.unsigned_abs().div_ceil(step.unsigned_abs());
            if steps <= LINES {
                return (step, i64::try_from(steps).unwrap_or(1));
            }
        }
        power = power.saturating_mul(10);
    }
}

/// What stands below a bar of a long row: a day now and then, and the months where there are many of them.
fn below(lang: Lang, day: Day, at: usize, all: usize) -> Option<String> {
    let every = all.div_ceil(LABELS);
    if all <= MONTHS {
        return at.is_multiple_of(every).then(|| date_name(lang, day));
    }
    let date = day.date();
    // January says which year it is.
    let every_months = every.div_ceil(31) as i8;
    let is_named = date.day() == 1 && (date.month() - 1) % every_months == 0;
    is_named.then(|| if date.month() == 1 { date.year().to_string() } else { month(lang, day).to_owned() })
}

/// Without the small unit, which is of no use on a scale.
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
pub fn date_name(lang: Lang, day: Day) -> String {
    format!("{} {}", day.date().day(), month(lang, day))
}

fn month(lang: Lang, day: Day) -> &'static str {
    let months = &lang.texts().reports_page.months;
    usize::try_from(day.date().month() - 1).ok().and_then(|at| months.get(at)).copied().unwrap_or_default()
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
        assert_eq!(chart.scale, ["2.000 ₺", "1.500 ₺", "1.000 ₺", "500 ₺", "0 ₺"]);
        assert_eq!(chart.lines, [0, 250, 500, 750, 1_000]);
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
        let named = |chart: &Chart| -> Vec<String> {
            chart.labels.iter().map(|label| label.day.clone()).filter(|day| !day.is_empty()).collect()
        };
        assert_eq!(
            (year.bars.len(), named(&year)),
            (366, ["Nov", "2025", "Mar", "May", "Jul", "Sep"].map(str::to_owned).to_vec())
        );
        assert_eq!(year.scale, ["₺1", "₺0"]);
        let month = chart(Lang::Tr, (Day(20_027), Day(20_056)), &BTreeMap::new(), Currency::TRY);
        assert_eq!(named(&month), ["31 Eki", "5 Kas", "10 Kas", "15 Kas", "20 Kas", "25 Kas"]);
    }

    #[test]
    fn lines_stand_at_round_amounts_and_waste_little_room() {
        for (most, expected) in [
            (0, (100, 1)),
            (450, (100, 5)),
            (160_000, (50_000, 4)),
            (2_100_000, (500_000, 5)),
            (2_600_000, (1_000_000, 3)),
            (99_999_999, (20_000_000, 5)),
        ] {
            assert_eq!(scale(most), expected, "{most}");
        }
        let (step, steps) = scale(i64::MAX);
        assert!(steps <= 5 && step.saturating_mul(steps) == i64::MAX);
    }
}
