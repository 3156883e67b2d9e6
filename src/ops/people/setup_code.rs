//! `SetupCode`: what is needed to claim a box without an owner. It lasts as long as the program runs.

use model::Sha;
use store::seal;

pub struct SetupCode {
    /// Eight digits, in two groups: easy to read from a terminal and to type on a phone. Guessing is slowed down.
    pub digits: String,
    /// Too long to be guessed, so that a link works while codes are being guessed.
    link: String,
}

impl Default for SetupCode {
    fn default() -> SetupCode {
        // Without randomness every code could be guessed, so none fits.
        SetupCode { digits: random_digits(), link: seal::random_text::<24>().unwrap_or_default() }
    }
}

impl SetupCode {
    /// Where the box is claimed, under an address of the panel.
    pub fn link(&self, panel_url: &str) -> String {
        format!("{panel_url}/setup?code={}", self.link)
    }

    /// Whether this came with a link.
    pub fn is_from_link(&self, given: &str) -> bool {
        is_same(given, &self.link)
    }

    /// Whether these are the digits, however they were written.
    pub(crate) fn is_typed(&self, given: &str) -> bool {
        is_same_digits(given, &self.digits)
    }
}

/// Eight digits in two groups; none without randomness, and then none fits.
pub fn random_digits() -> String {
    let digits = seal::random::<8>().map(|bytes| u64::from_be_bytes(bytes) % 100_000_000);
    digits.map(|number| format!("{:04}-{:04}", number / 10_000, number % 10_000)).unwrap_or_default()
}

/// Whether these digits were typed, however they were written.
pub fn is_same_digits(given: &str, right: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    is_same(&digits(given), &digits(right))
}

/// Compared by hash: how long it takes says nothing about where they differ.
pub fn is_same(given: &str, right: &str) -> bool {
    !right.is_empty() && Sha::of(given.as_bytes()) == Sha::of(right.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_known_by_its_digits_or_by_its_link_and_by_nothing_else() {
        let code = SetupCode::default();
        assert!(code.is_typed(&code.digits) && code.is_typed(&code.digits.replace('-', " ")));
        let link = code.link("http://kasa:8080");
        let given = link.strip_prefix("http://kasa:8080/setup?code=").unwrap();
        assert!(code.is_from_link(given) && given.len() == 32 && !code.is_from_link(&code.digits));
        assert!(!code.is_typed("") && !code.is_from_link("") && !code.is_typed("12345"));
        let none = SetupCode { digits: String::new(), link: String::new() };
        assert!(!none.is_typed("") && !none.is_from_link(""));
    }
}
