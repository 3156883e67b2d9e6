//! How long orders take, above those that are being cooked.

use askama::Template;
use i18n::{Lang, pages::board as texts};
use ops::orders::KitchenTimes;
use std::time::Duration;

pub struct TookLine {
    pub text: String,
    /// More than two of ten took longer than they may.
    pub is_slow: bool,
}

/// What a screen is sent when it has changed.
#[derive(Template)]
#[template(path = "board_took.html")]
pub struct TookPiece {
    pub took: TookLine,
}

impl TookLine {
    pub fn of(lang: Lang, times: KitchenTimes) -> TookLine {
        let minutes = |span: Duration| span.as_secs().div_ceil(60);
        let target = minutes(times.target);
        match times.took {
            Some(took) => TookLine {
                text: texts::took(lang, minutes(took.median), minutes(took.eight_of_ten), target),
                is_slow: took.eight_of_ten > times.target,
            },
            None => TookLine { text: texts::target(lang, target), is_slow: false },
        }
    }
}
