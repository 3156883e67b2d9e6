//! Codes that a telephone makes from a secret and the time (RFC 6238: SHA-1, six digits, half a minute each), and the letters
//! that such a secret is typed with. `second_factor` calls it; it knows no users.

use hmac::{Hmac, KeyInit, Mac};
use model::{Failure, Result, Time};
use sha1::Sha1;

/// As RFC 4226 wants it, in bytes.
pub const SECRET: usize = 20;
const STEP_MS: i64 = 30_000;
const DIGITS: usize = 6;
/// Of base 32: none of them is mistaken for another.
const LETTERS: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Which half minute this is the code of, among the present one and its neighbours: clocks differ a little.
pub fn step_of(secret: &[u8], code: &str, now: Time) -> Result<Option<u64>> {
    let present = u64::try_from(now.0.div_euclid(STEP_MS)).unwrap_or_default();
    for step in present.saturating_sub(1)..=present + 1 {
        if self::code(secret, step)? == code {
            return Ok(Some(step));
        }
    }
    Ok(None)
}

/// The code of this half minute.
fn code(secret: &[u8], step: u64) -> Result<String> {
    let mut mac = Hmac::<Sha1>::new_from_slice(secret).map_err(Failure::fault)?;
    mac.update(&step.to_be_bytes());
    let hash = mac.finalize().into_bytes();
    let at = usize::from(hash[hash.len() - 1] & 0xf);
    let number = hash[at..at + 4].iter().fold(0u32, |number, byte| number << 8 | u32::from(*byte)) & 0x7fff_ffff;
    Ok(format!("{:0DIGITS$}", number % 10u32.pow(DIGITS as u32)))
}

/// Bytes as letters, five bits each.
pub fn letters(bytes: &[u8]) -> String {
    let bit = |at: usize| bytes.get(at / 8).is_some_and(|byte| byte & (0x80 >> (at % 8)) != 0);
    let letter = |at: usize| (at..at + 5).fold(0, |five, at| five << 1 | usize::from(bit(at)));
    (0..bytes.len() * 8).step_by(5).map(|at| char::from(LETTERS[letter(at)])).collect()
}

/// What was typed, as `letters` writes it: without blanks and dashes, in capitals, and with what only looks like one of the
/// letters read as that.
pub fn typed(text: &str) -> String {
    let read = |letter: char| match letter {
        'ı' | 'İ' | '1' => 'I',
        '0' => 'O',
        '8' => 'B',
        other => other.to_ascii_uppercase(),
    };
    text.chars().filter(|letter| letter.is_alphanumeric()).map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the RFC's vectors, whose eight digits end in our six.
    const VECTORS: &[u8] = b"12345678901234567890";

    #[test]
    fn codes_are_those_of_the_rfc() {
        for (seconds, expected) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            let (now, code) = (Time(seconds * 1_000), &expected[2..]);
            assert_eq!(step_of(VECTORS, code, now).unwrap(), Some(seconds as u64 / 30), "{seconds}");
        }
    }

    #[test]
    fn a_clock_may_be_half_a_minute_off_and_no_more() {
        let now = 1_111_111_111;
        let at = |seconds: i64| step_of(VECTORS, "050471", Time(seconds * 1_000)).unwrap();
        assert!([now - 30, now, now + 30].into_iter().all(|at_second| at(at_second) == Some(now as u64 / 30)));
        assert!([now - 90, now + 90].into_iter().all(|at_second| at(at_second).is_none()));
        assert!(
            ["", "50471", "0050471", "050 471"]
                .into_iter()
                .all(|code| { step_of(VECTORS, code, Time(now * 1_000)).unwrap().is_none() })
        );
    }

    #[test]
    fn letters_are_those_of_base_32() {
        for (bytes, expected) in [("f", "MY"), ("fo", "MZXQ"), ("foobar", "MZXW6YTBOI")] {
            assert_eq!(letters(bytes.as_bytes()), expected);
        }
        assert_eq!(typed(" mzxw-6ytb oı "), "MZXW6YTBOI");
        assert_eq!(typed("İ1ı 0 8"), "IIIOB");
    }
}
