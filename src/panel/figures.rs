//! Plain numbers as people read them: counts, shares, sizes.

use i18n::Lang;
use std::time::Duration;

/// `12.345` in Turkish, `12,345` in English.
pub fn number(lang: Lang, number: u64) -> String {
    let mark = match lang {
        Lang::Tr => '.',
        Lang::En => ',',
    };
    let digits = number.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(mark);
        }
        grouped.push(digit);
    }
    grouped
}

/// `%42` in Turkish, `42%` in English.
pub fn percent(lang: Lang, share: u64) -> String {
    let share = number(lang, share);
    match lang {
        Lang::Tr => format!("%{share}"),
        Lang::En => format!("{share}%"),
    }
}

/// How far the later lies from the earlier, with its sign; nothing where there is no earlier one.
pub fn change(lang: Lang, earlier: i64, later: i64) -> Option<String> {
    if earlier <= 0 {
        return None;
    }
    let (earlier, later) = (i128::from(earlier), i128::from(later));
    let hundredths = (((later - earlier) * 1_000 / earlier).unsigned_abs() + 5) / 10;
    let sign = match later.cmp(&earlier) {
        std::cmp::Ordering::Less => "−",
        std::cmp::Ordering::Equal => "±",
        std::cmp::Ordering::Greater => "+",
    };
    Some(format!("{sign}{}", percent(lang, u64::try_from(hundredths).unwrap_or(u64::MAX))))
}

/// A share of a whole in hundredths, rounded.
pub fn share(part: i64, whole: i64) -> u64 {
    if whole <= 0 || part <= 0 {
        return 0;
    }
    let share = (i128::from(part) * 200 / i128::from(whole) + 1) / 2;
    u64::try_from(share).unwrap_or(100).min(100)
}

/// `1,4 GB` in Turkish, `1.4 GB` in English; thousands, as disks are sold.
pub fn bytes(lang: Lang, bytes: u64) -> String {
    let (unit, size) = match bytes {
        0..1_000_000 => ("kB", 1_000),
        1_000_000..1_000_000_000 => ("MB", 1_000_000),
        1_000_000_000..1_000_000_000_000 => ("GB", 1_000_000_000),
        _ => ("TB", 1_000_000_000_000),
    };
    let tenths = bytes.saturating_mul(10) / size;
    let point = match lang {
        Lang::Tr => ',',
        Lang::En => '.',
    };
    if tenths >= 1_000 || tenths.is_multiple_of(10) {
        format!("{} {unit}", number(lang, tenths / 10))
    } else {
        format!("{}{point}{} {unit}", tenths / 10, tenths % 10)
    }
}

/// `138 ms`, or seconds with one decimal.
pub fn duration(lang: Lang, took: Duration) -> String {
    let (seconds, tenth) = (took.as_secs(), took.subsec_millis() / 100);
    match (seconds, lang) {
        (0, _) => format!("{} ms", took.as_millis()),
        (_, Lang::Tr) => format!("{seconds},{tenth} sn"),
        (_, Lang::En) => format!("{seconds}.{tenth} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_as_people_write_them() {
        assert_eq!((number(Lang::Tr, 1_234_567), number(Lang::En, 999)), ("1.234.567".into(), "999".into()));
        assert_eq!((percent(Lang::Tr, 42), percent(Lang::En, 42)), ("%42".into(), "42%".into()));
        assert_eq!(change(Lang::En, 200, 250).as_deref(), Some("+25%"));
        assert_eq!(change(Lang::Tr, 200, 150).as_deref(), Some("−%25"));
        assert_eq!(change(Lang::Tr, 200, 200).as_deref(), Some("±%0"));
        assert_eq!(change(Lang::Tr, 0, 200), None);
        assert_eq!((share(1, 3), share(2, 3), share(5, 0), share(7, 7)), (33, 67, 0, 100));
        assert_eq!((bytes(Lang::Tr, 1_449_000_000), bytes(Lang::En, 69_632)), ("1,4 GB".into(), "69.6 kB".into()));
        assert_eq!((bytes(Lang::En, 252_000_000_000), bytes(Lang::En, 0)), ("252 GB".into(), "0 kB".into()));
    }
}
