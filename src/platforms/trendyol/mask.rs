//! What stands in a field where the platform keeps something from the restaurant: alone, or beside what is left of it.

/// A mask by its words, each as it may be written. None of their letters but the ı has a Turkish sister, so ASCII alone
/// decides.
type Mask = &'static [&'static [&'static str]];
const ANYWHERE: Mask = &[&["trendyol", "tgo"], &["yemek"]];
/// These are masks only where no other word stands beside them: inside a sentence they are people's words ("Trendyol Go
/// deposunun yanı").
const ALONE: [Mask; 2] = [&[&["trendyol"], &["go"]], &[&["tgo"], &["hızlı", "hizli"], &["market"]]];
/// What led up to a mask and leads nowhere without it.
const SEAMS: [char; 6] = [';', ':', '/', '-', '|', '_'];

/// The text without masks, wherever they stand ("2TGO Yemek" is the second floor); nothing where that was all.
pub fn without(text: &str) -> Option<String> {
    let mut left = String::new();
    let (mut rest, mut is_cut) = (text, false);
    while let Some(next) = rest.chars().next() {
        if let Some(behind) = behind_mask(&left, rest) {
            // What stood on both sides are two things.
            left.push(' ');
            (rest, is_cut) = (behind, true);
        } else {
            left.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    // A text that hides nothing stays as it is, to the last blank.
    if is_cut { tidy(&left) } else { Some(left) }
}

/// What follows the mask that the text begins with, `before` being what stands before it. A longer word is none ("TGO
/// Yemekhanesi"), nor is one that a sentence bends ("TGO Yemek'in karşısı"): those are people's words.
fn behind_mask<'a>(before: &str, text: &'a str) -> Option<&'a str> {
    let has_words = |part: Option<&str>| part.is_some_and(|part| part.contains(char::is_alphabetic));
    let alone = || {
        let behind = ALONE.iter().find_map(|mask| behind_words(text, mask))?;
        let is_alone = !has_words(before.rsplit(',').next()) && !has_words(behind.split(',').next());
        is_alone.then_some(behind)
    };
    let behind = behind_words(text, ANYWHERE).or_else(alone)?;
    let goes_on = behind.starts_with(|next: char| next.is_alphabetic() || matches!(next, '\'' | '’'));
    (!goes_on).then_some(behind)
}

fn behind_words(text: &str, mask: Mask) -> Option<&str> {
    let (first, rest) = mask.split_first()?;
    let behind = first.iter().find_map(|word| behind_word(text, word))?;
    rest.iter().try_fold(behind, |behind, any| any.iter().find_map(|word| behind_word(behind.trim_start(), word)))
}

fn behind_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.get(..word.len()).filter(|start| start.eq_ignore_ascii_case(word))?;
    text.get(word.len()..)
}

fn tidy(text: &str) -> Option<String> {
    let says_something = |text: &&str| text.contains(char::is_alphanumeric);
    let words = |part: &str| part.split_whitespace().filter(says_something).collect::<Vec<_>>().join(" ");
    let parts = text.split(',').map(|part| words(part).trim_matches(SEAMS).to_owned());
    let parts: Vec<String> = parts.filter(|part| !part.is_empty()).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn a_mask_is_taken_out_wherever_it_stands() {
        for (text, left) in [
            ("2TGO Yemek", "2"),
            ("TGO Yemek2", "2"),
            ("12 / Trendyol Yemek", "12"),
            ("Deniz TRENDYOL YEMEK", "Deniz"),
            ("Deneme Sok. No: 12, tgo yemek, Tgo  Yemek", "Deneme Sok. No: 12"),
            ("Kat: TGO Yemek, Daire: 7", "Kat, Daire: 7"),
            ("Çınar Apt. (TGO Yemek) İç kapı 3", "Çınar Apt. İç kapı 3"),
            ("AtgoYemek", "A"),
            ("2Trendyol Go", "2"),
            ("No: 12, TGO Hızlı Market", "No: 12"),
        ] {
            assert_eq!(without(text).as_deref(), Some(left), "{text}");
        }
        for text in ["TGO Yemek", " trendyol yemek ", "TGO Yemek TGO Yemek", "Trendyol Yemek, -"] {
            assert_eq!(without(text), None, "{text}");
        }
        for text in ["Trendyol Go", " TRENDYOL GO ", "TGO Hızlı Market", "TGO HIZLI MARKET", "Trendyol Go, Trendyol Go"]
        {
            assert_eq!(without(text), None, "{text}");
        }
    }

    #[test]
    fn what_people_wrote_stays_as_it_is() {
        for text in [
            "Yemek Sok.  No: 5",
            "Trendyol Caddesi, Yemekçiler Sitesi",
            "TGO Yemekhanesi karşısı",
            "TGO Yemek'in yanı",
            "Trendyol Go deposunun yanı",
            "TGO Hızlı Market karşısı, kat 2",
            "Trendyol Gourmet",
            "Ev Yemekleri üstü , kat 2",
            "ŞİŞLİ",
            "-1",
            "👍",
        ] {
            assert_eq!(without(text).as_deref(), Some(text));
        }
    }
}
