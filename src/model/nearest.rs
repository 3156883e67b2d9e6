//! `nearest`: which of some names was meant where another was written.

/// The name that is the same but for its case and its signs, or is a slip or two away, or has what was written as a part
/// of it; nothing where no name is near.
pub fn nearest<'a>(written: &str, names: &[&'a str]) -> Option<&'a str> {
    let written = plain(written);
    // Nothing so long is near anything, and measuring it would take its time.
    if written.is_empty() || written.len() > LONGEST_WORD_BYTES {
        return None;
    }
    let near = names.iter().filter_map(|name| {
        let name_plain = plain(name);
        let slips = distance(&written, &name_plain);
        let is_part = written.len() > SHORT && name_plain.windows(written.len()).any(|part| part == written);
        let is_near = slips <= allowed(written.len().max(name_plain.len()));
        (is_near || is_part).then_some((slips, *name))
    });
    // The first of those that are equally near.
    near.min_by_key(|(slips, _)| *slips).map(|(_, name)| name)
}

const LONGEST_WORD_BYTES: usize = 40;
/// What is no longer than this is part of too much to say anything.
const SHORT: usize = 2;

/// Slips that a name of this length may have.
fn allowed(length: usize) -> usize {
    match length {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    }
}

/// `restaurant_id` and `RestaurantID` are one.
fn plain(name: &str) -> Vec<u8> {
    name.bytes().filter(u8::is_ascii_alphanumeric).map(|byte| byte.to_ascii_lowercase()).collect()
}

/// Letters to put in, take out, exchange, or swap with their neighbour.
fn distance(one: &[u8], other: &[u8]) -> usize {
    let width = other.len() + 1;
    let mut rows: Vec<usize> = (0..width * (one.len() + 1)).collect();
    let at = |row: usize, column: usize| row * width + column;
    for row in 0..=one.len() {
        rows[at(row, 0)] = row;
    }
    for row in 1..=one.len() {
        for column in 1..width {
            let (a, b) = (one[row - 1], other[column - 1]);
            let mut least = rows[at(row - 1, column - 1)] + usize::from(a != b);
            least = least.min(rows[at(row - 1, column)] + 1).min(rows[at(row, column - 1)] + 1);
            if row > 1 && column > 1 && a == other[column - 2] && one[row - 2] == b {
                least = least.min(rows[at(row - 2, column - 2)] + 1);
            }
            rows[at(row, column)] = least;
        }
    }
    rows[at(one.len(), other.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 11] = [
        "limit",
        "cursor",
        "dir",
        "restaurantId",
        "provider",
        "status",
        "from",
        "to",
        "updatedSince",
        "code",
        "include",
    ];

    #[test]
    fn what_was_meant_is_found() {
        for (written, meant) in [
            ("restaurantid", "restaurantId"),
            ("restaurant_id", "restaurantId"),
            ("RESTAURANT-ID", "restaurantId"),
            ("restaurant", "restaurantId"),
            ("resturantId", "restaurantId"),
            ("form", "from"),
            ("statuses", "status"),
            ("statsu", "status"),
            ("lmit", "limit"),
            ("Limit", "limit"),
            ("since", "updatedSince"),
            ("updated_since", "updatedSince"),
            ("TO", "to"),
            ("includes", "include"),
            ("provider[]", "provider"),
        ] {
            assert_eq!(nearest(written, &NAMES), Some(meant), "{written}");
        }
    }

    #[test]
    fn what_is_far_from_everything_is_not_guessed_at() {
        for written in ["", "page", "offset", "q", "x", "ta", "ş", "--", "sort", "direction", &"limit".repeat(100)] {
            assert_eq!(nearest(written, &NAMES), None, "{written}");
        }
        assert_eq!(nearest("limit", &[]), None);
    }
}
