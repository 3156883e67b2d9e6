//! `nearest`: which of some names was meant where another was written.

use strsim::osa_distance;

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
        let slips = osa_distance(&written, &name_plain);
        let is_part = written.len() > SHORT && name_plain.contains(&written);
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
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase()).collect()
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
