//! Words that speak of an allergy, wherever they stand in an order: what a cook must not overlook.
//!
//! They count by how a word begins, in any case and with or without Turkish letters: "alerji" is in "ALERJİM VAR", and "fıstık"
//! in "fıstığa". Inside a word they do not count: "ceviz" is in no "kereviz".

use super::fold::fold;
use std::sync::{Arc, LazyLock};

/// As many words as an owner may list, and how long one may be.
pub const MOST_ALLERGY_WORDS: usize = 100;
pub const LONGEST_ALLERGY_WORD: usize = 60;

const USUAL: [&str; 20] = [
    "alerji",
    "allerg",
    "anafilak",
    "anaphyla",
    "intoleran",
    "intolerance",
    "gluten",
    "çölyak",
    "celiac",
    "coeliac",
    "fıstık",
    "peanut",
    "fındık",
    "hazelnut",
    "ceviz",
    "walnut",
    "laktoz",
    "lactose",
    "süt alerjisi",
    "epipen",
];

static USUALLY: LazyLock<Arc<AllergyWords>> = LazyLock::new(|| Arc::new(AllergyWords::of(&USUAL)));

/// The listed words, ready to be looked for. Each may be several, which stand one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllergyWords {
    phrases: Vec<Vec<String>>,
    /// Of each letter from a to z which letters follow it where one of the phrases begins so: a bit for each.
    begins: [u32; 26],
}

impl AllergyWords {
    /// The owner's own, or the usual ones.
    pub fn listed(own: Option<&[String]>) -> Arc<AllergyWords> {
        own.map_or_else(|| USUALLY.clone(), |own| Arc::new(AllergyWords::of(own)))
    }

    /// One on each line, as they stand in a form.
    pub fn lines(own: Option<&[String]>) -> String {
        own.map_or_else(|| USUAL.join("\n"), |own| own.join("\n"))
    }

    fn of(listed: &[impl AsRef<str>]) -> AllergyWords {
        let phrase = |text: &_| words(&fold(AsRef::as_ref(text))).map(str::to_owned).collect::<Vec<String>>();
        let phrases: Vec<_> = listed.iter().map(phrase).filter(|phrase| !phrase.is_empty()).collect();
        let mut begins = [0; 26];
        for word in phrases.iter().filter_map(|phrase| phrase.first()) {
            let mut letters = word.bytes().map(place_of);
            let (first, second) = (letters.next().flatten(), letters.next().flatten());
            // What does not begin with two plain letters may begin with anything.
            match first {
                Some(first) => begins[first] |= second.map_or(u32::MAX, |second| 1 << second),
                None => begins = [u32::MAX; 26],
            }
        }
        AllergyWords { phrases, begins }
    }

    pub fn are_in(&self, text: &str) -> bool {
        if self.phrases.is_empty() || !self.may_be_in(text) {
            return false;
        }
        let text = fold(text);
        let words: Vec<&str> = words(&text).collect();
        let begins_at = |at: usize, phrase: &[String]| {
            let there = words.get(at..at + phrase.len());
            there.is_some_and(|there| there.iter().zip(phrase).all(|(word, wanted)| begins(word, wanted)))
        };
        let may_begin = |at: usize| words.get(at).is_some_and(|word| self.may_begin(word.as_bytes()));
        let found = |at: usize| self.phrases.iter().any(|phrase| begins_at(at, phrase));
        (0..words.len()).any(|at| may_begin(at) && found(at))
    }

    /// Whether a word of it begins as one of the phrases does. Asked of every note and option that a screen shows, and nearly
    /// always the end of it.
    fn may_be_in(&self, text: &str) -> bool {
        let text = text.as_bytes();
        let mut is_inside = false;
        for (at, byte) in text.iter().enumerate() {
            let was_inside = is_inside;
            is_inside = byte.is_ascii_alphanumeric() || !byte.is_ascii();
            if !was_inside && is_inside && self.may_begin(&text[at..]) {
                return true;
            }
        }
        false
    }

    /// By its first two letters, where folding changes neither.
    fn may_begin(&self, word: &[u8]) -> bool {
        let letter = |at: usize| word.get(at).copied().filter(u8::is_ascii_alphanumeric).map(place_of);
        let is_changed = word.iter().take(2).any(|byte| !byte.is_ascii());
        match (letter(0), letter(1)) {
            _ if is_changed => true,
            (Some(Some(first)), Some(Some(second))) => self.begins[first] & (1 << second) != 0,
            // One letter alone, or a number: only what is written so.
            (Some(Some(first)), _) => self.begins[first] == u32::MAX,
            _ => self.begins[0] == u32::MAX,
        }
    }
}

/// Of a plain letter, large or small.
fn place_of(byte: u8) -> Option<usize> {
    let letter = byte | 0x20;
    byte.is_ascii_alphabetic().then(|| usize::from(letter - b'a'))
}

fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A `k` at the end of a Turkish word becomes a `ğ` where something is added to it.
fn begins(word: &str, wanted: &str) -> bool {
    let is_softened = || {
        let rest = wanted.strip_suffix('k').and_then(|stem| word.strip_prefix(stem));
        rest.is_some_and(|rest| rest.starts_with('g'))
    };
    word.starts_with(wanted) || is_softened()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_words_are_found_however_they_are_written() {
        let usual = AllergyWords::listed(None);
        for text in [
            "ALERJİM VAR",
            "alerjik bünye",
            "Fıstığa dikkat",
            "FISTIK OLMASIN",
            "fistik yok",
            "Çölyak hastasıyım",
            "COLYAK",
            "no peanuts please",
            "I am allergic",
            "glutensiz olsun",
            "laktozsuz",
            "süt alerjisi var",
            "c\u{327}o\u{308}lyak",
            "(ceviz!)",
        ] {
            assert!(usual.are_in(text), "{text}");
        }
        for text in ["Kereviz", "İyi pişsin", "", "süt", "Zile basmayın", "Antep usulü", "12", "…"] {
            assert!(!usual.are_in(text), "{text}");
        }
    }

    #[test]
    fn a_phrase_counts_in_its_order_and_an_empty_list_finds_nothing() {
        let of = |words: &[&str]| AllergyWords::of(words);
        assert!(of(&["deniz ürünü"]).are_in("DENİZ ÜRÜNÜ yiyemem") && !of(&["deniz ürünü"]).are_in("ürünü deniz"));
        assert!(!of(&[]).are_in("alerji") && !of(&["", " - "]).are_in("alerji - var"));
        assert!(of(&["susam"]).are_in("susamlı") && !of(&["deniz ürünü"]).are_in("deniz"));
    }
}
