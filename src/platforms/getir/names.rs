//! Getir's texts: a pair of Turkish and English in most places, a bare text in some.

use crate::Loose;

/// A text in Turkish, in English where there is none, or as it stands where it is no pair at all.
pub fn in_turkish(names: &Loose<'_>) -> Option<String> {
    if names.value().is_object() { names.get("tr").text().or_else(|| names.get("en").text()) } else { names.text() }
}

/// In both languages, without a word about what is missing.
pub fn in_both(name: &Loose<'_>) -> Vec<String> {
    let texts = [name.value(), name.get("tr").value(), name.get("en").value()];
    texts.into_iter().filter_map(|text| text.as_str().map(str::to_owned)).collect()
}
