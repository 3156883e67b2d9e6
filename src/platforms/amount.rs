//! Amounts as platforms tell them. Products and sums of them stay within what can be stored.
//!
//! `read` takes one that was written as text: `10.50`, `10,50`, `1.234,50`, `₺10,50`, `10,50 TL`. A JSON number says
//! itself what its point means and never comes there, and `open` takes nothing but numbers.
//!
//! The rule. Where both marks stand, the last is the decimal one and the others part thousands. A mark that stands more
//! than once parts thousands. One that stands alone is the decimal one, whether point or comma: that is how machines
//! write amounts, in English and in Turkish. Only `1,234` and `1.234` can honestly mean something else; they are read by
//! the same rule, and said to be in doubt.

use model::{Money, money::MOST};

/// The marks between digits; a space only ever parts thousands.
const MARKS: [char; 3] = ['.', ',', ' '];
const UNITS: [&str; 4] = ["₺", "tl", "try", "lira"];
const THOUSAND: usize = 3;

/// The amount, and whether it can mean nothing else; `None` where it is none.
pub fn read(text: &str) -> Option<(Money, bool)> {
    let number = bare(text);
    // A machine's own notation (1e2) knows no thousands.
    if number.contains(['e', 'E']) {
        return Money::parse_rounding(&number).ok().map(|money| (money, true));
    }
    let (sign, digits) = number.strip_prefix('-').map_or(("", number.as_str()), |rest| ("-", rest));
    let (whole, fraction) = match decimal_mark(digits)? {
        Some(at) => (&digits[..at], &digits[at + 1..]),
        None => (digits, ""),
    };
    let is_grouped = whole.contains(MARKS);
    let is_doubtful =
        !is_grouped && fraction.len() == THOUSAND && (1..=THOUSAND).contains(&whole.len()) && !whole.starts_with('0');
    let money = Money::parse_rounding(&format!("{sign}{}.{fraction}", ungrouped(whole)?)).ok()?;
    Some((money, !is_doubtful))
}

pub fn times(price: Money, count: u32) -> Money {
    Money(price.0.saturating_mul(count.into())).min(MOST)
}

pub fn sum(amounts: impl Iterator<Item = Money>) -> Money {
    amounts.fold(Money(0), Money::plus).min(MOST)
}

/// Without what says that it is money; every space is a plain one.
fn bare(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    let mut rest = plain.trim();
    for unit in UNITS {
        let is_unit = |part: &str| part.eq_ignore_ascii_case(unit);
        if let Some(front) = rest.get(..unit.len()).filter(|front| is_unit(front)) {
            rest = rest[front.len()..].trim();
        }
        let end = rest.len().saturating_sub(unit.len());
        if rest.get(end..).is_some_and(is_unit) {
            rest = rest[..end].trim();
        }
    }
    rest.to_owned()
}

/// Where the decimal mark stands, if there is one; `None` outside where the marks make no sense.
fn decimal_mark(digits: &str) -> Option<Option<usize>> {
    let count = |mark: char| digits.matches(mark).count();
    let at = digits.rfind(['.', ',']);
    let Some(at) = at else { return Some(None) };
    let (last, other) = if digits[at..].starts_with('.') { ('.', ',') } else { (',', '.') };
    match (count(last), count(other)) {
        (1, _) => Some(Some(at)),
        (_, 0) => Some(None),
        _ => None,
    }
}

/// The whole part without the marks of its thousands, which are all the same and stand where they belong.
fn ungrouped(whole: &str) -> Option<String> {
    let mut marks = whole.chars().filter(|c| MARKS.contains(c));
    let Some(mark) = marks.next() else { return Some(whole.to_owned()) };
    let groups: Vec<&str> = whole.split(mark).collect();
    let is_first = |group: &str| (1..=THOUSAND).contains(&group.len());
    let (first, rest) = groups.split_first()?;
    let is_right = is_first(first) && rest.iter().all(|group| group.len() == THOUSAND) && marks.all(|c| c == mark);
    is_right.then(|| groups.concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn certain(text: &str) -> Option<i64> {
        read(text).filter(|(_, is_certain)| *is_certain).map(|(money, _)| money.0)
    }

    #[test]
    fn an_amount_is_read_in_turkish_and_in_english() {
        for (text, minor) in [
            ("10.50", 1_050),
            ("10,50", 1_050),
            ("10,5", 1_050),
            ("10", 1_000),
            ("10,", 1_000),
            ("1.234,50", 123_450),
            ("1,234.50", 123_450),
            ("1.234.567,89", 123_456_789),
            ("1,234,567", 123_456_700),
            ("1 234,50", 123_450),
            ("1\u{a0}234,50", 123_450),
            ("₺10,50", 1_050),
            ("₺ 10,50", 1_050),
            ("10,50 ₺", 1_050),
            ("10,50 TL", 1_050),
            ("10,50TL", 1_050),
            ("TRY 1.234,50", 123_450),
            ("10 lira", 1_000),
            ("0,125", 13),
            ("0.500", 50),
            ("1234.567", 123_457),
            ("1234,5678", 123_457),
            ("1.234,567", 123_457),
            ("-10,50", -1_050),
            ("1e2", 10_000),
        ] {
            assert_eq!(certain(text), Some(minor), "{text}");
        }
    }

    #[test]
    fn three_digits_after_a_single_mark_are_decimals_and_in_doubt() {
        for (text, minor) in [("1,234", 123), ("1.234", 123), ("12.345", 1_235), ("123,456 TL", 12_346)] {
            assert_eq!(read(text), Some((Money(minor), false)), "{text}");
        }
    }

    #[test]
    fn what_is_no_amount_is_none() {
        for text in [
            "",
            "TL",
            "free",
            "string",
            "1.2.3",
            "1.234.56",
            "1,23,456",
            "1.23,456.78",
            "12.34,5.6",
            "1..2",
            "1,,2",
            ",50",
            "1 23,50",
            "--1",
            "10,5,0.0",
            "1,234 567",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    fn grouped(whole: i64, mark: &str) -> String {
        let digits = whole.to_string();
        let groups: Vec<&str> =
            digits.as_bytes().rchunks(3).rev().filter_map(|part| str::from_utf8(part).ok()).collect();
        groups.join(mark)
    }

    proptest! {
        #[test]
        fn an_amount_with_two_decimals_is_never_misread(minor in 0..=100_000_000_000i64) {
            let (whole, part) = (minor / 100, format!("{:02}", minor % 100));
            for (thousands, decimal) in [("", "."), ("", ","), (".", ","), (",", "."), (" ", ","), ("\u{202f}", ",")] {
                let text = format!("{}{decimal}{part}", grouped(whole, thousands));
                for text in [text.clone(), format!("₺{text}"), format!("{text} TL")] {
                    prop_assert_eq!(certain(&text), Some(minor), "{}", text);
                }
            }
        }

        #[test]
        fn no_text_makes_it_panic(text in "[-+0-9., eE₺TLtry\u{a0}]{0,24}") {
            let _ = read(&text);
        }
    }
}
