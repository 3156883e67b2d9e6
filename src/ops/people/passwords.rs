//! Passwords: which may be chosen, and how they are stored, which is by argon2id with its parameters and salt beside it.
//! `users` calls it.
//!
//! `common_passwords.txt` is what is left of the ten thousand passwords that were found most often in leaked ones, as
//! Have I Been Pwned counted them: those that are long enough to be chosen here, in small letters and sorted. They were taken
//! from the first ten thousand lines of the list of 20,000 that Royce Williams made of those counts and that Django 5.2 (BSD
//! licence) carries as `common-passwords.txt.gz`.
//!
//! `common_words.txt` is what people here put years and dates behind: teams, towns and given names, in small letters and sorted.

use crate::people::hash_memory::HashMemory;
use argon2::password_hash::phc::{Output, ParamsString, Salt};
use argon2::{Algorithm, Argon2, Params, PasswordHash, Version, password_hash::try_generate_salt};
use model::{Failure, Result, Why, bilingual, fold};

const SHORTEST_CHARACTERS: usize = 8;
const LONGEST_CHARACTERS: usize = 200;
/// A word of a name that is shorter says little: every second password has an "al" in it.
const SHORTEST_WORD: usize = 3;
/// One in each line.
const COMMON: &str = include_str!("common_passwords.txt");
const COMMON_WORDS: &str = include_str!("common_words.txt");

bilingual! {
    fn not_so_long(least: usize, most: usize): "Parola {least} ile {most} karakter arasında olmalıdır."
        / "A password has {least} to {most} characters.",
    TOO_COMMON: "Bu parola en çok kullanılan parolalardan biri, ilk denenenler arasında. Başka bir parola seçin; birkaç \
             sözcük yan yana iyi bir paroladır."
        / "A password that so many people use is among the first that are tried. Choose another one; a few words in a \
             row make a good one.",
    HOLDS_NAME: "Parolada kullanıcının adı ya da garson sözcüğü geçmemelidir; ilk bunlar denenir. Başka bir parola seçin."
        / "A password must not hold the user’s name or the word garson, which are tried first. Choose another one.",
}

/// A new password for a user of this name. Refused are those that are guessed first.
pub fn hash_new(password: &str, name: &str) -> Result<String> {
    refuse_weak(password, name)?;
    hash(password)
}

/// That a password, or a passphrase, is none that is guessed first.
pub fn refuse_weak(password: &str, name: &str) -> Result<()> {
    let refuse = |words| Err(Failure::invalid("password", Why::Plain(words)));
    if !(SHORTEST_CHARACTERS..=LONGEST_CHARACTERS).contains(&password.chars().count()) {
        return refuse(not_so_long(SHORTEST_CHARACTERS, LONGEST_CHARACTERS));
    }
    let folded = fold(password);
    // However it is written.
    if COMMON.lines().any(|line| line == folded) {
        return refuse(TOO_COMMON);
    }
    let name = fold(name);
    let words = name.split(|letter: char| !letter.is_alphanumeric()).chain(["garson"]);
    let mut words = words.filter(|word| word.chars().count() >= SHORTEST_WORD);
    if words.any(|word| folded.contains(word)) {
        return refuse(HOLDS_NAME);
    }
    if is_word_with_digits(&folded) { refuse(TOO_COMMON) } else { Ok(()) }
}

/// One word that many take, with digits before or behind it and marks anywhere: `galatasaray1905`, `Mehmet.01.01.1985!`.
fn is_word_with_digits(folded: &str) -> bool {
    let plain: String = folded.chars().filter(|letter| letter.is_alphanumeric()).collect();
    let word = plain.trim_matches(|letter: char| letter.is_ascii_digit());
    COMMON_WORDS.lines().any(|line| line == word)
}

/// Takes some 20 ms.
pub fn hash(password: &str) -> Result<String> {
    let argon2 = Argon2::default();
    let salt = try_generate_salt().map_err(Failure::fault)?;
    let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
    let memory = HashMemory::new(argon2.params())?;
    let hashed = argon2.hash_password_into_with_memory(password.as_bytes(), &salt, &mut out, memory);
    hashed.map_err(Failure::fault)?;
    let hash = PasswordHash {
        algorithm: Algorithm::default().ident(),
        version: Some(Version::default().into()),
        params: ParamsString::try_from(argon2.params()).map_err(Failure::fault)?,
        salt: Some(Salt::new(&salt).map_err(Failure::fault)?),
        hash: Some(Output::new(&out).map_err(Failure::fault)?),
    };
    Ok(hash.to_string())
}

/// Whether this is the password that was hashed, with the parameters of then.
pub fn is_right(password: &str, hash: &str) -> bool {
    outputs(password, hash).is_some_and(|(expected, found)| expected == found)
}

/// What the hash says, and what the password comes to. They compare in the same time wherever they differ.
fn outputs(password: &str, hash: &str) -> Option<(Output, Output)> {
    let hash = PasswordHash::new(hash).ok()?;
    let (salt, expected) = (hash.salt?, hash.hash?);
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = hash.version.map_or(Ok(Version::default()), Version::try_from).ok()?;
    let argon2 = Argon2::new(algorithm, version, Params::try_from(&hash).ok()?);
    let mut out = vec![0; expected.len()];
    let memory = HashMemory::new(argon2.params()).ok()?;
    argon2.hash_password_into_with_memory(password.as_bytes(), &salt, &mut out, memory).ok()?;
    Some((expected, Output::new(&out).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use argon2::{PasswordHasher, PasswordVerifier};

    #[test]
    fn what_is_guessed_first_is_refused() {
        let refused = |password: &str, name: &str| refuse_weak(password, name).is_err();
        for common in ["password", "Password1", "12345678", "QWERTYUIOP", "galatasaray", "Fenerbahçe", "1q2w3e4r"] {
            assert!(refused(common, "ayşe"), "{common}");
        }
        let with_digits =
            ["galatasaray1905", "Fenerbahçe1907", "1903 Beşiktaş", "mehmet1985", "Ayşe_2024!", "istanbul34"];
        let with_more = ["galatasaray19051905", "mehmet 01.01.1985", "1905galatasaray1905"];
        for common in with_digits.iter().chain(&with_more) {
            assert!(refused(common, "zeki"), "{common}");
        }
        for fine in ["galatasaray ve ben 1905", "mehmet1985usta", "1905 sarı kırmızı masa", "1905 1907 1903"] {
            assert!(!refused(fine, "zeki"), "{fine}");
        }
        for (password, name) in [
            ("ayse ve ali", "Ayşe"),
            ("benim AYŞEM", "ayşe"),
            ("yilmaz sokak 12", "Ayşe Yılmaz"),
            ("GARSON geliyor", "ali"),
            ("mehmet.usta.1970", "mehmet.usta"),
            ("kısa", "ali"),
        ] {
            assert!(refused(password, name), "{password} of {name}");
        }
        for (password, name) in [("doğru at pil zımba", "ayşe"), ("dört yeşil masa", "de"), ("password of mine", "x")]
        {
            assert!(!refused(password, name), "{password} of {name}");
        }
        assert!(refused(&"ç".repeat(201), "ayşe") && !refused(&"çş".repeat(100), "ayşe"));
    }

    #[test]
    fn the_list_is_sorted_folded_and_of_what_could_be_chosen() {
        assert!(COMMON.len() < 40_000 && COMMON.lines().count() > 3_000);
        assert!(COMMON.lines().is_sorted());
        assert!(COMMON.lines().all(|line| line.len() >= SHORTEST_CHARACTERS && fold(line) == line));
        assert!(COMMON_WORDS.lines().is_sorted());
        assert!(COMMON_WORDS.lines().all(|line| fold(line) == line && line.chars().all(char::is_alphabetic)));
    }

    #[test]
    fn hashes_are_those_that_the_crate_itself_makes() {
        let ours = hash("doğru at pil zımba").unwrap();
        assert!(ours.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{ours}");
        assert!(Argon2::default().verify_password("doğru at pil zımba".as_bytes(), ours.as_str()).is_ok());
        let other = Params::new(8_192, 1, 2, Some(24)).unwrap();
        for argon2 in [Argon2::default(), Argon2::new(Algorithm::Argon2i, Version::V0x10, other)] {
            let theirs: PasswordHash = argon2.hash_password(b"parola").unwrap();
            assert!(is_right("parola", &theirs.to_string()) && !is_right("Parola", &theirs.to_string()), "{theirs}");
        }
        assert!(!is_right("", "") && !is_right("x", "$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ"));
    }
}
