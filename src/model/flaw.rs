//! `JsonFlaw`: where a body stops being JSON, and what would be right there, for its author.
//!
//! `Failure::not_json` asks it about a body that a JSON reader has refused, or that came to nothing else we can use. It
//! says where and never what a body means. Lines and columns begin at 1, and a column is a character, not a byte.

use super::json::LEVELS;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JsonFlaw {
    pub line: usize,
    pub column: usize,
    pub wanted: JsonWanted,
    /// The body ends here.
    pub is_end: bool,
}

/// What would be right at that place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JsonWanted {
    Value,
    Name,
    Colon,
    CommaOrBrace,
    CommaOrBracket,
    Digit,
    Quote,
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

impl JsonFlaw {
    /// The first there is; none in JSON that can be used.
    pub fn find(json: &[u8]) -> Option<JsonFlaw> {
        let mut scan = JsonScan { json, at: 0 };
        let flaw = scan.whole().err().map(|wanted| (scan.at, wanted));
        let cut = std::str::from_utf8(json).err().map(|error| (error.valid_up_to(), JsonWanted::Utf8));
        let (at, wanted) = match (flaw, cut) {
            (Some(flaw), Some(cut)) => {
                if cut.0 <= flaw.0 {
                    cut
                } else {
                    flaw
                }
            }
            (flaw, cut) => flaw.or(cut)?,
        };
        let before = String::from_utf8_lossy(&json[..at]);
        let last = before.rsplit('\n').next().unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        Some(JsonFlaw { line, column: last.chars().count() + 1, wanted, is_end: at == json.len() })
    }
}

/// Goes through a body up to the first flaw, and stands there then.
struct JsonScan<'a> {
    json: &'a [u8],
    at: usize,
}

type Flawless = Result<(), JsonWanted>;

impl JsonScan<'_> {
    fn whole(&mut self) -> Flawless {
        self.value(0)?;
        if self.next().is_none() { Ok(()) } else { Err(JsonWanted::End) }
    }

    /// The depth is bounded, and so is how deep this calls itself.
    fn value(&mut self, depth: usize) -> Flawless {
        match self.next() {
            Some(b'{' | b'[') if depth == LEVELS => Err(JsonWanted::LessDepth),
            Some(b'{') => self.group(b'}', JsonWanted::CommaOrBrace, depth + 1),
            Some(b'[') => self.group(b']', JsonWanted::CommaOrBracket, depth + 1),
            Some(b'"') => self.text(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => {
                let rest = &self.json[self.at..];
                let word = [&b"true"[..], b"false", b"null"].into_iter().find(|word| rest.starts_with(word));
                self.at += word.ok_or(JsonWanted::Value)?.len();
                Ok(())
            }
        }
    }

    fn group(&mut self, end: u8, more: JsonWanted, depth: usize) -> Flawless {
        self.at += 1;
        if self.next() == Some(end) {
            self.at += 1;
            return Ok(());
        }
        loop {
            if end == b'}' {
                match self.next() {
                    Some(b'"') => self.text()?,
                    _ => return Err(JsonWanted::Name),
                }
                match self.next() {
                    Some(b':') => self.at += 1,
                    _ => return Err(JsonWanted::Colon),
                }
            }
            self.value(depth)?;
            let after = self.next();
            if after != Some(b',') && after != Some(end) {
                return Err(more);
            }
            self.at += 1;
            if after == Some(end) {
                return Ok(());
            }
        }
    }

    fn text(&mut self) -> Flawless {
        self.at += 1;
        loop {
            match self.here() {
                None => return Err(JsonWanted::Quote),
                Some(b'"') => break,
                Some(b'\\') => self.at += self.escape()?,
                Some(0..=0x1f) => return Err(JsonWanted::NoControl),
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(())
    }

    /// How long the escape is that begins here.
    fn escape(&self) -> Result<usize, JsonWanted> {
        match self.json.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Ok(2),
            _ => match (self.unit(self.at), self.unit(self.at + 6)) {
                (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => Ok(12),
                (Some(0xd800..=0xdfff), _) => Err(JsonWanted::OtherHalf),
                (Some(_), _) => Ok(6),
                (None, _) => Err(JsonWanted::Escape),
            },
        }
    }

    /// What is escaped as `\u` and four digits at this place.
    fn unit(&self, at: usize) -> Option<u32> {
        let digits = self.json.get(at..at + 6)?.strip_prefix(b"\\u")?;
        digits.iter().try_fold(0, |unit, digit| Some(unit * 16 + char::from(*digit).to_digit(16)?))
    }

    fn number(&mut self) -> Flawless {
        self.at += usize::from(self.here() == Some(b'-'));
        match self.here() {
            Some(b'0') => self.at += 1,
            _ => self.digits()?,
        }
        if self.here() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.here(), Some(b'e' | b'E')) {
            self.at += 1;
            self.at += usize::from(matches!(self.here(), Some(b'+' | b'-')));
            self.digits()?;
        }
        Ok(())
    }

    fn digits(&mut self) -> Flawless {
        let count = self.json[self.at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += count;
        if count > 0 { Ok(()) } else { Err(JsonWanted::Digit) }
    }

    fn here(&self) -> Option<u8> {
        self.json.get(self.at).copied()
    }

    /// Skips blanks; the byte behind them, if any.
    fn next(&mut self) -> Option<u8> {
        while matches!(self.here(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
        self.here()
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::json::{depth, has_half_character},
        *,
    };
    use proptest::prelude::*;
    use serde_json::value::RawValue;

    /// Line and column, what is wanted there, and whether it is the end.
    type Found = (usize, usize, JsonWanted, bool);

    fn found(json: &[u8]) -> Option<Found> {
        JsonFlaw::find(json).map(|flaw| (flaw.line, flaw.column, flaw.wanted, flaw.is_end))
    }

    #[test]
    fn a_flaw_is_found_where_it_is() {
        use JsonWanted::*;
        let table: &[(&[u8], Found)] = &[
            (b"", (1, 1, Value, true)),
            (b"{", (1, 2, Name, true)),
            (b"{\"a\":", (1, 6, Value, true)),
            (b"{\"a\"", (1, 5, Colon, true)),
            (b"{\"a\":1", (1, 7, CommaOrBrace, true)),
            (b"[1\n", (2, 1, CommaOrBracket, true)),
            (b"[1,\n  ]", (2, 3, Value, false)),
            (b"{\"a\":\"b", (1, 8, Quote, true)),
            (b"{\r\n  \"a\": 1\r\n  \"b\": 2\r\n}", (3, 3, CommaOrBrace, false)),
            (b"{\"a\":1,}", (1, 8, Name, false)),
            (b"{'a':1}", (1, 2, Name, false)),
            (b"{\"a\":'b'}", (1, 6, Value, false)),
            (b"{\"a\":01}", (1, 7, CommaOrBrace, false)),
            (b"{\"a\":+1}", (1, 6, Value, false)),
            (b"{\"a\":.5}", (1, 6, Value, false)),
            (b"{\"a\":1.}", (1, 8, Digit, false)),
            (b"{\"a\":1e}", (1, 8, Digit, false)),
            (b"{\"a\":-}", (1, 7, Digit, false)),
            (b"{\"a\":NaN}", (1, 6, Value, false)),
            (b"{\"a\":tru}", (1, 6, Value, false)),
            (b"{\"a\":1} x", (1, 9, End, false)),
            (b"{\"a\":\"x\ny\"}", (1, 8, NoControl, false)),
            (b"{\"a\":\"\\x\"}", (1, 7, Escape, false)),
            (b"{\"a\":\"\\u+12f\"}", (1, 7, Escape, false)),
            (b"{\"a\":\"\\ud83dx\"}", (1, 7, OtherHalf, false)),
            (b"{\"a\":\"\xff\"}", (1, 7, Utf8, false)),
            (b"\xff\xfe{\0}\0", (1, 1, Utf8, false)),
            // Characters are counted, and not the bytes or the halves that others write them with.
            ("{\"ş\":\"çay 🍕\" \"x\"}".as_bytes(), (1, 14, CommaOrBrace, false)),
            ("{\n\t\"not\": \"iyi ki doğdun 🎂🎂\",\n\t\"ğ\" 1}".as_bytes(), (3, 6, Colon, false)),
        ];
        for (json, expected) in table {
            assert_eq!(found(json), Some(*expected), "{}", String::from_utf8_lossy(json));
        }
        let deep = "[".repeat(LEVELS + 1);
        assert_eq!(found(deep.as_bytes()), Some((1, LEVELS + 1, LessDepth, false)));
        assert_eq!(found("[".repeat(1 << 20).as_bytes()), Some((1, LEVELS + 1, LessDepth, false)));
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
            let is_json = is_read && depth(json.as_bytes()) <= LEVELS && !has_half_character(json.as_bytes());
            prop_assert_eq!(found(json.as_bytes()).is_none(), is_json, "{}", json);
        }

        #[test]
        fn any_bytes_are_gone_through_to_an_end(json in prop::collection::vec(any::<u8>(), 0..40)) {
            let is_read = serde_json::from_slice::<&RawValue>(&json).is_ok();
            prop_assert_eq!(found(&json).is_none(), is_read && !has_half_character(&json));
        }
    }
}
