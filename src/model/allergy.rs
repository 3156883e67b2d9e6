//! Words that speak of an allergy, wherever they stand in an order: what a cook must not overlook.
//!
//! They count by how a word begins, in any case and with or without Turkish letters: "alerji" is in "ALERJİM VAR", and "fıstık"
//! in "fıstığa". Inside a word they do not count: "ceviz" is in no "kereviz".

use super::fold::fold;

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

/// What is listed until the owner lists something else.
pub fn usual_words() -> Vec<String> {
    USUAL.iter().map(|word| (*word).to_owned()).collect()
}

/// The listed words, ready to be looked for. Each may be several, which stand one after the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllergyWords(Vec<Vec<String>>);

impl AllergyWords {
    pub fn of(listed: &[String]) -> AllergyWords {
        let phrase = |text: &String| words(&fold(text)).map(str::to_owned).collect::<Vec<String>>();
        AllergyWords(listed.iter().map(phrase).filter(|phrase| !phrase.is_empty()).collect())
    }

    pub fn are_in(&self, text: &str) -> bool {
        if self.0.is_empty() || text.is_empty() {
            return false;
        }
        let text = fold(text);
        let words: Vec<&str> = words(&text).collect();
        let begins_at = |at: usize, phrase: &[String]| {
            let there = words.get(at..at + phrase.len());
            there.is_some_and(|there| there.iter().zip(phrase).all(|(word, wanted)| begins(word, wanted)))
        };
        self.0.iter().any(|phrase| (0..words.len()).any(|at| begins_at(at, phrase)))
    }
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
        let usual = AllergyWords::of(&usual_words());
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
        let of =
            |words: &[&str]| AllergyWords::of(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<String>>());
        assert!(of(&["deniz ürünü"]).are_in("DENİZ ÜRÜNÜ yiyemem") && !of(&["deniz ürünü"]).are_in("ürünü deniz"));
        assert!(!of(&[]).are_in("alerji") && !of(&["", " - "]).are_in("alerji - var"));
        assert!(of(&["susam"]).are_in("susamlı") && !of(&["deniz ürünü"]).are_in("deniz"));
    }
}
