//! Tables for spreadsheet programs: a mark that says UTF-8, semicolons between cells and the reader's own decimal sign,
//! because that is what Excel opens with a double click in Turkey.
//!
//! A cell that came from elsewhere must stay a text: what begins like a formula gets an apostrophe before it, also where a
//! program that takes another sign for the end of a cell would see a beginning.

use super::page::as_file;
use futures_util::{Stream, StreamExt};
use http::{Answer, Response, reply};
use hyper::{
    body::Bytes,
    header::{CONTENT_TYPE, HeaderValue},
};
use i18n::Lang;
use jiff::tz::TimeZone;
use model::{Failure, Money, Time};
use std::{fmt::Display, io};

pub struct Csv {
    text: String,
    lang: Lang,
    is_row_begun: bool,
}

impl Csv {
    pub fn new(lang: Lang, heads: &[&str]) -> Csv {
        let mut csv = Csv { text: "\u{feff}".to_owned(), lang, is_row_begun: false };
        heads.iter().for_each(|head| csv.cell(head));
        csv.end_row();
        csv
    }

    /// A text of any origin.
    pub fn cell(&mut self, text: &str) {
        self.begin();
        let (given, text) = (text, guarded(text));
        if text != given || text.contains([';', ',', '"', '\t', '\n', '\r']) {
            self.text.push('"');
            self.text.push_str(&text.replace('"', "\"\""));
            self.text.push('"');
        } else {
            self.text.push_str(&text);
        }
    }

    /// A number or a date of our own.
    pub fn plain(&mut self, value: impl Display) {
        self.begin();
        self.text.push_str(&value.to_string());
    }

    pub fn money(&mut self, amount: Money) {
        let sign = if amount.0 < 0 { "-" } else { "" };
        let point = match self.lang {
            Lang::Tr => ',',
            Lang::En => '.',
        };
        let (whole, minor) = (amount.0.unsigned_abs() / 100, amount.0.unsigned_abs() % 100);
        self.plain(format_args!("{sign}{whole}{point}{minor:02}"));
    }

    /// As every spreadsheet program reads it and every sort sorts it.
    pub fn time(&mut self, time: Time, zone: &TimeZone) {
        self.plain(time.timestamp().to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M"));
    }

    pub fn end_row(&mut self) {
        self.text.push_str("\r\n");
        self.is_row_begun = false;
    }

    /// What was written since it was last taken.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.text)
    }

    /// A file that the browser keeps. The name is ours and plain ASCII.
    pub fn answer(self, name: &str) -> Answer {
        as_table(name, Response::new(self.text.into()))
    }

    fn begin(&mut self) {
        if self.is_row_begun {
            self.text.push(';');
        }
        self.is_row_begun = true;
    }
}

/// A file whose pieces are made while it is sent.
pub fn stream(name: &str, pieces: impl Stream<Item = Result<String, Failure>> + Send + Sync + 'static) -> Answer {
    let pieces = pieces.map(|piece| piece.map(Bytes::from).map_err(|failure| io::Error::other(failure.to_string())));
    as_table(name, reply::stream(pieces))
}

fn as_table(name: &str, mut response: Response) -> Answer {
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    as_file(name, response)
}

/// With an apostrophe before every sign that would begin a formula: at the start, and after whatever some program reads as the
/// end of a cell. Blanks before it are no protection: programs pass over them.
fn guarded(text: &str) -> String {
    let mut guarded = String::with_capacity(text.len() + 1);
    let mut is_start = true;
    for letter in text.chars() {
        if is_start && matches!(letter, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            guarded.push('\'');
        }
        guarded.push(letter);
        is_start = matches!(letter, ';' | ',') || (is_start && letter.is_whitespace()) || letter.is_control();
    }
    guarded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_and_never_become_formulas() {
        let mut csv = Csv::new(Lang::Tr, &["Ad", "Tutar"]);
        for text in ["Ayşe", "a;b", "say \"hi\"", "two\nlines", "=1+1", "+90", "-5", "@x", "\tx", "", "a-b=c"] {
            csv.cell(text);
        }
        csv.end_row();
        for text in [" =1", "a,=1", "a,\t -1", "x\r\n@y", "＝1"] {
            csv.cell(text);
        }
        csv.money(Money(-123_405));
        csv.end_row();
        csv.plain(7);
        csv.end_row();
        let expected = "\u{feff}Ad;Tutar\r\nAyşe;\"a;b\";\"say \"\"hi\"\"\";\"two\nlines\";\"'=1+1\";\"'+90\";\"'-5\";\
                        \"'@x\";\"\tx\";;a-b=c\r\n\" '=1\";\"a,'=1\";\"a,\t '-1\";\"x\r\n'@y\";\"'＝1\";-1234,05\r\n7\r\n";
        assert_eq!(csv.text, expected);
    }
}
