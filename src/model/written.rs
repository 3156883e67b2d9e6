//! How a value is written where that is one word or one text: the same in records, in the API and on pages.

/// Makes an enum whose values have a word each, and perhaps a byte in the file (`bytes!`): all of them, the word of one, and the
/// one of a word.
macro_rules! words {
    ($(#[$about:meta])* pub enum $name:ident: $word_of:ident {
        $($(#[$says:meta])* $value:ident $(= $byte:literal)? $word:literal,)+
    }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        $(#[$about])*
        pub enum $name {
            $($(#[$says])* #[serde(rename = $word)] $value $(= $byte)?,)+
        }

        impl $name {
            pub const ALL: [$name; [$($word),+].len()] = [$($name::$value),+];
            pub const WORDS: [(&'static str, $name); $name::ALL.len()] = [$(($word, $name::$value)),+];

            pub const fn $word_of(self) -> &'static str {
                match self {
                    $($name::$value => $word,)+
                }
            }

            pub fn parse(word: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.$word_of() == word)
            }
        }
    };
}

/// One byte in keys: the number of each value, which is part of the file format.
macro_rules! bytes {
    ($name:ident) => {
        impl $name {
            pub const fn byte(self) -> u8 {
                self as u8
            }

            pub fn from_byte(byte: u8) -> Option<$name> {
                $name::ALL.into_iter().find(|one| one.byte() == byte)
            }
        }
    };
}

/// In JSON it is a text, which its `parse` reads; anything else is refused in these words.
macro_rules! text_in_json {
    ($name:ident, $refusal:literal, |$one:ident, $serializer:ident| $written:expr) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, $serializer: S) -> Result<S::Ok, S::Error> {
                let $one = self;
                $written
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                crate::json::read_text(deserializer, $name::parse, $refusal)
            }
        }
    };
}
