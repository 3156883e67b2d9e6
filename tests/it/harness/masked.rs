//! A value for a snapshot, without what is new in every run.

use serde_json::Value;

/// What is new in every order.
pub const OF_AN_ORDER: [(&str, &str); 3] =
    [("[id]", ".id .restaurantId"), ("[time]", ".createdAt .updatedAt .history[].at"), ("[raw]", ".raw")];

/// Puts each mask in its places: `.history[].at` is the field `at` of every entry of `history`.
#[track_caller]
pub fn masked(value: &Value, masks: &[(&str, &str)]) -> Value {
    let mut value = value.clone();
    for (mask, places) in masks {
        for place in places.split(' ') {
            assert!(replace(&mut value, place, mask), "there is no {place} in {value:#}");
        }
    }
    value
}

/// Whether the place is there.
fn replace(value: &mut Value, place: &str, mask: &str) -> bool {
    if let Some(rest) = place.strip_prefix("[]") {
        return value.as_array_mut().is_some_and(|entries| entries.iter_mut().all(|entry| replace(entry, rest, mask)));
    }
    let Some(path) = place.strip_prefix('.') else {
        *value = mask.into();
        return place.is_empty();
    };
    let (name, rest) = path.split_at(path.find(['.', '[']).unwrap_or(path.len()));
    value.get_mut(name).is_some_and(|field| replace(field, rest, mask))
}
