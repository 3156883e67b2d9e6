//! JSON that is kept as it was written, and must be fit to come back in an answer: not too deep, every character whole.

/// How deep a body may nest. What is kept as it was written comes back three levels deeper, and common readers
/// stop at 64.
pub const LEVELS: usize = 60;

/// JSON that comes back as it was written can be read by everyone: it is not too deep, and every character is whole.
pub fn is_sound(json: &[u8]) -> bool {
    depth(json) <= LEVELS && !has_half_character(json)
}

/// How deep lists and objects lie in each other, in text that is known to be JSON.
pub fn depth(json: &[u8]) -> usize {
    let (mut now, mut most) = (0usize, 0);
    let mut bytes = json.iter();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' | b'{' => now += 1,
            b']' | b'}' => now = now.saturating_sub(1),
            b'"' => {
                while let Some(byte) = bytes.next() {
                    match byte {
                        b'"' => break,
                        b'\\' => _ = bytes.next(),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        most = most.max(now);
    }
    most
}

/// Half of a character outside the basic plane, escaped: what is kept as it was written would come back as an answer
/// that strict readers refuse as a whole.
pub fn has_half_character(json: &[u8]) -> bool {
    half_character(json, 0).is_some()
}

/// Where the first half of a character is, from `start` on.
fn half_character(json: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    while let Some(found) = json.get(at..)?.iter().position(|byte| *byte == b'\\') {
        at += found;
        let rest = &json[at..];
        at += match (escaped(rest), rest.get(6..).and_then(escaped)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => return Some(at),
            (Some(_), _) => 6,
            (None, _) => 2,
        };
    }
    None
}

/// JSON with each half of a character replaced by the sign for one that cannot be shown; `None` if it had none.
pub fn mended(json: &str) -> Option<String> {
    let mut bytes = json.as_bytes().to_vec();
    let mut at = half_character(&bytes, 0)?;
    loop {
        bytes.get_mut(at + 2..at + 6)?.copy_from_slice(b"fffd");
        match half_character(&bytes, at + 6) {
            Some(next) => at = next,
            None => return String::from_utf8(bytes).ok(),
        }
    }
}

/// The code unit of the escape that the text begins with, if it begins with one.
fn escaped(json: &[u8]) -> Option<u16> {
    let digits = json.strip_prefix(b"\\u")?.get(..4)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::mended;

    #[test]
    fn half_a_character_is_replaced_and_a_whole_one_stays() {
        assert_eq!(mended(r#"{"a":"x\ud83dy\udc00\ud83c\udf55"}"#).unwrap(), r#"{"a":"x\ufffdy\ufffd\ud83c\udf55"}"#);
        assert_eq!(mended(r#"{"a":"\\ud83d"}"#), None);
    }
}
