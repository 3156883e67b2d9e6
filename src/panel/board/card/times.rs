//! The times of a card.

use crate::show;
use i18n::{Lang, pages::board as texts};
use model::{Ageing, Due, DueBy, Time};

/// When it is due: what the card is coloured and sorted by.
pub struct DueView {
    pub at: Time,
    pub soon_at: Time,
    /// The name of its colour and shape.
    pub key: &'static str,
    /// What it shows until a script lets it run.
    pub text: String,
    pub by: DueBy,
}

impl DueView {
    /// `is_short`: where it stands beside other times, without the word.
    pub fn of(due: Due, is_short: bool, lang: Lang, now: Time) -> DueView {
        let key = match due.ageing(now) {
            Ageing::OnTime => "on-time",
            Ageing::Soon => "soon",
            Ageing::Late => "late",
        };
        let text = match due.ageing(now) {
            Ageing::Late => late(is_short, lang, &show::stretch(lang, now.since(due.at))),
            _ => before(is_short, lang, &show::stretch(lang, due.at.since(now))),
        };
        DueView { at: due.at, soon_at: due.soon_at, key, text, by: due.by }
    }
}

/// How long there is, and `{}` where a script fills it in.
pub fn before(is_short: bool, lang: Lang, stretch: &str) -> String {
    if is_short { stretch.to_owned() } else { texts::left(lang, stretch) }
}

/// By how much it is late.
pub fn late(is_short: bool, lang: Lang, stretch: &str) -> String {
    if is_short { format!("+{stretch}") } else { texts::late(lang, stretch) }
}

/// `19:30` today, with the day on any other.
pub fn moment(lang: Lang, time: Time, now: Time, zone: &jiff::tz::TimeZone) -> String {
    if time.day_in(zone) == now.day_in(zone) { show::clock(time, zone) } else { show::time(lang, time, zone) }
}

/// Minutes and seconds.
pub fn left(t: &texts::BoardTexts, end: Time, now: Time) -> String {
    match end.since(now).as_millis().div_ceil(1_000) {
        0 => t.time_is_up.to_owned(),
        seconds => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}
