//! `JsonFlaw`: where a body stops being JSON, and what would be right there, for its author.
//!
//! `Failure::not_json` asks it about a body that a JSON reader has refused, or that came to nothing else we can use. It
//! says where and never what a body means. Lines and columns begin at 1, and a column is a character, not a byte.

use super::json::{LEVELS, half_character, too_deep};
use serde::{Deserialize, Serialize, de::IgnoredAny};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonFlaw {
    pub line: usize,
    pub column: usize,
    pub wanted: JsonWanted,
}

/// What would be right at that place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonWanted {
    /// The body ends too early.
    More,
    Value,
    Name,
    Colon,
    CommaOrBrace,
    CommaOrBracket,
    Number,
    /// Nothing more: the value is over.
    End,
    Escape,
    /// The other half of a character that is escaped in two.
    OtherHalf,
    /// A line break and its like stand in a text only escaped.
    NoControl,
    Utf8,
    LessDepth,
}

/// How serde_json begins its sentences, which is all that it tells of them.
const SENTENCES: [(&str, JsonWanted); 9] = [
    ("expected value", JsonWanted::Value),
    ("expected ident", JsonWanted::Value),
    ("key must be a string", JsonWanted::Name),
    ("expected `:`", JsonWanted::Colon),
    ("expected `,` or `}`", JsonWanted::CommaOrBrace),
    ("expected `,` or `]`", JsonWanted::CommaOrBracket),
    ("trailing characters", JsonWanted::End),
    ("invalid number", JsonWanted::Number),
    ("control character", JsonWanted::NoControl),
];

impl JsonFlaw {
    /// The first there is; none in JSON that can be used.
    pub fn find(json: &[u8]) -> Option<JsonFlaw> {
        let not_utf8 = std::str::from_utf8(json).err().map(|error| (error.valid_up_to(), JsonWanted::Utf8));
        let deep = too_deep(json, LEVELS).map(|at| (at, JsonWanted::LessDepth));
        let half = half_character(json, 0).map(|at| (at, JsonWanted::OtherHalf));
        let flaws = [not_utf8, deep, half, refused(json)];
        let (at, wanted) = flaws.into_iter().flatten().min_by_key(|(at, _)| *at)?;
        let before = String::from_utf8_lossy(&json[..at]);
        let last = before.rsplit('\n').next().unwrap_or_default();
        Some(JsonFlaw { line: before.matches('\n').count() + 1, column: last.chars().count() + 1, wanted })
    }
}

/// Where the reader stops, and why.
fn refused(json: &[u8]) -> Option<(usize, JsonWanted)> {
    let error = serde_json::from_slice::<IgnoredAny>(json).err()?;
    if error.is_eof() {
        return Some((json.len(), JsonWanted::More));
    }
    let lines = json.split_inclusive(|byte| *byte == b'\n');
    let line_at: usize = lines.take(error.line() - 1).map(<[u8]>::len).sum();
    let sentence = error.to_string();
    let known = SENTENCES.iter().find(|(begin, _)| sentence.starts_with(begin));
    let wanted = known.map_or(JsonWanted::Escape, |(_, wanted)| *wanted);
    // Its columns count the bytes that it has read.
    let read = (line_at + error.column()).min(json.len());
    let at = match wanted {
        JsonWanted::NoControl => read,
        JsonWanted::Escape => json[..read].iter().rposition(|byte| *byte == b'\\').unwrap_or(read),
        _ => read.saturating_sub(1),
    };
    Some((at, wanted))
}

#[cfg(test)]
mod tests {
    use super::{super::json::is_sound, *};
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    /// Line and column, and what is wanted there.
    type Found = (usize, usize, JsonWanted);

    fn found(json: &[u8]) -> Option<Found> {
        JsonFlaw::find(json).map(|flaw| (flaw.line, flaw.column, flaw.wanted))
    }

    #[test]
    fn a_flaw_is_found_where_it_is() {
        use JsonWanted::*;
        let table: &[(&[u8], Found)] = &[
            (b"", (1, 1, More)),
            (b"{", (1, 2, More)),
            (b"{\"a\":", (1, 6, More)),
            (b"{\"a\"", (1, 5, More)),
            (b"{\"a\":1", (1, 7, More)),
            (b"[1\n", (2, 1, More)),
            (b"[1 2]", (1, 4, CommaOrBracket)),
            (b"[1,\n  ]", (2, 3, Value)),
            (b"{\"a\":\"b", (1, 8, More)),
            (b"{\r\n  \"a\": 1\r\n  \"b\": 2\r\n}", (3, 3, CommaOrBrace)),
            (b"{\"a\":1,}", (1, 8, Name)),
            (b"{'a':1}", (1, 2, Name)),
            (b"{\"a\":'b'}", (1, 6, Value)),
            (b"{\"a\":01}", (1, 7, Number)),
            (b"{\"a\":+1}", (1, 6, Value)),
            (b"{\"a\":.5}", (1, 6, Value)),
            (b"{\"a\":1.}", (1, 8, Number)),
            (b"{\"a\":1e}", (1, 8, Number)),
            (b"{\"a\":-}", (1, 7, Number)),
            (b"{\"a\":NaN}", (1, 6, Value)),
            (b"{\"a\":tru}", (1, 9, Value)),
            (b"{\"a\":1} x", (1, 9, End)),
            (b"{\"a\":\"x\ny\"}", (1, 8, NoControl)),
            (b"{\"a\":\"\\x\"}", (1, 7, Escape)),
            (b"{\"a\":\"\\u+12f\"}", (1, 7, Escape)),
            (b"{\"a\":\"\\ud83dx\"}", (1, 7, OtherHalf)),
            (b"{\"a\":\"\xff\"}", (1, 7, Utf8)),
            (b"\xff\xfe{\0}\0", (1, 1, Utf8)),
            // Characters are counted, and not the bytes or the halves that others write them with.
            ("{\"ş\":\"çay 🍕\" \"x\"}".as_bytes(), (1, 14, CommaOrBrace)),
            ("{\n\t\"not\": \"iyi ki doğdun 🎂🎂\",\n\t\"ğ\" 1}".as_bytes(), (3, 6, Colon)),
        ];
        for (json, expected) in table {
            assert_eq!(found(json), Some(*expected), "{}", String::from_utf8_lossy(json));
        }
        let deep = "[".repeat(LEVELS + 1);
        assert_eq!(found(deep.as_bytes()), Some((1, LEVELS + 1, LessDepth)));
        assert_eq!(found("[".repeat(1 << 20).as_bytes()), Some((1, LEVELS + 1, LessDepth)));
    }

    proptest! {
        /// It and the reader agree on what is JSON, or a refusal would say nothing, or something untrue.
        #[test]
        fn there_is_a_flaw_in_what_the_reader_refuses_and_in_nothing_else(
            json in prop_oneof![
                "[\\[\\]{}\",:0-9eE+.\\-\\\\ulnt \n\u{1}ş]{0,24}",
                "\\{\"(a|ş|\\\\u[0-9a-f]{4}|\\\\n){0,3}\": ?(-?[0-9]{1,2}(\\.[0-9]{0,2})?|\\[(1|null|,| ){0,5}\\]|true)[,} ]{1,2}",
            ]
        ) {
            let is_read = serde_json::from_slice::<&RawValue>(json.as_bytes()).is_ok();
            let is_json = is_read && is_sound(json.as_bytes());
            prop_assert_eq!(found(json.as_bytes()).is_none(), is_json, "{}", json);
        }

        #[test]
        fn any_bytes_are_gone_through_to_an_end(json in prop::collection::vec(any::<u8>(), 0..40)) {
            let is_read = serde_json::from_slice::<&RawValue>(&json).is_ok();
            prop_assert_eq!(found(&json).is_none(), is_read && is_sound(&json));
        }
    }
}
