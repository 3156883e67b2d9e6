//! `fold`: text as people mean it, whatever they or their keyboard made of it.

/// Lower case without dots, hooks and tails: ÇIKAR, Çıkar, CIKAR and a decomposed ç are the same.
pub fn fold(text: &str) -> String {
    let is_mark = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    let plain = |c| match c {
        'ı' | 'î' | 'í' => 'i',
        'ç' => 'c',
        'ş' => 's',
        'ğ' => 'g',
        'ö' => 'o',
        'ü' | 'û' => 'u',
        'â' => 'a',
        other => other,
    };
    text.chars().flat_map(char::to_lowercase).filter(|c| !is_mark(c)).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn turkish_letters_fold_in_either_case() {
        for one in ["ÇIKARILACAK ŞĞÖÜ İi", "çıkarılacak şğöü ii", "c\u{327}ıkarılacak şğöü İI"] {
            assert_eq!(fold(one), "cikarilacak sgou ii", "{one}");
        }
    }
}
